"""Choices of units and short questions: what may be said. What follows stands with the cards (`hooks`)."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from typing import Final

from muster.rules.game.answers import AnySaid, Say, Units
from muster.rules.game.events import Chosen, Marked
from muster.rules.game.hooks import PURPOSES, QUESTIONS, Choice, Told, question
from muster.rules.game.kernel import Chance, Outcome, either, problem, settles
from muster.rules.game.scoring.contesting import best_commander
from muster.rules.game.steps import Ask, ChooseUnits
from muster.rules.game.table import Game, Seat, View
from muster.rules.violations import Violation

MOST_OPTIONS: Final = 60
"""Of very many choices a sample is offered to programs; people tap any."""


def some_of(units: Sequence[str], least: int, most: int) -> Iterator[tuple[str, ...]]:
    """Choices of at least and at most so many, the largest first."""
    sizes = range(most, least - 1, -1)
    return islice(chain.from_iterable(combinations(units, size) for size in sizes), MOST_OPTIONS)


def count_wrong(chosen: Sequence[str], among: Sequence[str], least: int, most: int) -> Iterator[Violation]:
    """Not so many, a unit twice, or one that cannot be chosen."""
    if strangers := [unit[:40] for unit in chosen if unit not in among]:
        yield problem("game.not_among", strangers)
    if not least <= len(chosen) <= most or len(set(chosen)) < len(chosen):
        yield problem("game.how_many", least=least, most=most)


def _options(_seen: View, step: ChooseUnits) -> Iterator[AnySaid]:
    choices = some_of(step.units, step.least, step.most)
    return (Units(prompt=step.id, units=units) for units in choices)


def _wrong(_seen: View, step: ChooseUnits, said: Units) -> Iterator[Violation]:
    return count_wrong(said.units, step.units, step.least, step.most)


@settles(ChooseUnits, who=either, options=_options, wrong=_wrong, alone=True)
def _chosen(game: Game, step: ChooseUnits, seat: Seat, said: Units, _chance: Chance) -> Outcome:
    """Units were chosen; what becomes of them their card says."""
    told = Chosen(seat=seat, purpose=step.purpose, units=said.units)
    outcome = PURPOSES[step.purpose](Choice(game.table, step, seat, said.units))
    return outcome._replace(events=(told, *outcome.events))


def _yes_or_no(_seen: View, step: Ask) -> Iterator[AnySaid]:
    yield from (Say(prompt=step.id, yes=yes) for yes in (True, False))


@settles(Ask, who=either, options=_yes_or_no)
def _answered(game: Game, step: Ask, seat: Seat, said: Say, _chance: Chance) -> Outcome:
    """A fact was told."""
    return QUESTIONS[step.what](Told(game.table, step, seat, said.yes))


@question("steadied")
def _steadied(told: Told) -> Outcome:
    """A Commander within range 3 lends its Courage against panic (core: Panic)."""
    unit = told.table.units[told.step.unit]
    lent = best_commander(told.table, unit) if told.yes else 0
    name = f"steady.{unit.id}"
    change = lent - told.table.mark(name)
    return Outcome((Marked(name=name, by=change),) if change else ())
