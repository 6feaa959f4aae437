"""A whole event in real browsers: twelve players, an organiser's laptop, two players' phones.

From registration to the final of an Advanced event, with one drop, the bye that follows from it, and one
correction. Most results are entered from the keyboard, one is told on a phone and confirmed on another.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE, OpenPage, findings, overflow, overflow_of_large_text
from tests.browser.event_laptop import FIELD, Event, claimed, meet

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def signed_up(phone: Page, at: str, name: str) -> None:
    """A player signs up by the link, without an account."""
    phone.goto(f"{at}/join")
    assert findings(phone) == []
    phone.get_by_label("Your name, as the others know you").fill(name)
    phone.get_by_role("button", name="Sign me up").click()
    expect(phone).to_have_url(re.compile("/me$"))


def told(phone: Page, winner: str) -> None:
    """The result of one's own game, step by step; nobody else's table is asked for."""
    phone.reload()
    phone.get_by_role("link", name="Report the result").click()
    phone.locator('a[href="?how=rounds"]').click()
    first = phone.locator('label[for="victory1"]').inner_text()
    mine, theirs = ("1", "2") if winner in first else ("2", "1")
    phone.locator(f"#victory{mine}").fill("9")
    phone.locator(f"#victory{theirs}").fill("6")
    phone.get_by_role("button", name="Look at the result").click()
    expect(phone.get_by_text(f"{winner} wins")).to_be_visible()
    phone.get_by_role("button", name="Report result").click()
    expect(phone.get_by_text("Waiting for")).to_be_visible()


def test_an_advanced_event_of_twelve_from_registration_to_the_final(open_page: OpenPage):
    event, mine, theirs = Event(open_page(WIDE)), open_page(PHONE), open_page(PHONE)
    page = event.page
    event.plan("Endor Open")

    # Registration: eleven from a list, one by the link, one of the eleven with a phone and a code.
    event.go("/players")
    page.get_by_label("Names, one on each line").fill("\n".join(FIELD))
    event.press("Enter")
    expect(page.get_by_text("11 players entered.")).to_be_visible()
    signed_up(mine, event.at, "Lou Ferrand")
    page.get_by_role("link", name="Ada Marrok").click()
    assert findings(page) == []
    claimed(theirs, event.at, page.locator(".desk-code").inner_text())
    event.go("/players?show=away")
    page.get_by_role("button", name="Check in Ben Okafor").click()
    expect(page.get_by_text("1 of 12 here")).to_be_visible()
    event.press("Check in all 11 who are missing")
    expect(page.get_by_text("12 of 12 here")).to_be_visible()
    assert findings(page) == []
    event.go()
    event.press("Announce 3 Swiss rounds, then the best 2 play the final")

    # Round 1: the two phones meet, one tells and the other confirms; the rest comes from the keyboard.
    event.pair("round 1")
    meet(event, "Lou Ferrand", "Ada Marrok")
    assert findings(page) == []
    assert overflow(page) == 0
    event.publish()
    assert findings(page) == []
    told(mine, "Lou Ferrand")
    event.go()
    expect(page.get_by_text("One player has reported the result")).to_be_visible()
    theirs.reload()
    theirs.get_by_role("button", name="Yes, that is the result").click()
    expect(theirs.get_by_text("The result counts.")).to_be_visible()
    event.go("/results")
    assert findings(page) == []
    event.results(6, done=1)
    event.close("round 1")

    # Somebody drops: eleven are left, and round 2 has a bye.
    event.go("/players")
    page.get_by_role("link", name="Kit Vargas").click()
    event.press("Drop")
    expect(page.get_by_text("Dropped.")).to_be_visible()
    event.pair("round 2")
    expect(page.get_by_text("1 bye")).to_be_visible()
    event.publish()
    event.results(5)
    event.close("round 2")

    # A result of round 1 was written down the wrong way round.
    event.go("/correct")
    page.get_by_role("link", name=re.compile("8 to 3")).last.click()
    page.locator("#victory1").fill("3")
    page.locator("#victory2").fill("8")
    event.press("See what changes")
    expect(page.locator(".desk-effect")).to_contain_text("Points")
    assert findings(page) == []
    page.get_by_label("Why, for the log").fill("The slip was read the wrong way round")
    event.press("Correct the result")
    expect(page.get_by_text("is corrected.")).to_be_visible()

    # Round 3, the cut, the final.
    event.pair("round 3")
    event.publish()
    event.results(5)
    event.close("round 3")
    event.go("/bracket")
    assert findings(page) == []
    event.press("Cut to the top 2")
    event.go()
    event.press("Pair final")
    event.publish()
    event.results(1)
    event.close("final")
    event.press("End the event")
    expect(page.locator(".desk-ranking li").first).to_be_visible()
    champion = page.locator(".desk-ranking li").first.locator("span").nth(1).inner_text()
    event.go("/bracket")
    expect(page.locator(".bracket [data-won]")).to_contain_text(champion)
    assert findings(page) == []
    mine.goto(event.at)
    expect(mine.get_by_text(champion).first).to_be_visible()


def test_the_desk_fits_a_phone_and_works_without_scripts(open_page: OpenPage):
    event = Event(open_page(PHONE, scripts=False))
    page = event.page
    page.goto("/events/new?at=details&name=Small+hall&structure=basic")
    page.get_by_role("button", name="Open Small hall").click()
    event.at = page.url.removesuffix("/desk")
    event.go("/players")
    page.get_by_label("Names, one on each line").fill("\n".join(FIELD[:4]))
    page.get_by_label("They are here: check them in at once").check()
    event.press("Enter")
    event.go()
    event.press(re.compile("^Announce"))
    event.press("Pair round 1")
    event.press("Publish to every phone")
    event.press("Start the clock")
    event.go("/results")
    page.locator("#victory1").fill("5")
    page.locator("#victory2").fill("2")
    event.press(re.compile("^Save"))
    expect(page.get_by_text("Table 1 is in.")).to_be_visible()
    for where in (
        "",
        "/players",
        "/player/p1",
        "/pairing",
        "/results",
        "/clock",
        "/correct",
        "/roles",
        "/settings",
    ):
        event.go(where)
        assert overflow(page) == overflow_of_large_text(page) == 0, where


def playing(event: Event, name: str, players: int) -> None:
    """A small event whose first round is being played, with its results open."""
    event.page.goto(f"/events/new?at=details&name={name.replace(' ', '+')}&structure=basic")
    event.press(f"Open {name}")
    event.at = event.page.url.removesuffix("/desk")
    event.go("/players")
    event.page.get_by_label("Names, one on each line").fill("\n".join(FIELD[:players]))
    event.page.get_by_label("They are here: check them in at once").check()
    event.press("Enter")
    event.go()
    event.press(re.compile("^Announce"))
    event.press("Pair round 1")
    event.press("Publish to every phone")
    event.press("Start the clock")
    event.go("/results")


def test_what_another_scorekeeper_enters_appears_while_one_types(open_page: OpenPage):
    first = Event(open_page(WIDE))
    playing(first, "Two laptops", 6)
    first.page.keyboard.press("9")
    second = first.page.context.new_page()
    second.goto(f"{first.at}/desk/results?table=3")
    for key in ("8", "Enter", "3", "Enter"):
        second.keyboard.press(key)
    expect(second.locator("#desk-count")).to_contain_text("1 of 3 tables")
    expect(first.page.locator("#desk-count")).to_contain_text("1 of 3 tables")
    expect(first.page.locator("#desk-tables [data-state=done]")).to_have_text(re.compile("3"))
    expect(first.page.locator("#victory1")).to_have_value("9")


def test_an_ending_without_numbers_keeps_the_focus_so_that_every_key_goes_on_working(open_page: OpenPage):
    event = Event(open_page(WIDE))
    page, keys = event.page, event.page.keyboard
    playing(event, "By keys", 4)
    event.go("/clock")  # nobody waits for a missing player, so that No-show can be told at once
    waiting = page.get_by_label("Minutes until a missing player loses")
    waiting.fill("0")
    with page.expect_navigation():
        waiting.press("Enter")
    event.go("/results")
    save, message = page.get_by_role("button", name=re.compile("^Save")), page.locator("[data-said]")
    expect(page.locator("#victory1")).to_be_focused()
    keys.press("n")
    expect(page.locator("#victory1")).to_be_hidden()
    expect(save).to_be_focused()
    keys.press("ArrowRight")
    came = page.locator(".duel-player .name").nth(1).inner_text()
    expect(message).to_contain_text(came)
    keys.press("d")
    expect(save).to_be_focused()
    expect(message).to_contain_text("How it ended:")
    keys.press("f")  # an ending with numbers again: the focus stays, Tab and the letters work
    expect(page.locator("#victory1")).to_be_visible()
    expect(save).to_be_focused()
    keys.press("b")
    expect(message).to_contain_text(f"Blue player: {page.locator('.duel-player .name').first.inner_text()}")
    keys.press("d")
    keys.press("Enter")
    expect(page.locator("#desk-count")).to_contain_text("1 of 2 tables")
    expect(page.locator("#victory1")).to_be_focused()
    assert page.locator("#desk-tables [data-state=done]").count() == 1
