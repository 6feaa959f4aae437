"""Hints: one thread tells for all who come meanwhile, in notices that PostgreSQL takes."""

import threading

import pytest

from muster.store.log.hints import STREAMS_PER_NOTICE, Hints


def test_who_comes_while_another_tells_leaves_it_to_that_one_and_it_goes_as_one():
    sent, inside, on = [], threading.Event(), threading.Event()

    def send(moved):
        sent.append(moved)
        inside.set()
        assert on.wait(20)

    hints = Hints(send)
    first = threading.Thread(target=hints.tell, args=({"a": 1},))
    first.start()
    assert inside.wait(20)
    for version in (3, 2, 1):
        hints.tell({"b": version, f"c{version}": 1})  # comes back at once
    assert sent == [{"a": 1}]
    on.set()
    first.join(20)
    assert sent == [{"a": 1}, {"b": 3, "c3": 1, "c2": 1, "c1": 1}]


def test_many_streams_go_in_several_notices():
    sent = []
    Hints(sent.append).tell({f"stream:{number}": number for number in range(STREAMS_PER_NOTICE * 2 + 1)})
    assert [len(notice) for notice in sent] == [STREAMS_PER_NOTICE, STREAMS_PER_NOTICE, 1]


def test_a_hint_that_fails_does_not_silence_the_next():
    sent, broken = [], [OSError("the line went dead")]

    def send(moved):
        if broken:
            raise broken.pop()
        sent.append(moved)

    hints = Hints(send)
    with pytest.raises(OSError, match="dead"):
        hints.tell({"a": 1})
    hints.tell({"b": 1})
    assert sent == [{"b": 1}]
