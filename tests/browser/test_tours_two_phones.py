"""Two players on two phones: two battles, one of them a turning point, and a third on a single phone."""

import re
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import findings, overflow, overflow_of_large_text
from tests.browser.tour_wizard import (
    foot,
    open_battle,
    over,
    pass_agenda,
    phone_of,
    press,
    take_the_field,
    told_by,
    walk,
)

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-tables")]
MOST_TAPS = 30
COUNT_TAPS = """addEventListener("pointerdown", () => {
  sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
}, true)"""


@pytest.fixture
def war(site, site_folder, request):
    """The site with the two players on it; how each is signed in."""
    return site, told_by("tests.browser.war_setup", site_folder, str(len(request.node.name)))


def fate(page: Page, unit: str, what: str) -> None:
    page.get_by_role("radiogroup", name=unit, exact=True).get_by_text(what).click()


def fits(page: Page) -> None:
    assert findings(page) == []
    assert overflow(page) == 0


def test_two_battles_on_two_phones_and_a_third_on_one(war, open_page):
    ada, bo = phone_of(open_page, war, "ada"), phone_of(open_page, war, "bo")

    # battle 1: own dice, an undo, a dispute, a casualty
    open_battle(ada, war, "ada", "The Free Hands")
    bo.reload()
    press(bo, "A battle against The Grey Watch waits", "link")
    take_the_field(ada)
    pass_agenda(ada)
    expect(ada.get_by_role("heading", name="Bo Tarn is mustering")).to_be_visible()
    take_the_field(bo)
    expect(ada.get_by_role("heading", name="How did it end?")).to_be_visible()
    pass_agenda(bo)
    expect(bo.get_by_role("heading", name="How did it end?")).to_be_visible()
    expect(ada.get_by_text("One of you records both sides")).to_be_visible()  # Bo has chosen, too
    over(ada)
    ada.get_by_text("I won", exact=True).click()
    fate(ada, "Stormtroopers 1", "Defeated")
    fits(ada)
    press(ada, "Record it")
    expect(bo.get_by_text("You lost. Is that right?")).to_be_visible()  # the other phone went on by itself
    bo.get_by_text("Something is wrong").click()
    bo.get_by_label("What is wrong?").fill("My Snowtroopers 2 fell, too")
    press(bo, "Tell Ada Marrok")
    expect(ada.get_by_text("My Snowtroopers 2 fell, too").first).to_be_visible()
    fits(bo)
    press(ada, "Change the record", "link")
    fate(ada, "Snowtroopers 2, theirs", "Defeated")
    press(ada, "Record it again")
    expect(bo.locator(".told-record").get_by_text("Snowtroopers 2")).to_be_visible()
    press(bo, "Confirm")
    for _ in range(2):  # the agenda, the app's die for supply; what is empty goes by itself
        foot(ada)
    ada.get_by_text("I rolled", exact=True).click()
    ada.get_by_text("Surge", exact=True).click()
    foot(ada)
    expect(ada.get_by_text("lost for good").first).to_be_visible()  # nobody may reroll it, so it counts
    press(ada, "Undo the last step")
    expect(ada.get_by_text("The dice stay: Surge")).to_be_visible()
    fits(ada)
    foot(ada)  # the app rolls: the same face lies there again
    expect(ada.get_by_text("lost for good").first).to_be_visible()
    walk(ada)
    expect(ada.get_by_role("heading", name="Bo Tarn chooses")).to_be_visible()
    fits(ada)
    walk(bo)  # names the rival on the way
    expect(ada.get_by_role("heading", name="Who did you fear most?")).to_be_visible()
    fits(ada)
    walk(ada)
    expect(bo.get_by_role("button", name="Award the experience")).to_be_visible()
    walk(bo)
    press(ada, "Confirm the battle")
    expect(bo.locator("#battle-live").get_by_text("has confirmed")).to_be_visible()
    press(bo, "Confirm the battle")
    expect(ada.get_by_text("It can no longer be undone")).to_be_visible()
    fits(bo)

    # battle 2: the turning point of Ada's arc, with the app's dice
    open_battle(ada, war, "ada", "The Free Hands", turning_point=True)
    bo.goto(ada.url)
    take_the_field(ada)
    take_the_field(bo)
    pass_agenda(bo)
    expect(ada.get_by_role("heading", name="How did it end?")).to_be_visible()
    expect(ada.get_by_text("One of you records both sides")).to_be_visible()  # Bo has chosen, too
    over(ada)
    ada.get_by_text("I won", exact=True).click()
    press(ada, "Record it")
    expect(bo.get_by_text("You lost. Is that right?")).to_be_visible()
    press(bo, "Confirm")
    for phone in (ada, bo, ada, bo):
        walk(phone)
    for phone in (ada, bo):
        expect(phone.get_by_text("All ten steps are done").first).to_be_visible()
    expect(ada.get_by_text("The story arc came to its end")).to_be_visible()
    press(ada, "Confirm the battle")

    # battle 3: one phone is enough
    address, people = war
    ada.goto(f"{address}/tours/register/{people['ada']['register']}/battle")
    ada.get_by_text("Someone without a Register").click()
    ada.get_by_label("What are they called").fill("Odile")
    press(ada, "Open the battle and muster")
    take_the_field(ada)
    pass_agenda(ada)
    expect(ada.get_by_text(re.compile("Battle 3 against Odile"))).to_be_visible()
    over(ada)
    ada.get_by_text("I lost", exact=True).click()
    press(ada, "Record it")
    walk(ada)
    press(ada, "Confirm the battle")
    expect(ada.get_by_text("It can no longer be undone")).to_be_visible()
    for where in ("", "/plan", "/chronicle"):
        ada.goto(f"{address}/tours/register/{people['ada']['register']}{where}")
        assert overflow_of_large_text(ada) == 0, where


def tapped_through(page: Page) -> None:
    """Every choice with a tap of its own, until all is done or the other side is waited for."""
    for _ in range(60):
        text = page.locator("#wizard").inner_text()
        if "All ten steps are done" in text or "still has to name" in text:
            return
        wanted = page.locator("#asset-form button[name]:enabled")
        if wanted.count() and page.evaluate("Number(sessionStorage.assets || 0)") < 2:
            page.evaluate("sessionStorage.assets = Number(sessionStorage.assets || 0) + 1")
            with page.expect_navigation():
                wanted.first.click()
            continue
        if page.get_by_role("button", name="Draw for me").count():
            press(page, "Draw for me")
            continue
        if "Casualty check" in text:  # with dice of her own, which spare the unit: no setback costs a tap
            page.get_by_text("I rolled", exact=True).click()
            page.get_by_text("Blank", exact=True).click()
        elif (
            page.locator("#task-form input[type=radio]").count()
            and not page.locator("#task-form input[type=radio]:checked").count()
        ):
            page.locator("#task-form label.choice:has(input:enabled)").first.click()
        if (named := page.locator("#task-form #unit-name")).count():
            named.fill("Old guard")  # the field has the focus already
        foot(page)
    raise AssertionError("the steps do not end")


def test_a_recorder_with_two_commendations_and_two_assets_taps_at_most_30_times(war, open_page):
    ada, bo = phone_of(open_page, war, "ada"), phone_of(open_page, war, "bo")
    address, people = war
    ada.add_init_script(COUNT_TAPS)
    ada.goto(f"{address}/tours/register/{people['ada']['register']}")
    press(ada, "The first battle", "link")
    press(ada, "Open the battle and muster")
    take_the_field(ada)
    bo.goto(ada.url)
    take_the_field(bo)
    press(ada, "Keep Them in Line")
    expect(bo.get_by_text("Play without an agenda")).to_be_visible()
    pass_agenda(bo)
    expect(ada.get_by_text("One of you records both sides")).to_be_attached()
    over(ada)
    ada.get_by_text("I won", exact=True).click()
    fate(ada, "Stormtroopers 1", "Defeated")
    fate(ada, "Snowtroopers 1", "Contesting")
    fate(ada, "Snowtroopers 2, theirs", "Defeated")
    ada.locator("#count").click()
    ada.locator("#count").fill("2")
    press(ada, "Record it")
    expect(bo.get_by_text("You lost. Is that right?")).to_be_visible()
    bo.get_by_text("Confirm").click()
    for _ in range(3):
        tapped_through(ada)
        walk(bo, fears="Snowtroopers 1")  # who becomes a veteran anyway: a third one would be tapped for
    expect(ada.get_by_text("All ten steps are done").first).to_be_visible()
    press(ada, "Confirm the battle")
    held = ada.request.get(f"{address}/api/v1/registers/{UUID(people['ada']['register'])}").json()["state"]
    assert len(held["assets"]) == 2
    assert sum(len(unit["commendations"]) for unit in held["dossiers"]) == 2
    assert not any(unit["setbacks"] for unit in held["dossiers"])
    assert ada.evaluate("Number(sessionStorage.taps)") <= MOST_TAPS
