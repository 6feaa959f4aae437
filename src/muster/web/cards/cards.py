"""The card list and the pages of single cards."""

from datetime import date
from difflib import get_close_matches
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from muster.rules.cards import Card, catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.types import Priced
from muster.rules.cards.vocabulary import FACTIONS, KINDS, RANKS, SLOTS, UNIT_TYPES
from muster.rules.violations import Refused
from muster.web.cards import query as card_query
from muster.web.cards import words as card_words
from muster.web.cards.freshness import keeps
from muster.web.cards.query import PER_PAGE, CardQuery
from muster.web.cards.rows import Row, drawn, row
from muster.web.cards.sheet import sheet
from muster.web.site import errors

CHOICES = {
    "factions": [(f, card_words.FACTION_NAMES[f]) for f in FACTIONS],
    "ranks": [(r, card_words.sentence(card_words.words(r))) for r in RANKS],
    "kinds": [(k, card_words.KIND_NAMES[k]) for k in KINDS],
    "slots": [(s, card_words.sentence(card_words.words(s))) for s in SLOTS],
    "types": [(t, card_words.sentence(card_words.words(t))) for t in UNIT_TYPES],
}


@keeps
def index(request: HttpRequest) -> HttpResponse:
    """The list: the whole page, or for htmx the part that changed."""
    try:
        query = card_query.read(request.GET)
    except Refused as refusal:
        return nonsense(request, refusal)
    target = request.headers.get("HX-Target", "")
    partial = request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request")
    if partial and target == "pane":
        return addressed(render(request, "cards/_pane.html", pane(query)), request, query)
    if partial:
        part = "cards/_rows.html" if query.page > 1 else "cards/_results.html"
        response = render(request, part, listing(query))
        return response if query.page > 1 else addressed(response, request, query)
    return render(request, "cards/list.html", listing(query) | pane(query) | furniture())


def nonsense(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """A search that cannot be read: every reason, with the way out."""
    reasons = [errors.as_reason(violation) for violation in refusal.violations]
    response = errors.problem(request, 400, "That search makes no sense", "Nothing was searched.", reasons)
    response["HX-Retarget"] = "body"  # a whole page does not belong among the results
    return response


def addressed(response: HttpResponse, request: HttpRequest, query: CardQuery) -> HttpResponse:
    """Puts the state into the address bar; letters typed one by one do not each become a step back."""
    typing = request.headers.get("HX-Trigger-Name") == "q" and "q=" in request.headers.get(
        "HX-Current-URL", ""
    )
    response["HX-Replace-Url" if typing else "HX-Push-Url"] = query.address
    return response


@cache
def furniture() -> dict[str, Any]:
    """What the filters offer and the head of the list counts."""
    keywords = sorted(((k.id, k.name) for k in catalogue().data.keywords if k.on_cards), key=lambda k: k[1])
    return CHOICES | {
        "keyword_choices": keywords,
        "unit_count": len(catalogue().units),
        "upgrade_count": len(catalogue().upgrades),
    }


def listing(query: CardQuery) -> dict[str, Any]:
    """One page of the cards found."""
    cards, near = card_query.found(query)
    last = max(1, -(-len(cards) // PER_PAGE))
    query = query.but(page=min(query.page, last))
    start = (query.page - 1) * PER_PAGE
    shown = cards[start : start + PER_PAGE]
    rest = len(cards) - start - len(shown)
    return {
        "query": query,
        "rows": [drawn(card.slug, query.as_of, card.slug == query.card) for card in shown],
        "count": len(cards),
        "near": near,
        "day": query.as_of or catalogue().edition,
        "next_address": query.but(page=query.page + 1).address if rest > 0 else "",
        "next_count": min(rest, PER_PAGE),
        "fits_name": catalogue().slugs[query.fits].full_name if query.fits else "",
        "ways_out": [] if cards else ways_out(query),
        "guesses": [] if cards else guesses(query),
    }


def ways_out(query: CardQuery) -> list[tuple[str, str, int]]:
    """What finding nothing could be helped by: each filter left out, with the number of cards then found."""
    looser = [
        ("any faction", query.but(faction=()), query.faction),
        ("any rank", query.but(rank=()), query.rank),
        ("every kind of card", query.but(kind=()), query.kind),
        ("any slot", query.but(slot=""), query.slot),
        ("any unit type", query.but(type=""), query.type),
        ("any keyword", query.but(keyword=""), query.keyword),
        ("not only unique", query.but(unique=False), query.unique),
        ("not only released", query.but(released=False), query.released),
        ("any bearer", query.but(fits=""), query.fits),
        ("no filters", CardQuery(q=query.q, as_of=query.as_of), query.filtered),
    ]
    found = [(name, other.address, len(card_query.found(other)[0])) for name, other, used in looser if used]
    return [way for way in found if way[2]]


def guesses(query: CardQuery) -> list[Row]:
    """Cards whose names look like the words, filters aside."""
    if not query.q:
        return []
    names: dict[str, Card] = {}
    for known in catalogue().slugs.values():
        names.setdefault(known.name.lower(), known)
        names.setdefault(known.full_name.lower(), known)
    close = get_close_matches(query.q.lower(), names, n=4, cutoff=0.5)
    cards = {names[name].slug: names[name] for name in close}
    return [row(card, query.as_of) for card in cards.values()]


def pane(query: CardQuery) -> dict[str, Any]:
    """The card beside the list; without one, what changed last."""
    card = catalogue().slugs.get(query.card)
    news = [] if card else latest_changes()
    return {
        "query": query,
        "sheet": sheet(card, query.as_of) if card else None,
        "news": news,
        "news_day": news[0][0] if news else None,
    }


@cache
def latest_changes() -> list[tuple[date, Row, int, int]]:
    """The cards whose points changed on the latest day any did."""
    changes = [
        (change, card)
        for card in catalogue().slugs.values()
        if isinstance(card, Priced)
        for change in card.points_history[-1:]
    ]
    latest = max(change.date for change, _ in changes)
    return [(latest, row(card), c.before, c.after) for c, card in changes if c.date == latest]


@keeps
def card(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """One card on its own page."""
    try:
        as_of = card_query.day(request.GET)
    except Refused as refusal:
        return nonsense(request, refusal)
    found = catalogue().slugs.get(f"{kind}/{slug}")
    if found is None:
        return unknown(request, kind, slug)
    return render(request, "cards/card.html", {"sheet": sheet(found, as_of)})


def unknown(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """No such card: the nearest that exist, of this kind first."""
    context = {"wanted": shorten(slug.replace("-", " ")), "rows": [row(card) for card in like(kind, slug)]}
    return render(request, "cards/unknown.html", context, status=404)


def like(kind: str, slug: str) -> list[Card]:
    """Cards whose slug is close, whatever their kind."""
    slugs = catalogue().slugs
    ends = {known.split("/")[1]: known for known in slugs}
    close = get_close_matches(slug[:80], ends, n=4, cutoff=0.5)
    hits = [hit.card for hit in catalogue().search(slug[:80].replace("-", " "))[:4]]
    found = {card.slug: card for card in (*(slugs[ends[end]] for end in close), *hits)}
    return sorted(found.values(), key=lambda card: card.kind != kind)[:5]
