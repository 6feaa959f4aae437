"""Battle forces: their roster, their choices, their upgrades and their own rules."""

from collections.abc import Iterator

from muster.rules.armies.checks.registry import check, check_lines, of_force
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.report import problem
from muster.rules.armies.sources import core
from muster.rules.cards.types import BattleForce, Unit, UnitLimit
from muster.rules.cards.vocabulary import display_word, is_a
from muster.rules.violations import Params, Violation

LEADERS = ("commander", "operative")


@check_lines
@of_force
def units_are_on_the_roster(lineup: Lineup, force: BattleForce) -> Iterator[Violation]:
    """A battle force fields the units on its roster, and those that its choices add."""
    for line in lineup.lines:
        elsewhere = line.unit.special_issue not in (None, force.id)
        if not lineup.frame.on_roster(line.unit) and not elsewhere:
            yield not_on_roster(line.key, line.unit, force)


def not_on_roster(key: str, unit: Unit, force: BattleForce) -> Violation:
    """The battle force does not list the unit."""
    about = (key, unit.id)
    return problem("army.not_on_roster", force.name, about, unit=unit.full_name, force=force.name)


@check
def choices_are_made(lineup: Lineup) -> Iterator[Violation]:
    """A battle force with choices asks for exactly so many of them, each once; others offer none."""
    force, picked = lineup.force, lineup.army.choices
    if force is None and not picked:
        return
    offered = {choice.name for choice in force.choices} if force else set()
    for name in dict.fromkeys(picked):
        if name not in offered:
            where = force.name if force else "An army without a battle force"
            yield problem("army.unknown_choice", where, (name,), choice=name, force=where)
    wanted = force.choices_to_pick if force else 0
    count = len(offered.intersection(picked))
    if force and (count != wanted or len(set(picked)) != len(picked)):
        params: Params = {"force": force.name, "count": len(picked), "wanted": wanted}
        yield problem("army.choices", force.name, (force.id,), of="choices", **params)


@check
def chosen_units_within_limits(lineup: Lineup) -> Iterator[Violation]:
    """A choice that adds units says how many of them at most."""
    for choice in lineup.frame.chosen:
        added = [line for line in lineup.lines if line.unit.id in choice.adds_units]
        count, most = sum(line.count for line in added), choice.max_added
        if most is not None and count > most:
            params: Params = {
                "choice": choice.name,
                "count": count,
                "max": most,
                "by": count - most,
                "of": choice.name,
            }
            yield problem("army.choice_units", core(choice.name), [line.key for line in added], **params)


@check_lines
@of_force
def upgrades_of_the_force(lineup: Lineup, force: BattleForce) -> Iterator[Violation]:
    """A battle force forbids some upgrades, and allows only those unique upgrades that it lists.

    Waiving the unit restriction of a unique upgrade (Imperial Remnant, DT-F16) does not list it.
    """
    for line in lineup.lines:
        for card in line.loadout.all_upgrades:
            code = None
            if card.id in force.forbidden_upgrades:
                code = "army.force_forbids"
            elif card.unique and card.id not in force.unique_upgrades:
                code = "army.force_unique"
            if code:
                yield problem(code, force.name, (line.key, card.id), card=card.full_name, force=force.name)


@check_lines
def upgrades_need_a_choice(lineup: Lineup) -> Iterator[Violation]:
    """Some upgrades come with a choice of the battle force."""
    for line in lineup.lines:
        for card in line.loadout.all_upgrades:
            wanted = card.needs_choice
            if wanted is not None and wanted not in {choice.name for choice in lineup.frame.chosen}:
                about = (line.key, card.id)
                yield problem("army.needs_choice", core(wanted), about, card=card.full_name, choice=wanted)


@check
@of_force
def unit_limits(lineup: Lineup, force: BattleForce) -> Iterator[Violation]:
    """A battle force limits some units, several of them together where it names several."""
    for limit in force.unit_limits:
        count = sum(lineup.unit_counts[unit_id] for unit_id in limit.units)
        if count > limit.max:
            yield out_of_limit("army.unit_max", lineup, force, limit, count)
        elif count < limit.min:
            yield out_of_limit("army.unit_min", lineup, force, limit, count)


def out_of_limit(code: str, lineup: Lineup, force: BattleForce, limit: UnitLimit, count: int) -> Violation:
    """Too many or too few of the units of one limit."""
    units = " and ".join(lineup.catalogue.units[unit_id].full_name for unit_id in limit.units)
    about = (*lineup.keys_of(limit.units), *limit.units)
    by = max(count - limit.max, limit.min - count)
    params: Params = {
        "units": units,
        "count": count,
        "min": limit.min,
        "max": limit.max,
        "by": by,
        "of": limit.units,
    }
    return problem(code, force.name, about, **params)


@check
@of_force
def one_of_each_corps_first(lineup: Lineup, force: BattleForce) -> Iterator[Violation]:
    """Imperial Remnant: one of each corps unit of the roster before a second of any."""
    corps = force.roster.get("corps", ()) if force.one_of_each_corps_first else ()
    missing = [unit_id for unit_id in corps if not lineup.unit_counts[unit_id]]
    seconds = sum(max(0, lineup.unit_counts[unit_id] - 1) for unit_id in corps)
    if missing and seconds:
        names = ", ".join(lineup.catalogue.units[unit_id].full_name for unit_id in missing)
        yield problem("army.corps_first", force.name, missing, missing=names, by=seconds, of="corps-first")


@check
@of_force
def one_per_unit(lineup: Lineup, force: BattleForce) -> Iterator[Violation]:
    """The Ohnaka Gang: one of some units for each unit of another name."""
    for unit_id, name in force.one_per_unit.items():
        count, allowed = lineup.unit_counts[unit_id], lineup.name_counts[name]
        if count > allowed:
            unit, about = lineup.catalogue.units[unit_id].full_name, lineup.keys_of([unit_id])
            params: Params = {"count": count, "allowed": allowed, "by": count - allowed, "of": unit_id}
            yield problem("army.one_per_unit", force.name, about, unit=unit, per=name, **params)


@check
@of_force
def units_of_a_type(lineup: Lineup, force: BattleForce) -> Iterator[Violation]:
    """Wookiee Defenders: at least so many units of a type."""
    if (wanted := force.unit_type) is not None:
        count = sum(line.count for line in lineup.lines if is_a(line.unit.unit_type, wanted))
        yield from too_few(force, "army.unit_type", count, force.unit_type_min, display_word(wanted))


@check
@of_force
def units_of_the_own_faction(lineup: Lineup, force: BattleForce) -> Iterator[Violation]:
    """Bright Tree Village: at least so many units of the faction itself, mercenaries aside."""
    if (wanted := force.own_faction) is not None:
        count = sum(line.count for line in lineup.lines if line.unit.faction == wanted)
        yield from too_few(force, "army.own_faction", count, force.own_faction_min, display_word(wanted))


def too_few(force: BattleForce, code: str, count: int, wanted: int, kind: str) -> Iterator[Violation]:
    """Fewer units of a kind than the battle force asks for."""
    if count < wanted:
        params: Params = {"count": count, "min": wanted, "by": wanted - count}
        yield problem(code, force.name, (force.id,), force=force.name, kind=kind, of=code, **params)


@check_lines
@of_force
def affiliation_of_the_force(lineup: Lineup, force: BattleForce) -> Iterator[Violation]:
    """A clan fields units of its affiliation; units that a choice adds are guests."""
    if (wanted := force.affiliation_required) is None:
        return
    for line in lineup.lines:
        guest = line.unit.id in lineup.frame.added
        if not guest and wanted not in line.loadout.bearer.affiliations:
            params: Params = {"affiliation": display_word(wanted), "cards": clan_cards(lineup, line, force)}
            about = (line.key, line.unit.id)
            yield problem("army.affiliation", force.name, about, unit=line.unit.full_name, **params)


def clan_cards(lineup: Lineup, line: ArmyLine, force: BattleForce) -> str:
    """The clan cards of the battle force that would give the unit its affiliation."""
    leaders = force.clan_upgrade_for_leaders if line.unit.rank in LEADERS else None
    names = (lineup.catalogue.upgrades[card].full_name for card in (force.clan_upgrade, leaders) if card)
    return " or ".join(names) or "none"


@check
@of_force
def affiliation_follows_leaders(lineup: Lineup, force: BattleForce) -> Iterator[Violation]:
    """Mandalorian Clans: every unit needs a commander or operative of the same affiliation in the army."""
    if not force.affiliation_follows_leaders:
        return
    leaders = (line for line in lineup.lines if line.unit.rank in LEADERS)
    led = {clan for line in leaders for clan in line.loadout.bearer.affiliations}
    for line in lineup.lines:
        clans = line.loadout.bearer.affiliations
        if led.isdisjoint(clans):
            affiliation = ", ".join(display_word(clan) for clan in sorted(clans)) or "no affiliation"
            params: Params = {"unit": line.unit.full_name, "affiliation": affiliation}
            yield problem("army.no_leader", force.name, (line.key, line.unit.id), **params)
