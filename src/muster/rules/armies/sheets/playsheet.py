"""What a player needs at the table: who may use which weapon, and cards that exhaust or expend."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.cards.types import Upgrade
from muster.rules.cards.values import Weapon
from muster.rules.cards.vocabulary import Slot
from muster.rules.reference import Rule, shows

Users: TypeAlias = Literal["unit", "added", "any", "one-per-attack", "counterpart", "unstated"]

ADDS_MINIATURE: frozenset[Slot] = frozenset(("squad-leader", "heavy-weapon", "personnel"))
ANY_MINIATURE: frozenset[Slot] = frozenset(("armament", "pilot", "generator", "ordnance", "hardpoint"))


class WeaponUse(msgspec.Struct, frozen=True):
    """A weapon a unit has, the card it is on, who may use it, and how many of them in one attack pool.

    `spent` says what happens to the card when its weapon joins an attack pool.
    """

    weapon: Weapon
    card: str
    users: Users
    miniatures: Literal["each", "one"] = "each"
    spent: Literal["exhaust", "expend"] | None = None


class CardMark(msgspec.Struct, frozen=True):
    """An upgrade that exhausts or expends: after its action, or when its weapon is used. It starts readied.

    `use` is "unknown" where we do not know the card's mark.
    """

    card: str
    use: Literal["exhaust", "expend", "unknown"]
    action: Literal["free-card-action", "card-action", "two-actions"] | None = None


class UnitSheet(msgspec.Struct, frozen=True):
    """One line at the table."""

    miniatures: int
    weapons: tuple[WeaponUse, ...]
    marks: tuple[CardMark, ...]


def unit_sheet(line: ArmyLine) -> UnitSheet:
    """Weapons of the unit, its upgrades and its counterpart; cards that turn."""
    loadout = line.loadout
    own = [WeaponUse(weapon, loadout.unit.id, "unit") for weapon in loadout.unit.weapons]
    added = [use for card in loadout.upgrades for use in weapon_uses(card)]
    companion = loadout.counterpart
    weapons = companion.weapons if companion else ()
    joined = [WeaponUse(weapon, companion.id if companion else "", "counterpart") for weapon in weapons]
    theirs = [
        msgspec.structs.replace(use, users="counterpart")
        for card in loadout.counterpart_upgrades
        for use in weapon_uses(card)
    ]
    return UnitSheet(
        miniatures=loadout.unit.miniatures
        + sum(card.slot in ADDS_MINIATURE for card in loadout.upgrades)
        + (companion is not None),
        weapons=(*own, *added, *joined, *theirs),
        marks=tuple(mark for card in loadout.all_upgrades if (mark := mark_of(card))),
    )


def weapon_uses(card: Upgrade) -> list[WeaponUse]:
    """The weapons of an upgrade (rules 420 to 424, 428 and 429).

    A card that is exhausted or expended by its weapon serves one miniature, but an Armament serves all.
    """
    spent = card.use if card.use in ("exhaust", "expend") and card.use_by_weapon else None
    single = spent is not None and card.slot != "armament"
    serves_one = single or card.slot == "grenades" or card.slot in ADDS_MINIATURE
    return [
        WeaponUse(weapon, card.id, users_of(card.slot), "one" if serves_one else "each", spent)
        for weapon in card.weapons
    ]


def users_of(slot: Slot) -> Users:
    """Who may use the weapon on an upgrade of this slot; for some slots no rule says."""
    if slot in ADDS_MINIATURE:
        return "added"
    if slot in ANY_MINIATURE:
        return "any"
    return "one-per-attack" if slot == "grenades" else "unstated"


def turning_rules(marks: Iterable[CardMark]) -> tuple[Rule, ...]:
    """What to know about cards that turn, as far as there are any (rules 425 to 427 and 431).

    All of them start ready; Recover readies what is exhausted, and nothing what is expended.
    """
    uses = {mark.use for mark in marks}
    if not uses:
        return ()
    exhausting = shows(426, 431) if uses - {"expend"} else ()
    expending = shows(427) if uses - {"exhaust"} else ()
    return tuple(sorted((*shows(425), *exhausting, *expending), key=lambda rule: rule.number))


def mark_of(card: Upgrade) -> CardMark | None:
    """The mark of an upgrade, if it has one or we do not know."""
    if card.use == "none":
        return None
    return CardMark(card.id, card.use, card.use_action)
