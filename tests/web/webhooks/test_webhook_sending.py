"""A webhook's address is typed by anybody: it leads to no private network, by no name, answer or wrapping."""

import socket
import time
from contextlib import suppress
from http.client import HTTPConnection
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from muster.app.webhooks import host_of
from muster.web.webhooks.sending import (
    TIMEOUT,
    NotSent,
    Pinned,
    is_public,
    post_message,
    public_address,
    resolve_host,
)

PUBLIC = "93.184.215.14"


class Opened:
    """A connection that was asked for, and what went over it."""

    def __init__(self, status: int = 204, breaks: Exception | None = None) -> None:
        self.status, self.breaks, self.asked = status, breaks, []

    def __call__(self, host: str, address: str) -> "Opened":
        self.asked.append((host, address))
        return self

    def request(self, *given: object) -> None:
        if self.breaks:
            raise self.breaks
        self.asked.append(given)

    def getresponse(self) -> SimpleNamespace:
        return SimpleNamespace(status=self.status)

    def close(self) -> None:
        self.asked.append("closed")


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/x", "ftp://example.org/x", "https://u:p@example.org/x", "https://example.org:8443/x",
        "https://", "example.org", "https://example.org/a b", "https://example.org/\n", "https://[::1",
        "https://example.org/" + "x" * 500, "https://exämple.org/",
    ],
)  # fmt: skip
def test_only_plain_https_addresses_are_taken(address):
    assert host_of(address) == ""
    with pytest.raises(NotSent):
        post_message(address, b"{}", resolve=lambda _: [PUBLIC], connect=Opened())


@pytest.mark.parametrize(
    "found",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1",
        "224.0.0.1", "255.255.255.255", "::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "ff02::1",
        "64:ff9b::7f00:1", "2002:7f00:1::", "::", "fec0::1", "feff::1",
    ],
)  # fmt: skip
def test_no_name_leads_into_a_private_network(found):
    opened = Opened()
    with pytest.raises(NotSent, match="private"):
        post_message("https://example.org/x", b"{}", resolve=lambda _: [PUBLIC, found], connect=opened)
    assert opened.asked == []


@pytest.mark.parametrize(
    "found",
    [
        "0.1.2.3", "10.1.2.3", "100.127.0.1", "127.1.2.3", "169.254.169.254", "172.31.0.1", "192.0.0.9",
        "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.1.1", "192.175.48.1",
        "198.19.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::8.8.8.8", "::ffff:10.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1",
        "100:0:0:1::1",
        "2001::1", "2001:2::1", "2001:1f::1", "2001:20::1", "2001:db8::1", "2002:808:808::1",
        "2620:4f:8000::1", "3fff::1", "5f00::1", "fc00::1", "fd00::1", "fe80::1", "fec0::1", "ff02::1",
    ],
)  # fmt: skip
def test_our_own_list_of_ranges_holds_whatever_python_knows(found, monkeypatch):
    """`is_global` and its like differ between versions of Python; here they say yes to everything."""
    for kind in (IPv4Address, IPv6Address):
        monkeypatch.setattr(kind, "is_global", True)
        for name in ("is_multicast", "is_reserved", "is_site_local"):
            monkeypatch.setattr(kind, name, False, raising=False)
    assert is_public(ip_address(PUBLIC)) and is_public(ip_address("2a00:1450::1"))
    assert is_public(ip_address("::ffff:8.8.8.8")) and is_public(ip_address("64:ff9b::808:808"))
    assert not is_public(ip_address(found))


def test_the_connection_goes_to_the_address_that_was_looked_at():
    opened, asked = Opened(), []
    post_message(
        "https://example.org/x?y=1",
        b"{}",
        resolve=lambda host: asked.append(host) or [PUBLIC],
        connect=opened,
    )
    assert asked == ["example.org"], "looked up once"
    assert opened.asked[0] == ("example.org", PUBLIC)
    assert opened.asked[1][:3] == ("POST", "/x?y=1", b"{}") and opened.asked[-1] == "closed"


def test_a_pinned_connection_asks_no_name_again(monkeypatch):
    gone: list[object] = []

    def connect(where: tuple[str, int], timeout: float) -> str:
        gone.append((where, timeout))
        return "raw"

    monkeypatch.setattr("muster.web.webhooks.sending.socket.create_connection", connect)
    pinned = Pinned("example.org", PUBLIC)
    shaken: list[object] = []
    line = SimpleNamespace(do_handshake=lambda: shaken.append(pinned.sock))
    asked: list[object] = []
    pinned.tls = SimpleNamespace(wrap_socket=lambda raw, **how: asked.append((raw, how)) or line)
    pinned.connect()
    assert gone == [((PUBLIC, 443), TIMEOUT)]
    assert asked == [("raw", {"server_hostname": "example.org", "do_handshake_on_connect": False})]
    assert shaken == [line], "it can be cut off while hands are shaken"


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 404, 500])
def test_a_redirect_is_not_followed_and_counts_as_not_sent(status):
    opened = Opened(status)
    with pytest.raises(NotSent, match=str(status)):
        post_message("https://example.org/x", b"{}", resolve=lambda _: [PUBLIC], connect=opened)
    assert len(opened.asked) == 3, "one connection, one request, closed"


def test_a_silent_server_is_left():
    with pytest.raises(NotSent, match="TimeoutError"):
        post_message(
            "https://example.org/", b"{}", resolve=lambda _: [PUBLIC], connect=Opened(breaks=TimeoutError())
        )


def test_a_name_without_an_address_is_not_sent_to():
    with pytest.raises(NotSent):
        public_address("example.org", lambda _: [])


class Dripping:
    """A server that says at once that all is well, and then takes its time: each byte comes soon enough, and
    the answer would be a good one in the end."""

    def __init__(self) -> None:
        self.door = socket.create_server(("127.0.0.1", 0))
        self.door.settimeout(TIMEOUT)
        self.came_to_the_end = False
        self.thread = Thread(target=self._drip, daemon=True)

    def _drip(self) -> None:
        with suppress(OSError), self.door.accept()[0] as line:
            line.recv(65536)
            line.sendall(b"HTTP/1.1 204 ")
            for _ in range(2000):
                line.sendall(b"x")
                time.sleep(0.005)
            line.sendall(b"\r\n\r\n")
            self.came_to_the_end = True

    def __enter__(self) -> int:
        self.thread.start()
        return self.door.getsockname()[1]

    def __exit__(self, *_: object) -> None:
        self.thread.join()
        self.door.close()


class Late(HTTPConnection):
    """Connects when its time is over."""

    def connect(self) -> None:
        time.sleep(0.1)
        super().connect()


@pytest.mark.parametrize("connection", [HTTPConnection, Late])
def test_a_server_that_drips_is_cut_off(connection):
    dripping = Dripping()
    with dripping as port:
        plain = connection("127.0.0.1", port, timeout=TIMEOUT)
        with pytest.raises(NotSent):
            post_message("https://a.org/", b"{}", lambda _: [PUBLIC], lambda *_: plain, seconds=0.05)
    assert not dripping.came_to_the_end


def test_a_name_that_nobody_answers_for_is_not_waited_for(monkeypatch):
    answers = Event()
    monkeypatch.setattr("muster.web.webhooks.sending.socket.getaddrinfo", lambda *_, **__: answers.wait(5))
    with pytest.raises(NotSent, match="nobody says"):
        resolve_host("example.org", seconds=0.01)
    answers.set()
