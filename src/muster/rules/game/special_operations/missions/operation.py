"""A mission of Special Operations as a value; what it does at its moments stands beside it on hooks, what a
unit may do in it among the actions."""

from collections.abc import Callable
from typing import NamedTuple

from muster.rules.game.special_operations.ending import ROUNDS, red_may_win
from muster.rules.game.table import Ended, Side, Table, Unit


def blue_holds_out(table: Table) -> Ended | None:
    """Blue has held out after the last round (rules 284, 348, 364, 376)."""
    return Ended(winner="blue", ground="held") if table.round >= ROUNDS else None


def while_red_fights(table: Table) -> tuple[Side | None, ...]:
    """Without units, and without a card that returns some, Red fulfils no mission that Blue has to hold out
    in (G23)."""
    return red_may_win(table, True)


def no_token(_table: Table) -> tuple[str, ...]:
    """Nobody looks at a token in the End Phase."""
    return ()


def every_unit(_table: Table, _unit: Unit) -> bool:
    """It matters of every unit where it is."""
    return True


class Operation(NamedTuple):
    """A mission: the victory points that win it at once (a mission without any scores nothing), what decides
    it at the end of a round, who may still win (`None` for a tie), the tokens somebody looks at in the End
    Phase, and which units are looked for there."""

    id: str
    goal: int = 0
    decided: Callable[[Table], Ended | None] = blue_holds_out
    may_win: Callable[[Table], tuple[Side | None, ...]] = while_red_fights
    looked_at: Callable[[Table], tuple[str, ...]] = no_token
    matters: Callable[[Table, Unit], bool] = every_unit
