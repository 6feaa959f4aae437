"""The lists of faults fit the program as it is: `muster-lab faults` tries them."""

import ast
from collections import Counter
from functools import cache

import pytest

from muster_lab import CHECKOUT
from muster_lab.faults.listing import LISTS, Fault, faults

EVERY = [(name, one) for name in LISTS for one in faults(name)]


@cache
def held_by(file: str) -> frozenset[str]:
    """The tests of a file as pytest names them, without their parameters."""
    tree = ast.parse((CHECKOUT / file).read_text())
    plain = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
    held = [(one.name, inner) for one in tree.body if isinstance(one, ast.ClassDef) for inner in one.body]
    return frozenset(plain | {f"{of}::{one.name}" for of, one in held if isinstance(one, ast.FunctionDef)})


def test_there_are_lists():
    assert LISTS == ["mended"] and len(EVERY) > 200


@pytest.mark.parametrize("name", LISTS)
def test_every_claim_stands_once(name):
    assert not [claim for claim, times in Counter(one.claim for one in faults(name)).items() if times > 1]


def test_every_mend_stands_once_where_the_list_says():
    wrong = [one.claim for _, one in EVERY if (CHECKOUT / one.file).read_text().count(one.old) != 1]
    assert not wrong
    assert not [one.claim for _, one in EVERY if one.new == one.old]


def test_every_test_is_there():
    named = {(one.claim, *test.split("::", 1)) for _, one in EVERY for test in one.tests}
    assert all(one.tests for _, one in EVERY)
    assert not [(claim, test) for claim, file, test in named if test not in held_by(file)]


def test_a_list_that_does_not_fit_is_told():
    fault = Fault("Nobody waits", "x.py", "wait()", "pass", [])
    assert fault.brought_back("a\nwait()\n") == "a\npass\n"
    with pytest.raises(ValueError, match="Nobody waits"):
        fault.brought_back("wait() and wait()")
