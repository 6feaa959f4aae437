"""Work that comes round: it outlives its errors and ends when it is told to."""

from threading import Event

import pytest
from django.db import OperationalError

from muster.web.serving import background
from muster.web.serving.background import PollingThread


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done to the connections of the thread; it never opens one itself."""
    names: list[str] = []
    for name in ("close_old_connections", "close_sqlite_connections"):
        monkeypatch.setattr(background, name, lambda name=name: names.append(name))
    return names


def test_an_error_does_not_end_the_work_and_a_lost_database_is_opened_anew(closed: list[str]) -> None:
    rounds, again = [], Event()

    def work() -> None:
        rounds.append(len(rounds))
        if len(rounds) == 1:
            raise OperationalError("disk I/O error")
        again.set()

    thread = PollingThread("test", 0.001, work)
    thread.start()
    assert again.wait(5)
    thread.stop()
    assert closed[:2] == ["close_sqlite_connections", "close_old_connections"]


def test_what_is_stopped_does_nothing_more_and_knows_it(closed: list[str]) -> None:
    done: list[bool] = []
    thread = PollingThread("test", 0.001, lambda: done.append(thread.is_stopping()))
    thread.stop()
    thread.start()
    thread.stop()
    assert thread.is_stopping()
    assert (done, closed) == ([], [])
