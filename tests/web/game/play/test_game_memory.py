"""What a game remembers of units and agendas stands on its page."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from muster.rules.game.log.cards import AgendaSwitched, KeywordGained
from muster.rules.game.log.evolve import evolve
from muster.rules.game.table import Chair, Ended, Game, Table, view
from muster.web.game.play.pages import ToolsPage
from muster.web.game.play.prompts.cards import name_in_refusal
from muster.web.game.play.rows import UnitRow, groups, tools_of
from muster.web.game.play.tally import agendas
from muster.web.game.play.telling import tell
from muster.web.game.play.words import ending
from muster.web.page import context_of
from tests.rules.game.card_tables import table, with_unit


def row(before: Table, unit: str = "one.2", audience: Any = "one") -> UnitRow:
    seen = view(Game(table=before), audience)
    return next(one for group in groups(seen, "one") for one in group.rows if one.id == unit)


def chips(before: Table, unit: str = "one.2", audience: Any = "one") -> list[str]:
    return [tok.text for tok in row(before, unit, audience).toks]


@pytest.mark.parametrize(("token", "name"), [
    ("marked", "Marked Target"), ("vanguard", "Vanguard"), ("plunder", "Plunder"), ("bounty", "Bounty"),
    ("faulty-equipment", "Faulty Equipment"),
])  # fmt: skip
def test_tokens_of_missions_and_agendas_stand_on_the_row_for_both(token: str, name: str) -> None:
    before = with_unit(table(), "one.2", tokens={token: 1})
    assert chips(before) == chips(before, audience="two") == [name]


def test_keywords_gained_in_the_game_stand_on_the_row_while_they_matter() -> None:
    game = Game(table=with_unit(table(), "one.2", keywords=("armor",), deployed=False))
    for keyword in ("infiltrate", "relentless"):
        game = evolve(game, KeywordGained(units=("one.2",), keyword=keyword, why="seize-your-destiny"))
    assert chips(game.table) == ["Infiltrate", "Relentless", "not on the table"], "and not those of its card"
    assert chips(with_unit(game.table, "one.2", deployed=True), audience="two") == ["Relentless"]


@pytest.mark.rule(44)
def test_what_a_unit_brings_from_its_campaign_is_told_with_its_tokens() -> None:
    before = with_unit(table(), "one.2", effects=("conspicuous", "battle-fatigue", "battle-fatigue"))
    found = tools_of(view(Game(table=before), "one"), "one.2")
    assert found and [name for name, _ in found.carries] == ["Conspicuous", "Battle-Fatigue"]
    page = ToolsPage(id="1", title="", moment=0, audience="one", tools=found)
    assert "Advanced Targeting" in render_to_string(page.fragment, context_of(page))
    assert tools_of(view(Game(table=before), "two"), "one.2") is None, "its player minds it"


def playing(agenda: str, **more: Any) -> Table:
    chairs = {"one": Chair(name="Ana", agenda=agenda), "two": Chair(name="Ben")}
    return table("close-the-pocket", "bring-them-to-heel", mode="recon", chairs=chairs, **more)


@pytest.mark.parametrize(("agenda", "marks", "told"), [
    ("on-the-run", {"agenda.on-the-run.blue": 2}, ["Tokens so far: 2. Progress at 2."]),
    ("protect-your-allies", {f"chosen.protect-your-allies.one.{n}": 1 for n in (1, 2, 3)},
     ["Chosen units not defeated so far: 3. Progress at 2.", "Units: commander 1, corps 2, corps 3."]),
    ("persons-of-interest", {"interest.special-forces.blue": 1},
     ["Tokens so far: 0. Progress at 5.", "Persons of Interest: Special Forces units."]),
    ("daring-defense", {"chosen.daring-defense.one.2": 1, "defended.blue.stockpile-centre": 1},
     ["Tokens so far: 0. Progress at 3.", "Units: corps 2.", "Marked: Centre Stockpile B."]),
])  # fmt: skip
def test_an_agenda_in_play_says_how_far_it_has_come(
    agenda: str, marks: dict[str, int], told: list[str]
) -> None:
    (part,) = agendas(playing(agenda, marks=marks))
    assert part.whose == "Ana" and list(part.lines[-len(told) :]) == told
    (words,) = agendas(playing(agenda, level="score"))
    assert not any("so far" in line for line in words.lines), "no units are kept"


@pytest.mark.parametrize(("id", "name"), [
    ("one", "Ana"), ("two.3", "corps 3"), ("stockpile-left", "Stockpile A"), ("?", "?"),
    ("data-recovery", "Data Recovery"), ("special-forces", "Special Forces"),
    ("scan.blue", "Ana: Contests an unclaimed enemy Scanner"),
])  # fmt: skip
def test_a_refusal_calls_things_by_their_names(id: str, name: str) -> None:
    assert name_in_refusal(playing(""), id) == name


@pytest.mark.parametrize(("gone", "why"), [
    (("two",), "the opponent has no unit left"),
    (("one", "two"), "more VP, and neither side has a unit left (G47)"),
])  # fmt: skip
def test_the_end_says_whether_one_side_or_both_have_no_unit_left(gone: tuple[str, ...], why: str) -> None:
    before = playing("")
    units = {
        id: replace(one, gone="defeated" if one.seat in gone else "") for id, one in before.units.items()
    }
    ended = Ended(winner="blue", ground="tabled")
    assert ending(replace(before, units=units), ended) == f"Ana won: {why}."


def test_the_log_names_the_agenda_that_was_switched_to() -> None:
    before = playing("on-the-run")
    switched = AgendaSwitched(seat="one", agenda="loot-and-plunder")
    assert tell(before, switched) == "Ana switched the agenda to Loot and Plunder!"
    assert list(agendas(replace(before, blue=None))) == [], "nobody is Blue yet"


def test_a_defeated_unit_has_no_wounds_left_however_many_were_told() -> None:
    assert row(with_unit(table(), "one.2", wounds=6)).left == 6
    assert row(with_unit(table(), "one.2", wounds=6, gone="defeated")).left == 0
