"""One way to refuse: every problem at once, or nothing happens."""

import ast
from pathlib import Path

import pytest

import muster
from muster.rules.violations import Refused, Source, Violation, refuse_if, refuse_unless, require

FULL = Violation(code="club.full", source="club")
CLOSED = Violation(code="club.closed", source="club")


def test_a_condition_that_holds_refuses_nothing():
    refuse_unless(True, FULL)
    refuse_unless(["something"], FULL)


def test_a_condition_that_fails_refuses_with_every_problem():
    with pytest.raises(Refused) as refused:
        refuse_unless([], FULL, CLOSED)
    assert refused.value.violations == (FULL, CLOSED)


def test_only_the_problems_there_are_refuse():
    refuse_if(None, None)
    with pytest.raises(Refused) as refused:
        refuse_if(None, CLOSED)
    assert refused.value.violations == (CLOSED,)


def test_a_value_is_required_and_handed_on():
    assert require(0, FULL) == 0
    with pytest.raises(Refused) as refused:
        require({}.get("club"), FULL, CLOSED)
    assert refused.value.violations == (FULL, CLOSED)


def test_nothing_is_asserted_that_was_refused_before():
    """`require` hands on a value that is there; what an assertion says is what a framework promises."""
    sources = [(path, path.read_text("utf-8")) for path in Path(muster.__file__).parent.rglob("*.py")]
    asserting = {
        path.name
        for path, text in sources
        if " assert " in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Assert)
    }
    assert asserting == {"server.py", "addresses.py", "rerolling.py"}


def test_no_guard_stands_inside_out():
    """A lone problem is raised under its condition, several are collected with `problem_if`."""
    sources = [(path, path.read_text("utf-8")) for path in Path(muster.__file__).parent.rglob("*.py")]
    inside_out = [
        f"{path}:{node.lineno}"
        for path, text in sources
        if "refuse_if(" in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse_if"
        if len(node.args) == 1 and isinstance(node.args[0], ast.IfExp) and _may_be_none(node.args[0])
    ]
    assert inside_out == []


def _may_be_none(choice: ast.IfExp) -> bool:
    return any(isinstance(side, ast.Constant) and side.value is None for side in (choice.body, choice.orelse))


def test_a_source_says_where_its_rules_come_from():
    problem = Source("Tours of Duty").problem
    problem_if = Source("Tours of Duty").problem_if
    assert problem_if([], "battle.unknown") is None
    assert problem_if([1], "battle.unknown", rule=12) == problem("battle.unknown", rule=12)
    assert problem("battle.unknown") == Violation(code="battle.unknown", source="Tours of Duty")
    numbered = problem("battle.number", ["blue"], rule=12, given=3)
    assert (numbered.source, numbered.about, numbered.params) == (
        "Tours of Duty, rule 12",
        ("blue",),
        {"given": 3},
    )
    assert problem("battle.number", rule="ruling T11").source == "Tours of Duty, ruling T11"
