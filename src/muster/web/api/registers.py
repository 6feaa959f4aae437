"""Registers of Tours of Duty: begin, build, read and edit them."""

from datetime import date
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import ConfigDict, Field

from muster.app.campaign.campaigns import Tours
from muster.app.campaign.club_access import Clubs
from muster.app.campaign.register_access import MyTours
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register.recruiting import Recruit as Wanted
from muster.rules.campaign.register.register import Register
from muster.rules.cards import catalogue
from muster.rules.cards.vocabulary import Faction
from muster.store.accounts import new_id
from muster.store.log import DatabaseStore
from muster.store.stream_roles import DatabaseRoles
from muster.web.api.answers import reply
from muster.web.api.auth import ACCOUNT
from muster.web.api.commands import Command, act_of, document, me, read
from muster.web.api.pages import Page, Window, page_of
from muster.web.api.repeats import idempotent
from muster.web.campaign.library import refuse_anothers, site_books
from muster.web.campaign.stories.sentences import tell_all

router = Router(tags=["Registers"], auth=ACCOUNT)


class Beginning(Schema):
    """What a Register begins with."""

    model_config = ConfigDict(extra="forbid")
    faction: Faction
    points_date: date | None = Field(None, description="Count with the points of this date")


class RegisterOut(Schema):
    """A Register as it stands; `state` is described in docs/reference/campaign.md."""

    id: UUID
    version: int
    state: dict[str, Any]


class Line(Schema):
    """One thing that happened, in a sentence."""

    version: int
    at: str
    kind: str
    batch: str
    words: str


class Recruit(Command):
    """Add a unit."""

    wanted: Wanted


class NameUnit(Command):
    """Name a unit."""

    dossier: str
    name: str


class Withdraw(Command):
    """Take back a unit, or one of its upgrades, before the first battle."""

    dossier: str
    upgrade: str = ""


class RequestAid(Command):
    """An aid request after building."""

    request: AidRequest


class ChooseArc(Command):
    """Choose the story arc, an official one or one's own."""

    arc: str

    def do(self, desk: Any, act: Any, *where: Any) -> Any:
        refuse_anothers(self.arc, act.actor)
        return desk.choose_arc(act, where[0], self.arc)


class NameRegister(Command):
    """Name the Register."""

    name: str


class Found(Command):
    """Finish building."""


class Retire(Command):
    """Retire the Register."""


class Undo(Command):
    """Take back one's own latest act: `batch` is its name."""

    batch: str


Commands = Recruit | NameUnit | Withdraw | RequestAid | ChooseArc | NameRegister | Found | Retire | Undo


@router.get("", response=Page[RegisterOut], url_name="api-registers", summary="My Registers")
def my_registers(request: HttpRequest, window: Query[Window]) -> HttpResponse:
    """Newest first."""
    streams = DatabaseRoles().streams(me(request), "owner", "register:")
    page = page_of(streams, window, lambda stream: stream)
    return reply(page | {"items": [_loaded(request, stream) for stream in page["items"]]})


@router.post("", response={201: RegisterOut}, summary="Begin a Register")
@idempotent
def begin(request: HttpRequest, beginning: Beginning) -> HttpResponse:
    """A faction, and it can be built."""
    stream = f"register:{new_id().hex}"
    day = beginning.points_date or catalogue().edition
    desk().open(act_of(request), stream, beginning.faction, day)
    return reply(_loaded(request, stream), 201)


@router.get("{uuid:id}", response=RegisterOut, url_name="api-register", summary="One Register")
def one_register(request: HttpRequest, id: UUID) -> HttpResponse:
    """One of mine, or of a campaign I play in."""
    return reply(_loaded(request, stream_of(id)))


@router.get("{uuid:id}/log", response=Page[Line], url_name="api-register-log", summary="Its chronicle")
def log_of(request: HttpRequest, id: UUID, window: Query[Window]) -> HttpResponse:
    """Everything that happened to one of mine and counts, oldest first."""
    told = tell_all(desk().log(me(request), stream_of(id)))
    page = page_of(told, window, lambda pair: str(pair[0].version))
    return reply(page | {"items": [_line(*pair) for pair in page["items"]]})


@router.get(
    "{uuid:id}/after/{uuid:battle}",
    response=RegisterOut,
    url_name="api-register-after",
    summary="As it was after a battle",
)
def after(request: HttpRequest, id: UUID, battle: UUID) -> HttpResponse:
    """One of mine, when the ten steps of that battle were done."""
    stream = stream_of(id)
    version = desk().register(me(request), stream).version
    past = desk().tours.register_after(stream, f"battle:{battle}")
    return reply(shown(stream, version, past))


@router.post(
    "{uuid:id}/acts",
    response=RegisterOut,
    url_name="api-register-acts",
    summary="Do something",
    openapi_extra=document(Commands),
)
@idempotent
def act(request: HttpRequest, id: UUID) -> HttpResponse:
    """Build or edit: `act` says what, the other fields with what. The answer is the Register afterwards."""
    stream = stream_of(id)
    read(request.body, Commands).do(desk(), act_of(request), stream)
    return reply(_loaded(request, stream))


def desk() -> MyTours:
    """The use cases over the site's own store."""
    return MyTours(Tours(DatabaseStore(), site_books()), DatabaseRoles())


def stream_of(register: UUID) -> str:
    """The stream of a Register."""
    return f"register:{register.hex}"


def _loaded(request: HttpRequest, stream: str) -> dict[str, Any]:
    found = Clubs(desk().tours, DatabaseRoles()).register(me(request), stream)
    return shown(stream, found.version, found.state)


def shown(stream: str, version: int, register: Register) -> dict[str, Any]:
    """A Register as the API shows it."""
    return {"id": str(UUID(stream.partition(":")[2])), "version": version, "state": register}


def _line(entry: Any, words: Any) -> dict[str, Any]:
    return {
        "version": entry.version,
        "at": entry.at.isoformat(),
        "kind": entry.kind,
        "batch": entry.batch,
        "words": words.text.striptags(),
    }
