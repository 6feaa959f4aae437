"""Every aid request: what it costs, how often it may be made, whom it helps."""

import pytest
from msgspec.structs import replace

from muster.rules.campaign.register.aid import (
    AidRequest,
    AidSoFar,
    Treatment,
    check_aid,
    notices,
    price,
    trained_rank,
    treatment,
)
from muster.rules.campaign.register.unit_facts import UnitFacts
from tests.rules.campaign.campaign_facts import LIBRARY, codes

TROOPS = UnitFacts(
    id="troops",
    rank="corps",
    slots=("heavy-weapon", "personnel", "gear"),
    card_slots=("heavy-weapon", "personnel", "gear"),
    setbacks=("battle-fatigue", "downtrodden", "war-weary"),
)
PARAGON = UnitFacts(id="paragon", rank="commander", maximum_rank=5, paragon=True)


def ask(id, supply=5, made=(), so_far=None, **more):
    """The reasons against a request."""
    request = AidRequest(aid=LIBRARY.aid[id], **more)
    return codes(check_aid(request, so_far or AidSoFar(supply=supply, made=tuple(made))))


def cost(id, **more):
    return price(AidRequest(aid=LIBRARY.aid[id], **more))


@pytest.mark.rule(178, 179)
def test_active_recruiting():
    assert cost("active-recruiting") == 1
    assert LIBRARY.aid["active-recruiting"].potential == 150
    assert ask("active-recruiting") == []
    assert ask("active-recruiting", made=["active-recruiting"]) == ["aid.once"]


@pytest.mark.rule(180, 181, 183)
def test_request_medical_supplies():
    asked = {"id": "request-medical-supplies"}
    costs = [cost(**asked, unit=replace(TROOPS, veteran_rank=rank)) for rank in range(6)]
    assert costs == [1, 1, 2, 3, 4, 5]
    assert ask(**asked, unit=TROOPS) == []
    assert ask(**asked, unit=TROOPS, made=["request-medical-supplies"]) == [], "as often as you like"
    assert ask(**asked, unit=replace(TROOPS, setbacks=())) == ["aid.no_setback"]
    assert ask(**asked) == ["aid.which_unit"]
    assert treatment(TROOPS) == Treatment(removed=1, dice=2)
    assert treatment(replace(TROOPS, setbacks=("war-weary",))) == Treatment(removed=1, dice=0)


@pytest.mark.rule(184, 186)
def test_request_strategic_asset():
    asset = LIBRARY.assets["heroic-intervention"]
    assert cost("request-strategic-asset", asset=asset) == 2
    assert ask("request-strategic-asset", asset=asset, made=["request-strategic-asset"]) == []
    assert ask("request-strategic-asset", asset=asset, supply=1) == ["aid.supply"]
    assert ask("request-strategic-asset") == ["aid.which_asset"]
    again = AidSoFar(supply=5, held=(asset.id,), requested=(asset.id,))
    assert ask("request-strategic-asset", asset=asset, so_far=again) == ["asset.per_sequence", "asset.held"]


@pytest.mark.rule(187, 188, 190)
def test_request_reinforcements():
    asked = {"id": "request-reinforcements", "slot": "personnel"}
    assert [cost(**asked, unit=replace(TROOPS, veteran_rank=rank)) for rank in (0, 1, 3)] == [1, 1, 3]
    assert ask(**asked, unit=TROOPS, made=["request-reinforcements"]) == []
    bare = replace(TROOPS, slots=("gear",), card_slots=("gear",))
    assert ask(**asked, unit=bare) == ["aid.no_slot"]
    assert ask("request-reinforcements", unit=TROOPS, slot="gear") == ["aid.reinforcing_slot"]
    assert ask("request-reinforcements", unit=TROOPS) == ["aid.which_upgrade"]


def test_reinforcements_for_a_slot_gained_by_a_commendation_are_allowed_with_a_notice():
    gained = replace(TROOPS, slots=("gear", "heavy-weapon"), card_slots=("gear",))
    request = AidRequest(aid=LIBRARY.aid["request-reinforcements"], unit=gained, slot="heavy-weapon")
    assert check_aid(request, AidSoFar(supply=1)) == ()
    assert codes(notices(request)) == ["aid.gained_slot"]
    assert notices(replace(request, unit=TROOPS)) == ()


@pytest.mark.rule(82, 191, 192)
def test_special_training():
    best = replace(TROOPS, veteran_rank=3, maximum_rank=3)
    assert cost("special-training", unit=best) == 1
    assert ask("special-training", unit=best) == []
    assert ask("special-training", unit=best, made=["special-training"]) == ["aid.once"]
    assert ask("special-training", unit=replace(best, veteran_rank=2)) == ["aid.below_maximum"]
    assert trained_rank(best) == 4
    top = replace(best, veteran_rank=5, maximum_rank=5)
    assert ask("special-training", unit=top) == ["aid.highest_rank"]
    assert trained_rank(top) == 5


@pytest.mark.rule(193, 194)
def test_supplies_and_provisions():
    asked = {"id": "supplies-and-provisions", "unit": TROOPS}
    assert cost(**asked, slot="gear") == 1
    assert cost("supplies-and-provisions", unit=replace(TROOPS, veteran_rank=3), slot="gear") == 1
    assert ask(**asked, slot="gear", made=["supplies-and-provisions"]) == []
    assert ask(**asked, slot="heavy-weapon") == ask(**asked, slot="personnel") == ["aid.provisioning_slot"]


@pytest.mark.rule(195, 196)
def test_reassign_unit():
    assert cost("reassign-unit", unit=TROOPS) == 1
    assert ask("reassign-unit", unit=TROOPS, made=["reassign-unit"]) == []
    assert ask("reassign-unit", unit=PARAGON) == ["aid.paragon_stays"]
    assert ask("reassign-unit", unit=replace(TROOPS, guest=True)) == ["aid.guest"]


@pytest.mark.rule(168, 177)
def test_only_two_kinds_are_limited_to_one_in_a_sequence():
    assert {id for id, aid in LIBRARY.aid.items() if not aid.repeatable} == {
        "active-recruiting",
        "special-training",
    }


@pytest.mark.rule(167)
def test_supply_cannot_be_overdrawn():
    assert ask("active-recruiting", supply=0) == ["aid.supply"]
    costly = replace(TROOPS, veteran_rank=4)
    assert ask("request-medical-supplies", unit=costly, supply=3) == ["aid.supply"]
    assert ask("request-medical-supplies", unit=costly, supply=4) == []
