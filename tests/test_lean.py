"""What workers do not tell of is nothing that anybody misses."""

import pytest

from tests.lean import counts, telling


@pytest.mark.parametrize("when", ["setup", "call", "teardown"])
@pytest.mark.parametrize("outcome", ["failed", "skipped"])
def test_whatever_goes_wrong_is_told(when: str, outcome: str) -> None:
    assert counts("testreport", {"when": when, "outcome": outcome})


def test_that_a_test_passed_is_told_once() -> None:
    told = [
        when
        for when in ("setup", "call", "teardown")
        if counts("testreport", {"when": when, "outcome": "passed"})
    ]
    assert told == ["call"]


def test_everything_else_goes_on_as_it_is() -> None:
    sent: list[tuple[str, dict[str, object]]] = []
    send = telling(lambda name, **told: sent.append((name, told)))
    send("logstart", nodeid="one")
    send("collectreport", data={"outcome": "failed"})
    send("runtest_protocol_complete", item_index=3, duration=0.1)
    assert sent == [
        ("collectreport", {"data": {"outcome": "failed"}}),
        ("runtest_protocol_complete", {"item_index": 3, "duration": 0.1}),
    ]
