"""The words of the game that cards are described with, and what belongs under what.

The words double as the names of our icons: `rank-special-forces`, `up-heavy-weapon`, `flag-rebels`.
"""

from typing import Literal, TypeAlias, get_args

Faction: TypeAlias = Literal["empire", "rebels", "republic", "separatists", "mercenary", "mandalorians"]
Rank: TypeAlias = Literal["commander", "operative", "corps", "special-forces", "support", "heavy"]
ForceSide: TypeAlias = Literal["light", "dark"]
Slot: TypeAlias = Literal[
    "armament",
    "clan",
    "command",
    "comms",
    "crew",
    "doctrine",
    "force",
    "gear",
    "generator",
    "grenades",
    "hardpoint",
    "heavy-weapon",
    "ordnance",
    "personnel",
    "pilot",
    "programming",
    "squad-leader",
    "training",
]
UnitType: TypeAlias = Literal[
    "trooper",
    "clone-trooper",
    "creature-trooper",
    "droid-trooper",
    "heavy-droid-trooper",
    "emplacement-trooper",
    "mandalorian-trooper",
    "wookiee-trooper",
    "vehicle",
    "ground-vehicle",
    "repulsor-vehicle",
]
Affiliation: TypeAlias = Literal[
    "black-sun",
    "children-of-the-watch",
    "clan-kryze",
    "clan-saxon",
    "clan-wren",
    "ewok",
    "mandalorians",
    "maul-loyalist",
    "pyke",
    "raider",
    "rogue",
]
Kind: TypeAlias = Literal["unit", "upgrade", "command", "battle", "counterpart", "battle-force"]

FACTIONS: tuple[Faction, ...] = get_args(Faction)
RANKS: tuple[Rank, ...] = get_args(Rank)
SLOTS: tuple[Slot, ...] = get_args(Slot)
UNIT_TYPES: tuple[UnitType, ...] = get_args(UnitType)
KINDS: tuple[Kind, ...] = get_args(Kind)

WIDER_TYPE: dict[UnitType, UnitType] = {
    "clone-trooper": "trooper",
    "creature-trooper": "trooper",
    "droid-trooper": "trooper",
    "heavy-droid-trooper": "droid-trooper",
    "emplacement-trooper": "trooper",
    "mandalorian-trooper": "trooper",
    "wookiee-trooper": "trooper",
    "ground-vehicle": "vehicle",
    "repulsor-vehicle": "vehicle",
}


def type_line(unit_type: UnitType) -> tuple[UnitType, ...]:
    """The type itself and every wider type it belongs to, narrowest first.

    A heavy droid trooper is a droid trooper and a trooper: a card that names the wider type means them all.
    """
    line: list[UnitType] = [unit_type]
    while (wider := WIDER_TYPE.get(line[-1])) is not None:
        line.append(wider)
    return tuple(line)


TYPE_LINES = {unit_type: type_line(unit_type) for unit_type in UNIT_TYPES}


def is_a(unit_type: UnitType, wanted: UnitType) -> bool:
    """Whether a unit of `unit_type` is meant where a card says `wanted`."""
    return wanted in TYPE_LINES[unit_type]


def display_word(word: str) -> str:
    """A word of the vocabulary as people write it: `special-forces` becomes "Special Forces"."""
    small = {"of", "the"}
    return " ".join(part if part in small else part.capitalize() for part in word.split("-"))
