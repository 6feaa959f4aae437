"""The pictures of the help pages and of the app in a store, taken of the demo world:
`python -m tests.browser.help_pictures`.

They lie in static/muster/help and are taken again whenever the look changes.
"""

import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import muster.web
from muster.cli.demo.command import PASSWORD
from tests.browser import site as live_site
from tests.browser.site import CHROMIUM, QUIET

FOLDER: Final = Path(muster.web.__file__).parent / "static" / "muster" / "help"
SIZE: Final = {"width": 375, "height": 500}
WIDE: Final = {"width": 1280, "height": 800}
QUALITY: Final = 70
# What anybody may look at; and what Ann of the demo finds behind the first link of its kind on a page.
ANYBODY: Final = {
    "army-new": "/armies/new",
    "tour-new": "/tours/new",
    "event-new": "/events/new",
    "odds": "/odds?a=red-2.black-4.pierce-1.vs-red",
    "dice": "/dice",
    "search": "/search?q=panic",
    "rule": "/rules/312",
}
ANN: Final = {
    "army-builder": ("/armies", "a[href^='/armies/']:not([href$='/new']):not([href$='/import'])", ""),
    "army-share": ("/armies", "a[href^='/armies/']:not([href$='/new']):not([href$='/import'])", "/share"),
    "tour-register": ("/tours", "a[href^='/tours/register/']", ""),
    "tour-club": ("/tours", "a[href^='/tours/club/']", ""),
    "event-public": ("/events", "a[href^='/event/']", ""),
    "event-me": ("/events", "a[href^='/event/']", "/me"),
}


def take(page: Page, address: str) -> bytes:
    """One page as a small picture, without the bar, the foot and hints, which are on every page."""
    page.goto(address)
    page.add_style_tag(content=".tab-bar, .first-hint, .toast { display: none !important }")
    shot = Image.open(io.BytesIO(page.screenshot()))
    made = io.BytesIO()
    shot.convert("RGB").save(made, "webp", quality=QUALITY, method=6)
    return made.getvalue()


def behind(page: Page, list_at: str, link: str, rest: str) -> str:
    """The address behind the first link of its kind."""
    page.goto(list_at)
    found = page.locator(f"main {link}").first.get_attribute("href") or ""
    return found.partition("?")[0] + rest


def main() -> None:
    """Take all of them."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        environment = {**os.environ, "MUSTER_DATA": folder}
        subprocess.run([sys.executable, "-m", "muster", "demo"], env=environment, check=True)
        program = next(found for name in CHROMIUM if (found := shutil.which(name)))
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        with live_site.running(Path(folder)) as address:
            context = browser.new_context(
                base_url=address, viewport=SIZE, bypass_csp=True, reduced_motion="reduce", has_touch=True
            )
            page = context.new_page()
            FOLDER.mkdir(exist_ok=True)
            for name, at in ANYBODY.items():
                (FOLDER / f"{name}.webp").write_bytes(take(page, at))
            page.goto("/sign-in")
            page.fill("[name=handle]", "ann")
            page.fill("[name=password]", PASSWORD)
            page.get_by_role("main").get_by_role("button", name="Sign in").click()
            for name, (list_at, link, rest) in ANN.items():
                (FOLDER / f"{name}.webp").write_bytes(take(page, behind(page, list_at, link, rest)))
            page.set_viewport_size(WIDE)  # type: ignore[arg-type]
            page.goto(behind(page, *ANN["army-builder"]))
            Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(
                FOLDER / "army-builder-wide.webp", "webp", quality=QUALITY, method=6
            )
            browser.close()  # with its open live lines, so that the site can stop


if __name__ == "__main__":
    main()
