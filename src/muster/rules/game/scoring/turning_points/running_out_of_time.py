"""Running Out of Time: thirteen tokens, from the Stockpiles through many hands into the Cargo Containers."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from muster.rules.game.hooks import FIRST_SCORING, Asked, Counted, Moment, card, unit_action
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import MarkerChanged, UnitChanged
from muster.rules.game.marks import TOUCHED, Told
from muster.rules.game.scoring.contesting import acts, secured_by
from muster.rules.game.scoring.points import (
    give_keyword,
    gives_keyword,
    lying,
    may_choose,
    on_the_map,
    scored,
)
from muster.rules.game.table import SIDES, Side, Table, Unit, against

CARD: Final = "running-out-of-time"
MISSION: Final = card(CARD)
CONTAINER: Final = "Cargo Container"
TREASURE: Final = "treasure"
GOODS: Final = 13
"""The tokens of the game: 5 on the centre Stockpile, 4 on each of the others."""
FULL: Final = 3
STASHED, GRABBED = Told("goods", ("container",)), Told("grabbed", ("side",))


@MISSION.at("setup")
def _setup(table: Table, _: Moment) -> Outcome:
    """Tokens as the map shows; all Troopers gain Scout 1; Blue up to one infiltrating, Red up to two prepared
    units, Corps or Special Forces."""
    if table.level == "score":
        return Outcome(then=(on_the_map(CARD),))
    troopers = tuple(unit.id for unit in table.units.values() if unit.is_type("trooper"))
    scouts = give_keyword(troopers, "scout-1", CARD)
    blue, red = (table.seat_of(side) for side in SIDES)
    infiltrate = may_choose(blue, give_infiltrate, _able(table, "blue"))
    prepared = may_choose(red, give_prepared, _able(table, "red"), most=2)
    return Outcome(scouts, (on_the_map(CARD), *infiltrate, *prepared))


def _able(table: Table, side: Side) -> tuple[str, ...]:
    army = table.army(table.seat_of(side))
    return tuple(unit.id for unit in army if unit.rank in ("corps", "special-forces"))


give_infiltrate = gives_keyword("given-infiltrate", "infiltrate", CARD)
"""The unit gains Infiltrate."""


give_prepared = gives_keyword("given-prepared", "prepared-position", CARD)
"""The units gain Prepared Position."""


# Goods -----------------------------------------------------------------------------------------------------


def _free(table: Table, unit: Unit) -> bool:
    """Seize and Stash are free actions of the unit that acts on the table, one of them in an activation."""
    done = TOUCHED.count(table, unit.id)
    return table.mission.objective == CARD and acts(table, unit) and not done


def _seizes(table: Table, unit: Unit) -> Iterator[str]:
    if _free(table, unit):
        yield from (marker.id for marker in table.lying() if marker.amount > 0)


# Seize the Goods: a token from a point it contests becomes its Treasure.
unit_action("seize", able=_seizes)(lambda table, unit, id: _move_goods(table, unit, id, 1))


def _stashes(table: Table, unit: Unit) -> Iterator[str]:
    if unit.has(TREASURE) and _free(table, unit):
        yield from (marker.id for marker in lying(table, CONTAINER))


# Stash the Goods: a Treasure becomes a token on the Container it contests.
unit_action("stash", able=_stashes)(lambda table, unit, id: _move_goods(table, unit, id, -1))


def _move_goods(table: Table, unit: Unit, id: str, number: int) -> Outcome:
    marker = table.markers[id]
    return Outcome(
        (
            MarkerChanged(marker=replace(marker, amount=marker.amount - number), why=CARD),
            UnitChanged(unit=unit.id, what=TREASURE, by=number, why=CARD),
            TOUCHED.add(table, unit.id),
        )
    )


@MISSION.at("defeated")
def _grabbed(table: Table, moment: Moment) -> Outcome:
    """Grab the Goods: defeating an enemy with Treasure is 1 VP at once, in any round; its Treasure is
    lost."""
    unit = table.units[moment.unit]
    side = against(table.side_of(unit.seat))
    grabbed = unit.has(TREASURE) and not moment.card
    return Outcome((scored(table, side, 1, f"{CARD}.grabbed", [unit.id]),) if grabbed else ())


# Scoring ---------------------------------------------------------------------------------------------------


@MISSION.at("score")
def _score(table: Table, _: Moment) -> Outcome:
    """From round 2, for each Container secured: 1 VP with a token on it, 1 more with three or more."""
    grabs = ((side, GRABBED.count(table, side)) for side in SIDES)
    grabbed = tuple(scored(table, side, number, f"{CARD}.grabbed") for side, number in grabs if number)
    if table.round < FIRST_SCORING:
        return Outcome(grabbed)
    filled = (
        scored(table, side, 1 + (marker.amount >= FULL), f"{CARD}.secured", [marker.id])
        for marker in lying(table, CONTAINER)
        if marker.amount and (side := secured_by(table, marker))
    )
    return Outcome((*grabbed, *filled))


@MISSION.asks
def _asks(table: Table) -> Asked:
    """How many tokens lie on each Container, and how many carriers each side defeated."""
    goods = Counted(tuple(STASHED.word(marker.id) for marker in lying(table, CONTAINER)), GOODS)
    grabs = Counted(tuple(GRABBED.word(side) for side in SIDES), GOODS)
    return Asked(counts=(goods, grabs))


@MISSION.at("end-start")
def _told_goods(table: Table, _: Moment) -> Outcome:
    """Where only the score is kept, what lies on the Containers was told."""
    if table.level == "full":
        return Outcome()
    amounts = ((marker, STASHED.count(table, marker.id)) for marker in lying(table, CONTAINER))
    return Outcome.of(
        MarkerChanged(marker=replace(container, amount=number), why=CARD)
        for container, number in amounts
        if number != container.amount
    )
