"""Sending to an address that somebody typed: https, never into a private network, never for long.

The name is resolved here, every address it has must be public, and the connection goes to the very address
that was looked at: a name that answers otherwise a moment later leads nowhere else. Redirects are not
followed. Of the answer only its status is read. However slowly the other side speaks, it is cut off in time.
"""

import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, ip_address
from queue import Empty, SimpleQueue
from threading import Event, Thread
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlsplit

from muster.app.webhooks import host_of
from muster.web.webhooks.ranges import is_special

TIMEOUT: Final = 5.0  # seconds of silence
LOOKING_UP: Final = 3.0  # seconds for a name
SPEAKING: Final = 7.0  # seconds for all the rest
DEADLINE: Final = LOOKING_UP + SPEAKING
AGAIN: Final = 0.1  # seconds between two cuts
PORT: Final = 443
LONGEST_SENT: Final = 500  # of a browser at its push service; webhooks have shorter ones
Resolve = Callable[[str], list[str]]


class NotSent(Exception):
    """Why a message did not go out."""


def resolve_host(host: str, seconds: float = LOOKING_UP) -> list[str]:
    """All addresses of a name. The system's own way knows no deadline: a thread goes it, and is not waited
    for."""
    found: SimpleQueue[list[Any]] = SimpleQueue()

    def look_up() -> None:
        try:
            found.put(socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError):
            found.put([])

    Thread(target=look_up, name="webhook name", daemon=True).start()
    try:
        answers = found.get(timeout=seconds)
    except Empty:
        raise NotSent("nobody says where the name leads") from None
    if not answers:
        raise NotSent("the name has no address")
    return [str(answer[4][0]) for answer in answers]


def public_address(host: str, resolve: Resolve = resolve_host) -> str:
    """The address to connect to; refused where any address of the name is not public."""
    found = [ip_address(address.partition("%")[0]) for address in resolve(host)]
    if not found or not all(map(is_public, found)):
        raise NotSent("the name leads into a private network")
    return str(found[0])


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether this is an address of the open internet, by our own list and by what Python knows."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return is_public(address.ipv4_mapped)
    if is_special(address):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


class Pinned(HTTPSConnection):
    """A connection to one address under the name that its certificate must have."""

    def __init__(self, host: str, address: str) -> None:
        self.pinned, self.tls = address, ssl.create_default_context()
        super().__init__(host, PORT, timeout=TIMEOUT, context=self.tls)

    def connect(self) -> None:
        """To the address that was looked at, not to what the name says by now."""
        raw = socket.create_connection((self.pinned, PORT), TIMEOUT)
        # Known before the handshake: that may take for ever, too, and has to be cut off.
        self.sock = self.tls.wrap_socket(raw, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock.do_handshake()


@contextmanager
def cut_off(connection: Any, seconds: float) -> Iterator[None]:
    """Timeouts count from byte to byte; this counts from the beginning to the end.

    A line that is cut looks as if the answer ended there, and half an answer can read like a good one: what
    was cut off has failed, whatever came before. Who connects late has no line yet, so it is cut until done.
    """
    done, late = Event(), Event()

    def cut_line() -> None:
        wait = seconds
        while not done.wait(wait):
            late.set()
            wait = AGAIN
            if (line := getattr(connection, "sock", None)) is not None:
                with suppress(OSError):
                    socket.socket.shutdown(line, socket.SHUT_RDWR)

    Thread(target=cut_line, name="webhook deadline", daemon=True).start()
    try:
        yield
    finally:
        done.set()
    if late.is_set():
        raise TimeoutError


def post_message(  # noqa: PLR0913 - tests stand in for the network
    address: str,
    body: bytes,
    resolve: Resolve = resolve_host,
    connect: Callable[..., Any] = Pinned,
    seconds: float = SPEAKING,
    *,
    more: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Post a message, with more headers where there are; refused with the reason where it did not arrive."""
    host = host_of(address, LONGEST_SENT)
    if not host:
        raise NotSent("the address is not https")
    parts = urlsplit(address)
    connection = connect(host, public_address(host, resolve))
    try:
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        headers = {"Content-Type": "application/json", "User-Agent": "Muster", **more}
        with cut_off(connection, seconds):
            connection.request("POST", path, body, headers)
            status = connection.getresponse().status
    except (OSError, HTTPException, ValueError) as error:
        raise NotSent(type(error).__name__) from error
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise NotSent(f"the answer was {status}")
