"""How the modes differ: one value for each mode, built next to its functions (`phases/core.py`,
`special_operations/mode.py`). Everything else is the same in all modes."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

from muster.rules.game import table as tables
from muster.rules.game.engine.outcome import Chance, Outcome
from muster.rules.game.log.events import ForceBrought
from muster.rules.game.marks import Mark
from muster.rules.game.steps import AnyStep, DrawMission, Hook
from muster.rules.game.table import Edition, Ended, Seat, Table, Unit
from muster.rules.log import Event

Steps: TypeAlias = tuple[AnyStep, ...]


class Mode(NamedTuple):
    """How a mode is played. `switches` are the rulings that players may turn off; Blue may choose any edge of
    a `square` table. Where everything is `fought` in the app, players do not enter what happens to units, no
    leader is required, and units keep their Suppression."""

    switches: tuple[str, ...]
    square: bool
    fought: bool
    squad: Callable[[Seat, Edition, str], tuple[ForceBrought, tuple[str, ...]]] | None
    """The squad and its command hand in an edition; None where armies are played."""
    setup: Callable[[Table], Steps]
    """What is settled before the first round."""
    mission: Callable[[Table, DrawMission, Chance], Outcome]
    """How the mission is determined."""
    pips: Callable[[Table, str], int]
    """The pips of a command card."""
    goes_back: Callable[[str], bool]
    """Whether a command card goes back to the hand at the end of the Command Phase."""
    orders: Callable[[Table], Steps]
    """The steps from issuing orders to the Activation Phase."""
    conditions: Callable[[Table], Iterable[str]] | None
    """Cards in force that belong neither to the mission nor to a player."""
    carried: Callable[[Table, Hook | None], Iterable[tuple[Unit, tuple[str, ...]]]]
    """Units in play with their cards and abilities, limited to those that do something at a hook."""
    activation: Callable[[Table, str], Steps]
    """What a unit does in its activation."""
    near: Callable[[Table], tuple[str, ...]]
    """The tokens that players are asked about in the End Phase."""
    matters: Callable[[Table, Unit], bool]
    """Whether it matters which of these tokens a unit is near."""
    forgets: tuple[Mark, ...]
    """Marks that are cleared at the end of a round."""
    decided: Callable[[Table], Ended | None]
    """The result, if the game ends with this round."""
    certain: Callable[[Table], Ended | None]
    """The result, if nothing can change it any more (G23)."""
    follows: Callable[[Table, tuple[Event, ...]], Steps]
    """Steps that follow certain events, whichever act caused them, before anything else."""


MODES: Final[dict[tables.Mode, Mode]] = {}


def add_mode(name: tables.Mode, mode: Mode) -> None:
    """Register a mode."""
    MODES[name] = mode


def mode_of(table: Table) -> Mode:
    """How this game is played."""
    return MODES[table.mode]
