"""Passes on what is asked below /look/ to the demo's process, and its answers back."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from muster.web.look import frames
from muster.web.look.cookies import for_demo, from_demo
from muster.web.look.starting import ROOT, Connection, DemoProcess

PARTS: Final = ("type", "http_version", "method", "scheme", "query_string", "client", "server")
Scope = MutableMapping[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def is_below(path: str) -> bool:
    """Whether an address is one of the demo."""
    return path == ROOT or path.startswith(f"{ROOT}/")


async def forward(demo: DemoProcess, scope: Scope, receive: Receive, send: Send) -> bool:
    """Have the demo answer; False where this server has none."""
    connection = await demo.connect()
    if connection is None:
        return False
    _, writer = connection
    asked = {name: scope.get(name) for name in PARTS}
    asked |= {"path": scope["path"].removeprefix(ROOT) or "/", "root_path": ROOT}
    asking = asyncio.create_task(
        _pass_on(asked | {"headers": for_demo(list(scope["headers"]))}, receive, writer)
    )
    try:
        await _answer(connection, send)
    finally:
        asking.cancel()
        writer.close()
    return True


async def _pass_on(asked: Message, receive: Receive, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        await frames.write(writer, asked)
        while (message := await receive())["type"] != "http.disconnect":
            await frames.write(writer, message)
    writer.close()


async def _answer(connection: Connection, send: Send) -> None:
    reader, _ = connection
    begun = False
    while message := await frames.read(reader):
        if message["type"] == "http.response.start":
            message["headers"] = from_demo(message["headers"], ROOT.encode() + b"/")
            begun = True
        await send(message)
    if not begun:
        await send({"type": "http.response.start", "status": 503, "headers": [(b"retry-after", b"5")]})
        await send({"type": "http.response.body", "body": b"The demo is being made anew. Try again."})
