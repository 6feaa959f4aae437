"""The engine of every game: a stack of steps, and for each kind of step one rule that settles it.

An answer is checked against what its seat can see and then settled; after that the game runs on until a
player has to decide something. The last event of an act stores the stack, so a replay needs no rules and a
later bug fix cannot change an old game.
"""

from collections.abc import Callable, Container, Iterator
from itertools import islice
from types import NoneType
from typing import Final, Generic, NamedTuple, Never, TypeAlias, TypedDict, TypeVar, Unpack, cast, get_args

from msgspec.structs import replace

from muster.rules.game.answers import Answer, AnyInput, Input
from muster.rules.game.engine.outcome import Chance, Outcome
from muster.rules.game.log.events import StackSaved
from muster.rules.game.log.evolve import evolve
from muster.rules.game.modes import mode_of
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.choices import Draw
from muster.rules.game.steps.step import Choose, Roll, Step
from muster.rules.game.table import SEATS, Game, Seat, Table, View, answered_seats, view, watcher_view
from muster.rules.log import Event
from muster.rules.violations import Refused, Source, Violation

__all__ = ["CHANGES", "RULES", "Chance", "Change", "Outcome", "Settle", "Who", "blue", "changes", "deciding",
           "go_on", "handle", "legal", "named_seat", "no_one", "no_options", "open_step", "over", "problem",
           "problems", "sample", "step_rule"]  # fmt: skip
problem = Source("game").problem
ASKED: Final = (Choose, Roll)
MOST_STEPS: Final = 500
"""No act settles this many steps on its own: a rule that does is going in circles."""


S = TypeVar("S", bound=Step)
Changed = TypeVar("Changed", bound=Input)
Step_contra = TypeVar("Step_contra", bound=Step, contravariant=True)
Said_contra = TypeVar("Said_contra", bound=Input | None, contravariant=True)
Seat_contra = TypeVar("Seat_contra", bound=Seat | None, contravariant=True)
Who: TypeAlias = Callable[[Table, S], tuple[Seat, ...]]
Alone: TypeAlias = Callable[[Table, S], bool]
Known: TypeAlias = Callable[[Table, S], AnyInput | None]
Takes: TypeAlias = Callable[[S], Container[type[Input]]]
Sample: TypeAlias = Callable[[View, S, Draw], AnyInput]
Settle: TypeAlias = Callable[[Game, Step_contra, Seat_contra, Said_contra, Chance], Outcome]
Options: TypeAlias = Callable[[View], Iterator[AnyInput]]
SettleChange: TypeAlias = Callable[[Game, Seat, Said_contra], Outcome]


class Rule(NamedTuple, Generic[Step_contra, Seat_contra, Said_contra]):
    """How one kind of step is settled.

    `who` names the seats that answer; if there are none, the step happens at once. `known` is an answer that
    follows from what everybody can see, so that nobody has to give it. `takes` are the kinds of answer that
    are accepted now. Where `options` lists only some of very many answers, `sample` draws from all of them.
    """

    who: Who[Step_contra]
    options: Callable[[View, Step_contra], Iterator[AnyInput]]
    wrong: Callable[[View, Step_contra, Said_contra], Iterator[Violation]]
    settle: Settle[Step_contra, Seat_contra, Said_contra]
    known: Known[Step_contra] | None
    takes: Takes[Step_contra]
    sample: Sample[Step_contra] | None


class Change(NamedTuple, Generic[Said_contra]):
    """How a player's change to their own rows is settled, whichever step is open. `late` changes are also
    possible after the game has ended, until it is closed."""

    options: Options
    wrong: Callable[[View, Said_contra], Iterator[Violation]]
    settle: SettleChange[Said_contra]
    late: bool = False


AnyRule: TypeAlias = Rule[Step, Seat | None, Input | None]
RULES: Final[dict[type[Step], AnyRule]] = {}
# Each row takes only its own kind of answer, so the common type of all rows takes none (Never).
CHANGES: Final[dict[type[Input], Change[Never]]] = {}


def no_one(_table: Table, _step: Step) -> tuple[Seat, ...]:
    """Nobody: the step happens by itself."""
    return ()


def named_seat(_table: Table, step: Step) -> tuple[Seat, ...]:
    """The seat that the step names, or both seats."""
    seat: Seat | None = getattr(step, "seat", None)
    return SEATS if seat is None else (seat,)


def blue(table: Table, _step: Step) -> tuple[Seat, ...]:
    """The Blue player."""
    return (table.seat_of("blue"),)


def no_options(_seen: View, _step: Step | None = None) -> Iterator[AnyInput]:
    """Nothing is offered: a step that happens by itself, or a change that only a button makes."""
    return iter(())


def _nothing_wrong(_view: View, _step: Step, _answer: Input | None) -> Iterator[Violation]:
    return iter(())


class Answering(TypedDict, Generic[S], total=False):
    """How a step may answer itself: with what is `known`, or (`auto_if_single`) with its only option. `takes`
    gives the kinds of answer where they depend on the step, `sample` draws one where not all are listed."""

    auto_if_single: Alone[S] | bool
    known: Known[S]
    takes: Takes[S]
    sample: Sample[S]


def step_rule(
    kind: type[S],
    who: Who[S] = no_one,
    options: Callable[[View, S], Iterator[AnyInput]] = no_options,
    wrong: Callable[[View, S, Said_contra], Iterator[Violation]] = _nothing_wrong,
    **more: Unpack[Answering[S]],
) -> Callable[[Settle[S, Seat_contra, Said_contra]], Settle[S, Seat_contra, Said_contra]]:
    """Register the function that settles a kind of step, and who may answer what. The kinds of answer are
    read from the function's signature unless they depend on the step."""
    alone, takes = more.get("auto_if_single", False), more.get("takes")
    known = _single(options, alone) if alone else more.get("known")

    def register(settle: Settle[S, Seat_contra, Said_contra]) -> Settle[S, Seat_contra, Said_contra]:
        if kind in RULES:
            raise ValueError(f"{kind.__name__} is settled twice")
        words = list(settle.__annotations__.values())[3]
        kinds = frozenset(get_args(words) or (words,)) - {NoneType}
        kinds_of = takes or (lambda _step: kinds)
        row = Rule(who, options, wrong, settle, known, kinds_of, more.get("sample"))
        # RULES is keyed by the kind of step, and `problems` has checked the kind of answer.
        RULES[kind] = cast("AnyRule", row)
        return settle

    return register


def automatic(kind: type[S]) -> Callable[[Callable[[Game, S], Outcome]], Callable[[Game, S], Outcome]]:
    """Register the function that settles a kind of step which nobody answers: it happens at once."""

    def register(settle: Callable[[Game, S], Outcome]) -> Callable[[Game, S], Outcome]:
        def at_once(game: Game, step: S, _seat: None, _answer: None, _chance: Chance) -> Outcome:
            return settle(game, step)

        step_rule(kind)(at_once)
        return settle

    return register


def _single(options: Callable[[View, S], Iterator[AnyInput]], holds: Alone[S] | bool) -> Known[S]:
    """The single option that a watcher can see, for steps that may answer themselves."""

    def known(table: Table, step: S) -> AnyInput | None:
        if not (holds is True or (callable(holds) and holds(table, step))):
            return None
        only = list(islice(options(watcher_view(table), step), 2))
        return only[0] if len(only) == 1 else None

    return known


def change_rule(
    kind: type[Changed],
    wrong: Callable[[View, Changed], Iterator[Violation]],
    options: Options = no_options,
    *,
    late: bool = False,
) -> Callable[[SettleChange[Changed]], SettleChange[Changed]]:
    """Register the function that settles a kind of change, what is offered of it and what refuses it."""

    def register(settle: SettleChange[Changed]) -> SettleChange[Changed]:
        if kind in CHANGES:
            raise ValueError(f"{kind.__name__} is settled twice")
        CHANGES[kind] = Change(options, wrong, settle, late)
        return settle

    return register


def _change_of(answer: Input) -> Change[Input]:
    return cast("Change[Input]", CHANGES[type(answer)])


def open_step(seen: View) -> AnyStep | None:
    """The step that this audience has to answer now, if any."""
    step = seen.table.todo[-1] if seen.table.todo else None
    if step is None or seen.audience in seen.locked:
        return None
    return step if seen.audience in RULES[type(step)].who(seen.table, step) else None


def deciding(seen: View) -> tuple[Seat, ...]:
    """Who has to answer the open step, as far as this audience can tell."""
    step = seen.table.todo[-1] if seen.table.todo else None
    if step is None:
        return ()
    return tuple(seat for seat in RULES[type(step)].who(seen.table, step) if seat not in seen.locked)


def legal(seen: View) -> Iterator[AnyInput]:
    """What this audience may answer: for buttons, the API and programs that play."""
    if step := open_step(seen):
        yield from RULES[type(step)].options(seen, step)


def sample(seen: View, draw: Draw) -> AnyInput:
    """Draw an answer to the open step, all of them equally likely: for programs that play."""
    if (step := open_step(seen)) is None:
        raise ValueError("nothing is asked of this audience")
    rule = RULES[type(step)]
    if rule.sample:
        return rule.sample(seen, step, draw)
    options = tuple(rule.options(seen, step))
    return options[draw(len(options))]


def changes(seen: View) -> Iterator[AnyInput]:
    """What this audience may change apart from the open step."""
    if seen.audience in SEATS:
        for change in CHANGES.values():
            if not _too_late(seen.table, change):
                yield from change.options(seen)


def _too_late(table: Table, change: Change[Never] | None) -> bool:
    """A closed game takes no input; one that has ended takes only what both players agree on."""
    return table.closed or (table.ended is not None and not (change and change.late))


def over(table: Table) -> Violation:
    """Why nothing is accepted any more: the game has ended, or it is closed even to undo."""
    return problem("game.closed_already" if table.closed else "game.over")


def problems(seen: View, answer: Input) -> tuple[Violation, ...]:
    """Why an input is refused. Decided on the view of whoever sent it, so no refusal can leak a secret."""
    if seen.audience not in SEATS:
        return (problem("game.not_seated"),)
    if _too_late(seen.table, CHANGES.get(type(answer))):
        return (over(seen.table),)
    if not isinstance(answer, Answer):
        return tuple(_change_of(answer).wrong(seen, answer))
    step = open_step(seen)
    if step is None or step.id != answer.prompt:
        return (problem("game.not_now", [answer.prompt[:60]]),)
    rule = RULES[type(step)]
    if type(answer) not in rule.takes(step):
        return (problem("game.other_answer", [step.id]),)
    return tuple(rule.wrong(seen, step, answer))


def handle(game: Game, seat: Seat, answer: AnyInput, chance: Chance) -> tuple[Event, ...]:
    """Turn a seat's input into events, or refuse it with every reason."""
    if wrong := problems(view(game, seat), answer):
        raise Refused(*wrong)
    if isinstance(answer, Answer):
        step = game.table.todo[-1]
        outcome = RULES[type(step)].settle(game, step, seat, answer, chance)
        if not outcome.done:
            return outcome.events
        rest = game.table.todo[:-1]
    else:
        outcome = _change_of(answer).settle(game, seat, answer)
        rest = game.table.todo[: len(game.table.todo) - outcome.drops]
    return go_on(game, outcome, rest, chance)


def go_on(game: Game, outcome: Outcome, rest: tuple[AnyStep, ...], chance: Chance) -> tuple[Event, ...]:
    """Settle every step that needs no player, until one does. The last event stores the stack."""
    events: list[Event] = []
    follows = mode_of(game.table).follows
    for _ in range(MOST_STEPS):
        game = evolve(game, *outcome.events)
        events += outcome.events
        if game.table.ended is not None:
            return tuple(events)
        game = _push_steps(game, rest, (*follows(game.table, outcome.events), *outcome.then))
        todo = game.table.todo
        if not todo:
            return (*events, StackSaved(todo=todo, named=game.table.named))
        step, rest, rule = todo[-1], todo[:-1], RULES[type(todo[-1])]
        seats = rule.who(game.table, step)
        answer = rule.known(game.table, step) if rule.known and len(seats) == 1 else None
        if seats and answer is None and not answered_seats(game).issuperset(seats):
            return (*events, StackSaved(todo=todo, named=game.table.named))
        outcome = rule.settle(game, step, seats[0] if seats else None, answer, chance)
    raise AssertionError(f"the game goes in circles at {game.table.todo[-1].id}")


def _push_steps(game: Game, rest: tuple[AnyStep, ...], steps: tuple[AnyStep, ...]) -> Game:
    """Push these steps onto the rest. A step without an id is numbered; after an undo the same step gets the
    same number again, and with it its dice."""
    table, number = game.table, game.table.named
    if not steps:
        return game if table.todo is rest else replace(game, table=replace(table, todo=rest))
    named: list[AnyStep] = []
    for step in steps:
        number += not step.id
        named.append(step if step.id else replace(step, id=_flat_id(table, step, number)))
    return replace(game, table=replace(table, todo=(*rest, *reversed(named)), named=number))


def _flat_id(table: Table, step: AnyStep, number: int) -> str:
    """`r2.17.bodyguard`: the round, the number, and what is chosen or rolled for, or the kind of step."""
    when = f"r{table.round}" if table.round else "setup"
    return f"{when}.{number}.{step.what if isinstance(step, ASKED) else type(step).__name__.lower()}"
