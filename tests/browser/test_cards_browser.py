"""Cards on a phone and on a laptop, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE, OpenPage, dark_findings, findings, overflow

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

STORMTROOPERS = "/cards/unit/stormtroopers"
VADER = "/cards/unit/darth-vader-dark-lord-of-the-sith"
LONGEST = ("/cards", "/cards?kind=upgrade&slot=gear")
DENSEST = ("/cards?q=troopers&faction=empire&card=unit/stormtroopers", VADER)
PAGES = (
    *LONGEST,
    "/cards?q=nobody&faction=rebels",
    STORMTROOPERS,
    "/cards/unit/anakin-skywalker-mounted-jedi-general",
    "/cards/upgrade/offensive-push",
    "/cards/command/vaders-might",
    "/cards/battle-force/blizzard-force",
    "/cards/compare?a=at&b=fn",
    "/keywords?q=aim",
    "/keywords/precise",
    "/cards/unit/nobody",
)
UNFOLD = "document.querySelectorAll('details').forEach((fold) => { fold.open = true })"


def search(page: Page, words: str) -> None:
    page.get_by_role("searchbox").press_sequentially(words)


def test_search_filter_open_a_card_read_a_keyword_and_come_back(phone: Page) -> None:
    phone.goto("/cards")
    search(phone, "troopers")
    expect(phone).to_have_url(re.compile(r"/cards\?q=troopers$"))
    before = phone.locator(".unit-card").count()
    phone.get_by_text("Empire", exact=True).tap()
    expect(phone).to_have_url(re.compile(r"q=troopers&faction=empire$"))
    expect(phone.get_by_role("status")).to_have_text(re.compile(r"^\d+ cards?, points of 19 June 2026$"))
    phone.get_by_text("Corps", exact=True).tap()
    expect(phone).to_have_url(re.compile(r"faction=empire&rank=corps$"))
    rows = phone.locator(".unit-card")
    expect(rows.filter(has_text="Fleet Troopers")).to_have_count(0)
    found = rows.count()
    assert 0 < found < before
    state = phone.url

    rows.filter(has_text="Stormtroopers").first.tap()
    expect(phone).to_have_url(re.compile(STORMTROOPERS))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Stormtroopers")
    explanation = phone.get_by_text("Each Aim spent on rerolls")
    expect(explanation).to_be_hidden()
    phone.get_by_text("Precise 1").tap()
    expect(explanation).to_be_visible()

    phone.go_back()
    expect(phone).to_have_url(state)
    expect(phone.get_by_role("searchbox")).to_have_value("troopers")
    expect(phone.get_by_role("checkbox", name="Empire")).to_be_checked()
    expect(phone.get_by_role("checkbox", name="Corps")).to_be_checked()
    expect(phone.locator(".unit-card")).to_have_count(found)


def test_going_back_through_searches_restores_each(phone: Page) -> None:
    phone.goto("/cards?q=vader")
    phone.get_by_text("Rebels", exact=True).tap()
    expect(phone).to_have_url(re.compile("faction=rebels"))
    phone.go_back()
    expect(phone).to_have_url(re.compile(r"\?q=vader$"))
    expect(phone.get_by_role("checkbox", name="Rebels")).not_to_be_checked()
    expect(phone.locator(".unit-card").first).to_contain_text("Darth Vader")


def test_show_more_adds_rows(phone: Page) -> None:
    phone.goto("/cards")
    expect(phone.locator(".unit-card")).to_have_count(60)
    phone.get_by_role("link", name="Show 60 more").tap()
    expect(phone.locator(".unit-card")).to_have_count(120)


def test_on_a_wide_screen_the_card_opens_beside_the_list(wide: Page) -> None:
    wide.goto("/cards?q=troopers")
    wide.locator(".unit-card").filter(has_text="Stormtroopers").first.click()
    pane = wide.get_by_role("complementary", name="Chosen card")
    expect(pane.get_by_role("heading", name="Stormtroopers")).to_be_visible()
    expect(wide).to_have_url(re.compile(r"q=troopers&card=unit%2Fstormtroopers"))
    wide.get_by_text("Empire", exact=True).click()
    expect(wide).to_have_url(re.compile(r"faction=empire&card=unit%2Fstormtroopers"))
    wide.reload()
    expect(pane.get_by_role("heading", name="Stormtroopers")).to_be_visible()


def test_works_without_scripts(open_page: OpenPage) -> None:
    page = open_page(PHONE, scripts=False)
    page.goto("/cards")
    page.get_by_role("searchbox").fill("stormtroopers")
    page.get_by_text("Corps", exact=True).tap()
    page.get_by_role("button", name="Search cards").tap()
    expect(page.locator(".unit-card").first).to_contain_text("Stormtroopers")
    page.locator(".unit-card").first.tap()
    page.get_by_text("Precise 1").tap()
    expect(page.get_by_text("Each Aim spent on rerolls")).to_be_visible()


def test_keywords_are_found_as_you_type(phone: Page) -> None:
    phone.goto("/keywords")
    search(phone, "deflect")
    expect(phone.locator(".glossary dt").first).to_contain_text("Deflect")
    expect(phone).to_have_url(re.compile(r"q=deflect$"))


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
@pytest.mark.parametrize("address", [*PAGES, *DENSEST])
def test_the_page_fits_and_everybody_can_use_it(look: OpenPage, address: str, size: tuple[int, int]) -> None:
    page = look(size)
    page.goto(address)
    page.evaluate(UNFOLD)
    if address not in LONGEST:  # the densest pages have such rows, and fewer
        assert findings(page) == []
    # The dark theme changes colours only, so the two pages that use most of them speak for all.
    assert address not in DENSEST or dark_findings(page) == []
    for width in (320, 375) if size == PHONE else (1280, 1920):
        assert overflow(look((width, 800))) <= 0, width
