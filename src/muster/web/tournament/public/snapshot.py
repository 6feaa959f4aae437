"""What spectators see of an event, made once for each version and kept in memory.

A page of a thousand players is asked for by a thousand phones after every result. All of them see the same,
so the view, the standings and the pages made of them are kept until the event changes. Names are in no log:
they are read again every few seconds, and a name that was erased makes everything anew.
"""

import hashlib
import time
from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Final, NamedTuple

from django.http import HttpRequest
from msgspec import json
from msgspec.structs import replace

from muster.app.calendar import start_of
from muster.app.tournament.access import AudienceView
from muster.rules.messages import explain, language
from muster.rules.tournament.games import Game, Player, Result
from muster.rules.tournament.running.audiences import RoundView
from muster.rules.tournament.running.figures import (
    players_gone,
    profile_of,
    ranked_players,
    standings_now,
    swiss_rounds,
)
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.tournament.scoring.endings import BY_HOW
from muster.rules.tournament.scoring.results import is_by_blue
from muster.rules.tournament.scoring.scores import Scores
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.violations import Violation
from muster.web.page import Page, render_page
from muster.web.tournament.requests import (
    actor,
    call_time_if_due,
    id_of,
    stream_of,
    tournament_queries,
    with_names,
)

MOST_SNAPSHOTS: Final = 32
MOST_PAGES: Final = 64
FRESH_SECONDS: Final = 10.0
AID_WORDS: Final = {
    "score": "The score",
    "clock": "The clock",
    "judge-call": "Calling a judge",
    "rules": "The official rules",
    "army-list": "Your army list in Muster",
    "notes": "Notes",
    "odds": "Odds",
    "dice": "Dice of the app",
}
STATUS_WORDS: Final = {
    "planned": "Players sign up",
    "announced": "About to begin",
    "running": "Being played",
    "ended": "Over",
    "called-off": "Cancelled",
}


class RestsOn(NamedTuple):
    """What pages rest on: everything but the results of an open Swiss round, all of it, and those results."""

    ground: str
    screen: str
    games: tuple[Game, ...]

    def changed_games(self, before: "RestsOn") -> tuple[Game, ...]:
        """The games whose rows alone differ from before; none where more differs than that."""
        if self.ground != before.ground:
            return ()
        return tuple(now for now, then in zip(self.games, before.games, strict=True) if now != then)


class PublicSnapshot:
    """An event as everybody sees it, at one version. `state` is for computing, never for a template."""

    def __init__(self, look: AudienceView, state: Tournament, names_read: float) -> None:
        self.look = look
        self.view = look.view
        self.names = look.names
        self.version = look.version
        self.event = id_of(look.tournament)
        self.state = state
        self.names_read = names_read
        self._pages: dict[tuple[str, ...], str] = {}
        self.head: tuple[object, str] = (None, "")  # the slab as it was drawn last, and what the clock said

    def name(self, player: Player) -> str:
        """The name as everybody may read it."""
        return self.names.get(player, player)

    @cached_property
    def begins(self) -> datetime | None:
        """The moment of the first round, where it is known."""
        plan = self.view.plan
        return start_of(plan.day, plan.starts, plan.zone)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """After the closed Swiss rounds."""
        return standings_now(self.state) if self.state.lots else ()

    @cached_property
    def standing_of(self) -> dict[Player, Standing]:
        """The line of each player."""
        return {line.player: line for line in self.standings}

    @cached_property
    def scores(self) -> Scores:
        """What the figures are explained from."""
        now = self.state
        return Scores(swiss_rounds(now), ranked_players(now), profile_of(now.plan), players_gone(now))

    @cached_property
    def seeds(self) -> dict[Player, int]:
        """The seed of everybody in the bracket."""
        return {player: place for place, player in enumerate(self.view.cut, 1)}

    @cached_property
    def rests_on(self) -> "RestsOn":
        """What the public pages rest on: a call for a judge is a new version, but nothing new to look at. The
        results of an open Swiss round are apart, for each of them changes one row and nothing else."""
        view, latest = self.view, self.round
        by_row = latest is not None and not latest.closed and latest.round.stage == "swiss"
        rounds = [
            (
                round_view.closed,
                round_view.waiting,
                sum(report.corrected for report in round_view.reports.values()),
            )
            for round_view in (view.rounds[:-1] if by_row else view.rounds)
        ]
        people = [(player.player, player.status, player.present) for player in view.players]
        frame = (view.status, view.name, view.announced, view.cut, view.ranking, view.rulings, view.words)
        shown = latest and (replace(latest.round, games=()), latest.clock, latest.seed)
        games = latest.round.games if latest else ()
        played = json.encode(games).decode()
        tables = json.encode([(game.table, game.players) for game in games]).decode() if by_row else played
        ground = digest(repr((frame, rounds, people, shown)), tables)
        return RestsOn(ground, digest(ground, played), games if by_row else ())

    @property
    def screen(self) -> str:
        """The name of what the public pages rest on."""
        return self.rests_on.screen

    @property
    def round(self) -> RoundView | None:
        """The latest round."""
        return self.view.round

    @property
    def round_name(self) -> str:
        """`Round 3 of 5`, `Semi-finals`, or what the event is doing."""
        shown, view = self.round, self.view
        if shown is None:
            return self.status
        planned = view.announced.rounds if view.announced and shown.round.stage == "swiss" else 0
        return f"{shown.name} of {planned}" if planned else shown.name

    @property
    def status(self) -> str:
        """What the event is doing."""
        return STATUS_WORDS.get(self.view.status, "")

    @property
    def news(self) -> str:
        """What was told to everybody last."""
        return self.view.words[-1].words if self.view.words else ""

    @property
    def champion(self) -> str:
        """The name of who won the event, once it is over."""
        over = self.view.status == "ended" and self.view.ranking
        return self.name(self.view.ranking[0]) if over else ""

    @property
    def aids(self) -> list[tuple[str, bool]]:
        """What players may use during a round, and whether this event alone allows it."""
        plan = self.view.plan
        return [(AID_WORDS[aid], aid in plan.allowed) for aid in plan.aids]

    @cached_property
    def swiss_done(self) -> int:
        """How many Swiss rounds the standings count."""
        return self.state.swiss_done

    def record(self, player: Player) -> str:
        """Wins and losses before this round: `2–0`."""
        line = self.standing_of.get(player)
        if line is None or not self.swiss_done:
            return ""
        numbers = (line.wins, line.losses, line.draws) if line.draws else (line.wins, line.losses)
        return "–".join(map(str, numbers))

    def how(self, result: Result) -> str:
        """How a game ended, within a sentence."""
        as_blue = ", even in all else: the blue player wins"
        return BY_HOW[result.how].clause + (as_blue if is_by_blue(profile_of(self.view.plan), result) else "")

    def say(self, violation: Violation) -> str:
        """A sentence that speaks of players by name."""
        return explain(with_names(violation, self.names))

    def carry_over(self, before: "PublicSnapshot") -> None:
        """Take over the standings of an earlier version: a result of the open round changes none of them."""
        if "standings" in before.__dict__ and _standings_basis(self.state) == _standings_basis(before.state):
            self.__dict__["standings"] = before.standings

    def cached_part(self, key: tuple[str, ...], make: Callable[[], Page]) -> str:
        """A part of a page that is the same for everybody; `key` is what was asked for."""
        key = (language(), *key)
        found = self._pages.get(key)
        if found is None:
            found = render_page(make())
            if len(self._pages) >= MOST_PAGES:
                self._pages.clear()
            self._pages[key] = found
        return found


def _standings_basis(now: Tournament) -> tuple[object, ...]:
    """What standings are made of. Events leave what they do not change as it is, so this costs little."""
    return tuple(played for played in now.rounds if played.closed), now.entries, now.plan, now.lots


def _names_basis(now: Tournament) -> tuple[object, ...]:
    """What decides whose names are shown, and how."""
    return now.entries, now.plan


class PublicSnapshots:
    """The events that are looked at, newest versions only."""

    def __init__(self) -> None:
        self._kept: dict[str, PublicSnapshot] = {}
        self._lock = Lock()

    def now(self, stream: str, request: HttpRequest | None = None) -> PublicSnapshot:
        """The event for the program, which asks who may see it."""
        queries = tournament_queries(request)
        now, mark = queries.tournaments.load(stream), queries.tournaments.mark(stream)
        held = self._kept.get(stream)
        fresh = held is not None and time.monotonic() - held.names_read < FRESH_SECONDS
        if held and fresh and held.look.mark == mark:
            return held
        if held and fresh and _names_basis(held.state) == _names_basis(now.state):
            show = PublicSnapshot(queries.as_public(stream, now, held.names), now.state, held.names_read)
            return self._keep(stream, show, held)
        look = queries.as_public(stream, now)
        if held and held.look.mark == look.mark and held.names == look.names:
            held.names_read = time.monotonic()
            return held
        return self._keep(stream, PublicSnapshot(look, now.state, time.monotonic()), held)

    def _keep(self, stream: str, show: PublicSnapshot, before: PublicSnapshot | None) -> PublicSnapshot:
        if before is not None:
            show.carry_over(before)
        with self._lock:
            self._kept.pop(stream, None)
            self._kept[stream] = show
            while len(self._kept) > MOST_SNAPSHOTS:
                del self._kept[next(iter(self._kept))]
        return show

    def forget(self) -> None:
        """Keep nothing."""
        self._kept.clear()


public_snapshots = PublicSnapshots()


def snapshot_for(request: HttpRequest, event: str) -> PublicSnapshot:
    """The event of a page; whoever looks when time is up is the one who finds out."""
    stream = stream_of(event)
    tournament_queries(request).event_for(actor(request), stream)
    call_time_if_due(stream, request)
    return public_snapshots.now(stream, request)


def digest(*texts: str) -> str:
    """A short name for what a page says."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:20]
