"""What is open for somebody: games and battles with whose turn it is, a table's clock, the last army."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from django.http import HttpRequest

from muster.app.campaign.logs import BATTLES
from muster.store.armies import DatabaseArmies
from muster.web.armies.view import army_row
from muster.web.campaign.requests import registers_of
from muster.web.campaign.waiting import lines_for
from muster.web.environment import plural, url
from muster.web.game.play.opening import Running, running_games
from muster.web.requests import store_for
from muster.web.tournament.player.me import SeatPage, me_of, seat_of
from muster.web.tournament.public.snapshot import snapshot_for
from muster.web.tournament.requests import id_of, tournament_queries

WhoseTurn: TypeAlias = Literal["mine", "theirs", ""]
TURNS: Final[dict[str, str]] = {"mine": "Your turn", "theirs": "Waiting", "": ""}
MOST_EVENTS: Final = 3


class OpenThing(NamedTuple):
    """Something to go on with. `figure` is the number that matters, `ends` when its clock runs out."""

    href: str
    icon: str
    name: str
    text: str
    turn: WhoseTurn = ""
    figure: str = ""
    unit: str = ""
    ends: str = ""


def open_now(request: HttpRequest, me: str) -> tuple[OpenThing, ...]:
    """Where it is one's own turn first, the last army at the end."""
    found = [*_tables(request, me), *_games(request), *_battles(request, me)]
    found.sort(key=lambda thing: ("mine", "", "theirs").index(thing.turn))
    return (*found, *_army(me))


def _tables(request: HttpRequest, me: str) -> Iterator[OpenThing]:
    """My table at each event that is running; to those who work there, its desk."""
    events = [summary for summary in tournament_queries(request).mine(me) if summary.status == "running"][
        :MOST_EVENTS
    ]
    store_for(request).open([summary.tournament for summary in events])
    for summary in events:
        event = id_of(summary.tournament)
        player = me_of(request, event)
        if not player:
            yield OpenThing(url("event-desk", event=event), "nav-events", summary.name, "Running: your desk")
            continue
        seat = seat_of(snapshot_for(request, event), player)
        clock = seat.clock
        figure, ends = (clock.text, clock.ends) if clock.counts else ("", "")
        turn: WhoseTurn = "mine" if seat.whose == "mine" else ""
        yield OpenThing(
            url("event-me", event=event),
            "nav-events",
            summary.name,
            _table_words(seat),
            turn,
            figure,
            clock.words,
            ends,
        )


def _table_words(seat: SeatPage) -> str:
    """`Round 2 of 3, table 4, against Bo`"""
    where = [seat.snapshot.round_name]
    if seat.state == "bye":
        where.append("bye")
    if seat.row:
        where.append(f"table {seat.row.table}")
        where += [f"against {player.name}" for player in seat.row.players if player.player != seat.player]
    return ", ".join(where)


def _games(request: HttpRequest) -> Iterator[OpenThing]:
    for game in running_games(request):
        yield OpenThing(url("game", game.id), "act-trophy", game.title, _in_words(game), _whose(game))


def _whose(game: Running) -> WhoseTurn:
    if game.turn is None:
        return ""
    return "theirs" if game.turn.state == "theirs" else "mine"


def _in_words(game: Running) -> str:
    return f"{game.state}: {game.turn.words}" if game.turn else game.state


def _battles(request: HttpRequest, me: str) -> Iterator[OpenThing]:
    """Battles that wait for me, then those that wait for my opponent."""
    registers = registers_of(request)
    streams = registers.streams(me)
    registers.logs.open(streams)
    waiting = lines_for(registers.logs, streams) if streams else []
    for line in waiting:
        yield OpenThing(line.address, "nav-tours", line.title, line.words, "mine")
    mine = {line.address for line in waiting}
    for _, now in registers.mine(me):
        address = url("tour-battle", battle=now.open_battle.removeprefix(BATTLES)) if now.open_battle else ""
        if address and address not in mine:
            name = f"A battle of {now.called}"
            yield OpenThing(address, "nav-tours", name, "Waiting for your opponent", "theirs")


def _army(me: str) -> Iterator[OpenThing]:
    if saved := DatabaseArmies().latest(me):
        row = army_row(saved)
        problems = len(row.report.violations)
        text = f"Your last army: {row.faction_name}, {f'{problems} to fix' if problems else 'legal'}"
        figure, _, unit = plural(row.report.points, "point").partition(" ")
        yield OpenThing(row.href, "nav-armies", row.name, text, figure=figure, unit=unit)
