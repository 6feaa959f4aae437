"""What lies on the table once the attack dice are rolled, and how the odds tell it apart.

A state is the number of Criticals, the number of Hits and what lies beside them. What no later step of this
attack looks at stays 0, so that states which come to the same are one.
"""

from typing import NamedTuple, TypeAlias

from muster.rules.dice.questions import Attack, Defence


class Beside(NamedTuple):
    """Beside Criticals and Hits: dice that show nothing, surges not yet turned, aims left for Marksman and
    Lethal, whether an aim was spent on rerolls, whether anything was shown when surges had been turned,
    whether a Dodge was spent; active shields, Pierce, wounds that no die gives; the results each guardian
    took, its wounds and the attacker's own."""

    blanks: int = 0
    surges: int = 0
    aims: int = 0
    aimed: bool = False
    shown: bool = True
    dodged: bool = False
    shields: int = 0
    pierce: int = 0
    sure: int = 0
    taken: tuple[int, ...] = ()
    hurt: int = 0
    back: int = 0


State: TypeAlias = tuple[int, int, Beside]
"""Criticals, Hits, and what lies beside them."""

Weighted: TypeAlias = dict[State, int]
"""The weight of every state."""


class Sides(NamedTuple):
    """Attack and defence with all in effect; `makashi` says that 1 Pierce was given up for the immunity."""

    attack: Attack
    defence: Defence
    makashi: bool = False

    @property
    def dice(self) -> int:
        """How many attack dice there are."""
        return sum(self.attack.pool)

    @property
    def plain(self) -> bool:
        """Whether a Critical is never worth less than a Hit, nor a Hit less than nothing. A guardian turns
        that round, and so does Ram: a Dodge may take a Critical away, but no blank that Ram could use."""
        return not (self.defence.guardians or self.attack.ram)

    @property
    def counts_blanks(self) -> bool:
        """Whether any later step looks at dice that show nothing."""
        attack = self.attack
        return bool(attack.ram or attack.marksman or attack.jarkai or self.defence.djem_so)

    @property
    def keeps_aims(self) -> bool:
        """Whether an aim can be spent on anything but rerolls."""
        return bool(self.attack.aims and (self.attack.marksman or self.attack.lethal))

    def state(self, faces: tuple[int, int, int, int], aims: int = 0, aimed: bool = False) -> State:
        """So many Criticals, Hits, surges and blanks, with so many aims left."""
        criticals, hits, surges, blanks = faces
        return criticals, hits, Beside(
            blanks=blanks if self.counts_blanks else 0,
            surges=surges,
            aims=aims if self.keeps_aims else 0,
            aimed=aimed and self.attack.duelist,
            shields=self.defence.shields,
            pierce=self.attack.pierce - self.makashi,
        )  # fmt: skip
