"""Every strategic asset: its price, its limits, whom it lets in, and when it leaves."""

import pytest

from muster.rules.campaign.register.aid import AidRequest, price
from muster.rules.campaign.register.assets import (
    BOMBARDMENT_DICE,
    assets_used_up,
    bombardment_suppression,
    check_guest_unit,
    check_guest_upgrade,
    check_request,
    check_use,
)
from muster.rules.dice.faces import Face
from tests.rules.campaign.campaign_facts import LIBRARY, codes

ASSETS = LIBRARY.assets


def cost(id):
    return price(AidRequest(aid=LIBRARY.aid["request-strategic-asset"], asset=ASSETS[id]))


def request(id, held=(), requested=(), going=()):
    return codes(check_request(ASSETS[id], held, requested, going))


def check_once_and_one_held(id):
    assert request(id) == []
    assert request(id, requested=[id]) == ["asset.per_sequence"]
    assert request(id, held=[id]) == ["asset.held"]


def check_twice_and_two_held(id):
    """Rulings: two requests in a sequence, and two on the Register."""
    assert request(id, held=[id], requested=[id]) == []
    assert request(id, requested=[id, id]) == ["asset.per_sequence"]
    assert request(id, held=[id, id]) == ["asset.held"]


def check_barred_from_own_turning_point(id):
    assert codes(check_use([id], [id])) == []
    assert codes(check_use([id], [id], own_turning_point=True)) == ["asset.own_turning_point"]


@pytest.mark.rule(260, 261, 262)
def test_request_assistance():
    asset = ASSETS["request-assistance"]
    assert (cost(asset.id), asset.effect) == (1, "guest-unit")
    check_twice_and_two_held(asset.id)
    check_barred_from_own_turning_point(asset.id)
    assert codes(check_guest_unit(asset, "operative", unique=True)) == []
    assert codes(check_guest_unit(asset, "commander", unique=True)) == ["asset.no_commander"]
    assert codes(check_guest_unit(asset, "corps", unique=False)) == ["asset.not_unique"]


@pytest.mark.rule(263, 264)
def test_heroic_intervention():
    asset = ASSETS["heroic-intervention"]
    assert (cost(asset.id), asset.effect) == (2, "guest-commander")
    check_once_and_one_held(asset.id)
    check_barred_from_own_turning_point(asset.id)
    assert codes(check_guest_unit(asset, "commander", unique=True)) == []
    assert codes(check_guest_unit(asset, "operative", unique=False)) == [
        "asset.not_unique",
        "asset.only_commander",
    ]


@pytest.mark.rule(265, 266)
def test_requisition_special_equipment():
    asset = ASSETS["requisition-special-equipment"]
    assert (cost(asset.id), asset.effect) == (1, "guest-upgrade")
    check_twice_and_two_held(asset.id)
    check_barred_from_own_turning_point(asset.id)
    assert codes(check_guest_upgrade(asset, unique=True)) == []
    assert codes(check_guest_upgrade(asset, unique=False)) == ["asset.not_unique"]
    assert codes(check_guest_unit(asset, "corps", unique=True)) == ["asset.no_guest"]


def test_medevac():
    asset = ASSETS["medevac"]
    assert (cost(asset.id), asset.effect) == (1, "no-casualty-check")
    check_once_and_one_held(asset.id)
    assert check_use([asset.id], [asset.id], own_turning_point=True) == ()


@pytest.mark.rule(268)
def test_orbital_bombardment():
    asset = ASSETS["orbital-bombardment"]
    assert (cost(asset.id), asset.effect, BOMBARDMENT_DICE) == (1, "bombardment", 5)
    check_once_and_one_held(asset.id)
    assert bombardment_suppression([Face.HIT, Face.CRITICAL, Face.SURGE, Face.BLANK, Face.HIT]) == 3


def test_combat_drop():
    asset = ASSETS["combat-drop"]
    assert (cost(asset.id), asset.effect) == (1, "infiltrate")
    check_once_and_one_held(asset.id)


def test_authorized_extraordinary_use():
    asset = ASSETS["authorized-extraordinary-use"]
    assert (cost(asset.id), asset.effect) == (1, "over-rank-maximum")
    check_once_and_one_held(asset.id)
    assert check_use([asset.id], [asset.id], own_turning_point=True) == ()


@pytest.mark.rule(259, 272)
def test_contingency_plan_stays_unless_the_agenda_was_switched():
    asset = ASSETS["contingency-plan"]
    assert (cost(asset.id), asset.effect) == (1, "switch-agenda")
    check_once_and_one_held(asset.id)
    assert assets_used_up(["medevac", asset.id]) == ("medevac",)
    assert assets_used_up(["medevac", asset.id], switched_agenda=True) == ("medevac", asset.id)


@pytest.mark.rule(137)
def test_every_other_asset_leaves_whatever_it_did():
    others = [id for id in ASSETS if id != "contingency-plan"]
    assert assets_used_up(others) == tuple(others)


@pytest.mark.rule(185, 186, 258)
def test_a_used_asset_may_be_bought_again_at_once_only_where_the_campaign_says_so():
    assert request("medevac", held=["medevac"]) == ["asset.held"]
    assert request("medevac", held=["medevac"], going=["medevac"]) == []


def test_only_what_is_held_can_be_used():
    assert codes(check_use(["medevac", "medevac"], ["medevac"])) == ["asset.not_held"]
    assert codes(check_use(["medevac"], [])) == ["asset.not_held"]
    assert codes(check_use(["z" * 1_000_000], [])) == ["asset.unknown"]


def test_what_brings_no_guest_says_so():
    for id in ("medevac", "combat-drop"):
        assert codes(check_guest_unit(ASSETS[id], "corps", unique=True)) == ["asset.no_guest"]
        assert codes(check_guest_upgrade(ASSETS[id], unique=True)) == ["asset.no_guest"]
