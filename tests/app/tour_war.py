"""A small war for tests: two Registers play battles through the use cases, with dice laid by hand."""

from datetime import UTC, datetime, timedelta
from itertools import count

from muster.app.acting import Act
from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.context import SideRef
from muster.app.request_store import RequestStore
from muster.app.streams import EventStore
from muster.rules.campaign.battle.battle import SIDES, other
from muster.rules.campaign.battle.events import SideKey, SideRecord
from muster.rules.campaign.battle.muster import MusterPlan, Picked
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.battle.steps.open_step import Task
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.campaign.register.register import Register
from tests.app.everybody import everybodys_registers
from tests.rules.campaign.at_the_table import DAY, DOCTRINE, OFFICER, PEACE, SNOW, STORM

START = datetime(2026, 7, 1, 19, tzinfo=UTC)
NAMES = {"blue": "The Ashfall Company", "red": "The Free Hands"}


class War:
    """`streams` and `people` by side. Every act comes a minute after the one before."""

    def __init__(
        self,
        store: EventStore,
        people: dict[SideKey, str] | None = None,
        streams: dict[SideKey, str] | None = None,
    ) -> None:
        self.store = store
        self.people: dict[SideKey, str] = people or {"blue": "ann", "red": "bo"}
        self.streams: dict[SideKey, str] = streams or {
            "blue": f"register:{'a' * 32}",
            "red": f"register:{'b' * 32}",
        }
        self.minutes = count()
        self.fought: list[str] = []
        for key in SIDES:
            self.build(key)

    @property
    def battles(self) -> Battles:
        """The use cases with a look of their own, as for every request."""
        return Battles(RequestStore(self.store))

    def act(self, key: SideKey) -> Act:
        minute = next(self.minutes)
        at = START + timedelta(days=7 * len(self.fought), minutes=minute)
        return Act(self.people[key], at, f"{self.streams[key][-4:]}-{minute}-{len(self.fought)}")

    def register(self, key: SideKey = "blue") -> Register:
        return self.battles.logs.register(self.streams[key]).state

    def build(self, key: SideKey) -> None:
        """An officer d1, Stormtroopers d2 and d3, Snowtroopers d4."""
        registers, at = everybodys_registers(self.battles.logs), self.streams[key]
        registers.do(self.act(key), at, commands.OpenRegister(faction="empire", points_date=DAY))
        registers.do(
            self.act(key),
            at,
            commands.Recruit(wanted=Recruit(unit=OFFICER, upgrades=(DOCTRINE,), name=f"Moff {key}")),
        )
        for number, unit in enumerate((STORM, STORM, SNOW), start=2):
            registers.do(
                self.act(key), at, commands.Recruit(wanted=Recruit(unit=unit, name=f"{key.title()} {number}"))
            )
        registers.do(self.act(key), at, commands.ChooseArc(arc=PEACE))
        registers.do(self.act(key), at, commands.NameRegister(name=NAMES[key]))
        registers.do(self.act(key), at, commands.Found())

    def fight(
        self,
        winner: str = "blue",
        defeated: dict[str, str] | None = None,
        alone: bool = False,
        to: int = 11,
    ) -> str:
        """A battle up to a step; `defeated` are Blue's units with the faces of their casualty checks."""
        battle = f"battle:{len(self.fought) + 1:032x}"
        self.fought.append(battle)
        sides: tuple[SideKey, ...] = ("blue",) if alone else SIDES
        opening = Opening(battle=battle, points=800)
        self.battles.open(self.act("blue"), opening, {key: self.streams[key] for key in sides})
        for key in sides:
            units = tuple(
                Picked(dossier=one.id, upgrades=tuple(up.id for up in one.upgrades))
                for one in self.register(key).dossiers
            )
            self.battles.do(self.act(key), SideRef(battle, key), ask.Muster(plan=MusterPlan(units=units)))
        for key in sides:
            self.battles.do(self.act(key), SideRef(battle, key), ask.ChooseAgenda(agenda=""))
        down = {
            "blue": SideRecord(victory_points=9, defeated=tuple(defeated or {})),
            "red": SideRecord(victory_points=6),
        }
        self.battles.do(
            self.act("blue"),
            SideRef(battle, "blue"),
            ask.Record(winner=winner, conceded="", sides={key: down[key] for key in sides}),
        )
        self.walk(battle, sides, defeated or {}, to)
        return battle

    def walk(self, battle: str, sides: tuple[SideKey, ...], dice: dict[str, str], to: int) -> None:
        """The ten steps of every side, as far as wanted."""
        for _ in range(400):
            open_sides = [key for key in sides if self.battles.battle(battle).state.side(key).step < to]
            if not open_sides:
                return
            for key in open_sides:
                self.step(SideRef(battle, key), dice)
        raise AssertionError("the war does not end")

    def step(self, place: SideRef, dice: dict[str, str]) -> None:
        now = self.battles.open_step(place)
        wanted = (task for task in now.tasks if task.must or task.kind == "name-rival")
        task = next((one for one in wanted if one.kind != "await-rival" or not self.opposed(place)), None)
        if task is not None:
            self.do(place, task, dice)
        elif now.can_finish:
            self.battles.do(self.act(place.side), place, ask.FinishStep(step=now.step))

    def opposed(self, place: SideRef) -> bool:
        """Whether the other side has a Register and names its rival itself."""
        return bool(self.battles.battle(place.battle).state.side(other(place.side)).register)

    def do(self, place: SideRef, task: Task, dice: dict[str, str]) -> None:
        battles, act, unit = self.battles, self.act(place.side), task.dossier
        first = task.options[0] if task.options else ""
        face = dice.get(unit, "blank")
        {
            "resolve-agenda": lambda: battles.do(act, place, ask.ResolveAgenda()),
            "roll-supply": lambda: battles.do(act, place, ask.RollSupply(faces=["block"])),
            "roll-check": lambda: battles.do(
                act, place, ask.RollCheck(dossier=unit, faces=[face] * len(task.dice))
            ),
            "settle-check": lambda: battles.do(act, place, ask.SettleCheck(dossier=unit)),
            "roll-setback": lambda: battles.do(act, place, ask.RollSetback(dossier=unit, faces=["blank"])),
            "roll-trait": lambda: battles.do(act, place, ask.RollTrait(dossier=unit, faces=["blank"])),
            "refill": lambda: battles.do(
                act, place, ask.Recruit(wanted=Recruit(unit=STORM, name="Late arrivals"))
            ),
            "await-rival": lambda: battles.do(
                act, SideRef(place.battle, other(place.side)), ask.NameRival(dossier="d1")
            ),
            "name-rival": lambda: battles.do(act, place, ask.NameRival(dossier=first)),
            "award-experience": lambda: battles.do(act, place, ask.AwardExperience()),
            "award-commendation": lambda: battles.do(
                act, place, ask.AwardCommendation(dossier=unit, commendation=first)
            ),
            "waive-commendation": lambda: battles.do(
                act, place, ask.AwardCommendation(dossier=unit, commendation="")
            ),
            "choose-card": lambda: battles.do(act, place, ask.ChooseCard(dossier=unit, card=first)),
            "name-unit": lambda: battles.registers.do(
                act, self.streams[place.side], commands.NameUnit(dossier=unit, name=f"Squad {unit}")
            ),
        }[task.kind]()
