"""Guardians with tokens and keywords of their own, cards that exhaust, overruns, who falls."""

from fractions import Fraction

import pytest

from muster.rules.dice.odds import answer
from muster.rules.game.answers import BeginAttack, Defend, Picked
from muster.rules.game.attacks.sheet import sheet_of
from muster.rules.game.combatants import weapon_key
from muster.rules.game.steps.attacks import DefendAttack, EndAttack
from muster.rules.game.steps.step import Choose, Roll
from tests.rules.game.attack_table import AttackTable

STORM, REBELS, Z6, MPL, CHEWIE, CLONES, OBI_WAN, C3P0, EWOKS = (
    "ay", "ah", "ed", "ei", "af", "Bi", "gw", "vv", "vk",
)  # fmt: skip


def hit(*theirs: str, faces: str = "hh--") -> AttackTable:
    """Stormtroopers hit the first of these units."""
    return AttackTable((STORM, STORM), theirs).begin().at("two.1", range="3").roll().dice(faces)


# Guardian --------------------------------------------------------------------------------------------------


def test_a_guardian_spends_its_own_surge_token() -> None:
    """Chewbacca's surges turn into nothing but for a token."""
    table = AttackTable((STORM, STORM), (REBELS, CHEWIE)).change("two.2", tokens={"surge": 1})
    table.begin().at("two.1", range="3").roll().dice("hh--").defend(guardian={"two.2": 2}).dice("ss")
    assert table.unit("two.2").lost == 1 and not table.unit("two.2").tokens


@pytest.mark.parametrize(("say", "lost", "tokens"), [("yes", 0, {}), ("no", 1, {"dodge": 1})])
def test_a_guardian_with_soresu_may_give_up_a_dodge_to_roll_again(
    say: str, lost: int, tokens: dict[str, int]
) -> None:
    table = AttackTable((STORM, STORM), (CLONES, OBI_WAN)).change("two.2", tokens={"dodge": 1})
    table.begin().at("two.1", range="3").roll().dice("h---").defend(guardian={"two.2": 1}).dice("-")
    assert isinstance(table.step, Choose) and (table.step.what, table.step.seat) == ("attack-soresu", "two")
    table.say("two", Picked(prompt=table.step.id, options=(say,)))
    if say == "yes":
        assert isinstance(table.step, Roll) and table.step.what == "attack-guardian"
        table.dice("b")
    assert (table.unit("two.2").lost, dict(table.unit("two.2").tokens)) == (lost, tokens)


def test_soresu_is_asked_once_and_not_without_a_dodge_nor_where_all_dice_block() -> None:
    table = hit(CLONES, OBI_WAN, faces="h---").defend(guardian={"two.2": 1}).dice("-")
    assert isinstance(table.step, EndAttack)
    table = AttackTable((STORM, STORM), (CLONES, OBI_WAN)).change("two.2", tokens={"dodge": 2})
    table.begin().at("two.1", range="3").roll().dice("h---").defend(guardian={"two.2": 1}).dice("-")
    table.say("two", Picked(prompt=table.step.id, options=("yes",))).dice("-")
    assert isinstance(table.step, EndAttack) and table.unit("two.2").tokens == {"dodge": 1}
    table = AttackTable((STORM, STORM), (CLONES, OBI_WAN)).change("two.2", tokens={"dodge": 1})
    table.begin().at("two.1", range="3").roll().dice("h---").defend(guardian={"two.2": 1}).dice("b")
    assert isinstance(table.step, EndAttack)


def test_ewoks_take_criticals_for_c3po() -> None:
    """Divine Influence: Guardian 2, Criticals among them; others take none."""
    table = hit(C3P0, EWOKS, faces="cc--")
    assert isinstance(table.step, DefendAttack)
    table.defend(guardian={"two.2": 2}).dice("--")
    assert (table.unit("two.2").lost, table.unit("two.1").lost) == (2, 0)
    assert isinstance(hit(REBELS, CHEWIE, faces="cc--").step, Roll)


def test_several_guardians_roll_one_after_the_other() -> None:
    table = hit(REBELS, CHEWIE, CHEWIE, faces="hhh-").defend(guardian={"two.2": 1, "two.3": 2})
    assert (table.step.unit, len(table.step.dice)) == ("two.2", 1)
    table.dice("-")
    assert (table.step.unit, len(table.step.dice)) == ("two.3", 2)
    table.dice("-b")
    assert [table.unit(f"two.{n}").lost for n in (1, 2, 3)] == [0, 1, 1]
    assert [table.unit(f"two.{n}").suppression for n in (1, 2, 3)] == [1, 1, 1]


def test_a_hit_is_taken_once_though_two_offer_it() -> None:
    table = hit(REBELS, CHEWIE, CHEWIE, faces="h---").defend(guardian={"two.2": 1, "two.3": 1}).dice("-")
    assert [table.unit(f"two.{n}").lost for n in (1, 2, 3)] == [0, 1, 0]
    assert table.unit("two.3").suppression == 0, "who took nothing is not shaken"


@pytest.mark.parametrize("takes", [3, -1])
def test_ewoks_take_no_more_than_two(takes: int) -> None:
    table = hit(C3P0, EWOKS, faces="cc--")
    assert table.codes("two", Defend(prompt=table.step.id, guardian={"two.2": takes})) == ["game.how_many"]


# Cards that exhaust ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [STORM, "bg", CHEWIE])
def test_a_card_that_exhausts_is_proposed_where_it_gains_half_a_wound(target: str) -> None:
    """MPL-57 Barrage exhausts: in the proposed pool only if that is worth half a wound more than without."""
    table = AttackTable((f"{REBELS}+{MPL}", REBELS), (target, STORM)).begin().at("two.1", range="2")
    sheet = sheet_of(table.table, table.step)
    proposed = {weapon_key(used.use): used.minis for used in sheet.pool}
    without = {"ah/A-200 Blaster Rifle": 5}
    barrage = {"ah/A-200 Blaster Rifle": 4, f"{MPL}/MPL-57 Barrage": 1}
    means = [
        answer(sheet_of(table.table, table.step, None, counts).key_for().question).mean
        for counts in (barrage, without)
    ]
    assert (f"{MPL}/MPL-57 Barrage" in proposed) == (means[0] - means[1] >= Fraction(1, 2))


# Overrun ---------------------------------------------------------------------------------------------------


def test_a_unit_overruns_x_times_in_an_activation() -> None:
    """Swoop Bike Riders: Overrun 2."""
    table = AttackTable(("sq", STORM), (REBELS, REBELS))
    for target in ("two.1", "two.2"):
        table.begin("one.1", "overrun").at(target).roll().dice("---").done()
    assert table.codes("one", BeginAttack(unit="one.1", why="overrun")) == ["game.attack_no_reason"]
    assert not table.codes("one", BeginAttack(unit="one.1"))


def test_an_overrun_that_was_left_does_not_count() -> None:
    table = AttackTable(("sq", STORM), (REBELS, REBELS)).begin("one.1", "overrun")
    table.leave()
    assert not table.codes("one", BeginAttack(unit="one.1", why="overrun"))


# Who falls -------------------------------------------------------------------------------------------------


def test_who_falls_is_asked_again_when_the_chosen_card_runs_out() -> None:
    """Three wounds on 4 Rebel Troopers, a Z-6 and an MPL-57: the Z-6 first, then one of two cards again."""
    table = hit(f"{REBELS}+{Z6}+{MPL}", REBELS, faces="ccc-").dice("---")
    assert isinstance(table.step, Choose) and set(table.step.options) == {REBELS, Z6, MPL}
    table.say("two", Picked(prompt=table.step.id, options=(Z6,)))
    assert isinstance(table.step, Choose) and set(table.step.options) == {REBELS, MPL}
    table.say("two", Picked(prompt=table.step.id, options=(MPL,)))
    assert isinstance(table.step, EndAttack)
    losses = table.unit("two.1").losses
    assert losses and losses.fallen == {Z6: 1, MPL: 1, REBELS: 1}
