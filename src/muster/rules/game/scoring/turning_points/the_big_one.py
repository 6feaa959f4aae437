"""The Big One: the Command Center, stockpiles that Blue carries off, and leaders caught on Holorecorders."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.hooks import FIRST_SCORING, Asked, Moment, card
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import MarkerChanged
from muster.rules.game.marks import IDENTIFIED, PARAGON, RALLY_LESS, RALLY_MORE, Told
from muster.rules.game.measuring import NO_PLACE, RANGE_1, Door
from muster.rules.game.scoring.contesting import panicked, secured_by
from muster.rules.game.scoring.points import (
    choose,
    gives_keyword,
    if_full,
    may_choose,
    on_table,
    on_the_map,
    remove,
    scored,
)
from muster.rules.game.steps.choices import YesNo
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SIDES, Marker, Side, Table, Unit, against, other
from muster.rules.log import Event

CARD: Final = "the-big-one"
MISSION: Final = card(CARD)
CENTER: Final = "Command Center"
HOLORECORDER: Final = "Holorecorder"
TOLD_IDENTIFIED: Final = Told("identified", ("side",))


@MISSION.at("setup")
def _setup(table: Table, _: Moment) -> Outcome:
    """Tokens as the map shows; Blue first, each gives a Holorecorder to a unit that is no Commander; up to
    half of Red's Troopers, rounded up, gain Prepared Position and must use it."""
    if table.level == "score":
        return Outcome(then=(on_the_map(CARD),))
    given = (choose(table, side, give_holorecorder, 1, _may_carry(table, side)) for side in SIDES)
    red = table.seat_of("red")
    troopers = tuple(unit.id for unit in table.army(red) if unit.is_type("trooper"))
    half = may_choose(red, prepare_half, troopers, most=(len(troopers) + 1) // 2)
    return Outcome(then=(on_the_map(CARD), *if_full(table, given), *_who_is_paragon(table), *half))


def _may_carry(table: Table, side: Side) -> tuple[str, ...]:
    army = table.army(table.seat_of(side))
    return tuple(unit.id for unit in army if unit.rank != "commander")


@choice("holorecorder", told=True, door=NO_PLACE)
def give_holorecorder(answer: Answered[Nothing]) -> Outcome:
    """The unit holds its side's Holorecorder, an asset."""
    side = answer.side
    marker = Marker(id=f"holorecorder-{side}", name=HOLORECORDER, kind="asset", of=side)
    given = (replace(marker, holder=unit) for unit in answer.chosen)
    return Outcome.of(MarkerChanged(marker=recorder, why=CARD) for recorder in given)


prepare_half = gives_keyword("half-prepared", "prepared-position", CARD)
"""They gain Prepared Position."""


# Every unit may claim any Holorecorder (G45).
MISSION.claims(HOLORECORDER)(lambda _table, _unit, _marker: True)


# Scoring ---------------------------------------------------------------------------------------------------


@MISSION.scores
def _score(table: Table) -> Iterator[Event]:
    """1 VP for each Stockpile, 2 for the Command Center secured; Blue 1 more for each of either, and the
    Stockpiles it secures leave; the Center stays."""
    tokens = [
        (marker, side)
        for marker in table.lying()
        if marker.kind == "poi" and (side := secured_by(table, marker))
    ]
    for token, side in tokens:
        points = (2 if token.name == CENTER else 1) + (side == "blue")
        yield scored(table, side, points, f"{CARD}.secured", [token.id])
        if side == "blue" and token.name != CENTER:
            yield remove(token, CARD)
    for side in SIDES:
        if TOLD_IDENTIFIED.count(table, side):
            yield from identify_leader(table, side)


@MISSION.at("unit-end")
def _leader_near(table: Table, moment: Moment) -> Outcome:
    """From round 2, when a holder ends its activation: is its leader within range 1 and in sight of an enemy
    Commander or Operative?"""
    unit = table.units[moment.unit]
    side = table.side_of(unit.seat)
    leaders = any(enemy.is_leader for enemy in on_table(table, other(unit.seat)))
    if table.round < FIRST_SCORING or IDENTIFIED.count(table, side) or not leaders:
        return Outcome()
    if not unit.deployed or not any(
        marker.name == HOLORECORDER and marker.holder == unit.id for marker in table.lying()
    ):
        return Outcome()
    return Outcome(then=(tell_identified.ask(unit.seat, YesNo(), unit.id),))


def identify_leader(table: Table, side: Side, unit: str = "") -> tuple[Event, ...]:
    """2 VP, once for a side and game."""
    if IDENTIFIED.count(table, side):
        return ()
    about = [unit] if unit else ()
    return scored(table, side, 2, f"{CARD}.identified", about), IDENTIFIED.add(table, side)


@choice("identified", door=Door("F", "sight", far=RANGE_1))
def tell_identified(answer: Answered[Nothing]) -> Outcome:
    """Identify the Leaders, as told."""
    return Outcome(identify_leader(answer.table, answer.side, answer.step.unit) if answer.yes else ())


@MISSION.asks
def _asks(table: Table) -> Asked:
    """Who identified a leader this round, once a side and game."""
    late = table.round >= FIRST_SCORING
    sides = (side for side in SIDES if late and not IDENTIFIED.count(table, side))
    return Asked(marks=tuple(map(TOLD_IDENTIFIED.word, sides)))


# Blue's Paragon --------------------------------------------------------------------------------------------


def paragon(table: Table) -> Unit | None:
    """Blue's Paragon, or the Commander that stands for one where there is no Register."""
    army = table.army(table.seat_of("blue"))
    return next((unit for unit in army if unit.paragon or PARAGON.count(table, unit.id)), None)


def _who_is_paragon(table: Table) -> tuple[Choose, ...]:
    seat = table.seat_of("blue")
    able = (unit.id for unit in table.army(seat) if unit.is_commander)
    return () if paragon(table) else may_choose(seat, name_paragon, able)


@choice("paragon", told=True, door=NO_PLACE)
def name_paragon(answer: Answered[Nothing]) -> Outcome:
    """Without a Register Blue names the Commander that leads."""
    return Outcome.of(PARAGON.add(answer.table, unit) for unit in answer.chosen)


@MISSION.at("unit-start")
def _near_paragon(table: Table, moment: Moment) -> Outcome:
    """While Blue's Paragon is not Panicked: is the unit within range 1 and in sight of it? Friends rally
    with a die more, enemies with one less, at least one."""
    unit, leader = table.units[moment.unit], paragon(table)
    if leader is None or leader.id == unit.id or not leader.deployed or panicked(table, leader):
        return Outcome()
    matters = unit.suppression > (0 if unit.seat == leader.seat else 1)
    if not matters or not unit.deployed:
        return Outcome()
    return Outcome(then=(tell_near_paragon.ask(unit.seat, YesNo(), unit.id, by=leader.id),))


@choice("near-paragon", door=Door("F", "sight", far=RANGE_1))
def tell_near_paragon(answer: Answered[Nothing]) -> Outcome:
    """A die more for Blue's units, one less for Red's."""
    mark = RALLY_MORE if answer.side == "blue" else RALLY_LESS
    return Outcome((mark.add(answer.table, answer.step.unit),) if answer.yes else ())


# At the end ------------------------------------------------------------------------------------------------


def recorder_holders(table: Table, side: Side, of: Side | None = None) -> tuple[str, ...]:
    """The units of a side that hold a Holorecorder, or one that is `of` a side (G45, G48)."""
    recorders = (
        marker for marker in table.lying() if marker.name == HOLORECORDER and of in (None, marker.of)
    )
    return tuple(
        recorder.holder
        for recorder in recorders
        if recorder.holder in {u.id for u in table.army(table.seat_of(side))}
    )


def end_facts(table: Table, side: Side) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a side may say after the game, and the unit it names: it holds a Holorecorder and scored; a unit
    of it holds the enemy's, whose owner scored."""
    facts = ("held-holorecorder",) if recorder_holders(table, side) and IDENTIFIED.count(table, side) else ()
    enemy = against(side)
    prize = recorder_holders(table, side, enemy) if IDENTIFIED.count(table, enemy) else ()
    return (*facts, *(("held-enemy-holorecorder",) if prize else ())), prize[:1]
