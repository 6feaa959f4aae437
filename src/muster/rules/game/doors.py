"""The doors of measuring: every place of the games at which somebody has to look at the table."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from muster.rules.game import game
from muster.rules.game.attacks import doors as attacks
from muster.rules.game.engine.continuations import CHOICES
from muster.rules.game.measuring import HALF_RANGE, KINDS, Door, Kind, Looks
from muster.rules.game.missions import deck, mission_cards
from muster.rules.game.special_operations import moving
from muster.rules.game.special_operations.actions import ACTIONS
from muster.rules.game.special_operations.attacks import defending, sheet, spending, standby
from muster.rules.game.special_operations.distances import every_inch
from muster.rules.game.special_operations.squads.cards import EditionId
from muster.rules.game.special_operations.squads.squads import edition_cards

SOURCE: Final = "told"
TELL_PLACES: Final = Door("F", "control", "control", (332, 355))
"""Who is near which token in the End Phase."""
CLAIM: Final = Door("A", "control", far=HALF_RANGE)
"""Assets are claimed, and most of what missions let a unit do is done, by who contests a token."""


class Listed(NamedTuple):
    """A door: what asks or offers, and how far; `source` is who answers."""

    name: str
    kind: Kind
    looks: Looks
    inches: int
    rules: tuple[int, ...]
    card: str
    operation: bool
    source: str = SOURCE


def every_door() -> Iterator[tuple[str, Door | None, bool]]:
    """Every choice, action, field and place with its door, None where nobody said what has to be looked for,
    and whether it is one of Special Operations."""
    yield "TellPlaces", TELL_PLACES, True
    yield from ((name, CLAIM, False) for name in ("Claim", "Act"))
    for name, choice in CHOICES.items():
        yield name, choice.door, is_operation(choice.follow.__module__)
    yield from ((name, door, False) for name, door in attacks.DOORS.items())
    yield from ((name, action.door, True) for name, action in ACTIONS.items())
    for fields in (sheet.DOORS, defending.DOORS, spending.DOORS, standby.DOORS, moving.DOORS):
        yield from ((name, door, True) for name, door in fields.items())


def is_operation(module: str) -> bool:
    """Whether a function is one of Special Operations."""
    return module.startswith(game.special_operations.__package__ or "")


def doors(edition: EditionId) -> tuple[Listed, ...]:
    """All that need a place, by kind and name."""
    missions = (mission_cards()[card] for card in deck("special-operations", "mission"))
    known = {
        **every_inch(edition),
        **{name: far for mission in missions for name, far in mission.inches.items()},
    }
    found = []
    for name, door, operation in every_door():
        if door and door.kind != "-":
            far, card = known.get(door.inches or name, 0) or door.far, _card(edition, door.inches or name)
            found.append(Listed(name, door.kind, door.looks, far, door.rules, card, operation))
    return tuple(
        sorted(found, key=lambda entry: (not entry.operation, [*KINDS].index(entry.kind), entry.name))
    )


def _card(edition: EditionId, name: str) -> str:
    """The card or ability that says so."""
    cards = edition_cards(edition)
    card = cards.loadouts.get(name) or cards.commands.get(name) or cards.meanings.get(name)
    return card.name.partition(" {")[0] if card else ""
