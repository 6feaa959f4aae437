"""Upgrades: slots, restrictions, what a unit must equip and may not equip twice."""

from collections import Counter
from collections.abc import Iterable, Iterator

from muster.rules.armies.checks.registry import check_lines
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.lineup.slots import Fitting
from muster.rules.armies.report import problem
from muster.rules.armies.sources import REGULATIONS, core, rule
from muster.rules.cards.equipping import Bearer
from muster.rules.cards.types import Counterpart, Upgrade
from muster.rules.cards.values import MustEquip
from muster.rules.cards.vocabulary import display_word
from muster.rules.violations import Params, Violation

KEYWORD_CODES = {
    "equip": "army.equip",
    "programmed": "army.programmed",
    "heavy-weapon-team": "army.heavy_weapon_team",
    "flexible-response": "army.flexible_response",
}


def fittings(lineup: Lineup) -> Iterator[tuple[str, str, Fitting]]:
    """The upgrade bars of units and counterparts that hold a card that does not belong there, each with the
    key of its line and the name of its bearer."""
    for line in lineup.lines:
        own, joined = line.loadout.fitting, line.loadout.counterpart_fitting
        if own.unslotted or own.forbidden:
            yield line.key, line.unit.full_name, own
        if joined is not None and (joined.unslotted or joined.forbidden):
            yield line.key, joined.bearer.name, joined


@check_lines
def one_upgrade_per_slot(lineup: Lineup) -> Iterator[Violation]:
    """Rule 416: one upgrade for each icon on the bar, counting slots that other cards grant."""
    return (broken for bar in fittings(lineup) for broken in without_slot(*bar))


def without_slot(key: str, unit: str, fitting: Fitting) -> Iterator[Violation]:
    """For each slot, the upgrades that find none."""
    for slot in dict.fromkeys(upgrade.slot for upgrade in fitting.unslotted):
        cards = [upgrade for upgrade in fitting.unslotted if upgrade.slot == slot]
        about, slots = (key, *(card.id for card in cards)), sum(use.slot == slot for use in fitting.uses)
        params: Params = {
            "cards": joined_names(cards),
            "slots": slots,
            "by": len(cards),
            "of": (key, unit, slot),
        }
        yield problem("army.slots", rule(416), about, unit=unit, slot=display_word(slot), **params)


def joined_names(cards: Iterable[Upgrade]) -> str:
    """The names of cards, in a row."""
    return ", ".join(card.full_name for card in cards)


@check_lines
def restrictions_are_met(lineup: Lineup) -> Iterator[Violation]:
    """Rule 419: the restrictions on the card must be met by the unit as it stands.

    Unit types include their narrower types; the side of the Force is the army's; keywords and affiliations
    that other upgrades give count.
    """
    return (broken for bar in fittings(lineup) for broken in barred_cards(*bar))


def barred_cards(key: str, unit: str, fitting: Fitting) -> Iterator[Violation]:
    """One problem for each card that the unit may not equip."""
    return (why_barred(key, unit, card, fitting.bearer) for card in fitting.forbidden)


def why_barred(key: str, unit: str, card: Upgrade, bearer: Bearer) -> Violation:
    """The side of the Force, where that is the reason, or the restriction."""
    side = card.restriction.force_side if card.restriction else None
    if side is not None and side not in bearer.sides:
        return problem("army.side", rule(409), (key, card.id), card=card.full_name, unit=unit, side=side)
    return problem("army.restriction", rule(419), (key, card.id), card=card.full_name, unit=unit)


@check_lines
def upgrades_fit_the_army(lineup: Lineup) -> Iterator[Violation]:
    """Rule 419: some upgrades are locked to armies of certain factions; a battle force may list them."""
    listed = lineup.force.unique_upgrades if lineup.force else ()
    for line in lineup.lines:
        for card in line.loadout.all_upgrades:
            locked = card.army_factions and lineup.army.faction not in card.army_factions
            if locked and card.id not in listed:
                yield locked_out("army.upgrade_faction", rule(419), lineup, line, card)


def locked_out(
    code: str, source: str, lineup: Lineup, line: ArmyLine, card: Upgrade | Counterpart
) -> Violation:
    """The card belongs to armies of other factions."""
    factions = ", ".join(display_word(faction) for faction in card.army_factions)
    params: Params = {"card": card.full_name, "factions": factions, "army": display_word(lineup.army.faction)}
    return problem(code, source, (line.key, card.id), **params)


@check_lines
def no_card_twice(lineup: Lineup) -> Iterator[Violation]:
    """Rule 418: a unit may not equip the same upgrade twice; two cards of one name are the same upgrade."""
    known = lineup.facts.names
    for line in lineup.lines:
        cards = line.loadout.all_upgrades
        if len(cards) < 2:
            continue
        names = [known[card.id] for card in cards]
        if len(set(names)) == len(names):
            continue
        for name, count in Counter(names).items():
            if count > 1:
                same = [card for card in cards if known[card.id] == name]
                about = dict.fromkeys((line.key, *(card.id for card in same)))
                params: Params = {
                    "unit": line.unit.full_name,
                    "count": count,
                    "by": count - 1,
                    "of": (line.key, name),
                }
                yield problem("army.twice", rule(418), about, card=same[0].name, **params)


@check_lines
def one_leader(lineup: Lineup) -> Iterator[Violation]:
    """Leader: a unit may have one card with it, whatever slots the cards are in."""
    most = lineup.catalogue.army.leaders_max
    for line in lineup.lines:
        if len(line.loadout.upgrades) <= most or "leader" not in line.loadout.keywords:
            continue
        leaders = [card for card in line.loadout.upgrades if card.has("leader")]
        if len(leaders) > most:
            about = (line.key, *(card.id for card in leaders))
            params: Params = {"cards": joined_names(leaders), "by": len(leaders) - most, "of": line.key}
            yield problem("army.leader", core("Leader"), about, unit=line.unit.full_name, **params)


@check_lines
def must_equip(lineup: Lineup) -> Iterator[Violation]:
    """Equip, Programmed, Heavy Weapon Team and Flexible Response: upgrades a unit cannot go without."""
    for line in lineup.lines:
        for need in line.loadout.unit.must_equip:
            if (short := missing_count(need, line.loadout.upgrades)) > 0:
                yield must_equip_violation(lineup, line, need, short)


def missing_count(need: MustEquip, upgrades: tuple[Upgrade, ...]) -> int:
    """How many upgrades are missing: one of those named, or so many of the slot."""
    if need.upgrades:
        return 0 if any(card.id in need.upgrades for card in upgrades) else 1
    return need.count - sum(card.slot == need.slot for card in upgrades)


def must_equip_violation(lineup: Lineup, line: ArmyLine, need: MustEquip, short: int) -> Violation:
    """What the keyword asks for and the unit does not have."""
    shelf = lineup.catalogue.upgrades
    wanted = " or ".join(shelf[card].full_name for card in need.upgrades if card in shelf)
    if need.slot is not None:
        wanted = f"{need.count} {display_word(need.slot)} upgrade{'s' if need.count > 1 else ''}"
    about, of = (line.key, line.unit.id, *need.upgrades), (line.key, need.keyword, wanted)
    code, source, unit = KEYWORD_CODES[need.keyword], core(display_word(need.keyword)), line.unit.full_name
    return problem(code, source, about, unit=unit, wanted=wanted, by=short, of=of)


@check_lines
def counterparts(lineup: Lineup) -> Iterator[Violation]:
    """Counterpart: the card joins the unit it names, in armies of its factions; some are mandatory.

    Where an upgrade has the keyword and not the unit, the upgrade must be equipped.
    """
    source = core("Counterpart")
    for line in lineup.lines:
        card, unit = line.loadout.counterpart, line.loadout.unit
        if card is None:
            if unit.counterpart_required and line.entry.counterpart is None:
                wanted = lineup.catalogue.counterparts[unit.counterpart or ""]
                about, names = (
                    (line.key, unit.id, wanted.id),
                    {"unit": unit.full_name, "card": wanted.full_name},
                )
                yield problem("army.counterpart_missing", source, about, **names)
        elif unit.id not in card.of:
            owners = ", ".join(lineup.catalogue.units[owner].full_name for owner in card.of)
            names = {"card": card.full_name, "unit": unit.full_name, "owners": owners}
            yield problem("army.counterpart", source, (line.key, card.id), **names)
        elif (bringer := card.brought_by.get(unit.id)) and bringer not in line.entry.upgrades:
            upgrade = lineup.catalogue.upgrades[bringer].full_name
            names = {"card": card.full_name, "unit": unit.full_name, "upgrade": upgrade}
            yield problem("army.counterpart_bringer", source, (line.key, card.id, bringer), **names)
        elif card.army_factions and lineup.army.faction not in card.army_factions:
            yield locked_out("army.counterpart_faction", source, lineup, line, card)


@check_lines
def nothing_set_aside(lineup: Lineup) -> Iterator[Violation]:
    """Rule 537: upgrades are set aside only by the Loadout keyword of the older edition."""
    if lineup.format.status == "legacy":
        return
    for entry in lineup.army.units:
        if entry.set_aside:
            about = (entry.key, *entry.set_aside)
            yield problem("army.set_aside", rule(537, REGULATIONS), about, format=lineup.format.name)
