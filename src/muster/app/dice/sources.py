"""Where rolls come from: fresh entropy, a player's own dice, or a script. The rules never roll."""

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from muster.rules.dice.evidence import SEED_BYTES, commitment_to, faces_from_seed
from muster.rules.dice.faces import Die, Face, Roll, check_number, check_roll, typed_roll
from muster.rules.violations import Refused

KeepEvidence = Callable[[Roll, str], None]


class DiceSource(Protocol):
    """Anything that can answer "these dice, please" with a roll."""

    def roll(self, dice: Sequence[Die]) -> Roll:
        """The faces these dice show."""
        ...


class FreshDice:
    """The app's own dice: new entropy for every roll, so that no roll says anything about the next.

    The seed goes to `keep` (together with the roll, before anybody sees it) and stays secret until the game
    closes; the roll itself carries only the commitment.
    """

    def __init__(self, keep: KeepEvidence, entropy: Callable[[int], bytes] = os.urandom) -> None:
        self._keep = keep
        self._entropy = entropy

    def roll(self, dice: Sequence[Die]) -> Roll:
        """A fresh roll; its evidence is handed to the keeper first."""
        roll, evidence = fresh_roll(dice, self._entropy)
        self._keep(roll, evidence)
        return roll


class TypedDice:
    """What a player's own dice showed, as typed in. Refuses faces the dice do not have."""

    def __init__(self, faces: Iterable[str]) -> None:
        self._faces = tuple(faces)

    def roll(self, dice: Sequence[Die]) -> Roll:
        """The typed faces, laid on the dice asked for."""
        return typed_roll(dice, self._faces)


class ScriptedDice:
    """Faces written down beforehand, used up in order: for tests and playthroughs."""

    def __init__(self, faces: Iterable[Face]) -> None:
        self._faces = iter(tuple(faces))

    def roll(self, dice: Sequence[Die]) -> Roll:
        """The next faces of the script; a script that ends early or cannot be is a mistake in the test."""
        faces = tuple(next(self._faces, None) for _ in dice)
        if None in faces:
            raise LookupError(f"the script ends before {len(dice)} dice are rolled")
        roll = Roll(dice=tuple(dice), faces=tuple(f for f in faces if f), origin="scripted")
        if problems := check_roll(roll):
            raise Refused(*problems)
        return roll


def fresh_roll(dice: Sequence[Die], entropy: Callable[[int], bytes] = os.urandom) -> tuple[Roll, str]:
    """A roll from fresh entropy, and its evidence: the seed in hexadecimal, to be kept secret for now."""
    check_number(len(dice))
    seed = entropy(SEED_BYTES)
    faces = faces_from_seed(seed, dice)
    roll = Roll(dice=tuple(dice), faces=faces, origin="app", commitment=commitment_to(seed))
    return roll, seed.hex()
