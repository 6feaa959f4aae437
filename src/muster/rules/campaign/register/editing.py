"""Building and editing a Register outside a battle (rules 105, 124 to 129; R25; ambiguity 40)."""

from datetime import date

import msgspec

from muster.rules.campaign.library.library import Library
from muster.rules.campaign.register import events
from muster.rules.campaign.register.recruiting import (
    Recruit,
    clean_name,
    decide_recruit,
    price,
    refill_problem,
)
from muster.rules.campaign.register.register import (
    CORPS_MINIMUM,
    STARTING_POTENTIAL,
    STARTING_SUPPLY,
    Register,
    evolve,
    problem,
    problem_if,
)
from muster.rules.campaign.switches import Switches
from muster.rules.cards.catalogue import Catalogue, shorten
from muster.rules.cards.vocabulary import FACTIONS, Faction
from muster.rules.violations import Refused, Violation, refuse_if, require


def decide_open(faction: Faction, points_date: date, by: str) -> events.RegisterOpened:
    """Rule 105: a Register begins with 600 Combat Potential and 5 SP."""
    return events.RegisterOpened(known_faction(faction), points_date, STARTING_POTENTIAL, STARTING_SUPPLY, by)


def known_faction(named: str) -> Faction:
    """A faction as somebody wrote it (rule 106)."""
    given = shorten(named)
    return require(
        next((faction for faction in FACTIONS if faction == named), None),
        problem("register.no_faction", (given,), 106, given=given),
    )


def not_editable(register: Register) -> Violation | None:
    """Rule 128: a Register is edited any time outside a battle; step 8 of a battle has its own use case."""
    if register.status == "unknown":
        return problem("register.unknown")
    if register.status == "retired":
        return problem("register.is_retired")
    if register.open_battle:
        return problem("register.in_battle", (register.open_battle,), 128)
    return None


def decide_edit(
    register: Register, wanted: Recruit, cards: Catalogue, switches: Switches
) -> events.UnitAdded:
    """Rule 129: any number of units, as long as the Combat Potential is large enough."""
    refuse_if(not_editable(register))
    unit = cards.unit(wanted.unit)
    if unit.rank != "corps" and register.status == "founded":
        refuse_if(refill_problem(register, cards))
    why = "built" if register.status == "building" else "edited"
    return decide_recruit(register, wanted, cards, switches, why=why)


def decide_unit_name(register: Register, dossier_id: str, name: str) -> events.UnitNamed:
    """Rules 84 and 114: a unit gets or changes its name; it may not lose one it must have."""
    dossier = register.dossier(dossier_id)
    clean = clean_name(name, "the unit's name")
    nameless = msgspec.structs.replace(dossier, name=clean).needs_name
    refuse_if(
        problem_if(register.status == "unknown", "register.unknown"),
        problem_if(nameless, "register.needs_name", (dossier.unit,), 84, unit=dossier.unit_name),
    )
    return events.UnitNamed(dossier_id, clean)


def decide_withdraw(register: Register, dossier_id: str) -> events.UnitRemoved:
    """Ambiguity 40: a unit may be taken back before the first battle, the Paragon only while building.

    Afterwards units leave by Reassign Unit or as casualties alone.
    """
    refuse_if(not_editable(register), _too_late(register))
    dossier = register.dossier(dossier_id)
    gone = events.UnitRemoved(dossier_id, "withdrawn")
    if register.status == "founded":
        stays = problem("register.paragon_stays", (dossier_id,), 100, unit=dossier.called)
        refuse_if(*([stays] if dossier.paragon else minimum_problems(evolve(register, gone))))
    return gone


def decide_withdraw_upgrade(register: Register, dossier_id: str, upgrade: str) -> events.UpgradeRemoved:
    """Ambiguity 40: an upgrade may be taken back before the first battle."""
    refuse_if(not_editable(register), _too_late(register))
    if not register.dossier(dossier_id).owns(upgrade):
        raise Refused(problem("register.no_upgrade", (dossier_id, upgrade[:60]), upgrade=upgrade[:60]))
    return events.UpgradeRemoved(dossier_id, upgrade)


def _too_late(register: Register) -> Violation | None:
    return None if register.free_to_undo else problem("register.only_adds", (), 129)


def decide_arc(register: Register, arc_id: str, library: Library) -> events.ArcChosen:
    """Rules 125 and 126: any arc, whatever the faction, once the starting Register is built; changed freely
    until it is founded."""
    unbuilt = register.status == "building" and minimum_problems(register)
    refuse_if(not_editable(register), problem_if(unbuilt, "register.arc_early", (), 125))
    if register.arc is not None and not register.arc.ended and not register.free_to_undo:
        raise Refused(problem("register.arc_runs", (register.arc.id,), 173, arc=register.arc.name))
    return arc_choice_event(arc_id, library)


def arc_choice_event(arc_id: str, library: Library) -> events.ArcChosen:
    """The event of an arc's beginning, with its agendas and what completes them."""
    arc = library.arcs.get(arc_id)
    if arc is None:
        known = ", ".join(library.arcs)
        raise Refused(problem("register.no_arc", (arc_id[:60],), 125, given=arc_id[:60], known=known))
    agendas = (library.agendas[agenda] for agenda in arc.agendas)
    return events.ArcChosen(
        arc.id, arc.name, tuple(events.ArcAgenda(agenda.id, agenda.name, agenda.needed) for agenda in agendas)
    )


def decide_name(register: Register, name: str) -> events.RegisterNamed:
    """Rule 127: the Register gets its name; it may be changed later."""
    clean = clean_name(name, "the Register's name")
    refuse_if(
        problem_if(register.status == "unknown", "register.unknown"),
        problem_if(not clean, "register.nameless", (), 127),
    )
    return events.RegisterNamed(clean)


def minimum_problems(register: Register) -> list[Violation]:
    """Rules 107 and 108: at least one commander and two corps."""
    ranks = register.ranks
    found = []
    if not ranks["commander"]:
        found.append(problem("register.no_commander", (), 107))
    if ranks["corps"] < CORPS_MINIMUM:
        found.append(problem("register.corps", (), 108, have=ranks["corps"], min=CORPS_MINIMUM))
    return found


def founding_problems(register: Register) -> list[Violation]:
    """What is still missing before the first battle: units, arc, name (rules 107, 108, 124 to 127)."""
    found = minimum_problems(register)
    if register.arc is None:
        found.append(problem("register.arc_missing", (), 125))
    if not register.name:
        found.append(problem("register.nameless", (), 127))
    return found


def decide_found(register: Register) -> events.RegisterFounded:
    """Rules 124 to 127: building ends when nothing is missing any more."""
    refuse_if(
        not_editable(register),
        problem_if(register.status == "founded", "register.already_founded"),
        *founding_problems(register),
    )
    return events.RegisterFounded()


def decide_retire(register: Register) -> events.RegisterRetired:
    """A Register leaves play for good, between battles."""
    refuse_if(not_editable(register))
    return events.RegisterRetired()


def decide_points_date(register: Register, day: date, cards: Catalogue) -> events.PointsDateMoved:
    """R25: owner or arbitrator move the points date between battles; being over the potential is a flag."""
    refuse_if(not_editable(register))
    moved = msgspec.structs.replace(register, points_date=day)
    ids = {dossier.unit for dossier in register.dossiers} | {
        u.id for dossier in register.dossiers for u in dossier.upgrades
    }
    known = {card_id: cards.units.get(card_id) or cards.upgrades.get(card_id) for card_id in sorted(ids)}
    costs = {card_id: price(card, moved, cards) for card_id, card in known.items() if card is not None}
    return events.PointsDateMoved(day, costs)
