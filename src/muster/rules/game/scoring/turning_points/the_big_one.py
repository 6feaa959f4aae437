"""The Big One: the Command Center, stockpiles that Blue carries off, and leaders caught on Holorecorders."""

from typing import Final

from msgspec.structs import replace

from muster.rules.game.hooks import Choice, Moment, Told, claims, effect, purpose, question
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.cards import KeywordGained
from muster.rules.game.log.events import Marked, MarkerChanged
from muster.rules.game.scoring.contesting import panicked, secured_by
from muster.rules.game.scoring.points import (
    FIRST_SCORING,
    choose,
    if_full,
    may_choose,
    on_table,
    on_the_map,
    scored,
    this_round,
)
from muster.rules.game.scoring.told import Asked, asks
from muster.rules.game.steps import Ask, ChooseUnits
from muster.rules.game.table import SIDES, Marker, Side, Table, Unit, against, other
from muster.rules.log import Event

CARD: Final = "the-big-one"
CENTER: Final = "Command Center"
HOLORECORDER: Final = "Holorecorder"


@effect("setup", CARD)
def _setup(table: Table, _: Moment) -> Outcome:
    """Tokens as the map shows; Blue first, each gives a Holorecorder to a unit that is no Commander; up to
    half of Red's Troopers, rounded up, gain Prepared Position and must use it."""
    if table.level == "score":
        return Outcome(then=(on_the_map(CARD),))
    given = (choose(table, side, "holorecorder", 1, _may_carry(table, side)) for side in SIDES)
    red = table.seat_of("red")
    troopers = tuple(unit.id for unit in table.army(red) if unit.is_type("trooper"))
    half = may_choose(table, red, "half-prepared", troopers, (len(troopers) + 1) // 2)
    return Outcome(then=(on_the_map(CARD), *if_full(table, given), *_who_is_paragon(table), *half))


def _may_carry(table: Table, side: Side) -> tuple[str, ...]:
    army = table.army(table.seat_of(side))
    return tuple(unit.id for unit in army if unit.rank != "commander")


@purpose("holorecorder")
def _given(choice: Choice) -> Outcome:
    """The unit holds its side's Holorecorder, an asset."""
    side = choice.side
    marker = Marker(id=f"holorecorder-{side}", name=HOLORECORDER, kind="asset", of=side)
    given = (replace(marker, holder=unit) for unit in choice.units)
    return Outcome(tuple(MarkerChanged(marker=one, why=CARD) for one in given))


@purpose("half-prepared")
def _prepared(choice: Choice) -> Outcome:
    """They gain Prepared Position."""
    gained = KeywordGained(units=choice.units, keyword="prepared-position", why=CARD)
    return Outcome((gained,) if choice.units else ())


@claims(HOLORECORDER)
def _claims(_table: Table, _unit: Unit, _marker: Marker) -> bool:
    """Every unit may claim any Holorecorder (G45)."""
    return True


# Scoring ---------------------------------------------------------------------------------------------------


@effect("score", CARD)
def _score(table: Table, _: Moment) -> Outcome:
    """From round 2: 1 VP for each Stockpile, 2 for the Command Center secured; Blue 1 more for each of
    either, and the Stockpiles it secures leave; the Center stays."""
    if table.round < FIRST_SCORING:
        return Outcome()
    tokens = [(one, side) for one in table.lying() if one.kind == "poi" and (side := secured_by(table, one))]
    events: list[Event] = []
    for token, side in tokens:
        points = (2 if token.name == CENTER else 1) + (side == "blue")
        events.append(scored(table, side, points, f"{CARD}.secured", [token.id]))
        if side == "blue" and token.name != CENTER:
            events.append(MarkerChanged(marker=replace(token, gone=True), why=CARD))
    return Outcome((*events, *_told_identified(table)))


@effect("unit-end", CARD)
def _leader_near(table: Table, moment: Moment) -> Outcome:
    """From round 2, when a holder ends its activation: is its leader within range 1 and in sight of an enemy
    Commander or Operative?"""
    unit = table.units[moment.unit]
    side = table.side_of(unit.seat)
    leaders = any(one.is_leader for one in on_table(table, other(unit.seat)))
    if table.round < FIRST_SCORING or table.mark(f"identified.{side}") or not leaders:
        return Outcome()
    if not unit.deployed or not any(
        one.name == HOLORECORDER and one.holder == unit.id for one in table.lying()
    ):
        return Outcome()
    name = f"r{table.round}.identified.{unit.id}"
    return Outcome(then=(Ask(id=name, seat=unit.seat, what="identified", unit=unit.id),))


def identified(table: Table, side: Side, unit: str = "") -> tuple[Event, ...]:
    """2 VP, once for a side and game."""
    if table.mark(f"identified.{side}"):
        return ()
    about = [unit] if unit else ()
    return scored(table, side, 2, f"{CARD}.identified", about), Marked(name=f"identified.{side}")


@question("identified")
def _identified(told: Told) -> Outcome:
    """Identify the Leaders, as told."""
    return Outcome(identified(told.table, told.side, told.step.unit) if told.yes else ())


@asks(CARD)
def _asks(table: Table) -> Asked:
    """Who identified a leader this round, once a side and game."""
    late = table.round >= FIRST_SCORING
    return Asked(marks=tuple(f"identified.{s}" for s in SIDES if late and not table.mark(f"identified.{s}")))


def _told_identified(table: Table) -> tuple[Event, ...]:
    told = (side for side in SIDES if table.mark(f"told.identified.{side}"))
    return tuple(event for side in told for event in identified(table, side))


# Blue's Paragon --------------------------------------------------------------------------------------------


def paragon(table: Table) -> Unit | None:
    """Blue's Paragon, or the Commander that stands for one where there is no Register."""
    army = table.army(table.seat_of("blue"))
    return next((one for one in army if one.paragon or table.mark(f"paragon.{one.id}")), None)


def _who_is_paragon(table: Table) -> tuple[ChooseUnits, ...]:
    seat = table.seat_of("blue")
    able = (unit.id for unit in table.army(seat) if unit.is_commander)
    return () if paragon(table) else may_choose(table, seat, "paragon", able)


@purpose("paragon")
def _stands_for_paragon(choice: Choice) -> Outcome:
    """Without a Register Blue names the Commander that leads."""
    return Outcome(tuple(Marked(name=f"paragon.{unit}") for unit in choice.units))


@effect("unit-start", CARD)
def _near_paragon(table: Table, moment: Moment) -> Outcome:
    """While Blue's Paragon is not Panicked: is the unit within range 1 and in sight of it? Friends rally
    with a die more, enemies with one less, at least one."""
    unit, leader = table.units[moment.unit], paragon(table)
    if leader is None or leader.id == unit.id or not leader.deployed or panicked(table, leader):
        return Outcome()
    matters = unit.suppression > (0 if unit.seat == leader.seat else 1)
    if not matters or not unit.deployed:
        return Outcome()
    name = f"r{table.round}.near-paragon.{unit.id}"
    return Outcome(then=(Ask(id=name, seat=unit.seat, what="near-paragon", unit=unit.id, by=leader.id),))


@question("near-paragon")
def _rallies(told: Told) -> Outcome:
    """A die more for Blue's units, one less for Red's."""
    what = "rally-more" if told.side == "blue" else "rally-less"
    name = this_round(told.table, f"{what}.{told.step.unit}")
    return Outcome((Marked(name=name),) if told.yes else ())


# At the end ------------------------------------------------------------------------------------------------


def held(table: Table, side: Side, of: Side | None = None) -> tuple[str, ...]:
    """The units of a side that hold a Holorecorder, or one that is `of` a side (G45, G48)."""
    recorders = (one for one in table.lying() if one.name == HOLORECORDER and of in (None, one.of))
    return tuple(
        one.holder for one in recorders if one.holder in {u.id for u in table.army(table.seat_of(side))}
    )


def end_facts(table: Table, side: Side) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a side may say after the game, and the unit it names: it holds a Holorecorder and scored; a unit
    of it holds the enemy's, whose owner scored."""
    facts = ("held-holorecorder",) if held(table, side) and table.mark(f"identified.{side}") else ()
    enemy = against(side)
    prize = held(table, side, enemy) if table.mark(f"identified.{enemy}") else ()
    return (*facts, *(("held-enemy-holorecorder",) if prize else ())), prize[:1]
