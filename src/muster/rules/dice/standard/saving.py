"""Defence dice, Pierce and the wounds that are left: steps 7 to 10 of the attack sequence."""

from collections import defaultdict
from functools import cache, lru_cache
from typing import Final, NamedTuple

from muster.rules.dice.questions import DefenceDie
from muster.rules.dice.rolling import SIX, defence_ways
from muster.rules.dice.standard.lying import Beside, Sides, State

ALL: Final = 1000
"""More surges than anybody rolls: all of them become Blocks."""

Saved = tuple[tuple[tuple[int, int], int], ...]
"""Blocks and surges of a defence roll, and in how many ways it comes."""


class Outcome(NamedTuple):
    """What an attack comes to: wounds on the target, on guardians, on the attacker, and Suppression."""

    wounds: int
    hurt: int
    back: int
    suppressed: bool


Outcomes = tuple[tuple[Outcome, int], ...]


class Roll(NamedTuple):
    """A defence roll: how many dice of the unit's colour and how many white ones beside them, how many surges
    become Blocks, and how many dice that block nothing are rerolled."""

    dice: int
    white: int
    die: DefenceDie
    turning: int
    luck: int


class Saving:
    """The end of one attack: how many wounds so many results cause."""

    def __init__(self, sides: Sides) -> None:
        self.sides = sides
        defence = sides.defence
        self.most = sides.dice + defence.danger_sense + defence.extra_white
        self.luck = min(defence.uncanny_luck, self.most)
        self.scale = SIX ** (self.most + (self.most if defence.soresu else self.luck))
        limits = [defence.to_defeat, defence.in_sight]
        self.limit = min((limit for limit in limits if limit is not None), default=ALL)
        self._outcomes: dict[tuple[int, Beside], Outcomes] = {}

    def blocks(self, strikes: int, beside: Beside) -> Saved:
        """The defence roll after rerolls and with its surges turned; its weights add up to `scale`."""
        if not strikes:
            return (((0, 0), self.scale),)
        roll = self.roll(strikes, beside)
        if self.sides.defence.soresu:
            return self._reroll(strikes, beside, roll)
        scale = self.scale // SIX ** (roll.dice + roll.white + self.luck)
        return tuple((shown, ways * scale) for shown, ways in saves(roll))

    def roll(self, strikes: int, beside: Beside) -> Roll:
        """Step 7: one die per Hit or Critical, and those that Danger Sense and Vaapad add."""
        defence = self.sides.defence
        turns = defence.surge or (defence.block and beside.dodged)
        turning = ALL if turns else defence.surges
        return Roll(strikes + defence.danger_sense, defence.extra_white, defence.die, turning, self.luck)

    def pierce(self, beside: Beside) -> int:
        """Step 8: Pierce that counts: Impervious takes 1, immunity all of it, unless Makashi ignores both."""
        defence = self.sides.defence
        if self.sides.makashi:
            return beside.pierce
        if defence.immune_pierce or defence.immune_melee_pierce or (defence.duelist and beside.dodged):
            return 0
        return max(0, beside.pierce - defence.impervious)

    def wounds(self, strikes: int, blocks: int, beside: Beside) -> int:
        """Step 9: wounds on the target, no more than it has left and than are in sight."""
        through = strikes - max(0, blocks - self.pierce(beside))
        return min(self.limit, max(0, through) + beside.sure)

    def outcomes(self, strikes: int, beside: Beside) -> Outcomes:
        """Every outcome from here; the weights add up to `scale`."""
        known = self._outcomes.get((strikes, beside))
        if known is None:
            known = self._outcomes[strikes, beside] = self._roll_defence(strikes, beside)
        return known

    def _roll_defence(self, strikes: int, beside: Beside) -> Outcomes:
        attack, defence = self.sides.attack, self.sides.defence
        ranged = attack.kind in ("ranged", "area")
        deflects = defence.deflect and not attack.immune_deflect
        blanks = defence.djem_so and beside.blanks > 0
        table: defaultdict[Outcome, int] = defaultdict(int)
        for (blocks, surges), ways in self.blocks(strikes, beside):
            wounds = self.wounds(strikes, blocks, beside)
            back = beside.back + blanks
            back += (surges if defence.shien else min(1, surges)) if deflects else 0
            fallen_to_it = defence.to_defeat is not None and wounds >= defence.to_defeat
            spared = fallen_to_it or (defence.shien and not wounds)
            table[Outcome(wounds, beside.hurt, back, ranged and beside.shown and not spared)] += ways
        return tuple(table.items())

    def means(self, strikes: int, beside: Beside) -> tuple[int, int]:
        """Blocks in all ways together, no more than there is to block: before Pierce and after it."""
        pierce = self.pierce(beside)
        before = after = 0
        for (blocks, _), ways in self.blocks(strikes, beside):
            before += min(strikes, blocks) * ways
            after += min(strikes, max(0, blocks - pierce)) * ways
        return before, after

    def worth(self, state: State, bits: int) -> int:
        """The wounds that follow, over `scale`, shifted up; below them the wounds on guardians, or where
        there are none the chance of defeat: of equal wounds the attacker takes the higher one."""
        criticals, hits, beside = state
        defeat = None if self.sides.defence.guardians else self.sides.defence.to_defeat
        wounds = second = 0
        for outcome, ways in self.outcomes(criticals + hits, beside):
            wounds += outcome.wounds * ways
            if defeat is None:
                second += outcome.hurt * ways
            elif outcome.wounds >= defeat:
                second += ways
        return wounds << bits | second

    def _reroll(self, strikes: int, beside: Beside, roll: Roll) -> Saved:
        """Soresu: the whole roll once more, or with luck some dice, whichever leaves the fewest wounds."""
        anew = saves(roll._replace(luck=0))
        total = SIX ** (roll.dice + roll.white)
        wounds = [self.wounds(strikes, blocks, beside) for blocks in range(roll.dice + roll.white + 1)]
        again = sum(wounds[blocks] * ways for (blocks, _), ways in anew)
        ways_of: defaultdict[tuple[int, int], int] = defaultdict(int)
        for shown, weight in _fall(roll):
            kept = _lucky(shown, roll)
            lasting = sum(kept.values())
            lost = sum(wounds[blocks] * ways for (blocks, _), ways in kept.items())
            better = again * lasting < lost * total
            taken, number = (dict(anew), total) if better else (kept, lasting)
            for end, ways in taken.items():
                ways_of[end] += weight * ways * (self.scale // total // number)
        return tuple(ways_of.items())


Shown = tuple[int, int, int, int]
"""Blocks and surges on the unit's own dice, Blocks and surges on the white ones."""


@lru_cache(maxsize=4096)
def saves(roll: Roll) -> Saved:
    """Blocks, and the surges that were rolled, in ways of all dice and `luck` more."""
    table: defaultdict[tuple[int, int], int] = defaultdict(int)
    if not (roll.luck or roll.white):
        for blocks, surges, ways in defence_ways(roll.dice, roll.die):
            table[blocks + min(surges, roll.turning), surges] += ways
        return tuple(table.items())
    for shown, weight in _fall(roll):
        kept = _lucky(shown, roll)
        scale = SIX**roll.luck // sum(kept.values())
        for end, ways in kept.items():
            table[end] += weight * ways * scale
    return tuple(table.items())


def _fall(roll: Roll) -> list[tuple[Shown, int]]:
    return [
        ((blocks, surges, white_blocks, white_surges), ways * more)
        for blocks, surges, ways in defence_ways(roll.dice, roll.die)
        for white_blocks, white_surges, more in defence_ways(roll.white, "white")
    ]


def _lucky(shown: Shown, roll: Roll) -> dict[tuple[int, int], int]:
    """Uncanny Luck: dice that block nothing are rolled again, the stronger ones first."""
    blocks, surges, white_blocks, white_surges = shown
    over = max(0, surges + white_surges - roll.turning)
    own_over = min(over, surges)
    own = min(roll.luck, roll.dice - blocks - surges + own_over)
    white = min(roll.luck - own, roll.white - white_blocks - white_surges + over - own_over)
    # Of dice that block nothing blanks go first: a surge may still matter to Deflect.
    surges_again = max(0, own - (roll.dice - blocks - surges))
    surges_again += max(0, white - (roll.white - white_blocks - white_surges))
    stay = surges + white_surges - surges_again
    return _again(blocks + white_blocks, stay, (own, white), roll)


def _again(blocks: int, surges: int, again: tuple[int, int], roll: Roll) -> dict[tuple[int, int], int]:
    table: defaultdict[tuple[int, int], int] = defaultdict(int)
    for more, new, ways in _two_colours(*again, roll.die):
        table[blocks + more + min(surges + new, roll.turning), surges + new] += ways
    return table


@cache
def _two_colours(own: int, white: int, die: DefenceDie) -> tuple[tuple[int, int, int], ...]:
    return tuple(
        (blocks + more, surges + new, ways * factor)
        for blocks, surges, ways in defence_ways(own, die)
        for more, new, factor in defence_ways(white, "white")
    )
