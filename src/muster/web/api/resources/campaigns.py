"""Campaigns of Tours of Duty: a club, its members, its Registers and battles."""

from typing import Annotated, Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Query, Schema
from pydantic import Field

from muster.app.campaign import commands
from muster.app.campaign.clubs import HANDLERS
from muster.app.campaign.export import export_campaign as exported
from muster.app.campaign.logs import CAMPAIGNS
from muster.rules.campaign.club.membership import Campaign
from muster.rules.campaign.register.register import Register
from muster.store.accounts import names_of, new_id
from muster.web.api.answers import JSON, URL, address_of, answer_created, reply
from muster.web.api.auth import ACCOUNT
from muster.web.api.commands import ActsRouter, Trial, act_of, dry_run_answer, me, read_command, union_of
from muster.web.api.components import Struct
from muster.web.api.pages import Page, Window, page_of
from muster.web.api.repeats import idempotent
from muster.web.api.resources.registers import RegisterOut, register_json, stream_of
from muster.web.campaign.club.book import make_book
from muster.web.campaign.club.book_page import sources_for
from muster.web.campaign.club.invitations import read_token
from muster.web.campaign.requests import clubs_of, logs_of, registers_of

FILE: Final = "application/octet-stream"
A_FILE: Final = {FILE: {"schema": {"type": "string", "format": "binary"}}}
router = ActsRouter(tags=["Campaigns"], auth=ACCOUNT)


class NewCampaign(Schema, extra="forbid"):
    """What a campaign begins with."""

    name: str = Field(max_length=200)


class Joining(Schema, extra="forbid"):
    """The token at the end of an invitation's link."""

    token: str = Field(max_length=500)


class CampaignOut(Schema):
    """A campaign as its members see it. `members` are shown names by account."""

    id: UUID
    url: str = Field(description=URL)
    version: int
    members: dict[str, str]
    state: Annotated[dict[str, Any], Struct(Campaign)]


# Beginning one and accepting an invitation have addresses of their own.
ELSEWHERE = (commands.OpenCampaign, commands.Join)
Commands = union_of(HANDLERS, *ELSEWHERE)


class RegisterCorrection(Schema):
    """A Register before and after a correction."""

    before: Annotated[dict[str, Any], Struct(Register)]
    after: Annotated[dict[str, Any], Struct(Register)]


@router.get("", response=Page[CampaignOut], url_name="api-campaigns", summary="My campaigns")
def list_campaigns(request: HttpRequest, window: Query[Window]) -> HttpResponse:
    """Those I am a member of, newest first."""
    clubs = clubs_of(request)
    clubs.logs.open(clubs.streams(me(request)))
    page = page_of(clubs.mine(me(request)), window, lambda pair: pair[0])
    names = names_of({who for _, club in page["items"] for who in club.members})
    return reply(page | {"items": [_campaign_json(request, stream, names) for stream, _ in page["items"]]})


@router.post("", response={201: CampaignOut}, summary="Begin a campaign")
@idempotent
def begin_campaign(request: HttpRequest, beginning: NewCampaign) -> HttpResponse:
    """Who begins it is its arbitrator."""
    stream = f"{CAMPAIGNS}{new_id().hex}"
    clubs_of(request).do(act_of(request), stream, commands.OpenCampaign(name=beginning.name))
    return answer_created(_load_register(request, stream))


@router.post("join", response=CampaignOut, url_name="api-campaign-join", summary="Accept an invitation")
@idempotent
def join_campaign(request: HttpRequest, joining: Joining) -> HttpResponse:
    """Who is in already stays in."""
    club, number = read_token(joining.token)
    stream = f"{CAMPAIGNS}{club}"
    clubs_of(request).do(act_of(request), stream, commands.Join(invitation=number))
    return reply(_load_register(request, stream))


@router.get("{uuid:campaign}", response=CampaignOut, url_name="api-campaign", summary="A campaign")
def get_campaign(request: HttpRequest, campaign: UUID) -> HttpResponse:
    """For its members."""
    return reply(_load_register(request, f"{CAMPAIGNS}{campaign.hex}"))


@router.get(
    "{uuid:campaign}/registers",
    response=Page[RegisterOut],
    url_name="api-campaign-registers",
    summary="Its Registers",
)
def list_campaign_registers(request: HttpRequest, campaign: UUID, window: Query[Window]) -> HttpResponse:
    """Every Register that plays in it."""
    clubs, stream = clubs_of(request), f"{CAMPAIGNS}{campaign.hex}"
    page = page_of(list(clubs.club(me(request), stream).state.registers), window, lambda stream: stream)
    clubs.logs.open(page["items"])
    found = [(stream, clubs.logs.register(stream)) for stream in page["items"]]
    return reply(page | {"items": [register_json(stream, got.version, got.state) for stream, got in found]})


@router.get(
    "{uuid:campaign}/export", url_name="api-campaign-export", summary="Its file", response=dict[str, Any]
)
def export_campaign(request: HttpRequest, campaign: UUID) -> HttpResponse:
    """As this member may see it: what is still secret is left out, and the file says so."""
    stream = f"{CAMPAIGNS}{campaign.hex}"
    clubs_of(request).club(me(request), stream)
    return HttpResponse(exported(logs_of(request).store, stream, me(request)), content_type=JSON)


@router.get(
    "{uuid:campaign}/book.pdf",
    url_name="api-campaign-book",
    summary="Its book",
    openapi_extra={"responses": {200: {"description": "A PDF", "content": A_FILE}}},
)
def print_campaign_book(request: HttpRequest, campaign: UUID) -> HttpResponse:
    """The season as one PDF on A5, as this member may read it."""
    stream = f"{CAMPAIGNS}{campaign.hex}"
    clubs_of(request).club(me(request), stream)
    response = HttpResponse(make_book(sources_for(me(request)), stream), content_type=FILE)
    response["Content-Disposition"] = 'attachment; filename="book.pdf"'
    return response


@router.takes(
    "{uuid:campaign}/acts", Commands, CampaignOut, "api-campaign-acts", "Do something", acts="CampaignAct"
)
def act_in_campaign(request: HttpRequest, campaign: UUID, trial: Query[Trial]) -> HttpResponse:
    """`act` says what. The answer is the campaign afterwards, as it was for one who has just left it."""
    stream, command = f"{CAMPAIGNS}{campaign.hex}", read_command(request.body, Commands)
    if trial.dry_run:
        return dry_run_answer(clubs_of(request).can(act_of(request), stream, command))
    clubs_of(request).do(act_of(request), stream, command)
    return reply(_campaign_json(request, stream))


@router.takes(
    "corrections/{uuid:id}/preview",
    commands.Correct,
    RegisterCorrection,
    "api-correction-preview",
    "What a correction would do",
)
def preview_register_correction(request: HttpRequest, id: UUID) -> HttpResponse:
    """The Register before and after. Nothing is written."""
    command = read_command(request.body, commands.Correct)
    found = registers_of(request).preview_correction(me(request), stream_of(id), command)
    return reply({"before": found.before, "after": found.after})


@router.takes("corrections/{uuid:id}", commands.Correct, RegisterOut, "api-correction", "Correct a Register")
def correct_register(request: HttpRequest, id: UUID, trial: Query[Trial]) -> HttpResponse:
    """By the arbitrator, visibly; without a campaign by its owner."""
    command, stream, registers = (
        read_command(request.body, commands.Correct),
        stream_of(id),
        registers_of(request),
    )
    if trial.dry_run:
        return dry_run_answer(registers.can(act_of(request), stream, command))
    registers.do(act_of(request), stream, command)
    found = registers.logs.register(stream)
    return reply(register_json(stream, found.version, found.state))


def _load_register(request: HttpRequest, stream: str) -> dict[str, Any]:
    clubs_of(request).club(me(request), stream)
    return _campaign_json(request, stream)


def _campaign_json(request: HttpRequest, stream: str, names: dict[str, str] | None = None) -> dict[str, Any]:
    found = logs_of(request).campaign(stream)
    members = names_of(set(found.state.members)) if names is None else names
    id = UUID(stream.partition(":")[2])
    return {
        "id": str(id),
        "url": address_of("campaigns", id),
        "version": found.version,
        "members": {who: members[who] for who in found.state.members},
        "state": found.state,
    }
