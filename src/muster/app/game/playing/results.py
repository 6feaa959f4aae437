"""The result of a game stays with the armies it was played with."""

from collections.abc import Sequence

from muster.app.game.playing.desk import GameDesk
from muster.app.streams import EventStore, Write
from muster.rules.game.game import Game
from muster.rules.game.log.house import ArmyKept
from muster.rules.game.sides.results import RESULTS, STREAM, ArmyResults, played
from muster.rules.log import live


def results_of(desk: GameDesk, game: Game) -> Sequence[Write]:
    """What closing a game writes: one entry for each saved army, the latest that a seat brought."""
    kept = {one.event.seat: one.event for one in live(desk.log) if isinstance(one.event, ArmyKept)}
    id, table = desk.stream.partition(":")[2], game.table
    entries: dict[str, list[ArmyKept]] = {}
    for seat, brought in kept.items():
        if seat in table.chairs:
            entries.setdefault(f"{STREAM}{brought.army}", []).append(brought)
    return [
        Write(
            stream,
            desk.store.version(stream),
            tuple(played(id, table, one.seat, one.version) for one in brought),
        )
        for stream, brought in entries.items()
    ]


def army_results(store: EventStore, army: str) -> ArmyResults:
    """How an army fared, version by version."""
    return store.load(RESULTS, f"{STREAM}{army}").state
