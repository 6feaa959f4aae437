"""Looking ahead: the turning point, supply points of battles to come, what they could buy."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.campaign.library.library import library
from muster.rules.campaign.story import outlook
from muster.rules.cards import catalogue
from tests.rules.campaign.at_the_table import changed, founded, with_marks, with_setbacks


@pytest.mark.rule(140, 141)
@pytest.mark.parametrize(
    ("marks", "standing", "boxes", "battles"),
    [
        ((0, 0, 0), "not-yet", {2: 6, 3: 9}, {2: 2, 3: 3}),
        ((3, 2, 0), "not-yet", {2: 1, 3: 4}, {2: 1, 3: 2}),
        ((3, 3, 1), "may", {2: 0, 3: 2}, {2: 0, 3: 1}),
        ((3, 3, 3), "must", {2: 0, 3: 0}, {2: 0, 3: 0}),
    ],
)
def test_the_fewest_boxes_and_battles_to_the_turning_point(marks, standing, boxes, battles):
    found = outlook.arc_outlook(with_marks(founded(), *marks))
    assert (found.standing, found.boxes, found.battles) == (standing, boxes, battles)


@pytest.mark.rule(171, 172)
def test_what_the_end_of_the_arc_gives():
    found = outlook.arc_outlook(with_marks(founded(), 3, 3, 0))
    assert (found.ends.reputation, found.ends.supply) == (1, 0)
    assert (found.ends_full.reputation, found.ends_full.supply) == (2, 3)
    ended = founded()
    assert outlook.arc_outlook(replace(ended, arc=replace(ended.arc, ended=True))) is None


@pytest.mark.rule(149, 151, 152)
def test_a_battle_brings_two_and_the_die_by_what_it_shows():
    assert outlook.supply_chance(won=True) == Fraction(4, 6)  # three Blocks and the Surge of six sides
    assert outlook.supply_chance(won=False) == Fraction(3, 6)
    assert outlook.expected_supply(2, 1) == 4 + Fraction(4, 6) + Fraction(3, 6)
    assert outlook.supply_odds(1, 1) == {2: Fraction(1, 3), 3: Fraction(2, 3)}


@given(battles=st.integers(0, outlook.MOST_BATTLES), data=st.data())
def test_the_odds_are_whole_and_their_mean_is_the_expectation(battles, data):
    won = data.draw(st.integers(0, battles))
    odds = outlook.supply_odds(battles, won)
    assert sum(odds.values()) == 1
    assert sum(total * share for total, share in odds.items()) == outlook.expected_supply(battles, won)
    assert outlook.chance_of(odds, 2 * battles) == 1 and outlook.chance_of(odds, 3 * battles + 1) == 0


def wish(register, key):
    return next(wish for wish in outlook.wishes(register, catalogue(), library()) if wish.key == key)


def test_every_request_is_there_once_for_everybody_it_could_help():
    register = founded()
    found = outlook.wishes(register, catalogue(), library())
    assert (
        len({wish.key for wish in found})
        == len(found)
        == 1 + len(library().assets) + 5 * len(register.dossiers)
    )


@pytest.mark.rule(178, 180, 187)
def test_prices_are_those_of_the_rules():
    register = changed(with_setbacks(founded(), "d2", "battle-fatigue"), "d2", veteran_rank=2)
    assert wish(register, "active-recruiting").cost == 1
    assert wish(register, "request-medical-supplies.d2").cost == 2
    assert wish(register, "request-reinforcements.d2").cost == 2
    assert wish(register, "request-strategic-asset.heroic-intervention").cost == 2


def test_what_cannot_be_asked_for_says_why_whatever_it_costs():
    poor = replace(founded(), supply=0, assets=("medevac",))
    assert [violation.code for violation in wish(poor, "request-medical-supplies.d2").problems] == [
        "aid.no_setback"
    ]
    assert wish(poor, "request-strategic-asset.medevac").problems
    assert wish(poor, "reassign-unit.d1").problems and not wish(poor, "supplies-and-provisions.d2").problems


@pytest.mark.rule(168, 177)
def test_one_sequence_allows_some_requests_only_once():
    register = founded()
    once = [wish(register, "special-training.d2"), wish(register, "special-training.d3")]
    often = [wish(register, "supplies-and-provisions.d2"), wish(register, "supplies-and-provisions.d3")]
    assert "aid.once" in [violation.code for violation in outlook.bill(once, library()).problems]
    assert outlook.bill(often, library()) == outlook.Bill(2, ())
