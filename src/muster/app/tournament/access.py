"""What people see of an event: their audience's view, with names; lists of events; the log as far as they
may read it.

Everything that a page, the API, a live frame or an export shows comes from here. `AudienceView.key` names
audience and version, and goes into every cache key and ETag.
"""

from typing import Final
from weakref import WeakKeyDictionary

import msgspec

from muster.app.shared_logs import StreamLog
from muster.app.streams import Loaded
from muster.app.tournament.context import TOURNAMENTS
from muster.app.tournament.roster import TournamentSummary, names_for_audience
from muster.app.tournament.tournaments import Tournaments
from muster.rules.log import Event, Recorded
from muster.rules.log.views import view as log_view
from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.running.audiences import TournamentView, Viewpoint, view, viewer, viewpoint
from muster.rules.tournament.running.figures import standings_now
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.roles import TASKS, Office, Task, not_allowed, offices
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.violations import Refused, refuse_if

__all__ = ["AudienceView", "MyPlace", "TournamentQueries"]


class AudienceView(msgspec.Struct, frozen=True, kw_only=True):
    """An event as one person sees it, with the names they may read. `mark` identifies the state of its
    log."""

    tournament: str
    version: int
    mark: str
    key: str
    view: TournamentView
    names: dict[Player, str]
    offices: tuple[Office, ...] = ()

    @property
    def tasks(self) -> frozenset[Task]:
        """Everything this person may do."""
        return frozenset(task for office in self.offices for task in TASKS[office])

    def name(self, player: Player) -> str:
        """A player's name, or their key if they have none."""
        return self.names.get(player, player)


class MyPlace(msgspec.Struct, frozen=True, kw_only=True):
    """What a player's phone shows first: table, opponent, and whether a result waits for confirmation."""

    player: Player
    round: int = 0
    game: Game | None = None
    bye: bool = False
    opponent: Player = ""
    to_confirm: bool = False


class TournamentQueries:
    """Reading events. Nothing here writes."""

    def __init__(self, tournaments: Tournaments) -> None:
        self.tournaments = tournaments

    def look(self, person: str, tournament: str) -> AudienceView:
        """The event as this person may see it; one that is not public exists only for the people in it."""
        now, point = self.event_for(person, tournament)
        return self._view_for(tournament, now, point, person)

    def as_public(
        self, tournament: str, now: Loaded[Tournament], names: dict[Player, str] | None = None
    ) -> AudienceView:
        """The event as spectators see it, the same for everybody admitted, with names that were just read."""
        return self._view_for(tournament, now, Viewpoint(), names=names)

    def event_for(self, person: str, tournament: str) -> tuple[Loaded[Tournament], Viewpoint]:
        """The event itself and this person's viewpoint; refused if they may not see it."""
        now = self.tournaments.load(tournament)
        return now, self._point(now.state, person)

    def _view_for(
        self,
        tournament: str,
        now: Loaded[Tournament],
        point: Viewpoint,
        person: str = "",
        names: dict[Player, str] | None = None,
    ) -> AudienceView:
        mark = self.tournaments.mark(tournament)
        return AudienceView(
            tournament=tournament,
            version=now.version,
            mark=mark,
            key=f"{tournament}/{mark}/{viewer(now.state, point).key}",
            view=view(now.state, point),
            names=self.names(tournament, now.state, point) if names is None else names,
            offices=offices(now.state, person),
        )

    def desk(self, person: str, tournament: str, task: Task = "results") -> AudienceView:
        """The event for its officials; refused if the task is not theirs. All officials enter results,
        so for that task any office will do."""
        found = self.look(person, tournament)
        refuse_if(not_allowed(self.tournaments.load(tournament).state, person, task))
        return found

    def _point(self, now: Tournament, person: str) -> Viewpoint:
        point = viewpoint(now, person)
        hidden = now.status == "planned" and not now.plan.self_entry
        if point.audience == "public" and (not now.plan.public or hidden):
            raise Refused(problem("tournament.unknown"))
        return point

    def names(self, tournament: str, now: Tournament, point: Viewpoint) -> dict[Player, str]:
        """Names by key; shortened for everybody but officials if the event says so."""
        short = now.plan.short_names and point.audience in ("player", "public")
        return names_for_audience(self.tournaments.roster.people(tournament), now.entries, short=short)

    def codes(self, person: str, tournament: str) -> dict[Player, str]:
        """The codes with which players claim their seats, for officials."""
        now = self.tournaments.load(tournament).state
        if viewpoint(now, person).audience not in ("organiser", "scorekeeper"):
            raise Refused(problem("tournament.not_yours", ("players",), 503, task="players"))
        people = self.tournaments.roster.people(tournament)
        return {key: person.code for key, person in people.items() if key in now.entries and person.code}

    def standings(self, person: str, tournament: str, *, live: bool = False) -> tuple[Standing, ...]:
        """The standings after the closed rounds; `live` also counts results of the open round."""
        now = self.tournaments.load(tournament)
        self._point(now.state, person)
        if not now.state.lots:
            return ()
        return _add_up(self.tournaments.log(tournament), now.state, live)

    def my_place(self, person: str, tournament: str) -> MyPlace:
        """What the phone of a player shows first; refused for others."""
        now = self.tournaments.load(tournament).state
        player, current = self.tournaments.me(now, person).player, now.round
        if current is None:
            return MyPlace(player=player)
        game = current.game_of(player)
        report = current.results.get(game.table) if game else None
        return MyPlace(
            player=player,
            round=current.number,
            game=game,
            bye=current.drawn.round.has_bye(player),
            opponent=game.opponent(player) if game else "",
            to_confirm=report is not None
            and not report.settled
            and report.by != player
            and report.disputed is None,
        )

    def log(self, person: str, tournament: str) -> list[Recorded]:
        """The log as this person may read it: secrets are sealed, and only officials see who acted."""
        now = self.tournaments.load(tournament).state
        point = self._point(now, person)
        entries = log_view(self.tournaments.log(tournament).entries, viewer(now, point))
        if point.audience in ("organiser", "judge", "scorekeeper"):
            return entries
        return [
            msgspec.structs.replace(entry, actor="", event=_without_actor(entry.event)) for entry in entries
        ]

    # Lists of events -------------------------------------------------------------------------------------

    def public(self, page: int = 1, per_page: int = 20) -> tuple[list[TournamentSummary], bool]:
        """A page of the events everybody may find, and whether there are more."""
        rows = self.tournaments.index.public((max(page, 1) - 1) * per_page, per_page + 1)
        return rows[:per_page], len(rows) > per_page

    def mine(self, person: str) -> list[TournamentSummary]:
        """The events a person organises, judges or plays in, newest first."""
        stream_roles = self.tournaments.stream_roles
        if stream_roles is None or not person:
            return []
        streams = [
            *stream_roles.streams(person, "owner", TOURNAMENTS),
            *stream_roles.streams(person, "member", TOURNAMENTS),
        ]
        return self.tournaments.index.cards(streams)


# Every phone in the hall asks for the same lines, so they are computed once for each committed version and
# cached with its log. An open transaction has a log of its own.
_STANDINGS: Final[WeakKeyDictionary[StreamLog, dict[bool, tuple[Standing, ...]]]] = WeakKeyDictionary()


def _add_up(log: StreamLog, now: Tournament, live: bool) -> tuple[Standing, ...]:
    kept = _STANDINGS.setdefault(log, {})
    if live not in kept:
        kept[live] = standings_now(now, live=live)
    return kept[live]


def _without_actor(event: Event) -> Event:
    """An event without the account that acted, since players who leave have accounts too."""
    return msgspec.structs.replace(event, by="") if hasattr(event, "by") else event
