"""Building and editing a Register outside a battle (rules 105, 124 to 129; R25; ambiguity 40)."""

from collections.abc import Sequence
from datetime import date
from typing import Literal, TypeAlias

import msgspec

from muster.rules.campaign.club.switches import Switches
from muster.rules.campaign.library import charts
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
)
from muster.rules.cards.catalogue import Catalogue, shorten
from muster.rules.cards.vocabulary import FACTIONS, Faction
from muster.rules.log import Event
from muster.rules.violations import Refused, Violation, refuse_if, refuse_unless

MOST_REASON = 500


def decide_open(faction: Faction, points_date: date, by: str) -> events.RegisterOpened:
    """Rule 105: a Register begins with 600 Combat Potential and 5 SP."""
    return events.RegisterOpened(known_faction(faction), points_date, STARTING_POTENTIAL, STARTING_SUPPLY, by)


def known_faction(named: str) -> Faction:
    """A faction as somebody wrote it (rule 106)."""
    given = shorten(named)
    found = next((faction for faction in FACTIONS if faction == named), None)
    if found is None:
        raise Refused(problem("register.no_faction", (given,), 106, given=given))
    return found


def not_editable(register: Register) -> Violation | None:
    """Rule 128: edited any time outside a battle; step 8 of a battle has its own door."""
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
    if unit.rank != "corps":
        refuse_if(refill_problem(register, cards) if register.status == "founded" else None)
    why = "built" if register.status == "building" else "edited"
    return decide_recruit(register, wanted, cards, switches, why=why)


def decide_unit_name(register: Register, dossier_id: str, name: str) -> events.UnitNamed:
    """Rules 84 and 114: a unit gets or changes its name; it may not lose one it must have."""
    dossier = register.dossier(dossier_id)
    clean = clean_name(name, "the unit's name")
    nameless = msgspec.structs.replace(dossier, name=clean).needs_name
    refuse_if(
        problem("register.unknown") if register.status == "unknown" else None,
        problem("register.needs_name", (dossier.unit,), 84, unit=dossier.unit_name) if nameless else None,
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
    """Rules 125 and 126: any arc, whatever the faction; changed freely until the Register is founded."""
    refuse_if(not_editable(register))
    if register.arc is not None and not register.arc.ended and not register.free_to_undo:
        raise Refused(problem("register.arc_runs", (register.arc.id,), 173, arc=register.arc.name))
    return arc_chosen(arc_id, library)


def arc_chosen(arc_id: str, library: Library) -> events.ArcChosen:
    """The event of an arc's beginning, with its agendas and what completes them."""
    arc = library.arcs.get(arc_id)
    if arc is None:
        known = ", ".join(library.arcs)
        raise Refused(problem("register.no_arc", (arc_id[:60],), 125, given=arc_id[:60], known=known))
    agendas = (library.agendas[agenda] for agenda in arc.agendas)
    return events.ArcChosen(
        arc.id, arc.name, tuple(events.ArcAgenda(one.id, one.name, one.needed) for one in agendas)
    )


def decide_name(register: Register, name: str) -> events.RegisterNamed:
    """Rule 127: the Register gets its name; it may be changed later."""
    clean = clean_name(name, "the Register's name")
    refuse_if(
        problem("register.unknown") if register.status == "unknown" else None,
        None if clean else problem("register.nameless", (), 127),
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
        problem("register.already_founded") if register.status == "founded" else None,
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
    ids = {one.unit for one in register.dossiers} | {u.id for one in register.dossiers for u in one.upgrades}
    known = {card_id: cards.units.get(card_id) or cards.upgrades.get(card_id) for card_id in sorted(ids)}
    costs = {card_id: price(card, moved, cards) for card_id, card in known.items() if card is not None}
    return events.PointsDateMoved(day, costs)


MOST_FIX = 1_000
NUMBERS = ("supply", "potential", "reputation", "experience", "agenda")


Fixed: TypeAlias = Literal[
    "supply", "reputation", "potential", "agenda", "asset-added", "asset-removed",
    "experience", "setback-gained", "setback-removed", "unit-removed", "unit-restored",
]  # fmt: skip


class Fix(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a correction: what is put right, on which unit, to what."""

    what: Fixed
    dossier: str = ""
    id: str = ""
    amount: int = 0


def decide_correction(
    register: Register, fixes: Sequence[Fix], reason: str, battle: str, library: Library
) -> tuple[Event, ...]:
    """The arbitrator puts things right, visibly and with a reason; also of a battle long past.

    Numbers are changes, not totals, so a correction of an old battle leaves what came later in place.
    """
    words = " ".join(reason.split())
    refuse_if(
        problem("register.unknown") if register.status == "unknown" else None,
        None if words and len(words) <= MOST_REASON else problem("register.reason", (), max=MOST_REASON),
        None if fixes else problem("register.nothing_to_correct"),
    )
    event: list[Event] = [events.CorrectionNoted(words, battle)]
    for fix in fixes:
        event.append(corrected(register, fix, library))
        register = evolve(register, event[-1])
    return tuple(event)


def corrected(register: Register, fix: Fix, library: Library) -> Event:  # noqa: PLR0911 - one line a kind
    """The event of one line of a correction; refused where it would make no sense."""
    least, most = fix_limits(register, fix.what, fix.id)
    refuse_unless(fix.what not in NUMBERS or fix.amount, problem("register.nothing_to_correct"))
    over = abs(fix.amount) > MOST_FIX
    if over or (fix.what != "supply" and not least <= fix.amount <= most):
        bound = most if fix.amount > 0 else least
        raise Refused(problem("register.fix_too_big", (fix.what,), amount=fix.amount, max=bound))
    amount, id, unit = fix.amount, fix.id[:60], fix.dossier[:60]
    match fix.what:
        case "supply":
            short = problem("register.supply", (), have=register.supply, cost=-amount)
            refuse_unless(register.supply + amount >= 0, short)
            return events.SupplyChanged(amount, "correction")
        case "potential":
            return events.PotentialChanged(amount, "correction")
        case "reputation":
            return events.ReputationChanged(amount, "correction")
        case "agenda":
            known = register.arc and register.arc.agenda(fix.id)
            refuse_unless(known, problem("register.no_agenda", (id,), agenda=id))
            return events.AgendaProgressed(fix.id, amount, "correction")
        case "asset-added" | "asset-removed":
            adds = fix.what == "asset-added"
            held = fix.id in (library.assets if adds else register.assets)
            refuse_unless(held, problem("register.no_asset", (id,), asset=id))
            gone = events.AssetRemoved(fix.id, "correction")
            return events.AssetAdded(fix.id, library.assets[fix.id].name) if adds else gone
        case "unit-restored":
            fell = any(fallen.dossier.id == fix.dossier for fallen in register.fallen)
            refuse_unless(fell, problem("register.no_dossier", (unit,), dossier=unit))
            return events.UnitRestored(fix.dossier)
        case _:
            return _unit_corrected(register, fix, library)


def fix_limits(register: Register, what: str, agenda: str = "") -> tuple[int, int]:
    """How far a correction may take a number down and up: nothing falls below 0, no agenda grows too long."""
    track = register.arc.agenda(agenda) if register.arc else None
    match what:
        case "agenda" if track:
            return -track.marked, track.needed - track.marked
        case "supply":
            return -register.supply, MOST_FIX
        case "reputation":
            return -max(0, register.reputation), MOST_FIX
        case "potential":
            return -register.potential, MOST_FIX
        case _:
            return -MOST_FIX, MOST_FIX


def _unit_corrected(register: Register, fix: Fix, library: Library) -> Event:
    dossier = register.dossier(fix.dossier)
    if fix.what == "unit-removed":
        stays = problem("register.paragon_stays", (dossier.id,), 100, unit=dossier.called)
        refuse_unless(not dossier.paragon, stays)
        return events.UnitRemoved(dossier.id, "casualty", words="correction")
    if fix.what == "experience":
        total = max(0, min(charts.RANK_STARTS[-1], dossier.experience + fix.amount))
        rank = min(dossier.maximum, charts.veteran_rank(total))
        return events.ExperienceCorrected(dossier.id, total, rank, rank - dossier.veteran_rank)
    setback, gains = library.setbacks.get(fix.id), fix.what == "setback-gained"
    if setback is None or not (gains or dossier.has_setback(fix.id)):
        raise Refused(problem("register.no_setback", (fix.id[:60],), setback=fix.id[:60]))
    if gains:
        return events.SetbackGained(dossier.id, fix.id, setback.name, "correction")
    return events.SetbackRemoved(dossier.id, fix.id, max(1, fix.amount), "correction")
