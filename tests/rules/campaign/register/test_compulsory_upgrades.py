"""What a unit must bring when it joins: asked for, added where there is no choice, and paid for."""

import pytest

from muster.rules.campaign.register import editing
from muster.rules.campaign.register.recruiting import (
    Recruit,
    choices_for,
    decide_recruit,
    least_price,
    recruit_problems,
    with_only_choices,
)
from muster.rules.campaign.register.register import Register
from muster.rules.campaign.switches import Switches
from tests.rules.campaign.at_the_table import (
    BY_RULING,
    CARDS,
    DLT,
    DOCTRINE,
    HEAVY_RESPONSE,
    HH12,
    OFFICER,
    STORM,
    STRIKE_TEAM,
    built,
    opened,
    refused,
)

COMMANDOS, ARMOUR, ARC_TEAM, SNIPER = "xj", "xl", "ky", "lf"
TANK, PROTOCOLS = "qt", "qn"
LETTER = Switches(heavy_weapons_are_compulsory=False)


def codes(state: Register, wanted: Recruit, switches: Switches = BY_RULING) -> list[str]:
    return sorted(violation.code for violation in recruit_problems(state, wanted, CARDS, switches))


@pytest.mark.rule(116)
def test_an_officer_without_a_doctrine_is_refused_with_the_reason():
    found = refused(
        lambda: editing.decide_edit(built(), Recruit(unit=OFFICER, name="Second"), CARDS, BY_RULING),
        "register.must_equip",
    )
    assert found[0].params["wanted"] == "1 Doctrine upgrade" and found[0].params["keyword"] == "Equip"
    assert codes(built(), Recruit(unit=OFFICER, upgrades=(DOCTRINE,), name="Second")) == []


@pytest.mark.rule(120)
def test_a_card_that_leaves_no_choice_comes_by_itself():
    for unit, card in ((COMMANDOS, ARMOUR), (ARC_TEAM, SNIPER)):
        event = decide_recruit(opened("republic"), Recruit(unit=unit), CARDS, BY_RULING, why="built")
        assert [upgrade.id for upgrade in event.upgrades] == [card]
    twice = decide_recruit(
        opened("republic"), Recruit(unit=COMMANDOS, upgrades=(ARMOUR,)), CARDS, BY_RULING, why="built"
    )
    assert [upgrade.id for upgrade in twice.upgrades] == [ARMOUR]


@pytest.mark.rule(123)
def test_a_tank_droid_needs_its_protocols():
    state = opened("separatists")
    assert codes(state, Recruit(unit=TANK)) == ["register.must_equip"]
    assert codes(state, Recruit(unit=TANK, upgrades=(PROTOCOLS,))) == []


def test_r22_heavy_weapons_are_compulsory_where_the_campaign_says_so():
    assert codes(built(), Recruit(unit=STRIKE_TEAM)) == ["register.must_equip"]
    assert codes(built(), Recruit(unit=STRIKE_TEAM), LETTER) == []
    assert codes(built(), Recruit(unit=HEAVY_RESPONSE, upgrades=(DLT,))) == ["register.must_equip"]
    assert codes(built(), Recruit(unit=HEAVY_RESPONSE, upgrades=(DLT, HH12))) == []


def test_a_card_of_the_right_slot_that_the_unit_may_not_equip_fills_nothing():
    other_doctrine = "Ch"  # for the Agent, not for the Officer
    found = codes(built(), Recruit(unit=OFFICER, upgrades=(other_doctrine,), name="Second"))
    assert "register.not_eligible" in found


def test_the_least_price_counts_the_cheapest_of_what_it_must_bring():
    assert least_price(CARDS.unit(STORM), built(), CARDS) == 42
    assert least_price(CARDS.unit(OFFICER), built(), CARDS) == 55 + 8
    assert least_price(CARDS.unit(STRIKE_TEAM), built(), CARDS) == 22 + 10


def test_every_unit_that_may_join_can_join_with_the_cheapest_of_what_it_must_bring():
    for faction in ("empire", "rebels", "republic", "separatists"):
        state = opened(faction)
        for unit in CARDS.data.units:
            if unit.faction != faction or unit.unique or unit.points is None or not unit.must_equip:
                continue
            bare = Recruit(unit=unit.id, name="Somebody")
            whole = with_only_choices(state, bare, CARDS, BY_RULING, cheapest=True)
            assert codes(state, whole) == [], unit.full_name


def test_where_no_such_card_is_known_nothing_is_asked_for():
    guerillas = CARDS.unit("Hm")
    assert choices_for(guerillas.must_equip[0], guerillas, opened("rebels"), CARDS) == []
    assert "register.must_equip" not in codes(opened("rebels"), Recruit(unit="Hm"))
