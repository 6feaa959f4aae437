"""Attacks, cover, Suppression, panic and Standby of Special Operations, step by step (001; games.md, table of
the attack). Expected numbers are counted by hand from the faces."""

import pytest
from msgspec.structs import replace

from muster.rules.dice.faces import Die, Face
from muster.rules.game.answers import Dice, React, Strike
from muster.rules.game.kernel import changes
from muster.rules.game.log.events import Rolled
from muster.rules.game.measuring import range_inches
from muster.rules.game.special_operations.attacks.as_odds import attack_of, cover, defence_of
from muster.rules.game.special_operations.attacks.sheet import reach
from muster.rules.game.special_operations.attacks.spending import idle_dice
from muster.rules.game.special_operations.attacks.standby import standby_reach
from muster.rules.game.special_operations.events import AttackDeclared, AttackSettled, DieTaken, Panicked
from muster.rules.game.special_operations.panic import gain
from muster.rules.game.special_operations.squads.cards import Weapon
from muster.rules.game.special_operations.units import suppressed
from muster.rules.game.steps import CleanUp, MissionSetup
from muster.rules.game.steps.operations import Attack, Sheet, Suffer
from muster.rules.game.table import Game, view
from muster.rules.violations import Refused
from tests.rules.game.card_tables import older_step
from tests.rules.game.operations import VEHICLE, Bench, engaged, table, the, with_chair, with_unit

TROOPER, STORM, OFFICER, DEATH = "one.2", "two.2", "two.1", "two.6"
"""A Rebel Trooper (red, red, black, black; white defence; Courage 2), a Stormtrooper (Courage 1)."""


def suffer(bench: Bench, id: str, number: int) -> Bench:
    return bench.run(Suffer(id="suffers", units=(id,), what="suppression", number=number))


# Panic -----------------------------------------------------------------------------------------------------


@pytest.mark.rule(312, 313, 314)
@pytest.mark.parametrize(
    ("before", "gained", "faces", "wounds", "after"),
    [
        (0, 2, [], 0, 2),
        (2, 1, ["hit"], 1, 2),
        (1, 3, ["critical", "surge"], 1, 2),
        (2, 3, ["hit", "critical", "hit"], 3, 2),
        (0, 3, ["blank"], 0, 2),
    ],
)
def test_a_gain_above_courage_is_rolled_for_at_once(
    before: int, gained: int, faces: list[str], wounds: int, after: int
) -> None:
    """Courage 2: black dice for what lies above it, a wound for each Hit or Critical, Suppression 2 left."""
    bench = suffer(Bench(with_unit(table(), TROOPER, suppression=before), panic=faces), TROOPER, gained)
    assert (bench.unit(TROOPER).lost, bench.unit(TROOPER).suppression) == (wounds, after)
    assert len(bench.of(Panicked)) == bool(faces)


@pytest.mark.rule(306, 312)
def test_a_commander_lends_no_courage() -> None:
    """The Captain beside it has Courage 3; the Trooper panics above its own 2."""
    bench = suffer(Bench(with_unit(table(), TROOPER, suppression=2), panic=["hit"]), TROOPER, 1)
    assert bench.unit(TROOPER).lost == 1


@pytest.mark.rule(311)
def test_droids_are_never_suppressed_but_gain_and_panic() -> None:
    droids = table(squads=("invasion-force", "infantry"))
    b1 = the(droids, "b1-battle-droid")
    bench = suffer(Bench(with_unit(droids, b1, suppression=1), panic=["hit"]), b1, 1)
    assert bench.unit(b1).suppression == 1 and bench.unit(b1).lost == 1
    assert not suppressed(bench.unit(b1))
    worker = the(droids, "worker-droid")
    scared = suffer(Bench(droids, panic=["hit", "hit"]), worker, 2)
    assert scared.unit(worker).lost == 2 and scared.unit(worker).suppression == 0, "0 is a Courage"


@pytest.mark.rule(306, 311)
@pytest.mark.parametrize(("held", "is_it"), [(0, False), (1, False), (2, True)])
def test_suppressed_is_suppression_of_at_least_its_own_courage(held: int, is_it: bool) -> None:
    assert suppressed(with_unit(table(), TROOPER, suppression=held).units[TROOPER]) is is_it


@pytest.mark.rule(312)
def test_the_vehicle_has_no_courage_and_gains_nothing() -> None:
    before = with_unit(table(), TROOPER, courage=None)
    assert gain(before, TROOPER, 3, "here").events == ()


def test_a_panic_may_defeat() -> None:
    weak = with_unit(table(), STORM, suppression=1, lost=5)
    bench = suffer(Bench(weak, panic=["critical"]), STORM, 1)
    assert bench.unit(STORM).gone == "defeated"


# Dice ------------------------------------------------------------------------------------------------------


@pytest.mark.rule(318, 323)
def test_hits_and_criticals_less_blocks_are_wounds() -> None:
    """Three Hits; a Stormtrooper rolls three red dice and blocks one: two wounds, one Suppression."""
    bench = Bench(table(), attack=["hit", "hit", "hit", "blank"], defence=["block", "blank", "surge"])
    bench.attack(TROOPER, STORM)
    assert bench.unit(STORM).lost == 2 and bench.unit(STORM).suppression == 1
    assert bench.of(AttackSettled)[0].blocks == 1


@pytest.mark.rule(316, 317, 318)
@pytest.mark.parametrize(("told", "wounds"), [(0, 3), (1, 2), (2, 1)])
def test_cover_turns_surges_into_blocks_and_cancels_no_hit(told: int, wounds: int) -> None:
    bench = Bench(table(), attack=["hit", "hit", "hit", "blank"], defence=["surge", "surge", "surge"])
    bench.attack(TROOPER, STORM, cover=told)
    assert bench.of(AttackSettled)[0].hits == 3 and bench.unit(STORM).lost == wounds


@pytest.mark.rule(320)
@pytest.mark.parametrize(("surges", "wounds"), [(1, 1), (2, 1), (0, 0)])
def test_critical_x_turns_so_many_surges(surges: int, wounds: int) -> None:
    """The Captain has Critical 1; a Surge more is nothing."""
    faces = ["surge"] * surges + ["blank"] * (5 - surges)
    bench = Bench(table(), attack=faces, defence=["blank"])
    bench.attack("one.1", STORM)
    assert bench.unit(STORM).lost == wounds


@pytest.mark.rule(321)
def test_impact_makes_criticals_of_hits_against_armor_only() -> None:
    """Armor 1 cancels a Hit. Of two Hits with Impact 1 one is a Critical, the other cancelled."""
    before = table(squads=("infantry", "invasion-force"))
    gunner, b2, b1 = (
        the(before, "stormtrooper-dlt-19"), the(before, "b2-super-battle-droid", "two"),
        the(before, "b1-battle-droid", "two"),
    )  # fmt: skip
    faces = {"attack": ["hit", "hit", "blank", "blank", "blank"], "defence": ["blank", "blank"]}
    armoured, plain = Bench(before, **faces).attack(gunner, b2), Bench(before, **faces).attack(gunner, b1)
    assert (armoured.of(AttackSettled)[0].criticals, armoured.of(AttackSettled)[0].hits) == (1, 0)
    assert (plain.of(AttackSettled)[0].criticals, plain.of(AttackSettled)[0].hits) == (0, 2)


@pytest.mark.rule(323)
def test_pierce_takes_blocks() -> None:
    before = table(squads=("rebel-commandos", "infantry"))
    sniper = the(before, "rebel-commando-sniper")
    bench = Bench(before, attack=["hit", "hit", "blank", "blank", "blank"], defence=["block", "block"])
    assert bench.attack(sniper, STORM).unit(STORM).lost == 1


@pytest.mark.rule(324)
def test_suppressive_is_a_gain_of_its_own_hit_or_not() -> None:
    """Suppressive 1: no Hit and still one Suppression; with Hits two, so a panic of one die."""
    gunner = the(table(), "rebel-trooper-dlt-20a")
    missed = Bench(table(), attack=["blank"] * 5).attack(gunner, STORM)
    assert missed.unit(STORM).suppression == 1 and not missed.of(Panicked)
    hit = Bench(table(), attack=["hit", *["blank"] * 4], defence=["block"], panic=["hit"]).attack(
        gunner, STORM
    )
    assert hit.unit(STORM).suppression == 1 and hit.unit(STORM).lost == 1


@pytest.mark.rule(324)
def test_melee_gives_no_suppression_by_itself() -> None:
    before = table(engaged=engaged((TROOPER, STORM)))
    bench = Bench(before, attack=["hit", "blank", "blank"], defence=["blank"]).attack(TROOPER, STORM, "melee")
    assert bench.unit(STORM).lost == 1 and bench.unit(STORM).suppression == 0


# The die taken ---------------------------------------------------------------------------------------------


@pytest.mark.rule(308, 309)
def test_the_defender_may_take_any_die_of_a_suppressed_attacker() -> None:
    before = with_unit(table(), TROOPER, suppression=2)
    bench = Bench(before, attack=["hit", "hit", "hit"], defence=["block"] * 3).attack(TROOPER, STORM)
    assert bench.asked() == "two", "the target's player decides"
    assert {one.die for one in bench.legal("two")} == {"attack-red", "attack-black", ""}
    bench.defend(die="attack-black")
    assert bench.of(DieTaken)[0].die is Die.ATTACK_BLACK
    assert len(bench.of(AttackDeclared)[0].dice) == 4


@pytest.mark.rule(309)
def test_the_die_may_be_left() -> None:
    bench = Bench(with_unit(table(), TROOPER, suppression=2), attack=["blank"] * 4).attack(TROOPER, STORM)
    assert not bench.defend().of(DieTaken)


@pytest.mark.rule(309)
def test_in_version_1_1_the_strongest_die_goes_by_itself() -> None:
    before = with_unit(table(edition="v1.1"), TROOPER, suppression=2)
    bench = Bench(before, attack=["blank"] * 3).attack(TROOPER, STORM)
    assert bench.of(DieTaken)[0].die is Die.ATTACK_RED


# Tokens ----------------------------------------------------------------------------------------------------


def test_aims_reroll_after_the_roll_was_seen_and_observations_one_die() -> None:
    before = with_unit(with_unit(table(), TROOPER, tokens={"aim": 1}), STORM, tokens={"observation": 1})
    faces = {"attack": ["blank"] * 4, "reroll": ["hit", "hit", "hit"], "defence": ["blank"] * 3}
    bench = Bench(before, **faces).attack(TROOPER, STORM)
    assert bench.asked() == "one"
    bench.spend("aim", dice=(0, 1)).spend("observation", dice=(2,))
    assert bench.unit(STORM).lost == 3
    assert not bench.unit(TROOPER).has("aim") and not bench.unit(STORM).has("observation")


def test_the_best_dice_to_reroll_count_nothing() -> None:
    """Red Blanks first; of three Surges with Critical 1 the strongest two; a Hit stays."""
    red, black = Die.ATTACK_RED, Die.ATTACK_BLACK
    shown = attack(
        dice=(black, red, red, black, red, black),
        faces=(Face.SURGE, Face.SURGE, Face.BLANK, Face.BLANK, Face.HIT, Face.SURGE),
    )
    assert idle_dice(shown, 2) == (2, 1, 3, 0)
    assert idle_dice(shown, 0) == (2, 3)


def test_more_dice_than_an_aim_rerolls_are_refused() -> None:
    bench = Bench(with_unit(table(), TROOPER, tokens={"aim": 1}), attack=["blank"] * 4).attack(TROOPER, STORM)
    with pytest.raises(Refused):
        bench.spend("aim", dice=(0, 1, 2))


def test_dodges_cancel_hits_and_a_surge_token_saves() -> None:
    before = with_unit(table(), STORM, tokens={"dodge": 1, "surge": 1})
    faces = {"attack": ["hit", "hit", "critical", "blank"], "defence": ["surge", "blank"]}
    bench = Bench(before, **faces).attack(TROOPER, STORM)
    assert bench.asked() == "two"
    bench.defend(dodges=1).spend("surge")
    assert bench.unit(STORM).lost == 1, "a Hit dodged, a Surge blocks: one of two is left"


def test_clone_troopers_lend_one_token_in_an_attack() -> None:
    before = table(squads=("clone-troopers", "infantry"))
    one, other = the(before, "clone-trooper"), the(before, "clone-trooper", number=1)
    before = with_unit(before, other, tokens={"aim": 2})
    faces = {"attack": ["blank"] * 5, "reroll": ["hit", "hit"], "defence": ["blank"] * 2}
    bench = Bench(before, **faces).attack(one, STORM)
    bench.spend("aim", dice=(0, 1), lender=other)
    assert bench.unit(STORM).lost == 2 and bench.unit(other).tokens["aim"] == 1
    assert bench.asked() is None, "one token of another Clone Trooper, not two"
    lonely = with_chair(before, "one", assets=("im-with-you-brother",))
    alone = Bench(lonely, **faces).attack(one, STORM)
    assert alone.step.what == "im-with-you-brother" and alone.unit(other).tokens["aim"] == 2, (
        "the type is lost"
    )


def test_both_sides_of_clones_may_borrow_one_token() -> None:
    before = table(squads=("clone-troopers", "clone-troopers"))
    before = with_unit(before, "one.3", tokens={"aim": 1})
    before = with_unit(before, "two.3", tokens={"dodge": 1})
    faces = {"attack": ["hit", "blank", "blank", "blank", "blank"], "reroll": ["blank", "blank"]}
    bench = Bench(before, **faces).attack("one.2", "two.2").spend("aim", dice=(1, 2), lender="one.3")
    assert bench.asked() == "two" and bench.step.stage == "dodge"
    assert bench.defend(dodges=1, lender="two.3").unit("two.2").lost == 0


# Cover, conditions, reach ----------------------------------------------------------------------------------


def attack(on: str = STORM, terrain: int = 0, **more: object) -> Attack:
    return Attack(by=TROOPER, on=on, weapons=("ranged-1",), terrain=terrain, **more)  # type: ignore[arg-type]


@pytest.mark.rule(380)
def test_weather_is_one_more_cover_unless_the_attacker_took_an_aim_action() -> None:
    stormy = table(marks={"condition.inclement-weather": 1})
    aimed = table(marks={"condition.inclement-weather": 1, f"did.{TROOPER}.aim": 1})
    late = table(marks={"condition.inclement-weather": 3})
    assert [cover(one, attack()) for one in (stormy, aimed, late, table())] == [1, 0, 0, 0]
    assert cover(with_chair(stormy, "one", assets=("low-vis-equipment",)), attack()) == 0
    assert cover(with_chair(stormy, "two", assets=("portable-scanner",)), attack()) == 1, (
        "its own attacks only"
    )


@pytest.mark.rule(316, 317)
def test_cover_is_two_at_most_and_none_in_melee() -> None:
    before = with_unit(table(), STORM, suppression=1)
    assert [cover(before, attack(terrain=told)) for told in (0, 1, 2)] == [1, 2, 2]
    assert cover(before, attack(melee=True)) == 0
    assert cover(with_unit(table(switches={"G4": False}), STORM, suppression=1), attack()) == 0


@pytest.mark.rule(381)
@pytest.mark.parametrize(
    ("inches", "dark"), [(12, 8), (18, 14), (8, 6), (6, 6), (5, 5), (0, 0), (None, None)]
)
def test_darkness_takes_four_inches_never_below_six(inches: int | None, dark: int | None) -> None:
    night = table(marks={"condition.cover-of-darkness": 1})
    assert reach(night, night.units[TROOPER], Weapon(inches=inches, red=1)) == dark
    assert reach(table(), night.units[TROOPER], Weapon(inches=inches, red=1)) == inches


@pytest.mark.rule(309, 320, 321)
def test_the_odds_are_asked_with_the_same_numbers() -> None:
    before = with_unit(table(), TROOPER, suppression=2)
    question = attack_of(before, attack(dice=(Die.ATTACK_RED, Die.ATTACK_RED, Die.ATTACK_BLACK)))
    assert question.pool == (2, 1, 0) and question.suppressed
    back = Attack(by=STORM, on=TROOPER, weapons=("ranged-1",), terrain=1)
    assert defence_of(before, back).danger_sense == 2, "a die for each Suppression"


# Who may be attacked ---------------------------------------------------------------------------------------


def test_no_shots_into_or_out_of_a_melee() -> None:
    before = table(engaged=engaged((TROOPER, STORM)))
    bench = Bench(before)
    bench.run(Sheet(id="bout", seat="one", unit=TROOPER, optional=True))
    assert {one.target for one in bench.legal("one") if isinstance(one, Strike)} == {STORM, ""}
    free = Bench(before).run(Sheet(id="bout", seat="one", unit="one.3", optional=True))
    assert STORM not in {one.target for one in free.legal("one") if isinstance(one, Strike)}
    with pytest.raises(Refused):
        free.say("one", Strike(prompt="bout", target=STORM, weapons=("ranged-1",)))


def test_the_hull_is_attacked_from_front_and_sides_with_impact_only() -> None:
    before = table(VEHICLE, ("infantry", "rebel-troopers"))
    bench = Bench(before, attack=["hit", "hit", "blank", "blank"]).run(MissionSetup(id="setup.cards"))
    hull, shooter = the(bench.table, "vehicle-empire"), the(bench.table, "rebel-trooper", "two")
    for arc in ("front", "sides"):
        with pytest.raises(Refused) as found:
            bench.attack(shooter, hull, arc=arc)
        assert [one.code for one in found.value.violations] == ["game.needs_impact"]
    bench.say("two", Strike(prompt="bout", target=hull, weapons=("ranged-1",), arc="rear"))
    assert bench.unit(hull).lost == 2, "it rolls no defence dice"


# Standby ---------------------------------------------------------------------------------------------------


def test_standby_answers_the_enemy_that_just_acted() -> None:
    before = with_unit(table(), STORM, tokens={"standby": 1})
    bench = Bench(before, attack=["blank"] * 5).acting(TROOPER)
    assert not list(changes(view(bench.game, "two"))), "nobody has acted yet"
    bench.take("aim")
    assert React(unit=STORM, what="attack") in list(changes(view(bench.game, "two")))
    with pytest.raises(Refused):
        bench.say("one", React(unit=TROOPER))
    bench.say("two", React(unit=STORM))
    bench.say("two", Strike(prompt=bench.step.id, target=TROOPER, weapons=("ranged-1",)))
    assert not bench.unit(STORM).has("standby") and bench.of(AttackDeclared)[0].on == TROOPER


def test_standby_does_not_answer_an_act_of_the_round_before() -> None:
    """Chain of Command gives a Standby in the Command Phase: nobody has acted since."""
    bench = Bench(table()).acting(TROOPER).take("aim").take("").run(CleanUp(id="r1.clean"))
    later = with_unit(replace(bench.table, round=2, acting=""), STORM, tokens={"standby": 1})
    assert not list(changes(view(Game(table=later), "two")))


@pytest.mark.rule(299)
@pytest.mark.parametrize(("number", "reach"), [(1, 6), (2, 12), (3, 18)])
def test_a_range_of_the_core_rules_is_six_inches(number: int, reach: int) -> None:
    assert range_inches(number) == reach


@pytest.mark.rule(312)
def test_standby_is_lost_by_gaining_suppression_and_sentinel_reaches_further() -> None:
    before = with_unit(table(), STORM, tokens={"standby": 1})
    assert not suffer(Bench(before), STORM, 1).unit(STORM).has("standby")
    assert standby_reach(before, before.units[STORM]) == 18
    assert standby_reach(before, before.units[OFFICER]) == 12


def test_backup_cancels_two_hits_in_the_playtest_only() -> None:
    """A Commander near a Corps trooper, attacked from afar (core: Backup); version 1.1 has none."""
    faces = {"attack": ["hit", "hit", "hit", "blank"], "defence": ["block"]}
    bench = Bench(table(), **faces).attack(TROOPER, OFFICER)
    assert bench.step.stage == "dodge" and bench.asked() == "two", "once the dice lie"
    assert bench.defend(backup=True).of(AttackSettled)[0].hits == 1
    later = Bench(table(edition="v1.1"), attack=faces["attack"], defence=["block"] * 3)
    assert later.attack(TROOPER, OFFICER).of(AttackSettled)[0].hits == 3


def test_a_bodyguard_suffers_wounds_for_a_commander() -> None:
    bench = Bench(table(edition="v1.1"), attack=["hit", "hit", "hit", "blank"], defence=["blank"] * 3)
    bench.attack(TROOPER, OFFICER)
    assert bench.step.what == "bodyguard" and bench.asked() == "two"
    bench.pick(f"{DEATH} 2")
    assert bench.step.what == "bodyguard" and set(bench.step.options) == {"two.7 1"}, "the other one is asked"
    bench.pick()
    assert (bench.unit(DEATH).lost, bench.unit(OFFICER).lost) == (2, 1)


@pytest.mark.parametrize(("first", "then", "lost"), [("1", "1", (1, 1, 1)), ("2", "1", (2, 1, 0))])
def test_bodyguards_suffer_up_to_their_number_one_after_the_other(
    first: str, then: str, lost: tuple[int, int, int]
) -> None:
    bench = Bench(table(edition="v1.1"), attack=["hit", "hit", "hit", "blank"], defence=["blank"] * 3)
    bench.attack(TROOPER, OFFICER).pick(f"{DEATH} {first}").pick(f"two.7 {then}")
    assert tuple(bench.unit(one).lost for one in (DEATH, "two.7", OFFICER)) == lost


def test_a_bodyguard_that_an_older_game_asks_by_name_alone() -> None:
    step = older_step(type="Decide", id="old", seat="two", what="bodyguard", options=[DEATH], least=0,
                      unit=OFFICER, by=TROOPER, about=["3"])  # fmt: skip
    bench = Bench(table(todo=(step,))).pick(DEATH)
    assert bench.unit(DEATH).lost == 2


# Dice of one's own -----------------------------------------------------------------------------------------


def test_rerolled_dice_of_ones_own_are_asked_for() -> None:
    """The Aim is spent first; Muster rolls nothing, and the faces are typed in then."""
    own = with_unit(table(dice="own"), TROOPER, tokens={"aim": 1})
    bench = Bench(own).attack(TROOPER, STORM)
    bench.say("one", Dice(prompt=bench.step.id, faces=("hit", "blank", "blank", "blank")))
    bench.spend("aim", dice=(1, 2))
    assert bench.asked() == "one" and bench.step.stage == "again"
    assert len(bench.of(Rolled)) == 1 and not bench.unit(TROOPER).has("aim")
    with pytest.raises(Refused):
        bench.say("one", Dice(prompt=bench.step.id, faces=("hit",)))
    bench.say("one", Dice(prompt=bench.step.id, faces=("critical", "surge")))
    bench.say("two", Dice(prompt=bench.step.id, faces=("block", "blank")))
    settled = bench.of(AttackSettled)[0]
    assert (settled.criticals, settled.hits, settled.wounds) == (1, 1, 1)


def test_typed_with_the_token_they_are_not_asked_for_again() -> None:
    own = with_unit(table(dice="own"), TROOPER, tokens={"aim": 1})
    bench = Bench(own).attack(TROOPER, STORM)
    bench.say("one", Dice(prompt=bench.step.id, faces=("blank",) * 4))
    bench.spend("aim", dice=(0, 1), faces=("hit", "hit"))
    assert bench.asked() == "two" and bench.step.stage == "defence"


def test_app_dice_take_no_faces_with_a_token() -> None:
    aimed = with_unit(table(), TROOPER, tokens={"aim": 1})
    bench = Bench(aimed, attack=["blank"] * 4).attack(TROOPER, STORM)
    with pytest.raises(Refused, match=r"game\.app_dice"):
        bench.spend("aim", dice=(0, 1), faces=("hit", "hit"))
