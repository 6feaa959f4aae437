"""Who sits across the table, how far each side is, and what a screen waits for."""

from typing import NamedTuple

from muster.app.campaign.logs import CampaignLogs
from muster.app.streams import EventStore
from muster.rules.campaign.battle.battle import Battle, other
from muster.rules.campaign.battle.events import BattleRecorded, SideKey
from muster.rules.campaign.battle.recording import to_choose
from muster.rules.campaign.battle.steps.experience import may_name, rival_awaited
from muster.rules.campaign.battle.steps.side import STEPS, SideContext
from muster.rules.log import live
from muster.store.accounts import names_of as people
from muster.store.opponents import DatabaseOpponents


class Across(NamedTuple):
    """An opponent: what the person and the Register are called; without a Register nobody has a phone."""

    side: SideKey
    person: str
    register: str

    @property
    def called(self) -> str:
        """The person's name, in a sentence."""
        return self.person or "your opponent"

    @property
    def headed(self) -> str:
        """The same, where a sentence begins."""
        return self.person or "Your opponent"

    @property
    def whose(self) -> str:
        """Tomasz’s, Your opponent’s"""
        return f"{self.headed}’" if self.headed.endswith("s") else f"{self.headed}’s"

    @property
    def host(self) -> str:
        """The Register, or the person where there is none."""
        return self.register or self.headed


def side_named(tours: CampaignLogs, battle: Battle, key: SideKey) -> Across:
    """A side by its names."""
    stream = battle.side(key).register
    if not stream:
        return Across(key, DatabaseOpponents().name(battle.id), "")
    register = tours.register(stream).state
    club = tours.campaign(battle.campaign).state if battle.campaign else None
    owner = club.registers.get(stream, "") if club else ""
    return Across(key, people({owner})[owner] if owner else "", register.name)


def whereabouts(battle: Battle, key: SideKey) -> str:
    """How far a side is, in a few words that both may read."""
    side = battle.side(key)
    if not side.register:
        return "plays without a Register"
    if battle.status == "called-off":
        return "called off"
    if battle.status == "open":
        if not side.mustered:
            return "musters"
        return "chooses an agenda" if to_choose(battle, key) else "is ready"
    if side.confirmed:
        return "has confirmed"
    return (
        "is done with all ten steps" if side.done else f"step {side.step} of 10, {STEPS[side.step].lower()}"
    )


class Record(NamedTuple):
    """Who wrote down how the battle ended, and at which version of its log."""

    by: str = ""
    version: int = 0


def record_of(store: EventStore, battle: str) -> Record:
    """The record that counts."""
    found = [entry for entry in live(store.read(battle)) if isinstance(entry.event, BattleRecorded)]
    return Record(found[-1].actor, found[-1].version) if found else Record()


def stage_of(seat: SideContext, record: Record, me: str) -> str:
    """The screen a side sits before."""
    battle, side = seat.battle, seat.side
    if battle.status == "called-off":
        return "called_off"
    if battle.status == "recorded":
        if side.done:
            return "done"
        unseen = bool(seat.opponent.register) and not side.acted and record.by != me
        return "check" if unseen else "step"
    if not side.mustered:
        return "muster"
    if to_choose(battle, seat.key):
        return "blue_first" if seat.key == "red" and to_choose(battle, "blue") else "agenda"
    return "await_army" if seat.opponent.register and not seat.opponent.mustered else "record"


def screen_of(seat: SideContext, record: Record) -> str:
    """What a screen rests on: when this changes by the other's act, a screen nobody touched moves on."""
    battle, side, theirs = seat.battle, seat.side, seat.opponent
    if battle.status != "recorded":
        stage = stage_of(seat, record, "")
        watched = f"{theirs.mustered:d}{to_choose(battle, other(seat.key)):d}"
        return f"{stage}-{watched if stage in ('record', 'await_army') else ''}"
    if not side.acted:
        return f"record-{record.version}-{battle.begun:d}-{bool(theirs.dispute):d}"
    rival = f"{may_name(seat) is None:d}{theirs.sealed_rival is not None:d}"
    if side.done:
        return f"done-{rival}-{side.confirmed:d}{theirs.done:d}{theirs.confirmed:d}{bool(theirs.dispute):d}"
    waits = side.step == 5 and not side.experienced
    return f"step-{rival}{rival_awaited(seat):d}" if waits else "step"
