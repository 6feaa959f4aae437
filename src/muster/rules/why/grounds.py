"""What things rest on, as data: core rules, numbered rules, rulings and keywords by id."""

from functools import cache
from importlib import resources
from typing import Literal, TypeAlias

import msgspec

from muster.rules.cards.effects import Effect, When
from muster.rules.cards.types import Card, Unit, Upgrade
from muster.rules.cards.vocabulary import TYPE_LINES, Kind, Rank, Slot, UnitType
from muster.rules.core_rules import CoreRule, core_rule

Side: TypeAlias = Literal["attacker", "defender", "either"]
STARTS_READIED = ("exhaust", "expend")


class Grounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one thing rests on, each by its id or number."""

    core: tuple[str, ...] = ()
    rules: tuple[int, ...] = ()
    rulings: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()


class GroundsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`keywords`, `cards` by slug, `steps` of a game by name and `refusals` by code; then the core rules
    behind what a card prints; `in_attacks` says on which side of an attack a keyword or an ability counts."""

    source: str
    keywords: dict[str, Grounds]
    cards: dict[str, Grounds]
    steps: dict[str, Grounds]
    refusals: dict[str, Grounds]
    kinds: dict[Kind, tuple[str, ...]]
    unit_types: dict[UnitType, tuple[str, ...]]
    ranks: dict[Rank, tuple[str, ...]]
    slots: dict[Slot, tuple[str, ...]]
    uses: dict[str, tuple[str, ...]]
    moments: dict[When, tuple[str, ...]]
    in_attacks: dict[str, Side]


class WithCore(msgspec.Struct, frozen=True):
    """What the words of a question say of its core rules."""

    core: tuple[str, ...] = ()


NOTHING = Grounds()


@cache
def grounds() -> GroundsFile:
    """The file, read once."""
    raw = resources.files("muster.data").joinpath("rules", "grounds.json").read_bytes()
    return msgspec.json.decode(raw, type=GroundsFile)


def of_keyword(id: str) -> Grounds:
    """What is on file for a keyword beside its meaning."""
    return grounds().keywords.get(id, NOTHING)


def of_card(slug: str) -> Grounds:
    """What names this card."""
    return grounds().cards.get(slug, NOTHING)


def of_step(name: str) -> Grounds:
    """What a step of a game rests on; a new question may say so with its words."""
    return grounds().steps.get(name) or _told_with_words().get(name, NOTHING)


@cache
def _told_with_words() -> dict[str, Grounds]:
    """The core rules that stand beside the words of a question in `prompts.json`."""
    raw = resources.files("muster.data").joinpath("games", "prompts.json").read_bytes()
    words = msgspec.json.decode(raw, type=dict[str, dict[str, msgspec.Raw]])
    rows = {f"{kind}-{id}": row for kind in ("choose", "roll", "confirm") for id, row in words[kind].items()}
    found = {name: msgspec.json.decode(row, type=WithCore).core for name, row in rows.items()}
    return {name: Grounds(core=core) for name, core in found.items() if core}


def of_refusal(code: str) -> Grounds:
    """What a refusal rests on beside the rules its source names."""
    return grounds().refusals.get(code, NOTHING)


def beneath_card(card: Card) -> tuple[CoreRule, ...]:
    """The core rules behind what a card prints: its kind, type, rank, slot, dots, how it is used."""
    known = grounds()
    ids = [*known.kinds.get(card.kind, ())]
    if isinstance(card, Unit):
        ids += [id for kind in TYPE_LINES[card.unit_type] for id in known.unit_types.get(kind, ())]
        ids += known.ranks.get(card.rank, ())
    if isinstance(card, Upgrade):
        ids += known.slots.get(card.slot, ())
        ids += known.uses.get(card.use, ())
    ids += ["unique"] if getattr(card, "limit", None) else []
    ids += ["playing-unit-cards"] if getattr(card, "needs", ()) else []
    return _rules(ids)


def beneath_type(kind: UnitType) -> tuple[CoreRule, ...]:
    """The core rules of a unit type and of the wider types it belongs to."""
    return _rules([id for each in TYPE_LINES[kind] for id in grounds().unit_types.get(each, ())])


def beneath_effect(effect: Effect) -> tuple[CoreRule, ...]:
    """The core rules of the moment at which an effect counts and of how it is used."""
    known = grounds()
    return _rules([*known.moments.get(effect.when, ()), *known.uses.get(effect.use, ())])


def beneath_step(name: str) -> tuple[CoreRule, ...]:
    """The core rules that a step of a game rests on."""
    return _rules(of_step(name).core)


def counts_for(keyword: str, side: Side) -> bool:
    """Whether a keyword or an ability counts on this side of an attack."""
    return grounds().in_attacks.get(keyword) in (side, "either")


def _rules(ids: "list[str] | tuple[str, ...]") -> tuple[CoreRule, ...]:
    return tuple(core_rule(id) for id in dict.fromkeys(ids))
