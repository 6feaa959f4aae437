"""The Hammer Falls: cannons that fire for Blue, Civilians to carry, and Red's bombardment."""

from typing import Final

from muster.rules.campaign.register.assets import bombardment
from muster.rules.dice.faces import Die, Face
from muster.rules.game.hooks import Cast, Choice, Moment, Told, claims, effect, purpose, question, rolled
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.cards import KeywordGained
from muster.rules.game.log.events import Marked
from muster.rules.game.scoring.contesting import secured_by
from muster.rules.game.scoring.points import (
    FIRST_SCORING,
    lying,
    may_choose,
    on_table,
    on_the_map,
    scored,
    suppress,
    this_round,
    units_of,
)
from muster.rules.game.scoring.told import Asked, Counted, asks
from muster.rules.game.steps import Ask, RollDice
from muster.rules.game.table import SIDES, Marker, Side, Table, Unit
from muster.rules.log import Event

CARD: Final = "the-hammer-falls"
CANNON: Final = "Defense Cannon"
CIVILIANS: Final = "Civilians"
TRUE_SHOTS: Final = 2


@effect("setup", CARD)
def _setup(table: Table, _: Moment) -> Outcome:
    """Tokens as the map shows; all Blue units gain Reinforcements."""
    blue = units_of(table, "blue")
    gained = (KeywordGained(units=blue, keyword="reinforcements", why=CARD),) if blue else ()
    return Outcome(gained, (on_the_map(CARD),))


@claims(CIVILIANS)
def _claims(_table: Table, unit: Unit, _marker: Marker) -> bool:
    """Every Trooper may claim Civilians, and more than one."""
    return unit.is_type("trooper")


# Scoring ---------------------------------------------------------------------------------------------------


@effect("score", CARD)
def _score(table: Table, _: Moment) -> Outcome:
    """From round 2: 1 VP for each Cannon secured; then Blue rolls a black die for each it secures; then 1 VP
    for each unit that holds Civilians."""
    if table.round < FIRST_SCORING:
        return Outcome()
    held = [(cannon, side) for cannon in lying(table, CANNON) if (side := secured_by(table, cannon))]
    events = (scored(table, side, 1, f"{CARD}.secured", [cannon.id]) for cannon, side in held)
    shots = sum(side == "blue" for _, side in held)
    return Outcome((*events, *_rescued(table)), _volley(table, shots) if shots >= TRUE_SHOTS else ())


def _volley(table: Table, shots: int) -> tuple[RollDice, ...]:
    dice = (Die.ATTACK_BLACK,) * shots
    return (RollDice(id=f"r{table.round}.cannons", seat=table.seat_of("blue"), purpose="cannons", dice=dice),)


@rolled("cannons")
def _fired(cast: Cast) -> Outcome:
    """Two or more Hits or Criticals are 1 VP more, a single one."""
    if cast.roll.count(Face.HIT, Face.CRITICAL) < TRUE_SHOTS:
        return Outcome()
    return Outcome((scored(cast.table, "blue", 1, f"{CARD}.cannons"),))


def _rescued(table: Table) -> tuple[Event, ...]:
    return tuple(
        scored(table, side, count, f"{CARD}.civilians", about)
        for side in SIDES
        for count, about in (_rescuers(table, side),)
        if count
    )


def _rescuers(table: Table, side: Side) -> tuple[int, tuple[str, ...]]:
    if table.level == "score":
        return table.mark(f"told.civilians.{side}"), ()
    own = {unit.id for unit in table.army(table.seat_of(side))}
    holders = tuple(dict.fromkeys(one.holder for one in lying(table, CIVILIANS) if one.holder in own))
    return len(holders), holders


@asks(CARD)
def _asks(table: Table) -> Asked:
    """How many units of each side hold Civilians: three at most in all."""
    names = tuple(f"civilians.{side}" for side in SIDES)
    late = table.round >= FIRST_SCORING
    return Asked(counts=(Counted(names, len(lying(table, CIVILIANS))),) if late else ())


# Advantages ------------------------------------------------------------------------------------------------


@effect("activations", CARD)
def _token_asked(table: Table, _: Moment) -> Outcome:
    """Red may place a Bombardment token."""
    if table.level == "score":
        return Outcome()
    name = f"r{table.round}.bombardment"
    return Outcome(then=(Ask(id=name, seat=table.seat_of("red"), what="bombardment"),))


@question("bombardment")
def _token_placed(told: Told) -> Outcome:
    """The token lies until the End Phase."""
    return Outcome((Marked(name=this_round(told.table, "bombardment")),) if told.yes else ())


@effect("end-start", CARD)
def _end_start(table: Table, _: Moment) -> Outcome:
    """A black die for each Cannon that Blue does not secure, where a Bombardment token lies."""
    if table.level == "score":
        return Outcome()
    shots = sum(secured_by(table, cannon) != "blue" for cannon in lying(table, CANNON))
    if not shots or not table.mark(this_round(table, "bombardment")):
        return Outcome()
    name, dice = f"r{table.round}.bombards", (Die.ATTACK_BLACK,) * shots
    roll = RollDice(id=name, seat=table.seat_of("red"), purpose="bombardment", dice=dice)
    return Outcome(then=(roll,))


@rolled("bombardment")
def _bombards(cast: Cast) -> Outcome:
    """Each Hit or Critical is a Suppression for the units of both sides within range 1 of the token."""
    table, number = cast.table, bombardment(cast.roll.faces)
    units = tuple(unit.id for unit in on_table(table))
    return Outcome(
        then=may_choose(table, cast.step.seat, f"bombarded:{number}", units, len(units)) if number else ()
    )


@purpose("bombarded")
def _bombarded(choice: Choice) -> Outcome:
    """They gain it as one gain."""
    return Outcome(then=suppress(choice.table, choice.units, int(choice.step.marker), "bombardment"))
