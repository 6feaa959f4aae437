"""An army as a plain document: what a player wrote down, legal or not.

A draft always saves. Cards are named by id; an id that no card has stays in the document and is reported by
the check, never dropped. The canonical JSON of an army reads back to the same bytes.
"""

import re
from collections.abc import Iterable
from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta

from muster.rules.cards.values import RankTable
from muster.rules.cards.vocabulary import Faction, display_word
from muster.rules.json_text import decode_json, misfit
from muster.rules.violations import Param, Refused, Violation

SCHEMA = 1
MAX_BYTES = 1_000_000
MAX_ENTRIES = 200
MAX_COUNT = 99
MAX_NAME = 120
MAX_NOTES = 10_000
MAX_LIMIT = 100_000
SOURCE = "army document, docs/reference/armies.md"

CardId = Annotated[str, Meta(min_length=1, max_length=60)]
Key = Annotated[str, Meta(max_length=40, pattern=r"\A[A-Za-z0-9_-]*\Z")]
CardIds = Annotated[tuple[CardId, ...], Meta(max_length=40)]
TypedName = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
DeckCards = Annotated[tuple[TypedName, ...], Meta(max_length=40)]
Count = Annotated[int, Meta(ge=1, le=MAX_COUNT)]


class ArmyCounterpart(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A counterpart card that joins a unit, with upgrades of its own."""

    card: CardId
    upgrades: CardIds = ()


class ArmyUnit(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of the army: so many units of one card, all equipped alike.

    `key` is the stable name of the line inside its army. `set_aside` are upgrades put aside for Loadout,
    which only the regulations of the older edition know.
    """

    key: Key = ""
    unit: CardId
    count: Count = 1
    upgrades: CardIds = ()
    counterpart: ArmyCounterpart | None = None
    set_aside: CardIds = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids on the line: the unit, its upgrades, its counterpart and what that carries."""
        joined = self.counterpart
        return (self.unit, *self.upgrades, *((joined.card, *joined.upgrades) if joined else ()))


class Deck(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The battle deck by category: card ids, or names the player typed where the format says so.

    Deployment and condition cards belong to the older edition.
    """

    objective: DeckCards = ()
    secondary: DeckCards = ()
    advantage: DeckCards = ()
    deployment: DeckCards = ()
    condition: DeckCards = ()

    def of(self, category: str) -> tuple[str, ...]:
        """The cards of one category."""
        cards: tuple[str, ...] = getattr(self, category)
        return cards

    @property
    def cards(self) -> list[tuple[str, str]]:
        """Every card with its category."""
        return [(category, card) for category in DECK_CATEGORIES for card in getattr(self, category)]


DECK_CATEGORIES: tuple[str, ...] = Deck.__struct_fields__


class Army(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An army list, pinned to the date of the points it was built with.

    `limit` and `ranks` replace the format's own points limit and rank table where an event states others;
    a rank that `ranks` leaves out keeps the limits of the format.
    """

    schema: Annotated[int, Meta(ge=SCHEMA, le=SCHEMA)] = SCHEMA
    name: Annotated[str, Meta(max_length=MAX_NAME)] = ""
    faction: Faction
    format: CardId = "standard"
    points_date: date
    battle_force: CardId | None = None
    choices: Annotated[tuple[TypedName, ...], Meta(max_length=10)] = ()
    limit: Annotated[int, Meta(ge=1, le=MAX_LIMIT)] | None = None
    ranks: RankTable | None = None
    units: Annotated[tuple[ArmyUnit, ...], Meta(max_length=MAX_ENTRIES)] = ()
    command_hand: CardIds = ()
    battle_deck: Deck = Deck()
    notes: Annotated[str, Meta(max_length=MAX_NOTES)] = ""

    def entry(self, key: str) -> ArmyUnit:
        """The line with this key."""
        for entry in self.units:
            if entry.key == key:
                return entry
        raise refusal_at("army.no_entry", "units", key=key[:40])


def army_name(army: Army) -> str:
    """The name of an army; one without is called after its faction."""
    return army.name or f"{display_word(army.faction)} army"


def refusal_at(code: str, where: str, **params: Param) -> Refused:
    """A refusal about one place of the document."""
    return Refused(Violation(code=code, source=SOURCE, about=(where,), params={"where": where, **params}))


def to_json(army: Army) -> bytes:
    """The canonical JSON: compact, fields in the order of the document, defaults of lines left out."""
    return msgspec.json.encode(army, order="deterministic")


def from_json(raw: bytes | str) -> Army:
    """Read an army document, strictly; refuses with the place and what is wrong there."""
    size = len(raw)
    if size > MAX_BYTES:
        raise refusal_at("army.too_big", "the document", size=size, max=MAX_BYTES)
    try:
        army = decode_json(raw, Army)
    except msgspec.ValidationError as problem:
        raise unreadable_document(problem) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise refusal_at("army.not_json", "the document", what=str(problem)[:200]) from None
    return require_sound_army(army)


def require_sizes(army: Army) -> Army:
    """The army, if every size and count in it is within the limits of the document; refuses otherwise.

    Values made in code pass no decoder; every edit ends here.
    """
    try:
        army = msgspec.convert(msgspec.to_builtins(army), Army)
    except msgspec.ValidationError as problem:
        raise unreadable_document(problem) from None
    return require_sound_army(army)


def unreadable_document(problem: msgspec.ValidationError) -> Refused:
    """A refusal from what the decoder said."""
    where, what = misfit(problem)
    return refusal_at("army.unreadable", where[:120] or "the document", what=what[:200])


def require_sound_army(army: Army) -> Army:
    """The army with a key on every line; refuses a key used twice and a rank table that makes no sense."""
    keys = [entry.key for entry in army.units if entry.key]
    for number, key in enumerate(keys):
        if key in keys[:number]:
            raise refusal_at("army.unreadable", "units", what=f"The key {key!r} names two lines")
    if army.ranks is not None:
        check_ranks(army.ranks)
    return (
        army if len(keys) == len(army.units) else msgspec.structs.replace(army, units=with_keys(army.units))
    )


def check_ranks(table: RankTable) -> None:
    """Refuse a minimum above its maximum, a negative or an absurd number."""
    for rank, limit in table.limits.items():
        if not 0 <= limit.min <= limit.max <= MAX_COUNT:
            what = f"{limit.min} to {limit.max} is no range between 0 and {MAX_COUNT}"
            raise refusal_at("army.unreadable", f"ranks.limits.{rank}", what=what)


def with_keys(units: Iterable[ArmyUnit]) -> tuple[ArmyUnit, ...]:
    """The lines, each with a key: those without one get the next free."""
    lines = list(units)
    used = {entry.key for entry in lines}
    for number, entry in enumerate(lines):
        if not entry.key:
            lines[number] = msgspec.structs.replace(entry, key=free_key(used))
            used.add(lines[number].key)
    return tuple(lines)


def free_key(used: Iterable[str]) -> str:
    """The key after the highest one used, so that the key of a removed line does not come back at once."""
    numbers = [int(key[1:]) for key in used if re.fullmatch(r"u[0-9]{1,6}", key)]
    return f"u{max(numbers, default=0) + 1}"
