"""The result of a game stays with the armies it was played with."""

from collections.abc import Mapping, Sequence

from muster.app.game.playing.desk import GameDesk
from muster.app.streams import EventStore, Write
from muster.rules.game.game import Game
from muster.rules.game.log.events import ForceBrought, SeatLeft
from muster.rules.game.log.game_settings import ArmyKept
from muster.rules.game.sides.results import RESULTS, STREAM, ArmyResults, army_played
from muster.rules.game.table import Seat
from muster.rules.log.counting import acts_holding


def results_of(desk: GameDesk, game: Game) -> Sequence[Write]:
    """What closing a game writes: one entry for each saved army that a seat played with."""
    id, table = desk.stream.partition(":")[2], game.table
    entries: dict[str, list[ArmyKept]] = {}
    for brought in saved_armies(desk).values():
        entries.setdefault(f"{STREAM}{brought.army}", []).append(brought)
    return [
        Write(
            stream,
            desk.store.version(stream),
            tuple(army_played(id, table, army.seat, army.version) for army in brought),
        )
        for stream, brought in entries.items()
    ]


def saved_armies(desk: GameDesk) -> Mapping[Seat, ArmyKept]:
    """The saved armies that the seats brought last; a document in place of one, or another player, has
    none. Nobody but the player of a seat may know its army."""
    found: dict[Seat, ArmyKept] = {}
    acts = [*acts_holding(desk.acts, ForceBrought, SeatLeft, ArmyKept)]
    for event in (event for act in reversed(acts) for event in act.events):
        if isinstance(event, ForceBrought | SeatLeft):
            found.pop(event.seat, None)
        if isinstance(event, ArmyKept):
            found[event.seat] = event
    return found


def army_results(store: EventStore, army: str) -> ArmyResults:
    """How an army fared, version by version."""
    return store.load(RESULTS, f"{STREAM}{army}").state
