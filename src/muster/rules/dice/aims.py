"""The attack roll with its aims, exactly: step 4 of the attack sequence.

The policy of the rerolls (docs/reference/odds.md): each aim rerolls up to 2 + Precise dice, after the result
of the one before is known; only dice that count nothing; strongest colour first; within a colour blanks, then
surges, then Hits.

How it stays fast. What matters later about a pool is little: how many Criticals, Hits and useful surges it
has, and of which colours the dice are that a later aim can still reach. So equal situations are merged as
early as possible. What a situation weighs is a *polynomial* packed into one integer: field c is the weight
with c Criticals. Rolling more dice is then an addition of keys and a multiplication of integers. Situations
stand in groups that differ in nothing but their Hits: what the spare dice and surges of a group come to is
worked out once for all of it.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from math import comb
from typing import Final, NamedTuple

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

Hits = dict[int, int]
"""The weight of every way the Hits may lie, as a packed polynomial, by the three counters of HIT dice."""

Situations = dict[int, Hits]
"""The Hits of every group: a group is the SPARE and SURGE counters of a key."""

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
        self._settled: dict[int, dict[int, Settled]] = defaultdict(dict)
        self._moved: dict[int, int] = {}
        self._faded: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
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
        situations: Situations = {0: {0: 1}}
        for colour in COLOURS:
            if counts[colour]:
                fallen = self._fallen(colour, counts[colour], rerolls)
                situations = self._together(situations, fallen, rerolls)
        return situations

    def _together(self, some: Situations, others: Situations, rerolls: int) -> Situations:
        self.work += sum(map(len, some.values())) * sum(map(len, others.values()))
        if self.work > self.most_work:  # counted before it is done: no question can hold up the table
            raise Refused(Violation(code="odds.too_intricate", source=SOURCE))
        both: Situations = {}
        for group, hits in some.items():
            known = [*hits.items()]
            for to, further in self._leading_to(group, others, rerolls):
                into, faded = both.setdefault(to.group, {}), to.faded
                for lying, weight in known:
                    for fallen, factor in further:
                        total = lying + fallen
                        target = faded.get(total)
                        if target is None:
                            target = self._fade(total, to)
                        into[target] = into.get(target, 0) + weight * factor
        return both

    def _leading_to(
        self, group: int, others: Situations, rerolls: int
    ) -> Iterator[tuple["Settled", list[tuple[int, int]]]]:
        """What each group becomes together with others, and all Hits that come with it, merged before they
        are multiplied: far from every die that falls can be told apart from here on."""
        leading: dict[int, tuple[Settled, Hits]] = {}
        for more, hits in others.items():
            to = self._settle(group + more, rerolls)
            further = leading.setdefault(to.group, (to, {}))[1]
            for fallen, weight in hits.items():
                further[fallen + to.hits] = further.get(fallen + to.hits, 0) + weight
        return ((to, [*further.items()]) for to, further in leading.values())

    def _fallen(self, colour: int, count: int, rerolls: int) -> Situations:
        """All ways the dice of one colour can fall."""
        fallen: Situations = {}
        for (criticals, hits, surges, blanks), ways in _ways(colour, count):
            converted = surges if self.surge == "critical" else 0
            to = self._settle((blanks << SPARE | (surges - converted) << SURGE) << colour * FIELD, rerolls)
            lying = self._fade(to.hits + (hits << colour * FIELD), to)
            into = fallen.setdefault(to.group, {})
            into[lying] = into.get(lying, 0) + (ways << (criticals + converted) * self.bits)
        return fallen

    def _settle(self, group: int, rerolls: int) -> "Settled":
        """The same group with all forgotten that no later aim can ask for.

        Surges over Critical X become Hits or spare dice. A die out of reach, because enough spare dice come
        before it, is dropped when spare, and loses its colour when it shows a surge or a Hit.
        """
        settled = self._settled[rerolls]
        found = settled.get(group)
        if found is None:
            found = settled[group] = self._settled_anew(group, rerolls)
        return found

    def _settled_anew(self, group: int, rerolls: int) -> "Settled":
        surge, hits = group >> SURGE, 0
        if surge:
            group += self._overflow(surge)
            hits, surge = group >> HIT, group >> SURGE & KIND_MASK
        spare, *reach = _reach(group & KIND_MASK, rerolls)
        if surge:
            surge = _faded(surge, *reach) if self.surges_reached else _faded(surge, 0, 0)
        return Settled(spare | surge << SURGE, hits, reach[0], reach[1], self._faded[reach[0], reach[1]])

    def _fade(self, hits: int, to: "Settled") -> int:
        """These Hits as the group has them, those out of reach without their colour."""
        reached = self.hits_reached[_total(hits)]
        found = to.faded[hits] = _faded(hits, to.red_reach, to.black_reach) if reached else _faded(hits, 0, 0)
        return found

    def _overflow(self, surges: int) -> int:
        """What to add to a key so that surges over Critical X, strongest first, become Hits or spare dice."""
        if (known := self._moved.get(surges)) is not None:
            return known
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
                _pour(self._together(in_hand.pop(hand), fallen, rerolls), in_hand.setdefault(rest, {}))
        return in_hand[0, 0, 0]

    def _picked_up(self, situations: Situations, rerolls: int) -> dict[Counts, Situations]:
        """What stays on the table, by the dice picked up; those not picked up count as rolled in any way."""
        chosen = self._picked[self.batch]
        # Hits matter to the choice of dice only where armour may cancel some of them; surges never do.
        matters = KIND_MASK if self.hits_reached[0] else 0
        kept: dict[Counts, Situations] = defaultdict(dict)
        for group, hits in situations.items():
            spare = group & KIND_MASK
            for lying, weight in hits.items():
                seen = spare | (lying & matters) << HIT
                picked = chosen.get(seen)
                if picked is None:
                    picked = chosen[seen] = self._choose(unpacked(seen, SPARE), unpacked(seen, HIT))
                dice, hand = picked
                to = self._settle(group - (dice & KIND_MASK), rerolls)
                left = lying - (dice >> HIT) + to.hits
                target = to.faded.get(left)
                if target is None:
                    target = self._fade(left, to)
                into = kept[hand].setdefault(to.group, {})
                into[target] = into.get(target, 0) + weight
        for hand, table in kept.items():
            if scale := EIGHT ** (self.batch - sum(hand)) - 1:
                more = {group: {k: w * scale for k, w in hits.items()} for group, hits in table.items()}
                _pour(more, table)
        return kept

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
        for group, hits in situations.items():
            surges = _total(group >> SURGE)
            for lying, weight in hits.items():
                totals[surges, _total(lying)] += weight
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


class Settled(NamedTuple):
    """What a group comes to: the group, the Hits that surges became, how far rerolls reach into the red and
    black dice, and what Hits are with that reach as far as it is known."""

    group: int
    hits: int
    red_reach: int
    black_reach: int
    faded: dict[int, int]


def _pour(some: Situations, into: Situations) -> None:
    """Add one table to another."""
    for group, hits in some.items():
        table = into.setdefault(group, {})
        for lying, weight in hits.items():
            table[lying] = table.get(lying, 0) + weight


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
