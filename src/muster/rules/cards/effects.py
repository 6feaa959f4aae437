"""What an upgrade or a command card does, in our own words; where that is not known, which reason holds."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Literal, NamedTuple, TypeAlias

from muster.rules.cards.types import Card, CommandCard, Upgrade
from muster.rules.cards.values import Fact, KeywordUse, Weapon
from muster.rules.cards.vocabulary import Slot

Told: TypeAlias = Upgrade | CommandCard
When: TypeAlias = Literal[
    "action", "activation-start", "after-attack", "always", "army-building", "attack-cover",
    "attack-form-pool", "attack-modify-attack", "attack-roll", "attack-surges", "attack-surges-defence",
    "command-phase", "defence-roll", "deploying", "end-phase", "free-action", "issuing-orders", "move",
    "rally", "setup", "when-defeated", "when-wounded", "other",
]  # fmt: skip
Use: TypeAlias = Literal["none", "exhaust", "exhaust-free", "expend", "action", "free-action"]
Reason: TypeAlias = Literal["unreleased", "changed", "parts", "unseen"]

MARKED = re.compile(r"\{([^{}]+)\}")
VALUE = re.compile(r"(?P<name>.+?)(?:: .+| \d.*)")
ONLY_GIVES = re.compile(r"Gives \{[^{}]+\}(?:(?:,| and) \{[^{}]+\})*\.")


class Given(Fact, frozen=True, kw_only=True):
    """A keyword that the card gives, with its value; `to` says to whom or when, where that is not plain."""

    id: str
    value: int | str | None = None
    to: str | None = None


class Effect(Fact, frozen=True, kw_only=True):
    """What one card does. Keywords stand in braces in `text`, as a card prints them: `{Demoralize 1}`.

    `weapons` are those of a command card; an upgrade has them on its own record. `orders` and `use` are what
    the picture shows, to be held against the catalogue. `unsure` says why a second look is due.
    """

    id: str
    slug: str
    text: str
    gives: tuple[Given, ...] = ()
    miniatures: int = 0
    adds: str | None = None
    slots: tuple[Slot, ...] = ()
    stats: str | None = None
    when: When
    use: Use = "none"
    attack: bool = False
    orders: str | None = None
    weapons: tuple[Weapon, ...] = ()
    unsure: str | None = None

    @property
    def plain(self) -> str:
        """The sentences without the marks of keywords."""
        return MARKED.sub(r"\1", self.text)


class OpenPlace(Fact, frozen=True, kw_only=True):
    """A fact of a card on which a picture and the catalogue differ and no source decides."""

    id: str
    fact: str
    note: str


class Effects(Fact, frozen=True, kw_only=True):
    """The file of effects: where they were read, the day the pictures show, and what is still open."""

    source: str
    pictures: date
    effects: tuple[Effect, ...]
    open: tuple[OpenPlace, ...] = ()


class Piece(NamedTuple):
    """A part of an effect's text; `keyword` is the id of the keyword that it names."""

    text: str
    keyword: str | None = None


def text_pieces(effect: Effect, by_name: Mapping[str, str]) -> tuple[Piece, ...]:
    """The text of an effect cut at its keywords, so that each can become a link."""
    parts = MARKED.split(effect.text)
    cut = (Piece(part, keyword_in(part, by_name) if n % 2 else None) for n, part in enumerate(parts))
    return tuple(piece for piece in cut if piece.text)


def keyword_in(label: str, by_name: Mapping[str, str]) -> str | None:
    """The id of the keyword printed as `label`, with or without a value: "Jump 2", "Immune: Pierce"."""
    if label in by_name:
        return by_name[label]
    found = VALUE.fullmatch(label)
    return by_name.get(found["name"]) if found else None


def keywords_named(effect: Effect, by_name: Mapping[str, str]) -> tuple[str, ...]:
    """The ids of the keywords that the text of an effect names, given or not."""
    found = (keyword_in(label, by_name) for label in MARKED.findall(effect.text))
    return tuple(dict.fromkeys(keyword for keyword in found if keyword))


def only_gives(effect: Effect) -> bool:
    """Whether an effect gives keywords and says nothing else: "Gives Charge and Tactical 1."."""
    return ONLY_GIVES.fullmatch(effect.text) is not None


def gives_of(card: Card, effect: Effect | None) -> tuple[KeywordUse, ...]:
    """The keywords that an upgrade or a command card gives: by its effect, or while it is equipped."""
    if not isinstance(card, Upgrade | CommandCard):
        return ()
    given = [KeywordUse(id=gift.id, value=gift.value) for gift in (effect.gives if effect else ())]
    given_ids = {use.id for use in given}
    return (*given, *(use for use in card.keywords if use.granted and use.id not in given_ids))


def has_effect(card: Card) -> bool:
    """Whether cards of this kind do something of their own: upgrades and command cards."""
    return isinstance(card, Upgrade | CommandCard)


def no_effect_reason(card: Told, pictures: date) -> Reason:
    """Why no effect is on file for a card: exactly one of four reasons, from what is on file about it."""
    if card.release.status == "unreleased":
        return "unreleased"
    if any(change.date > pictures for change in card.changes):
        return "changed"
    return "parts" if only_parts(card) else "unseen"


def only_parts(card: Told) -> bool:
    """Whether a card that was seen brings a weapon, a slot or orders and says nothing else."""
    if isinstance(card, CommandCard):
        bound = card.needs or card.faction or card.battle_force or card.keywords
        return card.orders is not None and not bound
    printed = {use.id for weapon in card.weapons for use in weapon.keywords}
    seen = card.use != "unknown" and not card.use_inferred
    return seen and bool(card.weapons or card.adds_slots) and card.keyword_ids <= printed


def reason_in_words(card: Told, reason: Reason) -> str:
    """The reason as a sentence."""
    parts = "orders" if isinstance(card, CommandCard) else "weapon" if card.weapons else "slot"
    return {
        "unreleased": "Not known yet: the card is not released.",
        "changed": "Not known: the card changed after the pictures we have read.",
        "parts": f"It brings its {parts} and nothing else.",
        "unseen": "Not known: we have seen no picture of this card.",
    }[reason]
