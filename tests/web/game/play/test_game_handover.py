"""What a finished game hands to its campaign, through the pages: game, record, ten steps."""

import re

import pytest

from muster.app.campaign import commands
from muster.rules.campaign.register.events import AssetAdded
from tests.rules.campaign.at_the_table import DOCTRINE
from tests.web.account_fixtures import markup, text_of
from tests.web.battle_game import ScorePhone
from tests.web.event_table_fixtures import Cup
from tests.web.kept_world import kept
from tests.web.site_desks import site_clubs
from tests.web.tour_phone import Phone
from tests.web.two_phones import Table, deed

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = pytest.mark.django_db
THEIR_FORM = {"key": "k2", "watched": "on", "level": "full", "dice": "app", "cards": "app"}


def mustered() -> Table:
    """Ada's side has a Contingency Plan with it and Keep Them in Line in play; Bo's has no agenda."""
    war = Table()
    war.ada.happened(AssetAdded("contingency-plan", "Contingency Plan"))
    war.open()
    units = [one.id for one in war.ada.register.dossiers]
    war.ada.do("muster", unit=units, up=[f"d1|{DOCTRINE}"], asset="contingency-plan|0", plan="1")
    war.bo.muster()
    war.ada.do("agenda", agenda="keep-them-in-line")
    war.bo.do("agenda", agenda="")
    return war


def begun(war: Table) -> ScorePhone:
    """Ada's phone keeps the score for both."""
    phone = ScorePhone(war.ada.client)
    phone.open(battle=war.ada.at.rsplit("/", 1)[1], level="score", both="on")
    phone.do("begin", seat="one")
    return phone


def marked(phone: Phone) -> dict[str, int]:
    return {one.id: one.marked for one in phone.register.arc.agendas}


def sent_on(phone: Phone, page: str, **told: str) -> None:
    """The record as it is drawn, with what the player puts right, sent."""
    form = page[page.index('id="record-form"') :]
    drawn = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    drawn |= dict(
        re.findall(r'<input type="(?:radio|checkbox)" name="([^"]+)" value="([^"]*)"[^>]* checked', form)
    )
    answer = phone.client.post(f"{phone.at}/record", drawn | told)
    assert answer.status_code == 302, text_of(answer)


@pytest.mark.rule(271, 272)
def test_a_contingency_plan_used_in_the_game_is_recorded_and_the_new_agenda_progresses() -> None:
    war = kept(mustered)
    phone = begun(war)
    phone.to("contingency-plan")
    phone.answer(unit="persons-of-interest")
    phone.do("concede one", seat="one")
    assert "Persons of Interest, by Contingency Plan" in phone.page()
    large = re.search(
        r'<a class="btn" data-kind="primary" href="([^"]+)">(?:<svg.*?</svg>)?([^<]+)<', phone.page()
    )
    assert large and large[2] == "Send to the campaign" and large[1].replace("&amp;", "&") == phone.sent
    record = markup(war.ada.client.get(phone.sent))
    assert "In play: <strong>Persons of Interest</strong>" in record
    assert "Keep Them in Line" not in record and "Switch the agenda" not in record
    sent_on(war.ada, record, count="5")
    step = war.ada.look("?begin=1")
    assert "Persons of Interest" in step and "Keep Them in Line" not in step
    war.ada.do("resolve-agenda")
    assert marked(war.ada) == {"persons-of-interest": 1, "gather-intelligence": 0, "keep-them-in-line": 0}
    war.ada.do("take-reward", part="agenda", **{"choice:relief-1": "unit|d2"})
    war.finished()
    assert "contingency-plan" not in war.ada.register.assets, "a plan that was used leaves in step 8"


def test_the_other_player_hands_over_the_same_switch_and_takes_it_back_with_the_record() -> None:
    war = kept(mustered)
    phone = begun(war)
    phone.to("contingency-plan")
    phone.answer(unit="gather-intelligence")
    across = ScorePhone(war.bo.client).open(battle=war.ada.at.rsplit("/", 1)[1])
    phone.do("concede one", seat="one")
    assert "Theirs: agenda" in across.page() and "Theirs: agenda" not in phone.page()
    record = markup(war.bo.client.get(across.sent))
    assert "Gather Intelligence" in record and "Keep Them in Line" not in record
    sent_on(war.bo, record, **{"their-count": "3"})
    assert "Gather Intelligence 3 tokens" in war.ada.look()
    war.bo.do("undo", batch=war.bo.undoable)
    assert "In play: Keep Them in Line" in war.ada.look()


@pytest.mark.rule(175)
def test_what_an_agreed_end_costs_is_said_before_it_is_asked_for_and_a_level_score_is_decided() -> None:
    war = kept(mustered)
    phone = begun(war)
    phone.to("told")
    cost = "You both skip steps 2, 3 and 5 after the battle"
    menu = phone.page()
    before, asks, _ = menu.partition('value="end-here one"')
    assert cost in before and asks and "Who concedes skips steps 2, 3 and 5" in menu
    assert cost in phone.do("end-here one").partition("End the game now?")[2]
    phone.do("end-here two")
    assert "who lost fewer points?" in phone.page() and "End it here" not in phone.page()
    phone.answer(pick="blue")
    blue = phone.table.blue
    assert "agreed by both, level on VP, with fewer points of units lost." in phone.page()
    record = markup(war.ada.client.get(phone.sent))
    assert re.search(rf'value="{"won" if blue == "one" else "lost"}" required checked', record)
    supply = war.ada.register.supply
    sent_on(war.ada, record)
    war.to_step(war.ada, 6)
    assert "Step 6 of 10" in war.ada.look("?begin=1") and war.ada.register.supply == supply


def test_a_campaign_that_counts_an_agreed_end_says_so() -> None:
    war = kept(Table)
    counts = commands.SetSwitch(switch="agreed_end_counts", on=True)
    site_clubs().do(deed(war.cass), war.club, counts)
    war.open().muster().agendas()
    phone = begun(war)
    phone.to("told")
    assert "Your campaign counts it as a normal end." in phone.page() and "You both skip" not in phone.page()


def test_who_comes_second_to_a_battle_sees_what_was_chosen() -> None:
    war = kept(Table).open().muster().agendas()
    battle = war.ada.at.rsplit("/", 1)[1]
    ask = f"/play?battle={battle}"
    assert 'name="level"' in markup(war.bo.client.get(ask))
    phone = ScorePhone(war.ada.client).open(battle=battle, level="score", dice="own", cards="table")
    sent = war.bo.client.post("/play", THEIR_FORM | {"battle": battle})
    for page in (markup(war.bo.client.get(ask)), markup(sent)):
        assert "Ada Marrok has opened this game" in page and 'name="level"' not in page
        assert all(said in page for said in ("Score only", "Your own", "On the table", "Go to the table"))
    assert set(phone.table.chairs) == {"one"}, "who is told otherwise does not sit down yet"
    mine = markup(war.ada.client.get(ask))
    assert "You have opened this game" in mine and 'name="both"' in mine, "until the other comes"
    assert "has opened" not in markup(war.arbitrator.get(ask)), "to nobody but its players"
    across = ScorePhone(war.bo.client).open(battle=battle)
    assert 'name="both"' not in markup(war.ada.client.get(ask))
    assert "Score only" in across.page() and across.table.chairs["two"].name == "Bo Tarn"


def test_who_comes_second_to_a_table_of_an_event_sees_what_was_chosen() -> None:
    cup = Cup(kind="recon", profile="current", points=600).announce()
    cup.pair()
    ask = f"/play?event={cup.id}"
    ScorePhone(cup.phones["ann"]).open(event=cup.id, level="score")
    page = markup(cup.phones["bo"].get(ask))
    assert "Ann Lee has opened this game" in page and "Score only" in page and 'name="level"' not in page
    assert "has opened" not in markup(cup.phones["eve"].get(ask))
