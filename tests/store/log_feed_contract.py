"""What the change feed promises on either database."""

import asyncio
from contextlib import contextmanager
from queue import Empty, Queue
from time import sleep

import pytest
from django.db import connections

from muster.app.streams import Write
from muster.store.log.database import DatabaseStore
from muster.store.log.feed import DatabaseFeed
from muster.store.log.models import LogAct, LogEvent, LogHead
from tests.loops import run_loop
from tests.store.log_database_contract import Writer
from tests.store.mailbox import Mailbox
from tests.toy_log import NOON, TOY, Scored, fresh, score

PATIENCE = 20  # a bound for failing, not a measure: `bench/log.py` measures


def heard_until(queue: Queue, version: int) -> list[int]:
    """All versions told, up to and with this one."""
    versions = []
    while not versions or versions[-1] < version:
        try:
            versions.append(queue.get(timeout=PATIENCE)[1])
        except Empty:
            pytest.fail(f"version {version} was never told, only {versions}")
    return versions


def seen_by(feed, act):
    """Wait until the reader has looked as far as this act."""
    for _ in range(PATIENCE * 100):
        if feed._act == act:
            return
        sleep(0.01)
    pytest.fail("the reader never looked")


@contextmanager
def running(feed):
    feed.start()
    try:
        yield feed
    finally:
        feed.stop()


def listen(feed, stream) -> Queue:
    queue = Queue()
    feed.subscribe(stream, lambda *told: queue.put(told))
    return queue


class FeedContract:
    """Subclasses give the fixtures `url` and `alias`."""

    @pytest.fixture
    def store(self, alias):
        return DatabaseStore(alias, TOY)

    @pytest.fixture
    def feed(self, alias):
        """On PostgreSQL it has nothing but its notices: it does not look for itself while a test runs."""
        with running(DatabaseFeed(alias, catch_up=600)) as feed:
            yield feed

    @pytest.fixture
    def looking_feed(self, alias):
        """On PostgreSQL this one looks for itself all the time."""
        with running(DatabaseFeed(alias, catch_up=0.01)) as feed:
            yield feed

    def test_a_subscriber_hears_of_each_commit_of_its_stream(self, store, feed):
        stream = fresh()
        queue = listen(feed, stream)
        for version in range(1, 6):
            score(store, stream)
            assert heard_until(queue, version) == [version]

    def test_a_burst_of_commits_is_told_to_the_last_version_in_growing_order(self, store, feed):
        stream = fresh()
        queue = listen(feed, stream)
        for _ in range(30):
            score(store, stream)
        versions = heard_until(queue, 30)
        assert versions == sorted(set(versions))

    def test_other_streams_are_not_told_and_nothing_refused_is(self, store, feed):
        mine, other = fresh(), fresh()
        queue = listen(feed, mine)
        score(store, other)
        with pytest.raises(Exception, match=r"log\.stale"):
            score(store, mine, expected=4)
        score(store, mine)
        assert queue.get(timeout=PATIENCE) == (mine, 1)

    def test_an_act_in_many_streams_is_told_in_each(self, store, feed):
        streams = [fresh().ljust(100, "x") for _ in range(150)]  # more than one notice can hold
        heard = Queue()
        for stream in streams:
            feed.subscribe(stream, lambda *told: heard.put(told))
        writes = [Write(stream, 0, (Scored("a", 1),)) for stream in streams]
        store.append(writes, actor="ann", at=NOON, batch=fresh("act"))
        told = {heard.get(timeout=PATIENCE) for _ in streams}
        assert told == {(stream, 1) for stream in streams}

    def test_commits_of_another_process_are_told(self, store, url, feed):
        stream = fresh()
        queue = listen(feed, stream)
        writer = Writer(url, 10, stream, fresh())
        writer.go()
        writer.finish()
        versions = heard_until(queue, 30)
        assert versions == sorted(set(versions))

    def test_several_feeds_hear_the_same(self, store, alias, feed):
        stream, box = fresh(), Mailbox()
        queue = listen(feed, stream)
        with running(DatabaseFeed(alias)) as second:
            second.subscribe(stream, box)
            score(store, stream)
            assert heard_until(queue, 1) == [1]
            assert box.take(PATIENCE) == {stream: 1}

    def test_who_has_left_hears_nothing_and_may_come_back(self, store, feed):
        stream, gone = fresh(), Mailbox()
        leave = feed.subscribe(stream, gone)
        leave()
        leave()
        score(store, stream)
        queue = listen(feed, stream)
        score(store, stream)
        assert heard_until(queue, 2)[-1] == 2
        assert gone.take() == {}

    def test_a_broken_connection_is_replaced_and_nothing_is_missed(self, store, looking_feed, monkeypatch):
        feed = looking_feed
        stream = fresh()
        queue = listen(feed, stream)
        score(store, stream)
        heard_until(queue, 1)
        look, broken = feed._look, Queue()

        def fail_once(raw):
            monkeypatch.setattr(feed, "_look", look)
            score(store, stream)  # committed while the feed has no connection
            connections[store.alias].close()
            broken.put(True)
            raise OSError("the line went dead")

        monkeypatch.setattr(feed, "_look", fail_once)
        score(store, fresh())
        assert broken.get(timeout=PATIENCE)
        assert heard_until(queue, 2) == [2]
        score(store, stream)
        assert heard_until(queue, 3) == [3]

    def test_a_log_restored_from_an_older_copy_is_told_anew(self, store, alias, looking_feed):
        feed = looking_feed
        stream = fresh()
        queue = listen(feed, stream)
        score(store, stream)
        heard_until(queue, 1)
        # As after a restore: the head stands lower than what the feed has seen.
        head = LogHead.objects.using(alias).get()
        feed._seen = head.position + 1_000
        score(store, fresh())
        assert queue.get(timeout=PATIENCE) == (stream, 1)

    def test_another_log_in_its_place_is_told_anew(self, store, alias, looking_feed):
        stream = fresh()
        queue = listen(looking_feed, stream)
        score(store, stream)
        heard_until(queue, 1)
        # As after a restore of a copy that is as long: at the last position stands another act.
        last = LogEvent.objects.using(alias).order_by("-position").first()
        seen_by(looking_feed, last.act_id)
        acts = LogAct.objects.using(alias)
        other = acts.create(batch=fresh("act"), actor="x", at=NOON, digest="", versions="{}")
        LogEvent.objects.using(alias).filter(pk=last.pk).update(act=other)
        score(store, fresh())
        assert queue.get(timeout=PATIENCE) == (stream, 1)

    def test_the_first_look_tells_all_when_the_database_was_away_at_the_start(self, store, alias):
        stream, box = fresh(), Mailbox()
        score(store, stream)
        late = DatabaseFeed(alias)
        late._late = True
        late.subscribe(stream, box)
        with running(late):
            assert box.take(PATIENCE) == {stream: 1}

    def test_an_event_loop_is_woken(self, store, feed):
        stream = fresh()

        async def wait_for_it():
            loop, woken = asyncio.get_running_loop(), asyncio.Event()
            box = Mailbox(on_mail=lambda: loop.call_soon_threadsafe(woken.set))
            leave = feed.subscribe(stream, box)
            await asyncio.to_thread(self.score_and_hang_up, store, stream)
            async with asyncio.timeout(PATIENCE):
                await woken.wait()
            leave()
            return box.take()

        assert run_loop(wait_for_it()) == {stream: 1}

    def score_and_hang_up(self, store, stream):
        score(store, stream)
        connections[store.alias].close()

    def test_stopping_ends_the_reader(self, alias):
        feed = DatabaseFeed(alias)
        feed.stop()
        feed.start()
        feed.start()
        thread = feed._thread
        assert thread.is_alive()
        feed.stop()
        feed.stop()
        assert not thread.is_alive()
