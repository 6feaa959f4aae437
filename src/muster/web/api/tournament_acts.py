"""Every act of a tournament as JSON, named like the use cases in `muster.app.tournament.tournaments`."""

from datetime import date

from muster.rules.armies.army import Army
from muster.rules.tournament.judging.events import Matter, PenaltyKind
from muster.rules.tournament.running import plan
from muster.rules.tournament.running.events import Role, WhyDropped
from muster.rules.tournament.scoring.results import Slip
from muster.web.api.commands import Command


class Plan(Command):
    """Plan the event anew, before it is announced."""

    name: str
    plan: plan.TournamentPlan


class Announce(Command):
    """Announce rounds and cut; the plan is locked."""


class CallOff(Command):
    """The event does not take place."""

    why: str = ""


class HandOver(Command):
    """Another account is the organiser."""

    person: str


class GiveRole(Command):
    """Make somebody head judge, judge or scorekeeper."""

    person: str
    role: Role


class TakeRole(Command):
    """Take a role back."""

    person: str
    role: Role


class SetDuty(Command):
    """A judge goes on or off duty."""

    on: bool
    person: str = ""


class Enter(Command):
    """Enter players by their names."""

    names: tuple[str, ...]
    present: bool = False


class EnterMe(Command):
    """Enter oneself."""

    name: str


class Withdraw(Command):
    """Leave before round 1."""

    player: str


class Admit(Command):
    """Let players in from the waiting list."""

    players: tuple[str, ...]


class CheckIn(Command):
    """Players are there, or not after all."""

    players: tuple[str, ...]
    present: bool = True


class FixTable(Command):
    """A player always sits at this table; 0 takes it back."""

    player: str
    table: int


class Link(Command):
    """Tie a player to an account."""

    player: str
    account: str


class Claim(Command):
    """Say which player one is, with the code of the slip."""

    code: str


class Rename(Command):
    """Spell a name otherwise."""

    player: str
    name: str


class Erase(Command):
    """Forget a name for good."""

    player: str


class Drop(Command):
    """A player plays no further rounds."""

    player: str
    why: WhyDropped = "asked"


class Rejoin(Command):
    """A dropped player is back."""

    player: str


class Draft(Command):
    """Pair the next round for the organiser's eyes."""


class Swap(Command):
    """Swap two players of the draft."""

    one: str
    other: str


class Seat(Command):
    """Move a game of the draft to another table."""

    table: int
    to: int


class Discard(Command):
    """Throw the draft away."""


class Publish(Command):
    """Publish the draft of this number."""

    draft: int


class Recall(Command):
    """Take a published round back before it has begun."""


class CloseRound(Command):
    """All results are in."""


class MakeCut(Command):
    """Cut to the elimination stage."""


class End(Command):
    """End the event."""


class StartClock(Command):
    """The round begins."""


class PauseClock(Command):
    """Stop the clock."""


class ResumeClock(Command):
    """Go on."""


class Extend(Command):
    """More minutes, for all or for one table."""

    minutes: int
    table: int = 0


class CallTime(Command):
    """Time is up."""


class Report(Command):
    """A player tells the result of their game in this round."""

    number: int
    slip: Slip


class Confirm(Command):
    """A player agrees with what the opponent told."""

    number: int


class Dispute(Command):
    """A player does not agree."""

    number: int
    words: str = ""


class EnterResult(Command):
    """An official writes down a result."""

    number: int
    table: int
    slip: Slip


class NoShow(Command):
    """Who did not come within the time limit."""

    number: int
    table: int
    missing: tuple[str, ...]


class Correct(Command):
    """Change a result that stands, visibly."""

    number: int
    table: int
    slip: Slip
    why: str = ""


class CallJudge(Command):
    """A player asks for a judge."""

    words: str = ""


class CallFor(Command):
    """Write down the call of a player without a phone."""

    player: str
    words: str = ""


class ClaimCall(Command):
    """A judge takes a call."""

    call: int


class CloseCall(Command):
    """A call is settled."""

    call: int
    words: str = ""


class AskReview(Command):
    """Ask the head judge to review a ruling."""

    call: int


class Penalise(Command):
    """A penalty, for judges only."""

    player: str
    kind: PenaltyKind
    words: str


class Pardon(Command):
    """The head judge takes a penalty back."""

    penalty: int
    words: str


class Rule(Command):
    """How a card reads for the rest of the event."""

    card: str
    words: str


class Tell(Command):
    """An announcement to everybody."""

    words: str


class NoteComponent(Command):
    """A component matter: sharing, a proxy, something lost."""

    matter: Matter
    what: str
    player: str = ""
    on: date | None = None


class SubmitList(Command):
    """Hand in an army list."""

    player: str
    army: Army | None = None
    text: str = ""


class ReviewList(Command):
    """A leader has looked a list over."""

    player: str
    fine: bool
    words: str = ""


class Undo(Command):
    """Take back one's own latest act."""

    batch: str


Planning = Plan | Announce | CallOff | HandOver | GiveRole | TakeRole | SetDuty
Players = (
    Enter | EnterMe | Withdraw | Admit | CheckIn | FixTable | Link | Claim | Rename | Erase | Drop | Rejoin
)
Rounds = Draft | Swap | Seat | Discard | Publish | Recall | CloseRound | MakeCut | End
Clock = StartClock | PauseClock | ResumeClock | Extend | CallTime
Results = Report | Confirm | Dispute | EnterResult | NoShow | Correct
Judging = CallJudge | CallFor | ClaimCall | CloseCall | AskReview | Penalise | Pardon | Rule | Tell
Lists = NoteComponent | SubmitList | ReviewList | Undo
Commands = Planning | Players | Rounds | Clock | Results | Judging | Lists
