"""Tournaments: look at events, and run one from registration to the final."""

from datetime import date
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from msgspec.structs import replace
from ninja import Query, Schema
from pydantic import Field

from muster.app.acting import Act, Command
from muster.app.tournament import commands
from muster.app.tournament.access import AudienceView
from muster.app.tournament.context import HANDLERS, TOURNAMENTS
from muster.app.tournament.judging import army_handed_in
from muster.app.tournament.roster import TournamentSummary
from muster.app.tournament.tournaments import Tournaments
from muster.rules.messages import explain as sentence
from muster.rules.tournament.running.audiences import TournamentView
from muster.rules.tournament.running.figures import players_gone, profile_of, ranked_players, swiss_rounds
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.scoring.explaining import explain
from muster.rules.tournament.scoring.scores import Scores
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.tournament.scoring.tiebreaks import FIGURES
from muster.rules.violations import Refused
from muster.store.accounts import new_id
from muster.web.api.answers import URL, address_of, answer_created, encode, reply, shape
from muster.web.api.auth import ACCOUNT, LOOKING, looker
from muster.web.api.changes import changes
from muster.web.api.commands import ActsRouter, Question, act_of, dry_run_answer, me, read_command, union_of
from muster.web.api.components import Struct
from muster.web.api.pages import Page, Window, page_of
from muster.web.api.streams import document_stream, stream_once
from muster.web.tournament.requests import call_time_if_due, tournament_queries, tournaments

router = ActsRouter(tags=["Tournaments"], auth=ACCOUNT)


# Who was given the address of an event that is not public may enter it; to all others it does not exist.
BY_INVITATION = (commands.EnterMe, commands.Claim)
# An event begins at an address of its own; the clock speaks for itself.
ACTS: Final = union_of(HANDLERS, commands.Begin, commands.Tick)
# What of an answer the changes after an act speak of.
PATCHED: Final = ("version", "audience", "names", "state")


class EventCard(Schema):
    """An event in a list."""

    id: UUID
    url: str = Field(description=URL)
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
    url: str = Field(description=URL)
    version: int
    audience: str
    names: dict[str, str]
    state: Annotated[dict[str, Any], Struct(TournamentView)]
    batch: str = Field(description="The name of the act just done, for an undo; empty for a look")
    answer: Any = Field(description="What the act gave: keys of new players, problems of a list")


class ChangedOut(Schema):
    """What an act changed: a JSON Patch (RFC 6902) that makes the answer to a look at version `since`, with
    its `version`, `audience`, `names` and `state`, into the answer at `version`."""

    id: UUID
    url: str = Field(description=URL)
    version: int
    since: int
    audience: str
    changes: list[dict[str, Any]]
    batch: str = Field(description="The name of the act just done, for an undo")
    answer: Any = Field(description="What the act gave: keys of new players, problems of a list")


class StandingOut(Schema):
    """A line of the standings; figures are exact fractions, `written` has them as they are read.

    Who is disqualified comes last and has no place: `rank` is 0.
    """

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
    disqualified: bool


class FigureLine(Schema):
    """What one game gave to a figure."""

    round: int
    opponent: str = Field(description="Key of a player; empty for a bye")
    value: str = Field(description="An exact fraction")
    why: str


class FigureOut(Schema):
    """Where a figure comes from: the sum of its lines divided by its divisor, all exact fractions."""

    figure: str
    value: str
    total: str
    divisor: int
    rule: str = Field(description="How it is made, in a sentence")
    source: str = Field(description="The rule that says so")
    lines: list[FigureLine]


class CorrectionEffect(Schema):
    """The order before and after a correction, by player key, and what has to be paired again.

    `recalls` is the round of the bracket that the correction takes back, `repair` the one that a button would
    pair anew, each 0 for none; `recut` says that the cut changes.
    """

    before: list[str]
    after: list[str]
    discards_draft: bool
    recalls: int
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


class Losses(Question, tag="score"):
    """How many units of which lines of a player's list were defeated, by the keys of the lines."""

    player: str
    lost: dict[str, int] = msgspec.field(default_factory=dict)


@router.get("", response=Page[EventCard], url_name="api-tournaments", summary="Public events", auth=None)
def list_public_events(request: HttpRequest, window: Query[Window]) -> HttpResponse:
    """Newest first; past events stay readable."""
    cards, _ = tournament_queries(request).public(1, 1_000)
    page = page_of(cards, window, lambda card: card.tournament)
    return reply(page | {"items": [_card_json(card) for card in page["items"]]})


@router.get("mine", response=Page[EventCard], url_name="api-my-tournaments", summary="My events")
def list_my_events(request: HttpRequest, window: Query[Window]) -> HttpResponse:
    """Those I organise, judge or play in."""
    page = page_of(tournament_queries(request).mine(me(request)), window, lambda card: card.tournament)
    return reply(page | {"items": [_card_json(card) for card in page["items"]]})


@router.takes("", commands.Begin, {201: EventOut}, None, "New event")
def begin_event(request: HttpRequest) -> HttpResponse:
    """Whoever makes it is its organiser."""
    doing, stream = act_of(request), f"{TOURNAMENTS}{new_id().hex}"
    tournaments(request).do(doing, stream, read_command(request.body, commands.Begin))
    return answer_created(_event_json(_look(request, stream), doing.batch))


@router.get("{uuid:id}", response=EventOut, url_name="api-tournament", summary="An event", auth=LOOKING)
def get_event(request: HttpRequest, id: UUID) -> HttpResponse:
    """As the caller may see it; whoever asks when time is up is the one who finds out."""
    tournament_queries(request).event_for(looker(request), _stream(id))
    call_time_if_due(_stream(id), request)
    return reply(_event_json(_look(request, _stream(id))))


@router.get(
    "{uuid:id}/live",
    url_name="api-tournament-live",
    summary="An event, live",
    auth=LOOKING,
    openapi_extra=document_stream(EventOut),
)
def watch_event(request: HttpRequest, id: UUID) -> HttpResponse:
    """Server-sent events `state`: what a look at the event would answer, now and after every change."""
    return stream_once(request, EventStream(), _stream(id), looker(request))


@router.takes(
    "{uuid:id}/acts",
    ACTS,
    ChangedOut | EventOut,
    "api-tournament-acts",
    "Do something",
    codes_at=TOURNAMENTS,
    acts="EventAct",
)
def act_at_event(request: HttpRequest, id: UUID, dry_run: bool = False, whole: bool = False) -> HttpResponse:
    """`act` says what, the other fields with what; who may is checked. The answer is what changed, or with
    `whole` the event as a look shows it, as it also is for who had not seen the event before. With `dry_run`
    nothing is done: the answer tells what stands in the way."""
    stream, doing, my = _stream(id), act_of(request), tournaments(request)
    command = read_command(request.body, ACTS)
    before = None if isinstance(command, BY_INVITATION) else _look(request, stream)
    if dry_run:
        return dry_run_answer(my.can(doing, stream, command))
    my.do(doing, stream, command)
    after = _event_json(_look_after(request, stream, before), doing.batch, _gave(my, stream, command, doing))
    return reply(after if whole or before is None else _changes_only(_event_json(before), after))


def _changes_only(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The answer to an act without what stayed as it was."""
    old, other = ({key: seen[key] for key in PATCHED} for seen in (before, after))
    same = {key: value for key, value in after.items() if key not in ("names", "state")}
    return {**same, "since": before["version"], "changes": list(changes(old, other))}


def _look_after(request: HttpRequest, stream: str, before: AudienceView | None) -> AudienceView:
    """What the caller sees after an act. Whoever gave up what let them in sees what they saw last: the act
    is done, and its answer says so."""
    try:
        return _look(request, stream)
    except Refused:
        if before is None:
            raise
        return replace(before, version=tournaments(request).load(stream).version)


def _gave(my: Tournaments, stream: str, command: Command, doing: Act) -> Any:
    """What an act gave besides: keys of new players, problems of a list."""
    if isinstance(command, commands.Enter | commands.EnterMe):
        return my.entered_by(stream, doing.batch)
    if isinstance(command, commands.SubmitList):
        plan = my.load(stream).state.plan
        return my.check_list(stream, army_handed_in(my, doing.actor, command, plan))
    return None


@router.get(
    "{uuid:id}/standings",
    response=list[StandingOut],
    url_name="api-tournament-standings",
    summary="Standings",
    auth=LOOKING,
)
def get_standings(request: HttpRequest, id: UUID, live: bool = False) -> HttpResponse:
    """After the closed rounds; `live` counts what stands of the open round too."""
    seen = _look(request, _stream(id))
    lines = tournament_queries(request).standings(looker(request), _stream(id), live=live)
    return reply([_line_json(line, seen.names.get(line.player, "")) for line in lines])


@router.get(
    "{uuid:id}/standings/{player}/{figure}",
    response=FigureOut,
    url_name="api-tournament-figure",
    summary="Where a figure comes from",
    auth=LOOKING,
)
def explain_figure(request: HttpRequest, id: UUID, player: str, figure: str) -> HttpResponse:
    """Its games and numbers."""
    _look(request, _stream(id))
    now = tournaments(request).load(_stream(id)).state
    if figure not in FIGURES or player not in ranked_players(now):
        raise Refused(problem("tournament.unknown"))
    scores = Scores(swiss_rounds(now), ranked_players(now), profile_of(now.plan), players_gone(now))
    found = explain(scores, player, figure)
    lines = [
        {
            "round": line.round,
            "opponent": line.opponent,
            "value": str(line.value),
            "why": sentence(line.reason),
        }
        for line in found.lines
    ]
    rule, source = sentence(found.rule), found.rule.source
    exact = {"value": str(found.value), "total": str(found.total)}
    return reply(shape(FigureOut, found, **exact, rule=rule, source=source, lines=lines))


@router.takes(
    "{uuid:id}/corrections/preview",
    commands.Correct,
    CorrectionEffect,
    "api-tournament-preview",
    "What a correction would do",
)
def preview_result_correction(request: HttpRequest, id: UUID) -> HttpResponse:
    """The order before and after. Nothing is written."""
    correction = read_command(request.body, commands.Correct)
    _look(request, _stream(id))
    found = tournaments(request).preview_correction(
        me(request), _stream(id), correction.number, correction.table, correction.slip
    )
    order = {"before": [line.player for line in found.before], "after": [line.player for line in found.after]}
    return reply(shape(CorrectionEffect, found, **order))


@router.takes("{uuid:id}/score", Losses, ScoreOut, "api-tournament-score", "Count a score")
def count_score(request: HttpRequest, id: UUID) -> HttpResponse:
    """From the list of whoever lost the units; without any it tells what each is worth."""
    losses = read_command(request.body, Losses)
    _look(request, _stream(id))
    return reply(tournaments(request).score_against(me(request), _stream(id), losses.player, losses.lost))


class EventStream:
    """An event as server-sent JSON: one channel for the public, one for each person who sees more."""

    def audience(self, stream: str, account: str) -> str | None:
        try:
            role = tournament_queries().look(account, stream).view.audience
        except Refused:
            return None
        return role if role == "public" else f"{role}:{account}"

    def render(self, stream: str, audience: str) -> tuple[int, str]:
        seen = tournament_queries().look(audience.partition(":")[2], stream)
        return seen.version, encode(_event_json(seen)).decode()


def _stream(event: UUID) -> str:
    return f"{TOURNAMENTS}{event.hex}"


def _card_json(card: TournamentSummary) -> dict[str, Any]:
    id = UUID(card.tournament.removeprefix(TOURNAMENTS))
    return shape(EventCard, card, id=str(id), url=address_of("tournaments", id))


def _line_json(line: Standing, name: str) -> dict[str, Any]:
    figures = {key: str(value) for key, value in line.figures.items()}
    written = {key: FIGURES[key].in_figures(value) for key, value in line.figures.items()}
    return shape(StandingOut, line, name=name, figures=figures, written=written)


def _look(request: HttpRequest, stream: str) -> AudienceView:
    return tournament_queries(request).look(looker(request), stream)


def _event_json(look: AudienceView, batch: str = "", gave: Any = None) -> dict[str, Any]:
    id = UUID(look.tournament.removeprefix(TOURNAMENTS))
    return {
        "id": str(id),
        "url": address_of("tournaments", id),
        "version": look.version,
        "audience": look.view.audience,
        "names": look.names,
        "state": look.view,
        "batch": batch,
        "answer": gave,
    }
