"""A battle book as plain values, small enough to be handed from one process to another and to be kept."""

from typing import Final

import msgspec

from muster.rules.armies.army import Army
from muster.rules.attack.book import Book, Cell, Direction, Situation, book_of
from muster.rules.attack.telling import percent, pool_in_words, wounds
from muster.rules.cards.catalogue import Catalogue
from muster.rules.dice.links import to_link

SHADES: Final = 5
"""How many steps a share of a unit's wounds is shaded in."""


class ToldCell(msgspec.Struct, frozen=True, kw_only=True):
    """An attack: who, on whom, at which range, with which weapons; wounds on average and the chance to defeat
    in words, a shade from 0 to 5 for the share of the target's wounds, and the question as a link."""

    attacker: int
    target: int
    band: int
    weapons: str
    wounds: str
    defeat: str
    shade: int
    link: str


class ToldDirection(msgspec.Struct, frozen=True, kw_only=True):
    """One army attacks the other: best targets of each attacker, worst fears of each target, as places of
    cells; `best` is the best range of each pair."""

    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    cells: tuple[ToldCell, ...]
    best_targets: tuple[tuple[int, ...], ...]
    worst_fears: tuple[tuple[int, ...], ...]
    best: tuple[int, ...]

    def at(self, attacker: int, target: int, band: int | None) -> ToldCell | None:
        """The attack at a range, or at its best."""
        places = self.best if band is None else range(len(self.cells))
        for place in places:
            cell = self.cells[place]
            if (cell.attacker, cell.target) == (attacker, target) and band in (None, cell.band):
                return cell
        return None


class ToldBook(msgspec.Struct, frozen=True, kw_only=True):
    """Both directions."""

    ours: ToldDirection
    theirs: ToldDirection


def book_in_words(mine: Army, theirs: Army, catalogue: Catalogue, situation: Situation) -> ToldBook:
    """The book of two armies as plain values."""
    return as_plain_book(book_of(mine, theirs, catalogue, situation))


def as_plain_book(book: Book) -> ToldBook:
    """A book as plain values."""
    return ToldBook(ours=_direction(book.ours), theirs=_direction(book.theirs))


def _direction(direction: Direction) -> ToldDirection:
    places = {(cell.attacker, cell.target, cell.band): place for place, cell in enumerate(direction.cells)}

    def place(cell: Cell) -> int:
        return places[cell.attacker, cell.target, cell.band]

    attackers, targets = range(len(direction.attackers)), range(len(direction.targets))
    pairs = (direction.at(attacker, target) for attacker in attackers for target in targets)
    return ToldDirection(
        attackers=tuple(row.name for row in direction.attackers),
        targets=tuple(row.name for row in direction.targets),
        cells=tuple(map(_cell, direction.cells)),
        best_targets=tuple(tuple(map(place, direction.best_targets(attacker))) for attacker in attackers),
        worst_fears=tuple(tuple(map(place, direction.worst_fears(target))) for target in targets),
        best=tuple(place(cell) for cell in pairs if cell),
    )


def _cell(cell: Cell) -> ToldCell:
    return ToldCell(
        attacker=cell.attacker,
        target=cell.target,
        band=cell.band,
        weapons=pool_in_words(cell),
        wounds=wounds(cell),
        defeat=percent(cell.found.odds.defeat),
        shade=min(SHADES, round(cell.share * SHADES)),
        link=to_link(cell.found.question),
    )
