"""Exact odds: the known values, brute force, and what must hold for every attack."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.dice import aims, settling
from muster.rules.dice.armour import surplus_hits
from muster.rules.dice.defending import blocks_of_roll
from muster.rules.dice.odds import forget, odds
from muster.rules.dice.questions import BOUNDS, MOST_ATTACK_DICE, Attack, Defence
from muster.rules.messages import explain, remedy
from muster.rules.violations import Refused
from tests.rules.dice import oracle
from tests.rules.dice.asking import SMALL, attacks, defences

FOUR_BLACK = Attack(black=4)
SPECIAL = Defence(mode="special-operations")


def chances(attack, defence):
    return {n: chance for n, chance in enumerate(odds(attack, defence).distribution) if chance}


@pytest.mark.parametrize(("cover", "mean"), [("none", "1"), ("light", "7/8"), ("heavy", "3/4")])
def test_four_black_dice_against_a_red_die(cover, mean):
    assert odds(FOUR_BLACK, Defence(cover=cover)).mean == Fraction(mean)


@given(attacks(), defences())
@settings(max_examples=80, deadline=None)
def test_odds_of_special_operations_agree_with_brute_force(attack, defence):
    defence = replace(defence, mode="special-operations")
    assert chances(attack, defence) == oracle.wounds(attack, defence)


SQUADS = st.fixed_dictionaries(
    {
        "surges": st.integers(0, 2), "camouflage": SMALL, "agile": st.booleans(),
        "danger_sense": SMALL, "mode": st.just("special-operations"),
    }
)  # fmt: skip
REROLLS = st.fixed_dictionaries(
    {"surges": st.integers(0, 2), "observation": st.integers(0, 2), "precise": st.integers(0, 2)}
)


@pytest.mark.rule(309, 316, 320)
@given(attacks(most_dice=3, most_aims=1), REROLLS, defences(), SQUADS)
@settings(max_examples=60, deadline=None)
def test_what_squads_can_do_agrees_with_brute_force(attack, rerolls, defence, abilities):
    """Surge tokens of both sides, Observations, Precise, Camouflage, dodges that cancel Criticals, Danger
    Sense."""
    attack, defence = replace(attack, **rerolls), replace(defence, **abilities)
    assert chances(attack, defence) == oracle.wounds(attack, defence)


@pytest.mark.rule(309, 316, 320)
@pytest.mark.parametrize(
    ("attack", "defence"),
    [
        (Attack(red=2, black=2, white=1, critical=2, surges=1, pierce=1), {"danger_sense": 3, "dodge": 1}),
        (Attack(red=3, black=2, impact=1, suppressed=True), {"camouflage": 3, "armour": 1, "cover": "heavy"}),
        (Attack(red=4, white=1, critical=1, observation=1), {"agile": True, "dodge": 2, "surges": 2}),
    ],
)
def test_five_dice_of_a_squad_agree_with_brute_force(attack, defence):
    defence = replace(SPECIAL, **defence)
    assert chances(attack, defence) == oracle.wounds(attack, defence)


FINER_ATTACKS = st.fixed_dictionaries(
    {
        "observation": st.integers(0, 1), "marksman": st.booleans(), "lethal": st.integers(0, 2),
        "ram": st.integers(0, 2), "blast": st.booleans(), "high_velocity": st.booleans(),
        "surges": st.integers(0, 1),
    }
)  # fmt: skip
FINER_DEFENCES = st.fixed_dictionaries(
    {
        "low_profile": st.booleans(), "dug_in": st.booleans(), "backup": st.booleans(),
        "shields": st.integers(0, 2), "uncanny_luck": st.integers(0, 2), "impervious": st.booleans(),
        "deflect": st.booleans(), "agile": st.booleans(), "danger_sense": st.integers(0, 1),
        "surges": st.integers(0, 1),
    }
)  # fmt: skip


@given(attacks(most_dice=3, most_aims=2), FINER_ATTACKS, defences(), FINER_DEFENCES)
@settings(max_examples=100, deadline=None)
def test_every_keyword_agrees_with_brute_force(attack, more, defence, abilities):
    """What both games have, as Special Operations play it: the standard game has its own oracle."""
    attack = replace(attack, **more)
    defence = replace(defence, **abilities, mode="special-operations")
    assert chances(attack, defence) == oracle.wounds(attack, defence)


@given(attacks(most_dice=4, most_aims=1), FINER_ATTACKS, defences(), FINER_DEFENCES)
@settings(max_examples=8, deadline=None)
def test_every_keyword_agrees_with_brute_force_for_four_dice(attack, more, defence, abilities):
    attack = replace(attack, black=4 - attack.red - attack.white, **more)
    defence = replace(defence, **abilities, mode="special-operations")
    assert chances(attack, defence) == oracle.wounds(attack, defence)


# One die and one keyword at a time, counted by hand from the faces of the dice. Four black dice strike with
# one half each; a red defence die blocks with one half, a white one with one in six.
ONE_RED = Attack(red=1)


@pytest.mark.parametrize(
    ("attack", "defence", "mean"),
    [
        (Attack(red=1, ram=1), Defence(), "1/2"),  # always a Critical
        (Attack(white=2, ram=1), Defence(dodge=2), "19/32"),  # 2/8 Criticals, 15/16 blanks
        (Attack(black=1, observation=1), Defence(), "3/8"),  # strikes with 1 - (1/2)²
        (Attack(white=1, aims=1, marksman=True), Defence(), "1/2"),  # any die becomes a strike
        # Pierce 1 for 5/8 that struck; a blank, 3/8, is rerolled instead: 5/8 strike, 1/2 of them blocked
        (Attack(black=1, aims=1, lethal=1, surge="hit"), Defence(), "95/128"),
        (Attack(black=4, blast=True), Defence(cover="heavy"), "1"),
        (Attack(black=4, high_velocity=True), Defence(dodge=4), "1"),
        (Attack(red=1), Defence(cover="light", low_profile=True), "1/16"),  # the Hit is gone for certain
        (Attack(red=1), Defence(cover="light", dug_in=True), "7/32"),  # a Critical, or a Hit by one half
        (Attack(red=3), Defence(backup=True, dodge=1), "3/16"),  # three Hits at most: 3/8 Criticals stay
        (Attack(red=1), Defence(shields=1), "0"),
        (Attack(red=1), Defence(uncanny_luck=1), "3/16"),  # fails with (1/2)²
        (Attack(red=1, pierce=1), Defence(impervious=True), "3/8"),
        (Attack(red=1), Defence(agile=True, dodge=1), "0"),
        (Attack(red=1), Defence(deflect=True), "1/4"),  # surges block: fails with 2 of 6
    ],
)
def test_each_keyword_by_hand(attack, defence, mean):
    assert odds(attack, defence).mean == Fraction(mean)


def test_aims_are_shared_out_for_the_most_wounds():
    """One black die that hits by surge: rerolling its blanks gives 55/64 of a strike, half of it blocked;
    Pierce 1 for the aim lets all 5/8 through. Special Operations share them out before the roll, the standard
    game once it lies: the aim rerolls a blank, 3/8, and is Pierce for a strike."""
    attack = Attack(black=1, aims=1, lethal=1, surge="hit")
    assert odds(attack, SPECIAL).spent == (0, 0, 1)
    assert odds(attack, replace(SPECIAL, impervious=True)).spent == (1, 0, 0)
    assert odds(Attack(black=1, aims=1), SPECIAL).spent is None
    answer = odds(attack, Defence())
    assert answer.aims_spent == (Fraction(3, 8), 0, Fraction(5, 8)) and answer.spent is None
    assert odds(Attack(black=1, aims=1), Defence()).aims_spent is None


@pytest.mark.parametrize("luck", [0, 1])
def test_deflect_tells_the_chance_to_wound_the_attacker(luck):
    """One red defence die shows a surge with 1/6; a blank, 2/6, may be rerolled."""
    sure = odds(Attack(red=1, ram=1), Defence(deflect=True, uncanny_luck=luck))
    assert sure.deflect == Fraction(1, 6) + luck * Fraction(2, 6) * Fraction(1, 6)
    assert sure.deflect == oracle.deflected(ONE_RED, Defence(deflect=True, uncanny_luck=luck), 1)
    assert odds(Attack(red=1, high_velocity=True), Defence(deflect=True)).deflect is None


@given(attacks(most_dice=3, most_aims=3).filter(lambda a: a.aims), st.sampled_from([1, 2, "all"]), SMALL)
@settings(max_examples=100, deadline=None)
def test_aims_against_armour_agree_with_brute_force(attack, armour, dodge):
    """The corner with the most to decide: several aims, surges and Hits that may count nothing."""
    defence = Defence(armour=armour, dodge=dodge, mode="special-operations")
    assert chances(attack, defence) == oracle.wounds(attack, defence)


@given(attacks(most_dice=12), defences(wounds=st.integers(1, 5)))
@settings(max_examples=60, deadline=None)
def test_every_answer_is_whole(attack, defence):
    answer = odds(attack, defence)
    assert sum(answer.distribution) == 1
    assert answer.at_least(0) == 1
    assert answer.mean == sum(answer.at_least(n) for n in range(1, len(answer.weights) + 1))
    assert answer.mean == answer.steps[-1].wounds
    assert answer.defeat == answer.at_least(defence.wounds * defence.minis)
    assert all(type(weight) is int for weight in answer.weights)


@given(attacks(most_dice=8), defences())
@settings(max_examples=60, deadline=None)
def test_an_aim_never_makes_an_attack_worse(attack, defence):
    """In Special Operations not promised where cover and armour meet: the policy does not foresee cover."""
    if defence.mode == "special-operations":
        defence = replace(defence, cover="none")
    attack = replace(attack, suppressed=False)
    few, many = odds(attack, defence), odds(replace(attack, aims=attack.aims + 1), defence)
    assert many.mean >= few.mean


@given(attacks(most_dice=8), defences())
@settings(max_examples=60, deadline=None)
def test_each_step_of_the_defender_takes_something_away(attack, defence):
    before_pierce = [step for step in odds(attack, defence).steps if not step.name.startswith("aim")]
    before_pierce = [step for step in before_pierce[1:] if step.name != "pierce"]
    assert all(after.wounds <= before.wounds for before, after in pairwise(before_pierce))


def test_every_step_that_works_is_told():
    attack = Attack(red=2, black=2, aims=2, impact=1, pierce=1)
    answer = odds(attack, Defence(cover="light", dodge=1, armour=2))
    told = [step.name for step in answer.steps]
    assert told == ["roll", "aim-1", "aim-2", "cover", "dodge", "impact", "armour", "defence", "pierce"]
    both = odds(replace(attack, observation=1), Defence(armour=1, backup=True, left=1))
    told = [step.name for step in both.steps]
    assert told[:4] == ["roll", "reroll-1", "reroll-2", "reroll-3"]
    assert told[4:] == ["impact", "backup", "armour", "defence", "pierce", "left"]
    assert (answer.steps[0].criticals, answer.steps[0].hits) == (Fraction(1, 2), Fraction(2))


def test_steps_that_do_nothing_are_not_told():
    assert [step.name for step in odds(FOUR_BLACK, Defence()).steps] == ["roll", "defence"]


@pytest.mark.rule(320)
def test_critical_changes_up_to_x_surges():
    """One die, surge 1 of 8: with Critical 1 a surge is a Critical, which no dodge can cancel."""
    dodging = Defence(die="white", dodge=1)
    without, with_critical = odds(Attack(white=1), dodging), odds(Attack(white=1, critical=1), dodging)
    assert without.steps[0].criticals == Fraction(1, 8)
    assert with_critical.steps[0].criticals == Fraction(2, 8)
    two = odds(Attack(white=2, critical=1), dodging).steps[0]
    assert two.criticals == Fraction(2, 8) + (1 - Fraction(7, 8) ** 2)


@pytest.mark.rule(321)
def test_impact_works_against_armour_alone():
    attack = Attack(red=3, impact=2)
    names = [step.name for step in odds(attack, Defence()).steps]
    assert "impact" not in names
    assert odds(attack, Defence(armour="all")).mean > odds(Attack(red=3), Defence(armour="all")).mean
    assert chances(attack, Defence(armour=1)) == oracle.wounds(attack, Defence(armour=1))


@pytest.mark.rule(323)
def test_pierce_cancels_up_to_x_blocks():
    attack = Attack(black=2, surge="critical")
    plain, pierced = odds(attack, Defence()).steps, odds(replace(attack, pierce=1), Defence()).steps
    assert (plain[-1].name, pierced[-1].name) == ("defence", "pierce")
    assert pierced[-2].blocks == plain[-1].blocks
    assert odds(replace(attack, pierce=2), Defence()).steps[-1].blocks == 0


@pytest.mark.rule(316, 317)
@pytest.mark.parametrize(("cover", "ways"), [("none", 27), ("light", 54), ("heavy", 63)])
def test_special_operations_cover_changes_surges_to_blocks(cover, ways):
    """Three red dice all block: 3³ ways by Blocks alone, 3 · 3² more with one surge, 3 · 3 with two."""
    table = blocks_of_roll({3: 1}, FOUR_BLACK, replace(SPECIAL, cover=cover))
    assert table[3, 3] == ways
    assert sum(table.values()) == 6**3


def test_a_defence_surge_changes_all_surges_in_both_modes():
    for mode in ("standard", "special-operations"):
        assert blocks_of_roll({3: 1}, FOUR_BLACK, Defence(surge=True, cover="light", mode=mode))[3, 3] == 4**3


def test_sharpshooter_lowers_cover():
    sharp = replace(FOUR_BLACK, sharpshooter=1)
    assert odds(sharp, Defence(cover="heavy")).mean == Fraction(7, 8)
    assert odds(sharp, Defence(cover="light")).mean == 1
    assert blocks_of_roll({3: 1}, sharp, replace(SPECIAL, cover="heavy"))[3, 3] == 54


@pytest.mark.rule(318)
def test_special_operations_cover_cancels_no_hits():
    answer = odds(FOUR_BLACK, replace(SPECIAL, cover="heavy"))
    assert [step.name for step in answer.steps] == ["roll", "defence"]
    assert answer.steps[1].hits == answer.steps[0].hits


@pytest.mark.rule(309)
def test_a_suppressed_attacker_loses_a_die_of_the_targets_choice():
    attack = Attack(red=1, black=1, white=1, suppressed=True)
    answer = odds(attack, SPECIAL)
    assert answer.removed == "red"
    assert answer.weights == odds(Attack(black=1, white=1), SPECIAL).weights


@pytest.mark.rule(309)
def test_the_target_takes_whichever_die_hurts_most():
    """With aims and a dodge the strongest die is not always the one to take."""
    attack = Attack(
        red=1, black=1, white=1, surge="hit", critical=1, aims=1, precise=1, pierce=2, suppressed=True
    )
    defence = replace(SPECIAL, dodge=1)
    answer = odds(attack, defence)
    assert answer.removed == "black"
    others = [Attack(**{**as_fields(attack), "suppressed": False, colour: 0}) for colour in ("red", "white")]
    assert all(answer.mean < odds(other, defence).mean for other in others)


def as_fields(attack):
    return {field: getattr(attack, field) for field in attack.__struct_fields__}


def test_in_the_standard_game_suppression_takes_no_die():
    answer = odds(replace(FOUR_BLACK, suppressed=True), Defence())
    assert answer.removed is None
    assert answer.mean == 1


def test_the_last_die_can_be_lost():
    assert odds(Attack(white=1, suppressed=True), SPECIAL).weights == (1,)


@pytest.mark.parametrize(
    ("attack", "defence", "hits", "surplus"),
    [
        (Attack(red=1), Defence(), 5, 0),
        (Attack(red=1), Defence(armour="all"), 5, 5),
        (Attack(red=1, impact=2), Defence(armour="all"), 5, 3),
        (Attack(red=1, impact=2), Defence(armour=3), 5, 3),
        (Attack(red=1, impact=2), Defence(armour=3), 6, 0),
        (Attack(red=1, impact=2), Defence(armour="all", dodge=1), 5, 2),
        (Attack(red=1, impact=2), Defence(armour="all", dodge=1), 1, 1),
    ],
)
def test_which_hits_count_nothing(attack, defence, hits, surplus):
    assert surplus_hits(hits, attack, defence) == surplus


@pytest.mark.parametrize("field", sorted(BOUNDS))
@pytest.mark.parametrize("far", [-1, 10**30])
def test_numbers_out_of_bounds_are_refused(field, far):
    attack, defence = FOUR_BLACK, Defence()
    if hasattr(attack, field):
        attack = replace(attack, **{field: far})
    else:
        defence = replace(defence, **{field: far})
    with pytest.raises(Refused) as refused:
        odds(attack, defence)
    assert [(v.code, v.about) for v in refused.value.violations] == [("odds.out_of_bounds", (field,))]
    assert field in explain(refused.value.violations[0])


@pytest.mark.parametrize(
    ("attack", "code"),
    [(Attack(), "odds.no_dice"), (Attack(red=20, black=MOST_ATTACK_DICE - 19), "odds.too_many_dice")],
)
def test_an_impossible_pool_is_refused(attack, code):
    with pytest.raises(Refused) as refused:
        odds(attack, Defence())
    assert [v.code for v in refused.value.violations] == [code]
    assert explain(refused.value.violations[0])
    assert remedy(refused.value.violations[0])


@pytest.mark.parametrize(
    ("attack", "defence", "field"),
    [
        ({"surge": "block"}, {}, "surge"),
        ({}, {"die": "black"}, "die"),
        ({}, {"cover": "thick"}, "cover"),
        ({}, {"mode": ["standard"]}, "mode"),
        ({}, {"armour": "some"}, "armour"),
        ({"aims": "two"}, {}, "aims"),
        ({"red": 1.5}, {}, "red"),
        ({}, {"wounds": "x" * 1_000_000}, "wounds"),
    ],
)
def test_words_that_are_no_choice_are_refused(attack, defence, field):
    with pytest.raises(Refused) as refused:
        odds(replace(FOUR_BLACK, **attack), Defence(**defence))
    (violation,) = refused.value.violations
    assert violation.about == (field,)
    assert len(explain(violation) + remedy(violation)) < 200


def test_too_much_work_is_refused_not_done(monkeypatch):
    monkeypatch.setattr(aims, "MOST_WORK", 100)
    with pytest.raises(Refused) as refused:
        odds(Attack(red=8, black=8, white=8, aims=4), Defence())
    assert [v.code for v in refused.value.violations] == ["odds.too_intricate"]


@pytest.mark.parametrize("pool", [{"black": 24}, {"red": 8, "black": 8, "white": 8}])
def test_the_largest_plain_pools_are_answered(pool):
    answer = odds(Attack(**pool, aims=4), Defence(cover="heavy"))
    assert sum(answer.distribution) == 1


def test_a_question_of_a_kind_asked_before_works_out_no_table_again(monkeypatch):
    """What follows from the keywords alone is known, whatever the colours of the dice."""
    made = []
    anew = settling.Settling._settle_anew
    monkeypatch.setattr(settling.Settling, "_settle_anew", lambda *args: made.append(args) or anew(*args))
    settling.settling.cache_clear()
    attack = Attack(red=2, black=2, white=2, aims=2, critical=2, impact=2)
    armoured = replace(SPECIAL, armour=3)
    first = [odds(attack, armoured), len(made)]
    forget()
    assert [odds(attack, armoured), len(made)] == first
    odds(replace(attack, critical=1), armoured)
    assert len(made) > first[1]
