"""The muster and the record as pages: units ticked, reasons why not yet, and how the battle ended."""

from typing import Any, NamedTuple

from django.http import QueryDict

from muster.rules.campaign import agendas, missions
from muster.rules.campaign.dossier import Dossier
from muster.rules.campaign.muster import (
    EQUIPMENT,
    EXTRAORDINARY,
    GUEST_ASSETS,
    MOST_UNITS,
    Guest,
    Picked,
    Plan,
    muster,
)
from muster.rules.campaign.recording import CONTINGENCY
from muster.rules.campaign.sequence_seat import Seat
from muster.rules.cards.types import Unit, Upgrade
from muster.web.pages.errors import as_reason

LONGEST = 60


class Held(NamedTuple):
    """An asset on the Register: its place there, whether it is ticked, and whom it could bring."""

    place: int
    id: str
    name: str
    words: str
    ticked: bool
    guests: tuple[Unit, ...] = ()
    guest: str = ""


def plan_of(form: QueryDict) -> Plan:
    """The plan a form holds. Ids that nobody knows stay in it: the rules say so in a sentence."""
    upgrades, equipment = _by_unit(form.getlist("up")), _by_unit(form.getlist("equip"))
    assets = tuple(one.partition("|")[0][:LONGEST] for one in form.getlist("asset"))
    units = tuple(
        Picked(
            dossier=one[:LONGEST],
            upgrades=tuple(upgrades.get(one, ())),
            equipment=tuple(equipment.get(one, ())) if EQUIPMENT in assets else (),
        )
        for one in form.getlist("unit")[:MOST_UNITS]
    )
    return Plan(
        units=units,
        assets=assets,
        guests=tuple(_guests(form, assets)),
        extraordinary=form.get("extraordinary", "")[:LONGEST] if EXTRAORDINARY in assets else "",
    )


def _by_unit(values: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for value in values[:200]:
        unit, _, card = value.partition("|")
        if card:
            found.setdefault(unit, []).append(card[:LONGEST])
    return found


def _guests(form: QueryDict, assets: tuple[str, ...]) -> list[Guest]:
    return [
        Guest(asset=asset, unit=unit[:LONGEST])
        for asset in GUEST_ASSETS
        if asset in assets
        for unit in form.getlist(f"guest-{asset}")[:2]
        if unit
    ]


def everybody(seat: Seat) -> Plan:
    """Where a muster begins: every unit with every upgrade of its dossier."""
    return Plan(
        units=tuple(
            Picked(dossier=one.id, upgrades=tuple(card.id for card in one.upgrades))
            for one in seat.register.dossiers
        )
    )


def muster_context(seat: Seat, asked: QueryDict) -> dict[str, Any]:
    """The army as it is ticked now, with every reason and note."""
    plan = plan_of(asked) if asked.get("plan") else everybody(seat)
    ready = muster(seat, plan)
    picked = {pick.dossier: pick for pick in plan.units}
    return {
        "plan": plan,
        "ready": ready,
        "rows": [(one, picked.get(one.id), _points(one, picked.get(one.id))) for one in _ordered(seat)],
        "assets": list(_assets(seat, plan)),
        "equipment": _equipment(seat) if EQUIPMENT in plan.assets else (),
        "why_not": [as_reason(one) for one in ready.violations],
        "notes": [as_reason(one) for one in ready.notes],
    }


RANKS = ("commander", "operative", "corps", "special-forces", "support", "heavy")


def _ordered(seat: Seat) -> list[Dossier]:
    return sorted(seat.register.dossiers, key=lambda one: (not one.paragon, RANKS.index(one.rank)))


def _points(dossier: Dossier, pick: Picked | None) -> int:
    chosen = pick.upgrades if pick else ()
    return dossier.points + sum(card.points for card in dossier.upgrades if card.id in chosen)


def _assets(seat: Seat, plan: Plan) -> list[Held]:
    found, left = [], list(plan.assets)
    for place, asset_id in enumerate(seat.register.assets):
        asset = seat.library.assets[asset_id]
        ticked = asset_id in left
        if ticked:
            left.remove(asset_id)
        guests = _units_for(seat, asset_id) if ticked and asset_id in GUEST_ASSETS else ()
        guest = next((one.unit for one in plan.guests if one.asset == asset_id), "")
        found.append(Held(place, asset_id, asset.name, asset.words, ticked, guests, guest))
    return found


def _units_for(seat: Seat, asset_id: str) -> tuple[Unit, ...]:
    """The unique units of the faction, commanders for the asset that brings one."""
    brings = seat.library.assets[asset_id].effect
    units = (one for one in seat.cards.units.values() if one.unique and one.faction == seat.register.faction)
    fit = (one for one in units if (one.rank == "commander") == (brings == "guest-commander"))
    return tuple(sorted(fit, key=lambda one: one.full_name))


def _equipment(seat: Seat) -> tuple[Upgrade, ...]:
    return tuple(
        sorted((one for one in seat.cards.upgrades.values() if one.unique), key=lambda one: one.name)
    )


def record_context(seat: Seat, asked: QueryDict) -> dict[str, Any]:
    """What has to be asked about this battle: each unit's fate, the agenda's facts, the mission's."""
    arc, books = seat.register.arc, seat.library
    agenda = books.agendas.get(seat.side.agenda or "")
    mission = books.turning_points.get(seat.battle.turning_point)
    return {
        "agenda": agenda,
        "questions": [books.questions[one] for one in agendas.facts_asked(agenda)] if agenda else [],
        "mission": mission,
        "mission_questions": [books.questions[one] for one in missions.facts_asked(mission)]
        if mission
        else [],
        "tracks": [(one, books.agendas[one.id]) for one in arc.agendas] if arc else [],
        "may_switch": CONTINGENCY in seat.side.assets and bool(agenda) and not seat.side.switched,
        "cards": {card.id for one in seat.register.dossiers for card in one.paragon_cards},
        "fates": {name[5:]: asked[name] for name in asked if name.startswith("fate-")},
        "ticked": {
            name: asked.getlist(name) for name in ("fact", "chosen", "mission_fact", "mission_chosen")
        },
    }
