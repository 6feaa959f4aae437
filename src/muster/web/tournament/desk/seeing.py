"""What every page of the desk shows: the event as somebody who works at it sees it, the ways, the undo."""

from datetime import UTC, datetime
from typing import Final, NamedTuple

import msgspec
from django.http import HttpRequest
from uuid_utils import uuid4

from muster.app.acting import Act
from muster.app.tournament.access import AudienceView, TournamentQueries
from muster.app.tournament.guide import Guide, guide, tasks_of
from muster.rules.tournament.running.audiences import RoundView, TournamentView
from muster.rules.tournament.running.roles import Task
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.tournament.scoring.standings import Standing
from muster.store.accounts import new_id
from muster.web.page import Page
from muster.web.tournament.desk.words import act_words
from muster.web.tournament.requests import Reason, actor, stream_of, watching


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


class LatestAct(NamedTuple):
    """What an undo would take back."""

    batch: str
    words: str


class DeskPage(NamedTuple):
    """An event as somebody who works at it sees it."""

    id: str
    stream: str
    me: str
    look: AudienceView
    tasks: frozenset[Task]
    queries: TournamentQueries

    @property
    def view(self) -> TournamentView:
        return self.look.view

    @property
    def names(self) -> dict[str, str]:
        return self.look.names

    @property
    def now(self) -> Tournament:
        """The event with everything in it: for computing, never for a template."""
        return self.queries.tournaments.load(self.stream).state

    @property
    def guide(self) -> Guide:
        """Where the event stands and what is to be done next."""
        return guide(self.now)

    @property
    def round(self) -> RoundView | None:
        """The latest published round."""
        return self.view.rounds[-1] if self.view.rounds else None

    @property
    def open_round(self) -> RoundView | None:
        """The round being played."""
        return self.round if self.round and not self.round.closed else None

    @property
    def over(self) -> bool:
        return self.view.status in ("ended", "called-off")

    @property
    def tabs(self) -> tuple[Tab, ...]:
        """The pages of the desk that this person has something to do on."""
        return tuple(tab for tab in TABS if tab.task in self.tasks)

    @property
    def undo(self) -> LatestAct | None:
        """The act an undo would take back, in words."""
        my = self.queries.tournaments
        batch = my.undoable(self.stream, self.me)
        if batch is None:
            return None
        return LatestAct(batch, act_words(my.log(self.stream).entries, batch, self.names))

    def name(self, player: str) -> str:
        """The name of a player."""
        return self.names.get(player, player)

    def standings(self) -> tuple[Standing, ...]:
        """The standings after the closed rounds."""
        return self.queries.standings(self.me, self.stream)

    def act(self) -> Act:
        """Whoever looks, as somebody who could act: to ask what stands in the way."""
        return Act(self.me, datetime.now(UTC), str(new_id()))


class DeskFrame(Page, frozen=True, kw_only=True):
    """What every page of the desk is drawn with."""

    seen: DeskPage
    tab: str
    reasons: tuple[Reason, ...] = ()
    key: str = msgspec.field(default_factory=lambda: str(uuid4()))
    ticket: str = ""


def seen_by(request: HttpRequest, event: str, task: Task = "results") -> DeskPage:
    """The event, for those whose task this is; whoever looks finds out that time is up."""
    me, stream, queries = actor(request), stream_of(event), watching(request)
    look = queries.desk(me, stream, task)
    # An act of its own: the key of a form belongs to what its button does.
    if queries.tournaments.tick(Act(me, datetime.now(UTC), str(new_id())), stream) is not None:
        look = queries.desk(me, stream, task)
    return DeskPage(event, stream, me, look, tasks_of(look.offices), queries)
