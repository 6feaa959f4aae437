"""The advantages of standard games: what they do, when, for whom and how often."""

from typing import Any

import pytest
from msgspec.structs import replace

from muster.cli.recorded.written import ByScript
from muster.rules.dice.faces import Die, Face, Roll
from muster.rules.game.answers import Say, Units
from muster.rules.game.game import evolve, go_on, handle
from muster.rules.game.hooks import UNIT_ACTIONS, at
from muster.rules.game.kernel import RULES, Outcome
from muster.rules.game.phases.activation import may_pass
from muster.rules.game.phases.places import end_steps
from muster.rules.game.scoring.standard_advantages import prints
from muster.rules.game.steps import Confirm, Gain, StartOfEnd, Turn
from muster.rules.game.steps.choices import NO, YES
from muster.rules.game.steps.step import Choose
from muster.rules.game.steps.step import Roll as RollStep
from muster.rules.game.table import Chair, Game, Marker, Mission, Table
from tests.rules.game.card_tables import after, answered, fell, is_question, table, with_markers, with_unit


def holding(card: str, **more: Any) -> Table:
    """Blue has the advantage; the first Activation Phase."""
    mission = Mission(blue_advantage=card)
    return table(**{"mission": mission, "round": 1, "phase": "activation", **more})


def choose(before: Table, step: Choose, *things: str) -> Outcome:
    return answered(before, step, *things)


def asked(before: Table, hook: Any, unit: str = "") -> Any:
    (step,) = at(before, hook, unit).then
    return step


@pytest.mark.rule(463)
def test_garrison_prepares_up_to_one_corps_unit() -> None:
    before = holding("garrison", round=0, phase="setup")
    step = asked(before, "setup")
    assert (step.seat, step.least, step.most, step.options) == ("one", 0, 1, ("one.2", "one.3", "one.4"))
    assert after(before, choose(before, step, "one.2")).units["one.2"].prepared


@pytest.mark.parametrize(
    "card", ["black-ops", "armored-assault", "rapid-deployment", "advanced-intel", "cunning-deployment"]
)
def test_gifts_of_the_first_activation_phase_come_once(card: str) -> None:
    before = holding(card)
    for unit, kind in (("one.5", "ground-vehicle"), ("one.2", "clone-trooper")):
        before = with_unit(before, unit, unit_type=kind)
    assert at(before, "activations") != Outcome()
    assert at(replace(before, round=2), "activations") == Outcome()


def test_black_ops_hides_a_small_trooper_unit_or_readies_one_that_hides_already() -> None:
    before = with_unit(holding("black-ops"), "one.3", miniatures=7)
    step = asked(before, "activations")
    assert step.options == ("one.2", "one.4", "one.5")
    assert "infiltrate" in after(before, choose(before, step, "one.2")).units["one.2"].keywords
    had = with_unit(before, "one.4", keywords=("infiltrate",))
    assert after(had, choose(had, step, "one.4")).units["one.4"].tokens == {"aim": 1, "dodge": 1}


def test_armored_assault_aims_up_to_three_vehicles() -> None:
    before = with_unit(holding("armored-assault"), "one.6", unit_type="repulsor-vehicle")
    step = asked(before, "activations")
    assert step.options == ("one.6",)
    assert after(before, choose(before, step, "one.6")).units["one.6"].tokens == {"aim": 1}


def test_rapid_deployment_reinforces_two_corps_clones() -> None:
    before = holding("rapid-deployment")
    for unit in ("one.2", "one.3", "one.4", "one.5"):
        before = with_unit(before, unit, unit_type="clone-trooper")
    step = asked(before, "activations")
    assert (step.options, step.most) == (("one.2", "one.3", "one.4"), 2)
    reinforced = after(before, choose(before, step, "one.3"))
    assert "reinforcements" in reinforced.units["one.3"].keywords
    for round, seats in ((1, ["one"]), (2, [])):
        ends = Game(table=replace(reinforced, round=round))
        moves = RULES[StartOfEnd].settle(ends, StartOfEnd(id="x"), None, None, None).then  # type: ignore[arg-type]
        assert [one.seat for one in moves if isinstance(one, Confirm)] == seats, "a move, in round 1"


def test_command_override_lets_ai_units_order_themselves_twice_a_game() -> None:
    before = with_unit(holding("command-override"), "one.2", keywords=("ai",))
    before = with_unit(before, "one.3", keywords=("ai",), order="faceup")
    step = asked(before, "ordered")
    assert (step.options, step.least) == (("one.2",), 0)
    ordered = after(before, choose(before, step, "one.2"))
    assert ordered.units["one.2"].order == "faceup"
    fresh = with_unit(ordered, "one.2", order="")
    twice = with_unit(after(fresh, choose(fresh, step, "one.2")), "one.2", order="")
    assert at(twice, "ordered").then == (), "its two tokens are spent"


def test_coordinated_strike_is_for_republic_units_once_a_game() -> None:
    before = holding("coordinated-strike")
    assert at(before, "priority").then == (), "no Republic unit"
    clones = with_unit(with_unit(before, "one.2", card="Bc"), "one.3", card="na")
    step = asked(clones, "priority")
    assert (step.options, step.least, step.most) == (("one.2", "one.3"), 0, 2)
    used = after(clones, choose(clones, step, "one.2"))
    assert used.marks.get("coordinate.one.2.r1", 0) and used.marks.get("used.coordinated-strike.blue", 0)
    assert after(clones, choose(clones, step)).marks == {}, "not used, not spent"
    assert at(used, "priority").then == ()


def test_no_time_to_lose_spends_a_pass_token_when_an_own_unit_begins() -> None:
    chairs = {"one": Chair(passes=1), "two": Chair(passes=1)}
    before = with_unit(holding("no-time-to-lose", chairs=chairs), "one.2", suppression=2)
    assert at(before, "unit-start", "two.2").then == ()
    step = asked(before, "unit-start", "one.2")
    ready = after(before, choose(before, step, "aim-and-dodge"))
    assert ready.units["one.2"].tokens == {"aim": 1, "dodge": 1} and ready.chairs["one"].passes == 0
    calm = after(before, choose(before, step, "recover"))
    assert calm.units["one.2"].suppression == 0 and calm.chairs["one"].passes == 0
    assert choose(before, step) == Outcome(), "it may be kept"
    passed = replace(before, chairs={**chairs, "two": Chair(passes=1, just_passed=True)})
    spent = after(passed, choose(passed, step, "recover"))
    assert not may_pass(spent, Turn(id="x", seat="two", number=3)), "still not twice running"
    assert at(ready, "unit-start", "one.3").then == ()


def test_extreme_discipline_trades_suppression_for_a_wound_twice_a_game() -> None:
    before = with_unit(holding("extreme-discipline"), "one.2", suppression=2)
    step = asked(before, "suppressed", "one.2")
    assert is_question(step) and step.seat == "one"
    outcome = answered(before, step, YES)
    assert after(before, outcome).units["one.2"].suppression == 0
    (wound,) = outcome.then
    assert isinstance(wound, Gain) and (wound.what, wound.number, wound.units) == ("wound", 1, ("one.2",))
    spent = replace(before, marks={"used.extreme-discipline.blue": 2})
    assert at(spent, "suppressed", "one.2").then == ()
    red = with_unit(before, "two.2", suppression=1)
    assert at(red, "suppressed", "two.2").then == ()


def test_a_scrambler_is_placed_and_the_enemy_removes_it() -> None:
    before = holding("scrambled-orders", round=0, phase="setup")
    outcome = at(before, "setup")
    assert [one.seat for one in outcome.then if isinstance(one, Confirm)] == ["one"]
    placed = replace(after(before, outcome), round=1, acting="two.2")
    assert UNIT_ACTIONS["remove-scrambler"].able(placed, placed.units["two.2"]) == ("scrambler-blue",)
    own = replace(placed, acting="one.2")
    assert UNIT_ACTIONS["remove-scrambler"].able(own, own.units["one.2"]) == ()
    gone = after(
        placed, UNIT_ACTIONS["remove-scrambler"].settle(placed, placed.units["two.2"], "scrambler-blue")
    )
    assert gone.markers["scrambler-blue"].gone


@pytest.mark.parametrize(("card", "dice"), [("ordnance", 3), ("strafing-run", 4)])
def test_fire_from_afar_is_called_once_and_falls_in_the_end_phase(card: str, dice: int) -> None:
    before = holding(card, phase="command", round=2)
    step = asked(before, "pools")
    assert is_question(step) and step.seat == "one"
    assert answered(before, step, NO) == Outcome(), "it may wait"
    called = after(before, answered(before, step, YES))
    roll = asked(called, "end-start")
    assert isinstance(roll, RollStep) and roll.dice == (Die.ATTACK_BLACK,) * dice
    assert at(replace(called, round=3), "pools").then == (), "once a game"
    assert at(replace(called, round=3), "end-start").then == (), "the token was removed"


def near(card: str, *faces: Face) -> Choose:
    dice = (Die.ATTACK_BLACK,) * len(faces)
    before = holding(card, phase="end", round=2)
    cast = RollStep(id="x", seat="one", what=card, dice=dice)
    outcome = fell(before, cast, Roll(dice=dice, faces=faces, origin="scripted"))
    (step,) = outcome.then
    assert isinstance(step, Choose) and len(step.options) == 12, "units of both sides"
    return step


def test_ordnance_wounds_armour_and_suppresses_the_others() -> None:
    """A Critical and two Hits: four wounds for a Vehicle, three Suppression for Troopers."""
    before = with_unit(holding("ordnance", phase="end", round=2), "two.6", unit_type="ground-vehicle")
    armoured = with_unit(before, "two.5", keywords=("armor",))
    step = near("ordnance", Face.CRITICAL, Face.HIT, Face.HIT)
    gains = choose(armoured, step, "two.2", "two.5", "two.6").then
    assert {(one.what, one.number, one.units) for one in gains if isinstance(one, Gain)} == {
        ("wound", 4, ("two.5", "two.6")), ("suppression", 3, ("two.2",)),
    }  # fmt: skip


def test_a_strafing_run_suppresses_whoever_is_under_it() -> None:
    step = near("strafing-run", Face.CRITICAL, Face.HIT, Face.BLANK, Face.SURGE)
    (gain,) = choose(holding("strafing-run"), step, "one.2", "two.2").then
    assert isinstance(gain, Gain)
    assert (gain.what, gain.number, gain.units) == ("suppression", 2, ("one.2", "two.2"))


def falls_on(before: Table, card: str, *units: str) -> Game:
    """Blue's fire has been called: the End Phase, until somebody is asked what is under it."""
    called = replace(before.mission, blue_advantage=card)
    before = replace(before, mission=called, priority="one", marks={f"{card}.blue.r2": 1})
    chance = ByScript({card: ["hit", "hit", "blank", "blank"]})
    game = Game(table=before)
    for event in go_on(game, Outcome(then=end_steps(before)), (), chance):
        game = evolve(game, event)
    for event in handle(game, "one", Units(prompt=game.table.todo[-1].id, units=units), chance):
        game = evolve(game, event)
    return game


@pytest.mark.rule(488)
def test_scanners_are_counted_after_what_falls_as_the_end_phase_starts() -> None:
    held = [Marker(id=f"s{n}", name="Scanner", kind="asset", of="red", holder=f"two.{n}") for n in (2, 3)]
    before = with_markers(table("close-the-pocket", "surface-scan"), *held)
    tank = with_unit(before, "two.2", unit_type="ground-vehicle", wounds=2)
    struck = falls_on(tank, "ordnance", "two.2").table
    assert (struck.units["two.2"].gone, struck.markers["s2"].holder) == ("defeated", "")
    assert (struck.round, struck.scores) == (3, ()), "one Scanner is not two"


def test_who_is_shaken_at_a_token_may_be_steadied_before_it_is_scored() -> None:
    """Two Suppression are twice its Courage, but not twice its Commander's (core: Panic)."""
    before = replace(table("close-the-pocket"), places={"stockpile-centre": ("two.2",)})
    game = falls_on(before, "strafing-run", "two.2")
    step = game.table.todo[-1]
    assert is_question(step) and (step.what, step.seat, step.by) == ("steadied", "two", "two.1")
    for yes, worth in ((True, 2), (False, 0)):
        after_it = game
        for event in handle(game, "two", Say(prompt=step.id, yes=yes), ByScript()):
            after_it = evolve(after_it, event)
        assert after_it.table.points("red") == worth


def test_keywords_are_those_of_the_card_and_those_gained() -> None:
    """The A-A5 Speeder Truck has Armor 5."""
    before = with_unit(table(), "one.6", card="sm")
    assert prints(before.units["one.6"], "armor") and not prints(before.units["one.6"], "ai")
    assert prints(with_unit(before, "one.6", keywords=("ai",)).units["one.6"], "ai")


def test_both_may_have_the_same_advantage() -> None:
    both = Mission(blue_advantage="ordnance", red_advantage="ordnance")
    steps = at(holding("ordnance", mission=both), "pools").then
    assert [one.seat for one in steps if is_question(one)] == ["one", "two"]
