"""A mustered side as it comes to the table: its army, and what each unit carries from its dossier.

Grants that only add a keyword are shown on the unit; Courage and Prepared Position count in the game.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from muster.rules.armies.army import from_json
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.campaign.battle.steps.side import SideContext, trait_active
from muster.rules.campaign.register.commendations import grants_for
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.unit_facts import dossier_facts
from muster.rules.game.log.events import ForceBrought
from muster.rules.game.sides.forces import force_of
from muster.rules.game.table import Seat, Unit


def force_of_side(seat: Seat, context: SideContext) -> ForceBrought:
    """The force of a mustered side: units by their keys, assets chosen for this battle, the agenda in play
    and those a Contingency Plan could put in its place (rules 137, 144, 271)."""
    army = from_json(context.side.army.encode())
    force = force_of(seat, army, context.cards)
    keys = [line.key for line in Lineup(army, context.cards).lines for _ in range(line.count)]
    names = context.names
    named = (
        replace(unit, name=names.get(key, unit.name)) for unit, key in zip(force.units, keys, strict=True)
    )
    units = tuple(_veteran(unit, key, context) for unit, key in zip(named, keys, strict=True))
    arc = context.register.arc
    open_agendas = tuple(agenda.id for agenda in arc.agendas if not agenda.complete) if arc else ()
    return replace(
        force,
        units=units,
        hand=len(context.side.hand),
        assets=context.side.assets,
        agenda=context.side.agenda or "",
        agendas=open_agendas if context.side.agenda and not context.side.switched else (),
    )


def _veteran(unit: Unit, key: str, context: SideContext) -> Unit:
    """A unit with what its dossier holds; a guest has none (R13)."""
    dossier = context.register.find(key)
    if dossier is None:
        return replace(unit, dossier=key)
    carried = tuple(_carried_effects(dossier, context))
    facts = dossier_facts(dossier, context.cards)
    known = context.library.commendations
    grants = [grants_for(known[award.id], facts) for award in dossier.commendations if award.id in known]
    braver = sum(grant.courage for grant in grants)
    keywords = tuple(sorted(dossier.granted_keywords))
    return replace(
        unit,
        dossier=key,
        paragon=dossier.paragon,
        effects=carried,
        keywords=tuple(dict.fromkeys((*unit.keywords, *keywords))),
        courage=None if unit.courage is None else unit.courage + braver,
        prepared=unit.prepared or "prepared-position" in keywords,
    )


def _carried_effects(dossier: Dossier, context: SideContext) -> Iterator[str]:
    """Setbacks, each as often as it is held, the trait that is active (R18), commendations and keywords."""
    yield from (setback.id for setback in dossier.setbacks for _ in range(setback.count))
    if dossier.paragon and dossier.trait and trait_active(context, dossier.trait.id):
        yield dossier.trait.id
    yield from (award.id for award in dossier.commendations)
    yield from (keyword.id for keyword in dossier.keywords)
