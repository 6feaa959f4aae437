"""Strikes, tokens and the defender's sheet: the sampler draws every answer that is not refused, each meaning
as often as any other. It is held against every answer one could think of, on tables of three units a side."""

from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial
from itertools import chain, combinations, product
from math import comb
from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.game import kernel
from muster.rules.game.answers import AnyInput, Defend, Spend, Strike
from muster.rules.game.steps.operations import Sheet
from muster.rules.game.table import Table, View, view
from tests.rules.game.drawing import every_run
from tests.rules.game.operations import Bench, engaged, table, with_chair, with_unit

TROOPER, STORM, CAPTAIN = "one.2", "two.2", "one.1"
DICE = ("", "attack-red", "attack-black", "attack-white", "defence-red")
NUMBERS = (None, *range(-1, 5))


def subsets(things: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    return chain.from_iterable(combinations(things, size) for size in range(len(things) + 1))


def strikes(seen: View) -> Iterator[Strike]:
    """Every target, set of weapons, cover, arc and hull, right or wrong."""
    weapons = ("melee", "ranged-1", "ranged-2", "he-grenades")
    every = product(("", *seen.table.units), subsets(weapons), range(4), ("", "front", "rear"), (False, True))
    for target, pool, cover, arc, hull in every:
        yield Strike(prompt=prompt(seen), target=target, weapons=pool, cover=cover, arc=arc, hull=hull)


def spendings(seen: View) -> Iterator[Spend]:
    """Every token, number, set of dice and lender."""
    tokens, lenders = ("", "aim", "dodge", "surge", "observation", "standby"), ("", *seen.table.units)
    for token, number, dice, lender in product(tokens, range(4), subsets(tuple(range(6))), lenders):
        yield Spend(prompt=prompt(seen), token=token, number=number, dice=dice, lender=lender)


def sheets(seen: View) -> Iterator[Defend]:
    """Every row of the defender's sheet."""
    lenders, both = ("", *seen.table.units), (False, True)
    for die, hold, backup, dodges, surges, lender in product(DICE, both, both, NUMBERS, NUMBERS, lenders):
        yield Defend(
            prompt=prompt(seen),
            die=die,
            hold=hold,
            backup=backup,
            dodges=dodges,
            surges=surges,
            lender=lender,
        )


def prompt(seen: View) -> str:
    step = kernel.open_step(seen)
    assert step is not None
    return step.id


def meaning(said: AnyInput, close: bool, payers: Mapping[str, str], asked: Container[str]) -> object:
    """What an answer comes to. In melee no cover counts, and behind a hull no other; without a lender whoever
    has the token first pays; a number not asked for says nothing, and after the roll none is none."""
    match said:
        case Strike():
            cover = "hull" if said.hull else said.cover
            return (said.target, said.weapons, 0 if close else cover) if said.target else ""
        case Spend():
            lender = said.lender or payers.get(said.token, "")
            return (said.token, lender, said.number, frozenset(said.dice)) if said.token else ""
        case Defend():
            rolled = "rolled" in asked
            dodges = (said.dodges or 0) if rolled else said.dodges if "dodges" in asked else None
            lender = (said.lender or payers["dodge"]) if rolled and dodges else ""
            return (
                said.die,
                said.hold,
                said.backup,
                dodges,
                said.surges if "surges" in asked else None,
                lender,
            )
    raise AssertionError(said)


def compare(
    bench: Bench, domain: Callable[[View], Iterator[AnyInput]], close: bool = False,
    payers: Mapping[str, str] | None = None, asked: Container[str] = (),
) -> int:  # fmt: skip
    """Hold the sampler against all that is not refused; answers how many ways there are."""
    seen = view(bench.game, bench.asked() or "one")
    means = partial(meaning, close=close, payers=payers or {}, asked=asked)
    drawn = every_run(lambda draw: means(kernel.sample(seen, draw)))
    right = {means(said) for said in domain(seen) if not kernel.problems(seen, said)}
    assert set(drawn) == right, "all that is not refused, and nothing else"
    assert len(set(drawn.values())) == 1, "each as likely as any other"
    assert {means(said) for said in kernel.legal(seen)} <= right
    return len(right)


def of_three(**more: Any) -> Table:
    """Three units a side, so that everything can be counted."""
    before = table(**more)
    kept = {id: unit for id, unit in before.units.items() if int(id.partition(".")[2]) <= 3}
    return replace(before, units=kept)


@pytest.mark.parametrize("close", [False, True])
def test_every_strike_is_drawn_equally_often(close: bool) -> None:
    before = of_three(engaged=engaged((TROOPER, STORM)) if close else {})
    bench = Bench(before).run(Sheet(seat="one", unit=TROOPER, optional=True))
    ways = compare(bench, strikes, close)
    assert ways == 1 + (1 if close else 3 * 3), "none; the foe in melee, or three foes behind 0, 1 or 2"


def test_every_reroll_is_drawn_equally_often() -> None:
    """Two Aims are one way: they are spent one at a time. An Aim rerolls up to two of the dice, an
    Observation one, a Surge none; or nothing is spent."""
    before = with_unit(of_three(), TROOPER, tokens={"aim": 2, "surge": 1})
    before = with_unit(before, STORM, tokens={"observation": 1})
    bench = Bench(before, attack=["blank", "surge", "blank"]).attack(TROOPER, STORM)
    dice = len(bench.step.attack.dice)
    payers = {"aim": TROOPER, "surge": TROOPER, "observation": STORM}
    ways = compare(bench, spendings, payers=payers)
    assert ways == (1 + dice + comb(dice, 2)) + (1 + dice) + 1 + 1


def test_every_number_of_surges_is_drawn_equally_often() -> None:
    before = with_unit(of_three(), TROOPER, tokens={"surge": 2})
    hits = {"attack": ["hit"] * 4, "defence": ["surge"] * 4}
    bench = Bench(before, **hits).attack(STORM, TROOPER)
    assert compare(bench, spendings, payers={"surge": TROOPER}) == 3, "two, one or none"


@pytest.mark.rule(309)
def test_every_sheet_before_the_roll_is_drawn_equally_often() -> None:
    """A Suppressed Stormtrooper attacks the Captain under Hold at Any Cost, who has a Dodge and a Surge."""
    before = with_chair(with_unit(of_three(), STORM, suppression=1), "one", played="hold-at-any-cost")
    before = with_unit(before, CAPTAIN, tokens={"dodge": 1, "surge": 1})
    bench = Bench(before, attack=["hit"] * 5).attack(STORM, CAPTAIN)
    colours = len(set(bench.step.attack.dice))
    ways = compare(bench, sheets, asked=("dodges", "surges"))
    assert ways == (colours + 1) * 2 * 2 * 4 * 3, (
        "a die or none, hold, Backup, Dodges 0 to 2, Surges, or later"
    )


def test_every_sheet_after_the_roll_is_drawn_equally_often() -> None:
    before = with_unit(of_three(), CAPTAIN, tokens={"dodge": 2, "surge": 1})
    bench = Bench(before, attack=["hit"] * 5).attack(STORM, CAPTAIN)
    ways = compare(bench, sheets, payers={"dodge": CAPTAIN}, asked=("rolled", "surges"))
    assert ways == 2 * 3 * 3, "Backup or not; two Dodges, one or none; a Surge, none, or later"
