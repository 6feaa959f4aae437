"""Cards of an army in short words: what a line, a chip or a row of the picker says about a card."""

from functools import cache

from muster.rules.cards import Card, catalogue
from muster.rules.cards.types import BattleCard, CommandCard, Counterpart, Unit, Upgrade
from muster.rules.cards.values import Weapon
from muster.rules.cards.vocabulary import RANKS
from muster.rules.cards.wording import dice_in_words
from muster.web.cards import words
from muster.web.environment import plural

RANK_NAMES: dict[str, str] = {rank: words.sentence(words.words(rank)) for rank in RANKS}
RANK_SHORT = RANK_NAMES | {"special-forces": "Special f."}
CATEGORY_SHORT = {
    "objective": "Objectives",
    "secondary": "Secondary",
    "advantage": "Advantages",
    "deployment": "Deployments",
    "condition": "Conditions",
}
MOST_KEYWORDS = 3


@cache
def facts(card_id: str) -> str:
    """The few facts that decide whether to take a card: "4 minis · red defence · Precise 1"."""
    return " · ".join(part for part in _parts(catalogue().cards[card_id]) if part)


def _parts(card: Card) -> list[str]:
    match card:
        case Unit():
            return [*_unit_parts(card), *_keywords(card)]
        case Counterpart():
            return [plural(card.wounds, "wound"), *_keywords(card)]
        case Upgrade():
            return [*(_weapon(weapon) for weapon in card.weapons), *_keywords(card)]
        case CommandCard():
            needs = [words.sentence(words.restriction(need)) for need in card.needs]
            return [*needs, f"orders: {words.orders(card)}"]
        case BattleCard() if card.faction:
            return [words.FACTION_NAMES[card.faction]]
    return []


def _unit_parts(unit: Unit) -> list[str]:
    minis = plural(unit.miniatures, "mini")
    wounds = f"{unit.wounds} wounds" if unit.wounds > 1 else ""
    return [minis, wounds, f"{unit.defence} defence"]


def _keywords(card: Card) -> list[str]:
    labels = [words.keyword_label(use) for use in card.keywords]
    more = [f"{len(labels) - MOST_KEYWORDS} more"] if len(labels) > MOST_KEYWORDS else []
    return labels[:MOST_KEYWORDS] + more


def _weapon(weapon: Weapon) -> str:
    thrown = dice_in_words(weapon) if weapon.red + weapon.black + weapon.white else ""
    return " ".join(part for part in (words.reach(weapon.range), thrown) if part)


@cache
def found_by(card_id: str) -> str:
    """Everything a search in the picker looks at."""
    card = catalogue().cards[card_id]
    keywords = " ".join(words.keyword_name(use.id) for use in card.keywords)
    return f"{card.full_name} {' '.join(card.former_names)} {keywords}".casefold()
