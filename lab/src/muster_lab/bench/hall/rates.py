"""How many requests per second a server answers, for `muster-lab bench hall`.

Several connections each keep several requests in flight, so that the server is the bottleneck and not this
client.
"""

import os
import re
import selectors
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple

CONNECTIONS: Final = 8
ON_THE_WAY: Final = 8
LENGTH: Final = re.compile(rb"^content-length: (\d+)\r$", re.MULTILINE | re.IGNORECASE)


class Server(NamedTuple):
    """Where a server listens, and its process."""

    port: int
    process: int


class Rate(NamedTuple):
    """Requests per second, the bytes of a response with its head, and the server's CPU time per request."""

    each_second: float
    size: int
    cpu: float


def cpu_used(process: int) -> float:
    """CPU microseconds that a process and its children have used; 0 where the system does not report it."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return 0
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") * 1e6
    return own + sum(cpu_used(int(child)) for child in children)


def measure_rate(at: Server, ask: Callable[[int], str], seconds: float, headers: str = "") -> Rate:
    """Measure a server; `ask` gives the path of each request."""
    port, before = at.port, cpu_used(at.process)
    sent = answered = size = 0
    with ExitStack() as stack:
        ready = stack.enter_context(selectors.DefaultSelector())
        rests = {}
        for _ in range(CONNECTIONS):
            line = stack.enter_context(closing(socket.create_connection(("127.0.0.1", port), timeout=30)))
            ready.register(line, selectors.EVENT_READ)
            rests[line] = b""
            for _ in range(ON_THE_WAY):
                line.sendall(_request(ask(sent), headers))
                sent += 1
        began = time.perf_counter()
        while (now := time.perf_counter()) - began < seconds:
            for key, _ in ready.select(1):
                readable: Any = key.fileobj
                rests[readable], sizes = _split_frames(rests[readable] + readable.recv(1 << 18))
                for length in sizes:
                    size, answered = length, answered + 1
                    readable.sendall(_request(ask(sent), headers))
                    sent += 1
        return Rate(answered / (now - began), size, (cpu_used(at.process) - before) / max(answered, 1))


def _split_frames(waiting: bytes) -> tuple[bytes, list[int]]:
    """The unfinished rest of the buffer, and the sizes of the complete responses before it."""
    sizes, at = [], 0
    while (end := waiting.find(b"\r\n\r\n", at)) >= 0:
        if not waiting.startswith(b"HTTP/1.1 200", at):
            raise ValueError(waiting[at : at + 200])
        length = LENGTH.search(waiting, at, end + 2)
        after = end + 4 + int(length[1] if length else 0)
        if after > len(waiting):
            break
        sizes.append(after - at)
        at = after
    return waiting[at:], sizes


def _request(path: str, headers: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n".encode()


@contextmanager
def plain_server(size: int) -> Iterator[Server]:
    """A server without Muster that answers everything with the same body of this size."""
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=_plain, args=(size, theirs), daemon=True)
    process.start()
    theirs.close()  # so that recv() fails if the process dies
    try:
        port = ours.recv()
        while True:  # it reports its port a moment before it listens
            with suppress(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            time.sleep(0.02)
        yield Server(port, process.pid or 0)
    finally:
        process.kill()
        process.join()


def _plain(size: int, line: Connection) -> None:
    from muster.web.serving import server

    body = b"x" * size
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(size).encode())]

    async def answer(_: Any, __: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    port = server.claim_port("127.0.0.1", 0)
    server.run_server(answer, server.ListenAddress("127.0.0.1", port), lambda: line.send(port))
