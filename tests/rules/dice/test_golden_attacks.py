"""The golden attacks, computed from the rules before there was an engine: equal to the last fraction."""

import pytest

from muster.rules.dice.odds import answer
from tests.rules.dice.attack_oracle import solved
from tests.rules.dice.golden_attacks import GOLDEN, question

ROWS = [pytest.param(row, id=row["id"]) for row in GOLDEN["attacks"]]


def listed(chances):
    """Fractions as text, without the numbers of wounds that never come."""
    shown = [str(chance) for chance in chances]
    while shown and shown[-1] == "0":
        shown.pop()
    return shown


@pytest.mark.parametrize("row", ROWS)
def test_a_golden_attack_is_answered_to_the_fraction(row):
    expected, found = row["expected"], answer(question(row))
    assert listed(found.distribution) == expected["wounds"]
    assert str(found.mean) == expected["mean"]
    assert str(found.suppressed) == expected["suppressed"]
    assert found.play == "best"
    if "defeat" in expected:
        assert str(found.defeat) == expected["defeat"]
    if "attacker_wounds" in expected:
        told = found.attacker_wounds or (1,)
        assert listed(told) == expected["attacker_wounds"]
    if "guardian_wounds" in expected:
        assert listed(found.guardian_wounds) == expected["guardian_wounds"]


@pytest.mark.parametrize("row", ROWS)
def test_the_oracle_still_says_the_same(row):
    assert solved(row) == row["expected"]
    assert row["expected"]["unique"]
