"""Facts of squad cards in words: orders, weapons, what a card gives."""

from muster.rules.cards.vocabulary import display_word
from muster.rules.game.special_operations.squads.cards import CommandCard, EditionId, Order, UnitCard, Weapon
from muster.rules.game.special_operations.squads.squads import meaning, unit_card
from muster.rules.game.table import LEADERS

NO_ORDERS = "No orders"
COSTS = {"none": "", "action": "Action", "two": "2 actions", "free": "Free action"}


def standing(card: UnitCard) -> tuple[str, ...]:
    """The rank of a unit, and its type where it is more than a trooper's."""
    return tuple(kind for kind in (card.rank, card.type) if kind != "trooper")


def orders(edition: EditionId, card: CommandCard) -> str:
    """Whom a card gives orders to: "1 Commander or 1 Operative"."""
    alternatives = (" and ".join(_order(edition, order) for order in each) for each in card.orders)
    return " or ".join(alternatives) or NO_ORDERS


def _order(edition: EditionId, order: Order) -> str:
    if order.count is None:
        return "each eligible unit"
    return f"{order.count} {_ordered(edition, order)}"


def _ordered(edition: EditionId, order: Order) -> str:
    plural = order.count != 1
    if order.rank:
        counted = display_word(order.rank)
        return f"{counted}s" if plural and order.rank in LEADERS else counted
    if order.units:
        first = unit_card(edition, order.units[0]).name
        return f"{first.split('-')[0]} unit{'s' if plural else ''}"
    kind = display_word(order.type) if order.type else "unit"
    return f"{kind}s" if plural else kind


def reach(weapon: Weapon) -> str:
    """How far a weapon reaches: "Melee", "12″", "Melee to 6″", "Any range"."""
    if weapon.inches is None:
        return "Any range"
    if not weapon.inches:
        return "Melee"
    return f"Melee to {weapon.inches}″" if weapon.melee else f"{weapon.inches}″"


def dice(weapon: Weapon) -> str:
    """The dice of a weapon: "2 red, 2 black, 1 white"."""
    colours = zip(("red", "black", "white"), weapon.pool, strict=True)
    return ", ".join(f"{count} {colour}" for colour, count in colours if count)


def armed(edition: EditionId, weapon: Weapon) -> str:
    """A weapon in one line, with its keywords."""
    keywords = (meaning(edition, keyword).name for keyword in weapon.keywords)
    return " · ".join((reach(weapon), dice(weapon), *keywords))
