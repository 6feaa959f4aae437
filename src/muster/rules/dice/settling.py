"""What the dice on the table come to when all is forgotten that no later aim can ask for, and which dice an
aim picks up.

None of it depends on how the dice fell, only on what surges become and which Hits count nothing. So the
tables are kept for the next questions of the same kind: two attacks beside each other, the same unit with
one aim more.
"""

from collections import defaultdict
from functools import lru_cache
from typing import Final

from muster.rules.dice.situations import (
    COLOURS,
    FIELD,
    HIT,
    KIND_MASK,
    SPARE,
    SURGE,
    fade_colours,
    pack_situation,
    strongest,
    unpack_situation,
)

Ahead = tuple[int, int]
"""How many dice will be rerolled, and how many will fall before the last aim picks up its dice."""

Choice = tuple[int, int, int]
"""What an aim picks up: the hand and the spare dice in it; and the Hits it leaves. Each as three counters."""

KINDS: Final = 8
"""For how many kinds of questions the tables are cached."""


class Faded(dict[int, int]):
    """Hits without the colours that no reroll reaches, worked out when first asked for."""

    def __init__(self, red_reach: int, black_reach: int, hits_reached: list[bool]) -> None:
        super().__init__()
        self.reach = red_reach, black_reach
        self.hits_reached = hits_reached

    def __missing__(self, hits: int) -> int:
        reach = self.reach if self.hits_reached[total(hits)] else (0, 0)
        found = self[hits] = _fade(hits, *reach)
        return found


Settled = tuple[int, int, Faded]
"""What a group comes to: the group, the Hits that surges became, and what Hits are beside it."""


class Settling:
    """The tables of one kind of question."""

    def __init__(self, surge: str, useful_surges: int, surplus: tuple[int, ...]) -> None:
        self.surge, self.useful_surges, self.surplus = surge, useful_surges, surplus
        self.hits_reached = [any(surplus[hits:]) for hits in range(len(surplus))]
        self.surges_reached = self.hits_reached[0] or surge == "none"
        self.settled: dict[Ahead, dict[int, Settled]] = defaultdict(dict)
        self._moved: dict[int, int] = {}
        self._faded: dict[tuple[int, int], Faded] = {}
        self._choices: dict[tuple[int, int, int], Choices] = {}

    def settle(self, group: int, ahead: Ahead) -> Settled:
        """The same group with all forgotten that no later aim can ask for.

        Surges over Critical X become Hits or spare dice. A die out of reach, because enough spare dice come
        before it, is dropped when spare, and loses its colour when it shows a surge or a Hit. So does a surge
        that stays one, because too few dice are to fall for the surges to become too many.
        """
        settled = self.settled[ahead]
        found = settled.get(group)
        if found is None:
            found = settled[group] = self._settle_anew(group, *ahead)
        return found

    def _settle_anew(self, group: int, rerolls: int, to_fall: int) -> Settled:
        surge, hits = group >> SURGE, 0
        if surge:
            group += self._overflow(surge)
            hits, surge = group >> HIT, group >> SURGE & KIND_MASK
        spare, red_reach, black_reach = _reach(group & KIND_MASK, rerolls)
        if surge:
            most = max(0, total(surge) + to_fall - self.useful_surges) if self.surges_reached else 0
            surge = _fade(surge, min(red_reach, most), min(black_reach, most))
        return spare | surge << SURGE, hits, self._fade_within(red_reach, black_reach)

    def _fade_within(self, red_reach: int, black_reach: int) -> Faded:
        reach = red_reach, black_reach
        if (known := self._faded.get(reach)) is None:
            known = self._faded[reach] = Faded(red_reach, black_reach, self.hits_reached)
        return known

    def _overflow(self, surges: int) -> int:
        """What to add to a key so that surges over Critical X, strongest first, become Hits or spare dice."""
        if (known := self._moved.get(surges)) is not None:
            return known
        counts = unpack_situation(surges, 0)
        over = pack_situation(strongest(counts, sum(counts) - self.useful_surges))
        kind = HIT if self.surge == "hit" else SPARE
        self._moved[surges] = moved = (over << kind) - (over << SURGE)
        return moved

    def choices(self, spares: int, batch: int, rerolls: int) -> "Choices":
        """What an aim of so many dice picks up where these dice are spare, by the Hits beside them."""
        key = spares, batch, rerolls
        if (known := self._choices.get(key)) is None:
            known = self._choices[key] = Choices(self, *key)
        return known


class Choices(dict[int, Choice]):
    """What an aim picks up of some spare dice, and the Hits it leaves, worked out when first asked for."""

    def __init__(self, tables: Settling, spares: int, batch: int, rerolls: int) -> None:
        super().__init__()
        self.tables, self.spares, self.batch, self.rerolls = tables, spares, batch, rerolls

    def __missing__(self, hits: int) -> Choice:
        """The dice that count nothing: no Hit that still counts is among them."""
        surplus = self.tables.surplus[total(hits)]
        hand, picked, over = _choice(self.spares, hits if surplus else 0, self.batch, surplus)
        fades = self.tables.settle(self.spares - picked, (self.rerolls, 0))[2]
        found = self[hits] = hand, picked, fades[hits - over]
        return found


@lru_cache(maxsize=KINDS)
def settling(surge: str, useful_surges: int, surplus: tuple[int, ...]) -> Settling:
    """The tables of a kind of question: what surges become, how many of them count as they are, and how many
    of so many Hits count nothing."""
    return Settling(surge, useful_surges, surplus)


@lru_cache(maxsize=1 << 14)
def _choice(spares: int, hits: int, most: int, surplus: int) -> tuple[int, int, int]:
    """The hand, the spare dice and the Hits in it: strongest colour first, spare dice before Hits."""
    spare, hit = unpack_situation(spares, 0), unpack_situation(hits, 0)
    blanks = overs = 0
    for colour in COLOURS:
        blank = min(spare[colour], most)
        over = min(hit[colour], most - blank, surplus)
        blanks += blank << colour * FIELD
        overs += over << colour * FIELD
        most, surplus = most - blank - over, surplus - over
    return blanks + overs, blanks, overs


@lru_cache(maxsize=1 << 14)
def _reach(spare: int, rerolls: int) -> tuple[int, int, int]:
    """The spare dice within reach of the rerolls, and how far into the red and black dice the others go."""
    red, black, white = strongest(unpack_situation(spare, 0), rerolls)
    return pack_situation((red, black, white)), rerolls - red, rerolls - red - black


@lru_cache(maxsize=1 << 14)
def total(counters: int) -> int:
    """How many dice three counters hold together."""
    return sum(unpack_situation(counters, 0))


@lru_cache(maxsize=1 << 14)
def _fade(kind: int, red_reach: int, black_reach: int) -> int:
    return pack_situation(fade_colours(unpack_situation(kind, 0), red_reach, black_reach))
