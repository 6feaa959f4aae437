"""The Activation Phase: by turns a unit with an order, a drawn token, or a pass (core: Activation Phase)."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from msgspec.structs import replace

from muster.rules.cards.vocabulary import RANKS, Rank
from muster.rules.dice.faces import Die, Face
from muster.rules.game.answers import Activate, AnyInput, Dice, DrawToken, Finish, PassTurn
from muster.rules.game.hooks import at
from muster.rules.game.kernel import Chance, Outcome, automatic, problem, step_rule
from muster.rules.game.log.events import (
    Activated,
    Deployed,
    Finished,
    Passed,
    PhaseBegun,
    TokenDrawn,
    UnitChanged,
)
from muster.rules.game.log.evolve import evolve
from muster.rules.game.marks import RALLY_LESS, RALLY_MORE, STEADY
from muster.rules.game.modes import mode_of
from muster.rules.game.phases.lasting import actions_lost, as_it_begins, as_it_ends
from muster.rules.game.phases.rolling import app_rolls, own_dice, roll_option, typed_wrong
from muster.rules.game.scoring.contesting import courage, panicked, steadying, suppressed
from muster.rules.game.steps import (
    AnyStep,
    BeginActions,
    BeginActivations,
    CheckPanic,
    Effects,
    PickUnit,
    Rally,
    TellPlaces,
    Turn,
    UnitActs,
)
from muster.rules.game.table import Game, Seat, Table, Unit, View, other, watcher_view
from muster.rules.log import Event
from muster.rules.violations import Violation

ACTIONS: Final = 2
COUNTED: Final = "count-actions"
"""The switch of a game that has the actions of activations counted."""
NO_EVENTS: Final[tuple[Event, ...]] = ()


@automatic(BeginActivations)
def _begin_activations(game: Game, _step: BeginActivations) -> Outcome:
    """Effects at the start of the phase, then by turns from the priority player."""
    number = game.table.round
    start = at(game.table, "activations")
    first = Turn(id=f"r{number}.turn1", seat=game.table.priority or "one", number=1)
    return Outcome((PhaseBegun(phase="activation", round=number), *start.events), (*start.then, first))


# Whose turn ------------------------------------------------------------------------------------------------


def ordered_units(table: Table, seat: Seat) -> tuple[str, ...]:
    """The units of a seat with a faceup order."""
    units = [unit for unit in table.units.values() if unit.order == "faceup"]
    return tuple([unit.id for unit in units if unit.seat == seat and not unit.gone])


def unordered_units(table: Table, seat: Seat, rank: Rank) -> tuple[str, ...]:
    """The units of a rank that have neither an order nor been activated."""
    return tuple(_unordered(table, seat, rank))


def _unordered(table: Table, seat: Seat, rank: Rank) -> Iterator[str]:
    for unit in table.units.values():
        if unit.rank == rank and not unit.order and unit.seat == seat and not unit.gone and not unit.waits:
            yield unit.id


def can_activate(table: Table, seat: Seat) -> bool:
    """Whether a unit of the seat is still to be activated."""
    for unit in table.units.values():
        if unit.order != "facedown" and unit.seat == seat and not unit.gone and not unit.waits:
            return True
    return False


def may_pass(table: Table, step: Turn) -> bool:
    """With a Pass token and not twice running; or free, after a rank was drawn that has no unit left."""
    chair = table.chairs[step.seat]
    return step.free or (chair.passes > 0 and not chair.just_passed)


def _turn_taker(table: Table, step: Turn) -> tuple[Seat, ...]:
    return (step.seat,) if can_activate(table, step.seat) else ()


def _turn_options(seen: View, step: Turn) -> Iterator[AnyInput]:
    table = seen.table
    yield from (Activate(prompt=step.id, unit=unit) for unit in ordered_units(table, step.seat))
    if table.chairs[step.seat].pool:
        yield DrawToken(prompt=step.id)
    if may_pass(table, step):
        yield PassTurn(prompt=step.id)


def _turn_wrong(seen: View, step: Turn, answer: Activate | DrawToken | PassTurn) -> Iterator[Violation]:
    table = seen.table
    match answer:
        case Activate() if answer.unit not in ordered_units(table, step.seat):
            yield problem("game.no_order", [answer.unit[:40]])
        case DrawToken() if not table.chairs[step.seat].pool:
            yield problem("game.empty_pool")
        case DrawToken() if answer.rank and answer.rank not in table.chairs[step.seat].pool:
            yield problem("game.not_in_pool", [answer.rank[:40]])
        case PassTurn() if not may_pass(table, step):
            yield problem("game.no_pass")


def _only_turn(table: Table, step: Turn) -> AnyInput | None:
    """A turn without a choice takes itself, but for a token that is drawn from one's own bag."""
    able = len(ordered_units(table, step.seat)) + bool(table.chairs[step.seat].pool) + may_pass(table, step)
    return (
        next(_turn_options(watcher_view(table), step))
        if able == 1 and app_rolls(table, (step.seat,))
        else None
    )


@step_rule(Turn, who=_turn_taker, options=_turn_options, wrong=_turn_wrong, known=_only_turn)
def _take_turn(
    game: Game, step: Turn, _seat: Seat | None, answer: Activate | DrawToken | PassTurn | None, chance: Chance
) -> Outcome:
    """A unit with an order, a token from the pool, or a pass; with nothing left to activate the seat passes
    by itself, and with nothing left on both sides the phase is over. A turn without a choice takes itself."""
    table = game.table
    match answer:
        case Activate():
            return Outcome((Activated(unit=answer.unit),), _activation(table, answer.unit, step))
        case DrawToken():
            return _draw_token(table, step, answer, chance)
        case PassTurn():
            return Outcome((Passed(seat=step.seat, token=not step.free),), (_next_turn(table, step),))
    if can_activate(table, other(step.seat)):
        return Outcome(then=(_next_turn(table, step),))
    return Outcome(then=(TellPlaces(id=f"r{table.round}.places"),))


def _next_turn(table: Table, step: Turn | PickUnit) -> Turn:
    number = step.number + 1
    return Turn(id=f"r{table.round}.turn{number}", seat=other(step.seat), number=number)


def _draw_token(table: Table, step: Turn, answer: DrawToken, chance: Chance) -> Outcome:
    """A drawn rank without such a unit leaves the game; then a free pass, an ordered unit or another draw."""
    pool = sorted(table.chairs[step.seat].pool, key=RANKS.index)
    events: tuple[Event, ...] = ()
    rank = next((rank for rank in pool if rank == answer.rank), pool[0])
    if not answer.rank:
        number, events = chance.below(f"{step.id}.token", "order", len(pool))
        rank = pool[number]
    drawn = (*events, TokenDrawn(seat=step.seat, rank=rank))
    if any(_unordered(table, step.seat, rank)):
        return Outcome(
            drawn, (PickUnit(id=f"{step.id}.unit", seat=step.seat, number=step.number, rank=rank),)
        )
    return Outcome(drawn, (_again(step, f"again{len(pool)}"),))


def _again(step: Turn | PickUnit, name: str) -> Turn:
    """The same turn, once its token has no unit."""
    return Turn(id=f"{step.id}.{name}", seat=step.seat, number=step.number, free=True)


def _picker(table: Table, step: PickUnit) -> tuple[Seat, ...]:
    return (step.seat,) if any(_unordered(table, step.seat, step.rank)) else ()


def _unit_options(seen: View, step: PickUnit) -> Iterator[AnyInput]:
    units = unordered_units(seen.table, step.seat, step.rank)
    return (Activate(prompt=step.id, unit=unit) for unit in units)


def _unit_wrong(seen: View, step: PickUnit, answer: Activate) -> Iterator[Violation]:
    if answer.unit not in unordered_units(seen.table, step.seat, step.rank):
        yield problem("game.not_among", [answer.unit[:40]])


def _only_unit(table: Table, step: PickUnit) -> Activate | None:
    first, *more = islice(_unordered(table, step.seat, step.rank), 2)
    return None if more else Activate(prompt=step.id, unit=first)


@step_rule(PickUnit, who=_picker, options=_unit_options, wrong=_unit_wrong, known=_only_unit)
def _activate_picked(
    game: Game, step: PickUnit, _seat: Seat | None, answer: Activate | None, _chance: Chance
) -> Outcome:
    """A unit of the drawn rank without an order is activated; where the last of them fell meanwhile, it is a
    rank without a unit."""
    if answer is None:
        return Outcome(then=(_again(step, "again"),))
    return Outcome((Activated(unit=answer.unit),), _activation(game.table, answer.unit, step))


# One unit --------------------------------------------------------------------------------------------------


def _activation(table: Table, unit: str, step: Turn | PickUnit) -> tuple[AnyStep, ...]:
    return (*mode_of(table).activation(table, unit), _next_turn(table, step))


def activation(table: Table, unit: str) -> tuple[AnyStep, ...]:
    """Effects at its start and of its tokens, rally, whether a Commander steadies it, its actions; then the
    other's turn."""
    place, seat = f"r{table.round}.{unit}", table.units[unit].seat
    start = Effects(hook="unit-start", unit=unit)
    rally = Rally(id=f"{place}.rally", seat=seat, unit=unit)
    tokens = as_it_begins(table.units[unit])
    counts = (BeginActions(seat=seat, unit=unit),) if table.switches.get(COUNTED) else ()
    return start, *tokens, rally, *counts, UnitActs(id=f"{place}.acts", seat=seat, unit=unit)


def rally_dice(table: Table, unit: Unit) -> tuple[Die, ...]:
    """A white defence die for each Suppression (core: Rally), red ones with Indomitable, more or fewer by
    what was told; a Scrambled Trooper that is no droid has one less."""
    scrambled = "scrambled" in unit.effects and unit.is_type("trooper") and not unit.is_type("droid-trooper")
    more, less = (mark.count(table, unit.id) for mark in (RALLY_MORE, RALLY_LESS))
    number = unit.suppression + more - scrambled
    die = Die.DEFENCE_RED if "indomitable" in unit.keywords else Die.DEFENCE_WHITE
    return (die,) * (max(1, number - 1) if less and number else max(0, number))


def _rallying(table: Table, step: Rally) -> tuple[Die, ...]:
    return rally_dice(table, table.units[step.unit])


def _rallier(table: Table, step: Rally) -> tuple[Seat, ...]:
    """App dice roll themselves: nobody decides anything here."""
    unit = table.units[step.unit]
    return own_dice(table, step) if unit.suppression and unit.here and rally_dice(table, unit) else ()


@step_rule(Rally, who=_rallier, options=roll_option, wrong=typed_wrong(_rallying))
def _roll_rally(game: Game, step: Rally, _seat: Seat | None, answer: Dice | None, chance: Chance) -> Outcome:
    """Each Block or Surge removes a Suppression (core: Rally). Then somebody looks for a Commander in range
    3, where that decides about panic."""
    unit = game.table.units[step.unit]
    if not unit.here or not unit.suppression:
        return Outcome()
    dice, events, lost = rally_dice(game.table, unit), NO_EVENTS, 0
    if dice:
        roll, events = chance.roll(step.id, "rally", dice, answer.faces if answer else ())
        lost = min(unit.suppression, roll.count(Face.BLOCK, Face.SURGE))
    change = (UnitChanged(unit=unit.id, what="suppression", by=-lost, why="rally"),) if lost else ()
    check = CheckPanic(seat=step.seat, unit=unit.id)
    return Outcome((*events, *change), (check, Effects(hook="rallied", unit=unit.id)))


@automatic(CheckPanic)
def _check_panic(game: Game, step: CheckPanic) -> Outcome:
    """What adds to its Courage, then a Commander within range 3 that lends its own: asked only where it
    decides (core: Panic)."""
    table, unit = game.table, game.table.units[step.unit]
    if step.looked:
        return Outcome(then=steadying(table, unit))
    braver = Effects(hook="panic", unit=unit.id)
    return Outcome(STEADY.change_to(table, 0, unit.id), (braver, replace(step, looked=True)))


def actions(table: Table, unit: Unit) -> int:
    """Two; none while Panicked; one fewer while Suppressed, but for droids that are not Scrambled, and one
    fewer by Ion and by a damaged vehicle's die; one more with Juyo Mastery while wounded (core: Suppression;
    Losing actions, page 23)."""
    if panicked(table, unit):
        return 0
    return max(0, ACTIONS + _has_one_more(unit) - len(fewer_actions(table, unit)))


def _has_one_more(unit: Unit) -> bool:
    return "juyo-mastery" in unit.keywords and unit.lost > 0


def fewer_actions(table: Table, unit: Unit) -> tuple[str, ...]:
    """What costs a unit an action each: Suppression, Ion, vehicle damage."""
    spared = unit.is_type("droid-trooper") and "scrambled" not in unit.effects
    shaken = ("suppressed",) if suppressed(table, unit) and not spared else ()
    return (*shaken, *actions_lost(table, unit))


def may_enter(table: Table, unit: Unit) -> bool:
    """A unit off the table enters by its first move, so not while it is Panicked (core: Panic)."""
    return not unit.deployed and not panicked(table, unit)


def _acts_options(seen: View, step: UnitActs) -> Iterator[AnyInput]:
    yield Finish(prompt=step.id)
    if may_enter(seen.table, seen.table.units[step.unit]):
        yield Finish(prompt=step.id, waits=True)


def _finisher(table: Table, step: UnitActs) -> tuple[Seat, ...]:
    """A unit that was defeated in its own activation has nothing left to do."""
    return (step.seat,) if table.units[step.unit].here else ()


@step_rule(UnitActs, who=_finisher, options=_acts_options)
def _end_activation(
    game: Game, step: UnitActs, _seat: Seat | None, answer: Finish | None, _chance: Chance
) -> Outcome:
    """The activation is over: a Panicked unit sheds Suppression equal to its Courage, another has entered the
    table unless it waits, its tokens do what they do, its order lies facedown, and its mission effects follow
    (core: Panic)."""
    table, unit = game.table, game.table.units[step.unit]
    if not unit.here:
        return Outcome()
    events: list[Event] = []
    if panicked(table, unit):
        events.append(
            UnitChanged(unit=unit.id, what="suppression", by=-(courage(table, unit) or 0), why="panic")
        )
    if may_enter(table, unit) and not (answer and answer.waits):
        events.append(Deployed(unit=unit.id))
        table = evolve(game, events[-1]).table
    tokens, end = as_it_ends(table, unit), at(table, "unit-end", unit.id)
    return Outcome((*events, *tokens.events, Finished(unit=unit.id), *end.events), (*tokens.then, *end.then))
