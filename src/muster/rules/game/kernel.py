"""The engine of every game: a stack of steps, each kind of step settled by one row of four functions.

What a seat says is refused on its own view, settled, and the game goes on until somebody has to decide. The
last event of an act holds the stack, so that replaying needs no rules and a later fix moves no old game.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from muster.rules.dice.faces import Die, Roll
from muster.rules.game.answers import Answer, AnySaid, Said
from muster.rules.game.log.events import Went
from muster.rules.game.log.evolve import evolve
from muster.rules.game.stepping import Step
from muster.rules.game.steps import AnyStep
from muster.rules.game.table import SEATS, Game, Seat, Table, View, view
from muster.rules.log import Event
from muster.rules.violations import Refused, Source, Violation

problem = Source("game").problem
MOST_STEPS: Final = 500
"""More steps than any act settles by itself: beyond it a rule goes in circles."""


class Chance(Protocol):
    """Dice and draws: kept from an undone step, fresh with a seed, typed in or scripted."""

    def roll(
        self, step: str, purpose: str, dice: Sequence[Die], typed: Sequence[str] = ()
    ) -> tuple[Roll, tuple[Event, ...]]:
        """The faces for a step, and the events that hold them."""

    def below(self, step: str, purpose: str, number: int) -> tuple[int, tuple[Event, ...]]:
        """A number from 0 to one less than asked, and the events that hold it."""


class Outcome(NamedTuple):
    """What settling brings: events, and steps that come before the rest of the stack.

    Not `done`: the other seat has still to answer, and all events are secret.
    """

    events: tuple[Event, ...] = ()
    then: tuple[AnyStep, ...] = ()
    done: bool = True


Who = Callable[[Table, Any], tuple[Seat, ...]]
Alone = Callable[[Table, Any], bool]


class Rule(NamedTuple):
    """How one kind of step is settled. `who` empty: nobody decides, it happens at once. `alone`: with a
    single option, as any watcher could tell, the step answers itself where this holds."""

    who: Who
    options: Callable[[View, Any], Iterator[AnySaid]]
    wrong: Callable[[View, Any, Any], Iterator[Violation]]
    settle: Callable[[Game, Any, Seat | None, Any, Chance], Outcome]
    alone: Alone


class Change(NamedTuple):
    """How a change of one's own rows is settled, whatever step is open. `late`: also when the game has ended,
    until it is closed."""

    options: Callable[[View], Iterator[AnySaid]]
    wrong: Callable[[View, Any], Iterator[Violation]]
    settle: Callable[[Game, Seat, Any], Outcome]
    late: bool = False


RULES: Final[dict[type[Step], Rule]] = {}
CHANGES: Final[dict[type[Said], Change]] = {}
FOLLOWS: Final[list[Callable[[Table, tuple[Event, ...]], tuple[AnyStep, ...]]]] = []
"""What comes of events whichever act brought them, before anything else goes on."""

Settle = TypeVar("Settle", bound=Callable[..., Outcome])


def nobody(_table: Table, _step: Step) -> tuple[Seat, ...]:
    """The step happens by itself."""
    return ()


def either(_table: Table, step: Any) -> tuple[Seat, ...]:
    """The seat the step names, or either."""
    seat = getattr(step, "seat", None)
    return SEATS if seat is None else (seat,)


def blue(table: Table, _step: Step) -> tuple[Seat, ...]:
    """The Blue player."""
    return (table.seat_of("blue"),)


def _no_options(_view: View, _step: Step) -> Iterator[AnySaid]:
    return iter(())


def _nothing_wrong(_view: View, _step: Step, _said: Said) -> Iterator[Violation]:
    return iter(())


def settles(
    kind: type[Step],
    who: Who = nobody,
    options: Callable[[View, Any], Iterator[AnySaid]] = _no_options,
    wrong: Callable[[View, Any, Any], Iterator[Violation]] = _nothing_wrong,
    alone: Alone | bool = False,
) -> Callable[[Settle], Settle]:
    """Say which kind of step a function settles, and who answers it how."""

    def register(settle: Settle) -> Settle:
        if kind in RULES:
            raise ValueError(f"{kind.__name__} is settled twice")
        holds = alone if callable(alone) else lambda _table, _step: bool(alone)
        RULES[kind] = Rule(who, options, wrong, settle, holds)
        return settle

    return register


def open_step(seen: View) -> AnyStep | None:
    """The step this audience has to answer now, if any."""
    step = seen.table.todo[-1] if seen.table.todo else None
    if step is None or seen.audience in seen.locked:
        return None
    return step if seen.audience in RULES[type(step)].who(seen.table, step) else None


def deciding(seen: View) -> tuple[Seat, ...]:
    """Who has to answer the open step, as anybody can tell."""
    step = seen.table.todo[-1] if seen.table.todo else None
    if step is None:
        return ()
    return tuple(seat for seat in RULES[type(step)].who(seen.table, step) if seat not in seen.locked)


def legal(seen: View) -> Iterator[AnySaid]:
    """What this audience may answer: buttons, API, and players that are programs."""
    if step := open_step(seen):
        yield from RULES[type(step)].options(seen, step)


def changes(seen: View) -> Iterator[AnySaid]:
    """What this audience may change beside the open step."""
    if seen.audience in SEATS:
        for change in CHANGES.values():
            if not _too_late(seen.table, change):
                yield from change.options(seen)


def _too_late(table: Table, change: Change | None) -> bool:
    """Nothing is said to a closed game; to one that has ended only what both players agree on."""
    return table.closed or (table.ended is not None and not (change and change.late))


def problems(seen: View, said: Said) -> tuple[Violation, ...]:
    """Why not. Decided on the asker's own view, so that no refusal can tell a secret."""
    if seen.audience not in SEATS:
        return (problem("game.not_seated"),)
    if _too_late(seen.table, CHANGES.get(type(said))):
        return (problem("game.over"),)
    if not isinstance(said, Answer):
        return tuple(CHANGES[type(said)].wrong(seen, said))
    step = open_step(seen)
    if step is None or step.id != said.prompt:
        return (problem("game.not_now", [said.prompt[:60]]),)
    kinds = {type(option) for option in RULES[type(step)].options(seen, step)}
    if kinds and type(said) not in kinds:
        return (problem("game.other_answer", [step.id]),)
    return tuple(RULES[type(step)].wrong(seen, step, said))


def handle(game: Game, seat: Seat, said: AnySaid, chance: Chance) -> tuple[Event, ...]:
    """What a seat said becomes events, or is refused with every reason."""
    if wrong := problems(view(game, seat), said):
        raise Refused(*wrong)
    if isinstance(said, Answer):
        step = game.table.todo[-1]
        outcome = RULES[type(step)].settle(game, step, seat, said, chance)
        if not outcome.done:
            return outcome.events
        rest = game.table.todo[:-1]
    else:
        outcome, rest = CHANGES[type(said)].settle(game, seat, said), game.table.todo
    return go_on(game, outcome, rest, chance)


def go_on(game: Game, outcome: Outcome, rest: tuple[AnyStep, ...], chance: Chance) -> tuple[Event, ...]:
    """Settle what needs nobody, until somebody has to decide. The last event holds the stack."""
    events: list[Event] = []
    for _ in range(MOST_STEPS):
        for event in outcome.events:
            game = evolve(game, event)
            events.append(event)
        if game.table.ended is not None:
            return tuple(events)
        follows = [step for rule in FOLLOWS for step in rule(game.table, outcome.events)]
        game = evolve(game, Went(todo=(*rest, *reversed((*follows, *outcome.then)))))
        step = game.table.todo[-1] if game.table.todo else None
        if step is None or (said := _by_itself(game, step)) is _SOMEBODY:
            return (*events, Went(todo=game.table.todo))
        seat = RULES[type(step)].who(game.table, step)
        rest = game.table.todo[:-1]
        outcome = RULES[type(step)].settle(game, step, seat[0] if seat else None, said, chance)
    raise AssertionError(f"the game goes in circles at {game.table.todo[-1].id}")


_SOMEBODY: Final = object()


def _by_itself(game: Game, step: AnyStep) -> Any:
    """The answer nobody has to give: none is needed, all have given theirs, or there is only one, as any
    watcher could tell."""
    rule = RULES[type(step)]
    seats = rule.who(game.table, step)
    if not set(seats) - view(game, "watch").locked:
        return None
    if len(seats) == 1 and rule.alone(game.table, step):
        only = list(rule.options(view(game, "watch"), step))
        if len(only) == 1:
            return only[0]
    return _SOMEBODY
