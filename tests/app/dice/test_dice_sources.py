"""Where rolls come from."""

import pytest

from muster.app.dice.sources import fresh_roll
from muster.rules.dice.evidence import verify
from muster.rules.dice.faces import MOST_DICE, Die, Face, typed_roll
from muster.rules.violations import Refused

POOL = (Die.ATTACK_RED, Die.ATTACK_BLACK, Die.DEFENCE_WHITE)


def test_a_fresh_roll_comes_with_its_evidence_and_shows_only_the_commitment():
    roll, evidence = fresh_roll(POOL)
    assert roll.origin == "app"
    assert verify(roll, evidence)
    assert evidence not in repr(roll)


def test_every_roll_takes_new_entropy():
    asked = []

    def entropy(size):
        asked.append(size)
        return bytes([len(asked)]) * size

    assert fresh_roll(POOL, entropy)[0].commitment != fresh_roll(POOL, entropy)[0].commitment
    assert asked == [32, 32]


def test_real_entropy_does_not_repeat():
    assert len({fresh_roll(POOL)[1] for _ in range(20)}) == 20


def test_typed_dice_show_what_was_typed():
    roll = typed_roll(POOL, ["hit", "blank", "block"])
    assert (roll.faces, roll.origin, roll.commitment) == ((Face.HIT, Face.BLANK, Face.BLOCK), "typed", None)
    with pytest.raises(Refused):
        typed_roll(POOL, ["block", "blank", "block"])


@pytest.mark.parametrize("number", [0, MOST_DICE + 1])
def test_absurd_numbers_are_refused(number):
    dice = [Die.ATTACK_RED] * number
    for roll in (lambda: fresh_roll(dice), lambda: typed_roll(dice, ["hit"] * number)):
        with pytest.raises(Refused):
            roll()
