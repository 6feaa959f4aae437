"""An organiser's laptop with an event on it, and phones that claim a place."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import findings

FIELD = [
    "Ada Marrok", "Ben Okafor", "Cleo Brandt", "Dov Petrov", "Eli Whitlock", "Fay Adeyemi",
    "Gus Moreau", "Hal Dace", "Ines Kruger", "Jo Tanaka", "Kit Vargas",
]  # fmt: skip


class Event:
    """The organiser's laptop with the event on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.at = ""

    def go(self, where: str = "") -> None:
        self.page.goto(f"{self.at}/desk{where}")

    def press(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name).first.click()

    def plan(self, name: str) -> None:
        """Question after question."""
        page = self.page
        page.goto("/events")
        page.get_by_role("link", name="New event").first.click()
        page.get_by_label("Name of the event").fill(name)
        for question in ("What is played?", "By which rules?", "Casual or competitive?", "How many rounds?"):
            self.press("Next")
            expect(page.get_by_role("heading", name=question)).to_be_visible()
            if question == "By which rules?":
                page.get_by_text("Tournament Regulations", exact=True).click()
        page.get_by_text("Advanced", exact=True).click()
        page.get_by_label("Players you expect").fill("30")
        expect(page.get_by_role("status").first).to_contain_text("30 players: 4 Swiss rounds")
        page.get_by_label("Players you expect").fill("12")
        expect(page.get_by_role("status").first).to_contain_text("12 players: 3 Swiss rounds")
        assert findings(page) == []
        self.press("Next")
        page.get_by_label("Army lists").select_option("none")
        assert findings(page) == []
        self.press(f"Open {name}")
        expect(page.get_by_role("heading", name="Enter the players")).to_be_visible()
        self.at = page.url.removesuffix("/desk")

    def pair(self, words: str) -> None:
        """Draw a round and look at it."""
        self.go()
        self.press(f"Pair {words}")
        expect(self.page.get_by_text("The independent checker finds nothing wrong.")).to_be_visible()

    def publish(self) -> None:
        """Everybody sees it; the clock starts."""
        self.press("Publish to every phone")
        self.press("Start the clock")
        expect(self.page.get_by_role("heading", name=re.compile("^Results"))).to_be_visible()

    def results(self, tables: int, done: int = 0) -> None:
        """Four keys a table: two numbers, each with Enter. The page never reloads."""
        self.go("/results")
        self.page.evaluate("window.stayed = true")
        for place in range(done + 1, tables + 1):
            expect(self.page.locator("#victory1")).to_be_focused()
            for key in ("8", "Enter", "3", "Enter"):
                self.page.keyboard.press(key)
            expect(self.page.locator("#desk-count")).to_contain_text(f"{place} of {tables} table")
        assert self.page.evaluate("window.stayed") is True
        expect(self.page.get_by_role("heading", name="Every table is in")).to_be_visible()

    def close(self, words: str) -> None:
        self.go()
        self.press(f"Close {words}")


def claimed(phone: Page, at: str, code: str) -> None:
    """A player who was entered by hand claims the seat with the code."""
    phone.goto(f"{at}/join?code={code}")
    phone.get_by_role("button", name="Connect this phone").click()
    expect(phone).to_have_url(re.compile("/me$"))


def meet(event: Event, one: str, other: str) -> None:
    """Change the draft by hand so that these two play each other."""
    page = event.page
    game = page.locator(".desk-pairs > li").filter(has_text=one)
    if other in game.inner_text():
        return
    opponent = next(name for name in game.locator(".name").all_inner_texts() if name != one)
    for name in (opponent, other):
        page.locator("label.pair-player").filter(has_text=name).click()
    event.press("Swap the two chosen")
    expect(page.get_by_text("Changed by hand 1 time.")).to_be_visible()
    expect(page.locator(".desk-pairs > li").filter(has_text=one)).to_contain_text(other)
