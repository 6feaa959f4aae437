"""Text exports: Legion HQ's standard, minimal and tournament texts, Tabletop Admiral's text, and mixtures.

One reader understands them all, because people edit and mix them; the shapes it meets tell the format.
"""

import re
from collections.abc import Mapping
from datetime import date
from html import unescape

from muster.rules.armies.exchange.decoding import lines_of
from muster.rules.armies.exchange.names import NameBook, names_of
from muster.rules.armies.exchange.resolving import Resolver
from muster.rules.armies.exchange.results import Imported
from muster.rules.armies.exchange.text_shapes import (
    ACTIVATIONS,
    BULLET,
    COUNT,
    FIGURES,
    FRAMING,
    HEADER,
    LABELLED,
    LOADOUT,
    LONGEST_LINE,
    MOST_LINES,
    MOST_OF_A_UNIT,
    NUMBER_BEHIND,
    PIPS,
    PIPS_BEFORE,
    PRICE_BEHIND,
    QUOTED,
    RANK_HEADINGS,
    RANKED,
    SUM_ALONE,
    TITLED,
    TOTALLED,
    heading,
    indent_of,
    lead_of,
    rank_heading,
    split_names,
    split_pips,
    split_priced_names,
    strip_bullet,
    tidy_line,
    with_brackets,
)
from muster.rules.armies.exchange.text_tables import tables_as_lines
from muster.rules.armies.exchange.unit_lines import TOTAL, UnitLines
from muster.rules.armies.exchange.written import NO_CHOICES, WrittenCard, faction_word
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.naming import plain

LONGEST_UPGRADE = 200
DECK_LINES = ("objective", "deployment", "condition")
BREAK = re.compile(r"<br\s*/?>|</?(?:p|li|ul|ol|div|h\d)>|\[/?(?:\*|list)\]", re.IGNORECASE)
TAG = re.compile(
    r"</?(?:b|i|u|em|strong|span)>|\[/?(?:b|i|u|size|color)(?:=\w{1,20})?\]|&(?:nbsp|amp|quot);",
    re.IGNORECASE,
)


def read(
    text: str, catalogue: Catalogue, choices: Mapping[str, str] = NO_CHOICES, day: date | None = None
) -> Imported:
    """Read a text list."""
    text = BREAK.sub("\n", text)
    text = unescape(TAG.sub("", text)) if TAG.search(text) else text
    if "\n" not in text.strip():
        text = text.replace(" || ", "\n")
    reader = TextReader(names_of(catalogue))
    reader.read(lines_of(tables_as_lines(text)))
    return Resolver(reader.written, catalogue, choices, day).import_list()


class TextReader(UnitLines):
    """Reads lines one after the other, remembering the section it is in and the unit it is at."""

    def __init__(self, book: NameBook) -> None:
        super().__init__(book)
        self.section = "units"
        self.under_heading = False
        self.deck_line = 0
        self.lead = ""
        self.indent = 0

    def read(self, lines: list[str]) -> None:
        """Read all lines; what stands before the points is the name of the list."""
        numbered = [
            (number, " ".join(tidy_line(line).split()), line) for number, line in enumerate(lines, start=1)
        ]
        filled = [each for each in numbered if any(map(str.isalnum, each[1]))]
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
            return self.read_name_above(filled)
        first = tops[0]
        if first > 1 and any(self.is_unit(line) for _, line, _ in filled[:first]):
            return self.read_name_above(filled)
        for place, (number, line, raw) in enumerate(filled[:first]):
            self.where = f"line {number}"
            if (place or FRAMING.fullmatch(line)) and self.frames(line):
                continue
            if self.written.name:
                self.leave(raw)
            else:
                self.written.name = raw.strip()
        return first

    def read_name_above(self, filled: list[tuple[int, str, str]]) -> int:
        """Without a line of points, a first line that is neither a unit nor a heading is the name of the
        list."""
        if not filled:
            return 0
        number, line, raw = filled[0]
        self.where = f"line {number}"
        if len(line) > LONGEST_LINE or self.is_card_line(line) or rank_heading(line) or heading(line):
            return 0
        price = PRICE_BEHIND.search(with_brackets(line))
        if price and int(price[1]) < MOST_OF_A_UNIT:
            return 0
        if self.frames(line):
            return 1
        if titled := TITLED.fullmatch(line):
            self.written.name = titled["name"]
            self.points(int(titled["points"]), int(titled["limit"]), raw)
        elif quoted := QUOTED.fullmatch(line):
            self.written.name = quoted["name"]
        else:
            self.written.name = raw.strip() if line == " ".join(raw.split()) else strip_bullet(line)
        return 1

    def frames(self, line: str) -> bool:
        """Whether the line is the faction or the battle force of the list, which is taken then."""
        stated = FRAMING.fullmatch(line)
        name, written = stated["name"] if stated else line, self.written
        if faction_word(name) and not written.faction:
            written.faction = name
        elif plain(name) in self.book.forces and not written.battle_force:
            written.battle_force = name
        else:
            return False
        return True

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
        bare = strip_bullet(line)
        if match := HEADER.fullmatch(line):
            self.points(int(match[1]), int(match[2]), raw)
        elif ACTIVATIONS.fullmatch(line):
            self.admiral()
        elif self.is_remark(bare, raw):
            return
        elif self.section != "admiral-deck" and (found := heading(line)):
            self.begin(*found)
        elif rank := rank_heading(line):
            self.begin_rank(rank)
        elif (ranked := RANKED.fullmatch(bare)) and rank_heading(ranked["rank"]):
            self.begin_rank(rank_heading(ranked["rank"]))
            self.army_line(ranked["rest"], raw)
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

    def is_remark(self, line: str, raw: str) -> bool:
        """Whether the line is about the list rather than a card: its total, other figures, or its name."""
        if match := TOTALLED.fullmatch(line):
            self.total(int(match["points"]))
        elif match := SUM_ALONE.fullmatch(line):
            self.total(int(match["points"] or match["sum"]))
        elif match := LABELLED.fullmatch(line):
            self.read_label(match["label"], match["words"], raw)
        else:
            return FIGURES.fullmatch(line) is not None
        return True

    def read_label(self, label: str, words: str, raw: str) -> None:
        """A line that says what it is: the name of the list, or something that an army does not have."""
        if plain(label).endswith(("name", "title", "list")) and not self.written.named:
            self.written.name, self.written.named = words, True
        else:
            self.leave(raw)

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
        bare = PIPS_BEFORE.sub("", line.lstrip("-– "))
        if self.section == "contingencies":
            self.leave(raw)
        else:
            self.written.commands += split_pips(bare, self.where, self.book.commands)

    def deck_names(self, category: str, line: str) -> None:
        """Battle cards between commas."""
        names = split_names(line, self.book.battle_cards)
        self.written.deck += [(category, WrittenCard(name, self.where, name)) for name in names]

    def deck_card(self, line: str) -> None:
        """A battle card on a line of its own."""
        name = strip_bullet(line)
        self.written.deck.append(
            (self.section if self.section != "deck" else "", WrittenCard(name, self.where, line))
        )

    def army_line(self, line: str, raw: str) -> None:
        """A unit, its upgrades, or the command cards of Tabletop Admiral."""
        units = self.written.units
        if match := LOADOUT.fullmatch(line):
            self.loadout(match["names"], raw)
        elif (match := QUOTED.fullmatch(line)) and not self.is_card_line(match["name"]):
            self.set_name(match["name"], raw)
        elif line.startswith("--"):
            self.admiral()
            self.upgrades(line.lstrip("- "), raw)
        elif commands := self.commands_in(line):
            self.admiral()
            self.written.commands += commands
            self.section = "admiral-deck"
        elif self.is_below(line, raw):
            self.written.format = "tournament" if self.written.format == "minimal" else self.written.format
            self.upgrades(self.with_points(strip_bullet(line)), raw)
        elif units and len(line) <= LONGEST_UPGRADE and self.is_upgrade(strip_bullet(line)):
            self.upgrades(self.with_points(strip_bullet(line)), raw)
        elif not self.frames(strip_bullet(line)):
            units.append(self.unit_of(strip_bullet(line), raw))
            self.lead, self.indent = lead_of(line, raw), indent_of(raw)

    def set_name(self, name: str, raw: str) -> None:
        """A name in quotes is that of the list; a second one is noted."""
        if self.written.name:
            self.leave(raw)
        else:
            self.written.name = name

    def is_below(self, line: str, raw: str) -> bool:
        """Whether the bullet, or a deeper indent without one, makes this an upgrade of the unit above.

        Not directly under a rank heading, not where the line counts units (`3x`), and not with the same
        bullet as the unit itself.
        """
        if not self.written.units or self.under_heading or TOTAL.fullmatch(line):
            return False
        unit = self.unit_of(line, line)
        if not BULLET.match(line):
            return indent_of(raw) > self.indent and not self.is_name(unit.card.name)
        counted = unit.count > 1 or COUNT.match(strip_bullet(line)) is not None
        name, alike = plain(unit.card.name), bool(self.lead) and lead_of(line, raw) == self.lead
        return name in self.book.upgrades or not (alike or (counted and name in self.book.units))

    def is_upgrade(self, line: str) -> bool:
        """Whether the line is an upgrade on its own, whatever stands before it: no unit is called so."""
        cards = split_priced_names(self.with_points(line), self.where, self.book.upgrades)[0]
        names = [plain(card.name) for card in cards]
        return bool(names) and all(name in self.book.upgrades and not self.is_name(name) for name in names)

    def with_points(self, line: str) -> str:
        """The line with the points of an upgrade in brackets, though nothing but a blank is before them."""
        behind = NUMBER_BEHIND.fullmatch(line)
        if behind and plain(line) not in self.book.upgrades:
            return f"{behind['name']} ({behind['points']})"
        return with_brackets(line)

    def commands_in(self, line: str) -> list[WrittenCard]:
        """The command cards on a line with pips; a lone bullet before something else is no pip."""
        if not PIPS.search(line):
            return []
        cards = split_pips(line, self.where, self.book.commands)
        known = any(plain(card.name) in self.book.commands for card in cards)
        return cards if known or not (BULLET.match(line) or self.is_name(cards[0].name)) else []

    def loadout(self, names: str, raw: str) -> None:
        """Upgrades set aside, in the older edition's texts."""
        if not self.written.units:
            self.leave(raw)
            return
        cards = split_names(names, self.book.upgrades)
        aside = self.written.units[-1].aside
        aside += [WrittenCard(name, self.where, name) for name in cards if plain(name) != "none"]

    def upgrades(self, text: str, raw: str) -> None:
        """Upgrades of the unit above."""
        if not self.written.units:
            self.leave(raw)
            return
        equipped, aside = split_priced_names(text, self.where, self.book.upgrades)
        self.written.units[-1].upgrades += equipped
        self.written.units[-1].aside += aside
