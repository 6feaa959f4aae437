"""What to do with attack dice that lie: keep them, or roll some again with a token, and what that gains.

Every choice is weighed as if both sides play their best from there on. Only what these dice can still become
is looked at, so that nearly every attack is exact. Where that would be more than `MOST_SITUATIONS`, surges
that count stay, which comes near best; where even that is too much, no more than the present token is looked
ahead, and how near that comes is not known.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from muster.rules.dice.answers import Play
from muster.rules.dice.faces import ATTACK_DICE, Die, Face
from muster.rules.dice.questions import AIM_DICE, Question, in_effect
from muster.rules.dice.rolling import EIGHT, FACES
from muster.rules.dice.standard.best_play import Rerolls, Spending, TooManySituations
from muster.rules.dice.standard.course import Course
from muster.rules.dice.standard.lying import Sides
from muster.rules.dice.standard.picking import COLOURS, FIELD, GROUP, ONE_FIELD
from muster.rules.dice.standard.picking import FACES as FACE_NUMBERS

BEST: Final = "best"
NEAR: Final = "near"
POLICY: Final = "policy"
MOST_SITUATIONS: Final = 10_000
"""The most situations weighed for one piece of advice: far more than attacks of legal units need."""
Lying = Sequence[tuple[Die, Face]]
"""Attack dice and what they show."""


Use = Literal["keep", "aim", "observation"]


class Option(NamedTuple):
    """A way to go on: nothing, or dice picked up with a token, by their places; the wounds that follow on
    average, on target and guardians."""

    use: Use
    places: tuple[int, ...]
    mean: Fraction


class Advice(NamedTuple):
    """The best way to go on, what comes of keeping all dice, and whether that is the best there is, near it
    (at most 0.05 wounds below), or the best with the present token alone."""

    best: Option
    keep: Option
    play: Play

    @property
    def gain(self) -> Fraction:
        """What the best way gains over keeping all dice."""
        return self.best.mean - self.keep.mean


def advise(question: Question, lying: Lying) -> Advice:
    """What to do with these dice; the pool of the question is what lies."""
    counts = [sum(die is known for die, _ in lying) for known in ATTACK_DICE]
    attack = replace(question.attack, red=counts[0], black=counts[1], white=counts[2])
    asked = in_effect(Question(attack, question.defence))
    sides = Sides(asked.attack, asked.defence)
    for play in (BEST, NEAR):
        try:
            return _advice(_rerolls(sides, play), lying, play)
        except TooManySituations:
            continue
    return _advice(_rerolls(_with_one_token(sides), POLICY), lying, POLICY)


def _advice(rerolls: Rerolls, lying: Lying, play: Play) -> Advice:
    dice = _pack(rerolls, lying)
    ways = EIGHT ** rerolls.rerolls_left(rerolls.tokens)
    worth, spending = rerolls.best(dice, rerolls.tokens)
    kept = rerolls.worth_as_they_lie(dice) * ways
    keep = Option("keep", (), rerolls.mean(kept, ways))
    best = Option(_use(spending), _places(rerolls, lying, spending), rerolls.mean(worth, ways))
    return Advice(best, keep, play)


def _use(spending: Spending) -> Use:
    if spending.pick is None:
        return "keep"
    return "aim" if spending.aim else "observation"


def _rerolls(sides: Sides, play: Play) -> Rerolls:
    """The rerolls of these dice, played exactly or near best."""
    attack = sides.attack
    dice = attack.aims * min(AIM_DICE + attack.precise, sides.dice) + attack.observation
    most = None if play == POLICY else MOST_SITUATIONS
    return Rerolls(Course(sides, dice), exact=play != NEAR, most=most)


def _with_one_token(sides: Sides) -> Sides:
    """The same attack with the present token alone."""
    attack = sides.attack
    aims = min(1, attack.aims)
    return sides._replace(attack=replace(attack, aims=aims, observation=min(1 - aims, attack.observation)))


def _pack(rerolls: Rerolls, lying: Lying) -> int:
    """The dice as the rerolls take them, the weakest first."""
    dice = 0
    for colour, face in sorted(((ATTACK_DICE.index(die), face) for die, face in lying), reverse=True):
        dice += rerolls.pack_die(colour, FACES.index(face), dice)
    return dice


def _places(rerolls: Rerolls, lying: Lying, spending: Spending) -> tuple[int, ...]:
    """The places of the dice that are picked up."""
    if spending.pick is None:
        return ()
    wanted = {
        (colour, face): spending.pick.dice >> GROUP * face + FIELD * colour & ONE_FIELD
        for colour in COLOURS
        for face in FACE_NUMBERS
    }
    places = []
    # Of faces that come to the same, blanks first.
    order = sorted(range(len(lying)), key=lambda place: -FACES.index(lying[place][1]))
    for place in order:
        die, face = lying[place]
        kind = ATTACK_DICE.index(die), rerolls.comes_to(FACES.index(face))
        if wanted.get(kind, 0):
            wanted[kind] -= 1
            places.append(place)
    return tuple(sorted(places))
