"""Card facts in short plain words, the same on pages, on paper and in the terminal."""

from collections.abc import Iterable, Mapping

from msgspec import UNSET

from muster.rules.cards.history import Was
from muster.rules.cards.types import Keyword
from muster.rules.cards.values import KeywordUse, Orders, Range, Restriction, Weapon
from muster.rules.cards.vocabulary import display_word

NOT_KNOWN = "not known"


def either(words: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    *most, last = [*words] or [""]
    return f"{', '.join(most)} or {last}" if most else last


def restriction_in_words(wanted: Restriction | None, keywords: Mapping[str, Keyword]) -> str:
    """Who may equip it: "Empire Corps Trooper", "Rebel Agent or Rebel Officer". Nothing where all may."""
    if wanted is None:
        return ""
    kinds = (wanted.factions, wanted.affiliations, wanted.ranks, wanted.unit_types)
    parts = [either(display_word(word) for word in words) for words in kinds if words]
    parts += [either(wanted.names)] if wanted.names else []
    parts += [f"titled {either(wanted.titles)}"] if wanted.titles else []
    parts += conditions(wanted, keywords)
    branches = [restriction_in_words(branch, keywords) for branch in wanted.any]
    parts += ["; or ".join(branches)] if branches else []
    parts += [f"but not {restriction_in_words(wanted.unless, keywords)}"] if wanted.unless else []
    return " ".join(parts)


def conditions(wanted: Restriction, keywords: Mapping[str, Keyword]) -> list[str]:
    """What the unit must have, or its army must be."""
    names = (keywords[word].name if word in keywords else word for word in wanted.keywords)
    wanted_words = {
        f"with {either(names)}": wanted.keywords,
        f"with a {either(display_word(slot) for slot in wanted.slots)} slot": wanted.slots,
        f"with {wanted.defence} defence dice": wanted.defence,
        f"in a {wanted.force_side} side army": wanted.force_side,
    }
    return [words for words, asked in wanted_words.items() if asked]


def keyword_in_words(use: KeywordUse, keywords: Mapping[str, Keyword]) -> str:
    """The keyword as printed: "Armor 5", "Fixed: Front", "Deflect"."""
    name = keywords[use.id].name if use.id in keywords else use.id
    if use.value is None:
        return name
    return f"{name} {use.value}" if isinstance(use.value, int) else f"{name}: {use.value}"


def range_in_words(reach: Range | None) -> str:
    """ "Melee", "1–3", "Melee–2"; an end we do not know is a question mark."""
    if reach is None:
        return "–"
    nearest = "Melee" if reach.nearest == 0 else str(reach.nearest)
    if reach.farthest == reach.nearest:
        return nearest
    if reach.farthest == "beyond":
        return f"{nearest} and beyond"
    return f"{nearest}–{'?' if reach.farthest is None else reach.farthest}"


def dice_in_words(weapon: Weapon) -> str:
    """ "2 red, 1 white"."""
    counts = {"red": weapon.red, "black": weapon.black, "white": weapon.white}
    return ", ".join(f"{count} {colour}" for colour, count in counts.items() if count) or "none"


def orders_in_words(orders: Orders | None) -> str:
    """ "Darth Vader and 2 units"; what we do not know is said so."""
    if orders is None:
        return NOT_KNOWN
    parts = [either(orders.names) if orders.any_name else " and ".join(orders.names)] if orders.names else []
    if orders.count is not None or orders.kind:
        parts.append(others_in_words(orders))
    return " and ".join(parts)


def others_in_words(orders: Orders) -> str:
    """The units that are not named."""
    if orders.count == 0:
        return "no units"
    kind = "" if orders.kind in (None, "any") else f"{orders.kind} ".replace("ewok", "Ewok")
    if kind.startswith("each "):
        return f"{kind}unit"
    if kind[:1].isdigit():
        return f"{kind}units"
    if orders.count is None:
        return f"{kind}units (number {NOT_KNOWN})"
    return f"{orders.count} {kind}{'unit' if orders.count == 1 else 'units'}"


LIMITS: dict[object, str] = {None: "as many as you like", 1: "unique", 2: "limited to 2"}


def was_in_words(was: Was, points: bool = True) -> str:
    """What a card was before a day: "26 points; Special forces". Nothing where only its points changed and
    they are left out."""
    price = was.points if points else UNSET
    bar = () if was.slots is UNSET else was.slots
    values = {
        f"{price} points": price,
        display_word(str(was.rank)): was.rank,
        display_word(str(was.unit_type)): was.unit_type,
        f"{display_word(str(was.slot))} slot": was.slot,
        f"upgrade bar {', '.join(map(display_word, bar)) or 'empty'}": was.slots,
        LIMITS.get(was.limit, f"limited to {was.limit}"): was.limit,
        f"{was.pips} pips": was.pips,
        f"named {was.name}": was.name,
        f"titled {was.title}" if was.title else "no title": was.title,
    }
    return "; ".join(words for words, value in values.items() if value is not UNSET)
