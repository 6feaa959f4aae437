"""A Turning Point from a Register: mustered, played at the table, its record handed over, ten steps after."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import axe_findings, overflow
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
    ada, bo = phone_of(open_page, war, "ada"), phone_of(open_page, war, "bo")
    open_battle(ada, war, "ada", "The Free Hands", turning_point=True)
    bo.goto(ada.url)
    take_the_field(ada)
    take_the_field(bo)
    pass_agenda(bo)
    expect(ada.get_by_role("link", name="Play it here")).to_be_visible()
    for phone in (ada, bo):
        press(phone, "Play it here", "link")
        press(phone, "Go to the table")
    expect(ada.locator(".seats")).to_contain_text("Bo Tarn")
    ada.get_by_role("button", name="Begin the game").click()
    expect(bo.locator(".turn")).to_contain_text("Set up the table")
    told = told_by("tests.browser.game_setup", site_folder, f"play:{ada.url.rpartition('/')[2]}")
    ada.reload()  # hundreds of acts in a second are more than a phone should have to draw
    bo.reload()
    expect(ada.locator(".vp-chart:visible").first).to_be_visible()
    expect(ada.locator(".handover")).to_contain_text("Filled in from the game")
    assert axe_findings(ada) == [] and overflow(ada) == 0
    press(ada, "Send to the campaign", "link")
    expect(ada.get_by_label("Your VP").first).to_have_value(re.compile(f"^{told['blue']}$"))
    press(ada, "Record it")
    expect(bo.get_by_role("link", name="Send to the campaign")).to_be_visible()
    press(bo, "Send to the campaign", "link")
    press(bo, "That is right")
    for phone in (ada, bo, ada, bo):
        walk(phone)
    expect(ada.get_by_text("All ten steps are done").first).to_be_visible()
