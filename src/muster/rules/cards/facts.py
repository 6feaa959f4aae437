"""A card with everything the catalogue knows about it, as plain values: the JSON of terminal and API."""

from collections.abc import Iterable
from datetime import date

import msgspec

from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.effects import no_effect_reason, reason_in_words, text_pieces
from muster.rules.cards.types import Card, CommandCard, Counterpart, Priced, Unit, Upgrade


def card_facts(catalogue: Catalogue, card: Card, day: date | None = None) -> dict[str, object]:
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
        "points_course": price_course(catalogue, card),
        "earlier": msgspec.to_builtins(catalogue.earlier(card)),
        **effect_facts(catalogue, card),
        **stream_roles(catalogue, card),
    }


def price_course(catalogue: Catalogue, card: Card) -> list[dict[str, object]]:
    """What the card cost from which day on. The first entry has no day where it always held."""
    steps = catalogue.points_course(card) if isinstance(card, Priced) else ()
    return [
        {
            "since": None if since == date.min else since.isoformat(),
            "points": price.points,
            "certain": price.certain,
        }
        for since, price in steps
    ]


def effect_facts(catalogue: Catalogue, card: Card) -> dict[str, object]:
    """What an upgrade or a command card does, with the keywords its text names; or why we cannot say."""
    if not isinstance(card, Upgrade | CommandCard):
        return {}
    if (effect := catalogue.effect(card)) is None:
        reason = no_effect_reason(card, catalogue.data.effects.pictures)
        return {"effect": None, "no_effect": {"reason": reason, "text": reason_in_words(card, reason)}}
    fields: dict[str, object] = msgspec.to_builtins(effect)
    cut = text_pieces(effect, catalogue.keywords_by_name)
    named = [{"id": piece.keyword, "text": piece.text} for piece in cut if piece.keyword]
    own = {field: value for field, value in fields.items() if field not in ("id", "slug")}
    return {"effect": {**own, "text": effect.plain, "keywords": named}}


def stream_roles(catalogue: Catalogue, card: Card) -> dict[str, object]:
    """Who may equip it or what it may equip, its command cards, battle forces and other versions."""
    found: dict[str, object] = {
        "battle_forces": card_briefs(catalogue.battle_forces_of(card)),
        "versions": card_briefs(catalogue.versions(card)),
    }
    if isinstance(card, Upgrade):
        found["equipped_by"] = card_briefs(catalogue.equippers(card))
    if isinstance(card, Unit):
        found["may_equip"] = {
            slot: card_briefs(cards) for slot, cards in catalogue.upgrades_for(card).items()
        }
    if isinstance(card, Unit | Counterpart):
        found["command_cards"] = card_briefs(catalogue.command_cards(card))
    return found


def card_briefs(cards: Iterable[Card]) -> list[dict[str, str]]:
    """Cards by id, slug and full name."""
    return [{"id": card.id, "slug": card.slug, "name": card.full_name} for card in cards]
