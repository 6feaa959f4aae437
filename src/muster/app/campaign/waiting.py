"""Battles that wait for somebody: opened by an opponent, half-way through the steps, or not confirmed yet."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from muster.app.campaign.battles import BattleTable, SideRef
from muster.app.campaign.logs import REGISTERS
from muster.app.stream_roles import StreamRoles
from muster.rules.campaign.battle.battle import SIDES, Battle, other
from muster.rules.campaign.battle.recording import to_choose
from muster.rules.campaign.battle.steps.experience import may_name
from muster.rules.campaign.club.membership import BattleAnnounced

LOOKED_AT = 20  # the newest battles of a Register; an older one that nobody mustered for is forgotten

Why = Literal["muster", "agenda", "record", "steps", "rival", "confirm"]


class Waiting(msgspec.Struct, frozen=True):
    """A battle, the side that is waited for, what for, and the Register across the table if there is one."""

    place: SideRef
    register: str
    why: Why
    across: str = ""


def waiting_for(battles: BattleTable, registers: Sequence[str]) -> list[Waiting]:
    """The battles of some Registers in which something is left for them to do, newest first."""
    logs = battles.tours
    logs.open(registers)
    logs.open([logs.register(one).state.campaign for one in registers])
    found = {one: _battles_of(battles, one) for one in registers}
    everything = [battle for ids in found.values() for battle in ids]
    logs.open(everything)
    states = [battles.battle(one).state for one in everything]
    logs.open([one.side(key).register for one in states for key in SIDES])
    return [line for register, ids in found.items() for line in _waiting(battles, register, ids)]


def _battles_of(battles: BattleTable, register: str) -> list[str]:
    """The open battle of a Register and the newest that its campaign announced for it."""
    now = battles.tours.register(register).state
    known = _announced(battles, now.campaign, register) if now.campaign else []
    ids = dict.fromkeys([*([now.open_battle] if now.open_battle else []), *reversed(known[-LOOKED_AT:])])
    return list(ids)


def _announced(battles: BattleTable, campaign: str, register: str) -> list[str]:
    """The battles of a campaign that were opened for this Register: others' are not even looked at."""
    event = (entry.event for entry in battles.tours.live(campaign))
    return [
        one.battle for one in event if isinstance(one, BattleAnnounced) and register in one.registers.values()
    ]


def open_battles_for(battles: BattleTable, stream_roles: StreamRoles, actor: str) -> list[Waiting]:
    """The same for all the Registers of a person."""
    return waiting_for(battles, stream_roles.streams(actor, "owner", REGISTERS) if actor else [])


def _waiting(battles: BattleTable, register: str, ids: Iterable[str]) -> Iterable[Waiting]:
    for battle in ids:
        found = battles.battle(battle).state
        for key in SIDES:
            if found.side(key).register == register and (why := _why(battles, found, SideRef(battle, key))):
                yield Waiting(SideRef(battle, key), register, why, found.side(other(key)).register)


def _why(battles: BattleTable, found: Battle, place: SideRef) -> Why | None:
    side = found.side(place.side)
    if found.status == "open":
        if not side.mustered:
            return "muster"
        return "agenda" if to_choose(found, place.side) else "record"
    if found.status != "recorded":
        return None
    if not side.done:
        return "steps"
    if may_name(battles.load_side(place).seat) is None:
        return "rival"
    return None if side.confirmed else "confirm"
