"""Writes Tabletop Admiral's text."""

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.armies.exchange import text_reading
from muster.rules.armies.exchange.results import Format
from muster.rules.armies.exchange.spelling import Speller, one_line, stranger_name
from muster.rules.armies.exchange.text_writing import deck_name
from muster.rules.armies.exchange.tts_writing import hand_of
from muster.rules.cards.catalogue import Catalogue

OLD_DECK = ("objective", "deployment", "condition")
DECK = ("objective", "secondary", "advantage")


def write(army: Army, catalogue: Catalogue) -> str:
    """Points, activations, units with their sums and titles, command cards, three lines of battle cards."""
    speller = Speller(army, catalogue, points=True)
    lines = [f"{speller.lineup.points}/{speller.lineup.limit}", f"{speller.lineup.activations} Activations"]
    for entry in army.units:
        lines += unit_lines(entry, speller)
    hand = [pips_behind(card, catalogue) for card in hand_of(army, catalogue)]
    lines += [", ".join(hand)] if hand else []
    return "\n".join((*lines, *deck_lines(army, catalogue, bool(hand)))) + "\n"


def unit_lines(entry: ArmyUnit, speller: Speller) -> list[str]:
    """`3x Dewback Rider 70 + 5 = 75 x 3 = 225` and the upgrades below; counterparts stand among them."""
    base, each = speller.price(entry, entry.unit), speller.unit_price(entry)
    many = f"{entry.count}x " if entry.count > 1 else ""
    line = f"{many}{unit_title(entry, speller)} {base}"
    line += f" + {each - base} = {each}" if each != base else ""
    line += f" x {entry.count} = {each * entry.count}" if many else ""
    upgrades = [(speller.upgrade(entry, card), card) for card in entry.upgrades]
    if entry.counterpart:
        upgrades.append((speller.companion(entry.counterpart.card), entry.counterpart.card))
        theirs = entry.counterpart.upgrades
        upgrades += [(speller.upgrade(entry, card, False), card) for card in theirs]
    listed = ", ".join(f"{name} ({speller.price(entry, card)})" for name, card in upgrades)
    return [line, f"--{listed}"] if upgrades else [line]


def unit_title(entry: ArmyUnit, speller: Speller) -> str:
    """The unit with its title in brackets."""
    unit = speller.catalogue.units.get(entry.unit)
    if unit is None:
        return one_line(stranger_name(entry.unit, speller.catalogue))
    return f"{unit.name} ({unit.title})" if unit.title else unit.name


def pips_behind(card_id: str, catalogue: Catalogue) -> str:
    """`Implacable•`."""
    card = catalogue.commands.get(card_id)
    return f"{card.name}{'•' * card.pips}" if card else f"{one_line(stranger_name(card_id, catalogue))}•"


def deck_lines(army: Army, catalogue: Catalogue, after_commands: bool) -> list[str]:
    """Three lines without labels; readers find them behind the command cards only."""
    found = catalogue.formats.get(army.format)
    old = found is not None and "deployment" in found.battle_deck.categories
    rows = [army.battle_deck.of(category) for category in (OLD_DECK if old else DECK)]
    if not after_commands or not any(rows):
        return []
    return [", ".join(deck_name(card, catalogue) for card in cards) for cards in rows]


FORMATS = (Format("admiral", "Tabletop Admiral text", text_reading.read, write, place=70),)
