"""Who gets a thread: so many for everybody, so many for one address, and writers never all of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

# SQLite lets one writer in at a time, so more threads than this only wait for each other.
THREADS = 16
THREADS_OF_ONE = THREADS // 2
# Writers wait for each other, and for a locked database all at once: half of the threads are never theirs.
READS = ("GET", "HEAD", "OPTIONS")
WRITERS = THREADS // 2
WRITERS_OF_ONE = THREADS_OF_ONE // 2
CONNECTIONS = 10_000  # a hall of phones, each holding one live stream
LINES_OF_ONE = CONNECTIONS // 2


class Turns:
    """Threads for requests: so many for one address, its others wait their turn without one."""

    def __init__(self, most: int = THREADS_OF_ONE) -> None:
        self.most = most
        self.queues: dict[str, tuple[asyncio.Semaphore, list[object]]] = {}

    @asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        """One turn of this address."""
        turn, here = self.queues.setdefault(address, (asyncio.Semaphore(self.most), []))
        here.append(None)
        try:
            async with turn:
                yield
        finally:
            here.pop()
            if not here:
                self.queues.pop(address, None)
