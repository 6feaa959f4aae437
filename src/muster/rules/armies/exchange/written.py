"""A list as it is written, before any name is looked up: what every format with names is first read into."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct, field

from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.naming import plain
from muster.rules.cards.types import Card
from muster.rules.cards.vocabulary import Faction, Kind, Rank

# What a person chose for pieces that were not understood: ids of cards by the piece.
NO_CHOICES: Mapping[str, str] = MappingProxyType({})
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

    `certain` says that it surely is a list, even with no card in it; `named` that it says its name.
    """

    format: str
    certain: bool = False
    name: str = ""
    named: bool = False
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

    def by_kind(self) -> Iterator[tuple[tuple[Kind, ...], WrittenCard]]:
        """Every written card with the kinds of card it may be."""
        for unit in self.units:
            yield ("unit", "counterpart"), unit.card
            yield from ((("upgrade", "counterpart"), card) for card in (*unit.upgrades, *unit.aside))
        yield from ((("command",), card) for card in self.commands)
        yield from ((("battle",), card) for _, card in self.deck)

    def choose(self, choices: Mapping[str, str], catalogue: Catalogue) -> None:
        """Let pieces of the list mean the cards a person chose for them: ids by the piece they stand for."""
        chosen = set()
        for kinds, written in [*self.by_kind()] if choices else ():
            wanted = choices.get(as_piece(written.piece), "")
            card = catalogue.cards.get(wanted)
            if card is not None and card.kind in kinds:
                written.name = card.full_name
                chosen.add(card.id)
            elif card is not None:
                self.move_piece(written, card)
                chosen.add(card.id)
            elif catalogue.gone.find(wanted, *kinds):
                written.name = wanted
        self.hints |= chosen
        if force := catalogue.battle_forces.get(choices.get(as_piece(self.battle_force), "")):
            self.battle_force = force.name

    def move_piece(self, written: WrittenCard, card: Card) -> None:
        """Move a piece to where the card a person chose for it belongs.

        A unit goes behind the unit it stood under, an upgrade onto the unit above, a command or battle card
        out of the units.
        """
        place, carried = self.take_out(written)
        written.name = card.full_name
        if card.kind == "unit":
            self.units.insert(place, WrittenUnit(written, upgrades=carried))
            return
        if card.kind == "command":
            self.commands.append(written)
        elif card.kind == "battle":
            self.deck.append(("", written))
        else:
            carried = [written, *carried]
        if self.units:
            self.units[max(place, 1) - 1].upgrades += carried

    def take_out(self, written: WrittenCard) -> tuple[int, list[WrittenCard]]:
        """Take a piece from where it stands: the number of units before it then, and what it carried."""
        for number, unit in enumerate(self.units):
            if unit.card is written:
                del self.units[number]
                return number, unit.upgrades
            if any(each is written for each in (*unit.upgrades, *unit.aside)):
                unit.upgrades = [each for each in unit.upgrades if each is not written]
                unit.aside = [each for each in unit.aside if each is not written]
                return number + 1, []
        self.commands = [each for each in self.commands if each is not written]
        self.deck = [(category, each) for category, each in self.deck if each is not written]
        return len(self.units), []


def as_choice(sent: str) -> tuple[str, str]:
    """A choice as it is sent, the id of a card and the piece that means it: the piece, and the id."""
    card, _, piece = sent.strip().partition(" ")
    return as_piece(piece), card


def as_piece(text: str) -> str:
    """A piece of a list as it is named in a choice: however forms and browsers break its lines."""
    return " ".join(text.split())


def faction_word(word: str) -> Faction | None:
    """The faction a word means."""
    return FACTION_WORDS.get(plain(word))
