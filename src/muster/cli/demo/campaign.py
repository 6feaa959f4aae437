"""The demo's campaign: Ann, Bo and Cass in one club, two Registers, one battle fought to the last step."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING

from muster.app.acting import Act, Command
from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.desk import SideRef
from muster.app.campaign.registers import Registers
from muster.rules.campaign.battle.battle import SIDES
from muster.rules.campaign.battle.events import SideKey, SideRecord
from muster.rules.campaign.battle.muster import MusterPlan, Picked
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.battle.steps.open_step import Task
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.cards import catalogue

if TYPE_CHECKING:
    from muster.app.campaign.battle.battles import Battles
    from muster.app.campaign.clubs import Clubs
    from muster.store.accounts import Account

EVENING = datetime(2026, 6, 26, 19, 0, tzinfo=UTC)
POINTS = 600
ARC = "bring-peace-to-the-galaxy"
HANDS = (
    Recruit(unit="Cb", upgrades=("Cf",), name="Warden Ossa"),
    Recruit(unit="ay", name="Kess and the Nine"),
    Recruit(unit="ay", name="Deck Twelve"),
    Recruit(unit="ba", name="The Long Ridge"),
)
FACES = {"roll-supply": "block", "roll-check": "hit", "roll-setback": "blank", "roll-trait": "blank"}


def begin(
    registers: Registers, act: Callable[[], Act], register: str, name: str, recruits: Sequence[Recruit]
) -> None:
    """A Register of the Empire, ready for its first battle."""
    start = commands.OpenRegister(faction="empire", points_date=catalogue().edition)
    units = [commands.Recruit(wanted=one) for one in recruits]
    end = (commands.ChooseArc(arc=ARC), commands.NameRegister(name=name), commands.Found())
    for command in (start, *units, *end):
        registers.do(act(), register, command)


class Evening:
    """One evening of the club. Dice are typed in, so that every demo tells the same story."""

    def __init__(self, people: Mapping[str, "Account"], clubs: "Clubs", battles: "Battles") -> None:
        self.people = {handle: str(account.pk) for handle, account in people.items()}
        self.clubs, self.battles = clubs, battles
        self.registers, self.minutes = Registers(clubs.logs, clubs.stream_roles), count()
        self.sides: dict[SideKey, tuple[str, str]] = {}

    def act(self, handle: str) -> Act:
        """Every act a minute after the one before."""
        from muster.store.accounts import new_id

        return Act(self.people[handle], EVENING + timedelta(minutes=next(self.minutes)), str(new_id()))

    def register(self, handle: str, name: str, recruits: tuple[Recruit, ...]) -> str:
        """A Register, ready for its first battle."""
        from muster.store.accounts import new_id

        register = f"register:{new_id().hex}"
        begin(self.registers, lambda: self.act(handle), register, name, recruits)
        return register

    def gather(self, campaign: str, name: str) -> None:
        """Cass begins the campaign; Ann and Bo join with a Register each."""
        self.clubs.do(self.act("cass"), campaign, commands.OpenCampaign(name=name))
        for handle in ("ann", "bo"):
            self.clubs.do(self.act(handle), campaign, commands.Join(invitation=1))
        for handle, register in self.sides.values():
            self.clubs.do(self.act(handle), campaign, commands.Enter(register=register))

    def fight(self, battle: str) -> None:
        """A battle that Blue wins, both sequences walked to the end and confirmed."""
        battles = self.battles
        registers = {key: register for key, (_, register) in self.sides.items()}
        self.battles.open(self.act("ann"), Opening(battle=battle, points=POINTS), registers)
        for key, (handle, register) in self.sides.items():
            battles.do(self.act(handle), SideRef(battle, key), ask.Muster(plan=self.everybody(register)))
        for key, (handle, _) in self.sides.items():
            battles.do(self.act(handle), SideRef(battle, key), ask.ChooseAgenda(agenda=""))
        record = {
            "blue": SideRecord(victory_points=9, contesting=("d1",)),
            "red": SideRecord(victory_points=6, defeated=("d3",)),
        }
        battles.do(self.act("ann"), SideRef(battle, "blue"), ask.Record(winner="blue", sides=record))
        while not battles.battle(battle).state.done:
            for key in SIDES:
                self.step(SideRef(battle, key))
        for key, (handle, _) in self.sides.items():
            battles.do(self.act(handle), SideRef(battle, key), ask.Confirm())

    def everybody(self, register: str) -> MusterPlan:
        """The whole Register with all upgrades."""
        dossiers = self.registers.logs.register(register).state.dossiers
        picked = (Picked(dossier=one.id, upgrades=tuple(up.id for up in one.upgrades)) for one in dossiers)
        return MusterPlan(units=tuple(picked))

    def step(self, place: SideRef) -> None:
        """One thing that must be done, or the end of the step."""
        here = self.battles.open_step(place)
        handle = self.sides[place.side][0]
        must = [
            task for task in here.tasks if task.kind in ANSWERS and (task.must or task.kind == "name-rival")
        ]
        if must:
            self.battles.do(self.act(handle), place, ANSWERS[must[0].kind](must[0]))
        elif here.can_finish:
            self.battles.do(self.act(handle), place, ask.FinishStep(step=here.step))


def _first(task: Task) -> str:
    return task.options[0] if task.options else ""


def _faces(task: Task) -> tuple[str, ...]:
    return (FACES[task.kind],) * max(1, len(task.dice))


ANSWERS: Mapping[str, Callable[[Task], Command]] = {
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


def campaign(people: Mapping[str, "Account"]) -> str:
    """The club's campaign with its first battle."""
    from muster.app.campaign.battle.battles import Battles
    from muster.app.campaign.clubs import Clubs
    from muster.store.accounts import new_id
    from muster.store.log import DatabaseStore
    from muster.store.stream_roles import DatabaseRoles
    from muster.web.campaign.club import invitations

    stream_roles = DatabaseRoles()
    battles = Battles(DatabaseStore(), roles=stream_roles)
    evening = Evening(people, Clubs(battles.logs, stream_roles), battles)
    watch = (
        Recruit(unit="Cb", upgrades=("Cf",), name="Ilsa Marrok"),
        Recruit(unit="ay", name="Brass Kettle"),
        Recruit(unit="ay", name="The Quiet Sons"),
        Recruit(unit="ba", name="Second Landing"),
    )
    evening.sides = {
        "blue": ("ann", evening.register("ann", "The Ashfall Company", watch)),
        "red": ("bo", evening.register("bo", "The Free Hands", HANDS)),
    }
    club = new_id().hex
    evening.gather(f"campaign:{club}", "The Orrin Reach")
    evening.fight(f"battle:{new_id().hex}")
    invitation = invitations.token_of(club, 1)
    return f"A campaign of Cass’s with two Registers and a battle. Others join by /tours/join/{invitation}"
