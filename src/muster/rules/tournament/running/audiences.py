"""What each audience may see of an event: built up from nothing, so that what is not named is not shown.

Secret are: the length of a round that was rolled for, until time is called (rules 467, 469); a draft, until
it is published; what one player told of a game, until it stands; penalties and list matters, always; who
needs which table; which account is whose.
"""

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from muster.rules.dice.faces import Roll
from muster.rules.log.views import Viewer
from muster.rules.tournament.bracket.round_names import name_of
from muster.rules.tournament.clock.clock import Clock
from muster.rules.tournament.clock.events import CLOCK
from muster.rules.tournament.clock.recon_time import HiddenClock
from muster.rules.tournament.games import Player, Round
from muster.rules.tournament.running.events import DEPUTY, JUDGE, ORGANISER, SCOREKEEPER
from muster.rules.tournament.running.judging_events import ComponentNoted
from muster.rules.tournament.running.roles import offices
from muster.rules.tournament.running.tournament import (
    Call,
    Draft,
    EntryStatus,
    EventRound,
    ListState,
    OpenToAll,
    Penalty,
    TableReport,
    Timing,
    Tournament,
)

Audience: TypeAlias = Literal["organiser", "judge", "scorekeeper", "player", "public"]


class Viewpoint(msgspec.Struct, frozen=True):
    """Somebody looking: as what, as which player, whether they may know what the clock says, and whether they
    pair and so see drafts."""

    audience: Audience = "public"
    player: Player = ""
    times: bool = False
    pairs: bool = False


def viewpoint(now: Tournament, person: str) -> Viewpoint:
    """What a person is to the event. A leader who plays does not learn a secret length (rule 467)."""
    held = offices(now, person)
    entry = now.entry_of(person)
    player = entry.player if entry else ""
    if "organiser" in held:
        return Viewpoint("organiser", player, not player, pairs=True)
    pairs = "deputy" in held
    if "judge" in held or "head-judge" in held:
        return Viewpoint("judge", player, not player, pairs)
    if "scorekeeper" in held or pairs:  # both work at the desk
        return Viewpoint("scorekeeper", player, pairs=pairs)
    return Viewpoint("player" if player else "public", player)


_BADGES = {"organiser": ORGANISER, "judge": JUDGE, "scorekeeper": SCOREKEEPER}


def viewer(now: Tournament, point: Viewpoint) -> Viewer:
    """The badges under which the log is read."""
    found = {"everyone"}
    if point.audience in _BADGES:
        found.add(_BADGES[point.audience])
    if point.times:
        found.add(CLOCK)
    if point.pairs:
        found.add(DEPUTY)
    if point.player:
        found |= {f"player:{point.player}", *_tables(now, point.player), *_calls(now, point.player)}
    return Viewer(frozenset(found))


def _tables(now: Tournament, player: Player) -> set[str]:
    games = ((current.number, current.game_of(player)) for current in now.rounds)
    return {f"table:{number}:{game.table}" for number, game in games if game}


def _calls(now: Tournament, player: Player) -> set[str]:
    return {f"call:{call.number}" for call in now.calls.values() if call.player == player}


# The view ------------------------------------------------------------------------------------------------


class PlayerLine(msgspec.Struct, frozen=True, kw_only=True):
    """A player as somebody sees them; `account` and `table` are for the desk."""

    player: Player
    status: EntryStatus
    present: bool
    has_list: bool = False
    club: str = ""
    account: str = ""
    table: int = 0
    list: ListState | None = None

    @property
    def state(self) -> str:
        """Where they are in a word: here, away, or what became of them."""
        return self.status if self.status != "entered" else "here" if self.present else "away"


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """A clock as somebody sees it. `clock` is missing while its length is a secret to them."""

    state: Literal["waiting", "running", "paused", "time"]
    started: datetime | None = None
    called: datetime | None = None
    secret: bool = False
    clock: Clock | None = None
    commitment: str = ""
    roll: Roll | None = None
    evidence: str = ""


class RoundView(msgspec.Struct, frozen=True, kw_only=True):
    """A published round with the results that stand, and what was told at the tables one may know of."""

    round: Round
    name: str
    closed: bool
    seed: str
    path: str
    by_hand: int
    drafts: int
    reports: dict[int, TableReport]
    waiting: int
    begun: bool = False
    clock: ClockView | None = None


class TournamentView(OpenToAll, frozen=True, kw_only=True):
    """An event as one audience sees it."""

    audience: Audience
    player: Player
    players: tuple[PlayerLine, ...]
    rounds: tuple[RoundView, ...]
    calls: tuple[Call, ...]
    penalties: tuple[Penalty, ...]
    components: tuple[ComponentNoted, ...]
    draft: Draft | None = None

    @property
    def over(self) -> bool:
        """Ended, or called off."""
        return self.status in ("ended", "called-off")

    @property
    def round(self) -> RoundView | None:
        """The latest published round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def open_round(self) -> RoundView | None:
        """The round being played."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    def line_of(self, player: Player) -> PlayerLine | None:
        """A player as this audience sees them."""
        return next((line for line in self.players if line.player == player), None)


def view(now: Tournament, point: Viewpoint) -> TournamentView:
    """Everything this viewpoint may see, and nothing else."""
    desk = point.audience in ("organiser", "scorekeeper")
    official = point.audience in ("organiser", "judge")
    return TournamentView(
        **{name: getattr(now, name) for name in OpenToAll.__struct_fields__},
        audience=point.audience,
        player=point.player,
        players=_players(now, point, desk, official),
        rounds=tuple(_round(current, point) for current in now.rounds),
        calls=tuple(call for call in now.calls.values() if desk or official or call.player == point.player),
        penalties=_penalties(now, point) if official else (),
        components=tuple(
            component
            for component in now.components
            if desk or official or component.player in ("", point.player)
        ),
        draft=now.draft if point.pairs else None,
    )


def _penalties(now: Tournament, point: Viewpoint) -> tuple[Penalty, ...]:
    """A player's history is for judges (and not for the player it is about)."""
    return tuple(penalty for penalty in now.penalties if penalty.player != point.player)


def _players(now: Tournament, point: Viewpoint, desk: bool, official: bool) -> tuple[PlayerLine, ...]:
    def line(key: Player) -> PlayerLine:
        entry, own = now.entries[key], key == point.player
        return PlayerLine(
            player=key,
            status=entry.status,
            present=entry.present,
            has_list=key in now.lists,
            club=entry.club,
            account=entry.account if desk else "",
            table=entry.table if desk or own else 0,
            list=now.lists.get(key) if official or own else None,
        )

    return tuple(line(key) for key, entry in now.entries.items() if desk or entry.status != "withdrawn")


def _round(current: EventRound, point: Viewpoint) -> RoundView:
    """A round for a viewpoint. A finished round looks the same to all officials and to all spectators, so it
    is cached."""
    official = point.audience in ("organiser", "judge", "scorekeeper")
    mine = current.game_of(point.player) if point.player and not official else None
    own, looks_like = mine.table if mine else 0, (official, point.times)
    if not current.closed or own:
        return _seen_round(current, point, official, own)
    found = current.derived_values.get(looks_like)
    if not isinstance(found, RoundView):
        found = current.derived_values[looks_like] = _seen_round(current, point, official, own)
    return found


def _seen_round(current: EventRound, point: Viewpoint, official: bool, own: int) -> RoundView:
    reports = {
        table: _by_anybody(report, official or table == own)
        for table, report in current.results.items()
        if official or report.settled or table == own
    }
    return RoundView(
        name=name_of(current.drawn.round),
        round=current.played,
        begun=current.has_begun,
        closed=current.closed,
        seed=current.drawn.seed,
        path=current.drawn.path,
        by_hand=current.drawn.by_hand,
        drafts=current.drafts,
        reports=reports,
        waiting=len(current.drawn.round.games) - sum(report.settled for report in current.results.values()),
        clock=_clock(current.timing, point) if current.timing else None,
    )


def _by_anybody(report: TableReport, inside: bool) -> TableReport:
    """Who told it is for those at the table and the officials."""
    return report if inside else replace(report, by="", disputed=None)


def _clock(held: Timing, point: Viewpoint) -> ClockView:
    """A secret length is left out for all who may not know it; the dice are left out for everybody
    until time is called."""
    state = HiddenClock(held.clock).announcement
    hidden = held.secret and held.clock.called is None
    opened = held.secret and not hidden
    return ClockView(
        state=state,
        started=held.clock.started,
        called=held.clock.called,
        secret=held.secret,
        clock=None if hidden and not point.times else held.clock,
        commitment=held.commitment,
        roll=held.roll if opened else None,
        evidence=held.evidence if opened else "",
    )
