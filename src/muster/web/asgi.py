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

from muster.store.log.feed import DatabaseFeed
from muster.store.sqlite import Checkpoints
from muster.web import rooms  # noqa: F401 -- registers who may watch what
from muster.web.dice import weighing
from muster.web.live import LiveApp, Receive, Scope, Send
from muster.web.middleware import RETRY_AFTER
from muster.web.print import typesetting
from muster.web.serving import addresses, kept
from muster.web.serving.bodies import BROKEN_OFF, LARGEST, BadBody, Bodies, Body, no_body
from muster.web.serving.kept import Answer, Asked, Finished, KeptAnswers
from muster.web.serving.logs import beginning_of
from muster.web.serving.strict import STRICT
from muster.web.serving.turns import READS, THREADS, WRITERS, WRITERS_OF_ONE, Turns
from muster.web.site.errors import error_body
from muster.web.webhooks.worker import Teller

log = structlog.get_logger("muster.request")
# Quick, and needed even while everything else is busy, so they have their own threads.
AT_ONCE = ("/health", "/static/")
SPARE = 2
SPARE_OF_ONE = 1
CHUNK = 256 * 1024
QUERY: Final = "".join(map(chr, range(33, 127)))  # printable characters stay as they are


class Muster:
    """The whole site as one ASGI app. The change feed runs from startup to shutdown."""

    def __init__(self) -> None:
        self.feed = DatabaseFeed()
        self.checkpoints = Checkpoints()
        self.teller = Teller()
        self.kept = KeptAnswers(self.feed)
        self.bodies = Bodies()
        self.turns = Turns()
        self.writes = Turns(WRITERS_OF_ONE)
        self.writers = Turns(WRITERS)
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="page")
        self.spare = ThreadPoolExecutor(SPARE, thread_name_prefix="spare")
        self.spares = Turns(SPARE_OF_ONE)
        self.live = LiveApp(self.feed, turns=self.turns, doors=self.threads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        scope = as_django_reads_it(scope)
        if scope["path"] == "/live":
            await self.live(scope, receive, send)
        elif scope["type"] == "http":
            asked = kept.read(scope)
            if asked and (found := self.kept.find(asked)):
                await found.send(asked, send)
            else:
                await self._page(scope, receive, send, asked)

    async def _page(self, scope: Scope, receive: Receive, send: Send, asked: Asked | None) -> None:
        address = addresses.of_scope(scope)
        try:
            body = await self.bodies.read(receive, address) if _is_read(scope) else no_body()
        except BadBody as problem:
            await _send(send, _refusal(scope, problem))
            return
        if body is None:
            log.warning("a body broke off", method=scope["method"], path=beginning_of(scope["path"]))
            await _send(send, _refusal(scope, BadBody(400, BROKEN_OFF)))
            return
        try:
            if asked is None:
                answer: Answer | Finished = await self._answer(scope, body, address, _asked)
            else:
                if self.kept.is_known(asked):  # the cache needs the whole response, not a 304
                    scope["headers"] = [
                        header for header in scope["headers"] if header[0] != b"if-none-match"
                    ]
                make = partial(self._answer, scope, body, address, _packed)
                answer = await self.kept.made(asked, make)
        finally:
            self.bodies.release(body)
        if asked and isinstance(answer, Finished):
            await answer.send(asked, send)
        elif isinstance(answer, Answer):
            await _send(send, answer)

    async def _answer(self, scope: Scope, body: Body, address: str, ask: Callable[[Any], Answer]) -> Answer:
        environ = build_environ(cast("Any", scope), cast("Input", body.file))
        if "HTTP_TRANSFER_ENCODING" in environ:  # it came in chunks and is complete now
            environ["CONTENT_LENGTH"] = str(body.length)
        work = partial(contextvars.copy_context().run, ask, environ)
        loop = asyncio.get_running_loop()
        if scope["path"].startswith(AT_ONCE):
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
                self.feed.start()
                self.checkpoints.start()
                self.teller.start()
                typesetting.beside()
                weighing.beside()
                await send({"type": "lifespan.startup.complete"})
            else:
                self.live.stop()
                self.feed.stop()
                self.checkpoints.stop()
                self.teller.stop()
                typesetting.here()
                weighing.here()
                await send({"type": "lifespan.shutdown.complete"})
                return


def as_django_reads_it(scope: Scope) -> Scope:
    """Normalise the request so that the cache and Django read it alike. CGI does not distinguish dashes from
    underscores, so `X_Forwarded_Proto` could pose as the proxy's header: such names are dropped. Query bytes
    outside ASCII are escaped, as browsers do."""
    headers = [header for header in scope["headers"] if b"_" not in header[0]]
    query = quote(scope["query_string"], safe=QUERY) if scope["query_string"] else ""
    return {**scope, "headers": headers, "query_string": query.encode("ascii")}


def _asked(environ: Any) -> Answer:
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
    return Answer(int(status.split(" ", 1)[0]), named, body)


def _packed(environ: Any) -> Answer:
    """The same, with a compressed body if the response is public. Runs in a worker thread."""
    return kept.packed(environ["PATH_INFO"], _asked(environ))


def _is_read(scope: Scope) -> bool:
    """Whether to read the body. Not for GET requests, nor if its announced length is too large: then
    `middleware.LargeBodies` refuses it unread."""
    if scope["method"] in READS:
        return False
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return not (length.isdigit() and int(length) > LARGEST)


def _refusal(scope: Scope, problem: BadBody) -> Answer:
    """The response to a rejected body. It closes the connection, or the rest would be read as a request."""
    body, kind = problem.sentence.encode(), b"text/plain; charset=utf-8"
    if scope["path"].startswith("/api/"):
        body = msgspec.json.encode(error_body(problem.status, problem.sentence, []))
        kind = b"application/json; charset=utf-8"
    headers = [(b"content-type", kind), (b"connection", b"close"), (b"cache-control", b"no-store"), *STRICT]
    if problem.status in (429, 503):
        headers.append((b"retry-after", RETRY_AFTER.encode()))
    return Answer(problem.status, headers, body)


async def _send(send: Send, answer: Answer) -> None:
    headers = [header for header in answer.headers if header[0] not in (kept.MARKED, kept.READING)]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    rest = memoryview(answer.body)
    while len(rest) > CHUNK:
        await send({"type": "http.response.body", "body": bytes(rest[:CHUNK]), "more_body": True})
        rest = rest[CHUNK:]
    await send({"type": "http.response.body", "body": bytes(rest), "more_body": False})


application = Muster()
