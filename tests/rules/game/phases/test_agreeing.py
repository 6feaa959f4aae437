"""An agreed end: when both ask for it, the game ends as it stands. In Special Operations either ends it once
nothing can change the outcome (G23)."""

from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.game.answers import Agree, Correct, Defeat, EndHere, Picked, RoundTold, ScoreOnly
from muster.rules.game.kernel import changes
from muster.rules.game.sides.handover import handover
from muster.rules.game.steps import LayCard, TellRound, Turn
from muster.rules.game.steps.operations import Sheet, Suffer
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Score, Table, view
from muster.rules.violations import Refused
from tests.rules.game.golden_games import Golden, read
from tests.rules.game.operations import CODES, SHIELDS, SHIFTING, VEHICLE, Bench, table, with_chair, with_unit


@pytest.mark.rule(175)
def test_a_game_ended_by_both_is_both_players_decision() -> None:
    """Close the Pocket stands at 4 to 2 for Blue after round 2."""
    golden = Golden(read("recon-close-the-pocket-surface-scan"))
    assert list(islice(golden.rounds(), 2))[-1] == (4, 2)
    for seat in ("one", "one", "two"):
        golden.played.say(seat, EndHere())
        assert golden.table.ended is None, "asked for, withdrawn, asked for by the other"
    golden.played.say("one", EndHere())
    ended = golden.table.ended
    assert ended and (ended.winner, ended.ground) == ("blue", "agreed")
    told = handover(golden.played.game)
    assert (told.winner, told.conceded) == ("blue", "both")


@pytest.mark.rule(175)
@pytest.mark.parametrize(("lost", "winner"), [("one.2", "red"), ("two.2", "blue"), ("", None)])
def test_a_game_ended_by_both_level_on_points_goes_to_who_lost_fewer(lost: str, winner: str | None) -> None:
    """Core rules: level on VP, the lower point value of own defeated units wins; level again is a draw."""
    golden = Golden(read("recon-tie"))
    golden.until(Turn)
    if lost:
        golden.played.say("one" if lost.startswith("one") else "two", Defeat(unit=lost))
    for seat in ("one", "two"):
        golden.played.say(seat, EndHere())
    ended = golden.table.ended
    assert ended and (ended.winner, ended.ground) == (winner, "agreed")
    assert handover(golden.played.game).conceded == "both"


@pytest.mark.parametrize(("told", "winner"), [("red", "red"), ("level", None)])
def test_where_only_the_score_is_kept_somebody_says_who_lost_fewer(told: str, winner: str | None) -> None:
    golden = Golden(read("recon-tie"), level="score")
    golden.until(TellRound)
    for seat in ("one", "two"):
        golden.played.say(seat, EndHere())
    step = golden.table.todo[-1]
    assert golden.table.ended is None and isinstance(step, Choose) and step.what == "fewer-defeated"
    with pytest.raises(Refused, match=r"game\.end_agreed"):
        golden.played.say("one", EndHere())
    golden.played.say(step.seat, Picked(prompt=step.id, options=(told,)))
    ended = golden.table.ended
    assert ended and (ended.winner, ended.ground) == (winner, "agreed")
    golden.played.say("one", Correct(side="red", card=golden.table.mission.objective, round=1, points=2))
    golden.played.say("two", Agree(yes=True))
    assert golden.table.ended and golden.table.ended.winner == "red"
    golden.played.say("one", Correct(line=0, points=0))
    golden.played.say("two", Agree(yes=True))
    assert golden.table.ended is None and golden.table.todo[-1] == replace(step, id="r1.3.fewer-defeated"), (
        "level again: asked again"
    )


def test_a_game_keeps_only_the_score_once_both_agree_from_the_next_round_and_not_back() -> None:
    golden = Golden(read("recon-close-the-pocket-surface-scan"))
    assert list(islice(golden.rounds(), 1)) == [(2, 0)]
    golden.until(LayCard, round=2)
    for seat in ("one", "one", "two"):
        golden.played.say(seat, ScoreOnly())
    golden.row = {"places": {}}
    golden.until(LayCard, round=3)
    assert golden.table.level == "full", "one alone is not enough"
    golden.played.say("one", ScoreOnly())
    assert golden.table.level == "full", "the round is played as it began"
    while golden.table.round == 3:
        golden.answer()
    assert (golden.table.level, golden.table.round) == ("score", 4)
    step = golden.table.todo[-1]
    assert isinstance(step, TellRound) and golden.table.todo == (step,)
    before = golden.table.points("red")
    golden.played.say("two", RoundTold(prompt=step.id, holds={"stockpile-centre": "red"}))
    assert golden.table.points("red") == before + 2
    with pytest.raises(Refused, match=r"game\.score_already"):
        golden.played.say("one", ScoreOnly())


def test_special_operations_are_kept_whole() -> None:
    with pytest.raises(Refused, match=r"game\.kept_whole"):
        Bench(table(CODES)).say("one", ScoreOnly())


def lost(before: Table, *seats: str, but: str = "") -> Table:
    """The same with every unit of these seats defeated."""
    for unit in before.units.values():
        if unit.seat in seats and unit.id != but:
            before = with_unit(before, unit.id, gone="defeated")
    return before


def score(blue: int, red: int) -> tuple[Score, ...]:
    rows = (("blue", blue), ("red", red))
    return tuple(Score(side=side, points=points, card=SHIFTING, reason="x", round=1) for side, points in rows)


def offered(bench: Bench, seat: str) -> bool:
    return EndHere() in list(changes(view(bench.game, seat)))


@pytest.mark.rule(297)
@pytest.mark.parametrize("mission", [SHIELDS, CODES, VEHICLE])
def test_without_red_units_blue_may_be_told_to_have_held_out(mission: str) -> None:
    """Losing all units loses nothing by itself: the game goes on until somebody ends it (G23)."""
    before = table(mission)
    assert not offered(Bench(lost(before, "two", but="two.2")), "one")
    assert not offered(Bench(lost(before, "one")), "one"), "Red has still to do it"
    bench = Bench(lost(before, "two"))
    assert bench.table.ended is None and all(offered(bench, seat) for seat in ("one", "two"))
    ended = bench.say("two", EndHere()).table.ended
    assert ended and (ended.winner, ended.ground) == ("blue", "certain")


@pytest.mark.rule(297)
@pytest.mark.parametrize(
    ("chair", "fallen", "sure"),
    [
        ({}, "corps", False),
        ({}, "support", True),
        ({"discarded": ("endless-legions",)}, "corps", True),
        ({"discarded": ("endless-legions",), "played": "endless-legions"}, "heavy", False),
    ],
)
def test_a_side_that_may_return_units_has_not_lost_yet(
    chair: dict[str, Any], fallen: str, sure: bool
) -> None:
    """Endless Legions returns defeated Corps and Heavy units: until then nothing is certain (G23). In the
    last End Phase they still hold an objective, but use no Transmitter."""
    for mission, round in ((SHIELDS, 3), (SHIFTING, 4)):
        before = table(mission, ("rebel-troopers", "invasion-force"), scores=score(3, 0), round=round)
        left = {unit.id: unit for unit in before.units.values() if unit.seat == "one" or unit.rank == fallen}
        before = with_chair(replace(before, units=left), "two", **chair)
        assert offered(Bench(lost(before, "two")), "one") is sure


def last_round(mission: str, able: int = 0, **more: Any) -> Table:
    """Round 4: so many of Red's units may still act."""
    before = table(mission, round=4, **more)
    for number, unit in enumerate([one.id for one in before.units.values() if one.seat == "two"]):
        before = with_unit(before, unit, order="" if number < able else "facedown")
    return before


@pytest.mark.rule(297, 348)
@pytest.mark.parametrize(
    ("points", "able", "round", "sure"),
    [(0, 2, 4, True), (0, 3, 4, False), (2, 1, 4, False), (2, 0, 4, True), (0, 2, 3, False)],
)
def test_the_shields_hold_once_too_few_can_reach_the_transmitter(
    points: int, able: int, round: int, sure: bool
) -> None:
    """Three points are needed, one an activation (G23)."""
    before = replace(last_round(SHIELDS, able, scores=score(0, points)), round=round)
    assert offered(Bench(before), "one") is sure


@pytest.mark.rule(297, 348)
@pytest.mark.parametrize(("points", "sure"), [(0, True), (1, False)])
def test_guidance_leads_a_second_droid_to_the_transmitter(points: int, sure: bool) -> None:
    droids = ("infantry", "invasion-force")
    before = last_round(SHIELDS, able=1, squads=droids, scores=score(0, points))
    assert offered(Bench(before), "one") is sure


@pytest.mark.rule(297, 364)
def test_the_codes_are_safe_once_nobody_of_red_holds_or_claims_a_token() -> None:
    before = last_round(CODES)
    assert offered(Bench(before), "one"), "nobody holds one"
    assert not offered(Bench(with_unit(before, "two.2", tokens={"code": 1})), "one"), "it may be revealed"
    assert offered(Bench(with_unit(before, "one.2", tokens={"code": 1})), "one"), "Blue has them"
    assert not offered(Bench(last_round(CODES, able=1)), "one"), "one may claim what lies about"


@pytest.mark.rule(297, 376)
def test_the_vehicle_is_safe_once_nobody_of_red_acts_or_stands_by() -> None:
    before = last_round(VEHICLE)
    assert offered(Bench(before), "two") and not offered(Bench(last_round(VEHICLE, able=1)), "two")
    guard = with_unit(before, "two.2", tokens={"standby": 1})
    assert not offered(Bench(guard), "two"), "the vehicle may act, and be shot at"
    assert offered(Bench(replace(guard, phase="end")), "two")
    assert not offered(Bench(replace(before, acting="two.2")), "two"), "its activation is not over"
    assert not offered(Bench(before).run(Sheet(id="s", seat="two", unit="two.2")), "one"), "nor its attack"


@pytest.mark.rule(333, 335)
@pytest.mark.parametrize(
    ("points", "round", "gone", "winner"),
    [
        ((3, 1), 2, ("two",), "blue"),
        ((1, 3), 2, ("one",), "red"),
        ((1, 3), 2, ("two",), "open"),
        ((3, 3), 2, ("two",), "open"),
        ((3, 3), 2, ("one", "two"), None),
        ((6, 1), 4, (), "blue"),
        ((6, 2), 4, (), "open"),
        ((6, 1), 3, (), "open"),
        ((6, 6), 5, (), "open"),
    ],
)
def test_shifting_priorities_ends_early_where_no_points_can_catch_up(
    points: tuple[int, int], round: int, gone: tuple[str, ...], winner: str | None
) -> None:
    """Four points an End Phase at most: three objectives and the priority one. Six to two in round 4 may end
    level, and then a fifth round is played."""
    bench = Bench(lost(table(round=round, scores=score(*points)), *gone))
    assert offered(bench, "one") is (winner != "open")
    bench.say("one", EndHere())
    ended = bench.table.ended
    assert (ended.winner if ended else "open") == winner


def test_players_may_let_the_last_unit_decide() -> None:
    """G23 set otherwise: who loses its last unit has lost."""
    last = with_unit(lost(table(CODES), "one", but="one.2"), "one.2", lost=5)
    falls = Suffer(id="falls", units=("one.2",), what="wound", number=1)
    assert Bench(last).run(falls).table.ended is None
    ended = Bench(replace(last, switches={"G23": False})).run(falls).table.ended
    assert ended and (ended.winner, ended.ground) == ("red", "tabled")
