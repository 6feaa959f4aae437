"""Queues requests for threads: limits per address, and writers never get all threads."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

# SQLite allows one writer at a time, so more threads would only wait for each other.
THREADS = 16
THREADS_PER_ADDRESS = THREADS // 2
# Writers block each other, and all of them block on a locked database: half of the threads stay for reads.
READS = ("GET", "HEAD", "OPTIONS")
WRITERS = THREADS // 2
WRITERS_PER_ADDRESS = THREADS_PER_ADDRESS // 2
CONNECTIONS = 10_000  # a hall full of phones, each with one live stream
LINES_OF_ONE = CONNECTIONS // 2


class RequestQueue:
    """Limits how many threads one address may use at a time; its other requests wait without a thread."""

    def __init__(self, most: int = THREADS_PER_ADDRESS) -> None:
        self.most = most
        self.queues: dict[str, tuple[asyncio.Semaphore, list[object]]] = {}

    @asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        """Wait for a slot of this address and hold it for the duration of an `async with` block."""
        turn, here = self.queues.setdefault(address, (asyncio.Semaphore(self.most), []))
        here.append(None)
        try:
            async with turn:
                yield
        finally:
            here.pop()
            if not here:
                self.queues.pop(address, None)
