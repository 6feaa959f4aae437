"""How a game of Special Operations comes to its end: who can still act, who fights on, what is opened then
(G23)."""

from collections.abc import Iterable, Iterator
from typing import Final

from muster.rules.game.log.events import GameEnded
from muster.rules.game.special_operations.deciding import means
from muster.rules.game.special_operations.events import SecretsOpened
from muster.rules.game.special_operations.squads.squads import squads
from muster.rules.game.special_operations.units import edition, is_vehicle
from muster.rules.game.steps.operations import Acting, Fight, Sheet
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import SIDES, Ended, Game, Seat, Side, Table

ROUNDS: Final = 4
"""A game has four rounds (rule 284); only Shifting Priorities may have a fifth."""
RETURNING: Final = "endless-legions"
"""The command card that returns defeated units."""


def red_may_win(table: Table, can: bool) -> tuple[Side | None, ...]:
    """Both sides may still win where Red has units and can do what its mission asks for; else Blue holds
    out."""
    return SIDES if can and fights_on(table, "red") else ("blue",)


def may_act(table: Table, side: Side) -> tuple[str, ...]:
    """The units of a side that may still act in this round: who is at it, and who may yet be activated. What
    a step that is open belongs to counts as well."""
    seat = table.seat_of(side)
    begun = {step.unit for step in table.todo if isinstance(step, Acting | Sheet | Roll | Choose)}
    fighting = {step.attack.by for step in table.todo if isinstance(step, Fight)}
    busy = {table.acting, *begun, *fighting}
    open_ = table.phase in ("command", "activation")
    return tuple(
        unit.id for unit in table.army(seat) if unit.id in busy or (open_ and unit.order != "facedown")
    )


def fights_on(table: Table, side: Side) -> bool:
    """Whether a side has units, or may still return some: its card for that lies on the table or was never
    played, and somebody it can return was defeated (G23). Which cards a squad has is no secret."""
    seat = table.seat_of(side)
    return any(table.army(seat)) or (_may_return(table, seat) and any(returnable(table, seat)))


def _may_return(table: Table, seat: Seat) -> bool:
    chair = table.chairs[seat]
    has = RETURNING in squads(edition(table))[chair.squad].cards
    return chair.played == RETURNING or (has and RETURNING not in chair.discarded)


@means(RETURNING)
def returnable(table: Table, seat: Seat) -> Iterator[str]:
    """The defeated units that Endless Legions may return: Corps and Heavy."""
    lost = (unit for unit in table.units.values() if unit.seat == seat and unit.gone == "defeated")
    return (unit.id for unit in lost if unit.rank in ("corps", "heavy") and not is_vehicle(unit))


def end_if_tabled(table: Table, id: str) -> tuple[GameEnded, ...]:
    """Losing all units loses nothing by itself; where players set G23 otherwise it loses the game with the
    last one."""
    unit = table.units[id]
    if table.holds_to("G23") or any(ally.id != id for ally in table.army(unit.seat)):
        return ()
    winner = next(side for side in SIDES if table.seat_of(side) != unit.seat)
    return (GameEnded(ended=Ended(winner=winner, ground="tabled")),)


def mission_won(side: Side) -> GameEnded:
    """A side has done what its mission asks for: it wins at once."""
    return GameEnded(ended=Ended(winner=side, ground="mission"))


def most_exact(faces: Iterable[str]) -> str:
    """What a token of The Codes! is, of what several seats know of it: `decoy-1` rather than `decoy`."""
    return max(faces, key=len, default="")


def open_secrets(game: Game) -> tuple[SecretsOpened, ...]:
    """What closing opens, beside the seeds; hands stay with their seats."""
    known = [pair for secret in game.secrets.values() for pair in secret.codes.items()]
    codes = {who: most_exact(face for id, face in known if id == who) for who, _ in known}
    lying = {marker.id for marker in game.table.lying()}
    covert = {token: unit for secret in game.secrets.values()
              for token, unit in secret.covert.items() if token in lying}  # fmt: skip
    looks = {seat: secret.seen for seat, secret in game.secrets.items() if secret.seen}
    return (SecretsOpened(codes=codes, covert=covert, looks=looks),) if codes or covert or looks else ()
