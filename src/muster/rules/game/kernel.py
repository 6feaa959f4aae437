"""The engine of every game: a stack of steps, each kind of step settled by one row of four functions.

What a seat says is refused on its own view, settled, and the game goes on until somebody has to decide. The
last event of an act holds the stack, so that replaying needs no rules and a later fix moves no old game.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, Generic, NamedTuple, Never, Protocol, TypeAlias, TypeVar, cast

from muster.rules.dice.faces import Die, Roll
from muster.rules.game.answers import Answer, AnySaid, Said
from muster.rules.game.log.events import Went
from muster.rules.game.log.evolve import evolve
from muster.rules.game.stepping import Step
from muster.rules.game.steps import AnyStep
from muster.rules.game.table import SEATS, Game, Seat, Table, View, answered, view
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


S = TypeVar("S", bound=Step)
Step_contra = TypeVar("Step_contra", bound=Step, contravariant=True)
Said_contra = TypeVar("Said_contra", bound=Said | None, contravariant=True)
Seat_contra = TypeVar("Seat_contra", bound=Seat | None, contravariant=True)
Who: TypeAlias = Callable[[Table, S], tuple[Seat, ...]]
Alone: TypeAlias = Callable[[Table, S], bool]
Settle: TypeAlias = Callable[[Game, Step_contra, Seat_contra, Said_contra, Chance], Outcome]


class Rule(NamedTuple, Generic[Step_contra, Seat_contra, Said_contra]):
    """How one kind of step is settled. `who` empty: nobody decides, it happens at once. `alone`: with a
    single option, as any watcher could tell, the step answers itself where this holds."""

    who: Who[Step_contra]
    options: Callable[[View, Step_contra], Iterator[AnySaid]]
    wrong: Callable[[View, Step_contra, Said_contra], Iterator[Violation]]
    settle: Settle[Step_contra, Seat_contra, Said_contra]
    alone: Alone[Step_contra]


class Change(NamedTuple, Generic[Said_contra]):
    """How a change of one's own rows is settled, whatever step is open. `late`: also when the game has ended,
    until it is closed."""

    options: Callable[[View], Iterator[AnySaid]]
    wrong: Callable[[View, Said_contra], Iterator[Violation]]
    settle: Callable[[Game, Seat, Said_contra], Outcome]
    late: bool = False


# A row takes the steps and answers of its own kind alone: as a value of the table it takes nothing any more.
RULES: Final[dict[type[Step], Rule[Never, Never, Never]]] = {}
CHANGES: Final[dict[type[Said], Change[Never]]] = {}
FOLLOWS: Final[list[Callable[[Table, tuple[Event, ...]], tuple[AnyStep, ...]]]] = []
"""What comes of events whichever act brought them, before anything else goes on."""


def rule_of(step: S) -> Rule[S, Seat | None, Said | None]:
    """The row of this kind of step. The table's key says which steps it takes; `problems` has held what was
    said against the row's own options, and a row that nobody answers is given nobody and nothing."""
    return cast("Rule[S, Seat | None, Said | None]", RULES[type(step)])


def change_of(said: Said) -> Change[Said]:
    """The row of this kind of change, that takes just this kind."""
    return cast("Change[Said]", CHANGES[type(said)])


def nobody(_table: Table, _step: Step) -> tuple[Seat, ...]:
    """The step happens by itself."""
    return ()


def either(_table: Table, step: Step) -> tuple[Seat, ...]:
    """The seat the step names, or either."""
    seat: Seat | None = getattr(step, "seat", None)
    return SEATS if seat is None else (seat,)


def blue(table: Table, _step: Step) -> tuple[Seat, ...]:
    """The Blue player."""
    return (table.seat_of("blue"),)


def _no_options(_view: View, _step: Step) -> Iterator[AnySaid]:
    return iter(())


def _nothing_wrong(_view: View, _step: Step, _said: Said | None) -> Iterator[Violation]:
    return iter(())


def settles(
    kind: type[S],
    who: Who[S] = nobody,
    options: Callable[[View, S], Iterator[AnySaid]] = _no_options,
    wrong: Callable[[View, S, Said_contra], Iterator[Violation]] = _nothing_wrong,
    alone: Alone[S] | bool = False,
) -> Callable[[Settle[S, Seat_contra, Said_contra]], Settle[S, Seat_contra, Said_contra]]:
    """Say which kind of step a function settles, and who answers it how."""

    def register(settle: Settle[S, Seat_contra, Said_contra]) -> Settle[S, Seat_contra, Said_contra]:
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
    return step if seen.audience in rule_of(step).who(seen.table, step) else None


def deciding(seen: View) -> tuple[Seat, ...]:
    """Who has to answer the open step, as far as this audience can tell."""
    step = seen.table.todo[-1] if seen.table.todo else None
    if step is None:
        return ()
    return tuple(seat for seat in rule_of(step).who(seen.table, step) if seat not in seen.locked)


def legal(seen: View) -> Iterator[AnySaid]:
    """What this audience may answer: buttons, API, and players that are programs."""
    if step := open_step(seen):
        yield from rule_of(step).options(seen, step)


def changes(seen: View) -> Iterator[AnySaid]:
    """What this audience may change beside the open step."""
    if seen.audience in SEATS:
        for change in CHANGES.values():
            if not _too_late(seen.table, change):
                yield from change.options(seen)


def _too_late(table: Table, change: Change[Never] | None) -> bool:
    """Nothing is said to a closed game; to one that has ended only what both players agree on."""
    return table.closed or (table.ended is not None and not (change and change.late))


def over(table: Table) -> Violation:
    """Why nothing more is heard: the game has ended, or it is closed and not even an undo is."""
    return problem("game.closed_already" if table.closed else "game.over")


def problems(seen: View, said: Said) -> tuple[Violation, ...]:
    """Why not. Decided on the asker's own view, so that no refusal can tell a secret."""
    if seen.audience not in SEATS:
        return (problem("game.not_seated"),)
    if _too_late(seen.table, CHANGES.get(type(said))):
        return (over(seen.table),)
    if not isinstance(said, Answer):
        return tuple(change_of(said).wrong(seen, said))
    step = open_step(seen)
    if step is None or step.id != said.prompt:
        return (problem("game.not_now", [said.prompt[:60]]),)
    rule = rule_of(step)
    if not _of_a_kind(rule.options(seen, step), said):
        return (problem("game.other_answer", [step.id]),)
    return tuple(rule.wrong(seen, step, said))


def _of_a_kind(options: Iterator[AnySaid], said: Said) -> bool:
    """Whether any option is of its kind; the first is enough. Where there are none, anything is."""
    first = next(options, None)
    return first is None or type(first) is type(said) or any(type(one) is type(said) for one in options)


def handle(game: Game, seat: Seat, said: AnySaid, chance: Chance) -> tuple[Event, ...]:
    """What a seat said becomes events, or is refused with every reason."""
    if wrong := problems(view(game, seat), said):
        raise Refused(*wrong)
    if isinstance(said, Answer):
        step = game.table.todo[-1]
        outcome = rule_of(step).settle(game, step, seat, said, chance)
        if not outcome.done:
            return outcome.events
        rest = game.table.todo[:-1]
    else:
        outcome, rest = change_of(said).settle(game, seat, said), game.table.todo
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
        if step is None or isinstance(said := _by_itself(game, step), _Somebody):
            return (*events, Went(todo=game.table.todo))
        seat = rule_of(step).who(game.table, step)
        rest = game.table.todo[:-1]
        outcome = rule_of(step).settle(game, step, seat[0] if seat else None, said, chance)
    raise AssertionError(f"the game goes in circles at {game.table.todo[-1].id}")


class _Somebody(NamedTuple):
    """Somebody has to say it."""


def _by_itself(game: Game, step: AnyStep) -> AnySaid | _Somebody | None:
    """The answer nobody has to give: none is needed, all have given theirs, or there is only one, as any
    watcher could tell."""
    rule = rule_of(step)
    seats = rule.who(game.table, step)
    if not set(seats) - answered(game):
        return None
    if len(seats) == 1 and rule.alone(game.table, step):
        only = list(islice(rule.options(view(game, "watch"), step), 2))
        if len(only) == 1:
            return only[0]
    return _Somebody()
