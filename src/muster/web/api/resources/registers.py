"""Registers of Tours of Duty: begin, build, read and edit them."""

from datetime import date
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Query, Schema
from pydantic import Field

from muster.app.campaign import commands
from muster.app.campaign.logs import BATTLES, REGISTERS
from muster.app.campaign.registers import HANDLERS
from muster.rules.campaign.register.register import Register
from muster.rules.campaign.story.chronicle import course_of
from muster.rules.cards import catalogue
from muster.rules.cards.vocabulary import Faction
from muster.rules.log import Recorded
from muster.store.accounts import new_id
from muster.web.api.answers import URL, address_of, answer_created, reply, shape
from muster.web.api.auth import ACCOUNT
from muster.web.api.commands import ActsRouter, Trial, act_of, dry_run_answer, me, read_command, union_of
from muster.web.api.components import Struct
from muster.web.api.pages import Page, Window, page_of
from muster.web.api.repeats import idempotent
from muster.web.campaign.requests import registers_of
from muster.web.campaign.sentences.sentences import tell_all
from muster.web.campaign.sentences.wording import Sentence

router = ActsRouter(tags=["Registers"], auth=ACCOUNT)


class NewRegister(Schema, extra="forbid"):
    """What a Register begins with."""

    faction: Faction
    points_date: date | None = Field(None, description="Count with the points of this date")


class RegisterOut(Schema):
    """A Register as it stands; `state` is described in docs/reference/campaign.md."""

    id: UUID
    url: str = Field(description=URL)
    version: int
    state: Annotated[dict[str, Any], Struct(Register)]


class RegisterLine(Schema):
    """One thing that happened, in a sentence."""

    version: int
    at: str
    kind: str
    batch: str
    words: str


# Beginning, copying and correcting have addresses of their own.
ELSEWHERE = (commands.OpenRegister, commands.CopyRegister, commands.Correct)
Commands = union_of(HANDLERS, *ELSEWHERE)


@router.get("", response=Page[RegisterOut], url_name="api-registers", summary="My Registers")
def list_registers(request: HttpRequest, window: Query[Window]) -> HttpResponse:
    """Newest first."""
    registers = registers_of(request)
    page = page_of(registers.streams(me(request)), window, lambda stream: stream)
    registers.logs.open(page["items"])
    return reply(page | {"items": [_load_register(request, stream) for stream in page["items"]]})


@router.post("", response={201: RegisterOut}, summary="Begin a Register")
@idempotent
def begin_register(request: HttpRequest, beginning: NewRegister) -> HttpResponse:
    """A faction, and it can be built."""
    stream = f"{REGISTERS}{new_id().hex}"
    day = beginning.points_date or catalogue().edition
    command = commands.OpenRegister(faction=beginning.faction, points_date=day)
    registers_of(request).do(act_of(request), stream, command)
    return answer_created(_load_register(request, stream))


@router.get("{uuid:id}", response=RegisterOut, url_name="api-register", summary="One Register")
def get_register(request: HttpRequest, id: UUID) -> HttpResponse:
    """One of mine, or of a campaign I play in."""
    return reply(_load_register(request, stream_of(id)))


@router.get(
    "{uuid:id}/log", response=Page[RegisterLine], url_name="api-register-log", summary="Its chronicle"
)
def get_register_log(request: HttpRequest, id: UUID, window: Query[Window]) -> HttpResponse:
    """Everything that happened to one of mine and counts, oldest first."""
    registers = registers_of(request)
    log = registers.log(me(request), stream_of(id))
    sentences = tell_all(log, course_of(log), registers.logs.library)
    page = page_of(sentences, window, lambda pair: str(pair[0].version))
    return reply(page | {"items": [_line_json(*pair) for pair in page["items"]]})


@router.get(
    "{uuid:id}/after/{uuid:battle}",
    response=RegisterOut,
    url_name="api-register-after",
    summary="As it was after a battle",
)
def get_register_after(request: HttpRequest, id: UUID, battle: UUID) -> HttpResponse:
    """One of mine, when the ten steps of that battle were done."""
    stream, registers = stream_of(id), registers_of(request)
    version = registers.own(me(request), stream).version
    return reply(register_json(stream, version, registers.logs.register_after(stream, f"{BATTLES}{battle}")))


@router.takes(
    "{uuid:id}/acts", Commands, RegisterOut, "api-register-acts", "Do something", acts="RegisterAct"
)
def act_on_register(request: HttpRequest, id: UUID, trial: Query[Trial]) -> HttpResponse:
    """Build or edit: `act` says what, the other fields with what. The answer is the Register afterwards."""
    stream, command, registers = stream_of(id), read_command(request.body, Commands), registers_of(request)
    if trial.dry_run:
        return dry_run_answer(registers.can(act_of(request), stream, command))
    registers.do(act_of(request), stream, command)
    return reply(_load_register(request, stream))


@router.post(
    "{uuid:id}/copy", response={201: RegisterOut}, url_name="api-register-copy", summary="Copy a Register"
)
@idempotent
def copy_register(request: HttpRequest, id: UUID) -> HttpResponse:
    """One of mine with its whole history; the copy goes its own way."""
    made = f"{REGISTERS}{new_id().hex}"
    registers_of(request).do(act_of(request), stream_of(id), commands.CopyRegister(to=made))
    return answer_created(_load_register(request, made))


def stream_of(register: UUID) -> str:
    """The stream of a Register."""
    return f"{REGISTERS}{register.hex}"


def _load_register(request: HttpRequest, stream: str) -> dict[str, Any]:
    found = registers_of(request).readable(me(request), stream)
    return register_json(stream, found.version, found.state)


def register_json(stream: str, version: int, register: Register) -> dict[str, Any]:
    """A Register as the API shows it."""
    id = UUID(stream.partition(":")[2])
    return {"id": str(id), "url": address_of("registers", id), "version": version, "state": register}


def _line_json(entry: Recorded, words: Sentence) -> dict[str, Any]:
    return shape(RegisterLine, entry, at=entry.at.isoformat(), words=words.text.striptags())
