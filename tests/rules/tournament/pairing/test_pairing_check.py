"""The checker against the exact solver, and its answers in words."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import muster.rules.tournament as package
from muster.rules.messages import explain as sentence
from muster.rules.tournament.pairing.check import check, explain
from muster.rules.tournament.pairing.swiss import Entrant, pair
from tests.rules.tournament.pairing.oracle import best, by_hand, event, events, played, shape

EXAMPLE = event("john 5 felix", "stella 5", "felix 5", "kyle 4")


def codes(entrants, pairs, bye="", round=3, **options):
    return [problem.code for problem in check(entrants, by_hand(pairs, bye), round, **options)]


def why(entrants, pairing, player, round=3):
    return [sentence(reason) for reason in explain(entrants, pairing, player, round)]


@pytest.mark.rule(592, 597, 599)
@settings(max_examples=120, deadline=None)
@given(events(most=7), st.randoms(use_true_random=False), st.booleans())
def test_the_checker_objects_to_exactly_what_is_not_optimal(entrants, chance, bye_moves):
    _, optimal = best(entrants, bye_moves)
    names = [entrant.player for entrant in entrants]
    chance.shuffle(names)
    bye = names.pop() if len(names) % 2 else ""
    pairs = list(zip(names[::2], names[1::2], strict=True))
    problems = check(entrants, by_hand(pairs, bye), 3, bye_moves=bye_moves)
    assert (problems == []) == (shape(pairs, bye) in optimal)
    assert all(sentence(problem) for problem in problems)


@settings(max_examples=80, deadline=None)
@given(st.one_of(events(), played()), st.integers(0, 999).map(str), st.booleans())
def test_the_checker_proves_what_the_pairer_makes_and_can_explain_it_to_everybody(entrants, seed, bye_moves):
    made = pair(entrants, 3, seed, bye_moves=bye_moves)
    assert check(entrants, made, 3, bye_moves=bye_moves) == []
    for entrant in entrants:
        reasons = why(entrants, made, entrant.player)
        assert reasons and all("by hand" not in reason for reason in reasons)


@pytest.mark.rule(592)
def test_an_avoidable_rematch_is_found():
    assert codes(EXAMPLE, [("john", "felix"), ("stella", "kyle")]) == ["pairing.avoidable_rematch"]


@pytest.mark.rule(596)
def test_somebody_paired_down_for_nothing_is_found():
    entrants = event("a 2", "b 2", "c 1", "d 1")
    problems = check(entrants, by_hand([("a", "c"), ("b", "d")]), 3)
    assert [sentence(problem) for problem in problems] == [
        "2 of the players with 2 points are paired down; 0 would do."
    ]


@pytest.mark.rule(597)
def test_somebody_paired_down_too_far_is_found():
    entrants = event("a 3", "b 2", "c 1", "d 1", "e 1", "f 0")
    problems = check(entrants, by_hand([("a", "c"), ("b", "d"), ("e", "f")]), 3)
    assert sentence(problems[0]) == (
        "The players with 3 points who are paired down drop by 2 points in all; 1 would do."
    )


@pytest.mark.rule(599)
def test_a_bye_for_the_wrong_player_is_found():
    entrants = event("a 2", "b 1", "c 0")
    assert codes(entrants, [("b", "c")], "a") == ["pairing.wrong_bye"]
    assert codes(entrants, [("a", "b")], "c") == []


@pytest.mark.rule(598)
def test_in_round_1_anybody_may_have_the_bye():
    entrants = event("a 0", "b 0", "c 0")
    assert codes(entrants, [("b", "c")], "a", round=1) == []


@pytest.mark.rule(592, 599)
def test_a_bye_that_forces_a_rematch_is_judged_by_the_option_of_the_event():
    entrants = event("a 2 b", "b 1", "c 0")
    assert codes(entrants, [("a", "b")], "c") == ["pairing.bye_forces_rematch"]
    assert codes(entrants, [("a", "b")], "c", bye_moves=False) == []
    assert codes(entrants, [("a", "c")], "b") == []
    assert codes(entrants, [("a", "c")], "b", bye_moves=False) == ["pairing.wrong_bye"]


@pytest.mark.parametrize(
    ("pairs", "bye", "code"),
    [
        ([("a", "b")], "", "pairing.missing"),
        ([("a", "b"), ("c", "a")], "", "pairing.twice"),
        ([("a", "b"), ("c", "zoe")], "", "pairing.unknown_player"),
        ([("a", "b"), ("c", "d")], "d", "pairing.twice"),
        ([("a", "b")], "c", "pairing.missing"),
    ],
)
def test_everybody_is_there_exactly_once(pairs, bye, code):
    assert code in codes(event("a 0", "b 0", "c 0", "d 0"), pairs, bye)


def test_no_bye_with_an_even_number():
    assert "pairing.no_bye_due" in codes(event("a 0", "b 0"), [], "a")


def test_what_is_too_large_to_prove_is_said():
    """A pairing by hand that leaves 500 couples across two large groups."""
    upper = [Entrant(f"u{number}", 1) for number in range(500)]
    lower = [Entrant(f"l{number}", 0) for number in range(500)]
    pairs = [(entrant.player, other.player) for entrant, other in zip(upper, lower, strict=True)]
    assert codes(upper + lower, pairs) == ["pairing.too_large_to_prove"]


@pytest.mark.rule(597, 601)
def test_why_am_i_paired_down():
    made = by_hand([("john", "stella"), ("felix", "kyle")])
    assert why(EXAMPLE, made, "felix") == [
        "felix is paired down: with 3 players on 5 points an odd one is left."
    ]
    assert why(EXAMPLE, made, "kyle") == ["kyle meets felix, who has more points and is paired down."]
    assert why(EXAMPLE, made, "john") == [
        "john meets stella: both have 5 points and they haven’t met before."
    ]


def test_why_am_i_paired_down_in_an_even_group():
    entrants = event("a 3", "b 2", "c 2", "d 1")
    made = by_hand([("a", "b"), ("c", "d")])
    assert why(entrants, made, "c") == [
        "c is paired down: of 2 players on 2 points, 1 meets someone from above, so an odd one is left."
    ]


def test_why_are_both_of_us_paired_down():
    entrants = event("a 2 b", "b 2", "c 1", "d 1")
    assert "have met too often" in why(entrants, pair(entrants, 3, "x"), "a")[0]
    entrants = event("a 2", "b 2", "c 1 d", "d 1")
    assert "further down could not be paired" in why(entrants, pair(entrants, 3, "x"), "a")[0]
    entrants = event("a 3 b", "b 2", "c 1 d", "d 0")
    assert "drops past the players with 2 points" in why(entrants, pair(entrants, 3, "x"), "a")[1]


def test_why_this_bye():
    entrants = event("a 2 b", "b 1", "c 0")
    assert "drawn at random" in why(entrants, by_hand([("b", "c")], "a"), "a", round=1)[0]
    assert "was due to c" in why(entrants, pair(entrants, 3, "x"), "b")[0]
    assert "doesn’t follow" in why(event("a 2", "b 1", "c 0"), by_hand([("b", "c")], "a"), "a")[0]
    entrants = event("a 2", "b 1", "c 0")
    assert "the lowest in the standings without one" in why(entrants, pair(entrants, 3, "x"), "c")[0]
    entrants = event("a 2 1", "b 1 1", "c 0 2")
    assert "everyone has had one" in why(entrants, pair(entrants, 3, "x"), "b")[0]


def test_why_a_rematch():
    entrants = event("a 2 b c d", "b 1", "c 1", "d 0")
    made = pair(entrants, 4, "x")
    assert "no pairing of this round has fewer rematches than 1" in why(entrants, made, "a")[0]
    entrants = event("a 2 b", "b 1", "c 0")
    assert "with the bye of c" in why(entrants, pair(entrants, 3, "x", bye_moves=False), "a")[0]
    entrants = event("a 1 b", "b 1", "c 1", "d 1")
    assert "made or moved by hand" in why(entrants, by_hand([("a", "b"), ("c", "d")]), "a")[0]


def test_a_stranger_gets_no_answer():
    assert why(EXAMPLE, pair(EXAMPLE, 3, "x"), "zoe") == []


def test_the_checker_shares_no_code_with_the_pairer():
    """Only the shapes of an entrant and a pairing, and the words of the rules."""
    folder = Path(package.__file__).parent / "pairing"
    checker = {"check", "checked_pairing", "proof", "why"}
    allowed = {"games", "violations"} | checker
    for module in checker:
        for node in ast.walk(ast.parse((folder / f"{module}.py").read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("muster"):
                name = (node.module or "").rpartition(".")[2]
                taken = {alias.name for alias in node.names}
                assert name in allowed or (name == "swiss" and taken <= {"Entrant", "Pairing"})
    for name in ("swiss", "chain", "drawing", "exact", "field", "lowest", "matching"):
        source = (folder / f"{name}.py").read_text()
        assert not re.search(rf"pairing(\.| import .*\b)({'|'.join(checker)})\b", source)
