"""The evidence of a battle: every roll and draw with what the app was bound to, for anybody to check.

Commitments stand there at once, the seeds when both sides are done; also those of rolls that were taken back.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from muster.rules.campaign.battle.events import BattleSeedSealed, DrawCommitted, OfSide, RewardDrawn, SideKey
from muster.rules.dice.evidence import drawn_from_seed, fits, verify
from muster.rules.dice.faces import Roll
from muster.rules.log import Event, FacesVoided, Recorded, acts, undone

Fate = Literal["counts", "undone", "voided"]


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """One roll or draw. `shown` are its faces or tokens, `out_of` its dice or the tokens drawn from.

    Without a commitment people rolled their own dice. `seed` is empty until it is opened; then `proven` says
    whether commitment and faces follow from it.
    """

    act: str
    side: SideKey
    step: str
    shown: tuple[str, ...]
    out_of: tuple[str, ...]
    fate: Fate
    commitment: str = ""
    seed: str = ""
    proven: bool = False


def evidence_of(log: Sequence[Recorded], *, opened: bool) -> tuple[Evidence, ...]:
    """Every roll and draw of a battle in its order, undone and voided ones included."""
    gone = undone(log)
    freed = {
        (entry.event.batch, entry.event.step)
        for entry in log
        if isinstance(entry.event, FacesVoided) and entry.batch not in gone
    }
    found = []
    for act in acts(log):
        for event in act.events:
            key = event.step_key()
            if key is None or not isinstance(event, OfSide) or isinstance(event, DrawCommitted):
                continue
            fate: Fate = "counts" if act.batch not in gone else "undone"
            fate = "voided" if (act.batch, key) in freed else fate
            found.append(_one(event, key, act.batch, act.events, fate, opened))
    return tuple(found)


def _one(  # noqa: PLR0913, PLR0917 - one roll with where it stands
    event: OfSide, step: str, act: str, events: Sequence[Event], fate: Fate, opened: bool
) -> Evidence:
    sealed = (one.seed for one in events if isinstance(one, BattleSeedSealed) and one.step == step)
    seed = next(sealed, "") if opened else ""
    roll = getattr(event, "roll", None)
    bound = next((one for one in events if isinstance(one, DrawCommitted) and one.step_key() == step), None)
    if isinstance(roll, Roll):
        shown, out_of = tuple(map(str, roll.faces)), tuple(die.value for die in roll.dice)
        commitment, proven = roll.commitment or "", bool(seed) and verify(roll, seed)
    else:
        shown = event.orders if isinstance(event, RewardDrawn) else ()
        out_of, commitment = (bound.tokens, bound.commitment) if bound else ((), "")
        proven = bool(seed) and bound is not None and _drawn(bound, seed, shown)
    return Evidence(
        act=act,
        side=event.side,
        step=step,
        shown=shown,
        out_of=out_of,
        fate=fate,
        commitment=commitment,
        seed=seed,
        proven=proven,
    )


def _drawn(bound: DrawCommitted, seed: str, shown: Sequence[str]) -> bool:
    """Whether the tokens follow from the seed the app was bound to."""
    honest = fits(bound.commitment, seed)
    return honest and drawn_from_seed(bytes.fromhex(seed), bound.tokens, len(shown)) == tuple(shown)
