"""Counting the taps of a journey, as a browser sees them. Typing is not a tap; Enter and Tab are noted
apart, for only a desk has them."""

from playwright.sync_api import Page

MOST_OF_ATTACKER, MOST_OF_DEFENDER = 5, 2
"""Taps of a plain attack."""
COUNT_TAPS = """addEventListener("pointerdown", () => {
  sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
}, true);
addEventListener("keydown", (event) => {
  if (["Enter", "Tab"].includes(event.key)) sessionStorage.keys = `${sessionStorage.keys || ""} ${event.key}`;
}, true)"""


def counting(page: Page) -> Page:
    """The page, which counts from now on."""
    page.add_init_script(COUNT_TAPS)
    return page


def taps(page: Page) -> int:
    """How often the page was tapped."""
    return int(page.evaluate("Number(sessionStorage.taps || 0)"))


def taps_by_touch(page: Page) -> int:
    """The same for a journey by touch alone: Enter or Tab fails it."""
    assert page.evaluate("sessionStorage.keys || ''") == ""
    return taps(page)
