"""Figures of cards, worked out by hand from the numbers on the cards, and the orders that go by them."""

from datetime import date
from fractions import Fraction

import pytest

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.cards import Card, Filters, catalogue
from muster.rules.comparing.figures import (
    FIGURES,
    dice_at,
    dice_per_point,
    in_digits,
    in_words,
    points_per_wound,
    wounds_of,
)
from muster.rules.comparing.pools import BANDS, Dice, hits_on_average, line_pools, reaches
from muster.rules.comparing.sorting import SORTS, price_on, sort_cards

TODAY = price_on(catalogue())
STORMTROOPERS, AT_ST, AAT, VADER, BAD_BATCH = "ay", "bg", "gc", "at", "xi"


def card(card_id: str) -> Card:
    return catalogue().cards[card_id]


def figure(name: str, card_id: str) -> Fraction | None:
    return FIGURES[name].measure(card(card_id), TODAY(card(card_id)))


@pytest.mark.parametrize(
    ("card_id", "expected"),
    [
        (STORMTROOPERS, Fraction(42, 4)),  # four minis of 1 wound
        (AT_ST, Fraction(145, 11)),
        (VADER, Fraction(170, 8)),
        (BAD_BATCH, None),  # its minis come by other cards
        ("dl", None),  # an upgrade has no wounds
    ],
)
def test_points_per_wound_of_the_whole_unit(card_id, expected):
    assert figure("points-per-wound", card_id) == expected


@pytest.mark.parametrize(
    ("card_id", "band", "dice"),
    [
        (STORMTROOPERS, 0, Dice(white=4)),
        (STORMTROOPERS, 3, Dice(white=4)),
        (STORMTROOPERS, 4, Dice()),
        (AT_ST, 0, Dice(red=4)),
        (AT_ST, 4, Dice(2, 2, 2)),  # Arsenal 2, but only one of its weapons reaches
        (AAT, 1, Dice(black=3)),
        (AAT, 2, Dice(red=4, black=3)),  # Arsenal 2: both weapons
        (AAT, 3, Dice(red=4)),
        ("fn", 1, Dice(black=2)),  # Vader throws; one weapon for one mini
        ("ej", 4, Dice(red=2)),  # the DLT-19 by itself
        ("fi", 5, Dice(white=3)),  # range 4 and beyond
    ],
)
def test_dice_at_a_range(card_id, band, dice):
    assert dice_at(card(card_id), band) == dice


def test_dice_per_point_are_an_exact_share():
    assert figure("dice-2", STORMTROOPERS) == Fraction(4, 42)
    assert figure("dice-2", AAT) == Fraction(7, 150)
    assert figure("dice-4", STORMTROOPERS) is None  # no dice there
    assert dice_per_point(card(STORMTROOPERS), None, 2) is None
    assert dice_per_point(card("ej"), 0, 2) is None  # what is free has no share


def test_hits_on_average_count_surges_that_become_something():
    assert hits_on_average(Dice(white=4), "hit") == Fraction(12, 8)  # hit, critical and surge of eight sides
    assert hits_on_average(Dice(white=4), None) == Fraction(8, 8)
    assert hits_on_average(Dice(red=4, black=3), "hit") == Fraction(4 * 7 + 3 * 5, 8)
    assert hits_on_average(Dice(), "critical") == 0


def test_courage_and_speed_are_those_on_the_card():
    assert (figure("courage", STORMTROOPERS), figure("speed", STORMTROOPERS)) == (1, 2)
    assert figure("courage", VADER) is None and figure("courage", AT_ST) is None
    assert figure("speed", "dl") is None
    assert wounds_of(card("dl")) is None and points_per_wound(card(VADER), None) is None


def test_a_weapon_whose_far_end_is_not_known_reaches_its_near_end_alone():
    weapon = card(STORMTROOPERS).weapons[1]
    lost = type(weapon)(name="?", range=(1, None), white=1)
    assert [band for band in BANDS if reaches(lost, band)] == [1]
    assert not any(reaches(type(weapon)(name="?"), band) for band in BANDS)


def line(*upgrades: str, unit: str = STORMTROOPERS, count: int = 1) -> ArmyLine:
    entry = ArmyUnit(key="u1", unit=unit, count=count, upgrades=upgrades)
    army = Army(faction="empire", points_date=catalogue().edition, units=(entry,))
    return Lineup(army, catalogue()).lines[0]


@pytest.mark.rule(420, 421, 424)
@pytest.mark.parametrize(
    ("upgrades", "band", "dice"),
    [
        (("ej",), 2, Dice(red=2, white=4)),  # the added mini with its own weapon
        (("ej",), 4, Dice(red=2)),  # which nobody else may use
        (("ej",), 0, Dice(white=5)),  # it fights hand to hand like the others
        (("ej", "dl"), 1, Dice(red=2, black=1, white=3)),  # one mini throws a grenade
        (("dl",), 2, Dice(white=4)),
        (("yf",), 2, Dice(white=9)),  # a squad of five joins
    ],
)
def test_the_pool_of_a_unit_with_upgrades(upgrades, band, dice):
    assert line_pools(line(*upgrades), catalogue())[band] == dice


def test_a_noncombatant_adds_no_dice_and_a_sidearm_leaves_other_weapons_alone():
    droid = next(c.id for c in catalogue().data.upgrades if c.slug == "upgrade/fx-9-medical-droid")
    brother = next(c.id for c in catalogue().data.upgrades if c.slug == "upgrade/fifth-brother")
    assert line_pools(line(droid), catalogue())[2] == Dice(white=4)
    assert line_pools(line(droid, "dl"), catalogue())[1] == Dice(
        black=1, white=3
    )  # nor does it throw grenades
    assert line_pools(line(brother), catalogue())[2] == Dice(white=4)  # Sidearm: Melee, Ranged
    assert line_pools(line(brother), catalogue())[0].total > 4


@pytest.mark.rule(423)
def test_arsenal_uses_as_many_weapons_of_the_unit_and_its_hardpoints():
    walker = line("fi", unit=AT_ST, count=2)  # 6 dice of its own at range 4, 3 of the mortar, twice
    assert line_pools(walker, catalogue())[4] == Dice(4, 4, 10)


class TestOrders:
    def test_the_cheapest_wounds_first_ties_by_name_and_nothing_last(self):
        cards = [card(i) for i in (BAD_BATCH, VADER, "az", AT_ST, STORMTROOPERS)]
        found = sort_cards(cards, "points-per-wound", TODAY)
        assert [c.id for c in found] == ["az", STORMTROOPERS, AT_ST, VADER, BAD_BATCH]

    def test_the_most_dice_for_a_point_first(self):
        found = sort_cards([card(AT_ST), card(VADER), card(STORMTROOPERS), card(AAT)], "dice-2", TODAY)
        assert [c.id for c in found] == [STORMTROOPERS, AAT, AT_ST, VADER]  # 4/42, 7/150, 6/145, none

    def test_the_other_way_round_leaves_the_unknown_last(self):
        found = sort_cards([card(VADER), card(AT_ST), card("fn"), card(STORMTROOPERS)], "-courage", TODAY)
        assert [c.id for c in found] == [STORMTROOPERS, "fn", AT_ST, VADER]

    def test_units_come_before_what_they_carry(self):
        found = sort_cards([card("dl"), card("ej"), card(VADER), card(STORMTROOPERS)], "points", TODAY)
        assert [c.id for c in found] == [STORMTROOPERS, VADER, "dl", "ej"]  # 42, 170; 3, 20

    @pytest.mark.parametrize("sort", SORTS)
    def test_no_card_is_lost(self, sort):
        cards = catalogue().data.everything
        found = sort_cards(cards, sort, TODAY)
        assert sorted(c.slug for c in found) == sorted(c.slug for c in cards)

    def test_points_are_those_of_the_day(self):
        cards = [card("az"), card(STORMTROOPERS), card("ah")]  # 42, 42 and 40 today; 48 and 44 in 2020
        old = sort_cards(cards, "points", price_on(catalogue(), date(2020, 1, 1)))
        assert [c.id for c in old] == ["ah", STORMTROOPERS, "az"]


def test_figures_are_said_in_short_digits():
    assert in_digits(Fraction(21, 2)) == "10.5" and in_digits(Fraction(42)) == "42"
    assert in_digits(Fraction(145, 11)) == "13.18" and in_digits(Fraction(100)) == "100"
    assert in_words(FIGURES["dice-2"], Fraction(4, 42)) == "9.5 dice per 100 points"
    assert in_words(FIGURES["points"], None) == ""


def test_upgrades_and_command_cards_are_found_by_what_they_give():
    given = {hit.card.slug for hit in catalogue().search("", Filters(gives="arsenal"))}
    assert "upgrade/general-weiss" in given and "command/fear-surprise-intimidation" in given
    assert not any(slug.startswith("unit/") for slug in given)
    mentions = {hit.card.slug for hit in catalogue().search("", Filters(keyword="arsenal"))}
    assert "unit/at-st" in mentions - given
