"""Orders beyond the command card: by a keyword in the army, or by another effect that the players name (core:
Orders from other effects)."""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.naming import plain
from muster.rules.cards.vocabulary import FACTIONS, RANKS, UNIT_TYPES, type_line
from muster.rules.game.answers import AnyInput, Order
from muster.rules.game.kernel import Outcome, change_rule, problem
from muster.rules.game.log.cards import OrderedAside
from muster.rules.game.marks import GAVE
from muster.rules.game.modes import mode_of
from muster.rules.game.phases.changing import own_units
from muster.rules.game.scoring.commanding import may_be_ordered_aside, out_of_pool
from muster.rules.game.steps import BeginActivations, FillPools
from muster.rules.game.table import SEATS, Game, Seat, Table, Unit, View
from muster.rules.violations import Violation

TRANSPORT: Final = "transport"
PASSENGERS: Final = "Corps Trooper, Special Forces Trooper"
"""Whom a transport may carry, and order in the first round (core glossary: Transport)."""
KEYWORDS: Final = ("direct", "coordinate", "entourage", TRANSPORT)
"""What gives an order to the unit, or the kind of unit, that it names (core glossary)."""
OTHERS: Final = ("command-card", "upgrade-card", "another-effect")
REASONS: Final = (*KEYWORDS, *OTHERS)
"""The short list of reasons that may be named for any unit."""
TO_COME: Final = (FillPools, BeginActivations)
"""What comes after the orders of the cards."""
WORDS: Final = sorted((*RANKS, *UNIT_TYPES, *FACTIONS, "ai"), key=len, reverse=True)


class Offer(NamedTuple):
    """A unit that may be ordered, by which keyword or upgrade, and of which unit."""

    unit: str
    why: str
    by: str


def orders_open(table: Table) -> bool:
    """Whether orders are given now: from when they are issued to the end of the activations."""
    if table.level != "full" or mode_of(table).fought:
        return False
    return table.phase == "activation" or any(isinstance(step, TO_COME) for step in table.todo)


def orderable(table: Table, seat: Seat) -> tuple[str, ...]:
    """Whom an order beyond the card may go to: no unit is ordered twice in a round (core: Orders from other
    effects; rule 278), nor while it acts."""
    if not orders_open(table):
        return ()
    able = may_be_ordered_aside(table, seat)
    return tuple(id for id in able if id != table.acting and not table.units[id].waits)


def offers(table: Table, seat: Seat) -> Iterator[Offer]:
    """The orders that a keyword in the army may give now, each once a round: Coordinate when its unit was
    ordered itself, a transport in the first round (core glossary)."""
    able = [table.units[id] for id in orderable(table, seat)]
    for giver in table.army(seat) if able else ():
        for why in KEYWORDS:
            late = why == TRANSPORT and table.round > 1
            waits = why == "coordinate" and giver.order != "faceup"
            if why not in giver.keywords or late or waits or GAVE.count(table, why, giver.id):
                continue
            whom = _whom(giver.card, why)
            yield from (Offer(unit.id, why, giver.id) for unit in able if _may_order(giver, why, whom, unit))


@cache
def _whom(card: str, why: str) -> tuple[str, ...]:
    """Whom a unit may order by a keyword, as its card says it, or the upgrades that give it to such a unit.
    Not known: anybody. What upgrades say of transports is about being carried."""
    cards = catalogue()
    unit = cards.units[card]
    own = [str(use.value or "") for use in unit.keywords if use.id == why]
    if why == TRANSPORT:
        return tuple(PASSENGERS.split(", ")) if own else ()
    upgrades = (
        upgrade
        for upgrade in cards.data.upgrades
        if upgrade.restriction and unit.name in upgrade.restriction.names
    )
    given = [str(use.value or "") for upgrade in upgrades for use in upgrade.keywords if use.id == why]
    return tuple(kind for value in own or given or [""] for kind in value.split(", "))


def _may_order(giver: Unit, why: str, whom: tuple[str, ...], unit: Unit) -> bool:
    """Another unit that it names; where a range is asked for, both on the table or both not yet (core:
    Undeployed units). The range itself the players see."""
    near = why == TRANSPORT or unit.deployed == giver.deployed
    return near and unit.id != giver.id and any(_is(unit, kind) for kind in whom)


def _is(unit: Unit, whom: str) -> bool:
    """Whether the words of a card mean a unit: its name, or its rank, type, faction and AI. What else they
    say ("Clan Kryze") is for the players' eyes."""
    card = catalogue().units[unit.card]
    if plain(whom) in _names():
        return plain(card.name) == plain(whom)
    meant = {unit.rank, *type_line(unit.unit_type), card.faction, *({"ai"} & {*unit.keywords})}
    text = f" {whom.lower()} "
    for word in WORDS:
        phrase = f" {word.replace('-', ' ')} "
        if phrase in text:
            text = text.replace(phrase, " ")
            if word not in meant:
                return False
    return True


@cache
def _names() -> frozenset[str]:
    return frozenset(plain(card.name) for card in catalogue().data.units)


def _options(seen: View) -> Iterator[AnyInput]:
    for seat in (seat for seat in SEATS if seat == seen.audience):
        yield from (Order(unit=offer.unit, why=offer.why, by=offer.by) for offer in offers(seen.table, seat))
        yield from (Order(unit=id, why=OTHERS[-1]) for id in orderable(seen.table, seat))


def _wrong(seen: View, change: Order) -> Iterator[Violation]:
    """Not now, not twice, not without a reason, and by no unit that does not give it."""
    table, unit = seen.table, seen.table.units.get(change.unit)
    if unit is None or unit.id not in {unit.id for unit in own_units(seen)}:
        yield problem("game.not_your_unit", [change.unit[:40]])
        return
    if not orders_open(table):
        yield problem("game.no_orders_now")
    elif unit.id not in orderable(table, unit.seat):
        yield problem("game.ordered_already", [unit.id])
    elif change.by and Offer(unit.id, change.why, change.by) not in offers(table, unit.seat):
        yield problem("game.not_ordered_by", [change.by[:40]])
    if change.why not in REASONS:
        yield problem("game.no_reason", [change.why[:40]])


@change_rule(Order, _wrong, _options)
def _order_aside(game: Game, seat: Seat, change: Order) -> Outcome:
    """It has a faceup order, and no token in a pool that was made before."""
    table = game.table
    given = OrderedAside(seat=seat, unit=change.unit, why=change.why, by=change.by)
    waits = any(isinstance(step, FillPools) for step in table.todo)
    pools = () if waits else (out_of_pool(table, change.unit),)
    once = (GAVE.add(table, change.why, change.by),) if change.by else ()
    return Outcome((given, *pools, *once))
