"""Commendations with a use in play: once a game, or once a round where another widens them (rule 249)."""

from typing import Final

from muster.rules.campaign.library.library import library
from muster.rules.campaign.register.commendations import once_per
from muster.rules.campaign.register.unit_facts import UnitFacts
from muster.rules.dice.faces import Die, Face
from muster.rules.game.hooks import Cast, Choice, Moment, Told, deed, effect, purpose, question, rolled
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Marked, UnitChanged
from muster.rules.game.scoring.contesting import BRAVER, braver_decides
from muster.rules.game.scoring.points import may_choose, on_table
from muster.rules.game.steps import Ask, Pick, RollDice
from muster.rules.game.table import Table, Unit

STERNER: Final = "sterner-stuff"
TAPPED: Final = ("special-munitions", "one-in-a-million")
"""What a player uses in an attack with a tap; Sterner Stuff is asked for when the last miniature falls."""


def usable(table: Table, unit: Unit, name: str) -> bool:
    """Whether a unit has a commendation and may use it now: once a game, or once a round if widened (249)."""
    last = table.mark(f"used.{name}.{unit.id}")
    facts = UnitFacts(id=unit.id, rank=unit.rank, commendations=unit.effects)
    often = once_per(library().commendations[name], facts)
    return name in unit.effects and last < (table.round if often == "round" else 1)


def _uses(table: Table, unit: Unit, name: str) -> Marked:
    """A use is kept as the round it happened in, so that once a round can be told from once a game."""
    last = table.mark(f"used.{name}.{unit.id}")
    return Marked(name=f"used.{name}.{unit.id}", by=table.round - last)


def _tap(name: str) -> None:
    def able(table: Table, unit: Unit) -> tuple[str, ...]:
        return ("",) if table.acting == unit.id and usable(table, unit, name) else ()

    @deed(name, able=able)
    def _used(table: Table, unit: Unit, _marker: str) -> Outcome:
        """In an attack during its activation; the table does the rest (rule 249)."""
        return Outcome((_uses(table, unit, name),))


for _name in TAPPED:
    _tap(_name)


# Sterner Stuff ---------------------------------------------------------------------------------------------


@effect("falling", STERNER)
def _last_stand(table: Table, moment: Moment) -> Outcome:
    """An attack's wounds would remove its last miniature: use it (rule 249)?"""
    unit = table.units[moment.unit]
    if moment.unit != moment.carrier or not usable(table, unit, STERNER):
        return Outcome()
    name = f"r{table.round}.{STERNER}.{unit.id}"
    return Outcome(then=(Ask(id=name, seat=unit.seat, what=STERNER, unit=unit.id),))


@question(STERNER)
def _stands(told: Told) -> Outcome:
    """A black attack die decides."""
    if not told.yes:
        return Outcome()
    unit = told.table.units[told.step.unit]
    dice = (Die.ATTACK_BLACK,)
    roll = RollDice(id=f"{told.step.id}.die", seat=unit.seat, purpose=STERNER, dice=dice, about=(unit.id,))
    return Outcome((_uses(told.table, unit, STERNER),), (roll,))


@rolled(STERNER)
def _saved(cast: Cast) -> Outcome:
    """On a Critical or a Surge it stays with one wound left."""
    saved = cast.roll.count(Face.CRITICAL, Face.SURGE)
    healed = UnitChanged(unit=cast.step.about[0], what="wound", by=-1, why=STERNER)
    return Outcome((healed,) if saved else ())


# Unity and Legendary ---------------------------------------------------------------------------------------


@effect("panic", "unity")
@effect("suppressed", "unity")
def _unity(table: Table, moment: Moment) -> Outcome:
    """Courage +1 while another Clone Trooper unit is within range 1: asked where it decides."""
    unit = table.units[moment.unit]
    friends = any(one.is_type("clone-trooper") and one.id != unit.id for one in on_table(table, unit.seat))
    known = table.mark(f"unity.{unit.id}") or moment.unit != moment.carrier
    if known or not friends or not braver_decides(table, unit, BRAVER["unity"]):
        return Outcome()
    name = f"r{table.round}.unity.{unit.id}.{unit.suppression}"
    return Outcome(then=(Ask(id=name, seat=unit.seat, what="unity", unit=unit.id, reach=1),))


@effect("unit-end", "unity")
def _apart(table: Table, moment: Moment) -> Outcome:
    """When units have moved, somebody looks again."""
    known = table.mark(f"unity.{moment.carrier}")
    return Outcome((Marked(name=f"unity.{moment.carrier}", by=-known),) if known else ())


@effect("unit-start", "legendary")
def _legendary(table: Table, moment: Moment) -> Outcome:
    """At the start of its activation it may gain an Aim or a Dodge, then remove a Suppression of a friend."""
    if moment.unit != moment.carrier:
        return Outcome()
    unit = table.units[moment.unit]
    others = (one.id for one in on_table(table, unit.seat) if one.id != unit.id and one.suppression)
    name = f"r{table.round}.legendary.{unit.id}"
    pick = Pick(id=name, seat=unit.seat, purpose="legendary", options=("aim", "dodge"), unit=unit.id)
    return Outcome(then=(pick, *may_choose(table, unit.seat, "legendary-friend", others)))


@purpose("legendary")
def _readied(choice: Choice) -> Outcome:
    """It gains the token."""
    unit = choice.step.unit if isinstance(choice.step, Pick) else ""
    return Outcome(tuple(UnitChanged(unit=unit, what=one, by=1, why="legendary") for one in choice.units))


@purpose("legendary-friend")
def _heartened(choice: Choice) -> Outcome:
    """A friend within range 2 loses a Suppression."""
    return Outcome(
        tuple(UnitChanged(unit=one, what="suppression", by=-1, why="legendary") for one in choice.units)
    )
