"""The secondaries of standard games: every victory point as the battle cards give it."""

import pytest
from msgspec.structs import replace

from muster.rules.game.answers import Act
from muster.rules.game.effects.reminders import reminders
from muster.rules.game.game import evolve, handle, problems, view
from muster.rules.game.hooks import CARDS, UNIT_ACTIONS, at
from muster.rules.game.kernel import RULES, Outcome
from muster.rules.game.phases.places import near_tokens
from muster.rules.game.scoring.contesting import own_courage
from muster.rules.game.scoring.score_only import counts_offered, marks_offered, one_of
from muster.rules.game.scoring.standard_secondaries import open_boxes
from muster.rules.game.steps import Confirm, Gain
from muster.rules.game.steps.choices import NO, YES
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Game, Marker, Table
from tests.rules.game.card_tables import (
    after,
    answered,
    is_question,
    points,
    scored,
    table,
    with_markers,
    with_unit,
)


def chosen(before: Table, step: Choose, *things: str) -> tuple[Table, Outcome]:
    outcome = answered(before, step, *things)
    return after(before, outcome), outcome


def setup(card: str) -> tuple[Table, tuple[Choose, ...]]:
    before = table(secondary=card, round=0)
    outcome = at(before, "setup")
    return after(before, outcome), tuple(one for one in outcome.then if isinstance(one, Choose))


# Destroy Enemy Base ----------------------------------------------------------------------------------------


def bases() -> Table:
    placed, steps = setup("destroy-enemy-base")
    for step, unit in zip(steps, ("one.2", "two.2"), strict=True):
        placed, _ = chosen(placed, step, unit)
    return replace(placed, round=1)


def test_each_has_a_base_and_a_bomb() -> None:
    placed = bases()
    assert {(one.name, one.of, one.holder) for one in placed.markers.values()} == {
        ("Base", "blue", ""), ("Base", "red", ""),
        ("Base Bomb", "blue", "one.2"), ("Base Bomb", "red", "two.2"),
    }  # fmt: skip
    assert near_tokens(placed) == ("base-blue", "base-red"), "a Base is a point of interest"


@pytest.mark.parametrize(("there", "worth"), [
    (("one.2",), (4, 0)),
    (("one.3", "one.4"), (0, 0)),
    (("one.2", "two.1"), (0, 0)),
    (("one.2", "one.3", "two.1"), (4, 0)),
])  # fmt: skip
def test_a_base_falls_to_a_bomb_where_the_side_secures_it(
    there: tuple[str, ...], worth: tuple[int, int]
) -> None:
    before = replace(bases(), places={"base-red": there, "base-blue": ("one.5",)})
    blown = after(before, at(before, "end-start"))
    assert points(blown) == worth
    assert blown.markers["base-red"].gone is (worth == (4, 0))
    assert blown.markers["bomb-blue"].gone is (worth == (4, 0)), "its Bomb goes with it"
    later = replace(after(blown, at(blown, "score")), round=2)
    assert points(later) == (0, 0), "in that End Phase alone"


def test_a_bomb_is_claimed_by_who_holds_none() -> None:
    dropped = with_markers(bases(), Marker(id="bomb-blue", name="Base Bomb", kind="asset", of="blue"))
    assert CARDS["destroy-enemy-base"].claimable["Base Bomb"](
        dropped, dropped.units["one.3"], dropped.markers["bomb-blue"]
    )
    assert not CARDS["destroy-enemy-base"].claimable["Base Bomb"](
        dropped, dropped.units["two.2"], dropped.markers["bomb-blue"]
    )


# Marked Targets --------------------------------------------------------------------------------------------


def test_each_marks_two_own_and_two_enemy_units_and_nobody_twice() -> None:
    before, (step,) = setup("marked-targets")
    order = []
    for units in (("one.1", "one.2"), ("two.1", "two.2"), ("two.3", "two.4"), ("one.3", "one.4")):
        order.append((step.seat, step.what, step.least, step.most))
        assert set(units) <= set(step.options)
        before, outcome = chosen(before, step, *units)
        taken = {unit.id for unit in before.units.values() if unit.has("marked")}
        if outcome.then:
            (step,) = outcome.then
            assert not taken & set(step.options)
    assert order == [
        ("one", "mark-own", 2, 2), ("one", "mark-enemy", 2, 2),
        ("two", "mark-own", 2, 2), ("two", "mark-enemy", 2, 2),
    ]  # fmt: skip
    assert taken == {f"{seat}.{number}" for seat in ("one", "two") for number in (1, 2, 3, 4)}


def test_a_marked_unit_defeated_is_a_point_for_its_opponent_in_any_round() -> None:
    before = with_unit(table(secondary="marked-targets", round=1), "one.2", tokens={"marked": 1})
    assert scored(at(before, "defeated", "one.2")) == (0, 1)
    assert scored(at(before, "defeated", "one.3")) == (0, 0)


def wounded_by(card: str, before: Table, *units: str) -> Outcome:
    """What follows when a card wounds these units until they fall."""
    gain = Gain(id="x", units=units, what="wound", number=9, why=card)
    return RULES[Gain].settle(Game(table=before), gain, None, None, None)  # type: ignore[arg-type]


@pytest.mark.parametrize("card", ["ordnance", "extreme-discipline", "battle-shaken"])
def test_a_marked_unit_that_falls_to_a_card_is_a_point_and_no_attack(card: str) -> None:
    """The card says "defeated", whatever did it; Sweep and Clear asks for an attack."""
    before = with_unit(table(secondary="marked-targets"), "two.2", tokens={"marked": 1})
    assert scored(wounded_by(card, before, "two.2", "two.3")) == (1, 0)
    assert wounded_by(card, table(secondary="sweep-and-clear"), "two.2").then == ()


# Sweep and Clear -------------------------------------------------------------------------------------------


def test_a_defeat_ticks_one_box_a_round_and_each_box_once() -> None:
    before = table(secondary="sweep-and-clear", round=1)
    (step,) = at(before, "defeated", "two.2", by="one.3").then
    assert isinstance(step, Choose) and step.seat == "one" and (step.least, step.most) == (0, 1)
    assert step.options == ("any", "allied", "contested", "enemy")
    worth = {box: chosen(before, step, box)[0].points("blue") for box in step.options}
    assert worth == {"any": 1, "allied": 1, "contested": 1, "enemy": 2}
    ticked, _ = chosen(before, step, "enemy")
    assert at(ticked, "defeated", "two.3", by="one.3").then == (), "one box a round"
    assert open_boxes(ticked, "red") == step.options, "each side has its own"
    assert open_boxes(replace(ticked, round=2), "blue") == ("any", "allied", "contested")
    assert at(before, "defeated", "two.2", by="two.3").then == (), "nobody is defeated by a friend's attack"


# Supply Run ------------------------------------------------------------------------------------------------


def holding(card: str, name: str, holder: str, **more: object) -> Table:
    token = Marker(id="token-1", name=name, kind="asset", holder=holder)
    return with_markers(table(secondary=card, **more), token)


@pytest.mark.parametrize(("number", "worth"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_a_cache_given_up_at_a_point_of_interest_is_worth_more_later(number: int, worth: int) -> None:
    before = holding("supply-run", "Supply Cache", "two.2", round=number)
    (step,) = at(before, "unit-start", "two.2").then
    assert is_question(step) and step.seat == "two"
    given = after(before, answered(before, step, YES))
    assert given.points("red") == worth and given.markers["token-1"].gone
    kept = after(before, answered(before, step, NO))
    assert kept.markers["token-1"].holder == "two.2" and kept.scores == ()


def test_a_cache_is_not_given_up_in_round_one_nor_without_one() -> None:
    assert at(holding("supply-run", "Supply Cache", "two.2", round=1), "unit-start", "two.2").then == ()
    assert at(holding("supply-run", "Supply Cache", "two.2"), "unit-start", "two.3").then == ()


def test_caches_are_placed_two_each_and_claimed_by_troopers() -> None:
    placed, _ = setup("supply-run")
    assert len(placed.markers) == 4 and near_tokens(placed) == ()
    cache = placed.markers["cache-blue-1"]
    assert CARDS["supply-run"].claimable["Supply Cache"](placed, placed.units["two.1"], cache), (
        "whoever placed it"
    )
    truck = with_unit(placed, "one.1", unit_type="ground-vehicle")
    assert not CARDS["supply-run"].claimable["Supply Cache"](truck, truck.units["one.1"], cache)


# Retrieve the Data -----------------------------------------------------------------------------------------


def test_a_core_is_retrieved_with_two_suppression_where_it_is_secured() -> None:
    placed, _ = setup("retrieve-the-data")
    assert len(placed.markers) == 5 and near_tokens(placed) == tuple(placed.markers)
    acting = replace(placed, round=2, phase="activation", acting="one.2")
    assert UNIT_ACTIONS["data-recovery"].able(acting, acting.units["one.2"]) == tuple(placed.markers)
    assert UNIT_ACTIONS["data-recovery"].able(acting, acting.units["one.3"]) == (), "in its own activation"
    once = after(acting, UNIT_ACTIONS["data-recovery"].settle(acting, acting.units["one.2"], "core-centre"))
    held = replace(once, places={"core-centre": ("one.2",), "core-red-1": ("two.2",)})
    assert points(held) == (0, 0), "one is not enough"
    twice = after(held, UNIT_ACTIONS["data-recovery"].settle(held, held.units["one.2"], "core-centre"))
    assert points(twice) == (1, 0) and points(replace(twice, round=1)) == (0, 0)
    assert after(twice, at(twice, "score")).markers["core-centre"].gone


@pytest.mark.parametrize(
    ("card", "what", "first", "second"),
    [
        ("retrieve-the-data", "data-recovery", "core-centre", "core-centre"),
        ("align-the-relay", "align-relay", "relay-centre", "relay-red-1"),
    ],
)
def test_a_card_action_is_taken_once_in_an_activation(card: str, what: str, first: str, second: str) -> None:
    """Every action but a Move (core: Actions)."""
    placed, _ = setup(card)
    game = Game(table=replace(placed, round=2, phase="activation", acting="one.2"))
    for event in handle(game, "one", Act(unit="one.2", what=what, marker=first), None):  # type: ignore[arg-type]
        game = evolve(game, event)
    again = Act(unit="one.2", what=what, marker=second)
    assert [one.code for one in problems(view(game, "one"), again)] == ["game.no_deed"]
    other = replace(game, table=replace(game.table, acting="one.3"))
    assert not problems(view(other, "one"), replace(again, unit="one.3"))


# Failed Negotiations ---------------------------------------------------------------------------------------


def test_prisoners_at_the_exchange_are_a_point_each() -> None:
    placed, steps = setup("failed-negotiations")
    assert [(one.seat, one.least, one.most) for one in steps] == [("one", 1, 1), ("two", 1, 1)]
    assert set(steps[0].options) == {"one.2", "one.3", "one.4", "one.5"}, "Corps and Special Forces Troopers"
    for step, unit in zip(steps, ("one.2", "two.5"), strict=True):
        placed, _ = chosen(placed, step, unit)
    assert own_courage(placed, placed.units["one.2"]) == 2, "a guard has Courage 1 more"
    first = after(replace(placed, round=1), at(replace(placed, round=1), "activations"))
    hidden = {"incognito", "prisoner"}
    assert {one.effect for one in reminders(first, first.units["two.5"])} == hidden, "for the round"
    assert {one.effect for one in reminders(replace(first, round=2), first.units["two.5"])} == {"prisoner"}
    assert reminders(first, first.units["two.2"]) == ()
    assert at(replace(placed, round=1), "score").then == ()
    second = replace(placed, round=2)
    blue, red = at(second, "score").then
    assert isinstance(blue, Choose) and blue.options == ("one.2",) and blue.least == 0
    assert isinstance(red, Choose) and red.options == ("two.5",)
    assert chosen(second, blue, "one.2")[0].points("blue") == 1
    assert not CARDS["failed-negotiations"].claimable["Prisoner"](
        placed, placed.units["one.6"], placed.markers["prisoner-red"]
    )


# Align the Relay -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("own", "worth"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_relays_are_one_point_for_two_and_one_more_for_four(own: int, worth: int) -> None:
    placed, _ = setup("align-the-relay")
    before = replace(placed, round=2, acting="one.2")
    for relay in tuple(placed.markers)[:own]:
        assert relay in UNIT_ACTIONS["align-relay"].able(before, before.units["one.2"])
        before = after(before, UNIT_ACTIONS["align-relay"].settle(before, before.units["one.2"], relay))
        assert relay not in UNIT_ACTIONS["align-relay"].able(before, before.units["one.2"]), "it is Blue's"
    assert points(before) == (worth, 0) and points(replace(before, round=1)) == (0, 0)
    taken = replace(before, acting="two.2")
    assert set(UNIT_ACTIONS["align-relay"].able(taken, taken.units["two.2"])) == set(placed.markers)


# Score only ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "told", "expected"), [
    ("destroy-enemy-base", {"base.red": 1}, (0, 4)),
    ("marked-targets", {"targets.blue": 2, "targets.red": 1}, (2, 1)),
    ("supply-run", {"supplies.blue": 2}, (2, 0)),
    ("retrieve-the-data", {"cores.blue": 1, "cores.red": 2}, (1, 2)),
    ("failed-negotiations", {"prisoners.red": 2}, (0, 2)),
    ("align-the-relay", {"relays.blue": 4, "relays.red": 1}, (2, 0)),
])  # fmt: skip
def test_with_the_score_only_what_is_told_is_worth_the_same(
    card: str, told: dict[str, int], expected: tuple[int, int]
) -> None:
    before = table(secondary=card, level="score")
    offered = {*marks_offered(before), *(name for group in counts_offered(before) for name in group.names)}
    assert set(told) <= offered
    marks = {f"told.{name}": number for name, number in told.items()}
    assert points(replace(before, marks=marks)) == expected


def test_with_the_score_only_one_sweep_box_a_side_is_told() -> None:
    before = table(secondary="sweep-and-clear", level="score", round=1)
    assert [len(group) for group in one_of(before)] == [4, 4]
    swept = replace(before, marks={"sweep.enemy.blue": 1})
    assert "sweep-enemy.blue" not in marks_offered(swept) and "sweep-enemy.red" in marks_offered(swept)


def test_tokens_of_secondaries_are_placed_by_both_blue_first() -> None:
    for card in ("destroy-enemy-base", "supply-run", "retrieve-the-data", "align-the-relay"):
        steps = [one for one in at(table(secondary=card, round=0), "setup").then if isinstance(one, Confirm)]
        assert [one.seat for one in steps] == ["one", "two"]
