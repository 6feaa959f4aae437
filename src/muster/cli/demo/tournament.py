"""A day at a tournament, for the demo and for benchmarks: entries, rounds, results."""

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from uuid_utils.compat import uuid7

from muster.app.acting import Act, Command
from muster.app.request_store import RequestStore
from muster.app.shared_logs import SharedLogs
from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan, Tournaments
from muster.rules.tournament.games import Game, Tally
from muster.rules.tournament.scoring.results import Slip

if TYPE_CHECKING:
    from collections.abc import Mapping

    from muster.store.accounts import Account

NAMES = (
    "Ann Okoro", "Bo Lindqvist", "Ines Kruger", "Paul Whitlock", "Bea Costa", "Ilya Petrov", "Mara Byrne",
    "Teo Brandt", "Sana Adeyemi", "Finn Moreau", "Lena Vargas", "Omar Tanaka", "Ruth Ferrand", "Jonas Dace",
    "Nina Marrok", "Kai Novak",
)  # fmt: skip
# Victory tokens of both players, table by table.
TOKENS = ((8, 5), (7, 4), (3, 9), (6, 2), (5, 8), (10, 3), (4, 6), (7, 5))
PLAYED_IN_ROUND_2 = 3


class Hall:
    """One event that began an hour ago, so that the clock of the open round is running; each act comes
    some seconds after the one before."""

    def __init__(self, organiser: str, seconds: int, entropy: Callable[[int], bytes] = os.urandom) -> None:
        from muster.store.campaign.stream_roles import DatabaseRoles
        from muster.store.log.database import DatabaseStore
        from muster.store.tournaments import DatabaseIndex, DatabaseRoster

        self.store = DatabaseStore()
        self.shared = SharedLogs(self.store)
        self._services = partial(
            Tournaments,
            roster=DatabaseRoster(),
            index=DatabaseIndex(),
            stream_roles=DatabaseRoles(),
            entropy=entropy,
        )
        self.organiser, self.id = organiser, uuid7().hex
        self.event = f"tournament:{self.id}"
        self.start, self.seconds = datetime.now(UTC) - timedelta(hours=1), count(0, seconds)

    @property
    def my(self) -> Tournaments:
        """The event as it stands, with committed entries cached, so that each act reads only what is new."""
        return self._services(RequestStore(self.store, self.shared))

    def do(self, command: Command, who: str = "") -> None:
        """Let the organiser or somebody else do something."""
        at = self.start + timedelta(seconds=next(self.seconds))
        self.my.do(Act(who or self.organiser, at, str(uuid7())), self.event, command)

    def begin(self, plan: TournamentPlan, names: Sequence[str]) -> None:
        """Enter everybody by hand and check them in."""
        self.do(commands.Begin(name="Orrin Open", plan=plan))
        self.do(commands.Enter(names=tuple(names), present=True))

    def open_round(self) -> None:
        """Pair, publish, start the clock."""
        self.do(commands.Draft())
        draft = self.my.load(self.event).state.draft
        self.do(commands.Publish(draft=draft.number if draft else 0))
        self.do(commands.StartClock())

    def results(self, slip: Callable[[int, Game], Slip | None]) -> None:
        """Enter the slips of those tables that have one."""
        current = self.my.load(self.event).state.open_round
        for place, game in enumerate(current.drawn.round.games if current else ()):
            if current and (result := slip(place, game)):
                self.do(commands.EnterResult(number=current.number, table=game.table, slip=result))


def begin_event(players: int, organiser: str, rounds: int) -> Hall:
    """An event of any size before its first round."""
    hall = Hall(organiser, 1)
    plan = TournamentPlan(structure="custom", rounds=rounds, lists="none")
    hall.begin(plan, [f"Player {number:04}" for number in range(1, players + 1)])
    hall.do(commands.Announce())
    return hall


def event(people: "Mapping[str, Account]") -> str:
    """Sixteen players of Cass's: round 1 played, round 2 under way. Ann and Bo claim their seats by code."""
    hall = Hall(str(people["cass"].pk), 30)
    today = datetime.now(UTC).date()
    hall.begin(TournamentPlan(structure="advanced", place="The Cellar", lists="none", day=today), NAMES)
    for handle, player in zip(("ann", "bo"), hall.my.roster.people(hall.event).values(), strict=False):
        hall.do(commands.Claim(code=player.code), str(people[handle].pk))
    hall.do(commands.Announce())
    hall.do(commands.Tell(words="Welcome. Lunch is at half past twelve."))
    hall.open_round()
    hall.results(_slip)
    hall.do(commands.CloseRound())
    hall.open_round()
    hall.results(lambda place, game: _slip(place, game) if place < PLAYED_IN_ROUND_2 else None)
    return f"An event of Cass’s with sixteen players in round 2: /event/{hall.id}"


def _slip(place: int, _: Game) -> Slip:
    first, second = TOKENS[place]
    return Slip(tallies=(Tally(victory=first, score=60 * first), Tally(victory=second, score=55 * second)))
