"""What an official may take back although others have acted since: only what nothing rests on."""

from typing import Final

from muster.rules.log import Event
from muster.rules.tournament import clock_events as c
from muster.rules.tournament import events as e
from muster.rules.tournament import judging_events as j

# Words, calls and matters beside the games: nothing rests on them, and they rest on nothing.
BESIDE: Final = (
    j.JudgeCalled,
    j.CallClaimed,
    j.CallClosed,
    j.ReviewAsked,
    j.WordsTold,
    j.ComponentNoted,
    j.ListReviewed,
    j.ReleaseEntered,
)
AT_A_TABLE: Final = (
    e.ResultReported,
    e.ResultConfirmed,
    e.ResultDisputed,
    e.ResultEntered,
    e.ResultCorrected,
)
CLOCK: Final = (c.ClockPaused, c.ClockResumed, c.ClockExtended)
# What went out to everybody and cannot be unsaid, or has its own way back.
FOR_EVER: Final = (e.TournamentOpened, e.PlayerDisqualified, c.TimeCalled, j.RulingGiven, e.OrganiserChanged)


def blocks(said: Event, later: Event | None) -> bool:
    """Whether an act with `said` can no longer be undone because `later` happened; with nothing later,
    whether it can be undone at all."""
    if isinstance(said, FOR_EVER) or later is None:
        return isinstance(said, FOR_EVER)
    if isinstance(said, e.DutyChanged) or isinstance(later, e.DutyChanged):
        return _duty_rests(said, later)
    if isinstance(said, BESIDE) or isinstance(later, BESIDE):
        return _same_call(said, later) or _same_player(said, later)
    if isinstance(said, AT_A_TABLE):
        return not _elsewhere(said, later)
    return not (isinstance(said, CLOCK) and isinstance(later, AT_A_TABLE))


def _duty_rests(said: Event, later: Event) -> bool:
    """Being on duty rests on the role; whether leaders may play rests on who is on duty (rule 513)."""
    if isinstance(later, e.DutyChanged):
        return getattr(said, "person", None) == later.person
    return not isinstance(later, (*BESIDE, *AT_A_TABLE, *CLOCK))


def _same_call(said: Event, later: Event) -> bool:
    """Acts on one call rest on each other."""
    one, other = getattr(said, "call", None), getattr(later, "call", None)
    return one is not None and one == other


def _same_player(said: Event, later: Event) -> bool:
    """A matter about somebody rests on their being entered."""
    about = getattr(later, "player", "")
    return isinstance(said, e.PlayersEntered) and about in {one.player for one in said.players}


def _elsewhere(said: Event, later: Event) -> bool:
    """A result or a clock that has nothing to do with this table."""
    if isinstance(later, CLOCK):
        return True
    if not isinstance(later, AT_A_TABLE):
        return False
    return (getattr(said, "round", 0), getattr(said, "table", 0)) != (later.round, later.table)
