"""An attack on its way: what was declared, the question it asks of the odds, and what has fallen and been
spent so far. Everything else follows from these."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Final, cast

import msgspec

from muster.rules.dice.faces import ATTACK_DICE, Die, Face
from muster.rules.dice.questions import Question, in_effect
from muster.rules.dice.rolling import FACES
from muster.rules.dice.standard import modifying
from muster.rules.dice.standard.course import Course
from muster.rules.dice.standard.lying import Sides, State
from muster.rules.dice.standard.sequence import Choice
from muster.rules.dice.standard.sequence import Roll as Throw
from muster.rules.game.engine.continuations import Payload
from muster.rules.game.engine.outcome import Outcome
from muster.rules.game.steps.attacks import DefendAttack, EndAttack, RerollAttack, ResolveAttack
from muster.rules.game.steps.step import Known
from muster.rules.game.table import Seat, Table

UNTOLD: Final = -1
"""A number that nobody has told yet."""
EARLY: Final = ("surges", "marksman", "fatigue", "sniper", "cover")
"""Steps before the defender spends anything."""
DEFENDER: Final = "defender"
"""Stands for the first step after them."""


class Volley(Payload, frozen=True, kw_only=True):
    """One pool against one target. `question` is what the odds are asked, as JSON: tokens that are spent
    later change nothing of it. `aims` and `observed` tokens were spent on rerolls, `improving` aims on
    Marksman, `piercing` aims on Lethal. The defender told `dodges`, `shields`, at most how many `blocks` of
    Surges, and who `guards` it; their dice are `guarded`, the Pierce used on each is `split`
    (`guard_asked`: the last of them asked whether it rolls again). At the end
    there are its `wounds` (`summed` where only those were entered), whether a Hit or a Critical was `shown`,
    wounds that came `back`, and what `followed`: for whom, by which keyword. A lender gave `borrowed` Aims
    for rerolls, and the `dodge_lender` so many of the Dodges and at most so many of the Surges that block.
    Long Shot took `far_aims`; `raising` Dodges improve dice (Jar'Kai Mastery). `giving` Pierce is given up
    (Makashi Mastery), `tiring` Hits are removed (Battle-Fatigue), `dropping` all results is a sure wound
    (Sniper Team)."""

    attacker: str
    target: str
    why: str
    weapons: tuple[str, ...]
    facts: tuple[str, ...]
    question: str
    makashi: bool = False
    faces: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    aims: int = 0
    observed: int = 0
    kept: bool = False
    improving: int = UNTOLD
    cover: tuple[str, ...] = ()
    covered: bool = False
    defended: bool = False
    dodges: int = 0
    shields: int = 0
    guards: tuple[str, ...] = ()
    guarded: tuple[str, ...] = ()
    split: tuple[str, ...] = ()
    blocks: int = 0
    piercing: int = UNTOLD
    saves: tuple[str, ...] = ()
    saved: bool = False
    lucky: bool = False
    wounds: int = 0
    back: int = 0
    shown: bool = False
    summed: bool = False
    followed: tuple[str, ...] = ()
    guard_asked: int = UNTOLD
    borrowed: int = 0
    far_aims: int = 0
    raising: int = UNTOLD
    dodge_lender: str = ""
    lent_dodges: int = 0
    lent_blocks: int = 0
    giving: int = UNTOLD
    tiring: int = UNTOLD
    dropping: int = UNTOLD

    @property
    def asked(self) -> Question:
        """The question of this attack, with all in effect."""
        return question_in(self.question)

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice of the pool, red ones first."""
        return tuple(die for die, count in zip(ATTACK_DICE, self.asked.attack.pool, strict=True)
                     for _ in range(count))  # fmt: skip

    @property
    def aims_left(self) -> int:
        """Aims that may still be spent on anything."""
        return self.asked.attack.aims - self.aims

    @property
    def aims_spent(self) -> int:
        """Aims that were spent on anything."""
        return self.aims + self.far_aims + max(0, self.improving) + max(0, self.piercing)

    @property
    def observations_left(self) -> int:
        """Observation tokens that may still be spent."""
        return self.asked.attack.observation - self.observed

    @property
    def ranged(self) -> bool:
        """Whether the rules of ranged attacks apply."""
        return self.asked.attack.kind in ("ranged", "area")

    @property
    def told(self) -> dict[str, str]:
        """The facts by their questions."""
        return dict(fact.split("=", 1) for fact in self.facts)


def volley_in(step: RerollAttack | DefendAttack | ResolveAttack | EndAttack) -> Volley:
    """The attack that a step holds."""
    return msgspec.convert(step.known, Volley)


def onwards(volley: Volley) -> Outcome:
    """The attack goes on from here."""
    return Outcome(then=(ResolveAttack(known=as_known(volley)),))


def fighters_stand(table: Table, volley: Volley) -> bool:
    """Whether both still take part."""
    return all(table.units[id].here for id in (volley.attacker, volley.target))


def seats_of(table: Table, volley: Volley) -> tuple[Seat, Seat]:
    """The attacker's seat and the defender's."""
    return table.units[volley.attacker].seat, table.units[volley.target].seat


def as_known(volley: Volley) -> Known:
    """An attack as a step holds it."""
    return cast("Known", msgspec.to_builtins(volley))


@lru_cache(maxsize=256)
def question_in(text: str) -> Question:
    """A question as it was kept, with all in effect."""
    return in_effect(msgspec.json.decode(text, type=Question))


def kept_question(question: Question) -> str:
    """A question as it is kept."""
    return msgspec.json.encode(question).decode()


@lru_cache(maxsize=128)
def _course(question: str, makashi: bool) -> Course:
    asked = question_in(question)
    return Course(Sides(asked.attack, asked.defence, makashi))


def course_of(volley: Volley) -> Course:
    """How the attack goes on from dice that lie."""
    return _course(volley.question, volley.makashi)


class Standing(msgspec.Struct, frozen=True):
    """Where an attack stands: what lies, before the step in this place."""

    course: Course
    state: State
    place: int

    @property
    def criticals(self) -> int:
        """Criticals that are left."""
        return self.state[0]

    @property
    def hits(self) -> int:
        """Hits that are left."""
        return self.state[1]

    @property
    def mean(self) -> Fraction:
        """The wounds that follow on average."""
        rolls = (stage.scale for stage in self.course.stages[self.place :] if isinstance(stage, Throw))
        worth = self.course.worth(self.state, self.place) >> self.course.bits
        return Fraction(worth, prod(rolls) * self.course.saving.scale)

    @property
    def strikes(self) -> int:
        """Hits and Criticals that are left."""
        return self.state[0] + self.state[1]


def standing(volley: Volley, before: str = "") -> Standing:
    """Where the attack stands before a step, before a guardian rolls, or once all steps are done that need no
    defence dice. What was told is done as told, the rest as is best."""
    course = course_of(volley)
    state = _lying(volley, course)
    for place, stage in enumerate(course.stages):
        if before and (stage.name == before or (before == DEFENDER and stage.name not in EARLY)):
            return Standing(course, state, place)
        if isinstance(stage, Choice):
            state = _chosen(volley, course, stage, state, place)
        elif stage.name == "cover":
            state = _covered(volley, course, state)
        else:
            guard = place - len(course.stages) + len(course.sides.defence.guardians)
            if guard >= len(volley.guarded):
                return Standing(course, state, place)
            state = _guarded(volley, state, guard)
    return Standing(course, state, len(course.stages))


def standing_after(volley: Volley, name: str) -> Standing:
    """Where the attack stands after a step that somebody told."""
    now = standing(volley, name)
    stage = now.course.stages[now.place]
    if not isinstance(stage, Choice):
        raise ValueError(f"nobody decides at {name}")
    state = _chosen(volley, now.course, stage, now.state, now.place)
    return Standing(now.course, state, now.place + 1)


def has_step(volley: Volley, name: str) -> bool:
    """Whether a step does anything in this attack."""
    return any(stage.name == name for stage in course_of(volley).stages)


def _lying(volley: Volley, course: Course) -> State:
    criticals, hits, surges, blanks = (volley.faces.count(face) for face in FACES)
    return course.sides.state((criticals, hits, surges, blanks), volley.aims_left, volley.aims > 0)


def _chosen(volley: Volley, course: Course, stage: Choice, state: State, place: int) -> State:
    options = list(_as_told(volley, course, stage, state))
    if not options:
        return course.choose(stage, state, place)
    if len(options) == 1:
        return options[0]
    best = max if stage.who == "attacker" else min
    return best(options, key=lambda option: course.worth(option, place + 1))


def _as_told(volley: Volley, course: Course, stage: Choice, state: State) -> Iterator[State]:
    """The options of a step that are as somebody told; none where nobody has to."""
    criticals, hits, beside = state
    match stage.name:
        case "marksman" if volley.improving != UNTOLD or volley.raising != UNTOLD:
            yield from improving(course.sides, state, volley.raising, volley.improving)
        case "fatigue" if volley.tiring != UNTOLD:
            yield criticals, max(0, hits - volley.tiring), beside
        case "sniper" if volley.dropping != UNTOLD:
            yield list(stage.after(state))[-1 if volley.dropping else 0]
        case "dodge" if volley.defended:
            yield from dodging(course.sides, state, volley.dodges)
        case "lethal" if volley.piercing != UNTOLD:
            yield from stage.after((criticals, hits, beside._replace(aims=volley.piercing)))
        case "shields" if volley.defended:
            number = min(volley.shields, beside.shields)
            yield from (one for one in stage.after(state) if criticals + hits - one[0] - one[1] == number)


def improving(sides: Sides, state: State, dodges: int, aims: int) -> Iterator[State]:
    """What just so many Dodges (Jar'Kai) and Aims (Marksman) may do to the dice; a number that is not told
    yet is any."""
    raising = sides.attack.jarkai if dodges == UNTOLD else dodges
    attack = msgspec.structs.replace(sides.attack, jarkai=raising)
    options = modifying.improve_results(sides._replace(attack=attack), state)
    left = state[2].aims - aims
    yield from (option for option in options if aims == UNTOLD or option[2].aims == left)


def dodging(sides: Sides, state: State, number: int) -> Iterator[State]:
    """What just so many Dodges may do."""
    defence = msgspec.structs.replace(sides.defence, dodge=number)
    options = list(modifying.spend_dodges(sides._replace(defence=defence), state))
    yield from options[: 1 + (min(number, state[0]) if defence.agile else 0)]


def cover_dice(volley: Volley) -> tuple[Die, ...]:
    """The dice of the cover roll: one for each Hit (core rulebook, page 33)."""
    if not has_step(volley, "cover"):
        return ()
    defence = volley.asked.defence
    number = max(0, standing(volley, "cover").hits - defence.low_profile)
    return (Die.DEFENCE_RED if defence.dug_in else Die.DEFENCE_WHITE,) * number


def _covered(volley: Volley, course: Course, state: State) -> State:
    """Light cover cancels a Hit for each Block, heavy for each Block or Surge."""
    criticals, hits, beside = state
    cancelling = (Face.BLOCK, Face.SURGE)[: modifying.cover_left(course.sides)]
    stopped = sum(volley.cover.count(face) for face in cancelling)
    return criticals, max(0, hits - course.sides.defence.low_profile - stopped), beside


def guard_blocks(volley: Volley, place: int) -> int:
    """The Blocks of a guardian's roll: surges count where its chart or Deflect turns them."""
    guardian, faces = volley.asked.defence.guardians[place], volley.guarded[place].split(",")
    surges = faces.count(Face.SURGE) if guardian.surge or guardian.deflect else guard_surges(volley, place)
    return faces.count(Face.BLOCK) + surges


def guard_surges(volley: Volley, place: int) -> int:
    """The Surge tokens that a guardian spends on its roll, where nothing turns surges anyway."""
    guardian, faces = volley.asked.defence.guardians[place], volley.guarded[place].split(",")
    turned = guardian.surge or guardian.deflect
    return 0 if turned else min(faces.count(Face.SURGE), guardian.surges)


def _guarded(volley: Volley, state: State, place: int) -> State:
    """A guardian has rolled: Pierce used on it is gone, a surge of one with Deflect wounds the attacker."""
    criticals, hits, beside = state
    guardian = volley.asked.defence.guardians[place]
    used, taken = int(volley.split[place]), beside.taken[place] if beside.taken else 0
    surged = Face.SURGE in volley.guarded[place].split(",")
    back = guardian.deflect and surged and not volley.asked.attack.immune_deflect
    return criticals, hits, beside._replace(
        pierce=beside.pierce - used, back=beside.back + back,
        hurt=beside.hurt + taken - guard_blocks(volley, place) + used,
    )  # fmt: skip
