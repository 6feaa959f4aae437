"""The ASGI app: answers live streams itself and passes pages and the API to Django through WSGI.

A request takes a thread only after its body has arrived, and frees it before the response is sent, so slow
clients block nobody. No address can use more than half of the threads. Responses that are the same for every
visitor without a session come from the response cache.
"""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, cast
from urllib.parse import quote

from muster.web.wsgi import application as django  # isort: skip -- first, because it sets up Django

import msgspec
import structlog
from a2wsgi.wsgi import Body as Input
from a2wsgi.wsgi import build_environ
from django.conf import settings
from django.db import connections

from muster.store.log.feed import DatabaseFeed
from muster.store.sqlite import Checkpoints
from muster.web import rooms  # noqa: F401 -- registers who may watch what
from muster.web.api.live import JsonLiveApp, is_stream
from muster.web.config import data_folder, templates_folder
from muster.web.dice import weighing
from muster.web.live import LiveApp, Receive, Scope, Send
from muster.web.look import forwarding
from muster.web.look.offer import is_offered
from muster.web.look.starting import DemoProcess
from muster.web.middleware import RETRY_AFTER
from muster.web.notifications.worker import NotificationSender
from muster.web.print import typesetting
from muster.web.serving import addresses, response_cache
from muster.web.serving.body_limits import BROKEN_OFF, LARGEST_BODY, BadBody, Body, BodyReader, no_body
from muster.web.serving.figures import WORKERS
from muster.web.serving.logs import first_part_of
from muster.web.serving.request_queue import READS, THREADS, WRITERS, WRITERS_PER_ADDRESS, RequestQueue
from muster.web.serving.response_cache import CachedResponse, CacheKey, Response, ResponseCache
from muster.web.serving.security_headers import STRICT_HEADERS
from muster.web.site.errors import PROBLEM_JSON, error_body
from muster.web.webhooks.worker import WebhookSender

log = structlog.get_logger("muster.request")
# Quick, and needed even while everything else is busy, so they have their own threads.
SPARE_PATHS = ("/health", "/static/")
SPARE_THREADS = 2
SPARE_PER_ADDRESS = 1
CHUNK = 256 * 1024
QUERY: Final = "".join(map(chr, range(33, 127)))  # printable characters stay as they are


class Muster:
    """The whole site as one ASGI app. The change feed runs from startup to shutdown."""

    def __init__(self) -> None:
        self.feed = DatabaseFeed()
        self.checkpoints = Checkpoints()
        self.webhooks = WebhookSender()
        self.notifications = NotificationSender()
        self.kept = ResponseCache(self.feed)
        self.bodies = BodyReader()
        self.turns = RequestQueue()
        self.writes = RequestQueue(WRITERS_PER_ADDRESS)
        self.writers = RequestQueue(WRITERS)
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="page")
        self.spare = ThreadPoolExecutor(SPARE_THREADS, thread_name_prefix="spare")
        self.spares = RequestQueue(SPARE_PER_ADDRESS)
        self.live = LiveApp(self.feed, turns=self.turns, doors=self.threads)
        self.streams = JsonLiveApp(self.feed, turns=self.turns, doors=self.threads)
        self.streams.lines = self.live.lines
        self.demo = DemoProcess(data_folder() / "look", templates_folder(), _is_demo_offered)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        scope = normalise_request(scope)
        if forwarding.is_below(scope["path"]) and await forwarding.forward(self.demo, scope, receive, send):
            return
        if scope["path"] == "/live":
            await self.live(scope, receive, send)
        elif scope["type"] == "http" and scope["method"] == "GET" and is_stream(scope["path"]):
            await self.streams(scope, receive, send)
        elif scope["type"] == "http":
            asked = response_cache.read_cache_key(scope)
            if asked and (found := self.kept.find(asked)):
                await found.send(asked, send)
            else:
                await self._page(scope, receive, send, asked)

    async def _page(self, scope: Scope, receive: Receive, send: Send, asked: CacheKey | None) -> None:
        address = addresses.scope_address(scope)
        try:
            body = await self.bodies.read(receive, address) if _has_body_to_read(scope) else no_body()
        except BadBody as problem:
            await _send_response(send, _refusal(scope, problem))
            return
        if body is None:
            log.warning("a body broke off", method=scope["method"], path=first_part_of(scope["path"]))
            await _send_response(send, _refusal(scope, BadBody(400, BROKEN_OFF)))
            return
        try:
            if asked is None:
                answer: Response | CachedResponse = await self._answer(scope, body, address, _call_django)
            else:
                if self.kept.is_known(asked):  # the cache needs the whole response, not a 304
                    scope["headers"] = [
                        header for header in scope["headers"] if header[0] != b"if-none-match"
                    ]
                make = partial(self._answer, scope, body, address, _call_and_pack)
                answer = await self.kept.response_for(asked, make)
        finally:
            self.bodies.release(body)
        if asked and isinstance(answer, CachedResponse):
            await answer.send(asked, send)
        elif isinstance(answer, Response):
            await _send_response(send, answer)

    async def _answer(
        self, scope: Scope, body: Body, address: str, ask: Callable[[Any], Response]
    ) -> Response:
        environ = build_environ(cast("Any", scope), cast("Input", body.file))
        if "HTTP_TRANSFER_ENCODING" in environ:  # it came in chunks and is complete now
            environ["CONTENT_LENGTH"] = str(body.length)
        work = partial(contextvars.copy_context().run, ask, environ)
        loop = asyncio.get_running_loop()
        if scope["path"].startswith(SPARE_PATHS):
            async with self.spares.of(address):
                return await loop.run_in_executor(self.spare, work)
        if scope["method"] in READS:
            async with self.turns.of(address):
                return await loop.run_in_executor(self.threads, work)
        async with self.writes.of(address), self.writers.of("anybody"), self.turns.of(address):
            return await loop.run_in_executor(self.threads, work)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                WORKERS.set(1)
                self.feed.start()
                self.checkpoints.start()
                if not settings.DEMO_ROOT:  # nothing leaves the demo
                    self.webhooks.start()
                    self.notifications.start()
                typesetting.beside()
                weighing.beside()
                await send({"type": "lifespan.startup.complete"})
            else:
                self.demo.stop()
                self.live.stop()
                self.streams.stop()
                self.feed.stop()
                self.checkpoints.stop()
                self.webhooks.stop()
                self.notifications.stop()
                typesetting.here()
                weighing.here()
                await send({"type": "lifespan.shutdown.complete"})
                return


def normalise_request(scope: Scope) -> Scope:
    """Normalise the request so that the cache and Django read it alike. CGI does not distinguish dashes from
    underscores, so `X_Forwarded_Proto` could pose as the proxy's header: such names are dropped. Query bytes
    outside ASCII are escaped, as browsers do."""
    headers = [header for header in scope["headers"] if b"_" not in header[0]]
    query = quote(scope["query_string"], safe=QUERY) if scope["query_string"] else ""
    return {**scope, "headers": headers, "query_string": query.encode("ascii")}


def _is_demo_offered() -> bool:
    """In a thread of its own, which keeps no connection."""
    try:
        return is_offered()
    finally:
        connections.close_all()


def _call_django(environ: Any) -> Response:
    """Call Django and return its complete response. Runs in a worker thread."""
    begun: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], _: object = None) -> Any:
        begun.append((status, headers))

    parts = django(environ, cast("Any", start))
    try:
        body = b"".join(parts)
    finally:
        getattr(parts, "close", lambda: None)()
    status, headers = begun[-1]
    named = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers]
    return Response(int(status.split(" ", 1)[0]), named, body)


def _call_and_pack(environ: Any) -> Response:
    """The same, with a compressed body if the response is public. Runs in a worker thread."""
    return response_cache.pack(environ["PATH_INFO"], _call_django(environ))


def _has_body_to_read(scope: Scope) -> bool:
    """Whether to read the body. Not for GET requests, nor if its announced length is too large: then
    `middleware.LargeBodies` refuses it unread."""
    if scope["method"] in READS:
        return False
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return not (length.isdigit() and int(length) > LARGEST_BODY)


def _refusal(scope: Scope, problem: BadBody) -> Response:
    """The response to a rejected body. It closes the connection, or the rest would be read as a request."""
    body, kind = problem.sentence.encode(), b"text/plain; charset=utf-8"
    if scope["path"].startswith("/api/"):
        body = msgspec.json.encode(error_body(problem.status, problem.sentence, [], scope["path"]))
        kind = PROBLEM_JSON.encode()
    headers = [
        (b"content-type", kind),
        (b"connection", b"close"),
        (b"cache-control", b"no-store"),
        *STRICT_HEADERS,
    ]
    if problem.status in (429, 503):
        headers.append((b"retry-after", RETRY_AFTER.encode()))
    return Response(problem.status, headers, body)


async def _send_response(send: Send, answer: Response) -> None:
    headers = [
        header
        for header in answer.headers
        if header[0] not in (response_cache.CACHE_HEADER_BYTES, response_cache.READS_BYTES)
    ]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    rest = memoryview(answer.body)
    while len(rest) > CHUNK:
        await send({"type": "http.response.body", "body": bytes(rest[:CHUNK]), "more_body": True})
        rest = rest[CHUNK:]
    await send({"type": "http.response.body", "body": bytes(rest), "more_body": False})


application = Muster()
