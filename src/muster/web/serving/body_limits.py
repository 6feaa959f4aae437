"""Reads request bodies before a thread is taken, with limits on size, time and rate.

A phone on a bad connection may take its minute. A client that announces a body and sends two bytes of it
costs us an open connection, but no thread.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final, NamedTuple

Receive = Callable[[], Awaitable[dict[str, Any]]]

LARGEST_BODY: Final = 16 * 1024 * 1024
IN_MEMORY: Final = 1024 * 1024
MOST_HELD: Final = 256 * 1024 * 1024
MOST_HELD_PER_ADDRESS: Final = MOST_HELD // 8
MOST_INCOMPLETE: Final = 512


class Pace(NamedTuple):
    """How slow a sender may be: `silence` is the longest gap in seconds; after `grace` seconds it must
    keep to `rate` bytes a second; a fast start buys at most `credit` extra seconds."""

    silence: float = 15.0
    grace: float = 30.0
    rate: float = 4096.0
    credit: float = 60.0

    def seconds_left(self, spent: float, have: int) -> float:
        """How many more seconds to wait for the next bytes; zero or less means the sender is too slow."""
        return min(self.silence, self.grace + min(have / self.rate, self.credit) - spent)


class BadBody(Exception):
    """A rejected body, with the HTTP status and the message to send."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


TOO_LARGE: Final = f"At most {LARGEST_BODY // 1024**2} MB can be sent at once. Nothing was changed."
TOO_SLOW: Final = "What was sent came too slowly. Nothing was changed. Try again on a better line."
BROKEN_OFF: Final = "What was sent broke off, or its parts are not as they should be. Nothing was changed."
TOO_MANY: Final = "Too much is being sent from here at once. Nothing was changed. Wait and try again."


class Body(NamedTuple):
    """A received body, its length, and the address it came from."""

    file: IO[bytes]
    length: int
    address: str


def no_body() -> Body:
    """The body of a request that has none."""
    return Body(BytesIO(), 0, "")


class BodyReader:
    """Reads bodies, and tracks how many bytes are held and how many bodies are incomplete, by address."""

    def __init__(self, pace: Pace | None = None) -> None:
        self.pace = pace or Pace()
        self.held = 0
        self.held_of: Counter[str] = Counter()
        self.unfinished: Counter[str] = Counter()

    async def read(self, receive: Receive, address: str) -> Body | None:
        """Read the whole body. Returns None if it broke off. Call `release` when done with it."""
        if self.unfinished[address] >= MOST_INCOMPLETE:
            raise BadBody(429, TOO_MANY)
        self.unfinished[address] += 1
        file: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed in `release`
        try:
            length = await self._fill(file, receive, address)
        except BaseException:
            self.release(Body(file, file.tell(), address))
            raise
        finally:
            self.unfinished[address] -= 1
            self.unfinished += Counter()  # drops addresses that are back at zero
        if length is None:
            self.release(Body(file, file.tell(), address))
            return None
        file.seek(0)
        return Body(file, length, address)

    async def _fill(self, file: IO[bytes], receive: Receive, address: str) -> int | None:
        clock, length = asyncio.get_running_loop().time, 0
        began = clock()
        while True:
            message = await self._next(receive, self.pace.seconds_left(clock() - began, length))
            if message["type"] == "http.disconnect":
                return None
            part = message.get("body", b"")
            length += len(part)
            if length > LARGEST_BODY:
                raise BadBody(413, TOO_LARGE)
            self._find_room(len(part), address)
            file.write(part)
            self.held += len(part)
            self.held_of[address] += len(part)
            if not message.get("more_body", False):
                return length

    def _find_room(self, more: int, address: str) -> None:
        """Reject bytes beyond the share of one address, or beyond what we hold in all."""
        if self.held_of[address] + more > MOST_HELD_PER_ADDRESS:
            raise BadBody(429, TOO_MANY)
        if self.held + more > MOST_HELD:
            raise BadBody(503, TOO_MANY)

    async def _next(self, receive: Receive, patience: float) -> dict[str, Any]:
        try:
            async with asyncio.timeout(max(patience, 0)):
                return await receive()
        except TimeoutError:
            raise BadBody(408, TOO_SLOW) from None

    def release(self, body: Body) -> None:
        """Close a body and stop counting it."""
        if body.length:
            self.held -= body.length
            self.held_of[body.address] -= body.length
            self.held_of += Counter()
        body.file.close()
