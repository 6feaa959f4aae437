"""The demo's own loop: it answers the site, which is the only one who knows its word, and nobody else."""

import asyncio
import os
import secrets
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import IO, Any, Final, cast

from muster.web.look import frames
from muster.web.look.starting import ADDRESS

IDLE: Final = 30 * 60.0  # seconds without a visitor, after which the next one meets a new world
LONGEST: Final = 24 * 3600.0  # seconds; no world grows older, whoever looks on
LOOK_EVERY: Final = 5.0
App = Callable[[Any, Any, Any], Awaitable[None]]
Message = dict[str, Any]


class DemoServer:
    """Serves one world to the site until nobody looks at it any longer. The site holds the other end of
    `lifeline`, which closes when it stops or dies."""

    def __init__(
        self, app: App, folder: Path, lifeline: IO[bytes], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.app, self.folder, self.lifeline, self.clock = app, folder, lifeline, clock
        self.word = secrets.token_hex(16)
        self.begun = self.used = clock()
        self.visitors: set[asyncio.Task[Any]] = set()
        self.closing = asyncio.Event()

    async def run(self) -> None:
        """Serve until the site ends, or the world is old or left alone."""
        listener = await asyncio.start_server(self._visit, "127.0.0.1", 0)
        threading.Thread(target=self._await_end, args=(asyncio.get_running_loop(),), daemon=True).start()
        self._publish(listener.sockets[0].getsockname()[1])
        while not self.closing.is_set() and not self.is_over():
            await asyncio.wait({asyncio.ensure_future(self.closing.wait())}, timeout=LOOK_EVERY)
        (self.folder / ADDRESS).unlink(missing_ok=True)
        listener.close()
        for visit in tuple(self.visitors):
            visit.cancel()

    def is_over(self) -> bool:
        """Whether the world has had its time."""
        now = self.clock()
        return now - self.begun > LONGEST or (not self.visitors and now - self.used > IDLE)

    def _publish(self, port: int) -> None:
        """Whole or not at all, and for the server's owner alone."""
        draft = self.folder / f"{ADDRESS}.new"
        draft.unlink(missing_ok=True)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{port} {self.word}")
        draft.replace(self.folder / ADDRESS)

    def _await_end(self, loop: asyncio.AbstractEventLoop) -> None:
        self.lifeline.read()
        loop.call_soon_threadsafe(self.closing.set)

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = cast("asyncio.Task[None]", asyncio.current_task())  # as a callback of start_server runs
        self.visitors.add(task)
        try:
            said = (await reader.readline()).strip().decode("latin1")
            if secrets.compare_digest(said, self.word) and (scope := await frames.read(reader)):
                await self._answer(scope, reader, writer)
        except OSError:
            pass  # the visitor left
        finally:
            self.visitors.discard(task)
            self.used = self.clock()
            writer.close()

    async def _answer(
        self, scope: Message, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        async def receive() -> Message:
            return await frames.read(reader) or {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            await frames.write(writer, message)

        scope["client"] = tuple(scope["client"]) if scope["client"] else None
        scope["server"] = tuple(scope["server"]) if scope["server"] else None
        await self.app(scope, receive, send)
