"""Every card of the game, with its points on a date."""

from datetime import date
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from muster.rules.cards import Card, Filters, Hit, catalogue
from muster.rules.cards.facts import card_facts
from muster.rules.cards.vocabulary import Faction, Kind, Rank, Slot, UnitType
from muster.rules.comparing.answers import cards_answer
from muster.rules.comparing.cards import compare_cards
from muster.rules.comparing.sorting import SORTS, figure_of, price_on, sort_cards
from muster.rules.violations import Refused
from muster.web.api.answers import Problem, field_violation, reply, shape
from muster.web.api.pages import Page, Window, page_of

router = Router(tags=["Cards"])
AS_OF = Field(None, description="Points on this date; without one, today’s")


class CardSearch(Window):
    """The filters of the card page."""

    q: str = Field("", max_length=200, description="Words of the name, title or keywords")
    faction: Faction | None = Field(None, description="Usable in an army of this faction")
    rank: Rank | None = None
    kind: Kind | None = None
    unit_type: UnitType | None = None
    slot: Slot | None = None
    keyword: str | None = Field(None, max_length=60, description="Id of a keyword, such as immune-pierce")
    gives: str | None = Field(
        None, max_length=60, description="Id of a keyword that an upgrade or a command card gives"
    )
    unique: bool | None = None
    release: Literal["released", "unreleased"] | None = None
    as_of: date | None = AS_OF
    sort: str | None = Field(
        None,
        max_length=40,
        description="points, points-per-wound, dice-melee, dice-1 … dice-5 (dice per point at that range), "
        "courage or speed; with a minus the other way round. Cards without the figure come last",
    )

    def filters(self) -> Filters:
        for name, keyword in {"keyword": self.keyword, "gives": self.gives}.items():
            if keyword is not None and keyword not in catalogue().keywords:
                raise Refused(field_violation(f"query.{name}", f"there is no keyword “{keyword}”"))
        if self.sort is not None and self.sort not in SORTS:
            raise Refused(field_violation("query.sort", f"there is no order “{self.sort}”"))
        return Filters(**{name: getattr(self, name) for name in Filters.__struct_fields__})


class CardFound(Schema):
    """A card in a list."""

    id: str = Field(description="Two characters; case matters")
    slug: str
    name: str
    kind: Kind
    points: int | None = Field(description="null for a card without points or whose points are not known")
    points_certain: bool
    match: str = Field(description="How the card answers the words: exact, prefix, …, near")
    figure: str | None = Field(None, description="What the list is sorted by, as an exact fraction: 21/2")


class CardFacts(Schema, extra="allow"):
    """One card with all its facts; the fields beyond these depend on its kind."""

    id: str
    slug: str
    name: str
    kind: Kind
    as_of: date
    points: int | None
    points_certain: bool
    effect: dict[str, Any] | None = Field(
        None,
        description="What an upgrade or a command card does, in our own words: text, the keywords it names, "
        "what it gives, when; unsure where a second look is due",
    )
    no_effect: dict[str, str] | None = Field(
        None, description="Why no effect is on file: unreleased, changed, parts or unseen, and as a sentence"
    )


class CardsCompared(Schema):
    """Two cards side by side."""

    a: dict[str, Any] = Field(description="id, slug, name, kind, and what an upgrade or a command card does")
    b: dict[str, Any]
    as_of: date
    lines: list[dict[str, Any]] = Field(
        description="part, name, a, b, differs; a side has its text, a note, and as `exact` the fraction "
        "behind a rounded number; null where it has no such thing"
    )
    keywords: dict[str, list[dict[str, Any]]] = Field(description="both, only_a and only_b")
    weapons: dict[str, list[dict[str, Any]]]


class CardPair(Schema):
    """Which two cards, on which day."""

    a: str = Field(max_length=120, description="Id or slug of a card")
    b: str = Field(max_length=120)
    as_of: date | None = AS_OF


class Moment(Schema):
    """On which day."""

    as_of: date | None = AS_OF


@router.get("", response=Page[CardFound], url_name="api-cards", summary="Find cards")
def find_cards(request: HttpRequest, search: Query[CardSearch]) -> HttpResponse:
    """The same search as on the card page: best match first, near misses where nothing fits; or in the order
    of `sort`."""
    hits = catalogue().search(search.q, search.filters())
    if search.sort:
        by_slug = {hit.card.slug: hit for hit in hits}
        cards = sort_cards((hit.card for hit in hits), search.sort, price_on(catalogue(), search.as_of))
        hits = tuple(by_slug[card.slug] for card in cards)
    page = page_of(hits, search, lambda hit: hit.card.slug)
    return reply(page | {"items": [_hit_json(hit, search) for hit in page["items"]]})


@router.get(
    "compare",
    response={200: CardsCompared, 404: Problem},
    url_name="api-cards-compare",
    summary="Compare two cards",
)
def compare_two_cards(request: HttpRequest, pair: Query[CardPair]) -> HttpResponse:
    """What the page of two cards shows: facts and figures line by line, and what differs."""
    found = compare_cards(_find_card(pair.a), _find_card(pair.b), catalogue(), pair.as_of)
    return reply(cards_answer(found, catalogue(), pair.as_of))


@router.get("{path:card}", response=CardFacts, url_name="api-card", summary="One card")
def get_card(request: HttpRequest, card: str, moment: Query[Moment]) -> HttpResponse:
    """By id (`aA`) or by slug (`unit/darth-vader-dark-lord-of-the-sith`)."""
    return reply(card_facts(catalogue(), _find_card(card), moment.as_of))


def _find_card(wanted: str) -> Card:
    return catalogue().cards.get(wanted) or catalogue().by_slug(wanted)


def _hit_json(hit: Hit, search: CardSearch) -> dict[str, Any]:
    card, price = hit.card, catalogue().points_on(hit.card, search.as_of)
    value = figure_of(search.sort).measure(card, price.points) if search.sort else None
    figure = None if value is None else str(value)
    more = {"points": price.points, "points_certain": price.certain, "match": hit.match, "figure": figure}
    return shape(CardFound, card, name=card.full_name, **more)
