"""The battle book: an army against another, what every unit does to every other at every range.

Full strength, front arc, nobody has moved, no tokens but those of the situation: what is assumed stands on
top of every book.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal, NamedTuple

import msgspec

from muster.rules.armies.army import Army
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.attack.facts import BANDS, Facts
from muster.rules.attack.sides import Side, Tokens
from muster.rules.attack.targets import Attackable, attack_at_band
from muster.rules.cards.catalogue import Catalogue
from muster.rules.dice.answers import Odds
from muster.rules.dice.odds import answer
from muster.rules.dice.questions import COVER_VALUES, Cover, Question

BEST: Final = 3
"""How many best targets and worst fears a unit has."""
MOST_CARDS: Final = 2
"""How many upgrades a row is named after."""
MOST_UNITS: Final = 30
"""More different units than an army has."""


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """What holds for every attack of a book: cover of the target, Aims of the attacker, Dodges of the
    target."""

    cover: Cover = "none"
    aims: Literal[0, 1] = 0
    dodges: Literal[0, 1] = 0


class Row(NamedTuple):
    """Units of an army that are alike, and how many there are; `cards` are upgrades by which the same unit is
    told apart in another row."""

    line: ArmyLine
    number: int
    cards: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the row is called: 3 × Stormtroopers (DLT-19 Stormtrooper)."""
        beside = f" ({', '.join(self.cards)})" if self.cards else ""
        name = f"{self.line.unit.full_name}{beside}"
        return f"{self.number} × {name}" if self.number > 1 else name


class Cell(NamedTuple):
    """An attack at one range."""

    attacker: int
    target: int
    band: int
    found: Attackable

    @property
    def share(self) -> Fraction:
        """The share of the target's wounds that it suffers on average."""
        to_defeat = self.found.question.defence.to_defeat
        return self.found.odds.mean / to_defeat if to_defeat else Fraction(0)


class Direction(NamedTuple):
    """One army attacks the other."""

    attackers: tuple[Row, ...]
    targets: tuple[Row, ...]
    cells: tuple[Cell, ...]

    def at(self, attacker: int, target: int, band: int | None = None) -> Cell | None:
        """The attack at this range, or the best of all ranges."""
        found = [cell for cell in self.of(attacker, target) if band in (None, cell.band)]
        return max(found, key=_worth, default=None)

    def of(self, attacker: int, target: int) -> tuple[Cell, ...]:
        """All attacks of one unit on another."""
        return tuple(cell for cell in self.cells if (cell.attacker, cell.target) == (attacker, target))

    def best_targets(self, attacker: int) -> tuple[Cell, ...]:
        """The enemies that this unit hurts most, each at the best range."""
        cells = (self.at(attacker, target) for target in range(len(self.targets)))
        return _foremost(cell for cell in cells if cell)

    def worst_fears(self, target: int) -> tuple[Cell, ...]:
        """The enemies that hurt this unit most, each at the best range."""
        cells = (self.at(attacker, target) for attacker in range(len(self.attackers)))
        return _foremost(cell for cell in cells if cell)


class Book(NamedTuple):
    """Both directions, and the situation they hold for."""

    situation: Situation
    ours: Direction
    theirs: Direction


def book_of(mine: Army, theirs: Army, catalogue: Catalogue, situation: Situation) -> Book:
    """The whole book."""
    ours, others = rows_of(mine, catalogue), rows_of(theirs, catalogue)
    known: dict[Question, Odds] = {}
    weigh = _Weighing(catalogue, situation, known)
    return Book(situation, weigh.direction(ours, others), weigh.direction(others, ours))


def rows_of(army: Army, catalogue: Catalogue) -> tuple[Row, ...]:
    """The units of an army, those that are alike together."""
    lines: dict[tuple[object, ...], Row] = {}
    for line in Lineup(army, catalogue).lines[:MOST_UNITS]:
        loadout = line.loadout
        key = (
            line.unit.id,
            *sorted(card.id for card in loadout.all_upgrades),
            loadout.counterpart and loadout.counterpart.id,
        )
        before = lines.get(key)
        lines[key] = Row(before.line if before else line, line.count + (before.number if before else 0))
    return tuple(_told_apart(tuple(lines.values())))


def _told_apart(rows: tuple[Row, ...]) -> Iterator[Row]:
    """Rows of the same unit are named after the upgrades that not all of them have."""
    for row in rows:
        alike = [other.line.loadout for other in rows if other.line.unit.full_name == row.line.unit.full_name]
        shared = set.intersection(*({card.id for card in loadout.all_upgrades} for loadout in alike))
        own = (card.name for card in row.line.loadout.all_upgrades if card.id not in shared)
        yield row._replace(cards=tuple(own)[:MOST_CARDS])


class _Weighing:
    def __init__(self, catalogue: Catalogue, situation: Situation, known: dict[Question, Odds]) -> None:
        self.catalogue, self.situation, self.known = catalogue, situation, known
        self.facts = Facts(cover=COVER_VALUES[situation.cover])

    def odds(self, question: Question) -> Odds:
        found = self.known.get(question)
        if found is None:
            found = self.known[question] = answer(question)
        return found

    def direction(self, attackers: tuple[Row, ...], targets: tuple[Row, ...]) -> Direction:
        shooting = [self._side(row, Tokens(aims=self.situation.aims)) for row in attackers]
        shot_at = [self._side(row, Tokens(dodges=self.situation.dodges)) for row in targets]
        return Direction(attackers, targets, tuple(self._cells(shooting, shot_at)))

    def _side(self, row: Row, tokens: Tokens) -> Side:
        return Side(line=row.line, catalogue=self.catalogue, tokens=tokens)

    def _cells(self, attackers: list[Side], targets: list[Side]) -> Iterator[Cell]:
        for place, attacker in enumerate(attackers):
            for other, target in enumerate(targets):
                for band in BANDS:
                    found = attack_at_band(attacker, target, band, self.facts, self.odds)
                    if found:
                        yield Cell(place, other, band, found)


def _worth(cell: Cell) -> tuple[Fraction, Fraction, int]:
    return *cell.found.worth, cell.band


def _foremost(cells: Iterator[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=lambda cell: (cell.share, cell.found.worth), reverse=True)[:BEST])
