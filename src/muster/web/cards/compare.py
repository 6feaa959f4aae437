"""Two cards side by side, and the choice of the second."""

from datetime import date
from itertools import islice
from typing import ClassVar, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse

from muster.rules.cards import Card, Filters, catalogue
from muster.rules.cards.effects import has_effect
from muster.rules.cards.types import BattleForce, Priced
from muster.rules.comparing.cards import compare_cards
from muster.rules.comparing.lines import Part
from muster.web.cards import query as card_query
from muster.web.cards.cards import searches, unknown
from muster.web.cards.chart import PairChart, pair_chart
from muster.web.cards.effects import EffectLine, effect_line
from muster.web.cards.freshness import cached_view
from muster.web.cards.rows import Row, row
from muster.web.cards.sheet import KeywordNote, WeaponLine, keywords, weapons
from muster.web.cards.words import KIND_NAMES
from muster.web.environment import url
from muster.web.page import Page, render_response

MOST_OFFERED = 40


class Side(NamedTuple):
    """One of the two cards; `called` tells it from the other, `change` leads to the choice of another in its
    place."""

    row: Row
    called: str
    change: str
    weapons: tuple[WeaponLine, ...]
    effect: EffectLine | None
    only: tuple[KeywordNote, ...]


class ComparePage(Page, frozen=True, kw_only=True):
    """Two cards side by side. `giving` says that their keywords are those they give."""

    template: ClassVar = "cards/compare.html"
    sides: tuple[Side, Side]
    parts: tuple[Part, ...]
    shared: tuple[KeywordNote, ...]
    giving: bool
    chart: PairChart | None
    swapped: str
    day: date


class PickPage(Page, frozen=True, kw_only=True):
    """The choice of the card to compare with; `place` is where the one that is known stands."""

    template: ClassVar = "cards/compare_pick.html"
    known: Row | None
    known_id: str
    place: str
    q: str
    rows: tuple[Row, ...]
    kind_name: str


@cached_view
@searches
def page(request: HttpRequest) -> HttpResponse:
    """Two cards, or the choice of the one that is missing."""
    given = {name: request.GET.get(name, "") for name in ("a", "b")}
    cards = {name: card_with(wanted) for name, wanted in given.items() if wanted}
    for name, found in cards.items():
        if found is None:
            return unknown(request, "card", given[name])
    a, b = cards.get("a"), cards.get("b")
    if a is None or b is None:
        return render_response(request, choice(a or b, "b" if b else "a", request.GET.get("q", "").strip()))
    return render_response(request, comparison_page(a, b, card_query.day(request.GET)))


def card_with(wanted: str) -> Card | None:
    """A card by its id or its slug; battle forces have their slug alone."""
    return catalogue().cards.get(wanted) or catalogue().slugs.get(wanted)


def id_in_address(card: Card) -> str:
    """What names the card in an address."""
    return card.slug if isinstance(card, BattleForce) else card.id


def address(a: Card | None = None, b: Card | None = None) -> str:
    """The page of two cards, or of one and the choice of the other."""
    named = [(place, id_in_address(card)) for place, card in (("a", a), ("b", b)) if card]
    return f"{url('card-compare')}?{urlencode(named)}"


def comparison_page(a: Card, b: Card, day: date | None) -> ComparePage:
    """Two cards with their points on the day."""
    found = compare_cards(a, b, catalogue(), day)
    split, (left, right) = found.keywords, found.weapons
    names = (a.full_name, b.full_name) if a.name == b.name else (a.name, b.name)
    return ComparePage(
        sides=(
            Side(row(a, day), names[0], address(b=b), weapons(left), effect_line(a), keywords(split.only_a)),
            Side(row(b, day), names[1], address(a=a), weapons(right), effect_line(b), keywords(split.only_b)),
        ),
        parts=found.parts,
        shared=keywords(split.both),
        giving=has_effect(a) and has_effect(b),
        chart=both_courses(a, b),
        swapped=address(b, a),
        day=day or catalogue().edition,
    )


def both_courses(a: Card, b: Card) -> PairChart | None:
    """The points of both over time."""
    if isinstance(a, Priced) and isinstance(b, Priced):
        return pair_chart(a, b, catalogue().edition)
    return None


def choice(known: Card | None, place: str, q: str) -> PickPage:
    """What may be compared with a card: what the words find among its kind, else those most like it."""
    if len(q) > card_query.LONGEST:
        q = q[: card_query.LONGEST]
    found = matching_cards(known, q) if q else alike(known) if known else ()
    others = (card for card in found if card is not known)
    return PickPage(
        known=row(known) if known else None,
        known_id=id_in_address(known) if known else "",
        place=place,
        q=q,
        rows=tuple(
            row(card)._replace(
                href=address(card, known) if place == "b" or known is None else address(known, card)
            )
            for card in islice(others, MOST_OFFERED)
        ),
        kind_name=KIND_NAMES[known.kind].lower() if known else "cards",
    )


def matching_cards(known: Card | None, q: str) -> tuple[Card, ...]:
    """The cards of the same kind that the words find, and cards of any kind while none is chosen."""
    hits = catalogue().search(q, Filters(kind=known.kind) if known else None)
    return tuple(hit.card for hit in hits)


def alike(known: Card) -> tuple[Card, ...]:
    """The other versions of a card, then those of the same rank, slot or pips."""
    kin = (card for card in catalogue().versions(known) if card.kind == known.kind)
    trait = {"unit": "rank", "upgrade": "slot", "command": "pips", "battle": "category"}.get(
        known.kind, "kind"
    )
    same = [
        card
        for card in catalogue().data.everything
        if card.kind == known.kind and getattr(card, trait) == getattr(known, trait)
    ]
    own = getattr(known, "faction", None)
    same.sort(key=lambda card: (getattr(card, "faction", None) != own, card.full_name))
    return tuple({card.slug: card for card in (*kin, *same)}.values())
