"""Messages between the site and the demo's process: MessagePack, each after its length."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from muster.web.serving.body_limits import LARGEST_BODY

LENGTH_BYTES: Final = 4
LARGEST: Final = 4 * LARGEST_BODY


async def write(writer: asyncio.StreamWriter, message: Mapping[str, Any]) -> None:
    """Write one message."""
    data = msgspec.msgpack.encode(message)
    writer.write(len(data).to_bytes(LENGTH_BYTES, "big") + data)
    await writer.drain()


async def read(reader: asyncio.StreamReader) -> dict[str, Any] | None:
    """The next message; None when the other side has closed."""
    try:
        length = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
        if length > LARGEST:
            return None
        message: dict[str, Any] = msgspec.msgpack.decode(await reader.readexactly(length))
    except (asyncio.IncompleteReadError, OSError, msgspec.DecodeError):
        return None
    if "headers" in message:
        message["headers"] = [(name, value) for name, value in message["headers"]]
    return message
