"""Workers that are copies of the process that collected the tests: `pytest -n 3` where that is possible.

Each worker of pytest-xdist starts Python and imports, rewrites and collects all tests for itself before it
runs its share. A copy has all of that from the beginning, with whatever else was loaded by then. It asks for
the tests of one file (or of one `xdist_group`) after the other and hands back the reports of each.

What they need of pytest stands behind a fence, `copying.py`.
"""

import multiprocessing
from collections import deque
from collections.abc import Iterator
from itertools import chain, pairwise
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

import pytest

from tests import copying
from tests.scheduling import shares


def pytest_configure(config: pytest.Config) -> None:
    """Take over what `-n` asks for, before pytest-xdist does it."""
    wanted = config.option
    if wanted.tx and wanted.dist != "no" and not wanted.collectonly and copying.can_copy(config):
        config.pluginmanager.register(CopiedWorkers(config, len(wanted.tx)), "copied-workers")
        wanted.dist, wanted.tx = "no", []


class Ran(NamedTuple):
    """A test that a worker has run, by its place among all that were collected."""

    place: int
    reports: list[dict[str, Any]]


class Worker:
    """A copy, as the process that collected sees it."""

    def __init__(self, session: pytest.Session, name: str, others: list[Connection]) -> None:
        context = multiprocessing.get_context("fork")
        self.given: deque[int] = deque()
        """What it has been given and not yet reported; it runs the first of these."""
        self.pipe, theirs = context.Pipe()
        not_its = [self.pipe, *others]
        self.process = context.Process(target=work, args=(session, name, theirs, not_its), name=name)
        self.process.start()
        theirs.close()

    def end(self) -> None:
        """Let it end: when nobody listens any more it clears away what its tests shared."""
        self.pipe.close()
        self.process.join()


class CopiedWorkers:
    """The process that collected: it hands out tests and passes on what is reported."""

    def __init__(self, config: pytest.Config, count: int) -> None:
        self.config = config
        self.count = count
        self.started = 0
        self.workers: dict[Any, Worker] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed and not self.config.option.continue_on_collection_errors:
            return None  # pytest says so
        copying.make_folder(self.config)
        left = deque(shares(session.items))
        try:
            for _ in range(min(self.count, len(left))):
                self._copy(session)
            while self.workers:
                for pipe in wait([*self.workers]):
                    self._hear(session, self.workers[pipe], left)
                if session.shouldfail:
                    raise session.Failed(session.shouldfail)
                if session.shouldstop:
                    raise session.Interrupted(session.shouldstop)
        finally:
            while self.workers:
                self.workers.popitem()[1].end()
        return True

    def _copy(self, session: pytest.Session) -> None:
        worker = Worker(session, f"gw{self.started}", [*self.workers])
        self.started += 1
        self.workers[worker.pipe] = worker

    def _hear(self, session: pytest.Session, worker: Worker, left: deque[list[int]]) -> None:
        try:
            heard = worker.pipe.recv()
            if heard is None:
                share = left.popleft() if left else []
                worker.given.extend(share)
                worker.pipe.send(share)
                return
        except (EOFError, OSError):
            self.workers.pop(worker.pipe).end()
            if worker.given:
                self._report_death(session.items[worker.given.popleft()], worker.process.exitcode)
                left.appendleft([*worker.given])
                self._copy(session)
            return
        assert worker.given.popleft() == heard.place
        self._report(session.items[heard.place], heard.reports)

    def _report(self, item: pytest.Item, reports: list[dict[str, Any]]) -> None:
        hook = self.config.hook
        hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for data in reports:
            report = hook.pytest_report_from_serializable(config=self.config, data=data)
            hook.pytest_runtest_logreport(report=report)
        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)

    def _report_death(self, item: pytest.Item, exitcode: int | None) -> None:
        problem = f"A worker died while it ran {item.nodeid} (exit code {exitcode})."
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", problem, "call")
        self.config.hook.pytest_runtest_logreport(report=report)


class Reporter:
    """Hands the reports of a worker back, those of a test together."""

    def __init__(self, session: pytest.Session, pipe: Connection) -> None:
        self.session = session
        self.pipe = pipe
        self.place = 0
        self.reports: list[dict[str, Any]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        config = self.session.config
        self.reports.append(config.hook.pytest_report_to_serializable(config=config, report=report))

    def pytest_runtest_logfinish(self) -> None:
        try:
            self.pipe.send(Ran(self.place, self.reports))
        except OSError:
            self.session.shouldstop = "nobody listens"
        self.reports = []


def work(session: pytest.Session, name: str, pipe: Connection, not_ours: list[Connection]) -> None:
    """What a copy does: run what it is given until nothing is left or nobody listens."""
    for other in not_ours:
        other.close()
    copying.settle(session.config, name)
    reporter = Reporter(session, pipe)
    session.config.pluginmanager.register(reporter)
    for place, following in pairwise(chain(places(pipe), [None])):
        assert place is not None
        reporter.place = place
        nextitem = None if following is None else session.items[following]
        session.config.hook.pytest_runtest_protocol(item=session.items[place], nextitem=nextitem)
        if session.shouldstop or session.shouldfail:
            session.config.hook.pytest_sessionfinish(session=session, exitstatus=session.exitstatus)
            return


def places(pipe: Connection) -> Iterator[int]:
    """One test after the other; what comes next is asked for before the last one in hand is run."""
    try:
        while True:
            pipe.send(None)
            share = pipe.recv()
            if not share:
                return
            yield from share
    except (EOFError, OSError):
        return
