"""The card list and the pages of single cards."""

from collections.abc import Callable, Iterable
from datetime import date
from difflib import get_close_matches
from functools import cache, lru_cache, wraps
from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from muster.rules.cards import Card, catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.effects import gives_of
from muster.rules.cards.types import Keyword, Priced
from muster.rules.cards.vocabulary import FACTIONS, KINDS, RANKS, SLOTS, UNIT_TYPES
from muster.rules.comparing.sorting import figure_of
from muster.rules.violations import Refused
from muster.web.cards import query as card_query
from muster.web.cards.effects import EffectLine, effect_line
from muster.web.cards.freshness import cached_view
from muster.web.cards.query import PER_PAGE, CardQuery, Choices, offered_sorts, sort_name
from muster.web.cards.rows import Row, render_row, row
from muster.web.cards.sheet import Sheet, sheet
from muster.web.cards.words import FACTION_NAMES, KIND_NAMES, sentence, words
from muster.web.page import Page, render_response, wants_part
from muster.web.page import render_page as drawn_page
from muster.web.serving.response_cache import reads_only
from muster.web.site import errors

Way = tuple[str, str, int]  # a looser search, its address, and how many cards it finds


class News(NamedTuple):
    """A card whose points changed on the latest day any did."""

    day: date
    row: Row
    before: int
    after: int


class Offers(NamedTuple):
    """What the filters offer and the head of the list counts."""

    factions: Choices
    ranks: Choices
    kinds: Choices
    slots: Choices
    types: Choices
    keywords: Choices
    gives: Choices
    sorts: Choices
    units: int
    upgrades: int


class Pane(Page, frozen=True, kw_only=True):
    """The card beside the list; without one, what changed last."""

    template: ClassVar = "cards/_pane.html"
    query: CardQuery
    sheet: Sheet | None
    news: tuple[News, ...]


class Results(Page, frozen=True, kw_only=True):
    """One page of the cards found; where there are none, what would help."""

    template: ClassVar = "cards/_results.html"
    query: CardQuery
    rows: tuple[SafeString, ...]
    count: int
    near: bool
    day: date
    sorted_by: str
    counted: str
    next_address: str
    next_count: int
    fits_name: str
    ways_out: tuple[Way, ...]
    guesses: tuple[Row, ...]


class MoreRows(Page, frozen=True, kw_only=True):
    """The next rows alone."""

    template: ClassVar = "cards/_rows.html"
    results: Results


class Chips(Page, frozen=True, kw_only=True):
    """The filters that are always in sight."""

    template: ClassVar = "cards/_chips.html"
    query: CardQuery
    offers: Offers


class MoreFilters(Page, frozen=True, kw_only=True):
    """The others."""

    template: ClassVar = "cards/_more_filters.html"
    query: CardQuery
    offers: Offers


class CardsPage(Page, frozen=True, kw_only=True):
    """The whole page: filters, list and the card beside it."""

    template: ClassVar = "cards/list.html"
    results: Results
    pane: Pane
    offers: Offers
    chips: SafeString
    more_filters: SafeString


class CardPage(Page, frozen=True, kw_only=True):
    """One card on its own page."""

    template: ClassVar = "cards/card.html"
    sheet: Sheet


class EffectPart(Page, frozen=True, kw_only=True):
    """What one card does, alone: for a line that folds out."""

    template: ClassVar = "cards/_effect_part.html"
    line: EffectLine


class UnknownPage(Page, frozen=True, kw_only=True):
    """No such card or keyword: the nearest that exist."""

    template: ClassVar = "cards/unknown.html"
    what: str
    wanted: str
    rows: tuple[Row, ...] = ()
    keywords: tuple[Keyword, ...] = ()


def searches(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A search that cannot be read is answered with every reason and the way out."""

    @wraps(view)
    def answer(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refusal:
            reasons = [*errors.reasons_of(refusal.violations)]
            title, text = "Muster couldn’t read that search", "Nothing was searched."
            response = errors.problem(request, 400, title, text, reasons)
            response["HX-Retarget"] = "body"  # a whole page does not belong among the results
            return response

    return answer


@cached_view
@searches
def index(request: HttpRequest) -> HttpResponse:
    """The list: the whole page, or for htmx the part that changed."""
    query = card_query.read_query(request.GET)
    if not wants_part(request):
        return reads_only(render_response(request, cards_page(query)), CardQuery.__struct_fields__)
    if request.headers.get("HX-Target") == "pane":
        return with_url(render_response(request, pane(query)), request, query)
    if query.page > 1:
        return render_response(request, MoreRows(results=results_page(query)))
    return with_url(render_response(request, results_page(query)), request, query)


def cards_page(query: CardQuery) -> CardsPage:
    """The whole page of a search."""
    chips, more = render_filters(query.filters)
    return CardsPage(
        results=results_page(query), pane=pane(query), offers=offers(), chips=chips, more_filters=more
    )


def with_url(response: HttpResponse, request: HttpRequest, query: CardQuery) -> HttpResponse:
    """Puts the state into the address bar; letters typed one by one do not each become a step back."""
    typing = request.headers.get("HX-Trigger-Name") == "q" and "q=" in request.headers.get(
        "HX-Current-URL", ""
    )
    response["HX-Replace-Url" if typing else "HX-Push-Url"] = query.address
    return response


def in_words(values: Iterable[str]) -> Choices:
    """Words of the vocabulary with the names people know them by."""
    return tuple((value, sentence(words(value))) for value in values)


@cache
def offers() -> Offers:
    """What the filters offer and the head of the list counts."""
    cards = catalogue()
    given = {use.id for card in cards.data.cards for use in gives_of(card, cards.effect(card))}
    keywords = sorted(((k.id, k.name) for k in catalogue().data.keywords if k.on_cards), key=lambda k: k[1])
    return Offers(
        factions=tuple((faction, FACTION_NAMES[faction]) for faction in FACTIONS),
        ranks=in_words(RANKS),
        kinds=tuple((kind, KIND_NAMES[kind]) for kind in KINDS),
        slots=in_words(SLOTS),
        types=in_words(UNIT_TYPES),
        keywords=tuple(keywords),
        gives=tuple((id, name) for id, name in keywords if id in given),
        sorts=offered_sorts(),
        units=len(catalogue().units),
        upgrades=len(catalogue().upgrades),
    )


@lru_cache(maxsize=128)
def render_filters(query: CardQuery) -> tuple[SafeString, SafeString]:
    """The filters as markup, with these choices made: hundreds of options, nearly always the same ones."""
    parts = (Chips(query=query, offers=offers()), MoreFilters(query=query, offers=offers()))
    first, more = (SafeString(drawn_page(part).strip()) for part in parts)
    return first, more


def results_page(query: CardQuery) -> Results:
    """One page of the cards found."""
    cards, near = card_query.find_cards(query)
    last = max(1, -(-len(cards) // PER_PAGE))
    query = query.but(page=min(query.page, last))
    start = (query.page - 1) * PER_PAGE
    shown = cards[start : start + PER_PAGE]
    rest = len(cards) - start - len(shown)
    return Results(
        query=query,
        rows=tuple(render_row(card.slug, query.as_of, card.slug == query.card, query.sort) for card in shown),
        count=len(cards),
        near=near,
        day=query.as_of or catalogue().edition,
        sorted_by=sort_name(query.sort) if query.sort else "",
        counted=figure_of(query.sort).counted if query.sort else "",
        next_address=query.but(page=query.page + 1).address if rest > 0 else "",
        next_count=min(rest, PER_PAGE),
        fits_name=catalogue().slugs[query.fits].full_name if query.fits else "",
        ways_out=() if cards else ways_out(query),
        guesses=() if cards else guesses(query),
    )


def ways_out(query: CardQuery) -> tuple[Way, ...]:
    """What finding nothing could be helped by: each filter left out, with the number of cards then found."""
    looser = [
        ("any faction", query.but(faction=()), query.faction),
        ("any rank", query.but(rank=()), query.rank),
        ("every kind of card", query.but(kind=()), query.kind),
        ("any slot", query.but(slot=""), query.slot),
        ("any unit type", query.but(type=""), query.type),
        ("any keyword", query.but(keyword=""), query.keyword),
        ("giving anything", query.but(gives=""), query.gives),
        ("not only unique", query.but(unique=False), query.unique),
        ("not only released", query.but(released=False), query.released),
        ("any bearer", query.but(fits=""), query.fits),
        ("no filters", CardQuery(q=query.q, as_of=query.as_of), query.is_filtered),
    ]
    used = ((name, other) for name, other, choice in looser if choice)
    found = ((name, other.address, len(card_query.find_cards(other)[0])) for name, other in used)
    return tuple(way for way in found if way[2])


def guesses(query: CardQuery) -> tuple[Row, ...]:
    """Cards whose names look like the words, filters aside."""
    if not query.q:
        return ()
    names: dict[str, Card] = {}
    for known in catalogue().slugs.values():
        names.setdefault(known.name.lower(), known)
        names.setdefault(known.full_name.lower(), known)
    close = get_close_matches(query.q.lower(), names, n=4, cutoff=0.5)
    cards = {names[name].slug: names[name] for name in close}
    return tuple(row(card, query.as_of) for card in cards.values())


def pane(query: CardQuery) -> Pane:
    """The card beside the list; without one, what changed last."""
    card = catalogue().slugs.get(query.card)
    beside = sheet(card, query.as_of) if card else None
    return Pane(query=query, sheet=beside, news=() if card else latest_changes())


@cache
def latest_changes() -> tuple[News, ...]:
    """The cards whose points changed on the latest day any did."""
    changes = [
        (change, card)
        for card in catalogue().slugs.values()
        if isinstance(card, Priced)
        for change in card.points_history[-1:]
    ]
    latest = max(change.date for change, _ in changes)
    return tuple(News(latest, row(card), c.before, c.after) for c, card in changes if c.date == latest)


@cached_view
@searches
def card(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """One card on its own page."""
    as_of = card_query.day(request.GET)
    found = catalogue().slugs.get(f"{kind}/{slug}")
    if found is None:
        return unknown(request, kind, slug)
    return render_response(request, CardPage(sheet=sheet(found, as_of)))


@cached_view
def effect(request: HttpRequest, card: str) -> HttpResponse:
    """What one card does, without a page around it."""
    found = catalogue().cards.get(card)
    line = effect_line(found) if found else None
    if line is None:
        return unknown(request, "upgrade", card)
    return render_response(request, EffectPart(line=line))


def unknown(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """No such card: the nearest that exist, of this kind first."""
    nearest = tuple(map(row, like(kind, slug)))
    return render_response(
        request, UnknownPage(what="card", wanted=shorten(slug.replace("-", " ")), rows=nearest), 404
    )


def like(kind: str, slug: str) -> list[Card]:
    """Cards whose slug is close, whatever their kind."""
    slugs = catalogue().slugs
    ends = {known.split("/")[1]: known for known in slugs}
    close = get_close_matches(slug[:80], ends, n=4, cutoff=0.5)
    hits = [hit.card for hit in catalogue().search(slug[:80].replace("-", " "))[:4]]
    found = {card.slug: card for card in (*(slugs[ends[end]] for end in close), *hits)}
    return sorted(found.values(), key=lambda card: card.kind != kind)[:5]
