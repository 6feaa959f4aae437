"""The Recon cards: every victory point from the document, round by round (003, rules 472 to 498)."""

from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.game.answers import Finish, Say, Suppress
from muster.rules.game.hooks import at
from muster.rules.game.kernel import RULES
from muster.rules.game.log.events import MarkerChanged, Scored
from muster.rules.game.log.evolve import evolve
from muster.rules.game.missions import deck, mission_cards
from muster.rules.game.scoring.contesting import leads_at, panicked, secured_by, steadying
from muster.rules.game.scoring.recon_secondaries import (
    open_boxes,
    scanner_points,
    tell_scanners_out,
    tell_seen,
)
from muster.rules.game.steps import TellPlaces, UnitActs
from muster.rules.game.steps.choices import YES, Among
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Chair, Game, Marker, Mission, Table, Unit
from tests.rules.game.card_tables import answered, is_question
from tests.rules.game.game_table import army
from tests.rules.game.golden_games import Golden, read


def table(objective: str = "", secondary: str = "", **more: Any) -> Table:
    """Seat one is Blue; everybody is on the table; round 2."""
    units = {unit.id: replace(unit, deployed=True) for unit in (*army("one"), *army("two"))}
    markers = {one.id: one for one in mission_cards()[objective].tokens} if objective else {}
    mission = Mission(objective=objective, secondary=secondary)
    fields = {"round": 2, "phase": "end", "blue": "one", "units": units, "markers": markers, **more}
    return Table(mission=mission, **fields)


def with_unit(before: Table, unit: str, **fields: Any) -> Table:
    changed: Unit = replace(before.units[unit], **fields)
    return replace(before, units={**before.units, unit: changed})


def points(before: Table, hook: Any = "score") -> dict[str, int]:
    scored = [event.score for event in at(before, hook).events if isinstance(event, Scored)]
    return {side: sum(one.points for one in scored if one.side == side) for side in ("blue", "red")}


@pytest.mark.rule(472, 476, 482)
def test_the_maps_stand_in_one_convention() -> None:
    """x along Red's edge, y away from it: towers, bunkers and stockpiles of the map cards."""
    places = {
        card: sorted((one.x, one.y) for one in mission_cards()[card].tokens)
        for card in ("intercept-signals", "bunker-assault", "close-the-pocket")
    }
    assert places["intercept-signals"] == [(6, 18), (18, 6), (18, 30), (30, 18)]
    assert places["bunker-assault"] == [(6, 12), (6, 24), (30, 12), (30, 24)]
    assert places["close-the-pocket"] == [(6, 18), (18, 18), (30, 18)]
    near_red = {one.id for one in mission_cards()["bunker-assault"].tokens if one.y < 18}
    assert {one.id for one in mission_cards()["bunker-assault"].tokens if one.of == "red"} == near_red


@pytest.mark.rule(443)
def test_recon_has_three_cards_of_each_kind() -> None:
    assert {kind: len(deck("recon", kind)) for kind in ("objective", "secondary", "advantage")} == {
        "objective": 3,
        "secondary": 3,
        "advantage": 3,
    }


def test_a_token_is_secured_by_the_side_with_more_units_contesting() -> None:
    before = table("close-the-pocket", places={"stockpile-left": ("one.1", "two.1", "two.2")})
    left = before.markers["stockpile-left"]
    assert secured_by(before, left) == "red"
    assert secured_by(with_unit(before, "two.2", suppression=2), left) is None, (
        "a Panicked unit contests nothing"
    )
    assert secured_by(with_unit(before, "two.2", gone="defeated"), left) is None


@pytest.mark.rule(483)
def test_close_the_pocket_is_two_for_the_centre_and_one_for_the_others() -> None:
    places = {"stockpile-centre": ("one.1",), "stockpile-left": ("one.2",), "stockpile-right": ("two.1",)}
    assert points(table("close-the-pocket", places=places)) == {"blue": 3, "red": 1}
    assert points(table("close-the-pocket", places=places, round=1)) == {"blue": 0, "red": 0}


@pytest.mark.rule(474)
def test_a_tower_counts_for_both_if_one_secures_it_and_the_other_has_intel_there() -> None:
    places = {
        "tower-left": ("one.1", "one.2", "two.1"),
        "tower-blue": ("one.3",),
        "tower-red": ("two.2",),
    }
    before = table("intercept-signals", places=places)
    assert points(before) == {"blue": 1, "red": 0}, "towers in one's own Territory count for nobody"
    assert points(with_unit(before, "two.1", tokens={"intel": 1})) == {"blue": 1, "red": 1}
    both = with_unit(before, "one.1", tokens={"intel": 1})
    assert points(both) == {"blue": 1, "red": 0}, "secured and Intel at one tower is still one point"
    assert points(replace(before, round=1)) == {"blue": 0, "red": 0}


@pytest.mark.rule(473)
def test_each_names_three_and_gives_intel_to_two_of_the_others_three() -> None:
    before = table("intercept-signals", round=0, phase="setup")
    first, *rest = [step for step in at(before, "setup").then if isinstance(step, Choose)]
    assert (first.seat, first.least, first.most) == ("one", 3, 3) and rest[0].seat == "two"


@pytest.mark.rule(475)
def test_securing_a_tower_brings_intel_up_to_two_units_from_round_one() -> None:
    places = {"tower-left": ("one.1", "one.2", "one.3")}
    before = table("intercept-signals", round=1, places=places)
    (step,) = at(before, "end-end").then
    assert isinstance(step, Choose) and (step.least, step.most) == (0, 2)
    one = with_unit(before, "one.5", tokens={"intel": 1})
    (step,) = at(one, "end-end").then
    assert isinstance(step, Choose) and step.most == 1, "never above two units of a side"
    two = with_unit(one, "one.4", tokens={"intel": 1})
    assert at(two, "end-end").then == ()


def wounds(before: Table) -> dict[str, int]:
    events = [one for one in at(before, "end-start").events if isinstance(one, MarkerChanged)]
    return {one.marker.id: one.marker.wounds for one in events}


@pytest.mark.rule(479, 480, 481)
def test_an_enemy_bunker_secured_takes_a_wound_and_one_more_from_a_leader() -> None:
    places = {"bunker-red-left": ("one.2",), "bunker-blue-left": ("one.3",), "bunker-blue-right": ("two.5",)}
    before = table("bunker-assault", places=places)
    assert wounds(before) == {"bunker-red-left": 1, "bunker-blue-right": 2}, "two.5 is a Special Forces unit"
    assert wounds(replace(before, round=1)) == {}
    hurt = replace(before.markers["bunker-blue-right"], wounds=2)
    after = replace(before, markers={**before.markers, hurt.id: hurt})
    fallen = [one.marker for one in at(after, "end-start").events if isinstance(one, MarkerChanged)]
    assert [one.gone for one in fallen if one.id == "bunker-blue-right"] == [True]


@pytest.mark.rule(477, 478)
def test_a_destroyed_bunker_is_three_points_and_none_for_holding_it() -> None:
    places = {"bunker-blue-right": ("two.2",), "bunker-red-left": ("two.3",)}
    before = table("bunker-assault", places=places)
    assert points(before) == {"blue": 0, "red": 2}, "a Bunker counts whoever it belongs to"
    hurt = replace(before.markers["bunker-blue-right"], wounds=2)
    game = Game(table=replace(before, markers={**before.markers, hurt.id: hurt}))
    for event in at(game.table, "end-start").events:
        game = evolve(game, event)
    assert points(game.table) == {"blue": 0, "red": 4}
    for event in at(game.table, "score").events:
        game = evolve(game, event)
    assert points(game.table) == {"blue": 0, "red": 1}, "destroyed counts in that End Phase only"


@pytest.mark.rule(487, 495)
def test_scanners_are_given_by_both_blue_first() -> None:
    for card, number in (("surface-scan", 2), ("recon-mission", 1)):
        steps = at(table(secondary=card, round=0), "setup").then
        assert [(one.seat, one.least, one.most) for one in steps if isinstance(one, Choose)] == [
            ("one", number, number),
            ("two", number, number),
        ]


@pytest.mark.rule(489)
def test_an_enemy_scanner_is_two_points_once_a_game() -> None:
    game = Game(table=table(secondary="surface-scan", round=1))
    events = scanner_points(game.table, "blue")
    for event in events:
        game = evolve(game, event)
    assert game.table.points("blue") == 2 and scanner_points(game.table, "blue") == ()


@pytest.mark.rule(488)
def test_two_scanner_holders_outside_are_one_point() -> None:

    step = tell_scanners_out.ask("one", Among(("one.1", "one.2"), 0, 2))
    here = table(secondary="surface-scan")
    one = answered(here, step, "one.1")
    two = answered(here, step, "one.1", "one.2")
    assert one.events == () and [event.score.points for event in two.events if isinstance(event, Scored)] == [
        1
    ]


@pytest.mark.rule(491)
def test_more_enemy_units_with_their_courage_in_suppression_are_one_point() -> None:
    before = with_unit(table(secondary="bring-them-to-heel"), "two.2", suppression=1)
    assert points(before) == {"blue": 1, "red": 0}
    level = with_unit(before, "one.2", suppression=1)
    assert points(level) == {"blue": 0, "red": 0}
    assert points(replace(before, round=1)) == {"blue": 0, "red": 0}


@pytest.mark.rule(492, 493, 494)
def test_boxes_open_when_their_condition_holds_and_once_a_round() -> None:

    here = with_unit(table(secondary="bring-them-to-heel", round=1), "two.2", suppression=2)
    assert open_boxes(here, "blue") == ("panicked",)
    every = here
    for unit in here.army("two"):
        every = with_unit(every, unit.id, suppression=max(1, unit.suppression))
    assert set(open_boxes(every, "blue")) == {"panicked", "all-suppressed"}
    (asked,) = at(every, "suppressed", "two.2").then
    assert is_question(asked) and asked.seat == "one"
    game = Game(table=every)
    for event in answered(every, asked, YES).events:
        game = evolve(game, event)
    assert game.table.points("blue") == 2 and open_boxes(game.table, "blue") == (), "one box a round"
    assert len(open_boxes(replace(game.table, round=2), "blue")) == 1, "each box once a game"


@pytest.mark.rule(496, 498)
def test_two_enemies_seen_are_one_point_a_round_and_each_is_observed() -> None:

    step = tell_seen.ask("one", Among(("two.1", "two.2"), 0, 2))
    game = Game(table=table(secondary="recon-mission"))
    for seen, expected in ((("two.1",), 0), (("two.1", "two.2"), 1), (("two.1", "two.2"), 1)):
        for event in answered(game.table, step, *seen).events:
            game = evolve(game, event)
        assert game.table.points("blue") == expected
    assert game.table.units["two.1"].tokens["observation"] == 3


@pytest.mark.rule(496, 498)
@pytest.mark.parametrize(("waits", "asked"), [(False, True), (True, False)])
def test_a_scanner_sees_only_from_the_table(waits: bool, asked: bool) -> None:
    """A unit that entered in this activation is on the table when it ends; one that waits is not."""
    scanner = Marker(id="scanner-blue-1", name="Scanner", kind="asset", of="blue", holder="one.2")
    step = UnitActs(id="acts", seat="one", unit="one.2")
    before = table(secondary="recon-mission", phase="activation", markers={scanner.id: scanner}, todo=(step,))
    before = replace(with_unit(before, "one.2", deployed=False), acting="one.2")
    ended = RULES[UnitActs].settle(Game(table=before), step, "one", Finish(prompt="acts", waits=waits), None)
    assert [one.what for one in ended.then if isinstance(one, Choose)] == ["seen"] * asked


@pytest.mark.rule(488)
def test_scanners_off_the_table_are_not_outside_their_territory() -> None:
    held = [Marker(id=f"s{n}", name="Scanner", kind="asset", of="blue", holder=f"one.{n}") for n in (2, 3)]
    before = table(secondary="surface-scan", markers={one.id: one for one in held})
    assert [one.what for one in at(before, "score").then] == ["scanners-out"]
    assert at(with_unit(before, "one.3", deployed=False), "score").then == ()


@pytest.mark.rule(488)
def test_who_contests_a_point_at_home_holds_no_scanner_outside() -> None:
    """Told a moment ago to contest a tower in its own Territory: it is not asked about. At another tower, or
    Panicked there so that it contests nothing, somebody has to look."""
    held = [Marker(id=f"s{n}", name="Scanner", kind="asset", of="blue", holder=f"one.{n}") for n in (2, 3, 4)]
    before = table("intercept-signals", "surface-scan")
    before = replace(before, markers={**before.markers, **{one.id: one for one in held}})

    def asked(places: dict[str, tuple[str, ...]], **unit: int) -> list[tuple[str, ...]]:
        there = with_unit(replace(before, places=places), "one.2", **unit)
        return [one.options for one in at(there, "score").then if isinstance(one, Choose)]

    assert {one.id for one in before.lying() if one.side == "blue"} == {"tower-blue"}
    assert asked({"tower-blue": ("one.2",)}) == [("one.3", "one.4")]
    assert asked({"tower-blue": ("one.2", "one.3")}) == [], "two are needed"
    assert asked({"tower-red": ("one.2",)}) == [("one.2", "one.3", "one.4")]
    assert asked({"tower-blue": ("one.2",)}, suppression=2) == [("one.2", "one.3", "one.4")]


@pytest.mark.parametrize(
    ("off", "asked", "calm"),
    [(("two.1",), False, False), (("two.2",), False, False), (("two.3",), True, False),
     (("two.1", "two.2"), False, True)],
)  # fmt: skip
def test_no_commander_is_looked_for_from_or_off_the_table(
    off: tuple[str, ...], asked: bool, calm: bool
) -> None:
    """Range 3 is measured on the table (core: Panic). Off it a unit is within any distance of allies that are
    off it, too, and of nobody else (core: Undeployed units)."""
    before = with_unit(table(), "two.2", suppression=2)
    for unit in off:
        before = with_unit(before, unit, deployed=False)
    shaken = before.units["two.2"]
    assert bool(steadying(before, shaken)) is asked
    assert panicked(before, shaken) is not calm


@pytest.mark.rule(484, 485)
def test_the_advantages_of_the_first_activation_phase() -> None:
    from muster.rules.game.log.events import PoolsMade

    chairs = {"one": Chair(), "two": Chair(passes=1)}
    mission = Mission(blue_advantage="cunning-deployment", red_advantage="advanced-intel")
    first = replace(table(round=1, phase="activation"), mission=mission, chairs=chairs)
    outcome = at(first, "activations")
    (made,) = [one for one in outcome.events if isinstance(one, PoolsMade)]
    assert made.passes == {"one": 0, "two": 2}
    (step,) = outcome.then
    assert isinstance(step, Choose) and (step.seat, step.least, step.most) == ("one", 3, 3)
    assert at(replace(first, round=2), "activations") == ((), (), True)


@pytest.mark.rule(484)
def test_both_sides_with_advanced_intel_gain_a_pass_token_each() -> None:
    chairs = {"one": Chair(pool=("corps",)), "two": Chair(passes=1)}
    mission = Mission(blue_advantage="advanced-intel", red_advantage="advanced-intel")
    game = Game(table=replace(table(round=1, phase="activation"), mission=mission, chairs=chairs))
    for event in at(game.table, "activations").events:
        game = evolve(game, event)
    now = game.table.chairs
    assert (now["one"].passes, now["two"].passes, now["one"].pool) == (1, 2, ("corps",))


@pytest.mark.rule(480)
def test_a_promoted_trooper_is_a_commander_at_a_bunker() -> None:
    before = table("bunker-assault", places={"bunker-red-left": ("one.2",)})
    bunker = before.markers["bunker-red-left"]
    assert not leads_at(before, bunker, "blue")
    assert leads_at(with_unit(before, "one.2", tokens={"commander": 1}), bunker, "blue")


@pytest.mark.rule(490, 492, 493)
@pytest.mark.parametrize("near", [True, False])
def test_a_commander_near_enough_is_looked_for_before_panic_counts(near: bool) -> None:
    """Two Suppression panic a unit of Courage 1, unless a Commander of Courage 2 is within range 3."""
    golden = Golden(read("recon-close-the-pocket-bring-them-to-heel"))
    golden.until(TellPlaces, round=1)
    holder = Marker(id="scanner-red-1", name="Scanner", kind="asset", of="red", holder="two.2")
    golden.played.write((MarkerChanged(marker=holder),))
    golden.played.say("two", Suppress(unit="two.2", number=2))
    asked = golden.table.todo[-1]
    assert is_question(asked) and (asked.what, asked.seat, asked.by) == ("steadied", "two", "two.1")
    assert golden.table.markers["scanner-red-1"].holder == "two.2", "nothing is dropped before it is known"
    golden.played.say("two", Say(prompt=asked.id, yes=near))
    box = golden.table.todo[-1]
    assert (is_question(box) and box.what == "tick-panicked") is not near
    assert golden.table.markers["scanner-red-1"].holder == ("two.2" if near else "")
