"""Whom a command card orders: the units it names, and a number of others (core: Command Phase, step 4)."""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.naming import plain
from muster.rules.cards.types import CommandCard
from muster.rules.cards.vocabulary import RANKS, UNIT_TYPES, type_line
from muster.rules.game.scoring.commanding import has_leader, may_be_ordered
from muster.rules.game.table import Seat, Table, Unit

PARAGON_ORDERS: Final = {
    "the-best-of-us": 0, "enemy-down": 1, "objective-complete": 2, "standing-orders-paragon": 0,
}  # fmt: skip
"""The Paragon command cards order the Paragon, and so many other units (rule 273)."""

KNOWN: Final = frozenset((*RANKS, *UNIT_TYPES))


class CardOrders(NamedTuple):
    """The units a card names and the others it may order, each with how many of them."""

    named: tuple[str, ...]
    others: tuple[str, ...]
    most_named: int
    most_others: int

    @property
    def able(self) -> tuple[str, ...]:
        """Whoever may be ordered."""
        return self.named + self.others

    @property
    def most(self) -> int:
        """How many orders there are in all."""
        return self.most_named + self.most_others

    def allow(self, units: Sequence[str]) -> bool:
        """Whether not too many of either are among them."""
        named = sum(unit in self.named for unit in units)
        return named <= self.most_named and len(units) - named <= self.most_others


def card_orders(table: Table, seat: Seat) -> CardOrders:
    """The orders of the card played. Where they are not known, or the cards are on the table, the players
    know and any unit may be ordered. Without a leader nobody plays a card."""
    able, played = may_be_ordered(table, seat), table.chairs[seat].played
    if not played and not has_leader(table, seat):
        return CardOrders((), (), 0, 0)
    if played in PARAGON_ORDERS:
        named = tuple(id for id in able if table.units[id].paragon)
        others = tuple(id for id in able if id not in named)
        return CardOrders(named, others, len(named), min(PARAGON_ORDERS[played], len(others)))
    card = catalogue().command(played) if played else None
    if card is None or card.orders is None or "orders" in card.unknown:
        return CardOrders((), able, 0, len(able))
    return _printed_orders(card, [table.units[id] for id in able])


def _printed_orders(card: CommandCard, able: Sequence[Unit]) -> CardOrders:
    orders = card.orders
    if orders is None:
        return CardOrders((), (), 0, 0)
    names = {plain(name) for name in orders.names}
    named = tuple(unit.id for unit in able if _plain_name(unit.card) in names)
    counted = orders.count is not None or orders.kind is not None
    fitting = (unit.id for unit in able if unit.id not in named and _is_kind(unit, orders.kind))
    others = tuple(fitting) if counted else ()
    most = len(others) if orders.count is None else min(orders.count, len(others))
    return CardOrders(named, others, min(1, len(named)) if orders.any_name else len(named), most)


@cache
def _plain_name(card: str) -> str:
    return plain(catalogue().units[card].name)


def _is_kind(unit: Unit, kind: str | None) -> bool:
    """Whether the words of a card mean the unit: a rank, a type, or one of several. What else a card says
    ("Ewok", "AI") is for the players' eyes."""
    if kind is None:
        return True
    meant = (unit.rank, *type_line(unit.unit_type))
    words = kind.lower().replace(" ", "-").split("-or-")
    return any(word in meant or word not in KNOWN for word in words)
