"""The attack roll with its aims, exactly: step 4 of the attack sequence.

The policy of the rerolls (docs/reference/odds.md): each aim rerolls up to 2 + Precise dice, after the result of
the one before is known; only dice that count nothing; strongest colour first; within a colour blanks, then
surges, then Hits.

How it stays fast. What matters later about a pool is little: how many Criticals, Hits and useful surges it has,
and of which colours the dice are that a later aim can still reach. So equal situations are merged as early as
possible. What a situation weighs is a *polynomial* packed into one integer: the weight of c Criticals is field c.
Rolling more dice is then an addition of keys and a multiplication of integers.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from math import comb
from typing import Final

from muster.rules.dice.armour import surplus_hits
from muster.rules.dice.faces import ATTACK_DICE, SIDES, Face, count_of
from muster.rules.dice.questions import AIM_DICE, Attack, Defence
from muster.rules.dice.results import Results, gathered
from muster.rules.dice.situations import (
    COLOURS,
    FIELD,
    HIT,
    KIND_MASK,
    SPARE,
    SURGE,
    Counts,
    faded,
    number,
    packed,
    strongest,
    unpacked,
)

Situations = dict[int, int]
"""The weight of every key, as a packed polynomial."""

EIGHT: Final = len(SIDES[ATTACK_DICE[0]])
FACES: Final = (Face.CRITICAL, Face.HIT, Face.SURGE, Face.BLANK)


class AimedRoll:
    """The attack roll of one question: `stages()` yields its results after the roll and after every aim."""

    def __init__(self, attack: Attack, defence: Defence) -> None:
        self.pool = attack.pool
        self.dice = sum(attack.pool)
        self.aims = attack.aims
        self.batch = min(AIM_DICE + attack.precise, self.dice)
        self.surge = attack.surge
        self.useful_surges = attack.critical
        self.hits_reached = defence.armour != 0
        self.surges_reached = self.hits_reached or attack.surge == "none"
        self.surplus = [surplus_hits(hits, attack, defence) for hits in range(self.dice + 1)]
        self.bits = (EIGHT ** (self.dice + self.aims * self.batch)).bit_length()
        self._settled: dict[int, Situations] = defaultdict(dict)
        self._moved: dict[int, int] = {}
        self._picked: dict[int, tuple[int, Counts]] = {}

    def stages(self) -> Iterator[Results]:
        """The table of Criticals and Hits, surges counted as what they become: first roll, aim 1, aim 2, …"""
        situations = self._rolled(self.pool, self.aims * self.batch)
        yield self._results(situations)
        for left in reversed(range(self.aims)):
            situations = self._aimed(situations, left * self.batch)
            yield self._results(situations)

    def _rolled(self, counts: Counts, rerolls: int) -> Situations:
        """All ways these dice can fall, merged as far as `rerolls` more dice allow."""
        situations: Situations = {0: 1}
        for colour in COLOURS:
            if counts[colour]:
                fallen = self._fallen(colour, counts[colour], rerolls)
                situations = self._together(situations, fallen, rerolls)
        return situations

    def _together(self, some: Situations, others: Situations, rerolls: int) -> Situations:
        settled = self._settled[rerolls]
        both: defaultdict[int, int] = defaultdict(int)
        for key, weight in some.items():
            for more, factor in others.items():
                total = key + more
                if total not in settled:
                    settled[total] = self._settle(total, rerolls)
                both[settled[total]] += weight * factor
        return both

    def _fallen(self, colour: int, count: int, rerolls: int) -> Situations:
        """All ways the dice of one colour can fall."""
        fallen: defaultdict[int, int] = defaultdict(int)
        for (criticals, hits, surges, blanks), ways in _ways(colour, count):
            if self.surge == "critical":
                criticals, surges = criticals + surges, 0
            key = (blanks << SPARE | surges << SURGE | hits << HIT) << colour * FIELD
            fallen[self._settle(key, rerolls)] += ways << criticals * self.bits
        return fallen

    def _settle(self, key: int, rerolls: int) -> int:
        """The same situation with all forgotten that no later aim can ask for.

        Surges over Critical X become Hits or spare dice. A die out of reach, because enough spare dice come
        before it, is dropped when spare, and loses its colour when it shows a surge or a Hit.
        """
        surges = key >> SURGE & KIND_MASK
        if surges:
            key += self._overflow(surges)
        spare = strongest(unpacked(key, SPARE), rerolls)
        red_reach, black_reach = rerolls - spare[0], rerolls - spare[0] - spare[1]
        surge, hit = unpacked(key, SURGE), unpacked(key, HIT)
        surge = faded(surge, red_reach, black_reach) if self.surges_reached else faded(surge, 0, 0)
        hit = faded(hit, red_reach, black_reach) if self.hits_reached else faded(hit, 0, 0)
        return packed(spare) << SPARE | packed(surge) << SURGE | packed(hit) << HIT

    def _overflow(self, surges: int) -> int:
        """What to add to a key so that surges over Critical X, strongest first, become Hits or spare dice."""
        if surges not in self._moved:
            counts = unpacked(surges, 0)
            over = packed(strongest(counts, sum(counts) - self.useful_surges))
            kind = HIT if self.surge == "hit" else SPARE
            self._moved[surges] = (over << kind) - (over << SURGE)
        return self._moved[surges]

    def _aimed(self, situations: Situations, rerolls: int) -> Situations:
        """One aim: pick up the dice that count nothing, roll them, and lay them down again."""
        after: defaultdict[int, int] = defaultdict(int)
        for picked, table in self._picked_up(situations, rerolls).items():
            unused = EIGHT ** (self.batch - sum(picked))
            fresh = {key: weight * unused for key, weight in self._rolled(picked, rerolls).items()}
            for key, weight in self._together(table, fresh, rerolls).items():
                after[key] += weight
        return after

    def _picked_up(self, situations: Situations, rerolls: int) -> dict[Counts, Situations]:
        """What stays on the table, by the dice picked up."""
        settled = self._settled[rerolls]
        kept: dict[Counts, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
        for key, weight in situations.items():
            dice, picked = self._pick(key)
            left = key - dice
            if left not in settled:
                settled[left] = self._settle(left, rerolls)
            kept[picked][settled[left]] += weight
        return dict(kept)

    def _pick(self, key: int) -> tuple[int, Counts]:
        """The dice one aim rerolls: as a key to take away, and by colour."""
        key &= ~(KIND_MASK << SURGE) if self.hits_reached else KIND_MASK
        if key not in self._picked:
            self._picked[key] = self._choose(unpacked(key, SPARE), unpacked(key, HIT))
        return self._picked[key]

    def _choose(self, spare: Counts, hit: Counts) -> tuple[int, Counts]:
        """Strongest colour first, in each colour spare dice before Hits, and no Hit that still counts."""
        budget, surplus = self.batch, self.surplus[sum(hit)]
        dice, by_colour = 0, [0, 0, 0]
        for colour in COLOURS:
            blanks = min(spare[colour], budget)
            hits = min(hit[colour], budget - blanks, surplus)
            dice += (blanks << SPARE | hits << HIT) << colour * FIELD
            by_colour[colour] = blanks + hits
            budget, surplus = budget - blanks - hits, surplus - hits
        return dice, (by_colour[0], by_colour[1], by_colour[2])

    def _results(self, situations: Situations) -> Results:
        totals: defaultdict[tuple[int, int], int] = defaultdict(int)
        for key, weight in situations.items():
            totals[number(key, SURGE), number(key, HIT)] += weight
        return gathered(
            ((criticals + surges, hits), weight)
            for (surges, hits), polynomial in totals.items()
            for criticals, weight in self._fields(polynomial)
        )

    def _fields(self, polynomial: int) -> Iterator[tuple[int, int]]:
        mask = (1 << self.bits) - 1
        for criticals in range(self.dice + 1):
            if weight := polynomial >> criticals * self.bits & mask:
                yield criticals, weight


@cache
def _ways(colour: int, count: int) -> tuple[tuple[tuple[int, int, int, int], int], ...]:
    """In how many ways dice of one colour show each number of Criticals, Hits, surges and blanks."""
    splits = (
        (criticals, hits, surges, count - criticals - hits - surges)
        for criticals in range(count + 1)
        for hits in range(count + 1 - criticals)
        for surges in range(count + 1 - criticals - hits)
    )
    return tuple((split, _multinomial(colour, split)) for split in splits)


def _multinomial(colour: int, split: tuple[int, int, int, int]) -> int:
    left, ways = sum(split), 1
    for face, count in zip(FACES, split, strict=True):
        ways *= comb(left, count) * count_of(ATTACK_DICE[colour], face) ** count
        left -= count
    return ways
