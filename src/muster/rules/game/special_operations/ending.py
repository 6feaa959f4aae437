"""The end of a round of Special Operations: the mission alone decides (rule 297; G23)."""

from collections.abc import Callable
from typing import Final

from muster.rules.game.hooks import way
from muster.rules.game.log.events import GameEnded
from muster.rules.game.special_operations.events import SecretsOpened
from muster.rules.game.table import SIDES, Ended, Game, Side, Table

ROUNDS: Final = 4
"""A game has four rounds (rule 284); only Shifting Priorities may have a fifth."""
DECIDED: Final[dict[str, Callable[[Table], Ended | None]]] = {}
GOALS: Final[dict[str, int]] = {}
"""The victory points that win a mission at once; missions without any score nothing."""
SURE: Final[dict[str, Callable[[Table], tuple[Side | None, ...]]]] = {}
"""Who may still win a mission, `None` for a tie, where that is more than a question of Red's units."""
NEAR: Final[dict[str, Callable[[Table], tuple[str, ...]]]] = {}
"""The tokens of a mission that somebody looks at in the End Phase."""


@way("decided", "special-operations")
def decided(table: Table) -> Ended | None:
    """At the end of a round: what the mission says, by itself that Blue has held out after the last one
    (rules 284, 348, 364, 376)."""
    if own := DECIDED.get(table.mission.objective):
        return own(table)
    return Ended(winner="blue", ground="held") if table.round >= ROUNDS else None


@way("certain", "special-operations")
def certain(table: Table) -> Ended | None:
    """The outcome that nothing can change any more: without units Red fulfils no mission that Blue has to
    hold out in (G23). Nothing secret is looked at."""
    look = SURE.get(table.mission.objective, _without_red)
    may_win = look(table) if table.round else SIDES
    return Ended(winner=may_win[0], ground="certain") if len(may_win) == 1 else None


def _without_red(table: Table) -> tuple[Side | None, ...]:
    return SIDES if any(table.army(table.seat_of("red"))) else ("blue",)


def tabled(table: Table, id: str) -> tuple[GameEnded, ...]:
    """Losing all units loses nothing by itself; where players set G23 otherwise it loses the game with the
    last one."""
    unit = table.units[id]
    if table.holds_to("G23") or any(one.id != id for one in table.army(unit.seat)):
        return ()
    winner = next(side for side in SIDES if table.seat_of(side) != unit.seat)
    return (GameEnded(ended=Ended(winner=winner, ground="tabled")),)


@way("near", "special-operations")
def near(table: Table) -> tuple[str, ...]:
    """The tokens whose surroundings matter."""
    look = NEAR.get(table.mission.objective)
    return look(table) if look else ()


def fulfilled(side: Side) -> GameEnded:
    """A side has done what its mission asks for: it wins at once."""
    return GameEnded(ended=Ended(winner=side, ground="mission"))


def opened(game: Game) -> tuple[SecretsOpened, ...]:
    """What closing opens, beside the seeds; hands stay with their seats."""
    codes = {who: face for secret in game.secrets.values() for who, face in secret.codes.items()}
    lying = {marker.id for marker in game.table.lying()}
    covert = {token: unit for secret in game.secrets.values()
              for token, unit in secret.covert.items() if token in lying}  # fmt: skip
    looks = {seat: secret.seen for seat, secret in game.secrets.items() if secret.seen}
    return (SecretsOpened(codes=codes, covert=covert, looks=looks),) if codes or covert or looks else ()
