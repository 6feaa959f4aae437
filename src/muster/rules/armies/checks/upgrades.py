"""Upgrades: slots, restrictions, what a unit must equip and may not equip twice."""

from collections import Counter
from collections.abc import Iterable, Iterator

from muster.rules.armies.checks.registry import check_lines
from muster.rules.armies.checks.slots import Fitting
from muster.rules.armies.lineup import ArmyLine, Lineup
from muster.rules.armies.report import problem
from muster.rules.armies.sources import REGULATIONS, core, rule
from muster.rules.cards.equipping import Bearer
from muster.rules.cards.types import Upgrade
from muster.rules.cards.values import MustEquip
from muster.rules.cards.vocabulary import spoken
from muster.rules.violations import Violation

KEYWORD_CODES = {
    "equip": "army.equip",
    "programmed": "army.programmed",
    "heavy-weapon-team": "army.heavy_weapon_team",
    "flexible-response": "army.flexible_response",
}


@check_lines
def one_upgrade_per_slot(lineup: Lineup) -> Iterator[Violation]:
    """Rule 416: one upgrade for each icon on the bar, counting slots that other cards grant."""
    for line in lineup.lines:
        yield from without_slot(line.key, line.unit.full_name, line.loadout.fitting)
        joined = line.loadout.counterpart_fitting
        if joined is not None:
            yield from without_slot(line.key, joined.bearer.name, joined)


def without_slot(key: str, unit: str, fitting: Fitting) -> Iterator[Violation]:
    """For each slot, the upgrades that find none."""
    for slot in dict.fromkeys(upgrade.slot for upgrade in fitting.unslotted):
        cards = [upgrade for upgrade in fitting.unslotted if upgrade.slot == slot]
        yield problem(
            "army.slots",
            rule(416),
            (key, *(card.id for card in cards)),
            unit=unit,
            slot=spoken(slot),
            cards=named(cards),
            slots=sum(use.slot == slot for use in fitting.uses),
            by=len(cards),
            of=(key, unit, slot),
        )


def named(cards: Iterable[Upgrade]) -> str:
    """The names of cards, in a row."""
    return ", ".join(card.full_name for card in cards)


@check_lines
def restrictions_are_met(lineup: Lineup) -> Iterator[Violation]:
    """Rule 419: the restrictions on the card must be met by the unit as it stands.

    Unit types include their narrower types; the side of the Force is the army's; keywords and affiliations
    that other upgrades give count.
    """
    for line in lineup.lines:
        yield from barred(line.key, line.unit.full_name, line.loadout.fitting)
        joined = line.loadout.counterpart_fitting
        if joined is not None:
            yield from barred(line.key, joined.bearer.name, joined)


def barred(key: str, unit: str, fitting: Fitting) -> Iterator[Violation]:
    """One problem for each card that the unit may not equip."""
    for card in fitting.forbidden:
        yield why_barred(key, unit, card, fitting.bearer)


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
                yield problem(
                    "army.upgrade_faction",
                    rule(419),
                    (line.key, card.id),
                    card=card.full_name,
                    factions=", ".join(spoken(faction) for faction in card.army_factions),
                    army=spoken(lineup.army.faction),
                )


@check_lines
def no_card_twice(lineup: Lineup) -> Iterator[Violation]:
    """Rule 418: a unit may not equip the same upgrade twice; two cards of one name are the same upgrade."""
    for line in lineup.lines:
        cards = line.loadout.all_upgrades
        if len(cards) < 2:
            continue
        counts = Counter(lineup.facts.names[card.id] for card in cards)
        for name, count in counts.items():
            if count > 1:
                yield repeated(line, name, count, [c for c in cards if lineup.facts.names[c.id] == name])


def repeated(line: ArmyLine, name: str, count: int, cards: list[Upgrade]) -> Violation:
    """A name that stands on one unit more than once."""
    about = dict.fromkeys((line.key, *(card.id for card in cards)))
    return problem(
        "army.twice",
        rule(418),
        about,
        card=cards[0].name,
        unit=line.unit.full_name,
        count=count,
        by=count - 1,
        of=(line.key, name),
    )


@check_lines
def one_leader(lineup: Lineup) -> Iterator[Violation]:
    """Leader: a unit may have one card with it, whatever slots the cards are in."""
    most = lineup.catalogue.army.leaders_max
    for line in lineup.lines:
        if len(line.loadout.upgrades) <= most:
            continue
        leaders = [card for card in line.loadout.upgrades if card.has("leader")]
        if len(leaders) > most:
            yield problem(
                "army.leader",
                core("Leader"),
                (line.key, *(card.id for card in leaders)),
                unit=line.unit.full_name,
                cards=named(leaders),
                by=len(leaders) - most,
                of=line.key,
            )


@check_lines
def must_equip(lineup: Lineup) -> Iterator[Violation]:
    """Equip, Programmed, Heavy Weapon Team and Flexible Response: upgrades a unit cannot go without."""
    for line in lineup.lines:
        for need in line.unit.must_equip:
            if (short := lacking(need, line.loadout.upgrades)) > 0:
                yield unequipped(lineup, line, need, short)


def lacking(need: MustEquip, upgrades: tuple[Upgrade, ...]) -> int:
    """How many upgrades are missing: one of those named, or so many of the slot."""
    if need.upgrades:
        return 0 if any(card.id in need.upgrades for card in upgrades) else 1
    return need.count - sum(card.slot == need.slot for card in upgrades)


def unequipped(lineup: Lineup, line: ArmyLine, need: MustEquip, short: int) -> Violation:
    """What the keyword asks for and the unit does not have."""
    shelf = lineup.catalogue.upgrades
    wanted = " or ".join(shelf[card].full_name for card in need.upgrades if card in shelf)
    if need.slot is not None:
        wanted = f"{need.count} {spoken(need.slot)} upgrade{'s' if need.count > 1 else ''}"
    return problem(
        KEYWORD_CODES[need.keyword],
        core(spoken(need.keyword)),
        (line.key, line.unit.id, *need.upgrades),
        unit=line.unit.full_name,
        wanted=wanted,
        by=short,
        of=(line.key, need.keyword, wanted),
    )


@check_lines
def counterparts(lineup: Lineup) -> Iterator[Violation]:
    """Counterpart: the card joins the unit it names, in armies of its factions; some are mandatory."""
    for line in lineup.lines:
        card = line.loadout.counterpart
        if card is None:
            if line.unit.counterpart_required and line.entry.counterpart is None:
                yield without_companion(lineup, line)
        elif line.unit.id not in card.of:
            about = (line.key, card.id)
            yield problem(
                "army.counterpart",
                core("Counterpart"),
                about,
                card=card.full_name,
                unit=line.unit.full_name,
                owners=", ".join(lineup.catalogue.units[owner].full_name for owner in card.of),
            )
        elif card.army_factions and lineup.army.faction not in card.army_factions:
            factions = ", ".join(spoken(faction) for faction in card.army_factions)
            yield problem(
                "army.counterpart_faction",
                core("Counterpart"),
                (line.key, card.id),
                card=card.full_name,
                factions=factions,
                army=spoken(lineup.army.faction),
            )


def without_companion(lineup: Lineup, line: ArmyLine) -> Violation:
    """The unit's counterpart must be in the army with it."""
    wanted = line.unit.counterpart or ""
    card = lineup.catalogue.counterparts[wanted].full_name
    about = (line.key, line.unit.id, wanted)
    return problem(
        "army.counterpart_missing", core("Counterpart"), about, unit=line.unit.full_name, card=card
    )


@check_lines
def nothing_set_aside(lineup: Lineup) -> Iterator[Violation]:
    """Rule 537: upgrades are set aside only by the Loadout keyword of the older edition."""
    if lineup.format.status == "legacy":
        return
    for entry in lineup.army.units:
        if entry.set_aside:
            about = (entry.key, *entry.set_aside)
            yield problem("army.set_aside", rule(537, REGULATIONS), about, format=lineup.format.name)
