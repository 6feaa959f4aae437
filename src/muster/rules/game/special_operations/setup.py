"""Setting up Special Operations: colour, edge, mission, condition, loadouts in secret, deployment by turns
(rules 288 to 303, 325, 326, 377 to 383)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from muster.rules.dice.faces import Die, Face
from muster.rules.game.answers import AnyInput, Picked, Units
from muster.rules.game.engine.continuations import Answered, Nothing, Payload, Rolled, choice, dice
from muster.rules.game.hooks import together
from muster.rules.game.kernel import Chance, Outcome, problem, step_rule
from muster.rules.game.log.events import MarkerChanged, MissionSet, UnitChanged
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.missions import deck, mission_cards
from muster.rules.game.phases.rolling import colour_contest
from muster.rules.game.phases.setup import mission_set, turning_point
from muster.rules.game.special_operations.deciding import ask, means, throw
from muster.rules.game.special_operations.events import (
    LoadoutsPicked,
    LoadoutsRevealed,
    TokenMeant,
    UnitJoined,
)
from muster.rules.game.special_operations.marks import CONDITION
from muster.rules.game.special_operations.moving import arrive
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
from muster.rules.game.steps.choices import Among, OneOfEach
from muster.rules.game.steps.operations import ColourDice, DeployUnit, PickLoadouts
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SEATS, Game, Marker, Mission, Seat, Secret, Table, Unit, View, other
from muster.rules.log import Event
from muster.rules.violations import Violation

COLOUR: Final = (Die.ATTACK_RED,) * 3
CONDITION_DICE: Final = (Die.ATTACK_WHITE, Die.DEFENCE_RED)
DRAW: Final = "draw"
OPENER: Final[Seat] = "one"
"""Who opens a game takes the first seat."""
COVERT: Final = "Covert token"
COVERT_NUMBER: Final = "covert-token"
"""What the number of a covert token is drawn for."""


def setup_steps(table: Table) -> tuple[AnyStep, ...]:
    """Mission, condition and loadouts come before anybody is deployed (rules 288, 295, 377). A mission that
    the game was opened for is agreed already; who opened it with the chart wants it, so that only the other
    is asked."""
    mission = DrawMission(id="setup.mission") if turning_point(table) else _missions(1)
    condition = (ask(agree_condition, other(OPENER)),) if table.holds_to("condition") else ()
    return (
        Confirm(id="setup.table", about="table"), Confirm(id="setup.terrain", about="terrain"),
        ColourDice(id="setup.colour"), ChooseEdge(id="setup.edge"), mission,
        *condition, PickLoadouts(id="setup.loadouts"), MissionSetup(id="setup.cards"),
        DeployUnit(id="setup.deploy"), Effects(hook="ready"),
        BeginRound(id="r1"),
    )  # fmt: skip


def draw_mission(table: Table, step: DrawMission, chance: Chance) -> Outcome:
    """The mission that was agreed on, or one of four (rule 296)."""
    if agreed := turning_point(table):
        return Outcome((mission_set(Mission(objective=agreed)),))
    missions = deck("special-operations", "mission")
    number, drawn = chance.below(step.id, "mission", len(missions))
    return Outcome((*drawn, mission_set(Mission(objective=missions[number]))))


# Colour, mission, condition --------------------------------------------------------------------------------


@colour_contest(ColourDice, COLOUR, more="red")
def worth(faces: tuple[Face, ...]) -> tuple[int, ...]:
    """Three red attack dice each: more Criticals, then Surges, then Hits is Red, a full tie is rolled again
    (rules 290 to 294)."""
    return faces.count(Face.CRITICAL), faces.count(Face.SURGE), faces.count(Face.HIT)


class Proposed(Payload, frozen=True):
    """Which mission was proposed last, and how often one was."""

    tries: int = 1
    mission: str = ""


def _missions(tries: int) -> Choose:
    among = Among((*deck("special-operations", "mission"), DRAW))
    return propose_mission.ask(None, among, known=Proposed(tries))


@choice("mission", Proposed, door=NO_PLACE)
def propose_mission(answer: Answered[Proposed]) -> Outcome:
    """One names a mission, the other agrees; or one asks for the draw (rules 295, 296)."""
    if answer.first == DRAW:
        return Outcome(then=(DrawMission(id=f"{answer.step.id}.draw"),))
    known = Proposed(answer.known.tries, answer.first)
    return Outcome(then=(ask(agree_mission, other(answer.seat), known=known),))


@choice("agree-mission", Proposed, door=NO_PLACE)
def agree_mission(answer: Answered[Proposed]) -> Outcome:
    name = answer.known.mission
    if not answer.yes:
        return Outcome(then=(_missions(answer.known.tries + 1),))
    placed = MissionSet(mission=Mission(objective=name), markers=mission_cards()[name].tokens)
    return Outcome((placed,))


@choice("condition", door=NO_PLACE)
def want_condition(answer: Answered[Nothing]) -> Outcome:
    """The chart is used when both say so (rule 377): an older game asked both."""
    agrees = ask(agree_condition, other(answer.seat))
    return Outcome(then=(agrees,) if answer.yes else ())


@choice("agree-condition", door=NO_PLACE)
def agree_condition(answer: Answered[Nothing]) -> Outcome:
    dice = throw(roll_condition, answer.table.seat_of("blue"), CONDITION_DICE)
    return Outcome(then=dice if answer.yes else ())


@dice("condition-chart")
def roll_condition(rolled: Rolled[Nothing]) -> Outcome:
    """The white die says what, the red one when: Block in rounds 1 and 2, else 3 and 4 (rules 378, 379)."""
    white, red = rolled.roll.faces
    row = next(row for row in conditions().values() if row.face is white)
    first = 1 if red is Face.BLOCK else 3
    return Outcome((CONDITION.add(rolled.table, row.id, by=first),))


# Loadouts --------------------------------------------------------------------------------------------------


def loadouts_of(table: Table, seat: Seat) -> tuple[tuple[str, str], ...]:
    """The two sides of each of a squad's loadout cards (rule 302)."""
    squad = squads(edition(table))[table.chairs[seat].squad]
    return tuple((loadout.a, loadout.b) for loadout in squad.loadouts)


def _loadout_options(seen: View, step: PickLoadouts) -> Iterator[AnyInput]:
    for sides in _sides_of(seen).every():
        yield Picked(prompt=step.id, options=sides)


def _loadout_wrong(seen: View, _step: PickLoadouts, answer: Picked) -> Iterator[Violation]:
    """One side of each card, no more and no less (rule 302)."""
    if any(_sides_of(seen).check(answer.options)):
        yield problem("game.no_loadouts", rule=302)


def _sides_of(seen: View) -> OneOfEach:
    return OneOfEach(loadouts_of(seen.table, "one" if seen.audience == "one" else "two"))


@step_rule(PickLoadouts, who=lambda _table, _step: SEATS, options=_loadout_options, wrong=_loadout_wrong)
def _pick_loadouts(game: Game, step: PickLoadouts, seat: Seat, answer: Picked, _chance: Chance) -> Outcome:
    """The first choice changes nothing that anybody sees; with the second both are opened (rule 303)."""
    mine = LoadoutsPicked(seat=seat, step=step.id, loadouts=answer.options)
    theirs = game.secrets.get(other(seat), Secret())
    if theirs.answered != step.id:
        return Outcome((mine,), done=False)
    picked = {seat: answer.options, other(seat): theirs.loadouts}
    shown = LoadoutsRevealed(loadouts={seat: picked[seat] for seat in SEATS})
    chairs = {seat: replace(game.table.chairs[seat], assets=picked[seat]) for seat in SEATS}
    table = replace(game.table, chairs=chairs)
    return Outcome((mine, shown, *(event for seat in SEATS for event in _outfitted(table, seat))))


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
    return tuple(marker for marker in table.lying() if marker.name == COVERT and marker.of == side)


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
    return step.seat is None or not (_one_by_one(table) and table.side_of(step.seat) == "blue")


def _deployer(_table: Table, step: DeployUnit) -> tuple[Seat, ...]:
    return (step.seat,) if step.seat else ()


def _placeable(seen: View, step: DeployUnit) -> tuple[str, ...]:
    return (*bare_units(seen.table, step.seat), *_hidden(seen, step.seat)) if step.seat else ()


def all_at_once(table: Table, step: DeployUnit) -> tuple[str, ...]:
    """The units that may be told to stand together, since turns were taken on the table: all that are left
    but covert ones. Not where the zones of a side alternate unit by unit (rule 351)."""
    left = bare_units(table, step.seat) if step.seat else ()
    return left if len(left) > 1 and not _one_by_one(table) else ()


def _one_by_one(table: Table) -> bool:
    """Whether it matters which unit is deployed when."""
    card = mission_cards().get(table.mission.objective)
    return card is not None and card.alternates


def _deploy_options(seen: View, step: DeployUnit) -> Iterator[AnyInput]:
    yield from (Units(prompt=step.id, units=(unit,)) for unit in _placeable(seen, step))
    if together := all_at_once(seen.table, step):
        yield Units(prompt=step.id, units=together)


def _deploy_wrong(seen: View, step: DeployUnit, answer: Units) -> Iterator[Violation]:
    if not answer.units or answer.units != all_at_once(seen.table, step):
        yield from Among(_placeable(seen, step)).check(answer.units)


@step_rule(
    DeployUnit, who=_deployer, options=_deploy_options, wrong=_deploy_wrong, auto_if_single=_zone_known
)
def _deploy_unit(
    game: Game, step: DeployUnit, _seat: Seat | None, answer: Units | None, chance: Chance
) -> Outcome:
    """A unit stands on the table, or a facedown token does; which unit it means only its player knows (rule
    326). Scout moves follow at once (G34)."""
    if answer is None or step.seat is None:
        return Outcome(then=deployment(game.table))
    table, first = game.table, game.table.units[answer.units[0]]
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
        return Outcome(events, (Effects(hook="hidden"), *left))
    stand = {id: replace(table.units[id], deployed=True) for id in answer.units}
    table = replace(table, units={**table.units, **stand})
    placed = together(arrive(id, "deploy") for id in stand)
    return placed._replace(then=(*placed.then, *_next_to_deploy(table, other(step.seat), step.number + 1)))


def _covert_id(table: Table, step: DeployUnit, chance: Chance) -> tuple[str, tuple[Event, ...]]:
    """A token that nobody can read a unit from: its number is drawn from those that are left (G15)."""
    names = (
        f"covert-{number + 1}" for number in range(sum(len(covert_units(table, seat)) for seat in SEATS))
    )
    free = [name for name in names if name not in table.markers]
    number, drawn = chance.below(f"{step.id}.token", COVERT_NUMBER, len(free)) if free[1:] else (0, ())
    return free[number], drawn
