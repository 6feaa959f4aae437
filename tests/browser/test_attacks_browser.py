"""An attack on two phones: few taps, the same on both, in either theme and at every width."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE, axe_findings, dark_findings, overflow, unfit
from tests.browser.game_world import World
from tests.browser.playing import main_button
from tests.browser.taps import MOST_OF_ATTACKER, MOST_OF_DEFENDER, counting, taps
from tests.browser.tour_wizard import told_by

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-tables")]
WANTED = [{"until": ".one.5.acts", "seed": 7}, {"until": ".one.5.acts", "seed": 7, "dice": "own"}]
SHOTS = os.environ.get("ATTACK_SHOTS", "")


@pytest.fixture(scope="module")
def games(site, site_folder) -> dict[str, Any]:
    return told_by("tests.browser.game_setup", site_folder, json.dumps(WANTED))


@pytest.fixture
def world(site, games, open_page) -> World:
    return World(site, games, open_page)


def shot(page: Page, name: str) -> None:
    """A picture of the page, where somebody wants to look at it."""
    if not SHOTS:
        return
    for size, wide in ((WIDE, "-wide"), (PHONE, "")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme="dark")
        page.screenshot(path=Path(SHOTS) / f"{name}{wide}-dark.png", animations="disabled")
        page.emulate_media(color_scheme="light")
        page.screenshot(path=Path(SHOTS) / f"{name}{wide}.png", animations="disabled")


def well_made(page: Page) -> None:
    assert axe_findings(page) == [] and dark_findings(page) == [] and overflow(page) == 0
    assert unfit(page) == []


def give(page: Page, unit: str, token: str) -> None:
    """A token by the unit's own tools."""
    page.evaluate(
        """([unit, token]) => {
          const button = document.createElement("button");
          Object.assign(button, { type: "submit", name: "do", value: `token ${unit} ${token}` });
          button.setAttribute("form", "say");
          document.body.append(button);
          button.click();
          button.remove();
        }""",
        [unit, token],
    )


def test_a_plain_attack_takes_five_taps_and_two(world: World) -> None:
    ann, bob = (world.phone(seat, 0) for seat in ("one", "two"))
    for phone in (ann, bob):
        expect(phone.locator("#live")).to_have_attribute("data-state", "live")
    give(ann, "one.5", "aim")
    expect(ann.locator(".tok", has_text="1 Aim").first).to_be_attached()
    give(bob, "two.1", "dodge")
    expect(bob.locator(".tok", has_text="1 Dodge").first).to_be_attached()
    for phone in (ann, bob):
        counting(phone)
        phone.reload()
        phone.evaluate("sessionStorage.taps = 0")
        expect(phone.locator("#live")).to_have_attribute("data-state", "live")
    shot(ann, "a0-acts")
    ann.get_by_role("button", name="Attack", exact=False).first.click()
    expect(ann.locator(".targets")).to_be_visible()
    shot(ann, "a1-targets")
    well_made(ann)
    ann.locator(".targets button", has_text="Bossk").first.click()
    expect(ann.locator(".chips-row").first).to_be_visible()
    shot(ann, "a2-sheet")
    well_made(ann)
    main_button(ann).click()
    expect(ann.locator(".dice-row")).to_be_visible()
    expect(main_button(ann)).to_have_text(re.compile("^Reroll [12] d"))
    ann.locator(".dice-row input:checked").first.evaluate("box => box.click()")
    expect(main_button(ann)).to_have_text(re.compile("^(Reroll 1 die|Spend it, reroll none)$"))
    ann.locator(".dice-row input:not(:checked)").first.evaluate("box => box.click()")
    shot(ann, "a3-reroll")
    shot(bob, "b3-waits")
    well_made(ann)
    main_button(ann).click()
    expect(bob.locator("fieldset legend", has_text="Spend a Dodge?")).to_be_attached()
    shot(bob, "b4-defend")
    well_made(bob)
    main_button(bob).click()
    expect(main_button(ann)).to_have_text("Done")
    shot(ann, "a5-end")
    shot(bob, "b5-end")
    well_made(ann)
    main_button(ann).click()
    expect(ann.locator(".targets")).to_have_count(0)
    assert taps(ann) <= MOST_OF_ATTACKER and taps(bob) <= MOST_OF_DEFENDER


def test_own_dice_are_tapped_in_and_a_denied_fact_is_told_again(world: World) -> None:
    ann, bob = (world.phone(seat, 1) for seat in ("one", "two"))
    for phone in (ann, bob):
        expect(phone.locator("#live")).to_have_attribute("data-state", "live")
    ann.get_by_role("button", name="Attack", exact=False).first.click()
    ann.locator(".targets button").first.click()
    ann.get_by_role("button", name="Heavy").click()
    expect(bob.get_by_role("button", name="Not so: Cover from terrain: heavy")).to_be_visible()
    shot(bob, "c1-not-so")
    well_made(bob)
    bob.get_by_role("button", name="Not so: Cover from terrain: heavy").click()
    expect(ann.get_by_text("doesn’t see it so")).to_be_visible()
    expect(main_button(ann)).to_be_disabled()
    shot(ann, "c2-denied")
    ann.get_by_role("button", name="Light").click()
    expect(main_button(ann)).to_be_enabled()
    main_button(ann).click()
    expect(ann.get_by_text("the rest counts as blank")).to_be_visible()
    well_made(ann)
    for _ in range(5):
        ann.get_by_role("button", name="One hit more").click()
    expect(ann.get_by_role("button", name="One critical more")).to_be_disabled()
    for _ in range(4):
        ann.get_by_role("button", name="One hit fewer").click()
    shot(ann, "c3-own-dice")
    main_button(ann).click()
    expect(bob.get_by_text("I rolled my own dice")).to_be_visible()
    bob.reload()
    expect(bob.get_by_text("I rolled my own dice")).to_be_visible()
    shot(bob, "c4-cover")
    ann.get_by_text("Just enter the result").click()
    ann.get_by_role("button", name="One more: Wounds").click()
    ann.get_by_role("button", name="Enter the result").click()
    expect(main_button(ann)).to_have_text("Done")
    shot(ann, "c5-sum")
    main_button(ann).click()
    expect(ann.get_by_role("button", name="End activation")).to_be_visible()
