"""The response cache: serves finished public responses to visitors without a session, without calling Django.

A hall full of phones asks for the same page, so it is rendered and compressed once. Nothing private gets in
here: a response is cached only if its view declared it the same for everybody (`same_for_all`), the request
carried no cookie except the theme, and the response sets none. A response that depends on an event stream is
dropped as soon as the stream moves on, and lives for seconds only: clocks run, and names can be erased.

Only cached responses are compressed: compressing secrets next to attacker-chosen text leaks them (BREACH).
"""

import asyncio
import gzip
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple, Protocol, cast
from urllib.parse import unquote_plus

from django.http import HttpResponse
from prometheus_client import Counter

from muster.rules.messages import language
from muster.web.serving.lean_files import shorten_file

CACHE_HITS = Counter("muster_kept_answers_total", "Requests answered past Django from a finished answer")
CACHE_HEADER: Final = "Muster-Kept"
CACHE_HEADER_BYTES: Final = CACHE_HEADER.lower().encode()
READS: Final = "Muster-Reads"
READS_BYTES: Final = READS.lower().encode()
MOST_BYTES: Final = 32 * 1024 * 1024
LARGEST_BODY: Final = 1024 * 1024
MOST_PER_PATH: Final = 128
WORTH_PACKING: Final = 1024
MOST_COMPRESSED: Final = 16
# A file is compressed once an hour but a page every few seconds; there, half the CPU is worth 14% more bytes.
FILE_LEVEL: Final = 6
PAGE_LEVEL: Final = 3
STATIC: Final = "/static/"
STATIC_SECONDS: Final = 3600.0
INTERNAL_HEADERS: Final = (CACHE_HEADER_BYTES, READS_BYTES, b"x-request-id", b"content-length")
HARMLESS_COOKIES: Final = (b"theme", b"csrftoken")
PERSONAL_HEADERS: Final = {b"authorization", b"range"}
SINGLE_HEADERS: Final = (b"host", b"x-forwarded-proto", b"hx-request")
COMPRESSIBLE: Final = (b"text/", b"image/svg", b"application/json", b"application/manifest")

Headers = list[tuple[bytes, bytes]]
Messages = tuple[dict[str, Any], dict[str, Any]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


def same_for_all(response: HttpResponse, seconds: float, stream: str = "") -> HttpResponse:
    """Declare that every visitor without a session may get this response, for `seconds` or until the stream
    moves on."""
    response[CACHE_HEADER] = f"{seconds} {stream}".rstrip()
    return response


def reads_only(response: HttpResponse, parameters: Iterable[str]) -> HttpResponse:
    """Declare the query parameters this page depends on: addresses that differ in others share a response."""
    response[READS] = " ".join(parameters)
    return response


class Response(NamedTuple):
    """Django's response; `packed` is its compressed body, if it may be cached."""

    status: int
    headers: Headers
    body: bytes
    packed: bytes = b""


class CacheKey(NamedTuple):
    """A request that a cached response may answer. `key` says what it asks for; `packed` and `etag` say in
    which form. `bare`: it carries nothing personal, so its response may be cached for others."""

    key: tuple[object, ...]
    packed: bool
    etag: bytes
    bare: bool


def read_cache_key(scope: dict[str, Any]) -> CacheKey | None:
    """Returns None when only Django may answer: for writes, sessions, tokens and ranges, and when a routing
    header is repeated (guards against request smuggling)."""
    names = [name for name, _ in scope["headers"]]
    if (
        scope["method"] != "GET"
        or PERSONAL_HEADERS & set(names)
        or any(names.count(name) > 1 for name in SINGLE_HEADERS)
    ):
        return None
    sent = dict(scope["headers"])
    is_file = scope["path"].startswith(STATIC)
    cookies = (
        _Cookies(b"")
        if is_file
        else _read_cookies(b";".join(v for n, v in scope["headers"] if n == b"cookie"))
    )
    if cookies is None:
        return None
    # A file ignores its query; a key for each query would let anybody fill the cache.
    query = b"" if is_file else scope["query_string"]
    part = sent.get(b"hx-request") == b"true" and b"hx-history-restore-request" not in sent  # page.wants_part
    where = (sent.get(b"host", b""), sent.get(b"x-forwarded-proto", b""))
    return CacheKey(
        key=(*where, scope["path"], query, cookies.theme, part, language()),
        packed=b"gzip" in sent.get(b"accept-encoding", b""),
        etag=sent.get(b"if-none-match", b"").removeprefix(b"W/"),
        bare=cookies.bare,
    )


class _Cookies(NamedTuple):
    """The theme cookie, and whether it was the only one."""

    theme: bytes
    bare: bool = True


def _read_cookies(sent: bytes) -> _Cookies | None:
    """Returns None if any cookie could make the response personal."""
    found = _Cookies(b"")
    for cookie in filter(None, sent.split(b";")):
        name, _, value = cookie.strip().partition(b"=")
        if name not in HARMLESS_COOKIES:
            return None
        found = found._replace(theme=value) if name == b"theme" else found._replace(bare=False)
    return found


class CachedResponse:
    """A response ready to send in each form: whole, compressed, or as 304 Not Modified."""

    def __init__(self, answer: Response, until: float, stream: str) -> None:
        named = {name: value for name, value in answer.headers if name not in INTERNAL_HEADERS}
        self.until, self.stream, self.moves = until, stream, 0
        self.etag = named.get(b"etag", b"").removeprefix(b"W/")
        self.size = len(answer.body) + len(answer.packed)
        if answer.packed:
            named[b"vary"] = b", ".join(filter(None, (named.get(b"vary"), b"Accept-Encoding")))
        self._answer, self._named = answer, named

    @cached_property
    def plain_messages(self) -> Messages:
        """The response with its plain body."""
        return _asgi_messages(200, self._named, self._answer.body)

    @cached_property
    def compressed_messages(self) -> Messages:
        """The response with its compressed body, if there is one."""
        if not self._answer.packed:
            return self.plain_messages
        weak = {b"etag": b"W/" + self.etag} if self.etag else {}
        return _asgi_messages(200, self._named | weak | {b"content-encoding": b"gzip"}, self._answer.packed)

    @cached_property
    def same(self) -> Messages:
        """304 Not Modified: the browser already has the body."""
        kept = {name: value for name, value in self._named.items() if not name.startswith(b"content-")}
        return _asgi_messages(304, kept, b"")

    async def send(self, asked: CacheKey, send: Send) -> None:
        """Send the form that this request accepts."""
        if asked.etag and asked.etag == self.etag:
            messages = self.same
        else:
            messages = self.compressed_messages if asked.packed else self.plain_messages
        for message in messages:
            await send(message)


def _asgi_messages(status: int, named: dict[bytes, bytes], body: bytes) -> Messages:
    length = {} if status == 304 else {b"content-length": str(len(body)).encode()}
    return (
        {"type": "http.response.start", "status": status, "headers": [*(named | length).items()]},
        {"type": "http.response.body", "body": body, "more_body": False},
    )


class Feed(Protocol):
    """The part of the change feed that the cache needs."""

    def subscribe(self, stream: str, callback: Callable[[str, int], None]) -> Callable[[], None]: ...


class WatchedStream:
    """A stream that cached responses depend on; counts its changes while it is watched."""

    def __init__(self, feed: Feed, stream: str) -> None:
        self.moves = self.answers = 0
        self.unsubscribe = feed.subscribe(stream, self.note_move)

    def note_move(self, _: str, __: int) -> None:
        self.moves += 1


class ResponseCache:
    """The cached responses of one process, for its event loop only; the least recently used go first."""

    def __init__(self, feed: Feed, most: int = MOST_BYTES) -> None:
        self.feed, self.most, self.bytes = feed, most, 0
        self.answers: OrderedDict[tuple[object, ...], CachedResponse] = OrderedDict()
        self.paths: dict[object, OrderedDict[tuple[object, ...], None]] = {}
        self.reads: dict[object, frozenset[str]] = {}
        self.streams: dict[str, WatchedStream] = {}
        self.making: dict[tuple[object, ...], asyncio.Future[None]] = {}

    def find(self, asked: CacheKey) -> CachedResponse | None:
        """The cached response, if it is still valid."""
        key = self.key_of(asked)
        found = self.answers.get(key)
        if found is None or time.monotonic() >= found.until:
            return None
        if found.stream and self.streams[found.stream].moves != found.moves:
            return None
        self.answers.move_to_end(key)
        self.paths[key[2]].move_to_end(key)
        CACHE_HITS.inc()
        return found

    def key_of(self, asked: CacheKey) -> tuple[object, ...]:
        """The request's key without the query parameters that this page ignores: made-up ones (`?new=1`,
        `?new=2`, …) share one response."""
        names = self.reads.get(asked.key[2])
        return asked.key if names is None else _reduce_key(asked.key, names)

    def is_known(self, asked: CacheKey) -> bool:
        """Whether this was cached before: then one request renews it while the others wait for the result."""
        return asked.bare and self.key_of(asked) in self.answers

    async def response_for(
        self, asked: CacheKey, make: Callable[[], Awaitable[Response]]
    ) -> CachedResponse | Response:
        """The response: cached, renewed, or Django's own if it is personal."""
        while (key := self.key_of(asked)) in self.making:
            await asyncio.shield(self.making[key])
            if found := self.find(asked):
                return found
        if not self.is_known(asked):
            return self.keep(asked, await make())
        self.making[key] = done = asyncio.get_running_loop().create_future()
        watched = self.streams.get(self.answers[key].stream)
        moves = watched.moves if watched else None
        try:
            return self.keep(asked, await make(), moves)
        finally:
            del self.making[key]
            done.set_result(None)

    def keep(self, asked: CacheKey, answer: Response, moves: int | None = None) -> CachedResponse | Response:
        """Cache the response if that is allowed. `moves` is the stream's count from before it was rendered:
        a change made meanwhile invalidates the response."""
        if not asked.bare:
            return answer
        seconds, stream = cache_lifetime(str(asked.key[2]), answer)
        if not seconds:
            self._drop(self.key_of(asked))
            return answer
        key = self._learn(asked, answer)
        new = CachedResponse(answer, time.monotonic() + seconds, stream)
        if stream:
            if stream not in self.streams:
                self.streams[stream] = WatchedStream(self.feed, stream)
            self.streams[stream].answers += 1
            new.moves = self.streams[stream].moves if moves is None else moves
        self._drop(key)
        self.answers[key] = new
        self.bytes += new.size
        path = self.paths.setdefault(key[2], OrderedDict())
        path[key] = None
        if len(path) > MOST_PER_PATH:  # made-up searches push each other out, but no other page
            self._drop(next(iter(path)))
        while self.bytes > self.most:
            self._drop(next(iter(self.answers)))
        return new

    def _learn(self, asked: CacheKey, answer: Response) -> tuple[object, ...]:
        """Remember which parameters the page reads, as its response declares, and return the reduced key."""
        declared = dict(answer.headers).get(READS_BYTES)
        if declared is not None:
            self.reads[asked.key[2]] = frozenset(declared.decode("latin1").split())
        return self.key_of(asked)

    def _drop(self, key: tuple[object, ...]) -> None:
        old = self.answers.pop(key, None)
        if old is None:
            return
        self.bytes -= old.size
        path = self.paths[key[2]]
        del path[key]
        if not path:
            del self.paths[key[2]]
            self.reads.pop(key[2], None)
        if old.stream:
            watched = self.streams[old.stream]
            watched.answers -= 1
            if not watched.answers:
                watched.unsubscribe()
                del self.streams[old.stream]


def cache_lifetime(path: str, answer: Response) -> tuple[float, str]:
    """For how many seconds a response may be cached (0 for most), and the stream it depends on."""
    named = dict(answer.headers)
    if answer.status != 200 or b"set-cookie" in named or len(answer.body) > LARGEST_BODY:
        return 0, ""
    if path.startswith(STATIC):
        return STATIC_SECONDS, ""
    seconds, _, stream = named.get(CACHE_HEADER_BYTES, b"0").decode("latin1").partition(" ")
    return float(seconds), stream


def pack(path: str, answer: Response) -> Response:
    """Compress the body if the response may be cached and is large enough. Runs in a worker thread."""
    kind = dict(answer.headers).get(b"content-type", b"")
    if (
        len(answer.body) < WORTH_PACKING
        or not kind.startswith(COMPRESSIBLE)
        or not cache_lifetime(path, answer)[0]
    ):
        return answer
    if path.startswith(STATIC):
        return answer._replace(packed=compress(shorten_file(path, answer.body), FILE_LEVEL))
    return answer._replace(packed=compress(answer.body, PAGE_LEVEL))


@lru_cache(maxsize=MOST_COMPRESSED)
def compress(body: bytes, level: int) -> bytes:
    """The compressed body; several addresses may share it."""
    return gzip.compress(body, level, mtime=0)


def _reduce_key(key: tuple[object, ...], names: frozenset[str]) -> tuple[object, ...]:
    """The key with only those query parameters."""
    *where, query, theme, part, words = key
    pairs = cast("bytes", query).split(b"&")
    used = [pair for pair in pairs if unquote_plus(pair.partition(b"=")[0].decode("latin1")) in names]
    return (*where, b"&".join(used), theme, part, words)
