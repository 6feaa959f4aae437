"""The Command Phase: cards laid in secret, priority, orders, order and Pass pools (core: Command Phase)."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from muster.rules.campaign.library.library import library
from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Die, Face
from muster.rules.game.answers import AnyInput, Dice, HasPriority, Lay, Units
from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.hooks import at
from muster.rules.game.kernel import Chance, Outcome, automatic, blue, named_seat, problem, step_rule
from muster.rules.game.log.agreed import LevelSet
from muster.rules.game.log.events import (
    CardLaid,
    CardReturned,
    CardsRevealed,
    OrdersGiven,
    PhaseBegun,
    PoolsMade,
    PrioritySet,
)
from muster.rules.game.log.evolve import evolve
from muster.rules.game.marks import NOMINATED
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.modes import mode_of
from muster.rules.game.phases.agreeing import scores_only
from muster.rules.game.phases.card_orders import card_orders
from muster.rules.game.phases.other_orders import offers
from muster.rules.game.phases.rolling import roll_rule
from muster.rules.game.scoring.commanding import (
    Ordered,
    commanders,
    has_leader,
    needs_nominee,
    nominee,
    on_the_table,
    roll_insecure,
)
from muster.rules.game.steps import (
    AnyStep,
    BeginActivations,
    BeginOrders,
    BeginRound,
    Effects,
    FillPools,
    GiveOrders,
    LayCard,
    PriorityRoll,
    TellPriority,
    TellRound,
)
from muster.rules.game.steps.choices import MOST_LISTED, Among, Draw
from muster.rules.game.table import SEATS, SIDES, Game, Seat, Secret, Table, View, other
from muster.rules.violations import Violation

PRIORITY: Final = (Die.DEFENCE_RED,)


@automatic(BeginRound)
def _begin_round(game: Game, _step: BeginRound) -> Outcome:
    """The next of five rounds; with the score only, its end is all that is asked. From here on both may have
    agreed to it."""
    less = (LevelSet(level="score"),) if game.table.level == "full" and scores_only(game.table) else ()
    table, number = evolve(game, *less).table, game.table.round + 1
    begun = PhaseBegun(phase="command" if table.level == "full" else "end", round=number)
    start = Effects(hook="round")
    return Outcome((*less, begun), (start, *_round_steps(table, number)))


def _round_steps(table: Table, number: int) -> tuple[AnyStep, ...]:
    if table.level == "score":
        return (TellRound(id=f"r{number}.told"),)
    if who_lays(table) and not on_the_table(table):
        return (LayCard(id=f"r{number}.card"),)
    return (_without_cards(table, number),)


def _without_cards(table: Table, number: int) -> AnyStep:
    """Nobody leads on either side, so nobody plays a card: the die decides. Otherwise cards are played on the
    table, and somebody says who has priority (core: Command Phase)."""
    if any(has_leader(table, seat) for seat in SEATS):
        return TellPriority(id=f"r{number}.priority")
    return PriorityRoll(id=f"r{number}.tie")


# Cards -----------------------------------------------------------------------------------------------------


def who_lays(table: Table) -> tuple[Seat, ...]:
    """Who plays a command card: with a Commander, Operative or Commander token left, and a card."""
    return tuple(seat for seat in SEATS if table.chairs[seat].hand and has_leader(table, seat))


def _layers(table: Table, _step: LayCard) -> tuple[Seat, ...]:
    return who_lays(table)


def _card_options(seen: View, step: LayCard) -> Iterator[AnyInput]:
    hand = seen.own.hand if seen.own else ()
    return (Lay(prompt=step.id, card=card) for card in hand)


def _card_wrong(seen: View, _step: LayCard, answer: Lay) -> Iterator[Violation]:
    if seen.own is None or answer.card not in seen.own.hand:
        yield problem("game.not_in_hand")


@step_rule(LayCard, who=_layers, options=_card_options, wrong=_card_wrong)
def _lay_card(game: Game, step: LayCard, seat: Seat | None, answer: Lay | None, _chance: Chance) -> Outcome:
    """The first card changes nothing that anybody sees; with the last one all are revealed in one act. Who
    lost the last leader meanwhile lays none."""
    laid = (CardLaid(seat=seat, step=step.id, card=answer.card),) if seat and answer else ()
    waiting = [player for player in who_lays(game.table) if player != seat or answer is None]
    secrets = {seat: game.secrets.get(seat, Secret()) for seat in waiting}
    if any(secret.answered != step.id for secret in secrets.values()):
        return Outcome(laid, done=False)
    cards = {seat: secret.laid for seat, secret in secrets.items()} | {
        event.seat: event.card for event in laid
    }
    if not cards:
        return Outcome(then=(_without_cards(game.table, game.table.round),))
    ordered = {seat: cards[seat] for seat in SEATS if seat in cards}
    pips = mode_of(game.table).pips
    shown = CardsRevealed(
        cards=ordered, pips={seat: pips(game.table, card) for seat, card in ordered.items()}
    )
    return _priority(game.table, (*laid, shown), shown.pips)


def pips_of(card: str) -> int:
    """The pips that decide priority: those printed on the card."""
    paragons = library().paragon_cards
    return paragons[card].pips if card in paragons else catalogue().command(card).priority_pips


def core_returns(card: str) -> bool:
    """Whether a card goes back to the hand at the end of the Command Phase: Standing Orders."""
    paragons = library().paragon_cards
    return paragons[card].returns_to_hand if card in paragons else catalogue().command(card).mandatory


def _priority(
    table: Table, events: tuple[CardLaid | CardsRevealed, ...], pips: Mapping[Seat, int]
) -> Outcome:
    """What the cards do; then fewer pips have priority; who plays no card leaves it to the other; equal pips
    roll (core: Command Phase, steps 2 and 3; G32)."""
    shown = Effects(hook="revealed")
    if len(pips) == 1 or len(set(pips.values())) > 1:
        first = min(pips, key=lambda seat: pips[seat])
        return Outcome((*events, PrioritySet(seat=first)), (shown, *_to_orders(table)))
    return Outcome(events, (shown, PriorityRoll(id=f"r{table.round}.tie")))


@roll_rule(PriorityRoll, blue, PRIORITY)
def _roll_priority(game: Game, step: PriorityRoll, seat: Seat, answer: Dice, chance: Chance) -> Outcome:
    """A red defence die of Blue's: on a Block Blue has priority (core: Command Phase; G32)."""
    roll, events = chance.roll(step.id, "priority", PRIORITY, answer.faces)
    first = seat if roll.faces[0] is Face.BLOCK else other(seat)
    return Outcome((*events, PrioritySet(seat=first)), _to_orders(game.table))


def _sides(_seen: View, step: TellPriority) -> Iterator[AnyInput]:
    yield from (HasPriority(prompt=step.id, side=side) for side in SIDES)


@step_rule(TellPriority, who=named_seat, options=_sides)
def _set_priority(
    game: Game, _step: TellPriority, _seat: Seat, answer: HasPriority, _chance: Chance
) -> Outcome:
    """The cards were played on the table."""
    first = game.table.seat_of(answer.side)
    shown = Effects(hook="revealed")
    return Outcome((PrioritySet(seat=first),), (shown, *_to_orders(game.table)))


@automatic(Effects)
def _apply_effects(game: Game, step: Effects) -> Outcome:
    """What the cards in force do at a moment of their own."""
    return at(game.table, step.hook, step.unit, step.by)


# Orders and pools ------------------------------------------------------------------------------------------


def _to_orders(table: Table) -> tuple[AnyStep, ...]:
    """Somebody may still take priority by a card; then come the orders."""
    place = f"r{table.round}"
    return Effects(hook="priority"), BeginOrders(id=f"{place}.begin-orders")


@automatic(BeginOrders)
def _begin_orders(game: Game, _step: BeginOrders) -> Outcome:
    """Orders, pools and the Activation Phase."""
    return Outcome(then=mode_of(game.table).orders(game.table))


def core_orders(table: Table) -> tuple[AnyStep, ...]:
    """Both nominate a Commander and give orders, the priority player first; then the pools and the Activation
    Phase (core: Command Phase, steps 4 to 6)."""
    place, first = f"r{table.round}", table.priority or "one"
    orders = (
        step
        for seat in (first, other(first))
        for step in (*_nomination(table, seat), GiveOrders(id=f"{place}.orders.{seat}", seat=seat))
    )
    ordered = Effects(hook="ordered")
    pools = FillPools(id=f"{place}.pools"), Effects(hook="pools")
    return (*orders, ordered, *pools, BeginActivations(id=f"{place}.activations"))


def _nomination(table: Table, seat: Seat) -> tuple[AnyStep, ...]:
    """Which Commander gives the orders is asked only where it matters."""
    able = tuple(unit.id for unit in commanders(table, seat))
    return (nominate.ask(seat, Among(able)),) if able and needs_nominee(table, seat) else ()


@choice("nominate", told=True, door=NO_PLACE)
def nominate(answer: Answered[Nothing]) -> Outcome:
    """A Commander is nominated (core: Command Phase, step 4)."""
    unit = answer.first
    return Outcome((NOMINATED.add(answer.table, unit),), (Effects(hook="nominated", unit=unit),))


def _order_giver(table: Table, step: GiveOrders) -> tuple[Seat, ...]:
    """Who may order anybody, by the card or beyond it."""
    more = card_orders(table, step.seat).most or any(offers(table, step.seat))
    return (step.seat,) if more else ()


def _order_options(seen: View, step: GiveOrders) -> Iterator[AnyInput]:
    orders = card_orders(seen.table, step.seat)
    chosen = filter(orders.allow, Among(orders.able, 0, orders.most).every())
    return (Units(prompt=step.id, units=units) for units in islice(chosen, MOST_LISTED))


def _order_wrong(seen: View, step: GiveOrders, answer: Units) -> Iterator[Violation]:
    orders = card_orders(seen.table, step.seat)
    yield from Among(orders.able, 0, orders.most).check(answer.units)
    if not orders.allow(answer.units):
        yield problem("game.orders", named=orders.most_named, others=orders.most_others)


def _sample_orders(seen: View, step: GiveOrders, draw: Draw) -> Units:
    orders = card_orders(seen.table, step.seat)
    named = Among(orders.named, 0, min(orders.most_named, len(orders.named))).sample(draw)
    others = Among(orders.others, 0, min(orders.most_others, len(orders.others))).sample(draw)
    return Units(prompt=step.id, units=named + others)


@step_rule(GiveOrders, who=_order_giver, options=_order_options, wrong=_order_wrong, sample=_sample_orders)
def _give_orders(game: Game, step: GiveOrders, _seat: Seat, answer: Units | None, _chance: Chance) -> Outcome:
    """The units ordered have a faceup token (core: Command Phase, step 4). An Insecure Commander that orders
    itself rolls a die first (rule 279)."""
    units = answer.units if answer else ()
    chief = nominee(game.table, step.seat)
    if chief and chief.id in units and "insecure" in chief.effects:
        red = (Die.DEFENCE_RED,)
        roll = roll_insecure.roll(step.seat, red, known=Ordered(units))
        return Outcome(then=(roll,))
    return Outcome((OrdersGiven(seat=step.seat, units=units),) if units else ())


def order_pool(table: Table, seat: Seat) -> tuple[Rank, ...]:
    """A token of its rank for each unit without an order (core: Command Phase, step 5)."""
    return tuple(unit.rank for unit in table.army(seat) if not unit.order and not unit.waits)


def pass_tokens(table: Table, seat: Seat) -> int:
    """Who has fewer undefeated units gains the difference less one (core: Command Phase, step 6); in Special
    Operations, too, unless players set it otherwise (G7). Units taken off alive are undefeated (G25)."""
    if not table.holds_to("G7"):
        return 0
    left = [unit.seat for unit in table.units.values() if unit.gone != "defeated"]
    return max(0, left.count(other(seat)) - left.count(seat) - 1)


@automatic(FillPools)
def _fill_pools(game: Game, _step: FillPools) -> Outcome:
    """Order pools and Pass pools; then Standing Orders goes back to the hand (core: Command Phase)."""
    table = game.table
    pools = {seat: order_pool(table, seat) for seat in SEATS}
    made = PoolsMade(pools=pools, passes={seat: pass_tokens(table, seat) for seat in SEATS})
    played = {seat: chair.played for seat, chair in table.chairs.items() if chair.played}
    goes_back = mode_of(table).goes_back
    back = (CardReturned(seat=seat, card=card) for seat, card in played.items() if goes_back(card))
    return Outcome((made, *back))
