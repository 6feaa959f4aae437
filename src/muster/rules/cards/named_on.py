"""What a card names: the cards of a battle force, and the keywords on a card."""

from muster.rules.cards.types import BattleForce, Card
from muster.rules.cards.values import Weapon


def listed_by(force: BattleForce) -> tuple[str, ...]:
    """The ids of all units, upgrades and command cards a battle force names as its own."""
    chosen = (unit for choice in force.choices for unit in choice.adds_units)
    return tuple(dict.fromkeys((*force.units, *chosen, *force.unique_upgrades, *force.command_cards)))


def keywords_on(card: Card) -> set[str]:
    """The ids of the keywords on a card and on its weapons."""
    weapons: tuple[Weapon, ...] = getattr(card, "weapons", ())
    return {use.id for use in card.keywords} | {use.id for weapon in weapons for use in weapon.keywords}
