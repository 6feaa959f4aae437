"""Setting a game up: table and terrain, colours, edge, mission, setup effects, Prepared Positions.

Recon: rules 454 to 463. Turning Points: rule 48, the owner is Blue and nothing is drawn. How the mission of a
standard game is built stands in `building`.
"""

from collections.abc import Callable, Iterator
from typing import Final, get_args

from muster.rules.dice.faces import Die, Face
from muster.rules.game.answers import AnyInput, Dice, Done, TakeEdge, Units
from muster.rules.game.hooks import CARDS, at
from muster.rules.game.kernel import Chance, Outcome, automatic, blue, named_seat, problem, step_rule
from muster.rules.game.log.events import ColoursSet, Deployed, EdgeChosen, MissionSet, UnitChanged
from muster.rules.game.log.evolve import evolve
from muster.rules.game.marks import MISSION
from muster.rules.game.missions import deck, mission_cards, rules_id
from muster.rules.game.modes import mode_of
from muster.rules.game.phases.rolling import roll_rule
from muster.rules.game.scoring.points import on_the_map
from muster.rules.game.steps import (
    AnyStep,
    BeginRound,
    ChooseEdge,
    ColourRoll,
    Confirm,
    Deploy,
    DrawMission,
    MissionSetup,
)
from muster.rules.game.table import Edge, Game, Mission, Seat, Table, View, other
from muster.rules.log import Event
from muster.rules.violations import Violation

NO_EVENTS: Final[tuple[Event, ...]] = ()
EDGES: Final[tuple[Edge, ...]] = get_args(Edge)
GROUND: Final = Confirm(id="setup.table", about="table"), Confirm(id="setup.terrain", about="terrain")
CHOOSE_EDGE: Final = ChooseEdge(id="setup.edge")
DRAW_MISSION: Final = DrawMission(id="setup.mission")
MISSION_SETUP: Final = MissionSetup(id="setup.cards")
FIRST_ROUND: Final = BeginRound(id="r1")


def core_setup(*own: AnyStep) -> Callable[[Table], tuple[AnyStep, ...]]:
    """What is settled before the first round; a mode has its own way to colours, edge and mission."""
    effects = Confirm(id="setup.effects", about="setup-effects")
    steps = (*GROUND, *own, MISSION_SETUP, effects, Deploy(id="setup.deploy"), FIRST_ROUND)
    return lambda _table: steps


def confirm_option(_view: View, step: AnyStep) -> Iterator[AnyInput]:
    """There is one thing to say."""
    yield Done(prompt=step.id)


@step_rule(Confirm, who=named_seat, options=confirm_option)
def _confirm(_game: Game, _step: Confirm, _seat: Seat, _answer: Done, _chance: Chance) -> Outcome:
    """Something was done on the table (rules 454, 455, 456, 462)."""
    return Outcome()


# Dice ------------------------------------------------------------------------------------------------------


COLOUR: Final = (Die.DEFENCE_RED,)


@roll_rule(ColourRoll, lambda _table, _step: ("one",), COLOUR)
def _roll_colours(_game: Game, step: ColourRoll, seat: Seat, answer: Dice, chance: Chance) -> Outcome:
    """Seat one rolls a red defence die: on a Block it is Blue, else Red (rule 457; G32)."""
    roll, events = chance.roll(step.id, "colour", COLOUR, answer.faces)
    is_blue = roll.faces[0] is Face.BLOCK
    return Outcome((*events, ColoursSet(blue=seat if is_blue else other(seat))))


def edges(table: Table) -> tuple[Edge, ...]:
    """The edges Blue may take: any of a square table (rule 458), the two long ones of another."""
    return EDGES if mode_of(table).square else EDGES[:2]


def _edge_options(seen: View, step: ChooseEdge) -> Iterator[AnyInput]:
    yield from (TakeEdge(prompt=step.id, edge=edge) for edge in edges(seen.table))


def _edge_wrong(seen: View, _step: ChooseEdge, answer: TakeEdge) -> Iterator[Violation]:
    if answer.edge not in edges(seen.table):
        yield problem("game.long_edge", [answer.edge])


@step_rule(ChooseEdge, who=blue, options=_edge_options, wrong=_edge_wrong)
def _take_edge(_game: Game, _step: ChooseEdge, _seat: Seat, answer: TakeEdge, _chance: Chance) -> Outcome:
    """Blue names an edge; Red has the opposite one (rule 458)."""
    return Outcome((EdgeChosen(edge=answer.edge),))


# The mission -----------------------------------------------------------------------------------------------


@step_rule(DrawMission)
def _settle_mission(game: Game, step: DrawMission, _seat: None, _answer: None, chance: Chance) -> Outcome:
    """Drawn, named or built, as the mode has it."""
    return mode_of(game.table).mission(game.table, step, chance)


def mission_set(mission: Mission) -> MissionSet:
    """A mission with the tokens of its map."""
    return MissionSet(mission=mission, markers=mission_cards()[mission.objective].tokens)


def named_mission(table: Table, _step: DrawMission, _chance: Chance) -> Outcome:
    """A Turning Point brings its own objective and secondary (rule 48)."""
    return Outcome((mission_set(Mission(objective=turning_point(table))),))


def turning_point(table: Table) -> str:
    """The Turning Point a game was opened for, or the mission of Special Operations, if any."""
    return next((card for (card,), _ in MISSION.found(table)), "")


def draw_mission(table: Table, step: DrawMission, chance: Chance) -> Outcome:
    """An objective and a secondary for the table, an advantage for each from one deck without replacement
    (rules 459, 460)."""
    events: list[Event] = []

    def draw(kind: str, cards: tuple[str, ...], who: str) -> str:
        number, more = chance.below(f"{step.id}.{who}", kind, len(cards))
        events.extend(more)
        return cards[number]

    objective = draw("objective", deck(table.mode, "objective"), "objective")
    secondary = draw("secondary", deck(table.mode, "secondary"), "secondary")
    advantages = deck(table.mode, "advantage")
    blues = draw("advantage", advantages, "blue-advantage")
    reds = draw("advantage", tuple(card for card in advantages if card != blues), "red-advantage")
    drawn = Mission(objective=objective, secondary=secondary, blue_advantage=blues, red_advantage=reds)
    return Outcome((*events, mission_set(drawn)))


@automatic(MissionSetup)
def _set_up(game: Game, _step: MissionSetup) -> Outcome:
    """Objective, then secondary, then Blue's and Red's advantage (rule 461). Of an objective that says no
    more its tokens are placed as the map shows."""
    built = (mission_set(game.table.mission),) if game.table.mode == "standard" else ()
    game = evolve(game, *built)
    effects, objective = at(game.table, "setup"), game.table.mission.objective
    mapped = not mode_of(game.table).fought and "setup" not in CARDS[rules_id(objective)].effects
    tokens = (on_the_map(objective),) if mapped else ()
    return Outcome((*built, *effects.events), (*tokens, *effects.then))


# Prepared Positions ----------------------------------------------------------------------------------------


def prepared_units(table: Table, seat: Seat) -> tuple[str, ...]:
    """The units of a seat with Prepared Position that are not deployed yet."""
    return tuple(unit.id for unit in table.army(seat) if unit.prepared and not unit.deployed)


def deploying_seat(table: Table, step: Deploy) -> Seat:
    """Whose turn it is to deploy: Blue begins (rule 463)."""
    return step.seat or table.seat_of("blue")


def _deployer(table: Table, step: Deploy) -> tuple[Seat, ...]:
    seat = deploying_seat(table, step)
    return (seat,) if prepared_units(table, seat) else ()


def _deploy_options(seen: View, step: Deploy) -> Iterator[AnyInput]:
    able = prepared_units(seen.table, deploying_seat(seen.table, step))
    yield from (Units(prompt=step.id, units=(unit,)) for unit in able)


def _deploy_wrong(seen: View, step: Deploy, answer: Units) -> Iterator[Violation]:
    able = prepared_units(seen.table, deploying_seat(seen.table, step))
    unknown = [unit for unit in answer.units if unit not in able]
    if unknown:
        yield problem("game.not_among", unknown)
    elif len(answer.units) != 1:
        yield problem("game.how_many", least=1, most=1)


@step_rule(Deploy, who=_deployer, options=_deploy_options, wrong=_deploy_wrong)
def _deploy_unit(
    game: Game, step: Deploy, _seat: Seat | None, answer: Units | None, _chance: Chance
) -> Outcome:
    """By turns, Blue first, while both have such units; each gains a Dodge (rule 463)."""
    deployed = answer.units if answer else ()
    events = tuple(
        event
        for unit in deployed
        for event in (
            Deployed(unit=unit, prepared=True),
            UnitChanged(unit=unit, what="dodge", by=1, why="prepared"),
        )
    )
    left = {
        seat: [unit for unit in prepared_units(game.table, seat) if unit not in deployed]
        for seat in ("one", "two")
    }
    turn = other(deploying_seat(game.table, step))
    if not left[turn]:
        turn = other(turn)
    if not left[turn]:
        return Outcome(events)
    number = sum(unit.prepared and unit.deployed for unit in game.table.units.values()) + len(deployed) + 1
    return Outcome(events, (Deploy(id=f"setup.deploy{number}", seat=turn),))
