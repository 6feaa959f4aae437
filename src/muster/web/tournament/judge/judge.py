"""The judges' page: calls to claim and close, more time for a table, histories, components, rulings."""

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse

from muster.app.acting import Act
from muster.app.tournament import commands
from muster.app.tournament.access import AudienceView
from muster.app.tournament.tournaments import Tournaments
from muster.rules.tournament.games import Player
from muster.rules.tournament.running.audiences import Viewpoint
from muster.rules.tournament.running.judging_events import ComponentNoted, Matter
from muster.rules.tournament.running.roles import judges_for, not_allowed, own_game
from muster.rules.tournament.running.tournament import Call, Ruling, Tournament
from muster.rules.violations import Refused
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.page import Page, render_page, render_response
from muster.web.tournament.public.clock import ClockFace, clock_of
from muster.web.tournament.public.snapshot import PublicSnapshot, digest, public_snapshots, snapshot_for
from muster.web.tournament.requests import (
    FormPage,
    Problems,
    act_of,
    actor,
    answer,
    look_of,
    methods_only,
    stream_of,
    tournament_queries,
    tournaments,
)
from muster.web.tournament.tickets import ticket_for

MATTERS: Final[Mapping[Matter, str]] = {
    "sharing": "Shared for the round",
    "proxy": "A proxy card was made",
    "missing": "Something essential is missing",
    "replaced": "A replacement was found",
    "ineligible": "Not allowed",
}
LATELY: Final = 5
MOST_FOUND: Final = 20
LONGEST_SEARCH: Final = 60
LONGEST_RULING: Final = 200


def official(request: HttpRequest, event: str) -> Viewpoint:
    """The judge who asks. One off duty is told so; to others the page is not theirs."""
    now, point = tournament_queries(request).event_for(actor(request), stream_of(event))
    if point.audience in ("organiser", "judge"):
        return point
    refusal = not_allowed(now.state, actor(request), "judge")
    raise Refused(*([refusal] if refusal else []))


# What judges see --------------------------------------------------------------------------------------------


class CallRow(NamedTuple):
    """A call, who is on the way, and whether the reader may close it; who rules on it where the reader plays
    that game (rule 514)."""

    call: Call
    who: str
    closable: bool
    instead: tuple[str, ...] = ()


class StripPage(Page, frozen=True, kw_only=True):
    """The queue in numbers. Names and questions are on the page, not here."""

    template: ClassVar = "tournament/judge/strip.html"
    show: PublicSnapshot
    waiting: tuple[Call, ...]
    clock: ClockFace
    screen: str


class JudgeFrame(FormPage, frozen=True, kw_only=True):
    """What every page of the judges is drawn with."""

    show: PublicSnapshot
    event: str
    matters: Mapping[Matter, str] = msgspec.field(default_factory=lambda: MATTERS)


class QueuePart(JudgeFrame, frozen=True, kw_only=True):
    """The page below the slab: open calls and those closed lately, the players who were looked for, rulings,
    component matters with who wrote them down, everybody by name; the tables that may be given more time.
    `duty` is empty for who is no judge."""

    template: ClassVar = "tournament/judge/part.html"
    look: AudienceView
    me: str
    screen: str
    open: tuple[CallRow, ...]
    lately: tuple[CallRow, ...]
    asked: str
    found: tuple[tuple[str, Player], ...]
    ruling: str
    rulings: tuple[Ruling, ...]
    components: tuple[tuple[ComponentNoted, str], ...]
    players: tuple[tuple[str, Player], ...]
    extendable: tuple[int, ...]
    duty: bool | None


class JudgePage(FormPage, frozen=True, kw_only=True):
    """The queue and everything beside it."""

    template: ClassVar = "tournament/judge/judge.html"
    part: QueuePart
    strip: str
    ticket: str


class OffDutyPage(JudgeFrame, frozen=True, kw_only=True):
    """What a judge who is off duty sees."""

    template: ClassVar = "tournament/judge/off.html"


def queue_strip(stream: str) -> tuple[int, str]:
    """The live part of the judges' page: how many wait, where, and whether the page is still right."""
    show = public_snapshots.now(stream)
    return show.version, render_page(strip_of(show))


def strip_of(show: PublicSnapshot) -> StripPage:
    """The queue in numbers."""
    now = show.state
    reports = now.open_round.results.items() if now.open_round else ()
    disputed = [table for table, report in reports if report.disputed is not None]
    return StripPage(
        show=show,
        waiting=tuple(call for call in now.calls.values() if not call.closed and not call.claimed),
        clock=clock_of(show.round, show.view.plan),
        screen=digest(repr((now.calls, now.penalties, now.rulings, now.components, disputed, now.judges))),
    )


def part_of(request: HttpRequest, show: PublicSnapshot, look: AudienceView) -> QueuePart:
    """The page below the slab."""
    view, my, act = look.view, tournaments(request), act_of(request)
    known = names_of({*view.judges, view.organiser, view.head_judge} - {""})
    calls = [
        CallRow(
            call=call,
            who=known.get(call.claimed, FORMER_PLAYER) if call.claimed else "",
            closable=not call.closed
            and not my.can(act, look.tournament, commands.CloseCall(call=call.number)),
            instead=tuple(known[judge] for judge in _instead(show.state, act.actor, call) if judge in known),
        )
        for call in view.calls
    ]
    asked, ruling = request.GET.get("q", "")[:LONGEST_SEARCH], request.GET.get("ruling", "")
    return QueuePart(
        show=show,
        event=show.event,
        look=look,
        me=act.actor,
        screen=strip_of(show).screen,
        open=tuple(row for row in calls if not row.call.closed),
        lately=tuple([row for row in calls if row.call.closed][: -LATELY - 1 : -1]),
        asked=asked,
        found=_find_players(look, asked),
        ruling=ruling[:LONGEST_RULING],
        rulings=my.rulings(look.tournament, ruling),
        components=tuple(
            (component, known.get(component.by, FORMER_PLAYER)) for component in view.components[::-1]
        ),
        players=tuple(sorted((look.names[line.player], line.player) for line in view.players)),
        extendable=_extendable(my, act, look.tournament, show.state),
        duty=show.state.judges.get(act.actor),
    )


def _extendable(my: Tournaments, act: Act, tournament: str, now: Tournament) -> tuple[int, ...]:
    """The tables that the reader may give more time: while the clock of a round runs, all but their own."""
    games = now.open_round.drawn.round.games if now.open_round else ()
    tables = tuple(game.table for game in games if game.table and not own_game(now, act.actor, game))
    asked = [commands.Extend(minutes=1, table=table) for table in tables[:1]]
    return () if any(my.can(act, tournament, command) for command in asked) else tables


def _instead(now: Tournament, me: str, call: Call) -> tuple[str, ...]:
    """The leaders who rule on a game that the reader plays."""
    game = now.round.game_of(call.player) if now.round else None
    return judges_for(now, game.players) if game and own_game(now, me, game) else ()


def _find_players(look: AudienceView, asked: str) -> tuple[tuple[str, Player], ...]:
    """Players by name, for their history."""
    wanted = asked.casefold().strip()
    fitting = ((name, key) for key, name in look.names.items() if wanted in name.casefold())
    return (
        tuple(sorted(pair for pair in fitting if pair[1] != look.view.player)[:MOST_FOUND]) if wanted else ()
    )


# Pages ------------------------------------------------------------------------------------------------------


@methods_only("GET")
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The queue and everything beside it."""
    show = snapshot_for(request, event)
    if off_duty(request, event):
        return render_response(request, OffDutyPage(show=show, event=event))
    official(request, event)
    return render_judge(request, event)


def off_duty(request: HttpRequest, event: str) -> bool:
    """Whether a judge of this event asks who is a spectator at the moment (rule 509)."""
    now, point = tournament_queries(request).event_for(actor(request), stream_of(event))
    return point.audience != "organiser" and now.state.judges.get(actor(request)) is False


def render_judge(request: HttpRequest, event: str, problems: Problems = ()) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    show, look = snapshot_for(request, event), look_of(request, event)
    judge = JudgePage(
        part=part_of(request, show, look),
        strip=render_page(strip_of(show)),
        ticket=ticket_for(request, event, "judge"),
    )
    return answer(request, judge, problems, look.names)


@methods_only("GET")
def part(request: HttpRequest, event: str) -> HttpResponse:
    """The page below the slab alone: what an open page fetches when something changed."""
    official(request, event)
    return render_response(request, part_of(request, snapshot_for(request, event), look_of(request, event)))
