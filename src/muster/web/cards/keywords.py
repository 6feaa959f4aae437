"""The keywords of the game, explained, with the cards that carry them."""

from difflib import get_close_matches
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from muster.rules.cards import catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.naming import plain
from muster.rules.cards.types import Keyword
from muster.rules.cards.vocabulary import KINDS
from muster.rules.violations import Refused, Violation
from muster.web.cards import words
from muster.web.cards.cards import nonsense
from muster.web.cards.freshness import keeps
from muster.web.cards.query import LONGEST, SOURCE, CardQuery
from muster.web.cards.rows import row
from muster.web.cards.sheet import Event, Group

TYPES = {
    "unit": "Unit keywords",
    "weapon": "Weapon keywords",
    "upgrade": "Upgrade keywords",
    "campaign": "Campaign keywords",
    "other": "Other terms",
}
SHOWN = 24


class KeywordLine(NamedTuple):
    """A keyword in the list, with the number of cards that carry it."""

    keyword: Keyword
    cards: int


@keeps
def index(request: HttpRequest) -> HttpResponse:
    """All keywords; with `q` those whose name or meaning holds the words."""
    text = request.GET.get("q", "").strip()
    if len(text) > LONGEST:
        params = {"length": len(text), "most": LONGEST}
        return nonsense(request, Refused(Violation(code="cards.search.long", source=SOURCE, params=params)))
    found = matching(text)
    groups = [(name, [line(k) for k in found if k.type == kind]) for kind, name in TYPES.items()]
    context = {"q": text, "groups": [group for group in groups if group[1]], "count": len(found)}
    partial = request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request")
    return render(request, "cards/_keywords.html" if partial else "cards/keywords.html", context)


def matching(text: str) -> list[Keyword]:
    """Keywords by name, those whose name begins with the words first."""
    wanted = plain(text)
    known = sorted(catalogue().data.keywords, key=lambda k: (not plain(k.name).startswith(wanted), k.name))
    return [k for k in known if wanted in plain(k.name) or wanted in plain(k.meaning)]


def line(keyword: Keyword) -> KeywordLine:
    """The keyword with its number of cards."""
    return KeywordLine(keyword, len(catalogue().with_keyword(keyword.id)))


@keeps
def page(request: HttpRequest, keyword_id: str) -> HttpResponse:
    """One keyword and its cards by kind."""
    keyword = catalogue().keywords.get(keyword_id)
    if keyword is None:
        return unknown(request, keyword_id)
    carriers = catalogue().with_keyword(keyword.id)
    context = {
        "keyword": keyword,
        "type": TYPES[keyword.type].removesuffix("s"),
        "groups": [group for kind in KINDS if (group := carriers_of(kind, carriers))],
        "count": len(carriers),
        "shown": SHOWN,
        "search": CardQuery(keyword=keyword.id),
        "history": [Event(c.date, words.changed(c)) for c in reversed(keyword.changes)],
    }
    return render(request, "cards/keyword.html", context)


def carriers_of(kind: str, carriers: tuple) -> tuple[str, Group] | None:  # type: ignore[type-arg]
    """The cards of one kind, by name."""
    cards = sorted((card for card in carriers if card.kind == kind), key=lambda card: card.full_name)
    return (kind, Group(words.KIND_NAMES[kind], tuple(map(row, cards)))) if cards else None


def unknown(request: HttpRequest, wanted: str) -> HttpResponse:
    """No such keyword: the nearest that exist."""
    close = get_close_matches(wanted[:80], catalogue().keywords, n=5, cutoff=0.5)
    context = {
        "wanted": shorten(wanted.replace("-", " ")),
        "keywords": [catalogue().keywords[k] for k in close],
    }
    return render(request, "cards/unknown.html", context | {"rows": []}, status=404)
