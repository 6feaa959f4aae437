"""What was told of an act is told again as it was, while nothing has changed that it is told by.

A page tells forty acts, and thirty-nine of them were on the page before. A sentence names units, tokens and
players and says nothing of how they fare: as long as those have their names, it stays as it is.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import Final, NamedTuple

from muster.app.game.playing.taking_back import askable, ends_asking, is_of_attack
from muster.rules.game.log.events import GameEnded, PhaseBegun
from muster.rules.game.table import Side, Table
from muster.rules.log import LoggedAct
from muster.rules.log.views import Viewer
from muster.web.game.play.telling import side_of, tell, undo_label

MOST_GROUNDS: Final = 64
MOST_TOLD: Final = 4096
OF_THE_TABLE: Final = (GameEnded,)
"""Why a game ended is told by how it stands."""


class RetoldAct(NamedTuple):
    """An act for who may see some of it: whose it was, in sentences, what its undo is called; whether it may
    be asked back, whether nothing before it may, whether it is a part of an attack, and the phase that it
    began."""

    side: Side | None
    texts: tuple[str, ...]
    name: str
    askable: bool
    ends_asking: bool
    of_attack: bool
    begins: PhaseBegun | None


class Ground:
    """All that an act is told by but the act itself, and what was told on it."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, int], tuple[LoggedAct, RetoldAct]] = {}

    def tell(self, table: Table, act: LoggedAct, viewer: Viewer) -> RetoldAct:
        """The act as this viewer may know it. The same act is the same value in every version of its log."""
        key = (viewer.key, id(act))
        found = self._told.get(key)
        if found is not None and found[0] is act:
            return found[1]
        retold = _retell_act(table, act, viewer)
        if not any(isinstance(event, OF_THE_TABLE) for event in act.events):
            if len(self._told) >= MOST_TOLD:
                self._told = {}
            self._told[key] = (act, retold)
        return retold


def ground_of(table: Table) -> Ground:
    """The ground on which acts of a game are told now: the names of all that they may speak of."""
    mission = table.mission
    return _ground((
        table.mode, table.edition, table.name, mission.objective, mission.secondary, table.blue,
        tuple((seat, chair.name) for seat, chair in table.chairs.items()),
        tuple((unit.id, unit.name, unit.seat) for unit in table.units.values()),
        tuple((marker.id, marker.name, marker.kind, marker.of) for marker in table.markers.values()),
    ))  # fmt: skip


@lru_cache(maxsize=MOST_GROUNDS)
def _ground(_names: Hashable) -> Ground:
    return Ground()


def _retell_act(table: Table, act: LoggedAct, viewer: Viewer) -> RetoldAct:
    seen = [event for event in act.events if viewer.may_see(event)]
    texts = tuple(filter(None, (tell(table, event) for event in seen)))
    side, name = (side_of(table, seen), undo_label(table, seen)) if texts else (None, "")
    return RetoldAct(
        side, texts, name, askable(act), ends_asking(act), is_of_attack(act), phase_begun_in(act)
    )  # fmt: skip


def phase_begun_in(act: LoggedAct) -> PhaseBegun | None:
    """The phase of a round in which an act ends, if it began one."""
    for event in reversed(act.events):
        if isinstance(event, PhaseBegun) and event.round:
            return event
    return None
