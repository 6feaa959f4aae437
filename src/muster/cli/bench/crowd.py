"""`muster bench crowd`: how long others wait while one client sends the worst it can, 16 requests at a time.

A real server runs on this machine with a database that is gone afterwards. One process sends questions about
odds that nobody asked before, wrong passwords, deep and wide JSON, and bodies that never end; this one asks
for `/health`, for a page, for odds, and signs in, and prints how long the answers took. The two have
different addresses, where this machine has more than one of its own (127.0.0.2, as on Linux).
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
from itertools import count
from threading import Thread
from typing import Final, NamedTuple
from urllib.parse import urlencode

import click

AT_ONCE: Final = 16
JSON: Final = {"Content-Type": "application/json"}
DEEP: Final = b"[" * 900_000
WIDE: Final = b'{"dice": {%s}}' % b", ".join(b'"key %d": 0' % one for one in range(50_000))
PATHS: Final = ("/health", "/about", "/api/v1/dice/odds", "/sign-in")
CROWD, OTHERS = "127.0.0.2", "127.0.0.1"
HANDLE, PASSWORD = "somebody", "a password to throw away"


class Asker(NamedTuple):
    """Somebody who asks, and where from."""

    port: int
    address: str

    def line(self) -> http.client.HTTPConnection:
        """A new connection."""
        return http.client.HTTPConnection("127.0.0.1", self.port, 60, (self.address, 0))


def asked(
    client: Asker, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, bytes, str]:
    """One request on a connection of its own: status, answer, cookie."""
    with closing(client.line()) as connection:
        connection.request("GET" if body is None else "POST", path, body, headers or {})
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.headers.get("Set-Cookie", "").partition(";")[0]


def sent(client: Asker, path: str, handle: str, password: str) -> int:
    """The form at this address, to sign up or in: the status of the answer."""
    _, page, cookie = asked(client, path)
    token = re.findall(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0].decode()
    form = {"handle": handle, "password": password, "csrfmiddlewaretoken": token}
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    return asked(client, path, urlencode(form).encode(), headers)[0]


def attack(client: Asker, number: int) -> None:
    """The most that one anonymous request may cost; another one for every number."""
    kind, more = number % 5, 1 + number // 5 % 20
    if kind == 0:
        asked(
            client,
            f"/api/v1/dice/odds?red=5&black=5&white=5&aims=5&critical=3&armour={more}&impact={number % 24}",
        )
    elif kind == 1:
        asked(
            client,
            f"/api/v1/dice/odds?red=4&black=4&white=4&aims=3&critical=2&armour={more}&pierce={number % 24}",
        )
    elif kind == 2:
        sent(client, "/sign-in", f"nobody{number}", "not this one")
    else:
        asked(client, "/api/v1/dice/roll", DEEP if kind == 3 else WIDE, JSON)


def attackers(client: Asker) -> None:
    """All of them, until the process is ended."""

    def on_and_on(first: int) -> None:
        for number in count(first, AT_ONCE):
            with suppress(OSError, http.client.HTTPException, IndexError):
                attack(client, number)

    for first in range(AT_ONCE):
        Thread(target=on_and_on, args=(first,), daemon=True).start()
    with closing(client.line()) as never_done:
        never_done.putrequest("POST", "/sign-in")
        never_done.putheader("Content-Length", "100000")
        never_done.endheaders(b"ha")
        time.sleep(3600)


@contextmanager
def server(folder: str, *options: str) -> Iterator[tuple[int, int]]:
    """The port and the process of a server on the data in a folder."""
    command = [sys.executable, "-m", "muster", "serve", "--port", "0", "--data", folder, *options]
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=dict(os.environ), text=True, **quiet)  # type: ignore[call-overload]  # noqa: S603
    try:
        found = (re.search(r"http://[^:/]+:(\d+)", line) for line in process.stdout)
        yield next(int(one[1]) for one in found if one), process.pid
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def measured(questions: int, workers: int = 1) -> dict[str, float]:
    """Milliseconds that others wait, alone and in the crowd."""
    figures: dict[str, float] = {"at_once": AT_ONCE, "questions": questions, "workers": workers}
    with tempfile.TemporaryDirectory() as folder, server(folder, "--workers", str(workers)) as (port, _):
        others, crowded = Asker(port, OTHERS), Asker(port, CROWD if has(CROWD) else OTHERS)
        await_answers(others)
        sent(others, "/sign-up", HANDLE, PASSWORD)
        figures |= waited(others, questions, "alone")
        crowd = multiprocessing.get_context("spawn").Process(target=attackers, args=(crowded,), daemon=True)
        crowd.start()
        time.sleep(2)
        try:
            figures |= waited(others, questions, "crowd")
        finally:
            crowd.kill()
            crowd.join()
    return figures


def has(address: str) -> bool:
    """Whether this machine may ask from there."""
    with closing(socket.socket()) as probe, suppress(OSError):
        probe.bind((address, 0))
        return True
    return False


def await_answers(client: Asker) -> None:
    """The port is announced a moment before it answers; and the first answers are slower than all others."""
    for path in PATHS:
        while True:
            with suppress(ConnectionRefusedError):
                asked(client, path)
                break
            time.sleep(0.05)


def answered(client: Asker, path: str, number: int) -> bool:
    """Whether one question of the others had its answer. Odds are new ones each time."""
    if path == "/sign-in":
        return sent(client, path, HANDLE, PASSWORD) == 302
    dice = (
        f"?red={1 + number % 5}&black={number // 5 % 5}&white={number // 25 % 5}&impact={number // 125 % 24}"
    )
    return asked(client, path + dice if "odds" in path else path)[0] == 200


def waited(client: Asker, questions: int, when: str) -> dict[str, float]:
    """Median, 99th percentile and longest of each path; a question that was turned away took for ever."""
    figures = {}
    for path in PATHS:
        spans = []
        for number in range(questions):
            began = time.perf_counter()
            well = answered(client, path, number + (questions if when == "crowd" else 0))
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
    figures = measured(questions, workers)
    if as_json:
        click.echo(json.dumps(figures))
        return
    for name, figure in figures.items():
        click.echo(f"{name:<36}{figure:>10}")
