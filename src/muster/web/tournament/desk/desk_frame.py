"""What every page of the desk shows: the event as somebody who works at it sees it, the ways, the undo."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Final, NamedTuple

from django.http import HttpRequest

from muster.app.acting import Act
from muster.app.tournament.access import AudienceView, TournamentQueries
from muster.app.tournament.guide import Guide, guide
from muster.rules.tournament.bracket.cut import CutMoves, cut_moves
from muster.rules.tournament.games import Game
from muster.rules.tournament.running.audiences import TournamentView
from muster.rules.tournament.running.roles import Task
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.violations import Violation
from muster.store.accounts import new_id
from muster.web.tournament.desk.plan import frame_words, minutes_words
from muster.web.tournament.desk.words import act_words, result_words, round_name
from muster.web.tournament.requests import (
    FormPage,
    Reason,
    actor,
    call_time_if_due,
    reasons_of,
    stream_of,
    tournament_queries,
)


class Tab(NamedTuple):
    """A way to a page of the desk."""

    id: str
    url: str
    name: str
    icon: str
    task: Task


TABS: Final = (
    Tab("desk", "event-desk", "Desk", "nav-events", "results"),
    Tab("players", "event-desk-players", "Players", "ui-person", "players"),
    Tab("pairing", "event-desk-pairing", "Pairing", "ui-swap", "pair"),
    Tab("results", "event-desk-results", "Results", "ui-table", "results"),
    Tab("clock", "event-desk-clock", "Clock", "act-clock", "clock"),
    Tab("bracket", "event-desk-bracket", "Cut and bracket", "act-trophy", "pair"),
    Tab("correct", "event-desk-correct", "Corrections", "ui-edit", "correct"),
    Tab("roles", "event-desk-roles", "Officials", "act-book", "roles"),
    Tab("settings", "event-desk-settings", "Settings", "ui-filter", "plan"),
)


@dataclass(frozen=True)
class DeskPage:
    """An event as somebody who works at it sees it, and its rounds, games and players in words."""

    id: str
    me: str
    look: AudienceView
    queries: TournamentQueries

    @property
    def stream(self) -> str:
        return self.look.tournament

    @property
    def view(self) -> TournamentView:
        return self.look.view

    @property
    def names(self) -> dict[str, str]:
        return self.look.names

    @cached_property
    def tasks(self) -> frozenset[Task]:
        return self.look.tasks

    @property
    def now(self) -> Tournament:
        """The event with everything in it: for computing, never for a template."""
        return self.queries.tournaments.load(self.stream).state

    @cached_property
    def guide(self) -> Guide:
        """Where the event stands and what is to be done next."""
        return guide(self.now)

    @property
    def tabs(self) -> tuple[Tab, ...]:
        """The pages of the desk that this person has something to do on."""
        return tuple(tab for tab in TABS if tab.task in self.tasks)

    @property
    def undo(self) -> tuple[str, str] | None:
        """The act an undo would take back, and what it was in words."""
        my = self.queries.tournaments
        batch = my.undoable(self.stream, self.me)
        return (batch, act_words(my.log(self.stream).effective, batch, self.names)) if batch else None

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The standings after the closed rounds."""
        return self.queries.standings(self.me, self.stream)

    @property
    def closed_standings(self) -> tuple[Standing, ...]:
        """The same, once a round is closed."""
        return self.standings if any(round_view.closed for round_view in self.view.rounds) else ()

    @cached_property
    def cut_moves(self) -> CutMoves:
        """Who left the cut and who moved up."""
        return cut_moves(self.view.cut_before, self.view.cut)

    @property
    def frame(self) -> str:
        """What those who are entered would play."""
        return frame_words(self.guide.frame)

    @property
    def announced_frame(self) -> str:
        """What was announced."""
        return frame_words(self.view.announced)

    @property
    def minutes(self) -> str:
        """How long a round is."""
        return minutes_words(self.view.plan)

    def name(self, player: str) -> str:
        """The name of a player."""
        return self.look.name(player)

    def round_name(self, number: int) -> str:
        """What a round is called, also one to come."""
        return round_name(self.view, number)

    def result(self, game: Game) -> str:
        """How a game ended; nothing while it is played."""
        return result_words(game, game.result, self.names, self.view.plan) if game.result else ""

    def reasons(self, problems: Iterable[Violation]) -> tuple[Reason, ...]:
        """Problems in sentences that speak of players by name."""
        return reasons_of(problems, self.names)

    def act(self) -> Act:
        """Whoever looks, as somebody who could act: to ask what stands in the way."""
        return Act(self.me, datetime.now(UTC), str(new_id()))


class DeskFrame(FormPage, frozen=True, kw_only=True):
    """What every page of the desk is drawn with."""

    seen: DeskPage
    tab: str
    ticket: str = ""


def desk_page_for(request: HttpRequest, event: str, task: Task = "results") -> DeskPage:
    """The event, for those whose task this is; whoever looks finds out that time is up."""
    me, stream, queries = actor(request), stream_of(event), tournament_queries(request)
    look = queries.desk(me, stream, task)
    # An act of its own: the key of a form belongs to what its button does.
    if call_time_if_due(stream, request):
        look = queries.desk(me, stream, task)
    return DeskPage(event, me, look, queries)
