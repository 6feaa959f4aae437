"""What a rule lets a player do and does not make them do: Makashi Mastery, Battle-Fatigue, Sniper Team. Asked
where there is something to do, the best proposed."""

from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from muster.rules.dice.standard.weighing import worth_of
from muster.rules.game.attacks.volley import (
    UNTOLD,
    Volley,
    has_step,
    onwards,
    seats_of,
    standing,
    standing_after,
)
from muster.rules.game.engine.continuations import Answered, choice
from muster.rules.game.kernel import Outcome
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.choices import Number
from muster.rules.game.table import Table


def makashi_step(table: Table, volley: Volley) -> AnyStep | None:
    """The attacker may give up 1 Pierce, before the roll, where the target is immune to it."""
    attack, defence = volley.asked.attack, volley.asked.defence
    immune = defence.immune_pierce or defence.immune_melee_pierce or defence.impervious or defence.duelist
    if volley.faces or volley.giving != UNTOLD or not (attack.makashi and attack.pierce and immune):
        return None
    return give_up_pierce.ask(seats_of(table, volley)[0], Number(0, 1), volley.attacker, known=volley)


@choice("attack-makashi", Volley, door=NO_PLACE)
def give_up_pierce(answer: Answered[Volley]) -> Outcome:
    """Its immunity does nothing for 1 Pierce, or all Pierce is kept."""
    number = int(answer.first)
    return onwards(replace(answer.known, giving=number, makashi=number > 0))


def fatigue_step(table: Table, volley: Volley) -> AnyStep | None:
    """The opponent may remove Hits of a unit with Battle-Fatigue (rule 202)."""
    if volley.tiring != UNTOLD or not has_step(volley, "fatigue"):
        return None
    most = min(volley.asked.attack.fatigue, standing(volley, "fatigue").hits)
    if not most:
        return None
    return remove_hits.ask(seats_of(table, volley)[1], Number(0, most), volley.attacker, known=volley)


@choice("attack-fatigue", Volley, door=NO_PLACE)
def remove_hits(answer: Answered[Volley]) -> Outcome:
    """So many Hits are gone."""
    return onwards(replace(answer.known, tiring=int(answer.first)))


def sniper_step(table: Table, volley: Volley) -> AnyStep | None:
    """A Sniper Team with a Critical may give up all results for one sure wound."""
    if (
        volley.dropping != UNTOLD
        or not has_step(volley, "sniper")
        or not standing(volley, "sniper").criticals
    ):
        return None
    return give_up_results.ask(seats_of(table, volley)[0], Number(0, 1), volley.attacker, known=volley)


@choice("attack-sniper", Volley, door=NO_PLACE)
def give_up_results(answer: Answered[Volley]) -> Outcome:
    """One wound that nothing stops, or the dice as they lie."""
    return onwards(replace(answer.known, dropping=int(answer.first)))


def mean_if_done(volley: Volley, what: str, number: int) -> Fraction:
    """The wounds on average if so much of it is done."""
    if what == give_up_pierce.name:
        return worth_of(volley.asked, makashi=number > 0)
    if what == remove_hits.name:
        return standing_after(replace(volley, tiring=number), "fatigue").mean
    return standing_after(replace(volley, dropping=number), "sniper").mean


def best_to_do(volley: Volley, what: str) -> int:
    """What is best for who decides: of equals the opponent removes most, the attacker changes least."""
    if what == remove_hits.name:
        most = min(volley.asked.attack.fatigue, standing(volley, "fatigue").hits)
        return min(reversed(range(most + 1)), key=lambda number: mean_if_done(volley, what, number))
    return max((0, 1), key=lambda number: mean_if_done(volley, what, number))


CHOICES: Final = (give_up_pierce.name, remove_hits.name, give_up_results.name)
