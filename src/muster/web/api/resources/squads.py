"""The squads of Special Operations with their cards, in both editions."""

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from muster.rules.game.special_operations.squads.cards import DEFAULT, EditionId
from muster.rules.game.special_operations.squads.finding import Entry, SquadKind, entry, facts, find
from muster.web.api.answers import reply
from muster.web.api.pages import Page, Window, page_of

router = Router(tags=["Squads"])
EDITION = Field(DEFAULT, description="playtest (document 001) or v1.1")


class SquadSearch(Window):
    """Words, a kind of card, an edition."""

    q: str = Field("", max_length=100, description="Words of the name, the abilities or the effect")
    kind: SquadKind | None = None
    edition: EditionId = EDITION


class InEdition(Schema):
    """In which edition."""

    edition: EditionId = EDITION


class SquadCardFound(Schema):
    """A card in a list."""

    kind: SquadKind
    id: str
    name: str
    in_squads: list[str] = Field(description="Ids of the squads that may have it")


class SquadCardFacts(Schema, extra="allow"):
    """One card with all its facts; the fields beyond these depend on its kind."""

    kind: SquadKind
    id: str
    name: str
    edition: EditionId
    in_squads: list[str]
    source: str = Field(description="Where its values were read")
    sources: dict[str, str] = Field({}, description="Single values that were read elsewhere")


@router.get("", response=Page[SquadCardFound], url_name="api-squads", summary="Find squads and their cards")
def find_squads(request: HttpRequest, search: Query[SquadSearch]) -> HttpResponse:
    """Names first, then words; names that look alike where nothing fits."""
    hits = [entry for entry in find(search.edition, search.q) if search.kind in (None, entry.kind)]
    page = page_of(hits, search, lambda entry: f"{entry.kind}/{entry.card.id}")
    return reply(page | {"items": [_entry_json(entry) for entry in page["items"]]})


@router.get(
    "{kind}/{card}", response=SquadCardFacts, url_name="api-squad-card", summary="One card of a squad"
)
def get_squad_card(request: HttpRequest, kind: SquadKind, card: str, asked: Query[InEdition]) -> HttpResponse:
    """By kind and id, such as `squad/infantry` or `unit/fx-9`."""
    found = entry(asked.edition, kind, card)
    if found is None:
        raise Http404
    return reply(facts(asked.edition, found))


def _entry_json(entry: Entry) -> dict[str, object]:
    squads = [team.id for team in entry.squads]
    return {"kind": entry.kind, "id": entry.card.id, "name": entry.card.name, "in_squads": squads}
