"""A Register is its owner's alone: every act and every look asks first."""

from datetime import UTC, date, datetime

import pytest

from muster.app.acting import Act, task_name
from muster.app.campaign import commands
from muster.app.campaign.logs import CampaignLogs
from muster.app.campaign.registers import HANDLERS, MOST_REGISTERS, Registers
from muster.app.memory_store import MemoryStore
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.cards import catalogue
from muster.rules.violations import Refused
from muster.store.accounts import Account
from muster.store.campaign.stream_roles import DatabaseRoles, StreamTie
from tests.app.everybody import everybodys_registers
from tests.app.memory_roles import Ties

CAT = catalogue()
NOON = datetime(2026, 6, 19, 12, tzinfo=UTC)
MINE = "register:0f"


def unit(name: str) -> str:
    return next(one.id for one in CAT.data.units if one.name == name)


class Desk:
    """Ann and her Register."""

    def __init__(self) -> None:
        self.my = Registers(CampaignLogs(MemoryStore()), Ties())
        self.acts = 0

    def act(self, actor: str = "ann", key: str | None = None) -> Act:
        self.acts += 1
        return Act(actor, NOON, f"act-{self.acts}", key)

    def open(self) -> "Desk":
        self.my.do(self.act(), MINE, commands.OpenRegister(faction="empire", points_date=CAT.edition))
        return self

    def recruit(self, name: str, called: str = "", actor: str = "ann", key: str | None = None):
        doctrine = ("Cf",) if name == "Imperial Officer" else ()
        wanted = Recruit(unit=unit(name), upgrades=doctrine, name=called)
        return self.my.do(self.act(actor, key), MINE, commands.Recruit(wanted=wanted))

    @property
    def names(self) -> list[str]:
        return [one.called for one in self.my.own("ann", MINE).state.dossiers]


@pytest.fixture
def desk() -> Desk:
    return Desk().open()


ACTS = {
    "recruit": lambda my, act: my.do(act, MINE, commands.Recruit(wanted=Recruit(unit=unit("Stormtroopers")))),
    "name_unit": lambda my, act: my.do(act, MINE, commands.NameUnit(dossier="d1", name="Dace’s Ninth")),
    "withdraw": lambda my, act: my.do(act, MINE, commands.Withdraw(dossier="d2")),
    "request_aid": lambda my, act: my.do(
        act, MINE, commands.RequestAid(request=AidRequest(aid="active-recruiting"))
    ),
    "choose_arc": lambda my, act: my.do(act, MINE, commands.ChooseArc(arc="the-weekend-war")),
    "name_register": lambda my, act: my.do(act, MINE, commands.NameRegister(name="The Ashfall Company")),
    "found": lambda my, act: my.do(act, MINE, commands.Found()),
    "retire": lambda my, act: my.do(act, MINE, commands.Retire()),
    "move_points_date": lambda my, act: my.do(act, MINE, commands.MovePointsDate(day=date(2025, 1, 1))),
    "copy_register": lambda my, act: my.do(act, MINE, commands.CopyRegister(to="register:c0")),
    "undo": lambda my, act: my.do(act, MINE, commands.Undo(batch="act-2")),
    "redo": lambda my, act: my.do(act, MINE, commands.Redo(batch="act-2")),
}


def complete(desk: Desk) -> None:
    """Everything there that founding asks for."""
    desk.recruit("Imperial Officer", "Ilsa Marrok")
    desk.recruit("Stormtroopers")
    desk.recruit("Stormtroopers")
    desk.my.do(desk.act(), MINE, commands.ChooseArc(arc="the-weekend-war"))
    desk.my.do(desk.act(), MINE, commands.NameRegister(name="Ashfall"))


def test_the_list_of_acts_is_whole():
    owners = {kind.__name__ for kind, handler in HANDLERS.known.items() if handler.who == "owner"}
    assert {task_name(one).replace("-", "_") for one in owners} == ACTS.keys()


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("actor", ["bob", ""])
def test_nobody_else_acts_on_it_or_looks_at_it(desk, name, actor):
    complete(desk)
    before = desk.my.log("ann", MINE)
    with pytest.raises(Refused) as refusal:
        ACTS[name](desk.my, desk.act(actor))
    assert [one.code for one in refusal.value.violations] == ["register.unknown"]
    assert desk.my.log("ann", MINE) == before


@pytest.mark.parametrize("name", sorted(set(ACTS) - {"undo", "redo", "copy_register"}))
def test_the_owner_does_all_of_it(desk, name):
    complete(desk)
    before = len(desk.my.log("ann", MINE))
    ACTS[name](desk.my, desk.act())
    assert len(desk.my.log("ann", MINE)) > before


def test_a_register_that_was_never_opened_is_unknown_even_with_a_tie(desk):
    desk.my.stream_roles.grant("ann", "register:aa", "owner")
    with pytest.raises(Refused, match=r"register\.unknown"):
        desk.my.own("ann", "register:aa")


def test_a_member_of_a_stream_is_not_its_owner(desk):
    desk.my.stream_roles.grant("bob", MINE, "member")
    with pytest.raises(Refused, match=r"register\.unknown"):
        desk.my.own("bob", MINE)
    assert desk.my.mine("bob") == []


def test_only_ones_own_registers_are_listed(desk):
    assert [stream for stream, _ in desk.my.mine("ann")] == [MINE]
    assert desk.my.mine("bob") == desk.my.mine("") == []


def test_undo_takes_back_act_by_act_but_not_the_beginning(desk):
    desk.recruit("Imperial Officer", "Ilsa Marrok")
    desk.recruit("Stormtroopers")
    for left in (["Ilsa Marrok"], []):
        desk.my.do(desk.act(), MINE, commands.Undo(batch=desk.my.undoable("ann", MINE)))
        assert desk.names == left
    assert desk.my.undoable("ann", MINE) is None
    with pytest.raises(Refused, match=r"log\.nothing_to_undo"):
        desk.my.do(desk.act(), MINE, commands.Undo(batch="act-1"))


def test_the_same_undo_sent_twice_takes_back_one_act(desk):
    desk.recruit("Imperial Officer", "Ilsa Marrok")
    desk.recruit("Stormtroopers")
    batch = desk.my.undoable("ann", MINE)
    desk.my.do(desk.act(), MINE, commands.Undo(batch=batch))
    assert desk.my.do(desk.act(), MINE, commands.Undo(batch=batch)) is None
    assert desk.names == ["Ilsa Marrok"]


def test_what_somebody_else_did_since_is_not_undone(desk):
    desk.recruit("Imperial Officer", "Ilsa Marrok")
    everybodys_registers(desk.my.logs).do(
        desk.act("arbitrator"), MINE, commands.NameRegister(name="Corrected")
    )
    assert desk.my.undoable("ann", MINE) is None


def test_one_form_acts_once(desk):
    for _ in range(2):
        desk.recruit("Imperial Officer", "Ilsa Marrok", key="page-1")
    assert desk.names == ["Ilsa Marrok"]


def test_nobody_opens_registers_without_end(desk):
    for number in range(MOST_REGISTERS - 1):
        desk.my.stream_roles.grant("ann", f"register:{number:x}", "owner")
    with pytest.raises(Refused, match=r"register\.too_many"):
        desk.my.do(
            desk.act(), "register:zz", commands.OpenRegister(faction="empire", points_date=CAT.edition)
        )


@pytest.mark.django_db
def test_ties_in_the_database_go_with_their_account():
    ann = Account.objects.create_user("ann", "a long enough secret")
    stream_roles = DatabaseRoles()
    for stream in ("register:1", "register:2", "campaign:1", "register:2"):
        stream_roles.grant(str(ann.pk), stream, "owner")
    stream_roles.grant(str(ann.pk), "register:3", "member")
    assert stream_roles.streams(str(ann.pk), "owner", "register:") == ["register:2", "register:1"]
    assert stream_roles.role(str(ann.pk), "register:3") == "member"
    assert stream_roles.role(str(ann.pk), "register:9") is None
    ann.delete()
    assert not StreamTie.objects.exists()
