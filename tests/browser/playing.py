"""Two phones that play a whole game: each answers its prompts by taps until it is told to wait."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

FINGERS = Path(__file__).with_name("fingers.js")
PATIENCE = 120_000
"""Milliseconds for a stretch of a game; a loaded machine plays slowly."""
A_WHILE = 1_000
"""Milliseconds after which the other phones are asked whether they can play on."""
NEVER, AT_ONCE = "^$", "."


def with_fingers(page: Page) -> Page:
    """A phone that can play by itself; its taps are counted."""
    page.add_init_script(path=FINGERS)
    return page


def goes_on(phone: Page, until: str = NEVER) -> None:
    """The phone answers by itself until it is asked something like this."""
    phone.evaluate("until => fingers.play(until)", until)


def reached(phone: Page) -> None:
    """Return once the phone has come to what it plays until, or the game is over. Whoever cannot play on ends
    the wait for everybody."""
    for _ in range(PATIENCE // A_WHILE):
        if phone.evaluate("patience => fingers.reached(patience)", A_WHILE):
            return
        others = [page for context in phone.context.browser.contexts for page in context.pages]
        complaints = [page.evaluate("window.fingers?.complaint()") for page in others]
        assert not any(complaints), complaints
    pytest.fail(f"still at {phone.evaluate('fingers.where()')}")


def play(*phones: Page, until: str = NEVER) -> None:
    """On until every phone is asked something like this; without, to the end of the game."""
    for phone in phones:
        goes_on(phone, until)
    for phone in phones:
        reached(phone)


def taps(phone: Page) -> dict[int, int]:
    """The taps of a phone by round; 0 is everything before the first."""
    counted: dict[str, int] = phone.evaluate("fingers.taps()")
    return {int(number): count for number, count in counted.items()}


def main_button(page: Page) -> Any:
    """The one big button at the bottom."""
    return page.locator(".game-foot [data-main]")
