"""The attack roll with its aims, exactly: step 4 of the attack sequence.

The policy of the rerolls (docs/reference/odds.md): each aim rerolls up to 2 + Precise dice, after the result
of the one before is known; only dice that count nothing; strongest colour first; within a colour blanks, then
surges, then Hits.

How it stays fast. What matters later about a pool is little: how many Criticals, Hits and useful surges it
has, and of which colours the dice are that a later aim can still reach. So equal situations are merged as
early as possible. What a situation weighs is a *polynomial* packed into one integer: field c is the weight
with c Criticals. Rolling more dice is then an addition of keys and a multiplication of integers.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from math import comb
from typing import Final

from muster.rules.dice.armour import surplus_hits
from muster.rules.dice.faces import ATTACK_DICE, SIDES, Face, count_of
from muster.rules.dice.questions import AIM_DICE, SOURCE, Attack, Defence
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
    packed,
    strongest,
    unpacked,
)
from muster.rules.violations import Refused, Violation

Situations = dict[int, int]
"""The weight of every key, as a packed polynomial."""

EIGHT: Final = len(SIDES[ATTACK_DICE[0]])
MOST_WORK: Final = 1_000_000
"""The most combinations weighed for one question: about a second, and far beyond any real attack."""

FACES: Final = (Face.CRITICAL, Face.HIT, Face.SURGE, Face.BLANK)


class AimedRoll:
    """The attack roll of one question: `stages()` yields its results after the roll and after every aim."""

    def __init__(self, attack: Attack, defence: Defence, most_work: int = 0) -> None:
        self.most_work = most_work or MOST_WORK
        self.pool = attack.pool
        self.dice = sum(attack.pool)
        aimed = min(AIM_DICE + attack.precise, self.dice)
        self.batches = [min(1, self.dice)] * attack.observation + [aimed] * attack.aims
        self.batch = 0
        self.surge = "critical" if attack.critical >= self.dice else attack.surge
        self.to_criticals = attack.critical
        self.useful_surges = attack.critical + (attack.surges if attack.surge == "none" else 0)
        self.surplus = [surplus_hits(hits, attack, defence) for hits in range(self.dice + 1)]
        self.hits_reached = [any(self.surplus[hits:]) for hits in range(self.dice + 1)]
        self.surges_reached = self.hits_reached[0] or self.surge == "none"
        self.bits = (EIGHT ** (self.dice + sum(self.batches))).bit_length()
        self.work = 0
        self._settled: dict[int, Situations] = defaultdict(dict)
        self._moved: dict[int, int] = {}
        self._picked: dict[int, dict[int, tuple[int, Counts]]] = defaultdict(dict)

    def stages(self) -> Iterator[Results]:
        """The table of Criticals and Hits, surges counted as what they become: the roll, then after every
        Observation token and every aim."""
        rerolls = sum(self.batches)
        situations = self._rolled(self.pool, rerolls)
        yield self._results(situations)
        for batch in self.batches:
            self.batch = batch
            rerolls -= batch
            situations = self._aimed(situations, rerolls)
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
        self.work += len(some) * len(others)
        if self.work > self.most_work:  # counted before it is done: no question can hold up the table
            raise Refused(Violation(code="odds.too_intricate", source=SOURCE))
        settled = self._settled[rerolls]
        both: defaultdict[int, int] = defaultdict(int)
        for key, weight in some.items():
            for more, factor in others.items():
                total = key + more
                target = settled.get(total)
                if target is None:
                    target = settled[total] = self._settle(total, rerolls)
                both[target] += weight * factor
        return both

    def _fallen(self, colour: int, count: int, rerolls: int) -> Situations:
        """All ways the dice of one colour can fall."""
        fallen: defaultdict[int, int] = defaultdict(int)
        for (criticals, hits, surges, blanks), ways in _ways(colour, count):
            converted = surges if self.surge == "critical" else 0
            key = (blanks << SPARE | (surges - converted) << SURGE | hits << HIT) << colour * FIELD
            fallen[self._settle(key, rerolls)] += ways << (criticals + converted) * self.bits
        return fallen

    def _settle(self, key: int, rerolls: int) -> int:
        """The same situation with all forgotten that no later aim can ask for.

        Surges over Critical X become Hits or spare dice. A die out of reach, because enough spare dice come
        before it, is dropped when spare, and loses its colour when it shows a surge or a Hit.
        """
        surge = key >> SURGE & KIND_MASK
        if surge:
            moved = self._moved.get(surge)
            key += self._overflow(surge) if moved is None else moved
            surge = key >> SURGE & KIND_MASK
        spare, red_reach, black_reach = _reach(key & KIND_MASK, rerolls)
        if surge:
            reached = self.surges_reached
            surge = _faded(surge, red_reach, black_reach) if reached else _faded(surge, 0, 0)
        hit = key >> HIT
        if hit:
            reached = self.hits_reached[_total(hit)]
            hit = _faded(hit, red_reach, black_reach) if reached else _faded(hit, 0, 0)
        return spare | surge << SURGE | hit << HIT

    def _overflow(self, surges: int) -> int:
        """What to add to a key so that surges over Critical X, strongest first, become Hits or spare dice."""
        counts = unpacked(surges, 0)
        over = packed(strongest(counts, sum(counts) - self.useful_surges))
        kind = HIT if self.surge == "hit" else SPARE
        self._moved[surges] = moved = (over << kind) - (over << SURGE)
        return moved

    def _aimed(self, situations: Situations, rerolls: int) -> Situations:
        """One aim: pick up the dice that count nothing, then roll them one by one onto the table again."""
        in_hand = self._picked_up(situations, rerolls)
        for dice in reversed(range(1, self.batch + 1)):
            for hand in [hand for hand in in_hand if sum(hand) == dice]:
                colour, rest = _first_die(hand)
                fallen = self._fallen(colour, 1, rerolls)
                table = in_hand.setdefault(rest, {})
                for key, weight in self._together(in_hand.pop(hand), fallen, rerolls).items():
                    table[key] = table.get(key, 0) + weight
        return in_hand[0, 0, 0]

    def _picked_up(self, situations: Situations, rerolls: int) -> dict[Counts, Situations]:
        """What stays on the table, by the dice picked up; those not picked up count as rolled in any way."""
        settled, chosen = self._settled[rerolls], self._picked[self.batch]
        # Hits matter to the choice of dice only where armour may cancel some of them; surges never do.
        matters = ~(KIND_MASK << SURGE) if self.hits_reached[0] else KIND_MASK
        kept: dict[Counts, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
        for key, weight in situations.items():
            seen = key & matters
            picked = chosen.get(seen)
            if picked is None:
                picked = chosen[seen] = self._choose(unpacked(seen, SPARE), unpacked(seen, HIT))
            dice, hand = picked
            left = key - dice
            target = settled.get(left)
            if target is None:
                target = settled[left] = self._settle(left, rerolls)
            kept[hand][target] += weight
        scale = {hand: EIGHT ** (self.batch - sum(hand)) for hand in kept}
        return {hand: {k: w * scale[hand] for k, w in table.items()} for hand, table in kept.items()}

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
            totals[_total(key >> SURGE & KIND_MASK), _total(key >> HIT)] += weight
        return gathered(
            ((criticals + min(surges, self.to_criticals), hits + max(0, surges - self.to_criticals)), weight)
            for (surges, hits), polynomial in totals.items()
            for criticals, weight in self._fields(polynomial)
        )

    def _fields(self, polynomial: int) -> Iterator[tuple[int, int]]:
        mask = (1 << self.bits) - 1
        for criticals in range(self.dice + 1):
            if weight := polynomial >> criticals * self.bits & mask:
                yield criticals, weight


def _first_die(hand: Counts) -> tuple[int, Counts]:
    """The colour of the strongest die in hand, and the hand without it."""
    colour = next(colour for colour in COLOURS if hand[colour])
    red, black, white = (count - (index == colour) for index, count in enumerate(hand))
    return colour, (red, black, white)


@lru_cache(maxsize=1 << 14)
def _reach(spare: int, rerolls: int) -> tuple[int, int, int]:
    """The spare dice within reach of the rerolls, and how far into the red and black dice the others go."""
    red, black, white = strongest(unpacked(spare, 0), rerolls)
    return packed((red, black, white)), rerolls - red, rerolls - red - black


@lru_cache(maxsize=1 << 14)
def _total(counters: int) -> int:
    """How many dice three counters hold together."""
    return sum(unpacked(counters, 0))


@lru_cache(maxsize=1 << 14)
def _faded(kind: int, red_reach: int, black_reach: int) -> int:
    return packed(faded(unpacked(kind, 0), red_reach, black_reach))


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
