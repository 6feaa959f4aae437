"""Advice from lying dice: worth what brute force says, for every roll of a few dice."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from muster.rules.dice.faces import ATTACK_DICE, SIDES, Die, Face
from muster.rules.dice.questions import Attack, Defence, Guardian, Question
from muster.rules.dice.standard import advice as advising
from muster.rules.dice.standard.advice import advise
from tests.rules.dice.attack_oracle import Oracle

WORDS = {"crit": Face.CRITICAL, "hit": Face.HIT, "surge": Face.SURGE, "blank": Face.BLANK}
CASES = [
    ({"aims": 1}, {"die": "white", "dodges": 1}),
    ({"aims": 2, "surge": "hit"}, {"die": "red", "armour": 1}),
    ({"aims": 1, "observation": 1, "critical": 1}, {"die": "red", "cover": 2}),
    ({"aims": 1, "marksman": True}, {"die": "white", "cover": 1}),
    ({"aims": 2, "lethal": 1}, {"die": "red", "surge": True}),
    ({"aims": 1, "ram": 1}, {"die": "white", "dodges": 1, "outmaneuver": True}),
]


def by_hand(oracle, dice):
    lying = tuple(sorted(dice))
    found = oracle.reroll(lying, oracle.a.aims, oracle.a.observation, False, False)
    kept = oracle.convert(lying, oracle.a.aims, False, False)
    return tuple(
        Fraction(sum(key[0] * part for key, part in each.items()), oracle.whole) for each in (found, kept)
    )


@pytest.mark.parametrize(("attack", "defence"), CASES)
def test_advice_is_worth_what_brute_force_says(attack, defence):
    pool = ("red", "black", "white")
    counted = {"red": 1, "black": 1, "white": 1}
    cover = ("none", "light", "heavy")[defence.get("cover", 0)]
    mine = {"dodge": defence.get("dodges", 0), "agile": defence.get("outmaneuver", False)}
    mine |= {word: defence[word] for word in ("die", "surge", "armour") if word in defence}
    question = Question(Attack(**counted, **attack), Defence(cover=cover, **mine))
    oracle = Oracle({**counted, **attack}, defence)
    for faces in product(WORDS, repeat=3):
        dice = list(zip(pool, faces, strict=True))
        best, kept = by_hand(oracle, dice)
        told = advise(question, [(Die(f"attack-{colour}"), WORDS[face]) for colour, face in dice])
        assert (told.best.mean, told.keep.mean, told.play) == (best, kept, "best")
        assert told.gain == best - kept >= 0
        assert (told.best.use == "keep") == (told.gain == 0)
        assert len(told.best.places) <= 2


def test_advice_names_the_dice():
    lying = [(Die.ATTACK_RED, Face.HIT), (Die.ATTACK_BLACK, Face.BLANK), (Die.ATTACK_WHITE, Face.BLANK)]
    told = advise(Question(Attack(red=1, aims=1), Defence()), lying)
    assert told.best.use == "aim" and told.best.places == (1, 2)


def test_a_guardian_counts_with_the_target():
    told = advise(
        Question(Attack(red=1, aims=1), Defence(guardians=(Guardian(takes=1, die="white"),))),
        [(Die.ATTACK_RED, Face.CRITICAL)],
    )
    assert told.best.use == "aim" and told.keep.mean == Fraction(1, 2)


def test_above_the_size_for_best_play_advice_says_so(monkeypatch):
    """Near best where surges that count stay, and the present token alone where even that is too much."""
    faces = [Face.SURGE, Face.SURGE, Face.HIT, Face.BLANK, Face.BLANK]
    lying = [(Die.ATTACK_BLACK, face) for face in faces]
    question = Question(Attack(black=1, aims=2, critical=1), Defence(dodge=1))
    exact = advise(question, lying)
    assert exact.play == "best"
    plays = []
    for most in range(40, -1, -1):
        monkeypatch.setattr(advising, "MOST_SITUATIONS", most)
        told = advise(question, lying)
        plays.append(told.play)
        assert told.best.mean <= exact.best.mean
        assert told.play == "policy" or exact.best.mean - told.best.mean <= Fraction(1, 20)
        shown = Counter(lying[place][1] for place in told.best.places)
        assert shown[Face.BLANK] == 2
    assert list(dict.fromkeys(plays)) == ["best", "near", "policy"]


def test_a_large_pool_is_advised_exactly():
    """Only what these dice can still become is looked at: 24 dice of all colours with two Aims are few."""
    lying = [(die, SIDES[die][place]) for die in ATTACK_DICE for place in range(8)]
    told = advise(Question(Attack(red=1, aims=2, precise=1, critical=1), Defence(armour=2)), lying)
    assert told.play == "best" and told.gain > 1
