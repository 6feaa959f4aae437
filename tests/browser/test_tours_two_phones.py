"""Two players on two phones: two battles, one of them a turning point, and a third on a single phone."""

import re
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import WIDE, dark_findings, findings, overflow, overflow_of_large_text, unfit
from tests.browser.taps import counting, taps_by_touch
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
MOST_TAPS_OF_A_RECORD = 12
MOST_TAPS_OF_HOST, MOST_TAPS_OF_FRIEND = 40, 30
PRIMARY = "#task-form button[name]:enabled, .wizard-foot .btn[data-kind=primary]:visible"
COUNT_TAPS = """addEventListener("pointerdown", () => {
  sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
}, true)"""


@pytest.fixture
def war(site, site_folder, request):
    """The site with the two players on it; how each is signed in."""
    name = request.node.name
    return site, told_by("tests.browser.war_setup", site_folder, f"{len(name)}{'eight' * ('eight' in name)}")


def fell(page: Page, unit: str, whose: str = "Your units") -> None:
    page.get_by_role("group", name=whose).get_by_text(unit, exact=True).click()


def contests(page: Page, unit: str) -> None:
    page.locator("label", has=page.get_by_label(f"{unit} contests an objective")).click()


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
    fell(ada, "Stormtroopers 1")
    fits(ada)
    press(ada, "Record it")
    expect(bo.get_by_text("You lost. Is that right?")).to_be_visible()  # the other phone went on by itself
    bo.get_by_text("Something is wrong").click()
    bo.get_by_label("What is wrong?").fill("My Snowtroopers 2 fell, too")
    press(bo, "Tell Ada Marrok")
    expect(ada.get_by_text("My Snowtroopers 2 fell, too").first).to_be_visible()
    fits(bo)
    press(ada, "Change the record", "link")
    fell(ada, "Snowtroopers 2", "The Free Hands")
    press(ada, "Record it again")
    expect(bo.locator(".told-record").get_by_text("Snowtroopers 2")).to_be_visible()
    press(bo, "Confirm")
    for _ in range(2):  # the agenda, the app's die for supply; what is empty goes by itself
        foot(ada)
    ada.get_by_text("I rolled", exact=True).click()
    press(ada, "Surge")
    expect(ada.get_by_text("lost for good").first).to_be_visible()  # nobody may reroll it, so it counts
    press(ada, "Undo the last step")
    expect(ada.get_by_text("The dice stay: Surge")).to_be_visible()
    fits(ada)
    foot(ada)  # the app rolls: the same face lies there again
    expect(ada.get_by_text("lost for good").first).to_be_visible()
    walk(ada)
    expect(ada.get_by_role("heading", name="Waiting for Bo Tarn to name a rival")).to_be_visible()
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
        own_dice = page.get_by_text("I rolled", exact=True)
        if "Casualty check" in text and own_dice.count():  # they spare the unit: no setback costs a tap
            own_dice.click()
            press(page, "Blank")
            continue
        if (
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
    fell(ada, "Stormtroopers 1")
    contests(ada, "Snowtroopers 1")
    fell(ada, "Snowtroopers 2", "The Free Hands")
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


def test_a_battle_of_eight_units_a_side_is_recorded_with_twelve_taps(war, open_page):
    """Who won, four of one side and three of the other fell, one contested, the agenda's number: by touch."""
    ada, bo = phone_of(open_page, war, "ada"), phone_of(open_page, war, "bo")
    open_battle(ada, war, "ada", "The Free Hands")
    take_the_field(ada)
    bo.goto(ada.url)
    take_the_field(bo)
    press(ada, "Keep Them in Line")
    expect(bo.get_by_text("Play without an agenda")).to_be_visible()
    pass_agenda(bo)
    expect(ada.get_by_text("One of you records both sides")).to_be_attached()
    assert ada.locator(".roster li").count() == 2 * 8
    ada.add_init_script(COUNT_TAPS)
    ada.reload()
    over(ada)
    ada.get_by_text("I won", exact=True).click()
    for unit in ("Moff ada", "Stormtroopers 1", "Stormtroopers 2", "Snowtroopers 1"):
        fell(ada, unit)
    for unit in ("Stormtroopers 1", "Stormtroopers 2", "Snowtroopers 2"):
        fell(ada, unit, "The Free Hands")
    contests(ada, "Snowtroopers 2")
    ada.locator("#count").click()
    ada.keyboard.type("2")
    press(ada, "Record it")
    expect(bo.get_by_text("You lost. Is that right?")).to_be_visible()
    assert taps_by_touch(ada) <= MOST_TAPS_OF_A_RECORD


def type_at_once(page: Page, words: str) -> None:
    """The field that one would type into has the focus already."""
    expect(page.locator("input[autofocus]")).to_be_focused()
    page.keyboard.type(words)


def build_register(page: Page, paragon: str, name: str, other: str) -> None:
    """A Paragon, two corps, the first story arc, a name: on a phone that stands in its campaign."""
    press(page, "New Register", "link")
    press(page, "Empire")
    expect(page.get_by_text(other)).to_be_visible()  # how far the other player is
    press(page, "Imperial Officer", "link")
    type_at_once(page, paragon)
    page.get_by_text("Tip of the Spear").first.click()
    press(page, "Make Paragon")
    for _ in range(2):
        press(page, "Snowtroopers", "link")
        press(page, "Recruit Snowtroopers")
    for _ in range(3):
        foot(page)
    type_at_once(page, name)
    foot(page)
    press(page, f"Create {name}")


def walk_in_a_hurry(page: Page) -> None:
    """All checks at once, corps filled up, the app's dice, every choice with a tap of its own; until all is
    done, or the other side is waited for."""
    for _ in range(40):
        text = page.locator("#wizard").inner_text()
        if "All ten steps are done" in text or "still has to name" in text:
            return
        radios = page.locator("#task-form input[type=radio]")
        if radios.count() and not page.locator("#task-form input[type=radio]:checked").count():
            page.locator("#task-form label.choice:has(input:enabled)").first.click()
        if page.locator("#task-form #unit-name").count():
            page.keyboard.type("Old guard")
        hurry = page.get_by_role("button", name=re.compile("^(Roll all|Draw for me|Add )"))
        with page.expect_navigation():
            if hurry.count() and ("Fill up the corps" in text or "Add units?" not in text):
                hurry.first.click()
            else:
                page.locator(PRIMARY).first.click()
    raise AssertionError("the steps do not end")


def test_a_campaign_with_a_friend_from_nothing_through_one_battle(site, open_page):
    """The host taps at most 40 times and the friend 30: found, invite, build, fight, two checks, confirm."""
    host, friend = counting(open_page()), counting(open_page())
    host.goto(f"{site}/")
    press(host, "Start a campaign", "link")
    type_at_once(host, "Endor Winter")
    host.get_by_label("What shall we call you?").click()
    host.keyboard.type("Ines Vo")
    press(host, "Begin the campaign")
    press(host, "Invite players", "link")
    friend.goto(host.locator("#link").input_value())
    expect(friend.get_by_text("Campaign of Ines Vo")).to_be_visible()
    fits(friend)
    type_at_once(friend, "Tom Wend")
    press(friend, "Join")
    build_register(host, "Maela Dace", "The Grey Watch", "Tom Wend no Register yet")
    build_register(friend, "Odile Tarn", "The Free Hands", "Ines Vo ready with The Grey Watch")

    press(host, "The first battle", "link")
    press(host, "Open the battle and muster")
    take_the_field(host)
    friend.reload()
    press(friend, "A battle against The Grey Watch waits", "link")
    take_the_field(friend)
    pass_agenda(host)
    expect(friend.get_by_text("Play without an agenda")).to_be_visible()
    pass_agenda(friend)
    expect(host.get_by_text("One of you records both sides")).to_be_attached()
    over(host)
    host.get_by_text("I won", exact=True).click()
    fell(host, "Maela Dace")
    fell(host, "Snowtroopers 2")
    fits(host)
    press(host, "Record it")
    expect(friend.get_by_text("You lost. Is that right?")).to_be_visible()
    press(friend, "Confirm")
    press(host, "Continue")
    foot(host)  # the supply die
    expect(host.get_by_text(re.compile(r"\+[23] supply"))).to_be_visible()
    press(host, "Roll all 2 checks")
    expect(host.locator(".fate-word").first).to_be_visible()
    friend.emulate_media(reduced_motion="reduce")
    card = friend.locator("[data-fate]")  # pushed with that act
    expect(card).to_contain_text(re.compile("Maela Dace.*Snowtroopers 2", re.DOTALL))
    expect(card).to_have_css("animation-name", "none")  # it lies there
    card.click()
    expect(card).to_be_hidden()
    fits(host)
    for phone in (host, friend, host, friend):
        walk_in_a_hurry(phone)
    press(host, "Confirm the battle")
    press(friend, "Confirm the battle")
    expect(host.get_by_text("It can no longer be undone")).to_be_visible()
    for phone in (host, friend):
        picture = phone.locator(".shared-picture img")
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("naturalWidth", 1200)
        expect(picture).to_have_attribute("alt", re.compile("The Grey Watch beat The Free Hands"))
    assert taps_by_touch(host) <= MOST_TAPS_OF_HOST
    assert taps_by_touch(friend) + 1 <= MOST_TAPS_OF_FRIEND  # one to look for the battle: the reload above
    the_story_is_stepped_through(host)
    the_story_is_read_with_keys_and_still_dice(friend)
    the_book_is_made_with_one_tap(host)


def the_story_is_stepped_through(phone: Page) -> None:
    """By its one button, from both armies over the fates to the picture, on the small phone and a desk."""
    press(phone, "Step through the battle", "link")
    expect(phone.get_by_role("heading", name="Empire The Free Hands")).to_be_visible()
    fits(phone)
    assert unfit(phone) == []
    at = phone.locator(".wizard-progress .label")
    while phone.locator("a#step-next[rel=next]").count():
        before = at.inner_text()
        phone.locator("#step-next").click()
        expect(at).not_to_have_text(before)
        if phone.locator(".fate").count():
            fits(phone)
    expect(phone.get_by_role("link", name="Download the picture")).to_be_visible()
    fits(phone)
    phone.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    assert unfit(phone) == [] and findings(phone) == []
    phone.get_by_role("complementary", name="The whole battle").get_by_role("link", name="The armies").click()
    expect(at).to_have_text(re.compile("^1 of"))


def the_book_is_made_with_one_tap(desk: Page) -> None:
    """From the campaign's summary; its page says how far it is, and then it is there."""
    desk.goto("/tours")
    press(desk, "Endor Winter", "link")
    press(desk, "Summary", "link")
    press(desk, "The campaign book", "link")
    fits(desk)
    press(desk, "Make the book")
    expect(desk.get_by_text("Ready. It is kept here for a day.")).to_be_visible(timeout=20_000)
    with desk.expect_download() as fetched:
        desk.get_by_role("link", name="Download").click()
    assert fetched.value.suggested_filename == "Endor Winter.pdf"


def the_story_is_read_with_keys_and_still_dice(phone: Page) -> None:
    """Arrow keys step; where motion is not welcome the dice and the fate lie there."""
    press(phone, "Step through the battle", "link")
    for _ in range(20):
        if phone.locator(".fate").count():
            break
        before = phone.locator(".wizard-progress .label").inner_text()
        phone.keyboard.press("ArrowRight")
        expect(phone.locator(".wizard-progress .label")).not_to_have_text(before)
    expect(phone.locator(".fate-word").first).to_have_css("animation-name", "none")
    assert dark_findings(phone) == []
