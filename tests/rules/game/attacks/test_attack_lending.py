"""Tokens of other units in a played attack, and facts that only matter at times."""

import pytest

from muster.rules.attack.from_cards import line_of
from muster.rules.cards import catalogue
from muster.rules.game.answers import Declare, Defend, Spend
from muster.rules.game.attacks.defending import lenders_offered
from muster.rules.game.attacks.sheet import sheet_of
from muster.rules.game.attacks.volley import volley_in
from muster.rules.game.log.evolve import ROUND_TOKENS
from muster.rules.game.sides.forces import cached_tokens
from muster.rules.game.steps.attacks import DefendAttack, RerollAttack
from muster.rules.game.steps.step import Roll
from muster.rules.game.table import CACHED
from tests.rules.game.attack_table import AttackTable

STORM, REBELS, LEIA, CLONES, B1, SMOKE = "ay", "ah", "ab", "Bi", "gx", "ib"


def asked(table: AttackTable) -> dict[str, tuple[str, ...]]:
    return {question.key: question.choices for question in sheet_of(table.table, table.step).asked}


def rebels_with_leia(**tokens: int) -> AttackTable:
    """Rebel Troopers attack; Leia (Exemplar) has tokens."""
    table = AttackTable((REBELS, LEIA), (STORM, STORM)).change("one.2", tokens=tokens)
    return table.begin().at("two.1", range="3")


# The attacker borrows --------------------------------------------------------------------------------------


def test_nobody_is_asked_where_nobody_has_a_token() -> None:
    assert "lender" not in asked(rebels_with_leia())
    assert "lender" not in asked(rebels_with_leia(dodge=1)), "a Dodge is of no use to an attacker"


def test_an_exemplar_lends_several_aims_and_loses_them() -> None:
    table = rebels_with_leia(aim=2)
    assert asked(table)["lender"] == ("nobody", "one.2")
    table.at("two.1", lender="one.2").roll().dice("----")
    for _ in range(2):
        assert isinstance(table.step, RerollAttack)
        table.spend("aim", 0, 1).dice("--")
    assert not table.unit("one.2").tokens and not isinstance(table.step, RerollAttack)


def test_nobody_lends_unless_told() -> None:
    table = rebels_with_leia(aim=2).roll().dice("----")
    assert not isinstance(table.step, RerollAttack) and table.unit("one.2").tokens == {"aim": 2}


def test_a_lender_who_is_named_pays_before_the_unit_itself() -> None:
    table = rebels_with_leia(aim=1).change("one.1", tokens={"aim": 1}).at("two.1", lender="one.2").roll()
    table.dice("----")
    table.say("one", Spend(prompt=table.step.id, token="aim", dice=(0, 1), lender="one.2")).dice("--")
    assert not table.unit("one.2").tokens and table.unit("one.1").tokens == {"aim": 1}
    stranger = Spend(prompt=table.step.id, token="aim", dice=(0,), lender="two.2")
    assert table.codes("one", stranger) == ["game.no_such_token"]


def test_a_clone_lends_one_token_an_attack() -> None:
    """K3; of two Aims and a Surge one token may be used."""
    table = AttackTable((CLONES, CLONES), (B1, B1)).change("one.2", tokens={"aim": 2, "surge": 1})
    table.begin().at("two.1", range="2")
    assert asked(table)["lender"] == ("nobody", "one.2:aim", "one.2:surge")
    table.at("two.1", lender="one.2:aim").roll().dice("----").spend("aim", 0).dice("-")
    assert not isinstance(table.step, RerollAttack)
    assert table.unit("one.2").tokens == {"aim": 1, "surge": 1}


def test_a_lent_surge_turns_a_surge_and_is_gone() -> None:
    """Rebel Troopers turn no surges themselves."""
    table = rebels_with_leia(surge=1).at("two.1", lender="one.2").roll().dice("s---")
    assert isinstance(table.step, Roll) and len(table.step.dice) == 1
    table.dice("-")
    assert table.unit("two.1").lost == 1 and not table.unit("one.2").tokens


@pytest.mark.parametrize("lender", ["two.2", "one.2:aim", "x" * 10_000, ""])
def test_who_cannot_lend_is_refused(lender: str) -> None:
    table = rebels_with_leia(aim=1)
    said = Declare(prompt=table.step.id, target="two.1", facts={"lender": lender})
    assert table.codes("one", said) == ["game.attack_no_answer"]


# The defender borrows --------------------------------------------------------------------------------------


def test_the_defender_may_spend_a_dodge_of_an_exemplar() -> None:
    table = AttackTable((STORM, STORM), (REBELS, LEIA)).change("two.2", tokens={"dodge": 1})
    table.begin().at("two.1", range="3").roll().dice("h---")
    assert isinstance(table.step, DefendAttack)
    table.say("two", Defend(prompt=table.step.id, dodges=1, lender="two.2"))
    assert table.unit("two.1").lost == 0 and not table.unit("two.2").tokens
    assert table.unit("two.1").tokens == {"dodge": 1}, "Nimble"


def test_lent_dodges_are_spent_before_ones_own_and_no_more_than_there_are() -> None:
    table = AttackTable((STORM, STORM), (B1, "qa")).change("two.1", tokens={"dodge": 1})
    table.change("two.2", tokens={"dodge": 1}).begin().at("two.1", range="3").roll().dice("hhh-")
    too_many = Defend(prompt=table.step.id, dodges=3, lender="two.2")
    assert table.codes("two", too_many) == ["game.how_many"]
    assert table.codes("two", Defend(prompt=table.step.id, dodges=2)) == ["game.how_many"]
    table.defend(dodges=1, lender="two.2").dice("--")
    assert table.unit("two.1").tokens == {"dodge": 1} and not table.unit("two.2").tokens


def test_a_clone_lends_the_surge_that_blocks_and_is_gone() -> None:
    """Clone Troopers turn no defence surges; the surge of the red die blocks by the other unit's token, and
    only one token is lent (K3)."""
    table = AttackTable((B1, B1), (CLONES, CLONES)).change("two.2", tokens={"surge": 2, "dodge": 1})
    table.begin().at("two.1", range="2").roll().dice("cc" + "-" * (len(table.step.dice) - 2))
    offered = lenders_offered(table.table, volley_in(table.step))
    assert offered == {"two.2:surge": (0, 1)}, "a Dodge is of no use against Criticals"
    too_many = Defend(prompt=table.step.id, surges=2, lender="two.2:surge")
    assert table.codes("two", too_many) == ["game.how_many"]
    table.defend(surges=1, lender="two.2:surge").dice("ss")
    assert table.unit("two.1").lost == 1
    assert table.unit("two.2").tokens == {"surge": 1, "dodge": 1}


def test_a_lent_surge_that_is_not_needed_stays() -> None:
    table = AttackTable((B1, B1), (CLONES, CLONES)).change("two.2", tokens={"surge": 1})
    table.begin().at("two.1", range="2").roll().dice("c" + "-" * (len(table.step.dice) - 1))
    table.defend(surges=1, lender="two.2:surge").dice("b")
    assert table.unit("two.1").lost == 0 and table.unit("two.2").tokens == {"surge": 1}


# A card with Cache -----------------------------------------------------------------------------------------


def test_tokens_of_a_cache_come_with_the_card_and_stay_when_the_round_ends() -> None:
    """Prepared Supplies: Cache: Dodge 1. Its unit spends it as its own, after those that would be lost."""
    table = AttackTable((STORM, STORM), (f"{REBELS}+ro", REBELS))
    assert table.unit("two.1").tokens == {"cache-dodge": 1}
    table.change("two.1", tokens={"cache-dodge": 1, "dodge": 1})
    table.begin().at("two.1", range="3").roll().dice("hh--").defend(dodges=2)
    assert table.unit("two.1").lost == 0
    assert table.unit("two.1").tokens == {"dodge": 1}, "Nimble gives one back"
    assert not [token for token in ROUND_TOKENS if token.startswith(CACHED)], "none goes in the End Phase"


def test_a_cached_aim_rerolls_and_a_cached_surge_hits() -> None:
    """Pyke Foot Soldier: Cache: Aim 1; Tech: Aim 1 and Dodge 1; Super Commando: Surge 2."""
    loadouts = {"ri": {"cache-aim": 1}, "xt": {"cache-aim": 1, "cache-dodge": 1}, "sb": {"cache-surge": 2}}
    for card, tokens in loadouts.items():
        line = line_of(catalogue().units[STORM], [catalogue().upgrades[card]], catalogue())
        assert cached_tokens(line) == tokens
    table = AttackTable((REBELS, REBELS), (STORM, STORM)).change("one.1", tokens={"cache-aim": 1})
    table.begin().at("two.1", range="3").roll().dice("----").spend("aim", 0, 1).dice("s-")
    assert not table.unit("one.1").tokens, "Rebel Troopers turn no surge without a token"
    table = AttackTable((REBELS, REBELS), (STORM, STORM)).change("one.1", tokens={"cache-surge": 2})
    table.begin().at("two.1", range="3").roll().dice("s---").dice("-")
    assert table.unit("two.1").lost == 1 and table.unit("one.1").tokens == {"cache-surge": 1}


# What is asked at times ------------------------------------------------------------------------------------


def test_wounds_are_no_more_than_those_of_the_miniatures_in_sight() -> None:
    """Core rulebook: a ranged attack wounds no miniature that is out of sight."""
    table = AttackTable((STORM, STORM), (REBELS, REBELS)).begin().at("two.1", range="3")
    assert asked(table)["in_sight"] == ("1", "2", "3", "4")
    table.at("two.1", in_sight="1").roll().dice("cccc").dice("----")
    assert table.unit("two.1").lost == 1


def test_sight_is_not_asked_of_a_single_miniature_nor_in_melee() -> None:
    table = AttackTable((STORM, STORM), (LEIA, REBELS)).begin().at("two.1", range="3")
    assert "in_sight" not in asked(table)
    table = AttackTable((STORM, STORM), (REBELS, REBELS)).begin().at("two.1", range="melee")
    assert "in_sight" not in asked(table)


def test_smoke_is_asked_where_somebody_may_bring_it_and_is_cover() -> None:
    """A white die for the Hit: light cover, heavy with one token at each leader (core rulebook, page 55)."""
    table = AttackTable((STORM, STORM), (REBELS, f"{REBELS}+{SMOKE}")).begin().at("two.1", range="3")
    assert asked(table)["smoke"] == ("none", "one", "two or more")
    table.at("two.1", smoke="one").roll().dice("h---")
    assert isinstance(table.step, Roll) and table.step.what == "attack-cover"
    table = AttackTable((STORM, STORM), (REBELS, REBELS)).begin().at("two.1", range="3")
    assert "smoke" not in asked(table)


def test_who_is_engaged_shoots_only_what_is_versatile() -> None:
    """Weequay Blasters are Versatile, E-11 Blaster Rifles are not."""
    table = AttackTable((STORM, STORM), (REBELS, REBELS)).begin().at("two.1", range="1", engaged="yes")
    assert not sheet_of(table.table, table.step).pool
    table = AttackTable(("Fd", STORM), (REBELS, REBELS)).begin().at("two.1", range="1", engaged="yes")
    assert [used.weapon.name for used in sheet_of(table.table, table.step).pool] == ["Weequay Blaster"]


def fought_hand_to_hand() -> AttackTable:
    """Stormtroopers fought Rebel Troopers in melee; another unit of theirs attacks next."""
    table = AttackTable((STORM, STORM), (REBELS, REBELS))
    table.begin("one.1").at("two.1", range="melee").roll().take_what_is_proposed().done()
    return table


def test_who_fights_hand_to_hand_is_shot_at_by_nobody() -> None:
    """Core rulebook, Engaged: no ranged attack at an engaged unit. What was told may have changed."""
    table = fought_hand_to_hand().begin("one.2").at("two.1", range="3")
    assert asked(table)["target_engaged"] == ("no", "yes")
    assert sheet_of(table.table, table.step).told["target_engaged"] == "yes"
    assert not sheet_of(table.table, table.step).pool
    assert table.codes("one", Declare(prompt=table.step.id, target="two.1", then="roll"))
    table.at("two.1", target_engaged="no")
    assert sheet_of(table.table, table.step).pool
    table.at("two.2", range="3")
    assert "target_engaged" not in asked(table), "nobody was told to fight that one"


def test_who_fights_hand_to_hand_shoots_at_nobody_else() -> None:
    table = fought_hand_to_hand().begin("one.1").at("two.2", range="3")
    assert sheet_of(table.table, table.step).told["engaged"] == "yes"
    assert not sheet_of(table.table, table.step).pool
    table.at("two.2", engaged="no")
    assert sheet_of(table.table, table.step).pool


def test_contact_told_at_range_1_does_not_hold_at_range_3() -> None:
    table = AttackTable((STORM, STORM), (REBELS, REBELS)).begin().at("two.1", range="1", engaged="yes")
    assert not sheet_of(table.table, table.step).pool
    table.at("two.1", range="3")
    assert sheet_of(table.table, table.step).pool and "engaged" not in asked(table)
