"""A club with its members, over one store."""

from datetime import timedelta

import pytest

from muster.app.acting import Act
from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.context import PATIENCE, SideRef
from muster.app.campaign.clubs import Clubs
from muster.app.campaign.registers import Registers
from muster.rules.campaign.battle.events import SideRecord
from muster.rules.campaign.battle.recording import Opening
from muster.rules.violations import Refused
from tests.app.campaign_house import ANN, BATTLE, BLUE, BOB, PLAN, RED, House
from tests.app.memory_roles import Ties

CLUB = "campaign:1"


class Club(House):
    """Cat's campaign with Ann and Bob, each with a Register in it."""

    def __init__(self) -> None:
        super().__init__()
        self.stream_roles = Ties()
        self.clubs = Clubs(self.tours, self.stream_roles)
        self.registers = Registers(self.tours, self.stream_roles)
        self.my = Battles(self.store, roles=self.stream_roles)
        self.clubs.do(self.act("cat"), CLUB, commands.OpenCampaign(name="Endor Winter"))
        for register, person in ((ANN, "ann"), (BOB, "bob")):
            self.clubs.do(self.act(person), CLUB, commands.Join(invitation=1))
            self.build(register, person)
            self.stream_roles.grant(person, register, "owner")
            self.clubs.do(self.act(person), CLUB, commands.Enter(register=register))

    def fight(self, defeated: tuple[str, ...] = ("d2",)) -> None:
        self.my.open(self.act(), Opening(battle=BATTLE, points=600), {"blue": ANN, "red": BOB})
        self.battles.do(self.act(), BLUE, ask.Muster(plan=PLAN))
        self.battles.do(self.act("bob"), RED, ask.Muster(plan=PLAN))
        self.battles.do(
            self.act(),
            SideRef(BATTLE, "blue"),
            ask.Record(winner="blue", conceded="", sides={"blue": SideRecord(defeated=defeated)}),
        )

    def later(self, actor: str) -> Act:
        act = self.act(actor)
        return Act(actor, act.at + PATIENCE + timedelta(hours=1), act.batch)


def refused(deed) -> list[str]:
    with pytest.raises(Refused) as refusal:
        deed()
    return [one.code for one in refusal.value.violations]
