"""Before a game: it is opened from nothing, an army, a battle or a table; two sit down, and begin."""

from collections.abc import Sequence
from functools import reduce
from hashlib import sha256
from hmac import compare_digest
from secrets import choice
from typing import Final, NamedTuple

from muster.app.acting import Act, Command, Done
from muster.app.armies.saving import own_army
from muster.app.campaign.logs import BATTLES
from muster.app.game.playing import commands
from muster.app.game.playing.desk import ANYONE, HANDLERS, SEATED, GameDesk, problem, write
from muster.app.game.playing.origins import Origin, Origins, id_of, origin_of, table_of
from muster.rules.armies.army import Army
from muster.rules.cards.catalogue import catalogue
from muster.rules.game.game import Game, lobby
from muster.rules.game.log.attacked import AttacksSet
from muster.rules.game.log.events import STREAM, GameOpened, SeatKept
from muster.rules.game.log.evolve import evolve
from muster.rules.game.log.game_settings import ArmyChecked, ArmyKept, WatchingSet
from muster.rules.game.phases.timing import decide_limit
from muster.rules.game.sides.forces import force_of, hand_of, wrong_for
from muster.rules.game.special_operations.squads.forces import squad_force
from muster.rules.game.table import SEATS, Seat
from muster.rules.log import Event, Recorded
from muster.rules.violations import Refused, refuse_unless

CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH: Final = 8


def game_of(house: Origins, account: str, command: Command, fresh: str) -> str:
    """The id of the game that a command opens: one's own for a battle and for a table, else a fresh one."""
    match command:
        case commands.PlayBattle():
            return id_of(command.battle)
        case commands.PlayTable():
            return id_of(table_of(house, account, command.tournament))
    return fresh


@HANDLERS.handles(commands.PlayBattle, who=ANYONE)
def play_battle(desk: GameDesk, act: Act, command: commands.PlayBattle) -> Done:
    """Open the game of a battle, or come to it; only the owners of its Registers do."""
    refuse_unless(command.battle.startswith(BATTLES), problem("game.unknown"))
    return _play(desk, act, command, command.battle)


@HANDLERS.handles(commands.PlayTable, who=ANYONE)
def play_table(desk: GameDesk, act: Act, command: commands.PlayTable) -> Done:
    """Open the game of one's table at an event, or come to it; only its two players do."""
    return _play(desk, act, command, table_of(desk.house, act.actor, command.tournament))


def _play(desk: GameDesk, act: Act, command: commands.Opening, name: str) -> Done:
    """Sit down where one belongs, with what was mustered or handed in."""
    origin = origin_of(desk.house, name)
    if origin is None or desk.stream != f"{STREAM}{id_of(name)}":
        raise Refused(problem("game.unknown"))
    own = origin.seats_of(act.actor)
    refuse_unless(own, problem("game.unknown"))

    def decide(game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        events: list[Event] = []
        desk.code = ""
        if not game.table.chairs:
            events += (lobby.decide_open(game, _opening_event(command, origin)), *_attacks(command))
        for seat in own:
            events += _comes(desk, act, reduce(evolve, events, game), origin, seat)
        if command.both:
            events += _for_both(desk, act, reduce(evolve, events, game), origin)
        return events

    return _grant_membership(desk, act, write(desk, act, command, decide))


def _grant_membership(desk: GameDesk, act: Act, done: Done) -> Done:
    """Who sits down finds the game again, on every device of theirs."""
    if desk.house.stream_roles:
        desk.house.stream_roles.grant(act.actor, desk.stream, "member")
    return done


def _attacks(command: commands.Opening) -> tuple[Event, ...]:
    """How attacks are resolved, where that is not as usual, and the limit of a game that has one."""
    modes = (AttacksSet(mode=command.attacks),) if command.attacks != "full" else ()
    return *modes, *decide_limit(command.minutes)


def _opening_event(command: commands.Opening, origin: Origin) -> GameOpened:
    return GameOpened(
        mode=origin.mode, level=command.level, name=command.name.strip(), dice=command.dice,
        cards=command.cards, watched=command.watched, mission=origin.mission, source=origin.name,
        switches=command.switches,
    )  # fmt: skip


def _comes(desk: GameDesk, act: Act, game: Game, origin: Origin, seat: Seat) -> list[Event]:
    """A player sits down once, and brings what is known; a new muster takes the place of the last one. Who
    plays both sides has one code. Where another phone keeps the seat, whose seat it is takes it."""
    sat, events = seat in game.table.chairs, list[Event]()
    if sat and game.players.get(seat) != act.actor and not game.table.closed:
        events.append(SeatKept(seat=seat, player=act.actor, code=new_code(desk)))
    if game.table.phase != "lobby":
        return events
    if not sat:
        name = name_of_player(desk, origin.player(seat))
        events += lobby.decide_sit(game, seat, name, act.actor, _one_code(desk))
    brought = origin.force(seat)
    if brought and brought[0].units != tuple(unit for unit in game.table.units.values() if unit.seat == seat):
        kept = origin.saved_army(seat)
        events += (*lobby.decide_bring(reduce(evolve, events, game), *brought), *((kept,) if kept else ()))
    return events


def _one_code(desk: GameDesk) -> str:
    """The code of this act: one for all seats that it takes."""
    return code_digest(desk.stream, desk.code) if desk.code else new_code(desk)


def _for_both(desk: GameDesk, act: Act, game: Game, origin: Origin) -> list[Event]:
    """One phone keeps the score for both: it sits where the other has not come yet, with what is open of
    their army. Command hands stay with whose they are, so there is no playing for both."""
    events: list[Event] = []
    for seat in (seat for seat in SEATS if seat not in game.table.chairs):
        refuse_unless(game.table.level == "score", problem("game.both_score"))
        name = origin.player_name(seat)[: lobby.MOST_LETTERS] or "Opponent"
        events += lobby.decide_sit(game, seat, name, act.actor, _one_code(desk))
        if brought := origin.force(seat):
            events += lobby.decide_bring(reduce(evolve, events, game), brought[0], ())
            events += filter(None, (origin.saved_army(seat),))
    return events


@HANDLERS.handles(commands.OpenGame, who=ANYONE)
def open_game(desk: GameDesk, act: Act, command: commands.OpenGame) -> Done:
    """Open a game and take the first seat, or both on one phone."""

    brings = _load_saved_army(desk, act, "one", command.army, 0) if command.army else None

    def decide(game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        opened = GameOpened(
            mode=command.mode, level=command.level, name=command.name.strip(), dice=command.dice,
            cards=command.cards, watched=command.watched, mission=command.mission, owner=command.owner,
            edition=command.edition, switches=command.switches,
        )  # fmt: skip
        code = new_code(desk)
        first = lobby.decide_sit(game, "one", name_of_player(desk, command.player), act.actor, code)
        events = (
            lobby.decide_open(game, opened), *_attacks(command), *first, *_second(game, act, command, code),
        )  # fmt: skip
        before = reduce(evolve, events, game)
        army = _brings(before, brings) if brings else ()
        return (*events, *army, *(_squad(before, "one", command.squad) if command.squad else ()))

    return _grant_membership(desk, act, write(desk, act, command, decide))


def _second(game: Game, act: Act, command: commands.OpenGame, code: str) -> tuple[Event, ...]:
    """One phone for both is retaken with one code."""
    if not command.both:
        return ()
    return lobby.decide_sit(game, "two", command.opponent.strip() or "Opponent", act.actor, code)


@HANDLERS.handles(commands.TakeSeat, who=ANYONE)
def take_seat(desk: GameDesk, act: Act, command: commands.TakeSeat) -> Done:
    """Sit down where nobody sits."""

    origin = desk.origin
    kept = origin is not None and origin.keeps(command.seat)
    theirs = origin is not None and command.seat in origin.seats_of(act.actor)
    refuse_unless(theirs or not kept, problem("game.seat_kept", [command.seat]))

    def decide(game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        return lobby.decide_sit(
            game, command.seat, name_of_player(desk, command.player), act.actor, new_code(desk)
        )

    return _grant_membership(desk, act, write(desk, act, command, decide))


@HANDLERS.handles(commands.RetakeSeat, who=ANYONE)
def retake_seat(desk: GameDesk, act: Act, command: commands.RetakeSeat) -> Done:
    """A dead phone: the seat's own code brings somebody back to it, nobody else can. Where both sat at one
    phone, it brings them back to both seats."""

    def decide(game: Game, log: Sequence[Recorded]) -> Sequence[Event]:
        player = game.players.get(command.seat)
        codes = {entry.event.seat: entry.event.code for entry in log if isinstance(entry.event, SeatKept)}
        shared = [seat for seat in SEATS if player and game.players.get(seat) == player]
        typed = code_digest(desk.stream, command.code)
        right = any(codes[seat] and compare_digest(codes[seat], typed) for seat in shared)
        refuse_unless(right, problem("game.wrong_code"))
        return tuple(SeatKept(seat=seat, player=act.actor, code=codes[seat]) for seat in shared)

    return _grant_membership(desk, act, write(desk, act, command, decide))


@HANDLERS.handles(commands.LeaveSeat, who=SEATED)
def leave_seat(desk: GameDesk, act: Act, command: commands.LeaveSeat) -> Done:
    """Stand up before the game begins."""
    return write(desk, act, command, lambda game, _: (lobby.decide_leave(game, command.seat),))


@HANDLERS.handles(commands.BringArmy, who=SEATED)
def bring_army(desk: GameDesk, act: Act, command: commands.BringArmy) -> Done:
    """Bring an army and its command hand: one of one's own as it is kept, or a document."""
    origin = desk.origin
    fixed = origin is not None and origin.force(command.seat) is not None
    refuse_unless(not fixed, problem("game.army_stands"))
    if command.army is not None:
        brings = Brings(command.seat, command.army)
    else:
        brings = _load_saved_army(desk, act, command.seat, command.saved, command.version)
    return write(desk, act, command, lambda game, _: _brings(game, brings))


class Brings(NamedTuple):
    """An army for a seat, and which of its player's armies it is, in which version."""

    seat: Seat
    army: Army
    saved: str = ""
    version: int = 0


def _load_saved_army(desk: GameDesk, act: Act, seat: Seat, army: str, version: int) -> Brings:
    """An army of one's own, as it is now or was."""
    if not army or desk.house.armies is None:
        raise Refused(problem("game.no_army", [seat]))
    armies = desk.house.armies()
    saved = own_army(armies, act.actor, army)
    old = armies.version(army, version) if version else None
    refuse_unless(old or not version, problem("game.no_version", [seat]))
    return Brings(seat, old.army if old else saved.army, saved.id, version or saved.version)


def _brings(game: Game, brings: Brings) -> tuple[Event, ...]:
    cards = catalogue()
    force, hand = force_of(brings.seat, brings.army, cards), hand_of(brings.army, cards)
    wrong = wrong_for(brings.army, game.table.mode, cards)
    checked = (ArmyChecked(seat=brings.seat, wrong=wrong),) if wrong else ()
    kept = ArmyKept(seat=brings.seat, army=brings.saved, version=brings.version)
    return (*lobby.decide_bring(game, force, hand), *checked, *((kept,) if brings.saved else ()))


@HANDLERS.handles(commands.BringSquad, who=SEATED)
def bring_squad(desk: GameDesk, act: Act, command: commands.BringSquad) -> Done:
    """Bring a squad as it stands on its list, with its six command cards."""
    return write(desk, act, command, lambda game, _: _squad(game, command.seat, command.squad))


def _squad(game: Game, seat: Seat, squad: str) -> tuple[Event, ...]:
    return lobby.decide_bring(game, *squad_force(seat, game.table.edition, squad))


@HANDLERS.handles(commands.BeginGame, who=SEATED)
def begin_game(desk: GameDesk, act: Act, command: commands.BeginGame) -> Done:
    """Both are ready."""
    return write(desk, act, command, lambda game, _log: lobby.decide_begin(game, desk.chance))


@HANDLERS.handles(commands.LetWatch, who=SEATED)
def let_watch(desk: GameDesk, act: Act, command: commands.LetWatch) -> Done:
    """Either player says whether others may watch, at any time."""

    def decide(game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        same = game.table.watched == command.watched
        return () if same else (WatchingSet(watched=command.watched),)

    return write(desk, act, command, decide)


def name_of_player(desk: GameDesk, typed: str) -> str:
    """The name somebody plays under: as typed, or the account's."""
    return " ".join(typed.split())[: lobby.MOST_LETTERS] or desk.name[: lobby.MOST_LETTERS] or "Player"


def new_code(desk: GameDesk) -> str:
    """A code to retake the seat with. The player is shown it once; the log holds its digest."""
    desk.code = "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return code_digest(desk.stream, desk.code)


def code_digest(stream: str, code: str) -> str:
    """What the log keeps of a code."""
    return sha256(f"{stream}\n{code.strip().upper()}".encode(errors="replace")).hexdigest()
