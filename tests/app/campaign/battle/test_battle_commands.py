"""Every command of a battle: one handler, a task of the same name, who may; and asking is not doing."""

from datetime import timedelta

import pytest

from muster.app.acting import Act, Command, task_name
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.access import (
    ACROSS,
    ANYBODY_THERE,
    ARBITRATOR,
    HANDLERS,
    JUDGES,
    MAY,
    OPENER,
    SIDE,
    WAITING,
)
from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.context import PATIENCE, SideRef
from muster.app.memory_store import MemoryStore
from muster.rules.campaign.battle.muster import MusterPlan
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.violations import Refused
from muster.web.api.resources import battles as api
from tests.app.campaign_house import BLUE, RED
from tests.app.club_house import Club, refused
from tests.app.tour_war import War

SAMPLES: tuple[Command, ...] = (
    ask.OpenBattle(opening=Opening(battle="battle:9", points=800), registers={"blue": "register:9"}),
    ask.Muster(plan=MusterPlan()),
    ask.ChooseAgenda(agenda=""),
    ask.SwitchAgenda(agenda="bring-order"),
    ask.CombatDrop(unit="d1"),
    ask.Record(winner="blue"),
    ask.AcceptRecord(record=1),
    ask.Confirm(),
    ask.Dispute(words="Two of mine stood."),
    ask.Undo(target="nothing"),
    ask.NameOpponent(name="Kim"),
    ask.CallOff(),
    ask.ConfirmFor(side="red"),
    ask.PassRivalFor(side="red"),
    ask.NameRivalFor(side="red", dossier="d2"),
    ask.VoidFaces(side="red", batch="nothing", step="supply:red"),
    ask.ResolveAgenda(),
    ask.RollReward(part="agenda"),
    ask.DrawOrders(),
    ask.TakeReward(part="agenda"),
    ask.RollSupply(faces=("blank",)),
    ask.UseMedevac(dossier="d2"),
    ask.RollCheck(dossier="d2"),
    ask.SettleCheck(dossier="d2"),
    ask.RollSetback(dossier="d2"),
    ask.RollTrait(dossier="d1"),
    ask.NameRival(dossier="d2"),
    ask.AwardExperience(),
    ask.AwardCommendation(dossier="d2", commendation="resilient"),
    ask.ChooseCard(dossier="d1", card=""),
    ask.NameUnit(dossier="d2", name="The Late Shift"),
    ask.RollWarden(),
    ask.RequestAid(request=AidRequest(aid="active-recruiting")),
    ask.Recruit(wanted=Recruit(unit="ay", name="Late arrivals")),
    ask.ChooseArc(arc="the-weekend-war"),
    ask.FinishStep(step=1),
    ask.FinishStep(step=4),
)
NEEDS_A_CHECK = ask.Reroll(dossier="d2", by="resilient", places=(0,))
ALL = frozenset(HANDLERS.known)


def test_every_command_has_one_handler_and_a_row_of_who_may():
    named = {
        kind
        for kind in vars(ask).values()
        if isinstance(kind, type) and issubclass(kind, Command) and kind.__module__ == ask.__name__
    }
    assert named - {ask.ForSide, ask.Rolling} == ALL
    assert {handler.who for handler in HANDLERS.known.values()} == {*MAY, OPENER}
    assert {type(one) for one in (*SAMPLES, NEEDS_A_CHECK)} == ALL


def test_every_task_of_the_api_has_the_name_of_its_command():
    tasks = {*api.Acts.__args__, *api.Arbitration.__args__}
    assert {kind.__struct_config__.tag for kind in tasks} == {task_name(kind.__name__) for kind in tasks}


def test_what_is_done_for_oneself_and_what_is_settled_for_others_have_addresses_of_their_own():
    assert set(api.Arbitration.__args__) == {
        ask.CallOff, ask.ConfirmFor, ask.PassRivalFor, ask.NameRivalFor, ask.VoidFaces,
    }  # fmt: skip


class Written(Exception):
    """It came to the point of writing."""


class Halting(MemoryStore):
    """A store with everything another one holds, that stops whoever writes."""

    def __init__(self, other: MemoryStore) -> None:
        super().__init__()
        self._rows = other._rows

    def append(self, *_, **__):
        raise Written


def doing(war: War, at: SideRef, command: Command) -> list[str]:
    """The reasons of a refusal; none where it would be done."""
    try:
        Battles(Halting(war.store)).do(war.act("blue"), at, command)
    except Refused as refusal:
        return [one.code for one in refusal.violations]
    except Written:
        return []
    return []


@pytest.mark.parametrize("step", range(1, 12))
@pytest.mark.parametrize("alone", [False, True])
def test_asking_gives_the_reasons_that_doing_would_and_writes_nothing(step, alone):
    war = War(MemoryStore())
    battle = war.fight(defeated={"d2": "hit", "d3": "blank"}, alone=alone, to=step)
    here, streams = SideRef(battle, "blue"), (battle, *war.streams.values())
    doable = 0
    for command in SAMPLES:
        before = war.store.versions(streams)
        found = [one.code for one in war.battles.can(war.act("blue"), here, command)]
        assert war.store.versions(streams) == before
        assert doing(war, here, command) == found, command
        doable += not found
    assert doable


def test_asking_names_no_opponent(monkeypatch):
    kept = []

    class Names:
        def keep(self, account, battle, name):
            kept.append(name)

        def name(self, battle):
            return ""

    war = War(MemoryStore())
    here = SideRef(war.fight(alone=True, to=1), "blue")
    battles = Battles(war.store, opponents=Names())
    assert battles.can(war.act("blue"), here, ask.NameOpponent(name="Kim")) == () and not kept
    battles.do(war.act("blue"), here, ask.NameOpponent(name=" Kim "))
    assert kept == ["Kim"]


# Who may ---------------------------------------------------------------------------------------------------

NOT_YOURS, UNKNOWN = ["battle.not_yours"], ["battle.unknown"]
REFUSALS = {
    SIDE: {"bob": NOT_YOURS, "cat": NOT_YOURS, "zoe": UNKNOWN},
    ACROSS: {"bob": NOT_YOURS, "cat": NOT_YOURS, "zoe": UNKNOWN},
    ANYBODY_THERE: {"zoe": UNKNOWN},
    ARBITRATOR: {
        "ann": ["campaign.arbitrator_only"],
        "bob": ["campaign.arbitrator_only"],
        "zoe": UNKNOWN,
    },
    WAITING: {"ann": ["battle.wait_for_rival"], "bob": ["battle.wait_for_rival"], "zoe": UNKNOWN},
    JUDGES: {"bob": ["battle.void_by_others"], "zoe": UNKNOWN},
}
"""Who is refused for what Blue (Ann) does, or for what is done about Red (Bob); Cat arbitrates."""
ACCESS = {code for row in REFUSALS.values() for codes in row.values() for code in codes}


@pytest.fixture(scope="module")
def fought() -> Club:
    club = Club()
    club.fight()
    return club


@pytest.mark.parametrize("command", [*SAMPLES[1:], NEEDS_A_CHECK], ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("who", ["ann", "bob", "cat", "zoe", ""])
def test_who_may_not_ask_is_told_so_before_anything_else(fought, command, who):
    expected = REFUSALS[HANDLERS.known[type(command)].who]
    desk, act = fought.my.desk(BLUE), fought.act(who)
    try:
        HANDLERS.permit(desk, act, command, HANDLERS.known[type(command)].who)
    except Refused as refusal:
        assert [one.code for one in refusal.violations] == expected.get(who or "zoe")
    else:
        assert who not in expected and who


def test_who_waits_goes_on_after_some_days_and_not_for_their_own_side(fought):
    late = fought.act("ann").at + PATIENCE + timedelta(hours=1)
    who = HANDLERS.known[ask.PassRivalFor].who
    HANDLERS.permit(fought.my.desk(BLUE), Act("ann", late, "late"), ask.PassRivalFor(side="red"), who)
    own = lambda: HANDLERS.permit(  # noqa: E731
        fought.my.desk(RED), Act("bob", late, "late"), ask.PassRivalFor(side="red"), who
    )
    assert refused(own) == ["battle.wait_for_rival"]


def test_an_opponent_with_a_register_names_the_rival_themselves(fought):
    named = ask.NameRivalFor(side="red", dossier="d2")
    assert refused(lambda: fought.my.do(fought.act("ann"), BLUE, named)) == ["sequence.rival_awaited"]
