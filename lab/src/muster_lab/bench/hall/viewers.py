"""The viewers of `muster-lab bench hall`, in a process of their own.

Each opens the event's page, keeps its live connection and does what the page's scripts do: updates rows in
place, or fetches its part of the page.
"""

import asyncio
import random
import re
import time
import zlib
from functools import lru_cache
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple

CONNECTING: Final = 32  # connections opened at once
PATIENCE: Final = 60.0  # seconds for every viewer to see everything
TICKET: Final = re.compile(r'data-live="([^"]+)"')
PART: Final = re.compile(r'data-follow="([^"]+)" data-screen="([^"]+)" data-wait="(\d+)"')
ROW: Final = re.compile(r'<li class="pairing"[^>]* data-table="(\d+)"(.*?)</ol></li>', re.DOTALL)
SCREEN: Final = re.compile(r'data-screen="([^"]+)"')
EVENT: Final = re.compile(r"^event: (\w+)$", re.MULTILINE)
DATA: Final = re.compile(r"^data: ?(.*)$", re.MULTILINE)


class Hall(NamedTuple):
    """The address of the event, and how many pages its tables take."""

    port: int
    event: str
    pages: int


class Seen(NamedTuple):
    """What a viewer reports: when each row arrived (seconds since the epoch), bytes, parts fetched, and
    whether it ended with all rows and the last version."""

    rows: dict[int, float]
    bytes: int
    fetched: int
    last: bool


class Pushed(NamedTuple):
    """One frame: rows that lead from one screen to the next, or a note that another screen is due."""

    rows: frozenset[int] = frozenset()
    before: str = ""
    screen: str = ""
    version: int = 0


@lru_cache(maxsize=512)
def read_frame(frame: bytes) -> tuple[Pushed, ...]:
    """The events in a frame. A thousand viewers get the same frame, so it is parsed once."""
    found = []
    for message in frame.decode().split("\n\n"):
        kind, data = EVENT.search(message), "\n".join(DATA.findall(message))
        if kind and kind[1] == "rows":
            before, after = data.partition("\n")[0].split()
            found.append(Pushed(tables_in(data), before, after))
        elif kind and (screen := SCREEN.search(data)):
            found.append(
                Pushed(screen=screen[1], version=int(message.partition("id: ")[2].partition("\n")[0]))
            )
    return tuple(found)


@lru_cache(maxsize=512)
def body_of(answer: bytes) -> tuple[dict[str, str], str]:
    """Headers and text of an answer."""
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = (line.partition(": ") for line in head.decode("latin1").split("\r\n")[1:])
    headers = {name.lower(): value for name, _, value in lines}
    packed = headers.get("content-encoding") == "gzip"
    return headers, (zlib.decompress(body, 31) if packed else body).decode()


@lru_cache(maxsize=512)
def tables_in(html: str, *, done: bool = True) -> frozenset[int]:
    """The tables whose rows are on the page; by default only those with a result."""
    return frozenset(int(table) for table, row in ROW.findall(html) if not done or 'class="num"' in row)


class Viewer:
    """One phone."""

    def __init__(self, hall: Hall, number: int) -> None:
        self.hall, self.page = hall, number % hall.pages + 1
        self.rows: dict[int, float] = {}
        self.tables: frozenset[int] = frozenset()
        self.version = self.bytes = self.fetched = 0
        self.screen = self.due = ""
        self.fetching: asyncio.Task[None] | None = None
        self.connected = asyncio.Event()

    async def watch(self, turn: asyncio.Semaphore) -> None:
        """Open the page, then the live connection, and stay until cancelled."""
        async with turn:
            _, html = await self.get(f"/event/{self.hall.event}?show=pairings&page={self.page}")
            ticket, part = TICKET.search(html), PART.search(html)
            assert ticket and part, html[:400]  # noqa: S101 - a measurement - the page is ours
            self.follow, self.screen, self.wait = part[1].replace("&amp;", "&"), part[2], int(part[3]) / 1000
            self.tables = tables_in(html, done=False)
            reader, writer = await asyncio.open_connection("127.0.0.1", self.hall.port, limit=2**14)
            writer.write(_request(ticket[1]))
            status = await reader.readuntil(b"\r\n\r\n")
            assert b" 200 " in status.partition(b"\r\n")[0], status  # noqa: S101 - a measurement
            await self.listen(reader)
        try:
            while True:
                await self.listen(reader)
        finally:
            writer.close()

    async def listen(self, reader: asyncio.StreamReader) -> None:
        """Wait for the next frame."""
        size = await reader.readline()
        frame = await reader.readexactly(int(size, 16) + 2)
        self.bytes += len(size) + len(frame)
        for pushed in read_frame(frame):
            self.show(pushed)
        self.connected.set()

    def show(self, frame: Pushed) -> None:
        """Update the rows in place if the page is at the screen they follow; otherwise fetch the part."""
        if frame.before:
            if frame.before == self.screen and self.fetching is None:
                self.saw(frame.rows)
                self.screen = frame.screen
            return
        self.version, self.due = frame.version, frame.screen
        if self.due != self.screen and self.fetching is None:
            self.fetching = asyncio.create_task(self.fetch())

    async def fetch(self) -> None:
        """Fetch the part of the page until it is the screen that is due."""
        while self.due != self.screen:
            await asyncio.sleep(random.random() * self.wait)  # noqa: S311 - as the page does
            due = self.due
            headers, html = await self.get(self.follow)
            self.fetched += 1
            self.saw(tables_in(html))
            self.screen = headers.get("muster-screen", due)
        self.fetching = None

    def saw(self, tables: frozenset[int]) -> None:
        now = time.time()
        for table in tables & self.tables:
            self.rows.setdefault(table, now)

    async def get(self, path: str) -> tuple[dict[str, str], str]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.hall.port)
        try:
            writer.write(_request(path, b"Connection: close\r\nAccept-Encoding: gzip\r\n"))
            answer = await reader.read(-1)
        finally:
            writer.close()
        self.bytes += len(answer)
        return body_of(answer)

    def is_done(self, version: int) -> bool:
        return self.version >= version and self.rows.keys() >= self.tables and self.screen == self.due


def _request(path: str, more: bytes = b"") -> bytes:
    return b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n" % (path.encode(), more)


def run(hall: Hall, viewers: int, line: Connection) -> None:
    """The process: reports when half and when all viewers are connected, receives the last version, and
    sends what was seen."""
    asyncio.run(_run(hall, viewers, line))


async def _run(hall: Hall, viewers: int, line: Connection) -> None:
    turn, loop = asyncio.Semaphore(CONNECTING), asyncio.get_running_loop()
    every = [Viewer(hall, number) for number in range(viewers)]
    tasks: list[asyncio.Task[None]] = []
    for half in (every[: viewers // 2], every[viewers // 2 :]):
        tasks += [asyncio.create_task(viewer.watch(turn)) for viewer in half]
        connected: asyncio.Future[Any] = asyncio.gather(*(viewer.connected.wait() for viewer in half))
        await asyncio.wait(
            [connected, *tasks], return_when=asyncio.FIRST_COMPLETED
        )  # a task that ends has failed
        line.send(sum(viewer.connected.is_set() for viewer in every))
        await loop.run_in_executor(None, line.recv)
    for viewer in every:
        viewer.bytes = viewer.fetched = 0
    version = await loop.run_in_executor(None, line.recv)
    until = loop.time() + PATIENCE
    while loop.time() < until and not all(viewer.is_done(version) for viewer in every):
        await asyncio.sleep(0.1)
    line.send([Seen(viewer.rows, viewer.bytes, viewer.fetched, viewer.is_done(version)) for viewer in every])
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
