"""Who watches the same, and the frames that lead each of them from the last one they were sent to now."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

STEPS: Final = 32  # kept of a channel: who is further behind fetches the page


@dataclass(eq=False, slots=True)
class Viewer:
    """One open connection and the last step it was sent: a slow phone gets all it missed in one frame. Where
    it shows what is not for everybody, the cookies that say who is signed in there. A hall has thousands of
    these, so there is little in them."""

    account: str
    cookies: str = ""
    at: int = 0
    woken: bool = False
    gone: bool = False
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
    """All viewers of one stream who see the same: same audience, same fragment."""

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
    rows: deque[bytes] = field(default_factory=lambda: deque(maxlen=STEPS))
    sent: dict[int, bytes] = field(default_factory=dict)

    def go_on(self, frame: bytes, rows: bytes) -> None:
        """One step further."""
        self.step += 1
        self.frame = frame
        self.rows.append(rows)
        self.sent.clear()

    def since(self, step: int) -> bytes:
        """What leads from a step to now, made once for all who are there."""
        if step not in self.sent:
            missed = self.step - step if step else 0  # who was sent nothing yet has just opened the page
            rows = [*self.rows][-missed:] if 0 < missed <= len(self.rows) else []
            self.sent[step] = b"".join(rows) + (self.frame or b"")
        return self.sent[step]


def frame(name: int | str, html: str) -> bytes:
    """One server-sent event: its id is the fragment's name."""
    return f"id: {name}\n".encode() + event_of("fragment", html)


def event_of(kind: str, text: str) -> bytes:
    """One server-sent event without a name."""
    lines = "".join(f"data: {line}\n" for line in text.splitlines())
    return f"event: {kind}\n{lines}\n".encode()
