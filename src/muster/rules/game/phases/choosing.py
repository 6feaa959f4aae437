"""Choices, short questions, dice and draws of cards: what may be said. What follows stands with the cards
(`hooks`)."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from typing import Final

from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Roll
from muster.rules.game.answers import AnySaid, Picked, Say, Units
from muster.rules.game.hooks import DRAWS, PURPOSES, QUESTIONS, ROLLS, Cast, Choice, Draw, Told, question
from muster.rules.game.kernel import Chance, Outcome, either, problem, settles
from muster.rules.game.log.events import Chosen, Marked
from muster.rules.game.phases.rolling import throws
from muster.rules.game.scoring.contesting import lenders, own_courage, steadying
from muster.rules.game.steps import Ask, ChooseUnits, DrawRanks, Pick, RollDice
from muster.rules.game.table import Game, Seat, Table, View
from muster.rules.log import Event
from muster.rules.violations import Violation

MOST_OPTIONS: Final = 60
"""Of very many choices a sample is offered to programs; people tap any."""


def some_of(units: Sequence[str], least: int, most: int) -> Iterator[tuple[str, ...]]:
    """Choices of at least and at most so many, the largest first."""
    sizes = range(most, least - 1, -1)
    return islice(chain.from_iterable(combinations(units, size) for size in sizes), MOST_OPTIONS)


def count_wrong(chosen: Sequence[str], among: Sequence[str], least: int, most: int) -> Iterator[Violation]:
    """Not so many, a unit twice, or one that cannot be chosen."""
    if unknown := [unit[:40] for unit in chosen if unit not in among]:
        yield problem("game.not_among", unknown)
    if not least <= len(chosen) <= most or len(set(chosen)) < len(chosen):
        yield problem("game.how_many", least=least, most=most)


def choosable(table: Table, step: ChooseUnits) -> tuple[tuple[str, ...], int, int]:
    """The units that may still be chosen, at least and at most how many: some may have fallen meanwhile."""
    units = tuple(unit for unit in step.units if table.units[unit].here)
    return units, min(step.least, len(units)), min(step.most, len(units))


def _options(seen: View, step: ChooseUnits) -> Iterator[AnySaid]:
    choices = some_of(*choosable(seen.table, step))
    return (Units(prompt=step.id, units=units) for units in choices)


def _wrong(seen: View, step: ChooseUnits, said: Units) -> Iterator[Violation]:
    return count_wrong(said.units, *choosable(seen.table, step))


@settles(ChooseUnits, who=either, options=_options, wrong=_wrong, alone=True)
def _chosen(game: Game, step: ChooseUnits, seat: Seat, said: Units, _chance: Chance) -> Outcome:
    """Units were chosen; what becomes of them their card says. Nobody is left where somebody had to be."""
    if step.least and not said.units:
        return Outcome()
    told = Chosen(seat=seat, purpose=step.purpose, units=said.units)
    outcome = PURPOSES[step.purpose](Choice(game.table, step, seat, said.units))
    return outcome._replace(events=(told, *outcome.events))


def _picks(_seen: View, step: Pick) -> Iterator[AnySaid]:
    choices = some_of(step.options, step.least, step.most)
    return (Picked(prompt=step.id, options=options) for options in choices)


def _pick_wrong(_seen: View, step: Pick, said: Picked) -> Iterator[Violation]:
    return count_wrong(said.options, step.options, step.least, step.most)


@settles(Pick, who=either, options=_picks, wrong=_pick_wrong, alone=True)
def _picked(game: Game, step: Pick, seat: Seat, said: Picked, _chance: Chance) -> Outcome:
    """Something was picked; what it means its card says."""
    told = Chosen(seat=seat, purpose=step.purpose, units=said.options)
    outcome = PURPOSES[step.purpose](Choice(game.table, step, seat, said.options))
    return outcome._replace(events=(told, *outcome.events))


def _yes_or_no(_seen: View, step: Ask) -> Iterator[AnySaid]:
    yield from (Say(prompt=step.id, yes=yes) for yes in (True, False))


@settles(Ask, who=either, options=_yes_or_no)
def _answered(game: Game, step: Ask, seat: Seat, said: Say, _chance: Chance) -> Outcome:
    """A fact was told."""
    return QUESTIONS[step.what](Told(game.table, step, seat, said.yes))


# Dice and tokens of cards ----------------------------------------------------------------------------------


@throws(RollDice, "purpose")
def _rolled(game: Game, step: RollDice, roll: Roll) -> Outcome:
    """Dice fell; what they mean their card says."""
    return ROLLS[step.purpose](Cast(game.table, step, roll))


@settles(DrawRanks)
def _ranks_drawn(game: Game, step: DrawRanks, _seat: None, _said: None, chance: Chance) -> Outcome:
    """Order tokens are drawn without replacement; what they mean their card says."""
    left, ranks = list(step.ranks), list[Rank]()
    events: list[Event] = []
    for number in range(min(step.number, len(left))):
        place, more = chance.below(f"{step.id}.{number + 1}", step.purpose, len(left))
        ranks.append(left.pop(place))
        events.extend(more)
    outcome = DRAWS[step.purpose](Draw(game.table, step, tuple(ranks)))
    return outcome._replace(events=(*events, *outcome.events))


# Courage ---------------------------------------------------------------------------------------------------


@question("steadied")
def _steadied(told: Told) -> Outcome:
    """A Commander near enough lends its Courage against panic; if the bravest is not, or has fallen since,
    another may be (core: Panic; rule 276)."""
    table, step = told.table, told.step
    unit, near = table.units[step.unit], [one.id for one in lenders(table, table.units[step.unit])]
    if told.yes and step.by in near:
        lent = own_courage(table, table.units[step.by]) or 0
        change = lent - table.mark(f"steady.{unit.id}")
        return Outcome((Marked(name=f"steady.{unit.id}", by=change),) if change else ())
    asked = near.index(step.by) + 1 if step.by in near else 0
    return Outcome(then=steadying(table, unit, step.id.removesuffix(f".{step.by}"), asked))


@question("sheltered")
@question("unity")
def _braver(told: Told) -> Outcome:
    """What adds to its Courage is there, or is not (rule 61; Unity)."""
    name = f"{told.step.what}.{told.step.unit}"
    change = told.yes - told.table.mark(name)
    return Outcome((Marked(name=name, by=change),) if change else ())
