"""Games with a limit: when time is called they finish this round and count (rule 470; core: Winning)."""

from muster.rules.game.log.events import GameEnded
from muster.rules.game.log.timing import LimitSet, TimeCalled
from muster.rules.game.marks import CALL_TIME
from muster.rules.game.modes import mode_of
from muster.rules.game.phases.ending import agreed_end
from muster.rules.game.table import Ended, Game, Seat, Table, other
from muster.rules.log import Event
from muster.rules.tournament.clock.clock import MOST_MINUTES
from muster.rules.violations import Source, Violation, refuse_if

problem = Source("game").problem


def decide_limit(minutes: int) -> tuple[Event, ...]:
    """The limit of a game; none at 0."""
    wrong = (
        problem("game.how_long", given=minutes, most=MOST_MINUTES)
        if not 0 <= minutes <= MOST_MINUTES
        else None
    )
    refuse_if(wrong)
    return (LimitSet(minutes=minutes),) if minutes else ()


def asks_for_time(table: Table, seat: Seat) -> bool:
    """Whether this seat says that time is up."""
    return CALL_TIME.count(table, seat) > 0


def why_no_time(table: Table) -> Violation | None:
    """Time is called once, in a round of a game that somebody won by its points; Special Operations count
    their rounds (rule 284)."""
    if mode_of(table).fought:
        return problem("game.no_time", rule=284)
    if table.ended is not None:
        return problem("game.over")
    if not table.round:
        return problem("game.time_early")
    return problem("game.time_already") if table.last else None


def decide_time(game: Game, seat: Seat | None, alone: bool) -> tuple[Event, ...]:
    """Time is called by both players, one after the other, or by whoever may alone (`alone`): an official of
    the event, or a player once the event's clock says so. Said twice it is withdrawn."""
    table = game.table
    refuse_if(why_no_time(table))
    if alone or seat is None or asks_for_time(table, other(seat)):
        return (TimeCalled(round=table.round),)
    return CALL_TIME.change_to(table, not asks_for_time(table, seat), seat)


def decide_stop(game: Game) -> tuple[Event, ...]:
    """Where the event's rules end a game in the Command Phase at once, it is counted as it stands (rules 589,
    616). With the score only and level on it, the round goes on to its count."""
    called = TimeCalled(round=game.table.round)
    for event in agreed_end(game.table).events:
        if isinstance(event, GameEnded):
            ended = event.ended
            return called, GameEnded(ended=Ended(winner=ended.winner, ground="time"))
    return (called,)
