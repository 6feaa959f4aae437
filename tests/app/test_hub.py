"""The hub and the mailbox: who listens, in one process."""

import logging
from threading import Thread

from muster.app.feed import Hub
from tests.store.mailbox import Mailbox


def test_a_listener_hears_its_stream_only_and_each_version_once():
    hub, heard = Hub(), []
    leave = hub.subscribe("a", lambda *told: heard.append(told))
    for told in (("a", 1), ("b", 1), ("a", 1), ("a", 3), ("a", 2)):
        hub.publish(*told)
    assert heard == [("a", 1), ("a", 3)]
    assert hub.streams() == ["a"]
    leave()
    hub.publish("a", 4)
    assert (heard[-1], hub.streams()) == (("a", 3), [])


def test_who_comes_later_hears_what_comes_later():
    hub, first, second = Hub(), Mailbox(), Mailbox()
    hub.subscribe("a", first)
    hub.publish("a", 1)
    hub.subscribe("a", second)
    hub.publish("a", 2)
    assert (first.take(), second.take()) == ({"a": 2}, {"a": 2})


def test_a_listener_that_fails_is_removed_and_the_others_hear(caplog):
    hub, box = Hub(), Mailbox()

    def broken(stream, version):
        raise RuntimeError("Event loop is closed")

    hub.subscribe("a", broken)
    hub.subscribe("a", box)
    with caplog.at_level(logging.ERROR):
        hub.publish("a", 1)
        hub.publish("a", 2)
    assert box.take() == {"a": 2}
    assert len(caplog.records) == 1


def test_a_listener_may_leave_while_it_is_called():
    hub, heard = Hub(), []
    leave = hub.subscribe("a", lambda *told: (heard.append(told), leave()))
    hub.publish("a", 1)
    hub.publish("a", 2)
    assert heard == [("a", 1)]


def test_a_mailbox_holds_the_latest_of_each_stream_and_rings_once():
    rung = []
    box = Mailbox(on_mail=lambda: rung.append(True))
    for version in range(1, 10_001):
        box("a", version)
    box("b", 1)
    box("a", 5)
    assert len(rung) == 1
    assert box.take() == {"a": 10_000, "b": 1}
    assert box.take() == {}
    box("a", 10_001)
    assert len(rung) == 2


def test_a_mailbox_wakes_who_waits():
    box = Mailbox()
    writer = Thread(target=box, args=("a", 1))
    writer.start()
    assert box.take(timeout=20) == {"a": 1}
    writer.join()
