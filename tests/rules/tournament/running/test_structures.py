"""Rounds and cut follow the number of players."""

import pytest

from muster.rules import messages
from muster.rules.tournament.running.structures import (
    MOST_ROUNDS,
    CustomStructure,
    fitting_structures,
    structure,
    structure_notes,
    structure_problems,
)
from muster.rules.violations import Refused


def size(kind, players):
    found = structure(CustomStructure(kind=kind), players)
    return found.rounds, found.cut


def codes(plan, players):
    return [violation.code for violation in structure_problems(plan, players)]


@pytest.mark.rule(639, 640)
@pytest.mark.parametrize(("players", "rounds"), [(4, 2), (8, 2), (9, 3), (32, 3)])
def test_basic_for_a_shop(players, rounds):
    assert size("basic", players) == (rounds, 0)


@pytest.mark.rule(641, 642)
@pytest.mark.parametrize(("players", "rounds"), [(33, 4), (48, 4), (49, 5), (1000, 5)])
def test_basic_for_a_hall(players, rounds):
    assert size("basic", players) == (rounds, 0)


@pytest.mark.rule(643, 644)
@pytest.mark.parametrize(("players", "rounds"), [(9, 3), (24, 3), (25, 4), (44, 4)])
def test_advanced_cuts_to_two(players, rounds):
    assert size("advanced", players) == (rounds, 2)


@pytest.mark.rule(645, 646)
@pytest.mark.parametrize(("players", "cut"), [(45, 2), (90, 2), (91, 4), (1000, 4)])
def test_advanced_with_many_players(players, cut):
    assert size("advanced", players) == (5, cut)


@pytest.mark.parametrize(
    ("players", "with_cut", "without"),
    [
        (4, (4, 0), 5),
        (16, (4, 0), 5),
        (17, (4, 8), 5),
        (33, (5, 8), 6),
        (65, (6, 8), 7),
        (128, (6, 8), 7),
        (129, (7, 16), 8),
        (257, (8, 16), 9),
    ],
)
def test_the_current_tables(players, with_cut, without):
    assert size("current", players) == with_cut
    assert size("current-no-cut", players) == (without, 0)


@pytest.mark.parametrize("kind", ["basic", "advanced", "current", "current-no-cut"])
def test_more_players_never_mean_less(kind):
    sizes = [size(kind, players) for players in range(9, 400)]
    assert sizes == sorted(sizes)


@pytest.mark.rule(643)
def test_three_players_cannot_play_advanced_and_are_told_what_would_help():
    with pytest.raises(Refused) as no:
        structure(CustomStructure(kind="advanced"), 3)
    (problem,) = no.value.violations
    assert problem.code == "structure.too_few"
    assert messages.explain(problem) == "The Advanced structure starts at 9 players; there are 3."
    assert messages.remedy(problem) == "Register 6 more, or choose Custom."


def test_five_players_are_offered_what_fits_them():
    assert fitting_structures(5) == ("basic", "current", "current-no-cut", "custom")
    assert "choose Basic or" in messages.remedy(structure_problems(CustomStructure(kind="advanced"), 5)[0])
    assert codes(CustomStructure(kind="basic"), 1) == ["structure.too_few_for_any"]
    assert fitting_structures(1) == ()


@pytest.mark.rule(647)
@pytest.mark.parametrize(("rounds", "cut", "elimination"), [(7, 0, 0), (3, 4, 2), (6, 32, 5), (1, 2, 1)])
def test_custom_takes_any_rounds_and_any_power_of_two(rounds, cut, elimination):
    found = structure(CustomStructure(kind="custom", rounds=rounds, cut=cut), 40)
    assert (found.rounds, found.cut, found.elimination) == (rounds, cut, elimination)


@pytest.mark.rule(647)
@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 2), (8, 3), (9, 4), (40, 6)])
def test_custom_without_swiss_rounds_is_elimination_only(players, rounds):
    found = structure(CustomStructure(kind="custom"), players)
    assert not found.rounds and found.elimination == rounds and found.cut == 0


@pytest.mark.rule(647)
@pytest.mark.parametrize(
    ("plan", "players", "code"),
    [
        (CustomStructure(kind="custom", rounds=3, cut=6), 40, "structure.cut_power"),
        (CustomStructure(kind="custom", rounds=3, cut=1), 40, "structure.cut_power"),
        (CustomStructure(kind="custom", rounds=3, cut=-4), 40, "structure.cut_power"),
        (CustomStructure(kind="custom", rounds=3, cut=64), 40, "structure.cut_too_large"),
        (CustomStructure(kind="custom", rounds=0, cut=4), 40, "structure.cut_from_nothing"),
        (CustomStructure(kind="custom", rounds=-1), 40, "structure.rounds"),
        (CustomStructure(kind="custom", rounds=MOST_ROUNDS + 1), 40, "structure.rounds"),
        (CustomStructure(kind="custom", rounds=3), 1, "structure.nobody"),
        (CustomStructure(kind="basic", rounds=9), 40, "structure.follows_players"),
    ],
)
def test_what_cannot_be_played_is_refused(plan, players, code):
    assert codes(plan, players) == [code]


def test_more_rounds_than_opponents_are_pointed_out_and_allowed():
    noted = structure_notes(CustomStructure(kind="custom", rounds=4), 4)
    assert [messages.explain(violation) for violation in noted] == [
        "4 Swiss rounds are more than the 3 that can be played without a rematch."
    ]
    assert structure_notes(CustomStructure(kind="custom", rounds=5), 5) == ()  # one bye each
    assert structure_notes(CustomStructure(kind="advanced"), 3) == ()
