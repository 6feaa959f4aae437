"""Bring Down the Shields: Red fills the Transmitter card three times, Blue holds out (rules 336 to 348)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from muster.rules.dice.faces import Die, Face
from muster.rules.game.engine.continuations import Answered, Choice, Nothing, Payload, Rolled, choice, dice
from muster.rules.game.hooks import Moment, effect, together
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.log.evolve import evolve
from muster.rules.game.measuring import NO_PLACE, Door, touching
from muster.rules.game.missions import mission_cards
from muster.rules.game.scoring.points import scored
from muster.rules.game.special_operations.actions import NOWHERE, Doing, action
from muster.rules.game.special_operations.deciding import may_pick, throw
from muster.rules.game.special_operations.ending import ROUNDS, may_act, mission_won, red_may_win
from muster.rules.game.special_operations.marks import POOL, SLOT
from muster.rules.game.special_operations.missions.operation import Operation
from muster.rules.game.special_operations.missions.rerolling import Worked, works
from muster.rules.game.special_operations.moving import arrive
from muster.rules.game.special_operations.panic import calm, gain
from muster.rules.game.special_operations.units import ability, enemies, squad, supports
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import Side, Table, Unit

MISSION: Final = "bring-down-the-shields"
FIRST_WAVE: Final = ("commander", "corps", "heavy")
NEEDED: Final = 6
WINNING: Final = 3
CONSOLE_DICE: Final = (Die.ATTACK_BLACK,) * 3
LAST_ARRIVALS: Final = 4


# Setup and reinforcements ----------------------------------------------------------------------------------


@effect("setup", MISSION)
def _reserves(table: Table, _moment: Moment) -> Outcome:
    """Blue deploys its Commander, Corps and Heavy units; the others wait, without order tokens (rules 337,
    338; G5)."""
    kept = [unit for unit in table.army(table.seat_of("blue")) if unit.rank not in FIRST_WAVE]
    names = [("reserve",) if unit.waits else ("reserve", "waiting") for unit in kept]
    new = ((unit.id, name) for unit, tokens in zip(kept, names, strict=True) for name in tokens)
    return Outcome.of(UnitChanged(unit=unit, what=name, by=1, why=MISSION) for unit, name in new)


def reserves(table: Table) -> tuple[str, ...]:
    """The units that wait to arrive."""
    return tuple(unit.id for unit in table.army(table.seat_of("blue")) if unit.has("reserve"))


def _reinforces(id: str) -> Outcome:
    """A unit comes to the table in its deployment zone."""
    freed = (UnitChanged(unit=id, what=token, by=-1) for token in ("reserve", "waiting"))
    return arrive(id, "reinforce", after=tuple(freed))


@effect("end-start", MISSION)
def _wave(table: Table, _moment: Moment) -> Outcome:
    """The pool is rolled and its dice stay; one waiting unit arrives whatever they show (rule 345; S2)."""
    dice = (Die.ATTACK_BLACK,) * POOL.count(table)
    if dice:
        return Outcome(then=throw(roll_reinforcements, table.seat_of("blue"), dice))
    return Outcome(then=_wave_of(table, 0))


def arrival_count(faces: Iterable[Face]) -> int:
    """For each Critical or Surge one more unit, or a Suppression less (rule 345)."""
    return sum(face in (Face.CRITICAL, Face.SURGE) for face in faces)


@dice("reinforcements")
def roll_reinforcements(rolled: Rolled[Nothing]) -> Outcome:
    return Outcome(then=_wave_of(rolled.table, arrival_count(rolled.roll.faces)))


def _wave_of(table: Table, more: int) -> tuple[AnyStep, ...]:
    """The first unit is compulsory while one waits (G35)."""
    blue, known = table.seat_of("blue"), Wave(more)
    first = may_pick(bring_reinforcement, blue, reserves(table), least=1, known=known)
    return first or _extras(table, more)


def _extras(table: Table, left: int) -> tuple[AnyStep, ...]:
    shaken = [f"calm {id}" for id in squad(table, table.seat_of("blue")) if table.units[id].suppression]
    options = (*reserves(table), *shaken) if left else ()
    return may_pick(bring_reinforcement, table.seat_of("blue"), options, least=1,
                    known=Wave(left - 1))  # fmt: skip


class Wave(Payload, frozen=True):
    """How much more comes after this."""

    more: int


@choice("reinforce", Wave, door=NO_PLACE, optional=True)
def bring_reinforcement(answer: Answered[Wave]) -> Outcome:
    """A unit arrives, or a friend loses a Suppression; then the next, if there is more."""
    verb, _, id = answer.first.rpartition(" ")
    outcome = Outcome(calm(answer.table, id, 1, MISSION)) if verb else _reinforces(id)
    game = evolve(answer.game, *outcome.events)
    return outcome._replace(then=(*outcome.then, *_extras(game.table, answer.known.more)))


@effect("round", MISSION)
def _last_wave(table: Table, _moment: Moment) -> Outcome:
    """Before the Command Phase of round 4 all others arrive (rule 346)."""
    if table.round < LAST_ARRIVALS:
        return Outcome()
    return together(_reinforces(id) for id in reserves(table))


# The Transmitter card --------------------------------------------------------------------------------------


def slots() -> dict[Face, int]:
    """The slots of the Transmitter card by face (rule 340)."""
    return dict(mission_cards()[MISSION].slots)


def filled_slots(table: Table, face: Face) -> int:
    """How many slots of a face are filled."""
    return SLOT.count(table, face.value)


def fillable(table: Table, faces: Iterable[Face]) -> tuple[str, ...]:
    """The slots that dice may fill: each die an empty one of its face (rule 339); Blanks match nothing."""
    return _matched_slots(
        faces, {face: number - filled_slots(table, face) for face, number in slots().items()}
    )


def emptiable(table: Table, faces: Iterable[Face]) -> tuple[str, ...]:
    """The slots that dice may empty: each die a filled one of its face (rule 344)."""
    return _matched_slots(faces, {face: filled_slots(table, face) for face in slots()})


def _matched_slots(faces: Iterable[Face], room: Mapping[Face, int]) -> tuple[str, ...]:
    able = {face: min(room.get(face, 0), number) for face, number in sorted(Counter(faces).items())}
    return tuple(f"slot-{face.value}-{number + 1}" for face, most in able.items() for number in range(most))


def at_once(table: Table, able: Sequence[str]) -> int:
    """How many of these slots one action fills or empties at most: by S1 all, set otherwise one."""
    return len(able) if table.holds_to("S1") else min(1, len(able))


def _ask_slots(table: Table, step: Roll | Choose, follow: Choice[Nothing], able: tuple[str, ...]) -> Outcome:
    """A token may be put on a slot, or removed from it: any that matches may be left as it is."""
    seat, most = table.units[step.unit].seat, at_once(table, able)
    return Outcome(then=may_pick(follow, seat, able, most=most, unit=step.unit))


def _change_slots(answer: Answered[Nothing], by: int) -> Outcome:
    chosen = Counter(slot.split("-")[1] for slot in answer.chosen)
    return Outcome.of(SLOT.add(answer.table, face, by=by * number) for face, number in chosen.items())


fill_slots = choice("fill-slots", door=NO_PLACE)(lambda answer: _change_slots(answer, 1))
"""A token on each of them (rule 339)."""


empty_slots = choice("empty-slots", door=NO_PLACE)(lambda answer: _change_slots(answer, -1))
"""The token of each of them goes (rule 344)."""


# Actions ---------------------------------------------------------------------------------------------------

DEEDS: Final = ("backup", "webs", "encrypt")


def _consoles(table: Table, unit: Unit) -> Iterable[str]:
    """That it touches a Console is told by acting (G2). Blue names what it does there (rules 342 to 344)."""
    consoles = (marker.id for marker in table.lying() if marker.kind == "console")
    deeds = NOWHERE if table.side_of(unit.seat) == "red" else DEEDS
    return deeds if touching(table, unit.id, consoles) else ()


@action("console", _consoles, cost=0, mission=MISSION, door=Door("A", "contact", rules=(339, 342)))
def _console(doing: Doing) -> Outcome:
    """Red rolls three black dice for the card (rule 339); Blue calls for backup, lays webs or encrypts."""
    table, unit = doing.table, doing.unit
    if doing.on == "backup":
        return Outcome((POOL.add(table),))
    if doing.on == "webs":
        foes = enemies(table, unit.id)
        return Outcome(then=may_pick(lay_webs, unit.seat, foes, least=1, unit=unit.id))
    if doing.on == "encrypt":
        dice = CONSOLE_DICE[: 1 + supports(table, unit)]
        return Outcome(then=throw(roll_encrypt, unit.seat, dice, unit=unit.id))
    return Outcome(then=throw(roll_console, unit.seat, CONSOLE_DICE, unit=unit.id))


@choice("webs", door=NO_PLACE)
def lay_webs(answer: Answered[Nothing]) -> Outcome:
    """Three black dice for an enemy unit anywhere on the table (rule 343)."""
    known, unit = Worked(answer.first), answer.step.unit
    thrown = throw(roll_webs, answer.seat, CONSOLE_DICE, unit=unit, known=known)
    return Outcome(then=thrown if answer.first else ())


@works("console", Die.ATTACK_BLACK)
def roll_console(table: Table, step: Roll | Choose, faces: tuple[Face, ...], _on: str) -> Outcome:
    """Slots that they may fill."""
    return _ask_slots(table, step, fill_slots, fillable(table, faces))


@works("encrypt", Die.ATTACK_BLACK)
def roll_encrypt(table: Table, step: Roll | Choose, faces: tuple[Face, ...], _on: str) -> Outcome:
    """Slots that they may empty."""
    return _ask_slots(table, step, empty_slots, emptiable(table, faces))


def suppression_of_webs(faces: Iterable[Face]) -> int:
    """A Suppression for each Hit and Critical (rule 343)."""
    return sum(face in (Face.HIT, Face.CRITICAL) for face in faces)


@works("webs", Die.ATTACK_BLACK)
def roll_webs(table: Table, step: Roll | Choose, faces: tuple[Face, ...], on: str) -> Outcome:
    """The enemy unit gains its Suppression in one gain (rule 343)."""
    return gain(table, on, suppression_of_webs(faces), step.unit)


def _transmitter(table: Table, unit: Unit) -> Iterable[str]:
    there = (marker.id for marker in table.lying() if marker.kind == "transmitter")
    full = sum(filled_slots(table, face) for face in slots()) >= NEEDED
    return NOWHERE if full and touching(table, unit.id, there) else ()


def _may_win(table: Table) -> tuple[Side | None, ...]:
    """In the last round Red wins while as many units may still act as it needs points: the Transmitter is
    used once an activation, and by who is given Guidance (rules 304, 348; G23)."""
    able = [table.units[id] for id in may_act(table, "red")]
    uses = len(able) + sum(ability(table, unit, "guidance") is not None for unit in able)
    return red_may_win(table, table.round < ROUNDS or uses >= WINNING - table.points("red"))


OPERATION: Final = Operation(MISSION, WINNING, may_win=_may_win)


@action("transmitter", _transmitter, mission=MISSION, sides=("red",), door=Door("A", "contact", rules=(341,)))
def _transmit(doing: Doing) -> Outcome:
    """With six slots filled the card is emptied for a point; with three points Red has won (rules 341,
    347)."""
    table = doing.table
    cleared = (
        SLOT.add(table, face.value, by=-filled_slots(table, face))
        for face in slots()
        if filled_slots(table, face)
    )
    point = scored(table, "red", 1, "bring-down-the-shields.transmitted", (doing.unit.id,))
    won = (mission_won("red"),) if table.points("red") + 1 >= WINNING else ()
    return Outcome((*cleared, point, *won))
