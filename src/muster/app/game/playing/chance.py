"""Chance for a game: fresh entropy with a commitment, and the old faces for a step that was taken back."""

from collections.abc import Callable, Sequence
from os import urandom

from muster.app.dice.sources import fresh_roll
from muster.rules.dice.evidence import SEED_BYTES, commitment_to
from muster.rules.dice.faces import Die, Roll, typed_roll
from muster.rules.game.log.events import Drawn, Rolled, SeedSealed
from muster.rules.game.replaying.game_file import number_from
from muster.rules.log import Event, Recorded, kept_events


class GameChance:
    """The chance of one act, over the log as it stands, or what of it does not count. No fishing for dice: a
    step taken back shows the same again unless the other side freed it."""

    def __init__(self, log: Sequence[Recorded], entropy: Callable[[int], bytes] = urandom) -> None:
        self.log = log
        self.entropy = entropy

    def roll(
        self, step: str, purpose: str, dice: Sequence[Die], typed: Sequence[str] = ()
    ) -> tuple[Roll, tuple[Event, ...]]:
        """The faces for a step: those it had, typed ones, or fresh ones."""
        old = kept_events(self.log, step)
        for event in old:
            if isinstance(event, Rolled) and event.roll.dice == tuple(dice):
                return event.roll, old
        if typed:
            roll = typed_roll(dice, typed)
            return roll, (Rolled(step=step, purpose=purpose, roll=roll),)
        roll, seed = fresh_roll(dice, self.entropy)
        return roll, (Rolled(step=step, purpose=purpose, roll=roll), SeedSealed(step=step, seed=seed))

    def below(self, step: str, purpose: str, number: int) -> tuple[int, tuple[Event, ...]]:
        """A number for a step: the one it had, or a fresh one."""
        old = kept_events(self.log, step)
        for event in old:
            if isinstance(event, Drawn) and event.of == number:
                return event.number, old
        seed = self.entropy(SEED_BYTES)
        drawn = Drawn(
            step=step,
            purpose=purpose,
            of=number,
            number=number_from(seed.hex(), step, number),
            commitment=commitment_to(seed),
        )
        return drawn.number, (drawn, SeedSealed(step=step, seed=seed.hex()))
