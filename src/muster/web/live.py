"""Live updates: a small ASGI app that pushes rendered fragments to everybody who watches a stream.

A viewer opens `/live?ticket=…`. The ticket is signed, short-lived and names stream, audience and account, and
is asked for both when it is used: who lost the role or signed out since gets nothing. A line that is not for
everybody is cut before the next frame once that is so, after sign-out at the next sign of life too. A page
that reconnects asks for a fresh fragment first, and with it gets a fresh ticket. For every commit of the
stream the fragment is rendered once per audience and sent to all of that audience: secrets of one side never
pass through the other side's channel. Where a kind can say which rows of the page changed, they go ahead of
the fragment, so that nobody fetches a page for one result.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any, NamedTuple, Protocol, runtime_checkable

import msgspec
import structlog
from django.core import signing
from django.db import Error as DatabaseErrors
from django.db import close_old_connections
from prometheus_client import Gauge

from muster.store.unavailable import is_unavailable
from muster.web.identity import of_cookies
from muster.web.serving.channels import (
    Channel,
    NewConnection,
    Viewer,
    fragment_event,
    send_refusal,
    server_sent_event,
)
from muster.web.serving.parts import Fragment
from muster.web.serving.request_queue import LINES_OF_ONE, THREADS, RequestQueue
from muster.web.serving.security_headers import STRICT_HEADERS

log = structlog.get_logger("muster.live")
VIEWERS = Gauge("muster_live_viewers", "Open live connections", multiprocess_mode="livesum")
TICKET_SECONDS = 120
HEARTBEAT_SECONDS = 20
FIRST_RETRY, LAST_RETRY = 0.2, 20.0
BREATH = 0.00025  # seconds per viewer until the next frame: results that come in a burst share one
REST = 0.002  # the same per channel: where every player has one, they are not drawn without end
DRAWERS = 4  # threads: frames are drawn while pages take all of theirs
STILL_HERE = b": still here\n\n"
SALT = "muster.live"
OVER = "This live ticket is no longer valid. Reload the page."
TOO_MANY = "Too many live pages are open from here. Close some and reload the page."
AWAY = "The database does not answer just now. Try again in a moment."

Scope = dict[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]


class Ticket(msgspec.Struct, frozen=True, array_like=True):
    """What a live connection may watch, and as whom."""

    stream: str
    audience: str
    account: str = ""

    @property
    def person(self) -> str:
        """Whose ticket it is; a kind may name the place they watch from before them: `judge/<account>`."""
        return self.account.rpartition("/")[2]


class LiveKind(Protocol):
    """What a kind of stream tells the live app: who may watch as what, and the fragment they see."""

    def audience(self, stream: str, account: str) -> str | None: ...

    def render(self, stream: str, audience: str) -> tuple[int | str, str]:
        """The fragment behind its name: the stream's version, or `seen_as` where a version would tell of
        secrets."""


class Drawing(NamedTuple):
    """A fragment behind its name; the rows that changed since the drawing before it, and what the next one is
    told that this one rests on; or the fragment in parts, of which each viewer is sent those they lack."""

    name: int | str
    html: str
    rows: str = ""
    rests_on: object = None
    parts: Fragment | None = None


@runtime_checkable
class PartKind(LiveKind, Protocol):
    """A kind whose fragments come in parts."""

    def fragment(self, stream: str, audience: str) -> tuple[int | str, Fragment]: ...


@runtime_checkable
class RowKind(LiveKind, Protocol):
    """A kind for a full hall. It says which rows changed: the screen they follow and the one they lead to,
    then the rows. And it is asked once for all who watch."""

    def draw(self, stream: str, audience: str, before: object) -> Drawing: ...

    def audiences(self, stream: str, accounts: Collection[str]) -> Mapping[str, str | None]: ...


class Feed(Protocol):
    """The part of the change feed used here."""

    def subscribe(self, stream: str, callback: Callable[[str, int], None]) -> Callable[[], None]: ...


KINDS: dict[str, LiveKind] = {}  # filled by `muster.web.rooms`


def seen_as(audience: str, shown: str) -> str:
    """The name of what an audience is shown: it tells whether that changed, and nothing else."""
    return sha256(f"{audience}\n{shown}".encode()).hexdigest()[:20]


def issue_ticket(stream: str, audience: str, account: str = "") -> str:
    """A signed ticket for the address of a live connection."""
    return signing.dumps([stream, audience, account], salt=SALT, compress=True)


def read_ticket(text: str) -> Ticket | None:
    """The ticket, or None when it is forged or too old."""
    try:
        return Ticket(*signing.loads(text, salt=SALT, max_age=TICKET_SECONDS))
    except (signing.BadSignature, TypeError, ValueError):
        return None


class LiveApp:
    """The ASGI app. One per process; the feed's reader thread wakes it. Who comes waits for a turn as for a
    page; frames are drawn by threads of their own. `kinds` are by what the names of their streams begin with:
    `table:0198…`."""

    kinds: Mapping[str, LiveKind] = KINDS

    def __init__(
        self,
        feed: Feed,
        who: Callable[[str], str] = of_cookies,
        turns: RequestQueue | None = None,
        doors: ThreadPoolExecutor | None = None,
    ) -> None:
        self.feed = feed
        self.turns = turns or RequestQueue()
        self.doors = doors or ThreadPoolExecutor(THREADS, thread_name_prefix="live-door")
        self.drawers = ThreadPoolExecutor(DRAWERS, thread_name_prefix="live-draw")
        self.lines: Counter[str] = Counter()
        self.who = who  # from the cookies that come with a ticket: the account that is signed in
        self.channels: dict[tuple[str, str], Channel] = {}
        self.beating: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        came = NewConnection.of(scope)
        ticket = read_ticket(came.ticket)
        if ticket is None or ticket.stream.partition(":")[0] not in KINDS:
            await self.refuse(send, 403, OVER)
            return
        await self.serve(ticket, came, scope, receive, send)

    async def serve(
        self, ticket: Ticket, came: NewConnection, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Send whoever came what the ticket names, for as long as they stay."""
        address = came.address
        if self.lines[address] >= LINES_OF_ONE:
            await self.refuse(send, 429, TOO_MANY)
            return
        self.lines[address] += 1
        scope.clear()  # a line is open for hours, and nobody asks again what its request said
        try:
            await self._serve_watched(ticket, came, receive, send)
        finally:
            self.lines.subtract([address])
            if not self.lines[address]:
                del self.lines[address]

    async def _serve_watched(self, ticket: Ticket, came: NewConnection, receive: Receive, send: Send) -> None:
        try:
            async with self.turns.of(came.address):
                viewer = await _loop().run_in_executor(self.doors, self._admit, ticket, came.cookies)
        except DatabaseErrors as error:
            if not is_unavailable(error):
                raise
            await self.refuse(send, 503, AWAY)
            return
        if viewer is None:
            await self.refuse(send, 403, OVER)
            return
        viewer.has = came.has
        channel = self._join(ticket, viewer)
        self._greet(channel, viewer)
        VIEWERS.inc()
        try:
            await _serve(channel, viewer, receive, send, self._is_there)
        finally:
            VIEWERS.dec()
            self._leave(channel, viewer)

    def _admit(self, ticket: Ticket, cookies: str) -> Viewer | None:
        """In a worker thread: the viewer, if the ticket's owner comes with it and may still watch as this."""
        close_old_connections()
        try:
            if ticket.person and self.who(cookies) != ticket.person:
                return None
            watches, place = (
                self.kinds[ticket.stream.partition(":")[0]].audience,
                ticket.account.rpartition("/")[:2],
            )
            if watches(ticket.stream, ticket.account) != ticket.audience:
                return None
            open_to_all = watches(ticket.stream, "".join(place)) == ticket.audience
            return Viewer(ticket.account, "" if open_to_all else cookies)
        finally:
            close_old_connections()

    async def _is_there(self, viewer: Viewer) -> bool:
        """Whether somebody who is sent nothing for a while is signed in yet; if nobody can tell, they are."""
        try:
            return await _loop().run_in_executor(self.drawers, _is_signed_in, self.who, viewer)
        except DatabaseErrors:
            return True

    def frame_of(self, name: int | str, shown: str) -> bytes:
        """What goes over the line; its id is what a line that broke begins again with."""
        return fragment_event(name, shown)

    async def refuse(self, send: Send, status: int, sentence: str) -> None:
        """Why there is no line."""
        await send_refusal(send, status, sentence.encode(), b"text/plain; charset=utf-8")

    def stop(self) -> None:
        """Let every viewer go, so that the server can end."""
        for channel in tuple(self.channels.values()):
            for viewer in tuple(channel.viewers):
                viewer.drop()

    def _join(self, ticket: Ticket, viewer: Viewer) -> Channel:
        key = (ticket.stream, ticket.audience)
        channel = self.channels.get(key)
        if channel is None:
            channel = self.channels[key] = Channel(*key)
            loop = _loop()

            def wake(stream: str, version: int, channel: Channel = channel) -> None:
                with contextlib.suppress(RuntimeError):  # the loop closed: the server is stopping
                    loop.call_soon_threadsafe(self._refresh, channel, version)

            channel.unsubscribe = self.feed.subscribe(ticket.stream, wake)
        channel.viewers.add(viewer)
        if self.beating is None or self.beating.done():
            self.beating = asyncio.create_task(self._beat())
        return channel

    async def _beat(self) -> None:
        """Now and then everybody is woken, one by one: who has no news hears that the line is there."""
        while self.channels:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            for viewer in [viewer for channel in self.channels.values() for viewer in channel.viewers]:
                viewer.wake()
                await asyncio.sleep(0)

    def _leave(self, channel: Channel, viewer: Viewer) -> None:
        channel.viewers.discard(viewer)
        if not channel.viewers:
            channel.unsubscribe()
            self.channels.pop((channel.stream, channel.audience), None)

    def _greet(self, channel: Channel, viewer: Viewer) -> None:
        """What happened between the page being rendered and this connection is sent at once."""
        if channel.frame is None:
            self._refresh(channel, max(channel.wanted, 1))
        else:
            viewer.wake()

    def _refresh(self, channel: Channel, version: int) -> None:
        """Render once for all, never twice at a time: commits that arrive meanwhile share the next turn."""
        channel.wanted = max(channel.wanted, version)
        if channel.rendering is None or channel.rendering.done():
            channel.rendering = asyncio.create_task(self._render(channel))

    async def _render(self, channel: Channel) -> None:
        failed = 0
        while channel.wanted > channel.version and channel.viewers:
            target = channel.wanted
            try:
                drawing, barred = await _loop().run_in_executor(
                    self.drawers, _draw, channel, self.who, self.kinds
                )
            except Exception:
                # Most often the database was away for a moment. The act still happened: it is drawn again.
                log.exception("live fragment failed", stream=channel.stream, times=failed + 1)
                await asyncio.sleep(min(FIRST_RETRY * 2**failed, LAST_RETRY))
                failed += 1
                continue
            failed = 0
            new, name = self.frame_of(drawing.name, drawing.html), drawing.name
            news = new != channel.frame  # what this audience does not see leaves no trace on its line
            channel.version = max(target, name if isinstance(name, int) else 0)
            channel.rests_on = drawing.rests_on
            for viewer in barred:  # first: a line that is busy sends what is there when it comes to it
                viewer.drop()
            if news:
                rows = server_sent_event("rows", drawing.rows) if drawing.rows else b""
                channel.go_on(new, rows, name, drawing.parts)
                await channel.wake_viewers()
            await asyncio.sleep(len(channel.viewers) * BREATH + (len(self.channels) - 1) * REST)


def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.get_running_loop()


def _is_signed_in(who: Callable[[str], str], viewer: Viewer) -> bool:
    close_old_connections()
    try:
        return not viewer.cookies or who(viewer.cookies) == viewer.account.rpartition("/")[2]
    finally:
        close_old_connections()


def _draw(
    channel: Channel, who: Callable[[str], str], kinds: Mapping[str, LiveKind] = KINDS
) -> tuple[Drawing, set[Viewer]]:
    """In a worker thread: the drawing, and which of the viewers may not see it any more."""
    close_old_connections()
    try:
        kind = kinds[channel.stream.partition(":")[0]]
        if isinstance(kind, RowKind):
            drawing = kind.draw(channel.stream, channel.audience, channel.rests_on)
        elif isinstance(kind, PartKind):
            name, parts = kind.fragment(channel.stream, channel.audience)
            drawing = Drawing(name, parts.html, parts=parts)
        else:
            drawing = Drawing(*kind.render(channel.stream, channel.audience))
        viewers = tuple(channel.viewers)
        accounts = {viewer.account for viewer in viewers}
        if isinstance(kind, RowKind):
            seen_by = kind.audiences(channel.stream, accounts)
        else:
            seen_by = {account: kind.audience(channel.stream, account) for account in accounts}
        return drawing, {
            viewer
            for viewer in viewers
            if seen_by[viewer.account] != channel.audience
            or (viewer.cookies and not _is_signed_in(who, viewer))
        }
    finally:
        close_old_connections()


async def _serve(
    channel: Channel,
    viewer: Viewer,
    receive: Receive,
    send: Send,
    is_there: Callable[[Viewer], Awaitable[bool]],
) -> None:
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        *STRICT_HEADERS,
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    hung_up = asyncio.create_task(_until_disconnect(receive, viewer))
    try:
        while not viewer.gone:
            if not viewer.woken:
                viewer.sleep = _loop().create_future()
                await viewer.sleep
                continue
            viewer.woken = False
            if viewer.at != channel.step:
                body, viewer.at = channel.owes(viewer) or STILL_HERE, channel.step
            elif viewer.cookies and not await is_there(viewer):
                break
            else:
                body = STILL_HERE
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        hung_up.cancel()


async def _until_disconnect(receive: Receive, viewer: Viewer) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    viewer.drop()
