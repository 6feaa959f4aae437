"""A unit as it is equipped: its bearer, its slots, what it costs and why."""

from collections.abc import Iterable
from typing import cast

import msgspec
from msgspec.structs import replace

from muster.rules.armies.army import ArmyCounterpart, ArmyUnit
from muster.rules.armies.checks.slots import FORCE, PRINTED, Fitting, fit, waived_upgrades
from muster.rules.armies.frame import Frame
from muster.rules.cards.equipping import Bearer, printed, ranks_in
from muster.rules.cards.types import Counterpart, Unit, Upgrade
from muster.rules.cards.values import ConditionalPoints
from muster.rules.cards.vocabulary import Rank, Slot


class PointsPart(msgspec.Struct, frozen=True):
    """What one card of a unit costs: its points on the date, and the change that the army causes.

    `why` names the conditions of the change; `priced` is False where the points are not published.
    """

    card: str
    points: int
    delta: int = 0
    why: str = ""
    priced: bool = True

    @property
    def total(self) -> int:
        """Points and change together."""
        return self.points + self.delta


class Loadout(msgspec.Struct, frozen=True):
    """One unit with its upgrades and counterpart, worked out within a frame."""

    unit: Unit
    rank: Rank
    upgrades: tuple[Upgrade, ...]
    fitting: Fitting
    parts: tuple[PointsPart, ...]
    counterpart: Counterpart | None = None
    counterpart_upgrades: tuple[Upgrade, ...] = ()
    counterpart_fitting: Fitting | None = None
    unknown: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        """The points of one such unit."""
        return sum(part.total for part in self.parts)

    @property
    def bearer(self) -> Bearer:
        """The unit as it stands, with what its upgrades give it."""
        return self.fitting.bearer

    @property
    def all_upgrades(self) -> tuple[Upgrade, ...]:
        """The upgrades of the unit and of its counterpart."""
        return (*self.upgrades, *self.counterpart_upgrades)

    @property
    def cards(self) -> tuple[Unit | Upgrade | Counterpart, ...]:
        """Every card of the unit: its own, its upgrades, its counterpart and what that carries."""
        return (self.unit, *self.all_upgrades, *((self.counterpart,) if self.counterpart else ()))

    def has(self, keyword: str) -> bool:
        """Whether the unit or an upgrade on it carries the keyword."""
        return any(card.has(keyword) for card in (self.unit, *self.upgrades))


def loadout(line: ArmyUnit, unit: Unit, frame: Frame, setters: frozenset[str]) -> Loadout:
    """The outfit of a line, from the frame's store where it was worked out before.

    `setters` are the units in the army whose presence changes what some upgrade costs.
    """
    key = (unit.id, line.upgrades, line.counterpart, setters)
    kept = frame.outfits.get(key)
    if kept is None:
        kept = worked_out(line, unit, frame, setters)
        frame.keep(key, kept)
    return cast(Loadout, kept)


def worked_out(line: ArmyUnit, unit: Unit, frame: Frame, setters: frozenset[str]) -> Loadout:
    """Seat the upgrades and price the cards."""
    upgrades, unknown = known_upgrades(line.upgrades, frame)
    who = bearer_of(unit, frame)
    fitting = fit(who, slots_of(unit, frame), upgrades, waived_upgrades(who, frame.force))
    companion, theirs, seated, strange = joined(line.counterpart, unit, frame)
    cards = (*upgrades, *theirs)
    return Loadout(
        unit=unit,
        rank=frame.rank_of(unit, line.upgrades),
        upgrades=upgrades,
        fitting=fitting,
        parts=priced(unit, companion, cards, frame, setters),
        counterpart=companion,
        counterpart_upgrades=theirs,
        counterpart_fitting=seated,
        unknown=(*unknown, *strange),
    )


def known_upgrades(ids: tuple[str, ...], frame: Frame) -> tuple[tuple[Upgrade, ...], tuple[str, ...]]:
    """The upgrades with these ids, and the ids that no upgrade has."""
    shelf = frame.catalogue.upgrades
    known = tuple(shelf[card_id] for card_id in ids if card_id in shelf)
    return known, tuple(card_id for card_id in ids if card_id not in shelf)


def joined(
    companion: ArmyCounterpart | None, unit: Unit, frame: Frame
) -> tuple[Counterpart | None, tuple[Upgrade, ...], Fitting | None, tuple[str, ...]]:
    """The counterpart of a line with its own upgrades on its own bar, and ids that no card has."""
    if companion is None:
        return None, (), None, ()
    card = frame.catalogue.counterparts.get(companion.card)
    upgrades, unknown = known_upgrades(companion.upgrades, frame)
    if card is None:
        return None, (), None, (companion.card, *companion.upgrades)
    bar = [(slot, PRINTED) for slot in card.slots]
    return card, upgrades, fit(companion_bearer(card, unit, frame), bar, upgrades), unknown


def slots_of(unit: Unit, frame: Frame) -> list[tuple[Slot, str]]:
    """The printed bar, and the slots the battle force adds."""
    bar = [(slot, PRINTED) for slot in unit.slots]
    if frame.force is not None:
        bar += [(slot, FORCE) for slot in frame.force.extra_slots.get(unit.id, ())]
    return bar


def bearer_of(unit: Unit, frame: Frame) -> Bearer:
    """The unit in its army, before any upgrade."""
    return replace(
        printed(unit),
        slots=frozenset(slot for slot, _ in slots_of(unit, frame)),
        ranks=ranks_in(unit, frame.force),
        sides=frozenset(frame.sides),
        armies=frozenset((frame.faction,)),
    )


def companion_bearer(card: Counterpart, unit: Unit, frame: Frame) -> Bearer:
    """A counterpart with a bar of its own: its own name and type, the rank and defence of its unit."""
    who = bearer_of(unit, frame)
    return replace(printed(card), ranks=who.ranks, defence=who.defence, sides=who.sides, armies=who.armies)


def priced(
    unit: Unit,
    companion: Counterpart | None,
    upgrades: Iterable[Upgrade],
    frame: Frame,
    setters: frozenset[str],
) -> tuple[PointsPart, ...]:
    """What each card costs, the unit first. A double-sided upgrade counts once, like any other card."""
    parts = [part_of(unit, frame)]
    parts += [upgrade_part(upgrade, unit, frame, setters) for upgrade in upgrades]
    if companion is not None:
        parts.append(part_of(companion, frame))
    return tuple(parts)


def part_of(card: Unit | Upgrade | Counterpart, frame: Frame) -> PointsPart:
    """The points of a card on the army's date."""
    points = frame.prices[card.id].points
    return PointsPart(card.id, points or 0, priced=points is not None)


def upgrade_part(upgrade: Upgrade, unit: Unit, frame: Frame, setters: frozenset[str]) -> PointsPart:
    """The points of an upgrade, with every conditional change whose conditions all hold."""
    part = part_of(upgrade, frame)
    if not upgrade.conditional_points:
        return part
    applying = [each for each in upgrade.conditional_points if applies(each, unit, frame, setters)]
    why = "; ".join(reason(each, frame) for each in applying)
    return replace(part, delta=sum(each.delta for each in applying), why=why)


def applies(change: ConditionalPoints, unit: Unit, frame: Frame, setters: frozenset[str]) -> bool:
    """Whether every condition given holds in this army on this unit."""
    return (
        (change.unit_in_army is None or change.unit_in_army in setters)
        and (change.battle_force is None or change.battle_force == frame.force_id)
        and (change.choice is None or change.choice in frame.choices)
        and (change.bearer is None or change.bearer == unit.id)
    )


def reason(change: ConditionalPoints, frame: Frame) -> str:
    """The conditions of a change in words."""
    shelf = frame.catalogue
    force = shelf.battle_forces[change.battle_force].name if change.battle_force else ""
    names = (
        shelf.name_of(change.unit_in_army or ""),
        force,
        change.choice,
        shelf.name_of(change.bearer or ""),
    )
    return ", ".join(name for name in names if name)
