"""The network goes away in a real browser: nothing typed is lost, and what waits is sent once."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE, OpenPage, findings, overflow
from tests.browser.event_laptop import FIELD, Event, claimed, meet
from tests.browser.tour_wizard import foot, over, pass_agenda, phone_of, press, take_the_field, told_by

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
PASSWORD = "a long walk on Hoth"
KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      kept.push(url.slice(location.origin.length));
  return kept;
}"""
# A page that was on its way while the worker began is the worker's from the next load on.
WORKS = "navigator.serviceWorker.ready.then(() => true)"
AWAIT_KEPT = f"""async (wanted) => {{
  for (let tries = 0; tries < 150; tries += 1) {{
    const kept = await ({KEPT})();
    if (wanted.every((one) => kept.includes(one))) return;
    await new Promise((then) => setTimeout(then, 100));
  }}
  throw new Error(`${{wanted}} of ${{await ({KEPT})()}}`);
}}"""
AWAIT_COPY = """async (text) => {
  for (let tries = 0; tries < 150; tries += 1) {
    const copy = await caches.match(location.href, { ignoreVary: true });
    if ((await copy?.text())?.includes(text)) return;
    await new Promise((then) => setTimeout(then, 100));
  }
  throw new Error(text);
}"""
MY_PAGES = ["/", "/armies", "/tours", "/odds", "/rules", "/rules/core", "/keywords", "/rulings"]


@pytest.fixture
def keeps_pages() -> bool:
    """What these tests are about."""
    return True


@contextmanager
def no_network(page: Page) -> Iterator[None]:
    page.context.set_offline(True)
    expect(banner(page)).to_contain_text("Offline.")
    yield
    page.context.set_offline(False)


def banner(page: Page):
    return page.locator("#net-line")


def queue(page: Page):
    return page.locator("#net-queue")


def await_worker(page: Page) -> None:
    """The service worker answers for the page, and keeps it."""
    page.evaluate(WORKS)
    page.reload()
    page.evaluate(AWAIT_KEPT, [page.evaluate("location.pathname + location.search")])


def new_army(page: Page) -> str:
    """An army with one unit of Stormtroopers, whose line is open; its address."""
    page.goto("/armies/new?faction=empire&format=standard")
    page.get_by_role("button", name="Start the army").click()
    page.wait_for_url("**?add=commander")
    army = page.url.partition("?")[0]
    page.goto(f"{army}?add=corps")
    page.get_by_role("button", name="Add Stormtroopers", exact=True).click()
    expect(page.locator("#drawer .drawer-head")).to_contain_text("1 of ")
    page.goto(f"{army}?unit=u1")
    return army


def new_register(page: Page) -> str:
    """A Register that waits for its Paragon; its path."""
    page.goto("/tours/new")
    page.get_by_role("button", name="Empire").click()
    page.wait_for_url("**/tours/register/*")
    return str(page.evaluate("location.pathname"))


def sign_up(page: Page, handle: str) -> None:
    page.goto("/sign-up")
    page.get_by_label("Handle").fill(handle)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/you")


def how_many(page: Page):
    return page.locator(".unit-acts output")


def test_taps_in_the_builder_wait_and_are_sent_once(open_page: OpenPage):
    page = open_page()
    army = new_army(page)
    await_worker(page)
    page.get_by_role("button", name="One more").click()
    expect(how_many(page)).to_have_text("2")
    page.evaluate(AWAIT_COPY, "<output>2</output>")  # the copy follows what is built
    with no_network(page):
        for count, waiting in (("3", "1 change waits"), ("4", "2 changes wait")):
            page.get_by_role("button", name="One more").click()
            expect(page.locator(".unit-main .net-note")).to_contain_text("Saved on this device")
            expect(banner(page)).to_contain_text(f"{waiting} on this device.")
            expect(how_many(page)).to_have_text(count)
        queue(page).locator("summary").click()
        expect(queue(page).get_by_text("One more: Stormtroopers")).to_have_count(2)
        assert findings(page) == []
        assert overflow(page) == 0
        page.close()  # nothing is lost by that
        page = page.context.new_page()
        page.goto(f"{army}?unit=u1")
        expect(banner(page)).to_contain_text(re.compile("Offline. This page is as of .* 2 changes wait"))
        expect(how_many(page)).to_have_text("4")
        page.get_by_role("button", name="One more").click()
        expect(how_many(page)).to_have_text("5")
        expect(page.locator(".slab .points")).to_contain_text("84")  # as Muster has it
    expect(page.locator(".slab .points")).to_contain_text("210")
    expect(how_many(page)).to_have_text("5")
    expect(queue(page)).to_be_hidden()
    page.goto(f"{army}/history")
    expect(page.get_by_text("Stormtroopers ×", exact=False)).to_have_count(4)  # each once
    expect(page.locator("time[data-own-moment]").first).to_have_text(re.compile(r"just now|minutes? ago"))


def test_a_refusal_on_return_is_shown_with_both_versions(open_page: OpenPage):
    page, other = open_page(), open_page()
    new_army(page)
    other.context.add_cookies(page.context.cookies())
    other.goto(page.url)
    with no_network(page):
        page.get_by_role("button", name="One more").click()
        expect(banner(page)).to_contain_text("1 change waits")
        for count in ("2", "3"):
            other.get_by_role("button", name="One more").click()
            expect(how_many(other)).to_have_text(count)
    expect(banner(page)).to_contain_text("1 change not accepted.")
    mine = queue(page).locator("li")
    expect(mine.locator("dd").first).to_have_text("One more: Stormtroopers")
    expect(mine).to_contain_text("Changed in another tab")
    expect(mine.locator("dd").last).to_have_text("126 of 1,000 points, 3 units")
    expect(how_many(page)).to_have_text("3")
    assert findings(page) == []
    mine.get_by_role("button", name="Send again").click()
    expect(how_many(page)).to_have_text("2")
    expect(queue(page)).to_be_hidden()


def test_odds_for_other_dice_are_greyed_and_come_with_the_network(phone: Page):
    phone.goto("/odds")
    expect(phone.locator(".mean-figure")).to_have_text("1.00")
    with no_network(phone):
        phone.get_by_text("Light", exact=True).click()
        for part in ("#odds-answer", "#odds-means"):
            expect(phone.locator(part)).to_have_attribute("data-stale", "")
        note = phone.locator(".odds-form fieldset .net-note")
        expect(note).to_contain_text("these odds are for your previous dice")
        expect(phone.get_by_label("Light", exact=True)).to_be_checked()
        assert overflow(phone) == 0
    expect(phone.get_by_text("7/8")).to_be_visible()
    expect(phone.locator("[data-stale]")).to_have_count(0)
    expect(phone.locator(".net-note")).to_have_count(0)
    expect(banner(phone)).to_contain_text("Back online.")


def test_in_step_4_own_dice_wait_and_the_apps_never_roll(open_page: OpenPage, site, site_folder):
    war = site, told_by("tests.browser.war_setup", site_folder, "offline")
    ada = phone_of(open_page, war, "ada")
    ada.goto(f"{site}/tours/register/{war[1]['ada']['register']}/battle")
    ada.get_by_text("Someone without a Register").click()
    ada.get_by_label("What are they called").fill("Odile")
    press(ada, "Open the battle and muster")
    take_the_field(ada)
    pass_agenda(ada)
    over(ada)
    ada.get_by_text("I lost", exact=True).click()
    ada.get_by_role("group", name="Your units").get_by_text("Stormtroopers 1").click()
    press(ada, "Record it")
    while "Step 4 of 10" not in ada.locator(".wizard-progress").inner_text():
        foot(ada)
    await_worker(ada)
    with no_network(ada):
        ada.get_by_role("button", name=re.compile("^Roll ")).click()
        expect(ada.locator(".net-note")).to_contain_text("Muster’s dice need the network")
        expect(queue(ada)).to_be_hidden()
        ada.get_by_text("I rolled", exact=True).click()
        ada.get_by_role("button", name="Surge").click()
        expect(ada.locator(".net-note")).to_contain_text("Saved on this device")
        ada.reload()  # the copy on this device
        expect(banner(ada)).to_contain_text("1 change waits on this device.")
        assert findings(ada) == []
        assert overflow(ada) == 0
    expect(ada.get_by_text("lost for good").first).to_be_visible()
    expect(queue(ada)).to_be_hidden()


def paired(page: Page) -> Event:
    """Two players at one table, the clock running."""
    event = Event(page)
    page.goto("/events/new?at=details&name=Sullust&structure=basic")
    event.press("Open Sullust")
    event.at = page.url.removesuffix("/desk")
    event.go("/players")
    page.get_by_label("Names, one on each line").fill("\n".join(FIELD[:4]))
    page.get_by_label("They are here: check them in at once").check()
    event.press("Enter")
    event.go()
    event.press(re.compile("^Announce"))
    event.press("Pair round 1")
    meet(event, *FIELD[:2])
    event.publish()
    return event


def desk_without_network(event: Event) -> None:
    """A table entered at the desk waits like any result."""
    event.go("/results")
    with no_network(event.page):
        expect(event.page.locator("#victory1")).to_be_focused()
        for key in ("8", "Enter", "3", "Enter"):
            event.page.keyboard.press(key)
        expect(banner(event.page)).to_contain_text("1 change waits")
        expect(event.page.locator("#victory1")).to_have_value("8")
    expect(event.page.locator("#desk-count")).to_contain_text("1 of 2 table")
    expect(queue(event.page)).to_be_hidden()


def my_table_opens(phone: Page, event: Event) -> None:
    """After one visit: the table, the opponent and the way to the result, as of when they were seen."""
    phone.goto(f"{event.at}/me")
    expect(banner(phone)).to_contain_text("This page is as of")
    for words in ("Table", "Ada Marrok, you", "Ben Okafor"):
        expect(phone.locator(".pairing")).to_contain_text(words)


def test_my_event_table_opens_without_a_network_and_a_result_waits_there(open_page: OpenPage):
    event = paired(open_page(WIDE))
    ann = open_page(PHONE)
    event.go("/player/p1")
    claimed(ann, event.at, event.page.locator(".desk-code").inner_text())
    report = f"/event/{event.at.rpartition('/')[2]}/me/report"
    ann.evaluate(AWAIT_KEPT, [report, f"{report}?how=rounds"])
    with no_network(ann):  # the way to the numbers is kept, too
        my_table_opens(ann, event)
        ann.get_by_role("link", name="Report the result").click()
        ann.get_by_role("link", name="The last round was played").click()
        ann.locator("#victory1").fill("2")
        ann.locator("#victory2").fill("6")
        ann.get_by_role("button", name="Look at the result").click()
        expect(ann.locator("form .net-note")).to_contain_text("Saved on this device")
        expect(ann.locator("#victory2")).to_have_value("6")
    expect(ann.get_by_text("Waiting for Ben Okafor to")).to_be_visible()
    expect(banner(ann)).to_contain_text("1 change sent.")
    expect(ann.locator(".event-result .num").nth(2)).to_have_text("6")

    # Told again without a network; by then an official has decided.
    ann.goto(f"{event.at}/me/report?how=rounds&victory1=7&victory2=1&numbers=1")
    with no_network(ann):
        ann.get_by_role("button", name="Report result").click()
        expect(banner(ann)).to_contain_text("1 change waits")
        desk_without_network(event)
        event.results(2, done=1)
    expect(banner(ann)).to_contain_text("1 change not accepted.")
    both = queue(ann).locator("dd")
    expect(both.first).to_contain_text(re.compile("wins by more VP.* 7 .* 1 "))
    expect(both.last).to_contain_text(re.compile(" 8 .* 3 .*The result counts"))
    assert findings(ann) == []
    queue(ann).get_by_role("button", name="Discard").click()
    expect(queue(ann)).to_be_hidden()


def test_what_is_mine_opens_without_a_network_until_i_sign_out(open_page: OpenPage):
    page = open_page()
    sign_up(page, "traveller")
    army = new_army(page).removeprefix(page.evaluate("location.origin"))
    mine = [army, new_register(page)]
    page.goto("/")
    page.evaluate(AWAIT_KEPT, [*MY_PAGES, mine[1]])
    mine.append(f"{army}/brings")
    assert mine[2] not in page.evaluate(KEPT)  # only once it was opened
    page.goto(mine[2])
    page.evaluate(AWAIT_KEPT, [mine[2]])
    with no_network(page):
        for path in (*MY_PAGES, *mine):
            page.goto(path)
            expect(banner(page)).to_contain_text("This page is as of")
            expect(page.locator("h1")).not_to_have_text("No network")
        page.goto("/you")
        expect(page.get_by_role("heading", name="This page isn’t saved on this device")).to_be_visible()
        expect(page.get_by_role("link", name="Exact odds")).to_be_visible()
        page.goto("/game/00000000000000000000000000000000")
        expect(page.get_by_role("heading", name="Games need the network")).to_be_visible()
        assert findings(page) == []
        page.goto("/odds")
    expect(banner(page)).to_be_hidden()
    assert not [address for address in page.evaluate(KEPT) if address.startswith(("/game", "/you"))]
    page.goto("/you")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")
    assert not {"/armies", "/tours", *mine} & {*page.evaluate(KEPT)}


def test_after_one_visit_the_start_page_opens_and_an_army_opens_with_its_list(phone: Page):
    phone.goto("/armies/new?faction=empire&format=standard")
    phone.evaluate(AWAIT_KEPT, ["/"])
    phone.get_by_role("button", name="Start the army").click()
    phone.wait_for_url("**?add=commander")
    army = phone.url.partition("?")[0]
    phone.evaluate(AWAIT_KEPT, [army.removeprefix(phone.evaluate("location.origin"))])
    with no_network(phone):
        phone.goto(army)
        expect(banner(phone)).to_contain_text("This page is as of")
        expect(phone.locator("#builder")).to_be_visible()
        expect(phone.locator("#drawer")).to_have_count(0)
        phone.goto("/")
        expect(banner(phone)).to_contain_text("This page is as of")


def test_a_game_is_never_kept(phone: Page):
    phone.goto("/play")
    phone.get_by_label("Your name").fill("Ann")
    phone.get_by_role("button", name="Open the game").click()
    phone.wait_for_url("**/game/*")
    phone.evaluate(WORKS)
    phone.reload()
    phone.goto("/rules/601")
    phone.evaluate(AWAIT_KEPT, ["/rules/601"])
    assert not [address for address in phone.evaluate(KEPT) if address.startswith("/game")]
    with no_network(phone):
        phone.go_back()
        expect(phone.get_by_role("heading", name="Games need the network")).to_be_visible()


def test_pages_once_seen_open_without_a_network(phone: Page):
    phone.goto("/rules/601")
    await_worker(phone)
    with no_network(phone):
        phone.reload()
        expect(phone.get_by_role("heading", name="Rule 601")).to_be_visible()
        phone.goto("/rules/602")
        expect(phone.get_by_text("This page isn’t saved on this device")).to_be_visible()
    expect(phone.get_by_role("heading", name="Rule 602")).to_be_visible()  # opened as soon as it can be


@pytest.mark.parametrize(
    ("whole", "one", "said"),
    [
        ("/rules/core", "/rules/core/panic", "twice its Courage"),
        ("/rules?document=004", "/rules/601", "two of the three players"),
        ("/rulings", "/rulings/A16", "concession"),
        ("/keywords", "/keywords/pierce", "Removes up to X blocks"),
    ],
)
def test_the_page_of_all_stands_for_one_that_was_never_opened(phone: Page, whole: str, one: str, said: str):
    phone.goto(whole)
    await_worker(phone)
    with no_network(phone):
        phone.goto(one)
        expect(phone.locator(":target").get_by_text(said).first).to_be_visible()


def test_why_opens_without_a_network_where_it_was_opened_before(phone: Page):
    phone.goto("/why?keyword=pierce")
    await_worker(phone)
    with no_network(phone):
        phone.reload()
        expect(phone.get_by_role("heading", name="Why? Pierce")).to_be_visible()


def test_a_tap_on_why_opens_its_page_without_a_network(phone: Page):
    phone.goto("/armies/new?faction=empire&format=standard")
    phone.get_by_role("button", name="Start the army").click()
    phone.wait_for_url("**/armies/*-*")
    phone.goto(f"{phone.url.partition('?')[0]}?reasons=1")
    why = phone.locator(".reason").first.get_by_role("link", name="Why?").get_attribute("href")
    assert why
    phone.goto(why)
    await_worker(phone)
    phone.reload()
    phone.evaluate(AWAIT_KEPT, [why])
    phone.go_back()
    with no_network(phone):
        phone.locator(".reason").first.get_by_role("link", name="Why?").click()
        expect(phone.get_by_role("heading", name="Why? Ranks and how many of each")).to_be_visible()


def test_a_page_out_of_reach_opens_by_itself_although_the_browser_sees_a_network(phone: Page):
    """A phone in a hall's wireless network whose server was away: no event says it is back."""
    phone.goto("/rules/601")
    await_worker(phone)
    phone.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true });"
        "addEventListener('online', (event) => event.stopImmediatePropagation(), true);"
    )
    phone.context.set_offline(True)
    phone.goto("/rules/602")
    expect(banner(phone)).to_contain_text("Offline.")
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", name="Rule 602")).to_be_visible(timeout=15_000)


def test_signing_out_asks_before_it_discards_what_waits(open_page: OpenPage):
    page = open_page()
    sign_up(page, "sleeper")
    new_army(page)
    with no_network(page):
        page.get_by_role("button", name="One more").click()
        expect(banner(page)).to_contain_text("1 change waits")
        page.evaluate(
            "localStorage['muster.waits'] = localStorage['muster.waits'].replace(/\"reader\":\"/, '$&x')"
        )
    page.goto("/you")  # made under another sign-in: it is never sent by itself
    expect(banner(page)).to_contain_text("1 change waits")
    page.evaluate("localStorage['muster.kept./game/0'] = '{}'")  # and a tap in a game waits
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".net-note")).to_contain_text("2 changes on this device not sent yet. Sign out again")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")
    assert page.evaluate("localStorage.length") == 0


def test_what_cannot_wait_says_so_and_keeps_what_was_typed(phone: Page):
    phone.goto("/sign-in")
    with no_network(phone):
        phone.get_by_label("Handle").fill("traveller")
        phone.get_by_label("Password").fill(PASSWORD)
        phone.get_by_role("button", name="Sign in").click()
        expect(phone.locator("form .net-note")).to_contain_text("Not sent: no network.")
        expect(phone.get_by_label("Handle")).to_have_value("traveller")
        expect(queue(phone)).to_be_hidden()
    expect(phone.locator(".net-note")).to_have_count(0)


def test_a_form_that_meets_a_dead_line_leaves_the_page_open(phone: Page):
    """The device believes it is connected: only the service worker finds out that nobody answers."""
    phone.goto("/you")
    phone.evaluate(WORKS)
    phone.reload()
    phone.context.service_workers[0].evaluate("() => { self.fetch = () => Promise.reject(); }")
    phone.get_by_text("Dark", exact=True).click()
    expect(phone.locator("form .net-note")).to_contain_text("Not sent: no network.")
    expect(banner(phone)).to_contain_text("Offline.")
    expect(phone.get_by_label("Dark", exact=True)).to_be_checked()
