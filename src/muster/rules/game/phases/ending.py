"""The End Phase: what is told, scored and removed, whether the game is over (core: End Phase)."""

from collections.abc import Iterator
from typing import Final

from muster.rules.game.answers import AnySaid, RoundTold
from muster.rules.game.hooks import WAYS, Choice, at, purpose
from muster.rules.game.kernel import Chance, Outcome, either, problem, settles
from muster.rules.game.log.events import (
    CleanedUp,
    GameEnded,
    HoldsTold,
    Marked,
    UnitChanged,
)
from muster.rules.game.phases.places import end_steps, near_tokens
from muster.rules.game.scoring.points import this_round
from muster.rules.game.scoring.told import TABLED, asked, counts_offered, marks_offered, one_of, told_marks
from muster.rules.game.steps import (
    BeginRound,
    ChooseUnits,
    CleanUp,
    Confirm,
    Effects,
    EndOfEnd,
    EndRound,
    Pick,
    ScoreRound,
    StartOfEnd,
    TellRound,
)
from muster.rules.game.table import SIDES, Ended, Game, Holder, Seat, Side, Table, View
from muster.rules.violations import Violation

ROUNDS: Final = 5
WINNING: Final = 12
"""Victory points that win at the end of any round, if they are more than the other's (core: Winning)."""
FORGOTTEN: Final = ("told.", "acted.")
"""Marks of a round: what was told for its score, and who acted last, which a Standby may answer."""


# Score only ------------------------------------------------------------------------------------------------


def holders(table: Table) -> tuple[Holder, ...]:
    """What a chip can say: with some cards both may score at one token."""
    both = any(one.both for one, _ in asked(table))
    return ("", *SIDES, "both") if both else ("", *SIDES)


def _told_options(seen: View, step: TellRound) -> Iterator[AnySaid]:
    table = seen.table
    tokens = near_tokens(table)
    yield RoundTold(prompt=step.id, holds={token: table.holds.get(token, "") for token in tokens})
    for holder in holders(table):
        yield RoundTold(prompt=step.id, holds=dict.fromkeys(tokens, holder))
    for mark in (mark for mark in marks_offered(table) if mark not in TABLED):
        yield RoundTold(prompt=step.id, holds=dict.fromkeys(tokens, ""), marks=(mark,))
    for group in counts_offered(table):
        for name in group.names:
            yield RoundTold(prompt=step.id, holds=dict.fromkeys(tokens, "red"), counts={name: 1})


def _told_wrong(seen: View, _step: TellRound, said: RoundTold) -> Iterator[Violation]:
    table = seen.table
    if unknown := [token[:40] for token in said.holds if token not in near_tokens(table)]:
        yield problem("game.no_token", unknown)
    if any(holder not in holders(table) for holder in said.holds.values()):
        yield problem("game.one_holder")
    if odd := [mark[:40] for mark in said.marks if mark not in marks_offered(table)]:
        yield problem("game.no_mark", odd)
    for group in one_of(table):
        if sum(mark in said.marks for mark in group) > 1:
            yield problem("game.one_box", group)
    counted = counts_offered(table)
    if odd := [name[:40] for name in said.counts if not any(name in group.names for group in counted)]:
        yield problem("game.no_mark", odd)
    for count in counted:
        told = [said.counts.get(name, 0) for name in count.names]
        if min(told) < 0 or sum(told) > count.most:
            yield problem("game.how_many", count.names, least=0, most=count.most)


@settles(TellRound, who=either, options=_told_options, wrong=_told_wrong)
def _round_told(game: Game, _step: TellRound, _seat: Seat, said: RoundTold, _chance: Chance) -> Outcome:
    """Who holds what, and the marks of the cards; the same functions score as in a full game."""
    table = game.table
    marks = tuple(dict.fromkeys(said.marks))
    told = HoldsTold(holds=said.holds, marks=marks, counts=said.counts)
    gone = [TABLED[mark] for mark in marks if mark in TABLED]
    if gone:
        over = _over(table, _left_alone(table, [one for one in SIDES if one not in gone]))
        kept = (Marked(name=mark) for mark in marks if mark in TABLED)
        return over._replace(events=(told, *kept, *over.events))
    return Outcome((told, *told_marks(table, marks, said.counts)), end_steps(table))


# Effects, score, clean-up ----------------------------------------------------------------------------------


@settles(StartOfEnd)
def _started(game: Game, _step: StartOfEnd, _seat: None, _said: None, _chance: Chance) -> Outcome:
    """Effects at the start of the End Phase (core: End Phase, step 1)."""
    effects = at(game.table, "end-start", place=f"r{game.table.round}.end-start")
    return effects._replace(then=(*_reinforcements(game.table), *effects.then))


def _reinforcements(table: Table) -> Iterator[Confirm]:
    """Round 1, Blue first: units with Reinforcements may move at speed 1 (core glossary)."""
    for seat in map(table.seat_of, SIDES) if table.round == 1 and table.level == "full" else ():
        if any("reinforcements" in unit.keywords and unit.deployed for unit in table.army(seat)):
            yield Confirm(id=f"r1.reinforcements.{seat}", about="reinforcements", seat=seat)


@settles(ScoreRound)
def _scored(game: Game, step: ScoreRound, _seat: None, _said: None, _chance: Chance) -> Outcome:
    """Objective, then secondary, both sides at once (core: End Phase, step 2)."""
    scores = at(game.table, "score")
    last = Effects(id=f"{step.id}.clean", hook="clean")
    return scores._replace(then=(*scores.then, last))


@settles(CleanUp)
def _cleaned(game: Game, _step: CleanUp, _seat: None, _said: None, _chance: Chance) -> Outcome:
    """Command cards are discarded; Aim, Dodge, Observation, Surge and Standby go, one Suppression of each
    unit (none in Special Operations, rule 310), and the Pass pools are emptied; then somebody may be promoted
    (core: End Phase, steps 3 to 5)."""
    table = game.table
    losses = {
        unit.id: 1
        for unit in table.units.values()
        if table.mode != "special-operations"
        if unit.suppression and not table.mark(this_round(table, f"keeps.{unit.id}"))
    }
    forgotten = tuple(
        Marked(name=name, by=-count) for name, count in table.marks.items() if name.startswith(FORGOTTEN)
    )
    return Outcome((CleanedUp(losses=losses), *forgotten), tuple(promotions(table)))


def promotions(table: Table) -> Iterator[ChooseUnits]:
    """A side without a Commander, while the game goes on: one of its Troopers becomes one (core: Promote);
    not in Special Operations (G6)."""
    if table.level == "score" or table.mode == "special-operations" or decided(table):
        return
    for seat in (table.seat_of(side) for side in SIDES):
        able = tuple(unit.id for unit in table.army(seat) if unit.is_type("trooper"))
        if able and not any(unit.is_commander for unit in table.army(seat)):
            name = f"r{table.round}.promote.{seat}"
            yield ChooseUnits(id=name, seat=seat, purpose="promote", units=able, least=1)


@purpose("promote")
def _promoted(choice: Choice) -> Outcome:
    """It has a Commander token from now on (core: Promote)."""
    return Outcome(
        tuple(UnitChanged(unit=one, what="commander", by=1, why="promote") for one in choice.units)
    )


@settles(EndOfEnd)
def _end_effects(game: Game, _step: EndOfEnd, _seat: None, _said: None, _chance: Chance) -> Outcome:
    """Effects at the end of the End Phase (core: End Phase, step 6)."""
    return at(game.table, "end-end", place=f"r{game.table.round}.end-end")


@settles(EndRound)
def _round_ended(game: Game, _step: EndRound, _seat: None, _said: None, _chance: Chance) -> Outcome:
    """The game is decided, or the next round begins (core: Winning)."""
    return round_over(game.table)


def round_over(table: Table) -> Outcome:
    """What the end of a round brings: a winner, a question that decides, or the next round; none comes where
    it was said that both sides are gone."""
    if table.level == "score" and both_gone(table):
        return _over(table, _left_alone(table, []))
    ended = WAYS.decided.get(table.mode, decided)(table)
    return _over(table, ended) if ended else Outcome(then=(BeginRound(id=f"r{table.round + 1}"),))


def _over(table: Table, ended: Ended) -> Outcome:
    """The end, or the question that decides where no units are kept."""
    asks = ended.ground == "draw" and table.level == "score"
    return Outcome(then=(_asks_losses(table),)) if asks else Outcome((GameEnded(ended=ended),))


LOSSES: Final = ("blue", "red", "level")
AGREED: Final = "agreed"
"""What the question about losses is marked with where both ended the game."""


def _asks_losses(table: Table, agreed: str = "") -> Pick:
    """Level on VP where no units are kept: somebody says who lost fewer points (core: Winning)."""
    return Pick(
        id=f"r{table.round}.fewer-defeated", seat=table.seat_of("blue"), purpose="fewer-defeated",
        options=LOSSES, least=1, marker=agreed,
    )  # fmt: skip


@purpose("fewer-defeated")
def _losses_told(choice: Choice) -> Outcome:
    """Fewer own points defeated wins; level again is a draw (core: Winning)."""
    (told,) = choice.units
    winner = next((side for side in SIDES if side == told), None)
    if choice.step.marker == AGREED:
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
        return Outcome(then=(_asks_losses(table, AGREED),))
    else:
        ended = Ended(winner=by_losses(table).winner, ground="agreed")
    return Outcome((GameEnded(ended=ended),))


def agreed_asks(table: Table) -> bool:
    """Whether both have ended the game and it is open who lost fewer points."""
    step = table.todo[-1] if table.todo else None
    return isinstance(step, Pick) and step.purpose == "fewer-defeated" and step.marker == AGREED


# Winning ---------------------------------------------------------------------------------------------------


def decided(table: Table) -> Ended | None:
    """At the end of a round: 12 VP and more than the other; after round 5 more VP, then fewer own points
    defeated, then a draw (core: Winning)."""
    blue, red = (table.points(side) for side in SIDES)
    ahead: Side | None = None if blue == red else "blue" if blue > red else "red"
    if ahead and max(blue, red) >= WINNING:
        return Ended(winner=ahead, ground="points")
    if table.round < ROUNDS:
        return None
    return Ended(winner=ahead, ground="rounds") if ahead else by_losses(table)


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


def tabled(table: Table) -> Ended | None:
    """At any time: only one side has undefeated units. Both lost their last in one act: more VP, then fewer
    own points defeated, then a draw (G25, G47)."""
    kept = table.level == "full" and table.mode != "special-operations"
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
        return all(table.mark(mark) for mark in TABLED)
    return bool(table.units) and all(unit.gone == "defeated" for unit in table.units.values())


def _undefeated(table: Table, seat: Seat) -> bool:
    return any(unit.gone != "defeated" for unit in table.units.values() if unit.seat == seat)
