"""From seed to faces: unbiased by construction, the same for ever, and proof against tampering."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.dice.evidence import accepted_bytes, commitment_to, faces_from_seed, verify
from muster.rules.dice.faces import SIDES, Die, Face, Roll

SEEDS = st.binary(min_size=32, max_size=32)
GOLDEN = ["hit", "surge", "hit", "critical", "blank", "blank", "blank", "blank"]
POOLS = st.lists(st.sampled_from(list(Die)), min_size=1, max_size=40)


def fair_roll(seed, dice):
    faces = faces_from_seed(seed, dice)
    return Roll(dice=tuple(dice), faces=faces, origin="app", commitment=commitment_to(seed))


@pytest.mark.parametrize(("sides", "each"), [(8, 32), (6, 42)])
def test_every_side_has_the_same_number_of_bytes(sides, each):
    chosen = Counter(byte % sides for byte in accepted_bytes(sides))
    assert chosen == dict.fromkeys(range(sides), each)


@pytest.mark.parametrize("die", list(Die))
def test_every_face_can_come(die):
    seen = {faces_from_seed(number.to_bytes(32, "big"), [die])[0] for number in range(200)}
    assert seen == set(SIDES[die])


def test_the_stream_never_changes():
    """Old rolls must verify for ever: these faces are written down, not computed."""
    faces = faces_from_seed(bytes(range(32)), [Die.ATTACK_RED] * 4 + [Die.DEFENCE_WHITE] * 4)
    assert [face.value for face in faces] == GOLDEN
    assert commitment_to(bytes(range(32))) == (
        "sha256:630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )


@given(SEEDS, POOLS)
def test_an_honest_roll_verifies(seed, dice):
    assert verify(fair_roll(seed, dice), seed.hex())


@given(SEEDS, POOLS, st.data())
def test_a_changed_face_is_caught(seed, dice, data):
    roll = fair_roll(seed, dice)
    place = data.draw(st.integers(0, len(dice) - 1))
    other = data.draw(st.sampled_from([face for face in Face if face is not roll.faces[place]]))
    tampered = replace(roll, faces=(*roll.faces[:place], other, *roll.faces[place + 1 :]))
    assert not verify(tampered, seed.hex())


@given(SEEDS, SEEDS, POOLS)
def test_another_seed_is_caught(seed, other, dice):
    roll = fair_roll(seed, dice)
    assert verify(roll, other.hex()) == (seed == other)


@pytest.mark.parametrize("evidence", ["", "zz", "00", "é", "0" * 1_000_000])
def test_evidence_that_cannot_be_is_not_proof(evidence):
    assert not verify(fair_roll(bytes(32), [Die.ATTACK_RED]), evidence)


def test_a_roll_without_commitment_proves_nothing():
    roll = replace(fair_roll(bytes(32), [Die.ATTACK_RED]), commitment=None)
    assert not verify(roll, bytes(32).hex())
