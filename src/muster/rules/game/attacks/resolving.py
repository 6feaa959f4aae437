"""An attack from its dice to its wounds: what has fallen and been told says what is asked or rolled next.

Attack dice and rerolls, what improves them, cover, the defender's tokens, defence dice (core rulebook, pages
31 to 35). The arithmetic is that of the odds (`rules/dice/standard`): what is foretold is what is done.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

import msgspec
from msgspec.structs import replace

from muster.rules.dice.faces import Die, Face
from muster.rules.dice.questions import AIM_DICE, Question
from muster.rules.dice.standard.advice import Advice, advise
from muster.rules.game.answers import AnySaid, Defend, Spend
from muster.rules.game.attacks.ending import resolved
from muster.rules.game.attacks.saving import lucky_places, save_dice
from muster.rules.game.attacks.volley import (
    DEFENDER,
    UNTOLD,
    Volley,
    as_known,
    cover_dice,
    has_step,
    standing,
    standing_after,
)
from muster.rules.game.engine.continuations import Answered, Rolled, choice, dice
from muster.rules.game.kernel import Chance, Outcome, named_seat, problem, step_rule
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.attacks import DefendAttack, EndAttack, RerollAttack
from muster.rules.game.steps.choices import Number
from muster.rules.game.table import Game, Seat, Table, View
from muster.rules.violations import Violation

AIM: Final = "aim"
OBSERVATION: Final = "observation"


def volley_in(step: RerollAttack | DefendAttack | EndAttack) -> Volley:
    """The attack that a step holds."""
    return msgspec.convert(step.known, Volley)


def fighters_stand(table: Table, volley: Volley) -> bool:
    """Whether both still take part."""
    return all(table.units[id].here for id in (volley.attacker, volley.target))


def go_on(table: Table, volley: Volley, game: Game) -> Outcome:
    """The next thing that somebody decides or rolls; without any the attack is resolved. It ends where a
    fighter left the table meanwhile."""
    if not fighters_stand(table, volley):
        return Outcome()
    for ask in ASKS:
        if step := ask(table, volley):
            return Outcome(then=(step,))
    return resolved(game, volley)


def _seats(table: Table, volley: Volley) -> tuple[Seat, Seat]:
    return table.units[volley.attacker].seat, table.units[volley.target].seat


# Attack dice -----------------------------------------------------------------------------------------------


@dice("attack-dice", Volley)
def roll_attack(rolled: Rolled[Volley]) -> Outcome:
    """The attack dice lie (step 4b)."""
    volley = replace(rolled.known, faces=tuple(map(str, rolled.roll.faces)))
    return go_on(rolled.table, volley, rolled.game)


@dice("attack-reroll", Volley)
def roll_again(rolled: Rolled[Volley]) -> Outcome:
    """Some of them lie anew (step 4c)."""
    volley, faces = rolled.known, list(rolled.known.faces)
    for place, face in zip(volley.again, rolled.roll.faces, strict=True):
        faces[int(place)] = str(face)
    return go_on(rolled.table, replace(volley, faces=tuple(faces), again=()), rolled.game)


def _ask_rerolls(table: Table, volley: Volley) -> AnyStep | None:
    """Aims, and Observation tokens on the target, may roll dice again."""
    if volley.kept or not volley.faces or not (volley.aims_left or volley.observations_left):
        return None
    return RerollAttack(seat=_seats(table, volley)[0], known=as_known(volley))


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


def _reroll_options(_seen: View, step: RerollAttack) -> Iterator[AnySaid]:
    """The best reroll, the first dice of each token, or none."""
    volley = volley_in(step)
    for token in tokens_left(volley):
        places = tuple(range(reroll_most(volley, token)))
        yield Spend(prompt=step.id, token=token, dice=places)
    yield Spend(prompt=step.id)


def _reroll_wrong(_seen: View, step: RerollAttack, said: Spend) -> Iterator[Violation]:
    volley = volley_in(step)
    if not said.token:
        return
    if said.token not in tokens_left(volley) or said.lender or said.number != 1:
        yield problem("game.no_such_token", [said.token[:40]])
        return
    most = reroll_most(volley, said.token)
    there = range(len(volley.faces))
    if not 1 <= len(set(said.dice)) == len(said.dice) <= most or any(die not in there for die in said.dice):
        yield problem("game.how_many", least=1, most=most)


def _nothing_to_reroll(table: Table, step: RerollAttack) -> Spend | None:
    return None if fighters_stand(table, volley_in(step)) else Spend(prompt=step.id)


@step_rule(
    RerollAttack, who=named_seat, options=_reroll_options, wrong=_reroll_wrong, known=_nothing_to_reroll
)
def _rerolled(game: Game, step: RerollAttack, seat: Seat, said: Spend, _chance: Chance) -> Outcome:
    """A token is spent and its dice roll again; without one they stay as they lie."""
    volley = volley_in(step)
    if not said.token:
        return go_on(game.table, replace(volley, kept=True), game)
    aim = said.token == AIM
    volley = replace(
        volley, again=tuple(map(str, said.dice)), aims=volley.aims + aim, observed=volley.observed + (not aim)
    )
    spender = volley.attacker if aim else volley.target
    spent = UnitChanged(unit=spender, what=said.token, by=-1, why="attack")
    rolled = [volley.dice[die] for die in said.dice]
    again = roll_again.roll(seat, rolled, volley.attacker, by=volley.target, known=volley)
    return Outcome((spent,), (again,))


# What improves dice ----------------------------------------------------------------------------------------


def _ask_marksman(table: Table, volley: Volley) -> AnyStep | None:
    """Aims that are left may improve dice (Marksman; step 4d)."""
    if volley.improving != UNTOLD or not has_step(volley, "marksman"):
        return None
    most = standing(volley, "marksman").state[2].aims if volley.asked.attack.marksman else 0
    if not most:
        return None
    return improve.ask(_seats(table, volley)[0], Number(0, most), volley.attacker, known=volley)


@choice("attack-marksman", Volley, door=NO_PLACE)
def improve(answer: Answered[Volley]) -> Outcome:
    """So many Aims improve a die each: a Blank becomes a Hit, a Hit a Critical."""
    volley, number = replace(answer.known, improving=int(answer.first)), int(answer.first)
    spent = UnitChanged(unit=volley.attacker, what=AIM, by=-number, why="attack")
    outcome = go_on(answer.table, volley, answer.game)
    return outcome._replace(events=((spent,) if number else ()) + outcome.events)


# Cover -----------------------------------------------------------------------------------------------------


def _roll_cover(table: Table, volley: Volley) -> AnyStep | None:
    """A die for each Hit, where the target has cover (step 5c)."""
    if volley.covered or not (pool := cover_dice(volley)):
        return None
    return roll_cover.roll(_seats(table, volley)[1], pool, volley.target, by=volley.attacker, known=volley)


@dice("attack-cover", Volley)
def roll_cover(rolled: Rolled[Volley]) -> Outcome:
    """The cover dice lie."""
    volley = replace(rolled.known, covered=True, cover=tuple(map(str, rolled.roll.faces)))
    return go_on(rolled.table, volley, rolled.game)


# The defender ----------------------------------------------------------------------------------------------


def most_dodges(volley: Volley) -> int:
    """The Dodges that may be of use: against Hits, with Outmaneuver Criticals, or for what counts them."""
    defence, now = volley.asked.defence, standing(volley, DEFENDER)
    struck = now.hits + (now.criticals if defence.agile else 0)
    counted = bool(now.strikes) and (defence.block or defence.duelist)
    return min(defence.dodge, max(struck, int(counted)))


def most_shields(volley: Volley) -> int:
    """The shields that may be turned off for a Hit or a Critical each, before Dodges are known."""
    return min(volley.asked.defence.shields, standing(volley, DEFENDER).strikes)


def most_blocks(volley: Volley) -> int:
    """The Surge tokens that may become Blocks: where nothing turns surges anyway."""
    defence = volley.asked.defence
    return 0 if defence.surge or not standing(volley, DEFENDER).strikes else defence.surges


def _ask_defender(table: Table, volley: Volley) -> AnyStep | None:
    """The defender's sheet, if there is anything to decide."""
    if volley.defended or not any((most_dodges(volley), most_shields(volley), most_blocks(volley))):
        return None
    return DefendAttack(seat=_seats(table, volley)[1], known=as_known(volley))


def best_defence(volley: Volley) -> Defend:
    """The fewest Dodges that leave the fewest wounds on average; shields as many as are of use; Surges that
    come to nothing else."""
    dodges = min(range(most_dodges(volley) + 1), key=lambda number: (defended_mean(volley, number), number))
    return Defend(prompt="", dodges=dodges, shields=most_shields(volley), surges=most_blocks(volley))


def defended_mean(volley: Volley, dodges: int) -> Fraction:
    """The wounds on average after so many Dodges."""
    if not has_step(volley, "dodge"):
        return standing(volley, DEFENDER).mean
    return standing_after(replace(volley, defended=True, dodges=dodges), "dodge").mean


def _defend_options(_seen: View, step: DefendAttack) -> Iterator[AnySaid]:
    volley = volley_in(step)
    most, shields, surges = most_dodges(volley), most_shields(volley), most_blocks(volley)
    for dodges in range(most, -1, -1):
        yield Defend(prompt=step.id, dodges=dodges, shields=shields, surges=surges)
    if shields:
        yield Defend(prompt=step.id, dodges=most, shields=0, surges=surges)
    if surges:
        yield Defend(prompt=step.id, dodges=most, shields=shields, surges=0)


def _defend_wrong(_seen: View, step: DefendAttack, said: Defend) -> Iterator[Violation]:
    """More than there is or than can be of use; what only Special Operations know."""
    volley = volley_in(step)
    if said.die or said.hold or said.backup or said.lender:
        yield problem("game.no_such_token", [(said.die or said.lender or "backup")[:40]])
    limits = (
        (said.dodges, volley.asked.defence.dodge), (said.shields, most_shields(volley)),
        (said.surges, most_blocks(volley)),
    )  # fmt: skip
    for number, most in limits:
        if not 0 <= (number or 0) <= most:
            yield problem("game.how_many", least=0, most=most)


def _nothing_to_defend(table: Table, step: DefendAttack) -> Defend | None:
    return None if fighters_stand(table, volley_in(step)) else Defend(prompt=step.id)


@step_rule(
    DefendAttack, who=named_seat, options=_defend_options, wrong=_defend_wrong, known=_nothing_to_defend
)
def _defended(game: Game, step: DefendAttack, _seat: Seat, said: Defend, _chance: Chance) -> Outcome:
    """What is left out is as is best."""
    volley = volley_in(step)
    best = best_defence(volley)
    dodges, shields, blocks = (
        told if told is not None else preset
        for told, preset in (
            (said.dodges, best.dodges), (said.shields, best.shields), (said.surges, best.surges),
        )
    )  # fmt: skip
    volley = replace(volley, defended=True, dodges=dodges or 0, shields=shields or 0, blocks=blocks or 0)
    return go_on(game.table, volley, game)


# Lethal ----------------------------------------------------------------------------------------------------


def _ask_lethal(table: Table, volley: Volley) -> AnyStep | None:
    """Aims that are left may become Pierce (Lethal X; step 6)."""
    if volley.piercing != UNTOLD or not has_step(volley, "lethal"):
        return None
    now = standing(volley, "lethal")
    most = min(volley.asked.attack.lethal, now.state[2].aims)
    if not (most and now.strikes):
        return None
    return pierce_deeper.ask(_seats(table, volley)[0], Number(0, most), volley.attacker, known=volley)


@choice("attack-lethal", Volley, door=NO_PLACE)
def pierce_deeper(answer: Answered[Volley]) -> Outcome:
    """So many Aims become Pierce 1 each."""
    volley, number = replace(answer.known, piercing=int(answer.first)), int(answer.first)
    spent = UnitChanged(unit=volley.attacker, what=AIM, by=-number, why="attack")
    outcome = go_on(answer.table, volley, answer.game)
    return outcome._replace(events=((spent,) if number else ()) + outcome.events)


def told_mean(volley: Volley, what: str, number: int) -> Fraction:
    """The wounds on average if so many Aims are spent on Marksman or on Lethal."""
    if what == improve.name:
        return standing_after(replace(volley, improving=number), "marksman").mean
    return standing_after(replace(volley, piercing=number), "lethal").mean


def best_number(volley: Volley, what: str) -> str:
    """How many Aims are best spent so, of equals the fewest."""
    most = volley.aims_left if what == improve.name else volley.asked.attack.lethal
    most = min(most, volley.aims_left - max(0, volley.improving))
    return str(max(range(most + 1), key=lambda number: (told_mean(volley, what, number), -number)))


# Defence dice ----------------------------------------------------------------------------------------------


def _roll_defence(table: Table, volley: Volley) -> AnyStep | None:
    """A die for each Hit and Critical left, and those of Danger Sense and Vaapad (step 7)."""
    if volley.saved or not (pool := save_dice(volley)):
        return None
    return roll_defence.roll(_seats(table, volley)[1], pool, volley.target, by=volley.attacker, known=volley)


@dice("attack-defence", Volley)
def roll_defence(rolled: Rolled[Volley]) -> Outcome:
    """The defence dice lie."""
    volley = replace(rolled.known, saved=True, saves=tuple(map(str, rolled.roll.faces)))
    return go_on(rolled.table, volley, rolled.game)


def _roll_luck(table: Table, volley: Volley) -> AnyStep | None:
    """Dice that block nothing roll again, once: Uncanny Luck some of them, Soresu all (step 7b)."""
    if volley.lucky or not volley.saved or not (places := lucky_places(volley)):
        return None
    pool: list[Die] = [save_dice(volley)[place] for place in places]
    told = replace(volley, again=tuple(map(str, places)))
    return roll_luck.roll(_seats(table, volley)[1], pool, volley.target, by=volley.attacker, known=told)


@dice("attack-luck", Volley)
def roll_luck(rolled: Rolled[Volley]) -> Outcome:
    """They lie anew."""
    volley, faces = rolled.known, list(rolled.known.saves)
    for place, face in zip(volley.again, rolled.roll.faces, strict=True):
        faces[int(place)] = str(face)
    volley = replace(volley, saves=tuple(faces), again=(), lucky=True)
    return go_on(rolled.table, volley, rolled.game)


ASKS: Final[tuple[Callable[[Table, Volley], AnyStep | None], ...]] = (
    _ask_rerolls, _ask_marksman, _roll_cover, _ask_defender, _ask_lethal, _roll_defence, _roll_luck,
)  # fmt: skip
"""What comes one after the other, each where there is anything to decide or to roll."""
