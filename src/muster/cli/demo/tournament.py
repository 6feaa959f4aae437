"""The demo's event: sixteen players of Cass's, round 1 played, round 2 under way."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING

from muster.app.acting import Act
from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan, Tournaments
from muster.rules.tournament.games import Tally
from muster.rules.tournament.scoring.results import Slip

if TYPE_CHECKING:
    from muster.store.accounts import Account

NAMES = (
    "Ann Okoro", "Bo Lindqvist", "Ines Kruger", "Paul Whitlock", "Bea Costa", "Ilya Petrov", "Mara Byrne",
    "Teo Brandt", "Sana Adeyemi", "Finn Moreau", "Lena Vargas", "Omar Tanaka", "Ruth Ferrand", "Jonas Dace",
    "Nina Marrok", "Kai Novak",
)  # fmt: skip
# Victory tokens of both players, table by table.
TOKENS = ((8, 5), (7, 4), (3, 9), (6, 2), (5, 8), (10, 3), (4, 6), (7, 5))
PLAYED_IN_ROUND_2 = 3


class Saturday:
    """One day in the hall, told from a little while ago so that the clock of round 2 is running."""

    def __init__(self, people: Mapping[str, "Account"], my: Tournaments, event: str) -> None:
        self.people = {handle: str(account.pk) for handle, account in people.items()}
        self.my, self.event = my, event
        self.start, self.steps = datetime.now(UTC) - timedelta(minutes=60), count()

    def act(self, handle: str = "cass") -> Act:
        """Every act half a minute after the one before."""
        from muster.store.accounts import new_id

        at = self.start + timedelta(seconds=30 * next(self.steps))
        return Act(self.people[handle], at, str(new_id()))

    def gather(self) -> None:
        """Cass opens the event, fourteen are entered by hand, Ann and Bo claim their seats with the code."""
        plan = TournamentPlan(
            structure="advanced", place="The Cellar", lists="none", day=datetime.now(UTC).date()
        )
        self.my.do(self.act(), self.event, commands.Begin(name="Orrin Open", plan=plan))
        self.my.do(self.act(), self.event, commands.Enter(names=NAMES, present=True))
        people = self.my.roster.people(self.event)
        for handle, player in zip(("ann", "bo"), people.values(), strict=False):
            self.my.do(self.act(handle), self.event, commands.Claim(code=player.code))
        self.my.do(self.act(), self.event, commands.Announce())
        self.my.do(self.act(), self.event, commands.Tell(words="Welcome. Lunch is at half past twelve."))

    def open_round(self) -> None:
        """Pair, publish, start the clock."""
        self.my.do(self.act(), self.event, commands.Draft())
        draft = self.my.load(self.event).state.draft
        self.my.do(self.act(), self.event, commands.Publish(draft=draft.number if draft else 0))
        self.my.do(self.act(), self.event, commands.StartClock())

    def results(self, tables: int) -> None:
        """So many tables hand in their slips."""
        current = self.my.load(self.event).state.open_round
        for game, (one, two) in zip(
            current.drawn.round.games[:tables] if current else (), TOKENS, strict=False
        ):
            slip = Slip(tallies=(Tally(victory=one, score=60 * one), Tally(victory=two, score=55 * two)))
            number = current.number if current else 0
            self.my.do(
                self.act(), self.event, commands.EnterResult(number=number, table=game.table, slip=slip)
            )


def event(people: Mapping[str, "Account"]) -> str:
    """An event of sixteen in its second round."""
    from muster.store.accounts import new_id
    from muster.store.log import DatabaseStore
    from muster.store.stream_roles import DatabaseRoles
    from muster.store.tournaments import DatabaseIndex, DatabaseRoster

    stream = f"tournament:{new_id().hex}"
    my = Tournaments(DatabaseStore(), DatabaseRoster(), index=DatabaseIndex(), stream_roles=DatabaseRoles())
    day = Saturday(people, my, stream)
    day.gather()
    day.open_round()
    day.results(len(TOKENS))
    my.do(day.act(), stream, commands.CloseRound())
    day.open_round()
    day.results(PLAYED_IN_ROUND_2)
    return f"An event of Cass’s with sixteen players in round 2: /event/{stream.removeprefix('tournament:')}"
