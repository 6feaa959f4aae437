"""Dice, odds and rules in a real browser: two phones at one table, pages that fit and everybody can use."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, WIDE, findings, overflow

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-tables")]
PAGES = [
    "/dice",
    "/rules",
    "/rules?q=bye",
]
PAGES += ["/rules/601", "/rulings", "/collection", "/offline", "/no-such-page"]


def choose(page, die, times):
    for _ in range(times):
        page.get_by_role("button", name=f"One {die} die more").click()


def open_table(page):
    page.goto("/dice")
    page.get_by_label("What shall we call you?").fill("Ann")
    page.get_by_label("Name of the table").fill("Friday, table 3")
    page.get_by_role("button", name="Open a table").click()
    page.wait_for_url("**/table/*")
    return page.url


def test_two_phones_at_one_table(open_page):
    ann, bob = open_page(PHONE), open_page(PHONE)
    address = open_table(ann)
    bob.goto(address)
    choose(ann, "black attack", 2)
    ann.get_by_label("What for?").fill("Vader attacks")
    ann.get_by_role("button", name="Roll for me").click()
    expect(bob.get_by_text("Vader attacks")).to_be_visible()
    bob.get_by_label("What shall we call you?").fill("Bob")
    choose(bob, "red defence", 1)
    bob.get_by_role("button", name="I rolled").click()
    bob.get_by_text("Block", exact=True).click()
    bob.get_by_role("button", name="Enter 1 die").click()
    expect(ann.get_by_text("1 Block", exact=True)).to_be_visible()
    ann.get_by_role("button", name="Undo my last roll").click()
    expect(bob.get_by_text("Vader attacks")).to_have_count(0)
    ann.get_by_role("button", name="End the session").click()
    expect(bob.get_by_text("1 Block", exact=True)).to_be_visible()
    assert findings(ann) == []
    assert overflow(ann) == 0


def test_a_table_works_without_scripts(open_page):
    page = open_page(PHONE, scripts=False)
    open_table(page)
    page.get_by_label("Red attack dice").fill("3")
    page.get_by_role("button", name="Roll for me").click()
    expect(page.locator(".tray .die")).to_have_count(3)


def test_odds_answer_while_one_taps_and_the_address_follows(phone):
    phone.goto("/odds")
    expect(phone.locator(".mean-figure")).to_have_text("1.00")
    phone.get_by_text("Light", exact=True).click()
    expect(phone.get_by_text("7/8")).to_be_visible()
    expect(phone).to_have_url(re.compile("cover-light"))
    phone.reload()
    expect(phone.get_by_text("7/8")).to_be_visible()
    phone.get_by_role("link", name="Compare with a second attack").click()
    expect(phone.locator(".mean-figure")).to_have_count(2)


def test_the_browser_says_how_many_dice_are_rolled_before_they_are_sent(phone):
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    phone.goto("/dice")
    red, white = phone.get_by_label("Red attack dice"), phone.get_by_label("White attack dice")
    for counts, says in (((0, 0), "Choose at least 1."), ((21, 20), "Choose at most 40."), ((40, 0), "")):
        red.fill(str(counts[0]))
        white.fill(str(counts[1]))
        assert red.evaluate("field => field.validationMessage") == says
        assert not sent, "nothing is sent while the browser objects"
        phone.get_by_role("button", name="Roll").click()
    expect(phone.locator("#tray")).not_to_contain_text("The tray is empty")
    assert len(sent) == 1


@pytest.mark.parametrize("path", PAGES)
def test_the_page_fits_and_everybody_can_use_it(look, path):
    for size, dark, widths in ((PHONE, False, (320, 375)), (WIDE, True, (1280, 1920))):
        page = look(size, dark=dark)
        page.goto(path)
        assert findings(page) == []
        for width in widths:
            assert overflow(look((width, 800), dark=dark)) == 0, f"at {width}"


LONG_NAMES = (
    "unit=Luke Skywalker, Hero of the Rebellion&second-unit=Han Solo, Unorthodox General&target=AT-ST"
)


@pytest.mark.parametrize(
    "units",
    ["unit=Stormtroopers&second-unit=Snowtroopers&target=Rebel Troopers", f"{LONG_NAMES}&target=AT-ST"],
)
def test_a_comparison_of_two_units_fits_two_screens_of_a_small_phone(open_page, units):
    """The chart first, and everything above the foot."""
    page = open_page((375, 667))
    page.goto(f"/odds?{units}&token-aims=1")
    expect(page.locator(".mean-figure")).to_have_count(2)
    assert page.locator(".odds-chart").bounding_box()["y"] < 667 * 0.6
    asking = page.locator(".odds-asking").bounding_box()
    assert asking["y"] + asking["height"] <= 2 * 667


def test_chips_move_the_odds_of_two_units(open_page):
    page = open_page((375, 667))
    page.goto("/odds?unit=Stormtroopers&second-unit=Snowtroopers&target=Rebel Troopers")
    figures = page.locator(".mean-figure")
    expect(figures).to_have_text(["1.00", "1.00"])
    page.get_by_text("Heavy", exact=True).first.click()
    expect(figures).to_have_text(["0.78", "0.78"])
    expect(page).to_have_url(re.compile("fact-cover=heavy"))
    page.get_by_role("group", name="Aims").get_by_text("1", exact=True).click()
    expect(figures.first).not_to_have_text("0.78")
    first, second = figures.all_text_contents()
    assert first > second, "Precise 1 rerolls a die more"
    page.get_by_text("5", exact=True).first.click()
    expect(page.get_by_text("Stormtroopers, Snowtroopers: no weapon can be used")).to_be_visible()
    page.get_by_text("2", exact=True).first.click()
    expect(figures).to_have_text([first, second])
    assert findings(page) == []
    assert overflow(page) == 0
