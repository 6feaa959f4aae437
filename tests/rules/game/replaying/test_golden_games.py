"""Golden games as they were written down from the documents: the seven Turning Points won and lost, every
pair of Recon cards, ties and a tabled side."""

import pytest
from msgspec.structs import asdict, replace

from muster.rules.game.log.events import Rolled
from muster.rules.game.replaying.arena import missions
from muster.rules.game.sides.handover import handover
from muster.rules.game.steps import ChooseEdge, Deploy
from muster.rules.game.table import SIDES, Game
from tests.rules.game.golden_games import Golden, names, read


@pytest.mark.parametrize("name", names())
def test_a_golden_game_scores_as_its_card_says(name: str) -> None:
    data = read(name)
    golden = Golden(data)
    assert list(golden.rounds()) == [tuple(row["vp"]) for row in data["rounds"]]
    assert golden.table.ended is not None
    assert (golden.table.ended.winner, golden.table.ended.ground) == (data["winner"], data["ground"])
    record = handover(_with_dossiers(golden.played.game))
    assert record.winner == (data["winner"] or "") and record.conceded == ""
    for side, expected in data["record"].items():
        told = {key: list(v) if isinstance(v, tuple) else v for key, v in asdict(record.sides[side]).items()}
        assert {key: told[key] for key in expected} == expected
        if "mission_facts" not in expected:
            assert told["mission_facts"] == []


@pytest.mark.parametrize("name", names())
def test_with_the_score_only_a_golden_game_has_the_same_points(name: str) -> None:
    data = read(name)
    golden = Golden(data, level="score")
    assert list(golden.rounds()) == [tuple(row["vp"]) for row in data["rounds"]]
    assert golden.table.ended is not None
    assert (golden.table.ended.winner, golden.table.ended.ground) == (data["winner"], data["ground"])
    taps = sum(what == "TellRound" for what in golden.asked)
    assert taps == len(data["rounds"]), "one answer a round, whatever the card"


@pytest.mark.rule(48)
@pytest.mark.parametrize("owner", ["one", "two"])
def test_the_owner_is_blue_whoever_it_is_and_nobody_rolls_for_it(owner: str) -> None:
    golden = Golden(read("seize-your-destiny-won"), owner=owner)
    assert golden.table.blue == owner
    assert not any(isinstance(event, Rolled) for event in golden.played.log)
    while golden.table.edge is None:
        step = golden.table.todo[-1]
        if isinstance(step, ChooseEdge):
            edges = {said.edge for said in golden.played.legal(owner)}
            assert edges == {"near", "far"}, "a long edge"
            assert golden.played.legal("two" if owner == "one" else "one") == []
        golden.answer()


@pytest.mark.rule(463)
@pytest.mark.parametrize(("owner", "other"), [("one", "two"), ("two", "one")])
def test_blue_deploys_its_prepared_units_first(owner: str, other: str) -> None:
    golden = Golden(read("seize-your-destiny-won"), owner=owner)
    golden.until(Deploy)
    assert golden.played.legal(owner) and not golden.played.legal(other)
    golden.answer()
    assert isinstance(golden.table.todo[-1], Deploy)
    assert golden.played.legal(other) and not golden.played.legal(owner)


def test_every_turning_point_is_won_once_and_lost_once() -> None:
    games = [read(name) for name in names()]
    played = sorted((one["mission"], one["winner"]) for one in games if "mode" not in one)
    assert len(played) == 14 and len(set(played)) == 14
    assert {winner for _, winner in played} == set(SIDES)


def test_every_pair_of_recon_cards_is_played_and_every_ground_of_the_core() -> None:
    games = [read(name) for name in names() if read(name).get("mode") == "recon"]
    assert {one["mission"] for one in games} == set(missions("recon"))
    assert {one["ground"] for one in games} == {"points", "rounds", "defeated", "draw", "tabled"}


def test_standard_games_end_with_points_rounds_and_losses() -> None:
    games = [read(name) for name in names() if read(name).get("mode") == "standard"]
    assert sorted(one["ground"] for one in games) == ["defeated", "points", "rounds"]
    assert {one["mission"] for one in games} <= set(missions("standard"))


def _with_dossiers(game: Game) -> Game:
    """Each unit's dossier has the name of the unit, so that records can be read beside the table."""
    units = {id: replace(unit, dossier=id) for id, unit in game.table.units.items()}
    return replace(game, table=replace(game.table, units=units))
