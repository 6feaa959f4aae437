"""Every effect held against what is on file about its card: keywords, marks, orders, slots and weapons.

A difference is mended in the data, or stands in the file's own list of open places, which the audit counts.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from muster.rules.cards.audit import problem, repeated_values
from muster.rules.cards.catalogue import CardData, Catalogue
from muster.rules.cards.effects import MARKED, Effect, Given, Told, Use, keyword_in
from muster.rules.cards.types import CommandCard, Upgrade
from muster.rules.cards.wording import orders_in_words
from muster.rules.violations import Violation

MOST_WORDS = 45
THIS_WEAPON = "this weapon"
AS_PRINTED: Final[dict[tuple[str, str | None], Use]] = {
    ("none", None): "none",
    ("none", "card-action"): "action",
    ("none", "two-actions"): "action",
    ("none", "free-card-action"): "free-action",
    ("exhaust", None): "exhaust",
    ("exhaust", "free-card-action"): "exhaust-free",
    ("expend", None): "expend",
    ("expend", "free-card-action"): "expend",
}
"""The mark and the action of an upgrade on file, as an effect says both in one word."""


class Difference(NamedTuple):
    """A fact on which an effect and its card differ: what the effect tells, what is on file."""

    fact: str
    told: str
    known: str


Comparison: TypeAlias = Callable[[Effect, Told], Iterator[Difference]]


def audit_card_effects(data: CardData) -> tuple[Violation, ...]:
    """Every effect that belongs to no card, is too long, or differs from its card without being listed as
    open."""
    catalogue = Catalogue(data)
    return (*stray_effects(catalogue), *wordings(catalogue), *unlisted_differences(catalogue))


def stray_effects(catalogue: Catalogue) -> Iterator[Violation]:
    """An effect belongs to one upgrade or command card; so does a place that is open."""
    known = catalogue.upgrades | catalogue.commands
    effects = catalogue.data.effects
    yield from repeated_values("effect of", [(effect.id, effect.slug) for effect in effects.effects])
    for effect in effects.effects:
        if effect.id not in known or known[effect.id].slug != effect.slug:
            yield problem("dangling", effect.slug, field="id", wanted=f"card {effect.id}")
    for place in effects.open:
        if place.id not in known:
            yield problem("dangling", place.fact, field="open", wanted=f"card {place.id}")


def wordings(catalogue: Catalogue) -> Iterator[Violation]:
    """An effect is told in few words, and what it marks as a keyword is one."""
    for effect in catalogue.data.effects.effects:
        if (words := len(effect.plain.split())) > MOST_WORDS:
            yield problem("effect-words", effect.slug, words=words, most=MOST_WORDS)
        for label in MARKED.findall(effect.text):
            if keyword_in(label, catalogue.keywords_by_name) is None:
                yield problem("keyword", effect.slug, keyword=label, field="text")


def unlisted_differences(catalogue: Catalogue) -> Iterator[Violation]:
    """Every difference that is not listed as open."""
    cards: dict[str, Told] = {**catalogue.upgrades, **catalogue.commands}
    listed = {(place.id, place.fact) for place in catalogue.data.effects.open}
    for effect in catalogue.data.effects.effects:
        for found in differences(effect, cards[effect.id]) if effect.id in cards else ():
            if (effect.id, found.fact) not in listed:
                yield problem("effect", effect.slug, fact=found.fact, told=found.told, known=found.known)


def differences(effect: Effect, card: Told) -> Iterator[Difference]:
    """Where the effect and its card differ."""
    for compare in COMPARISONS:
        yield from compare(effect, card)


def compare_keywords(effect: Effect, card: Told) -> Iterator[Difference]:
    """What the card gives stands among its keywords or those of its weapons, with the same value."""
    weapons = card.weapons if isinstance(card, Upgrade) else ()
    uses = (*card.keywords, *(use for weapon in weapons for use in weapon.keywords))
    for given in effect.gives:
        values = [use.value for use in uses if use.id == given.id]
        if given.value not in values:
            known = ", ".join(str(value) for value in values if value is not None)
            yield Difference(
                "keywords", spoken_keyword(given), known or ("no value" if values else "nothing")
            )


def spoken_keyword(given: Given) -> str:
    """The keyword by its id, with its value."""
    return given.id if given.value is None else f"{given.id} {given.value}"


def compare_use(effect: Effect, card: Told) -> Iterator[Difference]:
    """An upgrade is exhausted, expended or used as an action as its mark says."""
    if not isinstance(card, Upgrade):
        return
    known = AS_PRINTED.get((card.use, card.use_action), "none")
    if card.use == "unknown" or effect.use != known:
        yield Difference("use", effect.use, "unknown" if card.use == "unknown" else known)


def compare_orders(effect: Effect, card: Told) -> Iterator[Difference]:
    """A command card gives orders to those that are on file."""
    if isinstance(card, CommandCard) and effect.orders != (known := orders_in_words(card.orders)):
        yield Difference("orders", effect.orders or "none", known)


def compare_slots(effect: Effect, card: Told) -> Iterator[Difference]:
    """The slots that an upgrade adds."""
    known = card.adds_slots if isinstance(card, Upgrade) else ()
    if sorted(effect.slots) != sorted(known):
        yield Difference("slots", ", ".join(effect.slots) or "none", ", ".join(known) or "none")


def compare_weapons(effect: Effect, card: Told) -> Iterator[Difference]:
    """An effect that mentions "this weapon" must have one. Only a command card brings its own."""
    weapons = card.weapons if isinstance(card, Upgrade) else effect.weapons
    if THIS_WEAPON in effect.text and not weapons:
        yield Difference("weapons", THIS_WEAPON, "none")
    if isinstance(card, Upgrade) and effect.weapons:
        yield Difference("weapons", "one of its own", "those of the upgrade")


def compare_miniatures(effect: Effect, card: Told) -> Iterator[Difference]:
    """Only an upgrade adds miniatures."""
    if effect.miniatures and not isinstance(card, Upgrade):
        yield Difference("miniatures", str(effect.miniatures), "0")


COMPARISONS: Final[tuple[Comparison, ...]] = (
    compare_keywords,
    compare_use,
    compare_orders,
    compare_slots,
    compare_weapons,
    compare_miniatures,
)
