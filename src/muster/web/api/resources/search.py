"""One search over everything; with an account, also over what is one's own."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from muster.app.search.entries import Kind
from muster.app.search.index import Found, Match
from muster.app.search.words import LONGEST
from muster.web.api.answers import reply, shape
from muster.web.api.auth import ACCOUNT
from muster.web.api.pages import Page, Window, page_of
from muster.web.search.search import address, find_answers, trim_question


def anybody(request: HttpRequest) -> AnonymousUser:
    """Whoever sends no token and is not signed in."""
    return AnonymousUser()


router = Router(tags=["Search"], auth=[*ACCOUNT, anybody])


class SearchQuery(Window):
    """What to look for."""

    q: str = Field(
        "", max_length=LONGEST, description="Words; a typo is forgiven where nothing is spelled so"
    )
    kind: Kind | None = Field(None, description="Only this kind")


class FoundOut(Schema):
    """Something that was found."""

    kind: Kind
    id: str
    title: str
    note: str = Field(description="What it is")
    text: str
    does: str = Field(description="What an upgrade or a command card does, where that is known")
    badge: str = Field(description="Document, edition and mode")
    source: str
    address: str = Field(description="Its page on this site")
    match: Match = Field(description="How it answers: by its exact name first, by its text last")
    near: bool = Field(description="A typo was forgiven")


@router.get("", response=Page[FoundOut], url_name="api-search", summary="Search everything")
def search_everything(request: HttpRequest, query: Query[SearchQuery]) -> HttpResponse:
    """Core rules, cards, keywords, rules, rulings, events and pages; with an account also your armies,
    Registers, campaigns and games. Best match first."""
    account = request.auth  # type: ignore[attr-defined]
    me = str(account.pk) if account.is_authenticated else ""
    hits = [
        hit
        for hit in find_answers(request, me, trim_question(query.q))
        if query.kind in (None, hit.entry.kind)
    ]
    page = page_of(hits, query, lambda hit: f"{hit.entry.kind}/{hit.entry.id}")
    return reply(page | {"items": [_hit_json(hit) for hit in page["items"]]})


def _hit_json(hit: Found) -> dict[str, object]:
    more = {"address": address(hit.entry), "match": hit.match, "near": hit.near}
    return shape(FoundOut, hit.entry, **more)
