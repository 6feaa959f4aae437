"""`muster-lab bench log`: what it costs to write an act, to read it and to hear of it, on a throwaway
database."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from queue import Empty, SimpleQueue
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any
from uuid import uuid4

import click

from muster.app.streams import Write
from muster.cli.django_setup import use_django
from muster.rules.log import KINDS, Decider, Event, Kinds
from muster_lab.bench.timing import print_figures, time_calls

ACTS = 200
EVENTS_PER_ACT = 5
WAIT_SECONDS = 10

KINDS_HERE = Kinds(KINDS)


@KINDS_HERE.event("bench.scored")
class Scored(Event, frozen=True):
    """An event of typical size."""

    unit: str
    faces: tuple[str, ...]
    points: int


TOTAL = Decider(
    "bench", 1, int, int, lambda total, event: total + event.points if isinstance(event, Scored) else total
)


@contextmanager
def database(url: str | None) -> Iterator[None]:
    """The log's tables in a throwaway SQLite file, or in the database at this address."""
    with tempfile.TemporaryDirectory(prefix="muster-bench-", ignore_cleanup_errors=True) as folder:
        os.environ["DATABASE_URL"] = url or f"sqlite:///{folder}/bench.sqlite3"
        use_django(folder)
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        yield
        connections.close_all()


def append(store: Any, stream: str, version: int, number: int) -> None:
    """Append one act with this many events."""
    events = (Scored("0190a1b2-unit", ("hit", "critical", "blank"), 1),) * number
    store.append([Write(stream, version, events)], actor="bench", at=datetime.now(UTC), batch=str(uuid4()))


def time_writes(store: Any, stream: str) -> dict[str, float]:
    """Time acts one after the other, each committed to disk."""
    wall, cpu = perf_counter(), process_time()
    for act in range(ACTS):
        append(store, stream, act * EVENTS_PER_ACT, EVENTS_PER_ACT)
    return {
        "append_ms": (perf_counter() - wall) / ACTS * 1e3,
        "append_cpu_ms": (process_time() - cpu) / ACTS * 1e3,
    }


def time_reads(store: Any, stream: str) -> dict[str, float]:
    """Time reading and folding the whole stream, median of nine."""
    wall, _ = time_calls(lambda: TOTAL.fold(store.read(stream)), 9)
    return {"replay_us_per_event": wall * 1000 / store.version(stream)}


def time_feed(store: Any, feed: Any) -> dict[str, float]:
    """Time from the return of an append until a subscriber knows of it."""
    stream, heard, spans = f"bench:{uuid4()}", SimpleQueue[int](), []
    feed.start()
    leave = feed.subscribe(stream, lambda _, version: heard.put(version))
    for version in range(ACTS):
        append(store, stream, version, 1)
        start = perf_counter()
        try:
            while heard.get(timeout=WAIT_SECONDS) <= version:
                continue
        except Empty:
            raise click.ClickException("the feed does not answer") from None
        spans.append((perf_counter() - start) * 1e3)
    leave()
    feed.stop()
    return {
        "feed_median_ms": median(spans),
        "feed_p99_ms": quantiles(spans, n=100)[98],
        "feed_max_ms": max(spans),
    }


@click.command("log")
@click.option("--database", "url", help="A database to throw away, as a URL. Without it: a SQLite file.")
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(url: str | None, as_json: bool) -> None:
    """Append, replay, and how soon a subscriber hears of a commit."""
    with database(url):
        from muster.store.log.database import DatabaseStore
        from muster.store.log.feed import DatabaseFeed

        store, stream = DatabaseStore(kinds=KINDS_HERE), f"bench:{uuid4()}"
        figures = time_writes(store, stream) | time_reads(store, stream) | time_feed(store, DatabaseFeed())
    print_figures(figures, as_json)
