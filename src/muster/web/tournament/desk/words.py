"""An event in a few words: its rounds, how games ended, what an act was."""

from collections.abc import Mapping, Sequence
from itertools import dropwhile, takewhile
from typing import Final

from muster.rules.log import Event, Recorded
from muster.rules.tournament.bracket.round_names import name_of_number
from muster.rules.tournament.games import Game, Player, Result
from muster.rules.tournament.running import events
from muster.rules.tournament.running.audiences import TournamentView
from muster.rules.tournament.running.events import Role
from muster.rules.tournament.running.figures import profile_of
from muster.rules.tournament.running.plan import TournamentPlan
from muster.rules.tournament.scoring.endings import BY_HOW
from muster.rules.tournament.scoring.results import is_by_blue
from muster.web.environment import plural

ROLES: Final[Mapping[Role, str]] = {
    "head-judge": "Head judge",
    "judge": "Judge",
    "scorekeeper": "Scorekeeper",
    "deputy": "Deputy",
}


def round_name(view: TournamentView, number: int) -> str:
    """What a round of the event is called, also one to come."""
    swiss = view.announced.rounds if view.announced else number
    return name_of_number([round_view.round for round_view in view.rounds], number, swiss, len(view.cut))


def result_words(game: Game, result: Result, names: Mapping[Player, str], plan: TournamentPlan) -> str:
    """Who won and by which numbers, or as the blue player."""
    first, second = (names.get(player, player) for player in game.players)
    numbers = f"{result.tallies[0].victory} to {result.tallies[1].victory}"
    if result.how == "double-loss":
        return f"{first} and {second} both lose"
    if not result.winner:
        return f"{first} and {second} draw, {numbers}"
    won = names.get(result.winner, result.winner)
    lost = second if result.winner == game.players[0] else first
    numbers = numbers if result.winner == game.players[0] else " to ".join(reversed(numbers.split(" to ")))
    ending = "" if result.how == "rounds" else f" ({BY_HOW[result.how].label.lower()})"
    as_blue = ", as the blue player" if is_by_blue(profile_of(plan), result) else ""
    return f"{won} beat {lost}, {numbers}{as_blue}{ending}"


# What an act was -------------------------------------------------------------------------------------------


def act_words(log: Sequence[Recorded], batch: str, names: Mapping[Player, str]) -> str:
    """What taking back an act would take back: its first event tells. It is near the end of the log."""
    later = dropwhile(lambda entry: entry.batch != batch, reversed(log))
    *_, first = [None, *(entry.event for entry in takewhile(lambda entry: entry.batch == batch, later))]
    return event_words(first, names) if first else ""


def event_words(event: Event, names: Mapping[Player, str]) -> str:
    """One thing that happened, in a few words."""
    if isinstance(event, events.ResultEntered | events.ResultCorrected):
        return f"Result of table {event.table}"
    if isinstance(event, events.PlayersEntered):
        return plural(len(event.players), "player") + " entered"
    if isinstance(event, events.PlayersCheckedIn):
        who = (
            names.get(event.players[0], "")
            if len(event.players) == 1
            else plural(len(event.players), "player")
        )
        return f"{who} checked in" if event.present else f"{who} not here"
    player = names.get(getattr(event, "player", ""), "")
    return WORDS.get(type(event).__name__, "The latest step").format(
        player=player, number=getattr(event, "number", "")
    )


# By the names of the events: nobody's words, only which thing it was.
WORDS: Final[Mapping[str, str]] = {
    "TournamentPlanned": "Settings",
    "WaitingSet": "The waiting time",
    "TournamentAnnounced": "The announcement",
    "TournamentEnded": "The end of the event",
    "TournamentCalledOff": "The cancelling of the event",
    "RoleGiven": "A role given",
    "RoleTaken": "A role taken",
    "DutyChanged": "Duty",
    "PlayersAdmitted": "Admitted from the waiting list",
    "PlayerLinked": "The phone of {player}",
    "PlayerWithdrawn": "{player} taken off the list",
    "TableFixed": "The table of {player}",
    "ClubSet": "The club of {player}",
    "PlayerDropped": "The drop of {player}",
    "PlayerRejoined": "{player} back in",
    "RoundDrafted": "The draft",
    "DraftSwapped": "The swap",
    "DraftSeated": "The table moved",
    "DraftDiscarded": "Draft discarded",
    "RoundPublished": "Publishing the round",
    "RoundRecalled": "Recalling round {number}",
    "RoundClosed": "Closing round {number}",
    "CutMade": "The cut",
    "ClockStarted": "Starting the clock",
    "ClockPaused": "The pause",
    "ClockResumed": "Clock resumed",
    "ClockExtended": "The extension",
    "TimeTakenBack": "Clock restarted",
    "WordsTold": "The announcement to all",
    "JudgeCalled": "The call",
    "CallClaimed": "Taking the call",
    "CallClosed": "Closing the call",
    "PenaltyGiven": "The penalty of {player}",
    "PenaltyWithdrawn": "Penalty withdrawn",
    "ComponentNoted": "The component matter",
    "ListReviewed": "List of {player} checked",
    "ReleaseEntered": "The release date of a card",
}
