"""Caught in the Act: caches to stand at, Bombs to blow them up with, and orders out of turn."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from muster.rules.dice.faces import Die, Face
from muster.rules.game.hooks import (
    NEED_NOMINEE,
    Cast,
    Choice,
    Moment,
    claims,
    deed,
    effect,
    purpose,
    rolled,
)
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Marked, MarkerChanged, UnitChanged
from muster.rules.game.scoring.commanding import may_be_ordered_aside, nominee, order_from_pool
from muster.rules.game.scoring.contesting import acts, at_token, contesting, secures
from muster.rules.game.scoring.points import (
    FIRST_SCORING,
    lying,
    may_choose,
    on_table,
    on_the_map,
    scored,
    suppress,
    this_round,
)
from muster.rules.game.scoring.told import Asked, Counted, asks
from muster.rules.game.steps import ChooseUnits, Pick, RollDice
from muster.rules.game.table import GREEN, SIDES, Marker, Table, Unit
from muster.rules.log import Event

CARD: Final = "caught-in-the-act"
CACHE: Final = "Material Cache"
BOMB: Final = "Bomb"
WORTH: Final = (0, 0, 1, 2, 3)
"""VP by the number of Caches contested; more than four are worth as much as four."""
MOST_ORDERS: Final = 3
NEED_NOMINEE.add(CARD)


@effect("setup", CARD)
def _setup(table: Table, _: Moment) -> Outcome:
    """Caches as the map shows; every Red unit starts with a Bomb."""
    red = table.army(table.seat_of("red")) if table.level == "full" else ()
    bombs = (Marker(id=f"bomb-{unit.id}", name=BOMB, kind="asset", holder=unit.id) for unit in red)
    return Outcome(tuple(MarkerChanged(marker=one, why=CARD) for one in bombs), (on_the_map(CARD),))


def held(table: Table, unit: Unit) -> Marker | None:
    """The Bomb a unit holds."""
    return next((one for one in lying(table, BOMB) if one.holder == unit.id), None)


@claims(BOMB)
def _claims(table: Table, unit: Unit, _marker: Marker) -> bool:
    """All units may claim a Bomb, one each."""
    return held(table, unit) is None


# Scoring ---------------------------------------------------------------------------------------------------


@effect("score", CARD)
def _score(table: Table, _: Moment) -> Outcome:
    """From round 2: 1 VP for contesting two Caches, 2 for three, 3 for four or more, shared ones for both;
    then Blue 1 for each Bomb it removed this round, Red 2 for each Cache destroyed in this End Phase."""
    if table.round < FIRST_SCORING:
        return Outcome()
    events: list[Event] = []
    for side in SIDES:
        caches = [one.id for one in lying(table, CACHE) if side in at_token(table, one)]
        if points := WORTH[min(len(caches), len(WORTH) - 1)]:
            events.append(scored(table, side, points, f"{CARD}.contested", caches))
    bombs = table.mark(this_round(table, "protected")) + table.mark("told.bombs-removed")
    blown = table.mark(this_round(table, "destroyed"))
    if bombs:
        events.append(scored(table, "blue", bombs, f"{CARD}.bombs-removed"))
    if blown:
        events.append(scored(table, "red", 2 * blown, f"{CARD}.destroyed"))
    return Outcome(tuple(events))


@asks(CARD)
def _asks(table: Table) -> Asked:
    """Both may stand at a Cache; which one Red blew up, and how many Bombs Blue removed."""
    if table.round < FIRST_SCORING:
        return Asked(both=True)
    blown = tuple(f"destroyed.{cache.id}" for cache in lying(table, CACHE))
    bombs = Counted(("bombs-removed",), sum(1 for _ in table.army(table.seat_of("red"))) or 12)
    return Asked(marks=blown, one_of=(blown,), counts=(bombs,), both=True)


def _protects(table: Table, unit: Unit) -> tuple[str, ...]:
    own = table.side_of(unit.seat) == "blue" and acts(table, unit)
    return ("",) if own and held(table, unit) else ()


@deed("protect", able=_protects, once=True)
def _protected(table: Table, unit: Unit, _marker: str) -> Outcome:
    """Protect the Caches: a Blue unit removes the Bomb it holds from the game."""
    bomb = held(table, unit)
    gone = (MarkerChanged(marker=replace(bomb, gone=True, holder=""), why=CARD),) if bomb else ()
    return Outcome((*gone, Marked(name=this_round(table, "protected"))))


@effect("end-start", CARD)
def _may_blow_up(table: Table, _: Moment) -> Outcome:
    """From round 2 Red may choose one Cache it secures that a Bomb holder contests (G38)."""
    if table.round < FIRST_SCORING:
        return Outcome()
    if table.level == "score":
        told = (one for one in lying(table, CACHE) if table.mark(f"told.destroyed.{one.id}"))
        return Outcome(tuple(event for cache in told for event in _destroyed(table, cache)))
    caches = tuple(
        cache.id for cache in lying(table, CACHE) if secures(table, cache, "red") and _bombers(table, cache)
    )
    step = Pick(id=f"r{table.round}.blow-up", seat=table.seat_of("red"), purpose="blow-up", options=caches)
    return Outcome(then=(step,) if caches else ())


def _bombers(table: Table, cache: Marker) -> tuple[str, ...]:
    return tuple(unit.id for unit in contesting(table, cache, "red") if held(table, unit))


def _destroyed(table: Table, cache: Marker) -> tuple[Event, ...]:
    gone = MarkerChanged(marker=replace(cache, gone=True), why=CARD)
    return gone, Marked(name=this_round(table, "destroyed"))


@purpose("blow-up")
def _cache_chosen(choice: Choice) -> Outcome:
    """Whose Bomb it is, where several are there."""
    return Outcome(
        then=tuple(
            ChooseUnits(
                id=f"{choice.step.id}.bomber",
                seat=choice.seat,
                purpose="bomber",
                units=_bombers(choice.table, choice.table.markers[cache]),
                least=1,
                marker=cache,
            )
            for cache in choice.units
        )
    )


@purpose("bomber")
def _bomb_spent(choice: Choice) -> Outcome:
    """The Bomb goes; a red defence die for each Blue unit contesting, and without any it is destroyed."""
    table, cache = choice.table, choice.table.markers[choice.step.marker]
    bomb = held(table, table.units[choice.units[0]])
    gone = (MarkerChanged(marker=replace(bomb, gone=True, holder=""), why=CARD),) if bomb else ()
    dice = (Die.DEFENCE_RED,) * len(contesting(table, cache, "blue"))
    if not dice:
        return Outcome((*gone, *_destroyed(table, cache)))
    name, seat = f"{choice.step.id}.dice", table.seat_of("blue")
    return Outcome(gone, (RollDice(id=name, seat=seat, purpose="blow-up", dice=dice, about=(cache.id,)),))


@rolled("blow-up")
def _blown_up(cast: Cast) -> Outcome:
    """Without a Block the Cache is destroyed."""
    (cache,) = cast.step.about
    saved = cast.roll.count(Face.BLOCK)
    return Outcome(() if saved else _destroyed(cast.table, cast.table.markers[cache]))


# Green tokens ----------------------------------------------------------------------------------------------


@effect("activations", CARD)
def _activations(table: Table, _: Moment) -> Outcome:
    """A Cache without green tokens gets an Aim, a Dodge and a Surge. Then Red's nominated Commander may
    take up to three Suppression."""
    if table.level == "score":
        return Outcome()
    empty = (one.id for one in lying(table, CACHE) if not any(table.mark(f"{one.id}.{g}") for g in GREEN))
    filled = tuple(Marked(name=f"{cache}.{green}") for cache in empty for green in GREEN)
    return Outcome(filled, _may_command(table))


def _takes(green: str, table: Table, unit: Unit) -> Iterator[str]:
    if table.mission.objective != CARD or not acts(table, unit):
        return
    for cache in lying(table, CACHE):
        if table.mark(f"{cache.id}.{green}") and not table.mark(
            this_round(table, f"took.{unit.id}.{cache.id}")
        ):
            yield cache.id


def _take(green: str) -> None:
    @deed(f"take-{green}", able=lambda table, unit: _takes(green, table, unit))
    def _taken(table: Table, unit: Unit, cache: str) -> Outcome:
        """A unit that starts or ends its activation contesting a Cache takes a token, once for each Cache."""
        gained = UnitChanged(unit=unit.id, what=green, by=1, why=CARD)
        once = Marked(name=this_round(table, f"took.{unit.id}.{cache}"))
        return Outcome((gained, Marked(name=f"{cache}.{green}", by=-1), once))


for _green in GREEN:
    _take(_green)


# Orders out of turn ----------------------------------------------------------------------------------------


@effect("pools", CARD)
def _own_order(table: Table, _: Moment) -> Outcome:
    """At the end of the Command Phase a Blue unit without a faceup order gives one to itself."""
    seat = table.seat_of("blue")
    steps = may_choose(table, seat, "own-order", may_be_ordered_aside(table, seat))
    return Outcome(then=tuple(replace(step, least=1) for step in steps))


@purpose("own-order")
def _ordered_itself(choice: Choice) -> Outcome:
    """Its token is taken out of the pool already made."""
    return Outcome(tuple(event for unit in choice.units for event in order_from_pool(choice.table, unit)))


def _may_command(table: Table) -> tuple[ChooseUnits, ...]:
    """For each Suppression of the Commander's a unit within range 3 is ordered or moves at speed 1."""
    seat = table.seat_of("red")
    chief = nominee(table, seat)
    if chief is None or not chief.deployed or chief.courage is None:
        return ()
    units = (unit.id for unit in on_table(table, seat))
    return may_choose(table, seat, f"commanded:{chief.id}", units, MOST_ORDERS)


@purpose("commanded")
def _commanded(choice: Choice) -> Outcome:
    """The Commander gains as many Suppression as units were chosen."""
    table, able = choice.table, may_be_ordered_aside(choice.table, choice.seat)
    steps = (
        Pick(
            id=f"{choice.step.id}.{unit}",
            seat=choice.seat,
            purpose="order-or-move",
            options=("order", "move") if unit in able else ("move",),
            least=1,
            unit=unit,
        )
        for unit in choice.units
    )
    return Outcome(then=(*suppress(table, (choice.step.marker,), len(choice.units), CARD), *steps))


@purpose("order-or-move")
def _order_or_move(choice: Choice) -> Outcome:
    """The order comes out of the pool already made; a move is made on the table."""
    unit = choice.step.unit if isinstance(choice.step, Pick) else ""
    return Outcome(order_from_pool(choice.table, unit) if "order" in choice.units else ())
