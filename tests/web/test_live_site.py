"""The whole way: a commit on one phone reaches the other through the running site, on both databases."""

import http.client
import os
import re
import sqlite3
import time
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from unittest import mock

import psycopg
import pytest

from tests.browser import site as live_site
from tests.postgres import own_database
from tests.store.ready_database import put_ready_database
from tests.web.slow_clients import asked

pytestmark = pytest.mark.xdist_group("live-site")  # one worker starts the sites, once each
PATIENCE = 20


class Phone:
    """A guest with a cookie jar, speaking plain HTTP to the site."""

    def __init__(self, address):
        self.host = address.removeprefix("http://")
        self.cookies = {}

    def ask(self, method, path, form=None):
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        body = None
        if form is not None:
            body = urllib.parse.urlencode(form)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(connection):
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            for line in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = line.partition(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, answer.headers.get("Location"), answer.read().decode()

    def get(self, path):
        return self.ask("GET", path)[2]

    def post(self, form_page, path, **form):
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get(form_page)).group(1)
        return self.ask("POST", path, {**form, "csrfmiddlewaretoken": token})

    def watch(self, table):
        ticket = re.search(r'data-live="(/live\?ticket=[^"]+)"', self.get(f"{table}/live")).group(1)
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        connection.request("GET", ticket)
        answer = connection.getresponse()
        assert answer.status == 200
        return connection, answer


def next_fragment(answer):
    """Reads one server-sent event; a heartbeat is passed over."""
    lines = []
    while True:
        line = answer.readline().decode().rstrip("\n")
        if line == "" and any(line.startswith("event: fragment") for line in lines):
            return "\n".join(lines)
        lines = [*lines, line] if line else []


@pytest.fixture(scope="module")
def sqlite_site(tmp_path_factory, django_db_blocker):
    """Its address, and the folder of its database."""
    folder = tmp_path_factory.mktemp("live")
    with django_db_blocker.unblock():
        put_ready_database(folder / "muster.sqlite3")
    with live_site.running(folder) as address:
        yield address, folder


@pytest.fixture(scope="module")
def postgres_site(postgres_url, tmp_path_factory):
    """Its address, and that of its database."""
    with (
        own_database(postgres_url) as url,
        mock.patch.dict(os.environ, DATABASE_URL=url),
        live_site.running(tmp_path_factory.mktemp("live")) as address,
    ):
        yield address, url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def site(request):
    return request.getfixturevalue(f"{request.param}_site")[0]


def test_a_roll_on_one_phone_appears_on_the_other_and_again_after_reconnecting(site):
    ann, bob = Phone(site), Phone(site)
    status, table, _ = ann.post("/dice", "/dice/table", name="Friday")
    assert status == 302
    connection, line = bob.watch(table)
    with closing(connection):
        assert "No rolls yet" in next_fragment(line)
        ann.post(table, f"{table}/roll", **{"attack-red": "2", "way": "app", "note": "first", "key": "1"})
        assert "first" in next_fragment(line)
    ann.post(table, f"{table}/roll", **{"attack-red": "1", "way": "app", "note": "while away", "key": "2"})
    connection, line = bob.watch(table)
    with closing(connection):
        assert "while away" in next_fragment(line)
        ann.post(
            table, f"{table}/roll", **{"attack-red": "1", "way": "app", "note": "back again", "key": "3"}
        )
        assert "back again" in next_fragment(line)


@pytest.mark.postgres
def test_after_the_database_was_started_anew_nobody_gets_an_error_and_nobody_misses_an_act(postgres_site):
    address, database = postgres_site
    ann, bob = Phone(address), Phone(address)
    _, table, _ = ann.post("/dice", "/dice/table", name="Friday")
    connection, line = bob.watch(table)
    with closing(connection), ThreadPoolExecutor(16) as crowd:
        next_fragment(line)
        for restarted in range(2):
            if restarted:
                hang_up_on_all(database)
            answers = list(crowd.map(lambda _: Phone(address).ask("GET", table)[0], range(48)))
            assert set(answers) == {200}
        hang_up_on_all(database)
        status, *_ = ann.post(
            table, f"{table}/roll", **{"attack-red": "1", "way": "app", "note": "after it", "key": "4"}
        )
        assert status == 302
        assert "after it" in next_fragment(line)


def test_while_writers_wait_readers_go_on_and_then_all_is_written(sqlite_site):
    """Of one address, as a club's phones are behind one router: more writers than it has threads."""
    site, folder = sqlite_site
    with ThreadPoolExecutor(12) as crowd:
        cookie = {"Cookie": "csrftoken=" + "a" * 32, "Content_Type": "application/x-www-form-urlencoded"}
        form = "name=Friday&csrfmiddlewaretoken=" + "a" * 32
        with closing(sqlite3.connect(folder / "muster.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            writers = [crowd.submit(asked, site, "/dice/table", "POST", form, **cookie) for _ in range(12)]
            time.sleep(1)
            for path in ("/health", "/cards", "/dice", "/api/v1/rules"):
                status, seconds, _ = asked(site, path)
                assert status == 200 and seconds < 5, path
            assert not any(writer.done() for writer in writers)
            other.execute("ROLLBACK")
        assert [writer.result()[0] for writer in writers] == [302] * 12


def hang_up_on_all(url):
    """What a restart of the database does to everybody who is connected."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
