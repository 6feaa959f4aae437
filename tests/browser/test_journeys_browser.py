"""Journeys from the start page, counted in taps; the pages of finding fit, at 200% text too."""

import io

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE, dark_findings, findings, unfit
from tests.browser.help_pictures import ANYBODY, SIZE, take
from tests.browser.taps import counting, taps

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
FIELD = "Search cards, keywords, rules, armies and events"
PAGES = ["/", "/search", "/search?q=panic", "/help", "/help/armies", "/privacy", "/about", "/rules/312"]
PAGES += ["/keywords/pierce", "/odds?a=black-4.vs-red&b=black-4.pierce-1.vs-red"]


def test_a_rule_and_its_source_take_three_taps(phone: Page) -> None:
    counting(phone).goto("/")
    phone.get_by_label(FIELD).click()
    phone.keyboard.type("panic")
    phone.locator("#found").get_by_role("link", name="A unit panics whenever").click()
    expect(phone.get_by_role("heading", name="Rule 312")).to_be_visible()
    expect(phone.get_by_text("Special Operations, playtest").first).to_be_visible()
    assert taps(phone) <= 3


def test_a_keyword_and_two_attacks_take_six_taps(phone: Page) -> None:
    counting(phone).goto("/")
    phone.get_by_label(FIELD).click()
    phone.keyboard.type("peirce")
    phone.locator("#found").get_by_role("link", name="Pierce").first.click()
    expect(phone.get_by_role("heading", name="Pierce", exact=True)).to_be_visible()
    phone.get_by_role("link", name="Odds with and without Pierce").click()
    first, second = phone.locator("[data-side=a].question"), phone.locator("[data-side=b].question")
    expect(second.get_by_label("Pierce", exact=True)).to_have_value("1")
    before = phone.locator("#odds-answer").inner_text()
    first.get_by_role("button", name="One red die more").click()
    second.get_by_role("button", name="One red die more").click()
    expect(phone.locator("#odds-answer")).not_to_have_text(before)
    assert taps(phone) <= 6


def test_tools_are_one_tap_from_the_start_and_the_bar_has_five_places(phone: Page) -> None:
    counting(phone).goto("/")
    bar = phone.get_by_role("navigation", name="Main").get_by_role("link")
    assert bar.count() == 5
    for number, (name, path) in enumerate(
        [("Odds", "/odds"), ("Dice", "/dice"), ("Keywords", "/keywords"), ("Table", "/tables")], 1
    ):
        phone.goto("/")
        phone.get_by_role("navigation", name="Tools").get_by_role("link", name=name).click()
        phone.wait_for_url(f"**{path}")
        assert taps(phone) == number


def test_a_slash_goes_to_the_search_from_everywhere(wide: Page) -> None:
    wide.goto("/rules")
    wide.keyboard.press("/")
    wide.wait_for_url("**/search")
    wide.keyboard.press("/")
    wide.keyboard.type("a/b")
    expect(wide.get_by_label(FIELD)).to_have_value("a/b")  # a slash that is typed is a slash


def test_the_search_works_without_scripts(open_page) -> None:
    page = open_page(PHONE, scripts=False)
    page.goto("/")
    page.get_by_label(FIELD).fill("panic")
    page.get_by_label(FIELD).press("Enter")
    page.wait_for_url("**/search?q=panic")
    page.get_by_role("link", name="A unit panics whenever").click()
    page.wait_for_url("**/rules/312")


def test_a_hint_is_closed_by_a_tap(phone: Page) -> None:
    phone.goto("/odds")
    phone.get_by_role("button", name="Close this hint").click()
    phone.wait_for_url("**/odds")
    expect(phone.get_by_role("complementary", name="Hint")).to_have_count(0)


def test_copying_works_without_a_clipboard_and_sharing_where_there_is_a_sheet(phone: Page) -> None:
    """Browsers give the clipboard to secure pages only; a share sheet is there on phones."""
    phone.add_init_script("""
        delete Navigator.prototype.clipboard;
        navigator.share = async (what) => { window.shared = what.url; };
    """)
    phone.goto("/odds?black=4")
    link = phone.locator("#odds-link").input_value()
    phone.get_by_role("button", name="Copy", exact=True).click()
    expect(phone.get_by_role("button", name="Copied")).to_be_visible()
    phone.get_by_role("button", name="Share", exact=True).click()
    assert phone.evaluate("window.shared") == link


def test_the_units_of_an_attack_are_asked_above_the_fold(phone: Page) -> None:
    phone.goto("/odds")
    box = phone.get_by_role("form", name="Units").bounding_box()
    assert box and box["y"] + box["height"] < PHONE[1]


@pytest.mark.parametrize("address", PAGES)
def test_pages_of_finding_fit_and_everybody_can_use_them(look, address: str) -> None:
    page = look(PHONE)
    page.goto(address)
    assert findings(page) == []
    assert dark_findings(page) == []
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    assert unfit(page) == []


@pytest.mark.parametrize("name", ["odds", "search"])
def test_pictures_of_help_can_be_taken_again(chromium, site, name: str) -> None:
    context = chromium.new_context(base_url=site, viewport=SIZE, bypass_csp=True)
    picture = Image.open(io.BytesIO(take(context.new_page(), ANYBODY[name])))
    context.close()
    assert picture.size == (SIZE["width"], SIZE["height"])
