"""Text exports: Legion HQ's standard, minimal and tournament texts, Tabletop Admiral's text, and mixtures.

One reader understands them all, because people edit and mix them; the shapes it meets tell the format.
"""

import re
from collections.abc import Mapping

from muster.rules.armies.exchange.decoding import lines_of
from muster.rules.armies.exchange.names import NameBook, names_of
from muster.rules.armies.exchange.resolving import Resolver
from muster.rules.armies.exchange.results import Imported
from muster.rules.armies.exchange.text_shapes import (
    ACTIVATIONS,
    AND,
    BULLET,
    COUNT,
    HEADER,
    LOADOUT,
    LONGEST_LINE,
    MOST_BRACKETS,
    MOST_LINES,
    PIPS,
    PLUS,
    QUOTED,
    RANK_HEADINGS,
    SUM_IN_BRACKETS,
    TITLED,
    TOTALLED,
    WITH,
    heading,
    names_apart,
    pips_apart,
    priced_apart,
    rank_heading,
    unbulleted,
    with_brackets,
)
from muster.rules.armies.exchange.written import NO_CHOICES, WrittenCard, WrittenList, WrittenUnit
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.naming import plain
from muster.rules.cards.vocabulary import Rank

# `Dewback Rider 70 + 5 = 75 x 3 = 225`, `Snowtroopers 44 x 2 = 88`, `Snowtroopers 44`.
SUM = re.compile(
    r"(?P<name>.*?\S)\s(?P<base>\d{1,5})(?:\s?\+\s?\d{1,5}\s?=\s?(?P<each>\d{1,6}))?"
    r"(?:\s?[x×]\s?(?P<count>\d{1,4})\s?=\s?(?P<total>\d{1,7}))?"
)
TOTAL = re.compile(r"(?P<rest>.*\S)\s?=\s?(?P<total>\d{1,7})")
BASE = re.compile(r"(?P<name>.*?\S)\s?\((?P<base>\d{1,5})\)\s?(?::\s?(?P<upgrades>.*))?")
LONGEST_UPGRADE = 200
DECK_LINES = ("objective", "deployment", "condition")
BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def read(text: str, catalogue: Catalogue, choices: Mapping[str, str] = NO_CHOICES) -> Imported:
    """Read a text list."""
    text = BREAK.sub("\n", text)
    if "\n" not in text.strip():
        text = text.replace(" || ", "\n")
    reader = TextReader(names_of(catalogue))
    reader.read(lines_of(text))
    return Resolver(reader.written, catalogue, choices).imported()


class TextReader:
    """Reads lines one after the other, remembering the section it is in and the unit it is at."""

    def __init__(self, book: NameBook) -> None:
        self.book = book
        self.written = WrittenList(format="minimal")
        self.section = "units"
        self.rank: Rank | None = None
        self.under_heading = False
        self.counterparts = False
        self.deck_line = 0
        self.where = ""

    def read(self, lines: list[str]) -> None:
        """Read all lines; what stands before the points is the name of the list."""
        numbered = [(number, " ".join(line.split()), line) for number, line in enumerate(lines, start=1)]
        filled = [each for each in numbered if each[1]]
        start = self.header(filled)
        rest = [raw for _, _, raw in filled[start + MOST_LINES :]]
        for number, line, raw in filled[start : start + MOST_LINES]:
            self.where = f"line {number}"
            if len(line) > LONGEST_LINE:
                self.leave(raw)
            else:
                self.line(line, raw)
        if rest:
            self.where = f"the last {len(rest)} lines"
            self.leave("\n".join(rest))

    def header(self, filled: list[tuple[int, str, str]]) -> int:
        """Take name and points from the top; returns the number of lines used up."""
        tops = [place for place, (_, line, _) in enumerate(filled) if HEADER.fullmatch(line)]
        if not tops:
            return self.untitled(filled)
        first = tops[0]
        if first > 1 and any(self.is_unit(line) for _, line, _ in filled[:first]):
            return 0
        for place, (number, _, raw) in enumerate(filled[:first]):
            self.where = f"line {number}"
            if place == 0:
                self.written.name = raw.strip()
            else:
                self.leave(raw)
        return first

    def untitled(self, filled: list[tuple[int, str, str]]) -> int:
        """Without a line of points: a first line that is no unit and no heading is the name."""
        if not filled:
            return 0
        number, line, raw = filled[0]
        self.where = f"line {number}"
        if len(line) > LONGEST_LINE or self.is_card_line(line) or rank_heading(line) or heading(line):
            return 0
        if titled := TITLED.fullmatch(line):
            self.written.name = titled["name"]
            self.points(int(titled["points"]), int(titled["limit"]), raw)
        else:
            self.written.name = raw.strip()
        return 1

    def is_card_line(self, line: str) -> bool:
        """Whether the line is about cards: a unit, an upgrade or a command card that is known."""
        name = plain(self.unit_of(line, line).card.name)
        known = (self.book.units, self.book.counterparts, self.book.upgrades, self.book.commands)
        return any(name in cards for cards in known)

    def is_unit(self, line: str) -> bool:
        """Whether the line surely is a unit: its name is known. A line too long to read is none."""
        return len(line) <= LONGEST_LINE and plain(self.unit_of(line, line).card.name) in self.book.units

    def leave(self, raw: str) -> None:
        """Keep a line nobody understands for the notes."""
        self.written.leftovers.append(WrittenCard("", self.where, raw.strip()))

    def line(self, line: str, raw: str) -> None:
        """One line, by its shape and by the section it stands in."""
        if match := HEADER.fullmatch(line):
            self.points(int(match[1]), int(match[2]), raw)
        elif ACTIVATIONS.fullmatch(line):
            self.admiral()
        elif match := TOTALLED.fullmatch(line):
            self.total(int(match["points"]))
        elif self.section != "admiral-deck" and (found := heading(line)):
            self.begin(*found)
        elif rank := rank_heading(line):
            self.begin_rank(rank)
        elif self.section in ("commands", "contingencies"):
            self.command_line(line, raw)
        elif self.section == "admiral-deck":
            self.deck_names(DECK_LINES[min(self.deck_line, 2)], line)
            self.deck_line += 1
        elif self.section != "units":
            self.deck_card(line)
        else:
            self.army_line(line, raw)

    def points(self, points: int, limit: int, raw: str) -> None:
        """The line of points; a second one is noted."""
        if self.written.certain:
            self.leave(raw)
            return
        self.written.certain = True
        self.written.points, self.written.limit = points, limit or None

    def total(self, points: int) -> None:
        """A line with the sum alone: no unit, and no limit."""
        if self.written.points is None:
            self.written.points = points

    def admiral(self) -> None:
        """Tabletop Admiral counts activations on a line of their own."""
        self.written.format = "admiral"

    def begin(self, section: str, rest: str) -> None:
        """A section begins; a list may follow on the same line."""
        self.section = section
        if section in ("commands", "contingencies"):
            if rest:
                self.command_line(rest, rest)
            elif self.written.format == "minimal":
                self.written.format = "tournament"
        elif rest:
            self.deck_names(section, rest)

    def begin_rank(self, rank: str) -> None:
        """The heading of a rank, or of the counterparts."""
        self.section = "units"
        self.under_heading = True
        self.rank = RANK_HEADINGS[rank]
        self.counterparts = self.rank is None
        self.written.format = "text"

    def command_line(self, line: str, raw: str) -> None:
        """Command cards, one or many; contingencies are of an older edition and only noted."""
        bare = line.lstrip("-– ")
        if self.section == "contingencies":
            self.leave(raw)
        else:
            self.written.commands += pips_apart(bare, self.where, self.book.commands)

    def deck_names(self, category: str, line: str) -> None:
        """Battle cards between commas."""
        names = names_apart(line, self.book.battle_cards)
        self.written.deck += [(category, WrittenCard(name, self.where, name)) for name in names]

    def deck_card(self, line: str) -> None:
        """A battle card on a line of its own."""
        name = unbulleted(line)
        self.written.deck.append(
            (self.section if self.section != "deck" else "", WrittenCard(name, self.where, line))
        )

    def army_line(self, line: str, raw: str) -> None:
        """A unit, its upgrades, or the command cards of Tabletop Admiral."""
        units = self.written.units
        if match := LOADOUT.fullmatch(line):
            self.loadout(match["names"], raw)
        elif (match := QUOTED.fullmatch(line)) and not self.is_card_line(match["name"]):
            self.titled(match["name"], raw)
        elif line.startswith("--"):
            self.admiral()
            self.upgrades(line.lstrip("- "), raw)
        elif commands := self.commands_in(line):
            self.admiral()
            self.written.commands += commands
            self.section = "admiral-deck"
        elif self.is_below(line):
            self.written.format = "tournament" if self.written.format == "minimal" else self.written.format
            self.upgrades(unbulleted(line), raw)
        elif units and len(line) <= LONGEST_UPGRADE and self.is_upgrade(unbulleted(line)):
            self.upgrades(with_brackets(unbulleted(line)), raw)
        else:
            units.append(self.unit_of(unbulleted(line), raw))

    def titled(self, name: str, raw: str) -> None:
        """A name in quotes is that of the list; a second one is noted."""
        if self.written.name:
            self.leave(raw)
        else:
            self.written.name = name

    def is_below(self, line: str) -> bool:
        """Whether a bullet hangs an upgrade on the unit above: not under a rank, and not `3x` of a unit."""
        if not BULLET.match(line) or not self.written.units or self.under_heading or TOTAL.fullmatch(line):
            return False
        counted = COUNT.match(unbulleted(line))
        name = plain(self.unit_of(line, line).card.name) if counted else ""
        return name not in self.book.units or name in self.book.upgrades

    def is_upgrade(self, line: str) -> bool:
        """Whether the line is an upgrade on its own, whatever stands before it: no unit is called so."""
        cards = priced_apart(with_brackets(line), self.where, self.book.upgrades)[0]
        names = [plain(card.name) for card in cards]
        return bool(names) and all(name in self.book.upgrades and not self.is_name(name) for name in names)

    def commands_in(self, line: str) -> list[WrittenCard]:
        """The command cards on a line with pips; a lone bullet before something else is no pip."""
        if not PIPS.search(line):
            return []
        cards = pips_apart(line, self.where, self.book.commands)
        known = any(plain(card.name) in self.book.commands for card in cards)
        return cards if known or not BULLET.match(line) else []

    def loadout(self, names: str, raw: str) -> None:
        """Upgrades set aside, in the older edition's texts."""
        if not self.written.units:
            self.leave(raw)
            return
        cards = names_apart(names, self.book.upgrades)
        aside = self.written.units[-1].aside
        aside += [WrittenCard(name, self.where, name) for name in cards if plain(name) != "none"]

    def upgrades(self, text: str, raw: str) -> None:
        """Upgrades of the unit above."""
        if not self.written.units:
            self.leave(raw)
            return
        equipped, aside = priced_apart(text, self.where, self.book.upgrades)
        self.written.units[-1].upgrades += equipped
        self.written.units[-1].aside += aside

    def unit_of(self, line: str, raw: str) -> WrittenUnit:
        """A unit line taken apart: count, name, points, upgrades, total."""
        line = unbulleted(line)
        counted = COUNT.match(line)
        count = int(counted[1]) if counted else 1
        text = SUM_IN_BRACKETS.sub(r" \1", with_brackets(line[counted.end() :] if counted else line))
        unit = WrittenUnit(WrittenCard(text, self.where, raw.strip()), count=count)
        unit.rank, unit.companion = self.rank, self.counterparts
        if plain(text) in self.book.units or plain(text) in self.book.counterparts:
            return unit
        if (match := SUM.fullmatch(text)) and (match["each"] or match["total"] or "=" not in text):
            self.summed(unit, match)
        else:
            self.priced(unit, text)
        return unit

    def summed(self, unit: WrittenUnit, match: re.Match[str]) -> None:
        """Tabletop Admiral writes the sum: base and upgrades, and the whole stack."""
        unit.card.name, unit.card.points = match["name"], int(match["base"])
        if match["count"] and unit.count == 1:
            unit.count = int(match["count"])
        each = int(match["each"] or match["base"])
        unit.total = int(match["total"]) if match["total"] else each * unit.count

    def priced(self, unit: WrittenUnit, text: str) -> None:
        """Legion HQ writes points in brackets and a total behind `=`, or no points at all."""
        total = TOTAL.fullmatch(text)
        if total:
            text, unit.total = total["rest"], int(total["total"])
            self.written.format = "text" if self.written.format == "minimal" else self.written.format
        first, *added = PLUS.split(text)
        if added and (BASE.fullmatch(first) or self.is_name(first)):
            text = f"{first}: {', '.join(added)}"
        base = BASE.fullmatch(text)
        if self.is_with(unit, base["name"] if base else text):
            unit.total = int(base["base"]) * unit.count if base and not base["upgrades"] else unit.total
            return
        if base is None:
            self.bracketed(unit, text)
            return
        unit.card.name = base["name"]
        if total or base["upgrades"]:
            unit.card.points = int(base["base"])
        else:
            unit.total = int(base["base"]) * unit.count
        if base["upgrades"]:
            unit.upgrades, unit.aside = priced_apart(base["upgrades"], self.where, self.book.upgrades)

    def is_with(self, unit: WrittenUnit, text: str) -> bool:
        """`AT-RT with Laser Cannon`: a known unit and its upgrades in words."""
        name, *rest = WITH.split(text, 1)
        if not rest or self.is_name(text) or not self.is_name(name):
            return False
        unit.card.name = name
        names = names_apart(AND.sub(", ", rest[0]), self.book.upgrades)
        unit.upgrades = [WrittenCard(each, self.where, each) for each in names]
        return True

    def bracketed(self, unit: WrittenUnit, text: str) -> None:
        """`Name (Upgrade, Upgrade)`: the longest known name before a bracket is the unit."""
        name, _, upgrades = text.partition(":")
        if upgrades and plain(name) in self.book.units:
            unit.card.name = name
            unit.upgrades, unit.aside = priced_apart(upgrades.strip(), self.where, self.book.upgrades)
            return
        unit.card.name = text
        brackets = [place for place, sign in enumerate(text[:400]) if sign == "("][:MOST_BRACKETS]
        if plain(text) in self.book.units or not text.endswith(")") or not brackets:
            return
        known = [place for place in brackets if self.is_name(text[:place])]
        place = known[-1] if known else brackets[0]
        unit.card.name = text[:place].strip()
        names = names_apart(text[place + 1 : -1], self.book.upgrades)
        unit.upgrades = [WrittenCard(name, self.where, name) for name in names]

    def is_name(self, text: str) -> bool:
        """Whether a unit or counterpart is called so."""
        return plain(text) in self.book.units or plain(text) in self.book.counterparts
