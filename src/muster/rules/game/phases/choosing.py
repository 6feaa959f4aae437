"""Choices, dice and draws: what may be answered. What follows stands with the card (`continuations`)."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Roll as Faces
from muster.rules.game.answers import AnyInput, Dice, Picked, Say, Units
from muster.rules.game.engine.continuations import CHOICES, DICE
from muster.rules.game.kernel import Chance, Outcome, named_seat, step_rule
from muster.rules.game.log.events import Chosen
from muster.rules.game.log.measured import Measured, Source
from muster.rules.game.measuring import fact
from muster.rules.game.phases.rolling import own_dice, roll_option, typed_wrong
from muster.rules.game.steps.choices import NO, YES, Among, AnyChoice, Draw
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import Game, Seat, Table, View
from muster.rules.log import Event
from muster.rules.violations import Violation

Words: TypeAlias = Picked | Units | Say
"""However a choice is answered: the words of the API differ by what is chosen."""
NO_DICE: Final = Faces(dice=(), faces=(), origin="app")


def open_choice(table: Table, step: Choose) -> AnyChoice:
    """What may still be chosen: units may have fallen meanwhile."""
    asked = step.choice
    if not isinstance(asked, Among):
        return asked
    left = tuple(id for id in asked.options if id not in table.units or table.units[id].here)
    return Among(left, min(asked.least, len(left)), min(asked.most, len(left)))


def _options(seen: View, step: Choose) -> Iterator[AnyInput]:
    for chosen in open_choice(seen.table, step).every():
        if not any(CHOICES[step.what].refused(seen, step, chosen)):
            yield Picked(prompt=step.id, options=chosen)


def _wrong(seen: View, step: Choose, answer: Words) -> Iterator[Violation]:
    chosen, follow = _chosen_options(step, answer), CHOICES[step.what]
    if follow.typed and not set(chosen) & set(step.options):
        yield follow.typed.wrong
        return
    yield from open_choice(seen.table, step).check(chosen)
    yield from follow.refused(seen, step, chosen)


def _chosen_options(step: Choose, answer: Words) -> tuple[str, ...]:
    """What was chosen, or the options that were meant by what was typed in."""
    if isinstance(answer, Say):
        return (YES if answer.yes else NO,)
    words = answer.units if isinstance(answer, Units) else answer.options
    typed = CHOICES[step.what].typed
    return tuple(map(typed.read, words)) if typed else words


def _known_answer(table: Table, step: Choose) -> Picked | None:
    """A fact that somebody has measured, or what is chosen where there is no choice."""
    found, among = fact(table, step, CHOICES[step.what].door), open_choice(table, step)
    if found is None and among.count() == 1:
        found = next(among.every())
    return None if found is None else Picked(prompt=step.id, options=found)


def _sample(seen: View, step: Choose, draw: Draw) -> Picked:
    """What only the seat knows may refuse some answers: those are drawn again."""
    while True:
        chosen = open_choice(seen.table, step).sample(draw)
        if not any(CHOICES[step.what].refused(seen, step, chosen)):
            return Picked(prompt=step.id, options=chosen)


@step_rule(Choose, who=named_seat, options=_options, wrong=_wrong, known=_known_answer, sample=_sample)
def _settle_choice(game: Game, step: Choose, seat: Seat, answer: Words, _chance: Chance) -> Outcome:
    """What follows is with the card. Nothing does where nobody is left though somebody had to be."""
    chosen, follow = _chosen_options(step, answer), CHOICES[step.what]
    if step.least and not chosen:
        return Outcome()
    outcome = follow(game, step, seat, chosen, answer.way if isinstance(answer, Picked) else None)
    logged = (Chosen(seat=seat, purpose=step.what, units=chosen),) if follow.told else ()
    return outcome._replace(events=(*_log_fact(game.table, step, seat, chosen), *logged, *outcome.events))


def _log_fact(table: Table, step: Choose, seat: Seat, chosen: tuple[str, ...]) -> Iterator[Event]:
    """A fact is kept apart from choices, with who looked for it."""
    door = CHOICES[step.what].door
    if door and door.kind == "F":
        source: Source = "told" if fact(table, step, door) is None else "board"
        of, to = step.unit, step.by
        yield Measured(seat=seat, what=step.what, found=chosen, of=of, to=to, source=source)


# Dice and tokens -------------------------------------------------------------------------------------------


def _roller(table: Table, step: Roll) -> tuple[Seat, ...]:
    """App dice roll themselves, and tokens are always drawn by the app: nobody decides anything here."""
    return own_dice(table, step) if step.dice else ()


@step_rule(Roll, who=_roller, options=roll_option, wrong=typed_wrong(lambda _, step: step.dice))
def _settle_roll(game: Game, step: Roll, _seat: Seat | None, answer: Dice | None, chance: Chance) -> Outcome:
    """What dice and tokens mean their card says."""
    if not step.dice:
        ranks, events = _draw_ranks(step, chance)
        outcome = DICE[step.what](game, step, NO_DICE, ranks)
    else:
        roll, events = chance.roll(step.id, step.what, step.dice, answer.faces if answer else ())
        outcome = DICE[step.what](game, step, roll)
    return outcome._replace(events=(*events, *outcome.events))


def _draw_ranks(step: Roll, chance: Chance) -> tuple[tuple[Rank, ...], tuple[Event, ...]]:
    """Order tokens are drawn without replacement."""
    left, ranks = list(step.bag), list[Rank]()
    events: list[Event] = []
    for number in range(min(step.draws, len(left))):
        place, more = chance.below(f"{step.id}.{number + 1}", step.what, len(left))
        ranks.append(left.pop(place))
        events.extend(more)
    return tuple(ranks), tuple(events)
