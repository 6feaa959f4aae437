"""Arsenal X in Special Operations: so many weapons in one attack, together or each at its own target. All
pools are formed before any dice fall (core: Declare Additional Defender), then fought one after the other."""

import pytest
from msgspec.structs import replace

from muster.rules.dice.faces import Die
from muster.rules.game.answers import Strike
from muster.rules.game.log.events import Rolled
from muster.rules.game.special_operations.events import AttackDeclared, AttackSettled, DieTaken
from muster.rules.game.special_operations.marks import DID
from muster.rules.game.table import Table
from muster.rules.violations import Refused
from tests.rules.game.operations import Bench, engaged, table, the, with_chair, with_unit

STORM, SECOND, OFFICER, DEATH = "two.2", "two.3", "two.1", "two.6"
SQUADS = ("mandalorian-super-commandos", "infantry")
GUN, GRENADE = 6, 2
"""Dice of the Captain's weapon (two red, three black, a white; Critical 3) and of HE Grenades (two black)."""


def armed(**more: object) -> tuple[Table, str]:
    """Mandalorians with HE Grenades, and their Captain (Arsenal 3)."""
    before = with_chair(table(squads=SQUADS, edition="v1.1", **more), "one", assets=("he-grenades",))
    return before, the(before, "mandalorian-captain")


def second(bench: Bench, target: str = "", *weapons: str, cover: int = 0) -> Bench:
    """The answer to the second sheet of the attack."""
    return bench.say("one", Strike(prompt=bench.step.id, target=target, weapons=weapons, cover=cover))


@pytest.mark.rule(304, 320)
def test_each_weapon_may_have_its_own_target() -> None:
    """Surges of the gun are Criticals (Critical 3), those of the grenades nothing."""
    before, captain = armed()
    faces = ["surge", *["blank"] * 5, "hit", "surge"]
    bench = Bench(before, attack=faces, defence=["blank", "surge"]).acting(captain).take("attack")
    second(bench, STORM, "ranged-1")
    assert not bench.of(Rolled), "all pools are formed before any dice fall"
    others = {unit.id for unit in before.army("two")} - {STORM}
    assert {one.target for one in bench.legal("one")} == {"", *others}
    second(bench, SECOND, "he-grenades", cover=1)
    first, other = bench.of(AttackDeclared)
    assert (first.on, len(first.dice), first.cover) == (STORM, GUN, 0)
    assert (other.on, len(other.dice), other.cover) == (SECOND, GRENADE, 1)
    settled = [(one.on, one.criticals, one.hits, one.wounds) for one in bench.of(AttackSettled)]
    assert settled == [(STORM, 1, 0, 1), (SECOND, 0, 1, 0)], "light cover turns the Surge into a Block"
    assert (bench.unit(STORM).suppression, bench.unit(SECOND).suppression) == (1, 1)
    assert bench.step.what == "mandalorian-training", "after the whole attack"
    bench.pick()
    assert DID.count(bench.table, captain, "attack") == 1 and "attack" not in bench.actions()
    assert not [name for name in bench.table.marks if name.startswith("bout.")]


def test_nobody_has_to_attack_a_second_target() -> None:
    before, captain = armed()
    bench = second(Bench(before, attack=["blank"] * GUN).attack(captain, STORM, "ranged-1"))
    assert [one.on for one in bench.of(AttackDeclared)] == [STORM]
    assert bench.step.what == "mandalorian-training"


def test_nothing_is_asked_where_no_weapon_is_left_or_arsenal_does_not_allow_it() -> None:
    before, captain = armed()
    bench = Bench(before, attack=["blank"] * (GUN + GRENADE)).attack(
        captain, STORM, "ranged-1", "he-grenades"
    )
    assert len(bench.of(AttackDeclared)[0].dice) == GUN + GRENADE
    marksman = the(before, "mandalorian-marksman")
    bench = Bench(before, attack=["blank"] * 5).attack(marksman, STORM, "ranged-1")
    assert len(bench.of(AttackDeclared)) == 1 and bench.step.what == "mandalorian-training"


@pytest.mark.parametrize(
    ("target", "weapon"), [(STORM, "he-grenades"), (SECOND, "ranged-1"), (SECOND, "melee")]
)
def test_another_target_another_weapon_and_no_melee_beside_a_shot(target: str, weapon: str) -> None:
    before, captain = armed()
    bench = Bench(before).attack(captain, STORM, "ranged-1")
    with pytest.raises(Refused):
        second(bench, target, weapon)


def test_in_melee_both_enemies_it_is_engaged_with() -> None:
    """Versatile guns strike in melee; who is not engaged with it is no second target."""
    before, captain = armed()
    before = replace(before, engaged=engaged((captain, STORM), (captain, SECOND)))
    bench = Bench(before, attack=["blank"] * 12).attack(captain, STORM, "melee")
    assert {one.target for one in bench.legal("one")} == {"", SECOND}
    second(bench, SECOND, "ranged-1")
    assert [one.on for one in bench.of(AttackDeclared)] == [STORM, SECOND]
    assert bench.unit(SECOND).suppression == 0, "no ranged attack; the gun has no Suppressive"
    assert bench.unit(STORM).suppression == 1, "Suppressive 1 of the melee weapon alone"


@pytest.mark.rule(309)
def test_a_suppressed_attacker_loses_a_die_of_each_pool() -> None:
    """Playtest: the controller of the target takes a die of any colour from the pool against it."""
    before, captain = armed()
    before = with_unit(replace(before, edition="playtest"), captain, suppression=2)
    bench = Bench(before, attack=["blank"] * (GUN + GRENADE - 2)).attack(captain, STORM, "ranged-1")
    second(bench, SECOND, "he-grenades")
    bench.defend(die=Die.ATTACK_WHITE.value).defend(die=Die.ATTACK_BLACK.value)
    assert [one.die for one in bench.of(DieTaken)] == [Die.ATTACK_WHITE, Die.ATTACK_BLACK]


def test_who_fell_to_the_first_pool_is_not_attacked_again() -> None:
    """A Death Trooper suffers the Officer's wounds and falls; the grenades were meant for it."""
    before, captain = armed()
    before = with_unit(before, DEATH, lost=before.units[DEATH].wounds - 1)
    bench = Bench(before, attack=["critical", *["blank"] * 5], defence=["blank"])
    second(bench.attack(captain, OFFICER, "ranged-1"), DEATH, "he-grenades").pick(f"{DEATH} 1")
    assert bench.unit(DEATH).gone == "defeated"
    assert [one.on for one in bench.of(AttackDeclared)] == [OFFICER]
    assert bench.step.what == "mandalorian-training", "once, after the attack"
