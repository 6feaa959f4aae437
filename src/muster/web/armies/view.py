"""The builder's page as values: the header, the ranks, the roll of units, the hand and the deck."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from muster.app.armies.saving import SavedArmy
from muster.rules.armies.army import DECK_CATEGORIES, MAX_COUNT, Army, ArmyUnit, army_name
from muster.rules.armies.check import check_army
from muster.rules.armies.lineup.frame import facts
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.lineup.outfitting import last_points
from muster.rules.armies.lineup.rank_counts import RankCount
from muster.rules.armies.lineup.slots import Fitting, slots_to_bring
from muster.rules.armies.report import Report
from muster.rules.cards import Card, catalogue
from muster.rules.cards.types import CommandCard
from muster.rules.cards.vocabulary import RANKS
from muster.rules.messages import explain
from muster.web.armies.address import Open
from muster.web.armies.words import CATEGORY_SHORT, RANK_SHORT
from muster.web.cards import words
from muster.web.cards.rows import address
from muster.web.environment import NUMBER_WORDS

MOST_STROKES = 12


class Chip(NamedTuple):
    """A slot of a line: empty, or with the upgrade that sits in it. Without `slot` the card has no place."""

    slot: str
    word: str
    card: str = ""
    name: str = ""
    points: int | None = None
    problem: bool = False
    theirs: bool = False


class Joined(NamedTuple):
    """The counterpart of a line."""

    name: str
    points: int | None = None
    chips: tuple[Chip, ...] = ()


class UnitRow(NamedTuple):
    """One line of the roll. `known` is False where no card has the id; `badges` number the reasons."""

    key: str
    rank: str
    name: str
    number: int
    points: int
    known: bool
    badges: tuple[int, ...]
    chips: tuple[Chip, ...]
    title: str | None = None
    joined: Joined | None = None
    joins: bool = False
    full: bool = False
    remark: str = ""
    href: str = ""
    above: str = ""
    below: str = ""


class RankBox(NamedTuple):
    """One of the six add buttons; `state` is too few, too many, none, fine."""

    row: RankCount
    short: str
    state: str

    @property
    def strokes(self) -> tuple[int, int, int]:
        """Units that are in order, strokes for them and for what else the rank allows, and units beyond it:
        as many marked as the rank has units, but never more strokes than fit a button."""
        beyond = max(0, self.row.counts_to_max - self.row.max)
        in_order = min(self.row.units - beyond, MOST_STROKES)
        places = min(max(in_order, self.row.max), MOST_STROKES)
        return in_order, places, min(beyond, MOST_STROKES - places)


class HandCard(NamedTuple):
    """A card of the hand or the deck."""

    card: str
    name: str
    pips: int
    problem: bool
    href: str


class DeckPart(NamedTuple):
    """One category of the battle deck."""

    category: str
    name: str
    wanted: int
    cards: tuple[HandCard, ...]


class Sheet(NamedTuple):
    """An army, checked, as every page shows it."""

    army: Army
    report: Report
    name: str
    faction_name: str
    format_name: str
    force_name: str
    ranks: tuple[RankBox, ...]
    units: tuple[UnitRow, ...]
    hand: tuple[HandCard, ...]
    hand_size: int
    hand_complete: bool
    hand_rule: str
    deck: tuple[DeckPart, ...]
    deck_size: int
    typed: bool
    fixed: tuple[str, ...]
    today: date

    @property
    def frame(self) -> str:
        """Standard, Blizzard Force"""
        return ", ".join(part for part in (self.format_name, self.force_name) if part)

    @property
    def uncertain(self) -> tuple[str, ...]:
        """What makes the verdict about an earlier day uncertain, each said once."""
        return tuple(map(explain, self.report.uncertain))

    @property
    def fixed_count(self) -> str:
        """How many cards a fixed deck has, in words."""
        return NUMBER_WORDS[len(self.fixed)]

    @property
    def deck_wanted(self) -> int:
        """How many cards the deck has when it is complete."""
        return sum(part.wanted for part in self.deck)

    def unit(self, key: str) -> UnitRow | None:
        """The row with this key."""
        return next((row for row in self.units if row.key == key), None)


def sheet(army: Army) -> Sheet:
    """The army, checked and laid out."""
    cards = catalogue()
    report, lineup = check_army(army, cards), Lineup(army, cards)
    format_, deck = lineup.format, tuple(deck_parts(lineup, report))
    return Sheet(
        army=army,
        report=report,
        name=army_name(army),
        faction_name=words.FACTION_NAMES[army.faction],
        format_name=format_.name,
        force_name=lineup.force.name if lineup.force else army.battle_force or "",
        ranks=tuple(map(rank_box, report.ranks)),
        units=rows_by_rank(army, lineup, report),
        hand=hand_cards(army, report),
        hand_size=sum(cards.army.command_hand.by_pips.values()),
        hand_complete=bool(army.command_hand)
        and not any(violation.code.startswith("hand.") for violation in report.violations),
        hand_rule=hand_rule(),
        deck=deck,
        deck_size=sum(len(part.cards) for part in deck),
        typed=format_.battle_deck.typed,
        fixed=tuple(map(cards.name_of, format_.battle_deck.fixed)),
        today=cards.edition,
    )


def hand_rule() -> str:
    """Two cards each of 1, 2 and 3 pips, and Standing Orders."""
    rule = catalogue().army.command_hand
    several = (str(pips) for pips, cards in rule.by_pips.items() if cards > 1)
    most = NUMBER_WORDS[max(rule.by_pips.values())].capitalize()
    return (
        f"{most} cards each of {words.join_words(several)} pips, and {catalogue().name_of(rule.four_pips)}."
    )


def rank_box(row: RankCount) -> RankBox:
    """The button of a rank with its state."""
    short = row.counts_to_min < row.min
    state = "short" if short else "over" if row.counts_to_max > row.max else "ok" if row.units else "none"
    return RankBox(row, RANK_SHORT[row.rank], state)


def rows_by_rank(army: Army, lineup: Lineup, report: Report) -> tuple[UnitRow, ...]:
    """The lines by rank, within a rank as the player put them; unknown ones first, since they need a look."""
    lines = {line.key: line for line in lineup.lines}
    rows = [unit_row(entry, lines.get(entry.key), lineup, report) for entry in army.units]
    rows.sort(key=lambda row: RANKS.index(row.rank) if row.rank in RANKS else -1)
    for number, (upper, lower) in enumerate(pairwise([*rows])):
        if upper.rank == lower.rank:
            rows[number] = rows[number]._replace(below=lower.key)
            rows[number + 1] = lower._replace(above=upper.key)
    return tuple(rows)


def badges(key: str, report: Report) -> tuple[int, ...]:
    """The numbers of the reasons about one line. That a rank is short is not the fault of who is there."""
    return tuple(
        number
        for number, violation in enumerate(report.violations, 1)
        if key in violation.about and violation.code != "army.rank_min"
    )


def unit_row(entry: ArmyUnit, line: ArmyLine | None, lineup: Lineup, report: Report) -> UnitRow:
    """One line with its chips; upgrades that no card has are kept, shown, and marked."""
    strange = line.loadout.unknown if line else entry.upgrades
    costs = {part.card: part.total for part in line.loadout.parts} if line else {}
    odd = tuple(
        Chip("", "", card, catalogue().name_of(card), costs.get(card), problem=True)
        for card in entry.upgrades
        if card in strange
    )
    marks = badges(entry.key, report)
    if line is None:
        gone = catalogue().gone.find(entry.unit, "unit")
        return UnitRow(
            key=entry.key,
            rank="",
            name=gone.full_name if gone else entry.unit,
            number=entry.count,
            points=last_points(entry, lineup.frame) * entry.count,
            known=False,
            badges=marks,
            chips=odd,
            remark=f"Left the game by {gone.seen}" if gone else "No card has this name",
        )
    loadout, unit = line.loadout, line.unit
    wrong = {card for violation in report.of(entry.key) for card in violation.about}
    return UnitRow(
        key=entry.key,
        rank=line.rank,
        name=unit.name,
        number=entry.count,
        points=line.points,
        known=True,
        badges=marks,
        chips=(*chips(loadout.fitting, costs, wrong), *odd),
        title=unit.title,
        joined=counterpart_row(line, costs, wrong),
        joins=unit.counterpart is not None,
        full=entry.count >= MAX_COUNT,
        remark=remark(line, report),
        href=address(unit),
    )


def chips(fitting: Fitting, costs: dict[str, int], wrong: set[str], theirs: bool = False) -> Iterator[Chip]:
    """The slots of a unit, filled ones first, then the empty ones, then cards without a slot."""
    unslotted = {card.id for card in fitting.unslotted}
    seats = [(use.slot, use.upgrade) for use in sorted(fitting.uses, key=lambda use: use.upgrade is None)]
    seats += [(slot, None) for slot in slots_to_bring(fitting, facts(catalogue()).own_slotted)]
    for slot, card in (*seats, *((card.slot, card.id) for card in fitting.unslotted)):
        word = words.words(slot)
        if card is None:
            yield Chip(slot, word, theirs=theirs)
        else:
            name, problem = catalogue().upgrades[card].name, card in wrong or card in unslotted
            yield Chip(slot, word, card, name, costs.get(card), problem, theirs)


def counterpart_row(line: ArmyLine, costs: dict[str, int], wrong: set[str]) -> Joined | None:
    """The counterpart of a line with its own slots."""
    loadout, written = line.loadout, line.entry.counterpart
    card, fitting = loadout.counterpart, loadout.counterpart_fitting
    if card is None or fitting is None:
        return Joined(written.card) if written else None
    return Joined(card.full_name, costs.get(card.id), tuple(chips(fitting, costs, wrong, theirs=True)))


def remark(line: ArmyLine, report: Report) -> str:
    """Why the line counts otherwise than it looks: hired, or lifted out of its rank."""
    parts = ["Mercenary"] if line.hired else []
    counted = next(row for row in report.ranks if row.rank == line.rank)
    parts += [
        f"{why.capitalize()}: not counted to the maximum" for key, why in counted.exempt if key == line.key
    ]
    return ", ".join(parts)


def hand_card(card_id: str, card: Card | None, problem: bool) -> HandCard:
    """A card of the hand or the deck, or what stands there where no card has the id."""
    pips = card.pips if isinstance(card, CommandCard) else 0
    return HandCard(card_id, card.name if card else card_id, pips, problem, address(card) if card else "")


def about(report: Report, kind: str) -> set[str]:
    """The cards that problems of the hand or the deck are about."""
    return {card for violation in report.violations if kind in violation.code for card in violation.about}


def hand_cards(army: Army, report: Report) -> tuple[HandCard, ...]:
    """The hand by pips."""
    shelf, twice = catalogue().commands, Counter(army.command_hand)
    wrong = about(report, "hand.")
    rows = [
        hand_card(card, shelf.get(card), card in wrong or card not in shelf or twice[card] > 1)
        for card in army.command_hand
    ]
    return tuple(sorted(rows, key=lambda row: row.pips))


def deck_parts(lineup: Lineup, report: Report) -> Iterator[DeckPart]:
    """The categories of the format, and any other that has cards; names that were typed stand as they are."""
    wanted, deck = lineup.format.battle_deck.categories, lineup.army.battle_deck
    shelf, wrong = catalogue().battle_cards, about(report, "deck.")
    for name in dict.fromkeys((*wanted, *DECK_CATEGORIES)):
        cards = tuple(
            hand_card(card, shelf.get(card), not wrong.isdisjoint((card, catalogue().name_of(card))))
            for card in deck.of(name)
        )
        if name in wanted or cards:
            yield DeckPart(name, CATEGORY_SHORT[name], wanted.get(name, 0), cards)


class ArmyRow(NamedTuple):
    """A saved army as a list of armies shows it."""

    saved: SavedArmy
    report: Report
    name: str
    faction_name: str
    frame: str
    href: str


def army_row(saved: SavedArmy) -> ArmyRow:
    """An army in the list."""
    army = saved.army
    format_ = catalogue().formats.get(army.format)
    force = catalogue().battle_forces.get(army.battle_force or "")
    frame = f"{format_.name if format_ else army.format}{f', {force.name}' if force else ''}"
    faction, report = words.FACTION_NAMES[army.faction], check_army(army, catalogue())
    return ArmyRow(saved, report, army_name(army), faction, frame, Open().at(saved.id))
