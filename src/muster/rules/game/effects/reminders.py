"""What the table has to remember of the unit that acts: effects that the dice on the table carry out."""

from collections.abc import Callable
from typing import Final, NamedTuple

from muster.rules.campaign.battle.wipe_them_out import shelter
from muster.rules.game.effects.commendations import TAPPED, usable
from muster.rules.game.effects.setbacks import hits_lost
from muster.rules.game.marks import COORDINATES, INCOGNITO, RELENTLESS, SHELTERED, Mark
from muster.rules.game.missions import mission_cards
from muster.rules.game.scoring.contesting import PRISONER
from muster.rules.game.scoring.standard_advantages import SCRAMBLER
from muster.rules.game.steps import Confirm, TellPlaces, TellRound
from muster.rules.game.table import Table, Unit

MOST_HITS: Final = 40
"""More Hits than any attack shows."""


class Reminder(NamedTuple):
    """An effect to be minded for a unit, with its number."""

    unit: str
    effect: str
    number: int = 0


def reminders(table: Table, unit: Unit) -> tuple[Reminder, ...]:
    """What a unit's attack or defence has to mind: Hits lost to Battle-Fatigue (rule 202), dice of an
    Embittered Paragon, Relentless of The Best of Us, cover beside a position (rule 61), uses still to be
    had (rule 249), and what cards of the mission give the unit or forbid it."""
    found = ((name, number(table, unit)) for name, number in NUMBERS.items())
    uses = ((name, int(usable(table, unit, name))) for name in TAPPED)
    return tuple(Reminder(unit.id, name, count) for name, count in (*found, *uses) if count)


def rules_now(table: Table) -> tuple[int, ...]:
    """The rules to be shown beside the open prompt: those of the card that is set up, and of the mission when
    a round is scored."""
    step, cards = table.todo[-1] if table.todo else None, mission_cards()
    if isinstance(step, Confirm) and step.about in cards:
        return cards[step.about].rules
    if isinstance(step, TellPlaces | TellRound):
        named = (table.mission.objective, table.mission.secondary)
        return tuple(number for card in named if card in cards for number in cards[card].rules)
    return ()


def _count_of(mark: Mark) -> Callable[[Table, Unit], int]:
    return lambda table, unit: mark.count(table, unit.id)


def _precise(table: Table, unit: Unit) -> int:
    """Contact, Contact!: whoever contests a Listening Post."""
    return int(table.mission.objective == "contact-contact" and table.acting == unit.id)


def _guards(table: Table, unit: Unit) -> int:
    return sum(marker.name == PRISONER and marker.holder == unit.id for marker in table.lying())


def _scrambled(table: Table, unit: Unit) -> int:
    """Scrambled Orders: an enemy Scrambler lies on the table while orders are given."""
    side = table.side_of(unit.seat)
    near = any(marker.name == SCRAMBLER and marker.of != side for marker in table.lying())
    return int(near and table.phase == "command")


def _fatigued(_table: Table, unit: Unit) -> int:
    return hits_lost(unit, MOST_HITS)


def _embittered(_table: Table, unit: Unit) -> int:
    return unit.suppression if "embittered" in unit.effects else 0


def _sheltered(table: Table, unit: Unit) -> int:
    return shelter(bool(SHELTERED.count(table, unit.id))).cover


NUMBERS: Final[dict[str, Callable[[Table, Unit], int]]] = {
    "battle-fatigue": _fatigued,
    "embittered": _embittered,
    "relentless": _count_of(RELENTLESS),
    "sheltered": _sheltered,
    "coordinate": _count_of(COORDINATES),
    "incognito": _count_of(INCOGNITO),
    "precise": _precise,
    "prisoner": _guards,
    "scrambled-orders": _scrambled,
}
