"""One way to refuse: every problem at once, or nothing happens."""

import pytest

from muster.rules.violations import Refused, Source, Violation, refuse_if, refuse_unless

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


def test_a_source_says_where_its_rules_come_from():
    problem = Source("Tours of Duty").problem
    assert problem("battle.unknown") == Violation(code="battle.unknown", source="Tours of Duty")
    numbered = problem("battle.number", ["blue"], rule=12, given=3)
    assert (numbered.source, numbered.about, numbered.params) == (
        "Tours of Duty, rule 12",
        ("blue",),
        {"given": 3},
    )
    assert problem("battle.number", rule="ruling T11").source == "Tours of Duty, ruling T11"
