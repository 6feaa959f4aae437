"""Where rolls come from."""

import pytest

from muster.app.dice.sources import DiceSource, FreshDice, ScriptedDice, TypedDice, fresh_roll
from muster.rules.dice.evidence import verify
from muster.rules.dice.faces import MOST_DICE, Die, Face
from muster.rules.violations import Refused

POOL = (Die.ATTACK_RED, Die.ATTACK_BLACK, Die.DEFENCE_WHITE)


def test_fresh_dice_hand_over_the_evidence_and_show_only_the_commitment():
    kept = []
    roll = FreshDice(lambda roll, evidence: kept.append((roll, evidence))).roll(POOL)
    ((same, evidence),) = kept
    assert same == roll
    assert roll.origin == "app"
    assert verify(roll, evidence)
    assert evidence not in repr(roll)


def test_every_roll_takes_new_entropy():
    asked = []

    def entropy(size):
        asked.append(size)
        return bytes([len(asked)]) * size

    dice = FreshDice(lambda roll, evidence: None, entropy)
    assert dice.roll(POOL).commitment != dice.roll(POOL).commitment
    assert asked == [32, 32]


def test_real_entropy_does_not_repeat():
    assert len({fresh_roll(POOL)[1] for _ in range(20)}) == 20


def test_an_unkept_roll_is_never_shown():
    def broken(roll, evidence):
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        FreshDice(broken).roll(POOL)


def test_typed_dice_show_what_was_typed():
    roll = TypedDice(["hit", "blank", "block"]).roll(POOL)
    assert (roll.faces, roll.origin, roll.commitment) == ((Face.HIT, Face.BLANK, Face.BLOCK), "typed", None)
    with pytest.raises(Refused):
        TypedDice(["block", "blank", "block"]).roll(POOL)


def test_scripted_dice_are_used_up_in_order():
    dice = ScriptedDice([Face.HIT, Face.CRITICAL, Face.BLOCK, Face.BLANK])
    assert dice.roll(POOL).faces == (Face.HIT, Face.CRITICAL, Face.BLOCK)
    assert dice.roll(POOL[:1]).faces == (Face.BLANK,)
    with pytest.raises(LookupError, match="script ends"):
        dice.roll(POOL[:1])


def test_a_script_cannot_lie():
    with pytest.raises(Refused):
        ScriptedDice([Face.BLOCK]).roll([Die.ATTACK_RED])


@pytest.mark.parametrize("number", [0, MOST_DICE + 1])
def test_absurd_numbers_are_refused(number):
    sources: list[DiceSource] = [FreshDice(lambda roll, evidence: None), TypedDice(["hit"] * number)]
    for source in sources:
        with pytest.raises(Refused):
            source.roll([Die.ATTACK_RED] * number)
