"""Public events of this machine's database, as an anonymous visitor sees them."""

from functools import cache
from typing import Any

from muster.app.tournament.access import TournamentQueries
from muster.cli.django_setup import use_server
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.tournament.scoring.tiebreaks import FIGURES
from muster.rules.violations import Refused, Violation

ANONYMOUS = ""
MOST_SEARCHED = 1_000


def public_events(most: int) -> list[dict[str, Any]]:
    """The newest public events."""
    summaries, _ = open_queries().public(1, most)
    return [
        {
            "id": summary.id,
            "name": summary.name,
            "status": summary.status,
            "day": summary.day.isoformat() if summary.day else None,
            "place": summary.place,
            "players": summary.players,
        }
        for summary in summaries
    ]


def standings_of(event: str, *, live: bool) -> dict[str, Any]:
    """The standings of one event, as spectators see them."""
    queries = open_queries()
    stream = find_stream(queries, event)
    event_view = queries.look(ANONYMOUS, stream)
    lines = queries.standings(ANONYMOUS, stream, live=live)
    return {
        "event": event_view.view.name,
        "status": event_view.view.status,
        "standings": [standing_values(line, event_view.name(line.player)) for line in lines],
    }


def find_stream(queries: TournamentQueries, event: str) -> str:
    """The stream of the public event with this id, address or name."""
    wanted = event.strip().rstrip("/").rpartition("/")[2].casefold()
    summaries, _ = queries.public(1, MOST_SEARCHED)
    for summary in summaries:
        if wanted in (summary.id, summary.name.casefold()) or event.casefold() == summary.name.casefold():
            return summary.tournament
    raise Refused(Violation(code="mcp.no_event", source="muster mcp", params={"event": event[:80]}))


def standing_values(line: Standing, name: str) -> dict[str, Any]:
    """Place, record and tiebreakers of a player, as an assistant reads them."""
    figures = {FIGURES[code].short: FIGURES[code].in_figures(value) for code, value in line.figures.items()}
    record = f"{line.wins}-{line.draws}-{line.losses}"
    return {
        "place": line.rank or None,
        "name": name,
        "points": line.points,
        "record": record,
        "byes": line.byes,
        "left": line.departure,
        "tiebreakers": figures,
    }


def open_queries() -> TournamentQueries:
    """Queries over the events of the database, which is opened on the first call."""
    open_database()
    from muster.web.tournament.requests import tournament_queries

    return tournament_queries()


@cache
def open_database() -> None:
    """Open the default data folder, or the one given to `muster mcp --data`."""
    from django.apps import apps

    if not apps.ready:
        use_server(None)
