"""Armies in a real browser: built from nothing on a phone, read by somebody else, printed."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from muster.rules.cards.catalogue import catalogue
from tests.browser.conftest import (
    PHONE,
    WIDE,
    OpenPage,
    dark_findings,
    findings,
    overflow,
    overflow_of_large_text,
)

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

PICKERS = (
    "?add=corps&sort=dice-2",
    "?add=commander&show=all",
    "?hand=1",
    "?deck=objective",
    "?settings=1",
    "?more=1",
)
PICKERS += (
    "",
    "?unit=u1",
    "?odds=u1",
    "?reasons=1",
    "?notes=1",
    "?equip=u1&slot=command",
    "/share",
    "/brings",
    "/history",
)
PICKERS += ("/points?day=2024-12-06", "/export/minimal")
TWO_PANES = (
    "new army",
    "?add=corps&sort=dice-2",
    "?hand=1",
    "",
    "?unit=u1",
    "?reasons=1",
    "/history",
    "shared",
    "/armies",
)


# Somebody quick: the words stand in the search in the moment it is drawn.
TYPE_AT_ONCE = """(words) => new MutationObserver((_, watching) => {
  const search = document.getElementById("pick-q");
  if (!search) return;
  watching.disconnect();
  search.value = words;
  search.dispatchEvent(new Event("input", { bubbles: true }));
}).observe(document.body, { childList: true, subtree: true })"""
# A slow line: answers to forms come late by so many milliseconds, those to searches by what is set later.
LATE = """(form) => {
  window.late = { form, search: 0, came: [] };
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (body) {
    const answered = this.onload;
    this.onload = () => setTimeout(() => {
      late.came.push(this.responseURL);
      answered();
    }, body ? late.form : late.search);
    send.call(this, body);
  };
}"""


def tap_link(page: Page, name: str | re.Pattern[str]) -> None:
    page.get_by_role("link", name=name).first.tap()


def start(page: Page, faction: str, form: str, force: str = "None", name: str = "") -> str:
    """Three decisions; returns the address of the new army, whose picker for commanders is open."""
    page.goto("/armies")
    tap_link(page, "New army")
    tap_link(page, re.compile(f"^{faction}"))
    tap_link(page, re.compile(f"^{form}"))
    page.get_by_text(force, exact=True).tap()
    page.get_by_label("Name (optional)").fill(name)
    page.get_by_role("button", name="Start the army").tap()
    expect(page).to_have_url(re.compile(r"\?add=commander$"))
    return page.url.partition("?")[0]


def open_rank(page: Page, rank: str) -> None:
    page.get_by_role("link", name=re.compile(rf"{rank}.*allowed\. Add one")).tap()
    expect(page.get_by_role("heading", name=f"Add {rank.lower()}")).to_be_visible()


def close(page: Page) -> None:
    page.get_by_role("link", name="Close").tap()
    expect(page.locator("#drawer")).to_have_count(0)


def add(page: Page, unit: str, taken: int) -> None:
    """Add one from the open picker, which stays open and counts along."""
    page.get_by_role("button", name=f"Add {unit}", exact=True).tap()
    expect(page.locator("#drawer .drawer-head")).to_contain_text(f"{taken} of ")


def fill_ranks(page: Page) -> None:
    """The first unit that may be added, wherever a rank is short."""
    short = page.locator('.rank-btn[data-state="short"]')
    while short.count():
        rank = short.first.locator(".rank-name").inner_text()
        before = int(short.first.locator(".rank-count").inner_text())
        open_rank(page, rank)
        page.locator("#picks .pick:not([data-barred]) .add").first.tap()
        expect(page.locator("#drawer .drawer-head")).to_contain_text(f"{before + 1} of ")
        close(page)


def fill_hand(page: Page) -> None:
    """Whatever may be played, until the hand is full."""
    tap_link(page, re.compile("^Command hand"))
    size = page.locator("#drawer .drawer-head .hint")
    while not size.inner_text().startswith("7"):
        before = size.inner_text()
        page.locator("#picks .add").first.tap()
        expect(size).not_to_have_text(before)
    close(page)


def fill_deck(page: Page) -> None:
    """The first three of each category."""
    tap_link(page, re.compile("^Battle deck"))
    for category in ("Objectives", "Secondary", "Advantages"):
        tab = page.locator("#drawer .segmented").get_by_role("link", name=category)
        if not tab.get_attribute("aria-current"):
            tab.tap()
            expect(tab).to_have_attribute("aria-current", "page")
        for count in (1, 2, 3):
            page.locator("#picks .add").first.tap()
            expect(page.locator("#drawer .drawer-head .hint")).to_have_text(f"{count} of 3")
    close(page)


def verdict(page: Page) -> str:
    return page.locator(".slab .verdict").inner_text().strip()


def test_a_legal_standard_army_from_nothing_with_a_violation_on_the_way(
    phone: Page, open_page: OpenPage
) -> None:
    navigations: list[str] = []
    army = start(phone, "Empire", "Standard", name="Snow Patrol")
    phone.wait_for_load_state("load")
    phone.on("load", lambda page: navigations.append(page.url))
    add(phone, "Darth Vader, Dark Lord of the Sith", 1)
    close(phone)

    phone.locator(".slab .verdict").tap()
    reasons = phone.locator(".reasons")
    expect(reasons).to_contain_text("Corps: 0 of at least 3.")
    expect(reasons).to_contain_text("rank requirements")
    reasons.get_by_role("link", name="Add corps").tap()
    for count in (1, 2, 3):
        add(phone, "Stormtroopers", count)
    close(phone)

    tap_link(phone, re.compile("^Darth Vader"))
    expect(phone.get_by_role("button", name="One more")).to_be_disabled()
    expect(phone.get_by_text("Darth Vader is unique").first).to_be_visible()
    assert overflow(phone) <= 0 and findings(phone) == []

    fill_hand(phone)
    fill_deck(phone)
    expect(phone.locator(".slab .verdict")).to_have_text("Legal")
    assert navigations == [], "every tap swaps the builder, no page is loaded"

    phone.reload()
    assert verdict(phone) == "Legal"
    share_and_read(phone, open_page, army)


def share_and_read(phone: Page, open_page: OpenPage, army: str) -> None:
    """Share by link; a stranger reads it without the hand; the sheet prints."""
    phone.get_by_role("link", name="Share", exact=True).tap()
    phone.get_by_text("By link", exact=True).tap()
    link = phone.get_by_label("Link", exact=True)
    expect(link).to_be_visible()
    address = link.input_value()
    assert phone.locator("svg.qr").count() == 1

    stranger = open_page(PHONE)
    stranger.goto(address)
    expect(stranger.get_by_role("heading", level=1)).to_contain_text("Snow Patrol")
    expect(stranger.get_by_text("Units legal")).to_be_visible()
    expect(stranger.get_by_text("stay with the owner")).to_be_visible()
    assert "Standing Orders" not in stranger.content()
    assert stranger.goto(army).status == 404  # type: ignore[union-attr]
    stranger.goto(address)
    stranger.get_by_role("button", name="Copy into my armies").tap()
    expect(stranger.get_by_role("heading", level=1)).to_contain_text("Snow Patrol (copy)")

    for sheet in ("tournament", "play"):
        paper = phone.request.get(f"{army}/print/{sheet}.pdf")
        assert paper.status == 200 and paper.body().startswith(b"%PDF")
    picture = stranger.request.get(f"{address}/picture.png")
    assert picture.headers["content-type"] == "image/png"


def test_a_legal_recon_army(phone: Page) -> None:
    start(phone, "Rebels", "Recon")
    close(phone)
    fill_ranks(phone)
    fill_hand(phone)
    expect(phone.locator(".slab .verdict")).to_have_text("Legal")
    expect(phone.locator(".slab")).to_contain_text("of 600 points")
    expect(phone.locator("main")).to_contain_text("Recon always uses its own nine cards")


def test_a_legal_battle_force_army(phone: Page) -> None:
    start(phone, "Empire", "Standard", "Blizzard Force")
    close(phone)
    fill_ranks(phone)
    fill_hand(phone)
    fill_deck(phone)
    expect(phone.locator(".slab .verdict")).to_have_text("Legal")
    expect(phone.locator(".slab-title small")).to_have_text("Standard, Blizzard Force")


def test_upgrades_undo_and_going_back(phone: Page) -> None:
    start(phone, "Rebels", "Standard")
    add(phone, "Leia Organa, Fearless and Inventive", 1)
    close(phone)
    phone.evaluate(TYPE_AT_ONCE, "strict")
    tap_link(phone, re.compile("^Add command to Leia"))
    expect(phone.locator("#picks .pick")).to_have_count(1)
    phone.get_by_role("button", name="Add Strict Orders").tap()
    expect(phone.locator(".slot", has_text="Strict Orders")).to_be_visible()
    expect(phone.locator("#drawer")).to_have_count(0)

    phone.get_by_role("button", name="Remove", exact=True).tap()
    expect(phone.locator(".unit")).to_have_count(0)
    expect(phone.locator(".toast")).to_contain_text("removed")
    phone.locator(".toast").get_by_role("button", name="Undo").tap()
    expect(phone.locator(".unit")).to_have_count(1)
    expect(phone.locator(".slot", has_text="Strict Orders")).to_be_visible()

    tap_link(phone, "More")
    expect(phone.locator("#drawer")).to_be_visible()
    phone.go_back()
    expect(phone.locator("#drawer")).to_have_count(0)
    expect(phone.locator(".unit")).to_have_count(1)


def test_a_search_and_a_tap_do_not_lose_each_other(phone: Page) -> None:
    """What is typed while a tap is on its way is searched for; a search that comes late changes nothing."""
    start(phone, "Empire", "Standard")
    phone.evaluate(LATE, 500)
    phone.get_by_role("button", name="Add Darth Vader, Dark Lord of the Sith", exact=True).tap()
    phone.get_by_role("searchbox").fill("veers")
    expect(phone.locator("#drawer .drawer-head")).to_contain_text("1 of ")
    expect(phone.get_by_role("searchbox")).to_have_value("veers")
    expect(phone.locator("#picks .pick")).to_have_count(1)

    phone.evaluate("late.search = 1000")
    with phone.expect_request(re.compile("q=vader")):
        phone.get_by_role("searchbox").fill("vader")
    close(phone)
    phone.wait_for_function("() => late.came.some((address) => address.includes('q=vader'))")
    assert "q=" not in phone.url


def test_the_picker_keeps_its_place_and_the_search_its_focus(phone: Page) -> None:
    start(phone, "Empire", "Standard")
    body = phone.locator("#drawer .drawer-body")
    last = phone.locator("#picks .pick .add").last
    last.scroll_into_view_if_needed()
    before = body.evaluate("element => element.scrollTop")
    assert before > 0
    last.tap()
    expect(phone.locator("#drawer .drawer-head")).to_contain_text("1 of ")
    assert body.evaluate("element => element.scrollTop") > 0
    phone.locator("#drawer").get_by_role("link", name=re.compile("^Corps")).tap()
    expect(phone.get_by_role("heading", name="Add corps")).to_be_visible()
    assert body.evaluate("element => element.scrollTop") == 0, "another list begins at its top"
    phone.keyboard.press("Escape")
    expect(phone.locator("#drawer")).to_have_count(0)


def test_a_tap_draws_what_it_changes_and_nothing_else(phone: Page) -> None:
    start(phone, "Empire", "Standard")
    phone.evaluate("document.querySelectorAll('#builder, #builder *').forEach((one) => { one.stays = true })")
    add(phone, "Darth Vader, Dark Lord of the Sith", 1)
    stayed = "[...document.querySelectorAll('#builder, #builder *')].map((one) => Boolean(one.stays))"
    kept = phone.evaluate(stayed)
    assert kept[0] and kept.count(True) > 2 * kept.count(False)
    # What is new can be tapped like what was there: the unit's row, and the button that undoes the change.
    close(phone)
    tap_link(phone, re.compile("^Darth Vader"))
    expect(phone.get_by_role("button", name="Remove", exact=True)).to_be_visible()
    phone.get_by_role("button", name="Undo last change").first.tap()
    expect(phone.locator(".unit")).to_have_count(0)


def test_an_answer_that_is_no_builder_is_shown(phone: Page) -> None:
    """A tap of somebody who has signed out elsewhere, say."""
    start(phone, "Empire", "Standard")
    phone.context.clear_cookies()
    phone.get_by_role("button", name="Add Darth Vader, Dark Lord of the Sith", exact=True).tap()
    expect(phone.get_by_role("heading", name="This page is out of date")).to_be_visible()
    expect(phone.get_by_text("Nothing was changed.")).to_be_visible()


def taps_at_once(page: Page, name: str, times: int) -> None:
    """So many taps on one button before the answer to the first is there."""
    held: list[Route] = []
    page.route("**/act", lambda route: held.append(route), times=1)  # noqa: PLW0108 - takes no bound method
    for _ in range(times):
        page.get_by_role("button", name=name, exact=True).tap()
    assert len(held) == 1, "one change at a time"
    held[0].continue_()


def test_taps_made_while_another_is_on_its_way_are_done_after_it(phone: Page) -> None:
    start(phone, "Empire", "Standard")
    close(phone)
    open_rank(phone, "Corps")
    taps_at_once(phone, "Add Stormtroopers", 3)
    expect(phone.locator("#drawer .drawer-head")).to_contain_text("3 of ")
    close(phone)
    tap_link(phone, re.compile("^Stormtroopers"))
    taps_at_once(phone, "One more", 3)
    expect(phone.locator(".stepper output")).to_have_text("6")

    open_rank(phone, "Commander")
    taps_at_once(phone, "Add Darth Vader, Dark Lord of the Sith", 2)
    expect(phone.locator("#said")).to_have_text("Not done: Add Darth Vader, Dark Lord of the Sith.")
    expect(phone.locator("#drawer .drawer-head")).to_contain_text("1 of ")


def test_the_focus_stays_where_it_was_and_the_new_total_is_announced(wide: Page) -> None:
    wide.goto("/armies/new?faction=empire&format=standard")
    wide.get_by_role("button", name="Start the army").click()
    wide.get_by_role("link", name=re.compile(r"Corps.*allowed\. Add one")).click()
    stormtroopers = wide.get_by_role("button", name="Add Stormtroopers", exact=True)
    stormtroopers.focus()
    each = next(unit.points for unit in catalogue().data.units if unit.full_name == "Stormtroopers")
    for taken in (1, 2):
        wide.keyboard.press("Enter")
        expect(wide.locator("#drawer .drawer-head")).to_contain_text(f"{taken} of ")
        expect(stormtroopers).to_be_focused()
        expect(wide.locator("#said")).to_have_text(f"{taken * each:,} of 1,000 points")
    wide.locator(".unit-name").click()
    more = wide.get_by_role("button", name="One more")
    more.focus()
    wide.keyboard.press("Enter")
    expect(wide.locator(".stepper output")).to_have_text("3")
    expect(more).to_be_focused()
    expect(wide.locator("#said")).to_have_text(f"{3 * each:,} of 1,000 points")
    undo = wide.get_by_role("button", name="Undo last change")
    undo.focus()
    wide.keyboard.press("Enter")
    expect(wide.locator(".stepper output")).to_have_text("2")
    expect(undo).to_be_focused()


def test_sheets_are_dialogs_that_keep_the_focus_and_give_it_back(phone: Page) -> None:
    start(phone, "Empire", "Standard")
    focused_in_sheet = "document.activeElement.closest('#drawer') !== null"
    phone.wait_for_function(f"() => {focused_in_sheet}")  # the picker that is open from the start
    phone.keyboard.press("Escape")
    expect(phone.locator("#drawer")).to_have_count(0)
    for name in ("More", re.compile(r"Corps.*allowed\. Add one"), re.compile("^Command hand")):
        opener = phone.get_by_role("link", name=name)
        opener.focus()
        phone.keyboard.press("Enter")
        dialog = phone.get_by_role("dialog")
        expect(dialog).to_be_focused()
        expect(dialog).to_have_attribute("aria-modal", "true")
        reached = dialog.locator("a, button, input, summary").count()
        for key in ("Shift+Tab", "Tab", *["Tab"] * min(reached, 12)):
            phone.keyboard.press(key)
            assert phone.evaluate(f"document.activeElement === document.body || {focused_in_sheet}"), key
        phone.keyboard.press("Escape")
        expect(phone.locator("#drawer")).to_have_count(0)
        expect(opener).to_be_focused()
    assert phone.evaluate("document.querySelectorAll('[inert]').length") == 0


def test_works_without_scripts(open_page: OpenPage) -> None:
    page = open_page(PHONE, scripts=False)
    start(page, "Empire", "Recon", name="By hand")
    add(page, "General Veers, Master Tactician", 1)
    close(page)
    tap_link(page, re.compile("^General Veers"))
    page.get_by_role("button", name="Remove", exact=True).tap()
    expect(page.locator(".unit")).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).tap()
    expect(page.locator(".unit")).to_have_count(1)


def test_what_an_upgrade_does_is_fetched_when_it_is_opened_and_asked_for_again(phone: Page) -> None:
    start(phone, "Empire", "Recon", name="By hand")
    add(phone, "General Veers, Master Tactician", 1)
    close(phone)
    army = phone.url.partition("?")[0]
    phone.goto(f"{army}?equip=u1&slot=command")
    effect = phone.locator("[data-does]", has_text="Inspire 2")
    handle = effect.locator("summary").first
    phone.context.set_offline(True)
    handle.tap()
    expect(effect).to_contain_text("No network.")
    phone.context.set_offline(False)
    handle.tap()
    handle.tap()
    expect(effect.get_by_role("link", name="Inspire 2")).to_be_visible()
    expect(effect).not_to_contain_text("No network.")


def test_large_text_widens_no_chip_and_breaks_no_word_of_a_title(phone: Page) -> None:
    start(phone, "Rebels", "Standard")
    add(phone, "Leia Organa, Fearless and Inventive", 1)
    close(phone)
    tap_link(phone, re.compile("^Add command to Leia"))
    phone.get_by_role("button", name="Add Improvised Orders").tap()
    expect(phone.locator(".slot", has_text="Improvised Orders")).to_be_visible()
    assert overflow_of_large_text(phone) == 0
    open_rank(phone, "Corps")
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    title = "getComputedStyle(document.getElementById('drawer-h')).overflowWrap"
    assert phone.evaluate(title) == "break-word"
    cut = "(head) => head.scrollWidth - head.clientWidth"
    assert phone.locator("#drawer-h").evaluate(cut) <= 0
    assert phone.locator("#drawer-h").bounding_box()["width"] > 90, "room for its longest word"


def test_two_panes_on_a_wide_screen(wide: Page) -> None:
    wide.goto("/armies/new?faction=empire&format=standard")
    wide.get_by_role("button", name="Start the army").click()
    wide.get_by_role("button", name="Add Darth Vader, Dark Lord of the Sith", exact=True).click()
    expect(wide.locator(".unit")).to_have_count(1)
    expect(wide.get_by_role("heading", name="Add commander")).to_be_visible()
    wide.locator(".unit-name").click()
    expect(wide.get_by_role("heading", name="This army")).to_be_visible()


def looked_at(page: Page) -> Iterator[str]:
    """A small army in many states, and what is around it."""
    page.goto("/armies")
    yield "no army yet"
    page.goto("/armies/new?faction=empire&format=standard")
    yield "new army"
    page.get_by_role("button", name="Start the army").click()
    page.get_by_role("button", name="Add General Veers, Master Tactician", exact=True).click()
    expect(page.locator(".unit")).to_have_count(1)
    army = page.url.partition("?")[0]
    for state in PICKERS:
        page.goto(army + state)
        yield state
    page.goto(f"{army}?equip=u1&slot=command")
    page.get_by_role("button", name="Add Lead By Example", exact=True).click()
    expect(page.locator(".slot", has_text="Lead By Example")).to_be_visible()
    page.goto(f"{army}/share")
    page.get_by_text("Public", exact=True).click()
    address = page.get_by_label("Link", exact=True).input_value()
    page.goto(address)
    page.locator("summary", has_text="Lead By Example").click()
    expect(page.get_by_role("link", name="Inspire 2")).to_be_visible()
    yield "shared"
    older = f"/armies/compare?a={army.rpartition('/')[2]}.1&b={address.rpartition('/')[2]}"
    for other in (older, f"/armies/compare?a={address.rpartition('/')[2]}"):
        page.goto(other)
        yield other
    book = f"{army}/book"
    for other in (book, f"{book}?against=typical-empire&cell=0-0", "/armies", "/armies/import"):
        page.goto(other)
        yield other


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_axe_finds_nothing_and_nothing_overflows(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(size)
    for state in looked_at(page):
        assert overflow(page) <= 0, state
        if size == WIDE and state not in TWO_PANES:
            continue  # the same parts as on a phone, beside each other
        assert findings(page) == [], state
        # The dark theme changes colours only, and a wide screen has no others.
        assert size == WIDE or dark_findings(page) == [], state
