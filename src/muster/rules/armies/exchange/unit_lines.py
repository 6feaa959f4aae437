"""A line of a text list with a unit: count, name, points, upgrades and total, however people write them."""

import re

from muster.rules.armies.exchange.names import NameBook
from muster.rules.armies.exchange.text_shapes import (
    AND,
    BARE_COUNT,
    COUNT,
    COUNT_BEHIND,
    MOST_BRACKETS,
    PLUS,
    SUM_IN_BRACKETS,
    WITH,
    split_names,
    split_priced_names,
    strip_bullet,
    with_brackets,
)
from muster.rules.armies.exchange.written import WrittenCard, WrittenList, WrittenUnit
from muster.rules.cards.naming import plain
from muster.rules.cards.vocabulary import Rank

# `Dewback Rider 70 + 5 = 75 x 3 = 225`, `Snowtroopers 44 x 2 = 88`, `Snowtroopers 44`.
SUM = re.compile(
    r"(?P<name>.*?\S)\s(?P<base>\d{1,5})(?:\s?\+\s?\d{1,5}\s?=\s?(?P<each>\d{1,6}))?"
    r"(?:\s?[x×]\s?(?P<count>\d{1,4})\s?=\s?(?P<total>\d{1,7}))?"
)
TOTAL = re.compile(r"(?P<rest>.*\S)\s?=\s?(?P<total>\d{1,7})")
BASE = re.compile(r"(?P<name>.*?\S)\s?\((?P<base>\d{1,5})\)\s?(?:[:–—-]\s?(?P<upgrades>.*))?")


class UnitLines:
    """Takes unit lines apart: `where` they stand, under which `rank` or whether under the counterparts."""

    def __init__(self, book: NameBook) -> None:
        self.book = book
        self.written = WrittenList(format="minimal")
        self.rank: Rank | None = None
        self.counterparts = False
        self.where = ""

    def unit_of(self, line: str, raw: str, count: int = 0) -> WrittenUnit:
        """A unit line taken apart: count, name, points, upgrades, total."""
        line = strip_bullet(line)
        counted = None if count else COUNT.match(line)
        count = int(counted[1] or counted[2]) if counted else count
        text = SUM_IN_BRACKETS.sub(r" \1", with_brackets(line[counted.end() :] if counted else line))
        if not count and (behind := COUNT_BEHIND.fullmatch(text)):
            count, text = int(behind["count"]), f"{behind['name']}{behind['rest']}"
        if not count and (bare := BARE_COUNT.match(text)):
            unit = self.unit_of(text[bare.end() :], raw, int(bare[1]))
            if self.is_name(unit.card.name):
                return unit
        count = count if counted or count else 1
        unit = WrittenUnit(WrittenCard(text, self.where, raw.strip()), count=count)
        unit.rank, unit.companion = self.rank, self.counterparts
        if plain(text) in self.book.units or plain(text) in self.book.counterparts:
            return unit
        if (match := SUM.fullmatch(text)) and (match["each"] or match["total"] or "=" not in text):
            self.read_sum(unit, match)
        else:
            self.read_price(unit, text)
        return unit

    def read_sum(self, unit: WrittenUnit, match: re.Match[str]) -> None:
        """Tabletop Admiral writes the sum: base and upgrades, and the whole stack."""
        unit.card.points = int(match["base"])
        if not self.is_with(unit, match["name"]):
            unit.card.name = match["name"]
        if match["count"] and unit.count == 1:
            unit.count = int(match["count"])
        each = int(match["each"] or match["base"])
        unit.total = int(match["total"]) if match["total"] else each * unit.count

    def read_price(self, unit: WrittenUnit, text: str) -> None:
        """Legion HQ writes points in brackets and a total behind `=`, or no points at all."""
        total = TOTAL.fullmatch(text)
        if total:
            text, unit.total = total["rest"], int(total["total"])
            self.written.format = "text" if self.written.format == "minimal" else self.written.format
        first, *added = PLUS.split(text)
        if added and (BASE.fullmatch(first) or self.is_name(first)):
            text = f"{first}: {', '.join(added)}"
        # `Stormtroopers: DLT-19 Stormtrooper (20)` has no price of the unit, only of its upgrades.
        base = None if self.is_name(text.partition(":")[0]) else BASE.fullmatch(text)
        if self.is_with(unit, base["name"] if base else text):
            unit.total = int(base["base"]) * unit.count if base and not base["upgrades"] else unit.total
            return
        if base is None:
            if not self.is_listed(unit, text):
                self.read_brackets(unit, text)
            return
        unit.card.name = base["name"]
        if total or base["upgrades"]:
            unit.card.points = int(base["base"])
        else:
            unit.total = int(base["base"]) * unit.count
        if base["upgrades"]:
            unit.upgrades, unit.aside = split_priced_names(base["upgrades"], self.where, self.book.upgrades)

    def is_with(self, unit: WrittenUnit, text: str) -> bool:
        """`AT-RT with Laser Cannon`: a known unit and its upgrades in words."""
        name, *rest = WITH.split(text, 1)
        if not rest or self.is_name(text) or not self.is_name(name):
            return False
        unit.card.name = name
        names = split_names(AND.sub(", ", rest[0]), self.book.upgrades)
        unit.upgrades = [WrittenCard(each, self.where, each) for each in names]
        return True

    def is_listed(self, unit: WrittenUnit, text: str) -> bool:
        """`Snowtroopers, Flametrooper`: a known unit and nothing but known upgrades behind commas."""
        name, *rest = split_names(text, self.book.units)
        names = split_names(", ".join(rest), self.book.upgrades)
        if (
            not names
            or not self.is_name(name)
            or any(plain(each) not in self.book.upgrades for each in names)
        ):
            return False
        unit.card.name = name
        unit.upgrades = [WrittenCard(each, self.where, each) for each in names]
        return True

    def read_brackets(self, unit: WrittenUnit, text: str) -> None:
        """`Name (Upgrade, Upgrade)`: the longest known name before a bracket is the unit."""
        name, _, upgrades = text.partition(":")
        if upgrades and plain(name) in self.book.units:
            unit.card.name = name
            unit.upgrades, unit.aside = split_priced_names(upgrades.strip(), self.where, self.book.upgrades)
            return
        unit.card.name = text
        brackets = [place for place, sign in enumerate(text[:400]) if sign == "("][:MOST_BRACKETS]
        if plain(text) in self.book.units or not text.endswith(")") or not brackets:
            return
        known = [place for place in brackets if self.is_name(text[:place])]
        place = known[-1] if known else brackets[0]
        unit.card.name = text[:place].strip()
        names = split_names(text[place + 1 : -1], self.book.upgrades)
        unit.upgrades = [WrittenCard(name, self.where, name) for name in names]

    def is_name(self, text: str) -> bool:
        """Whether a unit or counterpart is called so."""
        return plain(text) in self.book.units or plain(text) in self.book.counterparts
