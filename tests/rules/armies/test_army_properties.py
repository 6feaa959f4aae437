"""What holds for every army, legal or not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.armies.army import Army, ArmyUnit, free_key, require_sizes
from muster.rules.armies.building.edits import (
    add_unit,
    duplicate,
    equip,
    move,
    remove_unit,
    set_count,
    set_force,
    unequip,
)
from muster.rules.armies.building.picker import Picker
from muster.rules.armies.check import check_army
from muster.rules.armies.lineup.frame import Frame, frame_of
from muster.rules.armies.report import worsened_problems
from muster.rules.cards.catalogue import Catalogue
from muster.rules.messages import explain, remedy
from muster.rules.violations import Refused
from tests.rules.armies.army_building import CARDS, army, check
from tests.rules.armies.random_armies import RICH, armies, fitting_upgrades, unit_ids


@RICH
@given(armies())
def test_the_check_answers_for_every_document(built):
    report = check(built)
    assert report.points == sum(unit.points for unit in report.units)
    assert report.activations == sum(entry.count for entry in built.units)
    for violation in (*report.violations, *report.notes):
        assert explain(violation) and remedy(violation) is not None and violation.source
        assert "{" not in explain(violation) or "{" in repr(violation.params)


@RICH
@given(armies(), unit_ids)
def test_adding_then_removing_a_unit_changes_nothing(built, unit):
    key = free_key(entry.key for entry in built.units)
    added = add_unit(built, CARDS, unit)
    assert len(added.units) == len(built.units) + 1
    assert remove_unit(added, key) == built


@RICH
@given(armies(), st.data())
def test_removing_a_unit_is_the_same_as_never_having_had_it(built, data):
    if not built.units:
        return
    check(built)  # fills what is kept
    gone = data.draw(st.sampled_from(built.units))
    left = remove_unit(built, gone.key)
    from_nothing = Catalogue(CARDS.data)
    assert check_army(left, CARDS) == check_army(left, from_nothing)
    assert check_army(built, CARDS) == check_army(built, from_nothing)


@RICH
@given(armies(), st.data())
def test_the_order_of_lines_changes_no_verdict(built, data):
    shuffled = replace(built, units=tuple(data.draw(st.permutations(built.units))))
    ours, theirs = check(built), check(shuffled)
    assert ours.points == theirs.points
    assert sorted(each.code for each in ours.violations) == sorted(each.code for each in theirs.violations)
    assert [row.counts_to_max for row in ours.ranks] == [row.counts_to_max for row in theirs.ranks]


@RICH
@given(armies())
def test_one_line_of_two_or_two_lines_of_one(built):
    apart = replace(
        built,
        units=tuple(
            replace(entry, count=1, key=f"{entry.key}-{number}")
            for entry in built.units
            for number in range(min(entry.count, 3))
        ),
    )
    together = replace(built, units=tuple(replace(e, count=min(e.count, 3)) for e in built.units))
    ours, theirs = check(together), check(apart)
    assert ours.points == theirs.points
    assert {each.code for each in ours.violations} == {each.code for each in theirs.violations}


@settings(RICH, max_examples=25)
@given(armies())
def test_may_be_added_means_that_no_problem_is_added(built):
    before = check(built).violations
    for option in [*Picker(built, CARDS).units()][::7]:
        after = check(add_unit(built, CARDS, option.card)).violations
        new = worsened_problems(before, after)
        assert option.may_add == (not [each for each in new if each not in option.todo]), option
        assert {each.code for each in option.reasons} <= {each.code for each in new}


@settings(RICH, max_examples=25)
@given(armies(), st.data())
def test_may_be_equipped_means_that_no_problem_is_added(built, data):
    if not built.units:
        return
    key = data.draw(st.sampled_from(built.units)).key
    before = check(built).violations
    options = [*Picker(built, CARDS).upgrades(key)]
    if len(built.entry(key).upgrades) >= 40:
        return
    for option in options[::9]:
        new = worsened_problems(before, check(equip(built, key, option.card)).violations)
        assert option.may_add == (not new), option
        assert {each.code for each in option.reasons} <= {each.code for each in new}


@settings(RICH, max_examples=15)
@given(armies())
def test_a_card_may_be_taken_if_no_problem_is_added(built):
    before = check(built).violations
    picker = Picker(built, CARDS)
    for option in [*picker.commands(), *picker.battle_cards()][::11]:
        if option.place in "1234":
            changed = replace(built, command_hand=(*built.command_hand, option.card))
        else:
            cards = (*built.battle_deck.of(option.place), option.card)
            changed = replace(built, battle_deck=replace(built.battle_deck, **{option.place: cards}))
        new = worsened_problems(before, check(changed).violations)
        assert option.may_add == (not [each for each in new if each not in option.todo]), option


@RICH
@given(st.data())
def test_taking_off_a_card_never_adds_a_slot_problem(data):
    unit = data.draw(unit_ids)
    upgrades = data.draw(fitting_upgrades(unit))
    known = tuple(card for card in dict.fromkeys(upgrades) if card in CARDS.upgrades)
    faction = CARDS.units[unit].army_factions[0] if CARDS.units[unit].army_factions else "mercenary"
    built = army(faction, f"{unit}:{','.join(known)}" if known else unit)
    before = check(built).violations
    for card in known:
        bare = unequip(built, CARDS, "u1", card)
        new = worsened_problems(before, check(bare).violations)
        # Only what depended on the card may be missed now; no card is left without a slot that had one.
        assert not [each for each in new if each.code == "army.slots"], (unit, known, card)


@RICH
@given(armies(), st.integers(-3, 12))
def test_moving_keeps_every_line(built, place):
    for entry in built.units:
        moved = move(built, entry.key, place)
        assert sorted(each.key for each in moved.units) == sorted(each.key for each in built.units)
        assert require_sizes(moved) == moved


@RICH
@given(armies(), st.data())
def test_edits_leave_a_document_that_can_be_saved(built, data):
    for entry in built.units[:2]:
        twice = duplicate(built, entry.key)
        assert remove_unit(twice, twice.units[built.units.index(entry) + 1].key) == built
        assert set_count(built, entry.key, entry.count) == built
        assert set_count(built, entry.key, 0) == remove_unit(built, entry.key)
    force = data.draw(st.sampled_from([None, "cc", "bf", "nope"]))
    changed = set_force(built, CARDS, force)
    assert changed.battle_force == force and changed.units == built.units
    assert "army.unknown_choice" not in {each.code for each in check(changed).violations}


def test_what_is_kept_stays_bounded(monkeypatch):
    monkeypatch.setattr("muster.rules.armies.lineup.frame.KEPT_LOADOUTS", 5)
    frame = Frame(CARDS, "rebels", None, (), CARDS.edition)
    for number in range(20):
        frame.keep(number, number)
        assert len(frame.loadouts) <= 5
    assert frame_of(army("rebels"), CARDS) is frame_of(army("rebels", "ab"), CARDS)


def test_ten_thousand_units_are_counted_not_listed():
    huge = require_sizes(
        Army(
            faction="empire",
            points_date=CARDS.edition,
            units=tuple(ArmyUnit(unit=unit, count=99) for unit in ("Fa", "bb", "ba", "ft", "hg") * 40),
        )
    )
    report = check(huge)
    assert report.activations == 19_800
    assert {"army.points", "army.rank_max", "army.detachment"} <= {each.code for each in report.violations}


@pytest.mark.parametrize("key", ["u9", ""])
def test_a_line_that_is_not_there(key):
    with pytest.raises(Refused) as caught:
        list(Picker(army("rebels", "ab"), CARDS).upgrades(key))
    assert caught.value.violations[0].code == "army.no_entry"
