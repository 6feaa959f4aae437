"""A random player plays through the pages: a fixed list of seeds, and what a thousand of them would cover."""

import re
from collections import Counter
from itertools import combinations

import pytest

from muster.rules.campaign.library.library import library
from muster.rules.game.missions import deck
from muster.rules.game.special_operations.squads.cards import EDITIONS
from muster.rules.game.special_operations.squads.squads import squads
from tests.walker.games_walk import walked
from tests.walker.plans import OPERATION, Plan, plan
from tests.walker.planted import FAULTS, Fault

SEEDS = (2079, 2123, 2107, 2095, 2051, 2037, 2016, 2002, 2170, 2138, 2052, 2160)
"""Short games that come to their end: every mission of Special Operations, one phone and two, both editions;
Recon, a standard game, the score alone, an event's table, a Turning Point of two Registers to the tenth
step."""
PATIENCE = 60
"""Acts after which somebody concedes: where the engine asks otherwise a seed is another game, perhaps a long
one."""


@pytest.mark.django_db
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_is_played_through_its_pages_without_a_fault(seed: int) -> None:
    """To replay one: `python -m tests.walker games --seeds N`."""
    assert walked(seed, patience=PATIENCE).ended


@pytest.mark.django_db
def test_a_seed_is_walked_the_same_way_again() -> None:
    first, again = (walked(9, 40) for _ in range(2))
    assert (first.acts, first.pages, first.tries) == (again.acts, again.pages, again.tries)
    assert [_without_ids(one) for one in first.sent] == [_without_ids(one) for one in again.sent]


def _without_ids(line: str) -> str:
    return re.sub(r"[0-9a-f]{32}|[0-9a-f-]{36}|csrf\S*", "", line)


@pytest.mark.django_db
@pytest.mark.parametrize("fault", FAULTS, ids=[one.name for one in FAULTS])
def test_a_planted_fault_is_found(fault: Fault) -> None:
    assert fault.says in fault.found()


@pytest.fixture(scope="module")
def plans() -> list[Plan]:
    return [plan(seed) for seed in range(1, 1001)]


def test_a_thousand_plans_have_every_squad_against_every_other_in_both_editions(plans: list[Plan]) -> None:
    games = [one for one in plans if one.mode == OPERATION]
    met = {(one.edition, frozenset(one.squads), one.mission) for one in games}
    missions = deck(OPERATION, "mission")
    for edition in EDITIONS:
        for pair in combinations(squads(edition), 2):
            for mission in missions:
                assert (edition, frozenset(pair), mission) in met
    for mission in (*missions, ""):
        ways = {(one.edition, one.phones, one.dice) for one in games if one.mission == mission}
        assert len(ways) == 8, f"both editions, one phone and two, both kinds of dice: {mission}"


def test_a_thousand_plans_have_every_turning_point_from_registers_and_every_way_to_keep_a_game(
    plans: list[Plan],
) -> None:
    points = Counter(one.mission for one in plans if one.battle)
    assert set(points) == set(library().turning_points) and min(points.values()) >= 10
    for mode in ("recon", "standard"):
        games = [one for one in plans if one.mode == mode]
        assert {(one.level, one.cards, one.dice, one.phones) for one in games} == {
            (level, cards, dice, phones)
            for level in ("full", "score") for cards in ("app", "table")
            for dice in ("app", "own") for phones in (1, 2)
        }  # fmt: skip
        assert any(one.event for one in games)
    assert sum(one.mode == "recon" for one in plans) >= 150, "nine pairs are drawn, by chance, often enough"
