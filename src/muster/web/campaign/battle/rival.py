"""Most Feared Rival: the opposing units that may be named, and whether the two choices are sealed."""

from typing import Any, NamedTuple

from muster.rules.campaign.battle.battle import other
from muster.rules.campaign.battle.events import Fielded, SideKey
from muster.rules.campaign.battle.steps.experience import may_name, rivals
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.register.register import Register
from muster.rules.cards.vocabulary import Rank
from muster.web.campaign.battle.request import names_of


class Feared(NamedTuple):
    """A unit that may be named; one that may not says why."""

    key: str
    name: str
    rank: Rank
    words: str
    open: bool


def rival_context(seat: SideContext) -> dict[str, Any]:
    """The enemy's units for the one who names; one's own for an opponent who names aloud."""
    across = other(seat.key)
    own = seat.register
    return {
        "rivals": _units(seat, across, seat.enemy or Register(), rivals(seat.battle, seat.key)),
        "own_rivals": _units(seat, seat.key, own, rivals(seat.battle, across)),
        "sealing": seat.battle.switches.sealed_rivals,
        "i_sealed": seat.side.sealed_rival is not None,
        "they_sealed": seat.opponent.sealed_rival is not None,
        "may_name": may_name(seat) is None,
    }


def _units(seat: SideContext, key: SideKey, register: Register, may: tuple[str, ...]) -> list[Feared]:
    side, names = seat.battle.side(key), names_of(register)
    own = [unit for unit in side.fielded if not unit.guest]
    return [
        Feared(one.key, names.get(one.key, one.name), one.rank, _words(seat, key, one), one.key in may)
        for one in sorted(own, key=lambda one: one.key not in may)
    ]


def _words(seat: SideContext, key: SideKey, unit: Fielded) -> str:
    side = seat.battle.side(key)
    if unit.key in side.casualties:
        fate = "A casualty cannot be named"
    elif unit.key in side.record.defeated:
        fate = "Defeated, but it came home"
    elif unit.key in side.record.contesting:
        fate = "Contested or held at the end"
    else:
        fate = "Stood at the end"
    card = seat.cards.units.get(unit.unit)
    return f"{card.full_name if card else unit.name}. {fate}"
