"""Upgrades into slots: the bar of the unit, slots that upgrades and battle forces grant, and chains of them.

A unit's upgrades are legal if they can be equipped one after the other, each into a slot that is there at
that moment and on a bearer that meets its restriction at that moment. Nothing supports itself, so swapping
cards in and out mints no slots. Afterwards the restrictions must still hold on the finished unit.
"""

from collections.abc import Iterable, Sequence
from itertools import permutations
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from muster.rules.cards.equipping import Bearer, meets_restriction
from muster.rules.cards.types import BattleForce, Upgrade
from muster.rules.cards.vocabulary import Slot

PRINTED = "printed"
FORCE = "battle-force"
MOST_ORDERS = 5
IN_TURN = attrgetter("turn")
BRINGS_NOTHING = 2


class SlotUse(msgspec.Struct, frozen=True, gc=False):
    """A slot of a unit, where it comes from, and the upgrade in it, if any.

    `source` is "printed", "battle-force" or the id of the upgrade that grants the slot.
    """

    slot: Slot
    source: str
    upgrade: str | None = None


class Fitting(msgspec.Struct, frozen=True, gc=False):
    """How a unit's upgrades sit: slots, upgrades without a slot, upgrades the unit may not equip."""

    bearer: Bearer
    uses: tuple[SlotUse, ...]
    unslotted: tuple[Upgrade, ...] = ()
    forbidden: tuple[Upgrade, ...] = ()


class Rack:
    """A unit being equipped: free slots, the bearer as it stands, what is placed."""

    def __init__(self, bearer: Bearer, slots: Iterable[tuple[Slot, str]], waived: frozenset[str]) -> None:
        self.bearer = bearer
        self.bar: list[tuple[Slot, str]] = list(slots)
        self.free = self.bar.copy()
        self.waived = waived
        self.uses: list[SlotUse] = []

    def allows(self, upgrade: Upgrade) -> bool:
        """Whether the bearer, as it stands, meets the restriction and the army's faction the card's."""
        return upgrade.id in self.waived or meets_restriction(self.bearer, upgrade.restriction)

    def place(self, upgrade: Upgrade) -> bool:
        """Put the upgrade into a free slot; False if there is none. A card brings its own slot only where the
        unit has none of that kind, filled or not: "even if they do not have such a slot"."""
        if upgrade.own_slot and not self.has(upgrade.slot) and brings_slot(upgrade, self.bearer):
            self.uses.append(SlotUse(upgrade.slot, upgrade.id, upgrade.id))
            return True
        for number, (slot, source) in enumerate(self.free):
            if slot == upgrade.slot:
                del self.free[number]
                self.uses.append(SlotUse(slot, source, upgrade.id))
                return True
        return False

    def has(self, kind: Slot) -> bool:
        """Whether there is a slot of the kind, filled or not."""
        return any(slot == kind for slot, _ in self.bar)

    def equip(self, upgrade: Upgrade) -> bool:
        """Place the upgrade if it is allowed, and let it take effect."""
        if upgrade.turn == BRINGS_NOTHING:
            return (upgrade.restriction is None or self.allows(upgrade)) and self.place(upgrade)
        granted = upgrade.adds_slots if meets_restriction(self.bearer, upgrade.adds_slots_when) else ()
        if not self.allows(upgrade) or self.is_crowded(granted) or not self.place(upgrade):
            return False
        if granted:
            for slot in granted:
                self.grant(slot, upgrade.id)
            self.bearer = replace(self.bearer, slots=self.bearer.slots | set(granted))
        if upgrade.changes_bearer:
            self.bearer = bearer_with(self.bearer, upgrade)
        return True

    def is_crowded(self, granted: Sequence[Slot]) -> bool:
        """Whether more cards have brought their own slot of a kind than granted slots would hold.

        Once the unit has such a slot, none of these cards brings its own.
        """
        brought = [use.slot for use in self.uses if use.source == use.upgrade]
        return any(brought.count(slot) > granted.count(slot) for slot in granted)

    def grant(self, slot: Slot, source: str) -> None:
        """One more slot; a card of that kind that had brought its own sits in it now."""
        self.bar.append((slot, source))
        for number, use in enumerate(self.uses):
            if use.slot == slot and use.source == use.upgrade != source:
                self.uses[number] = SlotUse(slot, source, use.upgrade)
                return
        self.free.append((slot, source))

    def equip_all(self, upgrades: Sequence[Upgrade]) -> list[Upgrade]:
        """Equip what can be equipped, in this order of preference; returns the rest."""
        ready = 0
        while ready < len(upgrades) and self.equip(upgrades[ready]):
            ready += 1
        pending, place = list(upgrades[ready:]), 1
        while place < len(pending):
            if self.equip(pending[place]):
                del pending[place]
                place = 0  # what it brings may serve one that waits
            else:
                place += 1
        return pending

    def all_uses(self) -> tuple[SlotUse, ...]:
        """The slots with a card in them, then the free ones."""
        return (*self.uses, *[SlotUse(slot, source) for slot, source in self.free])


def brings_slot(upgrade: Upgrade, bearer: Bearer) -> bool:
    """Whether the card brings its slot along for this unit."""
    own = upgrade.own_slot
    return own is not None and own.slot == upgrade.slot and meets_restriction(bearer, own.when)


def slots_to_bring(fitting: Fitting, cards: Iterable[Upgrade]) -> list[Slot]:
    """The kinds of slots a unit lacks and that one of these cards would bring along for it."""
    there = {use.slot for use in fitting.uses}
    able = (
        card
        for card in cards
        if card.slot not in there and meets_restriction(fitting.bearer, card.restriction)
    )
    return list(dict.fromkeys(card.slot for card in able if brings_slot(card, fitting.bearer)))


def bearer_with(bearer: Bearer, upgrade: Upgrade) -> Bearer:
    """The bearer with the keywords the upgrade grants and the affiliation it sets."""
    affiliation = upgrade.sets_affiliation
    return replace(
        bearer,
        keywords=bearer.keywords | upgrade.granted_keywords,
        affiliations=frozenset((affiliation,)) if affiliation else bearer.affiliations,
    )


def fit(
    bearer: Bearer,
    slots: Sequence[tuple[Slot, str]],
    upgrades: Sequence[Upgrade],
    waived: frozenset[str] = frozenset(),
) -> Fitting:
    """Seat the upgrades, exactly: where one order of equipping fails, the others are tried.

    Only cards that bring something can make the order matter; a unit with more than five of those cannot
    be legal, and the first order is kept.
    """
    ordered = sorted(upgrades, key=IN_TURN) if len(upgrades) > 1 else upgrades
    rack = Rack(bearer, slots, waived)
    rest = rack.equip_all(ordered)
    if rest:
        bringers = [upgrade for upgrade in ordered if upgrade.turn < BRINGS_NOTHING]
        if 1 < len(bringers) <= MOST_ORDERS:
            rack, rest = best_order(bearer, slots, bringers, ordered[len(bringers) :], waived)
    elif rack.bearer is bearer:  # what it was allowed one by one, it is still
        return Fitting(bearer, rack.all_uses())
    return settle_fitting(rack, rest, upgrades)


def best_order(
    bearer: Bearer,
    slots: Sequence[tuple[Slot, str]],
    bringers: Sequence[Upgrade],
    others: Sequence[Upgrade],
    waived: frozenset[str],
) -> tuple[Rack, list[Upgrade]]:
    """The order of equipping that leaves the fewest cards over; the first such order."""
    tried = []
    for order in permutations(bringers):
        rack = Rack(bearer, slots, waived)
        rest = rack.equip_all((*order, *others))
        if not rest:
            return rack, rest
        tried.append((rack, rest))
    return min(tried, key=lambda attempt: len(attempt[1]))


def settle_fitting(rack: Rack, rest: Sequence[Upgrade], upgrades: Sequence[Upgrade]) -> Fitting:
    """The finished unit. Cards that are not allowed still take a free slot, and every card is checked once
    more."""
    barred = [upgrade for upgrade in rest if not rack.allows(upgrade)]
    unslotted = [upgrade for upgrade in rest if upgrade not in barred]
    unslotted += [upgrade for upgrade in barred if not rack.place(upgrade)]
    forbidden = tuple(upgrade for upgrade in upgrades if not rack.allows(upgrade))
    return Fitting(rack.bearer, rack.all_uses(), tuple(unslotted), forbidden)


def waived_upgrades(bearer: Bearer, force: BattleForce | None) -> frozenset[str]:
    """The upgrades whose unit restriction a battle force waives for this unit (Imperial Remnant)."""
    if force is None or not force.free_upgrades or not meets_restriction(bearer, force.free_upgrades_on):
        return frozenset()
    return frozenset(force.free_upgrades)
