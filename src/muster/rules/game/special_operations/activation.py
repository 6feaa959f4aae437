"""A unit's activation: effects at its start, rally, its actions, effects at its end (rules 304 to 308)."""

from muster.rules.dice.faces import Die, Face
from muster.rules.game.engine.continuations import Nothing, Rolled, dice
from muster.rules.game.hooks import at
from muster.rules.game.kernel import Outcome, automatic
from muster.rules.game.log.events import Finished
from muster.rules.game.special_operations.deciding import means, throw
from muster.rules.game.special_operations.marks import DID
from muster.rules.game.special_operations.panic import calm
from muster.rules.game.special_operations.units import ability
from muster.rules.game.steps import AnyStep, Effects
from muster.rules.game.steps.operations import Acting, Done, Rallies
from muster.rules.game.table import Game, Table, Unit, other
from muster.rules.log import Event


def activation(table: Table, id: str) -> tuple[AnyStep, ...]:
    """Start, rally, two actions whatever its Suppression (rule 308), end. Whether a unit leaves the Ambush
    Network is known before anything is measured from it (rule 366)."""
    place, seat, networked = f"r{table.round}.{id}", table.units[id].seat, table.units[id].has("network")
    out = (Effects(hook="comes-out", unit=id),) if networked else ()
    return (
        *out,
        Effects(hook="unit-start", unit=id),
        Rallies(id=f"{place}.rallies", unit=id),
        Acting(id=f"{place}.act1", seat=seat, unit=id, entered=networked),
        Done(id=f"{place}.done", unit=id),
    )


@means("indomitable", "enhanced-durasteel-framework")
def rally_dice(table: Table, unit: Unit) -> tuple[Die, ...]:
    """A white defence die for each Suppression (rule 307), red ones for the Indomitable."""
    die = Die.DEFENCE_RED if ability(table, unit, "indomitable") else Die.DEFENCE_WHITE
    return (die,) * unit.suppression


@automatic(Rallies)
def _rally_unit(game: Game, step: Rallies) -> Outcome:
    unit = game.table.units[step.unit]
    dice = rally_dice(game.table, unit) if unit.here else ()
    return Outcome(then=throw(roll_rally, unit.seat, dice, unit=unit.id))


@dice("rally")
def roll_rally(rolled: Rolled[Nothing]) -> Outcome:
    """Each Block or Surge removes one."""
    lost = rolled.roll.count(Face.BLOCK, Face.SURGE) - oppressed(rolled.table, rolled.unit)
    return Outcome(calm(rolled.table, rolled.step.unit, lost, "rally"))


@means("oppression")
def oppressed(table: Table, unit: Unit) -> int:
    """Under Oppression enemy units that rally remove one less."""
    return int(table.chairs[other(unit.seat)].played == "oppression")


@automatic(Done)
def _end_activation(game: Game, step: Done) -> Outcome:
    """Effects at its end; its token lies facedown, and what it did is forgotten."""
    table, unit = game.table, game.table.units[step.unit]
    forget: tuple[Event, ...] = tuple(DID.clear(table, unit.id))
    if not unit.here:
        return Outcome(forget)
    end = at(table, "unit-end", unit.id)
    return Outcome((Finished(unit=unit.id), *end.events, *forget), end.then)
