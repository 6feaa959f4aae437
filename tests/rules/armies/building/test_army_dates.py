"""What changes if an army moves to the points of another date."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.armies.army import from_json, to_json
from muster.rules.armies.building.dates import compare_dates
from tests.rules.armies.army_building import CARDS, army, complete
from tests.rules.armies.random_armies import RICH, armies

OLD = date(2024, 12, 31)


def test_nothing_changes_at_the_same_date():
    built = complete("rebels", "fm:dt")
    assert compare_dates(built, CARDS, built.points_date).nothing


def test_every_price_that_changes_is_listed():
    changed = [unit for unit in CARDS.data.units if unit.faction == "rebels" and unit.points_history]
    built = army("rebels", *(unit.id for unit in changed[:6]), points_date=OLD)
    move = compare_dates(built, CARDS, CARDS.edition)
    assert move.prices and move.points_after - move.points_before == sum(each.total for each in move.prices)
    for each in move.prices:
        assert each.after == CARDS.units[each.card].points and each.before != each.after


def test_a_line_of_several_units_changes_as_often():
    built = army("empire", "sr*2:ej,ek", points_date=date(2023, 1, 1), battle_force="bf")
    move = compare_dates(built, CARDS, CARDS.edition)
    troopers = next(each for each in move.prices if each.card == "sr")
    assert troopers.count == 2 and troopers.total == 2 * (troopers.after - troopers.before)


def test_newly_legal_and_newly_illegal():
    iden = army("empire", "kg+lw", "ay*3", limit=241, points_date=date(2026, 6, 19))
    assert compare_dates(iden, CARDS, date(2026, 1, 1)).newly_broken[0].code == "army.points"
    back = compare_dates(replace(iden, points_date=date(2026, 1, 1)), CARDS, CARDS.edition)
    assert [each.code for each in back.newly_met] == ["army.points"] and back.newly_broken == ()


def test_other_changes_of_the_cards_are_named():
    built = army("rebels", "ab:cw", "ah*3", points_date=date(2026, 1, 1))
    assert any("uniqueness" in change.kinds for _, change in compare_dates(built, CARDS, CARDS.edition).cards)


@RICH
@given(armies(), st.sampled_from(CARDS.change_dates))
def test_a_saved_army_is_never_damaged(built, day):
    raw = to_json(built)
    move = compare_dates(built, CARDS, day)
    assert move.points_after - move.points_before == sum(each.total for each in move.prices)
    assert to_json(from_json(raw)) == raw
    assert replace(replace(built, points_date=day), points_date=built.points_date) == built
