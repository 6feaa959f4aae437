"""Muster, record and steps through the pages: the hand, guests and their upgrades, setbacks, dead ends."""

import re

import pytest

from muster.app.campaign.battle.battles import Battles
from muster.rules.armies.army import from_json
from muster.rules.campaign.battle.battle import Battle
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register import events
from muster.rules.cards import catalogue
from muster.store.log.database import DatabaseStore
from muster.web.print.campaign.register import dossier_form
from tests.rules.campaign.at_the_table import DOCTRINE, KALLUS
from tests.web.account_fixtures import person, signed_in, text_of
from tests.web.kept_world import kept
from tests.web.tour_phone import Phone, adas_phone

pytestmark = pytest.mark.django_db

HAND = ["bl", "ca", "bk", "cb", "bj", "cc"]
SEVEN = (*HAND, "aa")


@pytest.fixture
def phone(db) -> Phone:
    return kept(adas_phone)


def battle_of(phone: Phone) -> Battle:
    return Battles(DatabaseStore()).battle(f"battle:{phone.at.rsplit('/', 1)[1]}").state


def ticked(phone: Phone, **more: object) -> dict[str, object]:
    units = [dossier.id for dossier in phone.register.dossiers]
    return {"unit": units, "up": [f"d1|{DOCTRINE}"], "plan": "1", **more}


def counted(phone: Phone, **more: object) -> str:
    """The muster page with these things ticked, nothing written."""
    return phone.client.post(f"{phone.at}/count", {"key": "none", **ticked(phone, **more)}).content.decode()


def asset(name: str) -> events.AssetAdded:
    return events.AssetAdded(name, library().assets[name].name)


# What it brings ------------------------------------------------------------------------------------------


@pytest.mark.rule(437)
def test_a_mustered_army_tells_its_own_side_what_it_brings(phone):
    brings = f"{phone.open().at}/brings"
    assert phone.client.get(brings).status_code == 404, "nothing is mustered yet"
    phone.do("muster", **ticked(phone, hand=HAND))
    phone.do("agenda", agenda="")
    assert f'href="{brings}"' in phone.page().content.decode()
    text = text_of(phone.client.get(brings))
    assert "What my list brings" in text and "Snowtroopers" in text
    assert all(catalogue().commands[card].name in text for card in SEVEN)
    assert signed_in(person("stranger")).get(brings).status_code == 404


# The size of the battle ----------------------------------------------------------------------------------


@pytest.mark.rule(130)
def test_the_points_are_agreed_on_before_anybody_musters(phone):
    """The form asks for them first; then they are on the muster page, and one point too many is refused."""
    address = f"/tours/register/{phone.stream.removeprefix('register:')}/battle"
    asked = phone.client.get(address).content.decode()
    assert re.search(r'name="points"[^>]*required', asked) and '/muster"' not in asked
    for size in ("", "0", "-5", "many"):
        refused = phone.client.post(address, {"points": size, "key": f"size-{size}"})
        assert refused.status_code == 422
        assert "Agree on another size." in text_of(refused)
    early = phone.client.post("/battle/none/muster", {"key": "early", **ticked(phone)})
    assert (early.status_code, phone.register.open_battle) == (404, "")
    cost = (55 + 8) + 3 * 42  # an officer with a doctrine, three units of troopers
    phone.open(points=str(cost - 1))
    assert f"Muster for {cost - 1} points" in phone.look()
    assert f"{cost} of {cost - 1} points, 1 over." in phone.do("muster", 422, **ticked(phone))
    assert not battle_of(phone).blue.mustered
    phone.open(points=str(cost)).do("muster", **ticked(phone))
    assert (battle_of(phone).points, battle_of(phone).blue.limit) == (cost, cost)


# The hand ------------------------------------------------------------------------------------------------


def test_the_picker_has_two_places_for_each_number_of_pips(phone):
    page = phone.open().client.get(phone.at).content.decode()
    assert re.findall(r'id="hand-(\d)-(\d)"', page) == [(p, n) for p in "123" for n in "12"]
    assert "Standing Orders is always the seventh" in page and "hand-standing" not in page
    assert '<option value="Cn">Inexorable Advance</option>' in page  # asks for the officer, who is there
    assert "Take the field, 4 units" in page


def test_a_hand_is_optional_and_standing_orders_come_by_themselves(phone):
    phone.open().do("muster", **ticked(phone, hand=["", "", "", "", "", ""]))
    assert battle_of(phone).blue.hand == ()
    phone.do("undo", batch=phone.undoable)
    phone.do("muster", **ticked(phone, hand=HAND))
    assert battle_of(phone).blue.hand == SEVEN
    assert from_json(battle_of(phone).blue.army).command_hand == ()


def test_a_hand_begun_says_what_is_missing(phone):
    page = counted(phone.open(), hand=HAND[:5])
    assert "Command hand, 3-pip cards: 1 of 2." in page and "1 thing to fix" in page
    refused = phone.do("muster", 422, **ticked(phone, hand=[*HAND[:5], "zz"]))
    assert "zz" in refused
    assert not battle_of(phone).blue.mustered


def test_a_card_in_one_place_is_not_offered_in_the_other(phone):
    page = counted(phone.open(), hand=HAND)
    first, second = (re.search(rf'id="hand-1-{n}".*?</select>', page, re.S)[0] for n in (1, 2))
    assert 'value="bl" selected' in first and 'value="ca"' not in first
    assert 'value="ca" selected' in second and 'value="bl"' not in second


def test_an_unlocked_paragon_card_may_be_chosen(phone):
    phone.happened(
        events.ParagonCardUnlocked("d1", "enemy-down", "Enemy Down!", 2),
        events.ParagonCardUnlocked("d1", "standing-orders-paragon", "Standing Orders", 4),
    )
    page = phone.open().client.get(phone.at).content.decode()
    assert '<optgroup label="Paragon cards"><option value="enemy-down">Enemy Down!' in page
    hand = [*HAND[:3], "enemy-down", *HAND[4:]]
    phone.do("muster", **ticked(phone, hand=hand, standing="standing-orders-paragon"))
    assert battle_of(phone).blue.hand == (*hand, "standing-orders-paragon")
    phone.do("agenda", agenda="")
    assert "Your command hand, for your eyes only" in phone.look() and "Enemy Down!" in phone.look()


@pytest.mark.rule(228, 229)
def test_how_often_a_commendation_may_be_used_is_said_where_the_unit_is(phone):
    munitions = events.CommendationAwarded("d2", "special-munitions", "Special Munitions")
    phone.happened(munitions)
    phone.open()
    assert "Special Munitions: once a game" in phone.look()
    phone.happened(events.CommendationAwarded("d2", "well-stocked", "Well-Stocked"))
    assert "Special Munitions: once a round" in phone.look() and "once a game" not in phone.look()
    address = f"/tours/register/{phone.stream.removeprefix('register:')}"
    assert "Special Munitions, once a round" in text_of(phone.client.get(address))
    form = dossier_form(phone.register.dossier("d2"), library(), catalogue())
    held = [(commendation.name, commendation.number) for commendation in form.commendations]
    assert held == [("Special Munitions", "once a round"), ("Well-Stocked", "")]


# Guests --------------------------------------------------------------------------------------------------


def test_a_guest_is_equipped_slot_by_slot(phone):
    phone.happened(asset("request-assistance"))
    phone.open()
    page = counted(phone, asset="request-assistance|0")
    assert f'<option value="{KALLUS}">' in page and "gup-0" not in page
    page = counted(phone, asset="request-assistance|0", **{"guest-0": KALLUS})
    slots = re.findall(r'name="gup-0">(.*?)</select>', page, re.S)
    assert len(slots) >= 3 and all("selected" not in slot for slot in slots)
    card = re.search(r'<option value="(\w+)">', next(slot for slot in slots if "No training" in slot))[1]
    form = {"asset": "request-assistance|0", "guest-0": KALLUS, "was-0": KALLUS, "gup-0": ["", card]}
    assert f'value="{card}" selected' in counted(phone, **form)
    phone.do("muster", **ticked(phone, **form))
    army = from_json(battle_of(phone).blue.army)
    assert army.units[-1].unit == KALLUS and army.units[-1].upgrades == (card,)


def test_another_guest_does_not_take_over_the_upgrades_of_the_last(phone):
    phone.happened(asset("request-assistance"))
    form = {"asset": "request-assistance|0", "guest-0": KALLUS, "was-0": "wl", "gup-0": ["di"]}
    page = counted(phone.open(), **form)
    assert 'value="di" selected' not in page


def test_two_assistances_bring_two_different_guests(phone):
    phone.happened(asset("request-assistance"), asset("request-assistance"))
    form = {
        "asset": ["request-assistance|0", "request-assistance|1"],
        "guest-0": KALLUS,
        "guest-1": "wl",
    }
    page = counted(phone.open(points="1000", format="recon"), **form)
    picked = [re.search(rf'id="g-{n}".*?value="(\w+)" selected', page, re.S)[1] for n in (0, 1)]
    assert picked == [KALLUS, "wl"]


def test_a_guest_may_be_the_one_lifted_out_of_its_rank(phone):
    phone.happened(asset("heroic-intervention"), asset("authorized-extraordinary-use"))
    both = ["heroic-intervention|0", "authorized-extraordinary-use|1"]
    page = counted(phone.open(points="1000", format="recon"), asset=both, **{"guest-0": "au"})
    assert '<option value="guest1">General Veers' in page
    lifted = counted(phone, asset=both, extraordinary="guest1", **{"guest-0": "au"})
    assert "Take the field" in lifted


# The record ----------------------------------------------------------------------------------------------


def test_an_agreed_early_end_says_what_it_means_and_both_skip(phone):
    phone.open().muster().do("agenda", agenda="")
    assert "skips steps 2, 3 and 5" in phone.look() and "both of you" in phone.look()
    phone.do("record", result="drawn", early="1")
    assert battle_of(phone).conceded == "both" and battle_of(phone).winner == ""
    phone.do("resolve-agenda")
    phone.finish(1)
    assert battle_of(phone).blue.step == 4


# Steps 7 and 8 -------------------------------------------------------------------------------------------


def at_step_7(phone: Phone) -> Phone:
    phone.open().muster().record().supply_to_four()
    phone.finish(4)
    phone.do("their-rival", dossier="d4")
    phone.do("award-experience")
    phone.finish(5)
    phone.finish(6)
    return phone


def setback(unit: str, name: str) -> events.SetbackGained:
    return events.SetbackGained(unit, name, library().setbacks[name].name, "story")


def test_the_player_chooses_which_setback_goes_for_certain(phone):
    phone.happened(setback("d2", "downtrodden"), setback("d2", "battle-shaken"))
    at_step_7(phone)
    asked = "?aid=request-medical-supplies&dossier=d2"
    page = phone.client.get(f"{phone.at}{asked}&setback=battle-shaken").content.decode()
    assert "Removed for certain" in page and 'value="battle-shaken" selected' in page
    sent = re.findall(r'type="hidden" name="setback" value="([^"]+)"', page)
    assert sent == ["battle-shaken", "downtrodden"] * 2  # for the app's dice and for one's own
    form = {"aid": "request-medical-supplies", "dossier": "d2", "way": "own", "face-0": "blank"}
    assert "has several setbacks" in phone.send("request-aid", 422, **form)
    phone.send("request-aid", setback=["battle-shaken", "downtrodden"], **form)
    assert [setback.id for setback in phone.register.dossier("d2").setbacks] == ["downtrodden"]


def stranded(phone: Phone) -> Phone:
    """Two of the three corps gone, and nothing left to pay for another."""
    phone.happened(
        *(events.UnitRemoved(dossier, "casualty", "battle:old") for dossier in ("d2", "d3")),
    )
    phone.happened(
        events.PotentialChanged(phone.register.potential_spent - phone.register.potential, "correction")
    )
    return phone


def test_too_few_corps_and_no_potential_are_said_loudly_with_the_ways_out(phone):
    stranded(at_step_7(phone))
    text = phone.look()
    assert "No army after this battle" in text and "The smallest army needs 2" in text
    assert "150 points for 1 SP, enough" in text
    phone.finish(7)
    late = phone.look()
    assert "No army after this battle" in late and "Aid is requested in step 7, which is over" in late


def test_no_warning_while_there_are_corps_enough(phone):
    assert "No army after this battle" not in at_step_7(phone).look()


# Assets that would be used for nothing -------------------------------------------------------------------


IDLE = "Nothing is chosen for it yet: it would be used up for nothing."


@pytest.mark.rule(263, 265, 270)
@pytest.mark.parametrize(
    "name",
    [
        "request-assistance",
        "heroic-intervention",
        "requisition-special-equipment",
        "authorized-extraordinary-use",
    ],
)
def test_an_asset_ticked_without_what_it_brings_warns_and_does_not_stop(phone, name):
    phone.happened(asset(name))
    assert IDLE not in counted(phone.open())
    page = counted(phone, asset=[f"{name}|0"])
    assert IDLE in page and f"{library().assets[name].name} is ticked, but nothing is chosen" in page
    phone.do("muster", **ticked(phone, asset=[f"{name}|0"]))


def test_an_asset_with_its_guest_does_not_warn(phone):
    phone.happened(asset("request-assistance"))
    assert IDLE not in counted(phone.open(), asset=["request-assistance|0"], **{"guest-0": KALLUS})


def test_a_refusal_calls_a_guest_by_its_name(phone):
    phone.happened(asset("request-assistance"))
    guest = {"asset": ["request-assistance|0"], "guest-0": KALLUS}
    phone.open().do("muster", **ticked(phone, **guest))
    name = next(unit.name for unit in battle_of(phone).blue.fielded if unit.guest)
    phone.do("agenda", agenda="")
    text = phone.send("record", 422, result="won", enemy_down=["guest1"])
    assert "guest1" not in text and name in text
