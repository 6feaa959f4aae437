"""`muster-lab bench feed`: what change notifications cost on PostgreSQL, and what polling costs.

PostgreSQL lets only one transaction with a NOTIFY commit at a time. Several processes commit as fast as
they can for some seconds: bare rows without and with a notice, then acts to streams of their own as Muster
writes them, with the notice inside the transaction and without any. The variants take turns several times,
so that load on the machine affects them all alike. `muster-lab bench log` measures how soon a subscriber
hears of a commit.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final
from uuid import uuid4

import click

from muster_lab.bench.log import KINDS_HERE, append, database
from muster_lab.bench.timing import print_figures, time_calls

LOOKS: Final = 50
TURNS: Final = 3
SLOW_START: Final = 60.0
WAYS: Final = (
    "bare rows",
    "bare rows with a notice",
    "acts with hints",
    "acts with a notice inside",
    "acts without any",
)
EVENTS: Final = 3
BARE: Final = "INSERT INTO bench_bare (words) VALUES ('a row')"
NOTICE: Final = "SELECT pg_notify('bench', 'a row')"
SIZE: Final = """
    SELECT sum(pg_total_relation_size(relid)), (SELECT count(*) FROM store_logevent)
    FROM pg_stat_user_tables WHERE relname IN ('store_logevent', 'store_logact', 'store_logstream')
"""

Ways = tuple[Callable[[], None], Callable[[], None]]  # a function that commits, and one that closes


def writer(url: str, seconds: float, all_ready: Any, results: Any) -> None:
    """Runs in a process of its own: measures the commits per second of each variant in turn, several
    times."""
    ways = [
        (way, *(bare_commits(url, way) if way.startswith("bare") else act_commits(url, way))) for way in WAYS
    ]
    for way, work, _ in ways * TURNS:
        work()
        all_ready.wait()
        count, began = 0, perf_counter()
        while perf_counter() - began < seconds:
            work()
            count += 1
        results.put((way, count / (perf_counter() - began)))
    for _, _, close in ways:
        close()


def bare_commits(url: str, way: str) -> Ways:
    """Commit meaningless rows."""
    import psycopg

    line = psycopg.connect(url)

    def work() -> None:
        line.execute(BARE)
        if way == "bare rows with a notice":
            line.execute(NOTICE)
        line.commit()

    return work, line.close


def act_commits(url: str, way: str) -> Ways:
    """Commit acts the way Muster writes them."""
    from django.db import connection

    from muster.cli.django_setup import use_django

    os.environ["DATABASE_URL"] = url
    use_django(None)
    from muster.store.log.database import DatabaseStore

    store, stream, version = DatabaseStore(kinds=KINDS_HERE), f"bench:{uuid4()}", 0

    def otherwise(act: Any) -> None:
        if way == "acts with a notice inside":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_notify('bench', %s)", [act.lines[0].stream])

    if way != "acts with hints":
        store._notify = otherwise  # type: ignore[method-assign]

    def work() -> None:
        nonlocal version
        append(store, stream, version, EVENTS)
        version += EVENTS

    return work, connection.close


def rates(url: str, writers: int, seconds: float) -> dict[str, float]:
    """Commits per second of all processes together for each variant, as the median of several turns."""
    here = get_context("spawn")
    all_ready, results = here.Barrier(writers), here.Queue()
    processes = [here.Process(target=writer, args=(url, seconds, all_ready, results)) for _ in range(writers)]
    for process in processes:
        process.start()
    try:
        patience = SLOW_START + seconds
        found = [[results.get(timeout=patience) for _ in range(writers)] for _ in WAYS * TURNS]
    finally:
        for process in processes:
            process.terminate()
            process.join()
    turns = [(turn[0][0], sum(rate for _, rate in turn)) for turn in found]
    return {f"{way}, commits/s": median(rate for name, rate in turns if name == way) for way in WAYS}


def time_of_a_look(url: str) -> float:
    """Microseconds that a poll costs when nothing has changed."""
    import psycopg

    from muster.store.log.feed import HEAD

    with psycopg.connect(url, autocommit=True) as line:
        return time_calls(lambda: line.execute(HEAD).fetchone(), 9, repeat=LOOKS)[0] * 1000


def bytes_per_event(url: str) -> float:
    """Bytes per event, including its act and all indexes."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as line:
        whole, events = line.execute(SIZE).fetchone() or (0, 1)
        return float(whole) / float(events or 1)


@contextmanager
def server(url: str | None) -> Iterator[str]:
    """The database at this address, or else a throwaway PostgreSQL server."""
    if url:
        yield url
        return
    from muster_lab.rehearse.machines import free_ports
    from muster_lab.rehearse.postgres import Postgres

    with tempfile.TemporaryDirectory(prefix="muster-bench-") as folder:
        ours = Postgres(Path(folder), free_ports(1)[0])
        ours.start()
        try:
            yield ours.url()
        finally:
            ours.stop("immediate")


@click.command("feed")
@click.option("--database", "url", help="A PostgreSQL to throw away, as a URL. Without it: one of our own.")
@click.option("--writers", type=click.IntRange(1, 64), default=4, show_default=True, help="Processes.")
@click.option(
    "--seconds", type=click.FloatRange(0.1, 60), default=3.0, show_default=True, help="Of each, three times."
)
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(url: str | None, writers: int, seconds: float, as_json: bool) -> None:
    """Commits a second with and without notices, and what a look costs."""
    import psycopg

    if url and not url.startswith("postgres"):
        raise click.UsageError("Notices are PostgreSQL's: --database postgres://…")
    with server(url) as here, database(here), psycopg.connect(here, autocommit=True) as line:
        line.execute("CREATE TABLE IF NOT EXISTS bench_bare (words text)")
        figures = rates(here, writers, seconds)
        figures |= {
            "a look, µs": time_of_a_look(here),
            "an event in the database, bytes": bytes_per_event(here),
        }
        line.execute("DROP TABLE bench_bare")
    print_figures(figures, as_json)
