"""Phones in the hall: what one does appears on the others by itself; pages work without scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE, OpenPage, dark_findings, findings
from tests.browser.event_laptop import FIELD, Event, claimed, meet

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
ONE, OTHER = FIELD[:2]


def small_event(page: Page, name: str) -> Event:
    """Four players, round 1 paired so that the first two meet, the clock running."""
    event = Event(page)
    page.goto(f"/events/new?at=details&name={name}&structure=basic")
    event.press(f"Open {name}")
    event.at = page.url.removesuffix("/desk")
    event.go("/players")
    page.get_by_label("Names, one on each line").fill("\n".join(FIELD[:4]))
    page.get_by_label("They are here: check them in at once").check()
    event.press("Enter")
    event.go()
    event.press(re.compile("^Announce"))
    event.press("Pair round 1")
    meet(event, ONE, OTHER)
    event.publish()
    return event


def seat(event: Event, phone: Page, player: str) -> None:
    """A phone claims the place of a player."""
    event.go(f"/player/{player}")
    claimed(phone, event.at, event.page.locator(".desk-code").inner_text())


def test_what_one_phone_does_appears_on_the_others_by_itself(open_page: OpenPage):
    event = small_event(open_page(WIDE), "Hoth")
    ann, bob, anybody = open_page(PHONE), open_page(PHONE), open_page(PHONE, dark=True)
    seat(event, ann, "p1")
    seat(event, bob, "p2")
    anybody.goto(event.at)
    event.page.goto(f"{event.at}/judge")

    # A call reaches the judge, the judge's answer reaches the phone.
    ann.get_by_label("What is it about?").fill("Cover")
    ann.get_by_role("button", name="Call a judge").click()
    expect(event.page.get_by_text("“Cover”")).to_be_visible()
    event.page.get_by_role("button", name="Take this call").click()
    expect(ann.get_by_text("is on the way")).to_be_visible()

    # A result told on one phone asks the other for its word, and everybody sees it once it stands.
    bob.get_by_role("link", name="Report the result").click()
    bob.get_by_role("link", name="Time was called").click()
    bob.locator("#victory1").fill("2")
    bob.locator("#victory2").fill("6")
    bob.get_by_role("button", name="Look at the result").click()
    bob.get_by_role("button", name="Report result").click()
    ann.get_by_role("button", name="Yes, that is the result").click()
    expect(bob.get_by_text("The result counts.")).to_be_visible()
    expect(anybody.locator(".event-head .slab-sub")).to_contain_text("1 of 2")
    expect(anybody.locator(".pairing [data-won] .num")).to_have_text("6")

    for page in (ann, bob, anybody, event.page):
        assert findings(page) == [], page.url


def test_a_half_filled_form_is_left_alone(open_page: OpenPage):
    event = small_event(open_page(WIDE), "Bespin")
    ann, bob = open_page(PHONE), open_page(PHONE)
    seat(event, ann, "p1")
    seat(event, bob, "p2")
    ann.get_by_label("What is it about?").fill("Half a quest")
    bob.goto(f"{event.at}/me/report?how=rounds&victory-0=2&victory-1=6&numbers=1")
    bob.get_by_role("button", name="Report result").click()
    expect(ann.get_by_text("has reported the result.")).to_be_visible()
    expect(ann.get_by_text("Something changed.")).to_be_visible()
    expect(ann.get_by_label("What is it about?")).to_have_value("Half a quest")
    ann.get_by_role("link", name="Look at it").click()
    expect(ann.get_by_role("button", name="Yes, that is the result")).to_be_visible()


# Rows of the big screen whose names reach the line under them.
STRUCK_THROUGH = """() => [...document.querySelectorAll(".hall-list li")]
  .filter((row) => {
    const [line, names] = [row, row.querySelector("div")].map((one) => one.getBoundingClientRect().bottom);
    return names > line;
  })
  .map((row) => row.textContent)"""


def test_every_page_of_an_event_is_well_made_and_needs_no_script(open_page: OpenPage):
    event = small_event(open_page(WIDE), "Kashyyyk")
    projector = open_page((1280, 720))
    projector.goto(f"{event.at}/screen?hold=1")
    assert projector.evaluate(STRUCK_THROUGH) == []
    event.results(2)
    event.close("round 1")
    for size in (PHONE, WIDE):
        page = open_page(size)
        for where in ("", "?show=standings", "?show=about", "/player/p1?why=sos", "/screen?hold=1"):
            page.goto(f"{event.at}{where}")
            assert findings(page) == [], where
            # The dark theme changes colours only, and a wide screen has no others.
            assert size == WIDE or dark_findings(page) == [], where
    page.goto(f"{event.at}?show=standings")
    page.locator(".standings tbody tr").first.click(position={"x": 4, "y": 22})  # where nothing is written
    expect(page).to_have_url(re.compile(r"/player/p\d$"))
    plain = open_page(PHONE, scripts=False)
    plain.goto(f"{event.at}?show=pairings")
    plain.get_by_role("searchbox").fill(ONE)
    plain.get_by_role("searchbox").press("Enter")
    expect(plain.locator(".pairing")).to_have_count(1)
    plain.locator(".pairing").get_by_role("link", name=ONE).click()
    expect(plain.get_by_role("heading", name=ONE)).to_be_visible()
