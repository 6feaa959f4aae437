"""The dice tray: dice beside the open prompt, for the attacks that a game does not play out.

Nothing follows from them in the game; what they come to is told as wounds. Special Operations roll the dice
of each attack themselves and have no tray.
"""

from collections.abc import Iterator, Sequence
from typing import Final, TypeGuard

from muster.rules.dice.faces import ATTACK_DICE, Die
from muster.rules.dice.pools import is_mixed
from muster.rules.game.kernel import over, problem
from muster.rules.game.log.events import Rolled
from muster.rules.game.modes import mode_of
from muster.rules.game.phases.rolling import faces_wrong
from muster.rules.game.table import Seat, Table
from muster.rules.log import Event
from muster.rules.violations import Violation

MOST: Final = 24
"""The most dice of one roll: more than any pool of the game."""

STEP: Final = "tray."


def tray_wrong(table: Table, seat: Seat, dice: Sequence[Die], faces: Sequence[str]) -> Iterator[Violation]:
    """Why these dice cannot be rolled now."""
    if mode_of(table).fought:
        yield problem("game.tray_squads")
    elif table.phase == "lobby":
        yield problem("game.tray_early")
    elif table.ended or table.closed:
        yield over(table)
    elif not 1 <= len(dice) <= MOST:
        yield problem("game.tray_number", given=len(dice), most=MOST)
    elif is_mixed(dice):
        yield problem("game.tray_mixed")
    else:
        yield from faces_wrong(table, seat, dice, faces)


def next_step(events: Sequence[Event], seat: Seat) -> str:
    """The step of a seat's next roll. A roll that was taken back leaves its number, and so its faces, to the
    next of the same seat."""
    own = f"{STEP}{seat}."
    return f"{own}{1 + sum(isinstance(event, Rolled) and event.step.startswith(own) for event in events)}"


def purpose_of(dice: Sequence[Die]) -> str:
    """What dice of one kind are for."""
    return "attack" if dice[0] in ATTACK_DICE else "defence"


def from_tray(event: Event) -> TypeGuard[Rolled]:
    """Whether an event is a roll in the tray."""
    return isinstance(event, Rolled) and event.step.startswith(STEP)
