"""An army being put together by an import: whatever comes, the document stays within its limits."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from muster.rules.armies.army import (
    DECK_CATEGORIES,
    MAX_COUNT,
    MAX_ENTRIES,
    MAX_LIMIT,
    MAX_NAME,
    Army,
    ArmyCounterpart,
    ArmyUnit,
    Deck,
    require_sizes,
)
from muster.rules.armies.exchange.findings import Findings
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Counterpart
from muster.rules.cards.vocabulary import FACTIONS, Faction

MOST_CARDS = 40
LONGEST_ID = 60
DEFAULT_FORMAT = "standard"


class DraftLine(Struct):
    """A unit line: ids, or names that no card has. `spare` are the printed points nothing explains yet."""

    where: str
    piece: str
    unit: str
    count: int = 1
    upgrades: list[str] = field(default_factory=list)
    companion: str | None = None
    companion_upgrades: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    spare: int | None = None

    def entries(self) -> list[ArmyUnit]:
        """The lines of the document; a stack too big for one takes several."""
        joined = None
        if self.companion:
            joined = ArmyCounterpart(card=self.companion, upgrades=tuple(self.companion_upgrades))
        upgrades, aside = tuple(self.upgrades), tuple(self.aside)
        entry = ArmyUnit(unit=self.unit, upgrades=upgrades, counterpart=joined, set_aside=aside)
        stacks = [MAX_COUNT] * (self.count // MAX_COUNT) + [self.count % MAX_COUNT]
        return [replace(entry, count=count) for count in stacks if count]


class Draft:
    """The army so far, and what there is to say about it."""

    def __init__(self, catalogue: Catalogue, findings: Findings) -> None:
        self.catalogue = catalogue
        self.findings = findings
        self.name = ""
        self.faction: Faction | None = None
        self.force: str | None = None
        self.format: str = DEFAULT_FORMAT
        self.limit: int | None = None
        self.lines: list[DraftLine] = []
        self.hand: list[str] = []
        self.deck: dict[str, list[str]] = {category: [] for category in DECK_CATEGORIES}

    @property
    def empty(self) -> bool:
        """Whether not one card was understood."""
        shelf = self.catalogue
        known = (line.unit in shelf.units for line in self.lines)
        hand = (card in shelf.commands for card in self.hand)
        return not (any(known) or any(hand) or any(self.deck.values()))

    def play_for(self, points: int, deck: Iterable[str] = ()) -> None:
        """Take the format with this points limit, else Standard with a cap of its own. Where two have it, the
        categories of the battle cards tell which: only the older one has deployments and conditions."""
        alike = [each for each in self.catalogue.formats.values() if each.points == points]
        wanted = set(deck)
        fitting = [each.id for each in alike if wanted <= set(each.battle_deck.categories)]
        self.format = next(iter([*fitting, *(each.id for each in alike)]), DEFAULT_FORMAT)
        own = self.catalogue.formats[self.format].points
        self.limit = None if points == own or not 1 <= points <= MAX_LIMIT else points

    def join(
        self, card: Counterpart, upgrades: Sequence[str], where: str, piece: str, spare: int = 0
    ) -> None:
        """Let a counterpart join its unit: one whose printed points it explains, else the first."""
        free = [line for line in self.lines if line.companion is None and line.unit in card.of]
        if not free:
            self.findings.add("import.orphan", where, piece)
            return
        priced = (line for line in free if spare and line.spare == spare * line.count)
        line = next(priced, free[0])
        line.companion = card.id
        line.companion_upgrades = list(upgrades)

    def settle_faction(self) -> Faction:
        """The faction, that of most units where nothing says it; and the battle force it cannot do without
        is filled in."""
        faction = self.faction
        if faction is None:
            self.faction = faction = self.voted_faction()
            self.findings.add("import.assumed_faction", "the list", faction, faction=faction)
        if self.force is None and (default := self.catalogue.army.default_battle_force.get(faction)):
            self.force = default
            name = self.catalogue.battle_forces[default].name
            self.findings.add("import.assumed_force", "the list", faction, (default,), force=name)
        return faction

    def voted_faction(self) -> Faction:
        """The faction that may field most units; its own units and its command cards break a tie."""
        shelf = self.catalogue
        units = [shelf.units[line.unit] for line in self.lines if line.unit in shelf.units]
        own = [unit.faction for unit in units if not unit.mercenary]
        hand = [shelf.commands[card].faction for card in self.hand if card in shelf.commands]
        votes = likeliest([shelf.armies_for(unit) for unit in units])
        return max(votes, key=lambda each: (own.count(each), hand.count(each), each == "mercenary"))

    def army(self) -> Army:
        """The finished document. Cards beyond its limits are noted, never dropped unsaid."""
        faction = self.settle_faction()
        standing = self.catalogue.army.command_hand.four_pips
        if self.hand and standing not in self.hand:  # it is in every hand; most formats leave it out
            self.hand.append(standing)
        if len(self.name) > MAX_NAME:
            self.findings.add("import.cut", "the name", self.name, max=MAX_NAME)
        hand = self.fitting("command cards", self.hand)
        deck = {name: self.fitting(f"{name} cards", cards) for name, cards in self.deck.items()}
        return require_sizes(
            Army(
                name=self.name[:MAX_NAME],
                faction=faction,
                format=self.format,
                points_date=self.findings.day or self.catalogue.edition,
                battle_force=self.force,
                limit=self.limit,
                units=self.units(),
                command_hand=hand,
                battle_deck=Deck(**deck),
            )
        )

    def fitting(self, what: str, cards: Sequence[str]) -> tuple[str, ...]:
        """As many cards as the document takes."""
        if len(cards) > MOST_CARDS:
            rest = cards[MOST_CARDS:]
            self.findings.add("import.too_many", what, ", ".join(rest), count=len(rest), max=MOST_CARDS)
        return tuple(cards[:MOST_CARDS])

    def units(self) -> tuple[ArmyUnit, ...]:
        """The lines, stacks joined; lines beyond the most an army may have are noted."""
        for line in self.lines:
            line.upgrades = list(self.fitting(f"upgrades of {line.where}", line.upgrades))
            line.aside = list(self.fitting(f"upgrades set aside of {line.where}", line.aside))
            line.companion_upgrades = list(self.fitting(f"upgrades of {line.where}", line.companion_upgrades))
        stacks: list[ArmyUnit] = []
        beyond: list[str] = []
        for line in self.lines:
            if len(stacks) > MAX_ENTRIES:
                beyond.append(line.piece)
            else:
                stack_up(stacks, line.entries())
        beyond[:0] = [f"{entry.count}× {entry.unit}" for entry in stacks[MAX_ENTRIES:]]
        if beyond:
            listed = ", ".join(beyond)
            self.findings.add("import.too_many", "units", listed, count=len(beyond), max=MAX_ENTRIES)
        return tuple(stacks[:MAX_ENTRIES])


def stack_up(stacks: list[ArmyUnit], entries: Iterable[ArmyUnit]) -> None:
    """Add lines; equal units that follow each other are one stack, as most formats write each for itself."""
    for entry in entries:
        if stacks and replace(stacks[-1], count=entry.count) == entry and stacks[-1].count < MAX_COUNT:
            total = stacks.pop().count + entry.count
            stacks.append(replace(entry, count=min(total, MAX_COUNT)))
            if total > MAX_COUNT:
                stacks.append(replace(entry, count=total - MAX_COUNT))
        else:
            stacks.append(entry)


def likeliest(armies: Iterable[frozenset[Faction]]) -> list[Faction]:
    """The factions that can field the most of these units; all factions where there are no units."""
    counts = Counter(faction for factions in armies for faction in factions)
    most = max(counts.values(), default=0)
    return [faction for faction in FACTIONS if counts[faction] == most]
