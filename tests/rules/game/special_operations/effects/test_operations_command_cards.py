"""Every command card of Special Operations does what it says (version 1.1), one test or more naming each."""

from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.game.answers import Strike
from muster.rules.game.special_operations.command import eligible, orders_reached, pips
from muster.rules.game.special_operations.events import AttackDeclared, Moved
from muster.rules.game.special_operations.squads.squads import command_card, edition_cards
from muster.rules.game.special_operations.units import (
    abilities,
    height_cleared,
    slips_away,
    speed_of,
    weapons,
)
from muster.rules.game.steps import MissionSetup, StartOfEnd
from muster.rules.game.steps.operations import Sheet, Suffer
from muster.rules.game.table import Ended, Secret
from muster.rules.violations import Refused
from tests.rules.game.card_tables import older_step
from tests.rules.game.operations import (
    CODES,
    SHIFTING,
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
FOE = "two.2"
OTHER = "two.3"
BLANKS = ["blank"] * 9


def played(name: str, card: str, foe: str = "rebel-commandos", mission: str = SHIFTING, **more: Any) -> Any:
    """This squad is Blue and has played a card; its first two units have orders. The enemy is a commando."""
    before = with_chair(table(mission, (name, foe), "v1.1", **more), "one", played=card)
    for id in ("one.1", "one.2"):
        before = with_unit(before, id, order="faceup")
    return before


def tokens(bench: Bench, id: str) -> dict[str, int]:
    return dict(bench.unit(id).tokens)


PIPS = {
    "hero-of-the-rebellion": 1, "built-on-hope": 2, "feel-like-a-hundred": 3, "hold-at-any-cost": 3,
    "defiant-defense": 3, "set-charges": 1, "silent-approach": 3, "log-traps": 1, "theyre-in-the-trees": 3,
    "brothers-in-arms": 3, "teamwork": 3, "born-for-this": 2, "quick-response-team": 2, "good-intel": 2,
    "target-designation": 1, "fire-support": 3, "combat-protocols": 2, "occupation-protocols": 2,
    "orbital-command-ship": 3, "onward-to-victory": 2, "endless-legions": 4, "analyze-and-annihilate": 2,
    "surprise-attack": 1, "oppression": 4, "for-the-empire": 3, "imperial-training": 2,
    "you-have-your-orders": 4, "elite-troopers": 2, "special-forces": 2, "shock-and-awe": 3,
    "brash-tactics": 1, "ruthless": 2, "diversionary-tactics": 3, "gauntlet-support-run": 2,
    "victory-or-death": 3, "standing-orders": 4,
}  # fmt: skip


@pytest.mark.rule(289, 384)
@pytest.mark.parametrize(("card", "number"), PIPS.items())
def test_pips(card: str, number: int) -> None:
    assert pips(table(edition="v1.1"), card) == number


# Rebels ----------------------------------------------------------------------------------------------------


@cards("hero-of-the-rebellion")
def test_a_hero_recovers_and_gains_tokens() -> None:
    before = with_unit(played("rebel-troopers", "hero-of-the-rebellion"), "one.1", suppression=3)
    bench = Bench(before).hook("ordered")
    assert bench.unit("one.1").suppression == 0 and tokens(bench, "one.1") == {"aim": 1, "dodge": 1}
    assert tokens(bench, "one.3") == {}


@cards("built-on-hope")
def test_hope_calms_who_panicked() -> None:
    before = with_unit(played("rebel-troopers", "built-on-hope"), "one.3", suppression=2)
    bench = Bench(before, panic=["blank"]).run(Suffer(id="s", units=("one.3",), what="suppression", number=1))
    assert bench.unit("one.3").suppression == 1


@cards("feel-like-a-hundred")
def test_ranged_attacks_suppress() -> None:
    before = played("rebel-troopers", "feel-like-a-hundred")
    assert Bench(before, attack=BLANKS).attack("one.3", FOE).unit(FOE).suppression == 1
    close = replace(before, engaged=engaged(("one.3", FOE)))
    assert Bench(close, attack=BLANKS).attack("one.3", FOE, "melee").unit(FOE).suppression == 0


@cards("hold-at-any-cost")
def test_a_suppression_for_a_dodge() -> None:
    before = played("rebel-troopers", "hold-at-any-cost")
    bench = Bench(before, attack=BLANKS).attack(FOE, "one.3").defend(hold=True)
    assert bench.unit("one.3").suppression == 1 and tokens(bench, "one.3") == {"dodge": 1}
    assert Bench(before, attack=BLANKS).attack(FOE, "one.3").defend().unit("one.3").suppression == 0


@cards("defiant-defense")
@pytest.mark.parametrize("lost", [0, 3])
def test_panic_wounds_by_criticals_and_surges_heal(lost: int) -> None:
    before = with_unit(played("rebel-troopers", "defiant-defense"), "one.3", lost=lost, suppression=2)
    faces = ["hit", "critical", "surge"]
    bench = Bench(before, panic=faces).run(Suffer(id="s", units=("one.3",), what="suppression", number=3))
    assert bench.unit("one.3").lost == lost, "one more, one less"


@cards("set-charges")
def test_the_saboteurs_charge() -> None:
    before = played("rebel-commandos", "set-charges", foe="infantry")
    saboteur = the(before, "rebel-commando-saboteur")
    assert weapons(before, before.units[saboteur])["set-charges"].pool == (6, 0, 0)
    assert "set-charges" not in weapons(before, before.units["one.2"])
    assert (
        len(Bench(before, attack=BLANKS).attack(saboteur, FOE, "set-charges").of(AttackDeclared)[0].dice) == 6
    )


@cards("silent-approach")
def test_each_unit_marks_an_enemy() -> None:
    before = played("rebel-commandos", "silent-approach", foe="infantry")
    bench = Bench(before).hook("revealed").pick(FOE).pick(FOE).pick("two.3").pick()
    assert tokens(bench, FOE) == {"observation": 2} and tokens(bench, "two.3") == {"observation": 1}


@cards("silent-approach")
def test_a_unit_that_sees_nobody_leaves_the_others_their_look() -> None:
    before = played("rebel-commandos", "silent-approach", foe="infantry")
    bench = Bench(before).hook("revealed")
    for unit in before.army("one"):
        assert bench.step.unit == unit.id
        bench.pick(*((FOE,) if unit.id == "one.7" else ()))
    assert tokens(bench, FOE) == {"observation": 1} and bench.asked() is None


@cards("silent-approach")
def test_a_game_that_was_asked_by_number_goes_on_with_the_units_that_are_left() -> None:
    """As its log holds the step: three looks are left of seven."""
    before = played("rebel-commandos", "silent-approach", foe="infantry")
    old = older_step(type="Decide", id="r1.revealed.blue.4.silent-approach", seat="one",
                     what="silent-approach", options=[FOE, OTHER], least=0, about=["3"])  # fmt: skip
    bench = Bench(before).run(old).pick()
    assert [step.unit for step in reversed(bench.table.todo)] == ["one.5", "one.6", "one.7"]


@cards("log-traps")
def test_log_traps_suppress_by_blocks() -> None:
    before = with_unit(played("bright-tree-allies", "log-traps", foe="infantry"), FOE, courage=2)
    bench = Bench(before, log_traps=["block", "blank", "block"]).hook("revealed").pick(FOE)
    assert bench.unit(FOE).suppression == 2 and bench.unit("two.3").suppression == 0


@cards("theyre-in-the-trees")
def test_ewoks_slip_away() -> None:
    before = played("bright-tree-allies", "theyre-in-the-trees", foe="infantry")
    assert slips_away(before, before.units["one.3"]) and not slips_away(before, before.units[FOE])
    assert speed_of(before, before.units["one.3"]) == 3 and speed_of(before, before.units[FOE]) == 2
    caught = replace(before, engaged=engaged(("one.3", FOE)))
    assert speed_of(caught, caught.units["one.3"]) == 3, "it has Disengage: it does not withdraw"
    assert speed_of(caught, caught.units[FOE]) == 1


# Republic --------------------------------------------------------------------------------------------------


@cards("brothers-in-arms", "born-for-this", "orbital-command-ship")
def test_the_ordered_are_calmed_or_gain_surges() -> None:
    before = with_unit(played("clone-troopers", "brothers-in-arms"), "one.1", suppression=2)
    assert Bench(before).hook("ordered").unit("one.1").suppression == 1
    for name, card in (("clone-troopers", "born-for-this"), ("droid-commandos", "orbital-command-ship")):
        bench = Bench(played(name, card)).hook("ordered")
        assert tokens(bench, "one.1") == {"surge": 1} and tokens(bench, "one.3") == {}


@cards("teamwork")
def test_teamwork_is_critical_for_each_friend_near() -> None:
    """Two Surges beyond Critical 2 and a friend: three Criticals of four Surges."""
    before = played("clone-troopers", "teamwork")
    faces = {"attack": ["surge"] * 4 + ["blank"], "defence": ["blank"] * 4}
    assert Bench(before, **faces).attack("one.3", FOE).pick("1").unit(FOE).lost == 3


@cards("teamwork")
def test_teamwork_is_told_once_until_a_friend_moves_or_falls() -> None:
    """The second attack has the Critical of the first answer."""
    before = played("clone-troopers", "teamwork")
    faces = {"attack": (["surge"] * 4 + ["blank"]) * 2, "defence": ["blank"] * 8, "panic": ["blank"] * 9}
    bench = Bench(before, **faces).attack("one.3", FOE).pick("1").attack("one.3", OTHER)
    assert bench.asked() is None and bench.unit(FOE).lost == bench.unit(OTHER).lost == 3
    known = bench.table
    for moves in ("one.3", "one.4"):
        moved = Bench(known, **faces).acting(moves).take("move").attack("one.3", OTHER)
        assert moved.step.what == "teamwork", f"{moves} has moved"
    fewer = Bench(with_unit(known, "one.4", gone="defeated"), **faces)
    assert fewer.attack("one.3", OTHER).step.what == "teamwork"
    theirs = Bench(known, **faces).acting(FOE).take("move").attack("one.3", OTHER)
    assert theirs.of(AttackDeclared), "an enemy's move changes nothing"


@cards("teamwork", "occupation-protocols")
@pytest.mark.parametrize(
    ("card", "squad", "by", "turned"),
    [
        ("teamwork", "clone-troopers", "clone-trooper", 2),
        ("occupation-protocols", "invasion-force", "b1-battle-droid", 0),
    ],
)
def test_nobody_looks_for_critical_without_a_surge_to_turn(
    card: str, squad: str, by: str, turned: int
) -> None:
    """Surges that Critical X of the weapon turns ask nothing; one more by a reroll does."""
    before = with_unit(played(squad, card), "one.1", order="")
    id = the(before, by, number=1)
    aimed = with_unit(before, id, tokens={"aim": 1})
    faces = ["surge"] * turned + ["blank"] * 5
    bench = Bench(aimed, attack=faces, reroll=["surge"] * 2).attack(id, FOE)
    assert bench.step.stage == "reroll"
    assert bench.spend("aim", dice=(2, 3)).step.what == card


@cards("quick-response-team")
def test_a_quick_response() -> None:
    bench = Bench(played("arc-troopers", "quick-response-team")).hook("ordered").pick("clear").pick("clear")
    assert tokens(bench, "one.2") == {"dodge": 1}
    assert [(one.unit, one.speed) for one in bench.of(Moved)] == [("one.1", 1), ("one.2", 1)]


@cards("good-intel")
def test_good_intel_marks_who_has_no_order() -> None:
    before = with_unit(played("arc-troopers", "good-intel"), "two.3", order="faceup")
    bench = Bench(before).hook("ordered")
    assert tokens(bench, FOE) == {"observation": 1} and tokens(bench, "two.3") == {}


@cards("target-designation")
def test_ranged_attacks_designate() -> None:
    bench = Bench(played("clone-troopers", "target-designation"), attack=BLANKS).attack("one.3", FOE)
    assert tokens(bench, FOE) == {"observation": 1}


@cards("fire-support")
def test_fire_support_on_a_unit_and_those_near() -> None:
    """Three dice each: a wound for a Critical, Suppression for Hits and Surges."""
    faces = ["critical", "hit", "surge", "critical", "critical", "blank"]
    bench = Bench(played("clone-troopers", "fire-support"), fire_support=faces).hook("revealed")
    bench.pick(FOE).pick("two.3")
    assert (bench.unit(FOE).lost, bench.unit(FOE).suppression) == (1, 2)
    assert (bench.unit("two.3").lost, bench.unit("two.3").suppression) == (2, 0)


@pytest.mark.rule(387)
@cards("fire-support")
def test_fire_support_hits_the_near_of_both_sides_each_with_its_own_dice() -> None:
    """G51: an enemy unit has to be named; no cover, no defence dice, no Suppression for a wound."""
    before = with_unit(played("clone-troopers", "fire-support"), FOE, tokens={"dodge": 1})
    bench = Bench(before, fire_support=["critical", *["blank"] * 2, "hit", *["blank"] * 2, *["hit"] * 2])
    bench.hook("revealed")
    assert set(bench.step.options) == {unit.id for unit in before.army("two")}
    with pytest.raises(Refused):
        bench.pick()
    bench.pick(FOE)
    assert {"one.1", "two.3"} <= set(bench.step.options) and FOE not in bench.step.options
    bench.pick("one.1", "two.3")
    assert (bench.unit(FOE).lost, bench.unit(FOE).suppression) == (1, 0)
    assert tokens(bench, FOE) == {"dodge": 1}, "nothing to spend it on"
    assert (bench.unit("one.1").suppression, bench.unit("two.3").suppression) == (1, 2)


@pytest.mark.rule(358, 387)
@cards("fire-support")
def test_a_token_is_handed_on_before_the_next_unit_of_fire_support_is_rolled_for() -> None:
    """G51: each unit is settled before the next. Who takes the token may fall then, and hands it on again."""
    before = played("clone-troopers", "fire-support", mission=CODES)
    for id in (FOE, OTHER):
        before = with_unit(before, id, lost=before.units[id].wounds - 1)
    before = with_unit(before, FOE, tokens={"code": 1})
    known = {"two": Secret(codes={FOE: "codes"})}
    bench = Bench(before, known, fire_support=["critical", "blank", "blank"] * 2).hook("revealed")
    bench.pick(FOE).pick(OTHER)
    assert bench.step.what == "hand-on" and OTHER in bench.step.options and bench.unit(OTHER).here
    bench.pick(OTHER)
    assert bench.step.what == "hand-on" and bench.step.unit == OTHER and not bench.unit(OTHER).here
    assert bench.pick("two.4").unit("two.4").has("code")


@pytest.mark.rule(376, 387)
@cards("fire-support")
def test_fire_support_reaches_the_vehicle() -> None:
    before = played("infantry", "", foe="clone-troopers", mission=VEHICLE)
    before = Bench(before).run(MissionSetup(id="setup.cards")).pick(*(f"two.{n}" for n in range(1, 8))).table
    hull = the(before, "vehicle-empire")
    before = with_chair(with_unit(before, hull, lost=14), "two", played="fire-support")
    bench = Bench(before, fire_support=["critical", "hit", "hit"]).hook("revealed").pick(hull).pick()
    assert bench.table.ended == Ended(winner="red", ground="mission")


# Separatists -----------------------------------------------------------------------------------------------


@cards("combat-protocols")
def test_combat_protocols() -> None:
    before = played("invasion-force", "combat-protocols")
    bench = Bench(before).hook("revealed")
    assert tokens(bench, the(before, "b1-battle-droid")) == {"aim": 1}
    assert tokens(bench, the(before, "tactical-droid")) == {"surge": 1}


@cards("occupation-protocols")
def test_critical_near_an_objective() -> None:
    before = with_unit(played("invasion-force", "occupation-protocols"), "one.1", order="")
    faces = {"attack": ["surge", "blank", "blank", "blank"], "defence": ["blank"], "panic": ["blank"]}
    b1 = the(before, "b1-battle-droid", number=2)
    assert Bench(before, **faces).attack(b1, FOE).pick("yes").unit(FOE).lost == 1
    assert Bench(before, **faces).attack(b1, FOE).pick("no").unit(FOE).lost == 0


@cards("occupation-protocols")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_where_a_unit_stands_is_told_once_until_it_moves(answer: str) -> None:
    before = with_unit(played("invasion-force", "occupation-protocols"), "one.1", order="")
    faces = {"attack": ["surge", "blank", "blank", "blank"] * 2, "defence": BLANKS, "panic": BLANKS}
    b1 = the(before, "b1-battle-droid", number=2)
    bench = Bench(before, **faces).attack(b1, FOE).pick(answer).attack(b1, OTHER)
    assert bench.asked() is None and bench.unit(OTHER).lost == int(answer == "yes")
    again = Bench(with_unit(bench.table, b1, order="faceup"), **faces).acting(b1).take("dash").attack(b1, FOE)
    assert again.step.what == "occupation-protocols"


@cards("onward-to-victory")
@pytest.mark.parametrize(("by", "runs"), [("one.2", ["one.2"]), ("one.3", [])])
def test_onward_to_victory_for_the_ordered(by: str, runs: list[str]) -> None:
    before = played("invasion-force", "onward-to-victory")
    fallen = Bench(before).run(Suffer(id="s", units=(FOE,), what="wound", number=9, by=by))
    assert [one.unit for one in (fallen.pick("clear") if runs else fallen).of(Moved)] == runs
    scared = Bench(before, panic=["blank"])
    scared.run(Suffer(id="s", units=(FOE,), what="suppression", number=3, by=by))
    assert [one.unit for one in (scared.pick("clear") if runs else scared).of(Moved)] == runs


def test_a_panic_that_defeats_gives_onward_to_victory_one_move() -> None:
    """G50: the card speaks of a unit that is defeated or panics, and this one is both at once."""
    before = played("invasion-force", "onward-to-victory")
    last = with_unit(before, FOE, lost=before.units[FOE].wounds - 1)
    over = before.units[FOE].courage + 1
    bench = Bench(last, panic=["hit"]).run(
        Suffer(id="s", units=(FOE,), what="suppression", number=over, by="one.2")
    )
    assert bench.step.what == "free-move" and bench.unit(FOE).gone == "defeated"
    assert bench.pick("clear").asked() is None and len(bench.of(Moved)) == 1


@cards("endless-legions")
def test_endless_legions_return() -> None:
    before = played("invasion-force", "endless-legions")
    b1, worker = the(before, "b1-battle-droid"), the(before, "worker-droid")
    for id in (b1, worker):
        before = with_unit(before, id, gone="defeated", lost=4, suppression=1)
    bench = Bench(replace(before, engaged=engaged((b1, FOE)))).run(StartOfEnd(id="end"))
    assert bench.step.options == (f"return {b1}",), "Corps or Heavy, not Support"
    bench.pick(f"return {b1}")
    assert not bench.table.engaged, "nobody it fell to engages it any more"
    assert bench.unit(b1).here and bench.unit(b1).deployed and bench.unit(b1).lost == 0


@cards("endless-legions", "scout")
def test_a_unit_that_returns_has_arrived() -> None:
    """G34: whatever follows an arrival does, such as the move of a Scout."""
    before = played("invasion-force", "endless-legions")
    id = the(before, "b1-battle-droid")
    before = with_unit(before, id, gone="defeated", card="bx-deflector-shield")
    bench = Bench(before).run(StartOfEnd(id="end")).pick(f"return {id}")
    assert [(one.unit, one.speed, one.why) for one in bench.of(Moved)] == [(id, 1, "scout")]


@cards("analyze-and-annihilate")
def test_analyze_then_annihilate() -> None:
    before = played("droid-commandos", "analyze-and-annihilate")
    bench = Bench(before).hook("revealed")
    assert bench.step.most == 3
    bench.pick(FOE)
    hunting = Bench(bench.table, attack=BLANKS).attack("one.2", FOE)
    assert tokens(hunting, "one.2") == {"aim": 1}
    assert tokens(Bench(bench.table, attack=BLANKS).attack("one.2", "two.3"), "one.2") == {}


@cards("surprise-attack")
def test_bx_units_are_bound() -> None:
    before = played("droid-commandos", "surprise-attack")
    assert height_cleared(before, before.units["one.2"]) == 2
    assert height_cleared(before, before.units[the(before, "magnaguard")]) == 0
    assert height_cleared(played("droid-commandos", ""), before.units["one.2"]) == 0


# Empire ----------------------------------------------------------------------------------------------------


@cards("oppression")
def test_oppressed_enemies_rally_one_less() -> None:
    before = with_unit(played("infantry", "oppression"), FOE, suppression=2)
    bench = Bench(before, rally=["block", "block"]).start(FOE)
    assert bench.unit(FOE).suppression == 1


@cards("for-the-empire", "you-have-your-orders")
@pytest.mark.parametrize(("card", "token"), [("for-the-empire", "aim"), ("you-have-your-orders", "surge")])
def test_who_is_near_gains_a_token(card: str, token: str) -> None:
    bench = Bench(played("infantry", card)).hook("ordered").pick("one.2", "one.4")
    assert tokens(bench, "one.2") == tokens(bench, "one.4") == {token: 1} and tokens(bench, "one.3") == {}


@cards("imperial-training")
def test_a_wound_for_a_recover() -> None:
    before = with_unit(played("infantry", "imperial-training"), "one.6", suppression=2)
    bench = Bench(before).start("one.6").pick("yes")
    assert (bench.unit("one.6").lost, bench.unit("one.6").suppression) == (1, 0)


@cards("elite-troopers")
def test_elite_troopers_are_steady() -> None:
    before = played("infantry", "elite-troopers")
    assert "steady" in abilities(before, before.units["one.2"])
    assert "steady" not in abilities(before, before.units["one.3"])


@cards("special-forces")
def test_an_order_goes_back_into_the_pool() -> None:
    before = with_unit(played("imperial-special-forces", "special-forces"), FOE, order="faceup")
    bench = Bench(before, attack=BLANKS).attack("one.1", FOE)
    assert bench.unit(FOE).order == "" and bench.table.chairs["two"].pool == ("corps",)
    scout = the(before, "scout-trooper")
    assert Bench(before, attack=BLANKS).attack(scout, FOE).unit(FOE).order == "faceup"


@cards("shock-and-awe")
def test_shock_and_awe() -> None:
    before = played("imperial-special-forces", "shock-and-awe")
    bench = Bench(before).run(Suffer(id="s", units=(FOE,), what="wound", number=9, by="one.2")).pick("two.3")
    assert bench.unit("two.3").suppression == 1 and bench.unit("two.4").suppression == 0


# Mercenaries -----------------------------------------------------------------------------------------------

MANDO = "mandalorian-super-commandos"


@cards("brash-tactics")
def test_brash_tactics() -> None:
    bench = Bench(played(MANDO, "brash-tactics")).hook("ordered").pick("one.1").pick("clear")
    assert [(one.unit, one.speed) for one in bench.of(Moved)] == [("one.1", 3)]
    assert tokens(bench, "one.1") == {"observation": 1}


@cards("ruthless")
@pytest.mark.parametrize(("order", "suppression"), [("", 1), ("faceup", 0), ("facedown", 0)])
def test_ruthless_against_who_has_no_order(order: str, suppression: int) -> None:
    before = with_unit(played(MANDO, "ruthless"), FOE, order=order)
    assert Bench(before, attack=BLANKS).attack("one.1", FOE).unit(FOE).suppression == suppression


@cards("diversionary-tactics")
def test_a_diversion() -> None:
    bench = Bench(played(MANDO, "diversionary-tactics")).hook("ordered")
    assert tokens(bench, "one.1") == {"observation": 1, "dodge": 1} and tokens(bench, "one.3") == {"aim": 1}


@cards("gauntlet-support-run")
def test_a_support_run_once_at_the_end_of_a_commanders_activation() -> None:
    before = played(MANDO, "gauntlet-support-run")
    bench = Bench(before, attack=BLANKS).acting("one.1")
    assert all("gauntlet-support-run" not in one.weapons for one in _strikes(before))
    bench.hook("unit-end", "one.1")
    assert isinstance(bench.step, Sheet)
    bench.say("one", Strike(prompt=bench.step.id, target=FOE, weapons=("gauntlet-support-run",)))
    dice = bench.of(AttackDeclared)[0].dice
    assert (dice.count("attack-red"), dice.count("attack-black")) == (2, 2)
    assert not isinstance(Bench(bench.table).hook("unit-end", "one.1").step, Sheet), "once"


def _strikes(before: Any) -> list[Strike]:
    bench = Bench(before).run(Sheet(id="bout", seat="one", unit="one.1"))
    return [one for one in bench.legal("one") if isinstance(one, Strike)]


@cards("victory-or-death")
def test_victory_or_death() -> None:
    """By the letter: who did not defeat an enemy unit, or is not engaged with one, gains two."""
    before = played(MANDO, "victory-or-death")
    assert "charge" in abilities(before, before.units["one.4"])
    for fights, defeats, gained in ((False, False, 2), (True, False, 2), (False, True, 2), (True, True, 0)):
        close = engaged(("one.2", "two.3")) if fights else {}
        bench = Bench(replace(before, acting="one.2", engaged=close))
        if defeats:
            bench.run(Suffer(id="s", units=(FOE,), what="wound", number=9, by="one.2"))
        assert bench.hook("unit-end", "one.2").unit("one.2").suppression == gained, (fights, defeats)
    orders = command_card("v1.1", "victory-or-death").orders
    assert (
        orders_reached(eligible(table(squads=(MANDO, "infantry"), edition="v1.1"), "one"), orders[0] * 6) == 6
    )


@cards("standing-orders")
def test_standing_orders_orders_one_unit() -> None:
    orders = command_card("v1.1", "standing-orders").orders
    assert [[one.count for one in row] for row in orders] == [[1]]


def test_every_command_card_is_named_by_a_test() -> None:
    assert set(edition_cards("v1.1").commands) - cards.ids == set()
