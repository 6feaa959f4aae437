"""Tours of Duty in a real browser: a Register begun on a phone; pages that fit and that everybody can use."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, WIDE, findings, overflow, overflow_of_large_text

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-tables")]


@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (WIDE, True)])
def test_a_register_is_begun_with_its_paragon(open_page, size, dark):
    page = open_page(size, dark=dark)
    page.goto("/tours")
    assert findings(page) == []
    assert overflow_of_large_text(page) == 0
    page.goto("/tours/new")
    assert findings(page) == []
    page.get_by_text("Empire", exact=True).click()
    expect(page.get_by_role("heading", name="Choose your Paragon")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("link", name="Imperial Officer").first.click()
    page.get_by_label("Name, which everyone will see").fill("Maela Dace")
    page.get_by_text("Tip of the Spear").click()
    assert findings(page) == []
    assert overflow(page) == 0
    page.get_by_role("button", name="Make Paragon").click()
    expect(page.get_by_text("Maela Dace").first).to_be_visible()
    expect(page.get_by_text("2 more corps to choose")).to_be_visible()
    assert findings(page) == []
    assert overflow(page) == 0
