"""`muster-lab bench crowd`: how long other users wait while one client sends the worst requests it can, 16
at a time.

A real server runs on this machine with a throwaway database. One process sends odds questions that no cache
has seen, wrong passwords, deeply nested and very wide JSON, small files that decode to huge pictures, and
bodies that never end. Meanwhile this process asks for `/health`, a page and odds, signs in, and prints how
long the answers took. The two use different addresses where this machine has several of its own (127.0.0.2,
as on Linux).
"""

import http.client
import json
import multiprocessing
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from io import BytesIO
from itertools import count
from multiprocessing.synchronize import Event
from threading import Barrier, Thread
from typing import Final, NamedTuple
from urllib.parse import urlencode

import click

AT_ONCE: Final = 16
JSON: Final = {"Content-Type": "application/json"}
DEEP: Final = b"[" * 900_000
WIDE: Final = b'{"dice": {%s}}' % b", ".join(b'"key %d": 0' % number for number in range(50_000))
PATHS: Final = ("/health", "/about", "/api/v1/dice/odds", "/sign-in")
CROWD, OTHERS = "127.0.0.2", "127.0.0.1"
HANDLE, PASSWORD = "somebody", "a password to throw away"
TOO_LARGE, LARGEST_READ = (7700, 7700), (6300, 6300)
"""The sides of a picture that its head gives away (59 megapixels in 168 kB), and of one that is read."""
APART: Final = b"a boundary that no picture has"
ATTACKS: Final = 7
AT_WORK: Final = 0.5  # seconds until the attack keeps the server busy


class Asker(NamedTuple):
    """A client, and the address it sends from."""

    port: int
    address: str

    def line(self) -> http.client.HTTPConnection:
        """Open a new connection."""
        return http.client.HTTPConnection("127.0.0.1", self.port, 60, (self.address, 0))


class Answer(NamedTuple):
    """A response: its cookies by name, and where it redirects to."""

    status: int
    page: bytes
    cookies: dict[str, str]
    leads_to: str

    @property
    def token(self) -> str:
        """The CSRF token of the forms on the page."""
        found: bytes = re.findall(rb'name="csrfmiddlewaretoken" value="([^"]+)"', self.page)[0]
        return found.decode()


class Keeper(NamedTuple):
    """A signed-in account with a Register, which is what it takes to upload pictures."""

    register: str
    token: str
    cookies: dict[str, str]


def send_request(
    client: Asker, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> Answer:
    """Send one request on a connection of its own."""
    with closing(client.line()) as connection:
        connection.request("GET" if body is None else "POST", path, body, headers or {})
        answer = connection.getresponse()
        set_cookies = (header.partition(";")[0] for header in answer.headers.get_all("Set-Cookie") or ())
        cookies = {name: value for name, _, value in (cookie.partition("=") for cookie in set_cookies)}
        return Answer(answer.status, answer.read(), cookies, answer.headers.get("Location", ""))


def send_form(client: Asker, path: str, cookies: dict[str, str], **form: str) -> Answer:
    """Fill in and send the form at this address; the answer has the cookies of both responses."""
    page = send_request(client, path, headers=cookie_of(cookies))
    held = cookies | page.cookies
    headers = {"Content-Type": "application/x-www-form-urlencoded", **cookie_of(held)}
    body = urlencode(form | {"csrfmiddlewaretoken": page.token}).encode()
    answer = send_request(client, path, body, headers)
    return answer._replace(cookies=held | answer.cookies)


def cookie_of(cookies: dict[str, str]) -> dict[str, str]:
    """The Cookie header for these cookies."""
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}


def sign_up_or_in(client: Asker, path: str, handle: str, password: str) -> int:
    """Sign up or sign in with the form at this address, and return the status code."""
    return send_form(client, path, {}, handle=handle, password=password).status


def create_keeper(client: Asker) -> Keeper:
    """Create an account with a Register."""
    signed_up = send_form(client, "/sign-up", {}, handle="keeper", password=PASSWORD)
    begun = send_form(client, "/tours/new", signed_up.cookies, faction="empire")
    page = send_request(client, "/tours/new", headers=cookie_of(begun.cookies))
    return Keeper(begun.leads_to, page.token, begun.cookies | page.cookies)


def picture(size: tuple[int, int]) -> bytes:
    """A black PNG: decoding it takes a thousand times its size."""
    from PIL import Image

    out = BytesIO()
    Image.new("RGB", size).save(out, "PNG")
    return out.getvalue()


def send_portrait(client: Asker, who: Keeper, png: bytes) -> Answer:
    """Upload a picture as the portrait of a unit."""
    part = b'--%b\r\nContent-Disposition: form-data; name="%b"%b\r\n\r\n%b\r\n'
    body = part % (APART, b"csrfmiddlewaretoken", b"", who.token.encode())
    body += part % (APART, b"dossier", b"", b"d1")
    body += part % (APART, b"picture", b'; filename="large.png"', png) + b"--%b--\r\n" % APART
    kind = {"Content-Type": f"multipart/form-data; boundary={APART.decode()}"}
    return send_request(client, f"{who.register}/picture", body, kind | cookie_of(who.cookies))


def attack(client: Asker, number: int, who: Keeper, pictures: tuple[bytes, bytes]) -> None:
    """Send one of the most expensive requests there are, a different one for every number."""
    kind, more = number % ATTACKS, 1 + number // ATTACKS % 20
    if kind == 0:
        send_request(
            client,
            f"/api/v1/dice/odds?red=5&black=5&white=5&aims=5&critical=3&armour={more}&impact={number % 24}",
        )
    elif kind == 1:
        send_request(
            client,
            f"/api/v1/dice/odds?red=4&black=4&white=4&aims=3&critical=2&armour={more}&pierce={number % 24}",
        )
    elif kind == 2:
        sign_up_or_in(client, "/sign-in", f"nobody{number}", "not this one")
    elif kind in (3, 4):
        send_request(client, "/api/v1/dice/roll", DEEP if kind == 3 else WIDE, JSON)
    else:
        send_portrait(client, who, pictures[kind - 5])


def attackers(client: Asker, who: Keeper, pictures: tuple[bytes, bytes], all_here: Event) -> None:
    """Send all of them until the process is stopped."""
    arrived = Barrier(AT_ONCE, all_here.set)

    def on_and_on(first: int) -> None:
        arrived.wait()
        for number in count(first, AT_ONCE):
            with suppress(OSError, http.client.HTTPException, IndexError):
                attack(client, number, who, pictures)

    for first in range(AT_ONCE):
        Thread(target=on_and_on, args=(first,), daemon=True).start()
    with closing(client.line()) as never_done:
        never_done.putrequest("POST", "/sign-in")
        never_done.putheader("Content-Length", "100000")
        never_done.endheaders(b"ha")
        time.sleep(3600)


@contextmanager
def server(folder: str, *options: str) -> Iterator[tuple[int, int]]:
    """Run a server on the data in a folder; yields its port and process id."""
    command = [sys.executable, "-m", "muster", "serve", "--port", "0", "--data", folder, *options]
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=dict(os.environ), text=True, **quiet)  # type: ignore[call-overload]  # noqa: S603
    try:
        found = (re.search(r"http://[^:/]+:(\d+)", line) for line in process.stdout)
        yield next(int(match[1]) for match in found if match), process.pid
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def measure(questions: int, workers: int = 1) -> dict[str, float]:
    """Milliseconds that others wait, without and with the attack."""
    figures: dict[str, float] = {"at_once": AT_ONCE, "questions": questions, "workers": workers}
    with tempfile.TemporaryDirectory() as folder, server(folder, "--workers", str(workers)) as (port, _):
        others, crowded = Asker(port, OTHERS), Asker(port, CROWD if has_address(CROWD) else OTHERS)
        await_answers(others)
        sign_up_or_in(others, "/sign-up", HANDLE, PASSWORD)
        figures |= waiting_times(others, questions, "alone")
        who, pictures = create_keeper(crowded), (picture(TOO_LARGE), picture(LARGEST_READ))
        refused = b"million pixels" in send_portrait(crowded, who, pictures[0]).page
        figures |= {"picture_bytes": len(pictures[0]), "picture_refused": refused}
        processes = multiprocessing.get_context("spawn")
        all_here = processes.Event()
        given = (crowded, who, pictures, all_here)
        crowd = processes.Process(target=attackers, args=given, daemon=True)
        crowd.start()
        try:
            all_here.wait(60)
            time.sleep(AT_WORK)
            figures |= waiting_times(others, questions, "crowd")
        finally:
            crowd.kill()
            crowd.join()
    return figures


def has_address(address: str) -> bool:
    """Whether this machine can send from that address."""
    with closing(socket.socket()) as probe, suppress(OSError):
        probe.bind((address, 0))
        return True
    return False


def await_answers(client: Asker) -> None:
    """Wait until the server listens, and send the first, slow requests: the port is printed a moment
    before it works."""
    for path in PATHS:
        while True:
            with suppress(ConnectionRefusedError):
                send_request(client, path)
                break
            time.sleep(0.05)


def is_answered(client: Asker, path: str, number: int) -> bool:
    """Whether one request of the others was answered. Each asks for odds that were not computed before."""
    if path == "/sign-in":
        return sign_up_or_in(client, path, HANDLE, PASSWORD) == 302
    dice = (
        f"?red={1 + number % 5}&black={number // 5 % 5}&white={number // 25 % 5}&impact={number // 125 % 24}"
    )
    return send_request(client, path + dice if "odds" in path else path).status == 200


def waiting_times(client: Asker, questions: int, when: str) -> dict[str, float]:
    """Median, 99th percentile and maximum for each path; a request that was turned away counts as
    infinite."""
    figures = {}
    for path in PATHS:
        spans = []
        for number in range(questions):
            began = time.perf_counter()
            well = is_answered(client, path, number + (questions if when == "crowd" else 0))
            spans.append((time.perf_counter() - began) * 1000 if well else float("inf"))
        spans.sort()
        for name, place in (("p50", len(spans) // 2), ("p99", len(spans) * 99 // 100), ("max", -1)):
            figures[f"{when}{path}_{name}_ms"] = round(spans[min(place, len(spans) - 1)], 1)
    return figures


@click.command("crowd")
@click.option("--questions", type=click.IntRange(1, 10_000), default=300, show_default=True)
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="As of the server.")
@click.option("--database", help="A database to throw away, as a URL. Without it: a SQLite file.")
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(questions: int, workers: int, database: str | None, as_json: bool) -> None:
    """What others wait while one client sends the worst it can."""
    if database:
        os.environ["DATABASE_URL"] = database
    figures = measure(questions, workers)
    if as_json:
        click.echo(json.dumps(figures))
        return
    for name, figure in figures.items():
        click.echo(f"{name:<36}{figure:>10}")
