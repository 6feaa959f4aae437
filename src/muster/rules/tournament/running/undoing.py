"""What an official may undo although others have acted since: only what nothing later depends on."""

from typing import Final

from muster.rules.log import Event
from muster.rules.tournament.clock import events as clock_events
from muster.rules.tournament.running import events, judging_events

# Words, calls and matters beside the games: nothing rests on them, and they rest on nothing.
BESIDE: Final = (
    judging_events.JudgeCalled,
    judging_events.CallClaimed,
    judging_events.CallClosed,
    judging_events.ReviewAsked,
    judging_events.WordsTold,
    judging_events.ComponentNoted,
    judging_events.ListReviewed,
    judging_events.ReleaseEntered,
)
AT_A_TABLE: Final = (
    events.ResultReported,
    events.ResultConfirmed,
    events.ResultDisputed,
    events.ResultEntered,
    events.ResultCorrected,
)
CLOCK: Final = (
    clock_events.ClockPaused,
    clock_events.ClockResumed,
    clock_events.ClockExtended,
    clock_events.TimeTakenBack,
)
# What went out to everybody and cannot be unsaid, or has its own way back.
FOR_EVER: Final = (
    events.TournamentOpened,
    events.PlayerDisqualified,
    clock_events.TimeCalled,
    judging_events.RulingGiven,
    events.OrganiserChanged,
)


def prevents_undo(event: Event, later: Event | None) -> bool:
    """Whether `later` keeps an act with this event from being undone; without `later`, whether it cannot be
    undone at all."""
    if isinstance(event, FOR_EVER) or later is None:
        return isinstance(event, FOR_EVER)
    if isinstance(event, events.DutyChanged) or isinstance(later, events.DutyChanged):
        return _duty_rests(event, later)
    if isinstance(event, BESIDE) or isinstance(later, BESIDE):
        return _same_call(event, later) or _same_player(event, later)
    if isinstance(event, AT_A_TABLE):
        return not _is_elsewhere(event, later)
    return not (isinstance(event, CLOCK) and isinstance(later, AT_A_TABLE))


def _duty_rests(event: Event, later: Event) -> bool:
    """Being on duty rests on the role; whether leaders may play rests on who is on duty (rule 513)."""
    if isinstance(later, events.DutyChanged):
        return getattr(event, "person", None) == later.person
    return not isinstance(later, (*BESIDE, *AT_A_TABLE, *CLOCK))


def _same_call(event: Event, later: Event) -> bool:
    """Acts on the same call depend on each other."""
    call, later_call = getattr(event, "call", None), getattr(later, "call", None)
    return call is not None and call == later_call


def _same_player(event: Event, later: Event) -> bool:
    """Whatever concerns a player depends on that player being entered."""
    about = getattr(later, "player", "")
    return isinstance(event, events.PlayersEntered) and about in {player.player for player in event.players}


def _is_elsewhere(event: Event, later: Event) -> bool:
    """A result or a clock that has nothing to do with this table."""
    if isinstance(later, CLOCK):
        return True
    if not isinstance(later, AT_A_TABLE):
        return False
    return (getattr(event, "round", 0), getattr(event, "table", 0)) != (later.round, later.table)
