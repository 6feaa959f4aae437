"""The clock of a game that has a limit, as its page says it."""

from datetime import UTC

from muster.app.game.playing.desk import GameDesk
from muster.app.game.playing.timing import clock_of_game


def limit_ends(desk: GameDesk) -> str:
    """When the limit is over; the same for everybody, however often they look."""
    clock = clock_of_game(desk) if not desk.game.table.ended else None
    if clock is None or clock.started is None:
        return ""
    return (clock.started + clock.length()).astimezone(UTC).isoformat(timespec="seconds")
