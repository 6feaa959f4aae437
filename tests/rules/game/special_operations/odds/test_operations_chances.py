"""Odds of a Console's dice and of attacks equal brute force over every side."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from muster.rules.dice import questions
from muster.rules.dice.faces import SIDES, Die
from muster.rules.dice.odds import odds
from muster.rules.game.answers import Strike
from muster.rules.game.special_operations.odds.foreseeing import console
from muster.rules.game.special_operations.odds.foreseen import odds_before_roll as foreseen_before
from muster.rules.game.steps import MissionSetup
from muster.rules.game.steps.operations import Sheet
from muster.rules.game.table import Table
from tests.rules.game.operations import SHIELDS, VEHICLE, Bench, engaged, table, the, with_chair, with_unit


@pytest.mark.rule(339, 344)
@pytest.mark.parametrize("filled", [(0, 0, 0), (2, 1, 3), (2, 2, 4), (1, 0, 4)])
def test_slots_filled_and_emptied(filled: tuple[int, int, int]) -> None:
    """Two Critical, two Surge, four Hit slots: each die one slot of its face (S1)."""
    room = dict(zip(("critical", "surge", "hit"), (2, 2, 4), strict=True))
    have = dict(zip(room, filled, strict=True))
    free = {face: room[face] - have[face] for face in room}
    before = table(SHIELDS, marks={f"slot.{face}": count for face, count in have.items() if count})
    for card, seat, deed, number, limit in (
        ("stormtrooper", "two", "", 3, free), ("astromech", "one", "encrypt", 2, have),
    ):  # fmt: skip
        brute: Counter[int] = Counter()
        for faces in product(SIDES[Die.ATTACK_BLACK], repeat=number):
            brute[sum(min(limit[face], faces.count(face)) for face in room)] += 1
        found = console(before, before.units[the(before, card, seat)], deed).chances
        assert found == tuple(Fraction(brute[count], 8**number) for count in range(number + 1))


# Attacks ---------------------------------------------------------------------------------------------------


def wounds(before: Table, by: str, on: str, *weapons: str, cover: int = 0) -> Fraction:
    sheet = Sheet(id="bout", seat=before.units[by].seat, unit=by)
    return foreseen_before(before, sheet, Strike(prompt="bout", target=on, weapons=weapons, cover=cover)).mean


@pytest.mark.rule(309, 316, 320)
def test_the_odds_of_an_attack_are_those_of_its_dice_and_tokens() -> None:
    """A Rebel Trooper (two red, two black) at a Stormtrooper (red die), then with an Aim, cover, Danger
    Sense, a Suppressed attacker."""
    plain = questions.Attack(red=2, black=2)
    storm = questions.Defence(die="red", mode="special-operations")
    before = table(edition="v1.1")
    assert wounds(before, "one.2", "two.2", "ranged-1") == odds(plain, storm).mean
    aimed = with_unit(before, "one.2", tokens={"aim": 1, "surge": 1})
    better = odds(replace(plain, aims=1, surges=1), replace(storm, cover="heavy"))
    assert wounds(aimed, "one.2", "two.2", "ranged-1", cover=2) == better.mean
    shaken = with_unit(before, "one.2", suppression=2)
    assert wounds(shaken, "one.2", "two.2", "ranged-1") == odds(replace(plain, suppressed=True), storm).mean
    back = questions.Attack(red=1, black=3, white=1, precise=1)
    sensed = questions.Defence(die="white", mode="special-operations", danger_sense=2, cover="light")
    assert wounds(shaken, "two.2", "one.2", "ranged-1") == odds(back, sensed).mean, "Suppressed: cover 1"


def test_the_hull_blocks_nothing() -> None:
    bench = Bench(table(VEHICLE, ("infantry", "rebel-troopers"))).run(MissionSetup(id="setup.cards"))
    hull = the(bench.table, "vehicle-empire")
    shooter = the(bench.table, "rebel-trooper", "two")
    assert wounds(bench.table, shooter, hull, "ranged-1") == 2 * Fraction(6, 8) + 2 * Fraction(4, 8)


STORM = questions.Defence(die="red", mode="special-operations")


@pytest.mark.rule(309)
@pytest.mark.parametrize(("edition", "removed"), [("v1.1", None), ("playtest", "red")])
def test_the_die_of_a_suppressed_attacker_is_taken_as_the_edition_says(
    edition: str, removed: str | None
) -> None:
    """Version 1.1 takes the strongest before anything is weighed; in the playtest the defender chooses."""
    before = with_unit(table(edition=edition), "one.2", suppression=2)
    sheet = Sheet(id="bout", seat="one", unit="one.2")
    told = foreseen_before(before, sheet, Strike(prompt="bout", target="two.2", weapons=("ranged-1",)))
    assert told.removed == removed
    assert told.mean == odds(questions.Attack(red=1, black=2), STORM).mean


@pytest.mark.rule(309)
def test_a_single_die_that_is_taken_leaves_nothing() -> None:
    before = table(squads=("bright-tree-allies", "infantry"), edition="v1.1")
    trapper = the(before, "ewok-trapper")
    before = with_unit(replace(before, engaged=engaged((trapper, "two.2"))), trapper, suppression=2)
    assert wounds(before, trapper, "two.2", "melee") == 0


def test_cards_that_speak_when_an_attack_is_declared_are_foreseen() -> None:
    """Interrogation Protocols: four red dice more. Fire on my Target: two Observations. Calm and Collected:
    a Dodge is an Aim."""
    before = table(squads=("infantry", "rebel-troopers"), edition="v1.1")
    droid, foe = the(before, "fx-9"), the(before, "rebel-trooper", "two")
    before = with_chair(
        replace(before, engaged=engaged((droid, foe))), "one", assets=("interrogation-protocols",)
    )
    rebel = questions.Defence(die="white", mode="special-operations")
    assert wounds(before, droid, foe, "melee") == odds(questions.Attack(red=4, white=1), rebel).mean
    rebels = table(edition="v1.1")
    marked = with_chair(rebels, "one", assets=("fire-on-my-target",))
    plain = questions.Attack(red=2, black=2, white=1, critical=1)
    assert wounds(marked, "one.1", "two.2", "ranged-1") == odds(replace(plain, observation=2), STORM).mean
    calm = with_unit(with_chair(rebels, "one", assets=("calm-and-collected",)), "one.1", tokens={"dodge": 1})
    assert wounds(calm, "one.1", "two.2", "ranged-1") == odds(replace(plain, aims=1), STORM).mean


def test_tokens_on_the_target_and_of_friends_are_foreseen() -> None:
    """An Observation rerolls one die, two near an ISF Captain; another Clone Trooper lends one token of all;
    the squad's commander shares Surges."""
    watched = with_unit(table(edition="v1.1"), "two.2", tokens={"observation": 1, "surge": 1})
    plain = questions.Attack(red=2, black=2)
    held = replace(STORM, surges=1)
    assert wounds(watched, "one.2", "two.2", "ranged-1") == odds(replace(plain, observation=1), held).mean
    isf = table(squads=("imperial-special-forces", "infantry"), edition="v1.1")
    by, unit = the(isf, "isf-trooper"), with_unit(isf, "two.2", tokens={"observation": 1})
    three = questions.Attack(red=2, black=3, critical=1, aims=1)
    assert wounds(unit, by, "two.2", "ranged-1") == odds(three, STORM).mean
    clones = table(squads=("clone-troopers", "infantry"), edition="v1.1")
    one, two = (the(clones, "clone-trooper", number=number) for number in (0, 1))
    lent = with_unit(clones, two, tokens={"aim": 2, "surge": 1})
    rifle = questions.Attack(red=2, black=2, white=1, critical=2, aims=1)
    assert wounds(lent, one, "two.2", "ranged-1") == odds(rifle, STORM).mean
    droids = with_chair(table(squads=("invasion-force", "infantry"), edition="v1.1"), "one",
                        assets=("networked-calculations",))  # fmt: skip
    b1, chief = the(droids, "b1-battle-droid"), the(droids, "tactical-droid")
    shared = with_unit(droids, chief, tokens={"surge": 3})
    blaster = questions.Attack(black=2, white=2, surges=3)
    assert wounds(shared, b1, "two.2", "ranged-1") == odds(blaster, STORM).mean
