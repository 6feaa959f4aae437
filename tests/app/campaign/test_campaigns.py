"""The use cases of Tours of Duty: acts that are whole, once, and can be taken back with their faces kept."""

import re
from datetime import date
from pathlib import Path

import pytest

from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.context import SideRef
from muster.app.campaign.battle.faces import fresh_draw, kept_draw
from muster.app.campaign.battle.undoing import dependents
from muster.app.streams import StaleVersion, Write
from muster.rules.campaign.battle.events import (
    BattleSeedSealed,
    CasualtyRolled,
    RewardDrawn,
    SideRecord,
    SupplyRolled,
)
from muster.rules.campaign.battle.evidence import evidence_of
from muster.rules.campaign.battle.muster import MusterPlan
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.club import membership
from muster.rules.campaign.library.homebrew import read_arc, with_homebrew
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register.correcting import Fix
from muster.rules.campaign.register.events import RegisterNamed
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.dice.evidence import verify
from muster.rules.log import KINDS, Undone, act_to_undo
from muster.rules.log.views import Viewer, view
from muster.rules.messages import explain
from muster.rules.violations import Refused
from tests.app.campaign_house import ANN, BATTLE, BLUE, BOB, PLAN, RED, House


@pytest.fixture
def house() -> House:
    return House()


def codes(refusal: pytest.ExceptionInfo[Refused]) -> list[str]:
    assert all(explain(one) for one in refusal.value.violations)
    return [one.code for one in refusal.value.violations]


def test_a_form_sent_twice_acts_once(house):
    house.fight()
    house.battles.do(house.act(), BLUE, ask.ResolveAgenda())
    house.finish()
    first = house.battles.do(house.act(key="roll-1"), BLUE, ask.RollSupply())
    again = house.battles.do(house.act(key="roll-1"), BLUE, ask.RollSupply())
    assert again.repeated and again.versions == first.versions
    rolls = [entry for entry in house.store.read(BATTLE) if isinstance(entry.event, SupplyRolled)]
    assert len(rolls) == 1


def test_a_turn_is_in_both_streams_or_in_none(house):
    house.fight()
    house.to_step(3)
    before = house.store.versions([BATTLE, ANN])
    done = house.battles.do(house.act(), BLUE, ask.RollSupply(faces=["block"]))
    after = house.store.versions([BATTLE, ANN])
    assert after[BATTLE] == before[BATTLE] + 1 and after[ANN] == before[ANN] + 1
    assert house.store.streams_of(done.batch) == sorted([BATTLE, ANN])
    assert house.tours.register(ANN).state.supply == 8


def test_two_people_finishing_the_same_step_finish_it_once(house):
    house.fight()
    house.battles.do(house.act(), BLUE, ask.ResolveAgenda())
    house.battles.do(house.act(), BLUE, ask.FinishStep(step=1))
    with pytest.raises(Refused) as refusal:
        house.battles.do(house.act("helper"), BLUE, ask.FinishStep(step=1))
    assert codes(refusal) == ["sequence.other_step"]


def test_a_stale_writer_is_refused(house):
    house.build(ANN, "ann")
    with pytest.raises(StaleVersion):
        house.tours.write(house.act(), "late", [Write(ANN, 3, (RegisterNamed("Late"),))])


class TestFaces:
    def rolled(self, house: House) -> CasualtyRolled:
        log = house.store.read(BATTLE)
        return [entry.event for entry in log if isinstance(entry.event, CasualtyRolled)][-1]

    def test_an_undone_roll_keeps_its_faces(self, house):
        house.fight()
        house.to_step(4)
        done = house.battles.do(house.act(), BLUE, ask.RollCheck(dossier="d2"))
        first = self.rolled(house)
        house.battles.do(house.act(), BLUE, ask.Undo(target=done.batch))
        assert house.battles.battle(BATTLE).state.blue.checks == {}
        house.battles.do(house.act(), BLUE, ask.RollCheck(dossier="d2"))
        assert self.rolled(house).roll == first.roll

    def test_something_else_in_between_frees_no_faces(self, house):
        house.fight(("d2", "d3"))
        house.to_step(3)
        house.battles.do(house.act(), BLUE, ask.RollSupply(faces=["blank"]))
        house.finish()
        for dossier in ("d2", "d3"):
            house.battles.do(house.act(), BLUE, ask.RollCheck(dossier=dossier, faces=["hit"]))
            house.battles.do(house.act(), BLUE, ask.SettleCheck(dossier=dossier))
        done = house.battles.do(house.act(), BLUE, ask.RollSetback(dossier="d2", faces=["surge"]))
        house.battles.do(house.act(), BLUE, ask.Undo(target=done.batch))
        house.battles.do(house.act(), BLUE, ask.RollSetback(dossier="d3", faces=["hit"]))
        with pytest.raises(Refused) as refusal:
            house.battles.do(house.act(), BLUE, ask.RollSetback(dossier="d2", faces=["blank"]))
        assert codes(refusal) == ["sequence.faces_kept"]
        house.battles.do(house.act(), BLUE, ask.RollSetback(dossier="d2", faces=["surge"]))

    def test_medical_dice_are_kept_though_other_aid_comes_first(self, house):
        house.fight()
        fixes = [Fix(what="setback-gained", dossier="d3", id=one) for one in ("downtrodden", "battle-shaken")]
        house.registers.do(house.act(), ANN, commands.Correct(fixes=tuple(fixes), reason="A longer story."))
        house.to_step(5)
        house.battles.do(house.act("cat"), RED, ask.PassRivalFor(side="red"))
        house.to_step(7)
        request = AidRequest(aid="request-medical-supplies", dossier="d3", setbacks=("downtrodden",))
        done = house.battles.do(house.act(), BLUE, ask.RequestAid(request=request, faces=["blank"]))
        house.battles.do(house.act(), BLUE, ask.Undo(target=done.batch))
        house.battles.do(house.act(), BLUE, ask.RequestAid(request=AidRequest(aid="active-recruiting")))
        with pytest.raises(Refused) as refusal:
            house.battles.do(house.act(), BLUE, ask.RequestAid(request=request, faces=["block"]))
        assert codes(refusal) == ["sequence.faces_kept"]

    def test_other_faces_are_not_typed_in_afterwards(self, house):
        house.fight()
        house.to_step(4)
        done = house.battles.do(house.act(), BLUE, ask.RollCheck(dossier="d2", faces=["surge"]))
        house.battles.do(house.act(), BLUE, ask.Undo(target=done.batch))
        with pytest.raises(Refused) as refusal:
            house.battles.do(house.act(), BLUE, ask.RollCheck(dossier="d2", faces=["blank"]))
        assert codes(refusal) == ["sequence.faces_kept"]

    def test_the_opponent_may_void_them(self, house):
        house.fight()
        house.to_step(4)
        done = house.battles.do(house.act(), BLUE, ask.RollCheck(dossier="d2", faces=["surge"]))
        house.battles.do(house.act(), BLUE, ask.Undo(target=done.batch))
        house.battles.do(
            house.act("bob"),
            BLUE,
            ask.VoidFaces(side="blue", batch=done.batch, step="casualty:blue:d2"),
        )
        house.battles.do(house.act(), BLUE, ask.RollCheck(dossier="d2", faces=["blank"]))
        assert self.rolled(house).roll.faces == ("blank",)

    def test_the_seed_of_an_app_roll_is_sealed_and_opened_at_the_end(self, house):
        house.fight(())
        house.to_step(3)
        house.battles.do(house.act(), BLUE, ask.RollSupply())
        log = house.store.read(BATTLE)
        rolled = next(entry.event for entry in log if isinstance(entry.event, SupplyRolled))
        assert rolled.roll.commitment is not None
        assert not [e for e in view(log, Viewer()) if isinstance(e.event, BattleSeedSealed)]
        house.finish()
        house.finish()
        house.to_step(5, RED, "bob")
        house.battles.do(house.act("cat"), RED, ask.PassRivalFor(side="red"))
        house.battles.do(house.act("cat"), BLUE, ask.PassRivalFor(side="blue"))
        house.to_step(11)
        house.to_step(11, RED, "bob")
        assert verify(rolled.roll, house.battles.battle(BATTLE).state.opened_seeds["supply:blue"])

    def test_every_roll_is_evidence_voided_ones_and_draws_included(self, house):
        house.fight()
        house.to_step(3)
        first = house.battles.do(house.act(), BLUE, ask.RollSupply())
        house.battles.do(house.act(), BLUE, ask.Undo(target=first.batch))
        free = ask.VoidFaces(side="blue", batch=first.batch, step="supply:blue")
        house.battles.do(house.act("bob"), RED, free)
        house.battles.do(house.act(), BLUE, ask.RollSupply())
        log = house.store.read(BATTLE)
        hidden = evidence_of(log, opened=False)
        assert [one.fate for one in hidden] == ["voided", "counts"]
        assert all(one.commitment and not one.seed and not one.proven for one in hidden)
        assert hidden[0].commitment != hidden[1].commitment
        shown = evidence_of(log, opened=True)
        assert all(one.seed and one.proven for one in shown)

    def test_order_tokens_drawn_by_the_app_are_proven_and_kept(self, house):
        tokens = ("commander", "corps", "corps", "support")
        drawn = fresh_draw("blue", tokens, 2, lambda size: bytes(range(size)))
        act = house.act()
        events = (RewardDrawn("blue", "agenda", drawn.orders), *drawn.proof)
        house.store.append([Write("battle:9", 0, events)], actor="ann", at=act.at, batch=act.batch)
        [hidden] = evidence_of(house.store.read("battle:9"), opened=False)
        assert hidden.shown == drawn.orders and hidden.out_of == tokens and hidden.commitment
        [shown] = evidence_of(house.store.read("battle:9"), opened=True)
        assert shown.proven
        other = (RewardDrawn("blue", "agenda", ("support", "support")), *drawn.proof)
        house.store.append([Write("battle:8", 0, other)], actor="ann", at=act.at, batch="false")
        assert not evidence_of(house.store.read("battle:8"), opened=True)[0].proven
        undo = Write("battle:9", 3, (Undone(act.batch),))
        house.store.append([undo], actor="ann", at=act.at, batch="undo")
        assert kept_draw(house.store.read("battle:9"), "blue") == drawn

    def test_impossible_faces_and_absurd_numbers_of_dice_are_refused(self, house):
        house.fight()
        house.to_step(4)
        for faces in (["block"], ["nonsense"], ["hit"] * 10_000, []):
            with pytest.raises(Refused) as refusal:
                house.battles.do(house.act(), BLUE, ask.RollCheck(dossier="d2", faces=faces))
            assert codes(refusal)


class TestUndo:
    def test_the_latest_act_falls_in_both_streams(self, house):
        house.fight()
        house.to_step(3)
        before = house.tours.register(ANN).state
        done = house.battles.do(house.act(), BLUE, ask.RollSupply(faces=["block"]))
        house.battles.do(house.act(), BLUE, ask.Undo(target=done.batch))
        assert house.tours.register(ANN).state == before
        assert not house.battles.battle(BATTLE).state.blue.supplied

    def test_a_rival_named_on_these_casualties_falls_with_them(self, house):
        house.fight()
        house.to_step(5)
        last = act_to_undo(house.store.read(BATTLE), "ann")
        named = house.battles.do(house.act("bob"), RED, ask.NameRival(dossier="d3"))
        assert dependents(house.battles.desk(BLUE), last) == (named.batch,)
        house.battles.do(house.act(), BLUE, ask.Undo(target=last))
        assert house.battles.battle(BATTLE).state.red.rival is None

    def test_what_the_opponent_did_for_their_own_side_stays(self, house):
        house.fight()
        house.to_step(3)
        done = house.battles.do(house.act(), BLUE, ask.RollSupply(faces=["block"]))
        house.to_step(4, RED, "bob")
        assert dependents(house.battles.desk(BLUE), done.batch) == ()
        house.battles.do(house.act(), BLUE, ask.Undo(target=done.batch))
        assert house.battles.battle(BATTLE).state.red.step == 4

    def test_dice_the_app_rolled_belong_to_their_side(self, house):
        house.fight()
        house.to_step(3)
        mine = house.battles.do(house.act(), BLUE, ask.RollSupply())
        house.to_step(3, RED, "bob")
        theirs = house.battles.do(house.act("bob"), RED, ask.RollSupply())
        rolled = [one for one in house.store.read(BATTLE) if one.batch == theirs.batch]
        assert any(isinstance(one.event, BattleSeedSealed) for one in rolled)
        assert dependents(house.battles.desk(BLUE), mine.batch) == ()
        house.battles.do(house.act(), BLUE, ask.Undo(target=mine.batch))
        now = house.battles.battle(BATTLE).state
        assert now.red.supplied and not now.blue.supplied
        with pytest.raises(Refused) as refusal:
            house.battles.do(
                house.act(), BLUE, ask.VoidFaces(side="red", batch=theirs.batch, step="supply:red")
            )
        assert codes(refusal) == ["battle.no_kept_dice"]

    def test_opened_seeds_hold_no_side_back(self, house):
        house.fight()
        house.to_the_end()
        last = act_to_undo(house.store.read(ANN), "ann")
        assert house.battles.battle(BATTLE).state.done
        assert dependents(house.battles.desk(BLUE), last) == ()
        house.battles.do(house.act(), BLUE, ask.Undo(target=last))
        now = house.battles.battle(BATTLE).state
        assert now.red.done and not now.blue.done
        house.finish()
        assert house.battles.battle(BATTLE).state.done

    def test_what_the_opponent_did_after_naming_a_rival_stays(self, house):
        house.fight()
        house.to_step(5)
        last = act_to_undo(house.store.read(BATTLE), "ann")
        named = house.battles.do(house.act("bob"), RED, ask.NameRival(dossier="d3"))
        house.to_step(4, RED, "bob")
        assert dependents(house.battles.desk(BLUE), last) == (named.batch,)

    def test_every_event_of_a_battle_is_a_sides_or_known_to_be_both_sides(self):
        both = {"battle.opened", "battle.called_off", "battle.recorded", "battle.seeds_opened"}
        kinds = [kind for kind in KINDS if kind.name.startswith("battle.")]
        assert {kind.name for kind in kinds if not hasattr(kind.type, "side")} == both

    def test_anothers_correction_does_not_fall_with_an_act_of_mine(self, house):
        house.fight()
        house.to_step(3)
        done = house.battles.do(house.act(), BLUE, ask.RollSupply(faces=["block"]))
        fix = (Fix(what="supply", amount=2),)
        house.registers.do(house.act("cat"), ANN, commands.Correct(fixes=fix, reason="Forgotten."))
        with pytest.raises(Refused) as refusal:
            house.battles.do(house.act(), BLUE, ask.Undo(target=done.batch))
        assert codes(refusal) == ["log.undo_blocked"]

    def test_who_took_the_others_dice_back_does_not_free_them(self, house):
        """Older logs hold undos that took the opponent's dice along."""
        house.fight()
        house.to_step(3, RED, "bob")
        theirs = house.battles.do(house.act("bob"), RED, ask.RollSupply())
        act = house.act()
        version = house.store.versions([BATTLE])[BATTLE]
        house.store.append(
            [Write(BATTLE, version, (Undone(theirs.batch),))], actor="ann", at=act.at, batch=act.batch
        )
        free = ask.VoidFaces(side="red", batch=theirs.batch, step="supply:red")
        with pytest.raises(Refused) as refusal:
            house.battles.do(house.act(), BLUE, free)
        assert codes(refusal) == ["battle.void_by_others"]
        house.battles.do(house.act("cat"), BLUE, free)

    def test_a_rewarded_rival_is_not_taken_back_over_the_others_head(self, house):
        house.fight()
        house.to_step(5)
        named = house.battles.do(house.act("bob"), RED, ask.NameRival(dossier="d3"))
        house.battles.do(house.act(), BLUE, ask.AwardExperience())
        with pytest.raises(Refused) as refusal:
            house.battles.do(house.act("bob"), RED, ask.Undo(target=named.batch))
        assert codes(refusal) == ["log.undo_blocked"]

    def test_after_both_confirmed_only_the_arbitrator_corrects(self, house):
        house.fight()
        house.to_the_end()
        last = act_to_undo(house.store.read(ANN), "ann")
        house.battles.do(house.act(), BLUE, ask.Confirm())
        house.battles.do(house.act("cat"), RED, ask.ConfirmFor(side="red"))
        with pytest.raises(Refused) as refusal:
            house.battles.do(house.act(), BLUE, ask.Undo(target=last))
        assert codes(refusal) == ["battle.settled"]
        fix = [Fix(what="experience", dossier="d3", amount=2)]
        shown = house.registers.preview_correction(
            "cat", ANN, commands.Correct(fixes=tuple(fix), reason="Forgotten.", battle=BATTLE)
        )
        house.registers.do(
            house.act("cat"), ANN, commands.Correct(fixes=tuple(fix), reason="Forgotten.", battle=BATTLE)
        )
        assert house.tours.register(ANN).state == shown.after
        assert shown.after.dossier("d3").experience == shown.before.dossier("d3").experience + 2

    def test_an_act_of_another_battle_is_not_undone_here(self, house):
        house.fight()
        house.build("register:cat", "cat")
        foreign = act_to_undo(house.store.read("register:cat"), "cat")
        with pytest.raises(Refused) as refusal:
            house.battles.do(house.act("cat"), BLUE, ask.Undo(target=foreign))
        assert codes(refusal) == ["log.nothing_to_undo"]


def test_the_register_as_it_was_after_any_battle(house):
    house.fight()
    house.to_the_end()
    then = house.tours.register(ANN).state
    house.registers.do(house.act(), ANN, commands.Recruit(wanted=Recruit(unit="az")))
    assert house.tours.register_after(ANN, BATTLE) == then
    with pytest.raises(Refused) as refusal:
        house.tours.register_after(ANN, "battle:99")
    assert codes(refusal) == ["register.no_such_battle"]


def test_a_battle_called_off_leaves_no_trace_on_the_registers(house):
    house.build(ANN, "ann")
    house.battles.open(house.act(), Opening(battle=BATTLE, points=600), {"blue": ANN})
    house.battles.do(house.act(), BLUE, ask.Muster(plan=PLAN))
    assert house.tours.register(ANN).state.open_battle == BATTLE
    house.battles.do(house.act(), SideRef(BATTLE, "blue"), ask.CallOff())
    state = house.tours.register(ANN).state
    assert state.open_battle == "" and state.free_to_undo


def test_one_phone_is_enough_against_somebody_without_a_register(house):
    house.build(ANN, "ann")
    house.battles.open(house.act(), Opening(battle=BATTLE, points=600), {"blue": ANN})
    house.battles.do(house.act(), BLUE, ask.Muster(plan=PLAN))
    house.battles.do(
        house.act(),
        SideRef(BATTLE, "blue"),
        ask.Record(winner="red", conceded="", sides={"blue": SideRecord(defeated=("d2",))}),
    )
    house.to_step(5)
    house.battles.do(house.act(), RED, ask.NameRival(dossier="d3"))
    house.to_step(11)
    assert house.battles.battle(BATTLE).state.done
    assert house.tours.register(ANN).state.dossier("d3").experience == 4


def test_a_dispute_is_written_down_and_blocks_nothing(house):
    house.fight()
    house.battles.do(house.act("bob"), RED, ask.Dispute(words="The officer was not defeated."))
    house.battles.do(house.act(), BLUE, ask.ResolveAgenda())
    assert house.battles.battle(BATTLE).state.red.dispute


def test_what_may_i_do_now_and_the_muster_preview(house):
    house.build(ANN, "ann")
    house.battles.open(house.act(), Opening(battle=BATTLE, points=600), {"blue": ANN})
    assert house.battles.preview_muster(BLUE, MusterPlan()).violations
    assert house.battles.preview_muster(BLUE, PLAN).legal
    assert house.battles.open_step(BLUE).step == 0


def test_medical_supplies_roll_their_dice(house):
    house.fight()
    fixes = [Fix(what="setback-gained", dossier="d3", id=one) for one in ("downtrodden", "battle-shaken")]
    house.registers.do(house.act(), ANN, commands.Correct(fixes=tuple(fixes), reason="A longer story."))
    house.to_step(5)
    house.battles.do(house.act("cat"), RED, ask.PassRivalFor(side="red"))
    house.to_step(7)
    request = AidRequest(aid="request-medical-supplies", dossier="d3", setbacks=("downtrodden",))
    house.battles.do(house.act(), BLUE, ask.RequestAid(request=request, faces=["block"]))
    assert house.tours.register(ANN).state.dossier("d3").setbacks == ()


class TestCampaign:
    CLUB = "campaign:1"

    def club(self, house: House) -> None:
        house.clubs.do(house.act("cat"), self.CLUB, commands.OpenCampaign(name="Endor Winter"))
        for person in ("ann", "bob"):
            house.clubs.do(house.act(person), self.CLUB, commands.Join(invitation=1))

    def test_members_registers_and_the_arbitrator(self, house):
        self.club(house)
        house.build(ANN, "ann")
        house.clubs.do(house.act(), self.CLUB, commands.Enter(register=ANN))
        state = house.tours.campaign(self.CLUB).state
        assert state.registers == {ANN: "ann"} and state.arbitrator == "cat"
        assert house.tours.register(ANN).state.campaign == self.CLUB
        house.clubs.do(house.act("cat"), self.CLUB, commands.HandOver(person="bob"))
        house.clubs.do(house.act("cat"), self.CLUB, commands.Leave())
        house.clubs.do(house.act(), self.CLUB, commands.WithdrawRegister(register=ANN))
        assert house.tours.register(ANN).state.campaign == ""

    @pytest.mark.parametrize(
        ("deed", "code"),
        [
            (lambda club: membership.decide_join(club, "ann"), "campaign.member_already"),
            (lambda club: membership.decide_leave(club, "cat"), "campaign.hand_over_first"),
            (lambda club: membership.decide_leave(club, "zoe"), "campaign.no_member"),
            (lambda club: membership.decide_hand_over(club, "zoe"), "campaign.no_member"),
            (lambda club: membership.decide_enter(club, ANN, "zoe"), "campaign.no_member"),
            (lambda club: membership.decide_withdraw_register(club, ANN), "campaign.not_entered"),
            (lambda club: membership.decide_switch_setting(club, "free_tanks", True), "campaign.no_switch"),
            (lambda _: membership.decide_join(membership.Campaign(), "ann"), "campaign.unknown"),
            (lambda _: membership.decide_campaign("  ", "ann"), "campaign.nameless"),
        ],
    )
    def test_what_is_refused(self, house, deed, code):
        self.club(house)
        with pytest.raises(Refused) as refusal:
            deed(house.tours.campaign(self.CLUB).state)
        assert codes(refusal) == [code]

    def test_a_switch_counts_from_the_next_battle_on(self, house):
        self.club(house)
        house.build(ANN, "ann")
        house.clubs.do(house.act(), self.CLUB, commands.Enter(register=ANN))
        opening = Opening(battle=BATTLE, points=600, campaign=self.CLUB)
        house.battles.open(house.act(), opening, {"blue": ANN})
        house.clubs.do(house.act("cat"), self.CLUB, commands.SetSwitch(switch="sealed_rivals", on=True))
        assert not house.battles.battle(BATTLE).state.switches.sealed_rivals
        later = Opening(battle="battle:2", points=600, campaign=self.CLUB)
        house.battles.open(house.act(), later, {"blue": ANN})
        assert house.battles.battle("battle:2").state.switches.sealed_rivals
        assert house.tours.campaign(self.CLUB).state.battles == (BATTLE, "battle:2")

    def test_a_battle_of_the_campaign_is_for_its_registers(self, house):
        self.club(house)
        house.build(ANN, "ann")
        opening = Opening(battle=BATTLE, points=600, campaign=self.CLUB)
        with pytest.raises(Refused) as refusal:
            house.battles.open(house.act(), opening, {"blue": ANN})
        assert codes(refusal) == ["campaign.not_entered"]
        assert house.store.version(BATTLE) == 0

    def test_an_ended_campaign_is_only_read(self, house):
        self.club(house)
        house.clubs.do(house.act("cat"), self.CLUB, commands.End())
        with pytest.raises(Refused) as refusal:
            house.clubs.do(house.act("zoe"), self.CLUB, commands.Join(invitation=1))
        assert codes(refusal) == ["campaign.over"]


def test_registers_are_named_retired_and_moved_to_other_points(house):
    house.build(ANN, "ann")
    house.registers.do(house.act(), ANN, commands.NameUnit(dossier="d2", name="Steel Squad"))
    house.registers.do(house.act(), ANN, commands.MovePointsDate(day=date(2025, 1, 1)))
    assert house.tours.register(ANN).state.dossier("d2").name == "Steel Squad"
    assert house.tours.register(ANN).state.points_date == date(2025, 1, 1)
    house.registers.do(house.act(), ANN, commands.Retire())
    with pytest.raises(Refused) as refusal:
        house.battles.open(house.act(), Opening(battle=BATTLE, points=600), {"blue": ANN})
    assert codes(refusal) == ["register.is_retired"]


def test_aid_after_building_and_upgrades_taken_back(house):
    registers = house.registers
    registers.do(house.act(), ANN, commands.OpenRegister(faction="empire", points_date=date(2026, 7, 1)))
    registers.do(house.act(), ANN, commands.Recruit(wanted=Recruit(unit="Cb", upgrades=("Cf",), name="Moff")))
    for _ in range(2):
        registers.do(house.act(), ANN, commands.Recruit(wanted=Recruit(unit="ay", upgrades=("ej",))))
    registers.do(house.act(), ANN, commands.RequestAid(request=AidRequest(aid="active-recruiting")))
    registers.do(house.act(), ANN, commands.Withdraw(dossier="d3", upgrade="ej"))
    state = house.tours.register(ANN).state
    assert state.potential == 750 and state.dossier("d3").upgrades == () and state.dossier("d2").upgrades


def test_medical_supplies_sent_twice_heal_once(house):
    house.fight()
    fixes = [Fix(what="setback-gained", dossier="d3", id=one) for one in ("downtrodden", "battle-shaken")]
    house.registers.do(house.act(), ANN, commands.Correct(fixes=tuple(fixes), reason="A longer story."))
    house.to_step(5)
    house.battles.do(house.act("cat"), RED, ask.PassRivalFor(side="red"))
    house.to_step(7)
    request = AidRequest(aid="request-medical-supplies", dossier="d3", setbacks=("downtrodden",))
    house.battles.do(house.act(key="heal"), BLUE, ask.RequestAid(request=request))
    supply = house.tours.register(ANN).state.supply
    assert house.battles.do(house.act(key="heal"), BLUE, ask.RequestAid(request=request)).repeated
    assert house.tours.register(ANN).state.supply == supply


def test_an_edit_is_undone_outside_battles_only(house):
    house.build(ANN, "ann")
    done = house.registers.do(house.act(), ANN, commands.Recruit(wanted=Recruit(unit="az")))
    house.registers.do(house.act(), ANN, commands.Undo(batch=done.batch))
    assert len(house.tours.register(ANN).state.dossiers) == 3
    done = house.registers.do(house.act(), ANN, commands.Recruit(wanted=Recruit(unit="az")))
    house.battles.open(house.act(), Opening(battle=BATTLE, points=600), {"blue": ANN})
    house.battles.do(house.act("bob"), BLUE, ask.Muster(plan=PLAN))
    with pytest.raises(Refused) as refusal:
        house.registers.do(house.act(), ANN, commands.Undo(batch=done.batch))
    assert codes(refusal) == ["register.in_battle"]
    with pytest.raises(Refused) as refusal:
        house.registers.do(house.act(), ANN, commands.Undo(batch="act-999"))
    assert codes(refusal) == ["log.nothing_to_undo"]


def test_entering_a_campaign_twice_with_one_key_enters_once(house):
    house.build(ANN, "ann")
    house.clubs.do(house.act(), "campaign:1", commands.OpenCampaign(name="Endor"))
    house.clubs.do(house.act(key="in"), "campaign:1", commands.Enter(register=ANN))
    assert house.clubs.do(house.act(key="in"), "campaign:1", commands.Enter(register=ANN)).repeated


def test_a_key_belongs_to_what_was_asked_and_where(house):
    house.build(ANN, "ann")
    house.build(BOB, "ann")
    house.registers.do(house.act(key="k"), ANN, commands.Retire())
    with pytest.raises(Refused) as refusal:
        house.registers.do(house.act(key="k"), BOB, commands.Retire())
    assert codes(refusal) == ["log.key_reused"]


class TestHomebrew:
    """A club's own arc is played like any other; should its file go, the story so far stays readable."""

    def house(self) -> House:
        text = (Path(__file__).parents[3] / "docs" / "reference" / "campaign-data.md").read_text()
        own = read_arc(re.findall(r"```json\n(.*?)```", text, re.DOTALL)[0])
        house = House(with_homebrew(own))
        house.build(ANN, "ann", own.arc.id)
        house.battles.open(house.act(), Opening(battle=BATTLE, points=600), {"blue": ANN})
        house.battles.do(house.act(), BLUE, ask.Muster(plan=PLAN))
        house.battles.do(house.act(), BLUE, ask.ChooseAgenda(agenda=own.arc.agendas[0]))
        house.battles.do(
            house.act(),
            SideRef(BATTLE, "blue"),
            ask.Record(winner="blue", conceded="", sides={"blue": SideRecord(defeated=("d2",))}),
        )
        return house

    def test_it_is_played_like_any_other(self):
        house = self.house()
        house.battles.do(house.act(), BLUE, ask.ResolveAgenda())
        assert house.battles.battle(BATTLE).state.blue.marked == 0
        house.finish()
        house.to_step(4)
        house.battles.do(house.act(), BLUE, ask.RollCheck(dossier="d2", faces=["hit"]))
        house.battles.do(house.act(), BLUE, ask.SettleCheck(dossier="d2"))
        house.battles.do(house.act(), BLUE, ask.RollSetback(dossier="d2", faces=["critical"]))
        held = house.tours.register(ANN).state.dossier("d2").setbacks[0]
        assert held.id in house.tours.library.setbacks and held.id not in library().setbacks

    def test_without_its_file_the_register_is_read_and_the_steps_say_why_they_stop(self):
        house = self.house()
        official = Battles(house.store)
        assert official.logs.register(ANN).state.arc.agendas
        with pytest.raises(Refused) as refusal:
            official.do(house.act(), BLUE, ask.ResolveAgenda())
        assert codes(refusal) == ["sequence.arc_lost"]


@pytest.mark.parametrize("wanted", ["undo", "redo", "copy"])
def test_a_form_sent_twice_at_once_at_a_register_is_done_once_and_answered_twice(house, monkeypatch, wanted):
    """The first one is written while the second one is decided."""
    house.build(ANN, "ann")
    house.registers.do(house.act(), ANN, commands.NameRegister(name="Steel"))
    named = house.store.read(ANN)[-1].batch
    if wanted == "redo":
        house.registers.do(house.act(), ANN, commands.Undo(batch=named))
    command = {
        "undo": commands.Undo(batch=named),
        "redo": commands.Redo(batch=named),
        "copy": commands.CopyRegister(to="register:copy"),
    }[wanted]
    append, faster = house.store.append, [command]

    def slow(*writes, **by):
        if faster:
            house.registers.do(house.act(), ANN, faster.pop())
        return append(*writes, **by)

    monkeypatch.setattr(house.store, "append", slow)
    house.registers.do(house.act(), ANN, command)
    assert house.registers.own("ann", ANN).state.name == ("Host of ann" if wanted == "undo" else "Steel")
    words = [entry.event for entry in house.store.read(ANN) if entry.kind in ("log.undone", "log.redone")]
    assert len(words) == {"undo": 1, "redo": 2, "copy": 0}[wanted]
    with pytest.raises(StaleVersion):
        faster.append(commands.NameRegister(name="Other"))
        house.registers.do(house.act(), ANN, commands.NameRegister(name="Mine"))
