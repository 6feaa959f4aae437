"""An army with its cards looked up: what every check reads."""

from collections import Counter
from collections.abc import Collection, Iterable
from copy import copy
from functools import cached_property
from typing import TypeVar

from msgspec.structs import replace

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.armies.lineup.frame import CardFacts, Frame, frame_of
from muster.rules.armies.lineup.loadout import ArmyLine, KeptLoadout
from muster.rules.armies.lineup.outfitting import kept_loadout, last_points
from muster.rules.armies.lineup.rank_counts import RankCount, count_ranks
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.history import Gone
from muster.rules.cards.types import BattleCard, BattleForce, CommandCard, Format
from muster.rules.cards.values import RankTable
from muster.rules.cards.vocabulary import RANKS

T = TypeVar("T")
DEFAULT_FORMAT = "standard"


class Lineup:
    """The army, its frame and its lines, with the cards as they were on its date.

    Lines whose unit is no card are in `unknown_units`, and also in `gone_units` if it left the game. `odd`
    are lines that the rank table counts in a special way. `doubtful` are the lines that per-line rules still
    have to check, and `blamed` those in which they found something; the others were checked before, with the
    same loadout in the same frame. `cards_sound` says the same of the hand and the deck.
    """

    def __init__(self, army: Army, catalogue: Catalogue) -> None:
        self.catalogue = catalogue = catalogue.on(army.points_date)
        self.frame: Frame = frame_of(army, catalogue)
        self.facts: CardFacts = self.frame.facts
        self.force: BattleForce | None = self.frame.force
        # An unknown format is reported and checked as Standard.
        self.format: Format = catalogue.formats.get(army.format) or catalogue.formats[DEFAULT_FORMAT]
        self.take(army)
        self.unknown_units: list[ArmyUnit] = []
        self.gone_units: list[tuple[ArmyUnit, Gone]] = []
        self.lines: list[ArmyLine] = []
        self.odd: list[ArmyLine] = []
        self.points = 0  # rule 411: the sum of all unit, upgrade and counterpart cards
        self.doubtful: list[tuple[ArmyLine, KeptLoadout]] = []
        self.blamed: set[str] = set()
        setters = self.facts.price_setters.intersection(entry.unit for entry in army.units)
        for entry in army.units:
            self.add(entry, setters)

    def add(self, entry: ArmyUnit, setters: frozenset[str]) -> None:
        """Look up one line."""
        unit = self.catalogue.units.get(entry.unit)
        if unit is None:
            self.unknown_units.append(entry)
            self.points += last_points(entry, self.frame) * entry.count
            if gone := self.catalogue.gone.find(entry.unit, "unit"):
                self.gone_units.append((entry, gone))
        else:
            kept = kept_loadout(entry, unit, self.frame, setters)
            line = ArmyLine(entry, kept.loadout)
            self.lines.append(line)
            self.points += kept.loadout.points * entry.count
            if kept.loadout.odd:
                self.odd.append(line)
            if not kept.sound or entry.set_aside:
                self.doubtful.append((line, kept))

    def unsure(self) -> "Lineup | None":
        """The part of the army that per-line rules still have to check; None where everything is known to be
        sound."""
        if len(self.doubtful) == len(self.lines):
            return self
        if not self.doubtful and not self.unknown_units:
            return None
        seen = copy(self)
        seen.lines = [line for line, _ in self.doubtful]
        return seen

    def settle(self) -> None:
        """Mark the lines, hand and deck that no rule blamed as sound, once every rule has run."""
        for line, kept in self.doubtful:
            kept.sound = line.key not in self.blamed
        if not (self.cards_sound or self.cards_blamed):
            self.frame.keep_cards(self.hand_and_deck)

    def only(self, key: str) -> "Lineup":
        """The same army as the rules that look at each line by itself see one line of it."""
        seen = copy(self)
        seen.army = replace(self.army, units=tuple(entry for entry in self.army.units if entry.key == key))
        seen.doubtful = [pair for pair in self.doubtful if pair[0].key == key]
        seen.lines = [line for line in self.lines if line.key == key]
        seen.unknown_units = [entry for entry in self.unknown_units if entry.key == key]
        return seen

    def with_army(self, army: Army) -> "Lineup":
        """The same units with another hand or deck."""
        changed = copy(self)
        changed.take(army)
        return changed

    def take(self, army: Army) -> None:
        """The army with its command cards that exist."""
        commands = self.catalogue.commands
        self.army = army
        self.hand: list[CommandCard] = [commands[card] for card in army.command_hand if card in commands]
        self.hand_and_deck = (self.format.id, army.command_hand, army.battle_deck)
        self.cards_sound = self.hand_and_deck in self.frame.sound_cards
        self.cards_blamed = False
        vars(self).pop("deck", None)

    @cached_property
    def deck(self) -> list[tuple[str, str, BattleCard | None]]:
        """What stands in the deck by category, with the card where there is one: none where the player types
        names."""
        battle = {} if self.format.battle_deck.typed else self.catalogue.battle_cards
        return [(category, card, battle.get(card)) for category, card in self.army.battle_deck.cards]

    @property
    def limit(self) -> int:
        """The points limit: the army's own cap, or the format's."""
        return self.army.limit or self.format.points

    @property
    def activations(self) -> int:
        """How many units the army has; a counterpart belongs to its unit."""
        return sum(entry.count for entry in self.army.units)

    @cached_property
    def table_id(self) -> str:
        """The battle force's table that is used: the format's, else that of a format with the same ranks."""
        if self.force is None or self.format.id in self.force.rank_tables:
            return self.format.id
        formats, ranks = self.catalogue.formats, self.format.ranks
        alike = (each for each in self.force.rank_tables if each in formats and formats[each].ranks == ranks)
        return next(alike, DEFAULT_FORMAT)

    def has(self, keyword: str) -> bool:
        """Whether a unit or an upgrade of the army carries the keyword."""
        for line in self.lines:  # noqa: SIM110 - asked for every army: twice as quick as any()
            if keyword in line.loadout.keywords:
                return True
        return False

    def keys_of(self, units: Collection[str]) -> list[str]:
        """The keys of the lines with these units."""
        return [line.key for line in self.lines if line.unit.id in units]

    @cached_property
    def ranks(self) -> RankTable:
        """The rank table: the format's, or the battle force's; the army's own rows replace theirs."""
        table = self.format.ranks if self.force is None else self.force.rank_tables[self.table_id]
        own = self.army.ranks
        if own is None:
            return table
        cap = own.commander_and_operative_max
        return RankTable(
            limits={rank: own.limits.get(rank, table.limits[rank]) for rank in RANKS},
            commander_and_operative_max=table.commander_and_operative_max if cap is None else cap,
        )

    @cached_property
    def unit_counts(self) -> Counter[str]:
        """How many of each unit card."""
        return Counter(sum_counts((line.unit.id, line.count) for line in self.lines))

    @cached_property
    def name_counts(self) -> Counter[str]:
        """How many units of each name, whatever their version."""
        return Counter(sum_counts((line.unit.name, line.count) for line in self.lines))

    @cached_property
    def rank_counts(self) -> tuple[RankCount, ...]:
        """The rank table with the army's counts."""
        return count_ranks(self)


def sum_counts(pairs: Iterable[tuple[T, int]]) -> dict[T, int]:
    """How many of each there are, where some are given more than once."""
    counts: dict[T, int] = {}
    for what, count in pairs:
        counts[what] = counts.get(what, 0) + count
    return counts
