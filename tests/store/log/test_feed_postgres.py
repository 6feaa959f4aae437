"""The change feed over PostgreSQL: notices, and what happens when they are lost."""

import os
import resource

import psycopg
import pytest
from django.db import connections, transaction

from muster.store.log import feed as feeds
from muster.store.log import hints
from muster.store.log.database import DatabaseStore
from muster.store.log.feed import DatabaseFeed, settings_past_pooler
from muster.store.log.hints import HINTS
from tests.store.log_database_contract import Writer
from tests.store.log_feed_contract import FeedContract, heard_until, listen, running
from tests.toy_log import fresh, score

# A reader's latest query is its look; a writer's is not. (Whoever asks is not hung up on.)
HANG_UP_ON_READERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query ~ 'store_loghead WHERE id = 1|store_log(event|stream)' AND pid <> pg_backend_pid()
"""


@pytest.mark.postgres
@pytest.mark.xdist_group("postgres")
@pytest.mark.usefixtures("database_allowed")
class TestPostgresFeed(FeedContract):
    @pytest.fixture
    def url(self, postgres_log):
        return postgres_log

    @pytest.fixture
    def alias(self, url):
        return "postgres_log"

    def test_a_reader_whose_server_hung_up_comes_back_and_misses_nothing(self, store, url, feed):
        stream = fresh()
        queue = listen(feed, stream)
        for version in (1, 2, 3):
            with psycopg.connect(url, autocommit=True) as other:
                assert other.execute(HANG_UP_ON_READERS).fetchall()
            score(store, stream)
            assert heard_until(queue, version) == [version]

    def test_a_lost_notice_is_made_up_for_by_the_next_look(self, store, looking_feed, monkeypatch):
        monkeypatch.setattr(DatabaseStore, "_notify", lambda self, act: None)
        stream = fresh()
        queue = listen(looking_feed, stream)
        score(store, stream)
        assert heard_until(queue, 1) == [1]

    def test_without_a_look_a_lost_notice_would_be_lost(self, store, feed, monkeypatch):
        """The feed of the other tests does hear notices, and nothing else."""
        stream, other = fresh(), fresh()
        quiet, loud = listen(feed, stream), listen(feed, other)
        monkeypatch.setattr(DatabaseStore, "_notify", lambda self, act: None)
        score(store, stream)
        monkeypatch.undo()
        score(store, other)
        assert heard_until(loud, 1) == [1]
        assert quiet.empty()

    def test_behind_a_pooler_the_reader_looks_for_itself(self, store, url, alias, monkeypatch):
        """Another process writes, and nobody could listen: every hint is lost."""
        asked = []
        monkeypatch.setattr(feeds, "is_pooled", lambda raw: asked.append(raw) or True)
        with running(DatabaseFeed(alias, catch_up=600, pooled=0.01)) as feed:
            stream = fresh()
            queue = listen(feed, stream)
            writer = Writer(url, 10, stream, fresh())
            writer.go()
            writer.finish()
            versions = heard_until(queue, 30)
            assert versions == sorted(set(versions))
            assert asked[0].execute("SELECT * FROM pg_listening_channels()").fetchall() == []

    def test_a_pooler_is_known_by_the_process_that_answers(self, url):
        with psycopg.connect(url, autocommit=True) as straight:
            assert not feeds.is_pooled(straight)

            class Lent:
                info = type("Info", (), {"backend_pid": straight.info.backend_pid + 1})
                execute = straight.execute

            assert feeds.is_pooled(Lent)

    def test_the_way_past_the_pooler_is_taken(self, store, alias, monkeypatch):
        """The feed comes by `DIRECT`; everybody else stays where they are."""
        settings = connections.settings[alias]
        monkeypatch.setitem(settings, "DIRECT", {"HOST": settings["HOST"], "USER": "feed_reader"})
        score(store, fresh())
        with connections[alias].cursor() as cursor:
            cursor.execute("CREATE ROLE feed_reader LOGIN SUPERUSER")
        try:
            with running(DatabaseFeed(alias, catch_up=600)) as feed:
                stream = fresh()
                queue = listen(feed, stream)
                score(store, stream)
                assert heard_until(queue, 1) == [1]
                with connections[alias].cursor() as cursor:
                    cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE usename = 'feed_reader'")
                    assert cursor.fetchone() == (1,)
        finally:
            with connections[alias].cursor() as cursor:
                cursor.execute("DROP ROLE feed_reader")

    def test_a_hint_goes_out_once_for_a_transaction_and_never_for_one_that_is_rolled_back(
        self, store, alias, monkeypatch
    ):
        sent, mine, undone = [], fresh(), fresh()
        monkeypatch.setitem(HINTS, alias, hints.Hints(sent.append))
        with transaction.atomic(alias):
            score(store, mine)
            assert not sent
        with pytest.raises(ZeroDivisionError), transaction.atomic(alias):
            score(store, undone)
            raise ZeroDivisionError
        assert sent == [{mine: 1}]

    def test_a_hint_that_cannot_be_sent_undoes_nothing(self, store, alias, monkeypatch):
        def fails(moved):
            raise psycopg.OperationalError("the line went dead")

        monkeypatch.setitem(HINTS, alias, hints.Hints(fails))
        stream = fresh()
        score(store, stream)
        assert store.version(stream) == 1

    def test_the_reader_hears_in_a_hall_with_more_than_a_thousand_open_lines(self, store, alias, caplog):
        """A connection opened when many files are open has a number that `select` cannot take."""
        stream, (soft, most) = fresh(), resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2048), most))
        lines = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
        try:
            with running(DatabaseFeed(alias, catch_up=600)) as feed:
                queue = listen(feed, stream)
                for version in (1, 2):
                    score(store, stream)
                    assert heard_until(queue, version) == [version]
            assert "lost its database" not in caplog.text
        finally:
            for line in lines:
                os.close(line)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, most))


def test_the_way_past_a_pooler_has_options_of_its_own():
    """Such as TLS: without them the feed would take whatever line it gets."""
    pooled = {"HOST": "pooler", "PASSWORD": "x", "OPTIONS": {"connect_timeout": 3}}
    assert settings_past_pooler(pooled) == pooled
    direct = {"HOST": "primary", "OPTIONS": {"sslmode": "verify-full"}, "CONN_MAX_AGE": 0}
    past = settings_past_pooler(pooled | {"DIRECT": direct})
    assert (past["HOST"], past["PASSWORD"], "CONN_MAX_AGE" in past) == ("primary", "x", False)
    assert past["OPTIONS"] == {"connect_timeout": 3, "sslmode": "verify-full"}
