"""The judges' page: calls to claim and close, more time for a table, histories, components, rulings."""

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from uuid_utils import uuid4

from muster.app.tournament import commands
from muster.app.tournament.access import AudienceView
from muster.rules.tournament.games import Player
from muster.rules.tournament.judging.events import ComponentNoted, Matter
from muster.rules.tournament.running.audiences import RoundView, Viewpoint
from muster.rules.tournament.running.roles import not_allowed
from muster.rules.tournament.running.tournament import Call, Ruling
from muster.rules.violations import Refused, Violation
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.identity import private
from muster.web.page import Page, draw, drawn
from muster.web.tournament.public.clock import clock_of
from muster.web.tournament.public.public import round_name
from muster.web.tournament.public.snapshot import PublicSnapshot, digest, linked, show_of, shows
from muster.web.tournament.requests import (
    Reason,
    act_of,
    actor,
    look_of,
    reasons_of,
    status_of,
    stream_of,
    tournaments,
    watching,
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
    now, point = watching(request).admitted(actor(request), stream_of(event))
    if point.audience in ("organiser", "judge"):
        return point
    refusal = not_allowed(now.state, actor(request), "judge")
    raise Refused(*([refusal] if refusal else []))


# What judges see --------------------------------------------------------------------------------------------


class CallRow(NamedTuple):
    """A call, whose it is, and who is on the way."""

    call: Call
    name: str
    who: str
    mine: bool
    closable: bool


class Differing(NamedTuple):
    """A table whose players differ."""

    table: int
    names: tuple[str, ...]
    why: str | None


class StripPage(Page, frozen=True, kw_only=True):
    """The queue in numbers. Names and questions are on the page, not here."""

    template: ClassVar = "tournament/judge/strip.html"
    round_name: str
    waiting: tuple[Call, ...]
    clock: object
    screen: str


class QueuePart(Page, frozen=True, kw_only=True):
    """The page below the slab."""

    template: ClassVar = "tournament/judge/part.html"
    event: str
    screen: str
    names: Mapping[Player, str]
    open: tuple[CallRow, ...]
    lately: tuple[CallRow, ...]
    disputes: tuple[Differing, ...]
    asked: str
    found: tuple[tuple[str, Player], ...]
    ruling: str
    rulings: tuple[Ruling, ...]
    components: tuple[tuple[ComponentNoted, str], ...]
    matters: Mapping[Matter, str] = msgspec.field(default_factory=lambda: MATTERS)
    players: tuple[tuple[str, Player], ...]
    head: bool
    duty: bool | None
    desk_results: str
    over: bool
    reasons: tuple[Reason, ...] = ()
    key: str = msgspec.field(default_factory=lambda: str(uuid4()))


class JudgePage(QueuePart, frozen=True, kw_only=True):
    """The queue and everything beside it."""

    template: ClassVar = "tournament/judge/judge.html"
    show: PublicSnapshot
    strip: str
    ticket: str


class OffDutyPage(Page, frozen=True, kw_only=True):
    """What a judge who is off duty sees."""

    template: ClassVar = "tournament/judge/off.html"
    show: PublicSnapshot
    event: str
    key: str = msgspec.field(default_factory=lambda: str(uuid4()))


def queue_strip(stream: str) -> tuple[int, str]:
    """The live part of the judges' page: how many wait, where, and whether the page is still right."""
    show = shows.now(stream)
    return show.version, drawn(strip_of(show))


def strip_of(show: PublicSnapshot) -> StripPage:
    """The queue in numbers."""
    now = show.state
    current = now.open_round
    reports = current.results.items() if current else ()
    disputed = [table for table, report in reports if report.disputed is not None]
    return StripPage(
        round_name=round_name(show),
        waiting=tuple(one for one in now.calls.values() if not one.closed and not one.claimed),
        clock=clock_of(show.round, show.view.plan),
        screen=digest(repr((now.calls, now.penalties, now.rulings, now.components, disputed, now.judges))),
    )


def part_of(
    request: HttpRequest, show: PublicSnapshot, look: AudienceView, problems: tuple[Violation, ...] = ()
) -> QueuePart:
    """The page below the slab."""
    me, view, my = actor(request), look.view, tournaments(request)
    known = names_of({*view.judges, view.organiser, view.head_judge} - {""})
    act = act_of(request)
    calls = [
        CallRow(
            call=one,
            name=look.names.get(one.player, one.player),
            who=known.get(one.claimed, FORMER_PLAYER) if one.claimed else "",
            mine=one.claimed == me,
            closable=not one.closed and not my.can(act, look.tournament, commands.CloseCall(call=one.number)),
        )
        for one in view.calls
    ]
    asked = request.GET.get("q", "")[:LONGEST_SEARCH]
    return QueuePart(
        event=show.event,
        screen=strip_of(show).screen,
        names=look.names,
        open=tuple(one for one in calls if not one.call.closed),
        lately=tuple([one for one in calls if one.call.closed][: -LATELY - 1 : -1]),
        disputes=_differing(look),
        asked=asked,
        found=_found(look, asked),
        ruling=request.GET.get("ruling", "")[:LONGEST_RULING],
        rulings=my.rulings(look.tournament, request.GET.get("ruling", "")),
        components=tuple((one, known.get(one.by, FORMER_PLAYER)) for one in view.components[::-1]),
        players=tuple(sorted((look.names[line.player], line.player) for line in view.players)),
        head="head-judge" in look.offices,
        duty=show.state.judges.get(me),
        desk_results=linked("event-desk-results", show.event),
        over=view.status in ("ended", "called-off"),
        reasons=reasons_of(problems, look.names),
    )


def open_round(look: AudienceView) -> RoundView | None:
    """The round being played."""
    rounds = look.view.rounds
    return rounds[-1] if rounds and not rounds[-1].closed else None


def _differing(look: AudienceView) -> tuple[Differing, ...]:
    """The tables whose players differ."""
    current = open_round(look)
    if current is None:
        return ()
    players = {game.table: game.players for game in current.round.games}
    return tuple(
        Differing(table, tuple(look.names[one] for one in players[table]), report.disputed)
        for table, report in current.told.items()
        if report.disputed is not None
    )


def _found(look: AudienceView, asked: str) -> tuple[tuple[str, Player], ...]:
    """Players by name, for their history."""
    wanted = asked.casefold().strip()
    fitting = ((name, key) for key, name in look.names.items() if wanted in name.casefold())
    return tuple(sorted(one for one in fitting if one[1] != look.view.player)[:MOST_FOUND]) if wanted else ()


# Pages ------------------------------------------------------------------------------------------------------


@private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The queue and everything beside it."""
    show = show_of(request, event)
    if off_duty(request, event):
        return draw(request, OffDutyPage(show=show, event=event))
    official(request, event)
    return shown(request, event)


def off_duty(request: HttpRequest, event: str) -> bool:
    """Whether a judge of this event asks who is a spectator at the moment (rule 509)."""
    now, point = watching(request).admitted(actor(request), stream_of(event))
    return point.audience != "organiser" and now.state.judges.get(actor(request)) is False


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    show, look = show_of(request, event), look_of(request, event)
    part = part_of(request, show, look, problems)
    judge = JudgePage(
        **msgspec.structs.asdict(part),
        show=show,
        strip=drawn(strip_of(show)),
        ticket=ticket_for(request, event, "judge"),
    )
    return draw(request, judge, status_of(problems))


@private
@require_GET
def part(request: HttpRequest, event: str) -> HttpResponse:
    """The page below the slab alone: what an open page fetches when something changed."""
    official(request, event)
    show, look = show_of(request, event), look_of(request, event)
    return draw(request, part_of(request, show, look))
