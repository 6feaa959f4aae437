"""A card as it was on a day, as far as decides whether an army is legal: rank, slots, type, limit, pips.

A dated change of the card says when it took effect; otherwise the day counts on which it was first seen.
"""

from collections.abc import Iterator
from datetime import date
from typing import Final, NamedTuple, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from muster.rules.cards.history import DAY, LAG, History, Was
from muster.rules.cards.types import CommandCard, Counterpart, Named, Unit, Upgrade

Dated = TypeVar("Dated", Unit, Upgrade, Counterpart, CommandCard)
# The fields that history tells of, by the kind of change that touches them.
KINDS: Final = {
    "rank": "rank",
    "slots": "slots",
    "slot": "slots",
    "unit_type": "unit-type",
    "limit": "uniqueness",
    "army_keywords": "keywords",
    "pips": "other",
}


class Former(NamedTuple):
    """What a field held before the day `until`; for certain only before `doubt`."""

    field: str
    until: date
    doubt: date
    was: Was

    @property
    def kind(self) -> str:
        """The kind of change that ended it."""
        return KINDS[self.field]


def formers(card: Named, history: History, updates: tuple[date, ...]) -> Iterator[Former]:
    """What the fields of a card held, oldest first."""
    for was in history.of(card.id).was:
        for field, kind in KINDS.items():
            if getattr(was, field) is not UNSET:
                named = [
                    change.date
                    for change in card.changes
                    if not change.by and not {kind, "replaced"}.isdisjoint(change.kinds)
                ]
                exact = [day for day in named if is_near(day, was.seen)]
                late = [day for day in updates if day < was.seen and was.seen - day <= LAG]
                until = max(exact, default=was.seen)
                doubt = until if exact else min((history.eve(was.seen) + DAY, *late))
                yield Former(field, until, doubt, was)


def former_values_on(held: tuple[Former, ...], day: date) -> dict[str, Former]:
    """What fields held on the day and no longer hold. Where a field changed several times later, the first
    change counts."""
    return {former.field: former for former in reversed(held) if day < former.until}


def card_on(card: Dated, held: tuple[Former, ...], day: date) -> Dated:
    """The card with what its fields held on the day."""
    fields = former_values_on(held, day).values()
    changed = {each.field: getattr(each.was, each.field) for each in fields if each.field != "army_keywords"}
    return replace(card, **changed) if changed else card


def unit_on(unit: Unit, held: tuple[Former, ...], day: date) -> Unit:
    """The unit with the field values of that day, without army keywords that it only got later."""
    former = former_values_on(held, day).get("army_keywords")
    then = card_on(unit, held, day)
    return with_keywords(then, former.was.army_keywords or ()) if former else then


def unknown_on(card: Named, held: tuple[Former, ...], first: date, day: date) -> dict[date, set[str]]:
    """The changes after a day for which nobody knows what the card was before, by their dates.

    These are dated changes that the history does not record, or not that early, and changes that may have
    been made by then.
    """
    found: dict[date, set[str]] = {}
    for change in card.changes:
        if change.date > day:
            known_kinds = {
                former.kind for former in held if first <= day and is_near(former.until, change.date)
            }
            found.setdefault(change.date, set()).update(set(change.kinds) - known_kinds)
    for former in held:
        if former.doubt <= day < former.until:
            found.setdefault(former.until, set()).add(former.kind)
    return found


def is_near(day: date, other: date) -> bool:
    """Whether two days may be those of one change."""
    return abs(day - other) <= LAG


def with_keywords(unit: Unit, kept: tuple[str, ...]) -> Unit:
    """The unit without those keywords about armies that it had not yet."""
    gone = {use.id for use in unit.keywords} & ABOUT_ARMIES - set(kept)
    return replace(
        unit,
        keywords=tuple(use for use in unit.keywords if use.id not in gone),
        must_equip=tuple(must for must in unit.must_equip if must.keyword not in gone),
        detachment=None if "detachment" in gone else unit.detachment,
        entourage=None if "entourage" in gone else unit.entourage,
        associate=None if "associate" in gone else unit.associate,
    )


ABOUT_ARMIES: Final = frozenset(
    ("allies-of-convenience", "associate", "detachment", "entourage", "field-commander", "heavy-weapon-team")
)
