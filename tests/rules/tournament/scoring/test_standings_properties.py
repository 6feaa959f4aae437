"""Standings of random events, held against fractions written straight from the rules."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.rules import messages
from muster.rules.tournament.games import Round
from muster.rules.tournament.records import record_problems
from muster.rules.tournament.scoring.explaining import explain
from muster.rules.tournament.scoring.scores import Scores
from muster.rules.tournament.scoring.standings import standings
from muster.rules.tournament.scoring.tiebreaks import FIGURES, TIEBREAKERS
from tests.rules.tournament.scoring.naive import Naive
from tests.rules.tournament.scoring.playing import events


def as_fraction(found):
    return Fraction(found.numerator, found.denominator)


@pytest.mark.rule(633, 634, 638)
@given(events())
def test_every_place_and_figure_is_that_of_the_rules_written_with_fractions(event):
    rounds, players, profile, order, dropped = event
    naive = Naive(rounds, players, profile, dropped)
    found = standings(rounds, players, profile, order, dropped)
    assert [one.player for one in found] == naive.ranked(order)
    for one in found:
        assert one.points == naive.points(one.player)
        assert {name: as_fraction(value) for name, value in one.figures.items()} == {
            name: naive.figure(name, one.player) for name in profile.tiebreakers
        }


@pytest.mark.rule(635, 636)
@given(events())
def test_figures_that_a_profile_does_not_rank_by_are_right_too(event):
    rounds, players, profile, _, dropped = event
    naive, scores = Naive(rounds, players, profile, dropped), Scores(rounds, players, profile, dropped)
    for name in TIEBREAKERS:
        column = scores.column(FIGURES[name].column)
        for player in players:
            assert as_fraction(column.ratio(scores.ledgers[player].place)) == naive.figure(name, player)


@pytest.mark.rule(637, 638)
@given(events(), st.randoms(use_true_random=False))
def test_the_order_is_total_and_does_not_depend_on_how_things_are_handed_in(event, chance):
    rounds, players, profile, order, dropped = event
    found = standings(rounds, players, profile, order, dropped)
    assert [one.rank for one in found] == list(range(1, len(players) + 1))
    assert sorted(one.player for one in found) == sorted(players)
    assert all(one.below_by for one in found[1:])
    mixed = [
        Round(number=one.number, games=shuffled(one.games, chance), byes=one.byes, missed=one.missed)
        for one in shuffled(rounds, chance)
    ]
    assert standings(mixed, shuffled(players, chance), profile, order, dropped) == found


def shuffled(things, chance):
    return tuple(chance.sample(things, len(things)))


@given(events())
def test_a_line_is_below_the_one_above_by_the_figure_it_says(event):
    rounds, players, profile, order, dropped = event
    found = standings(rounds, players, profile, order, dropped)
    for above, below in pairwise(found):
        for name in ("points", *profile.tiebreakers):
            pair = [
                Fraction(one.points) if name == "points" else as_fraction(one.figures[name])
                for one in (above, below)
            ]
            assert pair[0] > pair[1] if name == below.below_by else pair[0] == pair[1]
            if name == below.below_by:
                break
        else:
            assert below.below_by == "random"


@given(events())
def test_every_explanation_adds_up_to_its_figure(event):
    rounds, players, profile, order, dropped = event
    scores = Scores(rounds, players, profile, dropped)
    ranked = {one.player: one for one in standings(rounds, players, profile, order, dropped)}
    for player in players:
        for name in FIGURES:
            told = explain(scores, player, name)
            total = sum((as_fraction(one.value) for one in told.lines), Fraction(0))
            assert as_fraction(told.total) == total
            assert as_fraction(told.value) == total / told.divisor
            assert all(messages.explain(one.reason) for one in told.lines)
            known = ranked[player].figures.get(name)
            assert known is None or known == told.value
        assert as_fraction(explain(scores, player, "points").value) == ranked[player].points


@given(events())
def test_what_the_app_decided_is_a_record_without_fault(event):
    rounds, players, profile, _, _ = event
    assert record_problems(rounds, players, profile) == ()
