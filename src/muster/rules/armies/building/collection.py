"""What a player owns, and what an army needs beyond it. Advice only: nobody's army is illegal for it."""

from collections import Counter
from collections.abc import Mapping

from muster.rules.armies.army import Army
from muster.rules.armies.lineup.lineup import sum_counts
from muster.rules.armies.report import problem
from muster.rules.cards.catalogue import Catalogue
from muster.rules.violations import Violation

SOURCE = "your collection"
MOST_OWNED = 99


def cards_needed(army: Army) -> Counter[str]:
    """How often each unit, counterpart and upgrade card is on the table."""
    return Counter(sum_counts((card, entry.count) for entry in army.units for card in entry.cards))


def missing_cards(army: Army, owned: Mapping[str, int], catalogue: Catalogue) -> tuple[Violation, ...]:
    """The cards an army needs more of than the player owns.

    Somebody who never counted a kind of card (upgrades, say) is not warned about that kind.
    """
    kinds = {catalogue.cards[card].kind for card in owned if card in catalogue.cards}
    cards = (
        (catalogue.cards[card], count)
        for card, count in cards_needed(army).items()
        if card in catalogue.cards
    )
    return tuple(
        problem(
            "army.not_owned", SOURCE, (card.id,), card=card.full_name, need=need, have=owned.get(card.id, 0)
        )
        for card, need in cards
        if card.kind in kinds and need > owned.get(card.id, 0)
    )
