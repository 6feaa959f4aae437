"""Campaigns of Tours of Duty: a club, its members, its Registers and battles."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import ConfigDict, Field

from muster.app.campaign import export as campaign_export
from muster.app.campaign.club_access import CAMPAIGNS, Clubs
from muster.rules.campaign.register.editing import Fix
from muster.store.accounts import names_of, new_id
from muster.store.stream_roles import DatabaseRoles
from muster.web.api.answers import JSON, reply
from muster.web.api.auth import ACCOUNT
from muster.web.api.commands import Command, act_of, document, me, read
from muster.web.api.pages import Page, Window, page_of
from muster.web.api.registers import RegisterOut, desk, shown, stream_of
from muster.web.api.repeats import idempotent
from muster.web.campaign.club.invitations import read_token

router = Router(tags=["Campaigns"], auth=ACCOUNT)


class Beginning(Schema):
    """What a campaign begins with."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(max_length=200)


class Joining(Schema):
    """The token at the end of an invitation's link."""

    model_config = ConfigDict(extra="forbid")
    token: str = Field(max_length=500)


class CampaignOut(Schema):
    """A campaign as its members see it. `members` are shown names by account."""

    id: UUID
    version: int
    members: dict[str, str]
    state: dict[str, Any]


class Leave(Command):
    """Leave, with all one's Registers."""


class Enter(Command):
    """One's own Register enters, and leaves the campaign it was in."""

    register: str

    def do(self, desk: Clubs, act: Any, *where: Any) -> Any:
        return desk.enter(act, where[0], _stream(self.register))


class Withdraw(Command):
    """One's own Register leaves; the arbitrator may take out any."""

    register: str

    def do(self, desk: Clubs, act: Any, *where: Any) -> Any:
        return desk.withdraw(act, where[0], _stream(self.register))


class Remove(Command):
    """The arbitrator removes a member."""

    person: str


class HandOver(Command):
    """The arbitrator hands over."""

    person: str


class TakeOver(Command):
    """Become arbitrator where the arbitrator's account is gone."""


class Rename(Command):
    """Another name."""

    name: str


class RenewInvitation(Command):
    """Make earlier invitations worthless."""


class SetSwitch(Command):
    """Read a contested rule one way or the other, from the next battle on."""

    switch: str
    on: bool


class End(Command):
    """End the campaign."""


Commands = (
    Leave | Enter | Withdraw | Remove | HandOver | TakeOver | Rename | RenewInvitation | SetSwitch | End
)


class Correction(Command, tag="correct"):
    """What is put right, why, and to which battle it belongs."""

    fixes: tuple[Fix, ...]
    reason: str
    battle: str = ""


class Effect(Schema):
    """A Register before and after a correction."""

    before: dict[str, Any]
    after: dict[str, Any]


@router.get("", response=Page[CampaignOut], url_name="api-campaigns", summary="My campaigns")
def my_campaigns(request: HttpRequest, window: Query[Window]) -> HttpResponse:
    """Those I am a member of, newest first."""
    page = page_of(clubs().mine(me(request)), window, lambda pair: pair[0])
    return reply(page | {"items": [_loaded(request, stream) for stream, _ in page["items"]]})


@router.post("", response={201: CampaignOut}, summary="Begin a campaign")
@idempotent
def begin(request: HttpRequest, beginning: Beginning) -> HttpResponse:
    """Who begins it is its arbitrator."""
    stream = f"{CAMPAIGNS}{new_id().hex}"
    clubs().open(act_of(request), stream, beginning.name)
    return reply(_loaded(request, stream), 201)


@router.post("join", response=CampaignOut, url_name="api-campaign-join", summary="Accept an invitation")
@idempotent
def join(request: HttpRequest, joining: Joining) -> HttpResponse:
    """Who is in already stays in."""
    club, number = read_token(joining.token)
    stream = f"{CAMPAIGNS}{club}"
    clubs().join(act_of(request), stream, number)
    return reply(_loaded(request, stream))


@router.get("{uuid:campaign}", response=CampaignOut, url_name="api-campaign", summary="A campaign")
def one_campaign(request: HttpRequest, campaign: UUID) -> HttpResponse:
    """For its members."""
    return reply(_loaded(request, f"{CAMPAIGNS}{campaign.hex}"))


@router.get(
    "{uuid:campaign}/registers",
    response=Page[RegisterOut],
    url_name="api-campaign-registers",
    summary="Its Registers",
)
def registers(request: HttpRequest, campaign: UUID, window: Query[Window]) -> HttpResponse:
    """Every Register that plays in it."""
    stream = f"{CAMPAIGNS}{campaign.hex}"
    page = page_of(list(clubs().club(me(request), stream).state.registers), window, lambda one: one)
    found = [(one, desk().tours.register(one)) for one in page["items"]]
    return reply(page | {"items": [shown(one, got.version, got.state) for one, got in found]})


@router.get(
    "{uuid:campaign}/export", url_name="api-campaign-export", summary="Its file", response=dict[str, Any]
)
def export(request: HttpRequest, campaign: UUID) -> HttpResponse:
    """As this member may see it: what is still secret is left out, and the file says so."""
    stream = f"{CAMPAIGNS}{campaign.hex}"
    clubs().club(me(request), stream)
    return HttpResponse(campaign_export.export(desk().tours.store, stream, me(request)), content_type=JSON)


@router.post(
    "{uuid:campaign}/acts",
    response=CampaignOut,
    url_name="api-campaign-acts",
    summary="Do something",
    openapi_extra=document(Commands),
)
@idempotent
def act(request: HttpRequest, campaign: UUID) -> HttpResponse:
    """`act` says what. The answer is the campaign afterwards, as it was for one who has just left it."""
    stream = f"{CAMPAIGNS}{campaign.hex}"
    read(request.body, Commands).do(clubs(), act_of(request), stream)
    return reply(_shown(stream))


@router.post(
    "corrections/{uuid:id}/preview",
    response=Effect,
    url_name="api-correction-preview",
    summary="What a correction would do",
    openapi_extra=document(Correction),
)
@idempotent
def preview(request: HttpRequest, id: UUID) -> HttpResponse:
    """The Register before and after. Nothing is written."""
    said = read(request.body, Correction)
    found = clubs().preview_correction(me(request), stream_of(id), said.fixes, said.reason, said.battle)
    return reply({"before": found.before, "after": found.after})


@router.post(
    "corrections/{uuid:id}",
    response=RegisterOut,
    url_name="api-correction",
    summary="Correct a Register",
    openapi_extra=document(Correction),
)
@idempotent
def correct(request: HttpRequest, id: UUID) -> HttpResponse:
    """By the arbitrator, visibly; without a campaign by its owner."""
    said, stream = read(request.body, Correction), stream_of(id)
    clubs().correct(act_of(request), stream, said.fixes, said.reason, said.battle)
    found = desk().tours.register(stream)
    return reply(shown(stream, found.version, found.state))


def clubs() -> Clubs:
    """The use cases over the site's own store."""
    return Clubs(desk().tours, DatabaseRoles())


def _stream(register: str) -> str:
    try:
        return stream_of(UUID(register))
    except ValueError:
        return f"register:{register[:60]}"


def _loaded(request: HttpRequest, stream: str) -> dict[str, Any]:
    clubs().club(me(request), stream)
    return _shown(stream)


def _shown(stream: str) -> dict[str, Any]:
    found = desk().tours.campaign(stream)
    return {
        "id": str(UUID(stream.partition(":")[2])),
        "version": found.version,
        "members": names_of(set(found.state.members)),
        "state": found.state,
    }
