"""Battles that wait for somebody: opened by an opponent, half-way through the steps, or not confirmed yet."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from muster.app.campaign.battles import BattleTable, SideRef
from muster.app.campaign.register_access import REGISTERS
from muster.app.stream_roles import StreamRoles
from muster.rules.campaign.battle.battle import SIDES, Battle, other
from muster.rules.campaign.battle.recording import to_choose
from muster.rules.campaign.battle.steps.experience import may_name
from muster.rules.campaign.club.membership import BattleAnnounced
from muster.rules.log import live

LOOKED_AT = 20  # the newest battles of a Register; an older one that nobody mustered for is forgotten

Why = Literal["muster", "agenda", "record", "steps", "rival", "confirm"]


class Waiting(msgspec.Struct, frozen=True):
    """A battle, the side that is waited for, what for, and the Register across the table if there is one."""

    place: SideRef
    register: str
    why: Why
    across: str = ""


def waiting_for(battles: BattleTable, register: str) -> list[Waiting]:
    """The battles of a Register in which something is left for it to do, newest first."""
    now = battles.tours.register(register).state
    known = _announced(battles, now.campaign, register) if now.campaign else []
    ids = dict.fromkeys([*([now.open_battle] if now.open_battle else []), *reversed(known[-LOOKED_AT:])])
    return list(_waiting(battles, register, ids))


def _announced(battles: BattleTable, campaign: str, register: str) -> list[str]:
    """The battles of a campaign that were opened for this Register: others' are not even looked at."""
    event = (entry.event for entry in live(battles.store.read(campaign)))
    return [
        one.battle for one in event if isinstance(one, BattleAnnounced) and register in one.registers.values()
    ]


def open_battles_for(battles: BattleTable, stream_roles: StreamRoles, actor: str) -> list[Waiting]:
    """The same for all the Registers of a person."""
    held = stream_roles.streams(actor, "owner", REGISTERS) if actor else []
    return [one for register in held for one in waiting_for(battles, register)]


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
