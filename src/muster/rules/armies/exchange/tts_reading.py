"""The JSON of Tabletop Simulator and Longshanks, as Legion HQ, Tabletop Admiral and others write it.

The keys of the battle deck are those of the older edition: `deployment` holds the objectives, `objective` the
secondaries, `conditions` the advantages. Cards of today are sorted by what they are, whatever the key.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import TypeGuard

from muster.rules.armies.exchange import link_reading
from muster.rules.armies.exchange.names import names_of
from muster.rules.armies.exchange.resolving import Resolver
from muster.rules.armies.exchange.results import Imported
from muster.rules.armies.exchange.written import NO_CHOICES, WrittenCard, WrittenList, WrittenUnit
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.naming import plain
from muster.rules.json_text import Json
from muster.rules.violations import Refused

FORMAT = "tts"
# What a key means for a card that is no longer in the game, and so cannot say itself.
DECK_KEYS = {
    "objective": "objective",
    "objectives": "objective",
    "deployment": "deployment",
    "deployments": "deployment",
    "conditions": "condition",
    "condition": "condition",
    "secondary": "secondary",
    "secondaries": "secondary",
    "advantage": "advantage",
    "advantages": "advantage",
}
TODAY = {"deployment": "objective", "objective": "secondary", "condition": "advantage"}
KNOWN_KEYS = frozenset(
    [
        "author",
        "listname",
        "title",
        "name",
        "points",
        "point",
        "numActivations",
        "armyFaction",
        "faction",
        "battleForce",
        "commandCards",
        "contingencies",
        "units",
        "battlefieldDeck",
        "battleFieldDeck",
        "listlink",
    ]
)
# No list of the game has nearly as many units; what follows is noted and not looked into.
MOST_UNITS = 10_000
UNIT_KEYS = frozenset(("name", "upgrades", "loadout", "count"))


def is_tts(document: Json) -> TypeGuard[dict[str, Json]]:
    """Whether a JSON document is such a list."""
    if not isinstance(document, dict):
        return False
    return isinstance(document.get("units"), list) or "commandCards" in document or "armyFaction" in document


def read(
    document: Mapping[str, Json],
    catalogue: Catalogue,
    choices: Mapping[str, str] = NO_CHOICES,
    day: date | None = None,
) -> Imported:
    """Read a list; whatever has the wrong type is noted with its place."""
    written = WrittenList(format=FORMAT, certain=True)
    reader = TtsReader(document, written)
    reader.frame()
    reader.cards()
    linked = linked_list(document, catalogue)
    if linked is not None:
        take_hints(written, linked, catalogue)
    if newer_categories(written, catalogue):
        written.deck = [(TODAY.get(category, category), card) for category, card in written.deck]
    return Resolver(written, catalogue, choices, day).import_list()


def linked_list(document: Mapping[str, Json], catalogue: Catalogue) -> Imported | None:
    """The army behind the share link that comes along, where it can be read."""
    link = document.get("listlink")
    if not isinstance(link, str) or not link_reading.is_link(link):
        return None
    try:
        return link_reading.read(link, catalogue)
    except Refused:
        return None


def take_hints(written: WrittenList, linked: Imported, catalogue: Catalogue) -> None:
    """Use the link for what names cannot say: versions of one name, faction, force and format."""
    army = linked.army
    written.hints = frozenset(card for entry in army.units for card in entry.cards)
    written.faction = written.faction or army.faction
    if not written.battle_force and army.battle_force:
        written.battle_force = catalogue.battle_forces[army.battle_force].name
    if written.limit is None and "import.assumed_format" not in {note.code for note in linked.notes}:
        written.limit = army.limit or catalogue.formats[army.format].points


def newer_categories(written: WrittenList, catalogue: Catalogue) -> bool:
    """Whether the deck of the format has the categories of today, so that the old keys stand for them."""
    formats = [each for each in catalogue.formats.values() if each.points == written.limit]
    if not formats or all("secondary" in each.battle_deck.categories for each in formats):
        return True
    known = names_of(catalogue).battle_cards
    return any(plain(card.name) in known for _, card in written.deck)


class TtsReader:
    """Reads the document into a written list."""

    def __init__(self, document: Mapping[str, Json], written: WrittenList) -> None:
        self.document = document
        self.written = written

    def frame(self) -> None:
        """Name, faction, points, battle force; every key nobody knows is noted."""
        written = self.written
        written.name = self.text("listname") or self.text("title") or self.text("name")
        written.faction = self.text("armyFaction") or self.text("faction")
        written.battle_force = self.text("battleForce")
        points = self.document.get("points", self.document.get("point"))
        number = int(points) if isinstance(points, str) and points.isdecimal() and len(points) < 7 else points
        written.points = number if isinstance(number, int) and not isinstance(number, bool) else None
        for key, value in self.document.items():
            if key not in KNOWN_KEYS and value not in (None, "", [], {}):
                self.leave(str(key), value)

    def text(self, key: str) -> str:
        """A text of the document; another type is noted."""
        value = self.document.get(key)
        if value is not None and not isinstance(value, str):
            self.leave(key, value)
        return value if isinstance(value, str) else ""

    def leave(self, where: str, value: Json) -> None:
        """Note a value that was not understood."""
        self.written.leftovers.append(WrittenCard("", where[:80], repr(value)))

    def cards(self) -> None:
        """Units, command cards and the battle deck."""
        units = self.read_list("units", self.document.get("units"))
        for number, unit in enumerate(units[:MOST_UNITS], start=1):
            self.unit(f"units, number {number}", unit)
        if units[MOST_UNITS:]:
            self.leave(f"units, from number {MOST_UNITS + 1} on", units[MOST_UNITS:])
        self.written.commands = list(self.read_names("commandCards", self.document.get("commandCards")))
        self.written.leftovers += self.read_names("contingencies", self.document.get("contingencies"))
        for name in ("battlefieldDeck", "battleFieldDeck"):
            self.deck(name, self.document.get(name))

    def read_list(self, where: str, value: Json) -> list[Json]:
        """A list; nothing and an empty one are the same, another type is noted."""
        if value is not None and not isinstance(value, list):
            self.leave(where, value)
        return value if isinstance(value, list) else []

    def read_names(self, where: str, value: Json) -> Iterator[WrittenCard]:
        """The names in a list."""
        for number, name in enumerate(self.read_list(where, value), start=1):
            place = f"{where}, number {number}"
            if isinstance(name, str) and name.strip():
                yield WrittenCard(name.strip(), place, name)
            elif name not in (None, ""):
                self.leave(place, name)

    def unit(self, where: str, value: Json) -> None:
        """One entry of the units: usually one unit, some writers add a count."""
        value = {"name": value} if isinstance(value, str) else value
        name = value.get("name") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(name, str):
            self.leave(where, value)
            return
        count = value.get("count", 1)
        unit = WrittenUnit(
            WrittenCard(name.strip(), where, name),
            count=count if isinstance(count, int) and not isinstance(count, bool) else 0,
        )
        unit.upgrades = list(self.read_names(f"{where}, upgrades", value.get("upgrades")))
        unit.aside = list(self.read_names(f"{where}, loadout", value.get("loadout")))
        self.written.units.append(unit)
        for key in value.keys() - UNIT_KEYS:
            self.leave(f"{where}, {str(key)[:40]}", value[key])

    def deck(self, where: str, value: Json) -> None:
        """The battle deck by its old keys."""
        if value is None:
            return
        if not isinstance(value, dict):
            self.leave(where, value)
            return
        self.written.recon = self.written.recon or value.get("scenario") == "recon"
        for key, cards in value.items():
            if key in DECK_KEYS:
                place = f"{where}, {key}"
                self.written.deck += [(DECK_KEYS[key], card) for card in self.read_names(place, cards)]
            elif key != "scenario":
                self.leave(f"{where}, {str(key)[:40]}", cards)
