"""A whole Recon game and a standard game of 1,000 points on two phones, all by touch, attacks in full.

What is no attack is answered by the phones' own fingers. In Recon each player attacks once in every round, in
the standard game they do by turns.
"""

import json
import re
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.game_world import World
from tests.browser.playing import AT_ONCE, PATIENCE, goes_on, main_button, taps
from tests.browser.taps import MOST_OF_ATTACKER, MOST_OF_DEFENDER
from tests.browser.tour_wizard import told_by

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-tables")]
GAMES = {
    "recon": {"seed": 7, "until": "lobby"},
    "standard": {"seed": 7, "until": "lobby", "mode": "standard", "armies": ("rebels", "empire")},
}
LONGEST = 14
"""More taps than any attack takes."""
WAITS = """addEventListener("tap:sent", () => { window.sent = (window.sent ?? 0) + 1; }, true);
addEventListener("tap:over", () => { window.sent -= 1; }, true);"""
"""Counts the taps that are on their way: nobody taps again before they see what came of the last."""
NOW = """() => {
  const said = (name) => document.querySelector(`#live input[name="${name}"]`)?.value ?? "";
  const main = document.querySelector(".game-foot [data-main]");
  return [said("prompt"), said("say"), Boolean(main) && !main.disabled && !window.sent];
}"""


class Asked(NamedTuple):
    """What a phone shows: the prompt, how it is answered, and whether the large button can be tapped."""

    prompt: str
    say: str
    ready: bool

    @property
    def of_attack(self) -> bool:
        return "attack" in self.prompt


class Fought(NamedTuple):
    """An attack by touch: taps of both, the questions beyond those of a plain one, and the wounds."""

    attacker: int
    defender: int
    more: int
    wounds: int


@pytest.fixture(scope="module")
def games(site, site_folder) -> dict[str, Any]:
    return told_by("tests.browser.game_setup", site_folder, json.dumps(list(GAMES.values())))


@pytest.fixture
def world(site, games, open_page) -> World:
    return World(site, games, open_page)


def acts_in(seat: str, round: int) -> str:
    """The prompts of a seat whose unit acts in this round or later."""
    return rf"^r[{round}-9]\.{seat}\..*acts$"


def played_on(phones: dict[str, Page], rounds: dict[str, int]) -> tuple[str, int] | None:
    """Both answer by touch until a unit acts: whose, and in which round; nothing once the game is over."""
    for seat, phone in phones.items():
        goes_on(phone, acts_in(seat, rounds[seat]))
    for _ in range(PATIENCE // 50):
        for seat, phone in phones.items():
            here = str(phone.evaluate("window.fingers ? fingers.where() : ''"))
            if re.search(acts_in(seat, rounds[seat]), here):
                return seat, int(here[1])
        complaints = [phone.evaluate("window.fingers?.complaint()") for phone in phones.values()]
        assert not any(complaints), complaints
        if all(phone.locator(".sum-line").count() for phone in phones.values()):
            return None
        phones["one"].wait_for_timeout(50)
    pytest.fail(f"nobody plays on: {[phone.evaluate('fingers.where()') for phone in phones.values()]}")


def shown(phone: Page) -> Asked:
    return Asked(*phone.evaluate(NOW))


def told_that_nobody_touches(phone: Page) -> int:
    """Who fought hand to hand before has stepped back: a chip for each question that says otherwise."""
    chips = phone.locator(".chips-row", has_text="base contact").get_by_role("button", name="No", exact=True)
    closed = [chip for chip in chips.all() if chip.get_attribute("aria-pressed") == "false"]
    for chip in closed[:1]:
        chip.tap()
    return len(closed[:1])


def fight(attacker: Page, defender: Page, sword: Locator) -> Fought:
    """From the sword on the row to Done: whoever is asked taps what is proposed."""
    before = [sum(taps(phone).values()) for phone in (attacker, defender)]
    sword.tap()
    expect(attacker.locator(".targets")).to_be_visible()
    attacker.wait_for_function("() => !window.sent")
    attacker.locator(".targets button").first.tap()
    expect(attacker.locator(".chips-row").first).to_be_visible()
    more, wounds, last = 0, 0, ""
    for _ in range(LONGEST * 40):
        asked = {phone: shown(phone) for phone in (attacker, defender)}
        if last and any(each.prompt and not each.of_attack for each in asked.values()):
            break
        ready = [phone for phone in asked if asked[phone].of_attack and asked[phone].prompt != last]
        if not ready:
            attacker.wait_for_timeout(50)
            continue
        phone = ready[0]
        if not asked[phone].ready:
            more += told_that_nobody_touches(phone)
            attacker.wait_for_timeout(50)
            continue
        more += asked[phone].say in ("picked", "units")
        last = asked[phone].prompt
        if found := re.search(r"(\d+) wounds? on ", phone.locator("#live").inner_text()):
            wounds = int(found[1])
        main_button(phone).tap()
    else:
        said = attacker.locator(".game-refused").all_inner_texts()
        pytest.fail(f"the attack does not end: {[shown(phone) for phone in (attacker, defender)]} {said}")
    after = [sum(taps(phone).values()) for phone in (attacker, defender)]
    return Fought(after[0] - before[0], after[1] - before[1], more, wounds)


@pytest.mark.parametrize(("number", "least"), [(0, 8), (1, 3)], ids=GAMES)
def test_a_whole_game_is_fought_on_two_phones(world: World, number: int, least: int) -> None:
    phones = {seat: world.phone(seat, number, fingers=True) for seat in ("one", "two")}
    phones["one"].get_by_role("button", name="Begin the game").tap()
    for phone in phones.values():
        phone.add_init_script(WAITS)
        phone.reload()
        expect(phone.locator("#live[data-state=live] .turn")).to_be_visible()
    rounds, fought = {"one": 1, "two": 1}, []
    while now := played_on(phones, rounds):
        seat, round = now
        rounds[seat] = round + 1
        if number and (round % 2 == 0) != (seat == "one"):
            continue
        attacker, defender = phones[seat], phones["two" if seat == "one" else "one"]
        sword = attacker.locator(".tab-now button[value^='attack '][value$=' action']:visible")
        if not sword.count():
            continue
        for phone in phones.values():
            goes_on(phone, AT_ONCE)
        fought.append(fight(attacker, defender, sword.first))
    assert len(fought) >= least
    for each in fought:
        assert each.attacker + each.defender <= MOST_OF_ATTACKER + MOST_OF_DEFENDER + each.more, fought
        assert each.more or (each.attacker <= MOST_OF_ATTACKER and each.defender <= MOST_OF_DEFENDER), fought
    assert any(each.wounds for each in fought), fought
    shown = [phone.locator(".vp .num").all_inner_texts() for phone in phones.values()]
    assert shown[0] == shown[1]
    for phone in phones.values():
        expect(phone.locator(".vp-chart:visible").first).to_be_visible()
