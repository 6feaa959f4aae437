"""A game's desk: its log, who sits where, and how an act is decided and written.

Everything is decided on the seat's own view (`rules/game/kernel`). Somebody faster makes no refusal here: the
act is decided again on the game as it stands, and an answer to a prompt that is gone is refused by the rules.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from os import urandom
from typing import Final

from muster.app.acting import Act, Command, Done, Handlers, fingerprint
from muster.app.game.playing import commands
from muster.app.game.playing.chance import GameChance
from muster.app.game.playing.origins import Origin, Origins, origin_of
from muster.app.request_store import RequestStore
from muster.app.streams import EventStore, StaleVersion, Write
from muster.rules.game.answers import Answer
from muster.rules.game.game import GAME, Game, open_step, view
from muster.rules.game.log.events import STREAM
from muster.rules.game.table import SEATS, Audience, Seat
from muster.rules.log import Event, LoggedAct, Recorded, acts, effective
from muster.rules.log.views import KnownCount, Viewer, known_entries
from muster.rules.violations import Refused, Source, refuse_unless

problem = Source("game").problem
problem_if = Source("game").problem_if
TRIES: Final = 8
ANYONE: Final = "anyone"
SEATED: Final = "seated"


class GameDesk:
    """Where acts of a game happen: its log, and who sits where."""

    def __init__(
        self,
        store: EventStore,
        id: str,
        name: str = "",
        entropy: Callable[[int], bytes] = urandom,
        house: Origins = Origins(),  # noqa: B008 - a value
    ) -> None:
        self.store = store
        self.house = house
        self.stream = f"{STREAM}{id}"
        self.name = name
        self.entropy = entropy
        self.code = ""

    @property
    def log(self) -> Sequence[Recorded]:
        """The whole stream; nobody is shown it."""
        return self.store.read(self.stream)

    @property
    def acts(self) -> Sequence[LoggedAct]:
        """What of it counts, act by act."""
        if isinstance(self.store, RequestStore):
            return self.store.log(self.stream).acts
        return acts(effective(self.log))

    @property
    def chance(self) -> GameChance:
        """The chance of an act: a step that was taken back has left its faces with what does not count."""
        undone = self.store.log(self.stream).dead if isinstance(self.store, RequestStore) else self.log
        return GameChance(undone, self.entropy)

    def known_to(self, viewer: Viewer) -> int:
        """How many events somebody may know, undone ones too."""
        if isinstance(self.store, RequestStore):
            return self.store.log(self.stream).running(KnownCount(viewer))
        return sum(1 for _ in known_entries(self.log, viewer))

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.store.load(GAME, self.stream).state

    def seats_of(self, account: str) -> tuple[Seat, ...]:
        """The seats somebody sits at: both on one phone."""
        return tuple(seat for seat in SEATS if account and self.game.players.get(seat) == account)

    def audience(self, account: str) -> Audience | None:
        """Who somebody is to this game; with both seats they see no secret until they say who they are.
        Whoever has the link may look while a seat is free; later, where the players let nobody watch, the
        game does not exist to strangers. Whose seat another phone keeps is no stranger."""
        seats = self.seats_of(account)
        if len(seats) == 1:
            return seats[0]
        if seats:
            return "both"
        table = self.game.table
        free = table.phase == "lobby" and len(table.chairs) < len(SEATS)
        origin = self.origin if account else None
        if origin is not None and origin.is_official(account):
            return "official"
        theirs = origin is not None and bool(origin.seats_of(account))
        return "watch" if table.watched or free or theirs else None

    @property
    def origin(self) -> Origin | None:
        """The battle or the table it is played for."""
        return origin_of(self.house, self.game.source)

    @cached_property
    def exists(self) -> bool:
        """Whether somebody opened it."""
        return self.store.version(self.stream) > 0


def permit(desk: GameDesk, act: Act, command: Command, who: str) -> None:
    """Anyone with the link sits down at a free seat; the rest is for those who sit there."""
    if isinstance(command, commands.OPENING):
        return
    refuse_unless(desk.exists, problem("game.unknown"))
    if who == SEATED:
        refuse_unless(desk.audience(act.actor), problem("game.unknown"))
        seat_for(desk, act, command)


def seat_for(desk: GameDesk, act: Act, command: Command) -> Seat:
    """The seat an act comes from: the one named, or the only one of this person."""
    own = desk.seats_of(act.actor)
    named = getattr(command, "seat", None) or _seat_of_unit(desk, own, command)
    if named is not None and named in own:
        return named
    refuse_unless(own and named is None, problem("game.not_seated"))
    return own[0] if len(own) == 1 else _who_decides(desk, own, command)


def _seat_of_unit(desk: GameDesk, own: tuple[Seat, ...], command: Command) -> Seat | None:
    """One phone for both: a unit's row is changed by its own side."""
    if len(own) < len(SEATS) or not isinstance(command, commands.Speak):
        return None
    unit = desk.game.table.units.get(getattr(command.said, "unit", ""))
    return unit.seat if unit and not isinstance(command.said, Answer) else None


def _who_decides(desk: GameDesk, own: tuple[Seat, ...], command: Command) -> Seat:
    """One phone for both: who has to decide; where both have, the phone must say for whom it answers."""
    asked = [seat for seat in own if open_step(view(desk.game, seat))]
    if len(asked) > 1 and isinstance(command, commands.Speak):
        raise Refused(problem("game.which_seat"))
    return asked[0] if asked else own[0]


HANDLERS: Final[Handlers[GameDesk]] = Handlers(permit)
Decide = Callable[[Game, Sequence[Recorded]], Sequence[Event]]
Also = Callable[[Game], Sequence[Write]]


def _nothing(_game: Game) -> Sequence[Write]:
    return ()


def write(desk: GameDesk, act: Act, command: Command, decide: Decide, also: Also = _nothing) -> Done:
    """Decide on the game as it stands and write, to other streams too where `also` says so; somebody faster
    only means deciding again."""
    store, key = desk.store, act.key_for(fingerprint((desk.stream, command)))
    for left in reversed(range(TRIES)):
        if key and (done := store.earlier_answer(act.actor, key)):
            return done
        log, game = desk.log, desk.game
        try:
            events = tuple(decide(game, log))
        except Refused:
            if key and (done := store.earlier_answer(act.actor, key)):  # the same tap was faster
                return done
            raise
        if not events:
            return None
        try:
            writes = [Write(desk.stream, len(log), events), *also(game)]
            return store.append(writes, actor=act.actor, at=act.at, batch=act.batch, key=key)
        except StaleVersion:
            if not left:
                raise Refused(problem("game.busy")) from None
    raise AssertionError("unreachable")
