"""The five dice, and rolls that players hand in."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.rules.dice.faces import (
    MOST_DICE,
    SIDES,
    Die,
    Face,
    Roll,
    check_roll,
    count_of,
    die_named,
    pool,
    summary,
    typed_roll,
)
from muster.rules.messages import explain, remedy
from muster.rules.violations import Refused

PRINTED = {
    "attack-red": {"hit": 5, "critical": 1, "surge": 1, "blank": 1},
    "attack-black": {"hit": 3, "critical": 1, "surge": 1, "blank": 3},
    "attack-white": {"hit": 1, "critical": 1, "surge": 1, "blank": 5},
    "defence-red": {"block": 3, "surge": 1, "blank": 2},
    "defence-white": {"block": 1, "surge": 1, "blank": 4},
}


@pytest.mark.parametrize("die", list(Die))
def test_faces_are_those_of_the_game(die):
    assert {face.value: count for face, count in Counter(SIDES[die]).items()} == PRINTED[die.value]
    assert all(count_of(die, face) == PRINTED[die.value].get(face.value, 0) for face in Face)


@pytest.mark.rule(212)
def test_black_die_odds():
    eighths = {face: count_of(Die.ATTACK_BLACK, face) for face in Face}
    assert eighths == {Face.HIT: 3, Face.BLANK: 3, Face.SURGE: 1, Face.CRITICAL: 1, Face.BLOCK: 0}


def test_players_say_plain_colours_for_attack_dice():
    assert die_named("red") is die_named("attack-red") is Die.ATTACK_RED
    assert die_named("defence-white") is Die.DEFENCE_WHITE


@pytest.mark.parametrize("name", ["", "purple", "defence-black", "Red", "x" * 1_000_000])
def test_an_unknown_die_is_refused_with_the_dice_there_are(name):
    with pytest.raises(Refused) as refused:
        die_named(name)
    (violation,) = refused.value.violations
    assert violation.code == "dice.unknown_die"
    assert len(explain(violation)) < 200
    assert "defence-red" in remedy(violation)


def test_too_many_dice_are_refused_before_they_are_laid_out():
    with pytest.raises(Refused) as refused:
        pool([(Die.ATTACK_RED, 10**18)])
    assert [v.code for v in refused.value.violations] == ["dice.too_many"]
    assert str(MOST_DICE) in explain(refused.value.violations[0])
    assert len(pool([(Die.ATTACK_RED, MOST_DICE)])) == MOST_DICE


def test_no_dice_are_refused():
    with pytest.raises(Refused) as refused:
        pool([])
    assert [v.code for v in refused.value.violations] == ["dice.none"]


@given(st.lists(st.sampled_from(list(Die)), min_size=1, max_size=MOST_DICE), st.data())
def test_what_dice_can_show_may_be_typed(dice, data):
    faces = [data.draw(st.sampled_from(SIDES[die])) for die in dice]
    roll = typed_roll(dice, [face.value for face in faces])
    assert roll == Roll(dice=tuple(dice), faces=tuple(faces), origin="typed")
    assert check_roll(roll) == ()
    assert sum(summary(roll).values()) == len(dice)
    assert roll.count(*Face) == len(dice)
    assert msgspec.json.decode(msgspec.json.encode(roll), type=Roll) == roll


def test_every_impossible_face_is_told():
    with pytest.raises(Refused) as refused:
        typed_roll([Die.ATTACK_RED, Die.DEFENCE_RED, Die.DEFENCE_WHITE], ["block", "block", "hit"])
    first, second = refused.value.violations
    assert (first.about, second.about) == (("attack-red",), ("defence-white",))
    assert "block" in explain(first)
    assert "critical, hit, surge, blank" in remedy(first)
    assert "block, surge, blank" in remedy(second)


def test_as_many_faces_as_dice():
    with pytest.raises(Refused) as refused:
        typed_roll([Die.ATTACK_RED], ["hit", "hit"])
    assert explain(refused.value.violations[0]) == "1 die, but 2 faces."
    crooked = Roll(dice=(Die.ATTACK_RED,), faces=(), origin="app")
    assert [v.code for v in check_roll(crooked)] == ["dice.face_count"]


def test_a_stored_roll_is_checked_too():
    roll = Roll(dice=(Die.ATTACK_RED,), faces=(Face.BLOCK,), origin="app")
    assert [v.code for v in check_roll(roll)] == ["dice.impossible_face"]
