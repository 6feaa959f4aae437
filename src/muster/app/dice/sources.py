"""Where rolls come from: fresh entropy. The rules never roll."""

import os
from collections.abc import Callable, Sequence

from muster.rules.dice.evidence import SEED_BYTES, commitment_to, faces_from_seed
from muster.rules.dice.faces import Die, Roll, check_number


def fresh_roll(dice: Sequence[Die], entropy: Callable[[int], bytes] = os.urandom) -> tuple[Roll, str]:
    """A roll from fresh entropy, and its evidence: the seed in hexadecimal, to be kept secret for now."""
    check_number(len(dice))
    seed = entropy(SEED_BYTES)
    faces = faces_from_seed(seed, dice)
    roll = Roll(dice=tuple(dice), faces=faces, origin="app", commitment=commitment_to(seed))
    return roll, seed.hex()
