"""Every side of every loadout card does what it says (version 1.1), one test or more naming each."""

from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.dice.faces import Die, Face
from muster.rules.game.answers import React
from muster.rules.game.log.events import Rolled
from muster.rules.game.special_operations.attacks.as_odds import cover, defence_of
from muster.rules.game.special_operations.attacks.sheet import reach
from muster.rules.game.special_operations.attacks.spending import rerolls
from muster.rules.game.special_operations.attacks.standby import standby_reach
from muster.rules.game.special_operations.command import is_disrupted
from muster.rules.game.special_operations.events import AttackDeclared, Moved
from muster.rules.game.special_operations.squads.squads import edition_cards, loadout_side
from muster.rules.game.special_operations.units import abilities, is_clone, supports, weapons
from muster.rules.game.steps import CleanUp, EndOfEnd, ScoreRound
from muster.rules.game.steps.operations import Attack, Suffer
from tests.rules.game.operations import Bench, Exercised, engaged, table, the, with_chair, with_unit

cards = Exercised()
STORM = "two.2"
BLANKS = ["blank"] * 9


def squad(name: str, *loadouts: str, foe: str = "infantry", **more: Any) -> Any:
    """This squad is Blue, with these sides of its loadouts."""
    return with_chair(table(squads=(name, foe), edition="v1.1", **more), "one", assets=loadouts)


def tokens(bench: Bench, id: str) -> dict[str, int]:
    return dict(bench.unit(id).tokens)


def blow(by: str, on: str, **more: Any) -> Attack:
    return Attack(by=by, on=on, weapons=("ranged-1",), **more)


# Rebels ----------------------------------------------------------------------------------------------------


@cards("agility-training")
def test_agility_training_dodges_criticals() -> None:
    before = with_unit(squad("rebel-troopers", "agility-training"), "one.2", tokens={"dodge": 1})
    faces = {"attack": ["critical", "blank", "blank", "blank", "blank"]}
    assert Bench(before, **faces).attack(STORM, "one.2").defend(dodges=1).unit("one.2").lost == 0
    plain = with_unit(squad("rebel-troopers"), "one.2", tokens={"dodge": 1})
    assert Bench(plain, defence=["blank"], **faces).attack(STORM, "one.2").unit("one.2").lost == 1


@cards("calm-and-collected", "unorthodox-tactics")
@pytest.mark.parametrize(
    ("name", "side", "by"),
    [
        ("rebel-troopers", "calm-and-collected", "rebel-trooper"),
        ("bright-tree-allies", "unorthodox-tactics", "ewok-hunter-sling"),
    ],
)
def test_dodges_are_spent_as_aims(name: str, side: str, by: str) -> None:
    before = squad(name, side)
    id = the(before, by)
    before = with_unit(before, id, tokens={"dodge": 1})
    purse = rerolls(before, blow(id, STORM, dice=(Die.ATTACK_RED,), faces=(Face.BLANK,)), 0)
    assert purse and purse.reach == {"dodge": 2}
    bare = with_chair(before, "one", assets=())
    assert rerolls(bare, blow(id, STORM, dice=(Die.ATTACK_RED,), faces=(Face.BLANK,)), 0) is None


@cards("fire-on-my-target")
def test_fire_on_my_target_gives_two_observations() -> None:
    before = squad("rebel-troopers", "fire-on-my-target")
    bench = Bench(before, attack=["hit"] * 5, defence=["block"] * 5, panic=["blank"]).attack("one.1", STORM)
    assert tokens(bench, STORM) == {"observation": 2}
    assert tokens(Bench(before, attack=BLANKS).attack("one.2", STORM), STORM) == {}


@cards("keep-them-back")
def test_keep_them_back_is_precise_near_an_objective() -> None:
    before = with_unit(squad("rebel-troopers", "keep-them-back"), "one.2", tokens={"aim": 1})
    bench = Bench(before, attack=BLANKS, reroll=["blank"] * 3).attack("one.2", STORM).pick("yes")
    assert bench.table.marks.get("bout.precise", 0) == 1
    bench.spend("aim", dice=(0, 1, 2))
    assert (
        not Bench(before, attack=BLANKS).attack("one.2", STORM).pick("no").table.marks.get("bout.precise", 0)
    )


@cards("keep-them-back")
def test_keep_them_back_is_asked_where_it_matters_and_once() -> None:
    """An Aim rerolls two dice: a third that counts nothing makes the question. The answer holds until the
    unit moves."""
    before = with_unit(squad("rebel-troopers", "keep-them-back"), "one.2", tokens={"aim": 2})
    two = Bench(before, attack=["hit", "hit", "blank", "blank"]).attack("one.2", STORM)
    assert two.step.stage == "reroll", "two Blanks"
    faces = {"attack": BLANKS * 2, "reroll": ["blank"] * 9}
    bench = Bench(before, **faces).attack("one.2", STORM).pick("yes").spend().attack("one.2", STORM)
    assert bench.step.stage == "reroll" and bench.table.marks.get("bout.precise", 0) == 1
    moved = Bench(bench.spend().table, **faces).acting("one.2").take("move").attack("one.2", STORM)
    assert moved.step.what == "keep-them-back"


@cards("keep-them-back", "calm-and-collected")
@pytest.mark.parametrize(
    ("sides", "asked"), [(("keep-them-back", "calm-and-collected"), True), (("keep-them-back",), False)]
)
def test_a_dodge_spent_as_an_aim_is_precise_as_well(sides: tuple[str, ...], asked: bool) -> None:
    before = with_unit(squad("rebel-troopers", *sides), "one.2", tokens={"dodge": 1})
    bench = Bench(before, attack=BLANKS).attack("one.2", STORM)
    assert (getattr(bench.step, "what", "") == "keep-them-back") is asked


@cards("dug-in")
@pytest.mark.parametrize(("number", "dodges"), [(1, {"dodge": 1}), (2, {})])
def test_dug_in_in_the_first_activation_phase(number: int, dodges: dict[str, int]) -> None:
    bench = Bench(squad("rebel-troopers", "dug-in", round=number)).hook("activations")
    assert tokens(bench, "one.2") == dodges and tokens(bench, STORM) == {}


@cards("desperation")
@pytest.mark.parametrize(("number", "left"), [(3, 2), (4, 0), (5, 2)])
def test_desperation_recovers_all_in_round_four(number: int, left: int) -> None:
    before = with_unit(squad("rebel-troopers", "desperation", round=number), "one.2", suppression=2)
    assert Bench(before, priority_objective=["blank"]).hook("round").unit("one.2").suppression == left


@cards("flexible-training")
def test_flexible_training_adds_a_surge() -> None:
    before = squad("rebel-commandos", "flexible-training")
    assert tokens(Bench(before).acting("one.2").take("aim"), "one.2") == {"aim": 1, "surge": 1}
    assert tokens(Bench(before).acting("one.2").take("move"), "one.2") == {}


@cards("vigilant")
def test_vigilant_keeps_dodges_over_the_end_phase() -> None:
    before = squad("rebel-commandos", "vigilant")
    for id in ("one.2", "one.3", "one.4", "one.5"):
        before = with_unit(before, id, tokens={"dodge": 2})
    bench = Bench(before).run(ScoreRound(id="score")).pick("one.2", "one.3", "one.4")
    bench.run(CleanUp(id="clean"), EndOfEnd(id="end"))
    assert [tokens(bench, id) for id in ("one.2", "one.5")] == [{"dodge": 1}, {}]


@cards("improved-comms")
def test_improved_comms_ignores_the_disruption() -> None:
    marks = {"condition.comms-disruption": 1}
    assert not is_disrupted(squad("rebel-commandos", "improved-comms", marks=marks), "one")
    assert is_disrupted(squad("rebel-commandos", marks=marks), "one")


@cards("extra-muscle", "sniper-droid", "electrowhip-magnaguard")
@pytest.mark.parametrize(
    ("side", "out", "into"),
    [
        ("extra-muscle", "wookiee-bowcaster", "wookiee-ryyk-blades"),
        ("sniper-droid", "magnaguard", "bx-sniper"),
        ("electrowhip-magnaguard", "magnaguard", "magnaguard-electrowhip"),
    ],
)  # fmt: skip
def test_swaps(side: str, out: str, into: str) -> None:
    swap = loadout_side("v1.1", side).swap
    assert swap and (swap.out, swap.into) == (out, into), "carried out at setup, tested there"


@cards("withering-fire")
@pytest.mark.parametrize(("order", "suppression"), [("", 1), ("faceup", 1), ("facedown", 0)])
def test_withering_fire_of_heavy_units(order: str, suppression: int) -> None:
    before = with_unit(squad("rebel-commandos", "withering-fire"), STORM, order=order)
    sniper = the(before, "rebel-commando-sniper")
    assert Bench(before, attack=BLANKS).attack(sniper, STORM).unit(STORM).suppression == suppression
    assert Bench(before, attack=BLANKS).attack("one.2", STORM).unit(STORM).suppression == 0


@cards("avengers")
def test_avengers_gain_a_token_when_a_friend_falls() -> None:
    bench = Bench(squad("bright-tree-allies", "avengers"))
    bench.run(Suffer(id="s", units=("one.2",), what="wound", number=9)).pick("one.3 dodge")
    assert tokens(bench, "one.3") == {"dodge": 1}


@cards("theres-so-many")
@pytest.mark.parametrize(("crowd", "suppression"), [(("one.3", "one.4"), 1), (("one.3",), 0)])
def test_there_are_so_many(crowd: tuple[str, ...], suppression: int) -> None:
    before = squad("bright-tree-allies", "theres-so-many")
    close = replace(before, engaged=engaged(*((one, STORM) for one in crowd)))
    assert Bench(close, attack=BLANKS).attack("one.3", STORM, "melee").unit(STORM).suppression == suppression


@cards("tricky")
def test_tricky_units_slip_away_for_a_dodge() -> None:
    before = with_unit(squad("bright-tree-allies", "tricky"), "one.2", tokens={"dodge": 1})
    bench = Bench(before, attack=BLANKS).attack(STORM, "one.2").pick("yes").pick("clear")
    assert tokens(bench, "one.2") == {} and [one.unit for one in bench.of(Moved)] == ["one.2"]


@cards("home-territory", "low-vis-equipment", "environmental-gear", "portable-scanner")
@pytest.mark.parametrize(
    ("name", "side", "dark"),
    [
        ("bright-tree-allies", "home-territory", True), ("arc-troopers", "low-vis-equipment", True),
        ("clone-troopers", "environmental-gear", False), ("infantry", "portable-scanner", False),
    ],
)  # fmt: skip
def test_squads_that_weather_does_not_touch(name: str, side: str, dark: bool) -> None:
    marks = {"condition.inclement-weather": 1, "condition.cover-of-darkness": 1}
    before = squad(name, side, marks=marks)
    by = next(unit.id for unit in before.army("one") if "ranged-1" in weapons(before, unit))
    assert cover(before, blow(by, STORM)) == 0
    weapon = weapons(before, before.units[by])["ranged-1"]
    assert (reach(before, before.units[by], weapon) == weapon.inches) is dark


# Republic --------------------------------------------------------------------------------------------------


@cards("complete-the-mission", "aggressive-strategy", "mission-tactics")
@pytest.mark.parametrize(
    ("name", "side", "token"),
    [
        ("arc-troopers", "complete-the-mission", "surge"),
        ("mandalorian-super-commandos", "aggressive-strategy", "aim"),
        ("infantry", "mission-tactics", "surge"),
    ],
)
def test_a_token_for_activating_near_an_objective(name: str, side: str, token: str) -> None:
    """Claimed before its first action, once, and no action by itself: nobody stands by on it."""
    guarded = with_unit(squad(name, side), STORM, tokens={"standby": 1})
    bench = Bench(guarded).start("one.2")
    assert side in bench.actions()
    bench.take(side)
    assert tokens(bench, "one.2") == {token: 1} and bench.step.left == 2
    assert side not in bench.actions() and not bench.table.marks.get("acted.one.2", 0)
    assert side not in Bench(guarded).start("one.2").take("aim").actions(), "it has begun to act"
    assert side not in Bench(replace(guarded, markers={})).start("one.2").actions(), "no objective lies there"


@cards("complete-the-mission", "aggressive-strategy")
@pytest.mark.parametrize(
    ("name", "side", "token"),
    [
        ("arc-troopers", "complete-the-mission", "surge"),
        ("mandalorian-super-commandos", "aggressive-strategy", "aim"),
    ],
)
def test_who_rallies_is_calmed_before(name: str, side: str, token: str) -> None:
    """Of two Suppression one is left to roll for: it is asked first, and not offered again."""
    before = with_unit(squad(name, side), "one.2", suppression=2, courage=2)
    bench = Bench(before, rally=["blank", "blank"]).start("one.2").pick("yes")
    assert tokens(bench, "one.2") == {token: 1} and bench.unit("one.2").suppression == 1
    assert [len(one.roll.faces) for one in bench.of(Rolled)] == [1] and side not in bench.actions()
    far = Bench(before, rally=["blank"] * 2).start("one.2").pick("no")
    assert tokens(far, "one.2") == {} and far.unit("one.2").suppression == 2 and side not in far.actions()


@cards("just-like-the-simulations")
def test_just_like_the_simulations_an_ordered_unit_recovers() -> None:
    before = with_unit(
        squad("arc-troopers", "just-like-the-simulations"), "one.2", suppression=2, order="faceup"
    )
    bench = Bench(with_unit(before, "one.3", suppression=2)).hook("ordered")
    assert bench.step.options == ("one.2",)
    assert bench.pick("one.2").unit("one.2").suppression == 0


@cards("covert-deployment", "covert-ambush")
@pytest.mark.parametrize(
    ("name", "side", "hidden"),
    [
        ("arc-troopers", "covert-deployment", {"arc-dc-15x", "arc-jet-pack"}),
        ("imperial-special-forces", "covert-ambush", {"isf-captain", "isf-trooper"}),
    ],
)
def test_who_deploys_covertly(name: str, side: str, hidden: set[str]) -> None:
    before = squad(name, side)
    found = {unit.card for unit in before.army("one") if "covert-deploy" in abilities(before, unit)}
    assert found == hidden


@cards("covert-ambush")
def test_isf_units_out_of_hiding_gain_a_token() -> None:
    before = squad("imperial-special-forces", "covert-ambush")
    bench = Bench(before).hook("arrived", "one.1", "covert-deploy").pick("dodge")
    assert tokens(bench, "one.1") == {"dodge": 1}
    assert Bench(before).hook("arrived", "one.1").asked() is None, (
        "from the Ambush Network, as a reinforcement"
    )


@cards("cross-training")
def test_cross_training() -> None:
    assert supports(
        squad("arc-troopers", "cross-training"), table(squads=("arc-troopers", "infantry")).units["one.2"]
    )


@cards("im-with-you-brother")
def test_brothers_dash_and_share_no_tokens() -> None:
    before = squad("clone-troopers", "im-with-you-brother")
    assert not is_clone(before, before.units["one.2"]) and is_clone(
        squad("clone-troopers"), before.units["one.2"]
    )
    bench = Bench(before, attack=BLANKS).attack("one.2", STORM).pick("one.3").pick("clear")
    assert bench.of(Moved) == [Moved(unit="one.3", speed=1, why="im-with-you-brother")]
    assert bench.asked() is None


@cards("part-of-something-larger")
def test_part_of_something_larger_gives_a_token_away_for_a_suppression() -> None:
    bench = (
        Bench(squad("clone-troopers", "part-of-something-larger")).acting("one.2").take("aim").pick("one.3")
    )
    assert tokens(bench, "one.2") == {} and tokens(bench, "one.3") == {"aim": 1}
    assert bench.unit("one.2").suppression == 1


@cards("part-of-something-larger")
def test_part_of_something_larger_with_tokens_of_cards_and_other_units() -> None:
    """A Surge of a command card, an Aim of the Spotter's; what came so is not handed on, and nobody else
    is asked: not the droid, nor an enemy."""
    before = with_unit(squad("clone-troopers", "part-of-something-larger"), "one.2", order="faceup")
    droid = the(before, "astromech-droid")
    ordered = with_unit(with_chair(before, "one", played="born-for-this"), droid, order="faceup")
    bench = Bench(ordered).hook("ordered")
    assert (bench.step.unit, bench.step.known, droid in bench.step.options) == (
        "one.2",
        {"token": "surge"},
        False,
    )
    assert tokens(bench.pick("one.3"), "one.3") == {"surge": 1} and tokens(bench, "one.2") == {}
    assert bench.asked() is None and tokens(bench, droid) == {"surge": 1}
    spotted = Bench(before).acting("one.1").take("spotter").pick("one.2", "one.3")
    assert (spotted.step.unit, spotted.step.known) == ("one.2", {"token": "aim"})
    spotted.pick()
    assert spotted.step.unit == "one.3" and tokens(spotted.pick("one.4"), "one.4") == {"aim": 1}
    assert tokens(spotted, "one.2") == {"aim": 1} and spotted.unit("one.3").suppression == 1
    theirs = Bench(before).acting(STORM).take("aim")
    assert theirs.step.unit == STORM and theirs.asked() == "two"


@cards("backpack-power-supply", "high-alert")
def test_clone_gains() -> None:
    before = squad("clone-troopers", "backpack-power-supply", "high-alert")
    gunner = the(before, "clone-z-6")
    assert "strafe" in Bench(before).acting(gunner).actions()
    assert "strafe" not in Bench(before).acting("one.2").actions()
    assert standby_reach(before, before.units["one.2"]) == 18


@cards("advanced-medical-training")
def test_advanced_medical_training_calms_as_well() -> None:
    before = with_unit(squad("clone-troopers", "advanced-medical-training"), "one.1", lost=1, suppression=3)
    bench = Bench(before).acting(the(before, "clone-medic")).take("heal", "one.1")
    assert (bench.unit("one.1").lost, bench.unit("one.1").suppression) == (0, 1)


# Separatists -----------------------------------------------------------------------------------------------


@cards("networked-calculations")
@pytest.mark.parametrize("name", ["invasion-force", "droid-commandos"])
def test_networked_calculations_three_surges_to_share(name: str) -> None:
    before = squad(name, "networked-calculations")
    bench = Bench(before).hook("activations")
    assert tokens(bench, "one.1") == {"surge": 3}
    shared = blow("one.2", STORM, dice=(Die.ATTACK_RED,), faces=(Face.SURGE,))
    purse = rerolls(bench.table, shared, 0)
    assert purse and purse.tokens == {"surge": ("one.1",)}


@cards("linked-learning")
def test_linked_learning_hands_an_aim_on() -> None:
    before = with_unit(squad("invasion-force", "linked-learning"), "one.2", tokens={"aim": 1})
    faces = {"attack": BLANKS, "reroll": ["blank"] * 2}
    bench = Bench(before, **faces).attack("one.2", STORM).spend("aim", dice=(0, 1)).pick("one.3")
    assert tokens(bench, "one.3") == {"aim": 1} and tokens(bench, "one.2") == {}


@cards("sentry-mode")
def test_sentry_mode_after_a_standby() -> None:
    before = with_unit(squad("invasion-force", "sentry-mode"), "one.2", tokens={"standby": 1})
    bench = Bench(before).acting(STORM).take("aim").say("one", React(unit="one.2", what="move"))
    assert bench.pick("clear").step.what == "sentry-mode"
    assert tokens(bench.pick("aim"), "one.2") == {"aim": 1}


@cards(
    "mobility-programming",
    "advanced-ai",
    "enhanced-durasteel-framework",
    "mobility-calibration",
    "offensive-calibration",
)
@pytest.mark.parametrize(
    ("name", "side", "unit", "gain", "of"),
    [
        ("invasion-force", "mobility-programming", "b1-battle-droid", "ai", ("attack", "move")),
        ("invasion-force", "advanced-ai", "b2-super-battle-droid", "independent", ("aim",)),
        ("invasion-force", "enhanced-durasteel-framework", "b2-super-battle-droid", "indomitable", ()),
        ("droid-commandos", "mobility-calibration", "magnaguard", "independent", ("dodge",)),
        ("droid-commandos", "offensive-calibration", "magnaguard", "independent", ("aim",)),
    ],
)
def test_droids_gain_abilities(name: str, side: str, unit: str, gain: str, of: tuple[str, ...]) -> None:
    before = squad(name, side)
    assert abilities(before, before.units[the(before, unit)])[gain].of == of


@cards("pack-hunters")
def test_pack_hunters_copy_a_spent_token() -> None:
    before = squad("droid-commandos", "pack-hunters")
    one, other = the(before, "bx-vibrosword"), the(before, "bx-vibrosword", number=1)
    before = with_unit(before, one, tokens={"aim": 1})
    bench = Bench(before, attack=BLANKS, reroll=["blank"] * 2).attack(one, STORM).spend("aim", dice=(0, 1))
    assert bench.step.options == (other,)
    assert tokens(bench.pick(other), other) == {"aim": 1}


@cards("pack-hunters")
def test_pack_hunters_copy_each_of_several_tokens() -> None:
    before = squad("droid-commandos", "pack-hunters")
    one, other = the(before, "bx-vibrosword"), the(before, "bx-vibrosword", number=1)
    bench = Bench(
        with_unit(before, one, tokens={"dodge": 2}), attack=["hit", "hit", "blank", "blank", "blank"]
    )
    bench.attack(STORM, one).defend(dodges=2).pick(other).pick(other)
    assert tokens(bench, one) == {} and tokens(bench, other) == {"dodge": 2}


# Empire and Mandalorians -----------------------------------------------------------------------------------


@cards("push-them-back")
def test_push_them_back_calms_when_an_enemy_panics() -> None:
    before = squad("infantry", "push-them-back", foe="rebel-troopers")
    before = with_unit(with_unit(before, "one.6", suppression=2), "two.2", suppression=2)
    bench = Bench(before, panic=["blank"])
    bench.run(Suffer(id="s", units=("two.2",), what="suppression", number=1)).pick("one.6")
    assert bench.unit("one.6").suppression == 1


@cards("inspiring-oration")
def test_inspiring_oration_when_the_officer_is_ordered() -> None:
    before = with_unit(squad("infantry", "inspiring-oration", foe="rebel-troopers"), "one.6", suppression=2)
    assert (
        Bench(with_unit(before, "one.1", order="faceup"))
        .hook("ordered")
        .pick("one.6")
        .unit("one.6")
        .suppression
        == 1
    )
    assert Bench(before).hook("ordered").step is None


@cards("guard-duty")
def test_guard_duty_turns_a_lost_standby_into_an_aim() -> None:
    before = with_unit(squad("infantry", "guard-duty", foe="rebel-troopers"), "one.2", tokens={"standby": 1})
    bench = Bench(with_unit(before, "one.6", tokens={"standby": 1}))
    bench.run(ScoreRound(id="score"), CleanUp(id="clean"), EndOfEnd(id="end"))
    assert tokens(bench, "one.2") == {"aim": 1} and tokens(bench, "one.6") == {}, "Stormtroopers only"


@cards("interrogation-protocols")
def test_interrogation_adds_four_red_dice_in_melee() -> None:
    before = squad("infantry", "interrogation-protocols", foe="rebel-troopers")
    droid = the(before, "fx-9")
    close = replace(before, engaged=engaged((droid, "two.2")))
    bench = Bench(close, attack=BLANKS).attack(droid, "two.2", "melee")
    assert bench.of(AttackDeclared)[0].dice == ("attack-white", *("attack-red",) * 4)


@cards("fan-out")
def test_fan_out_gives_lonely_troopers_a_token() -> None:
    before = squad("imperial-special-forces", "fan-out", foe="rebel-troopers")
    trooper = the(before, "isf-trooper")
    bench = Bench(before).hook("activations")
    assert bench.step.unit == trooper
    bench.pick("dodge").pick()
    assert tokens(bench, trooper) == {"dodge": 1}
    assert tokens(bench, the(before, "isf-trooper", number=1)) == {}, "one stood near the Captain"


@cards("surgical-strike")
def test_surgical_strike_spends_aims_for_suppression() -> None:
    before = squad("imperial-special-forces", "surgical-strike", foe="rebel-troopers")
    trooper = the(before, "isf-trooper")
    before = with_unit(before, trooper, tokens={"aim": 2})
    faces = {"attack": ["hit"] * 5, "defence": ["block"] * 5, "panic": ["blank"]}
    bench = Bench(before, **faces).attack(trooper, "two.2").pick("1")
    assert bench.unit("two.2").suppression == 2 and tokens(bench, trooper) == {"aim": 1}


@cards("follow-my-lead")
def test_a_scout_follows_the_isf() -> None:
    before = squad("imperial-special-forces", "follow-my-lead", foe="rebel-troopers")
    scout = the(before, "scout-trooper")
    bench = Bench(before).acting(the(before, "isf-trooper")).take("dodge").pick(scout)
    assert tokens(bench, scout) == {"dodge": 1}


@cards("priority-target")
def test_two_priority_targets_each_round() -> None:
    bench = Bench(squad("imperial-special-forces", "priority-target", foe="rebel-troopers")).hook("round")
    assert bench.step.most == 2
    assert tokens(bench.pick("two.2", "two.3"), "two.3") == {"observation": 1}


@cards("he-grenades", "wrist-flamers")
@pytest.mark.parametrize(("side", "pool"), [("he-grenades", (0, 2, 0)), ("wrist-flamers", (0, 0, 2))])
def test_weapons_of_loadouts_join_the_arsenal(side: str, pool: tuple[int, int, int]) -> None:
    before = squad("mandalorian-super-commandos", side, foe="rebel-troopers")
    assert weapons(before, before.units["one.1"])[side].pool == pool
    bench = Bench(before, attack=["blank"] * 8).attack("one.1", "two.2", "ranged-1", side)
    assert len(bench.of(AttackDeclared)[0].dice) == 8


@cards("combat-shields")
def test_combat_shields_change_a_surge() -> None:
    before = squad("mandalorian-super-commandos", "combat-shields")
    assert defence_of(before, blow(STORM, "one.1")).surges == 1
    bench = Bench(before, attack=["hit", "hit", *["blank"] * 3], defence=["surge", "surge"]).attack(
        STORM, "one.1"
    )
    assert bench.unit("one.1").lost == 1


def test_every_side_of_a_loadout_is_named_by_a_test() -> None:
    assert set(edition_cards("v1.1").loadouts) - cards.ids == set()
