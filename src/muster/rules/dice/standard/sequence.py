"""The attack sequence after the attack dice lie, one list of steps in the rules' order (core rulebook, pages
31 to 34): surges and what improves dice; cover, then Dodges; in step 6 Ion, the attacker's effects and then
the defender's."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Literal, NamedTuple

from muster.rules.dice.rolling import SIX
from muster.rules.dice.standard import modifying
from muster.rules.dice.standard.guarding import guard_scale, roll_for_guardian
from muster.rules.dice.standard.lying import Sides, State

Who = Literal["attacker", "defender"]


class Step(NamedTuple):
    """A step in which a side does something: its name, whose it is, whether it does anything in this attack,
    and what may become of a state. `weighed` choices are real ones in plain attacks, too."""

    name: str
    who: Who
    works: Callable[[Sides], object]
    after: Callable[[Sides, State], Iterator[State]]
    weighed: bool = False


class Throw(NamedTuple):
    """A step in which dice fall: the states that may follow, with their weights."""

    name: str
    works: Callable[[Sides], object]
    after: Callable[[Sides, State], Iterator[tuple[State, int]]]


def _always(_: Sides) -> bool:
    return True


def _improves(sides: Sides) -> bool:
    attack = sides.attack
    return bool((attack.marksman and attack.aims) or attack.jarkai)


def _dodges(sides: Sides) -> bool:
    return bool(sides.defence.dodge or sides.defence.camouflage)


def _armour(sides: Sides) -> bool:
    return sides.defence.armour != 0


def _deeper(sides: Sides) -> bool:
    attack = sides.attack
    return bool(attack.aims and (attack.lethal or attack.duelist))


STEPS: Final[tuple[Step | Throw, ...]] = (
    Step("surges", "attacker", _always, modifying.convert_surges),
    Step("marksman", "attacker", _improves, modifying.improve_results, weighed=True),
    Step("fatigue", "defender", lambda sides: sides.attack.fatigue, modifying.tire_attacker),
    Step("sniper", "attacker", lambda sides: sides.attack.sniper, modifying.give_up_results, weighed=True),
    Throw("cover", modifying.cover_left, modifying.roll_cover),
    Step("dodge", "defender", _dodges, modifying.spend_dodges),
    Step("ion", "attacker", lambda sides: sides.attack.ion and sides.defence.shields, modifying.apply_ion),
    Step("ram", "attacker", lambda sides: sides.attack.ram, modifying.apply_ram),
    Step("impact", "attacker", lambda sides: sides.attack.impact and _armour(sides), modifying.apply_impact),
    Step(
        "primitive",
        "attacker",
        lambda sides: sides.attack.primitive and _armour(sides),
        modifying.apply_primitive,
    ),
    Step("lethal", "attacker", _deeper, modifying.apply_lethal),
    Step("backup", "defender", lambda sides: sides.defence.backup, modifying.apply_backup),
    Step("armour", "defender", _armour, modifying.apply_armour),
    Step("guardian", "defender", lambda sides: sides.defence.guardians, modifying.share_with_guardians),
    Step("shields", "defender", lambda sides: sides.defence.shields, modifying.use_shields),
)


class Choice(NamedTuple):
    """A step of one attack: the options of a state. `chosen` says that they have to be weighed."""

    name: str
    who: Who
    after: Callable[[State], Iterator[State]]
    chosen: bool


class Roll(NamedTuple):
    """Dice of one attack: the states that may follow with their weights, `scale` in all."""

    name: str
    after: Callable[[State], Iterator[tuple[State, int]]]
    scale: int


Stage = Choice | Roll


def stages_of(sides: Sides) -> tuple[Stage, ...]:
    """The steps that do something in this attack."""
    made = (_stage(step, sides) for step in STEPS if step.works(sides))
    rolls = (
        Roll("", partial(roll_for_guardian, sides, place=place), guard_scale(guardian))
        for place, guardian in enumerate(sides.defence.guardians)
    )
    return (*made, *rolls)


def _stage(step: Step | Throw, sides: Sides) -> Stage:
    if isinstance(step, Throw):
        return Roll(step.name, partial(step.after, sides), SIX**sides.dice)
    return Choice(step.name, step.who, partial(step.after, sides), step.weighed or not sides.plain)
