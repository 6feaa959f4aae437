"""Cards of an army in short words: what a line, a chip or a row of the picker says about a card."""

from functools import cache

from muster.rules.cards import Card, catalogue
from muster.rules.cards.types import BattleCard, CommandCard, Counterpart, Unit, Upgrade, Weapon
from muster.web.cards import words as card_words

RANK_NAMES = {
    "commander": "Commander",
    "operative": "Operative",
    "corps": "Corps",
    "special-forces": "Special forces",
    "support": "Support",
    "heavy": "Heavy",
}
SHORT_RANKS = RANK_NAMES | {"special-forces": "Special f."}
CATEGORY_NAMES = {
    "objective": "Objectives",
    "secondary": "Secondary objectives",
    "advantage": "Advantages",
    "deployment": "Deployments",
    "condition": "Conditions",
}
SHORT_CATEGORIES = CATEGORY_NAMES | {"secondary": "Secondary"}
MOST_KEYWORDS = 3


def name_of(card_id: str) -> str:
    """Name and title of a card, or what stands in the document where no card has that id."""
    card = catalogue().cards.get(card_id)
    return card.full_name if card else card_id


def slot_word(slot: str) -> str:
    """heavy weapon"""
    return card_words.words(slot)


@cache
def facts(card_id: str) -> str:
    """The few facts that decide whether to take a card: "4 minis · red defence · Precise 1"."""
    return " · ".join(part for part in _parts(catalogue().cards[card_id]) if part)


def _parts(card: Card) -> list[str]:
    match card:
        case Unit():
            return [*_unit_parts(card), *_keywords(card)]
        case Counterpart():
            return [f"{card.wounds} wounds", *_keywords(card)]
        case Upgrade():
            return [*(_weapon(weapon) for weapon in card.weapons), *_keywords(card)]
        case CommandCard():
            needs = [card_words.sentence(card_words.restriction(need)) for need in card.needs]
            return [*needs, f"orders: {card_words.orders(card)}"]
        case BattleCard() if card.faction:
            return [card_words.FACTION_NAMES[card.faction]]
    return []


def _unit_parts(unit: Unit) -> list[str]:
    minis = "1 mini" if unit.miniatures == 1 else f"{unit.miniatures} minis"
    wounds = f"{unit.wounds} wounds" if unit.wounds > 1 else ""
    return [minis, wounds, f"{unit.defence} defence"]


def _keywords(card: Card) -> list[str]:
    labels = [card_words.keyword_label(use) for use in card.keywords]
    more = [f"{len(labels) - MOST_KEYWORDS} more"] if len(labels) > MOST_KEYWORDS else []
    return labels[:MOST_KEYWORDS] + more


def _weapon(weapon: Weapon) -> str:
    dice = [(weapon.red, "red"), (weapon.black, "black"), (weapon.white, "white")]
    thrown = ", ".join(f"{count} {colour}" for count, colour in dice if count)
    return " ".join(part for part in (card_words.reach(weapon.range), thrown) if part)


@cache
def found_by(card_id: str) -> str:
    """Everything a search in the picker looks at."""
    card = catalogue().cards[card_id]
    keywords = " ".join(card_words.keyword_name(use.id) for use in card.keywords)
    return f"{card.full_name} {' '.join(card.former_names)} {keywords}".casefold()
