"""What changes if an army moves to the points of another date.

A saved army keeps its date, so a points update never damages it; this is the page before the move.
"""

from collections.abc import Iterator
from datetime import date

import msgspec
from msgspec.structs import replace

from muster.rules.armies.army import Army
from muster.rules.armies.building.collection import cards_needed
from muster.rules.armies.check import check_army
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.report import worsened_problems
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.values import Change
from muster.rules.violations import Violation


class PriceChange(msgspec.Struct, frozen=True):
    """One card on one line costs something else; `count` units are on the line."""

    key: str
    card: str
    before: int
    after: int
    count: int = 1

    @property
    def total(self) -> int:
        """What the change does to the army."""
        return (self.after - self.before) * self.count


class Move(msgspec.Struct, frozen=True):
    """The differences between an army at its own date and at another: points, card changes, legality."""

    before: date
    after: date
    points_before: int
    points_after: int
    prices: tuple[PriceChange, ...]
    cards: tuple[tuple[str, Change], ...]
    newly_broken: tuple[Violation, ...]
    newly_met: tuple[Violation, ...]
    legal_before: bool
    legal_after: bool

    @property
    def nothing(self) -> bool:
        """Whether the move changes nothing at all."""
        return not (self.prices or self.cards or self.newly_broken or self.newly_met)


def compare_dates(army: Army, catalogue: Catalogue, day: date) -> Move:
    """Compare the army at its own points date with the same army at another."""
    old, new = check_army(army, catalogue), check_army(replace(army, points_date=day), catalogue)
    return Move(
        before=army.points_date,
        after=day,
        points_before=old.points,
        points_after=new.points,
        prices=tuple(price_changes(old.units, new.units)),
        cards=tuple(card_changes(army, catalogue, day)),
        newly_broken=worsened_problems(old.violations, new.violations),
        newly_met=worsened_problems(new.violations, old.violations),
        legal_before=old.legal,
        legal_after=new.legal,
    )


def price_changes(old: tuple[ArmyLine, ...], new: tuple[ArmyLine, ...]) -> Iterator[PriceChange]:
    """Line by line and card by card, what costs something else."""
    for was, is_now in zip(old, new, strict=True):
        for before, after in zip(was.loadout.parts, is_now.loadout.parts, strict=True):
            if before.total != after.total:
                yield PriceChange(was.key, before.card, before.total, after.total, was.count)


def card_changes(army: Army, catalogue: Catalogue, day: date) -> Iterator[tuple[str, Change]]:
    """Changes other than points, on any card of the army, between the dates."""
    first, last = sorted((army.points_date, day))
    ids = (*cards_needed(army), *army.command_hand, *(card for _, card in army.battle_deck.cards))
    for card_id in dict.fromkeys(ids):
        card = catalogue.cards.get(card_id)
        for change in card.changes if card else ():
            if first < change.date <= last:
                yield card_id, change
