"""A campaign is its members' own; what only the arbitrator may do is refused to everybody else."""

import msgspec
import pytest

from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.access import side_for_actor
from muster.app.campaign.battle.context import SideRef
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.register.correcting import Fix
from muster.rules.log import KINDS
from tests.app.campaign_house import ANN, BATTLE, BLUE, BOB, PLAN, RED
from tests.app.club_house import CLUB, Club, refused


@pytest.fixture
def club() -> Club:
    return Club()


def test_a_stranger_does_not_find_the_campaign_nor_its_registers(club):
    for deed in (
        lambda: club.clubs.club("zoe", CLUB),
        lambda: club.clubs.club("", CLUB),
        lambda: club.clubs.registers("zoe", CLUB),
        lambda: club.clubs.do(club.act("zoe"), CLUB, commands.Leave()),
        lambda: club.clubs.do(club.act("zoe"), CLUB, commands.SetSwitch(switch="sealed_rivals", on=True)),
    ):
        assert refused(deed) == ["campaign.unknown"]
    assert refused(lambda: club.registers.readable("zoe", ANN)) == ["register.unknown"]
    assert club.registers.readable("bob", ANN).state.name == "Host of ann"
    assert [name for name, _ in club.clubs.mine("bob")] == [CLUB] and club.clubs.mine("zoe") == []


@pytest.mark.parametrize(
    "deed",
    [
        lambda c: c.clubs.do(c.act(), CLUB, commands.Remove(person="bob")),
        lambda c: c.clubs.do(c.act(), CLUB, commands.HandOver(person="ann")),
        lambda c: c.clubs.do(c.act(), CLUB, commands.Rename(name="Mine now")),
        lambda c: c.clubs.do(c.act(), CLUB, commands.RenewInvitation()),
        lambda c: c.clubs.do(c.act(), CLUB, commands.SetSwitch(switch="sealed_rivals", on=True)),
        lambda c: c.clubs.do(c.act(), CLUB, commands.End()),
        lambda c: c.clubs.do(c.act(), CLUB, commands.WithdrawRegister(register=BOB)),
        lambda c: c.registers.do(
            c.act(), ANN, commands.Correct(fixes=(Fix(what="supply", amount=9),), reason="a gift")
        ),
        lambda c: c.registers.preview_correction(
            "ann", BOB, commands.Correct(fixes=(Fix(what="supply", amount=-5),), reason="spite")
        ),
    ],
)
def test_what_only_the_arbitrator_may(club, deed):
    before = {stream: club.store.version(stream) for stream in (CLUB, ANN, BOB)}
    assert refused(lambda: deed(club)) == ["campaign.arbitrator_only"]
    assert before == {stream: club.store.version(stream) for stream in (CLUB, ANN, BOB)}


def test_the_arbitrator_does(club):
    clubs = club.clubs
    clubs.do(club.act("cat"), CLUB, commands.Rename(name="Endor Spring"))
    clubs.do(club.act("cat"), CLUB, commands.SetSwitch(switch="sealed_rivals", on=True))
    fixed = commands.Correct(fixes=(Fix(what="supply", amount=2),), reason="miscounted")
    assert club.registers.preview_correction("cat", ANN, fixed).after.supply == 7
    club.registers.do(club.act("cat"), ANN, fixed)
    assert club.tours.register(ANN).state.supply == 7
    clubs.do(club.act("cat"), CLUB, commands.Remove(person="bob"))
    state = clubs.club("cat", CLUB).state
    assert (state.name, state.registers, state.switches.sealed_rivals) == ("Endor Spring", {ANN: "ann"}, True)
    assert club.tours.register(BOB).state.campaign == ""
    clubs.do(club.act("cat"), CLUB, commands.HandOver(person="ann"))
    clubs.do(club.act("cat"), CLUB, commands.Leave())
    clubs.do(club.act("ann"), CLUB, commands.End())
    assert clubs.club("ann", CLUB).state.status == "ended"


@pytest.mark.parametrize(
    "fix",
    [
        Fix(what="reputation", amount=-1),
        Fix(what="potential", amount=-601),
        Fix(what="agenda", id="bring-order", amount=-1),
        Fix(what="supply", amount=-6),
        Fix(what="supply", amount=1_001),
    ],
)
def test_a_correction_takes_nothing_below_nothing(club, fix):
    agenda = club.tours.register(ANN).state.arc.agendas[0].id
    fix = msgspec.structs.replace(fix, id=agenda) if fix.what == "agenda" else fix
    [code] = refused(
        lambda: club.registers.do(club.act("cat"), ANN, commands.Correct(fixes=(fix,), reason="no"))
    )
    assert code in ("register.fix_too_big", "register.supply")


def test_without_a_campaign_the_owner_corrects_their_own_register(club):
    club.clubs.do(club.act(), CLUB, commands.WithdrawRegister(register=ANN))
    club.registers.do(
        club.act(), ANN, commands.Correct(fixes=(Fix(what="supply", amount=1),), reason="forgot one")
    )
    assert club.tours.register(ANN).state.supply == 6
    assert refused(
        lambda: club.registers.do(club.act("bob"), ANN, commands.Correct(fixes=(), reason="no"))
    ) == ["register.unknown"]


def test_a_renewed_invitation_makes_the_old_one_worthless(club):
    club.clubs.do(club.act("cat"), CLUB, commands.RenewInvitation())
    assert refused(lambda: club.clubs.do(club.act("zoe"), CLUB, commands.Join(invitation=1))) == [
        "campaign.invitation_old"
    ]
    club.clubs.do(club.act("zoe"), CLUB, commands.Join(invitation=2))
    assert club.clubs.do(club.act("zoe"), CLUB, commands.Join(invitation=2)) is None
    assert club.clubs.club("zoe", CLUB).state.members == ("cat", "ann", "bob", "zoe")


def test_a_register_moves_to_another_club_in_one_act(club):
    club.clubs.do(club.act("ann"), "campaign:2", commands.OpenCampaign(name="Hoth"))
    club.clubs.do(club.act(), "campaign:2", commands.Enter(register=ANN))
    assert club.tours.campaign(CLUB).state.registers == {BOB: "bob"}
    assert club.tours.campaign("campaign:2").state.registers == {ANN: "ann"}
    assert club.tours.register(ANN).state.campaign == "campaign:2"
    assert refused(lambda: club.clubs.do(club.act(), CLUB, commands.Enter(register=BOB))) == [
        "register.unknown"
    ]


def test_a_register_in_battle_does_not_move(club):
    club.clubs.do(club.act("ann"), "campaign:2", commands.OpenCampaign(name="Hoth"))
    club.fight()
    assert refused(lambda: club.clubs.do(club.act(), "campaign:2", commands.Enter(register=ANN))) == [
        "register.in_battle"
    ]


def test_where_the_arbitrators_account_is_gone_a_member_takes_over(club):
    assert refused(lambda: club.clubs.do(club.act("bob"), CLUB, commands.TakeOver())) == [
        "campaign.has_arbitrator"
    ]
    del club.stream_roles.kept["cat", CLUB]
    club.clubs.do(club.act("bob"), CLUB, commands.TakeOver())
    assert club.clubs.club("bob", CLUB).state.arbitrator == "bob"


class TestBattles:
    def test_a_battle_is_opened_with_a_register_of_ones_own(self, club):
        opening = Opening(battle=BATTLE, points=600)
        stranger = lambda: club.my.open(club.act("zoe"), opening, {"blue": ANN, "red": BOB})  # noqa: E731
        assert refused(stranger) == ["register.unknown"]
        club.clubs.do(club.act("bob"), CLUB, commands.WithdrawRegister(register=BOB))
        apart = lambda: club.my.open(club.act(), opening, {"blue": ANN, "red": BOB})  # noqa: E731
        assert refused(apart) == ["battle.other_campaign"]

    def test_each_acts_for_their_own_side(self, club):
        club.fight()
        assert (
            side_for_actor(club.my, "ann", BATTLE) == BLUE and side_for_actor(club.my, "bob", BATTLE) == RED
        )
        assert refused(lambda: side_for_actor(club.my, "ann", BATTLE, "red")) == ["battle.not_yours"]
        assert refused(lambda: side_for_actor(club.my, "cat", BATTLE)) == ["battle.not_yours"]
        assert refused(lambda: side_for_actor(club.my, "zoe", BATTLE)) == ["battle.unknown"]
        assert club.my.desk(BLUE).role("cat").arbitrator and not club.my.desk(BLUE).role("bob").arbitrator

    def test_nobody_blocks_by_never_confirming(self, club):
        club.fight()
        club.to_the_end()
        club.battles.do(club.act(), BLUE, ask.Confirm())
        assert refused(lambda: club.my.do(club.act(), RED, ask.ConfirmFor(side="red"))) == [
            "campaign.arbitrator_only"
        ]
        club.my.open(club.act(), Opening(battle="battle:2", points=600), {"blue": ANN})
        club.my.do(club.act("cat"), RED, ask.ConfirmFor(side="red"))
        assert club.battles.battle(BATTLE).state.is_confirmed

    def test_an_arbitrator_who_plays_does_not_confirm_for_their_own_opponent(self, club):
        club.fight()
        club.to_the_end()
        club.clubs.do(club.act("cat"), CLUB, commands.HandOver(person="ann"))
        club.battles.do(club.act(), BLUE, ask.Confirm())
        confirm = lambda: club.my.do(club.act("ann"), RED, ask.ConfirmFor(side="red"))  # noqa: E731
        assert refused(confirm) == ["battle.own_opponent"]
        club.clubs.do(club.act("ann"), CLUB, commands.HandOver(person="cat"))
        club.my.do(club.act("cat"), RED, ask.ConfirmFor(side="red"))
        assert club.battles.battle(BATTLE).state.is_confirmed

    @pytest.mark.parametrize("who", ["cat", "ann"])
    def test_nobody_waits_for_ever_for_a_rival(self, club, who):
        club.fight()
        club.to_step(5)
        asked = lambda: club.my.do(club.act(), RED, ask.PassRivalFor(side="red"))  # noqa: E731
        assert refused(asked) == ["battle.wait_for_rival"]
        club.my.do(club.later(who), RED, ask.PassRivalFor(side="red"))
        assert club.battles.battle(BATTLE).state.red.rival == ""

    def test_faces_are_freed_by_the_other_side_or_the_arbitrator(self, club):
        club.fight()
        club.battles.do(club.act(), BLUE, ask.ResolveAgenda())
        club.finish()
        rolled = club.act()
        club.battles.do(rolled, BLUE, ask.RollSupply())
        club.battles.do(club.act(), BLUE, ask.Undo(target=rolled.batch))
        entry = next(one for one in club.store.read(BATTLE) if one.batch == rolled.batch)
        step = KINDS.decode(*KINDS.encode(entry.event)).step_key() or ""
        own = lambda: club.my.do(club.act(), BLUE, ask.VoidFaces(side="blue", batch=rolled.batch, step=step))  # noqa: E731
        assert refused(own) == ["battle.void_by_others"]
        club.my.do(club.act("bob"), BLUE, ask.VoidFaces(side="blue", batch=rolled.batch, step=step))
        club.my.do(club.act("cat"), BLUE, ask.VoidFaces(side="blue", batch=rolled.batch, step=step))

    def test_against_nobody_the_player_writes_down_that_the_opponent_agreed(self, club):
        club.my.open(club.act(), Opening(battle=BATTLE, points=600), {"blue": ANN})
        club.battles.do(club.act(), BLUE, ask.Muster(plan=PLAN))
        club.battles.do(club.act(), SideRef(BATTLE, "blue"), ask.Record(winner="blue", conceded="", sides={}))
        club.to_step(3)
        rolled = club.battles.do(club.act(), BLUE, ask.RollSupply(faces=["blank"]))
        club.battles.do(club.act(), BLUE, ask.Undo(target=rolled.batch))
        club.my.do(club.act(), BLUE, ask.VoidFaces(side="blue", batch=rolled.batch, step="supply:blue"))
        club.battles.do(club.act(), BLUE, ask.RollSupply(faces=["block"]))

    def test_either_player_or_the_arbitrator_calls_off(self, club):
        club.my.open(club.act(), Opening(battle=BATTLE, points=600), {"blue": ANN, "red": BOB})
        assert refused(lambda: club.my.do(club.act("zoe"), SideRef(BATTLE, "blue"), ask.CallOff())) == [
            "battle.unknown"
        ]
        club.my.do(club.act("bob"), SideRef(BATTLE, "blue"), ask.CallOff())
        assert club.battles.battle(BATTLE).state.status == "called-off"

    def test_a_side_acts_by_its_owner(self, club):
        club.fight()
        assert refused(lambda: club.my.do(club.act("cat"), BLUE, ask.ResolveAgenda())) == ["battle.not_yours"]
        assert refused(lambda: club.my.do(club.act("bob"), BLUE, ask.ResolveAgenda())) == ["battle.not_yours"]
        assert refused(lambda: club.my.do(club.act("zoe"), BLUE, ask.ResolveAgenda())) == ["battle.unknown"]
        club.my.do(club.act("ann"), BLUE, ask.ResolveAgenda())
