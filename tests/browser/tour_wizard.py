"""A battle's screens on a phone: opened, mustered, written down, walked through step by step."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
FIRST_CHOICES = """() => {
  const groups = new Set(), units = new Set();
  document.querySelector("#wizard").dispatchEvent(new Event("input", { bubbles: true })); // as a finger would
  for (const one of document.querySelectorAll("#task-form input[type=radio]:not(:disabled)")) {
    const unit = one.value.split("|")[1];
    if (groups.has(one.name) || units.has(unit)) continue;
    groups.add(one.name);
    if (unit) units.add(unit);
    one.checked = true;
  }
  for (const one of document.querySelectorAll("#task-form input[required]:not([type=radio])")) {
    one.value = "Old guard";
  }
}"""


def told_by(program: str, folder: Path, *words: str) -> Any:
    """What a program that writes into the data folder of the running site tells as JSON."""
    settings = {"MUSTER_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "muster.web.settings"}
    done = subprocess.run(
        [sys.executable, "-m", program, *words], env=os.environ | settings, cwd=ROOT,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def phone_of(open_page, war, who: str) -> Page:
    address, people = war
    page = open_page()
    cookie = {"name": people[who]["cookie"], "value": people[who]["session"], "url": address}
    page.context.add_cookies([cookie])
    page.goto(f"{address}/tours")
    return page


def press(page: Page, name: str, role: str = "button") -> None:
    """Press something that leads to another page, and be there."""
    with page.expect_navigation():
        page.get_by_role(role, name=name).first.click()


def foot(page: Page) -> None:
    """Press the one big button at the bottom, or the first of the choices that are buttons."""
    taps = page.locator("#task-form button[name]:enabled")
    with page.expect_navigation():
        (taps.first if taps.count() else page.locator(".wizard-foot .btn[data-kind=primary]:visible")).click()


def over(page: Page) -> None:
    """The battle is over: the questions about its end open."""
    page.get_by_role("heading", name="How did it end?").click()


def open_battle(page: Page, war, who: str, opponent: str, turning_point: bool = False) -> None:
    address, people = war
    page.goto(f"{address}/tours/register/{people[who]['register']}/battle")
    page.get_by_text(opponent, exact=True).click()
    if turning_point:
        page.get_by_text("Play the turning point of Blue").click()
    press(page, "Open the battle and muster")


def take_the_field(page: Page) -> None:
    press(page, "Take the field")


def pass_agenda(page: Page) -> None:
    press(page, "Play without an agenda")


def walk(page: Page, fears: str = "") -> None:
    """Go on with the app's dice and the first choices until all is done, or the other side is waited for.
    `fears` is whom they name as their rival, where it is not the first."""
    text = ""
    for _ in range(80):
        text = page.locator("#wizard").inner_text()
        if "All ten steps are done" in text or "still has to name" in text:
            return
        page.evaluate(FIRST_CHOICES)
        if fears and "Who did you fear most?" in text:
            page.locator("#task-form label", has_text=fears).click()
        foot(page)
    raise AssertionError(f"the steps do not end: {text}")
