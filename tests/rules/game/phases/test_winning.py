"""How a core game is won when units are gone: one side left alone, or both lost their last in one act."""

from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.game.answers import Agree, Defeat, Picked, RoundTold, Wound
from muster.rules.game.game import evolve, handle, problems
from muster.rules.game.kernel import RULES
from muster.rules.game.phases.ending import both_gone
from muster.rules.game.steps import Gain, TellRound
from muster.rules.game.table import Ended, Game, Proposal, Score, Table, view
from tests.rules.game.card_tables import table


def last_ones(scores: tuple[int, int] = (0, 0), **points: int) -> Table:
    """Each side has one unit left; `one` and `two` are what the units cost that fell before."""
    before = table("close-the-pocket", mode="recon", phase="activation")
    units = {
        id: replace(one, gone="" if id.endswith(".1") else "defeated", points=points.get(one.seat, 50))
        for id, one in before.units.items()
    }
    lines = (
        Score(side=side, points=number, card="close-the-pocket", reason="secured", round=1)
        for side, number in zip(("blue", "red"), scores, strict=True)
    )
    return replace(before, units=units, scores=tuple(line for line in lines if line.points))


def say(game: Game, seat: Any, said: Any) -> Game:
    for event in handle(game, seat, said, None):  # type: ignore[arg-type]
        game = evolve(game, event)
    return game


BOTH = [
    ((2, 1), {}, Ended(winner="blue", ground="tabled")),
    ((1, 2), {}, Ended(winner="red", ground="tabled")),
    ((2, 2), {"one": 40}, Ended(winner="blue", ground="defeated")),
    ((0, 0), {"two": 40}, Ended(winner="red", ground="defeated")),
    ((1, 1), {}, Ended(winner=None, ground="draw")),
]
"""More VP, then fewer own points defeated, then a draw (G47)."""


@pytest.mark.parametrize(("scores", "points", "ended"), BOTH)
def test_both_lose_their_last_units_in_one_gain_of_a_card(scores: Any, points: Any, ended: Ended) -> None:
    game = Game(table=last_ones(scores, **points))
    step = Gain(id="x", units=("one.1", "two.1"), what="wound", number=9, why="card")
    for event in RULES[Gain].settle(game, step, None, None, None).events:  # type: ignore[arg-type]
        game = evolve(game, event)
    assert game.table.ended == ended


@pytest.mark.parametrize(("scores", "points", "ended"), BOTH)
@pytest.mark.parametrize("seats", [("one", "two"), ("two", "one")])
def test_both_lose_their_last_units_tap_after_tap(seats: Any, scores: Any, points: Any, ended: Ended) -> None:
    """The first tap leaves the other alone; until the game is closed it may say that its last fell too."""
    first, second = seats
    game = say(Game(table=last_ones(scores, **points)), first, Defeat(unit=f"{first}.1"))
    alone = "red" if first == "one" else "blue"
    assert game.table.ended == Ended(winner=alone, ground="tabled")
    assert problems(view(game, first), Defeat(unit=f"{second}.1")), "nobody else's units"
    assert [one.code for one in problems(view(game, second), Wound(unit=f"{second}.1"))] == ["game.over"]
    shut = replace(game, table=replace(game.table, closed=True))
    assert [one.code for one in problems(view(shut, second), Defeat(unit=f"{second}.1"))] == [
        "game.closed_already"
    ]
    assert say(game, second, Defeat(unit=f"{second}.1")).table.ended == ended


@pytest.mark.parametrize(("scores", "told", "ended"), [
    ((2, 1), "", Ended(winner="blue", ground="tabled")),
    ((1, 1), "red", Ended(winner="red", ground="defeated")),
    ((1, 1), "level", Ended(winner=None, ground="draw")),
])  # fmt: skip
def test_with_the_score_only_both_gone_and_level_is_decided_by_what_was_lost(
    scores: Any, told: str, ended: Ended
) -> None:
    """No units are kept, so somebody says who lost fewer points (G47)."""
    step = TellRound(id="r2.told")
    game = Game(table=replace(last_ones(scores), level="score", phase="end", todo=(step,)))
    game = say(game, "one", RoundTold(prompt=step.id, marks=("tabled.blue", "tabled.red")))
    if told:
        assert game.table.ended is None
        game = say(game, "one", Picked(prompt=game.table.todo[-1].id, options=(told,)))
    assert game.table.ended == ended
    assert both_gone(game.table), "an event calls it mutual destruction (rule 614)"


@pytest.mark.parametrize(("points", "winner"), [(3, "red"), (1, "")])
def test_with_the_score_only_both_gone_is_decided_again_by_corrected_points(points: int, winner: str) -> None:
    """G47: more VP, then somebody says who lost fewer points; no further round begins."""
    step = TellRound(id="r2.told")
    game = Game(table=replace(last_ones((2, 1)), level="score", phase="end", todo=(step,)))
    game = say(game, "one", RoundTold(prompt=step.id, marks=("tabled.blue", "tabled.red")))
    more = Score(side="red", points=points, card="close-the-pocket", reason="agreed", round=2)
    game = replace(game, table=replace(game.table, proposal=Proposal(seat="one", score=more)))
    game = say(game, "two", Agree(yes=True))
    if not winner:
        game = say(game, "one", Picked(prompt=game.table.todo[-1].id, options=("red",)))
    assert game.table.ended == Ended(winner="red", ground="tabled" if winner else "defeated")


@pytest.mark.rule(614)
def test_with_the_score_only_one_side_gone_is_not_both() -> None:
    step = TellRound(id="r2.told")
    game = Game(table=replace(last_ones(), level="score", phase="end", todo=(step,)))
    game = say(game, "one", RoundTold(prompt=step.id, marks=("tabled.red",)))
    assert game.table.ended == Ended(winner="blue", ground="tabled") and not both_gone(game.table)


def test_after_another_end_nobody_falls_any_more() -> None:
    won = replace(last_ones(), phase="over", ended=Ended(winner="blue", ground="points"))
    assert problems(view(Game(table=won), "two"), Defeat(unit="two.1"))
