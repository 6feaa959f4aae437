"""Special Operations through the forms of the pages alone: opened, brought, played to the end."""

from random import Random
from typing import get_args
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from msgspec.structs import replace

from muster.app.game.playing import commands
from muster.app.game.playing.playing import HANDLERS
from muster.rules.dice.faces import Die
from muster.rules.game.game import legal, open_step
from muster.rules.game.special_operations.events import UnitJoined
from muster.rules.game.special_operations.setup import roll_condition
from muster.rules.game.table import SEATS, Audience, view
from muster.rules.violations import Refused
from muster.web.game.desks import desk_over
from muster.web.game.play import words
from muster.web.game.play.forms import FORMS
from muster.web.game.play.pages import part_for
from muster.web.page import render_page
from muster.web.requests import new_store
from tests.app.game_seats import moves, two_at_an_operation
from tests.walker.forms import as_it_is, filled, forms
from tests.web.account_fixtures import person, text_of
from tests.web.form_filler import Shown
from tests.web.two_phones import deed

SHELL = '<form id="say" action="" method="post"></form>'


def test_pages_tell_whose_unit_joined() -> None:
    """The vehicle of a mission is on no list: its event holds the unit itself."""
    desk = two_at_an_operation(mission="disabled-vehicle")
    joins = (any(isinstance(one.event, UnitJoined) for one in desk.log) for _ in moves(desk, Random(1)))
    assert any(joins)
    for audience in get_args(Audience):
        log = part_for(desk, audience).log
        assert any("Vehicle joins" in text for line in log for text in line.texts), audience
    assert part_for(desk, "watch").log[0].side == "blue"


def test_however_long_the_name_of_a_question_its_answer_is_taken() -> None:
    """Questions that follow from questions have long names: every one comes back whole."""
    game = two_at_an_operation().game
    step = replace(game.table.todo[-1], id=f"setup{'.silent-approach' * 60}")
    game = replace(game, table=replace(game.table, todo=(*game.table.todo[:-1], step)))
    (form,) = forms(render_page(part_for(Shown(game), "one")), SHELL)
    sent = QueryDict(urlencode(as_it_is(form, form.pressable[-1])))
    assert form.value("prompt") == step.id
    assert FORMS["say"].read(sent).said.prompt == step.id  # type: ignore[attr-defined]


@pytest.mark.rule(378, 379)
def test_own_dice_of_two_kinds_are_typed_in_die_by_die() -> None:
    """The white die says what, the red one when: how many show what would not tell them apart."""
    game = two_at_an_operation(dice="own").game
    dice = (Die.ATTACK_WHITE, Die.DEFENCE_RED)
    step = replace(roll_condition.roll("one", dice), id="setup.condition-chart")
    game = replace(game, table=replace(game.table, todo=(step,)))
    (form,) = forms(render_page(part_for(Shown(game), "one")), SHELL)
    typed = {"face.0": "blank", "face.1": "surge"}
    assert [one.choices[1:] for name in typed for one in form.named(name)] == [
        ["critical", "hit", "surge", "blank"], ["block", "surge", "blank"],
    ]  # fmt: skip
    sent = filled(form, Random(1), form.pressable[-1], typed)
    assert FORMS["say"].read(QueryDict(urlencode(sent))).said.faces == ("blank", "surge")  # type: ignore[attr-defined]


def test_a_field_longer_than_any_question_is_refused_and_not_cut() -> None:
    form = QueryDict(urlencode({"do": "say", "say": "done", "prompt": "x" * 5000}))
    with pytest.raises(Refused) as refusal:
        FORMS["say"].read(form)
    assert [one.code for one in refusal.value.violations] == ["form.too_long"]


@pytest.mark.django_db
def test_a_squad_is_brought_and_changed_before_the_game() -> None:
    ann, bob = Client(), Client()
    opening = {
        "key": "k", "mode": "special-operations", "edition": "playtest", "squad.playtest": "rebel-troopers",
        "operation": "the-codes", "player": "Ann", "watched": "on",
    }  # fmt: skip
    place = ann.post("/play", opening)["Location"]
    assert "Bring this squad" in text_of(ann.get(place))
    bob.post(f"{place}/act", {"do": "sit", "seat": "two", "player": "Bob", "key": "a"})
    bob.post(f"{place}/act", {"do": "squad", "seat": "two", "squad": "infantry", "key": "b"})
    ann.post(f"{place}/act", {"do": "squad", "seat": "one", "squad": "clone-troopers", "key": "c"})
    ann.post(f"{place}/act", {"do": "begin", "key": "d"})
    shown = text_of(ann.get(place))
    assert "Set up the table" in shown and "Clone Troopers" in shown


@pytest.mark.rule(357)
@pytest.mark.django_db
def test_the_big_screen_of_an_operation_has_both_squads_and_no_secret() -> None:
    """From when colours are known; which token is the Codes stays with Red."""
    accounts = {"one": person("Ann"), "two": person("Bob")}
    desk = desk_over(new_store(), "a" * 32)
    place, watcher = f"/game/{'a' * 32}", Client()
    for seat, command in (
        ("one", commands.OpenGame(player="Ann", mode="special-operations", mission="the-codes",
                                  squad="rebel-troopers", watched=True)),
        ("two", commands.TakeSeat(seat="two", player="Bob")),
        ("two", commands.BringSquad(seat="two", squad="infantry")),
        ("one", commands.BeginGame()),
    ):  # fmt: skip
        HANDLERS.handle(desk, deed(accounts[seat]), command)

    def until(end: str) -> str:
        for _ in range(60):
            if desk.game.table.todo[-1].id.endswith(end):
                return watcher.get(f"{place}/hall").content.decode()
            seat = next(one for one in SEATS if open_step(view(desk.game, one)))
            said = next(iter(legal(view(desk.game, seat))))
            HANDLERS.handle(desk, deed(accounts[seat]), commands.Speak(seat=seat, said=said))
        raise AssertionError(end)

    assert watcher.get(f"{place}/hall").status_code == 404, "before anybody is Blue"
    shown = until(".act1")
    assert "hall-game" in shown and "Round 1 of 4" in shown and "The Codes!" in shown
    for unit in desk.game.table.units.values():
        assert f"<span>{words.unit_name(desk.game.table, unit.id)}</span>" in shown
    red = desk.game.table.seat_of("red")
    assert set(desk.game.secrets[red].codes.values()) == {"codes", "decoy-1", "decoy-2"}
    assert "holds the Codes" not in shown and "Choose an action" not in shown
    assert "holds the Codes" in render_page(part_for(desk, red))
