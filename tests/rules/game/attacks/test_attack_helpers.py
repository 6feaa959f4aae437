"""Who else takes part in a played attack, and what is proposed with tokens; numbers are reckoned by hand."""

from fractions import Fraction

import pytest

from muster.rules.game.attacks.defending import best_defence, guards_offered
from muster.rules.game.attacks.rolling import advice_for, is_worth_a_token
from muster.rules.game.attacks.sheet import sheet_of
from muster.rules.game.attacks.volley import volley_in
from muster.rules.game.steps.attacks import DefendAttack, RerollAttack
from muster.rules.game.steps.step import Roll
from tests.rules.game.attack_table import AttackTable

STORM, REBELS, LUKE, B1, MAGNAGUARD, DOOKU, SAVAGE = "ay", "ah", "ad", "gx", "px", "fx", "Hc"
E11 = f"{STORM}/E-11 Blaster Rifle"


# Backup ----------------------------------------------------------------------------------------------------


def asks_backup(table: AttackTable) -> bool:
    table.begin().at("two.1", range="3")
    return "backup" in {question.key for question in sheet_of(table.table, table.step).asked}


def test_a_corps_trooper_may_back_a_commander_up() -> None:
    assert asks_backup(AttackTable((STORM, STORM), (LUKE, REBELS)))


@pytest.mark.parametrize("change", [{"suppression": 1}, {"deployed": False}, {"effects": ("compromised",)}])
def test_who_is_suppressed_away_or_compromised_gives_no_backup(change: dict[str, object]) -> None:
    """Core rulebook, page 31; Compromised: the unit gives neither Backup nor Guardian."""
    assert not asks_backup(AttackTable((STORM, STORM), (LUKE, REBELS)).change("two.2", **change))


def test_nobody_backs_a_corps_unit_up() -> None:
    assert not asks_backup(AttackTable((STORM, STORM), (REBELS, REBELS)))


def test_a_retinue_counts_as_corps_for_its_own_commander_alone() -> None:
    """Savage Opress, Retinue: Count Dooku."""
    assert asks_backup(AttackTable((STORM, STORM), (DOOKU, SAVAGE)))
    assert not asks_backup(AttackTable((STORM, STORM), ("nr", SAVAGE)))


# Guardian --------------------------------------------------------------------------------------------------


def test_a_guardian_of_commanders_guards_who_was_promoted() -> None:
    """MagnaGuard, Guardian 2: Commander. B1 Battle Droids are none until they are promoted."""
    table = AttackTable((STORM, STORM), (B1, MAGNAGUARD)).begin().at("two.1", range="3").roll()
    assert isinstance(table.dice("hh--").step, Roll)
    table = AttackTable((STORM, STORM), (B1, MAGNAGUARD)).change("two.1", tokens={"commander": 1})
    table.begin().at("two.1", range="3").roll().dice("hh--")
    assert isinstance(table.step, DefendAttack)
    assert guards_offered(table.table, volley_in(table.step)) == {"two.2": 2}


# What tokens have to gain ----------------------------------------------------------------------------------


def aimed(lost: int) -> AttackTable:
    """Four E-11 with an Aim show three Criticals and a Blank against Rebel Troopers, white dice that block
    with Blocks and surges: a third of their sides."""
    table = AttackTable((STORM, STORM), (REBELS, REBELS)).change("one.1", tokens={"aim": 1})
    return table.change("two.1", lost=lost).begin().at("two.1", range="3").roll({E11: 4}).dice("ccc-")


def test_an_aim_that_gains_less_than_a_tenth_is_kept() -> None:
    """With 1 wound left: 1 - 1/27 as the dice lie; a white die hits with 3 of 8 sides, and is not blocked by
    2 of 3: 3/8 × 1/27 × 2/3 more."""
    table = aimed(lost=3)
    assert isinstance(table.step, RerollAttack)
    advice = advice_for(volley_in(table.step))
    assert (advice.keep.mean, advice.gain) == (Fraction(26, 27), Fraction(1, 108))
    assert not is_worth_a_token(advice)


def test_an_aim_that_gains_more_is_proposed() -> None:
    """With 4 wounds left: 3/8 × 2/3."""
    advice = advice_for(volley_in(aimed(lost=0).step))
    assert advice.gain == Fraction(1, 4) and is_worth_a_token(advice)


@pytest.mark.parametrize(("lost", "dodges"), [(3, 0), (0, 1)])
def test_a_dodge_that_saves_less_than_a_tenth_is_kept(lost: int, dodges: int) -> None:
    """Three Hits: with 1 wound left 26/27 against 8/9, a saving of 2/27; with all four left 2/3."""
    table = AttackTable((STORM, STORM), (REBELS, REBELS)).change("two.1", tokens={"dodge": 1}, lost=lost)
    table.begin().at("two.1", range="3").roll({E11: 4}).dice("hhh-")
    assert best_defence(volley_in(table.step)).dodges == dodges
