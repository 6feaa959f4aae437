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
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from muster.rules.dice.questions import AIM_DICE, SOURCE, Attack
from muster.rules.dice.results import Results, gather_results
from muster.rules.dice.rolling import EIGHT, attack_ways
from muster.rules.dice.settling import Ahead, Choices, Faded, settling, total
from muster.rules.dice.situations import COLOURS, FIELD, KIND_MASK, MASK, SPARE, SURGE
from muster.rules.violations import Refused, Violation

Hits = dict[int, int]
"""The weight of every way the Hits may lie, as a packed polynomial, by the three counters of HIT dice."""

Situations = dict[int, Hits]
"""The Hits of every group: a group is the SPARE and SURGE counters of a key."""

NOTHING: Final[Situations] = {0: {0: 1}}
MOST_WORK: Final = 1_000_000
"""The most combinations weighed for one question: about a second, and far beyond any real attack."""


class AimedRoll:
    """The attack roll of one question: `stages()` yields its results after the roll and after every aim."""

    def __init__(self, attack: Attack, idle: tuple[int, ...], most_work: int = 0) -> None:
        """`idle` tells how many of 0, 1, 2, … Hits count nothing."""
        self.most_work = most_work or MOST_WORK
        self.pool = attack.pool
        self.dice = sum(attack.pool)
        aimed = min(AIM_DICE + attack.precise, self.dice)
        self.batches = [min(1, self.dice)] * attack.observation + [aimed] * attack.aims
        self.batch = 0
        self.surge = "critical" if attack.critical >= self.dice else attack.surge
        self.to_criticals = attack.critical
        self.useful_surges = attack.critical + (attack.surges if attack.surge == "none" else 0)
        self.settling = settling(self.surge, self.useful_surges, idle)
        self.bits = (EIGHT ** (self.dice + sum(self.batches))).bit_length()
        self.work = 0

    def stages(self) -> Iterator[Results]:
        """The table of Criticals and Hits, surges counted as what they become: the roll, then after every
        Observation token and every aim."""
        colours = [colour for colour in COLOURS if self.pool[colour]]
        yield self._results(self._roll(colours, 0))
        rerolls = sum(self.batches)
        if not self.batches:
            return
        # The last colour joins the others as the first aim picks up: most situations before it never exist.
        situations, others = self._roll(colours[:-1], rerolls), self._roll(colours[-1:], rerolls)
        for batch in self.batches:
            self.batch = batch
            in_hand = self._pick_up(situations, others, rerolls)
            rerolls -= batch
            situations, others = self._aim(in_hand, rerolls), NOTHING
            yield self._results(situations)

    def _ahead(self, rerolls: int, to_fall: int) -> Ahead:
        """The number of dice still to be rolled before the next aim picks any up."""
        return rerolls, to_fall + max(0, rerolls - self.batches[-1]) if rerolls else 0

    def _roll(self, colours: Sequence[int], rerolls: int) -> Situations:
        """All ways the dice of these colours can fall, merged as far as `rerolls` more dice allow."""
        situations, ahead = NOTHING, self._ahead(rerolls, self.dice)
        for colour in colours:
            fallen = self._roll_colour(colour, self.pool[colour], rerolls)
            situations = self._together(situations, fallen, ahead, defaultdict(dict))
        return situations

    def _together(self, some: Situations, others: Situations, ahead: Ahead, both: Situations) -> Situations:
        """Combine two groups of dice and add the result to `both`."""
        self._count(some, others)
        for group, hits in some.items():
            known = [*hits.items()]
            for to, (fades, further) in self._leading_to(group, others, ahead):
                into = both[to]
                for fallen, factor in further.items():
                    for lying, weight in known:
                        target = fades[lying + fallen]
                        into[target] = into.get(target, 0) + weight * factor
        return both

    def _count(self, some: Situations, others: Situations) -> None:
        """Count the work before doing it, so that no single question can block the server."""
        self.work += sum(map(len, some.values())) * sum(map(len, others.values()))
        if self.work > self.most_work:
            raise Refused(Violation(code="odds.too_intricate", source=SOURCE))

    def _leading_to(
        self, group: int, others: Situations, ahead: Ahead
    ) -> Iterable[tuple[int, tuple[Faded, Hits]]]:
        """What each group becomes together with others, and all Hits that come with it, merged before they
        are multiplied: far from every die that falls can be told apart from here on."""
        leading: dict[int, tuple[Faded, Hits]] = {}
        settled = self.settling.settled[ahead]
        for more, hits in others.items():
            to, gained, fades = settled.get(group + more) or self.settling.settle(group + more, ahead)
            if to not in leading:
                leading[to] = fades, {lying + gained: weight for lying, weight in hits.items()}
                continue
            further = leading[to][1]
            for lying, weight in hits.items():
                further[lying + gained] = further.get(lying + gained, 0) + weight
        return leading.items()

    def _roll_colour(self, colour: int, count: int, rerolls: int) -> Situations:
        """All ways the dice of one colour can fall."""
        fallen: Situations = defaultdict(dict)
        ahead = self._ahead(rerolls, self.dice)
        for (criticals, hits, surges, blanks), ways in attack_ways(colour, count):
            converted = surges if self.surge == "critical" else 0
            to, gained, fades = self.settling.settle(
                (blanks << SPARE | (surges - converted) << SURGE) << colour * FIELD, ahead
            )
            lying, into = fades[gained + (hits << colour * FIELD)], fallen[to]
            into[lying] = into.get(lying, 0) + (ways << (criticals + converted) * self.bits)
        return fallen

    def _aim(self, in_hand: dict[int, Situations], rerolls: int) -> Situations:
        """One aim: roll the dice in hand one by one onto the table again."""
        for dice in reversed(range(1, self.batch + 1)):
            for hand in [hand for hand in in_hand if total(hand) == dice]:
                colour = _first_colour(hand)
                rest = hand - (1 << colour * FIELD)
                fallen = self._roll_colour(colour, 1, rerolls)
                ahead = self._ahead(rerolls, dice - 1)
                self._together(in_hand.pop(hand), fallen, ahead, in_hand[rest])
        return in_hand[0]

    def _pick_up(self, some: Situations, others: Situations, rerolls: int) -> dict[int, Situations]:
        """What stays of some dice and others beside them, by the dice that count nothing and are picked up;
        those not picked up count as rolled in any way."""
        self._count(some, others)
        ahead, rerolls = self._ahead(rerolls, 0), rerolls - self.batch
        kept: dict[int, Situations] = defaultdict(lambda: defaultdict(dict))
        choices: dict[int, Choices] = {}
        tables: dict[int, dict[int, Hits]] = defaultdict(dict)
        for group, hits in some.items():
            known = [*hits.items()]
            for to, (_, further) in self._leading_to(group, others, ahead):
                # Surges never matter to the choice of dice: groups with the same spare dice share it.
                spare = to & KIND_MASK
                if (chosen := choices.get(spare)) is None:
                    chosen = choices[spare] = self.settling.choices(spare, self.batch, rerolls)
                by_hand = tables[to]
                for fallen, factor in further.items():
                    for lying, weight in known:
                        hand, spares, left = chosen[lying + fallen]
                        into = by_hand.get(hand)
                        if into is None:
                            stays, *_ = self.settling.settle(to - spares, self._ahead(rerolls, total(hand)))
                            into = by_hand[hand] = kept[hand][stays]
                        into[left] = into.get(left, 0) + weight * factor
        for hand, table in kept.items():
            _scale(table, EIGHT ** (self.batch - total(hand)))
        return kept

    def _results(self, situations: Situations) -> Results:
        totals: defaultdict[tuple[int, int], int] = defaultdict(int)
        for group, hits in situations.items():
            surges = total(group >> SURGE)
            for lying, weight in hits.items():
                totals[surges, total(lying)] += weight
        return gather_results(
            ((criticals + min(surges, self.to_criticals), hits + max(0, surges - self.to_criticals)), weight)
            for (surges, hits), polynomial in totals.items()
            for criticals, weight in self._fields(polynomial)
        )

    def _fields(self, polynomial: int) -> Iterator[tuple[int, int]]:
        mask = (1 << self.bits) - 1
        for criticals in range(self.dice + 1):
            if weight := polynomial >> criticals * self.bits & mask:
                yield criticals, weight


def _scale(table: Situations, factor: int) -> None:
    """Multiply every weight in a table by `factor`."""
    if factor > 1:
        for hits in table.values():
            hits.update([(lying, weight * factor) for lying, weight in hits.items()])


def _first_colour(hand: int) -> int:
    """The colour of the strongest die in hand."""
    return next(colour for colour in COLOURS if hand >> colour * FIELD & MASK)
