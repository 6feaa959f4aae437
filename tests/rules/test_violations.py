"""One way to refuse: every problem at once, or nothing happens."""

import pytest

from muster.rules.violations import Refused, Violation, refuse_if, refuse_unless

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
