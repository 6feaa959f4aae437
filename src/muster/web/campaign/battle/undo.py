"""What falls when an act is taken back, in words, and the dice that stay on the table."""

from collections.abc import Sequence
from typing import NamedTuple

from muster.app.campaign.battle.context import BattleContext
from muster.app.campaign.battle.undoing import RIVALS, dependents
from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle.events import OfSide, SideKey
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.log import Event, FacesVoided, Recorded, acts, effective, kept_events, undone_acts
from muster.web.campaign.battle.opponent_view import Across
from muster.web.campaign.battle.steps.words import Teller


def falls_with(desk: BattleContext, teller: Teller, target: str, across: Across) -> list[str]:
    """In words, what else falls when this act is taken back."""
    return [
        _act_told([entry.event for entry in desk.log if entry.batch == batch], teller, across)
        for batch in dependents(desk, target)
    ]


def taken_back(desk: BattleContext, teller: Teller, target: str) -> list[str]:
    """The act itself in words."""
    store = desk.table.store
    entries = (entry for stream in store.streams_of(target) for entry in store.read(stream))
    return teller.tell_act([entry.event for entry in entries if entry.batch == target])


def _act_told(events: Sequence[Event], teller: Teller, across: Across) -> str:
    """An act of one's own as ever; of the opponent's only what it was, never what is sealed."""
    theirs = [event for event in events if getattr(event, "side", teller.own) != teller.own]
    if any(isinstance(event, RIVALS) for event in theirs):
        return f"{across.whose} Most Feared Rival, who is named again"
    return ". ".join(teller.tell_act(events)) or f"Something {across.name_in_sentence} did"


class KeptRoll(NamedTuple):
    """Dice of a step that was taken back: they stay until the other side or the arbitrator frees them."""

    side: SideKey
    batch: str
    step: str
    words: str
    faces: str


def rolls_that_stay(log: Sequence[Recorded], context: SideContext) -> list[KeptRoll]:
    """The dice that lie on the table though their step was taken back."""
    gone = undone_acts(log)
    if not gone:
        return []
    lying = {key for entry in effective(log) if (key := entry.event.step_key())}
    found: dict[str, KeptRoll] = {}
    for act in acts(log):
        for event in act.events if act.batch in gone else ():
            key = event.step_key()
            if not isinstance(event, OfSide) or isinstance(event, battle_events.DrawCommitted):
                continue  # only what lies on the table: no seed, no commitment
            if key and key not in lying and kept_events(log, key):
                found[key] = KeptRoll(event.side, act.batch, key, roll_words(event, context), _faces(event))
    return list(found.values())


def freed_rolls(log: Sequence[Recorded], context: SideContext) -> list[str]:
    """Which dice were freed, for everybody to see."""
    voided = [(entry.batch, entry.event) for entry in log if isinstance(entry.event, FacesVoided)]
    gone, lines = undone_acts(log) if voided else set(), []
    for batch, freed in voided:
        rolled = (
            entry.event for entry in log if entry.batch == freed.batch and isinstance(entry.event, OfSide)
        )
        step = next((event for event in rolled if event.step_key() == freed.step), None)
        if step is not None and batch not in gone:
            lines.append(f"{roll_words(step, context)}: {_faces(step)} no longer counts")
    return lines


ROLLED_FOR = {
    battle_events.CasualtyRolled: "Casualty check of {}",
    battle_events.CasualtyRerolled: "Reroll for {}",
    battle_events.SetbackRolled: "Setback of {}",
    battle_events.TraitRolled: "Defining trait of {}",
    battle_events.SupplyRolled: "Supply die",
    battle_events.WardenRolled: "Selfless Warden",
    battle_events.AidMade: "Medical supplies for {}",
}


def roll_words(event: Event, context: SideContext) -> str:
    """What was rolled for whom."""
    seat = context if getattr(event, "side", "") == context.key else context.across()
    unit = seat.names.get(getattr(event, "dossier", ""), "")
    return ROLLED_FOR.get(type(event), "Reward").format(unit)


def _faces(event: Event) -> str:
    roll = getattr(event, "roll", None)
    faces = roll.faces if roll else getattr(event, "orders", ())
    return ", ".join(str(face).replace("-", " ").capitalize() for face in faces)
