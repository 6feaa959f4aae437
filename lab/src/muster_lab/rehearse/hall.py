"""The hall of a rehearsal: scorekeepers who retry every result until it is acknowledged, and viewers who
follow the event's live page and reconnect, as browsers do."""

import asyncio
import http.client
import json
import re
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import cycle
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple
from uuid import UUID

from muster_lab.rehearse.machines import HERE

# Scorekeepers retry after AGAIN seconds, viewers after the same WAITS as a browser (live.js).
AGAIN: Final = 0.3
WAITS: Final = (0.5, 1.0, 2.0, 5.0)
TOO_LATE: Final = 30.0
CONNECT: Final = 5.0
LIVE: Final = re.compile(rb'data-live="([^"]+)"')
SHOWN: Final = re.compile(rb'data-version="(\d+)"')


class World(NamedTuple):
    """An event with an open round, and the API tokens of its scorekeepers."""

    event: str
    tables: int
    tokens: tuple[str, ...]


class Entered(NamedTuple):
    """An acknowledged result: its table, when it was acknowledged, how long and how many tries it took,
    and when the last try was sent."""

    table: int
    at: float
    seconds: float
    tries: int
    sent: float


def build_world(players: int, keepers: int) -> World:
    """Build the world through the use cases."""
    from muster.app.tournament.commands import GiveRole
    from muster.cli.demo.tournament import begin_event
    from muster.store.accounts import Account, ApiToken

    def person(handle: str) -> Account:
        return Account.objects.create(handle=handle, name=handle, password="!")  # noqa: S106 - never typed

    hall, tokens = begin_event(players, str(person("cass").pk), rounds=5), []
    for number in range(keepers):
        keeper = person(f"keeper{number}")
        hall.do(GiveRole(person=str(keeper.pk), role="scorekeeper"))
        tokens.append(ApiToken.issue(keeper, "rehearsal")[1])
    hall.open_round()
    return World(hall.id, players // 2, tuple(tokens))


def scores(table: int) -> tuple[int, int]:
    """The scores entered for a table; each table has its own."""
    return table, 2 * table


class Log(NamedTuple):
    """What the log says about round 1: the results entered for each table, and the event's version."""

    version: int
    entered: dict[int, list[tuple[int, int]]]


def read_log(event: str) -> Log:
    """Read every result in the log in order, whether it counts or not."""
    from muster.rules.log import KINDS
    from muster.rules.tournament.running.events import ResultEntered
    from muster.store.log.models import LogEvent

    rows = LogEvent.objects.filter(stream=f"tournament:{event}").order_by("version")
    entered: dict[int, list[tuple[int, int]]] = {}
    for kind, version, payload in rows.filter(kind="tournament.result_entered").values_list(
        "kind", "event_version", "payload"
    ):
        act = KINDS.decode(kind, version, payload)
        if isinstance(act, ResultEntered) and act.result.tallies:
            first, second = act.result.tallies
            entered.setdefault(act.table, []).append((first.score, second.score))
    return Log(rows.count(), entered)


class Keepers:
    """Scorekeepers, each with a preferred front server and the other as fallback."""

    def __init__(self, world: World, fronts: Sequence[int], pace: float) -> None:
        self.world, self.fronts, self.pace = world, fronts, pace
        self.waiting: SimpleQueue[int] = SimpleQueue()
        for table in range(1, world.tables + 1):
            self.waiting.put(table)
        self.entered: list[Entered] = []
        self.refused: list[str] = []
        self.stopping = threading.Event()
        self.hurrying = threading.Event()
        self.threads = [
            threading.Thread(target=self._work, args=(number, token), daemon=True)
            for number, token in enumerate(world.tokens)
        ]

    def start(self) -> None:
        """They start one after the other, so that results come in evenly."""
        for thread in self.threads:
            thread.start()
            time.sleep(self.pace / len(self.threads))

    def finish(self, seconds: float) -> None:
        """Enter the rest as fast as possible."""
        self.hurrying.set()
        ends = time.monotonic() + seconds
        for thread in self.threads:
            thread.join(max(0.0, ends - time.monotonic()))
        self.stopping.set()

    def close(self) -> None:
        """Stop all writers, however it ended."""
        self.stopping.set()

    def _work(self, number: int, token: str) -> None:
        fronts = cycle([*self.fronts[number % 2 :], *self.fronts[: number % 2]])
        desk = Desk(self.world.event, token, f"127.0.2.{number + 1}", fronts)
        while not self.stopping.is_set():
            try:
                table = self.waiting.get_nowait()
            except Empty:
                return
            began = time.monotonic()
            tries = desk.enter(table, self.stopping)
            if desk.refused:
                self.refused.append(desk.refused)
                return
            done = time.monotonic()
            if tries:
                self.entered.append(Entered(table, done, done - began, tries, desk.sent))
            self.hurrying.wait(max(0.0, began + self.pace - done))


class Desk:
    """One scorekeeper's client: sends the same act under the same key until it is acknowledged."""

    def __init__(self, event: str, token: str, address: str, fronts: Iterable[int]) -> None:
        self.path = f"/api/v1/tournaments/{UUID(event)}/acts"
        self.address, self.fronts = address, iter(fronts)
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.line: http.client.HTTPConnection | None = None
        self.refused = ""
        self.sent = 0.0

    def enter(self, table: int, stopping: threading.Event) -> int:
        """How many tries it took; 0 if it gave up."""
        first, second = scores(table)
        slip = {"tallies": [{"victory": 9, "score": first}, {"victory": 3, "score": second}]}
        act = json.dumps({"act": "enter-result", "number": 1, "table": table, "slip": slip})
        for tries in range(1, 10_000):
            status, body = self._send(act, f"table-{table}")
            if status in {200, 201}:
                return tries
            if status in {400, 401, 403, 404, 422}:
                self.refused = f"table {table}: {status} {body[:300]!r}"
                return 0
            if stopping.wait(AGAIN):
                return 0
        return 0

    def _send(self, act: str, key: str) -> tuple[int, bytes]:
        if self.line is None:
            self.line = http.client.HTTPConnection(
                HERE, next(self.fronts), timeout=TOO_LATE, source_address=(self.address, 0)
            )
        self.sent = time.monotonic()
        try:
            self.line.request("POST", self.path, act, self.headers | {"Idempotency-Key": key})
            answer = self.line.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self.line.close()
            self.line = None  # the next try goes to the other host
            return 0, b""


class Watched(NamedTuple):
    """What a viewer saw: the last version, how often the connection broke, the longest time without one,
    what was shown when it first broke, and whether it is connected at the end."""

    version: int
    breaks: int
    longest: float
    at_break: int
    watching: bool


class Viewer:
    """A browser on the live page."""

    def __init__(self, number: int, world: World, fronts: Sequence[int]) -> None:
        self.address = f"127.0.1.{number % 250 + 1}"
        self.refresh = f"/event/{world.event}/live/event"
        self.fronts = cycle([*fronts[number % 2 :], *fronts[: number % 2]])
        self.version = self.breaks = self.at_break = 0
        self.longest, self.lost_at, self.watching = 0.0, 0.0, False

    def report(self) -> Watched:
        """What this viewer saw in total."""
        return Watched(self.version, self.breaks, self.longest, self.at_break, self.watching)

    async def follow(self) -> None:
        """Follow the page until cancelled."""
        tries = 0
        front = next(self.fronts)
        while True:
            try:
                async with asyncio.timeout(TOO_LATE):
                    page = await self._get(front, self.refresh)
                ticket = LIVE.search(page)
                if ticket is None:
                    raise OSError("no live page")
                self._saw(page)
                tries = await self._stream(front, ticket[1].decode().replace("&amp;", "&"), tries)
            except (OSError, ValueError, asyncio.IncompleteReadError):  # TimeoutError is an OSError
                front = next(self.fronts)
            self._broke()
            await asyncio.sleep(WAITS[min(tries, len(WAITS) - 1)])
            tries += 1

    def _saw(self, text: bytes) -> None:
        if found := SHOWN.search(text):
            self.version = max(self.version, int(found[1]))

    def _broke(self) -> None:
        if self.watching:
            self.watching, self.lost_at = False, time.monotonic()
            self.breaks += 1
            self.at_break = self.at_break or self.version

    async def _open(self, front: int, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        way = asyncio.open_connection(HERE, front, local_addr=(self.address, 0), limit=2**22)
        async with asyncio.timeout(CONNECT):
            reader, writer = await way
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nHX-Request: true\r\n\r\n".encode())
        async with asyncio.timeout(TOO_LATE):
            head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n", 1)[0]:
            writer.close()
            raise OSError("not just now")
        self.length = re.search(rb"content-length: (\d+)", head.lower())
        return reader, writer

    async def _get(self, front: int, path: str) -> bytes:
        reader, writer = await self._open(front, path)
        try:
            return await reader.readexactly(int(self.length[1]) if self.length else 0)
        finally:
            writer.close()

    async def _stream(self, front: int, path: str, tries: int) -> int:
        reader, writer = await self._open(front, path)
        try:
            self.watching = True
            if self.lost_at:
                self.longest = max(self.longest, time.monotonic() - self.lost_at)
            while line := await _line(reader):
                tries = 0
                if line.startswith(b"id: "):
                    with suppress(ValueError):
                        self.version = max(self.version, int(line[4:]))
        finally:
            writer.close()
        return tries


async def _line(reader: asyncio.StreamReader) -> bytes:
    async with asyncio.timeout(TOO_LATE):
        return await reader.readline()


def audience(world: World, fronts: Sequence[int], viewers: int, parent: Connection) -> None:
    """A process of viewers: reports when all are connected, is told the last version, and sends what
    they saw."""
    asyncio.run(_audience([Viewer(number, world, fronts) for number in range(viewers)], parent))


async def _audience(viewers: list[Viewer], parent: Connection) -> None:
    following = [asyncio.create_task(viewer.follow()) for viewer in viewers]
    await _until(lambda: all(viewer.watching for viewer in viewers))
    parent.send(sum(viewer.watching for viewer in viewers))
    last = await asyncio.to_thread(parent.recv)
    await _until(lambda: all(viewer.version >= last for viewer in viewers))
    parent.send([viewer.report() for viewer in viewers])
    for task in following:
        task.cancel()


async def _until(true: Callable[[], bool]) -> None:
    ends = time.monotonic() + 2 * TOO_LATE  # time for one retry of an unanswered request
    while not true() and time.monotonic() < ends:
        await asyncio.sleep(0.1)
