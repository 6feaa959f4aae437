"""Use cases of a collection: what somebody owns, counted by card."""

from collections.abc import Collection, Mapping
from typing import Protocol

from muster.rules.armies.building.collection import MOST_OWNED, SOURCE
from muster.rules.cards.catalogue import Catalogue
from muster.rules.violations import Refused, Source

problem = Source(SOURCE).problem
COUNTED = ("unit", "upgrade", "counterpart")


class CollectionStore(Protocol):
    """Where collections are kept."""

    def cards_of(self, owner: str) -> dict[str, int]:
        """How many of each card somebody owns; cards they own none of are left out."""

    def set_owned(self, owner: str, counts: Mapping[str, int]) -> None:
        """Store these counts and leave all others as they are."""

    def add_one_of_each(self, owner: str, cards: Collection[str], most: int) -> None:
        """Add one of each card, up to a maximum, without losing concurrent additions."""


def count_cards(store: CollectionStore, owner: str, counts: Mapping[str, int], catalogue: Catalogue) -> None:
    """Set how many of some cards somebody owns. Unknown cards and absurd numbers are refused; it is all
    or nothing."""
    for card_id, count in counts.items():
        if catalogue.card(card_id).kind not in COUNTED:
            raise Refused(problem("collection.kind", card=catalogue.card(card_id).name))
        if not 0 <= count <= MOST_OWNED:
            raise Refused(problem("collection.count", given=str(count)[:20], max=MOST_OWNED))
    store.set_owned(owner, counts)


def add_product(store: CollectionStore, owner: str, name: str, catalogue: Catalogue) -> tuple[str, ...]:
    """Add one of every unit in a product; returns the ids of those units."""
    product = next((item for item in catalogue.data.products if item.name == name), None)
    if product is None or not product.units:
        raise Refused(problem("collection.product", name=name[:60]))
    store.add_one_of_each(owner, product.units, MOST_OWNED)
    return product.units
