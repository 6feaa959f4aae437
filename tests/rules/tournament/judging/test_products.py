"""From which day a product is legal."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.rules.cards.catalogue import catalogue
from muster.rules.messages import explain, remedy
from muster.rules.tournament.judging.products import (
    Legality,
    card_legality,
    legal_from,
    legality,
    product_problems,
    released_on,
)

FRIDAY = date(2026, 6, 19)
CARDS = catalogue()


def dated():
    """A unit whose product has a day of release."""
    return next(
        unit
        for unit in CARDS.units.values()
        if unit.release.status == "released" and any(product.released for product in CARDS.products_of(unit))
    )


def undated():
    return next(
        unit
        for unit in CARDS.units.values()
        if unit.release.status == "released"
        and not any(product.released for product in CARDS.products_of(unit))
    )


def unreleased():
    return next(card for card in CARDS.cards.values() if card.release.status == "unreleased")


@pytest.mark.rule(565)
def test_casual_events_take_a_product_on_the_day_of_its_release():
    assert legality(FRIDAY, "casual", FRIDAY) == Legality("legal", FRIDAY)
    assert legality(FRIDAY, "casual", date(2026, 6, 18)) == Legality("not-yet", FRIDAY)


@pytest.mark.rule(566)
def test_competitive_events_take_it_11_days_later():
    assert legal_from(FRIDAY, "competitive") == date(2026, 6, 30)
    assert legality(FRIDAY, "competitive", date(2026, 6, 29)).answer == "not-yet"
    assert legality(FRIDAY, "competitive", date(2026, 6, 30)).answer == "legal"


def test_the_current_rules_want_it_released_before_the_first_day():
    assert legality(FRIDAY, "competitive", FRIDAY, rule="current").answer == "not-yet"
    assert legality(FRIDAY, "casual", date(2026, 6, 20), rule="current").answer == "legal"


@pytest.mark.rule(565, 566)
@given(st.dates(date(2018, 1, 1), date(2030, 1, 1)), st.dates(date(2018, 1, 1), date(2030, 1, 1)))
def test_what_is_legal_in_competitive_is_legal_in_casual(released, day):
    if legality(released, "competitive", day).answer == "legal":
        assert legality(released, "casual", day).answer == "legal"
        assert (day - released).days >= 11


def test_an_unknown_date_is_an_answer_and_the_organiser_may_enter_it():
    card = undated().id
    assert card_legality(card, CARDS, "casual", FRIDAY) == Legality("unknown")
    entered = {card: date(2026, 6, 1)}
    assert card_legality(card, CARDS, "casual", FRIDAY, entered=entered).answer == "legal"


def test_a_card_that_is_not_on_sale_needs_a_date_too():
    card = unreleased()
    assert card_legality(card.id, CARDS, "casual", FRIDAY).answer == "unreleased"
    entered = {card.id: FRIDAY}
    assert card_legality(card.id, CARDS, "casual", FRIDAY, entered=entered).answer == "legal"


def test_a_card_came_out_with_the_first_product_that_holds_it():
    unit = dated()
    days = [product.released for product in CARDS.products_of(unit) if product.released]
    assert released_on(unit.id, CARDS, {}) == min(days)
    assert card_legality(unit.id, CARDS, "casual", min(days) - timedelta(days=1)).answer == "not-yet"


def test_the_problems_of_a_list_name_each_card_once():
    old, nameless, ahead = dated(), undated(), unreleased()
    first = released_on(old.id, CARDS, {})
    problems = product_problems(
        [old.id, old.id, nameless.id, ahead.id], CARDS, "competitive", first + timedelta(days=3)
    )
    assert [(violation.code, violation.about) for violation in problems] == [
        ("product.not_yet", (old.id,)),
        ("product.unreleased", (ahead.id,)),
        ("product.unknown_date", (nameless.id,)),
    ]
    sentences = [explain(violation) for violation in problems]
    assert (first + timedelta(days=11)).isoformat() in sentences[0]
    assert all(remedy(problem) for problem in problems)


def test_a_list_of_nothing_but_legal_cards_has_no_problems():
    old = dated()
    assert product_problems([old.id], CARDS, "competitive", date(2100, 1, 1)) == ()


def test_a_card_nobody_knows_has_no_known_date():
    (problem,) = product_problems(["no such card"], CARDS, "casual", FRIDAY)
    assert explain(problem) == "The release date isn’t known: no such card."
