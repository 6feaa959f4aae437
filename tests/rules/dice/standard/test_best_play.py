"""Best play against brute force, step 6 in its order, and what must hold of every attack."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from muster.rules.dice.odds import answer, forget, odds
from muster.rules.dice.questions import Attack, Defence, Guardian, Question, in_effect
from muster.rules.dice.standard import sequence, weighing
from muster.rules.dice.standard.best_play import situations
from muster.rules.dice.standard.ceiling import most_wounds
from muster.rules.dice.standard.course import Course
from muster.rules.dice.standard.lying import Sides
from tests.rules.dice.compare_attacks import differs
from tests.rules.dice.golden_attacks import question
from tests.rules.dice.random_attacks import keyword_pairs, large_row, pair_row, row


@pytest.mark.parametrize(
    ("seeds", "most_dice", "keywords", "tokens"),
    [(range(0, 60), 3, 4, True), (range(100, 130), 4, 2, True), (range(200, 300), 3, 5, False),
     (range(300, 312), 6, 2, False)],
)  # fmt: skip
def test_random_attacks_agree_with_brute_force(seeds, most_dice, keywords, tokens):
    made = {seed: row(seed, most_dice, keywords, tokens) for seed in seeds}
    assert {seed: wrong for seed, attack in made.items() if (wrong := differs(attack))} == {}


@pytest.mark.parametrize(("tokens", "most_dice", "every"), [(False, 6, 12), (True, 4, 6)])
def test_pairs_of_keywords_agree_with_brute_force(tokens, most_dice, every):
    """Every so manieth pair; `compare_attacks` compares all of them."""
    pairs = list(keyword_pairs(tokens))[::every]
    assert {pair: wrong for pair in pairs if (wrong := differs(pair_row(pair, most_dice, tokens)))} == {}


def test_no_attack_is_worth_more_than_its_ceiling():
    made = [question(row(seed, 4, 4, tokens)) for tokens in (True, False) for seed in range(400, 480)]
    made += [question(large_row(seed, (4, 6))) for seed in range(20)]
    assert [asked for asked in made if answer(asked).mean > most_wounds(asked)] == []


@pytest.mark.parametrize(
    ("attack", "defence", "most"),
    [
        (Attack(black=4), Defence(), "1"),  # half of them hit, half of those are blocked
        (Attack(red=2, surges=1), Defence(die="white"), "35/24"),  # 14/8 results, 1/6 of them blocked
        (Attack(white=3, aims=1), Defence(), "5/8"),  # three dice and two more, 1/4 each
        (Attack(white=1, aims=2), Defence(), "1/2"),  # never more than there are dice
        (Attack(black=4, pierce=1), Defence(), "2"),
        (Attack(black=4, ram=1), Defence(left=2), "2"),
        (Attack(red=1, sniper=True), Defence(), "11/8"),
    ],
)
def test_a_ceiling_by_hand(attack, defence, most):
    assert most_wounds(Question(attack, defence)) == Fraction(most)


def test_the_smallest_case_of_best_play():
    """One black die and an aim against a Dodge: a Hit is rerolled, too, for the Dodge takes it."""
    assert odds(Attack(black=1, aims=1), Defence(die="white", dodge=1)).mean == Fraction(25, 128)


@pytest.mark.parametrize(
    ("attack", "defence", "mean"),
    [
        (Attack(red=1, kind="melee"), Defence(cover="heavy", shields=1, deflect=True, backup=True), "3/8"),
        (Attack(red=1, kind="overrun"), Defence(cover="heavy", shields=1, deflect=True, dodge=1), "1/16"),
        (Attack(red=1, kind="area", aims=2, surges=1), Defence(), "3/8"),
        (Attack(red=1, ion=1), Defence(shields=1), "3/8"),  # the shield goes off before it can be used
        (Attack(red=1, primitive=True, impact=1), Defence(armour=1), "0"),
        (Attack(black=1, kind="melee", jarkai=1), Defence(), "1/2"),
        (Attack(red=1, fatigue=1), Defence(), "1/16"),
        # a Critical, 15/64, is given up for a sure wound; else 70/64 Hits, each blocked with 2/3
        (Attack(red=2, sniper=True), Defence(surge=True), "115/192"),
        (Attack(red=1, ram=1), Defence(left=1, in_sight=1), "1/2"),
        (Attack(red=1), Defence(soresu=True), "3/16"),  # fails twice in a row
        (Attack(red=1), Defence(extra_white=1), "5/16"),  # 1/2 and 5/6 fail
        (Attack(red=1, kind="melee", pierce=1), Defence(immune_melee_pierce=True), "3/8"),
        (Attack(red=1, pierce=1), Defence(immune_melee_pierce=True), "3/4"),
        (Attack(red=1, kind="melee", pierce=1), Defence(duelist=True, dodge=1), "1/16"),
        (Attack(red=1, blast=True), Defence(cover="light", immune_blast=True, low_profile=True), "1/16"),
        (Attack(red=1), Defence(cover="heavy", unconcerned=True), "3/8"),
    ],
)
def test_what_the_standard_game_knows_by_hand(attack, defence, mean):
    """One red attack die strikes with 6/8 (a Critical 1/8), one red defence die blocks with 1/2."""
    assert odds(attack, defence).mean == Fraction(mean)


def test_makashi_gives_up_pierce_only_where_that_is_better():
    attack = Attack(red=1, surge="critical", kind="melee", pierce=2, makashi=True)
    assert odds(attack, Defence(immune_pierce=True)).mean == Fraction(7, 8)
    assert odds(attack, Defence()).mean == Fraction(7, 8)
    assert odds(replace(attack, pierce=1), Defence(immune_pierce=True)).mean == Fraction(7, 16)


def test_a_guardian_takes_hits_and_the_pierce_with_them():
    """A Critical cannot be taken: 1/8 of one on the target, 5/8 of a Hit on the guardian."""
    guarded = odds(Attack(red=1, pierce=1), Defence(guardians=(Guardian(takes=1),)))
    assert guarded.mean == Fraction(1, 8)
    assert guarded.guardian_wounds == (Fraction(3, 8), Fraction(5, 8))
    immune = odds(Attack(red=1, pierce=1), Defence(guardians=(Guardian(takes=1, immune_pierce=True),)))
    assert immune.guardian_wounds == (Fraction(11, 16), Fraction(5, 16))
    twice = odds(Attack(red=1), Defence(guardians=(Guardian(takes=1, soresu=True),)))
    assert twice.guardian_wounds[1] == Fraction(5, 8) * Fraction(1, 4)
    spared = odds(Attack(red=1), Defence(guardians=(Guardian(takes=1, criticals=True),)))
    assert spared.mean == 0


def test_djem_so_and_shien_answer_the_attacker():
    djem = odds(Attack(red=1, kind="melee"), Defence(djem_so=True))
    assert djem.attacker_wounds == (Fraction(3, 4), Fraction(1, 4))  # a blank, or a surge that became one
    shien = odds(Attack(red=2, surge="critical", ram=2), Defence(deflect=True, shien=True))
    assert shien.attacker_wounds == (Fraction(25, 36), Fraction(10, 36), Fraction(1, 36))
    assert odds(Attack(red=1, immune_deflect=True), Defence(deflect=True)).attacker_wounds == (1,)


def test_wounds_are_capped_and_played_for_as_capped():
    answer_now = odds(Attack(red=4, surge="hit"), Defence(die="white", left=2))
    assert len(answer_now.weights) == 3 and answer_now.defeat == answer_now.distribution[2]
    old = odds(Attack(red=4, surge="hit"), Defence(die="white", wounds=1, minis=2))
    assert old.weights == answer_now.weights


# Each arrow of the list of steps: an attack in which the two done the other way round come to something else.
ARROWS = {
    ("marksman", "fatigue"): Question(Attack(white=1, aims=1, marksman=True, fatigue=1), Defence()),
    ("fatigue", "cover"): Question(Attack(red=2, fatigue=1), Defence(cover="light")),
    ("cover", "dodge"): Question(Attack(red=2), Defence(cover="light", dodge=1)),
    ("dodge", "ram"): Question(Attack(red=1, ram=1), Defence(dodge=1)),
    ("dodge", "impact"): Question(Attack(red=1, impact=1), Defence(dodge=1, armour=1)),
    ("ion", "shields"): Question(Attack(red=1, ion=1), Defence(shields=1)),
    ("impact", "primitive"): Question(Attack(red=2, impact=1, primitive=True), Defence(armour=1)),
    ("primitive", "armour"): Question(Attack(red=2, primitive=True), Defence(armour=1)),
    ("ram", "backup"): Question(Attack(red=2, ram=1), Defence(backup=True)),
    ("impact", "backup"): Question(Attack(red=3, impact=2), Defence(armour=1, backup=True)),
    ("impact", "armour"): Question(Attack(red=2, impact=1), Defence(armour=1)),
    ("armour", "guardian"): Question(Attack(red=2), Defence(armour=1, guardians=(Guardian(takes=1),))),
    ("backup", "guardian"): Question(Attack(red=3), Defence(backup=True, guardians=(Guardian(takes=2),))),
    ("guardian", "shields"): Question(Attack(red=2), Defence(shields=1, guardians=(Guardian(takes=1),))),
}


def swapped(one, other):
    steps = list(sequence.STEPS)
    names = [step.name for step in steps]
    first, second = names.index(one), names.index(other)
    assert first < second
    steps[first], steps[second] = steps[second], steps[first]
    return tuple(steps)


@pytest.mark.parametrize(("one", "other"), ARROWS)
def test_the_order_of_the_steps_matters(one, other, monkeypatch):
    right = both(ARROWS[one, other])
    monkeypatch.setattr(sequence, "STEPS", swapped(one, other))
    assert both(ARROWS[one, other]) != right


def both(asked):
    forget()
    found = answer(asked)
    forget()
    return found.weights, found.guardian_wounds


def test_the_order_is_that_of_the_rules():
    """Core rulebook, pages 31 to 34: surges, cover, Dodges; Ion, the attacker's effects, the defender's."""
    names = [step.name for step in sequence.STEPS]
    attackers, defenders = names[6:11], names[11:]
    assert names[4:6] == ["cover", "dodge"]
    assert attackers == ["ion", "ram", "impact", "primitive", "lethal"]
    assert defenders == ["backup", "armour", "guardian", "shields"]


MORE = {
    "attack": [{"red": 2}, {"pierce": 1}, {"impact": 1}, {"aims": 2}, {"observation": 1}, {"critical": 1}],
    "defence": [{"dodge": 1}, {"shields": 1}, {"cover": "heavy"}, {"armour": 2}, {"surges": 1}],
}
BASES = [
    Question(Attack(red=1, black=2, aims=1, surge="hit"), Defence(cover="light", armour=1)),
    Question(Attack(red=1, white=2, aims=1), Defence(dodge=1, die="white")),
    Question(Attack(red=1, black=1, aims=1, marksman=True), Defence(cover="light", agile=True, dodge=1)),
]


@pytest.mark.parametrize("base", BASES)
def test_more_never_hurts_the_side_that_has_it(base):
    mean = answer(base).mean
    for change in MORE["attack"]:
        assert answer(Question(replace(base.attack, **change), base.defence)).mean >= mean
    for change in MORE["defence"]:
        if not (change.get("dodge") and base.defence.dodge):
            assert answer(Question(base.attack, replace(base.defence, **change))).mean <= mean


# --- above the size for best play ------------------------------------------------------------------------

LARGE = [
    Question(Attack(red=2, black=3, white=2, aims=2, critical=1, impact=1), Defence(armour=2)),
    Question(Attack(red=2, black=2, white=2, aims=2, precise=1, critical=2), Defence(dodge=2)),
    Question(Attack(red=1, black=3, white=3, aims=2, surges=1), Defence(cover="heavy", left=4)),
]


def told(asked, monkeypatch, best, near):
    monkeypatch.setattr(weighing.Rerolls, "is_too_large", lambda _, exact: not (best if exact else near))
    forget()
    found = answer(asked)
    forget()
    return found


@pytest.mark.parametrize("asked", LARGE)
def test_near_best_is_never_above_the_best_and_hardly_below(asked, monkeypatch):
    best, near = told(asked, monkeypatch, True, True), told(asked, monkeypatch, False, True)
    assert (best.play, near.play) == ("best", "near")
    assert 0 <= best.mean - near.mean <= Fraction(1, 20)
    policy = told(asked, monkeypatch, False, False)
    assert policy.play == "policy" and policy.mean <= best.mean


def test_a_pool_is_weighed_by_its_situations():
    def number(asked, exact=True):
        in_force = in_effect(asked)
        return situations(Course(Sides(in_force.attack, in_force.defence)), exact)

    assert number(Question(Attack(black=3, aims=1), Defence())) == 10
    assert number(Question(Attack(black=3, aims=2, critical=1), Defence())) == 40
    assert number(Question(Attack(black=3, aims=2, critical=1), Defence()), exact=False) == 40
    assert answer(Question(Attack(red=8, black=8, white=8, aims=4), Defence())).play == "policy"


@pytest.mark.parametrize(("precise", "play"), [(2, "best"), (4, "near"), (10, "policy")])
def test_few_dice_are_a_large_question_too_where_an_aim_picks_up_many(precise, play):
    """With Precise 10 an exact answer took minutes, although there are no more situations than without."""
    attack = Attack(red=3, black=3, white=3, aims=2, precise=precise, critical=1, surges=1)
    assert answer(Question(attack, Defence())).play == play


def test_answers_of_squads_follow_their_policy():
    assert odds(Attack(black=4, aims=1), Defence(mode="special-operations")).play == "policy"
