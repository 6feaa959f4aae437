"""`muster-lab bench feed`: its bare rows commit, its notices are sent, its figures are of this database."""

import psycopg
import pytest
from click.testing import CliRunner

from muster_lab.bench import feed
from muster_lab.bench.command import command


@pytest.mark.postgres
@pytest.mark.xdist_group("postgres")
@pytest.mark.parametrize(("way", "notices"), [("bare rows", 0), ("bare rows with a notice", 3)])
def test_bare_rows_are_committed_with_or_without_a_notice(postgres_log, way, notices):
    with psycopg.connect(postgres_log, autocommit=True) as line:
        line.execute("CREATE TABLE bench_bare (words text)")
        line.execute("LISTEN bench")
        work, close = feed.bare_commits(postgres_log, way)
        for _ in range(3):
            work()
        close()
        assert line.execute("SELECT count(*) FROM bench_bare").fetchone() == (3,)
        assert len(list(line.notifies(timeout=0.2))) == notices
        line.execute("DROP TABLE bench_bare")


@pytest.mark.postgres
@pytest.mark.xdist_group("postgres")
def test_a_look_and_an_event_have_a_cost(postgres_log):
    assert feed.time_of_a_look(postgres_log) > 0
    assert feed.bytes_per_event(postgres_log) > 0


def test_another_database_is_refused():
    said = CliRunner().invoke(command, ["feed", "--database", "sqlite:///here.sqlite3"])
    assert said.exit_code == 2
    assert "PostgreSQL" in said.output
