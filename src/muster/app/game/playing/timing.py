"""When a game began, and that time is called: by both players, or alone by who may."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from muster.app.acting import Act, Done
from muster.app.game.playing import commands
from muster.app.game.playing.desk import ANYONE, HANDLERS, GameDesk, problem, seat_for, write
from muster.app.game.playing.origins import TableOrigin
from muster.rules.game.game import Game
from muster.rules.game.log.events import PhaseBegun
from muster.rules.game.phases.timing import decide_stop, decide_time
from muster.rules.log import Event, Recorded
from muster.rules.log.counting import acts_holding
from muster.rules.tournament.clock.clock import Clock, Phase, orders_now
from muster.rules.violations import refuse_unless

PHASES: Final[tuple[Phase, ...]] = ("command", "activation", "end")


def clock_of_game(desk: GameDesk) -> Clock | None:
    """The clock of a game that has a limit: it starts when the game begins."""
    limit = desk.game.table.limit
    if not limit:
        return None
    return Clock(minutes=limit, started=_began(desk))


def _began(desk: GameDesk) -> datetime | None:
    acts = list(acts_holding(desk.acts, PhaseBegun))
    return acts[-1].at if acts else None


@HANDLERS.handles(commands.CallLastRound, who=ANYONE)
def call_time(desk: GameDesk, act: Act, command: commands.CallLastRound) -> Done:
    """Both players, an official of the event, or one player once the event's own clock has run out."""
    audience, seats = desk.audience(act.actor), desk.seats_of(act.actor)
    refuse_unless(audience and audience != "watch", problem("game.not_seated"))
    seat = seat_for(desk, act, command) if seats else None
    alone = not seats or _event_called(desk, act.at)

    def decide(game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        if alone and _stops_at_once(desk, game):
            return decide_stop(game)
        return decide_time(game, seat, alone)

    return write(desk, act, command, decide)


def _event_called(desk: GameDesk, at: datetime) -> bool:
    """Whether time is up at the event's table."""
    origin = desk.origin
    if not isinstance(origin, TableOrigin):
        return False
    held = next((found for found in origin.event.rounds if found.number == origin.round), None)
    clock = held.timing.clock if held and held.timing else None
    return clock is not None and clock.state(at, origin.table) in ("time", "overtime", "over")


def _stops_at_once(desk: GameDesk, game: Game) -> bool:
    """Whether the event ends a game in this phase at once (rules 589, 616)."""
    origin, now = desk.origin, game.table.phase
    if not isinstance(origin, TableOrigin) or game.table.last or game.table.ended:
        return False
    phase = next((phase for phase in PHASES if phase == now), None)
    return phase is not None and "stop-now" in orders_now(phase, origin.event.plan.timekeeping)
