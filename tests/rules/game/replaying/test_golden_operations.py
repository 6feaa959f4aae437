"""Special Operations as they were written down from the documents: each mission won by each side, a tie and
an extra round, both editions where their rules differ."""

from typing import Any

import pytest

from muster.rules.game.log.events import Rolled
from muster.rules.game.replaying.arena import missions
from muster.rules.game.table import Unit
from tests.rules.game.golden_games import names, read, written

MODE = "special-operations"
GAMES = names(MODE)


@pytest.mark.parametrize("dice", ["as written", "own"])
@pytest.mark.parametrize("name", GAMES)
def test_a_golden_operation_goes_as_its_mission_says(name: str, dice: str) -> None:
    """With one's own dice the same game is played, and Muster rolls none: every face is asked for."""
    data = read(name)
    golden = written(data if dice == "as written" else {**data, "dice": dice})
    for row, points in zip(data["rounds"], golden.rounds(), strict=True):
        assert points == tuple(row["vp"])
        expected = row.get("after", {})
        for mark, count in expected.get("marks", {}).items():
            assert golden.table.marks.get(mark, 0) == count, mark
        for unit, fields in expected.get("units", {}).items():
            assert {key: stands(golden.table.units[unit], key) for key in fields} == fields, unit
    assert golden.table.round == len(data["rounds"])
    ended = golden.table.ended
    assert ended is not None and (ended.winner, ended.ground) == (data["winner"], data["ground"])
    if golden.table.dice == "own":
        rolled = [event.step for event in golden.played.log if isinstance(event, Rolled)]
        assert golden.typed == rolled


def stands(unit: Unit, name: str) -> Any:
    """A field of a unit, or how many of such tokens it has."""
    return getattr(unit, name) if name in unit.__struct_fields__ else unit.tokens.get(name, 0)


def test_every_mission_is_won_by_each_side_in_both_editions_together() -> None:
    games = [read(name) for name in GAMES]
    won = {(one["mission"], one["winner"]) for one in games}
    written = {game["mission"] for game in games}
    assert won == {(mission, side) for mission in written for side in ("blue", "red")} | {
        ("shifting-priorities-operation", None)
    }
    assert written <= set(missions(MODE)) and len(written) >= 4
    assert {one.get("edition", "playtest") for one in games} == {"playtest", "v1.1"}
    assert {one.get("dice", "app") for one in games} == {"app", "own"}
    assert {one["ground"] for one in games} == {"mission", "held", "rounds", "draw"}
