"""The long journeys of a first hour, from the start page on a phone, counted in taps."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.event_laptop import FIELD
from tests.browser.taps import counting, taps

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def tap(page: Page, name: str | re.Pattern[str], role: str = "link") -> None:
    page.get_by_role(role, name=name).first.tap()


def begin_army(page: Page, form: str) -> None:
    """From the start page to the empty army, whose picker for commanders is open."""
    counting(page).goto("/")
    tap(page, "Build an army")
    tap(page, re.compile("^Empire"))
    tap(page, re.compile(f"^{form}"))
    tap(page, "Start the army", "button")
    expect(page.get_by_role("heading", name="Add commander")).to_be_visible()


def next_part(page: Page, words: str) -> None:
    page.locator(".drawer-foot").get_by_role("link", name=f"Next: {words}").tap()


def add(page: Page, unit: str, number: int = 1) -> None:
    for count in range(1, number + 1):
        page.get_by_role("button", name=f"Add {unit}", exact=True).tap()
        expect(page.locator("#drawer .drawer-head")).to_contain_text(f"{count} of ")


@pytest.mark.parametrize(("form", "corps", "most"), [("Recon", 2, 18), ("Standard", 3, 18)])
def test_a_legal_army_is_shared_in_eighteen_taps(phone: Page, form: str, corps: int, most: int) -> None:
    begin_army(phone, form)
    add(phone, "General Veers, Master Tactician")
    next_part(phone, "corps")
    add(phone, "Stormtroopers", corps)
    next_part(phone, "command hand")
    tap(phone, "Fill the hand", "button")
    if form == "Standard":
        next_part(phone, "battle deck")
        tap(phone, "Fill the deck", "button")
    expect(phone.locator(".slab .verdict")).to_have_text("Legal")
    phone.locator(".drawer-foot").get_by_role("link", name="Share").tap()
    tap(phone, "Copy link", "button")
    expect(phone.get_by_role("button", name="Copied")).to_be_visible()
    expect(phone.get_by_label("Link", exact=True)).to_have_value(re.compile("/a/"))
    assert taps(phone) <= most


def go(page: Page, name: str | re.Pattern[str], role: str = "button") -> None:
    """Tap what leads to another page, and be there."""
    with page.expect_navigation():
        page.get_by_role(role, name=name).first.click()


def onward(page: Page) -> None:
    """The one big button at the foot of a wizard, or the first choice that is a button."""
    choices = page.locator("#task-form button[name]:enabled")
    foot = page.locator(".wizard-foot .btn[data-kind=primary]:visible")
    with page.expect_navigation():
        (choices.first if choices.count() else foot).click()


def found_a_register(page: Page) -> None:
    """A Paragon, two corps, the first story arc, a name."""
    counting(page).goto("/")
    go(page, "Start a campaign", "link")
    go(page, "Create a Register without a campaign", "link")
    go(page, re.compile("^Empire"))
    go(page, "Imperial Officer", "link")
    expect(page.get_by_label("Name, which everyone will see")).to_be_focused()
    page.keyboard.type("Maela Dace")
    page.get_by_text("Tip of the Spear").first.click()
    go(page, "Make Paragon")
    for _ in range(2):
        go(page, "Snowtroopers", "link")
        go(page, "Recruit Snowtroopers")
    for step in ("aid", "arc", "name"):
        onward(page)
        expect(page).to_have_url(re.compile(f"step={step}$"))
    page.keyboard.type("The Grey Watch")  # the field has the focus
    onward(page)
    go(page, "Create The Grey Watch")


def ten_steps(page: Page) -> None:
    """Every choice with a tap of its own, with the app's dice."""
    for _ in range(40):
        if "All ten steps are done" in page.locator("#wizard").inner_text():
            return
        if page.get_by_role("button", name="Draw for me").count():
            go(page, "Draw for me")
            continue
        radios = page.locator("#task-form input[type=radio]")
        if radios.count() and not page.locator("#task-form input[type=radio]:checked").count():
            page.locator("#task-form label.choice:has(input:enabled)").first.click()
        if page.locator("#task-form #unit-name").count():
            page.keyboard.type("Old guard")  # the field has the focus
        onward(page)
    raise AssertionError("the steps do not end")


def test_a_first_campaign_battle_takes_forty_taps(phone: Page) -> None:
    """Nobody falls, so that no check asks the dice for more taps."""
    found_a_register(phone)
    go(phone, "The first battle", "link")
    go(phone, "Open the battle and muster")
    go(phone, "Take the field")
    go(phone, "Keep Them in Line")
    phone.get_by_role("heading", name="How did it end?").click()
    phone.get_by_text("I won", exact=True).click()
    go(phone, "Record it")
    ten_steps(phone)
    go(phone, "Confirm the battle")
    expect(phone.get_by_text("It can no longer be undone")).to_be_visible()
    assert taps(phone) <= 40


def enter_results(page: Page, tables: int) -> None:
    """One tap calls the keyboard; the numbers and Enter are keys of it, and the next table has the focus."""
    page.locator("#victory1").click()
    for place in range(1, tables + 1):
        expect(page.locator("#victory1")).to_be_focused()
        asked = page.locator("form[data-entry]").get_attribute("data-ask-score")
        for number in ("8", "3", "400", "200") if asked == "always" else ("8", "3"):
            page.keyboard.type(number)
            page.keyboard.press("Enter")
        expect(page.locator("#desk-count")).to_contain_text(f"{place} of {tables} table")


def play_round(page: Page, name: str, tables: int) -> None:
    """Pair, publish, start the clock, enter the results, close."""
    go(page, f"Pair {name}")
    go(page, "Publish to every phone")
    go(page, "Start the clock")
    go(page, "Results", "link")
    enter_results(page, tables)
    go(page, "To the desk", "link")
    go(page, f"Close {name}")


def test_an_event_of_eight_takes_sixty_taps(phone: Page) -> None:
    counting(phone).goto("/")
    go(phone, "Run an event", "link")
    phone.get_by_label("Name of the event").click()
    phone.keyboard.type("Club evening")
    for _ in range(5):
        go(phone, "Next")
    go(phone, "Open Club evening")
    go(phone, "Enter players", "link")
    phone.get_by_label("Names, one on each line").click()
    phone.keyboard.insert_text("\n".join(FIELD[:8]))
    phone.get_by_label("They are here: check them in at once").click()
    go(phone, "Enter")
    go(phone, "The desk", "link")
    go(phone, re.compile("^Announce"))
    for number in (1, 2, 3, 4):
        play_round(phone, f"round {number}", 4)
    go(phone, "End the event")
    expect(phone.locator("#desk-next .desk-ranking li")).to_have_count(8)
    assert taps(phone) <= 60
