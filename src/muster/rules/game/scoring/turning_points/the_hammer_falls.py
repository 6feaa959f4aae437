"""The Hammer Falls: cannons that fire for Blue, Civilians to carry, and Red's bombardment."""

from typing import Final

from muster.rules.campaign.register.assets import bombardment_suppression
from muster.rules.dice.faces import Die, Face
from muster.rules.game.engine.continuations import Answered, Nothing, Payload, Rolled, choice, dice
from muster.rules.game.hooks import Moment, card, full_game, scoring_round
from muster.rules.game.kernel import Outcome
from muster.rules.game.marks import BOMBARDMENT, Told
from muster.rules.game.measuring import RANGE_1, Door
from muster.rules.game.scoring.contesting import secured_by
from muster.rules.game.scoring.points import (
    give_keyword,
    lying,
    may_choose,
    on_table,
    on_the_map,
    scored,
    suppress,
    units_of,
)
from muster.rules.game.scoring.score_only import counted_by_side
from muster.rules.game.steps.choices import YesNo
from muster.rules.game.steps.step import Roll
from muster.rules.game.table import SIDES, Side, Table
from muster.rules.log import Event

CARD: Final = "the-hammer-falls"
MISSION: Final = card(CARD)
CANNON: Final = "Defense Cannon"
CIVILIANS: Final = "Civilians"
TRUE_SHOTS: Final = 2
RESCUED: Final = Told("civilians", ("side",))


@MISSION.at("setup")
def _setup(table: Table, _: Moment) -> Outcome:
    """Tokens as the map shows; all Blue units gain Reinforcements."""
    return Outcome(give_keyword(units_of(table, "blue"), "reinforcements", CARD), (on_the_map(CARD),))


# Every Trooper may claim Civilians, and more than one.
MISSION.claims(CIVILIANS)(lambda _table, unit, _marker: unit.is_type("trooper"))


# Scoring ---------------------------------------------------------------------------------------------------


@MISSION.at("score", when=scoring_round)
def _score(table: Table, _: Moment) -> Outcome:
    """From round 2: 1 VP for each Cannon secured; then Blue rolls a black die for each it secures; then 1 VP
    for each unit that holds Civilians."""
    held = [(cannon, side) for cannon in lying(table, CANNON) if (side := secured_by(table, cannon))]
    events = (scored(table, side, 1, f"{CARD}.secured", [cannon.id]) for cannon, side in held)
    shots = sum(side == "blue" for _, side in held)
    return Outcome((*events, *_rescue_points(table)), _volley(table, shots) if shots >= TRUE_SHOTS else ())


def _volley(table: Table, shots: int) -> tuple[Roll, ...]:
    black = (Die.ATTACK_BLACK,) * shots
    return (fire_cannons.roll(table.seat_of("blue"), black),)


@dice("cannons")
def fire_cannons(rolled: Rolled[Nothing]) -> Outcome:
    """Two or more Hits or Criticals are 1 VP more, a single one."""
    if rolled.roll.count(Face.HIT, Face.CRITICAL) < TRUE_SHOTS:
        return Outcome()
    return Outcome((scored(rolled.table, "blue", 1, f"{CARD}.cannons"),))


def _rescue_points(table: Table) -> tuple[Event, ...]:
    return tuple(
        scored(table, side, count, f"{CARD}.civilians", about)
        for side in SIDES
        for count, about in (_rescuers(table, side),)
        if count
    )


def _rescuers(table: Table, side: Side) -> tuple[int, tuple[str, ...]]:
    if table.level == "score":
        return RESCUED.count(table, side), ()
    own = {unit.id for unit in table.army(table.seat_of(side))}
    holders = tuple(
        dict.fromkeys(marker.holder for marker in lying(table, CIVILIANS) if marker.holder in own)
    )
    return len(holders), holders


# How many units of each side hold Civilians: three at most in all.
MISSION.asks(lambda table: counted_by_side(table, RESCUED, len(lying(table, CIVILIANS))))


# Advantages ------------------------------------------------------------------------------------------------


@MISSION.at("activations", when=full_game)
def _token_asked(table: Table, _: Moment) -> Outcome:
    """Red may place a Bombardment token."""
    return Outcome(then=(place_bombardment.ask(table.seat_of("red"), YesNo()),))


@choice("bombardment", door=Door("W", "place"))
def place_bombardment(answer: Answered[Nothing]) -> Outcome:
    """The token lies until the End Phase."""
    return Outcome((BOMBARDMENT.add(answer.table),) if answer.yes else ())


@MISSION.at("end-start", when=full_game)
def _end_start(table: Table, _: Moment) -> Outcome:
    """A black die for each Cannon that Blue does not secure, where a Bombardment token lies."""
    shots = sum(secured_by(table, cannon) != "blue" for cannon in lying(table, CANNON))
    if not shots or not BOMBARDMENT.count(table):
        return Outcome()
    black = (Die.ATTACK_BLACK,) * shots
    return Outcome(then=(roll_bombardment.roll(table.seat_of("red"), black),))


class Bombarded(Payload, frozen=True):
    """How much Suppression each unit gains."""

    number: int = 0


@dice("bombardment")
def roll_bombardment(rolled: Rolled[Nothing]) -> Outcome:
    """Each Hit or Critical is a Suppression for the units of both sides within range 1 of the token."""
    table, number = rolled.table, bombardment_suppression(rolled.roll.faces)
    units = tuple(unit.id for unit in on_table(table))
    known = Bombarded(number)
    step = may_choose(rolled.step.seat, bombard_units, units, most=len(units), known=known)
    return Outcome(then=step if number else ())


@choice("bombarded", Bombarded, told=True, door=Door("F", "distance", far=RANGE_1))
def bombard_units(answer: Answered[Bombarded]) -> Outcome:
    """They gain it as one gain."""
    return Outcome(then=suppress(answer.chosen, answer.known.number, "bombardment"))
