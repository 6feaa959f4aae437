"""Exact odds of a casualty check: fractions, never simulated. What a player may want to know before rolling.

A state counts the faces on the table, each only as far as rerolls can still change it: one more than the
rerolls left is as good as any number. That keeps the search small however many dice are rolled.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, Literal, TypeAlias

import msgspec

from muster.rules.campaign.library.charts import GAINS, Outcome, casualty_dice, read_casualty
from muster.rules.dice.faces import SIDES, Die, Face, check_number, count_of

FACES: Final = tuple(dict.fromkeys(SIDES[Die.ATTACK_BLACK]))
"""The faces of a black attack die, in a fixed order."""

Aim: TypeAlias = Literal["survive", "unscathed", "experience", "keep"]
"""What a player rerolls for. `survive`: the fewest casualties, and no die is touched that could make things
worse; `unscathed`: neither casualty nor setback; `experience`: the most of it; `keep`: no reroll at all."""

Weights: TypeAlias = tuple[int, ...]
State: TypeAlias = tuple[int, ...]


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """A casualty check to come. `added` dice lie on top; War Weary's die counts there and spares the forced
    rerolls (R5). `both` lets Resilient and Dedicated to the Cause apply together (R6)."""

    setbacks: int = 0
    paragon: bool = False
    resilient: bool = False
    dedicated: bool = False
    war_weary: bool = False
    added: int = 0
    medevac: bool = False
    both: bool = True
    aim: Aim = "survive"


class CasualtyOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The chance of each outcome. Without dice there is no check: Medevac took the unit out (rule 267)."""

    dice: int
    rerolls: tuple[int, ...]
    chances: Mapping[Outcome, Fraction]

    def of(self, *outcomes: Outcome) -> Fraction:
        """The chance that one of these outcomes comes."""
        return sum((self.chances.get(outcome, Fraction(0)) for outcome in outcomes), Fraction(0))

    @property
    def experience(self) -> Fraction:
        """The mean experience of the check, chart rows apart."""
        return sum((chance * GAINS[o][0] for o, chance in self.chances.items()), Fraction(0))


def casualty_odds(check: Check) -> CasualtyOdds:
    """The exact odds of this check (rules 154 to 160, 226, 252, 267; R1, R5, R6)."""
    if check.medevac:
        return CasualtyOdds(dice=0, rerolls=(), chances={})
    dice = casualty_dice(max(0, check.setbacks), max(0, check.added))
    check_number(dice)
    effects = rerolls(check)
    # War Weary rerolls every Blank once, unless its die was added (R5).
    chances = _chances(dice, check.war_weary and not check.added, effects, check.aim)
    named = {Outcome.CASUALTY: Outcome.DEFINING_TRAIT} if check.paragon else {}
    shown = {named.get(outcome, outcome): chance for outcome, chance in chances.items() if chance}
    return CasualtyOdds(dice=dice, rerolls=effects, chances=shown)


def rerolls(check: Check) -> tuple[int, ...]:
    """The dice each reroll effect may take, once each per check: Resilient 1, Dedicated 2 (rules 226, 252).

    They need two or more dice; an added die counts for that (R5). Where the campaign does not let both
    apply, the stronger one does (R6).
    """
    if casualty_dice(check.setbacks, check.added) < 2:
        return ()
    effects = tuple(n for n, has in ((1, check.resilient), (2, check.dedicated)) if has)
    return effects if check.both else effects[-1:]


def alternatives(check: Check) -> dict[str, CasualtyOdds]:
    """The odds as they are, and as they would be with each thing that could change them.

    `as-is`, `resilient`, `dedicated`, `added-die` (War Weary), `medevac`, and `fewer-setbacks`: one less.
    """
    changes: dict[str, dict[str, bool | int]] = {"as-is": {}}
    if not check.resilient:
        changes["resilient"] = {"resilient": True}
    elif not check.dedicated:
        changes["dedicated"] = {"dedicated": True}
    if check.war_weary and not check.added:
        changes["added-die"] = {"added": 1}
    if check.setbacks > 1:
        changes["fewer-setbacks"] = {"setbacks": check.setbacks - 1}
    changes["medevac"] = {"medevac": True}
    return {name: casualty_odds(msgspec.structs.replace(check, **change)) for name, change in changes.items()}


@cache
def _chances(dice: int, forced: bool, effects: tuple[int, ...], aim: Aim) -> dict[Outcome, Fraction]:
    sides = _side_weights(forced)
    left = () if aim == "keep" else effects
    total = Counter[Outcome]()
    for state, weight in _first_roll(dice, sides, sum(left) + 1).items():
        for outcome, share in zip(_OUTCOMES, _best(state, left, aim), strict=True):
            total[outcome] += weight * share
    whole = sum(sides) ** dice * _SIDES ** sum(left)
    return {outcome: Fraction(weight, whole) for outcome, weight in total.items()}


_OUTCOMES: Final = (Outcome.CASUALTY, Outcome.HARD_LESSON, Outcome.SETBACK, Outcome.UNHARMED)
_SIDES: Final = len(SIDES[Die.ATTACK_BLACK])
_PLAIN: Final = tuple(count_of(Die.ATTACK_BLACK, face) for face in FACES)


def _side_weights(forced: bool) -> Weights:
    """How many of 8 sides show each face, or of 64 where a Blank is rerolled once."""
    if not forced:
        return _PLAIN
    blanks = count_of(Die.ATTACK_BLACK, Face.BLANK)
    once = tuple(0 if face is Face.BLANK else _SIDES * n for face, n in zip(FACES, _PLAIN, strict=True))
    return tuple(kept + blanks * n for kept, n in zip(once, _PLAIN, strict=True))


def _first_roll(dice: int, sides: Weights, most: int) -> Counter[State]:
    states = Counter({(0,) * len(FACES): 1})
    for _ in range(dice):
        rolled = Counter[State]()
        for state, weight in states.items():
            for face, side in enumerate(sides):
                after = tuple(min(n + (i == face), most) for i, n in enumerate(state))
                rolled[after] += weight * side
        states = rolled
    return states


@cache
def _best(state: State, effects: tuple[int, ...], aim: Aim) -> Weights:
    """The outcomes of the best play from here, as weights over 8 to the power of the rerolls left."""
    if not effects:
        return _outcome_weights(state)
    plays = [tuple(n * _SIDES ** sum(effects) for n in _outcome_weights(state))]
    for position, dice in enumerate(effects):
        rest = effects[:position] + effects[position + 1 :]
        plays += [_after(state, taken, dice, rest, aim) for taken in _takes(state, dice)]
    return max(plays, key=lambda weights: _score(weights, aim))


def _takes(state: State, most: int) -> Iterator[State]:
    """Every way to take one to `most` dice of the table."""
    for dice in range(1, most + 1):
        for faces in combinations_with_replacement(range(len(FACES)), dice):
            taken = tuple(faces.count(i) for i in range(len(FACES)))
            if all(n <= there for n, there in zip(taken, state, strict=True)):
                yield taken


def _after(state: State, taken: State, dice: int, rest: tuple[int, ...], aim: Aim) -> Weights:
    """The outcomes when these dice are rerolled and the best is done with the effects that remain."""
    most = sum(rest) + 1
    kept = tuple(min(n - gone, most) for n, gone in zip(state, taken, strict=True))
    unused = _SIDES ** (dice - sum(taken))
    total = [0] * len(_OUTCOMES)
    for shown, weight in _first_roll(sum(taken), _PLAIN, dice).items():
        final = tuple(min(a + b, most) for a, b in zip(kept, shown, strict=True))
        for i, share in enumerate(_best(final, rest, aim)):
            total[i] += weight * share * unused
    return tuple(total)


def _outcome_weights(state: State) -> Weights:
    shown = (face for face, n in zip(FACES, state, strict=True) if n)
    outcome = read_casualty(shown)
    return tuple(int(each is outcome) for each in _OUTCOMES)


def _score(weights: Weights, aim: Aim) -> tuple[int, ...]:
    chances = dict(zip(_OUTCOMES, weights, strict=True))
    alive = -chances[Outcome.CASUALTY]
    experience = sum(n * GAINS[outcome][0] for outcome, n in chances.items())
    if aim == "unscathed":
        return (chances[Outcome.UNHARMED], alive, experience)
    return (experience, alive) if aim == "experience" else (alive, chances[Outcome.UNHARMED], experience)
