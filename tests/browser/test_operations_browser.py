"""A whole game of Special Operations on two phones, from the first tap to the last: secrets, a condition,
panic in the other's activation, an undo that the other grants, reloads; and no more taps than a game may
cost."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, axe_findings, dark_findings, overflow
from tests.browser.playing import AT_ONCE, goes_on, main_button, play, reached, taps, with_fingers

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-tables")]
FIRST_ROUND, WHOLE_GAME = 65, 230
"""Taps of a player that issue and design allow; setup counts for the whole game."""


def open_game(amy: Page, bert: Page) -> None:
    """Amy opens a game with Rebel Troopers; Bert joins by the link with Infantry."""
    amy.goto("/play")
    amy.get_by_label("Special Operations", exact=True).click()
    amy.get_by_label("Your squad").locator("visible=true").select_option("rebel-troopers")
    amy.get_by_label("Mission", exact=True).select_option("shifting-priorities-operation")
    amy.get_by_label("Your name").fill("Amy")
    amy.get_by_role("button", name="Open the game").click()
    bert.goto(amy.url)
    bert.get_by_label("Your name").fill("Bert")
    bert.get_by_role("button", name="Join the game").click()
    expect(bert.locator("#live")).to_have_attribute("data-state", "live")
    bert.get_by_label("Bert’s squad").select_option("infantry")
    bert.get_by_role("button", name="Bring this squad").click()
    amy.get_by_role("button", name="Begin the game").click()


def attacks(page: Page, by: str) -> str:
    """Declare an attack on the second enemy, whom nobody backs up; what fell."""
    page.locator(".aimed .crew-body").nth(1).click()
    main_button(page).click()
    act = page.locator(".tab-log .story-text").filter(has_text=f"{by} ").first
    expect(act).to_contain_text("Attack roll:")
    return act.locator("span").filter(has_text="Attack roll:").text_content() or ""


def fits(page: Page) -> None:
    assert axe_findings(page) == [] and dark_findings(page) == [] and overflow(page) == 0


def test_a_whole_game_on_two_phones(open_page) -> None:
    amy, bert = with_fingers(open_page()), with_fingers(open_page())
    open_game(amy, bert)

    # loadouts in secret: what Amy locks changes nothing on Bert's phone, and her own finds it again
    play(amy, bert, until=r"setup\.loadouts")
    fits(amy)
    hers = amy.locator(".loadout-pair label").nth(1)
    name = hers.locator("b").inner_text()
    hers.click()
    before = bert.locator("#live").inner_html()
    main_button(amy).click()
    expect(amy.locator(".turn")).to_contain_text("Bert decides")
    amy.reload()
    expect(amy.locator(".turn")).to_contain_text("Bert decides")
    assert bert.locator("#live").inner_html() == before
    main_button(bert).click()
    expect(bert.locator(".tab-log .story-text").filter(has_text="Loadouts:")).to_contain_text(name)
    expect(bert.locator(".op-facts")).to_contain_text(re.compile(r"\w+, rounds \d and \d"))

    # a command card in secret
    play(amy, bert, until=r"r1\.card")
    before = bert.locator("#live").inner_html()
    amy.locator(".hand label").first.click()
    main_button(amy).click()
    expect(amy.locator(".turn")).to_contain_text("Bert decides")
    assert bert.locator("#live").inner_html() == before

    # an attack: the same sheet after a reload; undone when Bert grants it, its dice stay as they fell
    goes_on(bert)
    goes_on(amy, r"\.sheet$")
    reached(amy)
    for phone in (amy, bert):
        goes_on(phone, AT_ONCE)
    fits(amy)
    amy.reload()
    by = amy.locator(".turn > span").inner_text()
    assert by.endswith(" attacks")
    fell = attacks(amy, by)
    amy.locator("label[for=tab-log]").click()
    amy.locator(".tab-log .story-line").filter(has_text=f"{by} ").get_by_role("button").click()
    bert.get_by_role("button", name="Undo", exact=True).click()
    amy.locator("label[for=tab-now]").click()
    expect(amy.locator(".turn > span")).to_have_text(by)
    expect(amy.locator(".tab-log")).not_to_contain_text(f"{by} ")
    amy.set_viewport_size({"width": 375, "height": 480})
    amy.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert attacks(amy, by) == fell
    expect(amy.locator(".turn")).to_be_in_viewport(ratio=1)  # what comes next is read from its beginning
    amy.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})

    # the defender decides on one sheet
    goes_on(amy)
    goes_on(bert, r"\.fight$")
    reached(bert)
    fits(bert)
    assert bert.locator(".game-foot [data-main], .game-foot [value=yes]").count() == 1

    play(amy, bert)
    ends = [phone.locator(".turn > span").inner_text() for phone in (amy, bert)]
    assert sorted("You won" in end for end in ends) == [False, True] and all("won" in end for end in ends)
    amy.get_by_role("button", name="Close the game").click()
    expect(bert.get_by_text("The game is closed")).to_be_visible()
    for phone in (amy, bert):
        counted = taps(phone)
        print(f"taps by round: {counted}, in all {sum(counted.values())}")
        assert counted[1] <= FIRST_ROUND and sum(counted.values()) <= WHOLE_GAME
    bert.goto(f"{bert.url}/log")
    attack = bert.locator(".story-line").filter(has_text=" attacks ").filter(has_text=" panicked: ")
    assert attack.count(), "a unit panicked in the activation of another's"
