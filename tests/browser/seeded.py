"""The site as it is served, but for the chance of its games: that follows from who plays and how far the game
has come, so that the same taps play the same game. And it has the script that looks for what is wrong."""

from collections.abc import Callable
from random import Random
from typing import Any

from muster.app.game.playing.desk import GameDesk
from muster.web.asgi import application as muster
from tests.browser import axe


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The site, and beside it axe."""
    if scope.get("path") == axe.ADDRESS:
        await axe.serve(send)
    else:
        await muster(scope, receive, send)


def chance_of(desk: GameDesk) -> Callable[[int], bytes]:
    """Entropy of the next act."""
    names = [chair.name for _, chair in sorted(desk.game.table.chairs.items())]
    return Random(f"{names} {desk.store.version(desk.stream)}").randbytes


GameDesk.entropy = property(chance_of, lambda _desk, _given: None)  # type: ignore[assignment, misc]
