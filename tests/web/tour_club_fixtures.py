"""A club for the tests of its pages: Cat arbitrates, Ann and Bob play, Zoe stands outside."""

import re
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest
from django.test import Client

from muster.app.acting import Act
from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.context import SideRef
from muster.app.request_store import RequestStore
from muster.rules.campaign.battle.battle import SIDES, Battle
from muster.rules.campaign.battle.events import SideRecord
from muster.rules.campaign.battle.muster import MusterPlan, Picked
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.battle.steps.open_step import Task
from muster.rules.campaign.club.membership import Campaign
from muster.rules.campaign.register.register import Register
from muster.store.accounts import Account, new_id
from muster.store.log.database import DatabaseStore
from tests.web.account_fixtures import html_of, person, signed_in, text_of
from tests.web.kept_world import kept
from tests.web.site_desks import site_registers
from tests.web.tour_phone import founded


class House:
    """The club with everybody's browser."""

    def __init__(self) -> None:
        names = {"cat": "Cat Moreau", "ann": "Ann Okoro", "bob": "Bob Lindqvist", "zoe": "Zoe"}
        self.people: dict[str, Account] = {key: person(key, name=name) for key, name in names.items()}
        self.clients: dict[str, Client] = {key: signed_in(person) for key, person in self.people.items()}
        self.keys = count(1)
        begun = self.clients["cat"].post("/tours/clubs/new", {"name": "Endor Winter", "key": "begin"})
        assert begun.status_code == 302, text_of(begun)
        self.at = begun["Location"]
        self.id = self.at.rpartition("/")[2]
        self.stream = f"campaign:{self.id}"
        self.registers: dict[str, str] = {}
        for who in ("ann", "bob"):
            assert self.clients[who].post(self.invitation(), {"key": "join"}).status_code == 302
            self.registers[who] = founded(self.people[who])
            name = commands.NameRegister(name=f"Host of {who}")
            site_registers().do(self.act(who), self.registers[who], name)
            self.do(who, "enter", register=self.hex(who))

    # Looking ---------------------------------------------------------------------------------------------

    @property
    def battles(self) -> Battles:
        """The use cases with a look of their own, as for every request."""
        return Battles(RequestStore(DatabaseStore()))

    @property
    def club(self) -> Campaign:
        return self.battles.logs.campaign(self.stream).state

    def pk(self, who: str) -> str:
        return str(self.people[who].pk)

    def hex(self, who: str) -> str:
        return self.registers[who].removeprefix("register:")

    def register(self, who: str) -> Register:
        return self.battles.logs.register(self.registers[who]).state

    def get(self, who: str, where: str = "", status: int = 200) -> str:
        answer = self.clients[who].get(self.at + where)
        assert answer.status_code == status, text_of(answer)
        return text_of(answer)

    def invitation(self) -> str:
        page = html_of(self.clients["cat"].get(f"{self.at}/members"))
        found = re.search(r"/j/[^\"<]+", page)
        assert found
        return str(Client().get(found[0])["Location"])

    # Acting ----------------------------------------------------------------------------------------------

    def act(self, who: str) -> Act:
        return Act(self.pk(who), datetime.now(UTC), str(new_id()))

    def do(self, who: str, deed: str, status: int = 302, **form: Any) -> str:
        sent = {"do": deed, "key": f"page-{next(self.keys)}", **form}
        answer = self.clients[who].post(f"{self.at}/act", sent)
        assert answer.status_code == status, text_of(answer)
        return text_of(answer)

    def open(self, battle: str = "1" * 32) -> str:
        opening = Opening(battle=f"battle:{battle}", points=800, campaign=self.stream)
        sides = {"blue": self.registers["ann"], "red": self.registers["bob"]}
        self.battles.open(self.act("ann"), opening, sides)
        return battle

    def fight(self, to: int = 11, battle: str = "1" * 32, defeated: tuple[str, ...] = ()) -> str:
        """Ann beats Bob; both walk their steps as far as wanted. Every unit defeated is a casualty."""
        self.open(battle)
        stream = f"battle:{battle}"
        for who, key in (("ann", "blue"), ("bob", "red")):
            picked = tuple(
                Picked(dossier=dossier.id, upgrades=tuple(up.id for up in dossier.upgrades))
                for dossier in self.register(who).dossiers
            )
            self.battles.do(self.act(who), SideRef(stream, key), ask.Muster(plan=MusterPlan(units=picked)))
        record = {
            "blue": SideRecord(victory_points=9, defeated=defeated),
            "red": SideRecord(victory_points=6),
        }
        self.battles.do(
            self.act("ann"), SideRef(stream, "blue"), ask.Record(winner="blue", conceded="", sides=record)
        )
        for _ in range(200):
            for who, key in (("ann", "blue"), ("bob", "red")):
                if self.battle(battle).side(key).step < to:
                    self.step(who, SideRef(stream, key), named=to > 5)
            if all(self.battle(battle).side(key).step >= to for key in SIDES):
                return battle
        raise AssertionError("the battle does not end")

    def battle(self, battle: str) -> Battle:
        return self.battles.battle(f"battle:{battle}").state

    def step(self, who: str, place: SideRef, *, named: bool = True) -> None:
        now = self.battles.open_step(place)
        wanted = (task for task in now.tasks if task.must or (named and task.kind == "name-rival"))
        task = next((task for task in wanted if task.kind != "await-rival"), None)
        if task is not None:
            self.obey(who, place, task)
        elif now.can_finish:
            self.battles.do(self.act(who), place, ask.FinishStep(step=now.step))

    def obey(self, who: str, place: SideRef, task: Task) -> None:
        battles, act, unit = self.battles, self.act(who), task.dossier
        first = task.options[0] if task.options else ""
        {
            "resolve-agenda": lambda: battles.do(act, place, ask.ResolveAgenda()),
            "roll-supply": lambda: battles.do(act, place, ask.RollSupply(faces=["block"])),
            "roll-check": lambda: battles.do(
                act, place, ask.RollCheck(dossier=unit, faces=["surge"] * len(task.dice))
            ),
            "settle-check": lambda: battles.do(act, place, ask.SettleCheck(dossier=unit)),
            "roll-setback": lambda: battles.do(act, place, ask.RollSetback(dossier=unit, faces=["blank"])),
            "name-rival": lambda: battles.do(act, place, ask.NameRival(dossier=first)),
            "award-experience": lambda: battles.do(act, place, ask.AwardExperience()),
            "award-commendation": lambda: battles.do(
                act, place, ask.AwardCommendation(dossier=unit, commendation=first)
            ),
            "waive-commendation": lambda: battles.do(
                act, place, ask.AwardCommendation(dossier=unit, commendation="")
            ),
            "choose-card": lambda: battles.do(act, place, ask.ChooseCard(dossier=unit, card=first)),
            "name-unit": lambda: site_registers().do(
                act, self.registers[who], commands.NameUnit(dossier=unit, name=f"Squad {unit}")
            ),
        }[task.kind]()


@pytest.fixture
def house(db: None) -> House:
    return kept(House)
