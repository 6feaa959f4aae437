"""At the table: who may use which weapon, and cards that exhaust or expend."""

import pytest

from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.sheets.playsheet import (
    ADDS_MINIATURE,
    mark_of,
    turning_rules,
    unit_sheet,
    weapon_uses,
)
from tests.rules.armies.army_building import CARDS, army, with_core


def sheets(built):
    return [unit_sheet(line) for line in Lineup(built, CARDS).lines]


def uses(slot):
    return [use for card in CARDS.data.upgrades if card.slot == slot for use in weapon_uses(card)]


@pytest.mark.rule(421)
def test_only_the_added_miniature_uses_its_weapon():
    for slot in ADDS_MINIATURE:
        assert {(use.users, use.miniatures) for use in uses(slot)} == {("added", "one")}
    sheet = sheets(army("rebels", "ab", "ah:ed"))[1]
    assert [(use.card, use.users) for use in sheet.weapons if use.card == "ed"] == [("ed", "added")]
    assert sheet.miniatures == CARDS.units["ah"].miniatures + 1


@pytest.mark.rule(423)
def test_any_miniature_uses_armament_pilot_generator_ordnance_and_hardpoint():
    five = ("armament", "ordnance", "hardpoint", "generator", "pilot")
    for slot in five:
        assert {use.users for use in uses(slot)} <= {"any"}
    assert uses("armament") and uses("ordnance") and uses("hardpoint")


@pytest.mark.rule(424)
def test_one_miniature_uses_grenades_in_an_attack():
    assert {(use.users, use.miniatures) for use in uses("grenades")} == {("one-per-attack", "one")}


def test_where_no_rule_says_who_the_sheet_says_so():
    assert {use.users for use in uses("gear")} <= {"unstated"}
    assert {use.users for use in uses("crew")} <= {"unstated"}


def test_a_counterpart_keeps_its_weapons():
    iden = sheets(army("empire", "kg+lw", "ay*3"))[0]
    assert [use.users for use in iden.weapons if use.card == "lw"] == ["counterpart"]
    assert all(use.users == "unit" for use in iden.weapons if use.card == "kg")


@pytest.mark.rule(428)
def test_adding_the_weapon_turns_the_card():
    barrage = CARDS.upgrades["ei"]
    assert barrage.use == "exhaust" and barrage.use_by_weapon
    assert [use.spent for use in weapon_uses(barrage)] == ["exhaust"]
    plain = [use for use in uses("heavy-weapon") if CARDS.upgrades[use.card].use == "none"]
    assert plain and {use.spent for use in plain} == {None}


@pytest.mark.rule(429)
def test_an_armament_that_turns_serves_every_miniature():
    turning = [use for use in uses("armament") if use.spent]
    assert all(use.miniatures == "each" for use in turning)
    others = [use for slot in ("ordnance", "hardpoint", "heavy-weapon") for use in uses(slot) if use.spent]
    assert others and all(use.miniatures == "one" for use in others)


@pytest.mark.rule(430)
def test_cards_turned_by_their_action():
    marked = [mark for card in CARDS.data.upgrades if (mark := mark_of(card)) and mark.action]
    assert "free-card-action" in {mark.action for mark in marked}
    assert {"exhaust", "expend"} & {mark.use for mark in marked}


def told(*uses):
    """The rules about cards that turn, for an army with one card of each use."""
    cards = (next(card for card in CARDS.data.upgrades if card.use == use) for use in uses)
    return {rule.number: rule.text for rule in turning_rules(filter(None, map(mark_of, cards)))}


@pytest.mark.rule(425, 426, 431)
def test_cards_that_exhaust_start_ready_and_recover_readies_them():
    rules = told("exhaust")
    assert list(rules) == [425, 426, 431]
    assert "start the game ready" in rules[425] and "only a ready card" in rules[425]
    assert "a quarter to the right" in rules[426] and "until it is readied" in rules[426]
    assert (
        rules[431].startswith("Recover readies every exhausted card") and "quarter to the left" in rules[431]
    )


@pytest.mark.rule(427)
def test_cards_that_expend_are_never_readied():
    rules = told("expend")
    assert list(rules) == [425, 427]
    assert "upside down" in rules[427] and "never readied" in rules[427]
    assert list(told("exhaust", "expend")) == list(told("unknown")) == [425, 426, 427, 431]
    assert told("none") == told() == {}


def test_an_unknown_mark_is_shown_as_unknown():
    unknown = [card for card in CARDS.data.upgrades if card.use == "unknown"]
    assert unknown and all(mark_of(card).use == "unknown" for card in unknown)
    sheet = sheets(with_core("rebels", "zz"))
    assert len(sheet) == 2
