"""Collects what an import did not understand, with near names, and stays readable for any input."""

from collections.abc import Iterable

from muster.rules.armies.exchange.names import NameBook, named_with_id
from muster.rules.armies.exchange.results import REMARKS, note
from muster.rules.cards.naming import plain
from muster.rules.cards.types import Card
from muster.rules.cards.vocabulary import Kind
from muster.rules.violations import Param, Violation

MOST_NOTES = 300
# Looking for near names is the slow part of an import; a list has fewer cards than this.
MOST_SUGGESTIONS = 60


class Findings:
    """The notes of one import. Beyond the most notes, pieces are listed together in one."""

    def __init__(self, book: NameBook) -> None:
        self.book = book
        self.notes: list[Violation] = []
        self.beyond: list[str] = []
        self.searches = 0

    def add(self, code: str, where: str, piece: str, about: Iterable[str] = (), **params: Param) -> None:
        """Note one piece."""
        if len(self.notes) < MOST_NOTES:
            self.notes.append(note(code, where, piece, about, **params))
        else:
            self.beyond.append(f"{where}: {piece}")

    def unknown_name(self, where: str, piece: str, name: str, kinds: tuple[Kind, ...]) -> None:
        """A name that no card of these kinds has: withdrawn, of another kind, or unknown with near names."""
        if len(self.notes) >= MOST_NOTES:
            self.beyond.append(f"{where}: {piece}")
            return
        wanted = " or ".join(kind.replace("-", " ") for kind in kinds)
        if gone := self.book.withdrawn.get(plain(name)):
            self.add("import.withdrawn", where, piece, name=gone.name, since=gone.since.isoformat())
        elif other := next(filter(None, (each.get(plain(name)) for each in self.book.shelves.values())), ()):
            told = named_with_id(other)
            self.add(
                "import.wrong_kind", where, piece, ids(other), wanted=wanted, found=told, kind=other[0].kind
            )
        else:
            close = self.near(name, kinds)
            self.add(
                "import.unknown", where, piece, ids(close), wanted=wanted, suggestions=named_with_id(close)
            )

    def unknown_id(self, where: str, piece: str, card_id: str, wanted: str) -> None:
        """An id that no such card has: another kind of card, the same id in other case, or unknown."""
        cards = self.book.catalogue
        close = [cards.cards[each] for each in cards.ids_by_case.get(card_id.lower(), ())]
        others = [card for card in close if card.id != card_id]
        told = named_with_id(others)
        if found := [card for card in close if card.id == card_id]:
            kind, name = found[0].kind, named_with_id(found)
            self.add("import.wrong_kind", where, piece, ids(others), wanted=wanted, kind=kind, found=name)
        elif (gone := self.book.gone.get(card_id)) and gone.kind in wanted:
            self.add("import.withdrawn", where, piece, name=gone.full_name, since=gone.seen.isoformat())
        elif others:
            self.add(
                "import.wrong_case", where, piece, ids(others), id=card_id, wanted=wanted, suggestions=told
            )
        else:
            self.add("import.unknown_id", where, piece, id=card_id, wanted=wanted)

    def ambiguous(self, where: str, piece: str, candidates: tuple[Card, ...]) -> None:
        """A name that may mean several cards: the first was taken, a person must choose."""
        told = named_with_id(candidates)
        chosen = named_with_id(candidates[:1])
        self.add("import.ambiguous", where, piece, ids(candidates), chosen=chosen, candidates=told)

    def near(self, name: str, kinds: tuple[Kind, ...]) -> tuple[Card, ...]:
        """Near names, as long as there are not too many to look for."""
        self.searches += 1
        return self.book.near(name, kinds) if self.searches <= MOST_SUGGESTIONS else ()

    @property
    def open(self) -> bool:
        """Whether any piece needs a person."""
        return any(each.code not in REMARKS for each in self.notes)

    def all(self) -> tuple[Violation, ...]:
        """Every note; the pieces beyond the most notes are listed in the last one."""
        if not self.beyond:
            return tuple(self.notes)
        rest = note("import.more", "the rest", "\n".join(self.beyond), count=len(self.beyond))
        return (*self.notes, rest)


def ids(cards: Iterable[Card]) -> tuple[str, ...]:
    """The ids of cards."""
    return tuple(card.id for card in cards)
