"""The muster and the record as pages: units ticked, reasons why not yet, and how the battle ended."""

from collections.abc import Iterable
from typing import ClassVar, Literal, NamedTuple

from django.http import QueryDict

from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.campaign.battle.muster import (
    EQUIPMENT,
    EXTRAORDINARY,
    GUEST_ASSETS,
    MOST_UNITS,
    Guest,
    Mustered,
    MusterPlan,
    Picked,
    idle_assets,
    muster,
    surcharge,
)
from muster.rules.campaign.battle.steps.side import SideContext, unit_facts
from muster.rules.campaign.library.parts import OncePer
from muster.rules.campaign.register.commendations import use_limits
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.recruiting import MOST_UPGRADES, may_join
from muster.rules.cards import catalogue
from muster.rules.cards.types import Counterpart, Unit, Upgrade
from muster.rules.cards.vocabulary import RANKS
from muster.web.campaign.battle.hand import Hand, hand_in, hand_of
from muster.web.campaign.battle.wizard import Frame, Wizard
from muster.web.site.errors import Reason, reasons_of

LONGEST = 60
ASKS: dict[str, Literal["extraordinary", "equipment"]] = {
    EXTRAORDINARY: "extraordinary",
    EQUIPMENT: "equipment",
}


class Place(NamedTuple):
    """A slot of a guest, the upgrade in it, and what it may hold."""

    slot: str
    card: str
    cards: tuple[Upgrade, ...]


class Held(NamedTuple):
    """An asset on the Register: its place there, whether it is ticked, and whom it could bring.

    `key` is the guest's line in the army; `companion` its counterpart, which some units cannot go without.
    """

    place: int
    id: str
    name: str
    words: str
    ticked: bool
    asks: Literal["", "extraordinary", "equipment"] = ""
    guests: tuple[Unit, ...] = ()
    guest: Guest | None = None
    key: str = ""
    slots: tuple[Place, ...] = ()
    companion: Counterpart | None = None
    companion_required: bool = False
    idle: bool = False


def plan_of(form: QueryDict) -> MusterPlan:
    """The plan a form holds. Ids that nobody knows stay in it: the rules say so in a sentence."""
    upgrades, equipment = _by_unit(form.getlist("up")), _by_unit(form.getlist("equip"))
    assets = tuple(asset.partition("|")[0][:LONGEST] for asset in form.getlist("asset"))
    units = tuple(
        Picked(
            dossier=dossier[:LONGEST],
            upgrades=tuple(upgrades.get(dossier, ())),
            equipment=tuple(equipment.get(dossier, ())) if EQUIPMENT in assets else (),
        )
        for dossier in form.getlist("unit")[:MOST_UNITS]
    )
    return MusterPlan(
        units=units,
        assets=assets,
        guests=tuple(_guests(form)),
        extraordinary=form.get("extraordinary", "")[:LONGEST] if EXTRAORDINARY in assets else "",
        command_hand=hand_in(form),
    )


def _by_unit(values: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for value in values[:200]:
        unit, _, card = value.partition("|")
        if card:
            found.setdefault(unit, []).append(card[:LONGEST])
    return found


def _guests(form: QueryDict) -> list[Guest]:
    """Each asset ticked that brings a guest, with whom and what the fields of its place say."""
    found = []
    for ticked in form.getlist("asset")[:MOST_UNITS]:
        asset, _, place = ticked.partition("|")
        unit = form.get(f"guest-{place}", "")[:LONGEST]
        if asset in GUEST_ASSETS and unit:
            found.append(_guest(form, asset, place, unit))
    return found


def _guest(form: QueryDict, asset: str, place: str, unit: str) -> Guest:
    """A guest with its upgrades; those of a unit chosen before stay behind with that unit."""
    same = form.get(f"was-{place}", unit) == unit
    cards = form.getlist(f"gup-{place}")[:MOST_UPGRADES] if same else []
    known = catalogue().units.get(unit)
    needed = (known.counterpart if known.counterpart_required else None) if known else None
    joined = form.get(f"with-{place}", "")[:LONGEST] if same else ""
    musts = (
        [upgrade for need in known.must_equip for upgrade in need.upgrades[:1]] if known and not same else []
    )
    return Guest(
        asset=asset,
        unit=unit,
        upgrades=tuple(card[:LONGEST] for card in (*cards, *musts) if card),
        counterpart=needed or joined,
    )


def everybody(context: SideContext) -> MusterPlan:
    """Where a muster begins: every unit with every upgrade of its dossier."""
    return MusterPlan(
        units=tuple(
            Picked(dossier=dossier.id, upgrades=tuple(card.id for card in dossier.upgrades))
            for dossier in context.register.dossiers
        )
    )


class UnitRow(NamedTuple):
    """A unit of the Register, whether and how it is picked, and its points so; `limits` is how often some of
    its commendations may be used."""

    dossier: Dossier
    pick: Picked | None
    points: int
    surcharge: int
    limits: dict[str, OncePer]


class MusterPage(Wizard):
    """Muster an army."""

    template: ClassVar[str] = "campaign/battle/muster.html"
    plan: MusterPlan
    ready: Mustered
    rows: list[UnitRow]
    assets: list[Held]
    hand: Hand
    equipment: tuple[Upgrade, ...]
    why_not: tuple[Reason, ...]
    notes: tuple[Reason, ...]


def muster_page(context: SideContext, frame: Frame) -> MusterPage:
    """The army as it is ticked now, with every reason and note."""
    asked = frame.asked
    plan = plan_of(asked) if asked.get("plan") else everybody(context)
    ready = muster(context, plan)
    picked = {pick.dossier: pick for pick in plan.units}
    unique = (upgrade for upgrade in context.cards.upgrades.values() if upgrade.unique)
    ordered = sorted(
        context.register.dossiers, key=lambda dossier: (not dossier.paragon, RANKS.index(dossier.rank))
    )
    return MusterPage(
        frame=frame,
        plan=plan,
        ready=ready,
        rows=[
            UnitRow(
                dossier,
                picked.get(dossier.id),
                _points(dossier, picked.get(dossier.id)),
                surcharge([dossier], context.library),
                use_limits(unit_facts(context, dossier), context.library),
            )
            for dossier in ordered
        ],
        assets=_assets(context, plan, ready),
        hand=hand_of(context, plan, ready),
        equipment=tuple(sorted(unique, key=lambda upgrade: upgrade.name)) if EQUIPMENT in plan.assets else (),
        why_not=reasons_of(ready.violations),
        notes=reasons_of(ready.notes),
    )


def _points(dossier: Dossier, pick: Picked | None) -> int:
    chosen = pick.upgrades if pick else ()
    return dossier.points + sum(card.points for card in dossier.upgrades if card.id in chosen)


def _assets(context: SideContext, plan: MusterPlan, ready: Mustered) -> list[Held]:
    """Every asset of the Register; the guests of a plan stand with the assets that brought them, in order."""
    found, left, coming = [], list(plan.assets), list(enumerate(plan.guests, start=1))
    lineup, idle = Lineup(ready.army, context.cards), idle_assets(plan)
    for place, asset_id in enumerate(context.register.assets):
        asset = context.library.assets[asset_id]
        ticked = asset_id in left
        if ticked:
            left.remove(asset_id)
        held = Held(
            place, asset_id, asset.name, asset.words, ticked, ASKS.get(asset_id, "") if ticked else ""
        )
        if ticked and asset_id in GUEST_ASSETS:
            held = held._replace(guests=_units_for(context, asset_id))
            if mine := next((guest for guest in coming if guest[1].asset == asset_id), None):
                coming.remove(mine)
                held = _with_guest(context, held, lineup, *mine)
        if ticked and not held.guest and idle[asset_id]:
            idle[asset_id] -= 1
            held = held._replace(idle=True)
        found.append(held)
    return found


def _with_guest(context: SideContext, held: Held, lineup: Lineup, number: int, guest: Guest) -> Held:
    """An asset with the guest it brings and the slots of that guest (rules 260, 263)."""
    held = held._replace(guest=guest, key=f"guest{number}")
    unit = context.cards.units.get(guest.unit)
    line = next((line for line in lineup.lines if line.key == held.key), None)
    if unit is None or line is None:
        return held
    shelves = context.cards.upgrades_for(unit)
    slots = tuple(
        Place(use.slot, use.upgrade or "", _shelf(context, shelves.get(use.slot, ())))
        for use in line.loadout.fitting.uses
    )
    companion = context.cards.counterparts.get(unit.counterpart or "")
    return held._replace(slots=slots, companion=companion, companion_required=unit.counterpart_required)


def _shelf(context: SideContext, cards: Iterable[Upgrade]) -> tuple[Upgrade, ...]:
    """The upgrades for a slot that an army of this faction may have and whose points are known."""
    faction = context.register.faction
    may = (
        card
        for card in cards
        if card.points is not None and (not card.army_factions or faction in card.army_factions)
    )
    return tuple(sorted(may, key=lambda card: card.full_name))


def _units_for(context: SideContext, asset_id: str) -> tuple[Unit, ...]:
    """The unique units of the faction and those it may hire, commanders for the asset that brings one."""
    brings = context.library.assets[asset_id].effect
    units = (
        unit
        for unit in context.cards.units.values()
        if unit.unique and unit.points is not None and may_join(unit, context.register) is None
    )
    fit = (unit for unit in units if (unit.rank == "commander") == (brings == "guest-commander"))
    return tuple(sorted(fit, key=lambda unit: unit.full_name))
