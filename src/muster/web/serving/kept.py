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
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple, Protocol

from django.http import HttpResponse
from prometheus_client import Counter

KEPT = Counter("muster_kept_answers_total", "Requests answered past Django from a finished answer")
MARK: Final = "Muster-Kept"
MARKED: Final = MARK.lower().encode()
MOST_BYTES: Final = 32 * 1024 * 1024
LARGEST: Final = 1024 * 1024
MOST_OF_A_PATH: Final = 128
WORTH_PACKING: Final = 1024
MOST_COMPRESSED: Final = 16
# A file is packed once an hour, a page once in seconds: half the work is worth a seventh more bytes there.
FILE_LEVEL: Final = 6
PAGE_LEVEL: Final = 3
STATIC: Final = "/static/"
STATIC_SECONDS: Final = 3600.0
OURS: Final = (MARKED, b"x-request-id", b"content-length")
HARMLESS: Final = (b"theme", b"csrftoken")
ALONE: Final = {b"authorization", b"range"}
ONCE: Final = (b"host", b"x-forwarded-proto", b"hx-request")
PACKED: Final = (b"text/", b"image/svg", b"application/json", b"application/manifest")

Headers = list[tuple[bytes, bytes]]
Messages = tuple[dict[str, Any], dict[str, Any]]
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
    """None for whatever only Django may answer: acts, sessions, tokens, ranges; and what says twice where it
    goes, for one of us would hear the one and Django the other."""
    names = [name for name, _ in scope["headers"]]
    if scope["method"] != "GET" or ALONE & set(names) or any(names.count(name) > 1 for name in ONCE):
        return None
    sent = dict(scope["headers"])
    is_file = scope["path"].startswith(STATIC)
    cookies = (
        _Cookies(b"") if is_file else _cookies(b";".join(v for n, v in scope["headers"] if n == b"cookie"))
    )
    if cookies is None:
        return None
    # A file is the same under every query, and a key of its own for each would be a way to fill this up.
    query = b"" if is_file else scope["query_string"]
    part = sent.get(b"hx-request") == b"true" and b"hx-history-restore-request" not in sent  # page.wants_part
    where = (sent.get(b"host", b""), sent.get(b"x-forwarded-proto", b""))
    return Asked(
        key=(*where, scope["path"], query, cookies.theme, part),
        packed=b"gzip" in sent.get(b"accept-encoding", b""),
        etag=sent.get(b"if-none-match", b"").removeprefix(b"W/"),
        bare=cookies.bare,
    )


class _Cookies(NamedTuple):
    """The theme, and whether there is nothing else."""

    theme: bytes
    bare: bool = True


def _cookies(sent: bytes) -> _Cookies | None:
    """None where there is any that an answer may be made for."""
    found = _Cookies(b"")
    for cookie in filter(None, sent.split(b";")):
        name, _, value = cookie.strip().partition(b"=")
        if name not in HARMLESS:
            return None
        found = found._replace(theme=value) if name == b"theme" else found._replace(bare=False)
    return found


class Finished:
    """An answer ready to be sent: whole, compressed, or as the news that there is none."""

    def __init__(self, answer: Answer, until: float, stream: str) -> None:
        named = {name: value for name, value in answer.headers if name not in OURS}
        self.until, self.stream, self.moves = until, stream, 0
        self.etag = named.get(b"etag", b"").removeprefix(b"W/")
        self.size = len(answer.body) + len(answer.packed)
        if answer.packed:
            named[b"vary"] = b", ".join(filter(None, (named.get(b"vary"), b"Accept-Encoding")))
        self._answer, self._named = answer, named

    @cached_property
    def plain(self) -> Messages:
        """The whole body."""
        return _messages(200, self._named, self._answer.body)

    @cached_property
    def packed(self) -> Messages:
        """The body compressed, where it is."""
        if not self._answer.packed:
            return self.plain
        weak = {b"etag": b"W/" + self.etag} if self.etag else {}
        return _messages(200, self._named | weak | {b"content-encoding": b"gzip"}, self._answer.packed)

    @cached_property
    def same(self) -> Messages:
        """No body: the browser has it."""
        kept = {name: value for name, value in self._named.items() if not name.startswith(b"content-")}
        return _messages(304, kept, b"")

    async def send(self, asked: Asked, send: Send) -> None:
        """As it is wanted."""
        if asked.etag and asked.etag == self.etag:
            messages = self.same
        else:
            messages = self.packed if asked.packed else self.plain
        for message in messages:
            await send(message)


def _messages(status: int, named: dict[bytes, bytes], body: bytes) -> Messages:
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
        self.paths: dict[object, OrderedDict[tuple[object, ...], None]] = {}
        self.streams: dict[str, Watched] = {}
        self.making: dict[tuple[object, ...], asyncio.Future[None]] = {}

    def find(self, asked: Asked) -> Finished | None:
        """The answer, if it still holds."""
        found = self.answers.get(asked.key)
        if found is None or time.monotonic() >= found.until:
            return None
        if found.stream and self.streams[found.stream].moves != found.moves:
            return None
        self.answers.move_to_end(asked.key)
        self.paths[asked.key[2]].move_to_end(asked.key)
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
        path = self.paths.setdefault(asked.key[2], OrderedDict())
        path[asked.key] = None
        if len(path) > MOST_OF_A_PATH:  # made-up queries drive each other out, and no other page
            self._drop(next(iter(path)))
        while self.bytes > self.most:
            self._drop(next(iter(self.answers)))
        return new

    def _drop(self, key: tuple[object, ...]) -> None:
        old = self.answers.pop(key, None)
        if old is None:
            return
        self.bytes -= old.size
        path = self.paths[key[2]]
        del path[key]
        if not path:
            del self.paths[key[2]]
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
    level = FILE_LEVEL if path.startswith(STATIC) else PAGE_LEVEL
    return answer._replace(packed=compressed(answer.body, level))


@lru_cache(maxsize=MOST_COMPRESSED)
def compressed(body: bytes, level: int) -> bytes:
    """The body, compressed once for all addresses that lead to it."""
    return gzip.compress(body, level, mtime=0)
