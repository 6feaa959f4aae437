"""What a player needs at the table: who may use which weapon, and cards that exhaust or expend."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec

from muster.rules.armies.army import Army
from muster.rules.armies.lineup import ArmyLine, Lineup
from muster.rules.armies.report import problem
from muster.rules.armies.sources import rule
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Upgrade, Weapon
from muster.rules.cards.vocabulary import Slot
from muster.rules.violations import Refused

Users: TypeAlias = Literal["unit", "added", "any", "one-per-attack", "counterpart", "unstated"]
State: TypeAlias = Literal["readied", "exhausted", "expended"]

ADDS_MINIATURE: frozenset[Slot] = frozenset(("squad-leader", "heavy-weapon", "personnel"))
ANY_MINIATURE: frozenset[Slot] = frozenset(("armament", "pilot", "generator", "ordnance", "hardpoint"))
ADDS_WEAPON: frozenset[Slot] = ANY_MINIATURE | {"gear", "grenades"}
TURNED: dict[State, int] = {"readied": 0, "exhausted": 90, "expended": 180}


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
    by_weapon: bool = False
    state: State = "readied"


class UnitSheet(msgspec.Struct, frozen=True):
    """One line at the table."""

    key: str
    unit: str
    count: int
    miniatures: int
    weapons: tuple[WeaponUse, ...]
    marks: tuple[CardMark, ...]


def play_sheet(army: Army, catalogue: Catalogue) -> tuple[UnitSheet, ...]:
    """The sheet of every line whose unit is known."""
    return tuple(unit_sheet(line) for line in Lineup(army, catalogue).lines)


def unit_sheet(line: ArmyLine) -> UnitSheet:
    """Weapons of the unit, its upgrades and its counterpart; cards that turn."""
    worn = line.loadout
    own = [WeaponUse(weapon, worn.unit.id, "unit") for weapon in worn.unit.weapons]
    added = [use for card in worn.upgrades for use in weapon_uses(card)]
    joined = (
        [WeaponUse(w, worn.counterpart.id, "counterpart") for w in worn.counterpart.weapons]
        if (worn.counterpart)
        else []
    )
    theirs = [
        msgspec.structs.replace(use, users="counterpart")
        for card in worn.counterpart_upgrades
        for use in weapon_uses(card)
    ]
    return UnitSheet(
        key=line.key,
        unit=worn.unit.id,
        count=line.count,
        miniatures=worn.unit.miniatures
        + sum(card.slot in ADDS_MINIATURE for card in worn.upgrades)
        + (worn.counterpart is not None),
        weapons=(*own, *added, *joined, *theirs),
        marks=tuple(mark for card in worn.all_upgrades if (mark := mark_of(card))),
    )


def weapon_uses(card: Upgrade) -> list[WeaponUse]:
    """The weapons of an upgrade (rules 420 to 424, 428 and 429).

    A card that is exhausted or expended by its weapon serves one miniature, but an Armament serves all.
    """
    spent = card.use if card.use in ("exhaust", "expend") and card.use_by_weapon else None
    single = spent is not None and card.slot != "armament"
    one = single or card.slot == "grenades" or card.slot in ADDS_MINIATURE
    return [
        WeaponUse(weapon, card.id, users_of(card.slot), "one" if one else "each", spent)
        for weapon in card.weapons
    ]


def users_of(slot: Slot) -> Users:
    """Who may use the weapon on an upgrade of this slot; for some slots no rule says."""
    if slot in ADDS_MINIATURE:
        return "added"
    if slot in ANY_MINIATURE:
        return "any"
    return "one-per-attack" if slot == "grenades" else "unstated"


def mark_of(card: Upgrade) -> CardMark | None:
    """The mark of an upgrade, if it has one or we do not know."""
    if card.use == "none":
        return None
    return CardMark(card.id, card.use, card.use_action, card.use_by_weapon)


States: TypeAlias = Mapping[str, State]


def readied(marks: Iterable[CardMark]) -> States:
    """Rule 425: cards that exhaust or expend start the game readied."""
    return {mark.card: "readied" for mark in marks}


def spend(states: States, mark: CardMark) -> States:
    """Rules 425 to 428 and 430: using a readied card turns it; one that is not readied cannot be used so."""
    if states.get(mark.card) != "readied" or mark.use == "unknown":
        state = states.get(mark.card, "not there")
        raise Refused(problem("army.card_not_ready", rule(425), (mark.card,), card=mark.card, state=state))
    turned: State = "exhausted" if mark.use == "exhaust" else "expended"
    return {**states, mark.card: turned}


def recover(states: States) -> States:
    """Rule 431: a unit that recovers readies its exhausted cards; expended ones stay (rule 427)."""
    return {card: "readied" if state == "exhausted" else state for card, state in states.items()}
