"""From which day a product may be used: on its release in Casual events, 11 days after in Competitive ones.

Tournament Regulations, "Legal Products" (rules 565 and 566); the publisher's current event rules ask that it
was released before the first day of the event. Many release dates are not known: that is an answer too, and
the organiser, who also speaks for countries outside North America, may enter them.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Final, Literal, TypeAlias

import msgspec

from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Unit
from muster.rules.violations import Violation

SOURCE: Final = "tournament regulations: legal products"

Tier: TypeAlias = Literal["casual", "competitive"]
WAIT: Final[dict[Tier, timedelta]] = {"casual": timedelta(), "competitive": timedelta(days=11)}

ProductRule: TypeAlias = Literal["regulations", "current"]
Answer: TypeAlias = Literal["legal", "not-yet", "unreleased", "unknown"]


class Legality(msgspec.Struct, frozen=True):
    """Whether something may be used on the day, and the first day it may, where that is known."""

    answer: Answer
    since: date | None = None


def legal_from(released: date, tier: Tier, rule: ProductRule = "regulations") -> date:
    """The first day: that of the release, or 11 days later (rules 565 and 566)."""
    return released + (timedelta(days=1) if rule == "current" else WAIT[tier])


def legality(
    released: date | None, tier: Tier, day: date, *, rule: ProductRule = "regulations", on_sale: bool = True
) -> Legality:
    """Whether a product is legal on a day. Without a date: not on sale yet, or not known."""
    if released is None:
        return Legality("unknown" if on_sale else "unreleased")
    since = legal_from(released, tier, rule)
    return Legality("legal" if since <= day else "not-yet", since)


def released_on(card: str, catalogue: Catalogue, entered: Mapping[str, date]) -> date | None:
    """When a card first came out: what the organiser entered, or else the earliest product that holds it."""
    if card in entered:
        return entered[card]
    known = catalogue.cards.get(card)
    products = catalogue.products_of(known) if isinstance(known, Unit) else ()
    return min((product.released for product in products if product.released), default=None)


def card_legality(  # noqa: PLR0913 (each is a thing the regulations ask for)
    card: str,
    catalogue: Catalogue,
    tier: Tier,
    day: date,
    *,
    entered: Mapping[str, date] | None = None,
    rule: ProductRule = "regulations",
) -> Legality:
    """Whether a card may be played on the day of an event (rules 565 and 566)."""
    known = catalogue.cards.get(card)
    on_sale = known is None or known.release.status == "released"
    return legality(released_on(card, catalogue, entered or {}), tier, day, rule=rule, on_sale=on_sale)


def product_problems(  # noqa: PLR0913
    cards: Iterable[str],
    catalogue: Catalogue,
    tier: Tier,
    day: date,
    *,
    entered: Mapping[str, date] | None = None,
    rule: ProductRule = "regulations",
) -> tuple[Violation, ...]:
    """The cards of a list that are not legal on the day, and one note for all whose release date is
    unknown."""
    found: dict[Answer, dict[str, date | None]] = defaultdict(dict)
    for card in dict.fromkeys(cards):
        answer = card_legality(card, catalogue, tier, day, entered=entered, rule=rule)
        found[answer.answer][card] = answer.since
    early = (
        _about("product.not_yet", (card,), catalogue, since=since.isoformat() if since else "")
        for card, since in found["not-yet"].items()
    )
    unsold = (_about("product.unreleased", (card,), catalogue) for card in found["unreleased"])
    unknown = [tuple(found["unknown"])] if found["unknown"] else []
    return (*early, *unsold, *(_about("product.unknown_date", cards, catalogue) for cards in unknown))


def _about(code: str, cards: tuple[str, ...], catalogue: Catalogue, **params: str) -> Violation:
    known = [catalogue.cards.get(card) for card in cards]
    names = ", ".join(
        known_card.full_name if known_card else card for known_card, card in zip(known, cards, strict=True)
    )
    return Violation(code=code, source=SOURCE, about=cards, params={"names": names, **params})
