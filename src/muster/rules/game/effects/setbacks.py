"""Setbacks in play: what a unit carries from earlier battles, at the moment it matters (rules 42, 202 to
211).

Downtrodden costs points when an army is mustered and War Weary is a matter of casualty checks: neither does
anything at the table.
"""

from muster.rules.campaign.battle.at_the_table import (
    behind_schedule,
    fatigue,
    flat_footed,
    shaken_after_rally,
    shaken_at_start,
)
from muster.rules.game.engine.continuations import Answered, Choice, Nothing, choice
from muster.rules.game.hooks import Moment, carrier_acts, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.marks import KEEPS
from muster.rules.game.measuring import NO_PLACE, RANGE_2, Door
from muster.rules.game.scoring.commanding import on_the_table
from muster.rules.game.scoring.contesting import Looked, at_token, contesting, own_courage
from muster.rules.game.scoring.points import suppress
from muster.rules.game.steps import Gain
from muster.rules.game.steps.choices import YesNo
from muster.rules.game.table import Seat, Table, Unit, other


def pips(table: Table, seat: Seat) -> tuple[int, int] | None:
    """The pips of one's own and of the enemy's command card, where both were played in the app."""
    own, theirs = table.chairs[seat], table.chairs[other(seat)]
    return (own.pips, theirs.pips) if own.played and theirs.played else None


def _ask_pips(table: Table, unit: Unit, follow: Choice[Nothing]) -> Outcome:
    """Cards lie on the table: somebody says how they compare."""
    if not on_the_table(table):
        return Outcome()
    return Outcome(then=(follow.ask(unit.seat, YesNo(), unit.id),))


# Flat Footed -----------------------------------------------------------------------------------------------


@effect("activations", "flat-footed")
def _flat_footed(table: Table, moment: Moment) -> Outcome:
    """As the Activation Phase starts: 1 Suppression if the enemy's card has fewer pips (rule 42)."""
    unit = table.units[moment.carrier]
    if (played := pips(table, unit.seat)) is None:
        return _ask_pips(table, unit, tell_flat_footed)
    return Outcome(then=suppress((unit.id,), flat_footed(*played), "flat-footed"))


@choice("flat-footed", door=NO_PLACE)
def tell_flat_footed(answer: Answered[Nothing]) -> Outcome:
    """Rule 42, as told: the enemy's card has fewer pips."""
    number = flat_footed(1, 0) if answer.yes else 0
    return Outcome(then=suppress((answer.step.unit,), number, "flat-footed"))


# Behind Schedule -------------------------------------------------------------------------------------------


@effect("revealed", "behind-schedule")
def _behind_schedule(table: Table, moment: Moment) -> Outcome:
    """When the cards are revealed and its own has fewer pips: 2 Suppression and 2 Observation tokens."""
    unit = table.units[moment.carrier]
    if (played := pips(table, unit.seat)) is None:
        return _ask_pips(table, unit, tell_behind_schedule)
    return _late(unit, *behind_schedule(*played))


def _late(unit: Unit, suppression: int, observation: int) -> Outcome:
    if not suppression:
        return Outcome()
    seen = UnitChanged(unit=unit.id, what="observation", by=observation, why="behind-schedule")
    return Outcome((seen,), suppress((unit.id,), suppression, "behind-schedule"))


@choice("behind-schedule", door=NO_PLACE)
def tell_behind_schedule(answer: Answered[Nothing]) -> Outcome:
    """As told: one's own card has fewer pips."""
    unit = answer.table.units[answer.step.unit]
    return _late(unit, *behind_schedule(0, 1)) if answer.yes else Outcome()


# Battle-Shaken and Battle-Fatigue --------------------------------------------------------------------------


@effect("rallied", "battle-shaken", when=carrier_acts)
def _shaken(table: Table, moment: Moment) -> Outcome:
    """After its Rally with more Suppression than Courage it suffers a wound (rule 205)."""
    unit = table.units[moment.unit]
    wounds = shaken_after_rally(unit.suppression, own_courage(table, unit), unit.unit_type, unit.miniatures)
    return Outcome(then=_wound(unit, wounds))


@effect("activations", "battle-shaken")
def _shaken_first(table: Table, moment: Moment) -> Outcome:
    """First Activation Phase: a Vehicle or a single miniature suffers its wound now (rule 206)."""
    unit = table.units[moment.carrier]
    wounds = shaken_at_start(unit.unit_type, unit.miniatures) if table.round == 1 else 0
    return Outcome(then=_wound(unit, wounds))


def _wound(unit: Unit, number: int) -> tuple[Gain, ...]:
    step = Gain(units=(unit.id,), what="wound", number=number, why="battle-shaken")
    return (step,) if number else ()


def hits_lost(unit: Unit, hits: int) -> int:
    """Hits that the opponent may take from the unit's attack, after surges are converted: one for each
    Battle-Fatigue (rules 202, 203)."""
    return fatigue(hits, unit.effects.count("battle-fatigue"))


# Compromised and Losing Faith ------------------------------------------------------------------------------


@effect("activations-end", "compromised")
def _compromised(table: Table, moment: Moment) -> Outcome:
    """At the end of the Activation Phase: 1 Suppression while it contests an objective with enemies."""
    unit = table.units[moment.carrier]
    shared = any(
        unit in contesting(table, marker, moment.side) and len(at_token(table, marker)) == 2
        for marker in table.lying()
    )
    return Outcome(then=suppress((unit.id,), int(shared), "compromised"))


@effect("clean", "losing-faith")
def _losing_faith(table: Table, moment: Moment) -> Outcome:
    """When tokens are removed: is it within range 2 of its Paragon?"""
    unit = table.units[moment.carrier]
    led = any(ally.paragon and ally.id != unit.id for ally in table.army(unit.seat))
    if not unit.suppression or not led:
        return Outcome()
    return Outcome(then=(keep_suppression.ask(unit.seat, YesNo(), unit.id, known=Looked(2)),))


@choice("losing-faith", Looked, door=Door("F", "distance", far=RANGE_2))
def keep_suppression(answer: Answered[Looked]) -> Outcome:
    """It removes one Suppression less."""
    return Outcome((KEEPS.add(answer.table, answer.step.unit),) if answer.yes else ())
