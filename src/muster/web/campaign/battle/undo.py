"""What can be taken back in a battle, what falls with it, and the dice that stay on the table."""

from collections.abc import Sequence
from typing import NamedTuple

from muster.app.campaign.battles import BattleTable, SideRef
from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.log import Event, FacesVoided, Recorded, acts, kept, live, undoable, undone
from muster.rules.violations import Refused
from muster.web.campaign.battle.across import Across
from muster.web.campaign.battle.request import names_of
from muster.web.campaign.battle.step_words import Teller


def target_of(battles: BattleTable, place: SideRef, seat: SideContext, me: str) -> str:
    """The reader's latest act of this battle, as long as it can be taken back; empty where none can."""
    if seat.battle.confirmed:
        return ""
    logs = [place.battle, *([seat.side.register] if seat.register.open_battle == place.battle else [])]
    latest = [batch for log in logs if (batch := undoable(battles.store.read(log), me))]
    return next((batch for batch in reversed(latest) if _free(battles, place, batch, me)), "")


def _free(battles: BattleTable, place: SideRef, batch: str, me: str) -> bool:
    """Whether it is the reader's latest act wherever it wrote, and nothing falls over another's head."""
    streams = battles.store.streams_of(batch)
    if any(undoable(battles.store.read(one), me) != batch for one in streams):
        return False
    try:
        battles.falling(me, place, batch)
    except Refused:
        return False
    return True


def falls_with(
    battles: BattleTable, place: SideRef, seat: SideContext, target: str, across: Across
) -> list[str]:
    """In words, what else falls when this act is taken back."""
    log, teller = battles.store.read(place.battle), Teller(seat)
    told = []
    for batch in battles.dependents(target):
        event = [entry.event for entry in log if entry.batch == batch]
        told.append(_act_told(event, place.side, teller, across))
    return told


def taken_back(battles: BattleTable, place: SideRef, seat: SideContext, target: str) -> list[str]:
    """The act itself in words."""
    streams = battles.store.streams_of(target)
    event = [one.event for log in streams for one in battles.store.read(log) if one.batch == target]
    return Teller(seat).tell_act(event, place.side)


def _act_told(event: Sequence[Event], own: SideKey, teller: Teller, across: Across) -> str:
    """An act of one's own as ever; of the opponent's only what it was, never what is sealed."""
    if any(
        isinstance(one, battle_events.RivalSealed | battle_events.RivalNamed) and one.side != own
        for one in event
    ):
        return f"{across.whose} Most Feared Rival, who is named again"
    if any(isinstance(one, battle_events.StepFinished) and one.side != own for one in event):
        return f"{across.whose} last step, which is finished again"
    return ". ".join(teller.tell_act(event, own)) or f"Something {across.called} did"


class KeptRoll(NamedTuple):
    """Dice of a step that was taken back: they stay until the other side or the arbitrator frees them."""

    side: SideKey
    batch: str
    step: str
    words: str
    faces: str


def kept_rolls(log: Sequence[Recorded], seat: SideContext) -> list[KeptRoll]:
    """The dice that lie on the table though their step was taken back."""
    gone = undone(log)
    lying = {key for entry in live(log) if (key := entry.event.step_key())}
    found: dict[str, KeptRoll] = {}
    for act in acts(log):
        for event in act.events:
            key, side = event.step_key(), getattr(event, "side", "")
            if key and side and act.batch in gone and key not in lying and kept(log, key):
                found[key] = KeptRoll(side, act.batch, key, roll_words(event, seat), _faces(event))
    return list(found.values())


def freed_rolls(log: Sequence[Recorded], seat: SideContext) -> list[str]:
    """Which dice were freed, for everybody to see."""
    gone, told = undone(log), []
    for entry in log:
        event = entry.event
        if isinstance(event, FacesVoided) and entry.batch not in gone:
            rolled = (one.event for one in log if one.batch == event.batch and hasattr(one.event, "side"))
            step = next((one for one in rolled if one.step_key() == event.step), None)
            if step is not None:
                told.append(f"{roll_words(step, seat)}: {_faces(step)} no longer counts")
    return told


def roll_words(event: Event, seat: SideContext) -> str:  # noqa: PLR0911 - one line a kind
    """What was rolled for whom."""
    register = seat.register if getattr(event, "side", "") == seat.key else seat.enemy
    unit = names_of(register).get(getattr(event, "dossier", ""), "") if register else ""
    match event:
        case battle_events.CasualtyRolled():
            return f"Casualty check of {unit}"
        case battle_events.CasualtyRerolled():
            return f"Reroll for {unit}"
        case battle_events.SetbackRolled():
            return f"Setback of {unit}"
        case battle_events.TraitRolled():
            return f"Defining trait of {unit}"
        case battle_events.SupplyRolled():
            return "Supply die"
        case battle_events.WardenRolled():
            return "Selfless Warden"
        case battle_events.AidMade():
            return f"Medical supplies for {unit}"
        case _:
            return "Reward"


def _faces(event: Event) -> str:
    roll = getattr(event, "roll", None)
    faces = roll.faces if roll else getattr(event, "orders", ())
    return ", ".join(str(one).replace("-", " ").capitalize() for one in faces)
