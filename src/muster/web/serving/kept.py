"""Finished answers, kept past Django for whoever comes without a session: a hall full of phones asks for the
same page, which is made and compressed once.

Nothing secret is ever in here. An answer is kept only when its view says that it is the same for everybody
(`same_for_all`), it was made for a request without any cookie but the theme's, and it sets none. What rests
on a stream is kept until the stream moves on, and for seconds only: a clock runs, and names are in no log.

Compression and secrets do not go together (BREACH); so only what is kept here is compressed.
"""

import asyncio
import gzip
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple, Protocol

from django.http import HttpResponse
from prometheus_client import Counter

KEPT = Counter("muster_kept_answers_total", "Requests answered past Django from a finished answer")
MARK: Final = "Muster-Kept"
MARKED: Final = MARK.lower().encode()
MOST_BYTES: Final = 32 * 1024 * 1024
LARGEST: Final = 1024 * 1024
WORTH_PACKING: Final = 1024
LEVEL: Final = 6
STATIC: Final = "/static/"
STATIC_SECONDS: Final = 3600.0
OURS: Final = (MARKED, b"x-request-id", b"content-length")
HARMLESS: Final = (b"theme", b"csrftoken")
PACKED: Final = (b"text/", b"image/svg", b"application/json", b"application/manifest")

Headers = list[tuple[bytes, bytes]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


def same_for_all(response: HttpResponse, seconds: float, stream: str = "") -> HttpResponse:
    """Say that everybody without a session may get this answer, for so long or until the stream moves on."""
    response[MARK] = f"{seconds} {stream}".rstrip()
    return response


class Answer(NamedTuple):
    """What Django said; `packed` is its body compressed, where it may be kept."""

    status: int
    headers: Headers
    body: bytes
    packed: bytes = b""


class Asked(NamedTuple):
    """A request that a finished answer may fit: what it asks for, and how it wants it. `bare`: it brings
    nothing that an answer could have been made for alone."""

    key: tuple[object, ...]
    packed: bool
    etag: bytes
    bare: bool


def read(scope: dict[str, Any]) -> Asked | None:
    """None for whatever only Django may answer: acts, sessions, tokens, ranges."""
    if scope["method"] != "GET":
        return None
    host = proto = etag = theme = b""
    packed, part, bare = False, False, True
    for name, value in scope["headers"]:
        if name == b"host":
            host = value
        elif name == b"cookie":
            for one in value.split(b";"):
                cookie, _, said = one.strip().partition(b"=")
                if cookie not in HARMLESS:
                    return None
                theme, bare = (said, bare) if cookie == b"theme" else (theme, False)
        elif name == b"accept-encoding":
            packed = b"gzip" in value
        elif name == b"if-none-match":
            etag = value.removeprefix(b"W/")
        elif name == b"x-forwarded-proto":
            proto = value
        elif name == b"hx-request":
            part = True
        elif name in {b"authorization", b"range"}:
            return None
    return Asked((host, proto, scope["path"], scope["query_string"], theme, part), packed, etag, bare)


class Finished:
    """An answer ready to be sent: whole, compressed, or as the news that there is none."""

    def __init__(self, answer: Answer, until: float, stream: str) -> None:
        named = {name: value for name, value in answer.headers if name not in OURS}
        self.until, self.stream, self.moves = until, stream, 0
        self.etag = named.get(b"etag", b"").removeprefix(b"W/")
        self.size = len(answer.body) + len(answer.packed)
        if answer.packed:
            named[b"vary"] = b", ".join(filter(None, (named.get(b"vary"), b"Accept-Encoding")))
        self.plain = self.packed = _messages(200, named, answer.body)
        if answer.packed:
            weak = {b"etag": b"W/" + self.etag} if self.etag else {}
            self.packed = _messages(200, named | weak | {b"content-encoding": b"gzip"}, answer.packed)
        kept = {name: value for name, value in named.items() if not name.startswith(b"content-")}
        self.same = _messages(304, kept, b"")

    async def send(self, asked: Asked, send: Send) -> None:
        """As it is wanted."""
        if asked.etag and asked.etag == self.etag:
            messages = self.same
        else:
            messages = self.packed if asked.packed else self.plain
        for message in messages:
            await send(message)


def _messages(status: int, named: dict[bytes, bytes], body: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    length = {} if status == 304 else {b"content-length": str(len(body)).encode()}
    return (
        {"type": "http.response.start", "status": status, "headers": [*(named | length).items()]},
        {"type": "http.response.body", "body": body, "more_body": False},
    )


class Feed(Protocol):
    """The part of the change feed used here."""

    def subscribe(self, stream: str, callback: Callable[[str, int], None]) -> Callable[[], None]: ...


class Watched:
    """A stream that kept answers rest on: how often it moved since somebody watches."""

    def __init__(self, feed: Feed, stream: str) -> None:
        self.moves = self.answers = 0
        self.unsubscribe = feed.subscribe(stream, self.moved)

    def moved(self, _: str, __: int) -> None:
        self.moves += 1


class KeptAnswers:
    """The finished answers of a process, those not asked for longest gone first. For its event loop alone."""

    def __init__(self, feed: Feed, most: int = MOST_BYTES) -> None:
        self.feed, self.most, self.bytes = feed, most, 0
        self.answers: OrderedDict[tuple[object, ...], Finished] = OrderedDict()
        self.streams: dict[str, Watched] = {}
        self.making: dict[tuple[object, ...], asyncio.Future[None]] = {}

    def find(self, asked: Asked) -> Finished | None:
        """The answer, if it still holds."""
        found = self.answers.get(asked.key)
        if found is None or time.monotonic() >= found.until:
            return None
        if found.stream and self.streams[found.stream].moves != found.moves:
            return None
        KEPT.inc()
        return found

    def is_known(self, asked: Asked) -> bool:
        """Whether this was kept before: then one makes it anew, and the others wait for that."""
        return asked.bare and asked.key in self.answers

    async def made(self, asked: Asked, make: Callable[[], Awaitable[Answer]]) -> Finished | Answer:
        """The answer: kept, made anew, or Django's own where it is for one person alone."""
        while asked.key in self.making:
            await asyncio.shield(self.making[asked.key])
            if found := self.find(asked):
                return found
        if not self.is_known(asked):
            return self.keep(asked, await make())
        self.making[asked.key] = done = asyncio.get_running_loop().create_future()
        watched = self.streams.get(self.answers[asked.key].stream)
        moves = watched.moves if watched else None
        try:
            return self.keep(asked, await make(), moves)
        finally:
            del self.making[asked.key]
            done.set_result(None)

    def keep(self, asked: Asked, answer: Answer, moves: int | None = None) -> Finished | Answer:
        """Keep it if it may be kept; `moves` is where its stream was before it was made."""
        if not asked.bare:
            return answer
        seconds, stream = allowed(str(asked.key[2]), answer)
        if not seconds:
            self._drop(asked.key)
            return answer
        new = Finished(answer, time.monotonic() + seconds, stream)
        if stream:
            if stream not in self.streams:
                self.streams[stream] = Watched(self.feed, stream)
            self.streams[stream].answers += 1
            new.moves = self.streams[stream].moves if moves is None else moves
        self._drop(asked.key)
        self.answers[asked.key] = new
        self.bytes += new.size
        while self.bytes > self.most:
            self._drop(next(iter(self.answers)))
        return new

    def _drop(self, key: tuple[object, ...]) -> None:
        old = self.answers.pop(key, None)
        if old is None:
            return
        self.bytes -= old.size
        if old.stream:
            watched = self.streams[old.stream]
            watched.answers -= 1
            if not watched.answers:
                watched.unsubscribe()
                del self.streams[old.stream]


def allowed(path: str, answer: Answer) -> tuple[float, str]:
    """For how many seconds an answer may be kept, and what it rests on; 0 for most answers."""
    named = dict(answer.headers)
    if answer.status != 200 or b"set-cookie" in named or len(answer.body) > LARGEST:
        return 0, ""
    if path.startswith(STATIC):
        return STATIC_SECONDS, ""
    seconds, _, stream = named.get(MARKED, b"0").decode("latin1").partition(" ")
    return float(seconds), stream


def packed(path: str, answer: Answer) -> Answer:
    """In a thread: the answer with its body compressed, where it may be kept and that is worth it."""
    kind = dict(answer.headers).get(b"content-type", b"")
    if len(answer.body) < WORTH_PACKING or not kind.startswith(PACKED) or not allowed(path, answer)[0]:
        return answer
    return answer._replace(packed=gzip.compress(answer.body, LEVEL, mtime=0))
