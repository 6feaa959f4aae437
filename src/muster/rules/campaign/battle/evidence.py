"""The evidence of a battle: every roll and draw with the commitment the app made, for anybody to check.

Commitments are visible at once, seeds once both sides are done, including those of rolls that were taken
back.
"""

from collections.abc import Sequence

from msgspec.structs import asdict, replace

from muster.rules.campaign.battle.events import BattleSeedSealed, DrawCommitted, OfSide, RewardDrawn, SideKey
from muster.rules.dice.evidence import drawn_from_seed, fits
from muster.rules.dice.faces import Roll
from muster.rules.dice.proof import Evidence, evidence_of_roll, fates
from muster.rules.log import Event, Recorded, acts


class BattleEvidence(Evidence, frozen=True, kw_only=True):
    """A roll or draw of a side, and the act it fell in."""

    act: str
    side: SideKey


def evidence_of(log: Sequence[Recorded], *, opened: bool) -> tuple[BattleEvidence, ...]:
    """Every roll and draw of a battle in its order, undone and voided ones included."""
    fate, found = fates(log), []
    for act in acts(log):
        for event in act.events:
            key = event.step_key()
            if key is None or not isinstance(event, OfSide) or isinstance(event, DrawCommitted):
                continue
            evidence = replace(_evidence_of_event(event, key, act.events, opened), fate=fate(act.batch, key))
            found.append(BattleEvidence(act=act.batch, side=event.side, **asdict(evidence)))
    return tuple(found)


def _evidence_of_event(event: OfSide, step: str, events: Sequence[Event], opened: bool) -> Evidence:
    sealed = (event.seed for event in events if isinstance(event, BattleSeedSealed) and event.step == step)
    seed = next(sealed, "") if opened else ""
    roll = getattr(event, "roll", None)
    if isinstance(roll, Roll):
        return evidence_of_roll(step, roll, seed)
    bound = next(
        (
            committed
            for committed in events
            if isinstance(committed, DrawCommitted) and committed.step_key() == step
        ),
        None,
    )
    shown = event.orders if isinstance(event, RewardDrawn) else ()
    if bound is None:
        return Evidence(step=step, shown=shown, seed=seed)
    return Evidence(
        step=step,
        shown=shown,
        out_of=bound.tokens,
        commitment=bound.commitment,
        seed=seed,
        proven=bool(seed) and _follows_from_seed(bound, seed, shown),
    )


def _follows_from_seed(bound: DrawCommitted, seed: str, shown: Sequence[str]) -> bool:
    """Whether the tokens follow from the seed the app was bound to."""
    honest = fits(bound.commitment, seed)
    return honest and drawn_from_seed(bytes.fromhex(seed), bound.tokens, len(shown)) == tuple(shown)
