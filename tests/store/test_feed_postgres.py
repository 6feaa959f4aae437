"""The change feed over PostgreSQL: notices, and what happens when they are lost."""

import psycopg
import pytest

from muster.store.log import DatabaseStore
from tests.store.log_feed_contract import FeedContract, heard_until, listen
from tests.toy_log import fresh, score

# A reader's latest query is its look; a writer's is not. (Whoever asks is not hung up on.)
HANG_UP_ON_READERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query LIKE '%store_logstream WHERE position >%' AND pid <> pg_backend_pid()
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
