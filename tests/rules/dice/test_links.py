"""Questions as links: what goes out comes back, and nonsense is refused with the word that is wrong."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.rules.dice.links import from_link, from_query, to_link, to_query
from muster.rules.dice.questions import Attack, Defence, Question
from muster.rules.messages import explain
from muster.rules.violations import Refused
from tests.rules.dice.asking import questions


@given(questions())
def test_a_question_comes_back_as_it_went(question):
    text = to_link(question)
    assert from_link(text) == question
    assert quote(text, safe="") == text


@given(st.lists(questions(), min_size=1, max_size=2))
def test_two_questions_stand_side_by_side(asked):
    assert from_query(to_query(*asked)) == tuple(asked)


def test_a_link_can_be_read_by_people():
    attack = Attack(black=4, surge="hit", aims=2)
    assert to_link(Question(attack, Defence(cover="light"))) == "black-4.surge-hit.aim-2.vs-red.cover-light"


def test_other_parameters_are_left_alone():
    assert from_query("theme=dark&a=red-1.vs-white") == (Question(Attack(red=1), Defence(die="white")),)
    assert from_query("") == ()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "“”"),
        ("green-4", "green-4"),
        ("black-4.black-5", "black-5"),
        ("black-x", "black-x"),
        ("black--1", "black--1"),
        ("black-٤", "black-٤"),
        ("black-4.vs-blue", "vs-blue"),
        ("black-4.surge-2", "surge-2"),
        ("black-4.suppressed-1", "suppressed-1"),
        ("black-4.dodge-all", "dodge-all"),
        ("black-4.guardian-2-blue", "guardian-2-blue"),
        ("black-4.guardian-x-red", "guardian-x-red"),
        ("black-4.guardian-2-red-surge-surge", "surge-surge"),
        ("black-4.guardian-2-red-nonsense", "nonsense"),
        ("black-4.guardian-9-red", "guardian is 9"),
        ("black-4" + ".guardian-1-red" * 4, "4 guardians"),
        ("black-" + "9" * 300, "black is 999"),
        ("black-25", "black is 25"),
        ("vs-red", "no dice"),
        ("x" * 1_000_000, "xxx"),
    ],
)
def test_nonsense_is_refused_with_the_word(text, wrong):
    with pytest.raises(Refused) as refused:
        from_link(text)
    sentence = explain(refused.value.violations[0])
    assert wrong in sentence
    assert len(sentence) < 300


@given(st.text(alphabet="abdeghiklmnprsuvw-.0123456789", max_size=40))
def test_any_text_is_a_question_or_a_refusal(text):
    try:
        assert from_link(to_link(from_link(text))) == from_link(text)
    except Refused as refused:
        assert all(explain(violation) for violation in refused.violations)


def test_an_endless_query_is_refused():
    with pytest.raises(Refused):
        from_query("a=" + "x" * 1_000_000)


def test_what_both_sides_may_have_is_told_apart():
    both = Question(Attack(black=2, surges=1), Defence(surges=3, camouflage=1, danger_sense=2, agile=True))
    assert from_link(to_link(both)) == both
