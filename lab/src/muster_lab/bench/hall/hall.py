"""`muster-lab bench hall`: a full tournament hall.

A thousand viewers hold the live page of a large event open while six scorekeepers enter a round, on a real
server with a throwaway database. The delay of a row runs from the moment the server accepts the result,
before its commit, until the viewer has it.
"""

import http.client
import json
import os
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import click

from muster.cli.demo.tournament import begin_event
from muster.rules.cards import catalogue
from muster_lab.bench.crowd import OTHERS, Asker, await_answers, server
from muster_lab.bench.desk import HTMX, ROUNDS, numbers
from muster_lab.bench.hall.rates import Server, cpu_used, measure_rate, plain_server
from muster_lab.bench.hall.viewers import Hall, Seen
from muster_lab.bench.hall.viewers import run as watch
from muster_lab.bench.pages import quiet_database

PER_PAGE: Final = 100
TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
GZIP: Final = "Accept-Encoding: gzip\r\n"
FORM: Final = "application/x-www-form-urlencoded"


class World(NamedTuple):
    """An event whose first round is open, and a session for each scorekeeper."""

    stream: str
    event: str
    tables: int
    sessions: tuple[str, ...]


def build_world(players: int, keepers: int) -> World:
    """Build the world through the use cases."""
    from django.test import Client

    from muster.app.tournament.commands import GiveRole
    from muster.store.accounts import Account

    def person(handle: str) -> Account:
        return Account.objects.create(handle=handle, name=handle, password="!")  # noqa: S106 - never typed

    hall = begin_event(players, str(person("cass").pk), ROUNDS)
    sessions = []
    for number in range(keepers):
        keeper = person(f"keeper{number}")
        hall.do(GiveRole(person=str(keeper.pk), role="scorekeeper"))
        browser = Client(headers={"host": "localhost"})
        browser.force_login(keeper, backend="django.contrib.auth.backends.ModelBackend")
        sessions.append(browser.cookies["sessionid"].value)
    hall.open_round()
    return World(hall.event, hall.id, players // 2, tuple(sessions))


class Keeper:
    """A scorekeeper on one connection, entering one table after the other."""

    def __init__(self, port: int, world: World, session: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.address, self.cookies = f"/event/{world.event}/desk/results", f"sessionid={session}"
        answer, html = self.ask("GET", self.address)
        self.cookies += "; " + (answer.headers["Set-Cookie"] or "").partition(";")[0]
        self.token = TOKEN.findall(html)[0]

    def ask(self, method: str, path: str, form: dict[str, Any] | None = None) -> tuple[Any, str]:
        headers = {"Cookie": self.cookies, "Content-Type": FORM, **(HTMX if form else {})}
        self.line.request(method, path, urlencode(form or {}), headers)
        answer = self.line.getresponse()
        return answer, answer.read().decode()

    def enter(self, tables: range, pause: float) -> list[float]:
        """Milliseconds of each act, with a pause of about `pause` seconds in between, as a person would
        take."""
        spans = []
        for table in tables:
            time.sleep(pause * (0.5 + random.random()))  # noqa: S311 - no two people keep step
            first, second = numbers(table)
            form = {"victory1": first, "victory2": second, "how": "rounds", "table": table, "round": 1}
            began = time.perf_counter()
            answer, html = self.ask(
                "POST", self.address, form | {"key": f"1-{table}", "csrfmiddlewaretoken": self.token}
            )
            spans.append((time.perf_counter() - began) * 1000)
            if answer.status != 200 or f"Table {table} is in" not in html:
                raise click.ClickException(f"table {table} answers {answer.status}")
        return spans


def resident_bytes(process: int) -> int:
    """Memory of a process and its children in bytes; 0 where the system does not report it."""
    try:
        held = int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return 0
    return held + sum(resident_bytes(int(child)) for child in children)


def percentiles(name: str, found: list[float]) -> dict[str, float]:
    """Median, 99th percentile and maximum."""
    found = sorted(found) or [float("inf")]
    places = (("p50", len(found) // 2), ("p99", len(found) * 99 // 100), ("max", len(found) - 1))
    return {f"{name}, {which}": found[place] for which, place in places}


def measure_round(at: Server, world: World, viewers: int, pause: float) -> dict[str, float]:
    """Enter a round while everybody watches, and measure the delays."""
    port, process = at
    ours, theirs = get_context("spawn").Pipe()
    pages = -(-world.tables // PER_PAGE)
    hall = Hall(port, world.event, pages)
    crowd = get_context("spawn").Process(target=watch, args=(hall, viewers, theirs), daemon=True)
    crowd.start()
    theirs.close()  # so that recv() fails if the process dies
    try:
        half, held = ours.recv(), resident_bytes(process)
        ours.send("go on")
        connected, all_held = ours.recv(), resident_bytes(process)
        ours.send("go on")
        keepers = [Keeper(port, world, session) for session in world.sessions]
        began, worked = time.perf_counter(), cpu_used(process)
        with ThreadPoolExecutor(len(keepers)) as at_once:
            shares = [range(1 + n, world.tables + 1, len(keepers)) for n in range(len(keepers))]
            every = at_once.map(Keeper.enter, keepers, shares, [pause] * len(keepers))
            acts = [span for spans in every for span in spans]
        lasted, worked = time.perf_counter() - began, cpu_used(process) - worked
        version, taken = results_of(world)
        ours.send(version)
        seen: list[Seen] = ours.recv()
    finally:
        crowd.kill()
        crowd.join()
    rows = [(at - taken[table]) * 1000 for viewer in seen for table, at in viewer.rows.items()]
    return {
        "viewers": viewers,
        "viewers connected": connected,
        "scorekeepers": len(world.sessions),
        "their pause, s": pause,
        "results": len(acts),
        "seconds to enter them": lasted,
        "server's CPU ms per result": worked / 1000 / len(acts),
        **percentiles("row on the screen, ms", rows),
        **percentiles("scorekeeper's act, ms", acts),
        "viewers at the last version": sum(viewer.last for viewer in seen),
        "bytes per viewer and result": sum(viewer.bytes for viewer in seen) / viewers / len(acts),
        "parts fetched per viewer": sum(viewer.fetched for viewer in seen) / viewers,
        "memory per viewer, bytes": (all_held - held) / max(connected - half, 1),
    }


def results_of(world: World) -> tuple[int, dict[int, float]]:
    """The last version, and when the server accepted each table's result."""
    from muster.store.log.database import DatabaseStore

    entries = DatabaseStore().read(world.stream)
    return len(entries), {
        table: entry.at.timestamp() for entry in entries if (table := getattr(entry.event, "table", 0))
    }


def measure_rates(at: Server, world: World, seconds: float) -> dict[str, float]:
    """Requests per second for the public page and for a plain answer of the same size, then for pages and
    searches that no cache has seen, so that they have to be rendered.

    The server's CPU time per request is reported too: it depends less on what else runs on the machine.
    """
    page = f"/event/{world.event}"
    size = measure_rate(at, lambda _: page, 0.2, GZIP).size
    with plain_server(size) as other:
        measure_rate(other, lambda _: page, 0.2)
        turns = [
            (measure_rate(at, lambda _: page, seconds, GZIP), measure_rate(other, lambda _: page, seconds))
            for _ in "123"
        ]
    public, plain = (max(column) for column in zip(*turns, strict=True))
    asked: dict[str, Callable[[int], str]] = {
        "/cards": lambda _: "/cards",
        "/cards, new address": lambda number: f"/cards?new={number}",
        "event page, new address": lambda number: f"{page}?new={number}",
        "/cards, new search": lambda number: f"/cards?{urlencode({'q': search_words(number)})}",
        "event page, new search": lambda number: f"{page}?q=player{number}",
    }
    found = {"public page": public, "plain answer of its size": plain}
    found |= {name: measure_rate(at, ask, seconds, GZIP) for name, ask in asked.items()}
    figures = {"public page, bytes": float(size)}
    for name, rates in found.items():
        figures |= {f"{name}, requests/s": rates.each_second, f"{name}, server's CPU µs": rates.cpu}
    return figures | {
        "public page to plain answer, requests/s": public.each_second / plain.each_second,
        "public page to plain answer, by CPU": plain.cpu / public.cpu if public.cpu else 0,
    }


def search_words(number: int) -> str:
    """A different card name for every number; names repeat only after all of them were used."""
    names = card_names()
    return names[number % len(names)]


@cache
def card_names() -> list[str]:
    return sorted({card.full_name for card in catalogue().slugs.values()})


@contextmanager
def hall(players: int, keepers: int, *options: str) -> Iterator[tuple[Server, World]]:
    """A running server, and the event on it."""
    with ExitStack() as stack:
        stack.enter_context(quiet_database())
        world = build_world(players, keepers)
        at = Server(*stack.enter_context(server(os.environ["MUSTER_DATA"], *options)))
        await_answers(Asker(at.port, OTHERS))
        for path in (f"/event/{world.event}", "/cards"):
            with closing(http.client.HTTPConnection("127.0.0.1", at.port, timeout=60)) as line:
                line.request("GET", path)
                line.getresponse().read()
        yield at, world


@click.command("hall")
@click.option("--viewers", type=click.IntRange(1, 5000), default=1000, show_default=True)
@click.option("--players", type=click.IntRange(8, 1024), default=512, show_default=True)
@click.option("--keepers", type=click.IntRange(1, 32), default=6, show_default=True, help="Scorekeepers.")
@click.option("--workers", type=click.IntRange(1, 16), default=1, show_default=True, help="Of the server.")
@click.option(
    "--pause",
    type=click.FloatRange(0, 60),
    default=0.0,
    show_default=True,
    help="Seconds between two results.",
)
@click.option("--seconds", type=click.FloatRange(0.1, 60), default=3.0, show_default=True, help="A rate.")
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(  # noqa: PLR0913, PLR0917 - one per option
    viewers: int, players: int, keepers: int, workers: int, pause: float, seconds: float, as_json: bool
) -> None:
    """How late rows and acts are in a full hall, and how many requests a second its pages answer."""
    options = ("--workers", str(workers)) if workers > 1 else ()
    with hall(players, keepers, *options) as (at, world):
        figures = {"players": players, "workers": workers, **measure_round(at, world, viewers, pause)}
        figures |= measure_rates(at, world, seconds)
    figures["load average"] = os.getloadavg()[0] if sys.platform != "win32" else 0.0
    if as_json:
        click.echo(json.dumps(figures))
        return
    for name, figure in figures.items():
        click.echo(f"{name:<50}{figure:>12,.1f}")
