"""One search over everything: core rules, cards, keywords, rules, rulings, events, and what is one's own."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, Literal, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.app.search.entries import Entry, Kind
from muster.app.search.index import Found, Index
from muster.app.search.public_index import public_index
from muster.app.search.words import LONGEST
from muster.rules import core_rules, reference
from muster.web.environment import url
from muster.web.identity import private
from muster.web.page import Page, render_response
from muster.web.requests import actor
from muster.web.search.mine import own_entries
from muster.web.search.pages import pages

SHOWN: Final = 6
BEST: Final = 3
MOST_OWN: Final = 20
NAMES: Final[dict[Kind, str]] = {
    "army": "My armies",
    "register": "My Registers",
    "campaign": "My campaigns",
    "game": "My games",
    "event": "Events",
    "core": "Core rules",
    "keyword": "Keywords",
    "rule": "Rules",
    "ruling": "Rulings",
    "card": "Cards",
    "squad": "Special Operations cards",
    "page": "Pages",
}
ICONS: Final[dict[Kind, str]] = {
    "army": "nav-armies",
    "register": "nav-tours",
    "campaign": "nav-tours",
    "game": "act-trophy",
    "event": "nav-events",
    "core": "act-book",
    "keyword": "ui-info",
    "rule": "act-book",
    "ruling": "ui-help",
    "card": "nav-cards",
    "squad": "nav-cards",
    "page": "ui-right",
}
ADDRESSES: Final[dict[Kind, str]] = {
    "army": "army",
    "register": "tour-register",
    "campaign": "tour-club",
    "game": "game",
    "event": "event",
    "core": "core-rule",
    "keyword": "keyword",
    "rule": "rule",
    "ruling": "ruling",
}
ALL: Final[dict[Kind, str]] = {
    "core": "rules", "keyword": "keywords", "rule": "rules", "ruling": "rules",
    "card": "cards", "squad": "squads",
}  # fmt: skip


class Group(NamedTuple):
    """What was found of one kind: the best of it, how many there are, and where all of them are listed."""

    kind: Kind | Literal["best"]
    name: str
    icon: str
    rows: tuple[tuple[str, Entry], ...]
    total: int
    all: str


class SearchPage(Page, frozen=True, kw_only=True):
    """What was found, the kind with the best answer first; without words, where to look."""

    template: ClassVar = "search/page.html"
    fragment: ClassVar = "search/_results.html"
    words: str
    groups: tuple[Group, ...]
    count: int
    near: bool
    documents: tuple[str, ...]


@private
@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """The page, or with htmx its results alone."""
    words = trim_question(request.GET.get("q", ""))
    hits = find_answers(request, actor(request), words)
    shown = SearchPage(
        words=words,
        groups=group_hits(hits, words),
        count=len(hits),
        near=bool(hits) and hits[0].near,
        documents=searched_documents(),
    )
    return render_response(request, shown)


def searched_documents() -> tuple[str, ...]:
    """The documents the search knows, the core rulebook first."""
    core = core_rules.document()
    return (f"{core.name}, {core.edition}", *(document.badge for document in reference.documents()))


def trim_question(text: str) -> str:
    """The words of a question, as much as is read of them."""
    return " ".join(text.split())[:LONGEST]


def find_answers(request: HttpRequest, me: str, words: str) -> list[Found]:
    """Everything that answers, best first. Typos are forgiven where nothing is spelled so."""
    if not words:
        return []
    shelves = (Index(own_entries(request, me)), public_index(), pages())
    hits = sorted((hit for shelf in shelves for hit in shelf.find(words)), key=lambda hit: hit.rank)
    spelled = [hit for hit in hits if not hit.near]
    return spelled or hits


def group_hits(hits: Iterable[Found], words: str) -> tuple[Group, ...]:
    """By kind, in the order of the best answer of each; over them the best of all where these are of several
    kinds and no name decides."""
    found = tuple(hits)
    best = found[:BEST] if _is_mixed(found[:BEST]) else ()
    kinds: dict[Kind, list[Entry]] = {}
    for hit in found[len(best) :]:
        kinds.setdefault(hit.entry.kind, []).append(hit.entry)
    groups = tuple(_group(kind, entries, words) for kind, entries in kinds.items())
    rows = tuple((address(hit.entry), hit.entry) for hit in best)
    return (Group("best", "Best answers", "ui-help", rows, len(rows), ""), *groups) if best else groups


def _is_mixed(hits: Sequence[Found]) -> bool:
    by_text = all(hit.match in ("heading", "text", "some") for hit in hits)
    return by_text and len({hit.entry.kind for hit in hits}) > 1


def _group(kind: Kind, entries: list[Entry], words: str) -> Group:
    more = f"{url(ALL[kind])}?{urlencode({'q': words})}" if kind in ALL and len(entries) > SHOWN else ""
    rows = tuple((address(entry), entry) for entry in entries[: SHOWN if kind in ALL else MOST_OWN])
    return Group(kind, NAMES[kind], ICONS[kind], rows, len(entries), more)


def address(entry: Entry) -> str:
    """The page of what was found."""
    if entry.kind == "page":
        return url(entry.id)
    if entry.kind == "card":
        return f"{url('cards')}/{entry.id}"
    if entry.kind == "squad":
        edition, kind, card = entry.id.split("/")
        way = url("squad", card) if kind == "squad" else url("squad-card", kind, card)
        return f"{way}?{urlencode({'edition': edition})}"
    return url(ADDRESSES[entry.kind], entry.id)
