"""A game on real phones: secrets, typed dice, undo, a retaken phone, a lost network, a score in few taps."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import WIDE, axe_findings, overflow
from tests.browser.tour_wizard import told_by

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-tables")]
MOST_TAPS = 30
COUNT_TAPS = """addEventListener("pointerdown", () => {
  sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
}, true)"""
WANTED = [
    {"until": "setup.colour", "dice": "own", "seed": 5},
    {"until": "r1.card", "seed": 7},
    {"until": "r1.card", "both": True, "opponent": "Bob", "seed": 3},
]


class World:
    """Ann and Bob, signed in, and their games on the running site."""

    def __init__(self, site: str, told: dict[str, Any], open_page: Any) -> None:
        self.site, self.told, self.open_page = site, told, open_page

    def phone(self, seat: str, game: int, path: str = "", **how: Any) -> Page:
        """A phone of a player at one of the games."""
        page = self.open_page(**how)
        if seat in self.told["sessions"]:
            session = self.told["sessions"][seat]
            page.context.add_cookies([{"name": self.told["cookie"], "value": session, "url": self.site}])
        page.goto(f"{self.site}/game/{self.told['games'][game]['game']}{path}")
        return page


@pytest.fixture(scope="module")
def games(site, site_folder) -> dict[str, Any]:
    """Games played on to the moments that tell, by the site's own use cases."""
    return told_by("tests.browser.game_setup", site_folder, json.dumps(WANTED))


@pytest.fixture
def world(site, games, open_page) -> World:
    return World(site, games, open_page)


def main_button(page: Page) -> Any:
    return page.locator(".game-foot [data-main]")


def test_own_dice_are_typed_and_the_other_phone_follows_and_one_asks_back(world: World) -> None:
    """Seat one types a Block: it is Blue on both phones. It asks back what showed a die, the other grants."""
    ann, bob = world.phone("one", 0), world.phone("two", 0)
    expect(ann.locator(".turn")).to_contain_text("Who is Blue?")
    assert axe_findings(ann) == [] and overflow(ann) == 0
    ann.get_by_label("Block").fill("1")
    expect(main_button(ann)).to_have_text("Enter these dice")
    main_button(ann).click()
    expect(ann.locator(".turn")).to_contain_text("Choose your edge")
    expect(bob.locator(".turn")).to_contain_text("Ann decides")
    ann.locator("label[for=tab-log]").click()
    ann.get_by_role("button", name=re.compile("Ask to undo: Colour roll")).click()
    expect(bob.locator(".turn")).to_contain_text("Ann asks for an undo")
    bob.get_by_role("button", name="Undo it").click()
    expect(ann.locator(".turn")).to_contain_text("Who is Blue?")
    ann.reload()
    expect(ann.locator(".turn")).to_contain_text("Who is Blue?")


def test_cards_are_laid_in_secret_a_dead_phone_comes_back_and_both_see_the_end(
    world: World, site_folder: Path
) -> None:
    ann, bob, eve = world.phone("one", 1), world.phone("two", 1), world.phone("", 1)
    assert axe_findings(ann) == []
    expect(eve.locator(".turn")).to_contain_text("Ann and Bob decide")
    main_button(ann).click()
    expect(ann.locator(".turn")).to_contain_text("Bob decides")
    ann.get_by_role("button", name="Undo the card").click()
    expect(main_button(ann)).to_have_text("Play it facedown")
    main_button(ann).click()
    fresh = world.phone("", 1)
    fresh.get_by_text("Is this your game on another phone?").click()
    fresh.get_by_label("You are").select_option("two")
    fresh.get_by_label("Your seat’s code").fill(world.told["games"][1]["codes"][1])
    fresh.get_by_role("button", name="Take my seat").click()
    expect(fresh.locator(".turn")).to_contain_text("Choose a command card")
    expect(bob.locator(".hand")).to_have_count(0)
    main_button(fresh).click()
    expect(ann.locator(".turn")).not_to_contain_text("command card")
    expect(eve.locator(".tab-log .story-text").filter(has_text="Command cards")).to_have_count(1)
    table = world.phone("", 1, "/hall", size=WIDE)
    expect(table.locator(".hall-game .mission-map svg")).to_be_visible()
    assert overflow(table) == 0 and axe_findings(table) == []
    points = told_by("tests.browser.game_setup", site_folder, f"play:{world.told['games'][1]['game']}")
    for page in (ann, fresh, eve):
        expect(page.locator(".vp-chart:visible").first).to_be_visible()
        expect(page.locator(".vp > [data-side=blue] .num")).to_have_text(str(points["blue"]))
        expect(page.locator(".vp > [data-side=red] .num")).to_have_text(str(points["red"]))


def test_a_score_only_game_takes_thirty_taps_at_most(phone: Page) -> None:
    """A guest opens it on one phone for both; from the first tap to the last: two chips and a button a
    round."""
    phone.add_init_script(COUNT_TAPS)
    phone.goto("/play")
    phone.get_by_label("Score only").click()
    phone.get_by_label("One phone for both players").click()
    phone.get_by_label("Your name").fill("Ann")
    phone.get_by_label("Your opponent").fill("Bob")
    phone.get_by_role("button", name="Open the game").click()
    phone.get_by_role("button", name="Begin the game").click()
    turn = phone.locator(".turn > span")
    expect(turn).to_have_text("Set up the table")
    main_button(phone).dblclick()  # the second tap of a nervous finger answers nothing
    expect(turn).to_have_text("Declare and place the terrain")
    for _ in range(12):
        expect(main_button(phone)).to_be_enabled()
        before = turn.inner_text()
        if "How did round" in before:
            break
        main_button(phone).click()
        expect(turn).not_to_have_text(before)
    for number in range(1, 6):
        expect(turn).to_contain_text(f"How did round {number} end?")
        wells = phone.locator(".well-told")
        for well in (0, 1):
            wells.nth(well).locator("input").nth(1 + (number + well) % 2).click()
        main_button(phone).click()
        expect(turn).not_to_contain_text(f"How did round {number} end?")
        if "Level on VP" in turn.inner_text():
            main_button(phone).click()
            expect(turn).not_to_contain_text("Level on VP")
        if "won" in turn.inner_text() or "draw" in turn.inner_text():
            break
    expect(phone.locator(".vp-chart:visible").first).to_be_visible()
    phone.get_by_role("button", name="Close the game").click()
    assert int(phone.evaluate("sessionStorage.taps")) <= MOST_TAPS
    assert axe_findings(phone) == [] and overflow(phone) == 0


def test_one_phone_passes_before_a_secret_and_a_tap_without_network_is_sent_once(world: World) -> None:
    phone = world.phone("one", 2)
    expect(phone.locator(".hand")).to_have_count(0)
    phone.get_by_role("link", name="Pass the phone to Bob").click()
    expect(phone.locator(".hand")).to_have_count(0)
    assert axe_findings(phone) == []
    phone.get_by_role("link", name="I’m Bob, show me").click()
    expect(phone.locator(".hand")).to_be_visible()
    phone.context.set_offline(True)
    main_button(phone).click()
    expect(phone.get_by_role("alert")).to_contain_text("Your tap is saved")
    phone.context.set_offline(False)
    expect(phone.get_by_role("link", name="Pass the phone to Ann")).to_be_visible()
    expect(phone.locator(".hand")).to_have_count(0)
    expect(phone.get_by_role("link", name="Pass the phone to Bob")).to_have_count(0)
