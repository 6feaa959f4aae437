"""Round 1 with clubs kept apart: never more pairs of one club than there have to be, and quickly."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.rules.messages import explain as sentence
from muster.rules.tournament.chance import Draw
from muster.rules.tournament.pairing.check import check, explain
from muster.rules.tournament.pairing.clubs import keep_clubs_apart
from muster.rules.tournament.pairing.swiss import Entrant, pair
from tests.rules.tournament.pairing.oracle import by_hand, every_pairing

CLUBS = st.lists(st.sampled_from(["", "", "north", "south", "west"]), min_size=2, max_size=8)


def field(*clubs: str) -> list[Entrant]:
    return [Entrant(f"p{place}", 0, club=club) for place, club in enumerate(clubs)]


def inside(entrants, pairs) -> int:
    club = {entrant.player: entrant.club for entrant in entrants}
    return sum(club[player] == club[other] != "" for player, other in pairs)


@pytest.mark.rule(595)
@given(CLUBS, st.text(max_size=5))
def test_no_pairing_has_fewer_pairs_of_one_club(clubs, seed):
    entrants = field(*clubs)
    made = pair(entrants, 1, seed)
    there = [entrant.player for entrant in entrants if entrant.player != made.bye]
    fewest = min(inside(entrants, pairs) for pairs in every_pairing(there))
    assert inside(entrants, made.pairs) == fewest
    assert sum(note.code == "pairing.same_club" for note in made.notes) == fewest
    assert check(entrants, made, 1) == []


@given(CLUBS.filter(lambda clubs: len(clubs) % 2 == 0), st.data())
def test_the_checker_counts_for_itself(clubs, data):
    entrants = field(*clubs)
    every = list(every_pairing([entrant.player for entrant in entrants]))
    pairs = data.draw(st.sampled_from(every))
    fewest = min(inside(entrants, pairs) for pairs in every)
    found = {violation.code for violation in check(entrants, by_hand(pairs), 1)}
    assert found == ({"pairing.avoidable_club"} if inside(entrants, pairs) > fewest else set())


def test_only_round_1_looks_at_clubs():
    entrants = field("north", "north", "south", "south")
    assert check(entrants, by_hand([("p0", "p1"), ("p2", "p3")]), 2) == []
    pairs = {frozenset(couple) for seed in range(40) for couple in pair(entrants, 2, str(seed)).pairs}
    assert {"p0", "p1"} in pairs


def test_every_pairing_across_clubs_can_come_out_and_without_clubs_nothing_changes():
    entrants = field("north", "north", "south", "south", "", "")
    every = {
        frozenset(map(frozenset, pairs)) for pairs in every_pairing([entrant.player for entrant in entrants])
    }
    across = {pairs for pairs in every if not inside(entrants, pairs)}
    seen = Counter(frozenset(map(frozenset, pair(entrants, 1, str(n)).pairs)) for n in range(400))
    assert set(seen) == across and min(seen.values()) > 400 / len(across) / 4
    plain = [Entrant(entrant.player, 0) for entrant in entrants]
    alone = field(*"abcdef")
    assert all(pair(plain, 1, str(n)).pairs == pair(alone, 1, str(n)).pairs for n in range(20))


def test_why_somebody_of_the_same_club():
    few = field("north", "north", "north", "")
    made = pair(few, 1, "x")
    own = next(player for player, other in made.pairs if "p3" not in (player, other))
    assert "same club" in sentence(explain(few, made, own, 1)[0])
    assert "other clubs" in sentence(explain(few, made, made_with(made, "p3"), 1)[0])
    assert "drawn at random." in sentence(explain(few, made, "p3", 1)[0])
    even = field("north", "north", "south", "south")
    by_the_desk = by_hand([("p0", "p1"), ("p2", "p3")])
    assert [violation.code for violation in explain(even, by_the_desk, "p0", 1)] == ["pairing.why_by_hand"]


def made_with(made, player: str) -> str:
    return next(
        first if other == player else other for first, other in made.pairs if player in (first, other)
    )


class CountedClubs(list):
    """How often anybody's club is asked for."""

    asked = 0

    def __getitem__(self, place):
        self.asked += 1
        return super().__getitem__(place)


@pytest.mark.parametrize("size", [2, 32, 1024])
def test_the_work_grows_far_less_than_with_the_square(size):
    """2,048 players in clubs of two, of about the root, and of half the event."""
    players = 2048
    clubs = CountedClubs(str(place // size) for place in range(players))
    order = Draw("x", "a hall").shuffle(range(players))
    couples = list(zip(order[::2], order[1::2], strict=True))
    made = keep_clubs_apart(couples, clubs, Draw("x", "clubs"))
    assert not any(clubs[a] == clubs[b] for a, b in made)
    assert sorted(place for couple in made for place in couple) == list(range(players))
    assert clubs.asked < players * 100
