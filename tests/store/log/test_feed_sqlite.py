"""The change feed over a SQLite file."""

import pytest

from muster.store.log import feed as feed_module
from muster.store.log.database import DatabaseStore
from muster.store.log.feed import DatabaseFeed
from tests.store.log_databases import add_database, create_log_tables, remove_database
from tests.store.log_feed_contract import PATIENCE, FeedContract
from tests.store.mailbox import Mailbox
from tests.toy_log import TOY, fresh, score


@pytest.mark.usefixtures("database_allowed")
class TestSqliteFeed(FeedContract):
    @pytest.fixture
    def url(self, sqlite_log):
        return sqlite_log

    @pytest.fixture
    def alias(self, url):
        return "sqlite_log"

    def test_it_starts_before_its_tables_are_there(self, tmp_path, monkeypatch):
        monkeypatch.setattr(feed_module, "PATIENCE", 0.01)
        monkeypatch.setattr(feed_module, "LONGEST_PAUSE", 0.05)
        add_database("young", f"sqlite:///{tmp_path}/young.sqlite3")
        feed, box, stream = DatabaseFeed("young"), Mailbox(), fresh()
        feed.start()
        feed.subscribe(stream, box)
        create_log_tables("young")
        score(DatabaseStore("young", TOY), stream)
        assert box.take(PATIENCE) == {stream: 1}
        feed.stop()
        remove_database("young")
