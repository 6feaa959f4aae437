"""The result of a game stays with the armies it was played with."""

from collections.abc import Iterable, Sequence

from muster.app.game.playing.desk import GameDesk
from muster.app.streams import EventStore, Write
from muster.rules.game.game import Game
from muster.rules.game.log.events import ForceBrought, SeatLeft
from muster.rules.game.log.house import ArmyKept
from muster.rules.game.sides.results import RESULTS, STREAM, ArmyResults, played
from muster.rules.game.table import Seat
from muster.rules.log import Event, live


def results_of(desk: GameDesk, game: Game) -> Sequence[Write]:
    """What closing a game writes: one entry for each saved army that a seat played with."""
    id, table = desk.stream.partition(":")[2], game.table
    entries: dict[str, list[ArmyKept]] = {}
    for brought in _kept(one.event for one in live(desk.log)):
        entries.setdefault(f"{STREAM}{brought.army}", []).append(brought)
    return [
        Write(
            stream,
            desk.store.version(stream),
            tuple(played(id, table, one.seat, one.version) for one in brought),
        )
        for stream, brought in entries.items()
    ]


def _kept(events: Iterable[Event]) -> Iterable[ArmyKept]:
    """The saved armies that the seats brought last; a document in place of one, or another player, has
    none."""
    found: dict[Seat, ArmyKept] = {}
    for event in events:
        if isinstance(event, ForceBrought | SeatLeft):
            found.pop(event.seat, None)
        if isinstance(event, ArmyKept):
            found[event.seat] = event
    return found.values()


def army_results(store: EventStore, army: str) -> ArmyResults:
    """How an army fared, version by version."""
    return store.load(RESULTS, f"{STREAM}{army}").state
