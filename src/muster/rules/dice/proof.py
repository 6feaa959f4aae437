"""What proves a roll or a draw: one shape for dice tables, games and campaigns.

The commitment stands there at once, the seed when the table, the game or the battle is done. Dice that are
rolled again after an undo show the same faces unless they were freed, so what was undone belongs to the
proof.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from muster.rules.dice.evidence import verify
from muster.rules.dice.faces import Roll
from muster.rules.log import FacesVoided, Recorded, undone_acts

Fate = Literal["counts", "undone", "voided"]
"""Whether a roll counts, was undone and keeps its dice, or was freed for a new roll."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """One roll or draw. `shown` are its faces or tokens, `out_of` its dice or the tokens drawn from.

    Without a commitment people rolled their own dice. `seed` is empty until it is opened; then `proven` says
    whether commitment and faces follow from it.
    """

    step: str
    shown: tuple[str, ...]
    out_of: tuple[str, ...] = ()
    fate: Fate = "counts"
    commitment: str = ""
    seed: str = ""
    proven: bool = False


def evidence_of_roll(step: str, roll: Roll, seed: str, fate: Fate = "counts") -> Evidence:
    """What proves dice that fell; without a seed it is not opened yet."""
    return Evidence(
        step=step,
        shown=tuple(map(str, roll.faces)),
        out_of=tuple(die.value for die in roll.dice),
        fate=fate,
        commitment=roll.commitment or "",
        seed=seed,
        proven=bool(seed) and verify(roll, seed),
    )


def fates(log: Sequence[Recorded]) -> Callable[[str, str], Fate]:
    """What became of the dice of a step that fell in an act."""
    gone = undone_acts(log)
    freed = {
        (entry.event.batch, entry.event.step)
        for entry in log
        if isinstance(entry.event, FacesVoided) and entry.batch not in gone
    }

    def fate(batch: str, step: str) -> Fate:
        if (batch, step) in freed:
            return "voided"
        return "undone" if batch in gone else "counts"

    return fate
