"""Live channels: groups viewers who see the same, and builds the frame that brings each one up to date."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs

from muster.web.serving import addresses
from muster.web.serving.parts import Fragment
from muster.web.serving.security_headers import STRICT_HEADERS

RETRY_AFTER: Final = b"2"  # seconds
AT_ONCE: Final = 32  # viewers; then requests that came meanwhile have their turn
STEPS: Final = 32  # kept per channel; viewers further behind fetch the page


class NewConnection(NamedTuple):
    """What a new connection brings: address, cookies, ticket, and the name of the frame it already shows."""

    address: str
    cookies: str
    ticket: str
    has: str

    @classmethod
    def of(cls, scope: dict[str, Any]) -> "NewConnection":
        """Read it from the request."""
        sent = (value.decode("latin1") for name, value in scope.get("headers", ()) if name == b"cookie")
        query = parse_qs(scope.get("query_string", b"").decode("ascii", "replace"))
        ticket, has = (str(query.get(name, [""])[0]) for name in ("ticket", "has"))
        return cls(addresses.scope_address(scope), "; ".join(sent), ticket, has)


@dataclass(eq=False, slots=True)
class Viewer:
    """An open connection and the last step it was sent; a slow phone gets everything it missed in one frame.
    `cookies` identify the account if the channel is not public. A hall has thousands of viewers, so keep this
    small."""

    account: str
    cookies: str = ""
    at: int = 0
    woken: bool = False
    gone: bool = False
    has: str = ""
    sleep: asyncio.Future[None] | None = None

    def wake(self) -> None:
        self.woken = True
        if self.sleep is not None and not self.sleep.done():
            self.sleep.set_result(None)

    def drop(self) -> None:
        self.gone = True
        self.wake()


@dataclass(eq=False)
class Channel:
    """All viewers of a stream who see the same: same audience, same fragment."""

    stream: str
    audience: str
    unsubscribe: Callable[[], None] = lambda: None
    viewers: set[Viewer] = field(default_factory=set)
    version: int = 0
    frame: bytes | None = None
    rendering: asyncio.Task[None] | None = None
    wanted: int = 0
    rests_on: object = None
    step: int = 0
    name: int | str = ""
    parts: Fragment | None = None
    rows: deque[bytes] = field(default_factory=lambda: deque(maxlen=STEPS))
    had: deque[frozenset[str]] = field(default_factory=lambda: deque(maxlen=STEPS))
    sent: dict[int, bytes] = field(default_factory=dict)

    def go_on(self, frame: bytes, rows: bytes, name: int | str = "", parts: Fragment | None = None) -> None:
        """Append the next step."""
        self.step += 1
        self.name, self.frame, self.parts = name, frame, parts
        self.rows.append(rows)
        self.had.append(parts.names if parts else frozenset())
        self.sent.clear()

    async def wake_viewers(self) -> None:
        """Everybody, a few at a time."""
        for number, viewer in enumerate(tuple(self.viewers), 1):
            viewer.wake()
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    def owes(self, viewer: Viewer) -> bytes:
        """The bytes that bring a viewer up to date. A new viewer gets the whole frame, or nothing if the page
        they just opened already shows it."""
        fresh = not viewer.at and viewer.has and viewer.has == str(self.name)
        return b"" if fresh else self.since(viewer.at)

    def since(self, step: int) -> bytes:
        """The bytes that lead from a step to the latest one, built once for all viewers at that step."""
        if step not in self.sent:
            self.sent[step] = self._since(self.step - step if step else 0)
        return self.sent[step]

    def _since(self, missed: int) -> bytes:
        known = 0 < missed <= len(self.rows)
        rows = [*self.rows][-missed:] if known else []
        had = self.had[-missed - 1] if 0 < missed < len(self.had) else frozenset()
        shown = fragment_event(self.name, self.parts.since(had)) if self.parts and had else self.frame or b""
        return b"".join(rows) + shown


def fragment_event(name: int | str, html: str) -> bytes:
    """A server-sent event whose id is the name of the fragment."""
    return f"id: {name}\n".encode() + server_sent_event("fragment", html)


def server_sent_event(kind: str, text: str) -> bytes:
    """A server-sent event without an id."""
    lines = "".join(f"data: {line}\n" for line in text.splitlines())
    return f"event: {kind}\n{lines}\n".encode()


async def send_refusal(
    send: Callable[[dict[str, Any]], Awaitable[None]], status: int, body: bytes, kind: bytes
) -> None:
    """The answer to who gets no line."""
    headers = [
        (b"content-type", kind),
        (b"cache-control", b"no-store"),
        *STRICT_HEADERS,
    ]
    if status in (429, 503):
        headers.append((b"retry-after", RETRY_AFTER))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
