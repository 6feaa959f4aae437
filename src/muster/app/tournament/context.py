"""The context in which commands of a tournament run: its log, its names, and who may ask for what.

Several people write to one event at once. An act that lost the race is decided again on the new state:
entries for different tables never conflict, and contradictions are refused by the rules.
"""

import os
from base64 import b32encode
from collections.abc import Callable, Collection, Mapping, Sequence
from inspect import signature
from typing import Concatenate, Final, ParamSpec, Protocol, cast

from muster.app.acting import Act, Command, Handlers, fingerprint
from muster.app.armies.saving import ArmyStore
from muster.app.dice.sources import fresh_roll
from muster.app.request_store import RequestStore
from muster.app.shared_logs import SharedLogs, StreamLog
from muster.app.stream_roles import Role, StreamRoles
from muster.app.streams import Appended, EventStore, Key, Loaded, Write
from muster.app.tournament import commands
from muster.app.tournament.roster import (
    Person,
    Roster,
    TournamentIndex,
    check_names,
    clean_names,
    summary_of,
)
from muster.rules.armies.army import Army
from muster.rules.cards.catalogue import Catalogue, catalogue
from muster.rules.dice.faces import Roll
from muster.rules.log import Event, kept_events
from muster.rules.tournament.clock.events import LengthSealed
from muster.rules.tournament.games import Player
from muster.rules.tournament.judging.lists import ARMY_LIST, list_stream
from muster.rules.tournament.running import events, timekeeping
from muster.rules.tournament.running.evolving import TOURNAMENT
from muster.rules.tournament.running.plan import problem, require_valid
from muster.rules.tournament.running.reporting import table_of
from muster.rules.tournament.running.roles import Task, may, not_allowed, task_to_correct, task_to_drop
from muster.rules.tournament.running.rounds import step_of
from muster.rules.tournament.running.tournament import Entry, Tournament
from muster.rules.violations import Refused, Violation, refuse_if, require

TOURNAMENTS: Final = "tournament:"
SEED_BYTES: Final = 16
CODE_BYTES: Final = 5
P = ParamSpec("P")


class SiteRoles(StreamRoles, Protocol):
    """The roles of a site that also knows its accounts."""

    def is_account(self, account: str) -> bool:
        """Whether there is such an account."""


class TournamentServices:
    """Everything that tournament commands use. `entropy` is the source of seeds, dice and codes,
    `armies` is where players keep the armies that they submit."""

    def __init__(  # noqa: PLR0913 - each is a place the use cases need, all by name
        self,
        store: EventStore,
        roster: Roster,
        *,
        index: TournamentIndex,
        stream_roles: SiteRoles | None = None,
        cards: Catalogue | None = None,
        entropy: Callable[[int], bytes] = os.urandom,
        shared: SharedLogs | None = None,
        armies: Callable[[], ArmyStore] | None = None,
    ) -> None:
        self.store = store
        self.roster = roster
        self.index = index
        self.stream_roles = stream_roles
        self.entropy = entropy
        self.armies = armies
        self._cards = cards
        self._shared = shared or SharedLogs(store)

    @property
    def cards(self) -> Catalogue:
        """The cards that army lists are checked against."""
        return self._cards or catalogue()

    def log(self, stream: str) -> StreamLog:
        """A log at its current version, cached for the request if the store does that. Everybody gets
        the same value until something is committed, so results computed from it can be cached with it."""
        return self.logs([stream])[stream]

    def logs(self, streams: Collection[str]) -> Mapping[str, StreamLog]:
        """Several logs with one query."""
        if not isinstance(self.store, RequestStore):
            return self._shared.now(streams)
        self.store.open(streams)
        return {stream: self.store.log(stream) for stream in streams}

    def load(self, tournament: str) -> Loaded[Tournament]:
        """The full event, for the program only; refused if there is none."""
        log = self.log(tournament) if tournament.startswith(TOURNAMENTS) else None
        if log is None or log.state(TOURNAMENT).status == "unknown":
            raise Refused(problem("tournament.unknown"))
        return Loaded(log.state(TOURNAMENT), log.version)

    def me(self, now: Tournament, account: str) -> Entry:
        """The entry of the acting player; refused for others."""
        return require(now.entry_of(account), problem("tournament.not_a_player"))


class TournamentContext:
    """One event while a command runs on it. `before` is what this same request already did."""

    def __init__(self, services: TournamentServices, tournament: str, before: Appended | None = None) -> None:
        self.places = services
        self.tournament = tournament
        self.before = before

    @property
    def now(self) -> Tournament:
        """The event as it stands."""
        return self.places.load(self.tournament).state

    def me(self, act: Act) -> Entry:
        """The entry of whoever acts."""
        return self.places.me(self.now, act.actor)

    # Writing ---------------------------------------------------------------------------------------------

    def decide_and_append(
        self,
        act: Act,
        command: Command,
        decide: Callable[Concatenate[Tournament, P], Event | Sequence[Event]],
        *asked: P.args,
        **also: P.kwargs,
    ) -> Appended:
        """Decide on the current state and write; what was done before is not decided again."""
        if self.before:
            return self.before
        now = self.places.load(self.tournament)
        found = decide(now.state, *asked, **also)
        written = [found] if isinstance(found, Event) else found
        return self.append(act, command, Write(self.tournament, now.version, tuple(written)))

    def append(self, act: Act, command: Command, *writes: Write) -> Appended:
        """Write events, checked so that the log stays readable for ever; the same key acts once."""
        return self.places.store.append(
            [
                Write(write.stream, write.expected, tuple(map(require_valid, write.events)))
                for write in writes
            ],
            actor=act.actor,
            at=act.at,
            batch=act.batch,
            key=key_of(act, self.tournament, command),
        )

    def fresh_seed(self, now: Tournament) -> str:
        """A seed for the next draw; a draw that was undone keeps its seed."""
        held = kept_events(self.places.log(self.tournament).entries, step_of(now))
        old = next((event.drawn.seed for event in held if isinstance(event, events.RoundDrafted)), "")
        return old or self.places.entropy(SEED_BYTES).hex()

    def rolled_length(self, now: Tournament) -> tuple[Roll, str] | None:
        """Five red defence dice if the length is secret; a start that was undone keeps its faces."""
        if not now.plan.secret_length:
            return None
        held = kept_events(self.places.log(self.tournament).entries, timekeeping.length_step(now))
        old = next((event for event in held if isinstance(event, LengthSealed)), None)
        return (old.roll, old.evidence) if old else fresh_roll(timekeeping.DICE, self.places.entropy)

    def armies(self, now: Tournament) -> dict[Player, Army | None]:
        """The armies of the submitted lists."""
        streams = {player: list_stream(self.tournament, player) for player in now.lists}
        logs = self.places.logs(streams.values())
        return {player: logs[stream].state(ARMY_LIST).army for player, stream in streams.items()}

    # Names and lists of events ---------------------------------------------------------------------------

    def check_fresh(self, names: Sequence[str], but: Player = "") -> list[str]:
        """Clean these names and refuse any that is already in the event, except for the player `but`,
        who is being renamed."""
        people, new = self.places.roster.people(self.tournament), clean_names(names)
        here = (key for key, entry in self.now.entries.items() if entry.status != "withdrawn" and key != but)
        check_names(new, [people[key].name for key in here if key in people])
        return new

    def enrol(self, done: Appended, names: Sequence[str]) -> Appended:
        """Store the names of the players that an act entered, after the log. Sending the form again
        completes what is missing, and does not bring back a name that was changed or erased since."""
        held = self.places.roster.people(self.tournament) if done.repeated else {}
        keys = players_entered_by(self.places.log(self.tournament), done.batch)
        named = zip(keys, clean_names(names), strict=True)
        people = {key: Person(name, self.fresh_code()) for key, name in named if key not in held}
        self.places.roster.enrol(self.tournament, people)
        return self.update_index(done)

    def fresh_code(self) -> str:
        """A code of eight letters and digits for a player to type into their phone."""
        return b32encode(self.places.entropy(CODE_BYTES)).decode()

    def an_account(self, account: str) -> None:
        """Refuse an account that does not exist: an event handed to nobody would be lost."""
        roles = self.places.stream_roles
        if roles is not None and account and not roles.is_account(account):
            raise Refused(problem("tournament.no_account", (), "", given=account[:60]))

    def grant_to(self, done: Appended, account: str, role: Role = "member") -> Appended:
        """Record that the event now belongs to this account too."""
        if self.places.stream_roles is not None and account:
            self.places.stream_roles.grant(account, self.tournament, role)
        return done

    def update_index(self, done: Appended) -> Appended:
        """Update what lists show of the event."""
        self.places.index.store_summary(summary_of(self.tournament, self.now))
        return done


def key_of(act: Act, tournament: str, command: Command) -> Key | None:
    """The idempotency key of an act on a tournament."""
    return act.key_for(fingerprint((tournament, command))) if act.key else None


def players_entered_by(log: StreamLog, batch: str) -> tuple[Player, ...]:
    """The players an act entered."""
    entered = (entry.event for entry in log.entries if entry.batch == batch)
    return tuple(
        entrant.player
        for event in entered
        if isinstance(event, events.PlayersEntered)
        for entrant in event.players
    )


# Who may ---------------------------------------------------------------------------------------------------


def permit(context: TournamentContext, act: Act, command: Command, who: str) -> None:
    """Refuse those who may not ask. `who` is a task of an office (`rules.tournament.running.roles`),
    `player` for anyone who plays in the event, `self` for commands about oneself, `anyone`, or `self or`
    a task: oneself, or else that office."""
    if who in ("anyone", "self") or context.before:
        return
    now = context.now
    if who == "player":
        context.me(act)
    elif not (who.startswith("self or ") and is_own(now, act.actor, command)):
        refuse_if(_not_allowed(now, act.actor, command, who.removeprefix("self or ")))


def is_own(now: Tournament, person: str, command: Command) -> bool:
    """Whether somebody asks about themselves: their own place, role, list or call."""
    entry = now.entry_of(person)
    match command:
        case commands.TakeRole():
            return command.person == person
        case commands.SetDuty():
            return command.person in ("", person)
        case commands.CloseCall():
            call = now.calls.get(command.call)
            return entry is not None and call is not None and call.player == entry.player
        case commands.Drop():
            return entry is not None and command.player == entry.player and command.why == "asked"
        case commands.Withdraw() | commands.Erase() | commands.SubmitList() | commands.SetClub():
            return entry is not None and command.player == entry.player
    return False


def _not_allowed(now: Tournament, person: str, command: Command, who: str) -> Violation | None:
    task = cast("Task", who)  # every other word was handled above
    if isinstance(command, commands.Correct):
        task = task_to_correct(now, person, command.number)
    if isinstance(command, commands.Drop):
        task = task_to_drop(now, person, command.player)
    if isinstance(command, commands.SubmitList) and not may(now, person, task):
        return problem("tournament.not_your_list", (command.player[:60],), 537)
    return not_allowed(now, person, task)


# What is decided -------------------------------------------------------------------------------------------


# What a rule may ask for besides the fields of its command, by the names of its parameters.
BESIDE: Final[Mapping[str, Callable[[TournamentContext, Act, Tournament], object]]] = {
    "by": lambda _desk, act, _now: act.actor,
    "at": lambda _desk, act, _now: act.at,
    "player": lambda context, act, _now: context.me(act).player,
    "table": lambda context, act, now: table_of(now, context.me(act).player),
    "catalogue": lambda context, _act, _now: context.places.cards,
    "armies": lambda context, _act, now: context.armies(now),
    "lots": lambda context, _act, _now: context.places.entropy(SEED_BYTES).hex(),
    "seed": lambda context, _act, now: context.fresh_seed(now),
    "rolled": lambda context, _act, now: context.rolled_length(now),
}


class TournamentHandlers(Handlers[TournamentContext]):
    """The handlers of an event. Most commands are decided by a single rule."""

    def __init__(self, permit: Callable[[TournamentContext, Act, Command, str], None]) -> None:
        super().__init__(permit)
        self.decided: dict[type[Command], Callable[..., Event | Sequence[Event]]] = {}

    def decides(
        self,
        kind: type[Command],
        who: str,
        rule: Callable[..., Event | Sequence[Event]],
        *,
        listed: bool = False,
        admits: str = "",
    ) -> None:
        """Register a command that a single rule decides: the rule's parameters are filled from the
        command's fields, and the rest from `BESIDE`.

        Set `listed` if lists of events show what it changes; `admits` is the field that names an account
        which this event then belongs to as well. A rule and a command that do not fit raise an error on
        import.
        """
        asked, own = tuple(signature(rule).parameters)[1:], kind.__struct_fields__
        unfit = set(asked) - set(own) - BESIDE.keys() | (set(own) - set(asked))
        if unfit or (admits and admits not in own):
            raise TypeError(
                f"{kind.__name__} and its rule do not fit: {', '.join(sorted(unfit) or [admits])}"
            )
        self.decided[kind] = rule

        def handle(context: TournamentContext, act: Act, command: Command) -> Appended:
            def decide(now: Tournament) -> Event | Sequence[Event]:
                fields = {name: getattr(command, name) for name in asked if name in own}
                beside = {name: BESIDE[name](context, act, now) for name in asked if name not in own}
                return rule(now, **fields, **beside)

            account = getattr(command, admits) if admits else ""
            context.an_account(account)
            done = context.grant_to(context.decide_and_append(act, command, decide), account)
            return context.update_index(done) if listed else done

        self.handles(kind, who)(handle)


HANDLERS: Final = TournamentHandlers(permit)
