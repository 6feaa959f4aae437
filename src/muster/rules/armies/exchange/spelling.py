"""How a text names a card: as short as its format does, as long as needed to be read as the same card."""

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.armies.exchange.names import names_of
from muster.rules.armies.exchange.resolving import Resolver
from muster.rules.armies.exchange.written import WrittenCard, WrittenList, WrittenUnit
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.naming import plain
from muster.rules.cards.types import Card

SEPARATORS = frozenset("\n\r,()/=:+•*")


class Speller:
    """Names and prices of the cards of one army. With `points`, the text prints points beside the names."""

    def __init__(self, army: Army, catalogue: Catalogue, *, points: bool, display: bool = False) -> None:
        self.army = army
        self.catalogue = catalogue
        self.lineup = Lineup(army, catalogue)
        self.prints_points = points
        self.display = display
        self.loadouts = {line.key: line.loadout for line in self.lineup.lines}

    def price(self, entry: ArmyUnit, card_id: str) -> int:
        """What a card costs on this line; a card without points, or none at all, costs nothing here."""
        loadout = self.loadouts.get(entry.key)
        for part in loadout.parts if loadout else ():
            if part.card == card_id:
                return part.total
        card = self.catalogue.cards.get(card_id)
        if card is None:
            gone = self.catalogue.gone.find(card_id, "unit", "upgrade")
            return (gone.points or 0) if gone else 0
        return self.catalogue.points_on(card, self.army.points_date).points or 0

    def unit_price(self, entry: ArmyUnit) -> int:
        """What one unit of the line costs, counterpart and all."""
        return sum(self.price(entry, card) for card in entry.cards)

    def counterpart_price(self, entry: ArmyUnit) -> int:
        """What the counterpart of the line costs with its upgrades."""
        if entry.counterpart is None:
            return 0
        return sum(self.price(entry, card) for card in (entry.counterpart.card, *entry.counterpart.upgrades))

    def unit(self, entry: ArmyUnit, ranked: bool = False) -> str:
        """The unit's name, with its title where several units could be meant."""
        unit = self.catalogue.units.get(entry.unit)
        if unit is None:
            return one_line(stranger_name(entry.unit, self.catalogue))
        for name in spellings(unit, self.display):
            resolver = self.resolver()
            base = self.price(entry, unit.id) if self.prints_points else None
            written = WrittenUnit(WrittenCard(name, "", name, base), rank=unit.rank if ranked else None)
            written.upgrades = [WrittenCard(self.plain_name(card), "", "") for card in entry.upgrades]
            candidates = resolver.book.units.get(plain(name), ())
            if candidates and resolver.version(written, candidates) == unit and not resolver.findings.notes:
                return name
        return spellings(unit, self.display)[0]

    def upgrade(self, entry: ArmyUnit, card_id: str, on_unit: bool = True) -> str:
        """The upgrade's name, with its title where several upgrades could be meant."""
        upgrade = self.catalogue.upgrades.get(card_id)
        if upgrade is None:
            return one_line(self.plain_name(card_id))
        unit = self.catalogue.units.get(entry.unit) if on_unit else None
        for name in spellings(upgrade, self.display):
            resolver = self.resolver()
            points = self.price(entry, card_id) if self.prints_points else None
            found = resolver.upgrade(WrittenCard(name, "", name, points), unit)
            if found == card_id and not resolver.findings.notes:
                return name
        return spellings(upgrade, self.display)[0]

    def upgrade_with_price(self, entry: ArmyUnit, card_id: str, on_unit: bool = True) -> str:
        """The upgrade with its points: `Recon Intel (8)`."""
        return f"{self.upgrade(entry, card_id, on_unit)} ({self.price(entry, card_id)})"

    def companion(self, card_id: str) -> str:
        """The counterpart's name; its unit tells which one it is."""
        card = self.catalogue.counterparts.get(card_id)
        return card.name if card else one_line(card_id)

    def plain_name(self, card_id: str) -> str:
        """The printed name of a card; what no card has stands for itself."""
        card = self.catalogue.cards.get(card_id)
        return card.name if card else stranger_name(card_id, self.catalogue)

    def resolver(self) -> Resolver:
        """The reader's own judgement, in an army of this faction."""
        resolver = Resolver(WrittenList(format=""), self.catalogue)
        resolver.draft.faction = self.army.faction
        return resolver


def spellings(card: Card, display: bool) -> list[str]:
    """The names to try, shortest first."""
    short = [card.display_name, card.name] if display else [card.name, card.display_name]
    return list(dict.fromkeys(name for name in (*short, card.full_name, card.tts_name) if name))


def stranger_name(card_id: str, catalogue: Catalogue) -> str:
    """What a text calls an id that is no current card: its old name if it left the game and no other card has
    that name now, else the id as written."""
    gone = catalogue.gone.find(card_id, "unit", "upgrade", "command")
    if gone is None or plain(gone.full_name) in names_of(catalogue).shelves[gone.kind]:
        return card_id
    return gone.full_name


def one_line(text: str) -> str:
    """A text without the signs that would break the line."""
    return " ".join("".join(" " if sign in SEPARATORS else sign for sign in text).split())
