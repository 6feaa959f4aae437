"""Caught in the Act: caches to stand at, Bombs to blow them up with, and orders out of turn."""

from collections.abc import Iterator
from typing import Final

from muster.rules.dice.faces import Die, Face
from muster.rules.game.engine.continuations import Answered, Nothing, Rolled, choice, dice
from muster.rules.game.hooks import (
    FIRST_SCORING,
    Asked,
    Counted,
    Moment,
    card,
    full_game,
    scoring_round,
    unit_action,
)
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import MarkerChanged, UnitChanged
from muster.rules.game.marks import CACHED, DESTROYED, PROTECTED, TOOK, Told
from muster.rules.game.measuring import NO_PLACE, RANGE_3, Door
from muster.rules.game.scoring.commanding import may_be_ordered_aside, nominee, order_from_pool
from muster.rules.game.scoring.contesting import acts, at_token, contesting, secures
from muster.rules.game.scoring.points import lying, may_choose, on_table, on_the_map, remove, scored, suppress
from muster.rules.game.steps.choices import Among
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import GREEN, SIDES, Marker, Table, Unit
from muster.rules.log import Event

CARD: Final = "caught-in-the-act"
MISSION: Final = card(CARD, nominee=True)
CACHE: Final = "Material Cache"
BOMB: Final = "Bomb"
WORTH: Final = (0, 0, 1, 2, 3)
"""VP by the number of Caches contested; more than four are worth as much as four."""
MOST_ORDERS: Final = 3
REMOVED, BLOWN_UP = Told("bombs-removed"), Told("destroyed", ("cache",))


@MISSION.at("setup")
def _setup(table: Table, _: Moment) -> Outcome:
    """Caches as the map shows; every Red unit starts with a Bomb."""
    red = table.army(table.seat_of("red")) if table.level == "full" else ()
    bombs = (Marker(id=f"bomb-{unit.id}", name=BOMB, kind="asset", holder=unit.id) for unit in red)
    return Outcome.of((MarkerChanged(marker=marker, why=CARD) for marker in bombs), (on_the_map(CARD),))


def bomb_of(table: Table, unit: Unit) -> Marker | None:
    """The Bomb a unit holds."""
    return next((marker for marker in lying(table, BOMB) if marker.holder == unit.id), None)


# All units may claim a Bomb, one each.
MISSION.claims(BOMB)(lambda table, unit, _marker: bomb_of(table, unit) is None)


# Scoring ---------------------------------------------------------------------------------------------------


@MISSION.scores
def _score(table: Table) -> Iterator[Event]:
    """1 VP for contesting two Caches, 2 for three, 3 for four or more, shared ones for both; then Blue 1 for
    each Bomb it removed this round, Red 2 for each Cache destroyed in this End Phase."""
    for side in SIDES:
        caches = [marker.id for marker in lying(table, CACHE) if side in at_token(table, marker)]
        if points := WORTH[min(len(caches), len(WORTH) - 1)]:
            yield scored(table, side, points, f"{CARD}.contested", caches)
    if bombs := PROTECTED.count(table) + REMOVED.count(table):
        yield scored(table, "blue", bombs, f"{CARD}.bombs-removed")
    if blown := DESTROYED.count(table):
        yield scored(table, "red", 2 * blown, f"{CARD}.destroyed")


@MISSION.asks
def _asks(table: Table) -> Asked:
    """Both may stand at a Cache; which one Red blew up, and how many Bombs Blue removed."""
    if table.round < FIRST_SCORING:
        return Asked(both=True)
    blown = tuple(BLOWN_UP.word(cache.id) for cache in lying(table, CACHE))
    bombs = Counted((REMOVED.word(),), sum(1 for _ in table.army(table.seat_of("red"))) or 12)
    return Asked(marks=blown, one_of=(blown,), counts=(bombs,), both=True)


def _protects(table: Table, unit: Unit) -> tuple[str, ...]:
    own = table.side_of(unit.seat) == "blue" and acts(table, unit)
    return ("",) if own and bomb_of(table, unit) else ()


@unit_action("protect", able=_protects, once=True)
def _protected(table: Table, unit: Unit, _marker: str) -> Outcome:
    """Protect the Caches: a Blue unit removes the Bomb it holds from the game."""
    bomb = bomb_of(table, unit)
    return Outcome((*((remove(bomb, CARD),) if bomb else ()), PROTECTED.add(table)))


@MISSION.at("end-start", when=scoring_round)
def _may_blow_up(table: Table, _: Moment) -> Outcome:
    """From round 2 Red may choose one Cache it secures that a Bomb holder contests (G38)."""
    if table.level == "score":
        blown = (marker for marker in lying(table, CACHE) if BLOWN_UP.count(table, marker.id))
        return Outcome.of(event for cache in blown for event in _destroy_cache(table, cache))
    caches = tuple(
        cache.id for cache in lying(table, CACHE) if secures(table, cache, "red") and _bombers(table, cache)
    )
    step = blow_up_cache.ask(table.seat_of("red"), Among(caches, 0))
    return Outcome(then=(step,) if caches else ())


def _bombers(table: Table, cache: Marker) -> tuple[str, ...]:
    return tuple(unit.id for unit in contesting(table, cache, "red") if bomb_of(table, unit))


def _destroy_cache(table: Table, cache: Marker) -> tuple[Event, ...]:
    return remove(cache, CARD), DESTROYED.add(table)


@choice("blow-up", told=True, door=NO_PLACE)
def blow_up_cache(answer: Answered[Nothing]) -> Outcome:
    """Whose Bomb it is, where several are there."""
    return Outcome.of(
        then=(
            spend_bomb.ask(answer.seat, Among(_bombers(answer.table, answer.table.markers[cache])), cache)
            for cache in answer.chosen
        )
    )


@choice("bomber", told=True, door=NO_PLACE)
def spend_bomb(answer: Answered[Nothing]) -> Outcome:
    """The Bomb goes; a red defence die for each Blue unit contesting, and without any it is destroyed."""
    table, cache = answer.table, answer.table.markers[answer.step.unit]
    bomb = bomb_of(table, table.units[answer.first])
    gone = (remove(bomb, CARD),) if bomb else ()
    red = (Die.DEFENCE_RED,) * len(contesting(table, cache, "blue"))
    if not red:
        return Outcome((*gone, *_destroy_cache(table, cache)))
    seat = table.seat_of("blue")
    return Outcome(gone, (roll_blow_up.roll(seat, red, cache.id),))


@dice("blow-up")
def roll_blow_up(rolled: Rolled[Nothing]) -> Outcome:
    """Without a Block the Cache is destroyed."""
    saved = rolled.roll.count(Face.BLOCK)
    return Outcome(() if saved else _destroy_cache(rolled.table, rolled.table.markers[rolled.step.unit]))


# Green tokens ----------------------------------------------------------------------------------------------


@MISSION.at("activations", when=full_game)
def _activations(table: Table, _: Moment) -> Outcome:
    """A Cache without green tokens gets an Aim, a Dodge and a Surge. Then Red's nominated Commander may
    take up to three Suppression."""
    empty = (
        marker.id
        for marker in lying(table, CACHE)
        if not any(CACHED.count(table, marker.id, g) for g in GREEN)
    )
    filled = tuple(CACHED.add(table, cache, green) for cache in empty for green in GREEN)
    return Outcome(filled, _may_command(table))


def _takes(green: str, table: Table, unit: Unit) -> Iterator[str]:
    if table.mission.objective != CARD or not acts(table, unit):
        return
    for cache in lying(table, CACHE):
        if CACHED.count(table, cache.id, green) and not TOOK.count(table, unit.id, cache.id):
            yield cache.id


def _take(green: str) -> None:
    @unit_action(f"take-{green}", able=lambda table, unit: _takes(green, table, unit))
    def _taken(table: Table, unit: Unit, cache: str) -> Outcome:
        """A unit that starts or ends its activation contesting a Cache takes a token, once for each Cache."""
        gained = UnitChanged(unit=unit.id, what=green, by=1, why=CARD)
        once = TOOK.add(table, unit.id, cache)
        return Outcome((gained, CACHED.add(table, cache, green, by=-1), once))


for _green in GREEN:
    _take(_green)


# Orders out of turn ----------------------------------------------------------------------------------------


@MISSION.at("pools")
def _own_order(table: Table, _: Moment) -> Outcome:
    """At the end of the Command Phase a Blue unit without a faceup order gives one to itself."""
    seat = table.seat_of("blue")
    return Outcome(then=may_choose(seat, order_itself, may_be_ordered_aside(table, seat), least=1))


@choice("own-order", told=True, door=NO_PLACE)
def order_itself(answer: Answered[Nothing]) -> Outcome:
    """Its token is taken out of the pool already made."""
    return Outcome.of(event for unit in answer.chosen for event in order_from_pool(answer.table, unit))


def _may_command(table: Table) -> tuple[Choose, ...]:
    """For each Suppression of the Commander's a unit within range 3 is ordered or moves at speed 1."""
    seat = table.seat_of("red")
    chief = nominee(table, seat)
    if chief is None or not chief.deployed or chief.courage is None:
        return ()
    units = (unit.id for unit in on_table(table, seat))
    return may_choose(seat, command_units, units, most=MOST_ORDERS, about=chief.id)


@choice("commanded", told=True, door=Door("N", "distance", far=RANGE_3))
def command_units(answer: Answered[Nothing]) -> Outcome:
    """The Commander gains as many Suppression as units were chosen."""
    able = may_be_ordered_aside(answer.table, answer.seat)
    steps = (
        order_or_move.ask(answer.seat, Among(("order", "move") if unit in able else ("move",)), unit)
        for unit in answer.chosen
    )
    return Outcome(then=(*suppress((answer.step.unit,), len(answer.chosen), CARD), *steps))


@choice("order-or-move", told=True, door=Door("W", "place"))
def order_or_move(answer: Answered[Nothing]) -> Outcome:
    """The order comes out of the pool already made; a move is made on the table."""
    unit = answer.step.unit
    return Outcome(order_from_pool(answer.table, unit) if "order" in answer.chosen else ())
