"""Bring Down the Shields: Red fills the Transmitter card three times, Blue holds out (rules 336 to 348)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Final

from muster.rules.dice.faces import Die, Face
from muster.rules.game.hooks import Moment, effect, together
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Deployed, Marked, UnitChanged
from muster.rules.game.log.evolve import evolve
from muster.rules.game.missions import mission_cards
from muster.rules.game.operation_steps import Decide, Throw
from muster.rules.game.scoring.points import scored
from muster.rules.game.special_operations.actions import NOWHERE, Doing, action
from muster.rules.game.special_operations.deciding import (
    Decision,
    Thrown,
    decides,
    may_pick,
    throw,
    thrown,
)
from muster.rules.game.special_operations.ending import (
    GOALS,
    ROUNDS,
    SURE,
    fulfilled,
    may_act,
    red_may_win,
)
from muster.rules.game.special_operations.missions.rerolling import works
from muster.rules.game.special_operations.panic import calm, gain
from muster.rules.game.special_operations.units import ability, enemies, squad, supports
from muster.rules.game.steps import AnyStep, Effects
from muster.rules.game.table import Side, Table, Unit

MISSION: Final = "bring-down-the-shields"
FIRST_WAVE: Final = ("commander", "corps", "heavy")
NEEDED: Final = 6
WINNING: Final = 3
CONSOLE_DICE: Final = (Die.ATTACK_BLACK,) * 3
LAST_ARRIVALS: Final = 4
POOL: Final = "reinforcements"
GOALS[MISSION] = WINNING


# Setup and reinforcements ----------------------------------------------------------------------------------


@effect("setup", MISSION)
def _reserves(table: Table, _moment: Moment) -> Outcome:
    """Blue deploys its Commander, Corps and Heavy units; the others wait, without order tokens (rules 337,
    338; G5)."""
    kept = [unit for unit in table.army(table.seat_of("blue")) if unit.rank not in FIRST_WAVE]
    names = (("reserve",) if unit.waits else ("reserve", "waiting") for unit in kept)
    return Outcome(
        tuple(UnitChanged(unit=unit.id, what=name, by=1, why=MISSION)
              for unit, tokens in zip(kept, names, strict=True) for name in tokens)
    )  # fmt: skip


def reserves(table: Table) -> tuple[str, ...]:
    """The units that wait to arrive."""
    return tuple(unit.id for unit in table.army(table.seat_of("blue")) if unit.has("reserve"))


def arrives(id: str, place: str) -> Outcome:
    """A unit comes to the table in its deployment zone."""
    freed = (UnitChanged(unit=id, what=token, by=-1) for token in ("reserve", "waiting"))
    return Outcome(
        (Deployed(unit=id), *freed), (Effects(id=f"{place}.{id}.arrived", hook="arrived", unit=id),)
    )


@effect("end-start", MISSION)
def _wave(table: Table, moment: Moment) -> Outcome:
    """The pool is rolled and its dice stay; one waiting unit arrives whatever they show (rule 345; S2)."""
    dice = (Die.ATTACK_BLACK,) * table.mark(POOL)
    if dice:
        return Outcome(then=throw("reinforcements", table.seat_of("blue"), dice, moment.place))
    return Outcome(then=_wave_of(table, moment.place, 0))


def reinforced(faces: Iterable[Face]) -> int:
    """For each Critical or Surge one more unit, or a Suppression less (rule 345)."""
    return sum(face in (Face.CRITICAL, Face.SURGE) for face in faces)


@thrown("reinforcements")
def _rolled(cast: Thrown) -> Outcome:
    return Outcome(then=_wave_of(cast.table, cast.step.id, reinforced(cast.roll.faces)))


def _wave_of(table: Table, place: str, more: int) -> tuple[AnyStep, ...]:
    """The first unit is compulsory while one waits (G35)."""
    first = may_pick("reinforce", table.seat_of("blue"), reserves(table), place, least=1, about=(str(more),))
    return first or _extras(table, place, more)


def _extras(table: Table, place: str, left: int) -> tuple[AnyStep, ...]:
    shaken = [f"calm {id}" for id in squad(table, table.seat_of("blue")) if table.units[id].suppression]
    options = (*reserves(table), *shaken) if left else ()
    return may_pick("reinforce", table.seat_of("blue"), options, f"{place}.{left}", least=1,
                    about=(str(left - 1),))  # fmt: skip


@decides("reinforce")
def _reinforced(choice: Decision) -> Outcome:
    """A unit arrives, or a friend loses a Suppression; then the next, if there is more."""
    if not choice.one:
        return Outcome()
    verb, _, id = choice.one.rpartition(" ")
    step = choice.step
    outcome = Outcome(calm(choice.table, id, 1, MISSION)) if verb else arrives(id, step.id)
    game = reduce(evolve, outcome.events, choice.game)
    return outcome._replace(then=(*outcome.then, *_extras(game.table, step.id, int(step.about[0]))))


@effect("round", MISSION)
def _last_wave(table: Table, _moment: Moment) -> Outcome:
    """Before the Command Phase of round 4 all others arrive (rule 346)."""
    if table.round < LAST_ARRIVALS:
        return Outcome()
    return together(arrives(id, f"r{table.round}") for id in reserves(table))


# The Transmitter card --------------------------------------------------------------------------------------


def slots() -> dict[Face, int]:
    """The slots of the Transmitter card by face (rule 340)."""
    return dict(mission_cards()[MISSION].slots)


def filled(table: Table, face: Face) -> int:
    """How many slots of a face are filled."""
    return table.mark(f"slot.{face.value}")


def fillable(table: Table, faces: Iterable[Face]) -> tuple[str, ...]:
    """The slots that dice may fill: each die an empty one of its face (rule 339); Blanks match nothing."""
    return _matched(faces, {face: number - filled(table, face) for face, number in slots().items()})


def emptiable(table: Table, faces: Iterable[Face]) -> tuple[str, ...]:
    """The slots that dice may empty: each die a filled one of its face (rule 344)."""
    return _matched(faces, {face: filled(table, face) for face in slots()})


def _matched(faces: Iterable[Face], room: Mapping[Face, int]) -> tuple[str, ...]:
    able = {face: min(room.get(face, 0), number) for face, number in sorted(Counter(faces).items())}
    return tuple(f"slot-{face.value}-{number + 1}" for face, most in able.items() for number in range(most))


def at_once(table: Table, able: Sequence[str]) -> int:
    """How many of these slots one action fills or empties at most: by S1 all, set otherwise one."""
    return len(able) if table.holds_to("S1") else min(1, len(able))


def _asks_slots(table: Table, step: Throw | Decide, what: str, able: tuple[str, ...]) -> Outcome:
    """A token may be put on a slot, or removed from it: any that matches may be left as it is."""
    seat, most = table.units[step.unit].seat, at_once(table, able)
    return Outcome(then=may_pick(what, seat, able, step.id, most=most, unit=step.unit))


@decides("fill-slots")
@decides("empty-slots")
def _slots_chosen(choice: Decision) -> Outcome:
    by = 1 if choice.step.what == "fill-slots" else -1
    chosen = Counter(one.split("-")[1] for one in choice.picked)
    return Outcome(tuple(Marked(name=f"slot.{face}", by=by * number) for face, number in chosen.items()))


# Actions ---------------------------------------------------------------------------------------------------

DEEDS: Final = ("backup", "webs", "encrypt")


def _consoles(table: Table, unit: Unit) -> Iterable[str]:
    """That it touches a Console is told by acting (G2). Blue names what it does there (rules 342 to 344)."""
    if table.mission.objective != MISSION:
        return ()
    return NOWHERE if table.side_of(unit.seat) == "red" else DEEDS


@action("console", _consoles, cost=0)
def _console(doing: Doing) -> Outcome:
    """Red rolls three black dice for the card (rule 339); Blue calls for backup, lays webs or encrypts."""
    table, unit = doing.table, doing.unit
    if doing.on == "backup":
        return Outcome((Marked(name=POOL),))
    if doing.on == "webs":
        foes = enemies(table, unit.id)
        return Outcome(then=may_pick("webs", unit.seat, foes, doing.place, least=1, unit=unit.id))
    if doing.on == "encrypt":
        dice = CONSOLE_DICE[: 1 + supports(table, unit)]
        return Outcome(then=throw("encrypt", unit.seat, dice, doing.place, unit=unit.id))
    return Outcome(then=throw("console", unit.seat, CONSOLE_DICE, doing.place, unit=unit.id))


@decides("webs")
def _webs(choice: Decision) -> Outcome:
    """Three black dice for an enemy unit anywhere on the table (rule 343)."""
    dice = throw(
        "webs", choice.seat, CONSOLE_DICE, choice.step.id, unit=choice.step.unit, about=choice.picked
    )
    return Outcome(then=dice if choice.one else ())


@works("console", Die.ATTACK_BLACK)
def _fills(table: Table, step: Throw | Decide, faces: tuple[Face, ...], _on: tuple[str, ...]) -> Outcome:
    return _asks_slots(table, step, "fill-slots", fillable(table, faces))


@works("encrypt", Die.ATTACK_BLACK)
def _empties(table: Table, step: Throw | Decide, faces: tuple[Face, ...], _on: tuple[str, ...]) -> Outcome:
    return _asks_slots(table, step, "empty-slots", emptiable(table, faces))


def caught(faces: Iterable[Face]) -> int:
    """A Suppression for each Hit and Critical (rule 343)."""
    return sum(face in (Face.HIT, Face.CRITICAL) for face in faces)


@works("webs", Die.ATTACK_BLACK)
def _catches(table: Table, step: Throw | Decide, faces: tuple[Face, ...], on: tuple[str, ...]) -> Outcome:
    """The enemy unit gains its Suppression in one gain (rule 343)."""
    return gain(table, on[0], caught(faces), step.id, step.unit)


def _transmitter(table: Table, unit: Unit) -> Iterable[str]:
    full = sum(filled(table, face) for face in slots()) >= NEEDED
    return (
        NOWHERE if table.mission.objective == MISSION and full and table.side_of(unit.seat) == "red" else ()
    )


def _may_win(table: Table) -> tuple[Side | None, ...]:
    """In the last round Red wins while as many units may still act as it needs points: the Transmitter is
    used once an activation, and by who is given Guidance (rules 304, 348; G23)."""
    able = [table.units[one] for one in may_act(table, "red")]
    uses = len(able) + sum(ability(table, unit, "guidance") is not None for unit in able)
    return red_may_win(table, table.round < ROUNDS or uses >= WINNING - table.points("red"))


SURE[MISSION] = _may_win


@action("transmitter", _transmitter)
def _transmit(doing: Doing) -> Outcome:
    """With six slots filled the card is emptied for a point; with three points Red has won (rules 341,
    347)."""
    table = doing.table
    cleared = (
        Marked(name=f"slot.{face.value}", by=-filled(table, face)) for face in slots() if filled(table, face)
    )
    point = scored(table, "red", 1, "bring-down-the-shields.transmitted", (doing.unit.id,))
    won = (fulfilled("red"),) if table.points("red") + 1 >= WINNING else ()
    return Outcome((*cleared, point, *won))
