"""What an army brings as values ready for paper: what to know in the order of a round, on two pages."""

import re

import msgspec

from muster.rules.armies.army import Army
from muster.rules.armies.check import check_army
from muster.rules.armies.sheets.brings import what_it_brings
from muster.rules.armies.sheets.brought import BroughtCommand, BroughtEffect, BroughtKeyword, Part
from muster.rules.cards.catalogue import Catalogue
from muster.web.print.armies.heading import Heading, PrintOrder, heading


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A keyword, an effect or a command card: its name, its text, who brings it. `pips` of a command card."""

    name: str
    text: str
    by: str
    pips: int | None = None
    keyword: bool = False


class RoundPart(msgspec.Struct, frozen=True):
    """A section of the round."""

    title: str
    told: tuple[Told, ...]


class BringsSheet(msgspec.Struct, frozen=True, kw_only=True):
    """All that stands on the two pages; `untold` are the cards whose effect is not known, and why."""

    heading: Heading
    parts: tuple[RoundPart, ...]
    untold: tuple[str, ...]


def brings_page(army: Army, catalogue: Catalogue, order: PrintOrder) -> BringsSheet:
    """The sheet, section by section."""
    brought = what_it_brings(army, catalogue)
    strange = (f"No card is known as “{card}”." for card in brought.unknown)
    return BringsSheet(
        heading=heading(order, army, catalogue, check_army(army, catalogue)),
        parts=tuple(RoundPart(part.title, brought_lines(part)) for part in brought.parts),
        untold=(*(f"{name}: {reason}" for name, reason in brought.untold), *strange),
    )


def brought_lines(part: Part) -> tuple[Told, ...]:
    """Command cards, keywords, effects."""
    return (*map(command, part.commands), *map(keyword, part.keywords), *map(effect, part.effects))


def command(card: BroughtCommand) -> Told:
    """A command card: whom it orders, what it does."""
    return Told(name=card.name, text=bind_numbers(card.text), by=f"Orders: {card.orders}", pips=card.pips)


def keyword(word: BroughtKeyword) -> Told:
    """A keyword with its values."""
    return Told(
        name=bind_numbers(word.title), text=bind_numbers(word.meaning), by=word.bringers, keyword=True
    )


def effect(brought: BroughtEffect) -> Told:
    """What an upgrade does."""
    return Told(name=brought.title, text=bind_numbers(brought.text), by=brought.bringers)


def bind_numbers(text: str) -> str:
    """The text with every number on the line of the word before it."""
    return re.sub(r" (?=\d)", "\u00a0", text)
