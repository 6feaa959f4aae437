"""What campaign rules do during a game: setbacks, traits, keywords, and Wipe Them Out."""

import pytest

from muster.rules.campaign.battle import at_the_table as table
from muster.rules.campaign.battle import wipe_them_out as mission
from muster.rules.campaign.battle.wipe_them_out import Ground, Scored, Shelter
from muster.rules.dice.faces import Face
from tests.rules.campaign.campaign_facts import LIBRARY, codes


@pytest.mark.rule(42)
def test_flat_footed_suppresses_when_the_enemy_played_fewer_pips():
    assert [table.flat_footed(2, enemy) for enemy in (1, 2, 3)] == [1, 0, 0]


def test_behind_schedule_suppresses_and_shows_when_one_played_fewer_pips():
    assert [table.behind_schedule(2, enemy) for enemy in (1, 2, 3)] == [(0, 0), (0, 0), (2, 2)]


@pytest.mark.rule(45)
def test_conspicuous_lets_a_near_commander_or_operative_move():
    near = {"leader": "commander", "squad": "corps", "agent": "operative", "tank": "heavy"}
    assert table.conspicuous(near) == ("leader", "agent")
    assert table.conspicuous({"squad": "corps"}) == ()
    assert "within range 2" in LIBRARY.traits["conspicuous"].words


@pytest.mark.rule(202)
def test_battle_fatigue_takes_up_to_one_hit_for_each_instance():
    assert [table.fatigue(hits, 2) for hits in (0, 1, 2, 5)] == [0, 1, 2, 2]
    assert table.fatigue(5, 0) == 0


@pytest.mark.rule(205)
def test_battle_shaken_wounds_after_a_rally_with_more_suppression_than_courage():
    assert [table.shaken_after_rally(n, 2, "trooper", 5) for n in (1, 2, 3)] == [0, 0, 1]
    assert table.shaken_after_rally(9, None, "trooper", 5) == 0
    assert table.shaken_at_start("trooper", 5) == 0


@pytest.mark.rule(206)
def test_battle_shaken_wounds_vehicles_and_single_miniatures_at_the_start_instead():
    for unit_type, miniatures in (("ground-vehicle", 1), ("repulsor-vehicle", 2), ("trooper", 1)):
        assert table.shaken_at_start(unit_type, miniatures) == 1
        assert table.shaken_after_rally(9, 1, unit_type, miniatures) == 0


@pytest.mark.rule(216, 217)
def test_unsure_reads_a_red_defence_die():
    assert [table.unsure(face) for face in (Face.BLOCK, Face.SURGE, Face.BLANK)] == [True, False, False]


@pytest.mark.rule(276)
def test_a_disgraced_commander_lends_courage_within_range_2_only():
    assert (table.courage_range(disgraced=False), table.courage_range(disgraced=True)) == (3, 2)


@pytest.mark.rule(277, 278)
def test_faulty_equipment_marks_units_of_two_drawn_ranks_that_heed_command_cards_only():
    army = {"reds": "corps", "blues": "corps", "tank": "heavy"}
    assert table.FAULTY_TOKENS == 2
    assert table.faulty_equipment(("corps", "heavy"), army) == (("reds", "blues"), ("tank",))
    assert codes(table.check_order(faulty=True, from_command_card=False)) == ["arc.faulty_equipment"]
    assert table.check_order(faulty=True, from_command_card=True) == ()
    assert table.check_order(faulty=False, from_command_card=False) == ()


@pytest.mark.rule(279)
def test_an_insecure_unit_passes_its_own_order_on_after_a_block():
    assert table.insecure(Face.BLOCK, others=True) == "another"
    assert table.insecure(Face.BLOCK, others=False) == "itself", "there is nobody else"
    assert table.insecure(Face.SURGE, others=True) == table.insecure(Face.BLANK, others=True) == "itself"


# Wipe Them Out ---------------------------------------------------------------------------------------------


@pytest.mark.rule(50, 51, 52)
def test_from_round_2_points_score_and_those_of_blue_score_double_and_leave():
    start = Ground(positions=5, evacuation=True)
    blue, red = Ground(positions=2), Ground(positions=1, evacuation=True)
    assert mission.score(1, start, blue, red) == Scored(blue=0, red=0, left=start)
    after = mission.score(2, start, blue, red)
    assert after == Scored(blue=4, red=2, left=Ground(positions=3, evacuation=True))
    last = mission.score(3, after.left, Ground(positions=1, evacuation=True), Ground())
    assert last == Scored(blue=4, red=0, left=Ground(positions=2))


@pytest.mark.rule(54, 55)
def test_a_unit_taken_off_scores_2_and_a_leader_more_from_round_3():
    assert [mission.transports(round, True, "corps") for round in range(1, 6)] == [2, 2, 2, 2, 2]
    assert [mission.transports(round, True, "commander") for round in range(1, 6)] == [2, 2, 3, 4, 4]
    assert [mission.transports(round, True, "operative") for round in range(1, 6)] == [2, 2, 3, 4, 4]
    assert mission.transports(4, False, "commander") == mission.transports(4, True, None) == 0


@pytest.mark.rule(56, 57)
def test_a_unit_shot_down_from_near_is_captured_and_any_capture_scores_1():
    assert mission.is_captured(by_attack=True, within_range_1=True)
    assert not mission.is_captured(by_attack=True, within_range_1=False)
    assert not mission.is_captured(by_attack=False, within_range_1=True)
    assert [mission.captures(units) for units in (0, 1, 3)] == [0, 1, 1]


@pytest.mark.rule(59)
def test_a_different_blue_unit_advances_for_each_position_removed():
    assert [mission.advances(Ground(positions=left)) for left in (5, 3, 0)] == [0, 2, 5]
    left = Ground(positions=3)
    assert mission.check_advance(left, ("a", "b")) == ()
    assert codes(mission.check_advance(left, ("a", "b", "c"))) == ["arc.advance_count"]
    assert codes(mission.check_advance(left, ("a", "a"))) == ["arc.advance_twice"]


@pytest.mark.rule(60)
def test_all_of_red_deploys_prepared():
    assert mission.check_deployment(("a", "b"), ("b", "a")) == ()
    (problem,) = mission.check_deployment(("a", "b", "c"), ("b",))
    assert (problem.code, problem.about) == ("arc.prepared_position", ("a", "c"))


@pytest.mark.rule(61)
def test_red_is_sheltered_completely_within_half_range_of_a_position():
    assert mission.shelter(True) == Shelter(courage=1, cover=2, low_profile=True)
    assert mission.shelter(False) == Shelter()
