"""The real site in a process of its own, or in several, on a free port with a fresh database."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The shell has no window to draw and takes a third less work; any Chromium will do.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
QUIET += ["--disable-sync", "--no-first-run", "--disable-gpu"]
# A page lives for seconds: to make its scripts quicker in the background costs more than it gains, a sixth of
# every look of axe.
QUIET += ["--js-flags=--no-opt --no-maglev"]
PATIENCE = 60  # seconds; a loaded two-core machine starts slowly


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """The address of a site whose data lies in the folder; it is stopped at the end. Whoever has a database
    that is ready puts it there before."""
    settings = {"MUSTER_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "muster.web.settings"}
    environment = {**os.environ, **settings}
    if not (folder / "muster.sqlite3").exists():
        migrate = [sys.executable, "-m", "django", "migrate", "-v0", "--skip-checks"]  # the server checks
        subprocess.run(migrate, env=environment, check=True)
    port = free_port()
    serve = [
        sys.executable,
        "-m",
        "granian",
        "--interface",
        "asgi",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--workers",
        os.environ.get("MUSTER_TEST_PROCESSES", "1"),
    ]
    with (folder / "site.log").open("w") as log:
        site = subprocess.Popen(
            [*serve, "tests.browser.seeded:application"], env=environment, cwd=ROOT, stdout=log, stderr=log
        )
        try:
            address = f"http://127.0.0.1:{port}"
            await_answer(site, f"{address}/health", folder / "site.log")
            yield address
        finally:
            site.terminate()
            site.wait(timeout=PATIENCE)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def await_answer(site: "subprocess.Popen[bytes]", address: str, log: Path) -> None:
    """Returns when the site answers; fails with its log when it never does."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and site.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:  # nobody listens yet, or the answer takes longer than that
            time.sleep(0.05)
    raise RuntimeError(f"the site did not start:\n{log.read_text()}")
