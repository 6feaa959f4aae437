"""A Turning Point from a Register: mustered, played at the table, its record handed over, ten steps after."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import axe_findings, overflow
from tests.browser.playing import AT_ONCE, goes_on, play, with_fingers
from tests.browser.tour_wizard import (
    open_battle,
    pass_agenda,
    phone_of,
    press,
    take_the_field,
    told_by,
    walk,
)

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-tables")]


@pytest.fixture
def war(site, site_folder):
    """The site with two players whose Registers are in one campaign."""
    return site, told_by("tests.browser.war_setup", site_folder, "game")


def test_a_turning_point_is_played_and_goes_through_the_post_battle_sequence(
    war, site_folder, open_page
) -> None:
    ada, bo = (with_fingers(phone_of(open_page, war, name)) for name in ("ada", "bo"))
    open_battle(ada, war, "ada", "The Free Hands", turning_point=True)
    bo.goto(ada.url)
    take_the_field(ada)
    take_the_field(bo)
    pass_agenda(bo)
    expect(ada.get_by_role("link", name="Play the battle here")).to_be_visible()
    for phone in (ada, bo):
        press(phone, "Play the battle here", "link")
        press(phone, "Go to the table")
    expect(ada.locator(".seats")).to_contain_text("Bo Tarn")
    ada.get_by_role("button", name="Begin the game").click()
    expect(bo.locator(".turn")).to_contain_text("Set up the table")
    # setup and the first round by taps on both phones; later rounds by the use cases; then the last End Phase
    play(ada, bo, until=r"^r2\.")
    for phone in (ada, bo):
        goes_on(phone, AT_ONCE)
    outcome = told_by("tests.browser.game_setup", site_folder, f"play:{ada.url.rpartition('/')[2]}:r5.places")
    assert outcome == {"ended": False}
    for phone in (ada, bo):
        phone.reload()  # hundreds of acts in a second are more than a phone should have to draw
    expect(ada.locator(".well").first).to_be_visible()
    play(ada, bo)
    points = ada.locator(".vp .num").all_inner_texts()
    assert points == bo.locator(".vp .num").all_inner_texts() and any(map(int, points))
    expect(ada.locator(".vp-chart:visible").first).to_be_visible()
    expect(ada.locator(".handover")).to_contain_text("Filled in from the game")
    assert axe_findings(ada) == [] and overflow(ada) == 0
    press(ada, "Send to the campaign", "link")
    expect(ada.locator("input[name=vp]")).to_have_value(re.compile(f"^{points[0]}$"))
    press(ada, "Record it")
    expect(bo.get_by_role("link", name="Send to the campaign")).to_be_visible()
    press(bo, "Send to the campaign", "link")
    press(bo, "Confirm")
    for phone in (ada, bo, ada, bo):
        walk(phone)
    expect(ada.get_by_text("All ten steps are done").first).to_be_visible()
