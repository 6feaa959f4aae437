"""Against the exact solver: the pairing is always one of the optimal ones, dead ends included."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.rules.tournament.pairing.check import check
from muster.rules.tournament.pairing.exact import Window
from muster.rules.tournament.pairing.swiss import Entrant, pair
from tests.rules.tournament.pairing.oracle import best, events, played, shape

SEEDS = st.integers(0, 10**6).map(str)


@pytest.mark.rule(592, 596, 597)
@settings(max_examples=120, deadline=None)
@given(events(), SEEDS, st.booleans())
def test_the_pairing_is_optimal(entrants, seed, bye_moves):
    made = pair(entrants, 3, seed, bye_moves=bye_moves)
    fewest, optimal = best(entrants, bye_moves)
    assert shape(made.pairs, made.bye) in optimal
    assert (made.path == "rematch") == (fewest > 0)
    assert sum(note.code == "pairing.rematch" for note in made.notes) == fewest


@settings(max_examples=60, deadline=None)
@given(played(), SEEDS)
def test_the_pairing_of_played_rounds_is_optimal(entrants, seed):
    made = pair(entrants, 8, seed)
    assert shape(made.pairs, made.bye) in best(entrants)[1]


@pytest.mark.rule(598, 599)
@settings(max_examples=60, deadline=None)
@given(st.integers(2, 20), st.integers(0, 10**6))
def test_byes_are_fair(half, seed):
    """With many more players than rounds nobody has a second bye, and everybody plays or has one."""
    names = [f"p{number}" for number in range(2 * half + 1)]
    met = {name: frozenset() for name in names}
    byes = dict.fromkeys(names, 0)
    for number in range(1, half + 1):
        made = pair([Entrant(n, 0, met[n], byes[n]) for n in names], number, f"{seed}-{number}")
        assert byes[made.bye] == 0
        byes[made.bye] = 1
        assert sorted([made.bye, *(name for couple in made.pairs for name in couple)]) == sorted(names)
        for player, other in made.pairs:
            met[player] |= {other}
            met[other] |= {player}
    assert sum(byes.values()) == half


@settings(max_examples=25, deadline=None)
@given(st.integers(20, 90), st.integers(3, 9), st.randoms(use_true_random=False))
def test_larger_events_are_proven_by_the_checker(players, rounds, chance):
    """Whole events with random winners; too large for the solver, so the checker has to prove every round."""
    names = [f"p{number}" for number in range(players)]
    points, byes = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    met = {name: frozenset() for name in names}
    for number in range(1, rounds + 1):
        order = sorted(names, key=lambda name: -points[name])
        entrants = [Entrant(name, points[name], met[name], byes[name]) for name in order]
        made = pair(entrants, number, str(number))
        assert check(entrants, made, number) == []
        for player, other in made.pairs:
            met[player] |= {other}
            met[other] |= {player}
            points[chance.choice((player, other))] += 1
        if made.bye:
            points[made.bye] += 1
            byes[made.bye] += 1


def crowd(*sizes):
    """Groups of so many players who have met nobody, from the top, as keys and points."""
    points = [level for level, size in zip(range(len(sizes), 0, -1), sizes, strict=True) for _ in range(size)]
    return {f"p{number}": worth for number, worth in enumerate(points)}


def with_met(points, couples):
    met = {name: set() for name in points}
    for player, other in couples:
        met[player].add(other)
        met[other].add(player)
    return [Entrant(name, worth, frozenset(met[name])) for name, worth in points.items()]


def dead_ends():
    points = crowd(8, 56, 168, 280, 280, 168, 56, 8)
    names = list(points)
    top, bottom = names[:8], names[-8:]
    inside = [(player, other) for player in top for other in top if player < other]
    yield "the top group has met itself", with_met(points, inside), "certified"
    inside = [(player, other) for player in bottom for other in bottom if player < other]
    yield "the bottom group has met itself", with_met(points, inside), "certified"
    whole = [(names[300], other) for other in names[232:512] if other != names[300]]
    yield "one has met a whole large group", with_met(points, whole), "certified"
    points = crowd(1, 4, 57, 280, 280, 57, 4, 1)
    yield "the next group has met the odd one, at both ends", with_met(points, ends(points)), "exact"


def ends(points):
    """The best and the last player have met the four next to them."""
    names = list(points)
    return [(names[0], other) for other in names[1:5]] + [(names[-1], other) for other in names[-5:-1]]


@pytest.mark.parametrize(("entrants", "path"), [pytest.param(e, p, id=i) for i, e, p in dead_ends()])
def test_dead_ends_of_large_events(entrants, path):
    made = pair(entrants, 8, "x")
    assert made.path == path
    assert check(entrants, made, 8) == []


def test_a_chain_of_odd_groups_is_matched_only_where_it_is_needed(monkeypatch):
    """Every group hands one player down to the next, but only the two ends are dead ends."""
    sizes = []
    solve = Window.solve
    monkeypatch.setattr(Window, "solve", lambda w, draw: sizes.append(len(w.places)) or solve(w, draw))
    points = crowd(1, 4, 56, 280, 280, 56, 4, 1)
    entrants = with_met(points, ends(points))
    made = pair(entrants, 8, "x")
    assert check(entrants, made, 8) == []
    drops = sorted((note.params["points"], note.params["lower"]) for note in made.notes)
    assert drops == [(3, 1), (4, 3), (5, 4), (6, 5), (8, 6)] and made.path == "exact"
    assert 0 < max(sizes) < 70


@settings(max_examples=80, deadline=None)
@given(events(highest=5000), SEEDS)
def test_figures_too_wide_for_one_matching_are_solved_in_stages(entrants, seed):
    """With such points the weights of all groups together do not fit into 128 bits."""
    made = pair(entrants, 3, seed)
    assert shape(made.pairs, made.bye) in best(entrants)[1]
