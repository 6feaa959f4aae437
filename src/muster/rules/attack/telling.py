"""A battle book in words and plain values, the same for page, print, command line and API."""

from fractions import Fraction
from typing import Final

from muster.rules.attack.book import Book, Cell, Direction, Situation
from muster.rules.attack.facts import MELEE
from muster.rules.attack.question import question_of
from muster.rules.attack.sides import Side, Tokens
from muster.rules.attack.weapons import weapon_names
from muster.rules.cards.catalogue import Catalogue

ASSUMED: Final = (
    "Full strength, front arc, nobody has moved, no tokens but those named; upgrades are readied."
)


def band_in_words(band: int) -> str:
    """A range as people say it."""
    return "melee" if band == MELEE else f"range {band}"


def situation_in_words(situation: Situation) -> str:
    """The situation that every attack of a book shares, in words."""
    cover = "no cover" if situation.cover == "none" else f"{situation.cover} cover"
    aims = "1 Aim" if situation.aims else "no Aim"
    return f"{cover}, {aims}, {'1 Dodge' if situation.dodges else 'no Dodge'}"


def percent(chance: Fraction | None) -> str:
    """A chance in whole percent; a small one is never shown as 0%."""
    if chance is None:
        return ""
    whole = round(chance * 100)
    return "<1%" if chance and not whole else ">99%" if whole == 100 and chance != 1 else f"{whole}%"


def wounds(cell: Cell) -> str:
    """Wounds on average with one digit."""
    return f"{float(cell.found.odds.mean):.1f}"


def pool_in_words(cell: Cell) -> str:
    """The weapons of an attack."""
    return ", ".join(weapon_names(cell.found.pool))


def not_counted(
    direction: Direction, cell: Cell, catalogue: Catalogue, situation: Situation
) -> tuple[str, ...]:
    """Keywords and cards of this attack that the players have to remember themselves."""
    attacker = Side(
        line=direction.attackers[cell.attacker].line, catalogue=catalogue, tokens=Tokens(aims=situation.aims)
    )
    target = Side(
        line=direction.targets[cell.target].line, catalogue=catalogue, tokens=Tokens(dodges=situation.dodges)
    )
    return question_of(attacker, target, cell.found.pool, cell.found.facts).not_counted


def book_as_values(book: Book) -> dict[str, object]:
    """The whole book with exact fractions as text."""
    return {
        "situation": {
            "cover": book.situation.cover, "aims": book.situation.aims, "dodges": book.situation.dodges,
        },
        "assumed": ASSUMED,
        "ours": _direction(book.ours),
        "theirs": _direction(book.theirs),
    }  # fmt: skip


def _direction(direction: Direction) -> dict[str, object]:
    best = (direction.best_targets(place) for place in range(len(direction.attackers)))
    worst = (direction.worst_fears(place) for place in range(len(direction.targets)))
    return {
        "attackers": [row.name for row in direction.attackers],
        "targets": [row.name for row in direction.targets],
        "attacks": [_cell(cell) for cell in direction.cells],
        "best_targets": [[cell.target for cell in cells] for cells in best],
        "worst_fears": [[cell.attacker for cell in cells] for cells in worst],
    }


def _cell(cell: Cell) -> dict[str, object]:
    odds = cell.found.odds
    return {
        "attacker": cell.attacker, "target": cell.target, "band": cell.band,
        "weapons": list(weapon_names(cell.found.pool)), "mean": str(odds.mean),
        "defeat": None if odds.defeat is None else str(odds.defeat), "play": odds.play,
    }  # fmt: skip
