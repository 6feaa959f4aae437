"""A game on two phones for the demo: Ann and Bo in their second round."""

from collections.abc import Mapping
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Final

from muster.app.acting import Act, Command
from muster.app.game.playing import commands
from muster.app.game.playing.origins import Origins
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.app.request_store import RequestStore
from muster.cli.demo.days import TONIGHT
from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.cards import catalogue
from muster.rules.cards.vocabulary import Faction
from muster.rules.game.replaying.arena import next_input
from muster.rules.game.steps import Turn
from muster.rules.game.table import Seat
from muster.rules.tournament.chance import Draw

if TYPE_CHECKING:
    from muster.store.accounts import Account

HAND: Final = ("bl", "bk", "bj", "aa")
ARMIES: Final[dict[str, tuple[Faction, str, tuple[tuple[str, int], ...]]]] = {
    "ann": ("rebels", "Echo Patrol", (("ad", 1), ("gv", 2), ("ah", 1), ("ao", 1))),
    "bo": ("empire", "Ridge Detachment", (("Cb", 1), ("ay", 2), ("ba", 1))),
}
SEED: Final = "a quiet evening"
ROUND: Final = 2


def game(people: Mapping[str, "Account"]) -> str:
    """A Recon game, played into its second round; the same on every machine."""
    from muster.store.accounts import new_id
    from muster.store.campaign.stream_roles import DatabaseRoles
    from muster.store.log.database import DatabaseStore

    desk = GameDesk(
        RequestStore(DatabaseStore()),
        new_id().hex,
        entropy=Random(SEED).randbytes,  # noqa: S311 - the same dice
        house=Origins(stream_roles=DatabaseRoles()),
    )
    minutes = iter(range(10_000))

    def do(handle: str, command: Command) -> None:
        at = TONIGHT + timedelta(seconds=20 * next(minutes))
        desk.name = people[handle].shown_name
        HANDLERS.handle(desk, Act(str(people[handle].pk), at, str(new_id())), command)

    seats: dict[Seat, str] = {"one": "ann", "two": "bo"}
    do("ann", commands.OpenGame(mode="recon"))
    do("bo", commands.TakeSeat(seat="two"))
    for seat, handle in seats.items():
        do(handle, commands.BringArmy(seat=seat, army=_army(handle)))
    do("ann", commands.BeginGame())
    draw = Draw(SEED, "player")
    while not _is_there(desk):
        seat, answer = next_input(desk.game, draw)
        do(seats[seat], commands.Speak(seat=seat, said=answer))
    return f"A game on two phones: /game/{desk.stream.partition(':')[2]} (Ann and Bo sit at it)."


def _is_there(desk: GameDesk) -> bool:
    table = desk.game.table
    return bool(table.ended) or (table.round >= ROUND and isinstance(table.todo[-1], Turn))


def _army(handle: str) -> Army:
    faction, name, lines = ARMIES[handle]
    units = tuple(ArmyUnit(unit=unit, count=count) for unit, count in lines)
    return Army(
        faction=faction, format="recon", points_date=catalogue().edition, units=units, command_hand=HAND,
        name=name,
    )  # fmt: skip
