"""What is done to a battle as a whole, by its players and by the arbitrator."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, QueryDict

from muster.app.acting import Act
from muster.app.campaign.battle_access import MyBattles
from muster.app.campaign.battles import SideRef
from muster.app.campaign.opponents import name_opponent
from muster.app.campaign.steps import Battles
from muster.rules.campaign.battle.battle import SIDES, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.log import live
from muster.store.opponents import DatabaseOpponents
from muster.web.campaign.battle.record import write_down
from muster.web.campaign.battle.step_acts import ACTS as STEP_ACTS
from muster.web.campaign.battle.step_acts import Doing

LONGEST = 600
Shared = Callable[[MyBattles, Act, str, QueryDict], Any]


def _side(form: QueryDict) -> SideKey:
    named = form.get("side", "")
    if named not in SIDES:
        raise Http404
    return named  # type: ignore[return-value]


def _undo(table: Battles, act: Act, place: SideRef, form: QueryDict) -> None:
    """What is undone already stays undone: the form may come twice."""
    target = form.get("batch", "")[:100]
    streams = table.store.streams_of(target)
    if streams and not any(is_live(table, stream, target) for stream in streams):
        return
    table.undo(act, place, target)


def is_live(table: Battles, stream: str, batch: str) -> bool:
    """Whether an act still counts in a stream."""
    return any(entry.batch == batch for entry in live(table.store.read(stream)))


def _opponent(table: Battles, act: Act, place: SideRef, form: QueryDict) -> None:
    """What an opponent without a Register is called; an empty name erases it."""
    if table.battle(place.battle).state.side(other(place.side)).register:
        raise Http404
    name_opponent(DatabaseOpponents(), act.actor, place.battle, form.get("name", ""))


ACTS: dict[str, Doing] = {
    **STEP_ACTS,
    "record": write_down,
    "undo": _undo,
    "dispute": lambda t, a, p, f: t.dispute(a, p, f.get("words", "")[:LONGEST]),
    "opponent": _opponent,
}

SHARED: dict[str, Shared] = {
    "call-off": lambda my, act, battle, _: my.call_off(act, battle),
    "confirm-for": lambda my, act, battle, form: my.confirm_for(act, SideRef(battle, _side(form))),
    "pass-rival": lambda my, act, battle, form: my.pass_rival_for(act, SideRef(battle, _side(form))),
    "free-dice": lambda my, act, battle, form: my.void_faces(
        act, SideRef(battle, _side(form)), form.get("batch", "")[:100], form.get("step", "")[:200]
    ),
}
