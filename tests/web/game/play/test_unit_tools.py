"""What may be changed on a unit: fetched by its own player when it is opened, not sent with every frame."""

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import Client
from msgspec.structs import replace

from muster.app.game.playing import commands
from muster.rules.game.answers import Defeat
from muster.rules.game.table import Audience, Level, View, view
from muster.web.game.play.forms import FORMS
from muster.web.game.play.pages import part_for
from muster.web.game.play.rows import groups, tools_of, unit_lines
from muster.web.page import render_page
from tests.app.game_seats import two_at_a_game, while_a_unit_acts
from tests.web.account_fixtures import markup
from tests.web.game_twins import GAME, Twin, people

HANDLE, STEPPER = 'href="/game/77777777777777777777777777777777/tools/{}"', 'value="suppress {}"'


def test_a_frame_has_the_handles_of_ones_own_units_and_the_tools_of_the_one_that_acts() -> None:
    desk = while_a_unit_acts()
    acts = desk.game.table.acting
    for seat, foe in (("one", "two"), ("two", "one")):
        page = render_page(part_for(desk, seat))
        units = [unit.id for unit in desk.game.table.units.values() if unit.here and unit.courage is not None]
        assert units and all((HANDLE.format(one) in page) == one.startswith(seat) for one in units)
        assert all((STEPPER.format(one) in page) == (one == acts and acts.startswith(seat)) for one in units)
        assert f"by.{foe}" not in page


@pytest.mark.parametrize(
    ("audience", "theirs"),
    [("one", "one"), ("two", "two"), ("both", "one two"), ("watch", ""), ("official", "")],
)
def test_tools_are_for_who_may_use_them(audience: Audience, theirs: str) -> None:
    """One phone for both has them for either side, each with the units of the other to say who did it."""
    seen = view(while_a_unit_acts().game, audience)
    for unit in seen.table.units.values():
        tools = tools_of(seen, unit.id)
        assert bool(tools) == (unit.seat in theirs)
        assert not tools or {one.value.partition(".")[0] for one in tools.attackers} == {"one", "two"} - {
            unit.seat
        }
    assert tools_of(seen, "one.99") is None


def test_before_the_first_round_and_where_only_the_score_is_kept_there_are_none() -> None:
    assert tools_of(view(two_at_a_game().game, "one"), "one.1") is None
    assert tools_of(view(two_at_a_game(level="score").game, "one"), "one.1") is None


def test_by_whom_a_unit_was_defeated_is_read_from_its_own_tools() -> None:
    said = FORMS["defeat"].read(QueryDict("do=defeat two.1&by.two.1=one.3&by.two.2=one.1"))
    assert isinstance(said, commands.Speak) and said.said == Defeat(unit="two.1", by="one.3")


def equipped(audience: Audience, level: Level = "full") -> View:
    """Both have a unit with Offensive Push and an upgrade that nobody knows any more."""
    seen = view(while_a_unit_acts().game, audience)
    units = {
        id: replace(unit, upgrades=("jb", "zz", "jb") if id.endswith(".1") else ())
        for id, unit in seen.table.units.items()
    }
    return replace(seen, table=replace(seen.table, units=units, level=level))


@pytest.mark.parametrize("audience", ["one", "two", "both", "watch", "official"])
def test_everybody_may_read_what_the_upgrades_of_a_unit_do(audience: Audience) -> None:
    seen = equipped(audience)
    for unit in seen.table.units.values():
        tools = tools_of(seen, unit.id)
        own = audience in (unit.seat, "both")
        upgrades = tools.upgrades if tools else ()
        assert [card.name for card in upgrades] == (["Offensive Push"] if unit.upgrades else [])
        assert not tools or tools.row.own == bool(tools.steps) == bool(tools.attackers) == own
        assert tools or not own


def test_the_row_of_an_opponents_unit_opens_its_upgrades_alone() -> None:
    seen = equipped("one")
    for foe in ("two.1", "two.2"):
        (row,) = [row for group in groups(seen, "two") for row in group.rows if row.id == foe]
        lines = unit_lines(row, False, "7" * 32)
        assert (HANDLE.format(foe) in lines) == ("Upgrades of" in lines) == (foe == "two.1")
    score = equipped("one", "score")
    assert not any(row.kit for group in groups(score, "two") for row in group.rows)


def test_an_upgrade_in_the_tools_says_what_it_does_with_its_keywords_as_links() -> None:
    seen = equipped("two")
    for unit in ("one.1", "two.1"):
        page = render_to_string("game/play/tools_part.html", {"tools": tools_of(seen, unit)})
        assert (
            '<a href="/cards/upgrade/offensive-push"><b>Offensive Push</b></a> Exhaust as a free action'
            in page
        )
        assert 'it has <a href="/keywords/tactical">Tactical 1</a> for its next Move action' in page
        assert (f'value="suppress {unit}"' in page) == (unit == "two.1")


@pytest.mark.django_db
def test_without_scripts_they_are_a_page_whose_form_acts() -> None:
    who = people()
    twin = Twin(who, "plain")
    twin.prepare()
    twin.play("acts")
    bob = who.browsers["bob"]
    fold = bob.get(f"/game/{GAME}/tools/two.1", headers={"HX-Request": "true"})
    assert "<html" not in markup(fold) and fold["Cache-Control"] == "no-store"
    page = markup(bob.get(f"/game/{GAME}/tools/two.1"))
    assert (
        '<form id="say"' in page and 'value="token two.1 aim"' in page and 'name="seat" value="two"' in page
    )
    tapped = {"do": "token two.1 aim", "seat": "two", "key": "k"}
    assert bob.post(f"/game/{GAME}/act", tapped)["Location"] == f"/game/{GAME}"
    assert "<b>1</b>" in markup(bob.get(f"/game/{GAME}/tools/two.1"))
    assert Client().get(f"/game/{GAME}/tools/two.1").status_code == 404
