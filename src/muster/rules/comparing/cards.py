"""Two cards side by side: every fact and figure of both, line by line, and what differs."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.effects import gives_of, no_effect_reason, reason_in_words
from muster.rules.cards.types import (
    BattleCard,
    BattleForce,
    Card,
    CommandCard,
    Counterpart,
    Priced,
    Unit,
    Upgrade,
)
from muster.rules.cards.values import KeywordUse, Weapon
from muster.rules.cards.vocabulary import display_word
from muster.rules.cards.wording import LIMITS, NOT_KNOWN, orders_in_words, restriction_in_words
from muster.rules.comparing.figures import (
    PER_HUNDRED,
    dice_at,
    dice_per_point,
    hits_in_words,
    in_digits,
    points_per_wound,
    sentence_of,
    wounds_of,
)
from muster.rules.comparing.lines import Cell, Cells, Part, pair_lines
from muster.rules.comparing.pools import BANDS, added_minis, hits_on_average

NONE = "none"
USES = {"exhaust": "exhausts", "expend": "expends", "none": NONE, "unknown": NOT_KNOWN}


class Split(NamedTuple):
    """Keywords of both cards, and those that only one of them has."""

    both: tuple[KeywordUse, ...]
    only_a: tuple[KeywordUse, ...]
    only_b: tuple[KeywordUse, ...]


class CardComparison(NamedTuple):
    """Two cards side by side."""

    a: Card
    b: Card
    parts: tuple[Part, ...]
    keywords: Split
    weapons: tuple[tuple[Weapon, ...], tuple[Weapon, ...]]
    effects: tuple[str, str]


DICE = (
    "Whole unit without upgrades: each mini with its strongest weapon that reaches, with Arsenal X that "
    "many. Of an upgrade or a counterpart, one mini. Hits and Criticals on average, surges counted, before "
    "other keywords and cover."
)


def compare_cards(a: Card, b: Card, catalogue: Catalogue, day: date | None = None) -> CardComparison:
    """Two cards with their points on the day."""
    parts = (
        Part("Card", pair_lines(printed_cells(a, catalogue, day), printed_cells(b, catalogue, day))),
        Part("Dice at each range", pair_lines(dice(a, catalogue, day), dice(b, catalogue, day)), DICE),
    )
    return CardComparison(
        a=a,
        b=b,
        parts=tuple(part for part in parts if part.lines),
        keywords=split_keywords(keywords_of(a, catalogue), keywords_of(b, catalogue)),
        weapons=(weapons_of(a, catalogue), weapons_of(b, catalogue)),
        effects=(effect_of(a, catalogue), effect_of(b, catalogue)),
    )


def printed_cells(card: Card, catalogue: Catalogue, day: date | None) -> Cells:
    """What stands on a card, and what follows from its numbers."""
    found = dict(points(card, catalogue, day))
    match card:
        case Unit():
            found |= dict(unit_cells(card)) | dict(nerve_and_dice(card))
        case Upgrade():
            found |= dict(upgrade_cells(card, catalogue))
        case CommandCard():
            found |= dict(command_cells(card, catalogue))
        case Counterpart():
            found |= {
                "Wounds": Cell(str(card.wounds)),
                "Joins": Cell("; ".join(map(catalogue.name_of, card.of))),
            }
        case BattleCard():
            found |= {"Category": Cell(display_word(card.category)), "Deck": Cell(display_word(card.deck))}
        case BattleForce():
            found |= {
                "Units": Cell(str(len(card.units))),
                "Command cards": Cell(str(len(card.command_cards))),
            }
    return found


def points(card: Card, catalogue: Catalogue, day: date | None) -> Iterator[tuple[str, Cell]]:
    """Points, and points for each wound."""
    if isinstance(card, Priced):
        price = catalogue.points_on(card, day)
        shown = "unpriced" if price.points is None else str(price.points)
        yield "Points", Cell(shown, "" if price.certain else "not certain")
        each = points_per_wound(card, price.points)
        if each is not None:
            yield "Points per wound", Cell(in_digits(each), exact=each)
    if faction := getattr(card, "faction", None):
        yield "Faction", Cell(display_word(faction))


def unit_cells(unit: Unit) -> Iterator[tuple[str, Cell]]:
    """Rank, type, minis and wounds of a unit."""
    yield "Rank", Cell(display_word(unit.rank))
    yield "Unit type", Cell(display_word(unit.unit_type))
    yield "In an army", Cell(LIMITS.get(unit.limit, f"limited to {unit.limit}"))
    yield "Minis", Cell(str(unit.miniatures))
    whole = wounds_of(unit)
    yield "Wounds", Cell(str(unit.wounds), f"{whole} in the unit" if whole != unit.wounds and whole else "")


def nerve_and_dice(unit: Unit) -> Iterator[tuple[str, Cell]]:
    """Courage or resilience, speed, defence die, surges and slots."""
    if unit.resilience is not None:
        yield "Resilience", Cell(str(unit.resilience))
    else:
        lacking = NOT_KNOWN if "courage" in unit.unknown else NONE
        yield "Courage", Cell(lacking if unit.courage is None else str(unit.courage))
    yield "Speed", Cell(str(unit.speed))
    yield "Defence die", Cell(unit.defence)
    yield "Attack surge", Cell(f"to {unit.attack_surge}" if unit.attack_surge else NONE)
    yield "Defence surge", Cell(f"to {unit.defence_surge}" if unit.defence_surge else NONE)
    yield "Slots", Cell(slots(unit.slots) or (NOT_KNOWN if "slots" in unit.unknown else NONE))


def slots(bar: Iterable[str]) -> str:
    """ "Command, 3 Force": in alphabetical order, so that equal bars read alike."""
    ordered = sorted(bar)
    counted = {slot: ordered.count(slot) for slot in ordered}
    return ", ".join(
        f"{number} {display_word(slot)}" if number > 1 else display_word(slot)
        for slot, number in counted.items()
    )


def upgrade_cells(card: Upgrade, catalogue: Catalogue) -> Iterator[tuple[str, Cell]]:
    """Slot, bearers and use of an upgrade."""
    yield "Slot", Cell(display_word(card.slot))
    who = restriction_in_words(card.restriction, catalogue.keywords) or "any unit with the slot"
    number = len(catalogue.equippers(card))
    yield "Who may take it", Cell(who, f"{number} unit{'' if number == 1 else 's'}")
    yield "In an army", Cell(LIMITS.get(card.limit, f"limited to {card.limit}"))
    if card.army_factions:
        yield "Armies", Cell(", ".join(map(display_word, card.army_factions)))
    if minis := added_minis(card, catalogue):
        yield "Adds minis", Cell(str(minis))
    if card.adds_slots:
        yield "Adds slots", Cell(slots(card.adds_slots))
    yield "Use", Cell(USES[card.use])


def command_cells(card: CommandCard, catalogue: Catalogue) -> Iterator[tuple[str, Cell]]:
    """Pips, bearers and orders of a command card."""
    yield "Pips", Cell(str(card.pips))
    needs = " and ".join(restriction_in_words(need, catalogue.keywords) for need in card.needs)
    force = catalogue.battle_forces.get(card.battle_force or "")
    anyone = f"a {display_word(card.faction)} army" if card.faction else "any army"
    yield "Who may take it", Cell(needs or (force.name if force else anyone))
    yield "Orders", Cell(orders_in_words(card.orders))


def dice(card: Card, catalogue: Catalogue, day: date | None) -> Cells:
    """The dice at each range that the card reaches, with hits on average and dice per point."""
    price = catalogue.points_on(card, day).points
    found = {}
    for band in BANDS:
        if (thrown := dice_at(card, band)).total:
            share = dice_per_point(card, price, band)
            notes = (
                [hits_in_words(hits_on_average(thrown, card.attack_surge))] if isinstance(card, Unit) else []
            )
            notes += [f"{in_digits(share * PER_HUNDRED, 1)} dice per 100 points"] if share else []
            found[sentence_of(band)] = Cell(thrown.in_words, ", ".join(notes), share)
    return found


def keywords_of(card: Card, catalogue: Catalogue) -> tuple[KeywordUse, ...]:
    """The keywords that a card has, or gives where it is an upgrade or a command card."""
    return (
        gives_of(card, catalogue.effect(card)) if isinstance(card, Upgrade | CommandCard) else card.keywords
    )


def split_keywords(a: tuple[KeywordUse, ...], b: tuple[KeywordUse, ...]) -> Split:
    """Keywords with their values: a keyword with another value is another one."""
    ours, theirs = ({(use.id, use.value): use for use in uses} for uses in (a, b))
    return Split(
        tuple(use for key, use in ours.items() if key in theirs),
        tuple(use for key, use in ours.items() if key not in theirs),
        tuple(use for key, use in theirs.items() if key not in ours),
    )


def weapons_of(card: Card, catalogue: Catalogue) -> tuple[Weapon, ...]:
    """The weapons of a card, or those that a command card brings for its moment."""
    if isinstance(card, Priced):
        return card.weapons
    effect = catalogue.effect(card)
    return effect.weapons if effect else ()


def effect_of(card: Card, catalogue: Catalogue) -> str:
    """What an upgrade or a command card does, or why we cannot say; other cards have their profile."""
    if not isinstance(card, Upgrade | CommandCard):
        return ""
    effect = catalogue.effect(card)
    return (
        effect.plain
        if effect
        else reason_in_words(card, no_effect_reason(card, catalogue.data.effects.pictures))
    )
