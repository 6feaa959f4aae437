"""What a player of Special Operations is asked, filled in on the page as drawn, sent as a browser would."""

from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from django.http import QueryDict

from muster.rules.game.answers import AnyInput, Strike
from muster.rules.game.log.events import Rolled
from muster.rules.game.special_operations.events import AttackDeclared, Moved
from muster.rules.game.steps import CleanUp, EndOfEnd, MissionSetup, StartOfEnd
from muster.rules.game.steps.operations import DeployUnit, Sheet
from muster.rules.game.table import Seat, other
from muster.rules.violations import Refused
from muster.web.game.play import words
from muster.web.game.play.forms import FORMS
from muster.web.game.play.pages import part_for
from muster.web.page import render_page
from tests.rules.game.operations import (
    SHIELDS,
    VEHICLE,
    Bench,
    covert_both,
    table,
    the,
    with_chair,
    with_unit,
)
from tests.web.form_filler import Shown


class Page(HTMLParser):
    """The page of a seat: the values that its one form would send untouched, and its buttons."""

    def __init__(self, bench: Bench, seat: Seat) -> None:
        super().__init__()
        self.shown = render_page(part_for(Shown(bench.game), seat))
        self.sent: dict[str, list[str]] = {}
        self.buttons: list[str] = []
        self.offered: dict[str, list[str]] = {}
        self.feed(self.shown)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        name, value = values.get("name", ""), values.get("value", "")
        if values.get("form") != "say" or "disabled" in values:
            return
        if tag == "button":
            self.buttons.append(value)
            return
        chosen = values.get("type") not in ("radio", "checkbox")
        if not chosen:
            self.offered.setdefault(name, []).append(value)
        if chosen or "checked" in values:
            self.sent.setdefault(name, []).append(value)

    def press(self, button: str = "say", **changed: str | list[str]) -> AnyInput:
        """What is said with a button, some fields filled in otherwise."""
        assert button in self.buttons, self.buttons
        form = QueryDict(urlencode({**self.sent, **changed, "do": button}, doseq=True))
        said: AnyInput = FORMS[button.partition(" ")[0]].read(form).said  # type: ignore[attr-defined]
        return said


def refused(bench: Bench, seat: Seat, said: AnyInput) -> list[str]:
    """Why the game does not take it."""
    with pytest.raises(Refused) as found:
        bench.say(seat, said)
    return [one.code for one in found.value.violations]


def thrower() -> Bench:
    """A unit is to throw its detonator."""
    bench = Bench(table(VEHICLE, ("infantry", "rebel-commandos"))).run(MissionSetup(id="setup.cards"))
    armed = with_unit(bench.table, "two.2", deployed=True, tokens={"detonator": 1})
    return Bench(armed).acting("two.2").take("detonator")


# The vehicle -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shooter", "arcs"), [("rebel-commando", ["rear"]), ("wookiee-bowcaster", ["rear", "sides", "front"])]
)
def test_the_sheet_asks_for_the_arc_of_the_vehicle(shooter: str, arcs: list[str]) -> None:
    """From front and sides with Impact only; none is chosen beforehand, and without one nothing is fought."""
    bench = Bench(table(VEHICLE, ("infantry", "rebel-commandos"))).run(MissionSetup(id="setup.cards"))
    hull, unit = the(bench.table, "vehicle-empire"), the(bench.table, shooter, "two")
    bench.run(Sheet(id="bout", seat="two", unit=unit, targets=(hull,), optional=True))
    assert dict.fromkeys(one.arc for one in bench.legal("two") if isinstance(one, Strike) and one.target) == (
        dict.fromkeys(arcs)
    )
    page = Page(bench, "two")
    assert page.offered[f"arc.{hull}"] == arcs
    said = page.press()
    assert isinstance(said, Strike) and (said.target, said.arc) == (hull, "")
    assert refused(bench, "two", said) == ["game.no_arc"]
    bench.say("two", page.press(**{f"arc.{hull}": arcs[-1]}))
    assert [one.on for one in bench.of(AttackDeclared)] == [hull]


def test_a_weapon_without_impact_is_offered_the_rear_alone() -> None:
    """The blades of the Command Droid have Impact, its blaster has none: each way to attack is taken."""
    bench = Bench(table(VEHICLE, ("infantry", "droid-commandos"))).run(MissionSetup(id="setup.cards"))
    hull, unit = the(bench.table, "vehicle-empire"), the(bench.table, "bx-command-droid", "two")
    bench.run(Sheet(id="bout", seat="two", unit=unit, targets=(hull,), optional=True))
    page = Page(bench, "two")
    ways = page.offered[f"weapons.{hull}"]
    sides = {way.partition("|")[2] for way in ways}
    assert sides == {"rear", "sides", "front"} and len(ways) < 3 * len(
        {way.partition("|")[0] for way in ways}
    )
    assert f"arc.{hull}" not in page.offered and f"weapons.{hull}" not in page.sent
    for way in ways:
        said = page.press(**{f"weapons.{hull}": way})
        assert isinstance(said, Strike) and said in bench.legal("two")


@pytest.mark.rule(370)
@pytest.mark.parametrize(
    ("told", "dice"), [("0", 10), ("2", 8), ("2.5", 8), ("2,99", 8), ("3.0", 7), ("9.9", 1)]
)
def test_a_detonator_is_thrown_from_the_distance_as_it_was_measured(told: str, dice: int) -> None:
    """A die less for each full inch; nothing is chosen before somebody has measured."""
    bench = thrower()
    page = Page(bench, "two")
    assert refused(bench, "two", page.press()) == ["game.no_inches"]
    bench.say("two", page.press(inches=told))
    assert [len(one.roll.dice) for one in bench.of(Rolled)] == [dice]


@pytest.mark.rule(370)
@pytest.mark.parametrize("told", ["10", "12.5", "-1", "near", "2.5.1", "1e0", "nan"])
def test_no_detonator_is_thrown_without_a_distance_that_leaves_a_die(told: str) -> None:
    bench = thrower()
    assert refused(bench, "two", Page(bench, "two").press(inches=told)) == ["game.no_inches"]
    assert bench.unit(bench.step.unit).has("detonator")


# The Transmitter card --------------------------------------------------------------------------------------


@pytest.mark.rule(339, 344)
@pytest.mark.parametrize(
    ("unit", "deed", "after"), [("two.2", "", (4, 2, 3)), ("one.9", "encrypt", (0, 2, 1))]
)
def test_slots_are_left_on_the_page(unit: str, deed: str, after: tuple[int, int, int]) -> None:
    """All that match are ticked; who unticks them, or says none, leaves the tokens as they are."""
    faces = {"encrypt" if deed else "console": ["hit", "hit", "blank"]}

    def slots(button: str, **changed: list[str]) -> int:
        bench = Bench(table(SHIELDS, marks={"slot.hit": 2}), **faces).acting(unit).take("console", deed)
        seat = bench.unit(unit).seat
        return bench.say(seat, Page(bench, seat).press(button, **changed)).table.marks.get("slot.hit", 0)

    assert (slots("say"), slots("say none"), slots("say", unit=["slot-hit-1"])) == after


# Covert units ----------------------------------------------------------------------------------------------


@pytest.mark.rule(327)
@pytest.mark.parametrize("first", ["one", "two"])
def test_the_priority_player_is_asked_first_which_covert_tokens_to_open(first: Seat) -> None:
    """G15: after the tokens of the round are gone, whatever the colour."""
    bench = Bench(*covert_both("v1.1", first)).run(CleanUp(id="r1.clean"), EndOfEnd(id="r1.end-of-end"))
    asked = "Which covert tokens do you open?"
    assert asked in Page(bench, first).shown and asked not in Page(bench, other(first)).shown
    bench.say(first, Page(bench, first).press("say none"))
    assert asked in Page(bench, other(first)).shown


@pytest.mark.rule(325, 326)
def test_a_covert_token_has_the_number_that_was_drawn_for_it() -> None:
    """Its player reads what it means, the other its number alone (G15)."""
    before = table(squads=("arc-troopers", "infantry"), round=0, phase="setup")
    before = with_chair(before, "one", assets=("covert-deployment",))
    hidden = [unit.id for unit in before.army("one") if unit.card in ("arc-jet-pack", "arc-dc-15x")]
    for id in hidden:
        before = with_unit(before, id, deployed=False, tokens={"waiting": 1})
    bench = Bench(before)
    bench.chance.numbers["covert-token"] = [2, 0]
    bench.run(DeployUnit(id="setup.deploy1", seat="one", number=1))
    for id, token in zip(hidden, ("3", "1", "2"), strict=True):
        bench.say("one", Page(bench, "one").press(pick=id))
        name = words.unit_name(bench.table, id)
        assert f"Covert token {token} is {name}" in Page(bench, "one").shown
        assert f"Covert token {token} is" not in Page(bench, "two").shown


# Command cards ---------------------------------------------------------------------------------------------


def test_saying_none_for_one_unit_of_silent_approach_leaves_the_others() -> None:
    """Each friendly unit looks for itself."""
    before = table(squads=("rebel-commandos", "infantry"), edition="v1.1")
    bench = Bench(with_chair(before, "one", played="silent-approach")).hook("revealed")
    looks = [unit.id for unit in before.army("one")]
    for unit in looks:
        page = Page(bench, "one")
        assert f"Which enemy unit does {words.unit_name(bench.table, unit)} see?" in page.shown
        last = unit == looks[-1]
        bench.say("one", page.press(pick="two.2") if last else page.press("say none"))
    assert bench.unit("two.2").tokens == {"observation": 1} and bench.asked() is None


def test_a_unit_that_endless_legions_returns_has_arrived() -> None:
    """G34: a Scout moves then, as after every deployment."""
    before = table(squads=("invasion-force", "infantry"), edition="v1.1")
    fallen = the(before, "b1-battle-droid")
    before = with_unit(before, fallen, gone="defeated", card="bx-deflector-shield")
    bench = Bench(with_chair(before, "one", played="endless-legions")).run(StartOfEnd(id="end"))
    bench.say("one", Page(bench, "one").press(pick=f"return {fallen}"))
    assert [(one.unit, one.why) for one in bench.of(Moved)] == [(fallen, "scout")]


@pytest.mark.rule(387)
def test_fire_support_names_an_enemy_unit_and_may_hit_ones_own() -> None:
    """G51: there is no None for the target; who else is near is told, of both sides, or nobody."""
    before = with_chair(
        table(squads=("clone-troopers", "infantry"), edition="v1.1"), "one", played="fire-support"
    )

    def salvo(**near: list[str]) -> Bench:
        bench = Bench(before, fire_support=["hit", "blank", "blank"] * 2).hook("revealed")
        page = Page(bench, "one")
        assert "say none" not in page.buttons and "/rules/387" in page.shown
        bench.say("one", page.press(pick="two.2"))
        page = Page(bench, "one")
        return bench.say("one", page.press(**near) if near else page.press("say none"))

    alone, both = salvo(), salvo(unit=["one.3"])
    assert [one.unit("two.2").suppression for one in (alone, both)] == [1, 1]
    assert [one.unit("one.3").suppression for one in (alone, both)] == [0, 1]
