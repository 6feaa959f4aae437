"""When time is called this round is the last, and it is counted (rule 470; core: Winning)."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from msgspec.structs import replace

from muster.app.game.playing import commands, timing
from muster.app.game.playing.handing_over import HOW
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.rules.game.log.events import GameEnded
from muster.rules.game.log.timing import TimeCalled
from muster.rules.game.phases.ending import result_of_round
from muster.rules.game.table import Score
from muster.rules.violations import Refused
from tests.app.game_seats import act, play, two_at_a_game


def call(desk: GameDesk, who: str) -> None:
    HANDLERS.handle(desk, act(who), commands.CallLastRound())


def refused(desk: GameDesk, who: str) -> str:
    return HANDLERS.can(desk, act(who), commands.CallLastRound())[0].code


def in_round(number: int, **how: object) -> GameDesk:
    desk = two_at_a_game(**how)
    play(desk, Random(3), f"r{number}.turn1")
    assert desk.game.table.round == number
    return desk


@pytest.mark.rule(470)
def test_both_call_time_and_the_round_is_finished_and_counted() -> None:
    """Recon: the current game round is finished; nothing begins after it."""
    desk = in_round(2)
    call(desk, "ann")
    assert not desk.game.table.last, "one player alone does not end a game"
    call(desk, "bob")
    table = desk.game.table
    assert (table.last, table.ended, table.phase) == (2, None, "activation")
    play(desk, Random(4))
    ended = desk.game.table.ended
    assert ended and desk.game.table.round == 2
    assert ended.ground in ("time", "defeated", "draw", "tabled")


@pytest.mark.parametrize(("blue", "red", "ground"), [(3, 1, "time"), (1, 1, "defeated"), (0, 0, "defeated")])
def test_more_points_win_then_fewer_own_units_lost(blue: int, red: int, ground: str) -> None:
    """Core: Winning: more VP; level on them, fewer points of own units defeated; then a draw."""
    table = in_round(2).game.table
    scores = tuple(
        Score(side=side, points=points, card="x", reason="x", round=2)
        for side, points in (("blue", blue), ("red", red)) if points
    )  # fmt: skip
    units = dict(table.units)
    fallen = next(unit for unit in units.values() if table.side_of(unit.seat) == "red" and unit.points)
    units[fallen.id] = replace(fallen, gone="defeated")
    table = replace(table, scores=scores, units=units, last=2)
    result = result_of_round(table)
    assert result and (result.winner, result.ground) == ("blue", ground)
    assert result_of_round(replace(table, last=0)) is None, "without time called round 2 decides nothing"


def test_asked_twice_it_is_withdrawn_and_called_once_is_enough() -> None:
    desk = in_round(1)
    call(desk, "ann")
    call(desk, "ann")
    call(desk, "bob")
    assert not desk.game.table.last
    call(desk, "ann")
    assert desk.game.table.last == 1
    assert refused(desk, "ann") == "game.time_already"


def test_it_is_for_who_sits_there_and_in_a_round() -> None:
    desk = two_at_a_game()
    assert refused(desk, "ann") == "game.time_early"
    assert refused(in_round(1), "eve") == "game.not_seated"
    with pytest.raises(Refused):
        two_at_a_game(minutes=601)
    with pytest.raises(Refused):
        two_at_a_game(minutes=-1)


def test_the_clock_starts_when_the_game_begins_and_counts_the_limit() -> None:
    desk = two_at_a_game(minutes=90)
    clock = timing.clock_of_game(desk)
    began = datetime(2026, 11, 16, tzinfo=UTC)  # all acts of this game
    assert clock and clock.started == began
    assert clock.remaining(began + timedelta(minutes=80)) == timedelta(minutes=10)
    assert timing.clock_of_game(two_at_a_game()) is None


def test_the_result_of_a_table_says_that_time_ended_it() -> None:
    """The slip's own word for it, as an agreed end at an event has."""
    assert HOW["agreed"] == "time"
    desk = in_round(1)
    call(desk, "ann")
    call(desk, "bob")
    play(desk, Random(4))
    events = [event for acts in desk.acts for event in acts.events]
    assert [type(event) for event in events if isinstance(event, TimeCalled | GameEnded)] == [
        TimeCalled, GameEnded,
    ]  # fmt: skip


def test_a_call_is_taken_back_by_who_made_it() -> None:
    desk = in_round(1)
    call(desk, "ann")
    call(desk, "bob")
    batch = desk.acts[-1].batch
    HANDLERS.handle(desk, act("bob"), commands.TakeBack(batch=batch))
    assert not desk.game.table.last
