"""The event store as use cases see it: append to several streams at once or to none, and read.

Two stores implement this and pass the same contract tests: `memory_store` and `store.log.database`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from datetime import datetime
from hashlib import sha256
from typing import Generic, NamedTuple, Protocol, TypeVar

import msgspec

from muster.rules.log import Decider, Event, Kinds, Recorded, is_stream_id
from muster.rules.violations import Refused, Source, Violation

problem = Source("log").problem

MAX_EVENT_BYTES = 512 * 1024
MAX_ACT_BYTES = 8 * 1024 * 1024
MAX_EVENTS = 2_000
MAX_NAME = 100

S = TypeVar("S")


class Write(msgspec.Struct, frozen=True):
    """Events for one stream, which must still be at the expected version. Without events it only guards
    that."""

    stream: str
    expected: int
    events: tuple[Event, ...] = ()


class Key(msgspec.Struct, frozen=True):
    """An idempotency key: the same actor's key acts once, and a repeat gets the first answer.

    `request` says what was asked (the command as text will do); the same key with another request is
    refused. Without it the events are compared, which works only if deciding again gives the same events.
    """

    name: str
    request: str = ""


class Appended(msgspec.Struct, frozen=True):
    """The version of each stream after an append; `repeated` if this is the answer to an earlier one."""

    batch: str
    versions: Mapping[str, int]
    repeated: bool = False


class Placed(NamedTuple):
    """An entry with its position among all streams; positions follow commit order without gaps."""

    position: int
    entry: Recorded


class StaleVersion(Refused):
    """Somebody else wrote first. `current` is the version of the (first) stream now; nothing was written."""

    def __init__(self, stale: Sequence[tuple[str, int, int]]) -> None:
        super().__init__(
            *(problem("log.stale", [name], expected=old, current=now) for name, old, now in stale)
        )
        self.stream, self.expected, self.current = stale[0]


class TrialPassed(Exception):
    """Ends a trial at the point of writing: nothing stands in the way, and nothing was written."""


_trying = ContextVar("trying", default=False)


@contextmanager
def trial() -> Iterator[None]:
    """Decide without acting: inside, the first write raises `TrialPassed` instead."""
    before = _trying.set(True)
    try:
        yield
    finally:
        _trying.reset(before)


def about_to_write() -> None:
    """Every store calls this before it writes, and so does whoever writes outside the log."""
    if _trying.get():
        raise TrialPassed


class EventStore(Protocol):
    """Where logs are stored. Each method is atomic."""

    kinds: Kinds

    def append(
        self, writes: Sequence[Write], *, actor: str, at: datetime, batch: str, key: Key | None = None
    ) -> Appended:
        """Write one act to all its streams, or refuse and write nothing."""

    def alone(self) -> AbstractContextManager[None]:
        """Inside, nobody else writes, so nothing decided there can be stale. Others wait, so use it only
        after a conflict. If the act is refused inside, nothing is written."""

    def earlier_answer(self, actor: str, key: Key) -> Appended | None:
        """The answer already given to this key; ask before deciding again."""

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Sequence[Recorded]:
        """A stream in order, after one version and up to another, so that any past version can be read."""

    def load(self, decider: Decider[S], stream: str, upto: int | None = None) -> "Loaded[S]":
        """The state of a stream now, or as of a version."""
        entries = self.read(stream, 0, upto)
        return Loaded(decider.fold(entries), entries[-1].version if entries else 0)

    def read_tails(self, after: Mapping[str, int]) -> Mapping[str, Sequence[Recorded]]:
        """Many streams at once, each after its own version."""

    def open_writes(self) -> Collection[str]:
        """The streams written by a transaction that is still open in this thread; nobody else may see
        them."""

    def read_streams(self, streams: Collection[str]) -> list[Placed]:
        """These streams in full, in commit order, from one snapshot, so that no act is seen half-written."""

    def version(self, stream: str) -> int:
        """The stream's version; 0 when nothing was ever written."""
        return self.versions([stream])[stream]

    def versions(self, streams: Collection[str]) -> dict[str, int]:
        """The versions of many streams at once."""

    def streams_of(self, batch: str) -> list[str]:
        """The streams an act wrote to, sorted."""


class Loaded(msgspec.Struct, Generic[S], frozen=True):
    """A state and its version, which the next write must expect."""

    state: S
    version: int


class StoredLine(NamedTuple):
    """An event ready to be stored."""

    stream: str
    version: int
    kind: str
    event_version: int
    payload: bytes


class Prepared(NamedTuple):
    """A checked and encoded act: everything a store has to write, and the fingerprint of its request."""

    lines: list[StoredLine]
    expected: dict[str, int]
    digest: str

    @property
    def versions(self) -> dict[str, int]:
        """The version of each stream afterwards; streams that are only guarded keep theirs."""
        return self.expected | {line.stream: line.version for line in self.lines}

    def check(self, current: Mapping[str, int]) -> None:
        """Refuse if any stream is not at the version the writer saw."""
        pairs = ((name, expected, current.get(name, 0)) for name, expected in self.expected.items())
        if stale := [pair for pair in pairs if pair[1] != pair[2]]:
            raise StaleVersion(stale)


def prepare(writes: Sequence[Write], kinds: Kinds, actor: str, batch: str, key: Key | None) -> Prepared:
    """Check an act's names and sizes and encode its events. All stores share this, so they refuse alike.

    An act without events, or one that names a stream twice, is a bug and not a refusal.
    """
    expected = {write.stream: write.expected for write in writes}
    if len(expected) != len(writes) or not any(write.events for write in writes):
        raise ValueError("an act writes at least one event, and names each stream once")
    _check_names([actor, batch] if key is None else [actor, batch, key.name], expected)
    if (count := sum(len(write.events) for write in writes)) > MAX_EVENTS:
        raise Refused(problem("log.too_many", have=count, max=MAX_EVENTS))
    lines = [line for write in writes for line in _encode_events(write, kinds)]
    if (size := sum(len(line.payload) for line in lines)) > MAX_ACT_BYTES:
        raise Refused(problem("log.too_large", have=size, max=MAX_ACT_BYTES))
    about_to_write()
    return Prepared(lines, expected, digest_of(key) if key and key.request else _digest(lines))


def is_name(text: str) -> bool:
    """Whether this can name an actor, an act or a key: at most 100 printable characters."""
    return 0 < len(text) <= MAX_NAME and text.isascii() and text.isprintable()


def digest_of(key: Key) -> str:
    """The fingerprint under which a request is stored."""
    return sha256(key.request.encode(errors="surrogatepass")).hexdigest()


def first_answer(versions: Mapping[str, int], batch: str, first: str, again: str | None) -> Appended:
    """The answer to a repeated key; refused if the key was first used for something else."""
    if again is not None and first != again:
        raise Refused(problem("log.key_reused"))
    return Appended(batch, versions, repeated=True)


def _encode_events(write: Write, kinds: Kinds) -> list[StoredLine]:
    lines = []
    for version, event in enumerate(write.events, start=write.expected + 1):
        try:
            kind, event_version, payload = kinds.encode(event)
        except UnicodeEncodeError as error:
            raise Refused(_name_problem("log.bad_text", write.stream)) from error
        if len(payload) > MAX_EVENT_BYTES:
            raise Refused(problem("log.too_large", have=len(payload), max=MAX_EVENT_BYTES))
        lines.append(StoredLine(write.stream, version, kind, event_version, payload))
    return lines


def _digest(lines: list[StoredLine]) -> str:
    parts = [(line.stream, line.kind, line.event_version, line.payload.decode()) for line in lines]
    return sha256(msgspec.json.encode(parts)).hexdigest()


def _check_names(names: Sequence[str], streams: Mapping[str, int]) -> None:
    bad = [name for name in names if not is_name(name)] + [name for name in streams if not is_stream_id(name)]
    if bad:
        raise Refused(*(_name_problem("log.bad_name", name) for name in bad))


def _name_problem(code: str, name: str) -> Violation:
    return problem(code, [ascii(name[:40])], max=MAX_NAME)
