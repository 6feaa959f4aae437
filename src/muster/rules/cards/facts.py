"""A card with everything the catalogue knows about it, as plain values: the JSON of terminal and API."""

from collections.abc import Iterable
from datetime import date

import msgspec

from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Card, Counterpart, Priced, Unit, Upgrade


def facts(catalogue: Catalogue, card: Card, day: date | None = None) -> dict[str, object]:
    """The card's own fields, its points on the day, and its ties to other cards."""
    price = catalogue.points_on(card, day)
    own: dict[str, object] = msgspec.to_builtins(card)
    own.pop("points", None)
    return {
        "kind": card.kind,
        **own,
        "as_of": (day or catalogue.edition).isoformat(),
        "points": price.points,
        "points_certain": price.certain,
        "points_course": course(catalogue, card),
        "earlier": msgspec.to_builtins(catalogue.earlier(card)),
        **stream_roles(catalogue, card),
    }


def course(catalogue: Catalogue, card: Card) -> list[dict[str, object]]:
    """What the card cost from which day on; without a day where that is since ever."""
    steps = catalogue.points_course(card) if isinstance(card, Priced) else ()
    return [
        {
            "since": None if since == date.min else since.isoformat(),
            "points": price.points,
            "certain": price.certain,
        }
        for since, price in steps
    ]


def stream_roles(catalogue: Catalogue, card: Card) -> dict[str, object]:
    """Who may equip it or what it may equip, its command cards, battle forces and other versions."""
    found: dict[str, object] = {
        "battle_forces": brief(catalogue.battle_forces_of(card)),
        "versions": brief(catalogue.versions(card)),
    }
    if isinstance(card, Upgrade):
        found["equipped_by"] = brief(catalogue.equippers(card))
    if isinstance(card, Unit):
        found["may_equip"] = {slot: brief(cards) for slot, cards in catalogue.upgrades_for(card).items()}
    if isinstance(card, Unit | Counterpart):
        found["command_cards"] = brief(catalogue.command_cards(card))
    return found


def brief(cards: Iterable[Card]) -> list[dict[str, str]]:
    """Cards by id, slug and full name."""
    return [{"id": card.id, "slug": card.slug, "name": card.full_name} for card in cards]
