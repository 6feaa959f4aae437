"""Twelve units of five ranks, with hand and deck, shared: built on a phone by touch, counted in taps."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.taps import counting, taps_by_touch

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
# Faction: each rank's unit and how many of it.
ARMIES = {
    "Empire": (
        ("commander", "Darth Vader, Dark Lord of the Sith", 1),
        ("corps", "Shoretroopers", 3),
        ("special-forces", "Imperial Death Troopers", 3),
        ("support", "74-Z Speeder Bikes", 3),
        ("heavy", "TX-225 GAVw Occupier Tank", 2),
    ),
    "Rebels": (
        ("commander", "Luke Skywalker, Hero of the Rebellion", 1),
        ("corps", "Rebel Veterans", 3),
        ("special-forces", "Wookiee Warriors, Freedom Fighters", 3),
        ("support", "Tauntaun Riders", 3),
        ("heavy", "T-47 Airspeeder", 2),
    ),
    "Republic": (
        ("commander", "Ahsoka Tano, Padawan Commander", 1),
        ("corps", "Clone Trooper Infantry", 4),
        ("special-forces", "ARC Troopers", 3),
        ("support", "Clone Commandos", 3),
        ("heavy", "Saber-Class Tank", 1),
    ),
}


def add_rank(page: Page, rank: str, unit: str, number: int) -> None:
    """The rank's tab in the picker, which keeps the focus, then one tap for each unit."""
    tab = page.get_by_role("navigation", name="Rank to add to").locator(f'a[href*="add={rank}"]')
    if not tab.get_attribute("aria-current"):
        tab.tap()
        expect(tab).to_have_attribute("aria-current", "page")
        expect(tab).to_be_focused()
    for count in range(1, number + 1):
        page.get_by_role("button", name=f"Add {unit}", exact=True).tap()
        expect(page.locator("#drawer .drawer-head")).to_contain_text(f"{count} of ")


@pytest.mark.parametrize("faction", ARMIES)
def test_twelve_units_with_hand_and_deck_are_shared_in_24_taps(phone: Page, faction: str) -> None:
    phone.set_default_timeout(8000)
    counting(phone).goto("/")
    phone.get_by_role("link", name="Build an army").first.tap()
    phone.get_by_role("link", name=re.compile(f"^{faction}")).tap()
    phone.get_by_role("link", name=re.compile("^Standard")).tap()
    phone.get_by_role("button", name="Start the army").tap()
    for rank, unit, number in ARMIES[faction]:
        add_rank(phone, rank, unit, number)
    phone.locator(".drawer-foot").get_by_role("link", name="Next: command hand").tap()
    phone.get_by_role("button", name="Fill hand and deck").tap()
    expect(phone.locator(".slab .verdict")).to_have_text("Legal")
    points = int(phone.locator(".slab .points b").first.inner_text().replace(",", ""))
    assert 950 <= points <= 1000
    phone.locator(".drawer-foot").get_by_role("link", name="Share").tap()
    phone.get_by_role("button", name="Copy link").tap()
    expect(phone.get_by_role("button", name="Copied")).to_be_visible()
    assert taps_by_touch(phone) <= 24
