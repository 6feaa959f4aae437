"""The regulations on pairing, rule by rule, with their own example."""

import subprocess
import sys

import pytest
from msgspec import json

from muster.rules.messages import explain as sentence
from muster.rules.tournament.pairing.swiss import Entrant, pair
from muster.rules.violations import Refused
from tests.rules.tournament.pairing.oracle import event, shape

SEEDS = [str(number) for number in range(60)]
EXAMPLE = event("john 5 felix", "stella 5", "felix 5", "kyle 4")


def codes(pairing):
    return [note.code for note in pairing.notes]


@pytest.mark.rule(601, 597)
def test_the_example_of_the_regulations():
    """John has met Felix. Stella goes with one of them, and the other is paired down with Kyle."""
    outcomes = {shape(pair(EXAMPLE, 6, seed).pairs) for seed in SEEDS}
    as_printed = shape([("john", "stella"), ("felix", "kyle")])
    mirrored = shape([("stella", "felix"), ("john", "kyle")])
    assert outcomes == {as_printed, mirrored}
    assert {pair(EXAMPLE, 6, seed).path for seed in SEEDS} == {"certified"}


@pytest.mark.rule(601)
def test_the_example_as_printed_when_stella_has_met_felix_too():
    entrants = event("john 5 felix", "stella 5 felix", "felix 5", "kyle 4")
    for seed in SEEDS:
        made = pair(entrants, 6, seed)
        assert made.pairs == (("john", "stella"), ("felix", "kyle"))
        assert [sentence(note) for note in made.notes] == ["felix, on 5, is paired down with kyle, on 4."]


@pytest.mark.rule(595, 598)
def test_round_1_is_random_whatever_the_points_and_so_is_its_bye():
    entrants = event("a 3", "b 2", "c 1", "d 0", "e 0")
    made = [pair(entrants, 1, str(seed)) for seed in range(400)]
    assert {pairing.bye for pairing in made} == set("abcde")
    assert len({shape(pairing.pairs, pairing.bye) for pairing in made}) == 15
    assert {pairing.path for pairing in made} == {"random"}
    assert not any(pairing.notes for pairing in made)


@pytest.mark.rule(596)
def test_later_rounds_stay_within_equal_points_at_random():
    entrants = event("a 2", "b 2", "c 2", "d 2", "e 1", "f 1", "g 1", "h 1")
    shapes = {shape(pair(entrants, 3, seed).pairs) for seed in SEEDS}
    assert len(shapes) == 9
    assert all(
        "".join(sorted(couple)) <= "dz" or couple <= set("efgh")
        for _, couples in shapes
        for couple in couples
    )


@pytest.mark.rule(597)
def test_the_odd_one_meets_somebody_of_the_next_group_and_so_on_down():
    entrants = event("a 3", "b 2", "c 2", "d 1", "e 1", "f 0")
    for seed in SEEDS:
        made = pair(entrants, 4, seed)
        down = [(note.params["points"], note.params["lower"]) for note in made.notes]
        assert sorted(down) == [(1, 0), (2, 1), (3, 2)]
    assert len({pair(entrants, 4, seed).pairs for seed in SEEDS}) == 4


@pytest.mark.rule(599)
def test_a_later_bye_goes_to_the_lowest_without_one():
    entrants = event("a 2", "b 1", "c 1 0", "d 0 1", "e 0 1")
    made = [pair(entrants, 3, seed) for seed in SEEDS]
    assert {pairing.bye for pairing in made} == {"c"}


@pytest.mark.rule(599)
def test_once_everybody_has_had_a_bye_it_is_the_lowest_with_the_fewest():
    assert pair(event("a 2 1", "b 1 1", "c 0 2"), 4, "x").bye == "b"


@pytest.mark.rule(592)
def test_a_rematch_is_avoided_however_far_somebody_has_to_drop():
    entrants = event("a 9 b c", "b 9 c", "c 5", "d 0", "e 0", "f 0")
    for seed in SEEDS:
        made = pair(entrants, 5, seed)
        assert {player for player, _ in made.pairs} == {"a", "b", "c"}
        assert "pairing.rematch" not in codes(made)


@pytest.mark.rule(592, 599)
def test_a_bye_that_would_force_a_rematch_moves_up_and_it_is_said():
    entrants = event("a 2 b", "b 1", "c 0")
    made = pair(entrants, 3, "x")
    assert made.bye == "b" and made.pairs == (("a", "c"),)
    assert sentence(made.notes[0]) == (
        "The bye was due to c, but then someone would have to meet a former opponent; it goes to b."
    )


@pytest.mark.rule(592, 599)
def test_an_event_may_keep_the_bye_and_announce_the_rematch():
    made = pair(event("a 2 b", "b 1", "c 0"), 3, "x", bye_moves=False)
    assert made.bye == "c" and made.pairs == (("a", "b"),) and made.path == "rematch"
    assert "pairing.rematch" in codes(made) and "pairing.bye_moved" not in codes(made)


@pytest.mark.rule(592)
def test_where_no_pairing_avoids_rematches_nobody_is_left_over():
    made = pair(event("a 2 b c d", "b 1", "c 1", "d 0"), 4, "x")
    assert made.path == "rematch" and len(made.pairs) == 2
    assert codes(made).count("pairing.rematch") == 1


def test_the_same_seed_gives_the_same_pairing_and_another_round_another():
    entrants = event(*(f"p{number} {number % 3}" for number in range(30)))
    assert pair(entrants, 2, "x") == pair(entrants, 2, "x")
    assert len({pair(entrants, number, "x").pairs for number in range(2, 12)}) == 10


def test_a_pairing_can_be_recomputed_for_ever():
    entrants = [Entrant(f"p{number}", 3 - number // 4) for number in range(15)]
    made = pair(entrants, 4, "published")
    assert made.bye == "p14"
    assert made.pairs == GOLDEN_PAIRS


GOLDEN_PAIRS = (
    ("p0", "p2"),
    ("p1", "p3"),
    ("p4", "p7"),
    ("p5", "p6"),
    ("p8", "p11"),
    ("p9", "p10"),
    ("p12", "p13"),
)
DEAD_END = event("a 4 b f g", "b 2 c e f", "c 1 d e g", "d 1 g h", "e 1 f g", "f 1", "g 1", "h 0")
RECOMPUTE = """
import sys
from msgspec import json
from muster.rules.tournament.pairing.swiss import Entrant, pair
entrants = json.decode(sys.stdin.buffer.read(), type=list[Entrant])
print(json.encode([pair(entrants, 3, str(n)).pairs for n in range(50)]).decode())
"""


def test_another_process_finds_the_same_on_the_exact_path():
    """What a library's hash tables do must not matter."""
    assert pair(DEAD_END, 3, "0").path == "exact"
    here = json.encode([pair(DEAD_END, 3, str(n)).pairs for n in range(50)]).decode()
    there = subprocess.run(
        [sys.executable, "-c", RECOMPUTE], input=json.encode(DEAD_END), capture_output=True, check=True
    )
    assert there.stdout.decode().strip() == here


def test_pairs_made_by_hand_stay_and_the_rest_is_drawn():
    entrants = event("a 2 b", "b 2", "c 1", "d 1", "e 0", "f 0", "g 0")
    for seed in SEEDS:
        made = pair(entrants, 3, seed, fixed=[("b", "a"), ("f", "")])
        assert ("a", "b") in made.pairs and made.bye == "f"
        assert "pairing.rematch" in codes(made)
        assert {name for couple in made.pairs for name in couple} == set("abcdeg")


@pytest.mark.parametrize(
    ("fixed", "code"),
    [
        ([("a", "z")], "pairing.unknown_player"),
        ([("", "a")], "pairing.unknown_player"),
        ([("a", "b"), ("b", "c")], "pairing.fixed_twice"),
        ([("a", "a")], "pairing.fixed_twice"),
        ([("a", "")], "pairing.fixed_bye"),
    ],
)
def test_pairs_that_cannot_be_meant_are_refused(fixed, code):
    with pytest.raises(Refused) as refused:
        pair(event("a 0", "b 0", "c 0", "d 0"), 2, "x", fixed=fixed)
    assert refused.value.violations[0].code == code
    assert sentence(refused.value.violations[0])


def test_a_player_twice_is_refused_in_a_short_sentence():
    name = "x" * 1_000_000
    with pytest.raises(Refused) as refused:
        pair([Entrant(name, 0), Entrant(name, 0)], 1, "x")
    assert len(sentence(refused.value.violations[0])) < 200


@pytest.mark.parametrize("count", [0, 1])
def test_nobody_and_one_alone(count):
    made = pair([Entrant("a", 0)][:count], 2, "x")
    assert made.pairs == () and made.bye == "a" * count


def test_one_player_who_says_that_two_have_met_is_enough():
    entrants = [Entrant("a", 1, frozenset("b")), Entrant("b", 1), Entrant("c", 1), Entrant("d", 1)]
    for seed in SEEDS:
        assert ("a", "b") not in pair(entrants, 2, seed).pairs
