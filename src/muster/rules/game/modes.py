"""What a mode says for itself: one value for each, made where its functions stand (`phases/core.py`,
`special_operations/mode.py`). Everything else is the same in all of them."""

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
    """How a mode is played. `switches` are the rulings that players may set otherwise; on a `square` table
    Blue may take any edge. Where all is `fought` in the app, nobody taps in what happens to a unit, nobody
    has to lead, and units keep their Suppression."""

    switches: tuple[str, ...]
    square: bool
    fought: bool
    squad: Callable[[Seat, Edition, str], tuple[ForceBrought, tuple[str, ...]]] | None
    """The squad that a force says it is, and its hand, as the edition has them; none where
    armies are played."""
    setup: Callable[[Table], Steps]
    """What is settled before the first round."""
    mission: Callable[[Table, DrawMission, Chance], Outcome]
    """How the mission comes about."""
    pips: Callable[[Table, str], int]
    """The pips of a command card."""
    goes_back: Callable[[str], bool]
    """Whether a command card goes back to the hand at the end of the Command Phase."""
    orders: Callable[[Table], Steps]
    """From the orders to the Activation Phase."""
    conditions: Callable[[Table], Iterable[str]] | None
    """Cards in force that neither the mission nor a player has."""
    carried: Callable[[Table, Hook | None], Iterable[tuple[Unit, tuple[str, ...]]]]
    """The units in play with the cards and abilities that they have, those alone that do something then."""
    activation: Callable[[Table, str], Steps]
    """What a unit does in its activation."""
    near: Callable[[Table], tuple[str, ...]]
    """The tokens that somebody has to look at in the End Phase."""
    matters: Callable[[Table, Unit], bool]
    """Whether it matters which of them a unit is near."""
    forgets: tuple[Mark, ...]
    """Marks that the end of a round takes away."""
    decided: Callable[[Table], Ended | None]
    """Whether the end of a round is the end of the game."""
    certain: Callable[[Table], Ended | None]
    """The outcome that nothing can change any more (G23)."""
    follows: Callable[[Table, tuple[Event, ...]], Steps]
    """What comes of events whichever act brought them, before anything else goes on."""


MODES: Final[dict[tables.Mode, Mode]] = {}


def add_mode(name: tables.Mode, mode: Mode) -> None:
    """Say how a mode is played."""
    MODES[name] = mode


def mode_of(table: Table) -> Mode:
    """How this game is played."""
    return MODES[table.mode]
