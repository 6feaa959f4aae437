"""A club's evenings, for the demo and for benchmarks: Registers, a campaign, and battles fought to the
end."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING, ClassVar, Final

from uuid_utils.compat import uuid7

from muster.app.acting import Act, Command
from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.context import SideRef
from muster.app.campaign.clubs import Clubs
from muster.app.campaign.registers import Registers
from muster.app.request_store import RequestStore
from muster.app.stream_roles import StreamRoles
from muster.cli.demo.days import CAMPAIGN_NIGHT
from muster.rules.campaign.battle.battle import SIDES
from muster.rules.campaign.battle.events import SideKey, SideRecord
from muster.rules.campaign.battle.muster import MusterPlan, Picked
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.battle.steps.open_step import Task
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.cards import catalogue

if TYPE_CHECKING:
    from muster.store.accounts import Account

ARC: Final = "bring-peace-to-the-galaxy"
ALL_STEPS_DONE: Final = 11
EACH_ALONE: Final = ("roll-check", "settle-check")
FACES = {"roll-supply": "block", "roll-check": "hit", "roll-setback": "blank", "roll-trait": "blank"}


def recruits(*names: str) -> tuple[Recruit, ...]:
    """A commander, two corps and a special forces unit by their names."""
    units = zip(("Cb", "ay", "ay", "ba"), names, strict=True)
    return tuple(
        Recruit(unit=unit, upgrades=("Cf",) if unit == "Cb" else (), name=name) for unit, name in units
    )


def _first(task: Task) -> str:
    return task.options[0] if task.options else ""


def _faces(task: Task) -> tuple[str, ...]:
    return (FACES[task.kind],) * max(1, len(task.dice))


ANSWERS: Final[Mapping[str, Callable[[Task], Command]]] = {
    "resolve-agenda": lambda _: ask.ResolveAgenda(),
    "roll-supply": lambda task: ask.RollSupply(faces=_faces(task)),
    "roll-check": lambda task: ask.RollCheck(dossier=task.dossier, faces=_faces(task)),
    "settle-check": lambda task: ask.SettleCheck(dossier=task.dossier),
    "roll-setback": lambda task: ask.RollSetback(dossier=task.dossier, faces=_faces(task)),
    "roll-trait": lambda task: ask.RollTrait(dossier=task.dossier, faces=_faces(task)),
    "name-rival": lambda task: ask.NameRival(dossier=_first(task)),
    "award-experience": lambda _: ask.AwardExperience(),
    "award-commendation": lambda task: ask.AwardCommendation(dossier=task.dossier, commendation=_first(task)),
    "waive-commendation": lambda task: ask.AwardCommendation(dossier=task.dossier, commendation=""),
    "choose-card": lambda task: ask.ChooseCard(dossier=task.dossier, card=_first(task)),
    "name-unit": lambda task: ask.NameUnit(dossier=task.dossier, name="The Lamplighters"),
}
"""What the players of the demo do where a step asks them to."""


class Evening:
    """Evenings of the club. Dice are typed in, so that every demo is the same."""

    arbitrator = "cass"
    points = 600
    answers: ClassVar = ANSWERS

    def __init__(self, people: Mapping[str, str], battles: Battles, roles: StreamRoles) -> None:
        self.people, self.battles = people, battles
        self.clubs, self.registers = Clubs(battles.logs, roles), Registers(battles.logs, roles)
        self.minutes = count()
        self.sides: dict[SideKey, tuple[str, str]] = {}

    def act(self, handle: str) -> Act:
        """Each act comes a minute after the one before."""
        return Act(self.people[handle], CAMPAIGN_NIGHT + timedelta(minutes=next(self.minutes)), str(uuid7()))

    def register(self, handle: str, name: str, units: Sequence[Recruit], register: str = "") -> str:
        """A Register of the Empire, ready for its first battle."""
        stream = register or f"register:{uuid7().hex}"
        start = commands.OpenRegister(faction="empire", points_date=catalogue().edition)
        wanted = [commands.Recruit(wanted=unit) for unit in units]
        end = (commands.ChooseArc(arc=ARC), commands.NameRegister(name=name), commands.Found())
        for command in (start, *wanted, *end):
            self.registers.do(self.act(handle), stream, command)
        return stream

    def gather(self, name: str) -> str:
        """The arbitrator begins the campaign, and both players join with a Register each."""
        club = f"campaign:{uuid7().hex}"
        self.clubs.do(self.act(self.arbitrator), club, commands.OpenCampaign(name=name))
        for handle, register in self.sides.values():
            if handle != self.arbitrator:
                self.clubs.do(self.act(handle), club, commands.Join(invitation=1))
            self.clubs.do(self.act(handle), club, commands.Enter(register=register))
        return club

    def fight(self, to: int = ALL_STEPS_DONE) -> str:
        """A battle that Blue wins, with both sequences played up to a step; at the end both sides
        confirm it."""
        battle = f"battle:{uuid7()}"
        registers = {key: register for key, (_, register) in self.sides.items()}
        self.battles.open(self.act("ann"), Opening(battle=battle, points=self.points), registers)
        for key, register in registers.items():
            self.at(battle, key, ask.Muster(plan=self.everybody(register)))
        for key in SIDES:
            self.at(battle, key, ask.ChooseAgenda(agenda=""))
        self.at(battle, "blue", ask.Record(winner="blue", sides=self.records(battle)))
        while behind := [key for key in SIDES if self.battles.battle(battle).state.side(key).step < to]:
            for key in behind:
                self.step(battle, key)
        for key in SIDES if to == ALL_STEPS_DONE else ():
            self.at(battle, key, ask.Confirm())
        return battle

    def at(self, battle: str, key: SideKey, command: Command) -> None:
        """Let a side do something."""
        self.battles.do(self.act(self.sides[key][0]), SideRef(battle, key), command)

    def records(self, battle: str) -> dict[str, SideRecord]:
        """The record of the battle."""
        blue = SideRecord(victory_points=9, contesting=("d1",))
        return {"blue": blue, "red": SideRecord(victory_points=6, defeated=("d3",))}

    def everybody(self, register: str) -> MusterPlan:
        """The whole Register with all upgrades."""
        dossiers = self.registers.logs.register(register).state.dossiers
        picked = (
            Picked(dossier=dossier.id, upgrades=tuple(up.id for up in dossier.upgrades))
            for dossier in dossiers
        )
        return MusterPlan(units=tuple(picked))

    def step(self, battle: str, key: SideKey) -> None:
        """Do what has to be done, or finish the step. Units are checked one after the other without
        loading again in between, because checks do not affect each other."""
        here = self.battles.open_step(SideRef(battle, key))
        wanted = [task for task in here.tasks if task.kind in self.answers]
        must = [task for task in wanted if task.must or task.kind == "name-rival"]
        alike = [task for task in must if task.kind == must[0].kind in EACH_ALONE]
        for task in alike or must[:1]:
            self.at(battle, key, self.answer(task))
        if not must and here.can_finish:
            self.at(battle, key, ask.FinishStep(step=here.step))

    def answer(self, task: Task) -> Command:
        """What a player does about a task."""
        return self.answers[task.kind](task)


def evening(people: Mapping[str, "Account"]) -> Evening:
    """The club in the site's database."""
    from muster.store.campaign.stream_roles import DatabaseRoles
    from muster.store.log.database import DatabaseStore

    roles, ids = DatabaseRoles(), {handle: str(account.pk) for handle, account in people.items()}
    return Evening(ids, Battles(RequestStore(DatabaseStore()), roles=roles), roles)


def campaign(people: Mapping[str, "Account"]) -> str:
    """The club's campaign with its first battle."""
    from muster.web.campaign.club import invitations

    club = evening(people)
    watch = recruits("Ilsa Marrok", "Brass Kettle", "The Quiet Sons", "Second Landing")
    hands = recruits("Warden Ossa", "Kess and the Nine", "Deck Twelve", "The Long Ridge")
    club.sides = {
        "blue": ("ann", club.register("ann", "The Ashfall Company", watch)),
        "red": ("bo", club.register("bo", "The Free Hands", hands)),
    }
    stream = club.gather("The Orrin Reach")
    club.fight()
    invitation = invitations.token_of(stream.partition(":")[2], 1)
    return f"A campaign of Cass’s with two Registers and a battle. Others join by /tours/join/{invitation}"


def register(people: Mapping[str, "Account"]) -> str:
    """A young Register, ready for its first battle."""
    units = recruits("Maela Dace", "Dace’s Ninth", "", "The Lamplighters")
    evening(people).register("ann", "The Grey Watch", units)
    return "One Register of Ann’s: The Grey Watch, ready for its first battle."
