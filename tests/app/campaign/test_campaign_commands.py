"""Every act on a Register or a campaign is a command: handled once, under the name it has; `can` knows."""

from datetime import date

import pytest

from muster.app.acting import Act, Command, task_name
from muster.app.campaign import clubs, commands, registers
from muster.app.memory_store import MemoryStore
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register.correcting import Fix
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.violations import Refused
from muster.web.api.resources import campaigns as campaign_api
from muster.web.api.resources import registers as register_api
from tests.app.campaign_house import ANN, BATTLE, BOB
from tests.app.club_house import CLUB, Club

ALL = [kind for kind in vars(commands).values() if isinstance(kind, type) and issubclass(kind, Command)][1:]
HANDLERS = (registers.HANDLERS, clubs.HANDLERS)
WHO = {
    registers.HANDLERS: {"anyone", "owner", "corrector"},
    clubs.HANDLERS: {"anyone", "invited", "member", "keeper", "arbitrator", "server"},
}

SAMPLES: list[tuple[str, Command]] = [
    ("register:new", commands.OpenRegister(faction="empire", points_date=date(2026, 7, 1))),
    (ANN, commands.Recruit(wanted=Recruit(unit="ay"))),
    (ANN, commands.NameUnit(dossier="d2", name="Steel")),
    (ANN, commands.Withdraw(dossier="d1")),
    (ANN, commands.RequestAid(request=AidRequest(aid="active-recruiting"))),
    (ANN, commands.ChooseArc(arc="bring-peace-to-the-galaxy")),
    (ANN, commands.NameRegister(name="Ashfall")),
    (ANN, commands.Found()),
    (ANN, commands.Retire()),
    (ANN, commands.MovePointsDate(day=date(2025, 1, 1))),
    (ANN, commands.Undo(batch="act-1")),
    (ANN, commands.Redo(batch="act-1")),
    (ANN, commands.CopyRegister(to="register:copy")),
    (ANN, commands.Correct(fixes=(Fix(what="supply", amount=1),), reason="Forgotten.", battle=BATTLE)),
    ("campaign:new", commands.OpenCampaign(name="Hoth")),
    (CLUB, commands.Join(invitation=1)),
    (CLUB, commands.Leave()),
    (CLUB, commands.Enter(register=BOB)),
    (CLUB, commands.WithdrawRegister(register=ANN)),
    (CLUB, commands.TakeOver()),
    (CLUB, commands.Adopt(person="bob")),
    (CLUB, commands.Remove(person="bob")),
    (CLUB, commands.HandOver(person="bob")),
    (CLUB, commands.Rename(name="Hoth")),
    (CLUB, commands.RenewInvitation()),
    (CLUB, commands.SetSwitch(switch="sealed_rivals", on=True)),
    (CLUB, commands.SetDate(day=date(2026, 12, 1))),
    (CLUB, commands.DropDate(day=date(2026, 12, 1))),
    (CLUB, commands.End()),
]


@pytest.mark.parametrize("kind", ALL)
def test_each_has_one_handler_and_says_who_may(kind):
    [found] = [handlers for handlers in HANDLERS if kind in handlers.known]
    assert found.known[kind].who in WHO[found]


def test_the_names_in_the_api_stay():
    assert {kind.__struct_config__.tag for kind in register_api.Commands.__args__} >= {
        *("recruit", "name-unit", "withdraw", "request-aid", "choose-arc", "name-register"),
        *("found", "retire", "undo"),
    }
    assert {kind.__struct_config__.tag for kind in campaign_api.Commands.__args__} == {
        *("leave", "enter", "withdraw", "remove", "hand-over", "take-over", "adopt"),
        *("rename", "renew-invitation", "set-switch", "set-date", "drop-date", "end"),
    }
    assert task_name("Correct") == commands.Correct.__struct_config__.tag


def test_there_is_a_sample_of_each():
    assert [type(command) for _, command in SAMPLES] == ALL


def outcome(deed) -> list[str]:
    try:
        deed()
    except Refused as refused:
        return [one.code for one in refused.violations]
    return []


def written(store: MemoryStore, stream: str) -> dict[str, int]:
    return store.versions([ANN, BOB, CLUB, "register:new", "register:copy", "campaign:new", stream])


@pytest.mark.parametrize("actor", ["ann", "bob", "cat", "zoe", ""])
@pytest.mark.parametrize(("stream", "command"), SAMPLES)
def test_can_says_what_acting_would_and_writes_nothing(actor, stream, command):
    club = Club()
    desk = club.registers if type(command) in registers.HANDLERS.known else club.clubs
    before, ties = written(club.store, stream), dict(club.stream_roles.kept)
    act = Act(actor, club.act().at, "the-act")
    said = [one.code for one in desk.can(act, stream, command)]
    assert written(club.store, stream) == before and club.stream_roles.kept == ties
    acted = outcome(lambda: desk.do(act, stream, command))
    # Who has no name at all is told so by the store, which is asked last.
    assert acted == said or (not actor and acted == ["log.bad_name"])
    if said:
        assert written(club.store, stream) == before
