"""Collects what an import did not understand, with near names, and stays readable for any input."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final

from muster.rules.armies.exchange.names import NameBook, names_with_ids
from muster.rules.armies.exchange.results import REMARKS, note
from muster.rules.cards.history import Gone
from muster.rules.cards.naming import plain
from muster.rules.cards.types import Card
from muster.rules.cards.vocabulary import Kind
from muster.rules.violations import Param, Violation

MOST_NOTES = 300
# Looking for near names is the slow part of an import; a list has fewer cards than this.
MOST_SUGGESTIONS = 60
KINDS: Final[tuple[Kind, ...]] = ("unit", "upgrade", "counterpart", "command", "battle")


class Findings:
    """The notes of one import. Beyond the most notes, pieces are listed together in one.

    `day` is the day of the list, where it is of an earlier one.
    """

    def __init__(self, book: NameBook, day: date | None = None) -> None:
        self.book = book
        self.day = day
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
        if gone := self.book.gone.find(name, *kinds):
            self.withdrawn(where, piece, gone)
        elif other := next(filter(None, (each.get(plain(name)) for each in self.book.shelves.values())), ()):
            listed = names_with_ids(other)
            self.add(
                "import.wrong_kind",
                where,
                piece,
                ids(other),
                name=name,
                wanted=wanted,
                found=listed,
                kind=other[0].kind,
            )
        elif gone := self.book.gone.named_card(name):
            self.withdrawn(where, piece, gone)
        else:
            close = self.near(name, kinds)
            self.add(
                "import.unknown", where, piece, ids(close), wanted=wanted, suggestions=names_with_ids(close)
            )

    def unknown_id(self, where: str, piece: str, card_id: str, wanted: str) -> None:
        """An id that no such card has: another kind of card, the same id in other case, or unknown."""
        cards = self.book.catalogue
        close = [cards.cards[each] for each in cards.ids_by_case.get(card_id.lower(), ())]
        others = [card for card in close if card.id != card_id]
        listed, fitting = names_with_ids(others), [kind for kind in KINDS if kind in wanted]
        if gone := self.book.gone.find(card_id, *fitting):
            self.withdrawn(where, piece, gone, others)
        elif found := [card for card in close if card.id == card_id]:
            kind, name = found[0].kind, names_with_ids(found)
            self.add("import.wrong_kind", where, piece, ids(others), wanted=wanted, kind=kind, found=name)
        elif others:
            self.add(
                "import.wrong_case", where, piece, ids(others), id=card_id, wanted=wanted, suggestions=listed
            )
        else:
            self.add("import.unknown_id", where, piece, id=card_id, wanted=wanted)

    def withdrawn(self, where: str, piece: str, gone: Gone, others: Sequence[Card] = ()) -> None:
        """A card that has left the game, with cards that have the same id in another case.

        On a list from before it left, nothing is wrong with it.
        """
        if self.day is None or self.day >= gone.seen:
            params = {"id": gone.id, "name": gone.full_name, "since": gone.seen.isoformat()}
            near = names_with_ids(others)
            self.add("import.withdrawn", where, piece, ids(others), suggestions=near, **params)

    def note_replaced(self, where: str, piece: str, cards: Sequence[Card], since: date) -> None:
        """The name of a card that left the game and that a current card used to have: a person must
        choose."""
        listed, chosen = names_with_ids(cards), names_with_ids(cards[:1])
        self.add(
            "import.replaced",
            where,
            piece,
            ids(cards),
            since=since.isoformat(),
            chosen=chosen,
            candidates=listed,
        )

    def not_yet(self, where: str, piece: str, card: Card, first: date, gone: Gone | None) -> None:
        """A card that was not there on the day of the list: a person must say whether it is meant."""
        days = {"first": first.isoformat(), "date": self.day.isoformat() if self.day else ""}
        other = f"{gone.full_name} ({gone.id})" if gone else ""
        about = (card.id, *((gone.id,) if gone else ()))
        self.add("import.not_yet", where, piece, about, chosen=names_with_ids([card]), other=other, **days)

    def ambiguous(self, where: str, piece: str, candidates: tuple[Card, ...]) -> None:
        """A name that may mean several cards: the first was taken, a person must choose."""
        listed = names_with_ids(candidates)
        chosen = names_with_ids(candidates[:1])
        self.add("import.ambiguous", where, piece, ids(candidates), chosen=chosen, candidates=listed)

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
