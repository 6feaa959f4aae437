"""Mustering an army from a Register: the army checker's answer with the campaign's reasons (130 to 146).

The army document goes through `check_army`. Where the campaign changes a rule — slots from commendations, a
Paragon's own command cards, reinforcements, assets — the checker's answer on that point is replaced.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit, Deck, require_sizes, to_json
from muster.rules.armies.check import check_army
from muster.rules.armies.report import Report
from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle.battle import Battle, other
from muster.rules.campaign.battle.events import Fielded, SideKey
from muster.rules.campaign.battle.hand import unlocked_cards, without_hand
from muster.rules.campaign.battle.muster_army import army_ranks, campaign_violations
from muster.rules.campaign.battle.steps.side import SideContext, Turn
from muster.rules.campaign.battle.turning_points import turning_point_standing
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.register import events as register_events
from muster.rules.campaign.register.assets import check_guest_unit, check_guest_upgrade, check_use
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.recruiting import MOST_UPGRADES
from muster.rules.campaign.register.register import problem, problem_if
from muster.rules.cards.types import Unit
from muster.rules.violations import Violation, refuse_if

REINFORCEMENT: Final = 50
EXTRAORDINARY: Final = "authorized-extraordinary-use"
EQUIPMENT: Final = "requisition-special-equipment"
GUEST_ASSETS: Final = ("request-assistance", "heroic-intervention")
BRINGING: Final = {"request-assistance": 260, "heroic-intervention": 263, EQUIPMENT: 265, EXTRAORDINARY: 270}
"""The assets that need a guest, a card or a unit to be of any use, and their rules."""

MOST_UNITS: Final = 40

Short = Annotated[str, Meta(max_length=60)]


class Picked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit of the Register in the army, with the upgrades of its dossier it equips this time (rule 134).

    `equipment` are unique upgrades that Requisition Special Equipment brings (rule 265).
    """

    dossier: Short
    upgrades: tuple[Short, ...] = ()
    equipment: tuple[Short, ...] = ()


class Guest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unique unit that an asset brings for this battle, with any upgrades (rules 260, 263; R13)."""

    asset: Short
    unit: Short
    upgrades: tuple[Short, ...] = ()
    counterpart: Short = ""


class MusterPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player musters: units, assets, guests, and as they like hand, deck, battle force.

    `extraordinary` is the unit that Authorized Extraordinary Use lifts out of its rank's maximum.
    """

    units: Annotated[tuple[Picked, ...], Meta(max_length=MOST_UNITS)] = ()
    assets: tuple[Short, ...] = ()
    guests: tuple[Guest, ...] = ()
    extraordinary: Short = ""
    battle_force: str | None = None
    choices: tuple[Short, ...] = ()
    command_hand: tuple[Short, ...] = ()
    battle_deck: Deck = Deck()
    name: Short = ""


class Mustered(msgspec.Struct, frozen=True, kw_only=True):
    """The army and everything the checks say about it. `surcharge` is what Downtrodden adds in points."""

    army: Army
    report: Report
    fielded: tuple[Fielded, ...]
    points: int
    limit: int
    surcharge: int
    reinforcements: int
    violations: tuple[Violation, ...]
    notes: tuple[Violation, ...]

    @property
    def legal(self) -> bool:
        """Whether this army may take the field."""
        return not self.violations


def reinforcements(battle: Battle, key: SideKey) -> int:
    """Rule 139 and R12: 50 points for each point of reputation the opponent's Register is ahead; none where
    one of the two has no Register, and so no reputation."""
    own, theirs = battle.side(key), battle.side(other(key))
    both = own.register and theirs.register
    return REINFORCEMENT * max(0, theirs.reputation - own.reputation) if both else 0


def surcharge(dossiers: Iterable[Dossier], library: Library) -> int:
    """Rule 209: each instance of Downtrodden adds 15 points to the army, not to the potential (amb. 43)."""
    held = (setback for dossier in dossiers for setback in dossier.setbacks if setback.id in library.setbacks)
    return sum(library.setbacks[setback.id].points * setback.count for setback in held)


def muster(seat: SideContext, plan: MusterPlan) -> Mustered:
    """The army of a plan, with every problem and note. Unknown units are reported, not looked for."""
    here = [dossier for pick in plan.units if (dossier := seat.register.find(pick.dossier)) is not None]
    army = army_of(seat, plan, here)
    report = check_army(army, seat.cards)
    extra, limit = surcharge(here, seat.library), army.limit or 0
    points = report.points + extra
    found = [
        *_plan_problems(seat, plan),
        *_guest_problems(seat, plan),
        *campaign_violations(seat, plan.command_hand, army, report, here),
    ]
    if points > limit:
        found.append(problem("muster.points", (), 139, points=points, limit=limit, by=points - limit))
    return Mustered(
        army=army,
        report=report,
        fielded=fielded_units(seat, plan, here),
        points=points,
        limit=limit,
        surcharge=extra,
        reinforcements=reinforcements(seat.battle, seat.key),
        violations=tuple(found),
        notes=tuple(_notes(seat, plan, extra)),
    )


def army_of(seat: SideContext, plan: MusterPlan, here: list[Dossier]) -> Army:
    """The army document: the Register's units by the ids of their dossiers, then the guests."""
    cards = {dossier.id: dossier.unit for dossier in here}
    own = tuple(
        ArmyUnit(key=pick.dossier, unit=cards[pick.dossier], upgrades=(*pick.upgrades, *pick.equipment))
        for pick in {pick.dossier: pick for pick in plan.units}.values()
        if pick.dossier in cards
    )
    guests = tuple(
        ArmyUnit(
            key=f"guest{number}",
            unit=guest.unit,
            upgrades=guest.upgrades,
            counterpart=ArmyCounterpart(card=guest.counterpart) if guest.counterpart else None,
        )
        for number, guest in enumerate(plan.guests, start=1)
    )
    hand = tuple(card for card in plan.command_hand if card not in unlocked_cards(here))
    army = Army(
        name=plan.name,
        faction=seat.register.faction,
        format=seat.battle.format,
        points_date=seat.register.points_date,
        battle_force=plan.battle_force,
        choices=plan.choices,
        limit=seat.battle.points + reinforcements(seat.battle, seat.key),
        units=(*own, *guests),
        command_hand=hand,
        battle_deck=plan.battle_deck,
    )
    lifted = plan.extraordinary if EXTRAORDINARY in plan.assets else ""
    return require_sizes(army_ranks(army, lifted, seat.cards))


def fielded_units(seat: SideContext, plan: MusterPlan, here: list[Dossier]) -> tuple[Fielded, ...]:
    """The units that take the field, the Register's by dossier, guests by their line (R13)."""
    own: list[tuple[str, str, str, Dossier | Unit]]
    own = [(dossier.id, dossier.unit, dossier.called, dossier) for dossier in dict.fromkeys(here)]
    invited = [
        (f"guest{n}", seat.cards.units.get(guest.unit)) for n, guest in enumerate(plan.guests, start=1)
    ]
    guests = [(key, unit.id, unit.full_name, unit) for key, unit in invited if unit is not None]
    return tuple(
        Fielded(
            key=key, unit=unit, name=name, rank=of.rank, unit_type=of.unit_type, guest=isinstance(of, Unit)
        )
        for key, unit, name, of in (*own, *guests)
    )


def _plan_problems(seat: SideContext, plan: MusterPlan) -> Iterator[Violation]:
    """Rules 28, 134 to 136: the Paragon in, units and upgrades from the Register, assets that are held."""
    register, paragon = seat.register, seat.register.paragon
    picked = [pick.dossier for pick in plan.units]
    if paragon is None or paragon.id not in picked:
        name = paragon.called if paragon else "the Paragon"
        yield problem("muster.paragon", (paragon.id if paragon else "",), 135, unit=name)
    for dossier_id, count in Counter(picked).items():
        if register.find(dossier_id) is None:
            gone = next((f.dossier.called for f in register.fallen if f.dossier.id == dossier_id), dossier_id)
            yield problem("muster.not_on_register", (dossier_id,), 134, unit=gone)
        elif count > 1:
            yield problem("muster.twice", (dossier_id,), 134, unit=register.dossier(dossier_id).called)
    for pick in plan.units:
        dossier = register.find(pick.dossier)
        for upgrade in pick.upgrades[:MOST_UPGRADES] if dossier else ():
            if dossier and not dossier.owns(upgrade):
                yield problem("muster.not_on_dossier", (pick.dossier, upgrade), 134, unit=dossier.called)
    own = seat.battle.owns_turning_point(seat.key)
    yield from check_use(plan.assets, register.assets, own, seat.library)
    if plan.battle_force and not seat.battle.switches.battle_forces:
        yield problem("muster.no_battle_forces", (plan.battle_force[:40],), "R24")


def _guest_problems(seat: SideContext, plan: MusterPlan) -> Iterator[Violation]:
    """Rules 260 to 266 and 270: each guest and each piece of equipment needs its asset, used once."""
    table, used = seat.library.assets, Counter(plan.assets)
    for guest in plan.guests:
        unit = seat.cards.units.get(guest.unit)
        asset = table.get(guest.asset) if guest.asset in GUEST_ASSETS else None
        used[guest.asset] -= 1
        if asset is None or used[guest.asset] < 0:
            name = unit.full_name if unit else guest.unit
            yield problem("muster.guest_without_asset", (guest.unit,), 260, unit=name)
        elif unit is not None:
            yield from check_guest_unit(asset, unit.rank, unit.unique)
    equipment = [card for pick in plan.units for card in pick.equipment]
    if len(equipment) > used[EQUIPMENT]:
        yield problem("muster.equipment", tuple(equipment), 265, have=len(equipment), max=used[EQUIPMENT])
    for card in equipment:
        if (upgrade := seat.cards.upgrades.get(card)) is not None:
            yield from check_guest_upgrade(table[EQUIPMENT], upgrade.unique)
    picked = {pick.dossier for pick in plan.units} | {f"guest{n}" for n in range(1, len(plan.guests) + 1)}
    if plan.extraordinary and (EXTRAORDINARY not in plan.assets or plan.extraordinary not in picked):
        yield problem("muster.extraordinary", (plan.extraordinary,), 270)


def idle_assets(plan: MusterPlan) -> Counter[str]:
    """The assets of a plan that should bring a unit or card but so far bring none.

    They would be used up for nothing (rules 260, 263, 265, 270).
    """
    used = Counter(guest.asset for guest in plan.guests)
    used[EQUIPMENT] = sum(len(pick.equipment) for pick in plan.units)
    used[EXTRAORDINARY] = int(bool(plan.extraordinary))
    return Counter(asset for asset in plan.assets if asset in BRINGING) - used


def _notes(seat: SideContext, plan: MusterPlan, extra: int) -> Iterator[Violation]:
    battle = seat.battle
    size = battle.points
    if not battle.switches.reinforcements_only_raise_limit:
        size += reinforcements(battle, seat.key)
    suggested = "recon" if size <= 800 else "standard"
    if battle.format != suggested:
        yield problem("muster.other_format", (battle.format,), 131, points=size, suggested=suggested)
    if battle.format == "recon" and size > 600:
        yield problem("muster.recon_size", (), "ambiguity 2", points=size)
    for asset in idle_assets(plan):
        name = seat.library.assets[asset].name
        yield problem("muster.asset_idle", (asset,), BRINGING[asset], asset=name)
    if extra:
        yield problem("muster.surcharge", (), 209, points=extra)
    if not plan.command_hand:
        yield problem("muster.no_hand", (), 275)
    if seat.register.over_potential:
        yield problem("register.over_potential", (), "R25", over=-seat.register.potential_left)
    if seat.register.below_minimum:
        yield problem("register.below_minimum", (), 108, have=seat.register.ranks["corps"])


def outdated_violation(seat: SideContext) -> Violation | None:
    """A violation if the Register has changed since the battle was opened, so that reputation and mission no
    longer fit; else None."""
    now = turning_point_standing(seat.register)
    forced = now == "must" and not seat.battle.turning_point
    early = now == "not-yet" and seat.battle.owns_turning_point(seat.key)
    if seat.register.reputation == seat.side.reputation and not forced and not early:
        return None
    return problem("battle.outdated", (seat.battle.id,), "R12, R26")


def decide_muster(seat: SideContext, plan: MusterPlan) -> Turn:
    """The army takes the field: it must be legal, and the Register in no other battle (R26).

    It may be mustered again until an asset has done something: what was used does not come back (rule 259).

    The hand is an event of its own, for no eyes but this side's (rule 437).
    """
    battle, register = seat.battle, seat.register
    refuse_if(
        problem_if(battle.status != "open", "battle.not_open", (battle.id,)),
        problem_if(not seat.side.register, "sequence.no_register", (seat.key,)),
        problem_if(
            register.open_battle not in ("", battle.id),
            "battle.one_at_a_time",
            (seat.key,),
            "R26",
            register=register.name,
        ),
        problem_if(seat.side.switched or seat.side.dropped, "muster.in_play", (seat.key,), 259),
    )
    refuse_if(outdated_violation(seat))
    ready = muster(seat, plan)
    refuse_if(*ready.violations)
    document = to_json(without_hand(ready.army)).decode()
    event = battle_events.ArmyMustered(
        seat.key, ready.fielded, ready.points, ready.limit, plan.assets, document
    )
    hand = (battle_events.HandKept(seat.key, plan.command_hand),) if plan.command_hand else ()
    joined = () if register.open_battle else (register_events.BattleJoined(battle.id),)
    return Turn((event, *hand), joined)
