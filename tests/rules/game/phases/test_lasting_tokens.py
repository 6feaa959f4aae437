"""Tokens that wait for their unit's activation, and which units gain which; as the core rules say."""

import pytest

from muster.rules.game.answers import Finish, Tokens
from muster.rules.game.log.evolve import ROUND_TOKENS
from muster.rules.game.phases.activation import actions, activation
from muster.rules.game.steps import UnitActs
from muster.rules.game.steps.step import Roll
from muster.rules.game.tokens import KINDS, kinds_for, shields
from tests.rules.game.attack_table import AttackTable

STORM, REBELS, B1, DROIDEKAS, AAT, COMMANDOS, BANE, SABINE = "ay", "ah", "gx", "ie", "gb", "xj", "kx", "ag"
AT_ST = "bb"


def acting(unit: str, **tokens: int) -> AttackTable:
    """A game in which unit one.1 with these tokens is about to begin its activation."""
    table = AttackTable((unit,), (STORM,)).change("one.1", tokens=tokens)
    steps = activation(table.table, "one.1")
    return table.change("one.1", order="faceup").with_steps(steps)


def test_an_ion_token_is_a_die_and_any_blank_costs_one_action() -> None:
    """Two tokens, two white defence dice; both Blank costs one action, not two (core, page 59)."""
    table = acting(B1, ion=2)
    assert isinstance(table.step, Roll) and list(map(str, table.step.dice)) == ["defence-white"] * 2
    table.dice("--")
    assert isinstance(table.step, UnitActs) and actions(table.table, table.unit("one.1")) == 1


def test_without_a_blank_an_ion_token_costs_nothing() -> None:
    table = acting(B1, ion=2).dice("bs")
    assert actions(table.table, table.unit("one.1")) == 2


def test_a_damaged_vehicle_rolls_a_die_and_loses_add_up_with_ion() -> None:
    """Page 40: a Blank costs an action; nothing says that it does not add to that of Ion (page 23)."""
    table = acting(AAT, **{"ion": 1, "vehicle-damage": 1}).dice("-").dice("-")
    assert actions(table.table, table.unit("one.1")) == 0
    whole = acting(AAT, **{"vehicle-damage": 1}).dice("b")
    assert actions(whole.table, whole.unit("one.1")) == 2


def test_a_vehicle_with_ai_does_not_roll_for_its_damage() -> None:
    """Since 21 April 2026 AI covers it (page 40)."""
    table = AttackTable((AAT,), (STORM,))
    keywords = (*table.unit("one.1").keywords, "ai")
    table.change("one.1", tokens={"vehicle-damage": 1}, keywords=keywords)
    steps = activation(table.table, "one.1")
    assert not any(isinstance(step, Roll) for step in steps)


def test_the_end_of_the_activation_takes_ion_poison_and_immobilize_and_poison_wounds() -> None:
    """Page 60: as many wounds as Poison tokens, then all are gone; other tokens stay."""
    table = acting(REBELS, poison=2, immobilize=1, aim=1)
    table.say("one", Finish(prompt=table.step.id))
    unit = table.unit("one.1")
    assert (unit.lost, dict(unit.tokens)) == (2, {"aim": 1})


def test_poison_defeats_the_last_miniature() -> None:
    table = acting(REBELS, poison=1)
    table.change("one.1", lost=table.unit("one.1").wounds - 1)
    table.say("one", Finish(prompt=table.step.id))
    assert table.unit("one.1").gone == "defeated"


@pytest.mark.parametrize(
    ("unit", "own"),
    [
        (STORM, {"poison", "immobilize"}),
        (B1, {"ion", "immobilize"}),
        (AAT, {"ion", "immobilize", "vehicle-damage"}),
        (COMMANDOS, {"poison", "immobilize", "shield-off"}),
        (BANE, {"poison", "immobilize", "bane"}),
        (SABINE, {"poison", "immobilize", "charge"}),
    ],
)
def test_a_unit_is_offered_the_tokens_it_may_gain(unit: str, own: set[str]) -> None:
    """Ion: Vehicles and Droid Troopers (page 59). Poison: other Troopers (page 60). Damage: Resilience (page
    40). Shields, Charges, Bane tokens: who brings them (pages 55, 58, 61)."""
    table = AttackTable((unit,), (STORM,))
    always = {"aim", "dodge", "surge", "observation", "standby", "commander"}
    assert {kind.name for kind in kinds_for(table.table, table.unit("one.1"))} - always == own


def test_a_token_that_is_not_for_the_unit_is_refused() -> None:
    table = AttackTable((STORM,), (B1,))
    assert table.codes("one", Tokens(unit="one.1", token="ion")) == ["game.token_not_for"]
    assert table.codes("two", Tokens(unit="two.1", token="poison")) == ["game.token_not_for"]
    assert table.codes("two", Tokens(unit="two.1", token="ion")) == []


def test_a_unit_has_one_standby_and_as_many_shields_off_as_it_has_shields() -> None:
    """Never more than one Standby (page 37); Clone Commandos have Shielded 1 (page 55)."""
    table = AttackTable((COMMANDOS,), (STORM,))
    assert shields(table.table, table.unit("one.1")) == 1
    for token in ("standby", "shield-off"):
        table.say("one", Tokens(unit="one.1", token=token))  # type: ignore[arg-type]
        assert table.codes("one", Tokens(unit="one.1", token=token)) == ["game.token_most"]  # type: ignore[arg-type]
    table.say("one", Tokens(unit="one.1", token="shield-off", number=-1))
    assert "shield-off" not in table.unit("one.1").tokens


def test_the_end_phase_takes_what_goes_with_the_round() -> None:
    """Aim, Dodge, Surge, Standby, Observation (page 38) and Smoke (page 55)."""
    assert {name for name, kind in KINDS.items() if kind.goes == "round"} == set(ROUND_TOKENS)
