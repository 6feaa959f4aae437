"""No tap for nothing: empty steps fold, sole choices are made, prices and charts are where they help."""

import re

import pytest

from muster.rules.campaign.battle.casualty_odds import Check, alternatives
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register import events
from muster.web.campaign.battle.steps.odds import helps
from tests.rules.campaign.at_the_table import OFFICER, SNOW, STORM
from tests.web.account_fixtures import html_of
from tests.web.kept_world import kept
from tests.web.tour_phone import Phone, adas_phone
from tests.web.two_phones import Table

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("tours-battles")]
GO = {"go_on": "1"}


@pytest.fixture
def phone(db) -> Phone:
    return kept(adas_phone)


def at_supply(phone: Phone, **form: str) -> Phone:
    phone.open().muster().record(**form)
    phone.do("resolve-agenda", **GO)
    return phone


def roll(phone: Phone, what: str, face: str, **form: str) -> None:
    phone.do(what, way="own", **{"face-0": face}, **form, **GO)


def supplied(*defeated: str) -> Phone:
    """After a blank supply die: where the first check, or the rival, is asked for."""
    phone = at_supply(kept(adas_phone), **{f"fate-{unit}": "defeated" for unit in defeated})
    roll(phone, "roll-supply", "blank")
    return phone


def feared() -> Phone:
    """The opponent named their rival: aid may be asked for."""
    phone = kept(supplied)
    phone.do("their-rival", dossier="d4", **GO)
    return phone


def setback(unit: str, name: str) -> events.SetbackGained:
    return events.SetbackGained(unit, name, library().setbacks[name].name, "casualty-check", "battle:story")


# Steps that ask for nothing --------------------------------------------------------------------------------


def test_empty_steps_fold_into_one_line_and_one_undo_takes_them_back(phone):
    text = at_supply(phone).look()
    assert "Step 3 of 10" in text and "Step 1, progress agendas: No agenda was in play." in text
    roll(phone, "roll-supply", "block")
    text = phone.look()
    assert "Step 5 of 10" in text and "Step 4: nothing to do." in text
    assert re.search(r"\+\d supply Block on the red die", text) and "Step 3, award" not in text
    phone.do("undo", batch=phone.undoable)
    assert "Step 3 of 10" in phone.look() and phone.register.supply == 5


def test_without_the_word_of_the_page_every_step_is_ended_by_hand(phone):
    phone.open().muster().record()
    phone.do("resolve-agenda")
    assert "Step 1 of 10" in phone.look()
    phone.finish(1)
    assert "Step 3 of 10" in phone.look()


@pytest.mark.rule(154)
def test_a_check_that_nobody_may_reroll_is_settled_with_its_roll():
    phone = kept(supplied, "d2")
    roll(phone, "roll-check", "blank", dossier="d2")
    assert phone.register.dossier("d2").experience == 1
    assert "Step 5 of 10" in phone.look()


@pytest.mark.rule(226)
def test_a_check_that_may_be_rerolled_waits_for_its_player(phone):
    resilient = events.CommendationAwarded("d2", "resilient", "Resilient")
    phone.happened(setback("d2", "downtrodden"), setback("d2", "downtrodden"), resilient)
    at_supply(phone, **{"fate-d2": "defeated"})
    roll(phone, "roll-supply", "blank")
    phone.do("roll-check", way="own", dossier="d2", **{"face-0": "blank", "face-1": "hit"}, **GO)
    assert "Accept the result" in phone.look() and "reroll up to 1 die" in phone.look()


def test_the_last_steps_end_together_where_nothing_is_left():
    phone = kept(feared)
    assert "Step 7 of 10" in phone.look()
    phone.do("finish", step="7", **GO)
    assert "Step 8 of 10" in phone.look()
    phone.do("finish", step="8", **GO)
    assert "All ten steps are done" in phone.look()


@pytest.mark.rule(162, 165)
def test_experience_comes_along_with_the_rival_and_one_undo_takes_both_back():
    phone = kept(feared)
    assert [phone.register.dossier(unit).experience for unit in ("d1", "d2", "d4")] == [1, 1, 4]
    text = phone.look()
    assert "Step 7 of 10" in text and "Step 5, award experience:" in text
    phone.do("undo", batch=phone.undoable)
    assert phone.register.dossier("d4").experience == 0 and "Step 5 of 10" in phone.look()


@pytest.mark.rule(164)
def test_the_only_unit_left_to_fear_is_named_by_itself():
    phone = kept(supplied, "d2", "d3", "d4")
    for unit, corps in (("d2", STORM), ("d3", SNOW), ("d4", SNOW)):
        roll(phone, "roll-check", "surge", dossier=unit)
        if phone.register.ranks["corps"] < 2:
            phone.do("recruit", unit=corps, **GO)
    text = phone.look()
    assert "Step 7 of 10" in text and "Step 5, award experience:" in text
    assert phone.register.dossier("d1").experience == 4  # took part, and was feared most


@pytest.mark.rule(169)
def test_a_unit_joins_in_step_8_with_one_tap_and_unfolds_where_it_stands():
    phone = kept(feared)
    phone.do("finish", step="7", **GO)
    free = phone.register.potential_left
    phone.do("recruit", unit=SNOW, **GO)
    text = phone.look()
    assert len(phone.register.dossiers) == 5 and "Step 8 of 10" in text
    assert (
        phone.register.potential_left < free
        and f"{phone.register.potential_left} of your Combat Potential are free" in text
    )
    page = phone.client.get(f"{phone.at}?unit={STORM}").content.decode()
    rows = {hit[0]: hit[1] for hit in re.findall(r'<li id="unit-(\w+)">(.*?)</li>', page, re.DOTALL)}
    assert {SNOW, STORM} <= set(rows)  # the others stay in sight
    assert "Upgrades" in rows[STORM] and "task-form" not in rows[SNOW]
    assert f'action="{phone.at}/recruit"' in rows[SNOW]
    officer = re.sub(r"\s+", " ", rows[OFFICER])
    assert f'action="{phone.at}/recruit"' not in officer and "?unit=" in officer  # a leader needs a name


# Aid, charts, odds -----------------------------------------------------------------------------------------


def test_aid_shows_its_prices_and_an_asset_takes_one_tap():
    phone = kept(feared)
    page = phone.page().content.decode()
    assert "Active Recruiting, 1 SP" in page and "1 SP for each veteran rank, at least 1" in page
    before = phone.register.supply
    medevac = library().assets["medevac"]
    assert f"{medevac.name}, {medevac.cost} SP" in page
    phone.do("request-aid", aid="request-strategic-asset", asset="medevac", way="app", **GO)
    assert phone.register.assets == ("medevac",) and phone.register.supply == before - medevac.cost
    again = phone.client.get(phone.at).content.decode()
    assert re.search(r'value="medevac" disabled', again)  # the Register holds one already


def test_what_cannot_be_paid_says_so(phone):
    phone.happened(events.SupplyChanged(-5, "correction"))
    at_supply(phone)
    roll(phone, "roll-supply", "blank")
    phone.do("their-rival", dossier="d4", **GO)
    phone.send("request-aid", aid="active-recruiting", way="app")
    page = " ".join(phone.client.get(phone.at).content.decode().split())
    dear = next(asset for asset in library().assets.values() if asset.cost == 2)
    assert phone.register.supply == 1 and f'value="{dear.id}" disabled' in page
    assert re.search(rf"{dear.name}, 2 SP</span><small>[^<]*2 SP[^<]*1", page)


@pytest.mark.rule(199, 201, 211)
def test_the_chart_stands_beside_its_die_and_the_result_says_what_it_does():
    phone = kept(supplied, "d2")
    roll(phone, "roll-check", "hit", dossier="d2")
    text = phone.look()
    rows = [setback for setback in library().setbacks.values() if setback.face is not None]
    assert all(row.name in text and row.words in text for row in rows)
    assert "with 1 experience" in text  # Critical: the arc's own
    roll(phone, "roll-setback", "hit", dossier="d2")
    gained = next(row for row in rows if row.face == "hit")
    assert f"{gained.name}: {gained.words.rstrip('.')}" in phone.look()


@pytest.mark.rule(213)
def test_the_chart_of_traits_stands_beside_its_die_too():
    phone = kept(supplied, "d1")
    roll(phone, "roll-check", "surge", dossier="d1")
    text = phone.look()
    rows = [trait for trait in library().traits.values() if trait.face is not None]
    assert rows and all(row.name in text and row.words in text for row in rows)


@pytest.mark.rule(226)
def test_a_die_that_cannot_help_is_not_offered():
    found = alternatives(Check())
    now = found.pop("as-is")
    assert found["resilient"].of(*now.chances) == now.of(*now.chances)
    assert not helps(now, found["resilient"]) and helps(now, found["medevac"])
    two = alternatives(Check(setbacks=2))
    assert helps(two["as-is"], two["resilient"])


@pytest.mark.rule(226)
def test_the_page_offers_only_what_would_help():
    """One die is never rerolled, so Resilient would change nothing; Medevac would."""
    phone = kept(supplied, "d2")
    text = phone.look()
    assert "one black die" in text and "Medevac" in text and "Resilient" not in text


# Before the battle -----------------------------------------------------------------------------------------


@pytest.mark.rule(209)
def test_downtrodden_is_marked_where_the_unit_is_ticked(phone):
    phone.happened(setback("d2", "downtrodden"))
    page = " ".join(phone.open().client.get(phone.at).content.decode().split())
    assert page.count("+15 for Downtrodden") == 1


@pytest.mark.rule(139)
def test_the_limit_says_where_it_comes_from():
    table = kept(Table)
    table.bo.happened(events.ReputationChanged(1, "arc-ended", "battle:story"))
    table.open(points="600")
    text = table.ada.look()
    assert "Why 650: 600 agreed, and 50 of reinforcements" in text and "1 reputation ahead" in text
    assert "reinforcements" not in table.bo.look()


@pytest.mark.rule(175)
def test_the_conceder_is_told_which_steps_fall_away(phone):
    phone.open().muster()
    phone.do("agenda", agenda="")
    assert "A player who concedes has lost and skips steps 2, 3 and 5" in phone.look()
    phone.do("record", result="conceded")
    assert "so you skip steps 2, 3 and 5" in phone.look()


def test_who_did_not_concede_is_told_nothing(phone):
    phone.open().muster().record("lost")
    assert "fall away" not in phone.look()


# The first battle ------------------------------------------------------------------------------------------


def test_the_opponent_of_the_club_is_chosen_already():
    table = kept(Table)
    page = html_of(
        table.ada.client.get(f"/tours/register/{table.ada.stream.removeprefix('register:')}/battle")
    )
    chosen = re.findall(r'name="opponent" value="(\w*)" required checked', page)
    assert chosen == [table.bo.stream.removeprefix("register:")]


def test_the_battle_is_on_before_it_is_asked_how_it_ended(phone):
    phone.open().muster()
    phone.do("agenda", agenda="persons-of-interest")
    page = html_of(phone.client.get(phone.at))
    assert "The battle is on</h1>" in page and 'id="over">' in page
    assert page.index("In play:") < page.index("How did it end?")
    refused = phone.do("record", 422, result="won", count="9999")
    assert "How did it end?" in refused


def test_the_invited_one_reads_that_it_is_their_turn():
    table = kept(Table).open()
    assert "Your turn: muster your army." in html_of(table.bo.client.get("/tours"))
