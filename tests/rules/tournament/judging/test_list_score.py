"""The score of a game, counted from the opponent's list."""

import pytest

from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.cards import catalogue
from muster.rules.tournament.judging.list_score import defeated_points
from tests.rules.tournament.hall import CUP, Hall, refused

CAT = catalogue()
TROOPS = next(unit for unit in CAT.data.units if unit.rank == "corps" and unit.faction == "rebels")
UPGRADE = next(card for card in CAT.data.upgrades if card.points)
BARE, WORN = (
    ArmyUnit(key="a", unit=TROOPS.id, count=3),
    ArmyUnit(key="b", unit=TROOPS.id, upgrades=(UPGRADE.id,)),
)
ARMY = Army(faction="rebels", points_date=CAT.edition, units=(BARE, WORN))
EACH = {line.key: line.points_each for line in defeated_points(ARMY, {}, TournamentPlan(), CAT).units}


@pytest.mark.rule(620)
def test_whole_units_count_with_the_upgrades_they_wore():
    assert EACH["b"] > EACH["a"] > 0
    assert defeated_points(ARMY, {}, TournamentPlan(), CAT).score == 0
    assert defeated_points(ARMY, {"a": 2}, TournamentPlan(), CAT).score == 2 * EACH["a"]
    assert defeated_points(ARMY, {"a": 1, "b": 1}, TournamentPlan(), CAT).score == EACH["a"] + EACH["b"]


@pytest.mark.rule(621)
def test_everything_defeated_counts_for_the_limit_of_the_event():
    everything = {"a": 3, "b": 1}
    assert 3 * EACH["a"] + EACH["b"] < 600
    assert defeated_points(ARMY, everything, TournamentPlan(), CAT).score == 800
    assert defeated_points(ARMY, everything, TournamentPlan(points=600), CAT).score == 600
    current = TournamentPlan(profile="current", structure="current", points=1000)
    worth = sum(unit.count * unit.points_each for unit in defeated_points(ARMY, {}, current, CAT).units)
    assert defeated_points(ARMY, everything, current, CAT).score == worth


@pytest.mark.parametrize("lost", [{"a": 4}, {"a": -1}, {"zz": 1}, {"x" * 9_999: 10**30}])
def test_nobody_defeats_what_is_not_there(lost):
    with refused("tournament.not_in_list"):
        defeated_points(ARMY, lost, TournamentPlan(), CAT)


@pytest.mark.rule(584, 620)
def test_the_opponent_counts_from_the_open_copy_and_nobody_else_does():
    hall = Hall()
    for player, account in zip(hall.enter(4), ("a1", "a2", "a3", "a4"), strict=True):
        hall.sit(player, account)
    hall.event.do(hall.act("a1"), CUP, commands.SubmitList(player="p1", army=ARMY))
    hall.event.do(hall.act(), CUP, commands.Announce())
    opponent = hall.pair().game_of("p1").opponent("p1")
    found = hall.event.score_against(f"a{opponent[1:]}", CUP, "p1", {"b": 1})
    assert found.score == EACH["b"]
    with refused("tournament.not_your_list"):
        hall.event.score_against("stranger", CUP, "p1", {})
