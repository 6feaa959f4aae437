"""A whole Recon game and a standard game of 1,000 points on two phones: attacks by touch, in full.

What is no attack is answered beside the site, by chance, so that a whole game costs little: the phones lie
face down meanwhile, as phones at a table do. In Recon each player attacks once in every round, in the
standard game they do by turns.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.game_world import World
from tests.browser.playing import main_button
from tests.browser.taps import MOST_OF_ATTACKER, MOST_OF_DEFENDER, counting, taps_by_touch
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
    """An attack by touch: taps of both, and the questions beyond those of a plain one."""

    attacker: int
    defender: int
    more: int


@pytest.fixture(scope="module")
def games(site, site_folder) -> dict[str, Any]:
    return told_by("tests.browser.game_setup", site_folder, json.dumps(list(GAMES.values())))


@pytest.fixture
def world(site, games, open_page) -> World:
    return World(site, games, open_page)


@contextmanager
def played_beside(folder: Path, game: str) -> Iterator[Any]:
    """Plays the game on at each call, to the next unit that attacks."""
    settings = {"MUSTER_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "muster.web.settings"}
    program = [sys.executable, "-m", "tests.browser.game_setup", f"attacks:{game}"]
    with subprocess.Popen(
        program, env={**os.environ, **settings}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as beside:
        says, hears = beside.stdin, beside.stdout
        assert says and hears

        def go_on() -> dict[str, Any]:
            print("on", file=says, flush=True)
            found: dict[str, Any] = json.loads(next(line for line in hears if line.startswith("{")))
            return found

        yield go_on
        says.close()


def shown(phone: Page) -> Asked:
    return Asked(*phone.evaluate(NOW))


def told_that_nobody_touches(phone: Page) -> int:
    """Who fought hand to hand before has stepped back: a chip for each question that says otherwise."""
    chips = phone.locator(".chips-row", has_text="base contact").get_by_role("button", name="No", exact=True)
    closed = [chip for chip in chips.all() if chip.get_attribute("aria-pressed") == "false"]
    for chip in closed[:1]:
        chip.tap()
    return len(closed[:1])


def fight(attacker: Page, defender: Page, unit: str) -> Fought:
    """From the sword on the row to Done: whoever is asked taps what is proposed."""
    attacker.locator(f'button[value="attack {unit} action"]:visible').first.tap()
    expect(attacker.locator(".targets")).to_be_visible()
    attacker.wait_for_function("() => !window.sent")
    attacker.locator(".targets button").first.tap()
    expect(attacker.locator(".chips-row").first).to_be_visible()
    more, last = 0, ""
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
        main_button(phone).tap()
    else:
        said = attacker.locator(".game-refused").all_inner_texts()
        pytest.fail(f"the attack does not end: {[shown(phone) for phone in (attacker, defender)]} {said}")
    return Fought(taps_by_touch(attacker), taps_by_touch(defender), more)


@pytest.mark.parametrize(("number", "least"), [(0, 8), (1, 3)], ids=GAMES)
def test_a_whole_game_is_fought_on_two_phones(
    world: World, site_folder, games, number: int, least: int
) -> None:
    phones = {seat: world.phone(seat, number) for seat in ("one", "two")}
    address, fought = phones["one"].url, []
    phones["one"].get_by_role("button", name="Begin the game").tap()
    for phone in phones.values():
        expect(phone.locator("#live[data-state=live] .turn")).to_be_visible()  # the lobby is live, too
        counting(phone).add_init_script(WAITS)
        phone.goto("about:blank")
    with played_beside(site_folder, games["games"][number]["game"]) as go_on:
        while not (now := go_on())["ended"]:
            for phone in phones.values():
                phone.goto(address)
                phone.evaluate("sessionStorage.taps = 0")
                expect(phone.locator("#live")).to_have_attribute("data-state", "live")
            attacker, defender = phones[now["seat"]], phones["two" if now["seat"] == "one" else "one"]
            fought.append(fight(attacker, defender, now["unit"]))
            for phone in phones.values():
                phone.goto("about:blank")
    assert now["attacks"] == len(fought) >= least
    assert now["wounds"] > 0 and sum(now["lost"].values()) > 0
    plain = [each for each in fought if not each.more]
    assert len(plain) > len(fought) / 2
    for each in plain:
        assert each.attacker <= MOST_OF_ATTACKER and each.defender <= MOST_OF_DEFENDER, fought
    for phone in phones.values():
        phone.goto(address)
        expect(phone.locator(".sum-line").first).to_be_visible()
