"""The keywords of the game, explained, with the cards that carry them."""

from difflib import get_close_matches
from typing import ClassVar

from django.http import HttpRequest, HttpResponse

from muster.rules.cards import Card, catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.naming import plain
from muster.rules.cards.types import Keyword
from muster.rules.cards.vocabulary import KINDS
from muster.rules.core_rules import CoreRule, rules_of_keyword
from muster.rules.violations import refuse_if
from muster.web.cards import words
from muster.web.cards.cards import UnknownPage, searches
from muster.web.cards.freshness import cached_view
from muster.web.cards.query import CardQuery, too_long
from muster.web.cards.rows import row
from muster.web.cards.sheet import Dated, Group
from muster.web.dice.examples import odds_with
from muster.web.page import Page, render_response

TYPES = {
    "unit": "Unit keywords",
    "weapon": "Weapon keywords",
    "upgrade": "Upgrade keywords",
    "campaign": "Campaign keywords",
    "other": "Other terms",
}
SHOWN = 24


class KeywordsPage(Page, frozen=True, kw_only=True):
    """Keywords under the headings of their types, each with the number of cards that carry it."""

    template: ClassVar = "cards/keywords.html"
    fragment: ClassVar = "cards/_keywords.html"
    q: str
    groups: tuple[tuple[str, tuple[tuple[Keyword, int], ...]], ...]
    count: int


class KeywordPage(Page, frozen=True, kw_only=True):
    """One keyword and the cards that carry it by kind; so many of each are `shown`."""

    template: ClassVar = "cards/keyword.html"
    keyword: Keyword
    type: str
    groups: tuple[tuple[str, Group], ...]
    count: int
    shown: int
    search: CardQuery
    history: tuple[Dated, ...]
    odds: str
    core: tuple[CoreRule, ...]


@cached_view
@searches
def index(request: HttpRequest) -> HttpResponse:
    """All keywords; with `q` those whose name or meaning holds the words."""
    text = request.GET.get("q", "").strip()
    refuse_if(too_long(text))
    found = matching_keywords(text)
    counted = [(keyword, len(catalogue().with_keyword(keyword.id))) for keyword in found]
    groups = ((name, tuple(k for k in counted if k[0].type == kind)) for kind, name in TYPES.items())
    filled = tuple(group for group in groups if group[1])
    return render_response(request, KeywordsPage(q=text, groups=filled, count=len(found)))


def matching_keywords(text: str) -> list[Keyword]:
    """Keywords by name, those whose name begins with the words first."""
    wanted = plain(text)
    known = sorted(catalogue().data.keywords, key=lambda k: (not plain(k.name).startswith(wanted), k.name))
    return [k for k in known if wanted in plain(k.name) or wanted in plain(k.meaning)]


@cached_view
def page(request: HttpRequest, keyword_id: str) -> HttpResponse:
    """One keyword and its cards by kind."""
    keyword = catalogue().keywords.get(keyword_id)
    if keyword is None:
        return unknown(request, keyword_id)
    carriers = catalogue().with_keyword(keyword.id)
    shown = KeywordPage(
        keyword=keyword,
        type=TYPES[keyword.type].removesuffix("s"),
        groups=tuple(group for kind in KINDS if (group := carriers_of(kind, carriers))),
        count=len(carriers),
        shown=SHOWN,
        search=CardQuery(keyword=keyword.id),
        history=tuple((c.date, words.change_words(c)) for c in reversed(keyword.changes)),
        odds=odds_with(keyword.id),
        core=rules_of_keyword(keyword.id),
    )
    return render_response(request, shown)


def carriers_of(kind: str, carriers: tuple[Card, ...]) -> tuple[str, Group] | None:
    """The cards of one kind, by name."""
    cards = sorted((card for card in carriers if card.kind == kind), key=lambda card: card.full_name)
    return (kind, Group(words.KIND_NAMES[kind], tuple(map(row, cards)))) if cards else None


def unknown(request: HttpRequest, wanted: str) -> HttpResponse:
    """No such keyword: the nearest that exist."""
    close = get_close_matches(wanted[:80], catalogue().keywords, n=5, cutoff=0.5)
    keywords, name = tuple(catalogue().keywords[k] for k in close), shorten(wanted.replace("-", " "))
    return render_response(request, UnknownPage(what="keyword", wanted=name, keywords=keywords), 404)
