"""`muster-lab rehearse offline`: commands and pages on a machine that has no network but itself.

The rehearsal starts again in a network namespace with nothing but a loopback line. There it makes the demo's
world, runs commands on it, starts the server and opens page after page, as a stranger and signed in.
"""

import re
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import click

from muster_lab.rehearse.new_machine.clean_root import LOOPBACK_UP
from muster_lab.rehearse.site import Site

INSIDE: Final = "--inside"
OUTSIDE: Final = ("192.0.2.1", 53)
NO_LINE: Final = f"import socket; socket.create_connection({OUTSIDE}, 3)"
LIST: Final = "Rebels\n\nLuke Skywalker\n2x Rebel Troopers\n"
NAMES: Final = "Ann\nBo\nCass\nDee\n"
COMMANDS: Final = (
    "--version", "card vader", "compare at fn", "why pierce", "search panic", "squad droid", "roll red:2",
    "odds --attack black:4 --defence red", "army check {folder}/list.txt",
    "army convert {folder}/list.txt --to json -o {folder}/army.json",
    "army brings {folder}/army.json", "army print {folder}/army.json --sheet play -o {folder}/play.pdf",
    "army versus {folder}/army.json {folder}/army.json", "game random --mode recon --games 1",
    "tournament new {folder}/event.json --name Friday --players {folder}/names.txt",
    "tournament pair {folder}/event.json --seed 7", "tournament standings {folder}/event.json",
    "account create lena --link", "account token lena", "account list", "account tidy", "doctor", "audit",
    "audit --logs", "backup {folder}/copy.backup", "restore {folder}/copy.backup --replace",
    "upgrade --check", "upgrade --backup {folder}/upgrade.backup",
)  # fmt: skip
MAY_FIND: Final = ("army check", "army convert")
"""These end with 1 where the list is not legal or not complete."""
LINK: Final = re.compile(r'(?:href|src|hx-get)="(/[^"#]*)"')
FROM_ELSEWHERE: Final = re.compile(
    r'<(?:script|img|iframe|link(?![^>]*rel="alternate"))[^>]+(?:src|href)="(?:https?:)?//[^"]*"'
)
"""What a browser would load by itself."""
DOORS: Final = ("/", "/armies", "/play", "/tours", "/events", "/search", "/cards", "/odds", "/dice", "/docs/")
LEFT_OUT: Final = ("/live", "/sign-out")
PASSWORD: Final = "muster-demo"  # noqa: S105 - of the demo's people


@click.command("offline")
@click.option("--pages", type=click.IntRange(10, 5000), default=400, show_default=True, help="Each.")
@click.option(INSIDE, is_flag=True, hidden=True)
def command(pages: int, inside: bool) -> None:
    """Open pages and run commands without a network. Needs the right to make a network namespace."""
    if not inside:
        words = ["unshare", "--map-root-user", "--net", sys.executable, "-m", "muster_lab"]
        again = [*words, "rehearse", "offline", "--pages", str(pages), INSIDE]
        raise SystemExit(subprocess.run(again, check=False).returncode)  # noqa: S603
    line = subprocess.Popen([sys.executable, "-c", LOOPBACK_UP], stdout=subprocess.PIPE)  # noqa: S603
    try:
        if line.stdout is not None:
            line.stdout.readline()
        if subprocess.run([sys.executable, "-c", NO_LINE], check=False, capture_output=True).returncode == 0:  # noqa: S603
            raise click.ClickException("There is a network here.")
        with tempfile.TemporaryDirectory(prefix="muster-offline-") as name:
            rehearse(Path(name), pages)
    finally:
        line.kill()


def rehearse(folder: Path, pages: int) -> None:
    """Commands first, then pages."""
    began = time.monotonic()
    site = Site(folder / "data", folder / "site.log", {}, 1)
    (folder / "list.txt").write_text(LIST)
    (folder / "names.txt").write_text(NAMES)
    for words in ("demo", *COMMANDS):
        well, answer = site.muster(*words.format(folder=folder).split())
        if not well and not words.startswith(MAY_FIND):
            raise click.ClickException(f"muster {words}: {answer}")
    click.echo(f"{time.monotonic() - began:6.1f} s  {len(COMMANDS) + 1} commands")
    site.start()
    try:
        for handle in ("", "ann"):
            seen = Walk(f"http://127.0.0.1:{site.port}", handle).walk(pages)
            counted = ", ".join(f"{count} with {status}" for status, count in sorted(seen.items()))
            click.echo(f"{time.monotonic() - began:6.1f} s  {handle or 'a stranger'}: {counted}")
    finally:
        site.stop()


class Walk:
    """Somebody who opens every link, the nearest first."""

    def __init__(self, address: str, handle: str) -> None:
        self.address = address
        cookies = CookieJar()
        self.browser: OpenerDirector = build_opener(HTTPCookieProcessor(cookies))
        if handle:
            page = self.browser.open(f"{address}/sign-in").read().decode()
            found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
            form = {"handle": handle, "password": PASSWORD, "csrfmiddlewaretoken": found[1] if found else ""}
            self.browser.open(f"{address}/sign-in", urlencode(form).encode()).close()

    def walk(self, most: int) -> Counter[int]:
        """How many pages answered with which status. A page that needs what lies elsewhere ends it."""
        waiting, known = deque(DOORS), set(DOORS)
        seen: Counter[int] = Counter()
        while waiting and seen.total() < most:
            path = waiting.popleft()
            status, text = self._open(path)
            seen[status] += 1
            if status >= 500 or FROM_ELSEWHERE.search(text):
                raise click.ClickException(f"{path}: {status} {FROM_ELSEWHERE.findall(text)[:1]}")
            for link in LINK.findall(text.replace("&amp;", "&")):
                if link not in known and not any(part in link for part in LEFT_OUT):
                    known.add(link)
                    waiting.append(link)
        return seen

    def _open(self, path: str) -> tuple[int, str]:
        try:
            with self.browser.open(f"{self.address}{path}", timeout=60) as answer:
                is_text = answer.headers.get_content_type() == "text/html"
                return answer.status, answer.read().decode() if is_text else ""
        except HTTPError as answer:
            return answer.code, ""
