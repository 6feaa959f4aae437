"""A whole game of Special Operations on two phones, from the first tap to the last: secrets, a condition,
panic in the other's activation, an undo that the other grants, reloads; and no more taps than a game may
cost."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_findings, overflow
from tests.browser.playing import AT_ONCE, goes_on, main_button, play, reached, taps, with_fingers

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-tables")]
FIRST_ROUND, WHOLE_GAME = 65, 230
"""Taps of a player that issue and design allow; setup counts for the whole game."""


def open_game(ann: Page, bob: Page) -> None:
    """Ann opens a game with Rebel Troopers; Bob joins by the link with Infantry."""
    ann.goto("/play")
    ann.get_by_label("Special Operations", exact=True).click()
    ann.get_by_label("Your squad").locator("visible=true").select_option("rebel-troopers")
    ann.get_by_label("Mission", exact=True).select_option("shifting-priorities-operation")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="Open the game").click()
    bob.goto(ann.url)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Join the game").click()
    bob.get_by_label("Bob’s squad").select_option("infantry")
    bob.get_by_role("button", name="Bring this squad").click()
    ann.get_by_role("button", name="Begin the game").click()


def attacks(page: Page, by: str) -> str:
    """Declare an attack on the second enemy, whom nobody backs up; what fell."""
    page.locator(".aimed .crew-body").nth(1).click()
    main_button(page).click()
    act = page.locator(".tab-log .story-text").filter(has_text=f"{by} ").first
    expect(act).to_contain_text("Attack roll:")
    return act.locator("span").filter(has_text="Attack roll:").text_content() or ""


def fits(page: Page) -> None:
    assert axe_findings(page) == [] and overflow(page) == 0


def test_a_whole_game_on_two_phones(open_page) -> None:
    ann, bob = with_fingers(open_page()), with_fingers(open_page())
    open_game(ann, bob)

    # loadouts in secret: what Ann locks changes nothing on Bob's phone, and her own finds it again
    play(ann, bob, until=r"setup\.loadouts")
    fits(ann)
    hers = ann.locator(".loadout-pair label").nth(1)
    name = hers.locator("b").inner_text()
    hers.click()
    before = bob.locator("#live").inner_html()
    main_button(ann).click()
    expect(ann.locator(".turn")).to_contain_text("Bob decides")
    ann.reload()
    expect(ann.locator(".turn")).to_contain_text("Bob decides")
    assert bob.locator("#live").inner_html() == before
    main_button(bob).click()
    expect(bob.locator(".tab-log .story-text").filter(has_text="Loadouts:")).to_contain_text(name)
    expect(bob.locator(".op-facts")).to_contain_text(re.compile("rounds 3 and 4"))

    # a command card in secret
    play(ann, bob, until=r"r1\.card")
    before = bob.locator("#live").inner_html()
    main_button(ann).click()
    expect(ann.locator(".turn")).to_contain_text("Bob decides")
    assert bob.locator("#live").inner_html() == before

    # an attack: the same sheet after a reload; undone when Bob grants it, its dice stay as they fell
    goes_on(bob)
    goes_on(ann, r"\.attack$")
    reached(ann)
    for phone in (ann, bob):
        goes_on(phone, AT_ONCE)
    fits(ann)
    ann.reload()
    by = ann.locator(".turn > span").inner_text()
    assert by.endswith(" attacks")
    fell = attacks(ann, by)
    ann.locator("label[for=tab-log]").click()
    ann.get_by_role("button", name=f"Ask to undo: {by}").first.click()
    bob.get_by_role("button", name="Undo it").click()
    ann.locator("label[for=tab-now]").click()
    expect(ann.locator(".turn > span")).to_have_text(by)
    expect(ann.locator(".tab-log")).not_to_contain_text(f"{by} ")
    assert attacks(ann, by) == fell

    play(ann, bob)
    expect(ann.locator(".turn")).to_contain_text("You won")
    expect(bob.locator(".turn")).to_contain_text("Ann won")
    ann.get_by_role("button", name="Close the game").click()
    expect(bob.get_by_text("The game is closed")).to_be_visible()
    for phone in (ann, bob):
        counted = taps(phone)
        print(f"taps by round: {counted}, in all {sum(counted.values())}")
        assert counted[1] <= FIRST_ROUND and sum(counted.values()) <= WHOLE_GAME
    bob.goto(f"{bob.url}/log")
    attack = bob.locator(".story-line").filter(has_text=" attacks ").filter(has_text=" panicked: ")
    assert attack.count(), "a unit panicked in the activation of another's"
