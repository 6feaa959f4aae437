"""An activation on a phone: actions by taps, tokens, cards, keywords; the same seen by the other player."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE, axe_findings, dark_findings, overflow, unfit
from tests.browser.game_world import World
from tests.browser.tour_wizard import told_by

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-tables")]
COUNTED = {"until": ".one.5.acts", "seed": 7, "switches": {"count-actions": True}, "minutes": 90}
WANTED = [COUNTED, {"until": ".one.5.acts", "seed": 7}]
SHOTS = os.environ.get("ACTIVATION_SHOTS", "")


@pytest.fixture(scope="module")
def games(site, site_folder) -> dict[str, Any]:
    return told_by("tests.browser.game_setup", site_folder, json.dumps(WANTED))


@pytest.fixture
def world(site, games, open_page) -> World:
    return World(site, games, open_page)


def shot(page: Page, name: str) -> None:
    """Pictures of the whole page, where somebody wants to look at it."""
    if not SHOTS:
        return
    for size, width in ((PHONE, ""), (WIDE, "-wide")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for scheme, dark in (("light", ""), ("dark", "-dark")):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.screenshot(path=Path(SHOTS) / f"{name}{width}{dark}.png", full_page=True)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.wait_for_timeout(500)


def well_made(page: Page) -> None:
    assert axe_findings(page) == [] and dark_findings(page) == [] and overflow(page) == 0
    assert unfit(page) == []


def test_two_actions_are_two_taps_and_a_third_is_explained(world: World) -> None:
    ann, bob = (world.phone(seat, 0) for seat in ("one", "two"))
    for phone in (ann, bob):
        expect(phone.locator("#live")).to_have_attribute("data-state", "live")
    expect(ann.locator(".slab-time time")).to_have_text(re.compile(r"^[6-9]\d:\d\d$"))
    shot(ann, "counted")
    well_made(ann)
    expect(ann.locator(".turn")).to_contain_text("2 of 2 actions left")
    ann.locator(".act", has_text="Aim").click()
    expect(ann.locator(".turn")).to_contain_text("1 of 2 actions left: Aim")
    expect(bob.locator("#now, main").first).to_contain_text("Aim")
    ann.wait_for_timeout(600)  # a tap right after a new question presses nothing
    ann.locator(".act", has_text="Move").click()
    expect(ann.locator(".turn")).to_contain_text("0 of 2 actions left: Aim, Move")
    expect(ann.locator(".why-not")).to_contain_text("no action left")
    expect(ann.locator(".act", has_text="Dodge")).to_have_count(0)
    expect(ann.locator(".acts .act", has_text="Attack")).to_have_text([re.compile("Free attack")])
    shot(ann, "counted-out")
    well_made(ann)


def test_without_the_switch_no_action_is_shown_and_a_row_has_its_figures_and_its_card(world: World) -> None:
    ann = world.phone("one", 1)
    expect(ann.locator(".turn")).to_contain_text("2 actions")
    expect(ann.locator(".act", has_text="Aim")).to_have_count(0)
    ann.locator("label[for=tab-units]").click()
    expect(ann.locator(".crew-name .profile").first).to_be_visible()
    shot(ann, "units")
    well_made(ann)
    expect(ann.locator(".profile").first).to_contain_text("Courage")
    assert ann.locator(".crew-name a").first.get_attribute("href").startswith("/cards/")  # type: ignore[union-attr]
    shot(ann, "plain")
    well_made(ann)


def test_a_token_is_a_tap_and_its_name_leads_to_its_rule(world: World) -> None:
    ann = world.phone("one", 1)
    expect(ann.locator("#live")).to_have_attribute("data-state", "live")
    step = ann.locator(".token-steps li", has_text="Immobilize")
    assert step.locator("a").get_attribute("href") == "/rules/core/token-immobilize"
    step.get_by_role("button", name="One Immobilize more").click()
    expect(ann.locator(".unit-card-head .tok", has_text="Immobilize 1")).to_be_visible()
    shot(ann, "tokens")
    well_made(ann)
