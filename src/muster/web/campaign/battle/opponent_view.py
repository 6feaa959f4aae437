"""Who sits across the table, how far each side is, and what a screen waits for."""

from typing import NamedTuple

from muster.app.campaign.battle.context import BattleContext, BattleTable
from muster.rules.campaign.battle.battle import LAST_STEP, SIDES, Battle, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.recording import to_choose
from muster.rules.campaign.battle.steps.experience import awaits_rival, may_name
from muster.rules.campaign.battle.steps.side import STEPS, SideContext
from muster.store.accounts import names_of as people


class Across(NamedTuple):
    """An opponent: what the person and the Register are called; without a Register nobody has a phone."""

    side: SideKey
    person: str
    register: str

    @property
    def name_in_sentence(self) -> str:
        """The person's name, in a sentence."""
        return self.person or "your opponent"

    @property
    def name_at_start(self) -> str:
        """The same, where a sentence begins."""
        return self.person or "Your opponent"

    @property
    def whose(self) -> str:
        """Tomasz’s, Your opponent’s"""
        return f"{self.name_at_start}’" if self.name_at_start.endswith("s") else f"{self.name_at_start}’s"

    @property
    def host(self) -> str:
        """The Register, or the person where there is none."""
        return self.register or self.name_at_start


def sides_named(table: BattleTable, battle: Battle) -> dict[SideKey, Across]:
    """Both sides of a battle by their names, with one question for the people."""
    club = table.logs.campaign(battle.campaign).state if battle.campaign else None
    owners = {key: club.registers.get(battle.side(key).register, "") if club else "" for key in SIDES}
    names = people(set(filter(None, owners.values())))
    return {key: _describe_opponent(table, battle, key, names.get(owners[key], "")) for key in SIDES}


def _describe_opponent(table: BattleTable, battle: Battle, key: SideKey, person: str) -> Across:
    stream = battle.side(key).register
    if stream:
        return Across(key, person, table.logs.register(stream).state.name)
    return Across(key, table.opponents.name(battle.id) if table.opponents else "", "")


def whereabouts(battle: Battle, key: SideKey) -> str:  # noqa: PLR0911 - one line a place
    """How far a side is, in a few words that both may read."""
    side = battle.side(key)
    if not side.register:
        return "plays without a Register"
    if battle.status == "called-off":
        return "cancelled"
    if battle.status == "open":
        if not side.mustered:
            return "is choosing units"
        return "chooses an agenda" if to_choose(battle, key) else "is ready"
    if side.confirmed:
        return "has confirmed"
    if side.done:
        return "is done with all ten steps"
    return f"step {side.step} of {LAST_STEP}, {STEPS[side.step].lower()}"


class Recording(NamedTuple):
    """Who wrote down how the battle ended, and at which version of its log."""

    by: str = ""
    version: int = 0


def recording_in(desk: BattleContext) -> Recording:
    """The record that counts."""
    return Recording(desk.record.actor, desk.record.version) if desk.record else Recording()


def stage_of(context: SideContext, record: Recording, me: str) -> str:
    """The screen a side sits before."""
    battle, side = context.battle, context.side
    if battle.status == "called-off":
        return "called_off"
    if battle.status == "recorded":
        if side.done:
            return "done"
        seen = side.acted or side.accepted or record.by == me
        return "step" if seen or not context.opponent.register else "check"
    if not side.mustered:
        return "muster"
    if to_choose(battle, context.key):
        return "blue_first" if context.key == "red" and to_choose(battle, "blue") else "agenda"
    return "await_army" if context.opponent.register and not context.opponent.mustered else "record"


def screen_of(context: SideContext, record: Recording) -> str:
    """What a screen rests on: when this changes by the other's act, a screen nobody touched moves on."""
    battle, side, theirs = context.battle, context.side, context.opponent
    if battle.status != "recorded":
        stage = stage_of(context, record, "")
        watched = f"{theirs.mustered:d}{to_choose(battle, other(context.key)):d}"
        return f"{stage}-{watched if stage in ('record', 'await_army') else ''}"
    if not side.acted:
        return f"record-{record.version}-{battle.has_begun:d}-{bool(theirs.dispute):d}"
    rival = f"{may_name(context) is None:d}{theirs.sealed_rival is not None:d}"
    if side.done:
        return f"done-{rival}-{side.confirmed:d}{theirs.done:d}{theirs.confirmed:d}{bool(theirs.dispute):d}"
    waits = side.step == 5 and not side.experienced
    return f"step-{rival}{awaits_rival(context):d}" if waits else "step"
