"""The builder's page as values: the header, the ranks, the roll of units, the hand and the deck."""

from collections import Counter
from datetime import date
from typing import NamedTuple

from muster.app.armies.saving import SavedArmy
from muster.rules.armies.army import DECK_CATEGORIES, MAX_COUNT, Army, ArmyUnit, army_name
from muster.rules.armies.check import check_army
from muster.rules.armies.checks.slots import Fitting
from muster.rules.armies.lineup import ArmyLine, Lineup
from muster.rules.armies.report import RankCount, Report
from muster.rules.cards import catalogue
from muster.rules.cards.vocabulary import RANKS
from muster.web.armies.address import Open
from muster.web.armies.words import CATEGORY_SHORT, RANK_NAMES, RANK_SHORT
from muster.web.cards import words
from muster.web.cards.rows import address

MOST_STROKES = 12
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


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

    card: str
    name: str
    points: int | None
    chips: tuple[Chip, ...]


class UnitRow(NamedTuple):
    """One line of the roll. `known` is False where no card has the id; `badges` number the reasons."""

    key: str
    card: str
    rank: str
    name: str
    title: str | None
    number: int
    points: int
    known: bool
    chips: tuple[Chip, ...] = ()
    joined: Joined | None = None
    joins: bool = False
    full: bool = False
    remark: str = ""
    badges: tuple[int, ...] = ()
    href: str = ""
    above: str = ""
    below: str = ""


class RankBox(NamedTuple):
    """One of the six add buttons."""

    rank: str
    name: str
    short: str
    units: int
    least: int
    most: int
    counted: int
    state: str

    @property
    def strokes(self) -> tuple[int, int, int]:
        """Counted within the maximum, the maximum, and beyond it; never more strokes than fit a button."""
        most = min(self.most, MOST_STROKES)
        beyond = max(0, self.counted - self.most)
        return min(self.counted, most), most, min(beyond, MOST_STROKES - most)


class HandCard(NamedTuple):
    """A card of the hand or the deck."""

    card: str
    name: str
    pips: int = 0
    problem: bool = False
    href: str = ""


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
    def fixed_count(self) -> str:
        """How many cards a fixed deck has, in words."""
        return NUMBERS[len(self.fixed)]

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
    hand = cards.army.command_hand.by_pips
    force = lineup.force.name if lineup.force else army.battle_force or ""
    return Sheet(
        army=army,
        report=report,
        name=army_name(army),
        faction_name=words.FACTION_NAMES[army.faction],
        format_name=lineup.format.name,
        force_name=force,
        ranks=tuple(rank_box(row) for row in report.ranks),
        units=ordered(army, lineup, report),
        hand=hand_cards(army, report),
        hand_size=sum(hand.values()),
        hand_rule=hand_rule(),
        deck=deck_parts(lineup, report),
        deck_size=sum(len(army.battle_deck.of(name)) for name in DECK_CATEGORIES),
        typed=lineup.format.battle_deck.typed,
        fixed=tuple(cards.name_of(card) for card in lineup.format.battle_deck.fixed),
        today=cards.edition,
    )


def hand_rule() -> str:
    """Two cards each of 1, 2 and 3 pips, and Standing Orders."""
    rule = catalogue().army.command_hand
    several = (str(pips) for pips, cards in rule.by_pips.items() if cards > 1)
    most = NUMBERS[max(rule.by_pips.values())].capitalize()
    return f"{most} cards each of {words.both(several)} pips, and {catalogue().name_of(rule.four_pips)}."


def rank_box(row: RankCount) -> RankBox:
    """The button of a rank with its state: too few, too many, none, fine."""
    short = row.counts_to_min < row.min
    state = "short" if short else "over" if row.counts_to_max > row.max else "ok" if row.units else "none"
    names = RANK_NAMES[row.rank], RANK_SHORT[row.rank]
    return RankBox(row.rank, *names, row.units, row.min, row.max, row.counts_to_max, state)


def ordered(army: Army, lineup: Lineup, report: Report) -> tuple[UnitRow, ...]:
    """The lines by rank, within a rank as the player put them; unknown ones first, since they need a look."""
    lines = {line.key: line for line in lineup.lines}
    rows = [unit_row(entry, lines.get(entry.key), report, lineup) for entry in army.units]
    rows.sort(key=lambda row: RANKS.index(row.rank) if row.rank in RANKS else -1)
    return tuple(
        row._replace(above=neighbour(rows, number, -1), below=neighbour(rows, number, 1))
        for number, row in enumerate(rows)
    )


def neighbour(rows: list[UnitRow], number: int, step: int) -> str:
    """The key of the line of the same rank next to this one, if there is one."""
    other = number + step
    same = 0 <= other < len(rows) and rows[other].rank == rows[number].rank
    return rows[other].key if same else ""


def badges(key: str, report: Report) -> tuple[int, ...]:
    """The numbers of the reasons about one line. That a rank is short is not the fault of who is there."""
    return tuple(
        number
        for number, violation in enumerate(report.violations, 1)
        if key in violation.about and violation.code != "army.rank_min"
    )


def unit_row(entry: ArmyUnit, line: ArmyLine | None, report: Report, lineup: Lineup) -> UnitRow:
    """One line with its chips."""
    marks = badges(entry.key, report)
    if line is None:
        odd = tuple(Chip("", "", card, card, problem=True) for card in entry.upgrades)
        return UnitRow(
            entry.key,
            entry.unit,
            "",
            entry.unit,
            None,
            entry.count,
            0,
            known=False,
            chips=odd,
            badges=marks,
        )
    loadout, unit = line.loadout, line.unit
    costs = {part.card: part.total for part in loadout.parts}
    wrong = {card for violation in report.of(entry.key) for card in violation.about}
    return UnitRow(
        key=entry.key,
        card=unit.id,
        rank=line.rank,
        name=unit.name,
        title=unit.title,
        number=entry.count,
        full=entry.count >= MAX_COUNT,
        points=loadout.points * entry.count,
        known=True,
        chips=(*chips(loadout.fitting, costs, wrong), *unknown_upgrades(entry, lineup)),
        joined=joined(line, costs, wrong),
        joins=unit.counterpart is not None,
        remark=remark(line, report),
        badges=marks,
        href=address(unit),
    )


def chips(fitting: Fitting, costs: dict[str, int], wrong: set[str], theirs: bool = False) -> tuple[Chip, ...]:
    """The slots of a unit, filled ones first, then the empty ones, then cards without a slot."""
    uses = sorted(fitting.uses, key=lambda use: use.upgrade is None)
    seated = [
        Chip(use.slot, words.words(use.slot), theirs=theirs)
        if use.upgrade is None
        else filled(use.slot, use.upgrade, costs, wrong, theirs)
        for use in uses
    ]
    unslotted = [filled(card.slot, card.id, costs, {card.id}, theirs) for card in fitting.unslotted]
    return (*seated, *unslotted)


def filled(slot: str, card_id: str, costs: dict[str, int], wrong: set[str], theirs: bool) -> Chip:
    """A slot with its upgrade."""
    name = catalogue().upgrades[card_id].name
    word = words.words(slot)
    return Chip(slot, word, card_id, name, costs.get(card_id), card_id in wrong, theirs)


def unknown_upgrades(entry: ArmyUnit, lineup: Lineup) -> tuple[Chip, ...]:
    """Upgrades that no card has: kept, shown, and marked."""
    known = lineup.catalogue.upgrades
    return tuple(Chip("", "", card, card, problem=True) for card in entry.upgrades if card not in known)


def joined(line: ArmyLine, costs: dict[str, int], wrong: set[str]) -> Joined | None:
    """The counterpart of a line with its own slots."""
    loadout, entry = line.loadout, line.entry
    if entry.counterpart is None:
        return None
    if loadout.counterpart is None or loadout.counterpart_fitting is None:
        return Joined(entry.counterpart.card, entry.counterpart.card, None, ())
    theirs = chips(loadout.counterpart_fitting, costs, wrong, theirs=True)
    card = loadout.counterpart
    return Joined(card.id, card.full_name, costs.get(card.id), theirs)


def remark(line: ArmyLine, report: Report) -> str:
    """Why the line counts otherwise than it looks: hired, or lifted out of its rank."""
    parts = ["Mercenary"] if line.hired else []
    counted = next(row for row in report.ranks if row.rank == line.rank)
    parts += [
        f"{why.capitalize()}: not counted to the maximum" for key, why in counted.exempt if key == line.key
    ]
    return ", ".join(parts)


def hand_cards(army: Army, report: Report) -> tuple[HandCard, ...]:
    """The hand by pips."""
    shelf = catalogue().commands
    wrong = {card for violation in report.violations for card in violation.about if "hand." in violation.code}
    twice = Counter(army.command_hand)
    rows = [
        HandCard(
            card,
            shelf[card].name if card in shelf else card,
            shelf[card].pips if card in shelf else 0,
            card in wrong or card not in shelf or twice[card] > 1,
            address(shelf[card]) if card in shelf else "",
        )
        for card in army.command_hand
    ]
    return tuple(sorted(rows, key=lambda row: row.pips))


def deck_parts(lineup: Lineup, report: Report) -> tuple[DeckPart, ...]:
    """The categories of the format, and any other that has cards."""
    wanted = lineup.format.battle_deck.categories
    deck = lineup.army.battle_deck
    wrong = {card for violation in report.violations for card in violation.about if "deck." in violation.code}
    names = [*wanted, *(name for name in DECK_CATEGORIES if name not in wanted and deck.of(name))]
    return tuple(
        DeckPart(
            name,
            CATEGORY_SHORT[name],
            wanted.get(name, 0),
            tuple(deck_card(card, wrong) for card in deck.of(name)),
        )
        for name in names
    )


def deck_card(card_id: str, wrong: set[str]) -> HandCard:
    """A battle card, or the name that was typed."""
    card = catalogue().battle_cards.get(card_id)
    if card is None:
        return HandCard(card_id, card_id, problem=card_id in wrong)
    return HandCard(card_id, card.name, problem=card_id in wrong or card.name in wrong, href=address(card))


class ArmyRow(NamedTuple):
    """A saved army as a list of armies shows it."""

    saved: SavedArmy
    name: str
    faction_name: str
    frame: str
    points: int
    limit: int
    activations: int
    problems: int
    ranks: tuple[tuple[str, int], ...]
    href: str


def army_row(saved: SavedArmy) -> ArmyRow:
    """An army in the list."""
    report = check_army(saved.army, catalogue())
    format_ = catalogue().formats.get(saved.army.format)
    force = catalogue().battle_forces.get(saved.army.battle_force or "")
    parts = (format_.name if format_ else saved.army.format, force.name if force else "")
    return ArmyRow(
        saved,
        army_name(saved.army),
        words.FACTION_NAMES[saved.army.faction],
        ", ".join(part for part in parts if part),
        report.points,
        report.limit,
        report.activations,
        len(report.violations),
        tuple((row.rank, row.units) for row in report.ranks if row.units),
        Open().at(saved.id),
    )
