"""Every card of the game, with its points on a date."""

from datetime import date
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from muster.rules.cards import Card, Filters, Hit, catalogue
from muster.rules.cards.facts import facts
from muster.rules.cards.vocabulary import Faction, Kind, Rank, Slot, UnitType
from muster.rules.violations import Refused
from muster.web.api.answers import misfit, reply, shaped
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
    unique: bool | None = None
    release: Literal["released", "unreleased"] | None = None
    as_of: date | None = AS_OF

    def filters(self) -> Filters:
        if self.keyword is not None and self.keyword not in catalogue().keywords:
            raise Refused(misfit("query.keyword", f"there is no keyword “{self.keyword}”"))
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


class Moment(Schema):
    """On which day."""

    as_of: date | None = AS_OF


@router.get("", response=Page[CardFound], url_name="api-cards", summary="Find cards")
def find_cards(request: HttpRequest, search: Query[CardSearch]) -> HttpResponse:
    """The same search as on the card page: best match first, near misses where nothing fits."""
    hits = catalogue().search(search.q, search.filters())
    page = page_of(hits, search, lambda hit: hit.card.slug)
    return reply(page | {"items": [_found(hit, search.as_of) for hit in page["items"]]})


@router.get("{path:card}", response=CardFacts, url_name="api-card", summary="One card")
def one_card(request: HttpRequest, card: str, moment: Query[Moment]) -> HttpResponse:
    """By id (`aA`) or by slug (`unit/darth-vader-dark-lord-of-the-sith`)."""
    return reply(facts(catalogue(), _card(card), moment.as_of))


def _card(wanted: str) -> Card:
    return catalogue().cards.get(wanted) or catalogue().by_slug(wanted)


def _found(hit: Hit, day: date | None) -> dict[str, Any]:
    card, price = hit.card, catalogue().points_on(hit.card, day)
    more = {"points": price.points, "points_certain": price.certain, "match": hit.match}
    return shaped(CardFound, card, name=card.full_name, **more)
