"""Declaring an attack: whom, with which weapons, behind how much cover. Sight and reach are told by naming a
target; a ranged attack is not made while engaged, nor at engaged units."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from muster.rules.dice.faces import Die
from muster.rules.game import measuring
from muster.rules.game.answers import AnyInput, Strike
from muster.rules.game.kernel import Chance, Outcome, problem, step_rule
from muster.rules.game.log.events import Marked
from muster.rules.game.measuring import Door, covers, in_sight, near, touching
from muster.rules.game.special_operations.deciding import means
from muster.rules.game.special_operations.marks import DID, GOES_ON, MELEE, RANGED
from muster.rules.game.special_operations.squads.cards import Weapon
from muster.rules.game.special_operations.squads.squads import conditions
from muster.rules.game.special_operations.units import (
    enemies,
    engaged_with,
    in_force,
    is_spared,
    is_vehicle,
    value,
    weapons,
)
from muster.rules.game.steps.operations import Arc, Attack, Fight, Sheet
from muster.rules.game.table import Game, Seat, Table, Unit, View
from muster.rules.violations import Violation

MOST_COVER: Final = 2
HULL_COVER: Final = 2
KEPT: Final = ("gauntlet-support-run",)
"""Weapons that a card names for one attack only."""
ARCS: Final[tuple[Arc, ...]] = ("rear", "sides", "front")
NEEDS_IMPACT: Final = ("front", "sides")
DOORS: Final = {
    "Strike.target": Door("S", "sight"),
    "Strike.weapons": Door("S", "reach", "weapon", (298, 299, 322)),
    "Strike.cover": Door("S", "cover", rules=(316, 317)),
    "Strike.arc": Door("S", "arc", rules=(321,)),
    "Strike.hull": Door("S", "contact", rules=(374,)),
    "Sheet.targets": Door("S", "distance", "strafe"),
}
COLOURS: Final = (Die.ATTACK_RED, Die.ATTACK_BLACK, Die.ATTACK_WHITE)


def reach(table: Table, unit: Unit, weapon: Weapon) -> int | None:
    """How far a weapon reaches: Darkness takes 4″, never below 6″, and raises none (rule 381; G18, G19)."""
    dark = in_force(table, "cover-of-darkness") and not is_spared(
        table, unit.seat, "low-vis-equipment", "home-territory"
    )
    if not dark or not weapon.inches:
        return weapon.inches
    row = conditions()["cover-of-darkness"]
    return min(weapon.inches, max(row.least, weapon.inches - row.value))


@means("versatile")
def in_melee(weapon: Weapon) -> bool:
    """Whether a weapon strikes in base contact: a melee weapon, one for both, or a Versatile one."""
    return weapon.inches == 0 or weapon.melee or versatile(weapon)


def versatile(weapon: Weapon) -> bool:
    """Whether it may be fired while engaged."""
    return any(keyword.id == "versatile" for keyword in weapon.keywords)


@means("fixed")
def usable(table: Table, step: Sheet, target: str) -> dict[str, Weapon]:
    """The weapons that may be used on a target. That it is in reach, and in the arc of a Fixed one, is told
    with the weapon (rule 322)."""
    return _usable(table, step, target, _known(table, step), engaged_with(table, step.unit))


def _known(table: Table, step: Sheet) -> dict[str, Weapon]:
    """The weapons it may use on anybody."""
    return {
        name: weapon
        for name, weapon in weapons(table, table.units[step.unit]).items()
        if (name in step.weapons if step.weapons else name not in KEPT)
    }


def _usable(
    table: Table, step: Sheet, target: str, known: dict[str, Weapon], engaged: tuple[str, ...]
) -> dict[str, Weapon]:
    if target in engaged:
        return {name: weapon for name, weapon in known.items() if step.kind != "ranged" and in_melee(weapon)}
    shot = {} if step.kind == "melee" or engaged_with(table, target) else _shooting(known, bool(engaged))
    if table.board:
        unit = table.units[step.unit]
        shot = {name: weapon for name, weapon in shot.items() if _reaches(table, unit, weapon, target)}
    beside = is_vehicle(table.units[target]) and not engaged and step.kind != "ranged"
    strikes = beside and touching(table, step.unit, (target,))
    return shot | ({name: weapon for name, weapon in known.items() if in_melee(weapon)} if strikes else {})


def _shooting(known: dict[str, Weapon], engaged: bool) -> dict[str, Weapon]:
    return {
        name: weapon
        for name, weapon in known.items()
        if weapon.inches != 0 and (not engaged or versatile(weapon))
    }


def _reaches(table: Table, unit: Unit, weapon: Weapon, target: str) -> bool:
    """Whether a target is near enough for a weapon; some have no limit."""
    far = reach(table, unit, weapon)
    return far is None or bool(near(table, unit.id, (target,), far))


def targets(table: Table, step: Sheet) -> tuple[str, ...]:
    """Whom it may attack with anything."""
    return tuple(_targets(table, step))


def may_attack(table: Table, step: Sheet) -> bool:
    """Whether there is anybody."""
    return any(True for _ in _targets(table, step))


def _targets(table: Table, step: Sheet) -> Iterator[str]:
    known, engaged = _known(table, step), engaged_with(table, step.unit)
    for id in in_sight(table, step.unit, step.targets or enemies(table, step.unit)):
        if table.units[id].stands and _usable(table, step, id, known, engaged):
            yield id


@means("arsenal")
def most_weapons(table: Table, unit: Unit) -> int:
    """One weapon in an attack; with Arsenal as many as it says."""
    return max(1, value(table, unit, "arsenal"))


@means("impact", "heavy-armor")
def pierces_hull(weapon: Weapon, arc: str) -> bool:
    """The vehicle is attacked from its front and sides with Impact only."""
    return weapon.keyword("impact") > 0 or arc not in NEEDS_IMPACT


def arcs(table: Table, step: Sheet, target: str, pool: Iterable[str]) -> tuple[Arc, ...]:
    """The arcs of the vehicle that it may be attacked from with these weapons."""
    able, stood_in = usable(table, step, target), measuring.arcs(table, step.unit, target, ARCS)
    found = (arc for arc in ARCS if arc in stood_in)
    return tuple(arc for arc in found if all(pierces_hull(able[name], arc) for name in pool))


def hull_near(table: Table, target: str) -> bool:
    """Whether a unit may be touching a vehicle of its side: a defender that does has heavy cover (rule 374),
    against ranged attacks (G30)."""
    foe = table.units[target]
    own = (
        unit.id for unit in table.units.values() if unit.seat == foe.seat and is_vehicle(unit) and unit.stands
    )
    return not is_vehicle(foe) and bool(touching(table, target, own))


def _weapons_left(table: Table, step: Sheet) -> int:
    return most_weapons(table, table.units[step.unit]) - sum(len(attack.weapons) for attack in step.declared)


def _pools(table: Table, step: Sheet, target: str) -> Iterator[tuple[str, ...]]:
    able = usable(table, step, target)
    for number in range(min(_weapons_left(table, step), len(able)), 0, -1):
        yield from (pool for pool in combinations(able, number) if not _is_mixed(table, step, target, pool))


def _is_mixed(table: Table, step: Sheet, target: str, pool: tuple[str, ...]) -> bool:
    """Weapons of melee and of range make no pool together."""
    able, close = usable(table, step, target), target in engaged_with(table, step.unit)
    return not close and len({in_melee(able[name]) and able[name].inches == 0 for name in pool}) > 1


def _options(seen: View, step: Sheet) -> Iterator[AnyInput]:
    table = seen.table
    for target in targets(table, step):
        for pool in _pools(table, step, target):
            yield from _covers(table, step, target, pool)
    if step.optional or not targets(table, step):
        yield Strike(prompt=step.id)


def _covers(table: Table, step: Sheet, target: str, pool: tuple[str, ...]) -> Iterator[AnyInput]:
    close = _close(table, step, target, pool)
    if is_vehicle(table.units[target]):
        for arc in arcs(table, step, target, pool):
            yield Strike(prompt=step.id, target=target, weapons=pool, arc=arc)
        return
    for cover in (0,) if close else covers(table, step.unit, target, range(MOST_COVER + 1)):
        yield Strike(prompt=step.id, target=target, weapons=pool, cover=cover)
    if not close and hull_near(table, target):
        yield Strike(prompt=step.id, target=target, weapons=pool, hull=True)


def _close(table: Table, step: Sheet, target: str, pool: tuple[str, ...]) -> bool:
    """Whether it is a melee attack."""
    able = usable(table, step, target)
    return target in engaged_with(table, step.unit) or all(able[name].inches == 0 for name in pool)


def _wrong(seen: View, step: Sheet, answer: Strike) -> Iterator[Violation]:
    table = seen.table
    if not answer.target:
        if not step.optional and targets(table, step):
            yield problem("game.attack_owed", [step.unit])
        return
    if answer.target not in targets(table, step):
        yield problem("game.no_target", [answer.target[:40]])
        return
    if answer.weapons not in tuple(_pools(table, step, answer.target)):
        yield problem("game.no_weapon", [weapon[:40] for weapon in answer.weapons])
        return
    if not 0 <= answer.cover <= MOST_COVER:
        yield problem("game.how_many", least=0, most=MOST_COVER)
    if answer.hull and not hull_near(table, answer.target):
        yield problem("game.no_hull", [answer.target], rule=374)
    if is_vehicle(table.units[answer.target]):
        yield from _arc_wrong(table, step, answer)


def _arc_wrong(table: Table, step: Sheet, answer: Strike) -> Iterator[Violation]:
    """Heavy Armor asks from where the vehicle is attacked: nobody else can tell."""
    if not answer.arc:
        yield problem("game.no_arc", [answer.target])
    elif answer.arc not in arcs(table, step, answer.target, answer.weapons):
        yield problem("game.needs_impact", [answer.target])


@step_rule(Sheet, who=lambda table, step: (step.seat,) if table.units[step.unit].here else (),
         options=_options, wrong=_wrong, auto_if_single=True)  # fmt: skip
def _declare_attack(
    game: Game, step: Sheet, _seat: Seat | None, answer: Strike | None, _chance: Chance
) -> Outcome:
    """All pools are formed before any dice fall; then they are fought one after the other."""
    table, pools = game.table, step.declared
    if answer and answer.target:
        pools = (*pools, form_attack(table, step, answer))
        if more := _further(table, step, pools):
            return Outcome(then=(more,))
    attacks = (replace(attack, pools=len(pools)) for attack in pools)
    return Outcome.of(then=(Fight(seat=step.seat, stage="begin", attack=attack) for attack in attacks))


@means("arsenal")
def _further(table: Table, step: Sheet, pools: tuple[Attack, ...]) -> Sheet | None:
    """With Arsenal, weapons that are in no pool may attack another target, in melee or at range as the first
    do (core: Declare Additional Defender)."""
    used = {name for attack in pools for name in attack.weapons}
    known = step.weapons or tuple(name for name in weapons(table, table.units[step.unit]) if name not in KEPT)
    taken = {attack.on for attack in pools}
    others = tuple(id for id in step.targets or enemies(table, step.unit) if id not in taken)
    sheet = replace(
        step, id="", kind="melee" if pools[0].melee else "ranged",
        targets=others, weapons=tuple(name for name in known if name not in used), optional=True,
        declared=pools,
    )  # fmt: skip
    able = sheet.weapons and others and _weapons_left(table, sheet) > 0 and targets(table, sheet)
    return sheet if able else None


def form_attack(table: Table, step: Sheet, answer: Strike) -> Attack:
    """The attack as it was declared."""
    able = usable(table, step, answer.target)
    dice = tuple(
        die
        for name in answer.weapons
        for die, count in zip(COLOURS, able[name].pool, strict=True)
        for _ in range(count)
    )
    close = _close(table, step, answer.target, answer.weapons)
    cover = HULL_COVER if answer.hull else answer.cover
    return Attack(
        by=step.unit, on=answer.target, weapons=answer.weapons, melee=close, dice=dice,
        terrain=0 if close else cover, arc=answer.arc, why=step.why, pool=len(step.declared) + 1,
    )  # fmt: skip


def attack_marks(table: Table, attack: Attack) -> tuple[Marked, ...]:
    """What is marked while an attack goes on, and that it was made: once, however many pools it has."""
    marks = [(MELEE if attack.melee else RANGED).add(table)]
    if attack.pool < attack.pools:
        marks.append(GOES_ON.add(table))
    if table.acting == attack.by and attack.pool == 1:
        marks.append(DID.add(table, attack.by, "attack"))
    return tuple(marks)
