"""A mend is found by its function and its code: a reformat or a rename does not lose it."""

import ast
import re

import pytest

from muster_lab.faults.listing import Fault
from muster_lab.faults.places import NotFound, replace_code, unknown_names

MODULE = '''
"""A module of the program."""

class Hall:
    def open_tables(self, tables, closed):
        """Whoever is closed is not open."""
        return [table for table in tables
                if table not in closed]  # a comment

def busy(tables, closed):
    if not closed:
        raise ValueError("nobody")
    return [table for table in tables if table in closed]
'''
WHERE, PATTERN, INSTEAD = "Hall.open_tables", "table not in closed", "table or closed"


def tree_of(text):
    return ast.dump(ast.parse(text))


def changed(old, new, text=MODULE):
    assert text.count(old)
    return tree_of(text.replace(old, new))


def test_the_function_decides_which_of_two_alike_places_is_meant():
    pattern, instead = "[table for table in tables if table in closed]", "[]"
    assert tree_of(replace_code(MODULE, "busy", pattern, instead)) == changed(pattern, instead)
    with pytest.raises(NotFound, match=r"fits at 0 places in Hall\.open_tables"):
        replace_code(MODULE, WHERE, pattern, instead)


def test_another_layout_is_the_same_code():
    assert tree_of(replace_code(MODULE, WHERE, "(table\nnot  in closed)", INSTEAD)) == changed(
        PATTERN, INSTEAD
    )


@pytest.mark.parametrize("old", ["table", "closed", "open_tables", "Hall"])
def test_a_rename_is_followed(old):
    """Of variables and parameters, of the function, of its class."""
    with_fault = MODULE.replace(PATTERN, INSTEAD)
    before, after = (re.sub(rf"\b{old}\b", "anew", text) for text in (MODULE, with_fault))
    assert tree_of(replace_code(before, WHERE, PATTERN, INSTEAD)) == tree_of(after)


def test_another_name_is_no_rename_while_the_old_one_is_there():
    with pytest.raises(NotFound, match="fits at 0 places"):
        replace_code(MODULE, "busy", "closed in tables", "tables in closed")


def test_a_place_that_is_there_twice_is_told():
    with pytest.raises(NotFound, match="fits at 2 places"):
        replace_code("def f(x):\n    return g(x) + g(x)\n", "f", "g(x)", "x")


def test_statements_are_replaced_and_bodies_kept():
    got = replace_code(MODULE, "busy", "if not closed:\n    ...", "while closed:\n    ...")
    assert tree_of(got) == changed("if not closed:", "while closed:")
    assert "raise" not in replace_code(MODULE, "busy", "raise ValueError('nobody')", "")


def test_a_name_that_only_the_fault_uses_is_missed_when_it_is_gone():
    changed = replace_code(MODULE, WHERE, PATTERN, "table in CLOSED or [anew for anew in closed]")
    assert unknown_names(MODULE, changed) == {"CLOSED"}
    assert not unknown_names(MODULE + "\nCLOSED = []\n", changed)


def test_a_place_that_is_gone_is_told_with_its_claim():
    with pytest.raises(ValueError, match=r"Closed: hall\.py: fits at 0 places in Hall\.open_tables: x is y"):
        Fault("Closed", "hall.py", "x is y", "y", [], WHERE).brought_back(MODULE)
