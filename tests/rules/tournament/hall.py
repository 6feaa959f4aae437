"""A hall with an event in it: everybody acts through the use cases, seeds come from a script."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

import pytest

from muster.app.acting import Act
from muster.app.memory_store import MemoryStore
from muster.app.tournament import commands
from muster.app.tournament.access import TournamentQueries
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.games import Game, Tally
from muster.rules.tournament.running.rounds import next_stage
from muster.rules.tournament.running.tournament import EventRound, Tournament
from muster.rules.tournament.scoring.results import Slip
from muster.rules.violations import Refused
from tests.app.memory_roster import in_memory

CUP = "tournament:c0ffee"
MORNING = datetime(2026, 9, 5, 9, tzinfo=UTC)
ORGANISER = "olga"


def won(game: Game, winner: int = 0, victory: tuple[int, int] = (3, 1), score: int = 400) -> Slip:
    """A game played to its end, won by the first or the second player of the table."""
    most, least = victory
    tallies = [Tally(victory=least, score=100), Tally(victory=least, score=100)]
    tallies[winner] = Tally(victory=most, score=score)
    return Slip(how="rounds", tallies=(tallies[0], tallies[1]), blue=game.players[0])


class Hall:
    """One event with its organiser olga. `clock` is the time of day; everything random comes from a seed."""

    def __init__(self, plan: TournamentPlan | None = None, seed: int = 1, store: object = None) -> None:
        chance = Random(seed)
        self.event = in_memory(store or MemoryStore(), entropy=chance.randbytes)  # type: ignore[arg-type]
        self.watching = TournamentQueries(self.event)
        self.clock = MORNING
        self.numbers = count(1)
        self.event.do(self.act(), CUP, commands.Begin(name="Autumn Cup", plan=plan or TournamentPlan()))

    def act(self, actor: str = ORGANISER, key: str | None = None) -> Act:
        return Act(actor, self.clock, f"act-{next(self.numbers)}", key)

    def wait(self, minutes: int) -> None:
        self.clock += timedelta(minutes=minutes)

    @property
    def now(self) -> Tournament:
        return self.event.load(CUP).state

    @property
    def round(self) -> EventRound:
        found = self.now.open_round
        assert found is not None
        return found

    # Shortcuts of the organiser --------------------------------------------------------------------------

    def enter(self, number: int, *, present: bool = True) -> tuple[str, ...]:
        had = len(self.event.roster.people(CUP))
        names = [f"Player {had + place}" for place in range(1, number + 1)]
        done = self.event.do(self.act(), CUP, commands.Enter(names=tuple(names), present=present))
        assert done is not None
        return self.event.entered_by(CUP, done.batch)

    def sit(self, player: str, account: str) -> None:
        """The player's phone."""
        self.event.do(self.act(), CUP, commands.Link(player=player, account=account))

    def begin(self, players: int = 4) -> "Hall":
        self.enter(players)
        self.event.do(self.act(), CUP, commands.Announce())
        return self

    def pair(self) -> EventRound:
        self.event.do(self.act(), CUP, commands.Draft())
        assert self.now.draft is not None
        self.event.do(self.act(), CUP, commands.Publish(draft=self.now.draft.number))
        return self.round

    def play(self, winners: Sequence[str] = ()) -> EventRound:
        """Pair a round, let the named players (else the first at each table) win, close it."""
        current = self.pair()
        for game in current.drawn.round.games:
            self.enter_result(game, int(game.players[1] in winners))
        self.event.do(self.act(), CUP, commands.CloseRound())
        return self.now.rounds[-1]

    def enter_result(self, game: Game, winner: int = 0, by: str = ORGANISER) -> None:
        self.event.do(
            self.act(by),
            CUP,
            commands.EnterResult(number=self.round.number, table=game.table, slip=won(game, winner)),
        )

    def play_swiss(self) -> "Hall":
        while next_stage(self.now) == "swiss":
            self.play()
        return self

    def standing(self) -> list[str]:
        return [line.player for line in self.watching.standings(ORGANISER, CUP)]


def refused(*codes: str):
    """The act inside is refused with exactly these codes."""
    return _Refused(codes)


class _Refused:
    def __init__(self, codes: Sequence[str]) -> None:
        self.codes = set(codes)

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: object, _trace: object) -> bool:
        if not isinstance(error, Refused):
            if error is None:
                pytest.fail(f"nothing was refused, not even {', '.join(sorted(self.codes))}")
            return False
        assert {violation.code for violation in error.violations} == self.codes
        return True
