"""The attacker's part of an attack: dice, rerolls, and what Aims are spent on besides (steps 4 and 6)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import msgspec
from msgspec.structs import replace

from muster.rules.dice.faces import Face
from muster.rules.dice.questions import AIM_DICE, Question
from muster.rules.dice.standard.advice import Advice, advise
from muster.rules.game.answers import AnyInput, Spend
from muster.rules.game.attacks.declining import CHOICES, best_to_do, mean_if_done
from muster.rules.game.attacks.lending import LENDER, lent, pay
from muster.rules.game.attacks.volley import (
    UNTOLD,
    Volley,
    as_known,
    fighters_stand,
    has_step,
    kept_question,
    onwards,
    seats_of,
    standing,
    standing_after,
    volley_in,
)
from muster.rules.game.combatants import held, spends
from muster.rules.game.engine.continuations import Answered, Rolled, choice, dice
from muster.rules.game.kernel import Chance, Outcome, named_seat, problem, step_rule
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.attacks import RerollAttack
from muster.rules.game.steps.choices import Among, Draw, Number
from muster.rules.game.table import Game, Seat, Table, View
from muster.rules.violations import Violation

LEAST_GAIN: Final = Fraction(1, 10)
"""Wounds that a token has to gain on average; what gains less is kept unless its player says otherwise."""
AIM: Final = "aim"
OBSERVATION: Final = "observation"
DODGE: Final = "dodge"


# Attack dice -----------------------------------------------------------------------------------------------


def attack_step(table: Table, volley: Volley) -> AnyStep | None:
    """The attack dice fall, with the tokens that are left now: an earlier pool may have spent some."""
    if volley.faces:
        return None
    volley = with_tokens_left(table, volley)
    seat = seats_of(table, volley)[0]
    return roll_attack.roll(seat, volley.dice, volley.attacker, by=volley.target, known=volley)


def with_tokens_left(table: Table, volley: Volley) -> Volley:
    """No more tokens than there are, the lender's Aims and Surges among them."""
    asked = msgspec.json.decode(volley.question, type=Question)
    lender = volley.told.get(LENDER, "")
    attacker, target = table.units[volley.attacker], table.units[volley.target]
    attack = replace(
        asked.attack, aims=min(asked.attack.aims, held(attacker, AIM) + lent(table, lender, AIM)),
        surges=min(asked.attack.surges, held(attacker, "surge") + lent(table, lender, "surge")),
        observation=min(asked.attack.observation, held(target, OBSERVATION)),
        jarkai=min(asked.attack.jarkai, held(attacker, DODGE)),
    )  # fmt: skip
    return replace(volley, question=kept_question(Question(attack, asked.defence)))


@dice("attack-dice", Volley)
def roll_attack(rolled: Rolled[Volley]) -> Outcome:
    """The attack dice lie (step 4b)."""
    volley = replace(rolled.known, faces=tuple(map(str, rolled.roll.faces)))
    return onwards(volley)


@dice("attack-reroll", Volley)
def roll_again(rolled: Rolled[Volley]) -> Outcome:
    """Some of them lie anew (step 4c)."""
    volley, faces = rolled.known, list(rolled.known.faces)
    for place, face in zip(volley.again, rolled.roll.faces, strict=True):
        faces[int(place)] = str(face)
    return onwards(replace(volley, faces=tuple(faces), again=()))


def reroll_step(table: Table, volley: Volley) -> AnyStep | None:
    """Aims, and Observation tokens on the target, may roll dice again."""
    if volley.kept or not volley.faces or not (volley.aims_left or volley.observations_left):
        return None
    return RerollAttack(seat=seats_of(table, volley)[0], known=as_known(volley))


def reroll_most(volley: Volley, token: str) -> int:
    """How many dice a token rolls again: an Aim 2 and more with Precise X, an Observation 1."""
    most = AIM_DICE + volley.asked.attack.precise if token == AIM else 1
    return min(most, len(volley.faces))


def tokens_left(volley: Volley) -> dict[str, int]:
    """The tokens for rerolls, by kind."""
    found = {AIM: volley.aims_left, OBSERVATION: volley.observations_left}
    return {token: number for token, number in found.items() if number > 0}


def advice_for(volley: Volley) -> Advice:
    """The best way to go on with the dice that lie."""
    asked = volley.asked
    attack = replace(asked.attack, aims=volley.aims_left, observation=volley.observations_left)
    lying = tuple((die, Face(face)) for die, face in zip(volley.dice, volley.faces, strict=True))
    return advise(Question(attack, asked.defence), lying)


def is_worth_a_token(advice: Advice) -> bool:
    """Whether the best reroll gains enough to be proposed."""
    return advice.best.use != "keep" and advice.gain >= LEAST_GAIN


def aim_lender(table: Table, volley: Volley) -> str:
    """The unit whose Aim may be spent in place of the attacker's own."""
    told = volley.told.get(LENDER, "")
    unit, _, single = told.partition(":")
    return unit if lent(table, told, AIM) and not (single and volley.borrowed) else ""


def _reroll_options(seen: View, step: RerollAttack) -> Iterator[AnyInput]:
    """The first dice of each token, with an Aim that is lent, or none."""
    volley = volley_in(step)
    lender = aim_lender(seen.table, volley)
    for token in tokens_left(volley):
        places = tuple(range(reroll_most(volley, token)))
        yield Spend(prompt=step.id, token=token, dice=places)
        if token == AIM and lender:
            yield Spend(prompt=step.id, token=token, dice=places, lender=lender)
    yield Spend(prompt=step.id)


def _reroll_wrong(seen: View, step: RerollAttack, said: Spend) -> Iterator[Violation]:
    volley = volley_in(step)
    if not said.token:
        return
    lender = aim_lender(seen.table, volley) if said.token == AIM else ""
    if said.token not in tokens_left(volley) or said.lender not in ("", lender) or said.number != 1:
        yield problem("game.no_such_token", [said.token[:40]])
        return
    most = reroll_most(volley, said.token)
    there = range(len(volley.faces))
    if not len(set(said.dice)) == len(said.dice) <= most or any(die not in there for die in said.dice):
        yield problem("game.how_many", least=0, most=most)


def _nothing_to_reroll(table: Table, step: RerollAttack) -> Spend | None:
    return None if fighters_stand(table, volley_in(step)) else Spend(prompt=step.id)


def _sample_reroll(seen: View, step: RerollAttack, draw: Draw) -> Spend:
    """No token, or one of those that are left on any dice that it reaches: each way as likely as any other.
    Who has no Aim spends the lender's."""
    volley, table = volley_in(step), seen.table
    lender, own = aim_lender(table, volley), table.units[volley.attacker].has(AIM)
    payers = {AIM: tuple(dict.fromkeys(("" if own else lender, lender) if lender else ("",)))}
    places = tuple(map(str, range(len(volley.faces))))
    ways = [
        (token, payer, Among(places, 0, reroll_most(volley, token)))
        for token in tokens_left(volley)
        for payer in payers.get(token, ("",))
    ]
    place = draw(1 + sum(among.count() for _, _, among in ways))
    for token, payer, among in ways:
        place -= among.count()
        if place < 0:
            again = tuple(map(int, among.sample(draw)))
            return Spend(prompt=step.id, token=token, dice=again, lender=payer)
    return Spend(prompt=step.id)


@step_rule(
    RerollAttack, who=named_seat, options=_reroll_options, wrong=_reroll_wrong, known=_nothing_to_reroll,
    sample=_sample_reroll,
)  # fmt: skip
def _rerolled(game: Game, step: RerollAttack, seat: Seat, said: Spend, _chance: Chance) -> Outcome:
    """A token is spent and its dice roll again, even none (K8); without one they stay as they lie."""
    volley = volley_in(step)
    if not said.token:
        return onwards(replace(volley, kept=True))
    aim = said.token == AIM
    volley = replace(
        volley,
        again=tuple(map(str, sorted(said.dice))),
        aims=volley.aims + aim,
        observed=volley.observed + (not aim),
    )
    spent: tuple[UnitChanged, ...] = (UnitChanged(unit=volley.target, what=said.token, by=-1, why="attack"),)
    if aim:
        spent = pay(game.table, volley, AIM, 1, said.lender)
        volley = replace(volley, borrowed=volley.borrowed + (spent[0].unit != volley.attacker))
    if not said.dice:
        return onwards(volley)._replace(events=spent)
    rolled = [volley.dice[die] for die in sorted(said.dice)]
    again = roll_again.roll(seat, rolled, volley.attacker, by=volley.target, known=volley)
    return Outcome(spent, (again,))


# What improves dice ----------------------------------------------------------------------------------------


def marksman_step(table: Table, volley: Volley) -> AnyStep | None:
    """Aims that are left may improve dice (Marksman; step 4d)."""
    if volley.improving != UNTOLD or not has_step(volley, "marksman"):
        return None
    most = standing(volley, "marksman").state[2].aims if volley.asked.attack.marksman else 0
    if not most:
        return None
    return improve.ask(seats_of(table, volley)[0], Number(0, most), volley.attacker, known=volley)


def jarkai_step(table: Table, volley: Volley) -> AnyStep | None:
    """Dodges may improve dice in melee (Jar'Kai Mastery; step 4d), as many as are of use."""
    if volley.raising != UNTOLD or not volley.asked.attack.jarkai:
        return None
    _, hits, beside = standing(volley, "marksman").state
    most = min(volley.asked.attack.jarkai, 2 * beside.blanks + hits)
    if not most:
        return None
    return raise_dice.ask(seats_of(table, volley)[0], Number(0, most), volley.attacker, known=volley)


@choice("attack-jarkai", Volley, door=NO_PLACE)
def raise_dice(answer: Answered[Volley]) -> Outcome:
    """So many Dodges improve a die each."""
    volley, number = replace(answer.known, raising=int(answer.first)), int(answer.first)
    spent = tuple(spends(answer.table.units[volley.attacker], DODGE, number))
    return onwards(volley)._replace(events=spent)


@choice("attack-marksman", Volley, door=NO_PLACE)
def improve(answer: Answered[Volley]) -> Outcome:
    """So many Aims improve a die each: a Blank becomes a Hit, a Hit a Critical."""
    volley, number = replace(answer.known, improving=int(answer.first)), int(answer.first)
    return onwards(volley)._replace(events=pay(answer.table, volley, AIM, number))


# Lethal ----------------------------------------------------------------------------------------------------


def lethal_step(table: Table, volley: Volley) -> AnyStep | None:
    """Aims that are left may become Pierce (Lethal X; step 6)."""
    if volley.piercing != UNTOLD or not has_step(volley, "lethal"):
        return None
    now = standing(volley, "lethal")
    most = min(volley.asked.attack.lethal, now.state[2].aims)
    if not (most and now.strikes):
        return None
    return pierce_deeper.ask(seats_of(table, volley)[0], Number(0, most), volley.attacker, known=volley)


@choice("attack-lethal", Volley, door=NO_PLACE)
def pierce_deeper(answer: Answered[Volley]) -> Outcome:
    """So many Aims become Pierce 1 each."""
    volley, number = replace(answer.known, piercing=int(answer.first)), int(answer.first)
    return onwards(volley)._replace(events=pay(answer.table, volley, AIM, number))


def told_mean(volley: Volley, what: str, number: int) -> Fraction:
    """The wounds on average if so many Dodges are spent on Jar'Kai Mastery, or Aims on Marksman or Lethal, or
    so much of what a rule lets a player do is done."""
    if what in CHOICES:
        return mean_if_done(volley, what, number)
    if what == raise_dice.name:
        return standing_after(replace(volley, raising=number), "marksman").mean
    if what == improve.name:
        return standing_after(replace(volley, improving=number), "marksman").mean
    return standing_after(replace(volley, piercing=number), "lethal").mean


def best_number(volley: Volley, what: str) -> int:
    """How many tokens are best spent so, each of them for enough wounds."""
    if what in CHOICES:
        return best_to_do(volley, what)
    most = volley.aims_left if what == improve.name else volley.asked.attack.lethal
    most = min(most, volley.aims_left - max(0, volley.improving))
    if what == raise_dice.name:
        most = volley.asked.attack.jarkai
    return max(range(most + 1), key=lambda number: told_mean(volley, what, number) - number * LEAST_GAIN)
