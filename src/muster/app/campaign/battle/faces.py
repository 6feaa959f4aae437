"""The dice of a step: faces that were rolled before and undone are kept; others are typed in or rolled
by the app."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from muster.app.dice.sources import fresh_roll
from muster.rules.campaign.battle.events import BattleSeedSealed, DrawCommitted, RewardDrawn, SideKey
from muster.rules.campaign.battle.steps.side import Turn
from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.evidence import SEED_BYTES, commitment_to, drawn_from_seed
from muster.rules.dice.faces import Die, Roll, typed_roll
from muster.rules.log import Event, Recorded, kept_events
from muster.rules.violations import Refused, Violation


class Dice(msgspec.Struct, frozen=True):
    """The dice to roll, the faces typed in if any, and the source of entropy for fresh ones."""

    dice: tuple[Die, ...]
    faces: Sequence[str] | None
    entropy: Callable[[int], bytes]


def turn_with_roll(log: Sequence[Recorded], dice: Dice, decide: Callable[[Roll], Turn]) -> Turn:
    """A turn with its roll. The step is identified by the event that holds the roll.

    The rules decide once with the new roll, so that a refusal comes first. If the step was rolled before
    and undone, they decide again with the faces that were kept.
    """
    roll, seed = (
        fresh_roll(dice.dice, dice.entropy) if dice.faces is None else (typed_roll(dice.dice, dice.faces), "")
    )
    turn = decide(roll)
    step = next((key for event in turn.battle if (key := event.step_key())), None)
    if step is None:
        return turn
    old = kept_events(log, step)
    rolled_before = (
        roll_before for event in old if isinstance(roll_before := getattr(event, "roll", None), Roll)
    )
    if (held := next(rolled_before, None)) is not None:
        roll = _kept_roll(held, dice, roll)
        seed = next((event.seed for event in old if isinstance(event, BattleSeedSealed)), "")
        turn = decide(roll)
    sealed = (BattleSeedSealed(step, seed),) if seed and roll.commitment else ()
    return Turn((*turn.battle, *sealed), turn.register)


def _kept_roll(held: Roll, dice: Dice, new: Roll) -> Roll:
    """The old roll. If the number of dice has changed, the old faces are used first."""
    faces = (*held.faces, *new.faces[len(held.faces) :])[: len(new.faces)]
    if dice.faces is not None and new.faces != faces:
        shown = ", ".join(faces)
        raise Refused(Violation(code="sequence.faces_kept", source="Tours of Duty", params={"faces": shown}))
    if held.dice == new.dice:
        return held
    return Roll(dice=new.dice, faces=faces, origin=new.origin)


class Draw(NamedTuple):
    """Drawn order tokens, and their proof if the app drew them."""

    orders: tuple[Rank, ...] = ()
    proof: tuple[Event, ...] = ()


def kept_draw(log: Sequence[Recorded], side: SideKey) -> Draw:
    """The order tokens of a draw that was undone, with their proof."""
    old = kept_events(log, f"reward:{side}:agenda")
    orders = next((event.orders for event in old if isinstance(event, RewardDrawn)), ())
    return Draw(orders, tuple(event for event in old if isinstance(event, DrawCommitted | BattleSeedSealed)))


def fresh_draw(side: SideKey, tokens: Sequence[Rank], number: int, entropy: Callable[[int], bytes]) -> Draw:
    """Draw order tokens from fresh entropy; the commitment is shown at once, the seed is sealed."""
    seed = entropy(SEED_BYTES)
    bound = DrawCommitted(side, "agenda", tuple(tokens), commitment_to(seed))
    sealed = BattleSeedSealed(f"reward:{side}:agenda", seed.hex())
    return Draw(drawn_from_seed(seed, tokens, number), (bound, sealed))
