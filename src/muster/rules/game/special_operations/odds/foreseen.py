"""What an attack will probably do, exactly: before its dice fall, and from where they lie."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from muster.rules.dice import questions
from muster.rules.dice.faces import SIDES, Die, Face
from muster.rules.dice.odds import Odds, from_roll, odds
from muster.rules.dice.results import Results
from muster.rules.game.answers import Strike
from muster.rules.game.hooks import at
from muster.rules.game.log.evolve import evolve
from muster.rules.game.special_operations.attacks.as_odds import attack_of, defence_of, number
from muster.rules.game.special_operations.attacks.attack import without_strongest
from muster.rules.game.special_operations.attacks.sheet import attack_marks, form_attack
from muster.rules.game.special_operations.attacks.spending import (
    OBSERVATION,
    as_aims,
    dice_rerolled,
    spendable,
)
from muster.rules.game.special_operations.marks import MORE_RED
from muster.rules.game.special_operations.units import card
from muster.rules.game.steps.operations import Attack, Sheet
from muster.rules.game.table import Game, Table

ONE: Final = 1
NO_BLOCKS: Final = 24
"""Pierce enough for a target that rolls no defence dice."""


def odds_before_roll(table: Table, step: Sheet, answer: Strike) -> Odds:
    """The odds of an attack as it could be declared, if both sides use all they have: what cards do when it
    is declared, Aims and Dodges as Aims, Observations on the target, Dodges, Surges, tokens that are shared.
    What has to be looked at on the table first, Backup or an objective near by, is left out."""
    attack = form_attack(table, step, answer)
    game = evolve(Game(table=table), *attack_marks(table, attack))
    game = evolve(game, *at(game.table, "declared", attack.by, attack.on).events)
    dice = (*attack.dice, *(Die.ATTACK_RED,) * MORE_RED.count(game.table))
    attack = replace(attack, dice=without_strongest(game.table, attack.by, dice)[0])
    question, defence = _question_of(game.table, attack)
    if not attack.dice:
        return from_roll({(0, 0): ONE}, question, defence)
    return odds(_with_aims(game.table, attack, question), defence)


def odds_without_die(table: Table, attack: Attack, lost: Die | None) -> Odds:
    """The odds of a pool before it is rolled, if a Suppressed attacker loses this die of it, or none (rule
    309)."""
    dice = [*attack.dice, *(Die.ATTACK_RED,) * MORE_RED.count(table)]
    if lost:
        dice.remove(lost)
    attack = replace(attack, dice=tuple(dice))
    question, defence = _question_of(table, attack)
    question = replace(question, suppressed=False)
    if not dice:
        return from_roll({(0, 0): ONE}, question, defence)
    return odds(_with_aims(table, attack, question), defence)


def _question_of(table: Table, attack: Attack) -> tuple[questions.Attack, questions.Defence]:
    """Attack and target with all that the target may spend; the vehicle blocks nothing."""
    question, defence = attack_of(table, attack), defence_of(table, attack)
    dodges, attack = spendable(table, attack, attack.on, "dodge")
    surges, _ = spendable(table, attack, attack.on, "surge")
    if card(table, table.units[attack.on]).defence is None:
        question = replace(question, pierce=NO_BLOCKS)
    return question, replace(defence, dodge=dodges, surges=defence.surges + surges)


def _with_aims(table: Table, attack: Attack, question: questions.Attack) -> questions.Attack:
    """The attack with all that the attacker may spend. An Observation that rerolls as many dice as an Aim is
    one more Aim."""
    aims, attack = spendable(table, attack, attack.by, "aim")
    if as_aims(table, attack.by):
        more, attack = spendable(table, attack, attack.by, "dodge")
        aims += more
    surges, _ = spendable(table, attack, attack.by, "surge")
    watched = table.units[attack.on].tokens.get(OBSERVATION, 0)
    if dice_rerolled(table, attack, OBSERVATION) > 1:
        aims, watched = aims + watched, 0
    return replace(question, aims=aims, surges=surges, observation=watched)


def odds_now(table: Table, attack: Attack, rerolled: Iterable[int] = (), dodge: int | None = None) -> Odds:
    """The odds from where the attack's dice lie, with some of them rolled once more. Dodges are those of the
    target unless told."""
    question, defence = _question_of(table, attack)
    if dodge is not None:
        defence = replace(defence, dodge=dodge)
    question = replace(question, suppressed=False)
    return from_roll(_results(table, attack, frozenset(rerolled)), question, defence)


def odds_of_defence(table: Table, attack: Attack) -> Odds:
    """The odds of the defence dice: what is left has been dodged and met by Armor already."""
    question, defence = _question_of(table, attack)
    defence = replace(defence, dodge=0, camouflage=0, armour=0)
    return from_roll({(attack.criticals, attack.hits): ONE}, replace(question, suppressed=False), defence)


def _results(table: Table, attack: Attack, rerolled: frozenset[int]) -> Results:
    """Criticals and Hits once Critical X has turned Surges (rule 320); after conversion those that are
    left."""
    if attack.struck:
        return {(attack.criticals, attack.hits): ONE}
    keyword = number(table, attack, "critical")
    counts: dict[tuple[int, int, int], int] = {(0, 0, 0): ONE}
    for index, (die, face) in enumerate(zip(attack.dice, attack.faces, strict=True)):
        sides = SIDES[die] if index in rerolled else (face,)
        counts = _with_die(counts, sides)
    results: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (criticals, hits, surges), weight in counts.items():
        results[criticals + min(surges, keyword), hits] += weight
    return dict(results)


def _with_die(
    counts: dict[tuple[int, int, int], int], sides: Iterable[Face]
) -> dict[tuple[int, int, int], int]:
    more: defaultdict[tuple[int, int, int], int] = defaultdict(int)
    for face in sides:
        for (criticals, hits, surges), weight in counts.items():
            key = (
                criticals + (face is Face.CRITICAL),
                hits + (face is Face.HIT),
                surges + (face is Face.SURGE),
            )
            more[key] += weight
    return dict(more)
