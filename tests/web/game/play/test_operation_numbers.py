"""The numbers that pages of an operation print are those in force: reach, speed, cover, places to deploy."""

import pytest
from django.http import QueryDict
from msgspec.structs import replace

from muster.rules.dice.faces import Die
from muster.rules.game.answers import AnyInput
from muster.rules.game.special_operations.events import AttackDeclared, Moved
from muster.rules.game.steps import MissionSetup
from muster.rules.game.steps.operations import DeployUnit, Sheet
from muster.rules.game.table import Game, Secret, Table, view
from muster.rules.violations import Refused
from muster.web.game.play.forms import FORMS
from muster.web.game.play.operation import operation, secrets
from muster.web.game.play.operation_telling import SENTENCES
from muster.web.game.play.pages import part_for
from muster.web.game.play.prompts.asking import prompt_for
from muster.web.page import render_page
from tests.rules.game.card_tables import older_step
from tests.rules.game.operations import (
    CODES,
    SHIELDS,
    VEHICLE,
    Bench,
    engaged,
    table,
    the,
    with_chair,
    with_unit,
)
from tests.web.form_filler import Shown

TROOPER, STORM = "one.2", "two.2"
NIGHT = {"condition.cover-of-darkness": 1}


def page(game: Game, audience: str) -> str:
    return render_page(part_for(Shown(game), audience))  # type: ignore[arg-type]


def tile(bench: Bench, seat: str, name: str) -> str:
    prompt = prompt_for(view(bench.game, seat))  # type: ignore[arg-type]
    return next(one.note for one in prompt.tiles if one.name == name)


@pytest.mark.rule(381)
@pytest.mark.parametrize(("marks", "inches"), [({}, 12), (NIGHT, 8)])
def test_tile_and_sheet_print_how_far_a_weapon_reaches_now(marks: dict[str, int], inches: int) -> None:
    bench = Bench(table(marks=marks)).acting(TROOPER)
    assert tile(bench, "one", "Attack") == f"{inches}″, 4 dice"
    shown = page(bench.take("attack").game, "one")
    assert f"{inches}″: 2 red, 2 black" in shown and f"{20 - inches}″: 2 red" not in shown


@pytest.mark.rule(381)
def test_a_squad_that_sees_in_the_dark_keeps_its_reach() -> None:
    before = with_chair(table(marks=NIGHT), "one", assets=("low-vis-equipment",))
    assert tile(Bench(before).acting(TROOPER), "one", "Attack").startswith("12″")


@pytest.mark.parametrize(("card", "inches"), [("stormtrooper", 18), ("imperial-officer", 12)])
def test_a_standby_names_its_inches(card: str, inches: int) -> None:
    before = table()
    guard = the(before, card, "two")
    bench = Bench(with_unit(before, guard, tokens={"standby": 1})).acting(TROOPER).take("aim")
    part = operation(view(bench.game, "two"))
    assert part and [(one.unit, one.inches) for one in part.ready] == [(guard, inches)]
    assert f"within {inches}″ and in sight" in page(bench.game, "two")


def test_high_alert_stands_by_further() -> None:
    before = with_chair(table(squads=("clone-troopers", "infantry")), "one", assets=("high-alert",))
    bench = Bench(with_unit(before, TROOPER, tokens={"standby": 1})).acting(STORM).take("aim")
    assert "within 18″ and in sight" in page(bench.game, "one")


def test_the_move_tile_tells_the_speed_of_now() -> None:
    """The card's, the one of a command card, and 1 when it withdraws."""
    ewoks = table(squads=("bright-tree-allies", "infantry"), edition="v1.1")
    fast = with_chair(ewoks, "one", played="theyre-in-the-trees")
    assert tile(Bench(ewoks).acting("one.3"), "one", "Move") == "speed 2"
    assert tile(Bench(fast).acting("one.3"), "one", "Move") == "speed 3"
    caught = table(engaged=engaged((TROOPER, STORM)))
    assert tile(Bench(caught).acting(TROOPER), "one", "Move") == "speed 1, it withdraws"


def test_the_move_tile_tells_what_a_bound_unit_crosses() -> None:
    """BX units in the round of Surprise Attack."""
    before = table(squads=("droid-commandos", "infantry"))
    bound = with_chair(before, "one", played="surprise-attack")
    assert tile(Bench(before).acting(TROOPER), "one", "Move") == "speed 2"
    assert tile(Bench(bound).acting(TROOPER), "one", "Move") == "speed 2, over miniatures and height 2"


def test_the_sheet_of_the_hull_tells_the_arc_of_each_weapon() -> None:
    bench, _ = at_the_hull()
    shown = page(bench.acting(the(bench.table, "vehicle-empire")).take("attack").game, "one")
    assert "18″: 6 red, Critical 3, Fixed: Front" in shown
    assert "10″: 2 red, 2 black, Critical 2, Fixed: Sides or Rear" in shown


def test_a_free_move_is_asked_for_with_its_card_and_told_with_whom_it_meets() -> None:
    arcs = with_chair(table(squads=("arc-troopers", "infantry")), "one", played="quick-response-team")
    bench = Bench(with_unit(arcs, TROOPER, order="faceup")).hook("ordered")
    prompt = prompt_for(view(bench.game, "one"))
    assert prompt and prompt.title.endswith(": move at speed 1 (Quick Response Team)?")
    names = [one.name for one in prompt.options]
    assert names[0] == "Clear of enemies" and "Stormtrooper 1" in names
    (moved,) = bench.pick(STORM).of(Moved)
    assert SENTENCES[Moved](bench.table, moved).endswith(
        "(Quick Response Team), into contact with Stormtrooper 1"
    )


def test_a_standby_move_has_the_speed_of_now() -> None:
    before = with_chair(
        table(squads=("bright-tree-allies", "infantry"), edition="v1.1"), "one", played="theyre-in-the-trees"
    )
    bench = Bench(with_unit(before, "one.3", tokens={"standby": 1})).acting(STORM).take("aim")
    form = QueryDict("do=react one.3 move&seat=one")
    bench.say("one", FORMS["react"].read(form).said)  # type: ignore[attr-defined]
    assert [one.speed for one in bench.pick("clear").of(Moved)] == [3]


# The vehicle -----------------------------------------------------------------------------------------------


def at_the_hull(**faces: list[str]) -> tuple[Bench, str]:
    before = table(VEHICLE, ("infantry", "rebel-troopers"))
    bench = Bench(before, **faces).run(MissionSetup(id="setup.cards"))
    shooter = the(bench.table, "rebel-trooper", "two")
    bench.game = Game(table=with_unit(bench.table, shooter, deployed=True, tokens={}))
    return bench, shooter


def struck(seat: str, on: str) -> AnyInput:
    """The form of an attack on who touches the vehicle."""
    target = f"pick={on}&weapons.{on}=ranged-1&cover.{on}=hull"
    form = QueryDict(f"do=say&say=strike&prompt=bout&{target}&seat={seat}")
    return FORMS["say"].read(form).said  # type: ignore[attr-defined,no-any-return]


@pytest.mark.rule(374)
def test_a_defender_that_touches_the_vehicle_has_heavy_cover() -> None:
    """It is offered for Blue's troopers, and brings what Heavy brings."""
    bench, shooter = at_the_hull(attack=["blank"] * 4)
    bench.run(Sheet(id="bout", seat="two", unit=shooter))
    aimed = {one.target: one for one in prompt_for(view(bench.game, "two")).aimed}
    hull = the(bench.table, "vehicle-empire")
    assert aimed["one.2"].hull and not aimed[hull].hull
    assert "Touches the vehicle" in page(bench.game, "two")
    bench.say("two", struck("two", "one.2"))
    assert bench.of(AttackDeclared)[0].cover == 2


@pytest.mark.rule(374)
def test_nobody_else_touches_a_vehicle() -> None:
    """Not the ambushers, and nobody where there is none."""
    bench, _ = at_the_hull()
    bench.run(Sheet(id="bout", seat="one", unit="one.2"))
    assert not any(one.hull for one in prompt_for(view(bench.game, "one")).aimed)
    plain = Bench(table()).run(Sheet(id="bout", seat="one", unit=TROOPER))
    with pytest.raises(Refused, match=r"game\.no_hull"):
        plain.say("one", struck("one", "two.2"))


# Deployment ------------------------------------------------------------------------------------------------


@pytest.mark.rule(365)
@pytest.mark.parametrize(
    ("mission", "edition", "seat", "words"),
    [
        (VEHICLE, "playtest", "one", "touching the vehicle and no enemy"),
        (VEHICLE, "v1.1", "two", "wholly in your zone, touching no enemy and no unclaimed token"),
        (CODES, "playtest", "two", "wholly in your zone, touching no enemy and no unclaimed token"),
    ],
)
def test_the_words_of_deployment_are_the_missions(mission: str, edition: str, seat: str, words: str) -> None:
    """Blue deploys touching its vehicle; nobody touches an unclaimed token at setup (G14)."""
    before = table(mission, round=0)
    units = {id: replace(unit, deployed=False) for id, unit in before.units.items()}
    bench = Bench(replace(before, units=units, edition=edition))
    bench.run(DeployUnit(id="setup.deploy1", seat=seat, number=1))
    assert words in prompt_for(view(bench.game, seat)).lede  # type: ignore[arg-type]


# Dice ------------------------------------------------------------------------------------------------------


def throwing(what: str, number: int, before: Table, unit: str, about: tuple[str, ...] = ()) -> str:
    """What the page says of dice that are one's own and about to fall."""
    die = Die.ATTACK_WHITE if what == "detonator" else Die.ATTACK_BLACK
    own = replace(before, dice="own")
    seat, dice = own.units[unit].seat, [die.value] * number
    step = older_step(type="Throw", id="t", seat=seat, what=what, dice=dice, unit=unit, about=[*about])
    bench = Bench(own).run(step)
    return prompt_for(view(bench.game, step.seat)).odds


@pytest.mark.rule(313)
def test_a_card_that_reads_panic_otherwise_is_in_the_odds_on_the_page() -> None:
    """One black die, one wound left: four sides of eight defeat it, with Defiant Defense one."""
    before = with_unit(table(), TROOPER, lost=5)
    assert throwing("panic", 1, before, TROOPER) == "0.50 wounds on average, 50% that it is defeated"
    card = with_chair(before, "one", played="defiant-defense")
    assert throwing("panic", 1, card, TROOPER) == "0.12 wounds on average, 12% that it is defeated"


@pytest.mark.rule(339, 343, 344)
def test_rolls_of_the_shields_tell_exact_odds() -> None:
    """A Support unit's reroll is in the Console's odds; a roll beside kept dice counts them."""
    before = table(SHIELDS)
    storm, droid = the(before, "stormtrooper", "two"), the(before, "fx-9", "two")
    plain, helped = (tile(Bench(before).acting(one), "two", "Console") for one in (storm, droid))
    assert plain != helped and "slots on average" in plain
    assert throwing("console", 1, before, storm, ("", "again", "hit", "hit")).startswith("2.6")
    caught = table(SHIELDS, marks={"slot.hit": 1})
    bench = Bench(caught).acting(TROOPER)
    consoles = next(one for one in prompt_for(view(bench.game, "one")).tiles if one.name == "Console")
    assert any("slots on average" in one.name for one in consoles.on if one.value == "encrypt")
    notes = {
        one.value: one.note for one in prompt_for(view(bench.take("console", "webs").game, "one")).options
    }
    assert notes[STORM].endswith("50% that it panics")
    assert throwing("webs", 3, before, TROOPER, (STORM,)).endswith("50% that it panics")


@pytest.mark.rule(345, 370)
def test_reinforcements_and_detonators_tell_exact_odds() -> None:
    pool = table(SHIELDS, marks={"reinforcements": 2})
    assert throwing("reinforcements", 2, pool, TROOPER).endswith("44% for 1 or more")
    bench, shooter = at_the_hull()
    hull = the(bench.table, "vehicle-empire")
    hurt = with_unit(bench.table, hull, lost=14)
    assert throwing("detonator", 1, hurt, shooter).endswith("38% that the vehicle is destroyed")


@pytest.mark.rule(305, 356)
@pytest.mark.parametrize(
    ("edition", "dash", "codes"), [("playtest", "", "(6)"), ("v1.1", ", no climbing", "(1)")]
)
def test_an_edition_words_its_dash_and_numbers_its_tokens(edition: str, dash: str, codes: str) -> None:
    before = table(CODES, edition=edition)
    bench = Bench(before, secrets={"two": Secret(codes={STORM: "codes"})}).acting(STORM)
    assert tile(bench, "two", "Dash") == f"speed 1, not while engaged{dash}"
    assert f"holds the Codes {codes}." in " ".join(secrets(view(bench.game, "two")))
