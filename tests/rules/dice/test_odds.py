"""Exact odds: the known values, brute force, and what must hold for every attack."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.dice.odds import odds, rolled_pool
from muster.rules.dice.questions import BOUNDS, MOST_ATTACK_DICE, Attack, Defence
from muster.rules.violations import Refused
from tests.rules.dice import oracle

SMALL = st.integers(0, 3)


def attacks(most_dice=4, most_aims=2):
    pools = st.lists(st.sampled_from(["red", "black", "white"]), min_size=1, max_size=most_dice)
    return st.builds(
        lambda dice, **rest: Attack(
            red=dice.count("red"), black=dice.count("black"), white=dice.count("white"), **rest
        ),
        dice=pools,
        surge=st.sampled_from(["none", "hit", "critical"]),
        critical=SMALL,
        aims=st.integers(0, most_aims),
        precise=st.integers(0, 1),
        impact=SMALL,
        pierce=SMALL,
        sharpshooter=st.integers(0, 2),
        suppressed=st.booleans(),
    )


def defences():
    return st.builds(
        Defence,
        die=st.sampled_from(["red", "white"]),
        surge=st.booleans(),
        cover=st.sampled_from(["none", "light", "heavy"]),
        dodge=SMALL,
        armour=st.one_of(SMALL, st.just("all")),
        mode=st.sampled_from(["standard", "special-operations"]),
    )


def chances(attack, defence):
    return {n: chance for n, chance in enumerate(odds(attack, defence).distribution) if chance}


@given(attacks(), defences())
@settings(max_examples=200, deadline=None)
def test_odds_agree_with_brute_force(attack, defence):
    assert chances(attack, defence) == oracle.wounds(attack, defence)


@given(attacks(most_aims=3).filter(lambda a: a.aims), st.sampled_from([1, 2, "all"]), SMALL)
@settings(max_examples=150, deadline=None)
def test_aims_against_armour_agree_with_brute_force(attack, armour, dodge):
    """The corner with the most to decide: several aims, all colours, surges and Hits that may count nothing."""
    defence = Defence(armour=armour, dodge=dodge)
    assert chances(attack, defence) == oracle.wounds(attack, defence)
