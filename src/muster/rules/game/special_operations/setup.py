"""Setting up Special Operations: colour, edge, mission, condition, loadouts in secret, deployment by turns
(rules 288 to 303, 325, 326, 377 to 383)."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from msgspec.structs import replace

from muster.rules.dice.faces import Die, Face
from muster.rules.game.answers import AnySaid, Picked, Units
from muster.rules.game.hooks import way
from muster.rules.game.kernel import Chance, Outcome, problem, settles
from muster.rules.game.log.events import Deployed, Marked, MarkerChanged, MissionSet, UnitChanged
from muster.rules.game.missions import deck, mission_cards
from muster.rules.game.operation_steps import ColourDice, Decide, DeployUnit, PickLoadouts
from muster.rules.game.phases.choosing import count_wrong
from muster.rules.game.phases.rolling import contests
from muster.rules.game.phases.setup import turning_point
from muster.rules.game.special_operations.deciding import (
    Decision,
    Thrown,
    asks,
    decides,
    means,
    throw,
    thrown,
)
from muster.rules.game.special_operations.events import (
    LoadoutsPicked,
    LoadoutsRevealed,
    TokenMeant,
    UnitJoined,
)
from muster.rules.game.special_operations.squads.forces import unit_of
from muster.rules.game.special_operations.squads.squads import conditions, loadout_side, squads, unit_card
from muster.rules.game.special_operations.units import ability, edition
from muster.rules.game.steps import (
    AnyStep,
    BeginRound,
    ChooseEdge,
    Confirm,
    DrawMission,
    Effects,
    MissionSetup,
)
from muster.rules.game.table import SEATS, Game, Marker, Mission, Seat, Secret, Table, Unit, View, other
from muster.rules.log import Event
from muster.rules.violations import Violation

COLOUR: Final = (Die.ATTACK_RED,) * 3
CONDITION: Final = (Die.ATTACK_WHITE, Die.DEFENCE_RED)
DRAW: Final = "draw"
OPENER: Final[Seat] = "one"
"""Who opens a game takes the first seat."""
COVERT: Final = "Covert token"
COVERT_NUMBER: Final = "covert-token"
"""What the number of a covert token is drawn for."""
ONE_BY_ONE: Final = ("the-codes",)
"""Missions in which it matters which unit is deployed when."""


@way("setup", "special-operations")
def setup_steps(table: Table) -> tuple[AnyStep, ...]:
    """Mission, condition and loadouts come before anybody is deployed (rules 288, 295, 377). A mission that
    the game was opened for is agreed already; who opened it with the chart wants it, so that only the other
    is asked."""
    mission = DrawMission(id="setup.mission") if turning_point(table) else _missions(1)
    condition = (asks("agree-condition", other(OPENER), "setup"),) if table.holds_to("condition") else ()
    return (
        Confirm(id="setup.table", about="table"), Confirm(id="setup.terrain", about="terrain"),
        ColourDice(id="setup.colour"), ChooseEdge(id="setup.edge"), mission,
        *condition, PickLoadouts(id="setup.loadouts"), MissionSetup(id="setup.cards"),
        DeployUnit(id="setup.deploy"), Effects(id="setup.ready", hook="ready"),
        BeginRound(id="r1"),
    )  # fmt: skip


# Colour, mission, condition --------------------------------------------------------------------------------


@contests(ColourDice, COLOUR, more="red")
def worth(faces: tuple[Face, ...]) -> tuple[int, ...]:
    """Three red attack dice each: more Criticals, then Surges, then Hits is Red, a full tie is rolled again
    (rules 290 to 294)."""
    return faces.count(Face.CRITICAL), faces.count(Face.SURGE), faces.count(Face.HIT)


def _missions(tries: int) -> Decide:
    options = (*deck("special-operations", "mission"), DRAW)
    return Decide(id=f"setup.mission{tries}", seat=None, what="mission", options=options, about=(str(tries),))


@decides("mission")
def _proposed(choice: Decision) -> Outcome:
    """One names a mission, the other agrees; or one asks for the draw (rules 295, 296)."""
    if choice.one == DRAW:
        return Outcome(then=(DrawMission(id=f"{choice.step.id}.draw"),))
    about = (choice.one, *choice.step.about)
    return Outcome(then=(asks("agree-mission", other(choice.seat), choice.step.id, about=about),))


@decides("agree-mission")
def _agreed(choice: Decision) -> Outcome:
    name, tries = choice.step.about
    if not choice.yes:
        return Outcome(then=(_missions(int(tries) + 1),))
    placed = MissionSet(mission=Mission(objective=name), markers=mission_cards()[name].tokens)
    return Outcome((placed,))


@decides("condition")
def _condition(choice: Decision) -> Outcome:
    """The chart is used when both say so (rule 377): an older game asked both."""
    agrees = asks("agree-condition", other(choice.seat), "setup")
    return Outcome(then=(agrees,) if choice.yes else ())


@decides("agree-condition")
def _condition_agreed(choice: Decision) -> Outcome:
    dice = throw("condition-chart", choice.table.seat_of("blue"), CONDITION, "setup")
    return Outcome(then=dice if choice.yes else ())


@thrown("condition-chart")
def _charted(cast: Thrown) -> Outcome:
    """The white die says what, the red one when: Block in rounds 1 and 2, else 3 and 4 (rules 378, 379)."""
    white, red = cast.roll.faces
    row = next(one for one in conditions().values() if one.face is white)
    first = 1 if red is Face.BLOCK else 3
    return Outcome((Marked(name=f"condition.{row.id}", by=first),))


# Loadouts --------------------------------------------------------------------------------------------------


def loadouts_of(table: Table, seat: Seat) -> tuple[tuple[str, str], ...]:
    """The two sides of each of a squad's loadout cards (rule 302)."""
    squad = squads(edition(table))[table.chairs[seat].squad]
    return tuple((one.a, one.b) for one in squad.loadouts)


def _loadout_options(seen: View, step: PickLoadouts) -> Iterator[AnySaid]:
    for seat in (one for one in SEATS if one == seen.audience):
        sides = product(*loadouts_of(seen.table, seat))
        yield from (Picked(prompt=step.id, options=chosen) for chosen in sides)


def _loadout_wrong(seen: View, step: PickLoadouts, said: Picked) -> Iterator[Violation]:
    """One side of each card, no more and no less (rule 302)."""
    if said not in tuple(_loadout_options(seen, step)):
        yield problem("game.no_loadouts", rule=302)


@settles(PickLoadouts, who=lambda _table, _step: SEATS, options=_loadout_options, wrong=_loadout_wrong)
def _picked(game: Game, step: PickLoadouts, seat: Seat, said: Picked, _chance: Chance) -> Outcome:
    """The first choice changes nothing that anybody sees; with the second both are opened (rule 303)."""
    mine = LoadoutsPicked(seat=seat, step=step.id, loadouts=said.options)
    theirs = game.secrets.get(other(seat), Secret())
    if theirs.answered != step.id:
        return Outcome((mine,), done=False)
    picked = {seat: said.options, other(seat): theirs.loadouts}
    shown = LoadoutsRevealed(loadouts={one: picked[one] for one in SEATS})
    chairs = {one: replace(game.table.chairs[one], assets=picked[one]) for one in SEATS}
    table = replace(game.table, chairs=chairs)
    return Outcome((mine, shown, *(event for one in SEATS for event in _outfitted(table, one))))


@means("extra-muscle", "sniper-droid", "electrowhip-magnaguard", "covert-deploy", "covert-deployment")
def _outfitted(table: Table, seat: Seat) -> Iterator[Event]:
    """Loadouts swap units; who deploys covertly waits off the table (rule 325)."""
    units = {unit.id: unit for unit in table.army(seat)}
    for id in table.chairs[seat].assets:
        if swap := loadout_side(edition(table), id).swap:
            out = [unit for unit in units.values() if unit.card == swap.out][-1]
            number = int(out.id.rpartition(".")[2])
            units[out.id] = unit_of(seat, number, unit_card(edition(table), swap.into))
            yield UnitJoined(unit=units[out.id], why=id)
    for unit in units.values():
        if ability(table, unit, "covert-deploy"):
            yield UnitChanged(unit=unit.id, what="waiting", by=1, why="covert-deploy")


# Deployment ------------------------------------------------------------------------------------------------


def covert_units(table: Table, seat: Seat) -> tuple[Unit, ...]:
    """The units of a seat that are still hidden behind tokens."""
    return tuple(unit for unit in table.army(seat) if unit.waits and not unit.has("reserve"))


def covert_tokens(table: Table, seat: Seat) -> tuple[Marker, ...]:
    """The covert tokens of a seat on the table."""
    side = table.side_of(seat)
    return tuple(one for one in table.lying() if one.name == COVERT and one.of == side)


def bare_units(table: Table, seat: Seat) -> tuple[str, ...]:
    """The units that are to be deployed as they are."""
    return tuple(
        unit.id for unit in table.army(seat)
        if not unit.deployed and not unit.waits and not unit.has("network")
    )  # fmt: skip


def to_deploy(table: Table, seat: Seat) -> int:
    """How many units and tokens a seat has still to place."""
    hidden = len(covert_units(table, seat)) - len(covert_tokens(table, seat))
    return len(bare_units(table, seat)) + hidden


def deployment(table: Table) -> tuple[AnyStep, ...]:
    """By turns, Blue first; who has nothing left leaves it to the other."""
    first = table.seat_of("blue")
    return _next_to_deploy(table, first, 1)


def _next_to_deploy(table: Table, due: Seat, number: int) -> tuple[AnyStep, ...]:
    seat = due if to_deploy(table, due) else other(due)
    return (
        (DeployUnit(id=f"setup.deploy{number}", seat=seat, number=number),) if to_deploy(table, seat) else ()
    )


def _hidden(seen: View, seat: Seat) -> tuple[str, ...]:
    """The covert units whose token is not on the table yet, as their player knows."""
    placed = set(seen.own.covert.values()) if seen.own and seen.audience == seat else set()
    return tuple(unit.id for unit in covert_units(seen.table, seat) if unit.id not in placed)


def _zone_known(table: Table, step: DeployUnit) -> bool:
    """Whether the last unit of a seat needs no question: where zones alternate, Blue is told its zone."""
    return step.seat is None or not (
        table.mission.objective in ONE_BY_ONE and table.side_of(step.seat) == "blue"
    )


def _deployer(_table: Table, step: DeployUnit) -> tuple[Seat, ...]:
    return (step.seat,) if step.seat else ()


def _placeable(seen: View, step: DeployUnit) -> tuple[str, ...]:
    return (*bare_units(seen.table, step.seat), *_hidden(seen, step.seat)) if step.seat else ()


def all_at_once(table: Table, step: DeployUnit) -> tuple[str, ...]:
    """The units that may be told to stand together, since turns were taken on the table: all that are left
    but covert ones. Not where the zones of a side alternate unit by unit (rule 351)."""
    left = bare_units(table, step.seat) if step.seat else ()
    return left if len(left) > 1 and table.mission.objective not in ONE_BY_ONE else ()


def _deploy_options(seen: View, step: DeployUnit) -> Iterator[AnySaid]:
    yield from (Units(prompt=step.id, units=(unit,)) for unit in _placeable(seen, step))
    if together := all_at_once(seen.table, step):
        yield Units(prompt=step.id, units=together)


def _deploy_wrong(seen: View, step: DeployUnit, said: Units) -> Iterator[Violation]:
    if not said.units or said.units != all_at_once(seen.table, step):
        yield from count_wrong(said.units, _placeable(seen, step), 1, 1)


@settles(DeployUnit, who=_deployer, options=_deploy_options, wrong=_deploy_wrong, alone=_zone_known)
def _deployed(
    game: Game, step: DeployUnit, _seat: Seat | None, said: Units | None, chance: Chance
) -> Outcome:
    """A unit stands on the table, or a facedown token does; which unit it means only its player knows (rule
    326). Scout moves follow at once (G34)."""
    if said is None or step.seat is None:
        return Outcome(then=deployment(game.table))
    table, first = game.table, game.table.units[said.units[0]]
    if first.waits:
        id, drawn = _covert_id(table, step, chance)
        token = Marker(id=id, name=COVERT, kind="asset", of=table.side_of(step.seat))
        events: tuple[Event, ...] = (
            *drawn,
            MarkerChanged(marker=token, why="covert"),
            TokenMeant(seat=step.seat, token=token.id, unit=first.id),
        )
        left = _next_to_deploy(
            replace(table, markers={**table.markers, token.id: token}), other(step.seat), step.number + 1
        )
        return Outcome(events, (Effects(id=f"{step.id}.hidden", hook="hidden"), *left))
    stand = {id: replace(table.units[id], deployed=True) for id in said.units}
    table = replace(table, units={**table.units, **stand})
    arrives = tuple(Effects(id=_arrival(step, said, id), hook="arrived", unit=id) for id in stand)
    events = tuple(Deployed(unit=id) for id in stand)
    return Outcome(events, (*arrives, *_next_to_deploy(table, other(step.seat), step.number + 1)))


def _covert_id(table: Table, step: DeployUnit, chance: Chance) -> tuple[str, tuple[Event, ...]]:
    """A token that nobody can read a unit from: its number is drawn from those that are left (G15)."""
    names = (f"covert-{number + 1}" for number in range(sum(len(covert_units(table, one)) for one in SEATS)))
    free = [one for one in names if one not in table.markers]
    number, drawn = chance.below(f"{step.id}.token", COVERT_NUMBER, len(free)) if free[1:] else (0, ())
    return free[number], drawn


def _arrival(step: DeployUnit, said: Units, id: str) -> str:
    return f"{step.id}.{id}.arrived" if len(said.units) > 1 else f"{step.id}.arrived"
