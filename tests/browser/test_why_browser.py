"""Why? In place on a phone, as a page without scripts or network, at a prompt of a game, in the picker."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE, OpenPage, findings

pytestmark = pytest.mark.browser
PAGES = (
    "/why",
    "/why?card=Darth+Vader",
    "/why?card=Darth+Vader&target=AT-RT",
    "/why?refusal=army.points&rule=446",
    "/why?step=rally&mode=special-operations&rule=307",
    "/rulings",
    "/rules/core/panic",
)


@pytest.mark.parametrize("size", [PHONE, WIDE])
@pytest.mark.parametrize("dark", [False, True])
def test_the_pages_fit_and_stand_in_nobodys_way(
    open_page: OpenPage, size: tuple[int, int], dark: bool
) -> None:
    page = open_page(size, dark=dark)
    for path in PAGES:
        page.goto(path)
        assert findings(page) == [], path


def reasons(page: Page) -> None:
    """The problems of a new army."""
    page.goto("/armies/new?faction=empire&format=standard")
    page.get_by_role("button", name="Start the army").click()
    page.wait_for_url(re.compile("/armies/[0-9a-f-]{36}"))
    page.goto(f"{page.url.partition('?')[0]}?reasons=1")


def test_what_is_on_file_opens_beside_a_refusal_and_folds_away(phone: Page) -> None:
    reasons(phone)
    first = phone.locator(".reason").first
    first.get_by_role("link", name="Why?").click()
    opened = first.locator(".why-here")
    expect(opened.get_by_role("link", name="Ranks and how many of each")).to_be_visible()
    assert "?reasons=1" in phone.url, "the page stays"
    assert findings(phone) == []
    opened.locator("summary").click()
    expect(opened.get_by_role("link", name="Ranks and how many of each")).to_be_hidden()


def test_without_scripts_it_is_a_page(open_page: OpenPage) -> None:
    page = open_page(PHONE, scripts=False)
    reasons(page)
    page.locator(".reason").first.get_by_role("link", name="Why?").click()
    expect(page.get_by_role("heading", name="Why? Ranks and how many of each")).to_be_visible()


def test_a_prompt_of_a_game_leads_to_its_rules(phone: Page) -> None:
    phone.goto("/play")
    phone.get_by_label("One phone for both players").click()
    phone.get_by_label("Score only").click()
    phone.get_by_label("Your name").fill("Ann")
    phone.get_by_label("Your opponent").fill("Bob")
    phone.get_by_role("button", name="Open the game").click()
    phone.get_by_role("button", name="Begin the game").click()
    rules = phone.locator(".rules-here").first
    rules.locator("summary").click()
    expect(rules.get_by_role("link", name="Battlefield and components")).to_be_visible()
    assert findings(phone) == []
    rules.get_by_role("link", name="Why? this step").click()
    opened = rules.locator(".why-here")
    expect(opened.get_by_role("link", name="Battlefield and components")).to_be_visible()
    expect(phone.locator(".turn")).to_contain_text("Set up the table")
    assert findings(phone) == []
    rules.get_by_role("link", name="Why? this step").click()
    expect(opened.get_by_role("link", name="Battlefield and components")).to_be_hidden()


def test_a_barred_row_of_the_picker_says_why_beside_it(phone: Page) -> None:
    reasons(phone)
    phone.goto(f"{phone.url.partition('?')[0]}?add=commander&show=all&q=luke")
    row = phone.locator(".pick[data-barred]").first
    row.get_by_role("link", name="Why?").click()
    expect(row.locator(".why-here").get_by_role("link").first).to_be_visible()
    assert "add=commander" in phone.url, "the picker stays"
    assert findings(phone) == []
