"""As whom somebody watches an event from a place, and the ticket with which their page does."""

from django.http import HttpRequest

from muster.app.tournament.access import TournamentQueries
from muster.rules.violations import Refused
from muster.web import live
from muster.web.tournament.requests import actor, stream_of, tournament_queries

PUBLIC = "public"
OFFICIALS = "officials"


def audience_at(place: str, person: str, stream: str, queries: TournamentQueries) -> str | None:
    """As whom somebody watches from a place; none where they may not."""
    try:
        _, point = queries.event_for(person, stream)
    except Refused:
        return None
    if place == "me":
        return f"player:{point.player}" if point.player else None
    if place == "judge":
        return OFFICIALS if point.audience in ("organiser", "judge") else None
    return PUBLIC


def ticket_for(request: HttpRequest, event: str, place: str) -> str:
    """A ticket to watch from a place; empty for somebody who may not."""
    person, stream = actor(request), stream_of(event)
    audience = audience_at(place, person, stream, tournament_queries(request))
    return live.issue_ticket(stream, audience, f"{place}/{person}") if audience else ""
