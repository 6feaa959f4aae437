"""Step 4, casualty checks and the two charts: rules 43, 99 to 101, 153 to 161, 198 to 221, 267; R1 to R10."""

import pytest
from msgspec.structs import replace

from muster.rules.campaign.battle import battle as battles
from muster.rules.campaign.battle.events import SideRecord, UnitSpared
from muster.rules.campaign.battle.muster import Guest
from muster.rules.campaign.battle.steps import casualties
from muster.rules.campaign.battle.steps.closing import decide_finish, decide_sequence_recruit
from muster.rules.campaign.battle.steps.rewards import decide_agenda
from muster.rules.campaign.register.dossier import Award
from muster.rules.campaign.register.events import UnitRemoved, UnitRestored
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.campaign.register.register import Register
from muster.rules.campaign.switches import Switches
from tests.rules.campaign.at_the_table import (
    BLANK,
    BLOCK,
    BY_RULING,
    CRIT,
    HIT,
    RED,
    STORM,
    SURGE,
    Table,
    after,
    changed,
    dice,
    everyone,
    fold,
    founded,
    gained,
    refused,
    with_marks,
    with_setbacks,
    with_trait,
)


def at_step_4(defeated: tuple[str, ...] = ("d2",), state: Register | None = None, **named: object) -> Table:
    return after(defeated, state, **named).walk_to(4)


def awarded(state: Register, dossier: str, *commendations: str) -> Register:
    return changed(
        state,
        dossier,
        commendations=tuple(Award(commendation, commendation) for commendation in commendations),
    )


@pytest.mark.rule(153)
def test_each_defeated_unit_makes_a_check_and_the_step_waits_for_it():
    table = at_step_4(("d2", "d4"))
    assert casualties.checks_due(table.seat()) == ("d2", "d4")
    refused(table.finish, "sequence.check_first", "sequence.check_first")
    refused(lambda: table.check("d3", BLANK), "sequence.no_check")
    table.check("d2", BLANK)
    table.check("d4", BLANK)
    table.finish()
    assert table.battle.blue.step == 5


@pytest.mark.rule(154, 99)
@pytest.mark.parametrize(("setbacks", "number"), [(0, 1), (1, 1), (2, 2), (3, 3), (5, 5)])
def test_the_dice_follow_the_setbacks(setbacks, number):
    state = with_setbacks(founded(), "d2", *["battle-fatigue"] * setbacks)
    table = at_step_4(state=state)
    assert len(table.check_dice("d2")) == number
    refused(lambda: table.check("d2", *[BLANK] * (number + 1)), "sequence.dice")


def test_impossible_faces_are_refused():
    table = at_step_4()
    refused(lambda: table.do(casualties.decide_check, "d2", dice(BLOCK)), "dice.impossible_face")
    refused(lambda: table.do(casualties.decide_check, "d2", dice(BLANK, die=RED)), "sequence.dice")


@pytest.mark.rule(156)
def test_a_surge_makes_a_casualty():
    table = at_step_4()
    table.check("d2", SURGE)
    fallen = table.registers["blue"].fallen
    assert [casualty.dossier.id for casualty in fallen] == ["d2"] and fallen[0].battle == "battle:1"
    assert table.registers["blue"].find("d2") is None


@pytest.mark.rule(158)
def test_only_criticals_give_two_experience_and_a_setback():
    table = at_step_4()
    assert gained(table.check("d2", CRIT)) == {"d2": 2}
    assert [owed.dossier for owed in table.battle.blue.owed] == ["d2"]
    refused(table.finish, "sequence.setback_owed")


@pytest.mark.rule(159, 201)
def test_a_hit_gives_a_setback_from_the_chart():
    table = at_step_4()
    assert gained(table.check("d2", HIT)) == {}
    table.do(casualties.decide_setback, "d2", dice(HIT))
    assert table.own("d2").has_setback("battle-fatigue") == 1
    table.finish()


@pytest.mark.rule(160)
def test_nothing_else_gives_one_experience():
    assert gained(at_step_4().check("d2", BLANK)) == {"d2": 1}


@pytest.mark.rule(155)
@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        ((SURGE, CRIT), "casualty"),
        ((CRIT, CRIT), "hard-lesson"),
        ((CRIT, HIT), "setback"),
        ((HIT, BLANK), "setback"),
        ((CRIT, BLANK), "unharmed"),
        ((BLANK, BLANK), "unharmed"),
    ],
)
def test_results_are_read_in_their_order(faces, outcome):
    table = at_step_4(state=with_setbacks(founded(), "d2", "battle-fatigue", "downtrodden"))
    table.check("d2", *faces)
    assert table.battle.blue.checks["d2"].outcome == outcome


@pytest.mark.rule(101, 157)
def test_the_paragon_gains_a_defining_trait_instead():
    table = at_step_4(("d1",))
    table.check("d1", SURGE)
    assert table.battle.blue.owed == () and table.battle.blue.traits_owed == ("d1",)
    refused(table.finish, "sequence.trait_owed")
    table.do(casualties.decide_trait, "d1", dice(BLANK))
    assert table.own("d1").trait.id == "unsure"
    table.finish()


@pytest.mark.rule(213, 220)
@pytest.mark.parametrize(
    ("face", "trait", "experience"),
    [
        (HIT, "captious-command", 0),
        (BLANK, "unsure", 0),
        (SURGE, "tunnel-vision", 0),
        (CRIT, "conspicuous", 1),
    ],
)
def test_the_chart_of_traits(face, trait, experience):
    table = at_step_4(("d1",))
    table.check("d1", SURGE)
    turn = table.do(casualties.decide_trait, "d1", dice(face))
    assert table.own("d1").trait.id == trait
    assert sum(gained(turn).values()) == experience


@pytest.mark.rule(214)
def test_a_new_trait_takes_the_place_of_the_old():
    table = at_step_4(("d1",), state=with_trait(founded(), "unsure"))
    table.check("d1", SURGE)
    table.do(casualties.decide_trait, "d1", dice(HIT))
    trait = table.own("d1").trait
    assert (trait.id, trait.games_left, trait.gained_in) == ("captious-command", 2, "battle:1")


@pytest.mark.rule(198, 204, 208)
@pytest.mark.parametrize(("face", "setback"), [(BLANK, "battle-shaken"), (SURGE, "downtrodden")])
def test_the_other_rows_of_the_setback_chart(face, setback):
    table = at_step_4()
    table.check("d2", HIT)
    table.do(casualties.decide_setback, "d2", dice(face))
    assert table.own("d2").has_setback(setback) == 1


@pytest.mark.rule(211)
def test_a_critical_gives_the_setback_of_the_arc_and_one_experience():
    table = at_step_4()
    table.check("d2", HIT)
    turn = table.do(casualties.decide_setback, "d2", dice(CRIT))
    assert gained(turn) == {"d2": 1} and table.own("d2").has_setback("flat-footed") == 1


@pytest.mark.rule(199, 207)
def test_battle_shaken_twice_is_rolled_again():
    table = at_step_4(state=with_setbacks(founded(), "d2", "battle-shaken"))
    table.check("d2", HIT)
    table.do(casualties.decide_setback, "d2", dice(BLANK))
    assert table.battle.blue.owed[0].tries == 1
    table.do(casualties.decide_setback, "d2", dice(HIT))
    assert table.battle.blue.owed == () and table.own("d2").setback_count == 2


@pytest.mark.rule(203, 210)
@pytest.mark.parametrize(("face", "setback"), [(HIT, "battle-fatigue"), (SURGE, "downtrodden")])
def test_some_setbacks_stack(face, setback):
    table = at_step_4(state=with_setbacks(founded(), "d2", setback))
    table.check("d2", HIT)
    table.do(casualties.decide_setback, "d2", dice(face))
    assert table.own("d2").has_setback(setback) == 2


@pytest.mark.rule(43)
@pytest.mark.parametrize(
    ("arc", "setback"),
    [
        ("bring-peace-to-the-galaxy", "flat-footed"),
        ("liberate-the-system", "compromised"),
        ("root-out-the-corruption", "scrambled"),
    ],
)
def test_a_second_gain_of_three_arc_setbacks_makes_a_casualty(arc, setback):
    table = at_step_4(state=with_setbacks(founded(arc), "d2", setback))
    table.check("d2", HIT)
    table.do(casualties.decide_setback, "d2", dice(CRIT))
    assert table.registers["blue"].find("d2") is None
    assert table.battle.blue.casualties == ("d2",)


def test_r7_a_paragon_keeps_one_and_gains_a_trait_with_the_experience_of_the_row():
    table = at_step_4(("d1",), state=with_setbacks(founded(), "d1", "flat-footed"))
    table.check("d1", HIT)
    turn = table.do(casualties.decide_setback, "d1", dice(CRIT))
    assert gained(turn) == {"d1": 1}
    assert table.own("d1").has_setback("flat-footed") == 1
    assert table.battle.blue.traits_owed == ("d1",) and table.battle.blue.owed == ()
    table.do(casualties.decide_trait, "d1", dice(HIT))
    table.finish()


def test_r9_an_arc_setback_held_without_second_gain_is_rolled_again_without_experience():
    table = at_step_4(state=with_setbacks(founded("peacekeeping-mission"), "d2", "war-weary"))
    table.do(casualties.decide_check, "d2", dice(HIT))
    table.do(casualties.decide_settle, "d2")
    turn = table.do(casualties.decide_setback, "d2", dice(CRIT))
    assert gained(turn) == {} and table.battle.blue.owed[0].tries == 1


def test_r10_a_setback_of_an_old_arc_counts_for_the_dice_only():
    state = with_setbacks(founded("liberate-the-system"), "d2", "flat-footed", "battle-fatigue")
    table = at_step_4(state=state)
    table.check("d2", HIT, BLANK)
    table.do(casualties.decide_setback, "d2", dice(CRIT))
    assert table.own("d2").has_setback("compromised") == 1 and table.own("d2").has_setback("flat-footed") == 1


class TestDaringDefense:
    def table(self, *setbacks: str) -> Table:
        table = after(("d2",), with_setbacks(founded(), "d2", *setbacks))
        table.battle = battles.evolve(table.battle, UnitSpared("blue", "d2", 2, 1))
        return table.walk_to(4)

    def test_the_unit_gains_experience_and_a_setback_instead(self):
        table = self.table()
        assert gained(table.check("d2", SURGE)) == {"d2": 2}
        table.do(casualties.decide_setback, "d2", dice(HIT))
        assert table.own("d2").setback_count == 1

    def test_r8_a_second_gain_then_cannot_be_gained(self):
        table = self.table("flat-footed")
        table.check("d2", SURGE)
        table.do(casualties.decide_setback, "d2", dice(CRIT))
        assert table.own("d2").has_setback("flat-footed") == 1 and table.battle.blue.owed[0].tries == 1


class TestWarWeary:
    def table(self, *more: str, awards: tuple[str, ...] = ()) -> Table:
        state = with_setbacks(founded("peacekeeping-mission"), "d2", "war-weary", *more)
        return at_step_4(state=awarded(state, "d2", *awards))

    def test_r5_the_added_die_is_chosen_before_rolling_and_spares_the_reroll(self):
        table = self.table()
        table.do(casualties.decide_check, "d2", dice(BLANK, BLANK), added=True)
        table.do(casualties.decide_settle, "d2")
        assert table.battle.blue.checks["d2"].outcome == "unharmed"

    def test_r5_without_it_every_blank_is_rerolled_once_and_first(self):
        table = self.table("battle-fatigue", awards=("resilient",))
        table.do(casualties.decide_check, "d2", dice(BLANK, HIT))
        refused(lambda: table.do(casualties.decide_settle, "d2"), "sequence.reroll_blanks")
        refused(
            lambda: table.do(casualties.decide_reroll, "d2", "resilient", (1,), dice(BLANK)),
            "sequence.no_reroll",
        )
        refused(
            lambda: table.do(casualties.decide_reroll, "d2", "war-weary", (1,), dice(BLANK)),
            "sequence.reroll_blanks",
        )
        table.do(casualties.decide_reroll, "d2", "war-weary", (0,), dice(BLANK))
        table.do(casualties.decide_reroll, "d2", "resilient", (1,), dice(BLANK))
        table.do(casualties.decide_settle, "d2")
        assert table.battle.blue.checks["d2"].outcome == "unharmed"

    def test_r5_the_added_die_makes_two_dice_for_resilient(self):
        table = self.table(awards=("resilient",))
        table.do(casualties.decide_check, "d2", dice(SURGE, BLANK), added=True)
        assert casualties.rerolls_open(table.seat(), table.own("d2")) == {"resilient": 1}

    def test_others_add_no_die(self):
        refused(
            lambda: at_step_4().do(casualties.decide_check, "d2", dice(BLANK, BLANK), added=True),
            "sequence.not_weary",
        )


class TestRerolls:
    def table(self, *awards: str, setbacks: int = 2, switches: Switches = BY_RULING) -> Table:
        state = with_setbacks(founded(), "d2", *["downtrodden"] * setbacks)
        return at_step_4(state=awarded(state, "d2", *awards), switches=switches)

    @pytest.mark.rule(226)
    def test_resilient_rerolls_one_of_two_or_more_dice(self):
        table = self.table("resilient")
        table.do(casualties.decide_check, "d2", dice(SURGE, BLANK))
        refused(
            lambda: table.do(casualties.decide_reroll, "d2", "resilient", (0, 1), dice(BLANK, BLANK)),
            "sequence.reroll_count",
        )
        table.do(casualties.decide_reroll, "d2", "resilient", (0,), dice(BLANK))
        table.do(casualties.decide_settle, "d2")
        assert table.registers["blue"].find("d2") is not None

    @pytest.mark.rule(226)
    def test_a_single_die_is_not_rerolled(self):
        table = self.table("resilient", setbacks=1)
        table.do(casualties.decide_check, "d2", dice(SURGE))
        refused(
            lambda: table.do(casualties.decide_reroll, "d2", "resilient", (0,), dice(BLANK)),
            "sequence.no_reroll",
        )

    @pytest.mark.rule(252)
    def test_dedicated_rerolls_up_to_two_and_r6_adds_to_resilient(self):
        table = self.table("resilient", "dedicated-to-the-cause")
        table.do(casualties.decide_check, "d2", dice(SURGE, SURGE))
        table.do(casualties.decide_reroll, "d2", "dedicated-to-the-cause", (0, 1), dice(SURGE, BLANK))
        table.do(casualties.decide_reroll, "d2", "resilient", (0,), dice(BLANK))
        refused(
            lambda: table.do(casualties.decide_reroll, "d2", "resilient", (0,), dice(BLANK)),
            "sequence.no_reroll",
        )

    def test_r6_as_a_switch_only_one_of_the_two(self):
        table = self.table(
            "resilient", "dedicated-to-the-cause", switches=Switches(resilient_and_dedicated=False)
        )
        table.do(casualties.decide_check, "d2", dice(SURGE, SURGE))
        table.do(casualties.decide_reroll, "d2", "dedicated-to-the-cause", (0, 1), dice(SURGE, BLANK))
        refused(
            lambda: table.do(casualties.decide_reroll, "d2", "resilient", (0,), dice(BLANK)),
            "sequence.no_reroll",
        )

    def test_places_that_are_not_there(self):
        table = self.table("resilient")
        table.do(casualties.decide_check, "d2", dice(SURGE, BLANK))
        refused(
            lambda: table.do(casualties.decide_reroll, "d2", "resilient", (7,), dice(BLANK)),
            "sequence.reroll_count",
        )


class TestMedevac:
    def table(self, state: Register | None = None, defeated: tuple[str, ...] = ("d2",)) -> Table:

        state = replace(state or founded(), assets=("medevac",))
        table = Table(state)
        table.muster(plan=replace(everyone(state), assets=("medevac",)))
        return table.record(blue=SideRecord(defeated=defeated)).walk_to(4)

    @pytest.mark.rule(267)
    def test_a_defeated_unit_makes_no_check_and_gains_nothing(self):
        table = self.table(defeated=("d2", "d3"))
        table.do(casualties.decide_medevac, "d2")
        assert casualties.checks_due(table.seat()) == ("d3",)
        refused(lambda: table.do(casualties.decide_medevac, "d3"), "sequence.medevac_used")
        assert table.own("d2").experience == 0

    def test_it_must_have_been_chosen_and_comes_before_the_dice(self):
        refused(lambda: at_step_4().do(casualties.decide_medevac, "d2"), "sequence.no_medevac")
        table = self.table()
        table.do(casualties.decide_check, "d2", dice(SURGE))
        refused(lambda: table.do(casualties.decide_medevac, "d2"), "sequence.rolled_already")

    def test_r1_it_does_not_help_an_undefeated_paragon_with_tunnel_vision(self):
        table = self.table(with_trait(founded(), "tunnel-vision"), defeated=())
        assert casualties.checks_due(table.seat()) == ("d1",)
        refused(lambda: table.do(casualties.decide_medevac, "d1"), "sequence.not_defeated")

    def test_r1_it_cancels_every_check_of_a_defeated_paragon(self):
        table = self.table(with_trait(founded(), "tunnel-vision"), defeated=("d1",))
        table.do(casualties.decide_medevac, "d1")
        assert casualties.checks_due(table.seat()) == ()


class TestTunnelVision:
    def table(self, state: Register | None = None, agenda: str = "", count: int = 0, **more: object) -> Table:
        state = with_trait(state or founded(), "tunnel-vision")
        table = Table(state).muster_all()
        if agenda:
            table.agenda(agenda)
        record = SideRecord(count=count, **more)  # type: ignore[arg-type]
        return table.record(blue=record)

    @pytest.mark.rule(219)
    def test_an_agenda_that_did_not_progress_demands_a_check(self):
        table = self.table(agenda="keep-them-in-line", count=1).walk_to(4)
        assert casualties.checks_due(table.seat()) == ("d1",)

    def test_r3_none_chosen_although_one_was_open_demands_a_check(self):
        assert casualties.checks_due(self.table().walk_to(4).seat()) == ("d1",)

    def test_progress_spares_it(self):
        table = self.table(agenda="keep-them-in-line", count=2)
        table.do(decide_agenda)
        assert not casualties.tunnel_vision_check(table.seat())

    def test_r2_defeated_and_unmet_is_one_check(self):
        table = self.table(defeated=("d1",)).walk_to(4)
        assert casualties.checks_due(table.seat()) == ("d1",)
        table.check("d1", BLANK)
        assert casualties.checks_due(table.seat()) == ()

    def test_r3_with_all_agendas_complete_there_is_none(self):
        state = with_marks(with_trait(founded(), "tunnel-vision"), 3, 3, 3)
        table = Table(state, turning_point=True).muster_all().record(winner="red")
        assert not casualties.tunnel_vision_check(table.seat())

    def test_r18_a_trait_gained_in_this_battle_does_not_work_yet(self):
        table = at_step_4(("d1",))
        table.check("d1", SURGE)
        table.do(casualties.decide_trait, "d1", dice(SURGE))
        assert table.own("d1").trait.id == "tunnel-vision"
        assert casualties.checks_due(table.seat()) == ()


def test_r21_corps_are_filled_up_inside_step_4_and_nothing_goes_on_before():
    table = at_step_4(("d2", "d3", "d4"))
    table.check("d2", SURGE)
    table.check("d3", SURGE)
    refused(lambda: table.check("d4", BLANK), "register.refill_first")
    refused(lambda: table.do(decide_finish), "sequence.check_first", "register.refill_first")
    refused(
        lambda: table.do(decide_sequence_recruit, Recruit(unit="hf")),
        "sequence.not_now",
        "register.refill_first",
    )
    table.do(decide_sequence_recruit, Recruit(unit=STORM))
    table.check("d4", BLANK)
    table.finish()
    assert "d5" not in table.battle.blue.own_units


@pytest.mark.rule(161)
def test_a_setback_stays_until_it_is_removed():
    state = with_setbacks(founded(), "d2", "battle-shaken")
    table = after(state=state).walk_to(10)
    table.finish()
    assert table.own("d2").has_setback("battle-shaken") == 1


@pytest.mark.rule(46, 221)
def test_a_trait_lasts_the_two_games_after_the_one_it_was_gained_in():
    table = at_step_4(("d1",))
    table.check("d1", SURGE)
    table.do(casualties.decide_trait, "d1", dice(BLANK))
    table.walk_to(11)
    state = table.registers["blue"]
    assert state.paragon.trait.games_left == 2
    for number, left in ((2, 1), (3, None)):
        table = Table(state, battle=f"battle:{number}").muster_all().record().walk_to(11)
        state = table.registers["blue"]
        assert (state.paragon.trait and state.paragon.trait.games_left) == left


def test_guests_make_no_check():

    state = replace(founded(), assets=("request-assistance",))
    table = Table(state)
    guest = Guest(asset="request-assistance", unit="nm")
    table.muster(plan=replace(everyone(state), assets=("request-assistance",), guests=(guest,)))
    table.record(blue=SideRecord(defeated=("guest1",))).walk_to(4)
    assert casualties.checks_due(table.seat()) == ()


def test_a_unit_that_a_correction_takes_away_owes_nothing():
    table = at_step_4()
    table.check("d2", HIT)
    table.registers["blue"] = fold(table.registers["blue"], UnitRemoved("d2", "casualty"))
    table.finish()
    assert table.battle.blue.step == 5


def test_a_fallen_unit_is_remembered_as_it_was():
    state = fold(founded())
    table = at_step_4(state=changed(state, "d2", name="Steel Squad", experience=9))
    table.check("d2", SURGE)
    assert table.registers["blue"].fallen[0].dossier.called == "Steel Squad"


def test_the_fallen_have_fought_the_battle_they_fell_in():
    table = at_step_4()
    table.check("d2", SURGE)
    assert table.registers["blue"].fallen[0].dossier.battles == 1
    table.walk_to(11)
    own = table.registers["blue"]
    assert own.fallen[0].dossier.battles == 1 and {dossier.battles for dossier in own.dossiers} == {1}


def test_who_is_restored_in_mid_battle_has_fought_it_once():
    table = at_step_4()
    table.check("d2", SURGE)
    table.registers["blue"] = fold(table.registers["blue"], UnitRestored("d2"))
    table.walk_to(11)
    assert table.registers["blue"].dossier("d2").battles == 1


def test_who_was_reassigned_after_a_battle_has_fought_it():
    table = at_step_4()
    table.check("d2", BLANK)
    table.registers["blue"] = fold(table.registers["blue"], UnitRemoved("d4", "reassigned", "battle:1"))
    table.walk_to(11)
    assert table.registers["blue"].fallen[0].dossier.battles == 1
