"""What dice would bring is told before they are thrown, and equals brute force over every side."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from muster.rules.dice.faces import SIDES, Die
from muster.rules.game.answers import Dice
from muster.rules.game.special_operations.odds.foreseeing import (
    Foreseen,
    console,
    foreseen,
    panic,
    reinforcements,
)
from muster.rules.game.steps import MissionSetup
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Table, view
from tests.rules.game.operations import SHIELDS, VEHICLE, Bench, table, the, with_chair, with_unit

BLACK = [str(face) for face in SIDES[Die.ATTACK_BLACK]]
WHITE = [str(face) for face in SIDES[Die.ATTACK_WHITE]]
ROOM = {"critical": 2, "surge": 2, "hit": 4}


def on_a_slot(faces: tuple[str, ...], room: dict[str, int]) -> int:
    return sum(min(room[face], faces.count(face)) for face in room)


def seen(bench: Bench) -> tuple[Foreseen, ...]:
    return foreseen(view(bench.game, bench.asked() or "one"))


@pytest.mark.rule(339, 341)
def test_a_console_tells_its_slots_and_whether_the_card_can_be_sent() -> None:
    """Three Hits and a Critical are covered: two more make six."""
    marks = {"slot.hit": 3, "slot.critical": 1}
    before = table(SHIELDS, marks=marks)
    bench = Bench(before).acting(the(before, "stormtrooper", "two"))
    (told,) = seen(bench)
    room = {"critical": 1, "surge": 2, "hit": 1}
    brute = [on_a_slot(faces, room) for faces in product(BLACK, repeat=3)]
    assert (told.action, told.on, told.what) == ("console", "", "filled")
    assert told.chances == tuple(Fraction(brute.count(number), 512) for number in range(4))
    assert told.tells == Fraction(sum(number >= 2 for number in brute), 512)
    assert seen(Bench(table()).acting(the(table(), "stormtrooper", "two"))) == (), "no Console here"


@pytest.mark.rule(339)
def test_a_support_unit_rerolls_the_die_that_brings_most() -> None:
    """With all slots of a face free a die brings nothing by a Blank alone, three sides of eight: rolled again
    it fills a slot with five of eight."""
    before = table(SHIELDS)
    told = console(before, before.units[the(before, "fx-9", "two")])
    mean = Fraction(0)
    for faces in product(BLACK, repeat=3):
        keep = on_a_slot(faces, ROOM)
        again = [
            Fraction(sum(on_a_slot((*faces[:n], face, *faces[n + 1 :]), ROOM) for face in BLACK), 8)
            for n in range(3)
        ]
        mean += Fraction(max(keep, *again)) / 512
    assert told.mean == mean
    assert told.mean > console(before, before.units[the(before, "stormtrooper", "two")]).mean


@pytest.mark.rule(312, 343)
def test_webs_tell_for_each_enemy_how_likely_it_panics() -> None:
    """A stormtrooper has Courage 1, a death trooper 3: three black dice with four good sides of eight."""
    before = table(SHIELDS)
    unit = the(before, "rebel-trooper")
    bench = Bench(before).acting(unit).take("console", "webs")
    assert isinstance(bench.step, Choose)
    told = {one.on: one for one in seen(bench)}
    half = tuple(Fraction(times, 8) for times in (1, 3, 3, 1))
    assert told[the(before, "stormtrooper", "two")].chances == half
    assert told[the(before, "stormtrooper", "two")].tells == Fraction(1, 2)
    assert told[the(before, "death-trooper", "two")].tells == 0


@pytest.mark.rule(344)
def test_encrypting_tells_what_it_empties() -> None:
    """A Support unit rolls two dice; one Hit slot is covered, and three of eight sides are Hits."""
    before = table(SHIELDS, marks={"slot.hit": 1})
    told = console(before, before.units[the(before, "astromech")], "encrypt")
    assert told.what == "emptied" and told.chances == (Fraction(25, 64), Fraction(39, 64), 0)


@pytest.mark.rule(345)
def test_the_pool_tells_what_it_brings_more() -> None:
    """Two dice with a Critical and a Surge among eight sides each."""
    told = reinforcements(table(SHIELDS, marks={"reinforcements": 2}))
    assert told.chances == (Fraction(9, 16), Fraction(6, 16), Fraction(1, 16))
    assert told.tells == Fraction(7, 16)
    assert reinforcements(table(SHIELDS)).chances == (1,)


def vehicle(lost: int) -> Table:
    """The vehicle of the Rebels stands there, hurt."""
    bench = Bench(table(VEHICLE)).run(MissionSetup(id="setup.cards"))
    hull = next(unit.id for unit in bench.table.units.values() if unit.card.startswith("vehicle-"))
    return with_unit(bench.table, hull, lost=lost)


@pytest.mark.rule(370, 376)
def test_a_detonator_tells_each_distance() -> None:
    """At 7 inches three white dice, three good sides of eight; with two wounds left it may be the end."""
    before = vehicle(13)
    thrower = the(before, "stormtrooper", "two")
    before = with_unit(before, thrower, deployed=True, tokens={"detonator": 1})
    bench = Bench(before).acting(thrower).take("detonator")
    told = {one.on: one for one in seen(bench)}
    brute = [sum(face != "blank" for face in faces) for faces in product(WHITE, repeat=3)]
    assert told["7"].chances == tuple(Fraction(brute.count(number), 512) for number in range(4))
    assert told["7"].tells == Fraction(sum(number >= 2 for number in brute), 512)
    assert told["0"].mean == Fraction(15, 4) and told["9"].tells == 0


@pytest.mark.rule(370)
def test_a_detonator_of_interface_protocols_tells_what_rerolls_bring() -> None:
    """Each die that missed once more: 39 of 64 damage. What was kept counts beside the dice to come."""
    before = (
        Bench(table(VEHICLE, ("infantry", "invasion-force"), "v1.1"))
        .run(MissionSetup(id="setup.cards"))
        .pick()
        .table
    )
    worker = the(before, "worker-droid", "two")
    before = with_unit(before, worker, deployed=True, order="faceup", tokens={"detonator": 1})
    bench = Bench(replace(before, dice="own")).acting(worker).take("detonator")
    told = {one.on: one for one in seen(bench)}
    assert told["9"].chances == (Fraction(25, 64), Fraction(39, 64))
    assert told["8"].chances[2] == Fraction(39, 64) ** 2
    bench.pick("8")
    assert seen(bench)[0].chances == told["8"].chances, "before they fall"
    bench.say("two", Dice(prompt=bench.step.id, faces=("hit", "blank"))).pick("1")
    assert seen(bench)[0].chances == (0, Fraction(5, 8), Fraction(3, 8))


@pytest.mark.rule(312, 313)
@pytest.mark.parametrize("above", [1, 3])
def test_panic_tells_its_wounds_and_who_falls(above: int) -> None:
    before = with_unit(table(), the(table(), "stormtrooper", "two"), lost=5)
    told = panic(before, before.units[the(before, "stormtrooper", "two")], above)
    brute = [sum(face in ("hit", "critical") for face in faces) for faces in product(BLACK, repeat=above)]
    assert told.chances == tuple(Fraction(brute.count(number), 8**above) for number in range(above + 1))
    assert told.tells == 1 - Fraction(1, 2**above), "it has one wound left"


def test_a_card_that_reads_the_dice_of_panic_otherwise_is_heeded() -> None:
    """With Defiant Defense the same dice hurt otherwise, and the odds say so."""
    before = table()
    unit = before.units[the(before, "rebel-trooper")]
    told = panic(with_chair(before, "one", played="defiant-defense"), unit, 2)
    assert told.chances != panic(before, unit, 2).chances and sum(told.chances) == 1
