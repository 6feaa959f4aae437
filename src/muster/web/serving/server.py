"""Runs the server in one process. For several processes see `serving.workers`.

Granian listens on the port. On stop, running requests may finish, live streams end at once, and the wait is
bounded.
"""

import asyncio
import contextlib
import errno
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import structlog
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.log import LogLevels
from granian.server.embed import Server

from muster.web.serving.request_queue import CONNECTIONS

if TYPE_CHECKING:  # cryptography is slow to import, and most starts do not need it
    from muster.web.serving.tls import Certificate

log = structlog.get_logger("muster.server")
GRACE = 5.0  # seconds that running requests get to finish after a stop
THROUGH_STRUCTLOG = {
    "formatters": {},
    "handlers": {},
    "loggers": {"_granian": {"propagate": True}, "granian.access": {"propagate": True}},
}

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class CannotListen(Exception):
    """The address cannot be used; the message says why and what to do."""


class LiveStreams:
    """Tracks open live streams, which never end by themselves, so that a stop can end them."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.open: set[asyncio.Task[Any]] = set()
        self.closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].endswith("/live"):
            await self.app(scope, receive, send)
            return
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - granian runs every request as a task

        async def send_watched(message: Message) -> None:
            if message["type"] == "http.response.start" and _is_stream(message):
                self.open.add(task)
                scope.clear()  # no longer needed, and the connection may stay open for hours
                if self.closing:
                    task.cancel()
            await send(message)

        try:
            await self.app(scope, receive, send_watched)
        except asyncio.CancelledError:
            if not self.closing:
                raise
        finally:
            self.open.discard(task)

    def close(self) -> None:
        """End every live stream; browsers reconnect by themselves."""
        self.closing = True
        for task in self.open:
            task.cancel()


def _is_stream(message: Message) -> bool:
    return any(
        name.lower() == b"content-type" and value.startswith(b"text/event-stream")
        for name, value in message.get("headers", ())
    )


def resolve_host(host: str) -> str:
    """Resolve a host name to the numeric address that the server needs."""
    try:
        return str(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][4][0])
    except (OSError, UnicodeError) as error:
        raise CannotListen(
            f"The host {host[:80]!r} is not known on this machine. Try --host 127.0.0.1."
        ) from error


def claim_port(address: str, port: int) -> int:
    """Check that the port is free and return it; 0 picks any. Granian itself would share a busy port."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if sys.platform != "win32":  # there this option would let two servers share the port
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
            return int(probe.getsockname()[1])
    except OSError as error:
        raise CannotListen(_why_not(error, address, port)) from error


def _why_not(error: OSError, address: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else 8000
        return f"Port {port} is already in use. Stop the other program, or choose another: --port {other}."
    if error.errno == errno.EACCES:
        return f"Port {port} needs special rights on this machine. Choose one above 1023: --port 8000."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{address} is not an address of this machine. Try --host 0.0.0.0."
    return f"Cannot listen on {address}, port {port}: {error.strerror}."


class ListenAddress(NamedTuple):
    """Where to listen. `lifeline` is a pipe whose other end closes when it is time to stop."""

    address: str
    port: int
    certificate: "Certificate | None" = None
    lifeline: int | None = None


def run_server(app: App, at: ListenAddress, ready: Callable[[], None]) -> NoReturn:
    """Serve until Ctrl-C or SIGTERM; calls `ready` once the port is open. Does not return."""
    finished = asyncio.run(_serve_app(app, at, ready))
    if not finished:
        log.warning("stopped with requests still running", seconds=GRACE)
    # Granian's threads may still touch the interpreter during shutdown and crash it. Every confirmed write is
    # already in the database, so nothing is lost by exiting at once.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


async def _serve_app(app: App, at: ListenAddress, ready: Callable[[], None]) -> bool:
    streams = LiveStreams(app)
    server = _granian_server(streams, at)
    server.on_startup(ready)
    stopping = asyncio.Event()

    def stop() -> None:
        if stopping.is_set():
            os._exit(130)  # second request: exit at once
        stopping.set()
        streams.close()
        server.stop()  # type: ignore[no-untyped-call]

    _on_signals(stop)
    if at.lifeline is not None:
        asyncio.get_running_loop().add_reader(at.lifeline, _on_lifeline_closed, at.lifeline, stop)
    serving = asyncio.ensure_future(server.serve())
    asked = asyncio.ensure_future(stopping.wait())
    await asyncio.wait({serving, asked}, return_when=asyncio.FIRST_COMPLETED)
    done, _ = await asyncio.wait({serving}, timeout=GRACE)
    for task in done:
        task.result()
    return bool(done)


def _on_lifeline_closed(lifeline: int, stop: Callable[[], None]) -> None:
    asyncio.get_running_loop().remove_reader(lifeline)
    stop()


def _on_signals(stop: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


def _granian_server(app: App, at: ListenAddress) -> Server:
    _allow_many_files()
    certificate = at.certificate
    return Server(
        app,
        address=at.address,
        port=at.port,
        interface=Interfaces.ASGI,
        # Browsers speak HTTP/2 only over TLS, and supporting it costs 12 kB per open connection.
        http=HTTPModes.auto if certificate else HTTPModes.http1,
        websockets=False,
        backlog=2048,
        backpressure=CONNECTIONS,
        log_level=LogLevels.error,
        log_dictconfig=THROUGH_STRUCTLOG,
        ssl_cert=certificate and certificate.chain,
        ssl_key=certificate and certificate.key,
        ssl_protocol_min=SSLProtocols.tls12,
    )


def _allow_many_files() -> None:
    """Raise the limit on open files: every live stream is one, and many systems allow only 1,024."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = CONNECTIONS * 2 if most == resource.RLIM_INFINITY else min(most, CONNECTIONS * 2)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
