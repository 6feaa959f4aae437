"""The Command Phase: cards laid in secret, priority, orders, order and Pass pools (core: Command Phase)."""

from collections.abc import Iterator, Mapping
from typing import Final

from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Die, Face
from muster.rules.game.answers import AnySaid, Dice, HasPriority, Lay, Units
from muster.rules.game.events import (
    CardLaid,
    CardReturned,
    CardsRevealed,
    OrdersGiven,
    PhaseBegun,
    PoolsMade,
    PrioritySet,
)
from muster.rules.game.hooks import at
from muster.rules.game.kernel import Chance, Outcome, blue, either, problem, settles
from muster.rules.game.phases.choosing import count_wrong, some_of
from muster.rules.game.phases.setup import roll_option, typed_wrong
from muster.rules.game.steps import (
    AnyStep,
    BeginActivations,
    BeginRound,
    FillPools,
    GiveOrders,
    LayCard,
    PriorityRoll,
    TellPriority,
    TellRound,
)
from muster.rules.game.table import SEATS, SIDES, Game, Seat, Secret, Table, View, other
from muster.rules.violations import Violation

PRIORITY: Final = (Die.DEFENCE_RED,)


@settles(BeginRound)
def _round_begun(game: Game, _step: BeginRound, _seat: None, _said: None, _chance: Chance) -> Outcome:
    """The next of five rounds; with the score only, its end is all that is asked."""
    table, number = game.table, game.table.round + 1
    begun = PhaseBegun(phase="command" if table.level == "full" else "end", round=number)
    start = at(table, "round")
    return Outcome((begun, *start.events), (*start.then, *_round_steps(table, number)))


def _round_steps(table: Table, number: int) -> tuple[AnyStep, ...]:
    if table.level == "score":
        return (TellRound(id=f"r{number}.told"),)
    first: AnyStep = LayCard(id=f"r{number}.card")
    if table.cards == "table" or not who_lays(table):
        first = TellPriority(id=f"r{number}.priority")
    return (first,)


# Cards -----------------------------------------------------------------------------------------------------


def who_lays(table: Table) -> tuple[Seat, ...]:
    """Who plays a command card: with a Commander, Operative or Commander token left, and a card."""
    return tuple(
        seat for seat in SEATS if table.chairs[seat].hand and any(unit.is_leader for unit in table.army(seat))
    )


def _layers(table: Table, _step: LayCard) -> tuple[Seat, ...]:
    return who_lays(table)


def _card_options(seen: View, step: LayCard) -> Iterator[AnySaid]:
    hand = seen.own.hand if seen.own else ()
    return (Lay(prompt=step.id, card=card) for card in hand)


def _card_wrong(seen: View, _step: LayCard, said: Lay) -> Iterator[Violation]:
    if seen.own is None or said.card not in seen.own.hand:
        yield problem("game.not_in_hand")


@settles(LayCard, who=_layers, options=_card_options, wrong=_card_wrong)
def _card_laid(game: Game, step: LayCard, seat: Seat | None, said: Lay | None, _chance: Chance) -> Outcome:
    """The first card changes nothing that anybody sees; with the last one all are revealed in one act. Who
    lost the last leader meanwhile lays none."""
    laid = (CardLaid(seat=seat, step=step.id, card=said.card),) if seat and said else ()
    waiting = [one for one in who_lays(game.table) if one != seat or said is None]
    secrets = {one: game.secrets.get(one, Secret()) for one in waiting}
    if any(secret.answered != step.id for secret in secrets.values()):
        return Outcome(laid, done=False)
    cards = {one: secret.laid for one, secret in secrets.items()} | {one.seat: one.card for one in laid}
    if not cards:
        return Outcome(then=(TellPriority(id=f"{step.id}.priority"),))
    ordered = {one: cards[one] for one in SEATS if one in cards}
    shown = CardsRevealed(cards=ordered, pips={one: pips_of(card) for one, card in ordered.items()})
    return _priority(game.table, (*laid, shown), shown.pips)


def pips_of(card: str) -> int:
    """The pips that decide priority: those printed on the card."""
    return catalogue().command(card).pips


def _priority(
    table: Table, events: tuple[CardLaid | CardsRevealed, ...], pips: Mapping[Seat, int]
) -> Outcome:
    """Fewer pips have priority; who plays no card leaves it to the other; equal pips roll (G32)."""
    number = table.round
    if len(pips) == 1 or len(set(pips.values())) > 1:
        first = min(pips, key=lambda seat: pips[seat])
        return Outcome((*events, PrioritySet(seat=first)), orders_from(number, first))
    return Outcome(events, (PriorityRoll(id=f"r{number}.tie"),))


@settles(PriorityRoll, who=blue, options=roll_option, wrong=typed_wrong(PRIORITY))
def _priority_rolled(game: Game, step: PriorityRoll, seat: Seat, said: Dice, chance: Chance) -> Outcome:
    """A red defence die of Blue's: on a Block Blue has priority (core: Command Phase; G32)."""
    roll, events = chance.roll(step.id, "priority", PRIORITY, said.faces)
    first = seat if roll.faces[0] is Face.BLOCK else other(seat)
    return Outcome((*events, PrioritySet(seat=first)), orders_from(game.table.round, first))


def _sides(_seen: View, step: TellPriority) -> Iterator[AnySaid]:
    yield from (HasPriority(prompt=step.id, side=side) for side in SIDES)


@settles(TellPriority, who=either, options=_sides)
def _priority_told(
    game: Game, _step: TellPriority, _seat: Seat, said: HasPriority, _chance: Chance
) -> Outcome:
    """The cards were played on the table."""
    first = game.table.seat_of(said.side)
    return Outcome((PrioritySet(seat=first),), orders_from(game.table.round, first))


# Orders and pools ------------------------------------------------------------------------------------------


def orders_from(number: int, first: Seat) -> tuple[AnyStep, ...]:
    """Orders of both, the priority player's first, then the pools and the Activation Phase."""
    orders = (GiveOrders(id=f"r{number}.orders.{seat}", seat=seat) for seat in (first, other(first)))
    return (*orders, FillPools(id=f"r{number}.pools"), BeginActivations(id=f"r{number}.activations"))


def may_be_ordered(table: Table, seat: Seat) -> tuple[str, ...]:
    """The units that have no order yet: one order for each unit and round (G11)."""
    return tuple(unit.id for unit in table.army(seat) if not unit.order)


def orders_of(table: Table, seat: Seat) -> tuple[int, int]:
    """The least and most orders of the card played: all it allows if able. Where its orders are not known, or
    the cards are on the table, the players know."""
    able = len(may_be_ordered(table, seat))
    played = table.chairs[seat].played
    orders = catalogue().command(played).orders if played else None
    if orders is None or orders.count is None:
        return 0, able
    return 0, min(orders.count, able)


def _order_giver(table: Table, step: GiveOrders) -> tuple[Seat, ...]:
    return (step.seat,) if orders_of(table, step.seat)[1] else ()


def _order_options(seen: View, step: GiveOrders) -> Iterator[AnySaid]:
    least, most = orders_of(seen.table, step.seat)
    chosen = some_of(may_be_ordered(seen.table, step.seat), least, most)
    return (Units(prompt=step.id, units=units) for units in chosen)


def _order_wrong(seen: View, step: GiveOrders, said: Units) -> Iterator[Violation]:
    return count_wrong(said.units, may_be_ordered(seen.table, step.seat), *orders_of(seen.table, step.seat))


@settles(GiveOrders, who=_order_giver, options=_order_options, wrong=_order_wrong)
def _ordered(_game: Game, step: GiveOrders, _seat: Seat, said: Units | None, _chance: Chance) -> Outcome:
    """The units ordered have a faceup token (core: Command Phase, step 4)."""
    units = said.units if said else ()
    return Outcome((OrdersGiven(seat=step.seat, units=units),) if units else ())


def order_pool(table: Table, seat: Seat) -> tuple[Rank, ...]:
    """A token of its rank for each unit without an order (core: Command Phase, step 5)."""
    return tuple(unit.rank for unit in table.army(seat) if not unit.order)


def pass_tokens(table: Table, seat: Seat) -> int:
    """Who has fewer undefeated units gains the difference less one (core: Command Phase, step 6)."""
    own, theirs = (sum(1 for _ in table.army(one)) for one in (seat, other(seat)))
    return max(0, theirs - own - 1)


@settles(FillPools)
def _pools_filled(game: Game, _step: FillPools, _seat: None, _said: None, _chance: Chance) -> Outcome:
    """Order pools and Pass pools; then Standing Orders goes back to the hand (core: Command Phase)."""
    table = game.table
    pools = {seat: order_pool(table, seat) for seat in SEATS}
    made = PoolsMade(pools=pools, passes={seat: pass_tokens(table, seat) for seat in SEATS})
    played = {seat: chair.played for seat, chair in table.chairs.items() if chair.played}
    back = (
        CardReturned(seat=s, card=card) for s, card in played.items() if catalogue().command(card).mandatory
    )
    return Outcome((made, *back))
