"""Use cases of a game: open, sit down, bring an army, speak, take back, close.

Everything is decided on the seat's own view (`rules/game/kernel`). Somebody faster makes no refusal here: the
act is decided again on the game as it stands, and an answer to a prompt that is gone is refused by the rules.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import sha256
from hmac import compare_digest
from os import urandom
from secrets import choice
from typing import Final

from muster.app.acting import Act, Command, Handlers, fingerprint
from muster.app.game.playing import commands
from muster.app.game.playing.chance import GameChance
from muster.app.game.playing.taking_back import asked_batch, may_ask, undoable_act, undoing
from muster.app.streams import Appended, EventStore, StaleVersion, Write
from muster.rules.cards.catalogue import catalogue
from muster.rules.game.answers import Answer
from muster.rules.game.events import (
    STREAM,
    AskedBack,
    GameClosed,
    GameOpened,
    PleaAnswered,
    SeatKept,
)
from muster.rules.game.forces import force_of, hand_of
from muster.rules.game.game import GAME, Game, handle, lobby, open_step, view
from muster.rules.game.table import SEATS, Audience, Seat, other
from muster.rules.log import Event, Recorded
from muster.rules.violations import Refused, Source, refuse_if, refuse_unless

problem = Source("game").problem
TRIES: Final = 8
CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH: Final = 8


class GameDesk:
    """Where acts of a game happen: its log, and who sits where."""

    def __init__(
        self, store: EventStore, id: str, name: str = "", entropy: Callable[[int], bytes] = urandom
    ) -> None:
        self.store = store
        self.stream = f"{STREAM}{id}"
        self.name = name
        self.entropy = entropy
        self.code = ""

    @property
    def log(self) -> Sequence[Recorded]:
        """The whole stream; nobody is shown it."""
        return self.store.read(self.stream)

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
        game does not exist to strangers."""
        seats = self.seats_of(account)
        if len(seats) == 1:
            return seats[0]
        if seats:
            return "both"
        table = self.game.table
        free = table.phase == "lobby" and len(table.chairs) < len(SEATS)
        return "watch" if table.watched or free else None

    @cached_property
    def exists(self) -> bool:
        """Whether somebody opened it."""
        return self.store.version(self.stream) > 0


def permit(desk: GameDesk, act: Act, command: Command, who: str) -> None:
    """Anyone with the link sits down at a free seat; the rest is for those who sit there."""
    if isinstance(command, commands.OpenGame):
        return
    refuse_unless(desk.exists, problem("game.unknown"))
    if who == "seated":
        seat_for(desk, act, command)


def seat_for(desk: GameDesk, act: Act, command: Command) -> Seat:
    """The seat an act comes from: the one named, or the only one of this person."""
    own = desk.seats_of(act.actor)
    named = getattr(command, "seat", None) or _seat_of_unit(desk, own, command)
    if named is not None and named in own:
        return named
    refuse_unless(own and named is None, problem("game.not_seated"))
    return own[0] if len(own) == 1 else _who_decides(desk, own)


def _seat_of_unit(desk: GameDesk, own: tuple[Seat, ...], command: Command) -> Seat | None:
    """One phone for both: a unit's row is changed by its own side."""
    if len(own) < len(SEATS) or not isinstance(command, commands.Speak):
        return None
    unit = desk.game.table.units.get(getattr(command.said, "unit", ""))
    return unit.seat if unit and not isinstance(command.said, Answer) else None


def _who_decides(desk: GameDesk, own: tuple[Seat, ...]) -> Seat:
    """One phone for both: who has to decide; where both have, the phone must say for whom."""
    asked = [seat for seat in own if open_step(view(desk.game, seat))]
    refuse_unless(len(asked) <= 1, problem("game.which_seat"))
    return asked[0] if asked else own[0]


HANDLERS: Final[Handlers[GameDesk]] = Handlers(permit)
Decide = Callable[[Game, Sequence[Recorded]], Sequence[Event]]


def _write(desk: GameDesk, act: Act, command: Command, decide: Decide) -> Appended:
    """Decide on the game as it stands and write; somebody faster only means deciding again."""
    store, key = desk.store, act.asking(fingerprint((desk.stream, command)))
    for left in reversed(range(TRIES)):
        if key and (done := store.answered(act.actor, key)):
            return done
        log, game = desk.log, desk.game
        events = tuple(decide(game, log))
        try:
            write = Write(desk.stream, len(log), events)
            return store.append([write], actor=act.actor, at=act.at, batch=act.batch, key=key)
        except StaleVersion:
            if not left:
                raise Refused(problem("game.busy")) from None
    raise AssertionError("unreachable")


# Sitting down ----------------------------------------------------------------------------------------------


@HANDLERS.handles(commands.OpenGame, who="anyone")
def open_game(desk: GameDesk, act: Act, command: commands.OpenGame) -> Appended:
    """Open a game and take the first seat, or both on one phone."""

    def decide(game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        opened = GameOpened(
            mode=command.mode, level=command.level, name=command.name.strip(), dice=command.dice,
            cards=command.cards, watched=command.watched, mission=command.mission,
        )  # fmt: skip
        first = lobby.decide_sit(game, "one", named(desk, command.player), act.actor, new_code(desk))
        second = _second(game, act, command)
        return (lobby.decide_open(game, opened), *first, *second)

    return _write(desk, act, command, decide)


def _second(game: Game, act: Act, command: commands.OpenGame) -> tuple[Event, ...]:
    if not command.both:
        return ()
    return lobby.decide_sit(game, "two", command.opponent.strip() or "Opponent", act.actor, "")


@HANDLERS.handles(commands.TakeSeat, who="anyone")
def take_seat(desk: GameDesk, act: Act, command: commands.TakeSeat) -> Appended:
    """Sit down where nobody sits."""

    def decide(game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        return lobby.decide_sit(game, command.seat, named(desk, command.player), act.actor, new_code(desk))

    return _write(desk, act, command, decide)


@HANDLERS.handles(commands.RetakeSeat, who="anyone")
def retake_seat(desk: GameDesk, act: Act, command: commands.RetakeSeat) -> Appended:
    """A dead phone: the seat's own code brings somebody back to it, nobody else can."""

    def decide(_game: Game, log: Sequence[Recorded]) -> Sequence[Event]:
        keys = [e.event for e in log if isinstance(e.event, SeatKept) and e.event.seat == command.seat]
        known = keys[-1].code if keys else ""
        right = known and compare_digest(known, code_digest(desk.stream, command.code))
        refuse_unless(right, problem("game.wrong_code"))
        return (SeatKept(seat=command.seat, player=act.actor, code=known),)

    return _write(desk, act, command, decide)


@HANDLERS.handles(commands.LeaveSeat, who="seated")
def leave_seat(desk: GameDesk, act: Act, command: commands.LeaveSeat) -> Appended:
    """Stand up before the game begins."""
    return _write(desk, act, command, lambda game, _: (lobby.decide_leave(game, command.seat),))


@HANDLERS.handles(commands.BringArmy, who="seated")
def bring_army(desk: GameDesk, act: Act, command: commands.BringArmy) -> Appended:
    """Bring an army and its command hand."""
    cards = catalogue()
    force = force_of(command.seat, command.army, cards)
    hand = hand_of(command.army, cards)
    return _write(desk, act, command, lambda game, _: lobby.decide_bring(game, force, hand))


@HANDLERS.handles(commands.BeginGame, who="seated")
def begin_game(desk: GameDesk, act: Act, command: commands.BeginGame) -> Appended:
    """Both are ready."""
    return _write(
        desk, act, command, lambda game, log: lobby.decide_begin(game, GameChance(log, desk.entropy))
    )


def named(desk: GameDesk, typed: str) -> str:
    """The name somebody plays under: as typed, or the account's."""
    return " ".join(typed.split())[: lobby.MOST_LETTERS] or desk.name[: lobby.MOST_LETTERS] or "Player"


def new_code(desk: GameDesk) -> str:
    """A code to retake the seat with. The player is shown it once; the log holds its digest."""
    desk.code = "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return code_digest(desk.stream, desk.code)


def code_digest(stream: str, code: str) -> str:
    """What the log keeps of a code."""
    return sha256(f"{stream}\n{code.strip().upper()}".encode(errors="replace")).hexdigest()


# Playing ---------------------------------------------------------------------------------------------------


@HANDLERS.handles(commands.Speak, who="seated")
def speak(desk: GameDesk, act: Act, command: commands.Speak) -> Appended:
    """Answer the open prompt, or change one's own rows."""
    seat = seat_for(desk, act, command)
    return _write(
        desk,
        act,
        command,
        lambda game, log: handle(game, seat, command.said, GameChance(log, desk.entropy)),
    )


@HANDLERS.handles(commands.TakeBack, who="seated")
def take_back(desk: GameDesk, act: Act, command: commands.TakeBack) -> Appended:
    """One's own latest act, freely, if nothing was shown by it or since."""
    seat = seat_for(desk, act, command)

    def decide(_game: Game, log: Sequence[Recorded]) -> Sequence[Event]:
        refuse_unless(undoable_act(log, act.actor, seat) == command.batch, problem("game.ask_back"))
        return undoing(log, command.batch)

    return _write(desk, act, command, decide)


@HANDLERS.handles(commands.AskBack, who="seated")
def ask_back(desk: GameDesk, act: Act, command: commands.AskBack) -> Appended:
    """Ask the other; nothing crosses a reveal of secrets."""
    seat = seat_for(desk, act, command)

    def decide(game: Game, log: Sequence[Recorded]) -> Sequence[Event]:
        refuse_if(
            problem("game.plea_open") if game.table.plea else None,
            None if may_ask(log, command.batch) else problem("game.behind_reveal"),
        )
        return (AskedBack(seat=seat, batch=command.batch),)

    return _write(desk, act, command, decide)


@HANDLERS.handles(commands.AnswerPlea, who="seated")
def answer_plea(desk: GameDesk, act: Act, command: commands.AnswerPlea) -> Appended:
    """The other grants it with one tap, or does not; faces stay with their step unless freed with it."""
    seat = seat_for(desk, act, command)

    def decide(game: Game, log: Sequence[Recorded]) -> Sequence[Event]:
        plea = game.table.plea
        refuse_unless(plea, problem("game.no_plea"))
        both = len(desk.seats_of(act.actor)) == len(SEATS)
        own = plea is not None and plea.seat == seat and not both
        refuse_unless(not own or not command.grant, problem("game.own_plea"))
        batch = asked_batch(log)
        back = undoing(log, batch, void=command.void) if command.grant else ()
        return (*back, PleaAnswered(seat=other(plea.seat) if plea else seat, granted=command.grant))

    return _write(desk, act, command, decide)


@HANDLERS.handles(commands.CloseGame, who="seated")
def close_game(desk: GameDesk, act: Act, command: commands.CloseGame) -> Appended:
    """A game that has ended is closed once, and every seed opens."""

    def decide(game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        refuse_if(
            problem("game.not_over") if game.table.ended is None else None,
            problem("game.closed_already") if game.table.closed else None,
        )
        return (GameClosed(seeds=game.seeds),)

    return _write(desk, act, command, decide)
