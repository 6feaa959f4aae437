"""Two people at a game, and a player who does anything legal."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from random import Random

from muster.app.acting import Act
from muster.app.game.playing import commands
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.app.memory_store import MemoryStore
from muster.app.request_store import RequestStore
from muster.rules.armies.army import from_json
from muster.rules.game.game import legal, open_step
from muster.rules.game.table import SEATS, Seat, view

RECON = b"""{"schema":1,"name":"Patrol","faction":"rebels","format":"recon","points_date":"2026-05-01",
"units":[
{"key":"u1","unit":"ax"},{"key":"u2","unit":"aq","count":3},{"key":"u3","unit":"an"}],
"command_hand":["bl","bk","bj","aa"]}"""
SQUADS: dict[Seat, str] = {"one": "imperial-special-forces", "two": "clone-troopers"}
PLAYERS: dict[Seat, str] = {"one": "ann", "two": "bob"}
NUMBERS = count(1)


def act(who: str, key: str | None = None) -> Act:
    return Act(who, datetime(2026, 11, 16, tzinfo=UTC), f"act-{next(NUMBERS)}", key)


def two_at_a_game(seed: int = 7, **how: object) -> GameDesk:
    """Ann and Bob have brought an army each, and it has begun."""
    desk = GameDesk(RequestStore(MemoryStore()), "7" * 32, entropy=Random(seed).randbytes)
    HANDLERS.handle(desk, act("ann"), commands.OpenGame(player="Ann", **how))
    HANDLERS.handle(desk, act("bob"), commands.TakeSeat(seat="two", player="Bob"))
    for seat, who in PLAYERS.items():
        HANDLERS.handle(desk, act(who), commands.BringArmy(seat=seat, army=from_json(RECON)))
    HANDLERS.handle(desk, act("ann"), commands.BeginGame())
    return desk


def two_at_an_operation(seed: int = 7, **how: object) -> GameDesk:
    """Ann and Bob have brought a squad each, hers with a loadout of covert units, and it has begun."""
    desk = GameDesk(RequestStore(MemoryStore()), "8" * 32, entropy=Random(seed).randbytes)
    opening = commands.OpenGame(player="Ann", mode="special-operations", squad=SQUADS["one"], **how)
    HANDLERS.handle(desk, act("ann"), opening)
    HANDLERS.handle(desk, act("bob"), commands.TakeSeat(seat="two", player="Bob"))
    HANDLERS.handle(desk, act("bob"), commands.BringSquad(seat="two", squad=SQUADS["two"]))
    HANDLERS.handle(desk, act("ann"), commands.BeginGame())
    return desk


def moves(desk: GameDesk, random: Random) -> Iterator[str]:
    """Anything legal, act by act, to the end; says each time which seat is about to act."""
    for _ in range(3000):
        if desk.game.table.ended:
            return
        seat = random.choice([s for s in SEATS if open_step(view(desk.game, s))])
        yield seat
        said = random.choice(list(legal(view(desk.game, seat))))
        HANDLERS.handle(desk, act(PLAYERS[seat]), commands.Speak(said=said))
    raise AssertionError("the game does not end")


def while_a_unit_acts(**how: object) -> GameDesk:
    """A game in which a unit is in its activation."""
    desk = two_at_a_game(**how)
    for _ in moves(desk, Random(3)):
        if desk.game.table.acting:
            break
    return desk


def play(desk: GameDesk, random: Random, until: str = "") -> None:
    """Play on until such a prompt is open, or to the end."""
    for _ in moves(desk, random):
        if until and desk.game.table.todo[-1].id.endswith(until):
            return
