"""What an army brings, as values: keywords and effects by section, with the cards that bring them."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import TypeAlias

import msgspec

from muster.rules.cards.effects import Effect

Value: TypeAlias = int | str
NUMBER = re.compile(r"\d|X\b")
BETWEEN = " · "  # names of cards have commas of their own


class Bringer(msgspec.Struct, frozen=True, kw_only=True):
    """A card of the army that brings something: how many of it there are, and for an upgrade on whom.

    `values` are those of the keyword on this card. `names` says that the card names the keyword and does not
    give it.
    """

    card: str
    name: str
    count: int = 1
    on: tuple[str, ...] = ()
    values: tuple[Value, ...] = ()
    names: bool = False

    @property
    def name_and_count(self) -> str:
        """`Stormtroopers ×3`"""
        return f"{self.name} ×{self.count}" if self.count > 1 else self.name

    @property
    def words(self) -> str:
        """With its bearers: `Hotshot Pilot on T-47 Airspeeder`"""
        bearers = BETWEEN.join(self.on)
        return f"{self.name_and_count} on {bearers}" if bearers else self.name_and_count


class BroughtKeyword(msgspec.Struct, frozen=True, kw_only=True):
    """A keyword of the army with its values, its meaning and who brings it."""

    id: str
    name: str
    values: tuple[Value, ...]
    meaning: str
    by: tuple[Bringer, ...]

    @property
    def title(self) -> str:
        """As cards print it, with every value in the army: `Precise 1, 2`, `Aid: Ewok; Pyke`, `Repair 1:
        Capacity 2`."""
        if not self.values:
            return self.name
        counts = NUMBER.match(str(self.values[0])) is not None
        return f"{self.name}{' ' if counts else ': '}{_join_values(self.values)}"

    @property
    def bringers(self) -> str:
        """Who brings it, by value where that differs; then the cards that only name it."""
        own = sorted((bringer for bringer in self.by if not bringer.names), key=self._place)
        alike = [
            (values, BETWEEN.join(bringer.words for bringer in held))
            for values, held in groupby(own, _values_of)
        ]
        groups = [(_join_values(values), who) for values, who in alike]
        between = " – " if any(isinstance(value, str) for value in self.values) else ": "
        parts = [f"{values}{between}{who}" if values and groups[1:] else who for values, who in groups]
        naming = BETWEEN.join(bringer.words for bringer in self.by if bringer.names)
        called = "named on" if parts else "Named on"
        return "; ".join((*parts, *([f"{called} {naming}"] if naming else ())))

    def _place(self, bringer: Bringer) -> list[int]:
        return [self.values.index(value) for value in bringer.values]


class BroughtEffect(msgspec.Struct, frozen=True, kw_only=True):
    """An effect and the upgrades that have it: those with the same words stand together."""

    effect: Effect
    by: tuple[Bringer, ...]

    @property
    def text(self) -> str:
        """Its sentences."""
        return self.effect.plain

    @property
    def title(self) -> str:
        """The names of its cards."""
        return BETWEEN.join(bringer.name_and_count for bringer in self.by)

    @property
    def bringers(self) -> str:
        """The units that have those cards."""
        return BETWEEN.join(dict.fromkeys(name for bringer in self.by for name in bringer.on))


class BroughtCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command card of the hand: whom it orders and what it does, or why that is not known."""

    card: str
    name: str
    pips: int
    orders: str
    effect: Effect | None
    reason: str = ""

    @property
    def text(self) -> str:
        """Its sentences, or why there are none; nothing where it gives orders and no more."""
        return self.effect.plain if self.effect else self.reason


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A section of the round with what the army brings to it."""

    id: str
    title: str
    commands: tuple[BroughtCommand, ...] = ()
    keywords: tuple[BroughtKeyword, ...] = ()
    effects: tuple[BroughtEffect, ...] = ()

    @property
    def size(self) -> int:
        """How many things it holds."""
        return len(self.commands) + len(self.keywords) + len(self.effects)

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of its command cards and of the upgrades whose effects it tells."""
        return (
            *(command.card for command in self.commands),
            *(bringer.card for effect in self.effects for bringer in effect.by),
        )


class Brought(msgspec.Struct, frozen=True, kw_only=True):
    """All that an army brings. `untold` are upgrades whose effect is not on file, with the reason; `unknown`
    the ids that no card has."""

    parts: tuple[Part, ...]
    untold: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()


def _values_of(bringer: Bringer) -> tuple[Value, ...]:
    return bringer.values


def _join_values(values: Iterable[Value]) -> str:
    """Words have commas of their own: `Dodge, Move`."""
    found = [*values]
    return ("; " if any(isinstance(value, str) for value in found) else ", ").join(map(str, found))
