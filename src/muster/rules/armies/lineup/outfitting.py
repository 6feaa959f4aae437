"""Equipping a unit within a frame: its bearer, its slots, what it costs and why."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from muster.rules.armies.army import ArmyCounterpart, ArmyUnit
from muster.rules.armies.lineup.frame import Frame
from muster.rules.armies.lineup.loadout import Bare, KeptLoadout, Loadout, PointsPart
from muster.rules.armies.lineup.slots import FORCE, PRINTED, Fitting, fit, waived_upgrades
from muster.rules.cards.equipping import Bearer, bearer_as_printed, ranks_in
from muster.rules.cards.types import Counterpart, Unit, Upgrade
from muster.rules.cards.values import ConditionalPoints


def kept_loadout(line: ArmyUnit, unit: Unit, frame: Frame, setters: frozenset[str]) -> KeptLoadout:
    """The loadout of a line, from the frame's store where it was worked out before.

    `setters` are the units in the army whose presence changes what some upgrade costs.
    """
    key = (unit.id, line.upgrades, line.counterpart, setters)
    kept = frame.loadouts.get(key)
    if kept is None:
        kept = KeptLoadout(work_out_loadout(line, unit, frame, setters))
        frame.keep(key, kept)
    return kept


def work_out_loadout(line: ArmyUnit, unit: Unit, frame: Frame, setters: frozenset[str]) -> Loadout:
    """Seat the upgrades and price the cards."""
    upgrades, unknown = known_upgrades(line.upgrades, frame)
    bare = bare_of(unit, frame)
    companion, theirs, seated, strange = counterpart_loadout(line.counterpart, unit, frame)
    every = (*upgrades, *theirs) if theirs else upgrades
    parts = (*points_parts(unit, companion, every, frame, setters), *gone_parts((*unknown, *strange), frame))
    cards = [part.card for part in parts]
    return Loadout(
        unit=unit,
        rank=frame.rank_of(unit, line.upgrades),
        upgrades=upgrades,
        all_upgrades=every,
        fitting=fit(bare.bearer, bare.bar, upgrades, bare.waived) if upgrades else bare.fitting,
        parts=parts,
        points=sum([part.points + part.delta for part in parts]),
        keywords=bare.bearer.keywords.union(*[upgrade.keyword_ids for upgrade in upgrades]),
        hired=bare.hired,
        detached=bare.detached,
        odd=bare.odd,
        bulleted=cards_among(cards, frame.facts.bulleted),
        announced=cards_among(cards, frame.facts.announced),
        counterpart=companion,
        counterpart_upgrades=theirs,
        counterpart_fitting=seated,
        unknown=(*unknown, *strange),
    )


def cards_among(cards: Sequence[str], marked: frozenset[str]) -> tuple[str, ...]:
    """Those of the cards that are marked, usually none."""
    return () if marked.isdisjoint(cards) else tuple([card for card in cards if card in marked])


def known_upgrades(ids: tuple[str, ...], frame: Frame) -> tuple[tuple[Upgrade, ...], tuple[str, ...]]:
    """The upgrades with these ids, and the ids that no upgrade has."""
    shelf = frame.catalogue.upgrades
    try:
        return tuple([shelf[card_id] for card_id in ids]), ()
    except KeyError:
        known = tuple(shelf[card_id] for card_id in ids if card_id in shelf)
        return known, tuple(card_id for card_id in ids if card_id not in shelf)


def counterpart_loadout(
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


def gone_parts(ids: Iterable[str], frame: Frame) -> tuple[PointsPart, ...]:
    """What upgrades cost that left the game: their last points."""
    found = ((card_id, frame.catalogue.gone.find(card_id, "upgrade")) for card_id in ids)
    return tuple(PointsPart(card_id, gone.points or 0) for card_id, gone in found if gone)


def last_points(line: ArmyUnit, frame: Frame) -> int:
    """What a unit that left the game costs: its last points and those of its upgrades. A unit nobody knows
    costs nothing."""
    gone = frame.catalogue.gone.find(line.unit, "unit")
    if gone is None:
        return 0
    known, unknown = known_upgrades(line.upgrades, frame)
    parts = (*(frame.parts[upgrade.id] for upgrade in known), *gone_parts(unknown, frame))
    return (gone.points or 0) + sum(part.points for part in parts)


def bare_of(unit: Unit, frame: Frame) -> Bare:
    """The unit before any upgrade, worked out once for a frame."""
    if (known := frame.bare.get(unit.id)) is None:
        known = frame.bare[unit.id] = bare_unit(unit, frame)
    return known


def bare_unit(unit: Unit, frame: Frame) -> Bare:
    """A unit within a frame, before any upgrade."""
    added = frame.force.extra_slots.get(unit.id, ()) if frame.force else ()
    bar = (*((slot, PRINTED) for slot in unit.slots), *((slot, FORCE) for slot in added))
    bearer = replace(
        bearer_as_printed(unit),
        slots=frozenset(slot for slot, _ in bar),
        ranks=ranks_in(unit, frame.force),
        sides=frozenset(frame.sides),
        armies=frozenset((frame.faction,)),
    )
    hired, detached = frame.is_hired(unit), frame.has_detachment(unit)
    odd = hired or detached or unit.associate is not None or unit.entourage is not None
    waived = waived_upgrades(bearer, frame.force)
    return Bare(bearer, bar, fit(bearer, bar, ()), waived, hired, detached, odd)


def companion_bearer(card: Counterpart, unit: Unit, frame: Frame) -> Bearer:
    """A counterpart with a bar of its own: its own name and type, the rank and defence of its unit."""
    who = bare_of(unit, frame).bearer
    return replace(
        bearer_as_printed(card), ranks=who.ranks, defence=who.defence, sides=who.sides, armies=who.armies
    )


def points_parts(
    unit: Unit,
    companion: Counterpart | None,
    upgrades: Iterable[Upgrade],
    frame: Frame,
    setters: frozenset[str],
) -> tuple[PointsPart, ...]:
    """What each card costs, the unit first. A double-sided upgrade counts once, like any other card."""
    known = frame.parts
    parts = [
        upgrade_part(upgrade, unit, frame, setters) if upgrade.conditional_points else known[upgrade.id]
        for upgrade in upgrades
    ]
    return (known[unit.id], *parts, *((known[companion.id],) if companion else ()))


def upgrade_part(upgrade: Upgrade, unit: Unit, frame: Frame, setters: frozenset[str]) -> PointsPart:
    """The points of an upgrade, with every conditional change whose conditions all hold."""
    applying = [each for each in upgrade.conditional_points if applies(each, unit, frame, setters)]
    why = "; ".join(reason(each, frame) for each in applying)
    return replace(frame.parts[upgrade.id], delta=sum(each.delta for each in applying), why=why)


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
