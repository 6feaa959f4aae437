"""Sheets of a server are set in a process beside it: replaced in time, one sheet at a time, each one once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from muster.rules.violations import Refused
from muster.web import asgi
from muster.web.print import typesetting
from muster.web.print.armies.sheets import paper_named
from muster.web.print.tournament.silhouette import silhouette_pdf
from muster.web.print.typesetting import Done, Job, Kept, Worker, Workshop, kept
from muster.web.serving.limits import MOST_HEAVY, HeavyWork
from tests.loops import run_loop


@pytest.fixture
def workshop(monkeypatch):
    monkeypatch.setattr(typesetting, "set_here", lambda job: pytest.fail("set in the server's own process"))
    monkeypatch.setattr(typesetting, "_setter", made := Workshop())
    kept.clear()
    yield made
    made.close()


@pytest.fixture
def number(tmp_path):
    """Small sheets, as many different ones as there are numbers."""
    (tmp_path / "number.typ").write_text(
        "#set document(date: none)\n#set page(width: 5cm, height: 5cm)\n#sys.inputs.number"
    )
    return lambda value: Job(str(tmp_path), "number.typ", {"number": str(value)})


def test_a_server_has_its_sheets_set_beside_it_as_long_as_it_runs():
    site = asgi.Muster()
    site.feed = Mock()  # no database is followed here
    setters = []

    async def life():
        messages = iter(["lifespan.startup", "lifespan.shutdown"])

        async def receive():
            setters.append(typesetting._setter)
            return {"type": next(messages)}

        async def send(_):
            pass

        await site({"type": "lifespan"}, receive, send)

    run_loop(life())
    assert [isinstance(setter, Workshop) for setter in (*setters, typesetting._setter)] == [
        False,
        True,
        False,
    ]


def test_a_worker_is_replaced_when_it_is_old_or_large_and_the_sheets_are_the_same(
    workshop, number, monkeypatch
):
    monkeypatch.setattr(typesetting, "MOST_SHEETS", 2)
    first = [workshop(number(value)) for value in (1, 2)]
    old = workshop.worker
    assert all(sheet.startswith(b"%PDF") for sheet in first) and old.sheets == 2 and old.memory > 0
    third = workshop(number(3))
    assert workshop.worker is not old and old.process.poll() is not None, "ended, and waited for"
    assert third.startswith(b"%PDF")
    workshop.worker.memory = typesetting.MOST_MEMORY + 1
    large = workshop.worker
    kept.clear()
    assert workshop(number(1)) == first[0]
    assert workshop.worker is not large


def test_a_worker_that_died_costs_one_request(workshop, number):
    workshop(number(1))
    workshop.worker.process.kill()
    workshop.worker.process.wait()
    assert workshop(number(2)).startswith(b"%PDF"), "seen before it was asked"


def test_a_sheet_that_takes_too_long_ends_its_worker_and_says_so(workshop, number, monkeypatch):
    monkeypatch.setattr(typesetting.Worker.work, "__defaults__", (0.0,))
    with pytest.raises(Refused) as refused:
        workshop(number(1))
    assert [violation.code for violation in refused.value.violations] == ["site.busy"]
    assert workshop.worker is None


def test_a_broken_template_is_a_bug_and_the_worker_goes_on(workshop, number):
    with pytest.raises(RuntimeError, match="number"):
        workshop(replace(number(1), inputs={}))
    worker = workshop.worker
    assert workshop(number(1)) and workshop.worker is worker


def test_a_sheet_asked_for_by_many_is_set_once(monkeypatch, number):
    set_by = []

    def work(self, job):
        set_by.append(job.name)
        Event().wait(0.05)  # until the others have come, too
        return Done(b"a sheet")

    monkeypatch.setattr(Worker, "work", work)
    monkeypatch.setattr(typesetting, "_setter", workshop := Workshop())
    kept.clear()
    workshop.lane = HeavyWork(waiting=20)
    with ThreadPoolExecutor(MOST_HEAVY) as crowd:
        made = list(crowd.map(lambda _: typesetting.sheet(number(7)), range(12)))
    workshop.close()
    kept.clear()
    assert made == [b"a sheet"] * 12
    assert len(set_by) == 1


def test_whoever_comes_when_the_lane_is_full_is_told_at_once():
    lane, inside, go = HeavyWork(waiting=2), Event(), Event()

    def work():
        with lane.slot():
            inside.set()
            go.wait(20)

    with ThreadPoolExecutor(3) as crowd:
        waiting = [crowd.submit(work) for _ in range(3)]
        inside.wait(20)
        while lane.inside < 3:
            pass
        with pytest.raises(Refused), lane.slot():
            pytest.fail("a fourth had a turn")
        go.set()
        assert [job.result() for job in waiting] == [None] * 3
    assert lane.inside == 0


def test_a_sheet_beyond_what_the_lane_holds_is_refused(workshop, number):
    """Whoever asks for sheets nobody asked for before: one is set at a time, and few wait for it."""
    workshop.lane = HeavyWork(waiting=0)
    with workshop.lane.slot(), pytest.raises(Refused, match=r"site\.busy"):
        workshop(number(1))
    assert workshop.worker is None


def test_what_is_kept_is_bounded_in_bytes_and_the_oldest_goes():
    some = Kept(most=10)
    some.keep("a", b"12345")
    some.keep("b", b"12345")
    assert some.get("a") and some.get("b") and some.get("a")
    some.keep("c", b"123")
    assert (some.get("b"), some.bytes) == (None, 8)
    some.keep("large", b"x" * 100)
    assert (some.get("large"), some.bytes) == (None, 0)


def test_every_sheet_is_set_beside(workshop):
    assert silhouette_pdf(paper_named("a4")).startswith(b"%PDF")
    assert workshop.worker.sheets == 1
