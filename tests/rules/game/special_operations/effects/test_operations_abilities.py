"""Every ability and weapon keyword of Special Operations does what its card says (version 1.1), one test or
more naming each."""

from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.game.answers import Strike
from muster.rules.game.special_operations.attacks.as_odds import cover, defence_of
from muster.rules.game.special_operations.attacks.sheet import in_melee, most_weapons, usable
from muster.rules.game.special_operations.attacks.spending import dice_rerolled
from muster.rules.game.special_operations.attacks.standby import standby_reach
from muster.rules.game.special_operations.events import AttackDeclared, AttackSettled, Moved
from muster.rules.game.special_operations.squads.squads import edition_cards, units_in_play
from muster.rules.game.special_operations.units import abilities, height_cleared, weapons
from muster.rules.game.steps import MissionSetup
from muster.rules.game.steps.operations import Attack, Sheet, Suffer
from tests.rules.game.operations import (
    SHIELDS,
    VEHICLE,
    Bench,
    Exercised,
    engaged,
    table,
    the,
    with_chair,
    with_unit,
)

cards = Exercised()
STORM = "two.2"
BLANKS = ["blank"] * 9


def squad(name: str, edition: str = "v1.1", **more: Any) -> Any:
    """This squad is Blue, the Empire's Infantry Red."""
    return table(squads=(name, "infantry"), edition=edition, **more)


def tokens(bench: Bench, id: str) -> dict[str, int]:
    return dict(bench.unit(id).tokens)


# After moves and attacks -----------------------------------------------------------------------------------


@cards("agile", "tactical")
@pytest.mark.parametrize(
    ("name", "unit", "token"),
    [("rebel-troopers", "rebel-pathfinder", "dodge"), ("imperial-special-forces", "isf-trooper", "aim")],
)
def test_a_move_action_earns_a_token_and_a_dash_none(name: str, unit: str, token: str) -> None:
    before = squad(name)
    id = the(before, unit)
    assert tokens(Bench(before).acting(id).take("move"), id) == {token: 1}
    assert tokens(Bench(before).acting(id).take("dash"), id) == {}


@cards("charge")
def test_charge_is_a_free_melee_attack_that_uses_up_the_attack() -> None:
    before = squad("rebel-commandos")
    wookiee = the(before, "wookiee-bowcaster")
    bench = Bench(before, attack=BLANKS).acting(wookiee).take("move", STORM).pick()
    assert isinstance(bench.step, Sheet) and bench.step.kind == "melee" and bench.step.optional
    bench.say("one", Strike(prompt=bench.step.id, target=STORM, weapons=("melee",)))
    assert bench.of(AttackDeclared) and "attack" not in bench.actions() and bench.step.left == 1


@cards("steady")
def test_steady_is_a_free_attack_after_a_move() -> None:
    before = with_chair(table(squads=("infantry", "rebel-troopers")), "one", played="elite-troopers")
    death = the(before, "death-trooper")
    assert isinstance(Bench(with_unit(before, death, order="faceup")).acting(death).take("move").step, Sheet)
    assert not isinstance(Bench(before).acting(death).take("move").step, Sheet), "only with an order"


@cards("arc-training", "reliable", "concentrated-fire", "rapid-fire", "suppressive")
def test_arc_captain() -> None:
    """A Dodge after its attack; a Suppression more for each Critical; two attacks; a Surge each phase."""
    before = with_unit(squad("arc-troopers"), STORM, courage=3)
    captain = the(before, "arc-captain")
    faces = ["critical", "critical", *["blank"] * 4]
    bench = Bench(before, attack=faces, defence=["block", "block"]).acting(captain).take("attack")
    bench.say("one", Strike(prompt=bench.step.id, target=STORM, weapons=("ranged-1",)))
    assert tokens(bench, captain) == {"dodge": 1} and bench.unit(STORM).suppression == 3
    assert "attack" in bench.actions(), "Rapid Fire"
    bench.take("attack")
    started = Bench(before).hook("activations")
    assert tokens(started, captain) == {"surge": 1}


@cards("fire-and-displace", "sharpshooter")
def test_arc_sniper_displaces_and_ignores_cover() -> None:
    before = squad("arc-troopers")
    sniper = the(before, "arc-dc-15x")
    bench = Bench(before, attack=["hit", *["blank"] * 5], defence=["surge"]).attack(sniper, STORM, cover=2)
    assert bench.unit(STORM).lost == 1, "Sharpshooter 2: no cover is left"
    assert bench.step.only == ("dash",) and bench.step.unit == sniper


@cards("mandalorian-training", "arsenal", "versatile", "bound")
def test_mandalorians() -> None:
    before = squad("mandalorian-super-commandos")
    captain, other = the(before, "mandalorian-captain"), the(before, "mandalorian-marksman")
    bench = Bench(before, attack=BLANKS).attack(captain, STORM).pick(other)
    assert tokens(bench, other) == {"aim": 1}
    assert most_weapons(before, before.units[captain]) == 3
    assert height_cleared(before, before.units[captain]) == 2
    assert height_cleared(before, before.units[STORM]) == 0
    assert in_melee(weapons(before, before.units[captain])["ranged-1"])
    close = replace(before, engaged=engaged((captain, STORM)))
    sheet = Sheet(id="bout", seat="one", unit=captain)
    assert set(usable(close, sheet, STORM)) == {"melee", "ranged-1"}
    both = Bench(close, attack=BLANKS).attack(captain, STORM, "melee", "ranged-1")
    assert len(both.of(AttackDeclared)[0].dice) == 12, "both pools together"


@cards("nimble")
def test_nimble_gives_back_a_dodge_that_was_spent() -> None:
    before = with_unit(squad("rebel-troopers"), "one.2", tokens={"dodge": 1})
    faces = {"attack": ["hit", "blank", "blank", "blank", "blank"], "defence": ["block"]}
    assert tokens(Bench(before, **faces).attack(STORM, "one.2").defend(dodges=1), "one.2") == {"dodge": 1}
    kept = Bench(before, **faces).attack(STORM, "one.2").defend()
    assert tokens(kept, "one.2") == {"dodge": 1}, "not spent, not given"


@cards("valor")
def test_valor_calms_a_friend_after_an_attack_action() -> None:
    before = with_unit(squad("rebel-troopers"), "one.2", suppression=2)
    path = the(before, "rebel-pathfinder")
    bench = Bench(before, attack=BLANKS).acting(path).take("attack")
    bench.say("one", Strike(prompt=bench.step.id, target=STORM, weapons=("ranged-1",))).pick("one.2")
    assert bench.unit("one.2").suppression == 1


@cards("strafe")
def test_strafe_attacks_two_enemies_for_two_actions() -> None:
    before = with_chair(squad("clone-troopers"), "one", assets=("backpack-power-supply",))
    gunner = the(before, "clone-z-6")
    bench = Bench(before, attack=BLANKS).acting(gunner).take("strafe")
    bench.say("one", Strike(prompt=bench.step.id, target=STORM, weapons=("ranged-1",)))
    assert isinstance(bench.step, Sheet) and STORM not in bench.step.targets
    bench.say("one", Strike(prompt=bench.step.id, target="two.3", weapons=("ranged-1",)))
    assert [one.on for one in bench.of(AttackDeclared)] == [STORM, "two.3"] and bench.step is None


# In an attack ----------------------------------------------------------------------------------------------


@cards("ambush")
@pytest.mark.parametrize(("order", "suppression"), [("facedown", 1), ("faceup", 0), ("", 0)])
def test_ambush_suppresses_who_has_acted(order: str, suppression: int) -> None:
    before = with_unit(squad("imperial-special-forces"), STORM, order=order)
    bench = Bench(before, attack=BLANKS).attack(the(before, "isf-trooper"), STORM)
    assert bench.unit(STORM).suppression == suppression


@cards("directive")
def test_directive_gives_critical_to_friends_near_an_ordered_tactical_droid() -> None:
    before = squad("invasion-force")
    droid, b1 = the(before, "tactical-droid"), the(before, "b1-battle-droid")
    ordered = with_unit(before, droid, order="faceup")
    faces = {"attack": ["surge", "blank", "blank", "blank"], "defence": ["blank"], "panic": ["blank"]}
    assert Bench(ordered, **faces).attack(b1, STORM).pick("yes").unit(STORM).lost == 1
    assert Bench(ordered, **faces).attack(b1, STORM).pick("no").unit(STORM).lost == 0
    assert Bench(before, **faces).attack(b1, STORM).asked() is None


@cards("directive")
def test_directive_is_told_once_until_one_of_the_two_moves() -> None:
    before = squad("invasion-force")
    droid, b1 = the(before, "tactical-droid"), the(before, "b1-battle-droid")
    other = the(before, "b1-battle-droid", number=1)
    for id in (droid, b1, other):
        before = with_unit(before, id, order="faceup")
    faces = {"attack": ["surge", "blank", "blank", "blank"] * 3, "defence": BLANKS, "panic": BLANKS}
    bench = Bench(before, **faces).attack(b1, STORM).pick("yes").attack(b1, "two.3")
    assert bench.asked() is None and bench.unit("two.3").lost == 1
    assert bench.attack(other, STORM).step.unit == other, "each unit for itself"
    known = bench.pick("no").table
    for moves, asked in ((b1, True), (droid, True), (other, False)):
        again = Bench(known, **faces).acting(moves).take("move").attack(b1, STORM)
        assert (getattr(again.step, "what", "") == "directive") is asked, moves


def blow(on: str, by: str = STORM, **more: Any) -> Attack:
    return Attack(by=by, on=on, weapons=("ranged-1",), **more)


@cards("danger-sense", "camouflage", "armor", "stealth-armor")
def test_what_a_defender_has() -> None:
    rebels = with_unit(squad("rebel-troopers"), "one.2", suppression=2)
    assert defence_of(rebels, blow("one.2")).danger_sense == 2
    commandos = squad("rebel-commandos")
    assert [defence_of(commandos, blow("one.2", terrain=n)).camouflage for n in (0, 1, 2)] == [0, 1, 1]
    assert defence_of(commandos, blow("one.2", terrain=1, melee=True)).camouflage == 0
    droids = squad("invasion-force")
    assert defence_of(droids, blow(the(droids, "b2-super-battle-droid"))).armour == 1
    death = the(rebels, "death-trooper", "two")
    assert cover(rebels, blow(death, "one.1")) == 1


@cards("critical", "impact", "pierce", "immune-melee-pierce")
def test_keywords_of_a_vibrosword() -> None:
    """Pierce 1 takes a Block, not from a MagnaGuard in melee."""
    before = table(squads=("droid-commandos", "droid-commandos"), edition="v1.1")
    sword = the(before, "bx-vibrosword")
    shield, guard = (the(before, one, "two") for one in ("bx-deflector-shield", "magnaguard"))
    faces = {"attack": ["critical", "critical", "blank", "blank"], "defence": ["block", "block"]}
    for foe, wounds in ((shield, 1), (guard, 0)):
        close = replace(before, engaged=engaged((sword, foe)))
        assert Bench(close, **faces).attack(sword, foe, "melee").unit(foe).lost == wounds


@cards("ignore-cover")
def test_flamers_ignore_cover() -> None:
    before = with_chair(squad("mandalorian-super-commandos"), "one", assets=("wrist-flamers",))
    captain = the(before, "mandalorian-captain")
    assert cover(before, Attack(by=captain, on=STORM, weapons=("wrist-flamers",), terrain=2)) == 0
    assert cover(before, Attack(by=captain, on=STORM, weapons=("ranged-1",), terrain=2)) == 2


@cards("precise", "threat-assessment")
def test_rerolls() -> None:
    infantry = table(squads=("infantry", "rebel-troopers"))
    assert dice_rerolled(infantry, blow("two.2", the(infantry, "stormtrooper")), "aim") == 3
    isf = table(squads=("imperial-special-forces", "rebel-troopers"))
    trooper = the(isf, "isf-trooper")
    assert dice_rerolled(isf, blow("two.2", trooper), "observation") == 2
    assert dice_rerolled(infantry, blow("two.2", the(infantry, "stormtrooper")), "observation") == 1


# Panic, standby, starts ------------------------------------------------------------------------------------


@cards("unrelenting-advance")
def test_unrelenting_advance_moves_who_caused_a_panic() -> None:
    before = with_unit(table(squads=("infantry", "rebel-troopers")), "two.2", suppression=2)
    bench = Bench(before, panic=["blank"])
    bench.run(Suffer(id="s", units=("two.2",), what="suppression", number=1, by="one.2")).pick("clear")
    assert [(one.unit, one.speed) for one in bench.of(Moved)] == [("one.2", 1)]


@cards("sentinel")
def test_sentinel_reaches_18_inches() -> None:
    infantry = table(squads=("infantry", "rebel-troopers"))
    assert standby_reach(infantry, infantry.units[the(infantry, "stormtrooper")]) == 18
    assert standby_reach(infantry, infantry.units["two.2"]) == 12


@cards("independent")
def test_independent_units_without_an_order_gain_their_token() -> None:
    before = with_chair(squad("droid-commandos"), "one", assets=("offensive-calibration",))
    ordered = with_unit(before, "one.1", order="faceup")
    bench = Bench(ordered).hook("activations")
    assert tokens(bench, "one.2") == {"aim": 1} and tokens(bench, "one.1") == {}


@cards("indomitable")
def test_indomitable_units_rally_with_red_dice() -> None:
    before = squad("rebel-commandos")
    wookiee = the(before, "wookiee-bowcaster")
    bench = Bench(with_unit(before, wookiee, suppression=1), rally=["block"]).start(wookiee)
    rolled = next(event for event in bench.log if getattr(event, "purpose", "") == "rally")
    assert rolled.roll.dice == ("defence-red",) and bench.unit(wookiee).suppression == 0


@cards("inspire")
def test_inspire_calms_a_friend_at_the_start() -> None:
    before = with_unit(squad("rebel-troopers"), "one.3", suppression=2)
    assert Bench(before).start("one.1").pick("one.3").unit("one.3").suppression == 1


@cards("for-the-republic")
def test_for_the_republic_lets_a_friend_dash() -> None:
    bench = Bench(squad("clone-troopers")).start("one.1").pick("clear").pick("one.2").pick("clear")
    assert [one.unit for one in bench.of(Moved)] == ["one.1", "one.2"] and bench.step.unit == "one.1"
    assert "dash" not in bench.actions(), "no action twice, free ones included (rule 304)"
    assert "dash" in Bench(squad("clone-troopers")).start("one.1").pick().pick().actions(), "it stayed"
    caught = replace(squad("clone-troopers"), engaged=engaged(("one.2", "two.2")))
    asked = Bench(caught).start("one.1").pick().step
    assert asked.what == "for-the-republic" and "one.2" not in asked.options, "an engaged unit does not Dash"
    held = replace(squad("clone-troopers"), engaged=engaged(("one.1", "two.2")))
    assert Bench(held).start("one.1").step.what == "for-the-republic", "nor does who gives the word"


@cards("scout")
def test_scouts_move_when_they_arrive() -> None:
    """Never into contact (G34): nothing is asked."""
    bench = Bench(squad("rebel-commandos")).hook("arrived", "one.2")
    assert bench.of(Moved) == [Moved(unit="one.2", speed=1, why="scout")] and bench.asked() is None


@cards("command-node")
def test_command_node_orders_a_corps_unit() -> None:
    before = squad("invasion-force")
    b1 = the(before, "b1-battle-droid")
    bench = Bench(before).hook("ordered")
    assert {bench.unit(one).rank for one in bench.step.options} == {"corps"}
    assert bench.pick(b1).unit(b1).order == "faceup"


@cards("chain-of-command")
def test_chain_of_command_has_stormtroopers_stand_by() -> None:
    before = with_unit(table(squads=("infantry", "rebel-troopers")), "one.1", order="faceup")
    bench = Bench(before).hook("ordered").pick("one.2", "one.3")
    assert bench.unit("one.2").has("standby") and bench.unit("one.3").has("standby")


@cards("disengage")
def test_disengage_moves_out_of_a_melee() -> None:
    before = with_chair(squad("rebel-commandos"), "one", assets=("extra-muscle",))
    id = the(before, "wookiee-bowcaster")
    before = with_unit(before, id, card="wookiee-ryyk-blades")
    bench = Bench(replace(before, engaged=engaged((id, STORM)))).acting(id).take("move")
    assert not bench.table.marks.get(f"did.{id}.withdraw", 0)


@cards("ai")
def test_ai_begins_with_its_attack() -> None:
    before = squad("invasion-force")
    assert Bench(before).acting(the(before, "b1-battle-droid")).actions() == {"attack", "unable"}


@cards("ai")
def test_a_free_action_does_not_stand_for_the_first_one_of_an_ai() -> None:
    before = table(SHIELDS, ("invasion-force", "infantry"))
    bench = Bench(before).acting(the(before, "b1-battle-droid")).take("console", "backup")
    assert bench.actions() == {"attack", "unable"}
    assert "aim" in bench.take("unable").actions()


@cards("interface-protocols")
def test_interface_protocols_rerolls_any_dice_of_a_mission() -> None:
    before = table(SHIELDS, ("infantry", "invasion-force"), "v1.1")
    worker = the(before, "worker-droid", "two")
    bench = Bench(
        with_unit(before, worker, order="faceup"), console=["blank", "blank", "blank", "hit", "hit", "hit"]
    )
    bench.acting(worker).take("console")
    assert bench.step.most == 3
    bench.pick("0", "1", "2").pick("slot-hit-1", "slot-hit-2", "slot-hit-3")
    assert bench.table.marks.get("slot.hit", 0) == 3


@pytest.mark.rule(370)
@cards("interface-protocols")
def test_interface_protocols_rerolls_the_dice_of_a_detonator() -> None:
    """Throwing it is an action of the mission: any of the dice once more, those kept count as they lie."""
    before = (
        Bench(table(VEHICLE, ("infantry", "invasion-force"), "v1.1"))
        .run(MissionSetup(id="setup.cards"))
        .pick()
        .table
    )
    worker, plain = the(before, "worker-droid", "two"), the(before, "b1-battle-droid", "two")
    for id in (worker, plain):
        before = with_unit(before, id, deployed=True, order="faceup", tokens={"detonator": 1})
    hull = next(unit.id for unit in before.units.values() if unit.card.startswith("vehicle-"))
    faces = ["hit", "blank", "blank", "surge", "blank"]
    bench = Bench(before, detonator=faces).acting(worker).take("detonator").pick("7")
    assert (bench.step.what, bench.step.most, bench.unit(hull).lost) == ("reroll", 3, 0)
    assert bench.pick("1", "2").unit(hull).lost == 2
    assert (
        Bench(before, detonator=faces).acting(worker).take("detonator").pick("7").pick().unit(hull).lost == 1
    )
    assert Bench(before, detonator=faces).acting(plain).take("detonator").pick("7").unit(hull).lost == 1


@cards("covert-deploy")
def test_covert_deploy_comes_with_loadouts_only() -> None:
    assert not any(unit.ability("covert-deploy") for unit in units_in_play("v1.1"))
    giving = {
        id
        for id, side in edition_cards("v1.1").loadouts.items()
        if any(one.id == "covert-deploy" for one in side.gains)
    }
    assert giving == {"covert-deployment", "home-territory", "covert-ambush"}


# Actions of cards ------------------------------------------------------------------------------------------


@cards("spotter", "take-cover")
@pytest.mark.parametrize(("action", "token"), [("spotter", "aim"), ("take-cover", "dodge")])
def test_two_friends_gain_a_token(action: str, token: str) -> None:
    bench = Bench(squad("clone-troopers")).acting("one.1").take(action)
    assert bench.step.most == 2
    bench.pick("one.2", "one.3")
    assert tokens(bench, "one.2") == tokens(bench, "one.3") == {token: 1} and bench.step.left == 1


@cards("pulse-scan")
def test_pulse_scan_strips_dodges_and_marks() -> None:
    before = with_unit(squad("droid-commandos"), STORM, tokens={"dodge": 2})
    bench = Bench(before).acting("one.1").take("pulse-scan").pick(STORM, "two.3")
    assert tokens(bench, STORM) == tokens(bench, "two.3") == {"observation": 1}


@cards("heal", "medical-aid")
@pytest.mark.parametrize(
    ("name", "medic", "action", "droid"),
    [
        ("clone-troopers", "clone-medic", "heal", "astromech-droid"),
        ("infantry", "fx-9", "medical-aid", "fx-9"),
    ],
)
def test_two_wounds_are_healed_but_no_droid(name: str, medic: str, action: str, droid: str) -> None:
    before = with_unit(squad(name), "one.2", lost=3)
    id = the(before, medic)
    assert Bench(before).acting(id).take(action, "one.2").unit("one.2").lost == 1
    broken = with_unit(squad(name), the(before, droid), lost=2)
    assert action not in Bench(broken).acting(id).actions()


@cards("observe")
def test_observe_marks_an_enemy_the_captain_for_free() -> None:
    commandos, scouts = squad("rebel-commandos"), squad("imperial-special-forces")
    free = Bench(commandos).acting("one.1").take("observe", STORM)
    assert tokens(free, STORM) == {"observation": 1} and free.step.left == 2
    assert Bench(scouts).acting(the(scouts, "scout-trooper")).take("observe", STORM).step.left == 1


@cards("incapacitate")
def test_incapacitate_turns_an_order_for_two_actions() -> None:
    before = with_unit(squad("imperial-special-forces"), STORM, order="faceup")
    bench = Bench(before).acting(the(before, "id10-seeker-droid")).take("incapacitate", STORM)
    assert bench.unit(STORM).order == "facedown" and bench.step is None


@cards("resupply")
def test_resupply_gives_a_surge_or_calms() -> None:
    before = with_unit(squad("rebel-troopers"), "one.2", suppression=1)
    droid = the(before, "astromech")
    assert tokens(Bench(before).acting(droid).take("resupply", "one.2").pick("surge"), "one.2") == {
        "surge": 1
    }
    assert (
        Bench(before).acting(droid).take("resupply", "one.2").pick("suppression").unit("one.2").suppression
        == 0
    )
    assert tokens(Bench(before).acting(droid).take("resupply", "one.3"), "one.3") == {"surge": 1}


@cards("call-the-hunt")
def test_call_the_hunt_moves_the_hunters() -> None:
    before = squad("bright-tree-allies")
    bench = Bench(before).acting("one.1").take("call-the-hunt")
    while bench.step.id.endswith(".free-move"):
        bench.pick("clear")
    moved = {bench.unit(one.unit).card for one in bench.of(Moved)}
    assert moved == {"ewok-hunter-stone-axe", "ewok-hunter-sling", "ewok-hunter-spear"}


@cards("get-them")
def test_get_them_moves_a_stormtrooper_into_melee() -> None:
    before = table(squads=("infantry", "rebel-troopers"))
    bench = Bench(before, attack=BLANKS).acting("one.1").take("get-them", "one.2")
    assert bench.step.unit == "one.2" and bench.step.only == ("move",)
    bench.take("move", "two.2").pick()
    assert isinstance(bench.step, Sheet) and bench.step.kind == "melee" and bench.step.unit == "one.2"


@cards("get-them")
def test_who_withdraws_at_anothers_word_attacks_in_its_own_activation() -> None:
    before = table(squads=("infantry", "rebel-troopers"), engaged=engaged(("one.2", "two.2")))
    bench = Bench(before).acting("one.1").take("get-them", "one.2").take("move").take("")
    assert {"attack", "standby"} <= bench.acting("one.2").actions()


@cards("guidance")
def test_guidance_gives_a_droid_a_free_action_but_no_attack() -> None:
    before = squad("invasion-force")
    bench = Bench(before).acting("one.1").take("guidance", "one.2")
    assert bench.step.unit == "one.2" and "attack" not in bench.actions() and "move" in bench.actions()
    bench.take("aim")
    assert tokens(bench, "one.2") == {"aim": 1} and bench.step.unit == "one.1"


@cards("guidance")
def test_guidance_may_be_for_an_action_of_the_mission() -> None:
    full = {"slot.critical": 2, "slot.hit": 4}
    before = table(SHIELDS, ("infantry", "invasion-force"), marks=full)
    bench = Bench(before).acting("two.1").take("guidance", "two.2")
    assert {"transmitter", "console"} <= bench.actions()
    assert bench.take("transmitter").table.points("red") == 1


@cards("bodyguard")
def test_bodyguard_is_asked_for_commanders_only() -> None:
    before = squad("rebel-troopers")
    faces = {"attack": ["hit", "blank", "blank", "blank"], "defence": ["blank"]}
    assert Bench(before, **faces).attack("one.2", "two.1").step.what == "bodyguard"
    assert Bench(before, **faces).attack("one.2", STORM).of(AttackSettled)[0].wounds == 1


# The vehicle -----------------------------------------------------------------------------------------------


def hull(name: str) -> tuple[Bench, str]:
    bench = Bench(table(VEHICLE, (name, "rebel-troopers"), "v1.1")).run(MissionSetup(id="setup.cards")).pick()
    id = next(unit.id for unit in bench.table.units.values() if unit.card.startswith("vehicle-"))
    return bench, id


@cards("field-triage", "rally-point")
@pytest.mark.parametrize(("name", "field"), [("rebel-troopers", "lost"), ("clone-troopers", "suppression")])
def test_three_in_all_from_friends_near_the_hull(name: str, field: str) -> None:
    bench, id = hull(name)
    hurt = with_unit(with_unit(bench.table, "one.2", **{field: 1}), "one.3", **{field: 2, "courage": 3})
    bench = Bench(hurt).start(id).pick("one.3").pick("one.3").pick("one.2")
    assert getattr(bench.unit("one.2"), field) == getattr(bench.unit("one.3"), field) == 0


@cards("combined-arms", "supply-cache")
@pytest.mark.parametrize(
    ("name", "given"), [("infantry", {"standby": 1}), ("mandalorian-super-commandos", {"aim": 1, "dodge": 1})]
)
def test_a_friend_near_the_hull_gains_tokens(name: str, given: dict[str, int]) -> None:
    bench, id = hull(name)
    assert tokens(Bench(bench.table).start(id).pick("one.2"), "one.2") == given


@cards("heavy-armor", "stationary", "last-stand", "fixed")
def test_the_hull_stays_takes_no_order_and_has_weapons_for_its_arcs() -> None:
    bench, id = hull("infantry")
    own = abilities(bench.table, bench.unit(id))
    assert own["heavy-armor"].of == ("front", "sides") and {"stationary", "last-stand"} <= set(own)
    assert "move" not in Bench(bench.table).acting(id).actions()
    bench.game = replace(bench.game, table=with_unit(bench.table, "two.2", deployed=True))
    bench.acting(id).take("attack")
    shots = {one.weapons for one in bench.legal("one") if isinstance(one, Strike) and one.target == "two.2"}
    assert shots == {("ranged-1",), ("ranged-2",)}, "whichever arc the target is in; never both together"
    front = Bench(bench.table, attack=BLANKS)
    front.say("one", Strike(prompt=front.step.id, target="two.2", weapons=("ranged-2",)))
    assert [len(one.dice) for one in front.of(AttackDeclared)] == [6]


def test_every_ability_and_keyword_is_named_by_a_test() -> None:
    known = edition_cards("v1.1")
    ids = {one.id for unit in units_in_play("v1.1") for one in unit.abilities}
    ids |= {one.id for side in known.loadouts.values() for one in side.gains}
    ids |= {one.id for card in known.commands.values() for one in card.gains}
    every = [weapon for unit in units_in_play("v1.1") for weapon in unit.weapons]
    every += [one.weapon for one in (*known.loadouts.values(), *known.commands.values()) if one.weapon]
    ids |= {key.id for weapon in every for key in weapon.keywords}
    assert ids - cards.ids == set()
