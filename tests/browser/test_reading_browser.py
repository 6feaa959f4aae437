"""Reading and pressing: very wide screens, forced colours, slow lines, and choices that were left empty."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import PHONE, WIDE, OpenPage, findings

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
# The title and the page begin at one line, and the page has as much room on its left as on its right.
OFF_CENTRE = """() => {
  const page = document.querySelector("main .page").getBoundingClientRect();
  const inner = page.left + parseFloat(getComputedStyle(document.querySelector("main .page")).paddingLeft);
  const title = document.querySelector("main h1").getBoundingClientRect().left;
  const main = document.querySelector("main").getBoundingClientRect();
  const [left, right] = [page.left - main.left, main.right - page.right];
  const fine = Math.abs(inner - title) < 1 && Math.abs(left - right) < 20 && left > 100;
  return fine ? "" : `${inner} ${title} ${left} ${right}`;
}"""
SEGMENTS = """() => [...document.querySelectorAll(".new-game .segmented")]
  .filter((row) => row.checkVisibility())
  .map((row) => [...row.querySelectorAll("label")].map((one) => getComputedStyle(one).backgroundColor))"""

BUSY_AFTER_CLICK = """(address) => {
  const link = document.querySelector(`main a[href="${address}"]`);
  link.click();
  return new Promise((done) => setTimeout(() => done(link.hasAttribute("data-busy")), 20));
}"""


def test_a_very_wide_screen_has_the_page_in_its_middle(look: OpenPage) -> None:
    page = look((1920, 1080))
    for address in ("/", "/help", "/rules", "/rulings", "/events", "/tours/new", "/play", "/armies"):
        page.goto(address)
        assert page.evaluate(OFF_CENTRE) == "", address


def test_forced_colours_keep_the_chosen_segment(look: OpenPage) -> None:
    page = look(WIDE)
    page.goto("/play")
    page.emulate_media(forced_colors="active")
    rows = page.evaluate(SEGMENTS)
    page.emulate_media(forced_colors="none")
    assert rows
    for chosen, *others in rows:
        assert chosen not in others


def test_a_tap_on_a_slow_line_is_seen_to_be_taken(open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto("/help")
    waiting: list[Route] = []
    page.route("**/help/armies", lambda route: waiting.append(route))  # noqa: PLW0108
    assert page.evaluate(BUSY_AFTER_CLICK, "/help/armies")
    waiting[0].continue_()
    page.wait_for_url("**/help/armies")
    assert page.locator("[data-busy]").count() == 0


def test_what_was_left_empty_is_said_in_the_page(open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto("/sign-in")
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    assert page.locator(".field-wrong").count() == 2
    expect(page.get_by_label("Handle")).to_be_focused()
    assert findings(page) == []
    page.keyboard.type("ann")
    assert page.locator(".field-wrong").count() == 1
