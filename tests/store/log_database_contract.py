"""What a store in a database promises beyond the contract: to other processes, also killed ones."""

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import ClassVar

import pytest
from django.db import IntegrityError, connections, transaction
from django.test.utils import CaptureQueriesContext

from muster.app.request_store import RequestStore
from muster.app.shared_logs import SharedLogs
from muster.app.streams import Write
from muster.store.log.database import DatabaseStore
from muster.store.log.models import LogEvent, LogStream
from tests.store.log_contract import WRITERS, EventStoreContract
from tests.toy_log import NOON, TOTALS, Scored, fresh, score

ROOT = Path(__file__).parents[2]
MANY: dict[str, list[str]] = {}


@cache
def maker_of_writers() -> subprocess.Popen[str]:
    """It has loaded the program, so that a writer is there at once; it ends with the tests."""
    maker = subprocess.Popen(
        [sys.executable, "-m", "tests.store.log_writer"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    atexit.register(maker.communicate)
    assert maker.stdout.readline() == "ready\n"
    return maker


class Writer:
    """Another process (with a child for each stream of its own) that appends; see `log_writer.py`."""

    at_work: ClassVar["Writer | None"] = None

    def __init__(self, url, count, shared, *own):
        self.words = [url, str(count), shared, *own]
        self.returncode = None

    def go(self):
        if Writer.at_work:  # a test that failed left it behind
            Writer.at_work.kill()
        Writer.at_work, maker = self, maker_of_writers()
        with tempfile.TemporaryDirectory() as folder:
            pipe = f"{folder}/said"
            os.mkfifo(pipe)
            print(json.dumps([pipe, *self.words]), file=maker.stdin, flush=True)
            self.said = Path(pipe).open()  # noqa: SIM115 - until it has finished
        self.process = int(self.said.readline())

    def acknowledged(self) -> str:
        return self.said.readline().strip()

    def kill(self) -> list[str]:
        """SIGKILL at whatever it is doing; what it had still said by then."""
        os.kill(self.process, signal.SIGKILL)
        return self.finish()

    def finish(self) -> list[str]:
        with self.said:
            said = self.said.read().split("\n")[:-1]
        self.returncode = int(maker_of_writers().stdout.readline())
        Writer.at_work = None
        return said


class DatabaseContract(EventStoreContract):
    """Subclasses give the fixtures `url` and `alias`."""

    @pytest.fixture
    def open_store(self, alias):
        return lambda kinds: DatabaseStore(alias, kinds)

    def in_threads(self, store, work):
        def and_hang_up(number):
            try:
                return work(number)
            finally:
                connections[store.alias].close()

        return super().in_threads(store, and_hang_up)

    def test_eight_processes_lose_nothing_and_duplicate_nothing(self, store, url):
        shared, own = fresh(), [fresh() for _ in range(WRITERS)]
        writer = Writer(url, 5, shared, *own)
        writer.go()
        said = writer.finish()
        assert writer.returncode == 0
        assert sorted(said) == [f"{child} {act}" for child in range(WRITERS) for act in range(5)]
        log = store.read(shared)
        assert [entry.version for entry in log] == list(range(1, 15 * WRITERS + 1))
        for child, stream in enumerate(own):
            mine = [entry.event for entry in store.read(stream)]
            assert mine == [Scored(str(child), i) for i in range(15)]
            assert mine == [entry.event for entry in log if entry.event.side == str(child)]

    @pytest.mark.parametrize("after", [1, 8, 21])
    def test_a_killed_process_loses_no_acknowledged_event_and_leaves_nothing_half_written(
        self, store, url, after
    ):
        shared, own = fresh(), fresh()
        writer = Writer(url, 0, shared, own)
        writer.go()
        acknowledged = [writer.acknowledged() for _ in range(after)] + writer.kill()
        assert writer.returncode == -9
        log = [entry.event for entry in store.read(shared)]
        acts, rest = divmod(len(log), 3)
        assert rest == 0
        # The last act may have been committed and its word not got through any more; never the reverse.
        assert len(acknowledged) <= acts <= len(acknowledged) + 1
        assert log == [entry.event for entry in store.read(own)] == [Scored("0", i) for i in range(acts * 3)]
        score(store, shared)

    def test_a_process_killed_just_before_its_commit_leaves_nothing_of_that_act(self, store, url):
        shared, own = fresh(), fresh()
        writer = Writer(url, -4, shared, own)
        writer.go()
        assert writer.finish() == ["0 0", "0 1", "0 2", "0 3"]
        assert writer.returncode == -9
        assert store.versions([shared, own]) == {shared: 12, own: 12}
        assert len(store.read(shared)) == len(store.read(own)) == 12
        score(store, shared)

    def test_no_query_is_made_per_event(self, store, alias):
        def queries(count):
            with CaptureQueriesContext(connections[alias]) as queries:
                act = [Write(fresh(), 0, (Scored("a", 1),) * count)]
                store.append(act, actor="ann", at=NOON, batch=fresh("act"))
            return len(queries)

        assert queries(100) == queries(1)

    def test_even_a_writer_that_went_around_the_store_cannot_fork_a_stream(self, store, alias):
        stream = fresh()
        score(store, stream)
        row = LogEvent.objects.using(alias).get(stream=stream)
        row.position = 10**9
        with pytest.raises(IntegrityError), transaction.atomic(alias):
            row.save(using=alias, force_insert=True)

    def test_a_version_that_slipped_by_is_still_refused_as_stale(self, store, alias):
        stream = fresh()
        score(store, stream)
        LogStream.objects.using(alias).filter(pk=stream).update(version=0)
        with pytest.raises(Exception, match=r"log\.stale"):
            score(store, stream, expected=0)
        LogStream.objects.using(alias).filter(pk=stream).update(version=1)

    def test_an_append_belongs_to_the_transaction_around_it(self, store, alias):
        stream = fresh()
        with pytest.raises(ZeroDivisionError), transaction.atomic(alias):
            score(store, stream)
            assert store.load(TOTALS, stream).version == 1
            _ = 1 / 0
        assert store.version(stream) == 0
        with transaction.atomic(alias):
            with pytest.raises(Exception, match=r"log\.stale"):
                score(store, stream, expected=7)
            score(store, stream)
        assert store.version(stream) == 1

    # One look for one request

    def elsewhere(self, alias, work):
        """The work's answer in a thread with a connection of its own."""

        def and_hang_up():
            try:
                return work()
            finally:
                connections[alias].close()

        with ThreadPoolExecutor(1) as pool:
            return pool.submit(and_hang_up).result()

    def test_a_look_asks_the_database_once_for_all_its_streams(self, store, alias):
        names = [fresh() for _ in range(50)]
        for name in names:
            score(store, name, 3)
        shared = SharedLogs(store)
        for _ in range(2):
            look = RequestStore(store, shared)
            with CaptureQueriesContext(connections[alias]) as queries:
                look.open(names)
                assert {look.load(TOTALS, name).state["a"] for name in names} == {3}
                assert {look.version(name) for name in names} == {1}
            assert len(queries) == 1

    def test_a_rolled_back_act_is_seen_by_nobody_afterwards(self, store, alias):
        stream, shared = fresh(), SharedLogs(store)
        score(store, stream, 1)

        def seen():
            return RequestStore(store, shared).load(TOTALS, stream).state

        assert seen() == {"a": 1}
        with pytest.raises(ZeroDivisionError), transaction.atomic(alias):
            score(RequestStore(store, shared), stream, 5)
            assert stream in store.open_writes()
            assert seen() == {"a": 6}
            assert self.elsewhere(alias, seen) == {"a": 1}
            _ = 1 / 0
        assert seen() == self.elsewhere(alias, seen) == {"a": 1}
        assert stream not in store.open_writes()
        score(store, stream, 2)
        assert seen() == self.elsewhere(alias, seen) == {"a": 3}

    def test_what_was_taken_back_inside_a_transaction_is_not_seen_in_it(self, store, alias):
        stream, shared = fresh(), SharedLogs(store)
        with transaction.atomic(alias):
            with pytest.raises(ZeroDivisionError), transaction.atomic(alias):
                score(store, stream, 5)
                assert RequestStore(store, shared).version(stream) == 1
                _ = 1 / 0
            assert RequestStore(store, shared).version(stream) == 0
            score(store, stream, 7)
            assert RequestStore(store, shared).load(TOTALS, stream).state == {"a": 7}
            assert shared._kept == {}
        assert RequestStore(store, shared).load(TOTALS, stream).state == {"a": 7}
        assert shared._kept[stream].version == 1

    @pytest.mark.parametrize("count", [1, 2, 50])
    def test_the_tails_of_streams_are_found_by_their_index(self, store, alias, count):
        names = self.many_streams(store, alias)
        with CaptureQueriesContext(connections[alias]) as queries:
            store.read_tails({name: 10 + number % 9 for number, name in enumerate(names[:count])})
        (query,) = queries.captured_queries
        plan = self.plan(alias, query["sql"])
        assert plan.count(self.BY_INDEX) == count, plan
        assert self.WHOLE_TABLE not in plan, plan

    @staticmethod
    def many_streams(store, alias):
        """So many that a look through the whole table would not pay; written once, for they stay."""
        if alias not in MANY:
            MANY[alias] = [fresh() for _ in range(600)]
            for start in range(0, 600, 100):
                writes = [Write(name, 0, (Scored("a", 1),) * 20) for name in MANY[alias][start : start + 100]]
                store.append(writes, actor="ann", at=NOON, batch=fresh("act"))
            with connections[alias].cursor() as cursor:
                cursor.execute("ANALYZE")
        return MANY[alias]

    def plan(self, alias, query):
        with connections[alias].cursor() as cursor:
            cursor.execute(f"{self.EXPLAIN} {query}".replace("%", "%%"), [])
            return "\n".join(str(row[-1]) for row in cursor.fetchall())
