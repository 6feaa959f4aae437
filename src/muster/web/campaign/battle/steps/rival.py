"""Most Feared Rival: the opposing units that may be named, and whether the two choices are sealed."""

from typing import NamedTuple

from muster.rules.campaign.battle.battle import other
from muster.rules.campaign.battle.events import Fielded, SideKey
from muster.rules.campaign.battle.steps.experience import RIVAL_EXPERIENCE, may_name, rivals
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.register.register import Register
from muster.rules.cards.vocabulary import Rank


class Feared(NamedTuple):
    """A unit that may be named; one that may not says why."""

    key: str
    name: str
    rank: Rank
    words: str
    open: bool


class Rivals(NamedTuple):
    """The enemy's units for the one who names; one's own for an opponent who names aloud."""

    theirs: list[Feared]
    own: list[Feared]
    sealing: bool
    i_sealed: bool
    they_sealed: bool
    may_name: bool
    experience: int


def rivals_of(context: SideContext) -> Rivals:
    """Both lists, and how far the sealing is."""
    battle, own, across = context.battle, context.key, other(context.key)
    return Rivals(
        theirs=_units(context, across, context.enemy or Register(), rivals(battle, own)),
        own=_units(context, own, context.register, rivals(battle, across)),
        sealing=battle.switches.sealed_rivals,
        i_sealed=context.side.sealed_rival is not None,
        they_sealed=context.opponent.sealed_rival is not None,
        may_name=may_name(context) is None,
        experience=RIVAL_EXPERIENCE,
    )


def _units(context: SideContext, key: SideKey, register: Register, may: tuple[str, ...]) -> list[Feared]:
    side, names = context.battle.side(key), register.names
    own = [unit for unit in side.fielded if not unit.guest]
    return [
        Feared(
            unit.key, names.get(unit.key, unit.name), unit.rank, _words(context, key, unit), unit.key in may
        )
        for unit in sorted(own, key=lambda feared: feared.key not in may)
    ]


def _words(context: SideContext, key: SideKey, unit: Fielded) -> str:
    side = context.battle.side(key)
    if unit.key in side.casualties:
        fate = "A casualty cannot be named"
    elif unit.key in side.record.defeated:
        fate = "Defeated, survived the check"
    elif unit.key in side.record.contesting:
        fate = "Contested or controlled an objective at the end"
    else:
        fate = "Not defeated"
    card = context.cards.units.get(unit.unit)
    return f"{card.full_name if card else unit.name}. {fate}"
