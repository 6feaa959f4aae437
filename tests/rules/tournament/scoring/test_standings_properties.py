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
    assert [row.player for row in found] == naive.ranked(order)
    for row in found:
        assert row.points == naive.points(row.player)
        assert {name: as_fraction(value) for name, value in row.figures.items()} == {
            name: naive.figure(name, row.player) for name in profile.tiebreakers
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
    assert [row.rank for row in found] == list(range(1, len(players) + 1))
    assert sorted(row.player for row in found) == sorted(players)
    assert all(row.below_by for row in found[1:])
    mixed = [
        Round(
            number=played.number, games=shuffled(played.games, chance), byes=played.byes, missed=played.missed
        )
        for played in shuffled(rounds, chance)
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
                Fraction(row.points) if name == "points" else as_fraction(row.figures[name])
                for row in (above, below)
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
    ranked = {standing.player: standing for standing in standings(rounds, players, profile, order, dropped)}
    for player in players:
        for name in FIGURES:
            explanation = explain(scores, player, name)
            total = sum((as_fraction(line.value) for line in explanation.lines), Fraction(0))
            assert as_fraction(explanation.total) == total
            assert as_fraction(explanation.value) == total / explanation.divisor
            assert all(messages.explain(line.reason) for line in explanation.lines)
            known = ranked[player].figures.get(name)
            assert known is None or known == explanation.value
        assert as_fraction(explain(scores, player, "points").value) == ranked[player].points


@given(events())
def test_what_the_app_decided_is_a_record_without_fault(event):
    rounds, players, profile, _, _ = event
    assert record_problems(rounds, players, profile) == ()
