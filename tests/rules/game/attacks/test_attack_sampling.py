"""Rerolls and the defender's sheet of core attacks: the sampler draws every answer that is not refused, each
as often as any other. And no rule draws from a list that holds only some answers."""

from collections.abc import Callable, Iterator
from inspect import getsource
from itertools import chain, combinations, product
from math import comb
from typing import Any

from muster.rules.game import game, kernel
from muster.rules.game.answers import AnyInput, Defend, Spend
from muster.rules.game.table import View, view
from tests.rules.game.attack_table import AttackTable
from tests.rules.game.drawing import every_run

STORM, REBELS, LEIA, CLONES, OBI_WAN = "ay", "ah", "ab", "Bi", "gw"
UNITS = ("", "one.1", "one.2", "two.1", "two.2")
SOME_LISTED = {"DeclareAttack"}
"""Which weapons and what the table shows is told on a sheet, field by field; programs take the best pool."""


def rerolls(prompt: str) -> Iterator[Spend]:
    dice = chain.from_iterable(combinations(range(5), size) for size in range(5))
    for token, lender, some, number in product(("", "aim", "observation", "dodge"), UNITS, dice, (1, 2)):
        yield Spend(prompt=prompt, token=token, lender=lender, dice=some, number=number)


def defences(prompt: str) -> Iterator[Defend]:
    for dodges, shields, surges, lender, takes in product(range(5), range(2), range(4), UNITS, range(4)):
        guardian = {"two.2": takes} if takes else {}
        yield Defend(
            prompt=prompt, dodges=dodges, shields=shields, surges=surges, lender=lender, guardian=guardian
        )


def compare(table: AttackTable, every: Iterator[AnyInput], means: Callable[[Any], object]) -> int:
    """Hold the sampler against all that is not refused; answers how many ways there are."""
    seen: View = view(table.game, table.step.seat)
    drawn = every_run(lambda draw: means(kernel.sample(seen, draw)))
    assert set(drawn) == {means(answer) for answer in every if not kernel.problems(seen, answer)}
    assert len(set(drawn.values())) == 1, "each as likely as any other"
    assert {means(answer) for answer in kernel.legal(seen)} <= set(drawn)
    return len(drawn)


def reroll_meaning(own: bool, lender: str) -> Callable[[Spend], object]:
    """Without a name the unit pays itself, or the lender for one that has no Aim."""
    payer = "" if own else lender
    return lambda said: (said.token, said.lender or payer, frozenset(said.dice)) if said.token else ""


def test_every_reroll_is_drawn_equally_often() -> None:
    """An Aim of the unit or of Leia for up to two of five dice, an Observation for one, or none."""
    for own in (True, False):
        table = AttackTable((REBELS, LEIA), (STORM, STORM)).change("one.2", tokens={"aim": 1})
        table.change("one.1", tokens={"aim": 1} if own else {}).change("two.1", tokens={"observation": 1})
        table.begin().at("two.1", range="3").at("two.1", lender="one.2").roll().dice("----")
        two, one = (sum(comb(4, size) for size in range(most + 1)) for most in (2, 1))
        ways = compare(table, rerolls(table.step.id), reroll_meaning(own, "one.2"))
        assert ways == two * (1 + own) + one + 1


def sheet_meaning(own: int) -> Callable[[Defend], object]:
    """Who spends no more Dodges than the target has borrows none."""
    return lambda said: (
        said.dodges, said.shields, said.surges, said.lender if (said.dodges or 0) > own else "",
        tuple(sorted((id, takes) for id, takes in said.guardian.items() if takes)),
    )  # fmt: skip


def test_every_sheet_with_a_lender_is_drawn_equally_often() -> None:
    """A Dodge of its own and two of Leia's: none, one, two or three."""
    table = AttackTable((STORM, STORM), (REBELS, LEIA)).change("two.2", tokens={"dodge": 2})
    table.change("two.1", tokens={"dodge": 1}).begin().at("two.1", range="3").roll().dice("hhhh")
    assert compare(table, defences(table.step.id), sheet_meaning(1)) == 4


def test_every_sheet_with_a_guardian_is_drawn_equally_often() -> None:
    """Obi-Wan takes up to three Hits, a Surge is spent or not, the Clones have two Dodges."""
    table = AttackTable((STORM, STORM), (CLONES, OBI_WAN))
    table.change("two.1", tokens={"dodge": 2, "surge": 1}).begin().at("two.1", range="3").roll().dice("hh--")
    guards = max(sum(answer.guardian.values()) for answer in kernel.legal(view(table.game, "two")))  # type: ignore[union-attr]
    surges = max(answer.surges or 0 for answer in kernel.legal(view(table.game, "two")))  # type: ignore[union-attr]
    ways = compare(table, defences(table.step.id), sheet_meaning(2))
    assert guards == 3 and ways == 3 * (surges + 1) * (guards + 1)


def test_no_rule_draws_from_a_list_of_some_answers() -> None:
    """A rule that lists only some of its answers has a sampler: one that cuts its list short says so by
    `MOST_LISTED`, and one whose answers have numbers lists the ends of them."""
    assert game.special_operations
    numbered = {"Spend", "Defend", "Declare", "Places", "RoundTold"}
    partial = {
        kind.__name__
        for kind, rule in kernel.RULES.items()
        if "MOST_LISTED" in getsource(rule.options)
        or any(f"{name}(" in getsource(rule.options) for name in numbered)
    }
    unfair = {kind.__name__ for kind, rule in kernel.RULES.items() if rule.sample is None} & partial
    assert unfair == SOME_LISTED
    assert partial >= {"RerollAttack", "DefendAttack", "GiveOrders", "OrderUnits", "DealCodes", "TellRound"}
