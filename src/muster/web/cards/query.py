"""What a reader asked the card list for: read from the address, checked, and written back into addresses."""

from collections.abc import Collection
from datetime import date
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import QueryDict

from muster.rules.cards import Card, Filters, catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.types import Unit
from muster.rules.cards.vocabulary import FACTIONS, KINDS, RANKS, SLOTS, UNIT_TYPES
from muster.rules.comparing.figures import FIGURES
from muster.rules.comparing.sorting import REVERSED, SORTS, figure_of, price_on, sort_cards
from muster.rules.violations import Refused, Source, Violation, refuse_if
from muster.web.cards.rows import usable_by
from muster.web.environment import url
from muster.web.forms import page_number

Choices = tuple[tuple[str, str], ...]
LONGEST = 100
PER_PAGE = 60
problem = Source("card search").problem
SEVERAL: dict[str, tuple[str, ...]] = {"faction": FACTIONS, "rank": RANKS, "kind": KINDS}

FILTERS = ("slot", "type", "keyword", "gives", "unique", "released", "as_of", "sort")


class CardQuery(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Every choice of the card list. All of it stands in the address."""

    q: str = ""
    faction: tuple[str, ...] = ()
    rank: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    slot: str = ""
    type: str = ""
    keyword: str = ""
    gives: str = ""
    unique: bool = False
    released: bool = False
    as_of: date | None = None
    sort: str = ""
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
        return url("cards") + (f"?{query}" if query else "")

    @property
    def filters(self) -> "CardQuery":
        """The choices of the filters alone."""
        kept = {name: getattr(self, name) for name in (*SEVERAL, *FILTERS)}
        return CardQuery(**kept)

    @property
    def more_in_use(self) -> int:
        """How many choices stand under "More filters"."""
        plain = (self.slot, self.type, self.keyword, self.gives, self.unique, self.released, self.as_of)
        return len(self.kind) + sum(map(bool, plain))

    @property
    def is_filtered(self) -> bool:
        """Whether anything but words narrows the list."""
        return bool(self.faction or self.rank or self.fits or self.more_in_use)


def read_query(given: QueryDict) -> CardQuery:
    """The query of an address; whatever makes no sense is refused, all of it at once."""
    cards, text = catalogue(), given.get("q", "").strip()
    single: dict[str, Collection[str]] = {
        "slot": SLOTS,
        "type": UNIT_TYPES,
        "keyword": cards.keywords,
        "gives": cards.keywords,
        "sort": SORTS,
        "fits": cards.slugs,
        "card": cards.slugs,
    }
    chosen: dict[str, Any] = {name: given.get(name, "") for name in single}
    problems = [too_long(text)]
    for name, known in SEVERAL.items():
        wanted = set(given.getlist(name)) - {""}
        problems += [unknown(name, value) for value in sorted(wanted.difference(known))[:3]]
        chosen[name] = tuple(value for value in known if value in wanted)
    problems += [
        unknown(name, chosen[name]) for name, known in single.items() if chosen[name] not in ("", *known)
    ]
    try:
        as_of = day(given)
    except Refused as refusal:
        problems += refusal.violations
    refuse_if(*problems)
    return CardQuery(
        q=text,
        unique=bool(given.get("unique")),
        released=bool(given.get("released")),
        as_of=as_of,
        page=page_number(given.get("page", "")),
        **chosen,
    )


def offered_sorts() -> Choices:
    """Points either way; the other figures as they are mostly asked for."""
    others = ((figure.id, figure.name) for figure in FIGURES.values() if figure.id != "points")
    return (*((sort, sort_name(sort)) for sort in ("points", f"{REVERSED}points")), *others)


def sort_name(sort: str) -> str:
    """Points per wound, fewest first"""
    figure = figure_of(sort)
    downwards = figure.most_first is not sort.startswith(REVERSED)
    return f"{figure.name}, {'most' if downwards else 'fewest'} first"


def too_long(text: str) -> Violation | None:
    """Why words cannot be searched for."""
    return problem("cards.search.long", length=len(text), most=LONGEST) if len(text) > LONGEST else None


def unknown(name: str, value: str) -> Violation:
    """A value that no filter of this name has."""
    return problem("cards.search.unknown", filter=name, value=shorten(value))


def day(given: QueryDict) -> date | None:
    """The day of `as_of`; refused where it is no date."""
    text = given.get("as_of", "").strip()
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Refused(problem("cards.search.date", value=shorten(text))) from None


def find_cards(query: CardQuery) -> tuple[tuple[Card, ...], bool]:
    """The cards that answer, best first; and whether they are only near misses."""
    return search_cards(query.but(card="", as_of=query.as_of if query.sort else None))


@lru_cache(maxsize=256)
def search_cards(query: CardQuery) -> tuple[tuple[Card, ...], bool]:
    """The same for every page of a list and every card beside it, for cards never change in a process."""
    filters = Filters(
        slot=query.slot or None,  # type: ignore[arg-type]
        unit_type=query.type or None,  # type: ignore[arg-type]
        keyword=query.keyword or None,
        gives=query.gives or None,
        unique=query.unique or None,
        release="released" if query.released else None,
    )
    hits = catalogue().search(query.q, filters)
    fitting = fitting_slugs(query.fits)
    cards = [
        hit.card
        for hit in hits
        if fits_filters(hit.card, query) and (fitting is None or hit.card.slug in fitting)
    ]
    if query.sort:
        cards = [*sort_cards(cards, query.sort, price_on(catalogue(), query.as_of))]
    elif not query.q:
        cards.sort(key=lambda card: KINDS.index(card.kind))
    return tuple(cards), bool(hits) and hits[0].match == "near"


def fits_filters(card: Card, query: CardQuery) -> bool:
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
    return frozenset(card.slug for fitting in catalogue().upgrades_for(unit).values() for card in fitting)
