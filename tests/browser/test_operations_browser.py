"""Special Operations on two phones: loadouts chosen in secret, an attack with dice typed in, a reload."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_findings, overflow
from tests.browser.tour_wizard import told_by

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-tables")]
MODE = {"mode": "special-operations", "mission": "shifting-priorities-operation"}
WANTED = [
    {**MODE, "until": "setup.loadouts", "seed": 7},
    {**MODE, "until": ".attack", "dice": "own", "seed": 16},
]


@pytest.fixture(scope="module")
def told(site, site_folder) -> dict[str, Any]:
    return told_by("tests.browser.game_setup", site_folder, json.dumps(WANTED))


@pytest.fixture
def phones(site, told, open_page) -> Any:
    """Both players' phones at one of the games."""

    def at(game: int) -> tuple[Page, Page]:
        return phone("one", game), phone("two", game)

    def phone(seat: str, game: int) -> Page:
        page = open_page()
        session = {"name": told["cookie"], "value": told["sessions"][seat], "url": site}
        page.context.add_cookies([session])
        page.goto(f"{site}/game/{told['games'][game]['game']}")
        return page

    return at


def main_button(page: Page) -> Any:
    return page.locator(".game-foot [data-main]")


def test_loadouts_are_locked_in_secret_and_opened_together(phones: Any) -> None:
    ann, bob = phones(0)
    expect(ann.locator(".loadout")).to_have_count(3)
    assert axe_findings(ann) == [] and overflow(ann) == 0
    chosen = ann.locator(".loadout-pair label").nth(1)
    name = chosen.locator("b").inner_text()
    chosen.click()
    before = bob.locator("#live").inner_html()
    main_button(ann).click()
    expect(ann.locator(".turn")).to_contain_text("Bob decides")
    ann.reload()
    assert bob.locator("#live").inner_html() == before
    main_button(bob).click()
    expect(ann.locator(".tab-log .story-text").filter(has_text="Loadouts:")).to_contain_text(name)


def test_an_attack_is_declared_and_its_dice_are_typed(phones: Any) -> None:
    pages = phones(1)
    by, foe = sorted(pages, key=lambda page: "attacks" not in page.locator(".turn").inner_text())
    assert axe_findings(by) == [] and overflow(by) == 0
    main_button(by).click()
    expect(main_button(by)).to_have_text("Enter these dice")
    dice = by.locator(".tray-game .dice-faces").last.locator(".die").count()
    by.locator("[name='count.hit']").fill(str(dice))
    main_button(by).click()
    expect(by.locator(".turn")).to_contain_text(re.compile("decides"))
    expect(foe.locator(".account")).to_be_visible()
    foe.reload()
    expect(foe.locator(".account")).to_contain_text(f"{dice} Hits")
    assert axe_findings(foe) == []
