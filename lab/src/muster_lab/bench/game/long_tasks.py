"""`muster-lab bench long-tasks`: the longest task of a tap in a slow browser, in two versions by turns.

    muster-lab bench long-tasks ../old games.jsonl.xz        both as for `muster-lab bench taps`

Each version serves a stored game on two phones and an army in the builder. A tap takes a wound off on the
game's page, or adds a unit to the army; from the tap until the page rests, the longest task of the browser's
main thread counts, by its own CPU time. The processor is slowed down to a sixth. A tap is a touch, without
the scripts by which Playwright checks its own clicks inside the page.
"""

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

import click

SLOWER: Final = 6
UNITS: Final = 4
PHONE: Final = {"width": 375, "height": 812}
CALM_MS: Final = 1500
PATIENCE: Final = 60
HERE: Final = Path(__file__).resolve().parents[5]
TAPS: Final = Path(__file__).with_name("taps.py")
BUILDER: Final = "/armies/new?faction=empire&format=standard"


class Site:
    """A version that serves a stored game: its address, the game and the session of who plays it."""

    def __init__(self, checkout: Path, folder: Path, games: str) -> None:
        self.python = str(checkout / ".venv" / "bin" / "python")
        self.environment = {"PYTHONPATH": str(checkout / "src"), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
        printed = self._run(str(TAPS), "store", games, str(folder)).splitlines()[-1]
        self.game, self.session = json.loads(printed)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = str(probe.getsockname()[1])
        serve = [
            "-m",
            "muster",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            port,
            "--data",
            str(folder),
            "--no-qr",
        ]
        self.address = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(  # noqa: S603 - a checkout's own Python
            [self.python, *serve], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def _run(self, *arguments: str) -> bytes:
        command = [self.python, *arguments]
        return subprocess.run(command, env=self.environment, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603

    def wait(self) -> None:
        """Until it answers."""
        for _ in range(PATIENCE * 2):
            try:
                with urllib.request.urlopen(f"{self.address}/health"):  # noqa: S310 - this machine
                    return
            except OSError:
                time.sleep(0.5)
        raise click.ClickException("the site does not answer")


@contextmanager
def serving(checkout: Path, games: str) -> Iterator[Site]:
    """Run a site, and stop it at the end."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        site = Site(checkout, Path(folder), games)
        try:
            site.wait()
            yield site
        finally:
            site.process.terminate()
            site.process.wait(timeout=PATIENCE)


def touch(page: Any, button: Any) -> Callable[[], None]:
    """A finger on the middle of a button that is in view."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()

    def tap() -> None:
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    return tap


def tap_game(page: Any, site: Site) -> Callable[[], None]:
    """The page of a game, and a tap on the wounds of an own unit."""
    page.goto(f"{site.address}/game/{site.game}")
    button = page.locator("button.hp:visible").first
    button.wait_for()
    return touch(page, button)


def tap_builder(page: Any, site: Site) -> Callable[[], None]:
    """The builder with a list, and a tap that adds one more unit."""
    page.goto(site.address + BUILDER)
    page.get_by_role("button", name="Start the army").click()
    page.wait_for_url("**?add=commander")
    page.goto(page.url.replace("commander", "corps"))
    add = page.locator("#picks .pick:not([data-barred]) .add").first
    for _ in range(UNITS):
        add.click()
        page.wait_for_timeout(CALM_MS // 3)
    return touch(page, add)


def longest_task(page: Any, browser: Any, tap: Callable[[], None]) -> float:
    """Milliseconds of the longest task from a tap until the page rests."""
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.wait_for_timeout(CALM_MS)
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    tap()
    page.wait_for_timeout(2 * CALM_MS)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        event.get("tdur", event["dur"])
        for event in events
        if "RunTask" in event["name"] and "dur" in event and (event["pid"], event["tid"]) in threads
    ]
    return max(tasks, default=0) / 1000


PLACES: Final = {"game": tap_game, "builder": tap_builder}


def measure(browser: Any, site: Site, place: str) -> float:
    """One tap in a fresh profile of the one who plays."""
    context = browser.new_context(viewport=PHONE, has_touch=True, base_url=site.address)
    try:
        host = {"name": "sessionid", "value": site.session, "url": site.address}
        context.add_cookies([host])
        page = context.new_page()
        return longest_task(page, browser, PLACES[place](page, site))
    finally:
        context.close()


@click.command("long-tasks")
@click.argument("checkout", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("games", type=click.Path(exists=True, dir_okay=False))
@click.option("--turns", default=5, show_default=True, help="Taps of each version, in turns.")
@click.option("--only", type=click.Choice([*PLACES]), help="One of the pages alone.")
def command(checkout: Path, games: str, turns: int, only: str | None) -> None:
    """Milliseconds of the longest task of a tap: another version, this one, their medians' ratio."""
    from playwright.sync_api import sync_playwright

    games, program = (
        str(Path(games).resolve()),
        shutil.which("chromium-headless-shell") or shutil.which("chromium"),
    )
    with ExitStack() as stack:
        sites = [stack.enter_context(serving(folder, games)) for folder in (checkout.resolve(), HERE)]
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for place in [only] if only else PLACES:
            spans = [[measure(browser, site, place) for site in sites] for _ in range(turns)]
            before, now = (median(span[side] for span in spans) for side in (0, 1))
            click.echo(f"{place:12}{before:9.1f}{now:9.1f}{now / before:8.2f}   {spans}")
        browser.close()


if __name__ == "__main__":
    sys.exit(command())
