"""A list as it is written, before any name is looked up: what every format with names is first read into."""

from msgspec import Struct, field

from muster.rules.cards.naming import plain
from muster.rules.cards.vocabulary import Faction, Rank

FACTION_WORDS: dict[str, Faction] = {
    "rebel": "rebels",
    "rebels": "rebels",
    "rebel alliance": "rebels",
    "empire": "empire",
    "imperial": "empire",
    "galactic empire": "empire",
    "republic": "republic",
    "galactic republic": "republic",
    "separatist": "separatists",
    "separatists": "separatists",
    "separatist alliance": "separatists",
    "mercenary": "mercenary",
    "mercenaries": "mercenary",
    "shadowcollective": "mercenary",
    "mandalorian": "mandalorians",
    "mandalorians": "mandalorians",
}


class WrittenCard(Struct):
    """A card by the name the list gives it, where it stands, and the points printed beside it."""

    name: str
    where: str
    piece: str
    points: int | None = None


class WrittenUnit(Struct):
    """A unit line: `base` is the unit card's own points where printed, `total` the whole line's."""

    card: WrittenCard
    count: int = 1
    rank: Rank | None = None
    total: int | None = None
    upgrades: list[WrittenCard] = field(default_factory=list)
    aside: list[WrittenCard] = field(default_factory=list)
    companion: bool = False

    def base(self) -> int | None:
        """The unit card's own points: as printed, or what the line costs without its upgrades."""
        if self.card.points is not None:
            return self.card.points
        if self.total is None or self.total % self.count:
            return None
        return self.total // self.count - sum(card.points or 0 for card in self.upgrades)


class WrittenList(Struct):
    """A whole list. `hints` are ids from a share link that came along; `deck` has cards by category.

    `certain` says that it surely is a list, even with no card in it.
    """

    format: str
    certain: bool = False
    name: str = ""
    faction: str = ""
    battle_force: str = ""
    points: int | None = None
    limit: int | None = None
    recon: bool = False
    units: list[WrittenUnit] = field(default_factory=list)
    commands: list[WrittenCard] = field(default_factory=list)
    deck: list[tuple[str, WrittenCard]] = field(default_factory=list)
    hints: frozenset[str] = frozenset()
    leftovers: list[WrittenCard] = field(default_factory=list)


def faction_word(word: str) -> Faction | None:
    """The faction a word means."""
    return FACTION_WORDS.get(plain(word))
