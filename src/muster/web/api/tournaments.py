"""Tournaments: look at events, and run one from registration to the final."""

from datetime import date
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from muster.app.streams import Appended
from muster.app.tournament.desk import TOURNAMENTS
from muster.rules.messages import explain as sentence
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.scoring.explaining import explain
from muster.rules.tournament.scoring.figures import gone, profile_of, ranked_players, swiss_rounds
from muster.rules.tournament.scoring.results import Slip
from muster.rules.tournament.scoring.scores import Scores
from muster.rules.tournament.scoring.tiebreaks import FIGURES
from muster.rules.violations import Refused
from muster.store.accounts import Account, new_id
from muster.web.api import tournament_acts
from muster.web.api.answers import reply
from muster.web.api.auth import ACCOUNT
from muster.web.api.commands import Command, act_of, document, me, read
from muster.web.api.pages import Page, Window, page_of
from muster.web.api.repeats import idempotent
from muster.web.tournament.public.snapshot import call_time_if_due
from muster.web.tournament.requests import tournaments, watching

router = Router(tags=["Tournaments"], auth=ACCOUNT)


def somebody(request: HttpRequest) -> str:
    """Nobody needs an account to look."""
    return "somebody"


LOOKING = [*ACCOUNT, somebody]
# Who was given the address of an event that is not public may enter it; to all others it does not exist.
BY_INVITATION = (tournament_acts.EnterMe, tournament_acts.Claim)


class EventCard(Schema):
    """An event in a list."""

    id: UUID
    name: str
    status: str
    day: date | None
    place: str
    players: int


class EventOut(Schema):
    """An event as the caller may see it; docs/reference/tournament.md describes `state`.

    `audience` is organiser, scorekeeper, judge, player or public. `names` are the names by player key.
    """

    id: UUID
    version: int
    audience: str
    names: dict[str, str]
    state: dict[str, Any]
    batch: str = Field(description="The name of the act just done, for an undo; empty for a look")
    answer: Any = Field(description="What the act gave: keys of new players, problems of a list")


class StandingOut(Schema):
    """A line of the standings; figures are exact fractions, `written` has them as they are read."""

    player: str
    name: str
    rank: int
    points: int
    wins: int
    draws: int
    losses: int
    byes: int
    missed: int
    rounds: int
    figures: dict[str, str]
    written: dict[str, str]
    below_by: str
    dropped: bool


class FigureOut(Schema):
    """Where a figure comes from: the sum of its lines divided by its divisor."""

    figure: str
    value: str
    total: str
    divisor: int
    rule: str
    lines: list[dict[str, Any]]


class EffectOut(Schema):
    """The order before and after a correction, by player key, and what has to be paired again.

    `repair` is the round that one button would pair anew, 0 for none; `recut` says that the cut changes.
    """

    before: list[str]
    after: list[str]
    discards_draft: bool
    repair: int
    recut: bool


class WorthOut(Schema):
    """A line of a list: so many units, and what each is worth with its upgrades."""

    key: str
    unit: str
    count: int
    points_each: int


class ScoreOut(Schema):
    """The score for what was defeated, and the lines it is counted from."""

    score: int
    units: list[WorthOut]


class Losses(Command, tag="score"):
    """How many units of which lines of a player's list were defeated, by the keys of the lines."""

    player: str
    lost: dict[str, int] = msgspec.field(default_factory=dict)


class Begin(Command, tag="begin"):
    """A new event."""

    name: str
    plan: tournament_acts.plan.TournamentPlan


class Correction(Command, tag="correct"):
    """A result that shall stand instead."""

    number: int
    table: int
    slip: Slip


@router.get("", response=Page[EventCard], url_name="api-tournaments", summary="Public events", auth=None)
def public_events(request: HttpRequest, window: Query[Window]) -> HttpResponse:
    """Newest first; past events stay readable."""
    cards, _ = watching().public(1, 1_000)
    page = page_of(cards, window, lambda card: card.tournament)
    return reply(page | {"items": [_card(card) for card in page["items"]]})


@router.get("mine", response=Page[EventCard], url_name="api-my-tournaments", summary="My events")
def my_events(request: HttpRequest, window: Query[Window]) -> HttpResponse:
    """Those I organise, judge or play in."""
    page = page_of(watching().mine(me(request)), window, lambda card: card.tournament)
    return reply(page | {"items": [_card(card) for card in page["items"]]})


@router.post("", response={201: EventOut}, summary="New event", openapi_extra=document(Begin))
@idempotent
def begin(request: HttpRequest) -> HttpResponse:
    """Whoever makes it is its organiser."""
    said, doing = read(request.body, Begin), act_of(request)
    stream = f"{TOURNAMENTS}{new_id().hex}"
    tournaments().open(doing, stream, said.name, said.plan)
    return reply(_seen(request, stream, doing.batch), 201)


@router.get("{uuid:id}", response=EventOut, url_name="api-tournament", summary="An event", auth=LOOKING)
def one_event(request: HttpRequest, id: UUID) -> HttpResponse:
    """As the caller may see it; whoever asks when time is up is the one who finds out."""
    watching().admitted(_who(request), _stream(id))
    call_time_if_due(_stream(id))
    return reply(_seen(request, _stream(id)))


@router.post(
    "{uuid:id}/acts",
    response=EventOut,
    url_name="api-tournament-acts",
    summary="Do something",
    openapi_extra=document(tournament_acts.Commands),
)
@idempotent
def act(request: HttpRequest, id: UUID) -> HttpResponse:
    """`act` says what, the other fields with what; who may is checked."""
    stream, doing = _stream(id), act_of(request)
    said = read(request.body, tournament_acts.Commands)
    if not isinstance(said, BY_INVITATION):
        watching().look(me(request), stream)
    gave = said.do(tournaments(), doing, stream)
    return reply(_seen(request, stream, doing.batch, gave))


@router.get(
    "{uuid:id}/standings",
    response=list[StandingOut],
    url_name="api-tournament-standings",
    summary="Standings",
    auth=LOOKING,
)
def standings(request: HttpRequest, id: UUID, live: bool = False) -> HttpResponse:
    """After the closed rounds; `live` counts what stands of the open round too."""
    seen = watching().look(_who(request), _stream(id))
    lines = watching().standings(_who(request), _stream(id), live=live)
    return reply([_line(line, seen.names.get(line.player, "")) for line in lines])


@router.get(
    "{uuid:id}/standings/{player}/{figure}",
    response=FigureOut,
    url_name="api-tournament-figure",
    summary="Where a figure comes from",
    auth=LOOKING,
)
def figure(request: HttpRequest, id: UUID, player: str, figure: str) -> HttpResponse:
    """Its games and numbers."""
    watching().look(_who(request), _stream(id))
    now = tournaments().load(_stream(id)).state
    if figure not in FIGURES or player not in ranked_players(now):
        raise Refused(problem("tournament.unknown"))
    scores = Scores(swiss_rounds(now), ranked_players(now), profile_of(now.plan), gone(now))
    found = explain(scores, player, figure)
    lines = [
        {"round": one.round, "opponent": one.opponent, "value": str(one.value), "why": sentence(one.reason)}
        for one in found.lines
    ]
    return reply(
        {
            "figure": figure,
            "value": str(found.value),
            "total": str(found.total),
            "divisor": found.divisor,
            "rule": found.rule,
            "lines": lines,
        }
    )


@router.post(
    "{uuid:id}/corrections/preview",
    response=EffectOut,
    url_name="api-tournament-preview",
    summary="What a correction would do",
    openapi_extra=document(Correction),
)
@idempotent
def preview(request: HttpRequest, id: UUID) -> HttpResponse:
    """The order before and after. Nothing is written."""
    said = read(request.body, Correction)
    found = tournaments().preview_correction(me(request), _stream(id), said.number, said.table, said.slip)
    return reply(
        {
            "before": [line.player for line in found.before],
            "after": [line.player for line in found.after],
            "discards_draft": found.discards_draft,
            "repair": found.repair,
            "recut": found.recut,
        }
    )


@router.post(
    "{uuid:id}/score",
    response=ScoreOut,
    url_name="api-tournament-score",
    summary="Count a score",
    openapi_extra=document(Losses),
)
@idempotent
def score(request: HttpRequest, id: UUID) -> HttpResponse:
    """From the list of whoever lost the units; without any it tells what each is worth."""
    said = read(request.body, Losses)
    return reply(tournaments().score_against(me(request), _stream(id), said.player, said.lost))


def _stream(event: UUID) -> str:
    return f"{TOURNAMENTS}{event.hex}"


def _who(request: HttpRequest) -> str:
    account = getattr(request, "auth", None)
    return str(account.pk) if isinstance(account, Account) else ""


def _card(card: Any) -> dict[str, Any]:
    event = UUID(card.tournament.removeprefix(TOURNAMENTS))
    plain: dict[str, Any] = msgspec.to_builtins(card)
    return {"id": str(event)} | {key: plain[key] for key in ("name", "status", "day", "place", "players")}


def _line(line: Any, name: str) -> dict[str, Any]:
    figures = {key: str(value) for key, value in line.figures.items()}
    written = {key: FIGURES[key].written(value) for key, value in line.figures.items()}
    plain: dict[str, Any] = msgspec.to_builtins(line)
    return plain | {"name": name, "figures": figures, "written": written}


def _seen(request: HttpRequest, stream: str, batch: str = "", gave: Any = None) -> dict[str, Any]:
    seen = watching().look(_who(request), stream)
    return {
        "id": str(UUID(stream.removeprefix(TOURNAMENTS))),
        "version": seen.version,
        "audience": seen.view.audience,
        "names": seen.names,
        "state": seen.view,
        "batch": batch,
        "answer": None if gave is None or isinstance(gave, Appended) else gave,
    }
