"""Counting the taps of a journey, as a browser sees them; typing is not a tap."""

from playwright.sync_api import Page

COUNT_TAPS = """addEventListener("pointerdown", () => {
  sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
}, true)"""


def counting(page: Page) -> Page:
    """The page, which counts from now on."""
    page.add_init_script(COUNT_TAPS)
    return page


def taps(page: Page) -> int:
    """How often the page was tapped."""
    return int(page.evaluate("Number(sessionStorage.taps || 0)"))
