"""What a player owns, and what an army needs beyond it. Advice only: nobody's army is illegal for it."""

from collections import Counter
from collections.abc import Mapping

from muster.rules.armies.army import Army
from muster.rules.armies.report import problem
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Card
from muster.rules.violations import Violation

SOURCE = "your collection"
MOST_OWNED = 99


def needed(army: Army) -> Counter[str]:
    """How often each unit, counterpart and upgrade card is on the table."""
    need: Counter[str] = Counter()
    for entry in army.units:
        counterpart = entry.counterpart
        own = (counterpart.card, *counterpart.upgrades) if counterpart else ()
        for card in (entry.unit, *entry.upgrades, *own):
            need[card] += entry.count
    return need


def missing(army: Army, owned: Mapping[str, int], catalogue: Catalogue) -> tuple[Violation, ...]:
    """The cards an army needs more of than the player owns.

    Somebody who never counted a kind of card (upgrades, say) is not warned about that kind.
    """
    counted = {catalogue.cards[card].kind for card in owned if card in catalogue.cards}
    return tuple(
        short(catalogue.cards[card], count, owned.get(card, 0))
        for card, count in needed(army).items()
        if card in catalogue.cards and catalogue.cards[card].kind in counted and count > owned.get(card, 0)
    )


def short(card: Card, need: int, have: int) -> Violation:
    """The note about one card."""
    return problem("army.not_owned", SOURCE, (card.id,), card=card.full_name, need=need, have=have)
