"""Battles that wait for somebody: opened by an opponent, half-way through the steps, or not yet confirmed."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from muster.app.campaign.battle.context import BattleTable, SideRef
from muster.rules.campaign.battle.battle import SIDES, other
from muster.rules.campaign.battle.recording import to_choose
from muster.rules.campaign.battle.steps.experience import owes_rival
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.club.membership import BattleAnnounced

LOOKED_AT = 20  # newest battles of a Register to check; older ones that nobody mustered for are ignored

Why = Literal["muster", "agenda", "record", "steps", "rival", "confirm"]


class Waiting(msgspec.Struct, frozen=True):
    """A battle, the side it waits for, the reason, and the opposing Register if there is one."""

    at: SideRef
    register: str
    why: Why
    across: str = ""


def waiting_for(table: BattleTable, registers: Sequence[str]) -> list[Waiting]:
    """The battles in which some Registers have something left to do, newest first."""
    table.logs.open(registers)
    table.logs.open([table.logs.register(register).state.campaign for register in registers])
    battles = {register: _battles_of(table, register) for register in registers}
    table.prefetch([battle for found in battles.values() for battle in found])
    return [line for register, found in battles.items() for line in _waiting_battles(table, register, found)]


def battles_of(table: BattleTable, registers: Sequence[str]) -> list[str]:
    """The battles of some Registers: those announced or open, then those that are done, the newest first."""
    table.logs.open(registers)
    table.logs.open([table.logs.register(register).state.campaign for register in registers])
    found: list[str] = []
    for register in registers:
        past = table.logs.register(register).state.battles
        found += [*_battles_of(table, register), *(done.battle for done in reversed(past))]
    return list(dict.fromkeys(found))


def _battles_of(table: BattleTable, register: str) -> list[str]:
    """A Register's open battle, and those its campaign announced for it; no others are read."""
    now = table.logs.register(register).state
    events = [entry.event for entry in table.logs.effective(now.campaign)] if now.campaign else []
    announced = [
        event
        for event in events
        if isinstance(event, BattleAnnounced) and register in event.registers.values()
    ]
    newest = [event.battle for event in reversed(announced[-LOOKED_AT:])]
    return list(dict.fromkeys(filter(None, [now.open_battle, *newest])))


def _waiting_battles(table: BattleTable, register: str, battles: Iterable[str]) -> Iterable[Waiting]:
    for battle in battles:
        yield from (waiting for waiting in waiting_sides(table, battle) if waiting.register == register)


def waiting_sides(table: BattleTable, battle: str) -> Iterable[Waiting]:
    """The sides of one battle that have something left to do."""
    found = table.battle(battle).state
    for key in SIDES:
        if register := found.side(key).register:
            at = SideRef(battle, key)
            if why := _reason_to_wait(table.load_side(at).context):
                yield Waiting(at, register, why, found.side(other(key)).register)


def _reason_to_wait(context: SideContext) -> Why | None:
    """What a side has left to do; None while it is the opponent's turn."""
    side, battle = context.side, context.battle
    if battle.status == "open":
        return _reason_before_record(context)
    if battle.status != "recorded":
        return None
    if not side.done:
        return "steps"
    if owes_rival(context):
        return "rival"
    return None if side.confirmed else "confirm"


def _reason_before_record(context: SideContext) -> Why | None:
    """Before the record: Blue puts an agenda into play first (rule 144), and both sides muster."""
    side, battle, theirs = context.side, context.battle, context.opponent
    if not side.mustered:
        return "muster"
    if to_choose(battle, context.key):
        return None if context.key == "red" and to_choose(battle, "blue") else "agenda"
    return None if theirs.register and not theirs.mustered else "record"
