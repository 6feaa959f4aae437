"""Commendations with a use in play: once a game, or once a round where another widens them (rule 249)."""

from typing import Final

from muster.rules.campaign.library.library import library
from muster.rules.campaign.register.commendations import once_per
from muster.rules.campaign.register.unit_facts import UnitFacts
from muster.rules.dice.faces import Die, Face
from muster.rules.game.engine.continuations import Answered, Nothing, Rolled, choice, dice
from muster.rules.game.hooks import Moment, carrier_acts, effect, unit_action
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.marks import UNITY, USED
from muster.rules.game.measuring import NO_PLACE, RANGE_2, Door
from muster.rules.game.scoring.contesting import BRAVER, Looked, braver_decides, unity
from muster.rules.game.scoring.points import gain, may_choose, on_table
from muster.rules.game.steps.choices import Among, YesNo
from muster.rules.game.table import Table, Unit
from muster.rules.log import Event

STERNER: Final = "sterner-stuff"
TAPPED: Final = ("special-munitions", "one-in-a-million")
"""What a player uses in an attack with a tap; Sterner Stuff is asked for when the last miniature falls."""


def usable(table: Table, unit: Unit, name: str) -> bool:
    """Whether a unit has a commendation and may use it now: once a game, or once a round if widened (249)."""
    last = USED.count(table, name, unit.id)
    facts = UnitFacts(id=unit.id, rank=unit.rank, commendations=unit.effects)
    often = once_per(library().commendations[name], facts)
    return name in unit.effects and last < (table.round if often == "round" else 1)


def _uses(table: Table, unit: Unit, name: str) -> tuple[Event, ...]:
    """A use is kept as the round it happened in, so that once a round can be told from once a game."""
    return USED.change_to(table, table.round, name, unit.id)


def _tap(name: str) -> None:
    def able(table: Table, unit: Unit) -> tuple[str, ...]:
        return ("",) if table.acting == unit.id and usable(table, unit, name) else ()

    @unit_action(name, able=able)
    def _used(table: Table, unit: Unit, _marker: str) -> Outcome:
        """In an attack during its activation; the table does the rest (rule 249)."""
        return Outcome(_uses(table, unit, name))


for _name in TAPPED:
    _tap(_name)


# Sterner Stuff ---------------------------------------------------------------------------------------------


@effect("falling", STERNER)
def _last_stand(table: Table, moment: Moment) -> Outcome:
    """An attack's wounds would remove its last miniature: use it (rule 249)?"""
    unit = table.units[moment.unit]
    if moment.unit != moment.carrier or not usable(table, unit, STERNER):
        return Outcome()
    return Outcome(then=(stand_last.ask(unit.seat, YesNo(), unit.id),))


@choice(STERNER, door=NO_PLACE, optional=True)
def stand_last(answer: Answered[Nothing]) -> Outcome:
    """A black attack die decides."""
    unit = answer.table.units[answer.step.unit]
    roll = save_last.roll(unit.seat, (Die.ATTACK_BLACK,), unit.id)
    return Outcome(_uses(answer.table, unit, STERNER), (roll,))


@dice(STERNER)
def save_last(rolled: Rolled[Nothing]) -> Outcome:
    """On a Critical or a Surge it stays with one wound left."""
    saved = rolled.roll.count(Face.CRITICAL, Face.SURGE)
    healed = UnitChanged(unit=rolled.step.unit, what="wound", by=-1, why=STERNER)
    return Outcome((healed,) if saved else ())


# Unity and Legendary ---------------------------------------------------------------------------------------


@effect("panic", "unity")
@effect("suppressed", "unity")
def _unity(table: Table, moment: Moment) -> Outcome:
    """Courage +1 while another Clone Trooper unit is within range 1: asked where it decides."""
    unit = table.units[moment.unit]
    friends = any(ally.is_type("clone-trooper") and ally.id != unit.id for ally in on_table(table, unit.seat))
    known = UNITY.count(table, unit.id) or moment.unit != moment.carrier
    if known or not friends or not braver_decides(table, unit, BRAVER[UNITY]):
        return Outcome()
    return Outcome(then=(unity.ask(unit.seat, YesNo(), unit.id, known=Looked(1)),))


# When units have moved, somebody looks again.
effect("unit-end", "unity")(lambda table, moment: Outcome(UNITY.change_to(table, 0, moment.carrier)))


@effect("unit-start", "legendary", when=carrier_acts)
def _legendary(table: Table, moment: Moment) -> Outcome:
    """At the start of its activation it may gain an Aim or a Dodge, then remove a Suppression of a friend."""
    unit = table.units[moment.unit]
    others = (ally.id for ally in on_table(table, unit.seat) if ally.id != unit.id and ally.suppression)
    pick = ready_legend.ask(unit.seat, Among(("aim", "dodge"), 0), unit.id)
    return Outcome(then=(pick, *may_choose(unit.seat, hearten_friend, others)))


@choice("legendary", told=True, door=NO_PLACE)
def ready_legend(answer: Answered[Nothing]) -> Outcome:
    """It gains the token."""
    unit = answer.step.unit
    return Outcome.of(UnitChanged(unit=unit, what=token, by=1, why="legendary") for token in answer.chosen)


@choice("legendary-friend", told=True, door=Door("N", "distance", far=RANGE_2, rules=(249,)))
def hearten_friend(answer: Answered[Nothing]) -> Outcome:
    """A friend within range 2 loses a Suppression."""
    return Outcome(gain(answer.chosen, "suppression", "legendary", by=-1))
