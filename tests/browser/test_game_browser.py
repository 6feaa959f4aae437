"""A game on real phones: secrets, typed dice, undo, a retaken phone, a lost network, a score in few taps."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import WIDE, axe_findings, dark_findings, overflow, unfit
from tests.browser.game_world import World
from tests.browser.playing import AT_ONCE, goes_on, main_button, play
from tests.browser.taps import counting, taps
from tests.browser.tour_wizard import told_by

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-tables")]
MOST_TAPS = 30
CAPTION_SHOWN = """() => {
  const pane = document.querySelector(".game-main.tab-mission");
  const words = pane.querySelector("figcaption").getBoundingClientRect();
  return words.bottom <= pane.getBoundingClientRect().bottom;
}"""
WANTED = [
    {"until": "setup.table", "dice": "own", "seed": 5},
    {"until": "r1.card", "both": True, "opponent": "Bob", "seed": 3},
    {"until": "r1.card", "seed": 3},
    {"until": "r4.card", "seed": 3, "scores": True},
]


# Draws what is shown with something changed, as if it had been pushed. The button follows the choice.
PUSHED = """([before, after]) => {
  const live = document.getElementById("live"), html = live.innerHTML.replace(before, after);
  const said = (text) => text.replace(/<button[^>]*data-main[^>]*>[^<]*/, "");
  drawLive(live, html);
  return said(live.innerHTML) === said(html);
}"""

# A link of the new question at a place of the screen.
LINKED = """([x, y]) => {
  const link = Object.assign(document.createElement("a"), { href: "#left", textContent: "A card" });
  link.style.cssText = `position: fixed; left: ${x - 9}px; top: ${y - 9}px; padding: 9px; z-index: 99`;
  link.dataset.own = "";
  document.getElementById("live").append(link);
}"""
# Lists of lines of which several read alike, drawn one into the other as the server sends them: what is there
# is named.
ALIKE = """() => {
  let state = 7;
  const roll = (sides) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 16) % sides;
  };
  const line = (letter) => `<li data-part="part${letter.repeat(4)}">${letter}</li>`;
  const some = () => Array.from({ length: roll(8) }, () => "ABCD"[roll(4)]);
  const name = (letter) => `<template data-parts="part${letter.repeat(4)}"></template>`;
  const sent = (now, had) => now.map((one) => (had.includes(one) ? name(one) : line(one))).join("")
    .replaceAll('"></template><template data-parts="', " ");
  const wrong = [];
  for (let time = 0; time < 2000; time += 1) {
    const list = document.createElement("ol"), fresh = document.createElement("template");
    const [was, now] = [some(), some()];
    list.innerHTML = was.map(line).join("");
    fresh.innerHTML = sent(now, was);
    renew(list, fresh.content);
    const shown = list.textContent;
    if (shown !== now.join("")) wrong.push(`${was.join("")} to ${now.join("")}: ${shown}`);
  }
  return wrong;
}"""

# How often what the page has put into a row is taken out while the row is drawn again.
TAKEN_OUT = """async () => {
  const row = document.createElement("li"), fresh = document.createElement("template");
  row.innerHTML = '<a href="/tools">3 wounds</a><div data-own></div><b>Order</b>';
  fresh.innerHTML = '<a href="/tools">4 wounds</a><i>Suppressed</i>';
  let taken = 0;
  const own = row.querySelector("[data-own]");
  const counter = new MutationObserver((changes) => {
    for (const { removedNodes } of changes) taken += [...removedNodes].includes(own);
  });
  counter.observe(row, { childList: true });
  renew(row, fresh.content);
  await null;
  return [taken, own.parentNode === row, row.textContent];
}"""


@pytest.fixture(scope="module")
def games(site, site_folder) -> dict[str, Any]:
    """Games played on to the moments that tell, by the site's own use cases."""
    return told_by("tests.browser.game_setup", site_folder, json.dumps(WANTED))


@pytest.fixture
def world(site, games, open_page) -> World:
    return World(site, games, open_page)


def fits(page: Page) -> None:
    """Nothing is wrong for a reader, in either theme, and nothing is too wide; on a phone with large text."""
    assert axe_findings(page) == [] and dark_findings(page) == [] and overflow(page) == 0
    assert page.viewport_size == {"width": WIDE[0], "height": WIDE[1]} or unfit(page) == []


def test_a_recon_game_on_two_phones(world: World) -> None:
    """Everything kept, dice typed in, cards laid in secret, an undo granted, a dead phone come back."""
    ann, bob = (world.phone(seat, 0, fingers=True) for seat in ("one", "two"))
    eve = world.phone("", 0)

    # a die typed in shows on both phones, and comes back when the other grants it
    goes_on(bob)
    play(ann, until=r"setup\.colour")
    goes_on(ann, AT_ONCE)
    goes_on(bob, AT_ONCE)
    expect(ann.locator(".turn")).to_contain_text("Who is Blue?")
    fits(ann)
    before = ann.locator("#live").inner_html()
    ann.get_by_label("Block").fill("1")
    expect(main_button(ann)).to_have_text("Enter these dice")
    main_button(ann).click()
    expect(ann.locator(".turn")).to_contain_text("Choose your edge")
    ann.evaluate("late => drawLive(document.getElementById('live'), late)", before)  # a slow line
    expect(ann.locator(".turn")).to_contain_text("Choose your edge")
    expect(bob.locator(".turn")).to_contain_text("Ann decides")
    ann.locator("label[for=tab-log]").click()
    ann.get_by_role("button", name=re.compile("Ask to undo: Colour roll")).click()
    expect(bob.locator(".turn")).to_contain_text("Ann asks for an undo")
    sent: list[str] = []
    bob.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    bob.get_by_role("button", name="Undo", exact=True).evaluate("one => { one.click(); one.click(); }")
    expect(ann.locator(".turn")).to_contain_text("Who is Blue?")
    ann.reload()
    assert len(sent) == 1, "a double tap is one"
    expect(ann.locator(".turn")).to_contain_text("Who is Blue?")
    ann.locator("label[for=tab-now]").click()

    # a card is laid in secret and undone; the other player's phone dies and another takes its seat
    play(ann, bob, until=r"r1\.card")
    fits(ann)
    before = bob.locator("#live").inner_html()
    expect(main_button(ann)).to_be_disabled()  # no card is chosen for anybody
    lays(ann)
    expect(ann.locator(".turn")).to_contain_text("Bob decides")
    ann.get_by_role("button", name="Undo the card").click()
    expect(main_button(ann)).to_have_text(re.compile("^Play .+ facedown$"))
    lays(ann)
    expect(ann.locator(".turn")).to_contain_text("Bob decides")
    assert bob.locator("#live").inner_html() == before
    expect(eve.locator(".turn")).to_contain_text("Ann and Bob decide")
    fresh = world.phone("", 0, fingers=True)
    fresh.get_by_text("Is this your game on another phone?").click()
    fresh.get_by_label("You are").select_option("two")
    fresh.get_by_label("Your seat’s code").fill(world.told["games"][0]["codes"][1])
    fresh.get_by_role("button", name="Take my seat").click()
    expect(fresh.locator(".turn")).to_contain_text("Choose a command card")
    expect(bob.locator(".hand")).to_have_count(0)
    bob.close()
    lays(fresh)
    expect(eve.locator(".tab-log .story-text").filter(has_text="Command cards")).to_have_count(1)
    eve.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    assert eve.evaluate(CAPTION_SHOWN), "on a desk the words below the map are not cut off"
    eve.goto(f"{eve.url}/hall")
    expect(eve.locator(".hall-game .mission-map svg")).to_be_visible()
    fits(eve)
    eve.close()

    # a wound is a tap on its number, and the other phone follows
    goes_on(fresh)
    play(ann, until=r"\.acts$")
    wounds = ann.locator(".unit-card-head .hp")
    left = int(wounds.locator("b").inner_text())
    wounds.click()
    expect(wounds.locator("b")).to_have_text(str(left - 1))
    expect(fresh.locator(".tab-log .story-text").first).to_contain_text("suffered 1 wound")

    # what a unit's handle opens stays open while the other taps, with what was chosen in it; without a
    # network it says so, and comes when the line is back
    fresh.locator(".tab-now a.row-tools").first.click()
    fresh.locator(".tab-now .tools-open select").first.select_option(index=1)
    suffered = fresh.locator(".tab-log .story-text").filter(has_text="suffered 1 wound")
    before_this = suffered.count()
    fresh.locator(".tab-now .tools-open").get_by_role("button", name="One Aim more").hover()
    fresh.mouse.down()  # a press that a frame falls into
    wounds.click()
    expect(suffered).to_have_count(before_this + 1)
    fresh.mouse.up()
    expect(fresh.locator(".tab-now .tools-open li").filter(has_text="Aim").locator("b")).to_have_text("1")
    fits(fresh)
    fresh.locator(".tab-now .tools-open").get_by_role("button", name="Defeated").click()
    expect(fresh.locator(".tab-log .story-text").first).to_contain_text("was defeated by")
    expect(fresh.locator(".tools-open")).to_have_count(0)
    fresh.get_by_role("button", name=re.compile("^Undo the defeat")).first.click()
    expect(fresh.locator(".tab-now .crew-unit[data-state=out]")).to_have_count(0)
    fresh.context.set_offline(True)
    fresh.locator(".tab-now a.row-tools").first.click()
    expect(fresh.locator(".tab-now .tools-open")).to_contain_text("No network")
    fresh.context.set_offline(False)
    expect(fresh.locator(".tab-now .tools-open select").first).to_be_visible()
    fresh.locator(".tab-now a.row-tools[aria-expanded=true]").press("Space")
    expect(fresh.locator(".tools-open")).to_have_count(0)

    # dice chosen in the tray are still there when the other's fall, and both see them
    for phone in (ann, fresh):
        phone.locator("#tray > summary").click()
        expect(phone.locator("#tray button[type=submit]")).to_be_disabled()  # no die is chosen
    for _ in range(2):
        ann.get_by_role("button", name="One red attack die more").click()
    odds = "1.25 Hits and 0.25 Criticals on average; 1 or more 94%, 2 or more 56%"
    expect(ann.locator("#tray-odds")).to_have_text(odds)
    fresh.get_by_role("button", name="One red defence die more").click()
    fresh.locator("#tray-block").fill("1")
    fresh.locator("#tray button[type=submit]").click()
    expect(ann.locator(".tray-head").first).to_contain_text("Bob’s defence dice")
    expect(ann.locator("#tray-attack-red")).to_have_value("2")
    expect(ann.locator("#tray-odds")).to_have_text(odds)
    fits(ann)
    ann.locator("#tray-hit").fill("2")
    ann.locator("#tray button[type=submit]").click()
    expect(fresh.locator(".tray-odds").first).to_contain_text("2 Hits")


def test_a_score_only_game_takes_thirty_taps_at_most(phone: Page) -> None:
    """A guest opens it on one phone for both; from the first tap to the last: two chips and a button a
    round, and one for the screen that says what it brought."""
    counting(phone).goto("/play")
    phone.get_by_label("Score only").click()
    phone.get_by_label("One phone for both players").click()
    phone.get_by_label("Your name").fill("Ann")
    phone.get_by_label("Your opponent").fill("Bob")
    phone.get_by_role("button", name="Open the game").click()
    phone.get_by_role("button", name="Begin the game").click()
    turn = phone.locator(".turn > span")
    expect(turn).to_have_text("Ann and BobSet up the table")
    main_button(phone).dblclick()  # the second tap of a nervous finger answers nothing
    expect(turn).to_have_text("Ann and BobDeclare and place the terrain")
    for _ in range(12):
        expect(main_button(phone)).to_be_enabled()
        before = turn.text_content() or ""  # as the expectation below reads it: no break behind the names
        if "How did round" in before:
            break
        main_button(phone).click()
        expect(turn).not_to_have_text(before)
    for number in range(1, 6):
        expect(turn).to_contain_text(f"How did round {number} end?")
        wells = phone.locator(".well-told")
        for well in (0, 1):
            wells.nth(well).locator("input").nth(1 + (number + well) % 2).click()
        main_button(phone).click()
        expect(turn).not_to_contain_text(f"How did round {number} end?")
        if "Level on VP" in turn.inner_text():
            main_button(phone).click()
            expect(turn).not_to_contain_text("Level on VP")
        if "won" in turn.inner_text() or "draw" in turn.inner_text():
            break
        if number > 1:  # points came: what they are is closed by one tap
            phone.locator("dialog[data-ready]").get_by_role("button", name="Start round").click()
    expect(phone.locator(".vp-chart:visible").first).to_be_visible()
    phone.get_by_role("button", name="Close the game").click()
    assert taps(phone) - 1 <= MOST_TAPS, "without the nervous finger's second"
    fits(phone)


def test_one_phone_passes_before_a_secret_and_a_tap_without_network_is_sent_once(world: World) -> None:
    phone = world.phone("one", 1)
    table = phone.url
    expect(phone.locator(".hand")).to_have_count(0)
    phone.get_by_role("link", name="Pass the phone to Bob").click()
    expect(phone.locator(".hand")).to_have_count(0)
    fits(phone)
    shows_hand(phone, "Bob")

    # without a network the tap is kept, and a second one says that it was not taken
    phone.context.set_offline(True)
    lays(phone)
    expect(phone.get_by_role("alert")).to_contain_text("Your tap is saved")
    main_button(phone).click()
    expect(phone.get_by_role("alert")).to_contain_text("second tap was not taken")
    # a server that is just starting is no answer
    phone.route("**/act", lambda route: route.fulfill(status=503), times=1)
    with phone.expect_response("**/act"):
        phone.context.set_offline(False)
    expect(phone.get_by_role("alert")).to_contain_text("Your tap is saved")
    phone.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.get_by_role("link", name="Pass the phone to Ann")).to_be_visible()
    expect(phone.get_by_role("alert")).to_have_count(0)
    expect(phone.locator(".hand")).to_have_count(0)
    expect(phone.get_by_role("link", name="Pass the phone to Bob")).to_have_count(0)
    assert phone.url == table

    # a tap of somebody who has signed out since is not sent, and what stands there is the game
    phone.evaluate(
        """path => localStorage.setItem(`muster.kept.${path}`,
      JSON.stringify({ path: `${path}/act`, body: "do=concede&seat=two", reader: "x" }))""",
        phone.url[-38:],
    )
    phone.reload()
    expect(phone.get_by_role("link", name="Pass the phone to Ann")).to_be_visible()
    assert phone.evaluate("localStorage.length") == 0
    expect(phone.get_by_role("alert")).to_have_count(0)

    # the other's secret is gone with a reload; both laid, both cards are seen and no hand is left anywhere
    phone.get_by_role("link", name="Pass the phone to Ann").click()
    shows_hand(phone, "Ann")
    phone.reload()
    expect(phone.locator(".hand")).to_have_count(0)
    shows_hand(phone, "Ann")
    lays(phone)
    expect(phone.locator(".tab-log .story-text").filter(has_text="Command cards")).to_have_count(1)
    assert phone.url == table
    for again in (phone.reload, phone.go_back, phone.go_back):
        expect(phone.locator(".hand")).to_have_count(0)
        again()
    expect(phone.locator(".hand")).to_have_count(0)


def test_only_what_changed_is_drawn_and_nothing_of_the_last_question_is_left(world: World) -> None:
    phone = world.phone("one", 2)
    expect(phone.locator("#live")).to_have_attribute("data-state", "live")
    asked = phone.locator("input[name=prompt]").input_value()
    parts = [phone.locator(one).element_handle() for one in (".tab-mission", ".hand", ".turn")]
    chosen = phone.locator(".hand input:checked")
    first = chosen.get_attribute("value") if chosen.count() else None
    other = phone.locator(".hand input:not(:checked)").first.get_attribute("value")
    phone.locator(f'.hand label:has(input[value="{other}"])').click()
    button = main_button(phone).element_handle()

    # the same question with other words around it: the rest stays as it is, and so does what was chosen
    phone.evaluate(PUSHED, [phone.locator(".turn > span").inner_text(), "Other words"])
    expect(phone.locator(".turn")).to_contain_text("Other words")
    assert all(part.evaluate("one => one.isConnected") for part in (*parts, button))
    assert chosen.get_attribute("value") == other

    # another question that looks the same: nothing is chosen yet, and a finger that is down answers nothing
    asks: list[str] = []
    phone.on("request", lambda request: asks.append(request.url))
    main_button(phone).hover()
    phone.mouse.down()
    assert phone.evaluate(PUSHED, [f'value="{asked}"', 'value="r9.card"'])
    assert (chosen.get_attribute("value") if chosen.count() else None) == first
    phone.mouse.up()
    phone.wait_for_function("() => new Promise(requestAnimationFrame).then(() => true)")
    assert not button.evaluate("one => one.isConnected") and asks == []


def lays(phone: Page) -> None:
    """The first card of the hand."""
    phone.locator(".hand label").first.click()
    main_button(phone).click()


def test_a_tap_meant_for_the_last_question_does_not_answer_the_next(world: World) -> None:
    phone = world.phone("one", 2)
    expect(phone.locator("#live")).to_have_attribute("data-state", "live")
    asked = phone.locator("input[name=prompt]").input_value()
    phone.evaluate("""() => {
      window.at = 0;
      performance.now = () => window.at;
      window.said = [];
      addEventListener("submit", (event) => {
        said.push(event.submitter?.value);
        event.preventDefault();
        event.stopImmediatePropagation();
      }, true);
    }""")
    box = main_button(phone).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    said = lambda: len(phone.evaluate("said"))  # noqa: E731

    def another(question: str) -> None:
        nonlocal asked
        phone.evaluate(PUSHED, [f'value="{asked}"', f'value="{question}"'])
        asked = question
        choose()

    def choose() -> None:
        """A card, without a tap."""
        phone.locator(".hand input").first.evaluate("""one => {
          one.checked = true;
          one.dispatchEvent(new Event("change", { bubbles: true }));
        }""")

    choose()
    phone.mouse.click(x, y)
    assert said() == 1
    another("r8.card")
    phone.evaluate("at = 499")
    phone.mouse.click(x + 16, y + 16)
    assert said() == 1, "22 px away and half a second too soon: the finger meant the last question"
    phone.evaluate("at = 500")
    phone.mouse.click(x, y)
    assert said() == 2, "the next tap is meant"

    another("r7.card")
    phone.mouse.click(x + 25, y)
    assert said() == 3, "a finger that has moved is meant"
    another("r6.card")
    main_button(phone).focus()
    phone.keyboard.press("Enter")
    assert said() == 4, "a key presses what it has come to"
    main_button(phone).evaluate("one => one.click()")
    assert said() == 5, "and so does a switch"

    another("r5.card")
    phone.evaluate(LINKED, [x + 25, y])
    phone.mouse.click(x + 25, y)
    assert phone.evaluate("location.hash") == "", "nor does that finger leave the game by a link"
    phone.evaluate("at += 500")
    phone.mouse.click(x + 25, y)
    assert phone.evaluate("location.hash") == "#left"


def shows_hand(phone: Page, name: str) -> None:
    phone.get_by_role("button", name=f"I’m {name}, show me").click()
    expect(phone.locator(".hand")).to_be_visible()


def test_each_phone_shows_a_scored_round_once_and_nobody_waits_for_the_other(world: World) -> None:
    """Ann goes on while Bob still looks; who waits is told what the other's act brought."""
    ann, bob = (world.phone(seat, 3) for seat in ("one", "two"))
    scenes = [phone.get_by_role("dialog", name=re.compile("^Round 3: you")) for phone in (ann, bob)]
    for scene in scenes:
        expect(scene.get_by_role("heading", name="The race to 12")).to_be_visible()
    assert axe_findings(ann) == [] and dark_findings(ann) == [] and overflow(ann) == 0
    expect(ann.locator("dialog")).to_have_attribute("data-ready", "")  # no finger that came down before
    scenes[0].get_by_role("button", name="Start round 4").click()
    expect(scenes[0]).to_be_hidden()
    expect(scenes[1]).to_be_visible()
    ann.reload()
    expect(ann.locator(".game-main.tab-now")).to_be_visible()
    expect(ann.get_by_role("dialog")).to_have_count(0)
    lay_card(ann)
    expect(scenes[1]).to_be_visible()
    bob.keyboard.press("Escape")
    expect(scenes[1]).to_be_hidden()
    lay_card(bob)
    expect(ann.get_by_role("heading", name="priority")).to_be_visible()
    expect(ann.locator("#game-heard")).to_contain_text("Command cards:")


def lay_card(phone: Page) -> None:
    """Any card, facedown."""
    phone.locator(".tab-now input[name=pick]").first.check(force=True)
    main_button(phone).click()


def test_lines_that_read_alike_stay_in_their_order(world: World) -> None:
    """Who watches has no buttons beside them: two acts alike are two lines of one name."""
    assert world.phone("", 2).evaluate(ALIKE) == []


def test_what_the_page_put_into_a_row_stays_while_the_row_is_drawn(world: World) -> None:
    """A browser forgets a press on what was taken out, if only for a moment."""
    assert world.phone("", 2).evaluate(TAKEN_OUT) == [0, True, "4 woundsSuppressed"]
