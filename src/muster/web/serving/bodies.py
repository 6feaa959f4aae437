"""Bodies of requests, read before a thread is taken: bounded in size, time and rate.

A phone on a bad line may take its minute; whoever announces a body and sends two bytes of it costs an open
connection and nothing else.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from tempfile import SpooledTemporaryFile
from typing import Any, Final, NamedTuple

Receive = Callable[[], Awaitable[dict[str, Any]]]

LARGEST: Final = 16 * 1024 * 1024
IN_MEMORY: Final = 1024 * 1024
AT_ONCE: Final = 256 * 1024 * 1024
UNFINISHED: Final = 512


class Pace(NamedTuple):
    """How slow a sender may be: seconds of silence, seconds before the rate counts, bytes a second then."""

    silence: float = 15.0
    grace: float = 30.0
    rate: float = 4096.0

    def left(self, spent: float, have: int) -> float:
        """For how many seconds more the next bytes are awaited; nothing left is too slow."""
        return min(self.silence, self.grace + have / self.rate - spent)


class BadBody(Exception):
    """A body that is not taken: the status, and what to say."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


TOO_LARGE: Final = f"At most {LARGEST // 1024**2} MB can be sent at once. Nothing was changed."
TOO_SLOW: Final = "What was sent came too slowly. Nothing was changed. Try again on a better line."
TOO_MANY: Final = "Too much is being sent from here at once. Nothing was changed. Wait and try again."


class Body(NamedTuple):
    """What was sent, and how long it is."""

    file: "SpooledTemporaryFile[bytes]"
    length: int


class Bodies:
    """Reads bodies; knows how much of them is held, and how many of each address are unfinished."""

    def __init__(self, pace: Pace | None = None) -> None:
        self.pace = pace or Pace()
        self.held = 0
        self.unfinished: Counter[str] = Counter()

    async def read(self, receive: Receive, address: str) -> Body | None:
        """The whole body; none when the sender has gone. `release` it when it is used up."""
        if self.unfinished[address] >= UNFINISHED:
            raise BadBody(429, TOO_MANY)
        self.unfinished[address] += 1
        file: SpooledTemporaryFile[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - see `release`
        try:
            length = await self._fill(file, receive)
        except BaseException:
            self.release(Body(file, file.tell()))
            raise
        finally:
            self.unfinished[address] -= 1
            self.unfinished += Counter()  # addresses without any are forgotten
        if length is None:
            self.release(Body(file, file.tell()))
            return None
        file.seek(0)
        return Body(file, length)

    async def _fill(self, file: "SpooledTemporaryFile[bytes]", receive: Receive) -> int | None:
        clock, length = asyncio.get_running_loop().time, 0
        began = clock()
        while True:
            message = await self._next(receive, self.pace.left(clock() - began, length))
            if message["type"] == "http.disconnect":
                return None
            part = message.get("body", b"")
            length += len(part)
            if length > LARGEST:
                raise BadBody(413, TOO_LARGE)
            if self.held + len(part) > AT_ONCE:
                raise BadBody(503, TOO_MANY)
            file.write(part)
            self.held += len(part)
            if not message.get("more_body", False):
                return length

    async def _next(self, receive: Receive, patience: float) -> dict[str, Any]:
        try:
            async with asyncio.timeout(max(patience, 0)):
                return await receive()
        except TimeoutError:
            raise BadBody(408, TOO_SLOW) from None

    def release(self, body: Body) -> None:
        """Forget a body."""
        self.held -= body.length
        body.file.close()
