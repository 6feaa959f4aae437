"""Writes share links that the site and its QR code understand."""

import re

from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit
from muster.rules.armies.exchange import link_reading
from muster.rules.armies.exchange.results import Format
from muster.rules.armies.lineup.slots import brings_slot
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.cards.vocabulary import Slot

HOST = "https://legionhq2.com/list"
TWO_LETTERS = re.compile(r"[A-Za-z]{2}")
MOST_IN_SEGMENT = 9


def write(army: Army, catalogue: Catalogue) -> str:
    """The link. A stack of ten or more takes several segments, because the count is one digit."""
    segments = [segment for entry in army.units for segment in segments_of(entry, army, catalogue)]
    standing = catalogue.army.command_hand.four_pips
    hand = [card for card in army.command_hand if card != standing and TWO_LETTERS.fullmatch(card)]
    deck = (card for _, card in army.battle_deck.cards if card in catalogue.battle_cards)
    cards = [*segments, *hand, *deck]
    found = catalogue.formats.get(army.format)
    points = army.limit or (found.points if found else 0)
    frame = [str(points)] if points else []
    frame += [army.battle_force] if army.battle_force in catalogue.battle_forces else []
    return f"{HOST}/{army.faction}/{':'.join((*frame, ','.join(cards)))}"


def segments_of(entry: ArmyUnit, army: Army, catalogue: Catalogue) -> list[str]:
    """The segments of one line; none for a unit that has no id of two letters."""
    if not TWO_LETTERS.fullmatch(entry.unit):
        return []
    unit = catalogue.units.get(entry.unit)
    slots = "".join(upgrade_segments(entry, unit, army, catalogue))
    body = f"{entry.unit}{slots}{counterpart_segment(entry.counterpart, catalogue)}"
    full, rest = divmod(entry.count, MOST_IN_SEGMENT)
    counts = [MOST_IN_SEGMENT] * full + ([rest] if rest else [])
    return [f"{count}{body}" for count in counts]


def counterpart_segment(counterpart: ArmyCounterpart | None, catalogue: Catalogue) -> str:
    """The counterpart with its own slots."""
    if counterpart is None or counterpart.card not in catalogue.counterparts:
        return ""
    slots = list(catalogue.counterparts[counterpart.card].slots)
    upgrades = [catalogue.upgrades.get(card) or card for card in counterpart.upgrades]
    return f"+1{counterpart.card}{''.join(laid_out(slots, [], upgrades))}"


def upgrade_segments(entry: ArmyUnit, unit: Unit | None, army: Army, catalogue: Catalogue) -> list[str]:
    """The slots in the order of the site: printed bar, slots of the battle force, granted, self-granted."""
    upgrades = [catalogue.upgrades.get(card) or card for card in entry.upgrades]
    if unit is None:
        return laid_out([], [], upgrades)
    bearer = catalogue.bearer(unit)
    force = catalogue.battle_forces.get(army.battle_force or "")
    bar = [*unit.slots, *(force.extra_slots.get(unit.id, ()) if force else ())]
    cards = [card for card in upgrades if isinstance(card, Upgrade)]
    there = {*bar, *(slot for card in cards for slot in card.adds_slots)}
    bring_own = [card for card in cards if card.slot not in there and brings_slot(card, bearer)]
    return laid_out(bar, bring_own, upgrades)


def laid_out(slots: list[Slot], bring_own: list[Upgrade], upgrades: list[Upgrade | str]) -> list[str]:
    """Each slot as `0` or the upgrade in it; what has no slot stands at the end, so that nothing is lost."""
    bar = list(slots)
    placed: dict[int, str] = {}
    waiting = [card for card in upgrades if isinstance(card, Upgrade) and card not in bring_own]
    moved = True
    while moved:
        moved = False
        for card in waiting:
            free = (place for place, slot in enumerate(bar) if slot == card.slot and place not in placed)
            if (place := next(free, None)) is not None:
                placed[place] = card.id
                bar.extend(card.adds_slots)
                waiting.remove(card)
                moved = True
                break
    unknown = [card for card in upgrades if isinstance(card, str) and TWO_LETTERS.fullmatch(card)]
    seats = [placed.get(place, "0") for place in range(len(bar))]
    return [*seats, *(card.id for card in (*bring_own, *waiting)), *unknown]


FORMATS = (Format("link", "share link", link_reading.read, write, place=20),)
