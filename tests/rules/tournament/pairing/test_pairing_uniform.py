"""The draw is fair: on the certified path every optimal pairing is as likely as any other.

The seeds are fixed, so these tests never flicker. The bound is five standard deviations of chi-square; groups
drawn one after the other without looking at the whole miss it by far, as the last test shows.
"""

from collections import Counter
from itertools import combinations

import pytest

from muster.rules.tournament.chance import Draw
from muster.rules.tournament.pairing.swiss import Entrant, pair
from tests.rules.tournament.pairing.oracle import best, event, every_pairing, shape

EACH = 150

CASES = {
    "the example of the regulations": event("john 5 felix", "stella 5", "felix 5", "kyle 4"),
    "floaters with few and with many new opponents": event(
        "a 2 d e f g", "b 2", "c 2", "d 1", "e 1", "f 1", "g 1", "h 1"
    ),
    "three linked groups": event("a 3 b", "b 3 d", "c 3", "d 2 e", "e 2", "f 1", "g 1 h", "h 1 c"),
    "one has met the whole group": event("a 3 b c d", "b 3", "c 3", "d 3", "e 2 a", "f 2", "g 2", "h 2"),
    "the last group needs help": event("a 2", "b 2", "c 2 d", "d 2", "e 1 f g h", "f 1 g h", "g 1 h", "h 1"),
}


def spread(counts, outcomes, draws):
    """Chi-square against equal chances."""
    expected = draws / len(outcomes)
    return sum((counts[outcome] - expected) ** 2 / expected for outcome in outcomes)


def bound(outcomes):
    freedom = len(outcomes) - 1
    return freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.rule(596, 597)
@pytest.mark.parametrize("case", CASES)
def test_every_optimal_pairing_is_as_likely_as_the_others(case):
    entrants = CASES[case]
    _, optimal = best(entrants)
    draws = EACH * len(optimal)
    made = [pair(entrants, 3, f"{case} {number}") for number in range(draws)]
    assert {pairing.path for pairing in made} == {"certified"}
    counts = Counter(shape(pairing.pairs) for pairing in made)
    assert set(counts) == optimal and len(optimal) > 1
    assert spread(counts, optimal, draws) < bound(optimal)


@pytest.mark.rule(595, 598)
def test_round_1_is_uniform_with_its_bye():
    names = "abcdefg"
    outcomes = {
        shape(pairs, bye) for bye in names for pairs in every_pairing([name for name in names if name != bye])
    }
    assert len(outcomes) == 105
    draws = EACH * len(outcomes)
    entrants = [Entrant(name, 0) for name in names]
    made = (pair(entrants, 1, str(number)) for number in range(draws))
    counts = Counter(shape(pairing.pairs, pairing.bye) for pairing in made)
    assert set(counts) == outcomes
    assert spread(counts, outcomes, draws) < bound(outcomes)


@pytest.mark.parametrize(
    "entrants",
    [
        event("a 4 b f g", "b 2 c e f", "c 1 d e g", "d 1 g h", "e 1 f g", "f 1", "g 1", "h 0"),
        event("a 2 e f g h", "b 2 d e f h", "c 2", "d 1", "e 1 f", "f 0 g h", "g 0 h", "h 0"),
        event("a 3 b c d", "b 2 c d", "c 1 d", "d 0"),
    ],
    ids=["dead end", "two dead ends", "all have met"],
)
def test_every_optimal_pairing_is_possible_on_the_other_paths(entrants):
    _, optimal = best(entrants)
    made = [pair(entrants, 3, str(number)) for number in range(60 * len(optimal))]
    assert {pairing.path for pairing in made} <= {"exact", "rematch"}
    assert {shape(pairing.pairs) for pairing in made} == optimal


def test_drawing_one_group_after_the_other_would_not_be_fair():
    """The same bound on a draw that settles the upper group before it looks at the next."""
    entrants = CASES["floaters with few and with many new opponents"]
    met = {entrant.player: entrant.met for entrant in entrants}
    _, optimal = best(entrants)
    draws = EACH * len(optimal)
    draw = Draw("unfair", "test")

    def settled(players, carried):
        pairs, order = [("a", "d")], []
        while any(other in met[player] for player, other in pairs):
            order = [*carried, *draw.shuffle(players)]
            pairs = list(zip(order[::2], order[1::2], strict=False))
        return pairs, order[len(pairs) * 2 :]

    counts = Counter()
    for _ in range(draws):
        upper, carried = settled("abc", [])
        lower, _ = settled("defgh", carried)
        counts[shape(upper + lower)] += 1
    assert set(counts) == optimal
    assert spread(counts, optimal, draws) > 3 * bound(optimal)


def test_the_cases_are_as_hard_as_they_say():
    entrants = CASES["the last group needs help"]
    last = [entrant for entrant in entrants if entrant.points == 1]
    assert all(other.player in entrant.met for entrant, other in combinations(last, 2))
    assert {len(best(entrants)[1]) for entrants in CASES.values()} > {2}
