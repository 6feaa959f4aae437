"""What can be taken back in a battle, what falls with it, and the dice that stay on the table."""

from collections.abc import Sequence
from typing import NamedTuple

from muster.app.campaign_battles import BattleTable, Place
from muster.rules.campaign import sequence_events as s
from muster.rules.campaign.sequence_events import SideKey
from muster.rules.campaign.sequence_seat import Seat
from muster.rules.log import Event, FacesVoided, Recorded, acts, kept, live, undoable, undone
from muster.rules.violations import Refused
from muster.web.pages.tour_battle_across import Across
from muster.web.pages.tour_step_table import names_of
from muster.web.pages.tour_step_words import Teller


def target_of(battles: BattleTable, place: Place, seat: Seat, me: str) -> str:
    """The reader's latest act of this battle, as long as it can be taken back; empty where none can."""
    if seat.battle.confirmed:
        return ""
    logs = [place.battle, *([seat.side.register] if seat.register.open_battle == place.battle else [])]
    latest = [batch for log in logs if (batch := undoable(battles.store.read(log), me))]
    return next((batch for batch in reversed(latest) if _free(battles, place, batch, me)), "")


def _free(battles: BattleTable, place: Place, batch: str, me: str) -> bool:
    """Whether it is the reader's latest act wherever it wrote, and nothing falls over another's head."""
    streams = battles.store.streams_of(batch)
    if any(undoable(battles.store.read(one), me) != batch for one in streams):
        return False
    try:
        battles.falling(me, place, batch)
    except Refused:
        return False
    return True


def falls_with(battles: BattleTable, place: Place, seat: Seat, target: str, across: Across) -> list[str]:
    """In words, what else falls when this act is taken back."""
    log, teller = battles.store.read(place.battle), Teller(seat)
    told = []
    for batch in battles.dependents(target):
        said = [entry.event for entry in log if entry.batch == batch]
        told.append(_act_told(said, place.side, teller, across))
    return told


def taken_back(battles: BattleTable, place: Place, seat: Seat, target: str) -> list[str]:
    """The act itself in words."""
    streams = battles.store.streams_of(target)
    said = [one.event for log in streams for one in battles.store.read(log) if one.batch == target]
    return Teller(seat).tell_act(said, place.side)


def _act_told(said: Sequence[Event], own: SideKey, teller: Teller, across: Across) -> str:
    """An act of one's own as ever; of the opponent's only what it was, never what is sealed."""
    if any(isinstance(one, s.RivalSealed | s.RivalNamed) and one.side != own for one in said):
        return f"{across.whose} Most Feared Rival, who is named again"
    if any(isinstance(one, s.StepFinished) and one.side != own for one in said):
        return f"{across.whose} last step, which is finished again"
    return ". ".join(teller.tell_act(said, own)) or f"Something {across.called} did"


class KeptRoll(NamedTuple):
    """Dice of a step that was taken back: they stay until the other side or the arbitrator frees them."""

    side: SideKey
    batch: str
    step: str
    words: str
    faces: str


def kept_rolls(log: Sequence[Recorded], seat: Seat) -> list[KeptRoll]:
    """The dice that lie on the table though their step was taken back."""
    gone = undone(log)
    lying = {key for entry in live(log) if (key := entry.event.step_key())}
    found: dict[str, KeptRoll] = {}
    for act in acts(log):
        for said in act.events:
            key, side = said.step_key(), getattr(said, "side", "")
            if key and side and act.batch in gone and key not in lying and kept(log, key):
                found[key] = KeptRoll(side, act.batch, key, roll_words(said, seat), _faces(said))
    return list(found.values())


def freed_rolls(log: Sequence[Recorded], seat: Seat) -> list[str]:
    """Which dice were freed, for everybody to see."""
    gone, told = undone(log), []
    for entry in log:
        said = entry.event
        if isinstance(said, FacesVoided) and entry.batch not in gone:
            rolled = (one.event for one in log if one.batch == said.batch and hasattr(one.event, "side"))
            step = next((one for one in rolled if one.step_key() == said.step), None)
            if step is not None:
                told.append(f"{roll_words(step, seat)}: {_faces(step)} no longer counts")
    return told


def roll_words(said: Event, seat: Seat) -> str:  # noqa: PLR0911 - one line a kind
    """What was rolled for whom."""
    register = seat.register if getattr(said, "side", "") == seat.key else seat.enemy
    unit = names_of(register).get(getattr(said, "dossier", ""), "") if register else ""
    match said:
        case s.CasualtyRolled():
            return f"Casualty check of {unit}"
        case s.CasualtyRerolled():
            return f"Reroll for {unit}"
        case s.SetbackRolled():
            return f"Setback of {unit}"
        case s.TraitRolled():
            return f"Defining trait of {unit}"
        case s.SupplyRolled():
            return "Supply die"
        case s.WardenRolled():
            return "Selfless Warden"
        case s.AidMade():
            return f"Medical supplies for {unit}"
        case _:
            return "Reward"


def _faces(said: Event) -> str:
    roll = getattr(said, "roll", None)
    faces = roll.faces if roll else getattr(said, "orders", ())
    return ", ".join(str(one).replace("-", " ").capitalize() for one in faces)
