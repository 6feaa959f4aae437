"""How a battle comes to its end when somebody is missing: what the arbitrator, or who waits, may do."""

from datetime import UTC, datetime
from typing import Any

from django.urls import Resolver404, resolve

from muster.app.acting import Act
from muster.app.campaign.battle_access import MyBattles
from muster.app.campaign.battles import SideRef
from muster.rules.campaign.battle.battle import SIDES, Battle, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.steps.experience import rival_awaited
from muster.web.campaign.battle.request import BattleRequest


def correction_at(register: str) -> str:
    """Where a Register is corrected; empty where there is no such page."""
    if not register:
        return ""
    address = f"/tours/register/{register.removeprefix('register:')}/correct"
    try:
        resolve(address)
    except Resolver404:
        return ""
    return address


def arbiter_context(my: MyBattles, chair: BattleRequest, battle: Battle) -> dict[str, Any]:
    """What may be done for a side that does not do it: by the arbitrator, or after days by who waits."""
    arbitrator = chair.standing.arbitrator
    return {
        "is_arbitrator": arbitrator,
        "confirmable": [key for key in SIDES if arbitrator and _unconfirmed(battle, key)],
        "passable": [key for key in SIDES if _passable(my, chair, battle, key)],
    }


def _unconfirmed(battle: Battle, key: SideKey) -> bool:
    side = battle.side(key)
    return battle.status == "recorded" and bool(side.register) and side.done and not side.confirmed


def _passable(my: MyBattles, chair: BattleRequest, battle: Battle, key: SideKey) -> bool:
    """Whether this side's rival is waited for, and the reader may say that it names none."""
    waiting = other(key)
    if battle.status != "recorded" or not battle.side(waiting).register or not battle.side(key).register:
        return False
    seat = my.battles.load_side(SideRef(chair.stream, waiting)).seat
    if seat.side.step != 5 or seat.side.experienced or not rival_awaited(seat):
        return False
    if battle.side(key).sealed_rival is not None:
        return False
    late = my.waited(Act(chair.me, datetime.now(UTC), ""), chair.stream)
    return chair.standing.arbitrator or (waiting in chair.standing.sides and late)
