"""The site as it is served, but for the chance of its games: that follows from who plays and how far the game
has come, so that the same taps play the same game."""

from collections.abc import Callable
from random import Random

from muster.app.game.playing.desk import GameDesk
from muster.web.asgi import application

__all__ = ["application"]


def chance_of(desk: GameDesk) -> Callable[[int], bytes]:
    """Entropy of the next act."""
    names = [chair.name for _, chair in sorted(desk.game.table.chairs.items())]
    return Random(f"{names} {desk.store.version(desk.stream)}").randbytes


GameDesk.entropy = property(chance_of, lambda _desk, _given: None)  # type: ignore[assignment, misc]
