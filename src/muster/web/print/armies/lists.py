"""The army list of a tournament and the copy for opponents, as values ready for paper."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from muster.rules.armies.army import Army, ArmyUnit, Deck
from muster.rules.armies.check import check_army
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.report import Report
from muster.rules.armies.sheets.identify import printed_names
from muster.rules.armies.sheets.listing import (
    ArmyList,
    ListedUnit,
    army_list,
    error_found,
    missing_from,
    opponents_copy,
)
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Card, Unit, Upgrade
from muster.rules.cards.vocabulary import RANKS, display_word
from muster.rules.messages import explain
from muster.web.print.armies.heading import Heading, PrintOrder, heading

MOST_REASONS = 24
UNKNOWN_ICON = "ui-help"
Costs = dict[str, int | None]


class PricedCard(msgspec.Struct, frozen=True):
    """A card on the list. `points` is None where none are published or no such card exists."""

    name: str
    points: int | None
    icon: str


class ListRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line: so many units alike, card by card. `each` is one unit with all it carries."""

    card: PricedCard
    count: int
    each: int
    points: int
    upgrades: tuple[PricedCard, ...]
    set_aside: tuple[PricedCard, ...]
    counterpart: PricedCard | None
    counterpart_upgrades: tuple[PricedCard, ...]


class RankStrokes(msgspec.Struct, frozen=True):
    """How many units fill a rank, and how many may."""

    icon: str
    name: str
    have: int
    min: int
    max: int


class HandCard(msgspec.Struct, frozen=True):
    """A command card; `pips` is None for a card we do not know."""

    name: str
    pips: int | None


class DeckPart(msgspec.Struct, frozen=True):
    """One category of the battle deck."""

    category: str
    cards: tuple[str, ...]


class Reason(msgspec.Struct, frozen=True):
    """Why the army is not legal, and the rule."""

    what: str
    source: str


class Told(msgspec.Struct, frozen=True):
    """An upgrade and what it does, in our words."""

    name: str
    effect: str


class ListSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The list. In the opponent's copy `hand` and `deck` are None: nothing of them is on the sheet; `told` is
    what the upgrades do, each once, for who does not know them.

    `legal` is None where we cannot say: something of an imported list was not understood.
    """

    heading: Heading
    ranks: tuple[RankStrokes, ...]
    rows: tuple[ListRow, ...]
    hand: tuple[HandCard, ...] | None
    deck: tuple[DeckPart, ...] | None
    cards_in_hand: int
    legal: bool | None
    reasons: tuple[Reason, ...]
    more_reasons: int
    error: Reason | None = None
    told: tuple[Told, ...] = ()


def list_sheet(army: Army, catalogue: Catalogue, order: PrintOrder) -> ListSheet:
    """Rule 537: all a list must hold; in the opponent's copy no command and battle cards (rule 528).

    The copy is checked as an army without hand and deck, so that no reason can name a card of theirs.
    """
    is_copy = order.sheet == "opponent"
    full = army_list(army, catalogue, order.player)
    listed, checked, error = full, army, error_found(full, army, catalogue)
    if is_copy:
        listed = opponents_copy(full)
        checked, error = replace(army, command_hand=(), battle_deck=Deck(), notes=""), None
    report = check_army(checked, catalogue)
    # The player's name has a line to be written on.
    absent = [each for each in missing_from(listed) if each.about != ("the player's name",)]
    wrong = report.unit_problems if is_copy else (*order.unread, *report.violations, *absent)
    return ListSheet(
        heading=heading(order, army, catalogue, report),
        ranks=tuple(
            RankStrokes(f"rank-{row.rank}", display_word(row.rank), row.units, row.min, row.max)
            for row in report.ranks
        ),
        rows=rows(army, catalogue, listed, report),
        hand=None if listed.command_hand is None else hand_cards(army, catalogue, listed.command_hand),
        deck=None if listed.battle_deck is None else deck_parts(listed.battle_deck),
        cards_in_hand=listed.cards_in_hand,
        legal=None if is_copy and order.unread and not wrong else not wrong,
        reasons=tuple(Reason(explain(each), each.source) for each in wrong[:MOST_REASONS]),
        more_reasons=max(0, len(wrong) - MOST_REASONS),
        error=Reason(explain(error), error.source) if error else None,
        told=upgrade_effects(army, catalogue) if is_copy else (),
    )


def upgrade_effects(army: Army, catalogue: Catalogue) -> tuple[Told, ...]:
    """What every upgrade of the army does, by name; those that we know nothing of, or that bring a weapon or
    a slot alone, have nothing to say."""
    names = printed_names(catalogue)
    joined = (entry.counterpart for entry in army.units if entry.counterpart)
    worn = (
        *(card for entry in army.units for card in (*entry.upgrades, *entry.set_aside)),
        *(card for counterpart in joined for card in counterpart.upgrades),
    )
    cards = {card: catalogue.upgrades[card] for card in worn if card in catalogue.upgrades}
    known = (
        Told(names[id], effect.plain) for id, card in cards.items() if (effect := catalogue.effect(card))
    )
    return tuple(sorted(known, key=lambda keyword: keyword.name.lower()))


def rows(army: Army, catalogue: Catalogue, listed: ArmyList, report: Report) -> tuple[ListRow, ...]:
    """Every line of the army, by rank; within a rank in the player's order."""
    explained = {unit.key: unit for unit in report.units}
    pairs = zip(army.units, listed.units, strict=True)
    found = [(explained.get(entry.key), entry, names) for entry, names in pairs]
    found.sort(key=lambda line: RANKS.index(line[0].rank) if line[0] else len(RANKS))
    return tuple(row(army, catalogue, entry, names, unit) for unit, entry, names in found)


def row(
    army: Army, catalogue: Catalogue, entry: ArmyUnit, names: ListedUnit, line: ArmyLine | None
) -> ListRow:
    """One line with what every card costs in this army; upgrades set aside show their points, uncounted."""
    parts = line.loadout.parts if line else ()
    costs: Costs = {part.card: part.total if part.priced else None for part in parts}
    aside = {
        card: catalogue.points_on(catalogue.cards[card], army.points_date).points
        for card in entry.set_aside
        if card in catalogue.cards
    }
    joined = entry.counterpart

    def with_prices(
        cards: Iterable[str], called: Iterable[str], points: Costs = costs
    ) -> tuple[PricedCard, ...]:
        icons = ((card, icon_of(catalogue.cards.get(card))) for card in cards)
        pairs = zip(icons, called, strict=True)
        return tuple(PricedCard(name, points.get(card), icon) for (card, icon), name in pairs)

    return ListRow(
        card=PricedCard(names.name, costs.get(entry.unit), f"rank-{line.rank}" if line else UNKNOWN_ICON),
        count=entry.count,
        each=line.loadout.points if line else 0,
        points=names.points,
        upgrades=with_prices(entry.upgrades, names.upgrades),
        set_aside=with_prices(entry.set_aside, names.set_aside, aside),
        counterpart=with_prices([joined.card], [names.counterpart or joined.card])[0] if joined else None,
        counterpart_upgrades=with_prices(joined.upgrades, names.counterpart_upgrades) if joined else (),
    )


def icon_of(card: Card | None) -> str:
    """Our icon for a card."""
    if isinstance(card, Upgrade):
        return f"up-{card.slot}"
    if isinstance(card, Unit):
        return f"rank-{card.rank}"
    return "ui-person" if card else UNKNOWN_ICON


def hand_cards(army: Army, catalogue: Catalogue, names: Iterable[str]) -> tuple[HandCard, ...]:
    """The command hand by pips."""
    pairs = zip(map(catalogue.commands.get, army.command_hand), names, strict=True)
    found = [HandCard(name, card.pips if card else None) for card, name in pairs]
    return tuple(sorted(found, key=lambda card: (card.pips is None, card.pips or 0)))


def deck_parts(deck: dict[str, tuple[str, ...]]) -> tuple[DeckPart, ...]:
    """The battle deck by category."""
    return tuple(DeckPart(display_word(category), cards) for category, cards in deck.items())
