"""Every act of a tournament: pages, the API and the command line ask for the same."""

from datetime import date

from muster.app.acting import Command
from muster.rules.armies.army import Army
from muster.rules.tournament.games import Player
from muster.rules.tournament.running.events import Role, WhyDropped
from muster.rules.tournament.running.judging_events import Matter, PenaltyKind
from muster.rules.tournament.running.plan import TournamentPlan
from muster.rules.tournament.scoring.results import Slip


class OfPlayer(Command, frozen=True):
    """A command about one player."""

    player: Player


# The event and who runs it -------------------------------------------------------------------------------


class Begin(Command, frozen=True):
    """A new event; whoever opens it is its organiser."""

    name: str
    plan: TournamentPlan


class Plan(Command, frozen=True):
    """Plan the event anew, before it is announced."""

    name: str
    plan: TournamentPlan


class SetWaiting(Command, frozen=True):
    """How many minutes players are waited for before they count as missing."""

    minutes: int


class Announce(Command, frozen=True):
    """Announce rounds and cut; the plan is locked."""


class CallOff(Command, frozen=True):
    """The event does not take place."""

    why: str = ""


class HandOver(Command, frozen=True):
    """Another account is the organiser."""

    person: str


class GiveRole(Command, frozen=True):
    """Make somebody head judge, judge or scorekeeper."""

    person: str
    role: Role


class TakeRole(Command, frozen=True):
    """Take a role back."""

    person: str
    role: Role


class SetDuty(Command, frozen=True):
    """A judge goes on or off duty."""

    on: bool
    person: str = ""


# Players -------------------------------------------------------------------------------------------------


class Enter(Command, frozen=True):
    """Enter players by their names; `clubs` are theirs in the same order, as far as they are known."""

    names: tuple[str, ...]
    present: bool = False
    clubs: tuple[str, ...] = ()


class EnterMe(Command, frozen=True):
    """Enter oneself."""

    name: str
    club: str = ""


class Withdraw(OfPlayer, frozen=True):
    """Leave before round 1."""


class Admit(Command, frozen=True):
    """Let players in from the waiting list."""

    players: tuple[Player, ...]


class CheckIn(Command, frozen=True):
    """Players are there, or not after all."""

    players: tuple[Player, ...]
    present: bool = True


class CheckMeIn(Command, frozen=True):
    """A player is there and says so."""


class FixTable(OfPlayer, frozen=True):
    """A player always sits at this table; 0 takes it back."""

    table: int


class SetClub(OfPlayer, frozen=True):
    """Where a player plays otherwise; nothing takes it back."""

    club: str


class Link(OfPlayer, frozen=True):
    """Tie a player to an account."""

    account: str


class Claim(Command, frozen=True):
    """Say which player one is, with the code of the slip."""

    code: str


class Rename(OfPlayer, frozen=True):
    """Spell a name otherwise."""

    name: str


class Erase(OfPlayer, frozen=True):
    """Forget a name for good."""


class Drop(OfPlayer, frozen=True):
    """A player plays no further rounds."""

    why: WhyDropped = "asked"


class Rejoin(OfPlayer, frozen=True):
    """A dropped player is back."""


class Leave(Command, frozen=True):
    """A player goes: before round 1 off the list, later out of the event."""


# Rounds, their clock and results -------------------------------------------------------------------------


class Draft(Command, frozen=True):
    """Pair the next round for the organiser's eyes."""


class Swap(Command, frozen=True):
    """Swap two players of the draft."""

    one: Player
    other: Player


class Seat(Command, frozen=True):
    """Move a game of the draft to another table."""

    table: int
    to: int


class Discard(Command, frozen=True):
    """Throw the draft away."""


class Publish(Command, frozen=True):
    """Publish the draft of this number."""

    draft: int


class Recall(Command, frozen=True):
    """Take a published round back before it has begun."""


class CloseRound(Command, frozen=True):
    """All results are in."""


class MakeCut(Command, frozen=True):
    """Cut to the elimination stage."""


class End(Command, frozen=True):
    """End the event."""


class StartClock(Command, frozen=True):
    """The round begins."""


class PauseClock(Command, frozen=True):
    """Stop the clock."""


class ResumeClock(Command, frozen=True):
    """Go on."""


class Extend(Command, frozen=True):
    """More minutes, for all or for one table."""

    minutes: int
    table: int = 0


class CallTime(Command, frozen=True):
    """Time is up."""


class TakeBackTime(Command, frozen=True):
    """Time was called by mistake, or by a clock that was wrong: it runs on, with `left` minutes if told."""

    left: int = 0


class Tick(Command, frozen=True):
    """Time is up and nobody has said so: the clock calls it."""


class Report(Command, frozen=True):
    """A player tells the result of their game in this round."""

    number: int
    slip: Slip


class Confirm(Command, frozen=True):
    """A player agrees with what the opponent told."""

    number: int


class Dispute(Command, frozen=True):
    """A player does not agree."""

    number: int
    words: str = ""


class EnterResult(Command, frozen=True):
    """An official writes down a result."""

    number: int
    table: int
    slip: Slip


class NoShow(Command, frozen=True):
    """Who did not come within the time limit."""

    number: int
    table: int
    missing: tuple[Player, ...]


class Correct(Command, frozen=True):
    """Change a result that stands, visibly."""

    number: int
    table: int
    slip: Slip
    why: str = ""


class ConcedeMissing(OfPlayer, frozen=True):
    """Something essential was not found within the extension: the player concedes their game (rule 552)."""


class RemoveMissing(OfPlayer, frozen=True):
    """Something essential was not replaced when the next round begins: the player is out (rule 553)."""


# Judges and army lists -----------------------------------------------------------------------------------


class CallJudge(Command, frozen=True):
    """A player asks for a judge."""

    words: str = ""


class CallFor(OfPlayer, frozen=True):
    """Write down the call of a player without a phone."""

    words: str = ""


class ClaimCall(Command, frozen=True):
    """A judge takes a call."""

    call: int


class CloseCall(Command, frozen=True):
    """A call is settled."""

    call: int
    words: str = ""


class AskReview(Command, frozen=True):
    """Ask the head judge to review a ruling."""

    call: int


class Penalise(OfPlayer, frozen=True):
    """A penalty, for judges only."""

    kind: PenaltyKind
    words: str


class Pardon(Command, frozen=True):
    """The head judge takes a penalty back."""

    penalty: int
    words: str


class Rule(Command, frozen=True):
    """How a card reads for the rest of the event."""

    card: str
    words: str


class Tell(Command, frozen=True):
    """An announcement to everybody."""

    words: str


class NoteComponent(Command, frozen=True):
    """A component matter: sharing, a proxy, something lost."""

    matter: Matter
    what: str
    player: Player = ""
    on: date | None = None


class SubmitList(OfPlayer, frozen=True):
    """Hand in an army, a `saved` one of one's own, a tool's list with `choices` as "ID piece", or words."""

    army: Army | None = None
    saved: str = ""
    listed: str = ""
    choices: tuple[str, ...] = ()
    text: str = ""


class ReviewList(OfPlayer, frozen=True):
    """A leader has looked a list over."""

    fine: bool
    words: str = ""


class EnterRelease(Command, frozen=True):
    """The organiser says when a card came out; without a day that is taken back."""

    card: str
    released: date | None = None


class Undo(Command, frozen=True):
    """Take back one's own latest act."""

    batch: str
