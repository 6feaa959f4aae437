"""Facts of cards in words: restrictions, orders, ranges, dates. Presentation only, no rules."""

from collections.abc import Iterable
from datetime import date

from muster.rules.cards import Card, catalogue, wording
from muster.rules.cards.types import BattleCard, CommandCard, Counterpart, Unit, Upgrade
from muster.rules.cards.values import Change, KeywordUse, Range, Release, Restriction
from muster.rules.cards.vocabulary import FACTIONS, display_word

FACTION_NAMES: dict[str, str] = {each: display_word(each) for each in FACTIONS} | {"neutral": "Any faction"}
KIND_NAMES = {
    "unit": "Units",
    "upgrade": "Upgrades",
    "command": "Commands",
    "battle": "Battle cards",
    "counterpart": "Counterparts",
    "battle-force": "Battle forces",
}
CHANGED = {
    "stats": "profile",
    "other": "other details",
    "requirement": "requirement",
    "slots": "upgrade bar",
    "exhaust": "exhaust mark",
    "unit-type": "unit type",
    "weapon": "weapons",
}
FACTS = {
    "use": "exhaust or expend mark",
    "base_mm": "base size",
    "slots": "upgrade bar",
    "printed_pips": "printed pips",
}


def words(term: str) -> str:
    """`special-forces` is "special forces"; Mandalorians and Wookiees keep their capital."""
    plain = term.replace("-", " ")
    return plain.replace("mandalorian", "Mandalorian").replace("wookiee", "Wookiee")


def sentence(text: str) -> str:
    """The text with a capital first letter, the rest untouched."""
    return text[:1].upper() + text[1:]


def join_words(items: Iterable[str]) -> str:
    """A, B and C"""
    *most, last = [*items] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def restriction(wanted: Restriction) -> str:
    """Who is meant: "Empire Corps Trooper"; "any unit" where nothing is asked."""
    text = wording.restriction_in_words(wanted, catalogue().keywords)
    return f"any unit, {text}" if text.startswith("but not") else text or "any unit"


def keyword_name(keyword_id: str) -> str:
    """The name of a keyword, or its id in words where nothing explains it."""
    known = catalogue().keywords.get(keyword_id)
    return known.name if known else display_word(keyword_id)


def keyword_label(use: KeywordUse) -> str:
    """The keyword with its value as a card prints it: "Precise 1", "Fixed: Front"."""
    name, value = keyword_name(use.id), use.value
    if value is None:
        return name
    joint = " " if isinstance(value, int) or value[:1].isdigit() or value == "X" else ": "
    return f"{name}{joint}{value}"


def orders(card: CommandCard) -> str:
    """Who the card gives orders to; what was lost is said to be not known."""
    if card.orders is None:
        return wording.NOT_KNOWN if "orders" in card.unknown else "none printed"
    text = wording.orders_in_words(card.orders)
    doubt = "orders" in card.unknown and wording.NOT_KNOWN not in text
    return f"{text} (not fully known)" if doubt else text


def reach(printed: Range | None) -> str:
    """Melee, Range 1–3; a far end we do not know is said so."""
    if printed is None:
        return "no range printed"
    if printed.farthest is None:
        return "range not known"
    text = wording.range_in_words(printed)
    return text if text.startswith("Melee") else f"Range {text}"


def type_label(card: Card) -> str:
    """The line above a name: "Corps trooper", "Gear upgrade", "Objective"."""
    match card:
        case Unit():
            text = f"{words(card.rank)} {words(card.unit_type)}"
        case Upgrade():
            text = f"{words(card.slot)} upgrade"
        case CommandCard():
            text = "command card"
        case BattleCard():
            text = f"{card.category}, {card.deck} deck"
        case Counterpart():
            text = f"counterpart, {words(card.unit_type or '')}"
        case _:
            text = "battle force"
    return sentence(text) + {1: ", unique", 2: ", limited to 2"}.get(getattr(card, "limit", None) or 0, "")


def change_words(change: Change) -> str:
    """What a dated change other than points touched, and who says so."""
    kinds = [CHANGED.get(kind, kind) for kind in change.kinds if kind != "replaced"]
    what = f"{join_words(kinds)} changed" if kinds else "the card was replaced by a new one"
    source = "official errata" if change.official else "seen in a list builder’s data"
    return sentence(f"{what}{', at the latest' if change.by else ''} ({source})")


def fact(field: str) -> str:
    """The name of a field as a player knows it; parts of weapons are named with the weapon."""
    if field.startswith("weapons."):
        return f"range of {field.split('.', 1)[1].rsplit('.', 1)[0]}"
    return FACTS.get(field, field.replace("_", " "))


def release_words(release: Release) -> str:
    """Released, or when it is expected as far as announced."""
    if release.status == "released":
        return "Released"
    when = release.expected or release.announced
    return f"Not released yet, expected {period(when)}" if when else "Not released yet, date not known"


def period(text: str) -> str:
    """`2026-Q4` is "fourth quarter of 2026", `2026-08` is "August 2026"."""
    year, _, part = text.partition("-")
    if part.startswith("Q"):
        return f"{['first', 'second', 'third', 'fourth'][int(part[1]) - 1]} quarter of {year}"
    return f"{date(int(year), int(part[:2]), 1):%B %Y}" if part else year


def short_day(day: date) -> str:
    """19 Jul 2024"""
    return f"{day.day} {day:%b %Y}"
