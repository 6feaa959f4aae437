"""Standby: after an enemy's attack, move or action near enough and in sight, a unit with the token may move
or attack that enemy for free. Not in its own activation. The button stays until the next act begins."""

from collections.abc import Iterator
from typing import Final

from muster.rules.game.answers import AnySaid, React
from muster.rules.game.kernel import CHANGES, Change, Outcome, problem
from muster.rules.game.operation_steps import Sheet
from muster.rules.game.special_operations.attacks.sheet import targets
from muster.rules.game.special_operations.deciding import means
from muster.rules.game.special_operations.moving import free_move, free_to_move
from muster.rules.game.special_operations.panic import spend
from muster.rules.game.special_operations.units import ability, inches, speed_of, stands
from muster.rules.game.steps import Effects
from muster.rules.game.table import SEATS, Game, Seat, Table, Unit, View
from muster.rules.violations import Violation

REACH: Final = inches(2)
QUIET: Final = ("Decide", "Sheet", "Fight", "Throw")
"""Steps in the middle of something: a Standby waits until that is over."""


@means("sentinel", "high-alert")
def standby_reach(table: Table, unit: Unit) -> int:
    """12″, with Sentinel 18″."""
    sentinel = ability(table, unit, "sentinel")
    return sentinel.inches if sentinel else REACH


def provoker(table: Table, seat: Seat) -> str:
    """The enemy unit that acted last, while nobody has acted since."""
    busy = table.todo and type(table.todo[-1]).__name__ in QUIET
    acted = (name.removeprefix("acted.") for name in table.marks if name.startswith("acted."))
    theirs = (one for one in acted if table.units[one].seat != seat and stands(table.units[one]))
    return "" if busy or table.phase != "activation" else next(theirs, "")


def _sheet(table: Table, unit: Unit, foe: str) -> Sheet:
    place = table.todo[-1].id if table.todo else f"r{table.round}"
    return Sheet(
        id=f"{place}.{unit.id}.standby", seat=unit.seat, unit=unit.id, targets=(foe,), optional=True,
        why="standby",
    )  # fmt: skip


def ready(table: Table, seat: Seat) -> Iterator[tuple[Unit, str]]:
    """Units of a seat that may use their Standby now, and on whom."""
    if table.mode == "special-operations" and (foe := provoker(table, seat)):
        yield from ((unit, foe) for unit in table.army(seat) if unit.has("standby") and unit.deployed
                    and unit.id != table.acting)  # fmt: skip


def _options(seen: View) -> Iterator[AnySaid]:
    for seat in (one for one in SEATS if one == seen.audience):
        for unit, foe in ready(seen.table, seat):
            if free_to_move(seen.table, unit):
                yield React(unit=unit.id, what="move")
            if targets(seen.table, _sheet(seen.table, unit, foe)):
                yield React(unit=unit.id, what="attack")


def _wrong(seen: View, said: React) -> Iterator[Violation]:
    if said not in tuple(_options(seen)):
        yield problem("game.no_standby", [said.unit[:40]])


def _reacts(game: Game, seat: Seat, said: React) -> Outcome:
    """The token is spent; then it moves, or attacks who acted."""
    table, unit = game.table, game.table.units[said.unit]
    events = spend(table, unit.id, "standby", why="used")
    sheet = _sheet(table, unit, provoker(table, seat))
    used = Effects(id=f"{sheet.id}.used", hook="stood-by", unit=unit.id)
    if said.what == "move":
        moves = free_move(table, unit.id, speed_of(table, unit), "standby", sheet.id)
        return Outcome((*events, *moves.events), (*moves.then, used))
    return Outcome(events, (sheet, used))


CHANGES[React] = Change(_options, _wrong, _reacts)
