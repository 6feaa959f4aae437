"""What happens in a tournament. Names of people are in no event: players are p1, p2, …, others accounts."""

from typing import Final, Literal, TypeAlias

import msgspec

from muster.rules.log import EVERYONE, Event, event
from muster.rules.tournament.games import Player, Result, Round
from muster.rules.tournament.running.plan import TournamentPlan
from muster.rules.violations import Violation

ORGANISER: Final = "organiser"
SCOREKEEPER: Final = "scorekeeper"
JUDGE: Final = "judge"
OFFICIALS: Final = frozenset({ORGANISER, JUDGE})
DESK: Final = frozenset({ORGANISER, SCOREKEEPER})
DEPUTY: Final = "deputy"
PAIRING: Final = frozenset({ORGANISER, DEPUTY})

Role: TypeAlias = Literal["head-judge", "judge", "scorekeeper", "deputy"]
WhyDropped: TypeAlias = Literal["asked", "no-show", "unable", "components"]


class ForTheDesk(Event, frozen=True):
    """What only the desk reads."""

    def seen_by(self) -> frozenset[str]:
        return DESK


class ForThePairing(Event, frozen=True):
    """What those read who pair (rule 505): whoever only keeps scores may play."""

    def seen_by(self) -> frozenset[str]:
        return PAIRING


class ForTheTable(Event, frozen=True):
    """What the players of a game and the officials read, until a result stands."""

    round: int
    table: int

    def seen_by(self) -> frozenset[str]:
        return frozenset({*OFFICIALS, SCOREKEEPER, f"table:{self.round}:{self.table}"})


# The event itself ----------------------------------------------------------------------------------------


@event("tournament.opened")
class TournamentOpened(Event, frozen=True):
    """Somebody began to plan an event and is its organiser (rule 505)."""

    name: str
    by: str
    plan: TournamentPlan


@event("tournament.planned")
class TournamentPlanned(Event, frozen=True):
    """The plan was changed before it was announced."""

    name: str
    plan: TournamentPlan


@event("tournament.waiting_set")
class WaitingSet(Event, frozen=True):
    """How long players are waited for was changed, also while the event runs (rule 593)."""

    minutes: int


@event("tournament.announced")
class TournamentAnnounced(Event, frozen=True):
    """Rounds and cut are announced and locked (rule 590); `lots` is the seed of the one random order (T16).

    `leaders` are the organiser and judges told to the players at the start (rule 513).
    """

    rounds: int
    cut: int
    players: int
    lots: str
    leaders: tuple[str, ...] = ()


@event("tournament.ended")
class TournamentEnded(Event, frozen=True):
    """The event is over; `ranking` is its final order (T14)."""

    ranking: tuple[Player, ...]


@event("tournament.called_off")
class TournamentCalledOff(Event, frozen=True):
    """The event does not take place, or was broken off."""

    words: str = ""


# Roles ---------------------------------------------------------------------------------------------------


@event("tournament.organiser_changed")
class OrganiserChanged(Event, frozen=True):
    """The organiser handed over; there is always exactly one (rule 505)."""

    person: str


@event("tournament.role_given")
class RoleGiven(Event, frozen=True):
    """Somebody is head judge, judge or scorekeeper."""

    person: str
    role: Role


@event("tournament.role_taken")
class RoleTaken(Event, frozen=True):
    """Somebody no longer has this role."""

    person: str
    role: Role


@event("tournament.duty_changed")
class DutyChanged(Event, frozen=True):
    """A judge went on or off duty (rule 509)."""

    person: str
    on: bool


# Players -------------------------------------------------------------------------------------------------


class Entered(msgspec.Struct, frozen=True):
    """A player who enters. `missed` are the rounds that count as unpaired losses (T12); `club` is where they
    play otherwise."""

    player: Player
    account: str = ""
    waiting: bool = False
    missed: tuple[int, ...] = ()
    club: str = ""


@event("tournament.players_entered")
class PlayersEntered(Event, frozen=True):
    """Players entered, or went on the waiting list. Whose phone belongs to whom is for the desk."""

    players: tuple[Entered, ...]

    def seen_by(self) -> frozenset[str]:
        return DESK if any(player.account for player in self.players) else EVERYONE

    def shown_as(self) -> "PlayersEntered":
        return PlayersEntered(tuple(msgspec.structs.replace(player, account="") for player in self.players))


@event("tournament.players_admitted")
class PlayersAdmitted(Event, frozen=True):
    """Players moved up from the waiting list."""

    players: tuple[Player, ...]


@event("tournament.player_linked")
class PlayerLinked(ForTheDesk, frozen=True):
    """A player uses this account on their phone; empty takes the link away."""

    player: Player
    account: str


@event("tournament.players_checked_in")
class PlayersCheckedIn(Event, frozen=True):
    """Players are there, or are not after all. `missed` as for a late arrival."""

    players: tuple[Player, ...]
    present: bool = True
    missed: tuple[int, ...] = ()


@event("tournament.player_withdrawn")
class PlayerWithdrawn(Event, frozen=True):
    """A player left before the event began."""

    player: Player


@event("tournament.club_set")
class ClubSet(Event, frozen=True):
    """A player belongs to this club; empty for none."""

    player: Player
    club: str


@event("tournament.table_fixed")
class TableFixed(ForTheDesk, frozen=True):
    """A player always sits at this table; 0 takes it back. Why is nobody else's business."""

    player: Player
    table: int


@event("tournament.player_dropped")
class PlayerDropped(Event, frozen=True):
    """A player plays no further rounds (rule 593)."""

    player: Player
    why: WhyDropped = "asked"


@event("tournament.player_rejoined")
class PlayerRejoined(Event, frozen=True):
    """A player is back, with an unpaired loss for each missed round (rule 593)."""

    player: Player
    missed: tuple[int, ...] = ()


@event("tournament.player_disqualified")
class PlayerDisqualified(Event, frozen=True):
    """A player is out and cannot come back (rule 594). The reason is in the judges' log."""

    player: Player


# Rounds --------------------------------------------------------------------------------------------------


class DrawnRound(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing with the seed it can be recomputed from. `by_hand` counts changes made afterwards."""

    round: Round
    seed: str = ""
    path: str = ""
    notes: tuple[Violation, ...] = ()
    by_hand: int = 0


@event("tournament.round_drafted")
class RoundDrafted(ForThePairing, frozen=True):
    """A pairing to look at, not yet published. `draft` counts the drafts of this round."""

    draft: int
    drawn: DrawnRound

    def step_key(self) -> str:
        return f"pair:{self.drawn.round.number}:{self.draft}"


@event("tournament.draft_swapped")
class DraftSwapped(ForThePairing, frozen=True):
    """Two players changed places in the draft, by hand."""

    one: Player
    other: Player


@event("tournament.draft_seated")
class DraftSeated(ForThePairing, frozen=True):
    """A game of the draft moved to another table; the game there, if any, took its place."""

    table: int
    to: int


@event("tournament.draft_discarded")
class DraftDiscarded(ForThePairing, frozen=True):
    """The draft is not used: somebody came, left, or a result was corrected."""


@event("tournament.round_published")
class RoundPublished(Event, frozen=True):
    """The pairing everybody sees, with its seed; `drafts` says how many were drawn before."""

    drawn: DrawnRound
    drafts: int = 1


@event("tournament.round_recalled")
class RoundRecalled(Event, frozen=True):
    """A published round in which no game had begun is paired again (T9)."""

    number: int


@event("tournament.round_closed")
class RoundClosed(Event, frozen=True):
    """Every game has its result. `unconfirmed` are the tables where only one player had reported."""

    number: int
    unconfirmed: tuple[int, ...] = ()


@event("tournament.bye_given")
class ByeGiven(Event, frozen=True):
    """A player left during an elimination round: the opponent has a bye (rule 612)."""

    round: int
    dropped: Player


@event("tournament.cut_made")
class CutMade(Event, frozen=True):
    """These players go on, in the order of their seeds (rules 605, 606)."""

    seeds: tuple[Player, ...]


# Results -------------------------------------------------------------------------------------------------


@event("tournament.result_reported")
class ResultReported(ForTheTable, frozen=True):
    """A player told the result (rule 603); the opponent has not agreed yet."""

    result: Result
    player: Player


@event("tournament.result_confirmed")
class ResultConfirmed(Event, frozen=True):
    """The opponent agrees: the result stands. It is told again for those who did not see the report."""

    round: int
    table: int
    player: Player
    result: Result


@event("tournament.result_disputed")
class ResultDisputed(ForTheTable, frozen=True):
    """The opponent says otherwise; an official decides."""

    player: Player
    words: str = ""


@event("tournament.result_entered")
class ResultEntered(Event, frozen=True):
    """An official wrote down the result: it stands."""

    round: int
    table: int
    result: Result
    by: str


@event("tournament.result_corrected")
class ResultCorrected(Event, frozen=True):
    """A result that stood was changed, visibly (rule 604)."""

    round: int
    table: int
    before: Result
    after: Result
    by: str
    words: str = ""
