"""Nobody waits for a slow client: bodies are read before a thread is taken, answers sent after it is back."""

import asyncio
import socket
import time
from contextlib import closing
from http.client import HTTPResponse
from urllib.parse import urlsplit

import pytest

from muster.web.serving import body_limits
from muster.web.serving.addresses import client_address, scope_address, trusted_proxies
from muster.web.serving.body_limits import BadBody, BodyReader, Pace
from muster.web.serving.request_queue import THREADS, RequestQueue
from muster.web.serving.security_headers import STRICT_HEADERS
from tests.browser import site as live_site
from tests.loops import run_loop
from tests.store.ready_database import put_ready_database
from tests.web.slow_clients import asked, slow_posts

QUICK = Pace(silence=0.05, grace=0.2, rate=1_000_000)


def sender(*parts, pause=0.0, ending=None):
    """An ASGI `receive` that gives these parts of a body, then its end, or waits for ever."""
    waiting = list(parts)

    async def receive():
        await asyncio.sleep(pause)
        if waiting:
            part = waiting.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(waiting) or ending != "end"}
        if ending == "gone":
            return {"type": "http.disconnect"}
        return await asyncio.Event().wait()

    return receive


def read(receive, pace=QUICK):
    reader = BodyReader(pace)
    try:
        body = run_loop(reader.read(receive, "192.0.2.1"))
        sent = body and body.file.read()
        if body:
            reader.release(body)
        return sent
    finally:
        assert reader.held == 0 and not reader.unfinished, "nothing is kept of it"


def refused(receive, pace=QUICK):
    with pytest.raises(BadBody) as problem:
        read(receive, pace)
    return problem.value.status


def test_a_body_in_pieces_is_whole():
    assert read(sender(b"name=", b"Ada", ending="end")) == b"name=Ada"


def test_a_body_that_stops_coming_is_given_up():
    assert refused(sender(b"ha")) == 408


def test_a_body_that_drips_is_given_up_though_it_never_stops():
    """A patient reader would have the whole of it."""
    assert refused(sender(*[b"x"] * 200, pause=0.01, ending="end")) == 408


def test_a_phone_on_a_bad_line_has_its_minute():
    pace = Pace()
    assert pace.seconds_left(spent=60, have=30 * 4096) <= 0 < pace.seconds_left(spent=60, have=60 * 4096)
    assert pace.seconds_left(spent=0, have=0) == pace.silence


def test_what_came_at_first_pays_for_no_hour_of_dripping():
    pace = Pace()
    assert (
        pace.seconds_left(spent=91, have=body_limits.LARGEST_BODY - 1)
        <= 0
        < pace.seconds_left(spent=89, have=body_limits.LARGEST_BODY - 1)
    )


def test_who_hangs_up_is_forgotten():
    assert read(sender(b"ha", ending="gone")) is None


def test_more_than_the_largest_body_is_refused_whatever_was_announced(monkeypatch):
    monkeypatch.setattr(body_limits, "LARGEST_BODY", 10)
    assert refused(sender(b"123456", b"78901")) == 413


def test_all_bodies_together_have_a_limit(monkeypatch):
    monkeypatch.setattr(body_limits, "MOST_HELD", 10)
    assert refused(sender(b"123456", b"78901")) == 503


def test_one_address_has_so_many_unfinished_bodies_and_others_are_not_hindered(monkeypatch):
    monkeypatch.setattr(body_limits, "MOST_INCOMPLETE", 2)

    async def crowd():
        reader = BodyReader()
        waiting = [asyncio.create_task(reader.read(sender(b"x"), "192.0.2.1")) for _ in range(2)]
        await asyncio.sleep(0.01)
        with pytest.raises(BadBody) as problem:
            await reader.read(sender(b"x", ending="end"), "192.0.2.1")
        other = await reader.read(sender(b"x", ending="end"), "192.0.2.2")
        for task in waiting:
            task.cancel()
        reader.release(other)
        return problem.value.status, other.length

    assert run_loop(crowd()) == (429, 1)


def test_what_one_address_holds_leaves_room_for_others(monkeypatch):
    monkeypatch.setattr(body_limits, "MOST_HELD_PER_ADDRESS", 10)
    assert body_limits.MOST_HELD >= 8 * 10

    async def crowd():
        reader = BodyReader()
        held = await reader.read(sender(b"1234567890", ending="end"), "192.0.2.1")
        with pytest.raises(BadBody) as problem:
            await reader.read(sender(b"x", ending="end"), "192.0.2.1")
        other = await reader.read(sender(b"x", ending="end"), "192.0.2.2")
        reader.release(held)
        again = await reader.read(sender(b"x", ending="end"), "192.0.2.1")
        reader.release(other)
        reader.release(again)
        return problem.value.status, reader.held, dict(reader.held_of)

    assert run_loop(crowd()) == (429, 0, {})


# Whose request it is


@pytest.fixture
def behind(monkeypatch):
    def proxy(networks):
        monkeypatch.setenv("MUSTER_PROXIES", networks)
        trusted_proxies.cache_clear()

    yield proxy
    monkeypatch.undo()
    trusted_proxies.cache_clear()


def test_without_a_proxy_nobody_chooses_their_own_address(behind):
    behind("")
    assert client_address("192.0.2.1", "198.51.100.9") == "192.0.2.1"


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("198.51.100.9", "198.51.100.9"),
        ("203.0.113.5, 198.51.100.9", "198.51.100.9"),
        ("203.0.113.5, 198.51.100.9, 10.0.0.2", "198.51.100.9"),
        ("nonsense", "127.0.0.1"),
        ("", "127.0.0.1"),
    ],
)
def test_behind_our_proxy_the_address_is_the_last_that_is_none_of_ours(behind, forwarded, address):
    behind("127.0.0.1, 10.0.0.0/8")
    assert client_address("127.0.0.1", forwarded) == address
    scope = {"client": ("127.0.0.1", 1), "headers": [(b"x-forwarded-for", forwarded.encode())]}
    assert scope_address(scope) == address


def test_a_household_counts_as_one():
    assert client_address("2001:db8::1") == client_address("2001:db8::ffff:1") == "2001:db8::"
    assert client_address("::ffff:192.0.2.1") == "192.0.2.1"
    assert client_address("") == client_address("a socket") == "0.0.0.0"


def test_one_address_has_half_of_the_threads():
    async def crowd():
        turns, working, most = RequestQueue(), [0], [0]

        async def work():
            async with turns.of("192.0.2.1"):
                working[0] += 1
                most[0] = max(most[0], working[0])
                await asyncio.sleep(0.001)
                working[0] -= 1

        await asyncio.gather(*(work() for _ in range(40)))
        return most[0], turns.queues

    assert run_loop(crowd()) == (THREADS // 2, {})


# On the real server


@pytest.fixture(scope="module")
def site(tmp_path_factory, django_db_blocker):
    folder = tmp_path_factory.mktemp("slow")
    with django_db_blocker.unblock():
        put_ready_database(folder / "muster.sqlite3")
    with live_site.running(folder) as address:
        yield address


@pytest.mark.xdist_group("slow-clients")
@pytest.mark.parametrize("many", [16, 64])
def test_slow_bodies_take_no_thread(site, many):
    with slow_posts(site, many):
        time.sleep(0.3)  # until the last of them has arrived
        for path in ("/health", "/api/v1/health", "/about", "/static/muster/sw.js"):
            assert asked(site, path)[0] == 200, path
        form = {"Content_Type": "application/json"}
        assert asked(site, "/api/v1/dice/roll", "POST", b'{"dice": {"attack-red": 1}}', **form)[0] == 200


@pytest.mark.xdist_group("slow-clients")
def test_a_body_in_pieces_of_unknown_length_is_read(site):
    answer = asked(site, "/api/v1/dice/roll", "POST", iter([b'{"dice": ', b'{"attack-red": 1}}']))
    assert answer[0] == 200, answer


@pytest.mark.xdist_group("slow-clients")
def test_raw_bytes_in_a_query_are_read_and_break_nothing(site):
    where = urlsplit(site)
    with closing(socket.create_connection((where.hostname, where.port), 20)) as line:
        head = f"GET /cards?q=\xe4\xff HTTP/1.1\r\nHost: {where.netloc}\r\nX_Forwarded_Proto: https\r\n"
        line.sendall(f"{head}Connection: close\r\n\r\n".encode("latin1"))
        assert line.recv(64).split()[1] in (b"200", b"400")


@pytest.mark.xdist_group("slow-clients")
@pytest.mark.parametrize("chunk", [b"zz\r\nabc\r\n", b"3\r\nabcdef\r\n0\r\n\r\n", b"5\r\nab"])
def test_a_broken_chunk_is_answered_with_our_headers(site, chunk):
    """Of no size, of another size than it says, and one that ends with the line."""
    where = urlsplit(site)
    with closing(socket.create_connection((where.hostname, where.port), 20)) as line:
        head = f"POST /sign-in HTTP/1.1\r\nHost: {where.netloc}\r\nTransfer-Encoding: chunked\r\n\r\n"
        line.sendall(head.encode() + chunk)
        line.shutdown(socket.SHUT_WR)
        answer = HTTPResponse(line)
        answer.begin()
        named = {name.lower().encode(): value.encode() for name, value in answer.getheaders()}
        assert answer.status == 400 and named.items() >= dict(STRICT_HEADERS).items()
