"""What happens in an activation where players have its actions counted, and that they have."""

from msgspec.structs import replace

from muster.rules.game.log.events import UnitEvent
from muster.rules.game.log.evolve import on
from muster.rules.game.table import Game
from muster.rules.log import Event, event


@event("game.action_taken")
class ActionTaken(UnitEvent, frozen=True, kw_only=True):
    """A unit took an action, which cost it so many of its actions: 0 where it was free."""

    action: str
    cost: int = 1


@event("game.switch_set")
class SwitchSet(Event, frozen=True, kw_only=True):
    """Something that players may have or leave is on from now on, or off."""

    name: str
    on: bool


@on(SwitchSet)
def _switch_set(game: Game, event: SwitchSet) -> Game:
    switches = {**game.table.switches, event.name: event.on}
    return replace(game, table=replace(game.table, switches=switches))
