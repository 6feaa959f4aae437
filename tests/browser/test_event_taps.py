"""An event of eight run from a phone by touch alone, counted in taps; typing is free."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenPage, findings
from tests.browser.event_laptop import FIELD
from tests.browser.taps import counting, taps_by_touch

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
WAYS_BACK = 2  # taps on the browser's own arrow: from the standings, and from the big screen
# Whether the field that has the focus lies within the screen.
FOCUS_IN_VIEW = """() => {
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


def tap(page: Page, name: str | re.Pattern[str], role: str = "button") -> None:
    page.get_by_role(role, name=name).first.tap()  # type: ignore[arg-type]


def open_event(page: Page) -> None:
    """From the start page to eight players who are here."""
    page.set_default_timeout(8000)
    page.goto("/")
    tap(page, "Run an event", "link")
    page.get_by_label("Name of the event").tap()
    page.keyboard.type("Cloud City")
    zone = page.get_by_label("Time zone")  # the browser's own, in a list of all
    expect(zone).to_have_value(page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone"))
    assert zone.locator("option").count() > 300
    while not page.get_by_role("button", name="Open Cloud City").count():
        before = page.url
        tap(page, "Next")
        page.wait_for_url(lambda url, before=before: url != before)
    tap(page, "Open Cloud City")
    tap(page, "Enter players", "link")
    page.get_by_label("Names, one on each line").tap()
    page.keyboard.insert_text("\n".join(FIELD[:8]))
    page.get_by_text("They are here: check them in at once").tap()
    tap(page, "Enter")
    expect(page.get_by_text("8 of 8 here")).to_be_visible()
    tap(page, "The desk", "link")


def pair_and_start(page: Page, number: int) -> None:
    """Pair, publish, clock: each leads to the next."""
    tap(page, f"Pair round {number}")
    tap(page, "Publish to every phone")
    tap(page, "Start the clock")


def enter_results(page: Page) -> None:
    """Two taps a table: the second number, Save."""
    for done in range(1, 5):
        expect(page.locator("#victory1")).to_be_focused()
        assert page.evaluate(FOCUS_IN_VIEW)
        page.keyboard.type("8")
        page.locator("#victory2").tap()
        page.keyboard.type("3")
        tap(page, re.compile("^Save"))
        expect(page.locator("#desk-count")).to_contain_text(f"{done} of 4 tables")


def test_an_event_of_eight_takes_32_taps_and_12_for_each_further_round(open_page: OpenPage) -> None:
    page = counting(open_page(PHONE))
    open_event(page)
    tap(page, re.compile("^Announce"))
    pair_and_start(page, 1)
    enter_results(page)
    tap(page, "Close round 1")
    page.get_by_role("link", name="All", exact=True).tap()
    expect(page.locator(".standings tbody tr")).to_have_count(8)
    page.go_back()
    tap(page, "Big screen", "link")
    expect(page.locator(".hall")).to_be_visible()
    page.go_back()
    first = taps_by_touch(page) + WAYS_BACK
    assert first <= 32
    pair_and_start(page, 2)
    enter_results(page)
    tap(page, "Close round 2")
    expect(page.get_by_text("The round is closed.")).to_be_visible()
    assert taps_by_touch(page) + WAYS_BACK - first <= 12


def test_results_on_a_phone_ask_beside_the_field_and_take_no_empty_one(
    open_page: OpenPage,
) -> None:
    page = counting(open_page(PHONE))
    open_event(page)
    tap(page, re.compile("^Announce"))
    pair_and_start(page, 1)
    tap(page, re.compile("^Save"))
    expect(page.locator("#victory1-error")).to_contain_text("how many VP")
    expect(page.locator("#victory1")).to_be_focused()
    assert page.get_by_text("how many VP").count() == 1
    assert page.evaluate(FOCUS_IN_VIEW)
    assert findings(page) == []

    # The name is the tap for who won, and leads to the missing number; it must agree with the numbers.
    name = page.locator(".duel-player").nth(1)
    name.tap()
    expect(name.get_by_text("Winner")).to_be_visible()
    expect(page.locator("#victory2")).to_be_focused()
    page.keyboard.type("2")
    page.locator("#victory1").tap()
    page.keyboard.type("6")
    tap(page, re.compile("^Save"))
    expect(page.locator("#winner-error")).to_contain_text("names the wrong winner")
    name.tap()
    expect(name.get_by_text("Winner")).to_be_hidden()
    tap(page, re.compile("^Save"))
    expect(page.locator("#desk-count")).to_contain_text("1 of 4 tables")
    expect(page.locator("#victory1")).to_be_focused()
    assert page.evaluate(FOCUS_IN_VIEW)
    assert taps_by_touch(page) > 0
