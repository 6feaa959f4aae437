"""Keywords in played attacks, die by die; what is expected follows from the words of the rules."""

import pytest
from msgspec.structs import replace

from muster.rules.game.answers import Declare, Picked
from muster.rules.game.attacks.sheet import enemies, sheet_of
from muster.rules.game.log.attacked import AttackResolved
from muster.rules.game.steps.attacks import DeclareAttack, DefendAttack, EndAttack, RerollAttack
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import Seat
from tests.rules.game.attack_table import AttackTable

STORM, DLT, REBELS, B1, DROIDEKAS, VADER = "ay", "ej", "ah", "gx", "ie", "at"
SABER_TANK, BEAM, SNOW, ION_RIFLE, LUKE = "gb", "km", "az", "eo", "ad"


def resolved(table: AttackTable) -> AttackResolved:
    return next(event for event in table.log if isinstance(event, AttackResolved))


# Several targets -------------------------------------------------------------------------------------------


def test_beam_attacks_two_more_units_with_the_same_weapon() -> None:
    """Beam 2: three targets in all, 2 red dice each."""
    table = AttackTable((f"{SABER_TANK}+{BEAM}", REBELS), (B1, B1, B1, B1)).begin()
    beam = {f"{BEAM}/Beam Cannon": 1}
    for target in ("two.1", "two.2", "two.3"):
        table.at(target, range="3")
        said = Declare(prompt=table.step.id, target=target, weapons=beam, then="another")
        table.say("one", said)
    assert isinstance(table.step, DeclareAttack), "the tank has Arsenal 2: its other weapon is left"
    able = [enemy.unit.id for enemy in enemies(table.table, table.step) if not enemy.why_not]
    assert able == ["two.4"]
    table.at("two.4", range="3")
    again = Declare(prompt=table.step.id, target="two.4", weapons=beam, then="roll")
    assert "game.attack_no_weapon" in table.codes("one", again)
    table.roll()
    for target in ("two.1", "two.2", "two.3"):
        assert table.step.by == target and list(map(str, table.step.dice)) == ["attack-red"] * 2
        table.dice("--").done()
    assert table.step.by == "two.4"


# Pierce and rerolls ----------------------------------------------------------------------------------------


def test_makashi_gives_up_a_pierce_and_immunity_does_nothing() -> None:
    """Dooku's Pierce 2 against Vader, Immune: Pierce: with 1 given up the other cancels one of two Blocks."""
    table = AttackTable(("fx", B1), (VADER, STORM)).begin().at("two.1", range="melee").roll()
    pick(table, "one", "attack-makashi", "1").dice("hhh--").dice("bb-")
    assert (resolved(table).blocks, resolved(table).wounds) == (1, 2)


def test_makashi_may_keep_all_pierce_against_the_immune() -> None:
    """The same, declined: Vader is Immune: Pierce, both Blocks count."""
    table = AttackTable(("fx", B1), (VADER, STORM)).begin().at("two.1", range="melee").roll()
    pick(table, "one", "attack-makashi", "0").dice("hhh--").dice("bb-")
    assert (resolved(table).blocks, resolved(table).wounds) == (2, 1)


@pytest.mark.rule(202)
@pytest.mark.parametrize("removed", [0, 1])
def test_battle_fatigue_lets_the_opponent_remove_a_hit_or_none(removed: int) -> None:
    """Two Hits and a Critical; a Critical stays."""
    table = AttackTable((STORM, B1), (REBELS, REBELS)).change("one.1", effects=("battle-fatigue",))
    table.begin().at("two.1", range="3").roll().dice("chh-")
    pick(table, "two", "attack-fatigue", str(removed)).dice("-" * (3 - removed))
    assert resolved(table).wounds == 3 - removed


def test_nothing_is_asked_of_the_opponent_where_no_hit_lies() -> None:
    table = AttackTable((STORM, B1), (REBELS, REBELS)).change("one.1", effects=("battle-fatigue",))
    table.begin().at("two.1", range="3").roll().dice("c---")
    assert isinstance(table.step, Roll)


def test_a_sniper_team_may_give_up_all_results_for_a_sure_wound() -> None:
    """One red and two black dice; two results might be blocked, the wound cannot."""
    table = pick(sniper_team().dice("ch-"), "one", "attack-sniper", "1")
    assert isinstance(table.step, EndAttack) and resolved(table).wounds == 1
    table = pick(sniper_team().dice("ch-"), "one", "attack-sniper", "0").dice("--")
    assert resolved(table).wounds == 2
    assert isinstance(sniper_team().dice("hh-").step, Roll), "nothing is given up without a Critical"


def test_a_sniper_team_of_which_one_sees_nothing_rolls_plain_dice() -> None:
    """One black and two white dice, and no sure wound."""
    table = sniper_team(all_see="no")
    assert [die.value for die in table.step.dice] == ["attack-black", "attack-white", "attack-white"]
    assert isinstance(table.dice("ch-").step, Roll)


def sniper_team(**facts: str) -> AttackTable:
    """The Rebel Commandos' Strike Team shoots with its sniper alone."""
    table = AttackTable(("al+eg", REBELS), (STORM, B1)).begin().at("two.1", range="4", **facts)
    return table.roll({"eg/DH-447 Sniper Rifle": 1})


def pick(table: AttackTable, seat: Seat, what: str, number: str) -> AttackTable:
    """What somebody decides."""
    assert isinstance(table.step, Choose) and (table.step.what, table.step.seat) == (what, seat)
    return table.say(seat, Picked(prompt=table.step.id, options=(number,)))


def test_makashi_keeps_all_pierce_where_nothing_is_immune() -> None:
    """Dooku's Pierce 2 against Rebel Troopers cancels both Blocks."""
    table = AttackTable(("fx", B1), (REBELS, REBELS)).begin().at("two.1", range="melee").roll()
    table.dice("hhh--").dice("bb-")
    assert resolved(table).wounds == 3


def test_soresu_rolls_all_defence_dice_again_against_ranged_attacks() -> None:
    """Obi-Wan rolled two Blanks: both dice again, once."""
    table = AttackTable((STORM, STORM), ("gw", REBELS)).begin().at("two.1", range="3").roll()
    table.dice("hh--").dice("--")
    assert isinstance(table.step, Roll) and table.step.what == "attack-luck" and len(table.step.dice) == 2
    table.dice("b-")
    assert isinstance(table.step, EndAttack) and table.unit("two.1").lost == 1


def test_soresu_is_silent_in_melee() -> None:
    table = AttackTable((STORM, STORM), ("gw", REBELS)).begin().at("two.1", range="melee").roll()
    table.dice("hh--").dice("--")
    assert isinstance(table.step, EndAttack) and table.unit("two.1").lost == 2


# Tokens on the wounded -------------------------------------------------------------------------------------


def test_ion_switches_a_shield_off_first_and_marks_a_wounded_droid() -> None:
    """T-7 Ion Rifle, Ion 1, two Hits on Droidekas with 4 shields: one is off before any can be used."""
    table = AttackTable((f"{SNOW}+{ION_RIFLE}", SNOW), (DROIDEKAS, B1)).begin().at("two.1", range="3")
    table.roll({f"{ION_RIFLE}/T-7 Ion Rifle": 1}).dice("hh-")
    assert isinstance(table.step, DefendAttack)
    table.defend(shields=0).dice("--")
    assert table.unit("two.1").lost == 2
    assert table.unit("two.1").tokens == {"shield-off": 1, "ion": 1}


def test_ion_and_used_shields_are_off_together() -> None:
    table = AttackTable((f"{SNOW}+{ION_RIFLE}", SNOW), (DROIDEKAS, B1)).begin().at("two.1", range="3")
    table.roll({f"{ION_RIFLE}/T-7 Ion Rifle": 1}).dice("hh-").defend(shields=2)
    assert table.unit("two.1").lost == 0 and table.unit("two.1").tokens == {"shield-off": 3}


def test_a_personal_shield_that_is_off_stops_nothing() -> None:
    """Rebel Troopers with the commendation, Shielded 1, in two attacks."""
    table = AttackTable((STORM, STORM), (REBELS, B1)).change("two.1", effects=("personal-shields",))
    for unit, lost in (("one.1", 0), ("one.2", 1)):
        table.begin(unit, "free").at("two.1", range="3").roll().dice("c---")
        if isinstance(table.step, DefendAttack):
            table.defend(shields=1)
        table.dice("-").done() if isinstance(table.step, Roll) else table.done()
        assert table.unit("two.1").lost == lost and table.unit("two.1").tokens == {"shield-off": 1}


@pytest.mark.parametrize(
    ("attacker", "faces", "target", "tokens"),
    [
        ("Hc", "h--", REBELS, {"poison": 1}),
        ("Hc", "h--", B1, {}),
        ("Fp", "h---", REBELS, {"immobilize": 1}),
        ("Fp", "h---", B1, {"immobilize": 1}),
    ],
)
def test_poison_and_immobilize_mark_the_wounded(
    attacker: str, faces: str, target: str, tokens: dict[str, int]
) -> None:
    """Dark Fury, Poison 1: living Troopers alone; Force Crush, Immobilize 1: anybody."""
    table = AttackTable((attacker, B1), (target, STORM)).begin().at("two.1", range="2").roll()
    table.dice(faces).dice("-")
    assert table.unit("two.1").lost == 1 and table.unit("two.1").tokens == tokens


@pytest.mark.parametrize(("attacker", "faces"), [("Hc", "h--"), ("Fp", "h---")])
def test_the_unhurt_are_neither_poisoned_nor_held(attacker: str, faces: str) -> None:
    table = AttackTable((attacker, B1), (REBELS, STORM)).begin().at("two.1", range="2").roll()
    table.dice(faces).dice("b")
    assert table.unit("two.1").lost == 0 and not table.unit("two.1").tokens


@pytest.mark.parametrize(("aims", "suppression"), [(0, 1), (1, 2)])
def test_overwhelm_suppresses_once_more_for_an_aim_on_rerolls(aims: int, suppression: int) -> None:
    """Guerilla Troopers' Stolen Blasters."""
    table = AttackTable(("Hm", REBELS), (STORM, STORM)).change("one.1", tokens={"aim": aims})
    table.begin().at("two.1", range="3").roll().dice("h---")
    if aims:
        table.spend("aim", 1).dice("-")
    table.dice("b")
    assert table.unit("two.1").suppression == suppression


# What follows is asked -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("chosen", "tokens", "suppression"), [("dodge", {"dodge": 1}, 2), ("", {}, 1)])
def test_victory_or_death_is_asked_of_a_wounded_unit(
    chosen: str, tokens: dict[str, int], suppression: int
) -> None:
    """Gar Saxon: a Suppression more for an Aim or a Dodge, or nothing."""
    table = AttackTable((STORM, STORM), ("Jp", REBELS)).begin().at("two.1", range="3").roll()
    table.dice("c---").dice("-")
    assert isinstance(table.step, Choose) and table.step.seat == "two"
    table.say("two", Picked(prompt=table.step.id, options=(chosen,) if chosen else ()))
    assert table.unit("two.1").tokens == tokens and table.unit("two.1").suppression == suppression


def test_we_fight_for_our_family_gives_another_such_unit_a_dodge() -> None:
    table = AttackTable(("Jj", "Ia", REBELS), (B1, B1)).begin().at("two.1", range="2").roll().dice("----")
    assert isinstance(table.step, Choose) and table.step.options == ("one.2",)
    table.say("one", Picked(prompt=table.step.id, options=("one.2",)))
    assert table.unit("one.2").tokens == {"dodge": 1}


@pytest.mark.parametrize(("aims", "tokens"), [(1, {"dodge": 1}), (0, {})])
def test_swashbuckler_brings_a_dodge_for_an_aim(aims: int, tokens: dict[str, int]) -> None:
    table = AttackTable(("Fd", STORM), (REBELS, B1)).change("one.1", tokens={"aim": 1} if aims else {})
    table.begin().at("two.1", range="2").roll().dice("-" * 8)
    if aims:
        table.spend("aim", 1).dice("-")
    assert dict(table.unit("one.1").tokens) == tokens


def test_aims_on_lethal_are_aims_spent() -> None:
    """Axe Woves, Lethal 1, near other Mandalorians: his Aim for Pierce brings a Dodge, though none rerolled;
    the Hit goes through the Block."""
    table = AttackTable(("Hx", REBELS), (REBELS, B1)).change("one.1", tokens={"aim": 1})
    table.begin().at("two.1", range="2").roll().dice("h---").spend()
    table.say("one", Picked(prompt=table.step.id, options=("1",))).dice("b")
    assert resolved(table).wounds == 1
    table.say("one", Picked(prompt=table.step.id, options=("yes",)))
    assert dict(table.unit("one.1").tokens) == {"dodge": 1}


# What brings more ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("moved", "results"), [("no", 0), ("yes", 0), ("full", 2)])
def test_ram_on_a_notched_base_needs_full_speed(moved: str, results: int) -> None:
    """Two Tauntaun Riders, Ram 1 each: Creature Troopers stand on notched bases (core rulebook, page 39)."""
    table = AttackTable(("he", REBELS), (STORM, B1)).begin().at("two.1", range="melee", moved=moved)
    table.roll().dice("-" * 6)
    assert (len(table.step.dice) if isinstance(table.step, Roll) else 0) == results


def test_both_sides_of_a_card_are_never_used_together() -> None:
    """E-11D Focused Fire Configuration, Reconfigure: the launcher on its other side reaches range 2, too."""
    table = AttackTable(("bd+gn", B1), (REBELS, STORM)).begin().at("two.1", range="2")
    fire, launcher = "gn/E-11D Focused Fire Configuration", "gn/E-11D Grenade Launcher Configuration"
    for weapons, codes in (({fire: 2, launcher: 2}, ["game.attack_no_weapon"]), ({launcher: 2}, [])):
        said = Declare(prompt=table.step.id, target="two.1", weapons=weapons, then="roll")
        assert table.codes("one", said) == codes


@pytest.mark.parametrize("pips", [1, 3])
def test_hondos_luck_follows_the_card_that_was_revealed(pips: int) -> None:
    """My Mood Is Based On Profit: Uncanny Luck X rolls as many Blanks again as the card has pips."""
    table = AttackTable((STORM, B1), ("Bj", STORM))
    chairs = {**table.table.chairs, "two": replace(table.table.chairs["two"], pips=pips)}
    table.game = replace(table.game, table=replace(table.table, chairs=chairs))
    table.begin().at("two.1", range="3").roll().dice("hhh-").dice("---")
    assert isinstance(table.step, Roll) and len(table.step.dice) == pips


@pytest.mark.parametrize("dodges", [0, 1, 2])
def test_jarkai_spends_the_dodges_that_improve_dice(dodges: int) -> None:
    """Ahsoka's Blanks: each Dodge makes a Hit of one; what she spends is gone, the rest is hers."""
    table = AttackTable(("vd", REBELS), (STORM, B1)).change("one.1", tokens={"dodge": 2})
    table.begin().at("two.1", **{"range": "melee", "jarkai-mastery": "yes"}).roll().dice("-" * 6)
    assert isinstance(table.step, Choose) and set(table.step.choice.every()) == {("0",), ("1",), ("2",)}
    table.say("one", Picked(prompt=table.step.id, options=(str(dodges),)))
    if dodges:
        table.dice("-" * dodges)
    assert resolved(table).hits + resolved(table).criticals == dodges
    assert table.unit("one.1").tokens.get("dodge", 0) == 2 - dodges


def test_long_shot_reaches_range_3_for_an_aim() -> None:
    """Luke's Blaster, range 2: with an Aim he may say range 3, and the Aim rerolls nothing."""
    table = AttackTable((LUKE, REBELS), (STORM, B1)).begin().at("two.1")
    assert "3" not in {one.key: one.choices for one in sheet_of(table.table, table.step).asked}["range"]
    table = AttackTable((LUKE, REBELS), (STORM, B1)).change("one.1", tokens={"aim": 1}).begin().at("two.1")
    table.at("two.1", range="3").roll()
    assert dict(table.unit("one.1").tokens) == {}
    table.dice("h---")
    assert not isinstance(table.step, RerollAttack)


def test_a_guardian_that_gains_suppression_loses_its_standby() -> None:
    """Core rulebook, page 37: Standby is lost with any Suppression gained."""
    table = AttackTable((STORM, B1), (REBELS, "af")).change("two.2", tokens={"standby": 1})
    table.begin().at("two.1", range="3").roll().dice("h---").defend(guardian={"two.2": 1}).dice("b")
    assert table.unit("two.2").suppression == 1 and "standby" not in table.unit("two.2").tokens


# Own dice --------------------------------------------------------------------------------------------------


def test_own_dice_of_two_colours_are_checked_colour_by_colour() -> None:
    """4 E-11 and a DLT-19 are 2 red dice, then 4 white ones; the second red is the one rolled again."""
    table = AttackTable((f"{STORM}+{DLT}", STORM), (REBELS, REBELS)).change("one.1", tokens={"aim": 1})
    table.begin().at("two.2", range="3").roll()
    assert list(map(str, table.step.dice)) == ["attack-red"] * 2 + ["attack-white"] * 4
    table.dice("h-h---").spend("aim", 1)
    assert list(map(str, table.step.dice)) == ["attack-red"]
    table.dice("c").dice("---")
    assert (resolved(table).criticals, resolved(table).hits, table.unit("two.2").lost) == (1, 2, 3)
