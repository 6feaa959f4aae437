"""Actions counted in an activation, and what stands in the way of another (core rules, page 24)."""

import pytest

from muster.rules.game.answers import Act, BeginAttack, CountActions, Dice, Finish
from muster.rules.game.phases.acting import COUNTED, actions_allowed, actions_left, taken
from muster.rules.game.phases.activation import activation
from muster.rules.game.steps import UnitActs
from tests.rules.game.attack_table import AttackTable

STORM, REBELS, B1, AAT = "ay", "ah", "gx", "gb"


def counted(unit: str = STORM, **fields: object) -> AttackTable:
    """Unit one.1 begins to act in a game in which actions are counted."""
    table = AttackTable((unit, STORM), (REBELS, REBELS), switches={COUNTED: True})
    table.change("one.1", order="faceup", **fields)
    return table.with_steps(activation(table.table, "one.1"))


def act(what: str) -> Act:
    return Act(unit="one.1", what=what)


def test_each_action_is_a_tap_that_does_what_it_says() -> None:
    table = counted().say("one", act("aim")).say("one", act("dodge"))
    unit = table.unit("one.1")
    assert dict(unit.tokens) == {"aim": 1, "dodge": 1}
    assert taken(table.table, unit) == ("aim", "dodge") and actions_left(table.table, unit) == 0


@pytest.mark.parametrize("first", ["aim", "dodge", "move", "card-action", "recover", "standby"])
def test_a_third_action_is_refused(first: str) -> None:
    table = counted().say("one", act(first)).say("one", act("move"))
    for third in ("move", "card-action", "aim" if first != "aim" else "dodge"):
        assert table.codes("one", act(third)) == ["game.no_actions_left"]
    assert table.codes("one", BeginAttack(unit="one.1"))[0] in (
        "game.no_actions_left", "game.attack_and_standby",
    )  # fmt: skip


@pytest.mark.parametrize("action", ["aim", "dodge", "standby", "recover"])
def test_an_action_is_taken_once_in_an_activation(action: str) -> None:
    table = counted().say("one", act(action))
    assert table.codes("one", act(action)) == ["game.action_taken"]


def test_a_move_may_be_repeated_but_not_by_a_plodding_unit() -> None:
    assert counted().say("one", act("move")).codes("one", act("move")) == []
    plodding = counted(keywords=("plodding",)).say("one", act("move"))
    assert plodding.codes("one", act("move")) == ["game.two_moves"]


def attack(table: AttackTable, why: str = "action") -> AttackTable:
    table.begin(why=why).at("two.1", range="3").roll()
    while not isinstance(table.step, UnitActs):
        if hasattr(table.step, "dice"):
            table.dice("-" * len(table.step.dice))
        else:
            table.take_what_is_proposed().done()
    return table


def test_an_attack_is_counted_once_its_dice_fall_and_no_second_is_begun() -> None:
    table = counted()
    table.begin().leave()
    assert actions_left(table.table, table.unit("one.1")) == 2, "left before dice it was none"
    attack(table)
    assert actions_left(table.table, table.unit("one.1")) == 1
    assert table.codes("one", BeginAttack(unit="one.1")) == ["game.action_taken"]
    assert table.codes("one", BeginAttack(unit="one.1", why="free")) == ["game.action_taken"]


def test_a_free_attack_costs_no_action_and_uses_up_the_attack() -> None:
    """Page 24: a free action comes on top; a free Attack uses up the Attack."""
    table = counted().say("one", act("move")).say("one", act("aim"))
    attack(table, why="free")
    assert taken(table.table, table.unit("one.1")) == ("move", "aim", "attack")
    assert table.codes("one", BeginAttack(unit="one.1", why="free")) == ["game.action_taken"]


def test_standby_and_attack_exclude_each_other_and_standby_goes_by_acting() -> None:
    """Page 37."""
    table = counted().say("one", act("standby"))
    assert table.codes("one", BeginAttack(unit="one.1")) == ["game.attack_and_standby"]
    table.say("one", act("move"))
    assert "standby" not in table.unit("one.1").tokens
    assert attack(counted()).codes("one", act("standby")) == ["game.attack_and_standby"]


def test_only_troopers_and_ground_vehicles_stand_by() -> None:
    """Page 37: a Repulsor Vehicle does not, unless it has Hover."""
    assert counted(AAT, unit_type="ground-vehicle", keywords=()).codes("one", act("standby")) == []
    repulsor = counted(AAT, unit_type="repulsor-vehicle", keywords=())
    assert repulsor.codes("one", act("standby")) == ["game.no_deed"]
    hover = counted(AAT, unit_type="repulsor-vehicle", keywords=("hover",))
    assert hover.codes("one", act("standby")) == []


def test_who_begins_to_act_suppressed_has_one_action_whatever_comes_later() -> None:
    """Page 23: it counts at the beginning of the Make Actions step; Recover gives no action back."""
    table = counted(suppression=1, courage=1)
    table.say("one", Dice(prompt=table.step.id, faces=("blank",)))
    unit = table.unit("one.1")
    assert actions_allowed(table.table, unit) == 1
    table.say("one", act("recover"))
    assert table.unit("one.1").suppression == 0
    assert table.codes("one", act("move")) == ["game.no_actions_left"]


def test_juyo_mastery_has_a_third_action_while_wounded() -> None:
    assert actions_allowed((fresh := counted(keywords=("juyo-mastery",))).table, fresh.unit("one.1")) == 2
    hurt = counted(keywords=("juyo-mastery",), lost=1)
    assert actions_allowed(hurt.table, hurt.unit("one.1")) == 3


def test_without_the_switch_nothing_is_counted_offered_or_refused() -> None:
    table = AttackTable((STORM,), (REBELS, REBELS))
    assert table.codes("one", act("aim")) == ["game.no_deed"]
    attack(table)
    assert table.codes("one", BeginAttack(unit="one.1")) == []
    assert not any(type(event).__name__ == "ActionTaken" for event in table.log)


def test_the_switch_is_set_by_either_player_and_ends_at_once() -> None:
    table = counted()
    assert table.codes("two", CountActions(on=True)) == ["game.actions_as_said"]
    table.say("one", act("move")).say("one", act("aim")).say("two", CountActions(on=False))
    assert table.codes("one", BeginAttack(unit="one.1")) == []
    table.say("one", Finish(prompt=table.step.id))
    assert not table.table.switches[COUNTED]
