"""A tournament as it stands: the fold of its events. How each event changes it: `evolving`.

Everything keyed by player, table or number is a dictionary, so that an event of one table in a hall of five
hundred copies pointers and nothing else.
"""

from collections.abc import Hashable
from datetime import date, datetime
from functools import cached_property
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from muster.rules.dice.faces import Roll
from muster.rules.tournament.clock.clock import Clock
from muster.rules.tournament.games import Game, Player, Result, Round, Stage
from muster.rules.tournament.running.events import DrawnRound, WhyDropped
from muster.rules.tournament.running.judging_events import ComponentNoted, PenaltyKind
from muster.rules.tournament.running.plan import TournamentPlan

Status: TypeAlias = Literal["unknown", "planned", "announced", "running", "ended", "called-off"]
EntryStatus: TypeAlias = Literal["waiting", "entered", "dropped", "disqualified", "withdrawn"]
TAKES_PART: Final[tuple[EntryStatus, ...]] = ("entered", "dropped", "disqualified")
"""Who has a place in the event, whatever became of them: neither those who wait nor those who withdrew."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A player in the event. `table` is the table they always sit at, if they need one; `club` is where they
    play otherwise."""

    player: Player
    account: str = ""
    status: EntryStatus = "entered"
    present: bool = False
    table: int = 0
    club: str = ""
    why: WhyDropped | None = None

    @property
    def active(self) -> bool:
        """In the event and there: somebody who is paired."""
        return self.status == "entered" and self.present


class TableReport(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a game's end. It stands when `settled`; until then one player has told it.

    `by` is the player or the official who told it, `corrected` how often it was changed since.
    """

    result: Result
    by: str
    settled: bool = True
    disputed: str | None = None
    corrected: int = 0


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of a round, and the dice behind its length where that is secret.

    `clock.minutes` of a secret length is the server's until time is called.
    """

    clock: Clock
    secret: bool = False
    commitment: str = ""
    roll: Roll | None = None
    evidence: str = ""


class EventRound(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A published round: its pairing, its results by table, its clock. A round that is over is the same value
    ever after, so what is made of it is `kept` with it: a late event costs no more than an early one."""

    drawn: DrawnRound
    drafts: int = 1
    results: dict[int, TableReport] = {}
    timing: Timing | None = None
    closed: bool = False

    @property
    def number(self) -> int:
        """Counted through all stages."""
        return self.drawn.round.number

    @property
    def stage(self) -> Stage:
        """Swiss or elimination."""
        return self.drawn.round.stage

    @property
    def has_begun(self) -> bool:
        """Whether a game of it has begun: its clock was started or a result of a game is there (T9).

        Somebody who left before the start has lost without a game.
        """
        played = (report.result.how not in ("no-show", "left") for report in self.results.values())
        return self.timing is not None or any(played)

    @property
    def open_tables(self) -> tuple[int, ...]:
        """The tables nothing was told of, and those where the players differ."""
        reports = self.results
        return tuple(
            game.table
            for game in self.drawn.round.games
            if game.table not in reports or reports[game.table].disputed is not None
        )

    def game(self, table: int) -> Game | None:
        """The game at a table, with its result if it stands."""
        found = next((game for game in self.drawn.round.games if game.table == table), None)
        return found and self._with_result(found)

    def game_of(self, player: Player) -> Game | None:
        """The game of a player."""
        found = self.drawn.round.game_of(player)
        return found and self._with_result(found)

    def _with_result(self, game: Game) -> Game:
        report = self.results.get(game.table)
        return replace(game, result=report.result) if report and report.settled else game

    @cached_property
    def derived_values(self) -> dict[Hashable, object]:
        """What others made of this round."""
        return {}

    @cached_property
    def played(self) -> Round:
        """The round as everything that computes reads it, with the results that stand."""
        return replace(self.drawn.round, games=tuple(map(self._with_result, self.drawn.round.games)))


class Draft(msgspec.Struct, frozen=True):
    """A pairing not yet published. `number` counts the drafts of the round."""

    number: int
    drawn: DrawnRound


class Announced(msgspec.Struct, frozen=True):
    """The locked structure: Swiss rounds, the size of the cut, how many players it was made for."""

    rounds: int
    cut: int
    players: int
    leaders: tuple[str, ...] = ()


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """A call for a judge. `review` asks for the head judge (rule 512)."""

    number: int
    player: Player
    table: int
    at: datetime
    words: str = ""
    claimed: str = ""
    closed: str = ""
    outcome: str = ""
    review: bool = False


class Penalty(msgspec.Struct, frozen=True, kw_only=True):
    """A penalty in the judges' log."""

    number: int
    player: Player
    penalty: PenaltyKind
    words: str
    by: str
    round: int = 0
    withdrawn: str = ""


class Ruling(msgspec.Struct, frozen=True):
    """How a card reads for the whole event."""

    number: int
    card: str
    words: str
    by: str


class ListState(msgspec.Struct, frozen=True, kw_only=True):
    """What the event knows of an army list; the list has a log of its own."""

    points: int
    problems: int
    digest: str
    reviewed: bool = False
    fine: bool = True
    words: str = ""


class Announcement(msgspec.Struct, frozen=True):
    """Words told to everybody."""

    words: str
    at: datetime


class OpenToAll(msgspec.Struct, frozen=True, kw_only=True):
    """What of an event everybody may know who may look at it. `cut_before` is the cut as it was made, where
    somebody left it since and others moved up (rule 606)."""

    status: Status = "unknown"
    name: str = ""
    plan: TournamentPlan = TournamentPlan()
    organiser: str = ""
    head_judge: str = ""
    judges: dict[str, bool] = {}
    scorekeepers: tuple[str, ...] = ()
    deputies: tuple[str, ...] = ()
    announced: Announced | None = None
    cut: tuple[Player, ...] = ()
    cut_before: tuple[Player, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    words: tuple[Announcement, ...] = ()
    ranking: tuple[Player, ...] = ()


class Tournament(OpenToAll, frozen=True, kw_only=True):
    """Everything about an event. `entered` counts the keys ever given, `lots` seeds the random order."""

    entries: dict[Player, Entry] = {}
    entered: int = 0
    lots: str = ""
    draft: Draft | None = None
    drafts: int = 0
    rounds: tuple[EventRound, ...] = ()
    calls: dict[int, Call] = {}
    penalties: tuple[Penalty, ...] = ()
    components: tuple[ComponentNoted, ...] = ()
    released: dict[str, date] = {}
    lists: dict[Player, ListState] = {}

    @property
    def leaders(self) -> tuple[str, ...]:
        """Organiser, head judge and judges, each once (rule 503)."""
        every = (self.organiser, self.head_judge, *self.judges)
        return tuple(dict.fromkeys(person for person in every if person))

    @property
    def acting_head_judge(self) -> str:
        """The head judge; without one on duty the organiser (rules 506, 507, 509)."""
        return self.head_judge if self.judges.get(self.head_judge) else self.organiser

    @property
    def round(self) -> EventRound | None:
        """The latest published round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def open_round(self) -> EventRound | None:
        """The round being played."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    @property
    def swiss_done(self) -> int:
        """How many Swiss rounds are closed."""
        return sum(current.closed and current.stage == "swiss" for current in self.rounds)

    @property
    def active(self) -> tuple[Player, ...]:
        """Everybody who is paired from now on."""
        return tuple(key for key, entry in self.entries.items() if entry.active)

    def entry_of(self, account: str) -> Entry | None:
        """The entry of an account that is still in the event's books."""
        if not account:
            return None
        mine = (
            entry
            for entry in self.entries.values()
            if entry.account == account and entry.status != "withdrawn"
        )
        return next(mine, None)
