"""Names that cannot be confused: what an army list prints for a card (rules 538 and 539).

A card whose name stands alone is printed as it is. Units with several versions state theirs; cards that share
a name get their rank, slot or deck behind it, then who it is for, until nothing else in the game reads alike.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache

from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.naming import plain
from muster.rules.cards.types import BattleCard, Card, CommandCard, Counterpart, Unit, Upgrade
from muster.rules.cards.vocabulary import display_word


@lru_cache(maxsize=8)
def printed_names(catalogue: Catalogue) -> dict[str, str]:
    """The printed names of all cards but the battle forces, by id."""
    cards = catalogue.data.cards
    sharing = Counter(name_without_title(card) for card in cards)
    names: dict[str, str] = {}
    for wording in zip(*(labels(card, sharing) for card in cards), strict=True):
        read_as = readings(cards, wording)
        for card, label in zip(cards, wording, strict=True):
            if card.id not in names and len(read_as[plain(label)]) == 1:
                names[card.id] = label
    return {card.id: names.get(card.id) or f"{card.full_name} [{card.id}]" for card in cards}


def readings(cards: tuple[Card, ...], wording: tuple[str, ...]) -> dict[str, set[str]]:
    """Which cards each label could mean."""
    read_as: dict[str, set[str]] = defaultdict(set)
    for card, label in zip(cards, wording, strict=True):
        read_as[plain(label)].add(card.id)
    return read_as


def labels(card: Card, sharing: Counter[str]) -> Iterator[str]:
    """Ever longer names for a card. A name that several cards share never stands alone."""
    kind, who = kind_of(card), owner_of(card)
    ambiguous = card.title is None and sharing[name_without_title(card)] > 1
    yield f"{card.full_name} ({kind})" if ambiguous else card.full_name
    yield f"{card.full_name} ({kind})"
    yield f"{card.full_name} ({', '.join(part for part in (kind, who) if part)})"


def name_without_title(card: Card) -> str:
    """The name without title, the same for every spelling of one character or thing."""
    return plain(getattr(card, "unique_name", None) or card.name)


def kind_of(card: Card) -> str:
    """Rank, slot, pips or deck."""
    if isinstance(card, Unit):
        return display_word(card.rank)
    if isinstance(card, Upgrade):
        return f"{display_word(card.slot)} upgrade"
    if isinstance(card, CommandCard):
        return f"{card.pips}-pip command card"
    if isinstance(card, BattleCard):
        return f"{display_word(card.deck)} {card.category}"
    return "counterpart"


def owner_of(card: Card) -> str:
    """The faction of a unit; for an upgrade the units and armies it is made for."""
    if isinstance(card, (Unit, Counterpart)):
        return display_word(card.faction)
    if not isinstance(card, Upgrade):
        return ""
    wanted = card.restriction
    named = (*wanted.names, *wanted.titles) if wanted else ()
    kinds = (*wanted.factions, *wanted.unit_types, *wanted.ranks) if wanted else ()
    parts = [*named, *(display_word(word) for word in (*kinds, *card.army_factions)), card.needs_choice or ""]
    return " / ".join(part for part in parts if part)
