"""What a reader asked the card list for: read from the address, checked, and written back into addresses."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import QueryDict
from django.urls import reverse

from muster.rules.cards import Card, Filters, catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.types import Unit
from muster.rules.cards.vocabulary import FACTIONS, KINDS, RANKS, SLOTS, UNIT_TYPES
from muster.rules.violations import Refused, Violation
from muster.web.cards.rows import usable_by
from muster.web.forms import page_number

LONGEST = 100
PER_PAGE = 60
SOURCE = "card search"


class CardQuery(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Every choice of the card list. All of it stands in the address."""

    q: str = ""
    faction: tuple[str, ...] = ()
    rank: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    slot: str = ""
    type: str = ""
    keyword: str = ""
    unique: bool = False
    released: bool = False
    as_of: date | None = None
    fits: str = ""
    card: str = ""
    page: int = 1

    def but(self, **changes: Any) -> "CardQuery":
        """The same query with these choices changed, from its first page."""
        return msgspec.structs.replace(self, **{"page": 1, **changes})

    @property
    def address(self) -> str:
        """The address of this state, with nothing in it that is not chosen."""
        chosen = msgspec.to_builtins(self)
        pairs = {name: "1" if value is True else value for name, value in chosen.items()}
        query = urlencode(pairs, doseq=True)
        return reverse("cards") + (f"?{query}" if query else "")

    @property
    def more_in_use(self) -> int:
        """How many choices stand under "More filters"."""
        plain = (self.slot, self.type, self.keyword, self.unique, self.released, self.as_of)
        return len(self.kind) + sum(map(bool, plain))

    @property
    def filtered(self) -> bool:
        """Whether anything but words narrows the list."""
        return bool(self.faction or self.rank or self.fits or self.more_in_use)


def read(given: QueryDict) -> CardQuery:
    """The query of an address; whatever makes no sense is refused, all of it at once."""
    problems: list[Violation] = []
    query = CardQuery(
        q=words(given, problems),
        faction=several(given, "faction", FACTIONS, problems),
        rank=several(given, "rank", RANKS, problems),
        kind=several(given, "kind", KINDS, problems),
        slot=one(given, "slot", SLOTS, problems),
        type=one(given, "type", UNIT_TYPES, problems),
        keyword=one(given, "keyword", catalogue().keywords, problems),
        unique=bool(given.get("unique")),
        released=bool(given.get("released")),
        as_of=day(given, problems),
        fits=one(given, "fits", catalogue().slugs, problems),
        card=one(given, "card", catalogue().slugs, problems),
        page=page_number(given.get("page", "")),
    )
    if problems:
        raise Refused(*problems)
    return query


def words(given: QueryDict, problems: list[Violation]) -> str:
    """The search words, if they are not absurdly many."""
    text = given.get("q", "").strip()
    if problem := too_long(text):
        problems.append(problem)
    return text[:LONGEST]


def too_long(text: str) -> Violation | None:
    """Why words cannot be searched for."""
    params = {"length": len(text), "most": LONGEST}
    long = len(text) > LONGEST
    return Violation(code="cards.search.long", source=SOURCE, params=params) if long else None


def several(given: QueryDict, name: str, known: Sequence[str], problems: list[Violation]) -> tuple[str, ...]:
    """The chosen values in the order of the vocabulary."""
    chosen = set(given.getlist(name)) - {""}
    problems += [unknown(name, value) for value in sorted(chosen - set(known))[:3]]
    return tuple(value for value in known if value in chosen)


def one(
    given: QueryDict, name: str, known: Sequence[str] | Mapping[str, Any], problems: list[Violation]
) -> str:
    """The chosen value, or nothing."""
    value = given.get(name, "")
    if value and value not in known:
        problems.append(unknown(name, value))
    return value if value in known else ""


def unknown(name: str, value: str) -> Violation:
    """A value that no filter of this name has."""
    params = {"filter": name, "value": shorten(value)}
    return Violation(code="cards.search.unknown", source=SOURCE, params=params)


def day(given: QueryDict, problems: list[Violation] | None = None) -> date | None:
    """The day of `as_of`; refused where it is no date."""
    text = given.get("as_of", "").strip()
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        problem = Violation(code="cards.search.date", source=SOURCE, params={"value": shorten(text)})
        if problems is None:
            raise Refused(problem) from None
        problems.append(problem)
        return None


def found(query: CardQuery) -> tuple[list[Card], bool]:
    """The cards that answer, best first; and whether they are only near misses."""
    filters = Filters(
        slot=query.slot or None,  # type: ignore[arg-type]
        unit_type=query.type or None,  # type: ignore[arg-type]
        keyword=query.keyword or None,
        unique=query.unique or None,
        release="released" if query.released else None,
    )
    hits = catalogue().search(query.q, filters)
    fitting = fitting_slugs(query.fits)
    cards = [
        hit.card for hit in hits if chosen(hit.card, query) and (fitting is None or hit.card.slug in fitting)
    ]
    if not query.q:
        cards.sort(key=lambda card: KINDS.index(card.kind))
    return cards, bool(hits) and hits[0].match == "near"


def chosen(card: Card, query: CardQuery) -> bool:
    """Faction, rank and kind; of several values one is enough."""
    return (
        (not query.kind or card.kind in query.kind)
        and (not query.rank or getattr(card, "rank", None) in query.rank)
        and (not query.faction or not usable_by(card.slug).isdisjoint(query.faction))
    )


def fitting_slugs(unit_slug: str) -> frozenset[str] | None:
    """The upgrades the unit may equip; None where no unit was named."""
    unit = catalogue().slugs.get(unit_slug)
    if not isinstance(unit, Unit):
        return None
    return frozenset(
        upgrade.slug for fitting in catalogue().upgrades_for(unit).values() for upgrade in fitting
    )
