"""A battle book on paper: one page for each direction, the best range of every pair."""

import msgspec

from muster.rules.attack.book import Situation
from muster.rules.attack.facts import MELEE
from muster.rules.attack.telling import ASSUMED, situation_in_words
from muster.rules.attack.told_book import ToldBook, ToldDirection
from muster.rules.cards.catalogue import catalogue
from muster.web.print import pdf
from muster.web.print.armies.heading import SIZES, Paper, written_out


class PaperCell(msgspec.Struct, frozen=True, kw_only=True):
    """Wounds, chance to defeat, range and shade; empty where no weapon reaches."""

    wounds: str = ""
    defeat: str = ""
    at: str = ""
    shade: int = 0


class PaperTable(msgspec.Struct, frozen=True, kw_only=True):
    """One page."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[PaperCell, ...]], ...]


class BookSheet(msgspec.Struct, frozen=True, kw_only=True):
    """All that stands on the two pages."""

    paper: str
    situation: str
    assumed: str
    cards: str
    tables: tuple[PaperTable, ...]


def book_pdf(book: ToldBook, names: tuple[str, str], situation: Situation, paper: Paper) -> bytes:
    """The book as PDF."""
    told = situation_in_words(situation)
    sheet = BookSheet(
        paper=SIZES[paper],
        situation=told[:1].upper() + told[1:],
        assumed=ASSUMED,
        cards=f"Cards of {written_out(catalogue().edition)}",
        tables=(
            paper_table(book.ours, f"{names[0]} attacks {names[1]}"),
            paper_table(book.theirs, f"{names[1]} attacks {names[0]}"),
        ),
    )
    return pdf("army_book", sheet)


def paper_table(direction: ToldDirection, title: str) -> PaperTable:
    """One direction, each pair at its best range."""

    def cell(attacker: int, target: int) -> PaperCell:
        found = direction.at(attacker, target, None)
        if found is None:
            return PaperCell()
        at = "melee" if found.band == MELEE else str(found.band)
        return PaperCell(wounds=found.wounds, defeat=found.defeat, at=at, shade=found.shade)

    return PaperTable(
        title=title,
        columns=direction.targets,
        rows=tuple(
            (name, tuple(cell(place, target) for target in range(len(direction.targets))))
            for place, name in enumerate(direction.attackers)
        ),
    )
