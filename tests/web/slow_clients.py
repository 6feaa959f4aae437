"""Clients that a server must not wait for, on plain sockets."""

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from urllib.parse import urlsplit


@contextmanager
def slow_posts(site: str, count: int) -> Iterator[list[socket.socket]]:
    """So many requests that announce a body, send two bytes of it and wait."""
    where = urlsplit(site)
    head = (
        f"POST /sign-in HTTP/1.1\r\nHost: {where.netloc}\r\nContent-Length: 100000\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\nha"
    )
    with ExitStack() as open_ones:
        lines = [socket.create_connection((where.hostname, where.port), 20) for _ in range(count)]
        for line in lines:
            open_ones.enter_context(closing(line))
            line.sendall(head.encode())
        yield lines


def asked(site, path, method="GET", body=None, **headers):
    """One request on a connection of its own: status, seconds, body."""
    sent = {name.replace("_", "-"): text for name, text in headers.items()}
    with closing(http.client.HTTPConnection(urlsplit(site).netloc, timeout=30)) as connection:
        began = time.perf_counter()
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        said = answer.read()
        return answer.status, time.perf_counter() - began, said
