"""The tables: veteran ranks, casualty checks, setbacks, traits, supply. Expectations are written by hand."""

from itertools import product

import pytest

from muster.rules.campaign.library import charts
from muster.rules.campaign.library.charts import Outcome
from muster.rules.dice.faces import Face
from tests.rules.campaign.campaign_facts import LIBRARY

CRIT, HIT, SURGE, BLANK, BLOCK = Face.CRITICAL, Face.HIT, Face.SURGE, Face.BLANK, Face.BLOCK


def rank_over(first: int, last: int) -> set[int]:
    return {charts.veteran_rank(experience) for experience in range(first, last + 1)}


@pytest.mark.rule(79, 87, 88)
def test_a_unit_is_a_recruit_up_to_4_experience_and_of_rank_1_up_to_12():
    assert rank_over(0, 4) == {0}
    assert rank_over(5, 12) == {1}


@pytest.mark.rule(89, 90, 91)
def test_ranks_2_to_4_begin_at_13_25_and_40():
    assert rank_over(13, 24) == {2}
    assert rank_over(25, 39) == {3}
    assert rank_over(40, 49) == {4}


@pytest.mark.rule(92)
def test_rank_5_begins_at_50():
    assert charts.veteran_rank(50) == 5
    assert charts.experience_after(49, 3, 5) == 50


@pytest.mark.rule(80, 93, 94)
def test_a_commander_may_reach_rank_5_and_an_operative_rank_4():
    assert charts.maximum_rank("commander") == 5
    assert charts.maximum_rank("operative") == 4


@pytest.mark.rule(95, 96)
def test_corps_and_special_forces_may_reach_rank_3():
    assert charts.maximum_rank("corps") == charts.maximum_rank("special-forces") == 3


@pytest.mark.rule(97, 98)
def test_support_and_heavy_may_reach_rank_3():
    assert charts.maximum_rank("support") == charts.maximum_rank("heavy") == 3


@pytest.mark.rule(81)
def test_at_its_maximum_rank_a_unit_gains_no_more_experience():
    assert charts.experience_cap(3) == 25
    assert charts.experience_after(24, 3, 3) == 27, "the award that reaches the maximum is given whole"
    assert charts.experience_after(27, 1, 3) == 27
    assert charts.experience_after(27, 1, 4) == 28, "training opens the way again"


@pytest.mark.rule(83)
def test_nobody_rises_above_rank_5():
    assert charts.experience_cap(9) == 50
    assert charts.experience_after(50, 3, 9) == 50


@pytest.mark.parametrize(
    "experience, max_vr, at",
    [(0, 3, 5), (4, 3, 5), (5, 3, 13), (24, 3, 25), (25, 3, None), (27, 4, 40), (50, 5, None)],
)
def test_the_next_rank_is_announced_until_the_maximum(experience, max_vr, at):
    assert charts.next_rank_at(experience, max_vr) == at


@pytest.mark.rule(154)
@pytest.mark.parametrize("setbacks, dice", [(0, 1), (1, 1), (2, 2), (3, 3), (7, 7)])
def test_each_setback_after_the_first_adds_a_die(setbacks, dice):
    assert charts.casualty_dice(setbacks) == dice
    assert charts.casualty_dice(setbacks, added=1) == dice + 1


@pytest.mark.rule(155, 156)
def test_one_surge_among_anything_is_a_casualty():
    for others in product(Face, repeat=2):
        assert charts.read_casualty((*others, SURGE)) is Outcome.CASUALTY


@pytest.mark.rule(157)
def test_a_paragon_gains_a_trait_where_others_fall_and_nothing_else_changes_for_it():
    for faces in product((CRIT, HIT, SURGE, BLANK), repeat=3):
        plain, paragon = charts.read_casualty(faces), charts.read_casualty(faces, paragon=True)
        assert paragon is (Outcome.DEFINING_TRAIT if plain is Outcome.CASUALTY else plain)


@pytest.mark.rule(158)
def test_only_criticals_are_a_hard_lesson_of_2_experience_and_a_setback():
    assert charts.read_casualty([CRIT, CRIT]) is Outcome.HARD_LESSON
    assert charts.GAINS[Outcome.HARD_LESSON] == (2, 1)


@pytest.mark.rule(159)
def test_a_hit_is_a_setback_also_beside_criticals_and_blanks():
    assert charts.read_casualty([HIT]) is Outcome.SETBACK
    assert charts.read_casualty([CRIT, HIT]) is Outcome.SETBACK
    assert charts.read_casualty([BLANK, HIT, CRIT]) is Outcome.SETBACK
    assert charts.GAINS[Outcome.SETBACK] == (0, 1)


@pytest.mark.rule(160)
def test_blanks_and_a_critical_beside_a_blank_leave_a_unit_unharmed():
    assert charts.read_casualty([BLANK, BLANK]) is Outcome.UNHARMED
    assert charts.read_casualty([CRIT, BLANK]) is Outcome.UNHARMED, "a Blank is a result too"
    assert charts.GAINS[Outcome.UNHARMED] == (1, 0)


@pytest.mark.rule(201, 204, 208)
def test_the_setback_chart_reads_hit_blank_and_surge():
    assert charts.setback_for(HIT, "war-weary") == "battle-fatigue"
    assert charts.setback_for(BLANK, "war-weary") == "battle-shaken"
    assert charts.setback_for(SURGE, "war-weary") == "downtrodden"


@pytest.mark.rule(211)
def test_a_critical_on_the_setback_chart_is_the_arcs_own_and_1_experience():
    assert charts.setback_for(CRIT, "war-weary") == "war-weary"
    assert [charts.chart_experience(face) for face in (CRIT, HIT, BLANK, SURGE)] == [1, 0, 0, 0]


@pytest.mark.rule(199, 203, 210)
def test_battle_fatigue_and_downtrodden_may_be_held_many_times():
    for id in ("battle-fatigue", "downtrodden"):
        assert charts.can_gain(LIBRARY.setbacks[id], [id, id, id])
        assert not charts.becomes_casualty(LIBRARY.setbacks[id], [id])


@pytest.mark.rule(207)
def test_battle_shaken_and_four_arc_setbacks_cannot_be_gained_twice():
    for id in ("battle-shaken", "war-weary", "behind-schedule", "losing-faith", "self-serving"):
        setback = LIBRARY.setbacks[id]
        assert charts.can_gain(setback, ["downtrodden"])
        assert not charts.can_gain(setback, [id])
        assert not charts.becomes_casualty(setback, [id])


@pytest.mark.rule(43)
@pytest.mark.parametrize("id", ["flat-footed", "compromised", "scrambled"])
def test_a_second_gain_of_three_arc_setbacks_makes_a_casualty(id):
    setback = LIBRARY.setbacks[id]
    assert charts.can_gain(setback, [id])
    assert charts.becomes_casualty(setback, [id])
    assert not charts.becomes_casualty(setback, ["downtrodden"])


@pytest.mark.rule(215, 216, 218)
def test_the_trait_chart_reads_hit_blank_and_surge():
    assert charts.trait_for(HIT, "greedy") == "captious-command"
    assert charts.trait_for(BLANK, "greedy") == "unsure"
    assert charts.trait_for(SURGE, "greedy") == "tunnel-vision"


@pytest.mark.rule(220)
def test_a_critical_on_the_trait_chart_is_the_arcs_own():
    assert charts.trait_for(CRIT, "greedy") == "greedy"
    assert charts.chart_experience(CRIT) == 1


@pytest.mark.rule(149, 151, 152)
def test_supply_is_2_for_playing_and_1_for_a_block_or_a_winners_surge():
    assert charts.SUPPLY_FOR_PLAYING == 2
    assert [charts.supply_from(face, won=True) for face in (BLOCK, SURGE, BLANK)] == [1, 1, 0]
    assert [charts.supply_from(face, won=False) for face in (BLOCK, SURGE, BLANK)] == [1, 0, 0]


@pytest.mark.rule(182)
def test_each_block_of_medical_supplies_removes_one_more_setback_as_far_as_there_are():
    left = ("battle-fatigue", "downtrodden")
    assert charts.removable(left, [BLOCK, BLANK]) == 1
    assert charts.removable(left, [SURGE, BLANK]) == 0
    assert charts.removable(left[:1], [BLOCK, BLOCK]) == 1
