"""Why an action is not possible, and what an attack will probably do from where its dice lie."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from muster.rules.dice.faces import Die, Face
from muster.rules.game.special_operations.not_now import not_now
from muster.rules.game.special_operations.odds import foreseen
from muster.rules.game.steps.operations import Attack
from tests.rules.game import operations


@pytest.mark.rule(304)
def test_an_action_is_done_once_and_the_page_may_say_so() -> None:
    before = operations.table()
    unit = next(iter(before.units))
    bench = operations.Bench(before).acting(unit).take("aim")
    reasons = dict(not_now(bench.table, bench.step))
    assert reasons["aim"] == "done"
    assert reasons["recover"] == "nowhere-recover"
    assert "move" not in reasons


@pytest.mark.rule(371)
def test_who_attacked_does_not_stand_by() -> None:
    before = operations.table()
    unit = next(iter(before.units))
    bench = operations.Bench(before).acting(unit)
    marked = replace(bench.table, marks={**bench.table.marks, f"did.{unit}.attack": 1})
    assert dict(not_now(marked, bench.step))["standby"] == "excluded-standby"


def test_odds_go_on_from_the_dice_as_they_lie() -> None:
    """Two Hits in the open against red dice (3 Blocks of 6, a Surge that is nothing): each wounds by half."""
    before = operations.table()
    one = next(unit.id for unit in before.units.values() if unit.seat == "one")
    foe = next(unit.id for unit in before.units.values() if unit.seat == "two")
    die = foreseen.card(before, before.units[foe]).defence
    attack = Attack(
        by=one, on=foe, weapons=("ranged-1",), dice=(Die.ATTACK_RED,) * 2, faces=(Face.HIT, Face.HIT)
    )
    odds = foreseen.odds_now(before, attack)
    chance = {"red": Fraction(1, 2), "white": Fraction(5, 6)}[str(die)]
    assert odds and odds.distribution[2] == chance**2 and odds.mean == 2 * chance


def test_a_die_rolled_again_has_the_odds_of_its_faces() -> None:
    """A red attack die: 1 Critical, 5 Hits, 1 Surge, 1 Blank of 8."""
    before = operations.table()
    one = next(unit.id for unit in before.units.values() if unit.seat == "one")
    foe = next(unit.id for unit in before.units.values() if unit.seat == "two")
    lying = Attack(by=one, on=foe, weapons=(), dice=(Die.ATTACK_RED,), faces=(Face.BLANK,))
    kept, again = foreseen.odds_now(before, lying), foreseen.odds_now(before, lying, rerolled=(0,))
    shown = Attack(by=one, on=foe, weapons=(), dice=(Die.ATTACK_RED,), faces=(Face.HIT,))
    hit = foreseen.odds_now(before, shown)
    assert kept and again and hit and kept.mean == 0
    assert again.mean == hit.mean * Fraction(6, 8)
