"""Where the use cases of a tournament stand: its log from memory, who may act, names, undo.

Several people write to one event at once. An act that came second is decided again on what is there now:
entries for different tables never disturb each other, and what contradicts is refused by the rules with what
was said.
"""

import os
from base64 import b32encode
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from muster.app import undo as undoing
from muster.app.acting import Act, fingerprint
from muster.app.looking import Look
from muster.app.shared_logs import SharedLogs, StreamLog
from muster.app.stream_roles import Role, StreamRoles
from muster.app.streams import Appended, EventStore, Loaded, StaleVersion, Write
from muster.app.tournament.roster import (
    MemoryIndex,
    MemoryRoster,
    Person,
    Roster,
    TournamentIndex,
    TournamentSummary,
    check_names,
    cleaned,
)
from muster.rules.cards.catalogue import Catalogue, catalogue
from muster.rules.log import Event, Recorded, kept, live, undoable, undone
from muster.rules.tournament.games import Player
from muster.rules.tournament.running import events
from muster.rules.tournament.running.evolving import TOURNAMENT
from muster.rules.tournament.running.plan import checked, problem
from muster.rules.tournament.running.roles import Task, not_allowed, offices
from muster.rules.tournament.running.tournament import Entry, Tournament
from muster.rules.tournament.running.undoing import blocks
from muster.rules.violations import Refused, Violation, refuse_if

TOURNAMENTS: Final = "tournament:"
TRIES: Final = 8
SEED_BYTES: Final = 16
CODE_BYTES: Final = 5


class SiteRoles(StreamRoles, Protocol):
    """The ties of a site that knows its accounts."""

    def is_account(self, account: str) -> bool:
        """Whether there is such an account."""


class Desk:
    """What all use cases of a tournament share. `entropy` is where seeds, dice and codes come from."""

    def __init__(  # noqa: PLR0913 - each is a place the use cases need, all by name
        self,
        store: EventStore,
        roster: Roster | None = None,
        *,
        index: TournamentIndex | None = None,
        stream_roles: SiteRoles | None = None,
        cards: Catalogue | None = None,
        entropy: Callable[[int], bytes] = os.urandom,
        shared: SharedLogs | None = None,
    ) -> None:
        self.store = store
        self._shared = shared or SharedLogs(store)
        self.roster = roster or MemoryRoster()
        self.index = index or MemoryIndex()
        self.stream_roles = stream_roles
        self.entropy = entropy
        self._cards = cards

    @property
    def cards(self) -> Catalogue:
        """The cards that army lists are checked against."""
        return self._cards or catalogue()

    # Looking ---------------------------------------------------------------------------------------------

    def load(self, tournament: str) -> Loaded[Tournament]:
        """The event with everything in it, for the program alone; refused when there is none."""
        log = self.log(tournament) if tournament.startswith(TOURNAMENTS) else None
        if log is None or log.state(TOURNAMENT).status == "unknown":
            raise Refused(problem("tournament.unknown"))
        return Loaded(log.state(TOURNAMENT), log.version)

    def log(self, stream: str) -> StreamLog:
        """A log as it is now, or as the one look of a request sees it. It is the same value for all who look
        until something is committed, so what is made of it may be kept with it."""
        if isinstance(self.store, Look):
            return self.store.log(stream)
        return self._shared.now([stream])[stream]

    def mark(self, tournament: str) -> str:
        """A name for the event as it is now. It holds the latest act: a version that was rolled back and one
        written in its place differ."""
        log = self.log(tournament)
        return f"{log.version}.{log.entries[-1].batch}" if log.entries else "0"

    def undoable(self, tournament: str, person: str) -> str | None:
        """The act an undo would take back: the person's own latest, where nothing rests on it."""
        log = self.log(tournament).entries
        batch = undoable(log, person)
        if batch is None or not offices(self.load(tournament).state, person):
            return None
        return None if self._blocked(log, batch) else batch

    # Acting ----------------------------------------------------------------------------------------------

    def undo(self, act: Act, tournament: str, batch: str) -> Appended | None:
        """Take back an official's own latest act. A form sent twice finds it gone and does nothing."""
        now = self.load(tournament).state
        log = self.log(tournament).entries
        if any(one.batch == batch and one.actor == act.actor for one in log) and batch in undone(log):
            return None
        if not offices(now, act.actor) or batch != undoable(log, act.actor):
            raise Refused(Violation(code="log.nothing_to_undo", source="log", about=(tournament,)))
        if self._blocked(log, batch):
            raise Refused(problem("tournament.undo_blocked"))
        done = undoing.undo(self.store, batch, actor=act.actor, at=act.at, batch=act.batch)
        self.update_index(tournament)
        return done

    def _blocked(self, log: Sequence[Recorded], batch: str) -> bool:
        entries = live(log)
        start = next(place for place, one in enumerate(entries) if one.batch == batch)
        mine = [one.event for one in entries if one.batch == batch]
        later = [one.event for one in entries[start:] if one.batch != batch]
        return any(blocks(event, after) for event in mine for after in (*later, None))

    def at(  # noqa: PLR0913, PLR0917 - who, where, what was asked, with which right, how
        self,
        act: Act,
        tournament: str,
        asked: object,
        task: Task | None,
        decide: Callable[[Tournament], Sequence[Event]],
        also: Callable[[Tournament], Sequence[Write]] | None = None,
    ) -> Appended:
        """Decide on the event as it stands and write; second writers decide again; the same key acts once."""
        key = act.asking(fingerprint((tournament, asked)))
        for left in reversed(range(TRIES)):
            if key and (done := self.store.answered(act.actor, key)):
                return done
            now = self.load(tournament)
            if task is not None:
                refuse_if(not_allowed(now.state, act.actor, task))
            writes = [Write(tournament, now.version, tuple(map(checked, decide(now.state))))]
            try:
                return self.store.append(
                    [*writes, *(also(now.state) if also else ())],
                    actor=act.actor,
                    at=act.at,
                    batch=act.batch,
                    key=key,
                )
            except StaleVersion:
                if not left:
                    raise
        raise AssertionError("unreachable")

    def at_one(
        self,
        act: Act,
        tournament: str,
        asked: object,
        task: Task | None,
        decide: Callable[[Tournament], Event],
    ) -> Appended:
        """The same for a single event."""
        return self.at(act, tournament, asked, task, lambda now: [decide(now)])

    def me(self, now: Tournament, account: str) -> Entry:
        """The entry of whoever acts; refused for others."""
        entry = now.entry_of(account)
        refuse_if(None if entry else problem("tournament.not_a_player"))
        assert entry is not None  # noqa: S101 - refused above
        return entry

    # Names and lists of events ---------------------------------------------------------------------------

    def fresh_names(self, tournament: str, names: Sequence[str]) -> list[str]:
        """These names, if nobody in the event has one of them."""
        clean = cleaned(names)
        entries = self.load(tournament).state.entries
        gone = {key for key, one in entries.items() if one.status == "withdrawn"}
        held = self.roster.people(tournament).items()
        check_names(clean, [one.name for key, one in held if key in entries and key not in gone])
        return clean

    def check_other_names(self, tournament: str, name: str, player: Player) -> None:
        """Refuse a name that another player of the event has."""
        entries = self.load(tournament).state.entries
        people = self.roster.people(tournament)
        others = (key for key, one in entries.items() if one.status != "withdrawn" and key != player)
        check_names([name], [people[key].name for key in others if key in people])

    def enrol(self, tournament: str, done: Appended, names: Sequence[str]) -> tuple[Player, ...]:
        """Give the players of an act their names, after the log. A form sent again completes what is missing,
        and brings back no name that was changed or erased since."""
        said = (one.event for one in self.log(tournament).entries if one.batch == done.batch)
        keys = [
            one.player for event in said if isinstance(event, events.PlayersEntered) for one in event.players
        ]
        held = self.roster.people(tournament) if done.repeated else {}
        named = zip(keys, cleaned(names), strict=True)
        people = {key: Person(name, self.fresh_code()) for key, name in named if key not in held}
        self.roster.enrol(tournament, people)
        return tuple(keys)

    def fresh_code(self) -> str:
        """A code of eight letters and digits that a player types into their phone."""
        return b32encode(self.entropy(CODE_BYTES)).decode()

    def fresh_seed(self, tournament: str, step: str) -> str:
        """A seed for a draw; one that was undone keeps the seed it had."""
        held = kept(self.log(tournament).entries, step)
        old = next((one.drawn.seed for one in held if isinstance(one, events.RoundDrafted)), "")
        return old or self.entropy(SEED_BYTES).hex()

    def an_account(self, account: str) -> None:
        """Refuse a name behind which nobody is: an event in the hands of nobody would be lost."""
        if self.stream_roles is not None and account and not self.stream_roles.is_account(account):
            raise Refused(problem("tournament.no_account", (), "", given=account[:60]))

    def grant(self, account: str, tournament: str, role: Role) -> None:
        """Remember whose event this is too."""
        if self.stream_roles is not None and account:
            self.stream_roles.grant(account, tournament, role)

    def update_index(self, tournament: str) -> None:
        """Put what lists show of the event on the shelf."""
        now = self.load(tournament).state
        here = sum(one.status in ("entered", "dropped", "disqualified") for one in now.entries.values())
        self.index.put(
            TournamentSummary(
                tournament=tournament,
                name=now.name,
                status=now.status,
                public=now.plan.public,
                day=now.plan.day,
                place=now.plan.place,
                players=here,
            )
        )
