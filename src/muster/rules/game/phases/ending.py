"""The End Phase: what is told, scored and removed, whether the game is over (core: End Phase)."""

from collections.abc import Iterable, Iterator
from typing import Final

from muster.rules.game.answers import AnyInput, RoundTold
from muster.rules.game.engine.continuations import Answered, Payload, choice
from muster.rules.game.hooks import Counted, at
from muster.rules.game.kernel import Chance, Outcome, automatic, named_seat, problem, step_rule
from muster.rules.game.log.events import CleanedUp, GameEnded, HoldsTold
from muster.rules.game.marks import KEEPS, TABLED
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.modes import mode_of
from muster.rules.game.phases.places import end_steps, near_tokens
from muster.rules.game.scoring.points import gives_token
from muster.rules.game.scoring.score_only import (
    GONE,
    counts_offered,
    events_of_marks,
    marks_offered,
    one_of,
    questions,
)
from muster.rules.game.steps import (
    BeginRound,
    CleanUp,
    Confirm,
    Effects,
    EndOfEnd,
    EndRound,
    ScoreRound,
    StartOfEnd,
    TellRound,
)
from muster.rules.game.steps.choices import Among, Draw
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SIDES, Ended, Game, Holder, Seat, Side, Table, View
from muster.rules.violations import Violation

ROUNDS: Final = 5
WINNING: Final = 12
"""Victory points that win at the end of any round, if they are more than the other's (core: Winning)."""


# Score only ------------------------------------------------------------------------------------------------


def holders(table: Table) -> tuple[Holder, ...]:
    """What a chip can say: with some cards both may score at one token."""
    both = any(card.both for card in questions(table))
    return ("", *SIDES, "both") if both else ("", *SIDES)


def _round_options(seen: View, step: TellRound) -> Iterator[AnyInput]:
    table = seen.table
    tokens = near_tokens(table)
    yield RoundTold(prompt=step.id, holds={token: table.holds.get(token, "") for token in tokens})
    for holder in holders(table):
        yield RoundTold(prompt=step.id, holds=dict.fromkeys(tokens, holder))
    for mark in (mark for mark in marks_offered(table) if mark not in GONE):
        yield RoundTold(prompt=step.id, holds=dict.fromkeys(tokens, ""), marks=(mark,))
    for group in counts_offered(table):
        for name in group.names:
            yield RoundTold(prompt=step.id, holds=dict.fromkeys(tokens, "red"), counts={name: 1})


def _round_wrong(seen: View, _step: TellRound, answer: RoundTold) -> Iterator[Violation]:
    table = seen.table
    if unknown := [token[:40] for token in answer.holds if token not in near_tokens(table)]:
        yield problem("game.no_token", unknown)
    if any(holder not in holders(table) for holder in answer.holds.values()):
        yield problem("game.one_holder")
    if odd := [mark[:40] for mark in answer.marks if mark not in marks_offered(table)]:
        yield problem("game.no_mark", odd)
    for group in one_of(table):
        if sum(mark in answer.marks for mark in group) > 1:
            yield problem("game.one_box", group)
    counted = counts_offered(table)
    if odd := [name[:40] for name in answer.counts if not any(name in group.names for group in counted)]:
        yield problem("game.no_mark", odd)
    for count in counted:
        numbers = [answer.counts.get(name, 0) for name in count.names]
        if min(numbers) < 0 or sum(numbers) > count.most:
            yield problem("game.how_many", count.names, least=0, most=count.most)


def _sample_round(seen: View, step: TellRound, draw: Draw) -> RoundTold:
    """A holder for each token, of each group of marks one or none, every other mark told or not, numbers that
    are not too many together."""
    table, groups = seen.table, one_of(seen.table)
    free = [mark for mark in marks_offered(table) if not any(mark in group for group in groups)]
    marks = [
        mark for group in (*groups, *((mark,) for mark in free)) for mark in Among(group, 0).sample(draw)
    ]
    counts = {name: number for group in counts_offered(table) for name, number in _sample_counts(group, draw)}
    chips = holders(table)
    holds = {token: chips[draw(len(chips))] for token in near_tokens(table)}
    return RoundTold(prompt=step.id, holds=holds, marks=tuple(marks), counts=counts)


def _sample_counts(group: Counted, draw: Draw) -> Iterable[tuple[str, int]]:
    while True:
        numbers = [draw(group.most + 1) for _ in group.names]
        if sum(numbers) <= group.most:
            return zip(group.names, numbers, strict=True)


@step_rule(TellRound, who=named_seat, options=_round_options, wrong=_round_wrong, sample=_sample_round)
def _record_round(game: Game, _step: TellRound, _seat: Seat, answer: RoundTold, _chance: Chance) -> Outcome:
    """Who holds what, and the marks of the cards; the same functions score as in a full game."""
    table = game.table
    marks = tuple(dict.fromkeys(answer.marks))
    holds = HoldsTold(holds=answer.holds, marks=marks, counts=answer.counts)
    if gone := [GONE[mark] for mark in marks if mark in GONE]:
        over = _over(table, _left_alone(table, [side for side in SIDES if side not in gone]))
        kept = (TABLED.add(table, side) for side in gone)
        return over._replace(events=(holds, *kept, *over.events))
    return Outcome((holds, *events_of_marks(table, marks, answer.counts)), end_steps(table))


# Effects, score, clean-up ----------------------------------------------------------------------------------


@automatic(StartOfEnd)
def _start_end_phase(game: Game, _step: StartOfEnd) -> Outcome:
    """Effects at the start of the End Phase (core: End Phase, step 1)."""
    effects = at(game.table, "end-start")
    return effects._replace(then=(*_reinforcements(game.table), *effects.then))


def _reinforcements(table: Table) -> Iterator[Confirm]:
    """Round 1, Blue first: units with Reinforcements may move at speed 1 (core glossary)."""
    for seat in map(table.seat_of, SIDES) if table.round == 1 and table.level == "full" else ():
        if any("reinforcements" in unit.keywords and unit.deployed for unit in table.army(seat)):
            yield Confirm(id=f"r1.reinforcements.{seat}", about="reinforcements", seat=seat)


@automatic(ScoreRound)
def _score_round(game: Game, _step: ScoreRound) -> Outcome:
    """Objective, then secondary, both sides at once (core: End Phase, step 2)."""
    scores = at(game.table, "score")
    last = Effects(hook="clean")
    return scores._replace(then=(*scores.then, last))


@automatic(CleanUp)
def _clean_up(game: Game, _step: CleanUp) -> Outcome:
    """Command cards are discarded; Aim, Dodge, Observation, Surge and Standby go, one Suppression of each
    unit (none in Special Operations, rule 310), and the Pass pools are emptied; then somebody may be promoted
    (core: End Phase, steps 3 to 5)."""
    table = game.table
    losses = {
        unit.id: 1
        for unit in table.units.values()
        if unit.suppression and not mode_of(table).fought and not KEEPS.count(table, unit.id)
    }
    forgotten = (event for mark in mode_of(table).forgets for event in mark.clear(table))
    return Outcome.of((CleanedUp(losses=losses), *forgotten), promotions(table))


def promotions(table: Table) -> Iterator[Choose]:
    """A side without a Commander, while the game goes on: one of its Troopers becomes one (core: Promote);
    not in Special Operations (G6)."""
    if result_of_round(table):
        return
    for seat in (table.seat_of(side) for side in SIDES):
        if able := able_to_lead(table, seat):
            yield promote.ask(seat, Among(able))


def able_to_lead(table: Table, seat: Seat) -> tuple[str, ...]:
    """The Troopers of a seat without a Commander, one of which is promoted; none where nobody is."""
    kept = table.level == "full" and not mode_of(table).fought
    if not kept or any(unit.is_commander for unit in table.army(seat)):
        return ()
    return tuple(unit.id for unit in table.army(seat) if unit.is_type("trooper"))


promote = gives_token("promote", "commander", "promote")
"""It has a Commander token from now on (core: Promote)."""


@automatic(EndOfEnd)
def _apply_end_effects(game: Game, _step: EndOfEnd) -> Outcome:
    """Effects at the end of the End Phase (core: End Phase, step 6)."""
    return at(game.table, "end-end")


@automatic(EndRound)
def _end_round(game: Game, _step: EndRound) -> Outcome:
    """The game is decided, or the next round begins (core: Winning)."""
    return round_over(game.table)


def round_over(table: Table) -> Outcome:
    """What the end of a round brings: a winner, a question that decides, or the next round; none comes where
    it was said that both sides are gone."""
    if table.level == "score" and both_gone(table):
        return _over(table, _left_alone(table, []))
    ended = mode_of(table).decided(table)
    return _over(table, ended) if ended else Outcome(then=(BeginRound(id=f"r{table.round + 1}"),))


def _over(table: Table, ended: Ended) -> Outcome:
    """The end, or the question that decides where no units are kept."""
    asks = ended.ground == "draw" and table.level == "score"
    return Outcome(then=(_ask_losses(table),)) if asks else Outcome((GameEnded(ended=ended),))


LOSSES: Final = ("blue", "red", "level")


class Level(Payload, frozen=True):
    """Whether both ended the game."""

    agreed: bool = False


def _ask_losses(table: Table, agreed: bool = False) -> Choose:
    """Level on VP where no units are kept: somebody says who lost fewer points (core: Winning)."""
    blue = table.seat_of("blue")
    return tell_losses.ask(blue, Among(LOSSES), known=Level(agreed))


@choice("fewer-defeated", Level, told=True, door=NO_PLACE)
def tell_losses(answer: Answered[Level]) -> Outcome:
    """Fewer own points defeated wins; level again is a draw (core: Winning)."""
    winner = next((side for side in SIDES if side == answer.first), None)
    if answer.known.agreed:
        return Outcome((GameEnded(ended=Ended(winner=winner, ground="agreed")),))
    return Outcome((GameEnded(ended=Ended(winner=winner, ground="defeated" if winner else "draw")),))


def agreed_end(table: Table) -> Outcome:
    """Both ended it here: more VP win, and level on VP who has fewer own points defeated, as after the last
    round (core: Winning). Where no units are kept somebody says who; before round 1 nothing was lost. In
    Special Operations nothing else decides a tie (rule 335)."""
    blue, red = (table.points(side) for side in SIDES)
    if blue != red:
        ended = Ended(winner="blue" if blue > red else "red", ground="agreed")
    elif table.level == "score" and table.round:
        return Outcome(then=(_ask_losses(table, agreed=True),))
    else:
        ended = Ended(winner=by_losses(table).winner, ground="agreed")
    return Outcome((GameEnded(ended=ended),))


def agreed_asks(table: Table) -> bool:
    """Whether both have ended the game and it is open who lost fewer points."""
    step = table.todo[-1] if table.todo else None
    return isinstance(step, Choose) and step.what == tell_losses.name and bool(step.known.get("agreed"))


# Winning ---------------------------------------------------------------------------------------------------


def result_of_round(table: Table) -> Ended | None:
    """At the end of a round: 12 VP and more than the other; after round 5, or the round in which time was
    called, more VP, then fewer own points defeated, then a draw (core: Winning; rule 470)."""
    blue, red = (table.points(side) for side in SIDES)
    ahead: Side | None = None if blue == red else "blue" if blue > red else "red"
    if ahead and max(blue, red) >= WINNING:
        return Ended(winner=ahead, ground="points")
    if table.round < (table.last or ROUNDS):
        return None
    return Ended(winner=ahead, ground="time" if table.last else "rounds") if ahead else by_losses(table)


def defeated_points(table: Table, side: Side) -> int:
    """What the defeated units of a side cost; those taken off alive are not defeated (G25)."""
    seat = table.seat_of(side)
    return sum(unit.points for unit in table.units.values() if unit.seat == seat and unit.gone == "defeated")


def by_losses(table: Table) -> Ended:
    """Level on VP: fewer own points defeated wins; level again is a draw."""
    blue, red = (defeated_points(table, side) for side in SIDES)
    if blue == red:
        return Ended(winner=None, ground="draw")
    return Ended(winner="blue" if blue < red else "red", ground="defeated")


def tabled_result(table: Table) -> Ended | None:
    """At any time: only one side has undefeated units. Both lost their last in one act: more VP, then fewer
    own points defeated, then a draw (G25, G47)."""
    kept = table.level == "full" and not mode_of(table).fought
    if table.phase in ("lobby", "setup") or not kept:
        return None
    left = [side for side in SIDES if _undefeated(table, table.seat_of(side))]
    return None if len(left) == len(SIDES) else _left_alone(table, left)


def _left_alone(table: Table, left: list[Side]) -> Ended:
    if left:
        return Ended(winner=left[0], ground="tabled")
    blue, red = (table.points(side) for side in SIDES)
    return by_losses(table) if blue == red else Ended(winner="blue" if blue > red else "red", ground="tabled")


def both_gone(table: Table) -> bool:
    """Whether both sides lost their last units in one act (G47); with the score only, whether it was said."""
    if table.level == "score":
        return all(TABLED.count(table, side) for side in SIDES)
    return bool(table.units) and all(unit.gone == "defeated" for unit in table.units.values())


def _undefeated(table: Table, seat: Seat) -> bool:
    return any(unit.gone != "defeated" for unit in table.units.values() if unit.seat == seat)
