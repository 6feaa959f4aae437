"""Where the campaign changes what the army checker says: slots, ranks, command hand (rules 248, 270, 275)."""

from collections.abc import Iterator
from copy import copy
from typing import Final

from msgspec.structs import replace

from muster.rules.armies.army import DECK_CATEGORIES, Army
from muster.rules.armies.checks.factions import mercenaries_within_limits
from muster.rules.armies.checks.upgrades import barred_cards, without_slot
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.lineup.outfitting import bare_of
from muster.rules.armies.lineup.slots import fit, waived_upgrades
from muster.rules.armies.report import Report
from muster.rules.campaign.battle.hand import hand_problems
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.recruiting import as_it_is
from muster.rules.campaign.register.register import problem
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.values import RankLimit, RankTable
from muster.rules.violations import Violation

OF_SLOTS: Final = ("army.slots", "army.restriction", "army.side")
OF_FACTION: Final = ("army.faction", "army.not_hirable")
OF_THE_HAND: Final = ("hand.incomplete", "hand.too_many")
FLEXIBLE: Final = "flexible-response"


def army_ranks(army: Army, lifted: str, cards: Catalogue) -> Army:
    """Rule 270: Authorized Extraordinary Use lifts one unit out of the maximum of its rank.

    A unit that another rule lifts out already frees no second place.
    """
    if not lifted or lifted not in {entry.key for entry in army.units}:
        return army
    lineup = Lineup(army, cards)
    line = next((candidate for candidate in lineup.lines if candidate.key == lifted), None)
    if line is None:
        return army
    row = next(rank_count for rank_count in lineup.rank_counts if rank_count.rank == line.rank)
    if any(key == lifted for key, _ in row.exempt):
        return army
    cap = lineup.ranks.commander_and_operative_max
    leading = cap is not None and line.rank in ("commander", "operative")
    table = RankTable(
        limits={line.rank: RankLimit(lineup.ranks.limits[line.rank].min, row.max + 1)},
        commander_and_operative_max=cap + 1 if cap is not None and leading else cap,
    )
    return replace(army, ranks=table)


def campaign_violations(
    seat: SideContext, hand: tuple[str, ...], army: Army, report: Report, here: list[Dossier]
) -> Iterator[Violation]:
    """The checker's violations as they apply in a campaign.

    The muster counts points itself, and a hand or deck that was not written down is not checked.
    """
    joined = {dossier.id for dossier in here if dossier.joined_faction}
    changed = {
        dossier.id: dossier
        for dossier in here
        if dossier.granted_slots or dossier.granted_keywords or dossier.id in joined
    }
    # A turning point builds no mission (rule 143), so no deck is needed; else one that is written down.
    deck = not seat.battle.turning_point and any(
        army.battle_deck.of(category) for category in DECK_CATEGORIES
    )
    for found in report.violations:
        if not _is_superseded(found, set(changed), joined, deck=deck):
            yield found
    lineup = Lineup(army, seat.cards)
    for line in lineup.lines:
        if line.key in changed:
            yield from _slot_problems(line, changed[line.key], lineup, seat)
    if joined:
        yield from _mercenary_problems(lineup, joined)
    if hand:
        yield from hand_problems(seat, hand, here)


def _is_superseded(found: Violation, changed: set[str], joined: set[str], *, deck: bool) -> bool:
    about = set(found.about)
    if found.code == "army.points" or found.code in OF_THE_HAND:
        return True
    if found.code.startswith("deck."):
        return not deck
    if found.code in OF_SLOTS and about & changed:
        return True
    if found.code == "army.mercenaries":
        return bool(joined)
    return found.code in OF_FACTION and bool(about & joined)


def _mercenary_problems(lineup: Lineup, joined: set[str]) -> Iterator[Violation]:
    """Ambiguity 56: a unit that a reward brought has the Paragon's faction, so it is no mercenary."""
    hired = copy(lineup)
    hired.odd = [line for line in lineup.odd if line.key not in joined]
    yield from mercenaries_within_limits(hired)


def _slot_problems(
    line: ArmyLine, dossier: Dossier, lineup: Lineup, seat: SideContext
) -> Iterator[Violation]:
    """Slots and restrictions of a unit as its dossier has made it (rule 248; ambiguities 38, 39, 56)."""
    bearer, bar = as_it_is(bare_of(line.unit, lineup.frame), dossier, seat.register, lineup.catalogue)
    waived = waived_upgrades(bearer, lineup.frame.force)
    fitting = fit(bearer, bar, line.loadout.upgrades, waived)
    yield from without_slot(line.key, dossier.called, fitting)
    yield from barred_cards(line.key, dossier.called, fitting)
    if dossier.has_commendation(FLEXIBLE):
        wanted = sum(slot == "heavy-weapon" for slot, _ in bar)
        have = sum(card.slot == "heavy-weapon" for card in line.loadout.upgrades)
        if have < wanted:
            yield problem("muster.flexible", (line.key,), 239, unit=dossier.called, have=have, min=wanted)
