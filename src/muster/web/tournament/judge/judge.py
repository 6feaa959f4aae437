"""The judges' page: calls to claim and close, more time for a table, histories, components, rulings."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET
from uuid_utils import uuid4

from muster.app.tournament.access import AudienceView
from muster.rules.tournament.running.audiences import Viewpoint
from muster.rules.tournament.running.roles import not_allowed
from muster.rules.tournament.running.tournament import Call
from muster.rules.violations import Refused, Violation
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.identity import private
from muster.web.tournament.live import ticket_for
from muster.web.tournament.public.clock import clock_of
from muster.web.tournament.public.public import round_name
from muster.web.tournament.public.snapshot import PublicSnapshot, digest, linked, show_of, shows
from muster.web.tournament.requests import (
    actor,
    look_of,
    refusals,
    status_of,
    stream_of,
    tournaments,
    watching,
)

MATTERS: Final = (
    ("sharing", "Shared for the round", 541),
    ("proxy", "A proxy card was made", 554),
    ("missing", "Something essential is missing", 552),
    ("replaced", "A replacement was found", 552),
    ("ineligible", "Not allowed", 542),
)
PENALTIES: Final = (
    ("caution", "Caution"),
    ("warning", "Warning"),
    ("game-loss", "Game loss"),
    ("disqualification", "Disqualification"),
)
LATELY: Final = 5


def official(request: HttpRequest, event: str) -> Viewpoint:
    """The judge who asks. One off duty is told so; to others the page is not theirs."""
    now, point = watching().admitted(actor(request), stream_of(event))
    if point.audience in ("organiser", "judge"):
        return point
    refusal = not_allowed(now.state, actor(request), "judge")
    raise Refused(*([refusal] if refusal else []))


# What judges see --------------------------------------------------------------------------------------------


def queue_strip(stream: str) -> tuple[int, str]:
    """The live part of the judges' page: how many wait, where, and whether the page is still right."""
    show = shows.now(stream)
    return show.version, render_to_string("tournament/judge/strip.html", strip_context(show))


def strip_context(show: PublicSnapshot) -> dict[str, Any]:
    """The queue in numbers. Names and questions are on the page, not here."""
    now = show.state
    waiting = [one for one in now.calls.values() if not one.closed and not one.claimed]
    current = now.open_round
    disputed = (
        [table for table, told in current.results.items() if told.disputed is not None] if current else []
    )
    return {
        "show": show,
        "event": show.event,
        "round_name": round_name(show),
        "waiting": waiting,
        "disputed": disputed,
        "clock": clock_of(show.round, show.view.plan),
        "screen": digest(repr((now.calls, now.penalties, now.rulings, now.components, disputed, now.judges))),
    }


def part_context(request: HttpRequest, show: PublicSnapshot, look: AudienceView) -> dict[str, Any]:
    """The page below the slab."""
    me, view = actor(request), look.view
    known = names_of({*view.judges, view.organiser, view.head_judge} - {""})
    calls = [_call(one, look, known, me) for one in view.calls]
    asked = request.GET.get("q", "")[:60]
    return {
        **strip_context(show),
        "names": look.names,
        "open": [one for one in calls if not one["call"].closed],
        "lately": [one for one in calls if one["call"].closed][-LATELY:][::-1],
        "disputes": _disputes(look),
        "tables": [game.table for game in view.rounds[-1].round.games] if view.rounds else [],
        "found": _found(look, asked),
        "asked": asked,
        "rulings": tournaments().rulings(look.tournament, request.GET.get("ruling", "")),
        "ruling": request.GET.get("ruling", "")[:200],
        "components": [(one, known.get(one.by, FORMER_PLAYER)) for one in view.components[::-1]],
        "matters": MATTERS,
        "matter_words": {matter: words for matter, words, _ in MATTERS},
        "players": sorted((look.names[line.player], line.player) for line in view.players),
        "head": "head-judge" in look.offices,
        "duty": show.state.judges.get(me),
        "desk_results": linked("event-desk-results", show.event),
        "over": view.status in ("ended", "called-off"),
        "key": str(uuid4()),
    }


def _call(call: Call, look: AudienceView, known: dict[str, str], me: str) -> dict[str, Any]:
    return {
        "call": call,
        "name": look.names.get(call.player, call.player),
        "who": known.get(call.claimed, FORMER_PLAYER) if call.claimed else "",
        "mine": call.claimed == me,
    }


def _disputes(look: AudienceView) -> list[dict[str, Any]]:
    """The tables whose players differ."""
    if not look.view.rounds or look.view.rounds[-1].closed:
        return []
    current = look.view.rounds[-1]
    players = {game.table: game.players for game in current.round.games}
    return [
        {"table": table, "names": [look.names[one] for one in players[table]], "why": told.disputed}
        for table, told in current.told.items()
        if told.disputed is not None
    ]


def _found(look: AudienceView, asked: str) -> list[tuple[str, str]]:
    """Players by name, for their history."""
    wanted = asked.casefold().strip()
    if not wanted:
        return []
    return sorted(
        (name, key)
        for key, name in look.names.items()
        if wanted in name.casefold() and key != look.view.player
    )[:20]


# Pages ------------------------------------------------------------------------------------------------------


@private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The queue and everything beside it."""
    show = show_of(request, event)
    if off_duty(request, event):
        return render(
            request, "tournament/judge/off.html", {"show": show, "event": event, "key": str(uuid4())}
        )
    official(request, event)
    return shown(request, event)


def off_duty(request: HttpRequest, event: str) -> bool:
    """Whether a judge of this event asks who is a spectator at the moment (rule 509)."""
    now, point = watching().admitted(actor(request), stream_of(event))
    return point.audience != "organiser" and now.state.judges.get(actor(request)) is False


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    show, look = show_of(request, event), look_of(request, event)
    context = part_context(request, show, look)
    strip = render_to_string("tournament/judge/strip.html", context)
    more = {"strip": strip, "ticket": ticket_for(request, event, "judge"), **refusals(problems, look.names)}
    return render(request, "tournament/judge/judge.html", context | more, status=status_of(problems))


@private
@require_GET
def part(request: HttpRequest, event: str) -> HttpResponse:
    """The page below the slab alone: what an open page fetches when something changed."""
    official(request, event)
    show, look = show_of(request, event), look_of(request, event)
    return render(request, "tournament/judge/part.html", part_context(request, show, look))


@private
@require_GET
def player(request: HttpRequest, event: str, player: str) -> HttpResponse:
    """A player's history, for judges only, and what can be done about it."""
    official(request, event)
    return player_shown(request, event, player)


def player_shown(
    request: HttpRequest, event: str, player: str, problems: tuple[Violation, ...] = ()
) -> HttpResponse:
    """The history, with the reasons of a refusal on top. Nobody reads their own."""
    show, look = show_of(request, event), look_of(request, event)
    if player not in look.names:
        raise Http404
    penalties, notes = tournaments().history(actor(request), stream_of(event), player)
    own = player == look.view.player
    current = look.view.rounds[-1] if look.view.rounds and not look.view.rounds[-1].closed else None
    known = names_of({one.by for one in penalties})
    context = {
        "show": show,
        "event": event,
        "player": player,
        "name": look.names.get(player, player),
        "penalties": [] if own else [(one, known.get(one.by, FORMER_PLAYER)) for one in penalties],
        "notes": [] if own else refusals(notes, look.names)["reasons"],
        "own": own,
        "kinds": PENALTIES,
        "kind_words": dict(PENALTIES),
        "calls": [one for one in look.view.calls if one.player == player],
        "components": [one for one in look.view.components if one.player == player],
        "matter_words": {matter: words for matter, words, _ in MATTERS},
        "game": next((game for game in current.round.games if player in game.players), None)
        if current
        else None,
        "running": current is not None and current.clock is not None,
        "head": "head-judge" in look.offices,
        "organiser": "organiser" in look.offices,
        "over": look.view.status in ("ended", "called-off"),
        "key": str(uuid4()),
        **refusals(problems, look.names),
    }
    return render(request, "tournament/judge/player.html", context, status=status_of(problems))
