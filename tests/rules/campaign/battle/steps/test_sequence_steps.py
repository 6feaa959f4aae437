"""The ten steps but the fourth: rules 26 to 32, 58 to 73, 86, 102 to 104, 130 to 197, 222 to 274."""

from dataclasses import replace

import msgspec
import pytest

from muster.rules.armies.army import Deck
from muster.rules.campaign.battle import battle as battles
from muster.rules.campaign.battle import recording
from muster.rules.campaign.battle.answers import Answer
from muster.rules.campaign.battle.events import RivalNamed, RivalSealed, SideRecord
from muster.rules.campaign.battle.muster import decide_muster
from muster.rules.campaign.battle.steps import aid, closing, commendations, experience, rewards
from muster.rules.campaign.battle.steps.casualties import decide_setback
from muster.rules.campaign.battle.steps.open_step import open_step
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.register.dossier import Award, Keyword, ParagonCard
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.campaign.register.register import Register
from muster.rules.campaign.switches import Switches
from muster.rules.dice.faces import Die
from tests.rules.campaign.at_the_table import (
    BLANK,
    BLOCK,
    BOOKS,
    CAPTAIN,
    CARDS,
    CRIT,
    DLT,
    DOCTRINE,
    HIT,
    OFFICER,
    RED,
    STORM,
    SURGE,
    TRAINING,
    WHITE,
    Table,
    after,
    built,
    changed,
    dice,
    everyone,
    fold,
    founded,
    gained,
    opened,
    refused,
    with_marks,
    with_setbacks,
    with_trait,
)

KEEP = "keep-them-in-line"


def played(agenda: str, state: Register | None = None, winner: str = "blue", **record: object) -> Table:
    table = Table(state or founded()).muster_all().agenda(agenda)
    return table.record(winner, blue=SideRecord(**record))  # type: ignore[arg-type]


class TestAgendas:
    @pytest.mark.rule(69, 147)
    def test_progress_is_marked_on_the_register(self):
        table = played(KEEP, count=3)
        table.do(rewards.decide_agenda)
        assert table.registers["blue"].arc.agenda(KEEP).marked == 2

    @pytest.mark.rule(71)
    def test_a_complete_agenda_is_not_chosen_and_boxes_beyond_it_are_not_marked(self):
        state = with_marks(founded(), 0, 0, 3)
        refused(lambda: Table(state).muster_all().agenda(KEEP), "battle.agenda_complete")
        table = played(KEEP, with_marks(founded(), 0, 0, 2), count=3)
        table.do(rewards.decide_agenda)
        assert table.battle.blue.marked == 1

    @pytest.mark.rule(73, 145)
    def test_only_the_agenda_in_play_progresses(self):
        table = played(KEEP, count=9)
        table.do(rewards.decide_agenda)
        assert [agenda.marked for agenda in table.registers["blue"].arc.agendas] == [0, 0, 2]
        refused(lambda: table.do(rewards.decide_agenda), "sequence.done_already")

    @pytest.mark.rule(144)
    def test_blue_chooses_first_and_may_pass(self):
        table = Table(founded(), founded("liberate-the-system")).muster_all()
        refused(lambda: table.agenda("small-victories", "red"), "battle.blue_first")
        table.agenda("")
        table.agenda("small-victories", "red")
        assert (table.battle.blue.agenda, table.battle.red.agenda) == ("", "small-victories")

    def test_an_agenda_of_another_arc_is_refused(self):
        refused(lambda: Table(founded()).muster_all().agenda("small-victories"), "register.no_agenda")

    def test_the_order_draw_gives_units_of_the_ranks_drawn_two_experience(self):
        table = played(KEEP, count=3)
        table.do(rewards.decide_agenda)
        refused(table.finish, "sequence.reward_first")
        assert open_step(table.seat()).tasks[0].kind == "draw-orders"
        refused(
            lambda: table.do(rewards.decide_draw, "agenda", ("heavy", "corps")), "arc.reward_no_such_order"
        )
        table.do(rewards.decide_draw, "agenda", ("corps", "commander"))
        choices = rewards.offer_of(table.seat(), "agenda").choices
        answers = [
            Answer(choice=choice.id, option=choice.options[0].option.id, unit=choice.options[0].units[0])
            for choice in choices
        ]
        turn = table.do(rewards.decide_reward, "agenda", answers)
        assert gained(turn) == {"d2": 2, "d1": 2}
        table.finish()

    def test_an_illegal_choice_of_reward_is_refused_whole(self):
        table = played("gather-intelligence", count=3)
        table.do(rewards.decide_agenda)
        bad = [Answer(choice="nonsense", option="x")]
        with pytest.raises(Exception) as caught:
            table.do(rewards.decide_reward, "agenda", bad)
        assert type(caught.value).__name__ == "Refused" and "agenda" not in table.battle.blue.taken

    @pytest.mark.rule(218)
    def test_tunnel_vision_takes_supply_and_experience_of_the_agenda(self):
        table = played("gather-intelligence", with_trait(founded(), "tunnel-vision"), count=3)
        table.do(rewards.decide_agenda)
        choice = rewards.offer_of(table.seat(), "agenda").choices[0]
        supply = next(option.option for option in choice.options if option.option.supply)
        table.do(rewards.decide_reward, "agenda", [Answer(choice=choice.id, option=supply.id)])
        assert table.registers["blue"].supply == 5

    def test_paragon_cards_pay_what_they_gave_in_play(self):
        table = after(enemy_down=("d1",), objective_complete=("d2", "d3"))
        turn = table.do(rewards.decide_agenda)
        assert gained(turn) == {"d1": 2, "d2": 1, "d3": 1} and table.registers["blue"].supply == 7


class TestSupply:
    @pytest.mark.rule(149, 150, 151)
    @pytest.mark.parametrize(("face", "total"), [(BLANK, 7), (BLOCK, 8)])
    def test_two_for_playing_and_one_for_a_block(self, face, total):
        table = after().walk_to(3)
        table.do(experience.decide_supply, dice(face, die=RED))
        assert table.registers["blue"].supply == total

    @pytest.mark.rule(152, 103)
    @pytest.mark.parametrize(("winner", "total"), [("blue", 8), ("red", 7), ("", 7)])
    def test_a_surge_counts_for_the_winner_alone(self, winner, total):
        table = Table(founded()).muster_all().record(winner).walk_to(3)
        table.do(experience.decide_supply, dice(SURGE, die=RED))
        assert table.registers["blue"].supply == total
        refused(lambda: table.do(experience.decide_supply, dice(BLOCK, die=RED)), "sequence.done_already")


class TestExperience:
    def table(self, **blue: object) -> Table:
        table = Table(founded(), founded("liberate-the-system")).muster_all()
        return table.record(blue=SideRecord(**blue))  # type: ignore[arg-type]

    @pytest.mark.rule(162, 163)
    def test_one_for_taking_part_and_one_for_contesting(self):
        table = self.table(contesting=("d3",)).walk_to(5)
        table.walk_to(5, "red")
        table.do(experience.decide_rival, "", key="red", passed=True)
        assert gained(table.do(experience.decide_experience)) == {"d1": 1, "d2": 1, "d3": 2, "d4": 1}

    @pytest.mark.rule(164, 165)
    def test_the_opponent_names_a_rival_that_gains_three(self):
        table = self.table().walk_to(4)
        refused(lambda: table.do(experience.decide_rival, "d2", key="red"), "sequence.casualties_first")
        table.walk_to(5)
        refused(lambda: table.do(experience.decide_experience), "sequence.rival_awaited")
        refused(lambda: table.do(experience.decide_rival, "d9", key="red"), "sequence.not_a_rival")
        table.do(experience.decide_rival, "d2", key="red")
        assert gained(table.do(experience.decide_experience))["d2"] == 4

    @pytest.mark.rule(162, 163, 165)
    def test_what_is_shown_before_is_what_happens(self):
        table = self.table(contesting=("d3",), defeated=("d4",)).walk_to(4)
        table.check("d4", SURGE)
        table.finish()
        own = table.registers["blue"]
        table.registers["blue"] = changed(own, "d2", experience=30, veteran_rank=3)
        table.do(experience.decide_rival, "d3", key="red")
        shown = experience.experience_of(table.seat())
        assert shown == {"d1": 1, "d2": 0, "d3": 5}
        assert gained(table.do(experience.decide_experience)) == {k: v for k, v in shown.items() if v}

    @pytest.mark.rule(164)
    def test_a_rival_is_named_while_one_is_left_to_name(self):
        table = self.table(defeated=("d2", "d3", "d4")).walk_to(5)
        refused(lambda: table.do(experience.decide_rival, "", key="red"), "sequence.name_a_rival")
        table.do(experience.decide_rival, "", key="red", passed=True)
        assert table.battle.red.rival == ""

    @pytest.mark.rule(164)
    def test_where_every_unit_is_a_casualty_none_is_named(self):
        table = self.table().walk_to(5)
        gone = msgspec.structs.replace(table.battle.blue, casualties=table.battle.blue.own_units)
        seat = replace(table.seat("red"), battle=msgspec.structs.replace(table.battle, blue=gone))
        assert experience.decide_rival(seat, "").battle == (RivalNamed("red", ""),)

    def test_r19_a_casualty_is_not_named_a_defeated_survivor_is(self):
        table = self.table(defeated=("d2", "d3")).walk_to(4)
        table.check("d2", SURGE)
        table.check("d3", BLANK)
        table.finish()
        assert experience.rivals(table.battle, "red") == ("d1", "d3", "d4")

    @pytest.mark.rule(215)
    def test_captious_command_lets_nobody_be_named(self):
        table = Table(with_trait(founded(), "captious-command"), founded()).muster_all().record().walk_to(5)
        refused(lambda: table.do(experience.decide_rival, "d2", key="red"), "sequence.captious")
        assert gained(table.do(experience.decide_experience))["d2"] == 1

    def test_a_unit_that_fell_gains_nothing(self):
        table = self.table(defeated=("d2",)).walk_to(4)
        table.check("d2", SURGE)
        table.finish()
        table.do(experience.decide_rival, "d3", key="red")
        assert "d2" not in gained(table.do(experience.decide_experience))

    def test_sealed_rivals_are_opened_together(self):
        switches = Switches(sealed_rivals=True)
        table = Table(founded(), founded(), switches=switches).muster_all().record()
        table.walk_to(5)
        table.walk_to(5, "red")
        table.do(experience.decide_rival, "d2", key="red")
        assert (table.battle.red.rival, table.battle.red.sealed_rival) == (None, "d2")
        assert experience.awaits_rival(table.seat())
        table.do(experience.decide_rival, "d3")
        assert (table.battle.red.rival, table.battle.blue.rival) == ("d2", "d3")

    def test_a_sealed_rival_is_seen_by_its_side_alone(self):
        from muster.rules.log.views import Viewer

        event = RivalSealed("red", "d2")
        assert not Viewer().may_see(event) and not Viewer(frozenset({"side:blue"})).may_see(event)
        assert Viewer(frozenset({"side:red"})).may_see(event)


class TestConcession:
    @pytest.mark.rule(175)
    def test_the_conceder_skips_steps_2_3_and_5_and_no_other(self):
        table = Table(founded(), founded()).muster_all().record("red", conceded="blue")
        seen = []
        while table.battle.blue.step <= 10:
            seen.append(table.battle.blue.step)
            table.pass_step()
        assert seen == [1, 4, 6, 7, 8, 9, 10]
        table.walk_to(11, "red")
        assert table.registers["blue"].supply == 5 and table.registers["red"].supply == 7

    def test_who_concedes_has_not_won(self):
        table = Table(founded()).muster_all()
        refused(lambda: table.record("blue", conceded="blue"), "battle.conceder_won")

    def test_r16_the_conceder_names_a_rival_and_is_not_waited_for(self):
        table = Table(founded(), founded()).muster_all().record("red", conceded="blue")
        table.walk_to(5, "red")
        table.walk_to(6)
        table.do(experience.decide_rival, "d3")
        assert gained(table.do(experience.decide_experience, key="red"))["d3"] == 4
        refused(lambda: table.do(experience.decide_rival, "d2", key="red"), "sequence.no_rival")

    def test_r16_a_conceded_turning_point_ends_the_arc_without_reward(self):
        state = with_marks(founded(), 3, 3, 3)
        table = Table(state, turning_point=True).muster_all().record("red", conceded="blue").walk_to(10)
        own = table.registers["blue"]
        assert own.arc.ended and own.reputation == 2 and own.paragon.keywords == ()


class TestCommendations:
    def table(self, dossier: str = "d2", experience: int = 4, **fields: object) -> Table:
        state = changed(founded(), dossier, experience=experience, **fields)
        return after(state=state).walk_to(6)

    @pytest.mark.rule(86, 166)
    def test_a_new_rank_is_awarded_a_commendation(self):
        table = self.table()
        assert table.own("d2").awards_due == 1
        refused(table.finish, "sequence.award_first", "register.needs_name")
        table.do(commendations.decide_commendation, "d2", "advanced-drill")
        assert table.own("d2").granted_slots == ("training",) and table.own("d2").awards_due == 0
        refused(
            lambda: table.do(commendations.decide_commendation, "d2", "resilient"), "sequence.no_award_due"
        )

    def test_two_new_ranks_are_two_commendations(self):
        state = changed(founded(), "d2", experience=4)
        table = after(("d2",), state, enemy_down=("d2",) * 5)
        table.walk_to(6)
        assert (table.own("d2").veteran_rank, table.own("d2").awards_due) == (2, 2)

    @pytest.mark.rule(222, 224)
    def test_never_twice_and_only_with_the_requirements(self):
        table = self.table(commendations=(Award("resilient", "Resilient"),))
        refused(lambda: table.do(commendations.decide_commendation, "d2", "resilient"), "commendation.twice")
        refused(
            lambda: table.do(commendations.decide_commendation, "d2", "recon-badge"),
            "commendation.veteran_rank",
        )

    @pytest.mark.rule(223)
    def test_the_arc_offers_its_own_and_no_other(self):
        table = self.table()
        refused(
            lambda: table.do(commendations.decide_commendation, "d2", "rapid-response"),
            "commendation.other_arc",
        )
        refused(
            lambda: table.do(commendations.decide_commendation, "d2", "medal"), "sequence.no_commendation"
        )

    @pytest.mark.rule(273, 274)
    def test_a_paragon_also_unlocks_a_command_card_and_may_decline(self):
        table = self.table("d1")
        assert table.own("d1").cards_due == 1
        table.do(commendations.decide_commendation, "d1", "resilient")
        refused(table.finish, "sequence.card_first")
        refused(lambda: table.do(commendations.decide_paragon_card, "d1", "victory"), "sequence.no_card")
        table.do(commendations.decide_paragon_card, "d1", "enemy-down")
        assert [card.id for card in table.own("d1").paragon_cards] == ["enemy-down"]
        table.finish()
        table = self.table("d1")
        table.do(commendations.decide_paragon_card, "d1", "")
        assert table.own("d1").paragon_cards == () and table.own("d1").cards_due == 0

    @pytest.mark.rule(251)
    def test_one_high_commendation_and_a_second_when_lauded(self):
        fields = {
            "veteran_rank": 4,
            "commendations": (
                Award("resilient", "Resilient"),
                Award("dedicated-to-the-cause", "Dedicated", True),
            ),
        }
        table = self.table("d1", experience=49, **fields)
        refused(
            lambda: table.do(commendations.decide_commendation, "d1", "born-to-lead"),
            "commendation.high_limit",
        )
        table = self.table("d1", experience=49, keywords=(Keyword("lauded", "Lauded"),), **fields)
        table.do(commendations.decide_commendation, "d1", "born-to-lead")

    def test_an_award_is_waived_only_when_none_is_possible(self):
        table = self.table()
        refused(lambda: table.do(commendations.decide_waive, "d2"), "sequence.award_open")
        everything = tuple(Award(commendation, commendation) for commendation in BOOKS.commendations)
        table = self.table(commendations=everything)
        table.do(commendations.decide_waive, "d2")
        assert table.own("d2").awards_due == 0

    def test_r20_a_conceder_is_awarded_what_step_4_brought(self):
        table = Table(changed(founded(), "d2", experience=4)).muster_all()
        table.record("red", conceded="blue", blue=SideRecord(defeated=("d2",))).walk_to(6)
        assert table.own("d2").awards_due == 1


class TestAid:
    def table(self, state: Register | None = None) -> Table:
        return after(state=state).walk_to(7)

    def ask(self, table: Table, kind: str, roll: object = None, **more: object) -> None:
        table.do(aid.decide_aid, aid.AidRequest(aid=kind, **more), roll)  # type: ignore[arg-type]

    @pytest.mark.rule(167, 104)
    def test_supply_is_spent_in_step_7_as_far_as_it_lasts(self):
        table = self.table()
        assert table.registers["blue"].supply == 7
        for _ in range(3):
            self.ask(table, "reassign-unit", dossier=table.registers["blue"].dossiers[-1].id)
            if table.registers["blue"].below_minimum:
                table.do(closing.decide_sequence_recruit, Recruit(unit=STORM))
        assert table.registers["blue"].supply == 4
        poor = msgspec.structs.replace(table.registers["blue"], supply=0)
        table.registers["blue"] = poor
        refused(lambda: self.ask(table, "active-recruiting"), "aid.supply")

    @pytest.mark.rule(168, 177, 179)
    def test_one_of_each_kind_unless_it_says_otherwise(self):
        table = self.table()
        self.ask(table, "active-recruiting")
        refused(lambda: self.ask(table, "active-recruiting"), "aid.once")

    @pytest.mark.rule(26, 178)
    def test_active_recruiting_raises_the_potential_by_150(self):
        table = self.table()
        self.ask(table, "active-recruiting")
        assert (table.registers["blue"].potential, table.registers["blue"].supply) == (750, 6)

    @pytest.mark.rule(180, 181, 182)
    def test_medical_supplies_cost_by_rank_and_roll_for_the_rest(self):
        state = with_setbacks(founded(), "d2", "downtrodden", "downtrodden", "battle-shaken")
        table = self.table(changed(state, "d2", veteran_rank=2, experience=13, name="Steel"))
        asked = {"dossier": "d2", "setbacks": ("battle-shaken",)}
        refused(lambda: self.ask(table, "request-medical-supplies", **asked), "sequence.dice")
        self.ask(
            table,
            "request-medical-supplies",
            dice(BLOCK, BLANK, die=RED),
            dossier="d2",
            setbacks=("battle-shaken", "downtrodden"),
        )
        assert table.registers["blue"].supply == 5
        assert table.own("d2").setbacks[0].id == "downtrodden" and table.own("d2").setback_count == 1

    @pytest.mark.rule(183)
    def test_medical_supplies_are_repeatable_and_need_a_setback(self):
        table = self.table(with_setbacks(with_setbacks(founded(), "d2", "downtrodden"), "d3", "downtrodden"))
        self.ask(table, "request-medical-supplies", dossier="d2")
        self.ask(table, "request-medical-supplies", dossier="d3")
        refused(lambda: self.ask(table, "request-medical-supplies", dossier="d2"), "aid.no_setback")

    @pytest.mark.rule(184, 185, 186)
    def test_assets_cost_their_own_and_are_held_once_or_twice(self):
        table = self.table()
        self.ask(table, "request-strategic-asset", asset="heroic-intervention")
        assert table.registers["blue"].supply == 5
        refused(
            lambda: self.ask(table, "request-strategic-asset", asset="heroic-intervention"),
            "asset.per_sequence",
            "asset.held",
        )
        self.ask(table, "request-strategic-asset", asset="request-assistance")
        self.ask(table, "request-strategic-asset", asset="request-assistance")
        assert table.registers["blue"].assets.count("request-assistance") == 2
        refused(lambda: self.ask(table, "request-strategic-asset", asset="death-star"), "register.no_asset")

    @pytest.mark.rule(187, 188, 189)
    def test_reinforcements_add_a_heavy_weapon_or_personnel(self):
        table = self.table(changed(founded(), "d2", veteran_rank=2, experience=13, name="Steel"))
        self.ask(table, "request-reinforcements", dossier="d2", upgrade=DLT)
        assert table.own("d2").owns(DLT) and table.registers["blue"].supply == 5
        refused(
            lambda: self.ask(table, "request-reinforcements", dossier="d1", upgrade=TRAINING),
            "aid.no_slot",
            "aid.reinforcing_slot",
        )

    @pytest.mark.rule(190, 197)
    def test_reinforcements_are_repeatable_within_the_potential(self):
        table = self.table()
        self.ask(table, "request-reinforcements", dossier="d2", upgrade=DLT)
        self.ask(table, "request-reinforcements", dossier="d2", upgrade=CAPTAIN)
        poor = msgspec.structs.replace(
            table.registers["blue"], potential=table.registers["blue"].potential_spent + 5
        )
        table.registers["blue"] = poor
        refused(
            lambda: self.ask(table, "request-reinforcements", dossier="d3", upgrade=DLT), "register.potential"
        )

    @pytest.mark.rule(82, 191, 192)
    def test_special_training_raises_a_maximum_that_was_reached(self):
        table = self.table()
        refused(lambda: self.ask(table, "special-training", dossier="d2"), "aid.below_maximum")
        table = self.table(changed(founded(), "d2", veteran_rank=3, experience=25, name="Steel"))
        self.ask(table, "special-training", dossier="d2")
        assert table.own("d2").maximum == 4
        refused(lambda: self.ask(table, "special-training", dossier="d2"), "aid.once", "aid.below_maximum")

    @pytest.mark.rule(193, 194)
    def test_supplies_and_provisions_add_other_upgrades_one_sp_each(self):
        table = self.table()
        self.ask(table, "supplies-and-provisions", dossier="d1", upgrade=TRAINING)
        assert table.own("d1").owns(TRAINING) and table.registers["blue"].supply == 6
        refused(
            lambda: self.ask(table, "supplies-and-provisions", dossier="d2", upgrade=DLT),
            "aid.provisioning_slot",
        )

    @pytest.mark.rule(248)
    def test_a_slot_from_a_commendation_is_filled_by_a_request(self):
        drilled = (Award("advanced-drill", "Advanced Drill", slots=("training",)),)
        table = self.table(changed(founded(), "d2", commendations=drilled))
        self.ask(table, "supplies-and-provisions", dossier="d2", upgrade=TRAINING)
        assert table.own("d2").owns(TRAINING)
        refused(
            lambda: self.ask(table, "supplies-and-provisions", dossier="d3", upgrade=TRAINING),
            "register.not_eligible",
        )

    @pytest.mark.rule(195, 196)
    def test_reassign_removes_a_unit_but_never_the_paragon(self):
        table = self.table()
        self.ask(table, "reassign-unit", dossier="d4")
        assert table.registers["blue"].find("d4") is None
        assert table.registers["blue"].fallen[0].why == "reassigned"
        refused(lambda: self.ask(table, "reassign-unit", dossier="d1"), "aid.paragon_stays")
        self.ask(table, "reassign-unit", dossier="d3")
        refused(lambda: self.ask(table, "active-recruiting"), "register.refill_first")
        table.do(closing.decide_sequence_recruit, Recruit(unit=STORM))
        self.ask(table, "active-recruiting")

    def test_an_unknown_request_is_named(self):
        refused(lambda: self.ask(self.table(), "more-tanks"), "sequence.no_aid")

    def test_requests_belong_to_step_7(self):
        table = after()
        refused(lambda: self.ask(table, "active-recruiting"), "sequence.not_now")

    def test_selfless_warden_rolls_before_the_first_request(self):
        table = self.table(with_trait(founded("peacekeeping-mission"), "selfless-warden"))
        refused(lambda: self.ask(table, "active-recruiting"), "sequence.warden_first")
        table.do(aid.decide_warden, dice(BLOCK, SURGE, BLANK, die=WHITE))
        assert table.registers["blue"].supply == 5
        refused(
            lambda: table.do(aid.decide_warden, dice(BLANK, BLANK, BLANK, die=WHITE)), "sequence.no_warden"
        )

    @pytest.mark.rule(124)
    def test_after_building_each_kind_once_and_never_more_than_there_is(self):

        state = built()
        first = aid.decide_starting_aid(state, aid.AidRequest(aid="active-recruiting"), CARDS, BOOKS)
        state = fold(state, *first)
        again = aid.AidRequest(aid="active-recruiting")
        refused(lambda: aid.decide_starting_aid(state, again, CARDS, BOOKS), "aid.once")
        early = aid.AidRequest(aid="active-recruiting")
        refused(
            lambda: aid.decide_starting_aid(opened(), early, CARDS, BOOKS),
            "register.no_commander",
            "register.corps",
        )


class TestAssetsLeave:
    def table(self, *assets: str, switches: Switches | None = None) -> Table:
        state = msgspec.structs.replace(founded(), assets=(*assets, "combat-drop"))
        table = Table(state, switches=switches or Switches())
        return table.muster(plan=msgspec.structs.replace(everyone(state), assets=assets))

    @pytest.mark.rule(137, 169, 259)
    def test_used_assets_leave_in_step_8_and_others_stay(self):
        table = self.table("orbital-bombardment").record().walk_to(8)
        assert "orbital-bombardment" in table.registers["blue"].assets
        table.finish()
        assert table.registers["blue"].assets == ("combat-drop",)

    @pytest.mark.rule(272)
    def test_contingency_plan_stays_when_nothing_was_switched(self):
        table = self.table("contingency-plan").agenda(KEEP).record().walk_to(9)
        assert "contingency-plan" in table.registers["blue"].assets

    @pytest.mark.rule(271)
    def test_contingency_plan_switches_once_to_an_unused_agenda_and_leaves(self):
        table = self.table("contingency-plan").agenda(KEEP)
        refused(lambda: table.do(recording.decide_switch, KEEP), "battle.same_agenda")
        table.do(recording.decide_switch, "persons-of-interest")
        refused(lambda: table.do(recording.decide_switch, KEEP), "battle.switched")
        table.record(blue=SideRecord(count=5))
        table.do(rewards.decide_agenda)
        assert [agenda.marked for agenda in table.registers["blue"].arc.agendas] == [1, 0, 0]
        unit = rewards.offer_of(table.seat(), "agenda").choices[0]
        table.do(
            rewards.decide_reward,
            "agenda",
            [Answer(choice=unit.id, option=unit.options[0].option.id, unit="d2")],
        )
        table.walk_to(9)
        assert table.registers["blue"].assets == ("combat-drop",)

    @pytest.mark.rule(271)
    def test_a_switch_may_come_with_the_record_and_is_not_made_twice(self):
        table = self.table("contingency-plan").agenda(KEEP)
        agendas = {"blue": "persons-of-interest"}
        (switched,) = recording.decide_switches([table.seat()], agendas)
        assert (switched.side, switched.agenda) == ("blue", "persons-of-interest")
        refused(lambda: recording.decide_switches([table.seat()], {"blue": KEEP}), "battle.same_agenda")
        refused(lambda: recording.decide_switches([table.seat()], {"red": KEEP}), "battle.no_contingency")
        plain = Table(founded()).muster_all().agenda(KEEP)
        refused(lambda: recording.decide_switches([plain.seat()], agendas), "battle.no_contingency")
        table.do(recording.decide_switch, "persons-of-interest")
        assert recording.decide_switches([table.seat()], agendas) == ()
        other = {"blue": "gather-intelligence"}
        refused(lambda: recording.decide_switches([table.seat()], other), "battle.switched")

    def test_without_the_plan_nothing_is_switched(self):
        table = Table(founded()).muster_all().agenda(KEEP)
        refused(lambda: table.do(recording.decide_switch, "persons-of-interest"), "battle.no_contingency")

    @pytest.mark.rule(259)
    def test_an_asset_that_was_used_is_not_mustered_away(self):
        switch = self.table("contingency-plan").agenda(KEEP)
        switch.do(recording.decide_switch, "persons-of-interest")
        drop = self.table("combat-drop")
        drop.do(recording.decide_combat_drop, "d4")
        for table in (switch, drop):
            refused(table.muster, "muster.in_play")

    def test_r15_a_used_asset_is_bought_again_only_by_a_switch(self):
        request = aid.AidRequest(aid="request-strategic-asset", asset="medevac")
        table = self.table("medevac").record().walk_to(7)
        refused(lambda: table.do(aid.decide_aid, request), "asset.held")
        table = (
            self.table("medevac", switches=Switches(used_assets_may_be_bought_again=True)).record().walk_to(7)
        )
        table.do(aid.decide_aid, request)
        table.walk_to(9)
        assert table.registers["blue"].assets == ("combat-drop", "medevac")

    @pytest.mark.rule(185, 272)
    def test_r15_a_contingency_plan_that_stays_is_not_bought_again(self):
        again = Switches(used_assets_may_be_bought_again=True)
        request = aid.AidRequest(aid="request-strategic-asset", asset="contingency-plan")
        table = self.table("contingency-plan", switches=again).record().walk_to(7)
        refused(lambda: table.do(aid.decide_aid, request), "asset.held")


class TestEdit:
    def test_step_8_adds_units_and_no_other_step_does(self):
        table = after().walk_to(8)
        table.do(closing.decide_sequence_recruit, Recruit(unit=OFFICER, upgrades=(DOCTRINE,), name="Second"))
        assert table.own("d5").called == "Second" and not table.own("d5").paragon
        table.finish()
        refused(lambda: table.do(closing.decide_sequence_recruit, Recruit(unit=STORM)), "sequence.not_now")


def turning_point(state: Register, winner: str = "blue", **named: object) -> Table:
    switches = named.pop("switches", Switches())
    table = Table(state, turning_point=True, switches=switches).muster_all()  # type: ignore[arg-type]
    return table.record(winner, blue=SideRecord(**named))  # type: ignore[arg-type]


class TestTurningPoints:
    @pytest.mark.rule(30, 140)
    def test_two_complete_agendas_allow_it_and_one_does_not(self):
        refused(
            lambda: Table(with_marks(founded(), 3, 2, 0), turning_point=True), "battle.turning_point_early"
        )
        assert (
            Table(with_marks(founded(), 3, 3, 0), turning_point=True).battle.turning_point == "wipe-them-out"
        )
        assert Table(with_marks(founded(), 3, 3, 0)).battle.turning_point == ""

    @pytest.mark.rule(141)
    def test_three_complete_agendas_demand_it(self):
        state = with_marks(founded(), 3, 3, 3)
        refused(lambda: Table(state), "battle.turning_point_due")
        refused(lambda: Table(founded(), state), "battle.turning_point_due")

    @pytest.mark.rule(142, 48)
    def test_both_eligible_choose_and_the_owner_is_blue(self):
        first, two = with_marks(founded(), 3, 3, 3), with_marks(founded("liberate-the-system"), 3, 3, 0)
        assert Table(first, two, turning_point=True).battle.turning_point == "wipe-them-out"
        assert Table(two, first, turning_point=True).battle.turning_point == "the-big-one"

    @pytest.mark.rule(146)
    def test_its_owner_brings_no_agenda_and_the_opponent_may(self):
        table = Table(with_marks(founded(), 3, 3, 0), founded("liberate-the-system"), turning_point=True)
        table.muster_all()
        refused(lambda: table.agenda(KEEP), "battle.own_turning_point")
        table.agenda("small-victories", "red")
        assert table.battle.red.agenda == "small-victories"

    @pytest.mark.rule(62, 63, 64)
    def test_a_victory_honours_three_units_and_teaches_the_paragon(self):
        state = with_setbacks(with_marks(founded(), 3, 3, 0), "d3", "downtrodden", "battle-shaken")
        state = changed(state, "d1", keywords=(Keyword("disgraced", "Disgraced"),))
        table = turning_point(state).walk_to(2)
        offer = rewards.offer_of(table.seat(), "mission")
        honours = [choice for choice in offer.choices if choice.group == "honours"]
        lesson = next(choice for choice in offer.choices if choice.group == "lesson")
        assert len(honours) == 3
        answers = [
            Answer(choice=honours[0].id, option="experience", unit="d2"),
            Answer(choice=honours[1].id, option="relief", unit="d3"),
            Answer(choice=lesson.id, option="compel", unit="d1"),
        ]
        turn = table.do(rewards.decide_reward, "mission", answers)
        assert gained(turn) == {"d2": 1} and table.own("d3").setbacks == ()
        assert [held.id for held in table.own("d1").keywords] == ["compel"]

    @pytest.mark.rule(65, 66, 67)
    def test_a_loss_rolls_five_red_dice_and_disgraces_the_paragon(self):
        table = turning_point(with_marks(founded(), 3, 3, 0), "red").walk_to(2)
        refused(lambda: table.do(rewards.decide_draw, "mission", (), dice(BLOCK, die=RED)), "sequence.dice")
        table.do(rewards.decide_draw, "mission", (), dice(BLOCK, BLANK, SURGE, BLOCK, BLANK, die=RED))
        choices = rewards.offer_of(table.seat(), "mission").choices
        assert len(choices) == 2
        answers = [Answer(choice=choice.id, option="experience", unit="d2") for choice in choices]
        assert gained(table.do(rewards.decide_reward, "mission", answers)) == {"d2": 4}
        assert [held.id for held in table.own("d1").keywords] == ["disgraced"]

    @pytest.mark.rule(148)
    def test_step_2_is_there_only_after_a_turning_point(self):
        table = after().walk_to(1)
        table.pass_step()
        assert table.battle.blue.step == 3
        table = turning_point(with_marks(founded(), 3, 3, 0)).walk_to(2)
        refused(table.finish, "sequence.reward_first")

    @pytest.mark.rule(58)
    def test_the_spoils_are_for_either_player(self):
        table = Table(with_marks(founded(), 3, 3, 0), founded(), turning_point=True).muster_all()
        table.record("blue", red=SideRecord(mission_facts=("three-from-secondary",)))
        table.walk_to(2, "red")
        table.do(rewards.decide_reward, "mission", key="red")
        assert table.registers["red"].supply == 7

    @pytest.mark.rule(31, 170, 171)
    @pytest.mark.parametrize("winner", ["blue", "red"])
    def test_won_or_lost_it_ends_the_arc_and_reputation_rises(self, winner):
        state = with_marks(founded(), 3, 3, 0)
        table = Table(state, turning_point=True).muster_all().record(winner).walk_to(2)
        if winner == "red":
            table.do(rewards.decide_draw, "mission", (), dice(*[BLANK] * 5, die=RED))
        table.walk_to(10)
        own = table.registers["blue"]
        assert own.reputation == 1 and own.arc.ended and own.past_arcs[0].complete == 2

    @pytest.mark.rule(172)
    def test_all_three_agendas_bring_one_more_and_three_supply(self):
        table = turning_point(with_marks(founded(), 3, 3, 3)).walk_to(10)
        assert table.registers["blue"].reputation == 2 and table.registers["blue"].supply == 5 + 2 + 3

    @pytest.mark.rule(32, 173)
    def test_a_new_arc_must_be_chosen_and_may_be_the_same(self):
        table = turning_point(with_marks(founded(), 3, 3, 0)).walk_to(10)
        refused(table.finish, "sequence.arc_first")
        table.do(closing.decide_next_arc, "bring-peace-to-the-galaxy")
        assert [agenda.marked for agenda in table.registers["blue"].arc.agendas] == [0, 0, 0]
        table.finish()
        assert table.battle.blue.done and table.registers["blue"].open_battle == ""

    def test_a_running_arc_goes_on(self):
        table = after().walk_to(10)
        refused(lambda: table.do(closing.decide_next_arc, "the-weekend-war"), "register.arc_runs")

    def test_r17_a_draw_brings_nothing_and_the_arc_stays_open(self):
        table = turning_point(with_marks(founded(), 3, 3, 0), "").walk_to(11)
        own = table.registers["blue"]
        assert own.reputation == 0 and not own.arc.ended and own.paragon.keywords == ()

    def test_r17_as_a_switch_a_draw_counts_as_lost(self):
        switches = Switches(drawn_turning_point_stays_open=False)
        table = turning_point(with_marks(founded(), 3, 3, 0), "", switches=switches).walk_to(2)
        table.do(rewards.decide_draw, "mission", (), dice(*[BLANK] * 5, die=RED))
        table.walk_to(10)
        assert table.registers["blue"].arc.ended
        assert [held.id for held in table.own("d1").keywords] == ["disgraced"]

    def test_lauded_is_awarded_at_once(self):
        table = turning_point(with_marks(founded("birth-of-a-legend"), 3, 3, 0)).walk_to(2)
        table.do(rewards.decide_reward, "mission")
        assert table.own("d1").awards_due == 1
        table.do(commendations.decide_commendation, "d1", "resilient")
        assert table.own("d1").has_commendation("resilient")

    def test_a_prize_vehicle_joins_whatever_the_faction_and_may_exceed_the_potential(self):
        state = with_marks(founded("a-pirates-life"), 3, 3, 0)
        state = msgspec.structs.replace(state, potential=state.potential_spent + 1)
        table = turning_point(state).walk_to(2)
        choice = rewards.offer_of(table.seat(), "mission").choices[0]
        table.do(rewards.decide_reward, "mission", [Answer(choice=choice.id, option="wlo-5-speeder-tank")])
        prize = table.registers["blue"].dossiers[-1]
        assert prize.unit == "Fe" and table.registers["blue"].over_potential
        table.walk_to(10)
        table.do(closing.decide_next_arc, "a-pirates-life")
        table.finish()
        mustered = Table(msgspec.structs.replace(table.registers["blue"], reputation=0), battle="battle:2")
        mustered.muster()

    def test_a_lost_golden_opportunity_may_scar_a_unit(self):
        state = with_marks(founded("a-pirates-life"), 3, 3, 0)
        table = turning_point(state, "red", mission_count=2).walk_to(2)

        table.do(rewards.decide_draw, "mission", (), dice(SURGE, HIT, die=Die.ATTACK_RED))
        choice = rewards.offer_of(table.seat(), "mission").choices[0]
        table.do(rewards.decide_reward, "mission", [Answer(choice=choice.id, option="unit", unit="d2")])
        assert table.own("d2").experience == 2 and table.registers["blue"].supply == 6
        refused(table.finish, "sequence.setback_owed")

        table.do(decide_setback, "d2", dice(CRIT))
        assert table.own("d2").has_setback("self-serving") and table.own("d1").trait.id == "greedy"
        table.finish()

    @pytest.mark.rule(102, 143)
    def test_it_takes_the_place_of_the_mission_so_no_deck_is_asked_for(self):
        state = with_marks(founded(), 3, 3, 0)
        odd = msgspec.structs.replace(everyone(state), battle_deck=Deck(objective=("An",)))
        refused(lambda: Table(state).muster(plan=odd), "deck.incomplete")
        table = Table(state, turning_point=True).muster(plan=odd)
        assert (table.battle.turning_point, table.battle.mission) == ("wipe-them-out", "Wipe Them Out")


class TestCombatDrop:
    @pytest.mark.rule(269)
    def test_one_unit_infiltrates_once(self):
        state = msgspec.structs.replace(founded(), assets=("combat-drop",))
        table = Table(state).muster(plan=msgspec.structs.replace(everyone(state), assets=("combat-drop",)))
        refused(lambda: table.do(recording.decide_combat_drop, "d9"), "battle.not_fielded")
        table.do(recording.decide_combat_drop, "d2")
        assert table.battle.blue.dropped == "d2"
        refused(lambda: table.do(recording.decide_combat_drop, "d3"), "battle.dropped")
        plain = Table(founded()).muster()
        refused(lambda: plain.do(recording.decide_combat_drop, "d2"), "battle.no_combat_drop")


class TestRecord:
    def test_only_fielded_units_are_named(self):
        table = Table(founded()).muster_all()
        refused(lambda: table.record(blue=SideRecord(defeated=("d9",))), "battle.not_fielded")
        both = SideRecord(defeated=("d2",), contesting=("d2",))
        refused(lambda: table.record(blue=both), "battle.defeated_contests")

    @pytest.mark.parametrize("field", ["victory_points", "count", "mission_count"])
    @pytest.mark.parametrize("value", [-1, 10_000])
    def test_absurd_numbers_are_refused(self, field, value):
        table = Table(founded()).muster_all()
        refused(lambda: table.record(blue=SideRecord(**{field: value})), "battle.number")

    def test_gains_of_paragon_cards_need_the_cards(self):
        table = Table(founded()).muster_all()
        gains = {"blue": SideRecord(enemy_down=("d1",), objective_complete=("d2",))}
        refused(
            lambda: recording.decide_record(table.battle, "blue", "", gains, [table.seat("blue")]),
            "battle.no_card",
            "battle.no_card",
        )
        cards = (
            ParagonCard("enemy-down", "Enemy Down!", 2),
            ParagonCard("objective-complete", "Complete", 3),
        )
        owner = replace(
            table.seat("blue"), register=changed(table.registers["blue"], "d1", paragon_cards=cards)
        )
        assert recording.decide_record(table.battle, "blue", "", gains, [owner]).winner == "blue"

    @pytest.mark.rule(147, 148)
    @pytest.mark.parametrize(
        ("arc", "agenda", "fields", "code"),
        [
            (
                "peacekeeping-mission",
                "daring-defense",
                SideRecord(chosen=("d2", "d3")),
                "agenda.too_many_units",
            ),
            ("birth-of-a-legend", "protect-your-allies", SideRecord(chosen=("d1",)), "agenda.paragon_named"),
            ("liberate-the-system", "", SideRecord(mission_chosen=("d2", "d3")), "arc.mission_names"),
        ],
    )
    def test_what_no_card_asks_for_is_refused_at_the_record(self, arc, agenda, fields, code):
        table = Table(founded(arc)).muster_all()
        if agenda:
            table.agenda(agenda)
        else:
            table.battle = msgspec.structs.replace(table.battle, turning_point=BOOKS.arcs[arc].turning_point)
        seat = table.seat("blue")
        refused(lambda: recording.decide_record(table.battle, "blue", "", {"blue": fields}, [seat]), code)
        plain = SideRecord(chosen=("d2",) if agenda else (), mission_chosen=() if agenda else ("d2",))
        assert recording.decide_record(table.battle, "blue", "", {"blue": plain}, [seat]).winner == "blue"

    def test_a_record_is_written_again_until_a_step_is_done(self):
        table = after()
        table.record("red")
        table.do(rewards.decide_agenda)
        refused(lambda: table.record("blue"), "battle.begun")

    def test_both_armies_are_mustered_first(self):
        table = Table(founded(), founded()).muster()
        refused(table.record, "battle.not_mustered")

    @pytest.mark.rule(130)
    def test_points_are_agreed_before_an_army_is_built(self):
        """No battle, no army; then the agreed points are the limit of both, to the point."""
        own = founded()
        unagreed = SideContext(battles.Battle(), "blue", own, CARDS, BOOKS, None)
        refused(lambda: decide_muster(unagreed, everyone(own)), "battle.not_open", "sequence.no_register")
        for points in (0, -1, recording.MOST_POINTS + 1):
            refused(lambda size=points: Table(founded(), points=size), "battle.points")
        cost = (55 + 8) + 3 * 42  # an officer with a doctrine, three units of troopers
        table = Table(founded(), founded(), points=cost).muster_all()
        assert [(side.points, side.limit) for side in (table.battle.blue, table.battle.red)] == [
            (cost, cost)
        ] * 2
        short = Table(founded(), founded(), points=cost - 1)
        for key in ("blue", "red"):
            (over,) = refused(lambda side=key: short.muster(side), "muster.points")
            assert (over.params["limit"], over.params["by"]) == (cost - 1, 1)

    @pytest.mark.rule(133)
    def test_a_battle_needs_a_size_and_at_least_one_register(self):
        refused(lambda: Table(founded(), points=0), "battle.points")
        refused(lambda: Table(None), "battle.no_register")
        assert Table(None, founded()).battle.red.register

    def test_r26_one_battle_at_a_time(self):
        table = Table(founded()).muster_all()
        refused(lambda: Table(table.registers["blue"], battle="battle:2"), "battle.one_at_a_time")

    def test_a_register_still_being_built_goes_nowhere(self):

        refused(lambda: Table(built()), "battle.not_founded")

    def test_a_battle_called_off_frees_the_register(self):

        table = Table(founded()).muster_all()
        event = recording.decide_call_off(table.battle, table.registers)
        assert fold(table.registers["blue"], *event["blue"]).open_battle == ""
        table.battle = battles.evolve(table.battle, event["battle"][0])
        refused(table.record, "battle.not_open")

    def test_confirming_and_disputing(self):
        table = after()
        refused(lambda: recording.decide_confirm(table.battle, "blue"), "battle.not_done")
        table.battle = battles.evolve(
            table.battle, recording.decide_dispute(table.battle, "red", "It was a draw.")
        )
        assert table.battle.red.dispute == "It was a draw."
        refused(lambda: recording.decide_dispute(table.battle, "red", " "), "register.reason")
        table.walk_to(11)
        recording.refuse_undo(table.battle)
        table.battle = battles.evolve(table.battle, recording.decide_confirm(table.battle, "blue"))
        assert table.battle.is_confirmed
        refused(lambda: recording.refuse_undo(table.battle), "battle.settled")
        refused(lambda: recording.decide_confirm(table.battle, "blue"), "battle.confirmed_already")


def test_what_may_i_do_now_names_every_step():
    table = Table(founded(), founded()).muster_all().record(blue=SideRecord(defeated=("d2",)))
    seen = {}
    while table.battle.blue.step <= 10:
        here = open_step(table.seat())
        seen[here.step] = [task.kind for task in here.tasks if task.kind != "name-rival"]
        assert here.can_finish == (not here.blockers)
        table.pass_step()
    assert seen[1] == ["resolve-agenda"] and seen[3] == ["roll-supply"] and seen[4] == ["roll-check"]
    assert seen[5] == ["await-rival"] and seen[6] == [] and len(seen[7]) == 7 and seen[8] == ["recruit"]
    assert open_step(table.seat()).done


def test_paragon_cards_stay_with_the_paragon():
    state = changed(founded(), "d1", paragon_cards=(ParagonCard("enemy-down", "Enemy Down!", 2),))
    assert after(state=state).walk_to(11).own("d1").paragon_cards[0].id == "enemy-down"
