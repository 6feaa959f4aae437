"""The golden attacks, played: every way the dice may fall goes through the engine of a game with one's own
dice, both sides taking what is proposed, and what comes of it is held against the fractions of the oracle."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, groupby, product
from math import comb
from typing import Any

import pytest
from msgspec import convert

from muster.rules.dice.faces import SIDES, Die, count_of
from muster.rules.game import game as engine
from muster.rules.game.answers import Defend, Dice, Picked, Spend
from muster.rules.game.attacks.rolling import advice_for, best_number, roll_attack
from muster.rules.game.attacks.volley import Volley, kept_question, volley_in
from muster.rules.game.kernel import Outcome
from muster.rules.game.replaying import arena
from muster.rules.game.steps.attacks import DefendAttack, EndAttack, RerollAttack
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import Chair, Game, Table, Unit
from tests.rules.dice.golden_attacks import GOLDEN, question

CHANCE = arena.Seeded("never asked")


def unit(id: str, wounds: int) -> Unit:
    return Unit(
        id=id, seat="one" if id == "one.1" else "two", card="ab", name=id, rank="corps", unit_type="trooper",
        wounds=wounds, courage=9, deployed=True, tokens={"aim": 9, "dodge": 9, "surge": 9},
    )  # fmt: skip


def begun(row: dict[str, Any]) -> Game:
    """The attack dice of a golden attack are about to fall; each side has a unit beside."""
    units = {"one.1": unit("one.1", 9), "two.1": unit("two.1", row["defence"].get("left", 99))}
    units |= {f"{seat}.2": unit(f"{seat}.2", 9) for seat in ("one", "two")}
    table = Table(
        dice="own", phase="activation", round=1, blue="one", units=units,
        chairs={"one": Chair(name="Ann"), "two": Chair(name="Bob")},
    )  # fmt: skip
    volley = Volley(
        attacker="one.1", target="two.1", why="action", weapons=(), facts=(),
        question=kept_question(question(row)),
    )  # fmt: skip
    game = Game(table=table)
    step = roll_attack.roll("one", volley.dice, "one.1", by="two.1", known=volley)
    return arena.after_act(game, engine.go_on(game, Outcome(then=(step,)), (), CHANCE))


@cache
def falls(dice: tuple[Die, ...]) -> tuple[tuple[tuple[str, ...], int], ...]:
    """All that dice may show, those of a kind in one order, and in how many ways."""
    groups = [(die, len(list(same))) for die, same in groupby(dice)]
    every = product(*(ways_of(die, number) for die, number in groups))
    return tuple(
        (sum((faces for faces, _ in some), ()), product_of(ways for _, ways in some)) for some in every
    )


def product_of(numbers: Iterator[int]) -> int:
    total = 1
    for number in numbers:
        total *= number
    return total


def ways_of(die: Die, number: int) -> list[tuple[tuple[str, ...], int]]:
    found = []
    for faces in combinations_with_replacement(dict.fromkeys(SIDES[die]), number):
        left, ways = number, 1
        for face, count in Counter(faces).items():
            ways *= comb(left, count) * count_of(die, face) ** count
            left -= count
        found.append((tuple(map(str, faces)), ways))
    return found


def said(game: Game) -> Any:
    """What is proposed to who decides."""
    step = game.table.todo[-1]
    match step:
        case RerollAttack():
            best = advice_for(volley_in(step)).best
            token = "" if best.use == "keep" else best.use
            return Spend(prompt=step.id, token=token, dice=best.places)
        case DefendAttack():
            return Defend(prompt=step.id)
        case Choose() if "question" in step.known:
            number = best_number(convert(step.known, Volley), step.what)
            return Picked(prompt=step.id, options=(str(number),))
    raise AssertionError(step)


Ended = tuple[int, int, bool]


def played(game: Game, weight: Fraction, found: dict[Ended, Fraction]) -> None:
    """Every way from here, with its chance: wounds, wounds on the attacker, whether it was suppressed."""
    step = game.table.todo[-1] if game.table.todo else None
    if step is None or isinstance(step, EndAttack):
        target, attacker = game.table.units["two.1"], game.table.units["one.1"]
        found[target.lost, attacker.lost, target.suppression > 0] += weight
        return
    if isinstance(step, Roll):
        scale = product_of(len(SIDES[die]) for die in step.dice)
        for faces, ways in falls(step.dice):
            act = engine.handle(game, step.seat, Dice(prompt=step.id, faces=faces), CHANCE)
            played(arena.after_act(game, act), weight * Fraction(ways, scale), found)
        return
    seat = step.seat
    played(arena.after_act(game, engine.handle(game, seat, said(game), CHANCE)), weight, found)


@pytest.mark.parametrize("row", GOLDEN["attacks"], ids=lambda row: row["id"])
def test_a_golden_attack_is_played_to_the_same_fractions(row: dict[str, Any]) -> None:
    found: defaultdict[Ended, Fraction] = defaultdict(Fraction)
    played(begun(row), Fraction(1), found)
    assert sum(found.values()) == 1
    expected = row["expected"]
    wounds = [sum(chance for end, chance in found.items() if end[0] == number)
              for number in range(max(end[0] for end in found) + 1)]  # fmt: skip
    assert wounds == [Fraction(chance) for chance in expected["wounds"]]
    assert sum(chance for end, chance in found.items() if end[2]) == Fraction(expected["suppressed"])
    back = [sum(chance for end, chance in found.items() if end[1] == number)
            for number in range(max(end[1] for end in found) + 1)]  # fmt: skip
    assert back == [Fraction(chance) for chance in expected.get("attacker_wounds", ["1"])]
