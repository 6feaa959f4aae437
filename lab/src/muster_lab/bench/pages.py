"""`muster-lab bench pages`: CPU milliseconds and SQL statements of the pages that people wait for.

Each request goes through Django's test client and all middleware, signed in, to a throwaway SQLite file.
After a few warm-up requests `--repeat` more give the median; on a busy machine the minimum is the steadier
figure. Statements are counted in one extra request, so that counting does not distort the times; BEGIN and
COMMIT do not count. Log lines are formatted as on the server and discarded.

Sending a form changes the world. So before each one, outside the measurement, the database is restored from
a copy and the page of the form is opened, as a person would: the form carries that page's key, and the
process's caches are what they would be after that visit. The write is a real one, with its commit.
"""

import gc
import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

import click

from muster_lab.bench.log import database
from muster_lab.bench.world import World, build_world

REPEAT: Final = 30
WARM_UP: Final = 3
HOST: Final = {"host": "localhost"}
FORM: Final = "application/x-www-form-urlencoded"
HIDDEN: Final = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
ONE_MORE: Final = re.compile(r'value="(count [^"]+)"\s+aria-label="One more"')

Send = Callable[[], Any]
Row = dict[str, str | int | float]


class Page(NamedTuple):
    """A page to measure. `prepare` does what must happen first and returns the request to measure."""

    name: str
    prepare: Callable[[], Send]


class Copy:
    """A copy of the database, to restore it from."""

    def __init__(self) -> None:
        self.kept = sqlite3.connect(":memory:")
        self._file().backup(self.kept)

    def restore(self) -> None:
        """Restore the database."""
        self.kept.backup(self._file())

    @staticmethod
    def _file() -> sqlite3.Connection:
        from django.db import connection

        connection.ensure_connection()
        found: sqlite3.Connection = connection.connection
        return found


# The pages --------------------------------------------------------------------------------------------------


class Site:
    """The world, with a browser for each person."""

    def __init__(self, world: World) -> None:
        from django.test import Client

        self.world = world
        self.browsers = {handle: Client(headers=HOST) for handle in world.people}
        for handle, account in world.people.items():
            backend = "django.contrib.auth.backends.ModelBackend"
            self.browsers[handle].force_login(account, backend=backend)
        self.copy = Copy()

    def pages(self) -> list[Page]:
        """Everything that is measured, in the order in which it is printed."""
        world, looking = self.world, self.looking
        club, register, battle = {"club": world.club}, {"register": world.register}, {"battle": world.battle}
        event, army = {"event": world.event}, {"army_id": world.army}
        return [
            looking("battle, casualty step", "ann", "tour-battle", battle),
            looking("battle, live strip", "ann", "tour-battle-live", battle),
            Page("battle, roll a casualty check (POST)", self.casualty_check),
            looking("Register", "ann", "tour-register", register),
            looking("club's campaign", "ann", "tour-club", club),
            looking("chronicle", "ann", "tour-chronicle", register),
            looking("event, desk", "cass", "event-desk", event),
            looking("event, desk results", "cass", "event-desk-results", event),
            looking("event, desk players", "cass", "event-desk-players", event),
            looking("event, public standings", "bo", "event", event, "?show=standings"),
            looking("event, a player's phone", "ann", "event-me", event),
            looking("army builder", "ann", "army", army),
            Page("army builder, one more (POST, htmx)", self.one_more),
        ]

    def looking(self, name: str, who: str, view: str, ids: dict[str, str], query: str = "") -> Page:
        """A page to open, by the name of its URL."""
        from django.urls import reverse

        send = partial(self.browsers[who].get, reverse(view, kwargs=ids) + query)
        return Page(name, lambda: send)

    def casualty_check(self) -> Send:
        """The request that lets the app roll the casualty check on the battle's page."""
        from django.urls import reverse

        at = reverse("tour-battle", kwargs={"battle": self.world.battle})
        to = reverse("tour-battle-act", kwargs={"battle": self.world.battle, "what": "roll-check"})
        fields = form_of(self.open_page(at), to, 'name="way" value="app"')
        return self.sending(to, fields)

    def one_more(self) -> Send:
        """The request that a tap on the plus of an open line in the army builder sends."""
        from django.urls import reverse

        to = reverse("army-act", kwargs={"army_id": self.world.army})
        at = reverse("army", kwargs={"army_id": self.world.army}) + "?unit=u7"
        html = self.open_page(at)
        taps = ONE_MORE.findall(html)
        htmx = {"hx-request": "true", "hx-boosted": "true", "hx-target": "builder", "hx-current-url": at}
        return self.sending(to, form_of(html, to) | {"do": taps[0]}, htmx)

    def open_page(self, address: str) -> str:
        """Restore the database and open the page of a form."""
        self.copy.restore()
        answer = self.browsers["ann"].get(address)
        return str(answer.content.decode())

    def sending(self, to: str, fields: dict[str, str], headers: dict[str, str] | None = None) -> Send:
        """The request with which a browser sends a form."""
        from django.utils.http import urlencode

        return partial(
            self.browsers["ann"].post, to, urlencode(fields), content_type=FORM, headers=headers or {}
        )


def form_of(html: str, action: str, holding: str = "") -> dict[str, str]:
    """The hidden fields of the form with this action; if there are several, of the one that contains
    this text."""
    forms = (part.partition("</form>")[0] for part in html.split("<form")[1:])
    for form in forms:
        if f'action="{action}"' in form and holding in form:
            return dict(HIDDEN.findall(form))
    raise click.ClickException(f"the page has no form for {action}")


# Measuring --------------------------------------------------------------------------------------------------


def measure_page(page: Page, repeat: int) -> Row:
    """Median and minimum CPU milliseconds, and the number of statements in one extra request."""
    for _ in range(WARM_UP):
        page.prepare()()
    spans = [time_request(page) for _ in range(repeat)]
    answer, queries = count_statements(page.prepare())
    return {
        "page": page.name,
        "status": answer.status_code,
        "cpu_ms": round(median(spans), 3),
        "least_ms": round(min(spans), 3),
        "queries": queries,
        "bytes": len(answer.content),
    }


def time_request(page: Page) -> float:
    """CPU milliseconds of one request, which must succeed."""
    send = page.prepare()
    start = process_time()
    answer = send()
    span = process_time() - start
    if answer.status_code not in (200, 302):
        raise click.ClickException(f"{page.name} answers {answer.status_code}")
    return span * 1000


def count_statements(send: Send) -> tuple[Any, int]:
    """The response, and how many statements it took."""
    from django.db import connection

    queries = 0

    def count(execute: Callable[..., Any], *asked: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*asked)

    with connection.execute_wrapper(count):
        answer = send()
    return answer, queries


@contextmanager
def quiet_database() -> Iterator[None]:
    """A throwaway database, with the request log discarded."""
    with ExitStack() as stack:
        nowhere = stack.enter_context(Path(os.devnull).open("w", encoding="utf-8"))
        with redirect_stderr(nowhere):
            stack.enter_context(database(None))
        yield


def measure_all(site: Site, repeat: int) -> list[Row]:
    """Measure every page, with the objects left over from building the world frozen out of garbage
    collection."""
    gc.collect()
    gc.freeze()
    rows = [measure_page(page, repeat) for page in site.pages()]
    gc.unfreeze()
    return rows


def table_line(row: Row) -> str:
    """A line of the table."""
    figures = f"{row['cpu_ms']:>10.2f}{row['least_ms']:>10.2f}{row['queries']:>9}{row['bytes']:>10}"
    return f"{row['page']:<40}{row['status']:>7}{figures}"


@click.command("pages")
@click.option("--battles", type=click.IntRange(0, 500), default=20, show_default=True)
@click.option("--players", type=click.IntRange(8, 1024), default=256, show_default=True)
@click.option("--repeat", type=click.IntRange(1, 1000), default=REPEAT, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(battles: int, players: int, repeat: int, as_json: bool) -> None:
    """CPU milliseconds and SQL statements of pages of a campaign, an event and the army builder."""
    with quiet_database():
        start = perf_counter()
        site = Site(build_world(battles, players))
        setup = perf_counter() - start
        rows = measure_all(site, repeat)
    sizes = {"battles": battles, "players": players, "repeat": repeat, "setup_s": round(setup, 1)}
    if as_json:
        click.echo(json.dumps(sizes | {"pages": rows}))
        return
    click.echo(
        f"{battles} battles, {players} players, median of {repeat}; the world took {setup:.1f} s to build"
    )
    click.echo(f"{'page':<40}{'status':>7}{'CPU ms':>10}{'least ms':>10}{'queries':>9}{'bytes':>10}")
    for row in rows:
        click.echo(table_line(row))
