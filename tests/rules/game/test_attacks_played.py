"""Attacks of real units, die by die; what is expected is reckoned by hand from the cards and the rulebook."""

from typing import Any

import pytest
from msgspec import UNSET

from muster.rules.game.answers import (
    BeginAttack,
    Declare,
    Defend,
    Dice,
    EnterSum,
    LeaveAttack,
    NotSo,
    Picked,
    SetAttacks,
    SetDice,
    Spend,
    Wound,
)
from muster.rules.game.attacks.agreeing import attack_mode
from muster.rules.game.attacks.sheet import sheet_of
from muster.rules.game.combatants import minis_left
from muster.rules.game.log.attacked import AttackResolved, CardTurned, FactsTold, PoolFormed
from muster.rules.game.log.events import Defeated, Rolled
from muster.rules.game.steps import UnitActs
from muster.rules.game.steps.attacks import DeclareAttack, DefendAttack, EndAttack, RerollAttack
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.violations import Refused
from tests.rules.game.attack_table import AttackTable

STORM, DLT, REBELS, Z6, LUKE, CHEWIE, DROIDEKAS, AT_ST, HAN = (
    "ay",
    "ej",
    "ah",
    "ed",
    "ad",
    "af",
    "ie",
    "bg",
    "ac",
)
E11, DLT_19 = f"{STORM}/E-11 Blaster Rifle", f"{DLT}/DLT-19 Blaster Rifle"


def stormtroopers(*theirs: str, **table: Any) -> AttackTable:
    """Stormtroopers with a DLT-19 act."""
    return AttackTable((f"{STORM}+{DLT}", STORM), theirs or (f"{REBELS}+{Z6}", REBELS), **table)


def of(table: AttackTable, kind: type) -> list[Any]:
    return [event for event in table.log if isinstance(event, kind)]


# One attack ------------------------------------------------------------------------------------------------


def test_a_plain_attack_from_the_first_tap_to_the_last_token() -> None:
    """4 E-11 and a DLT-19 at range 3: 2 red, 4 white; 2 Hits and a Critical, 1 Block: 2 wounds, 1
    Suppression."""
    table = stormtroopers().begin().at("two.1", range="3")
    assert isinstance(table.step, DeclareAttack)
    table.roll()
    assert of(table, PoolFormed)[0].weapons == {E11: 4, DLT_19: 1}
    told = of(table, FactsTold)[-1]
    assert told.facts["range"] == "3" and told.facts["cover"] == "none" and told.source == "told"
    table.dice("hhc---").dice("b--")
    assert isinstance(table.step, Choose) and table.step.seat == "two", "who falls is the defender's choice"
    table.say("two", Picked(prompt=table.step.id, options=(REBELS,)))
    end = of(table, AttackResolved)[0]
    assert (end.criticals, end.hits, end.blocks, end.wounds) == (1, 2, 1, 2)
    rebels = table.unit("two.1")
    assert (rebels.lost, rebels.suppression, minis_left(rebels)) == (2, 1, 3)
    assert isinstance(table.step, EndAttack) and table.step.seat == "one"
    table.done()
    assert isinstance(table.step, UnitActs), "what was open before is open again"


def test_surges_turn_by_the_chart_and_blocks_by_the_defenders() -> None:
    """Stormtroopers' surges hit, those of Rebel Troopers block."""
    table = stormtroopers().begin().at("two.2", range="3").roll().dice("s-----").dice("s")
    assert of(table, AttackResolved)[0].wounds == 0 and table.unit("two.2").suppression == 1


def test_cover_is_rolled_for_each_hit_and_no_critical() -> None:
    table = stormtroopers().begin().at("two.2", range="3", cover="light").roll().dice("hhc---")
    assert isinstance(table.step, Roll) and table.step.what == "attack-cover" and len(table.step.dice) == 2
    table.dice("bs")
    assert len(table.step.dice) == 2, "light cover: the Block cancels a Hit, the Surge nothing"


def test_nothing_hit_brings_neither_dice_nor_suppression() -> None:
    table = stormtroopers().begin().at("two.2", range="3").roll().dice("------")
    assert isinstance(table.step, EndAttack) and table.unit("two.2").suppression == 0


def test_an_aim_rolls_again_and_is_gone() -> None:
    """Precise 1: up to 3 dice."""
    table = stormtroopers().change("one.1", tokens={"aim": 1}).begin().at("two.2", range="3").roll()
    table.dice("h-----")
    assert isinstance(table.step, RerollAttack)
    assert table.codes("one", Spend(prompt=table.step.id, token="aim", dice=(1, 2, 3, 4))) == [
        "game.how_many"
    ]
    table.spend("aim", 3, 1, 2)
    assert len(table.step.dice) == 3
    table.dice("h--").dice("--")
    assert table.unit("two.2").lost == 2 and not table.unit("one.1").tokens


def test_a_dodge_cancels_a_hit_and_nimble_brings_one_back() -> None:
    """Rebel Troopers are Nimble: a Dodge that was spent comes back after the attack."""
    table = stormtroopers().change("two.2", tokens={"dodge": 1}).begin().at("two.2", range="3").roll()
    table.dice("h-----")
    assert isinstance(table.step, DefendAttack) and table.step.seat == "two"
    table.defend(dodges=1)
    assert table.unit("two.2").lost == 0 and table.unit("two.2").tokens == {"dodge": 1}


def test_a_dodge_is_kept_where_the_defender_says_so() -> None:
    table = stormtroopers().change("two.2", tokens={"dodge": 1}).begin().at("two.2", range="3").roll()
    table.dice("h-----").defend(dodges=0).dice("-")
    assert table.unit("two.2").lost == 1 and table.unit("two.2").tokens == {"dodge": 1}


def test_melee_has_neither_cover_nor_suppression() -> None:
    table = stormtroopers().begin().at("two.2", range="melee")
    assert "cover" not in {one.key for one in sheet_of(table.table, table.step).asked}
    table.roll().dice("h" + "-" * 4).dice("-")
    assert table.unit("two.2").lost == 1 and table.unit("two.2").suppression == 0


def test_a_unit_that_falls_is_defeated_by_its_attacker() -> None:
    table = stormtroopers().change("two.2", lost=3).begin().at("two.2", range="3").roll().dice("cc----")
    table.dice("--")
    assert of(table, Defeated) == [Defeated(unit="two.2", by="one.1")]
    assert table.unit("two.2").suppression == 0, "the defeated gain none"


def test_shields_are_turned_off_for_hits_and_stay_off() -> None:
    """Droidekas have 4 shields; two of them take both Hits, and two are left for the next attack."""
    table = stormtroopers(DROIDEKAS, REBELS).begin().at("two.1", range="3").roll().dice("hh----")
    table.defend(shields=2)
    assert table.unit("two.1").lost == 0 and table.unit("two.1").tokens["shield-off"] == 2
    sheet = sheet_of(table.done().begin().at("two.1", range="3").table, table.step)
    assert sheet.key_for().question.defence.shields == 2


def test_a_vehicle_at_its_resilience_is_damaged() -> None:
    """An AT-ST has Resilience 8; Armor 5 cancels Hits, not Criticals."""
    table = stormtroopers(AT_ST, REBELS).change("two.1", lost=7).begin().at("two.1", range="3")
    assert {one.key for one in sheet_of(table.table, table.step).asked} >= {"target_arc"}
    table.roll().dice("c-----").dice("-")
    assert table.unit("two.1").lost == 8 and table.unit("two.1").tokens == {"vehicle-damage": 1}


def test_the_weak_point_is_impact() -> None:
    """Weak Point 1: Rear. Impact 1 of the DLT-19 and 1 of the rear turn both Hits into Criticals."""
    table = stormtroopers(AT_ST, REBELS).begin().at("two.1", range="3", target_arc="yes").roll()
    table.dice("hh----")
    assert len(table.step.dice) == 2


def test_suppression_takes_a_standby_and_so_does_an_attack() -> None:
    table = stormtroopers().change("two.2", tokens={"standby": 1}).change("one.1", tokens={"standby": 1})
    table.begin().at("two.2", range="3").roll().dice("h-----").dice("b")
    assert "standby" not in table.unit("two.2").tokens and "standby" not in table.unit("one.1").tokens


def test_deflect_wounds_the_attacker() -> None:
    """Luke, Jedi Knight: Deflect blocks with surges, and any surge wounds the attacker once."""
    table = stormtroopers("fm", REBELS).begin().at("two.1", range="3").roll().dice("hh----").dice("ss")
    end = of(table, AttackResolved)[0]
    assert (end.wounds, end.back) == (0, 1) and table.unit("one.1").lost == 1


def test_a_card_that_exhausts_is_exhausted_and_adds_no_dice_then() -> None:
    """MPL-57 Barrage exhausts by its weapon."""
    table = AttackTable((f"{REBELS}+ei", REBELS), (STORM, STORM)).begin().at("two.1", range="2")
    table.roll({"ei/MPL-57 Barrage": 1})
    assert of(table, CardTurned) == [CardTurned(unit="one.1", card="ei", state="exhausted")]
    table.dice("---").done().begin().at("two.1", range="2")
    assert "ei/MPL-57 Barrage" not in {f"{one.use.card}/{one.use.weapon.name}" for one in
                                       sheet_of(table.table, table.step).weapons}  # fmt: skip
    said = Declare(prompt=table.step.id, target="two.1", weapons={"ei/MPL-57 Barrage": 1})
    assert table.codes("one", said) == ["game.attack_no_weapon"]


def test_uncanny_luck_rolls_dice_again_that_block_nothing() -> None:
    """Han: Uncanny Luck 3, white dice that block on surges."""
    table = stormtroopers(HAN, REBELS).begin().at("two.1", range="3").roll().dice("cc----").dice("b-")
    assert table.step.what == "attack-luck" and len(table.step.dice) == 1
    table.dice("b")
    assert table.unit("two.1").lost == 0


# Guardian --------------------------------------------------------------------------------------------------


def guarded() -> AttackTable:
    """Rebel Troopers beside Chewbacca (Guardian 3, white die without surge) are hit twice."""
    return stormtroopers(REBELS, CHEWIE).begin().at("two.1", range="3").roll().dice("hh----")


def test_a_guardian_takes_hits_rolls_for_them_and_gains_suppression() -> None:
    table = guarded()
    assert isinstance(table.step, DefendAttack)
    table.defend(guardian={"two.2": 1})
    assert table.step.what == "attack-guardian" and table.step.unit == "two.2" and len(table.step.dice) == 1
    table.dice("-").dice("-")
    assert (table.unit("two.2").lost, table.unit("two.2").suppression) == (1, 1)
    assert (table.unit("two.1").lost, table.unit("two.1").suppression) == (1, 1)


def test_pierce_used_on_a_guardian_is_gone_for_the_target() -> None:
    """Luke's blaster has Pierce 1: the attacker says on whose Block it is used."""
    table = AttackTable((LUKE, REBELS), (STORM, CHEWIE)).begin().at("two.1", range="2").roll()
    table.dice("hh--").defend(guardian={"two.2": 1}).dice("b")
    assert isinstance(table.step, Choose) and table.step.what == "attack-pierce" and table.step.seat == "one"
    table.say("one", Picked(prompt=table.step.id, options=("1",))).dice("b")
    assert table.unit("two.2").lost == 1 and table.unit("two.1").lost == 0


@pytest.mark.parametrize(
    ("guardian", "code"),
    [
        ({"two.2": 4}, "game.how_many"),
        ({"two.2": -1}, "game.how_many"),
        ({"two.1": 1}, "game.attack_no_guardian"),
        ({"one.2": 1}, "game.attack_no_guardian"),
        ({"x" * 10_000: 1}, "game.attack_no_guardian"),
    ],
)
def test_who_cannot_guard_is_refused(guardian: dict[str, int], code: str) -> None:
    table = guarded()
    assert table.codes("two", Defend(prompt=table.step.id, guardian=guardian)) == [code]


def test_a_suppressed_guardian_is_not_asked() -> None:
    table = stormtroopers(REBELS, CHEWIE).change("two.2", suppression=2).begin().at("two.1", range="3").roll()
    table.dice("hh----")
    assert isinstance(table.step, Roll) and table.step.what == "attack-defence"


# Several pools ---------------------------------------------------------------------------------------------


def test_two_pools_are_declared_before_dice_fall_and_resolved_in_their_order() -> None:
    table = stormtroopers().begin().at("two.1", range="3")
    first = Declare(prompt=table.step.id, target="two.1", weapons={E11: 4}, then="another")
    table.say("one", first)
    assert isinstance(table.step, DeclareAttack) and not table.step.target
    again = Declare(prompt=table.step.id, target="two.1")
    assert table.codes("one", again) == ["game.attack_not_that"], "each pool has another defender"
    table.at("two.2", range="4").roll()
    assert table.step.by == "two.1" and len(table.step.dice) == 4
    table.dice("----").done()
    assert table.step.by == "two.2" and len(table.step.dice) == 2
    table.dice("h-").dice("-")
    assert table.unit("two.2").lost == 1


def test_an_aim_that_one_pool_spent_is_not_there_for_the_next() -> None:
    table = stormtroopers().change("one.1", tokens={"aim": 1}).begin().at("two.1", range="3")
    table.say("one", Declare(prompt=table.step.id, target="two.1", weapons={E11: 4}, then="another"))
    table.at("two.2", range="4").roll().dice("----").spend("aim", 0).dice("-").done().dice("--")
    assert isinstance(table.step, EndAttack)


def test_a_weapon_name_is_in_one_pool_alone() -> None:
    table = stormtroopers().begin().at("two.1", range="3")
    table.say("one", Declare(prompt=table.step.id, target="two.1", weapons={E11: 2}, then="another"))
    table.at("two.2", range="3")
    said = Declare(prompt=table.step.id, target="two.2", weapons={E11: 2}, then="roll")
    assert "game.attack_no_weapon" in table.codes("one", said)


def test_gunslinger_shoots_another_unit_with_the_same_weapon() -> None:
    """Han's DL-44 attacks a second unit; not a third."""
    pistol = "ac/Han's DL-44"
    table = AttackTable((HAN, REBELS), (STORM, STORM, STORM)).begin().at("two.1", range="2")
    table.say("one", Declare(prompt=table.step.id, target="two.1", weapons={pistol: 1}, then="another"))
    table.at("two.2", range="2")
    table.say("one", Declare(prompt=table.step.id, target="two.2", weapons={pistol: 1}, then="another"))
    assert isinstance(table.step, Roll), "nobody else can be attacked: the dice fall"


# Other attacks ---------------------------------------------------------------------------------------------


def test_standby_answers_the_unit_that_acts_and_no_other() -> None:
    table = stormtroopers().change("two.2", tokens={"standby": 1}).begin("two.2", "standby")
    assert table.codes("two", Declare(prompt=table.step.id, target="one.2")) == ["game.attack_not_that"]
    table.at("one.1")
    assert (
        "3" not in next(one for one in sheet_of(table.table, table.step).asked if one.key == "range").choices
    )
    table.roll().dice("----")
    assert not table.unit("two.2").tokens


@pytest.mark.parametrize(("boba", "ranges"), [("aw", ("melee", "1", "2")), ("tl", ("melee", "1", "2", "3"))])
def test_a_standby_reaches_range_2_and_with_sentinel_3(boba: str, ranges: tuple[str, ...]) -> None:
    """Boba Fett's carbine shoots to range 3; Daimyo of Mos Espa has Sentinel."""
    table = AttackTable((STORM, STORM), (boba, REBELS)).change("two.1", tokens={"standby": 1})
    table.begin("two.1", "standby").at("one.1")
    told = {question.key: question.choices for question in sheet_of(table.table, table.step).asked}
    assert told["range"] == ranges


def test_an_overrun_has_only_its_weapon_and_once() -> None:
    """Swoop Bike Riders: the Vibro-Ax of two bikes adds its dice once; no cover, no Suppression."""
    table = AttackTable(("sq", STORM), (REBELS, REBELS)).begin("one.1", "overrun").at("two.1")
    assert [one.key for one in sheet_of(table.table, table.step).asked] == ["range"]
    table.roll()
    assert len(table.step.dice) == 3
    table.dice("h--").dice("-")
    assert table.unit("two.1").lost == 1 and table.unit("two.1").suppression == 0


@pytest.mark.parametrize("why", ["standby", "overrun"])
def test_a_reason_that_does_not_hold_is_refused(why: str) -> None:
    assert stormtroopers().codes("one", BeginAttack(unit="one.1", why=why)) == ["game.attack_no_reason"]


# The sum, Not so, modes ------------------------------------------------------------------------------------


def test_the_result_can_be_entered_from_the_sheet() -> None:
    table = stormtroopers().begin().at("two.2", range="3").say("one", EnterSum(wounds=2))
    assert table.unit("two.2").lost == 2 and table.unit("two.2").suppression == 1
    assert of(table, AttackResolved)[0].summed and isinstance(table.step, EndAttack)


def test_the_result_can_be_entered_while_the_defender_does_not_answer() -> None:
    table = stormtroopers().change("two.2", tokens={"dodge": 1}).begin().at("two.2", range="3").roll()
    table.dice("hh----")
    assert isinstance(table.step, DefendAttack)
    assert table.codes("two", EnterSum(wounds=0)) == ["game.attack_no_sum"], "the attacker enters it"
    table.say("one", EnterSum(wounds=1, dodges=1))
    assert table.unit("two.2").lost == 1 and table.unit("two.2").tokens == {"dodge": 1}, "Nimble"


@pytest.mark.parametrize("said", [{"wounds": 5}, {"wounds": -1}, {"wounds": 10**9}, {"wounds": 1, "aims": 1},
                                  {"wounds": 1, "dodges": 1}, {"wounds": 1, "aims": -1}])  # fmt: skip
def test_a_sum_that_cannot_be_is_refused(said: dict[str, int]) -> None:
    table = stormtroopers().begin().at("two.2", range="3")
    assert table.codes("one", EnterSum(**said)) == ["game.how_many"]


def test_no_sum_without_an_attack() -> None:
    assert stormtroopers().codes("one", EnterSum(wounds=1)) == ["game.attack_no_sum"]


def test_a_fact_that_the_other_denies_is_told_again_before_dice_fall() -> None:
    table = stormtroopers().begin().at("two.2", range="3", cover="none")
    assert table.codes("one", NotSo(fact="cover")) == ["game.attack_not_denied"], "not one's own"
    table.say("two", NotSo(fact="cover"))
    roll = Declare(prompt=table.step.id, target="two.2", then="roll")
    assert table.codes("one", roll) == ["game.attack_denied"]
    assert table.step.facts["range"] == "3", "nothing else is lost"
    table.say("one", Declare(prompt=table.step.id, target="two.2", facts={"cover": "heavy"})).roll()
    assert of(table, FactsTold)[-1].facts["cover"] == "heavy"
    assert table.codes("two", NotSo(fact="cover")) == ["game.attack_not_denied"], "dice fall already"


def test_facts_are_kept_for_the_pair_until_one_of_them_acts_again() -> None:
    table = stormtroopers().begin().at("two.2", range="2", cover="heavy").roll().dice("-" * 6).done()
    table.begin().at("two.2")
    assert sheet_of(table.table, table.step).told["cover"] == "heavy"
    assert sheet_of(table.table, table.step).told["range"] == "2"


def test_each_seat_says_how_its_attacks_are_resolved() -> None:
    table = stormtroopers().say("one", SetAttacks(mode="sum"))
    assert (attack_mode(table.table, "one"), attack_mode(table.table, "two")) == ("sum", "full")
    assert table.codes("one", SetAttacks(mode="sum")) == ["game.attack_same_mode"]


def test_each_seat_says_whose_dice_it_rolls() -> None:
    """The app rolls for the attacker at once; cover and defence dice of the other are entered, and fall at
    once where they were waited for when their player gives them up."""
    table = stormtroopers(dice="app").say("two", SetDice(dice="own"))
    assert table.codes("two", SetDice(dice="own")) == ["game.same_dice"]
    table.begin().at("two.2", range="2", cover="heavy").roll()
    assert of(table, Rolled) and isinstance(table.step, Roll) and table.step.seat == "two"
    assert table.codes("two", Dice(prompt=table.step.id, faces=("critical",)))
    table.dice("-" * len(table.step.dice))
    rolls = len(of(table, Rolled))
    assert isinstance(table.step, Roll) and table.step.seat == "two", "defence dice"
    table.say("two", SetDice(dice="app"))
    assert isinstance(table.step, EndAttack) and len(of(table, Rolled)) == rolls + 1


# Refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "unit", "code"),
    [
        ({}, "two.1", "game.not_your_unit"),
        ({}, "x" * 10_000, "game.not_your_unit"),
        ({"gone": "defeated"}, "one.1", "game.not_your_unit"),
        ({"deployed": False}, "one.1", "game.attack_off_table"),
        ({"suppression": 2}, "one.1", "game.attack_panicked"),
        ({"card": "nobody's"}, "one.1", "game.attack_unknown"),
    ],
)
def test_who_cannot_attack_is_refused(change: dict[str, Any], unit: str, code: str) -> None:
    table = stormtroopers().change("one.1", **change)
    assert table.codes("one", BeginAttack(unit=unit)) == [code]


def test_one_attack_at_a_time() -> None:
    table = stormtroopers().begin()
    for seat, unit in (("one", "one.2"), ("two", "two.1")):
        assert table.codes(seat, BeginAttack(unit=unit)) == ["game.attack_open"]  # type: ignore[arg-type]
    table.at("two.2", range="3").roll().dice("h-----")
    assert table.codes("two", BeginAttack(unit="two.1")) == ["game.attack_open"]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"target": "one.2"}, "game.attack_no_target"),
        ({"target": "x" * 10_000}, "game.attack_no_target"),
        ({"target": "", "then": "roll"}, "game.attack_no_target"),
        ({"facts": {"range": "9"}}, "game.attack_no_answer"),
        ({"facts": {"cover": "\0"}}, "game.attack_no_answer"),
        ({"facts": {"moon": "full"}}, "game.attack_no_fact"),
        ({"facts": {"target_arc": "yes"}}, "game.attack_no_fact"),
        ({"weapons": {E11: 6}}, "game.attack_too_many"),
        ({"weapons": {E11: -1}}, "game.attack_too_many"),
        ({"weapons": {E11: 10**9}}, "game.attack_too_many"),
        ({"weapons": {"ay/Bludgeon": 1}}, "game.attack_no_weapon"),
        ({"weapons": {"y" * 10_000: 1}}, "game.attack_no_weapon"),
        ({"weapons": {E11: 0}, "then": "roll"}, "game.attack_no_dice"),
        ({"surges": 1}, "game.how_many"),
    ],
)
def test_a_declaration_that_cannot_be_is_refused(said: dict[str, Any], code: str) -> None:
    table = stormtroopers().begin().at("two.2", range="3")
    before = table.game
    assert code in table.codes("one", Declare(prompt=table.step.id, **{"target": "two.2", **said}))
    with pytest.raises(Refused):
        table.say("one", Declare(prompt=table.step.id, **{"target": "two.2", **said}))
    assert table.game == before


def test_faces_that_are_not_on_the_dice_and_tokens_that_are_not_there_are_refused() -> None:
    table = stormtroopers().change("two.2", tokens={"dodge": 1}).begin().at("two.2", range="3").roll()
    for faces in (("block",) * 6, ("hit",) * 5, ("hit",) * 7, ("hut",) * 6):
        assert table.codes("one", Dice(prompt=table.step.id, faces=faces))
    table.dice("h-----")
    for said in ({"dodges": 2}, {"surges": 1}, {"shields": 1}, {"dodges": -1}):
        assert table.codes("two", Defend(prompt=table.step.id, **said)) == ["game.how_many"]
    assert table.codes("one", Defend(prompt=table.step.id)) == ["game.not_now"], "the defender's sheet"


def test_an_answer_to_a_prompt_that_is_gone_is_refused() -> None:
    table = stormtroopers().begin()
    old = table.step.id
    table.at("two.2")
    assert table.codes("one", Declare(prompt=old, target="two.1")) == ["game.not_now"]


def test_an_attack_can_be_left_before_dice_fall() -> None:
    table = stormtroopers().begin().at("two.2")
    table.say("one", LeaveAttack(prompt=table.step.id))
    assert isinstance(table.step, UnitActs)


def test_a_target_that_left_sends_the_attacker_back_to_the_others() -> None:
    table = stormtroopers().begin().at("two.2", range="3").say("two", Wound(unit="two.2", number=4))
    assert isinstance(table.step, DeclareAttack) and not table.step.target


def test_a_target_that_falls_while_it_defends_ends_the_attack() -> None:
    table = stormtroopers().change("two.2", tokens={"dodge": 1}).begin().at("two.2", range="3").roll()
    table.dice("h-----").say("two", Wound(unit="two.2", number=4))
    assert isinstance(table.step, UnitActs)


def test_units_of_an_older_game_attack_all_alike() -> None:
    """Without minis on file the weapons of the unit card are those of the minis left."""
    table = stormtroopers().change("one.2", minis=UNSET, lost=2).begin("one.2").at("two.2", range="3")
    assert {one.use.weapon.name: one.most for one in sheet_of(table.table, table.step).weapons} == {
        "E-11 Blaster Rifle": 2
    }
