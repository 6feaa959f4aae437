"""The lists of faults fit the program as it is: `muster-lab faults` tries them."""

import ast
import re
from collections import Counter
from functools import cache

import pytest

from muster_lab import CHECKOUT
from muster_lab.faults.listing import LISTS, Fault, faults
from muster_lab.faults.places import unknown_names

EVERY = [(name, fault) for name in LISTS for fault in faults(name)]


@cache
def text_of(file: str) -> str:
    return (CHECKOUT / file).read_text()


@cache
def words_of(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


@cache
def names_of_tests(file: str) -> frozenset[str]:
    """The tests of a file as pytest names them, without their parameters."""
    tree = ast.parse(text_of(file))
    plain = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    nested = [(owner.name, inner) for owner in classes for inner in owner.body]
    return frozenset(
        plain | {f"{owner}::{inner.name}" for owner, inner in nested if isinstance(inner, ast.FunctionDef)}
    )


def test_there_are_lists():
    assert LISTS == ["mended"] and len(EVERY) > 200


@pytest.mark.parametrize("name", LISTS)
def test_every_claim_stands_once(name):
    assert not [claim for claim, times in Counter(fault.claim for fault in faults(name)).items() if times > 1]


def problem_of(fault: Fault) -> str:
    """Why a fault cannot be brought back, or nothing."""
    text = text_of(fault.file)
    try:
        changed = fault.brought_back(text)
    except ValueError as problem:
        return str(problem)
    if fault.function is None or words_of(fault.new) <= words_of(text):
        return ""
    return f"{fault.claim}: unknown names {unknown}" if (unknown := unknown_names(text, changed)) else ""


def test_every_mend_is_where_the_list_says():
    assert not [problem for _, fault in EVERY if (problem := problem_of(fault))]
    assert not [fault.claim for _, fault in EVERY if _is_same(fault)]


def _is_same(fault: Fault) -> bool:
    """Whether a fault would change nothing."""
    if fault.function is None:
        return fault.new == fault.old
    return ast.dump(ast.parse(fault.new)) == ast.dump(ast.parse(fault.old))


def test_python_is_named_by_function_and_code():
    assert not [
        fault.claim for _, fault in EVERY if fault.file.endswith(".py") != (fault.function is not None)
    ]


def test_every_test_is_there():
    named = {(fault.claim, *test.split("::", 1)) for _, fault in EVERY for test in fault.tests}
    assert all(fault.tests for _, fault in EVERY)
    assert not [(claim, test) for claim, file, test in named if test not in names_of_tests(file)]


def test_a_text_that_does_not_fit_is_told():
    fault = Fault("Nobody waits", "x.html", "wait()", "pass", [])
    assert fault.brought_back("a\nwait()\n") == "a\npass\n"
    with pytest.raises(ValueError, match="Nobody waits"):
        fault.brought_back("wait() and wait()")
