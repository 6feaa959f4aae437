"""`/metrics` of a server with two workers: whichever is asked, the figures are those of both."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from pathlib import Path

import pytest
from django.db import OperationalError
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.parser import text_string_to_metric_families

from muster.web.serving import figures, shared_figures
from tests.store.ready_database import put_ready_database

pytestmark = pytest.mark.xdist_group("live-site")
ASKED = 40
PATIENCE = 60


def read_figures(text):
    """Sums by name over all labels."""
    found = Counter()
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name] += sample.value
    return found


def get(address):
    """One answer over a connection of its own, so that either worker may have it; a dying one may drop it."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                return answer.read().decode()
        except OSError as problem:
            if time.monotonic() > end:
                raise AssertionError(address) from problem
            time.sleep(0.05)


def health_requests_of(folder, worker):
    """What a worker itself wrote down."""
    metrics = MultiProcessCollector.merge([str(folder / f"counter_{worker}.db")])
    return sum(s.value for m in metrics for s in m.samples if s.labels.get("route") == "health")


class Server:
    def __init__(self, folder, log):
        serve = ["serve", "--host", "127.0.0.1", "--port", "0", "--workers", "2", "--no-qr"]
        hidden = ("DATABASE_URL", "MUSTER_METRICS_TOKEN", "DJANGO_SETTINGS_MODULE")
        environment = {name: text for name, text in os.environ.items() if name not in hidden}
        with log.open("w") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "muster", *serve],
                env=environment | {"MUSTER_DATA": str(folder)},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self.address = next(
            found[0] for line in self.process.stdout if (found := re.search(r"http://[\d.]+:\d+", line))
        )

    def figures(self):
        return read_figures(get(f"{self.address}/metrics"))

    def counted(self, route, text):
        """How often a route was answered, as one answer of `/metrics` has it."""
        return float(
            next(iter(re.findall(rf'muster_requests_total{{[^}}]*route="{route}"[^}}]*}} ([\d.]+)', text)), 0)
        )

    def workers(self):
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(child) for child in children.split()]

    def folder(self):
        (found,) = shared_figures.MEMORY.glob(f"{shared_figures.PREFIX}{self.process.pid}-*")
        return found


@pytest.fixture
def server(tmp_path, django_db_blocker):
    (tmp_path / "data").mkdir()
    with django_db_blocker.unblock():
        put_ready_database(tmp_path / "data" / "muster.sqlite3")
    server = Server(tmp_path / "data", tmp_path / "log")
    yield server
    server.process.kill()
    server.process.communicate()
    with contextlib.suppress(ValueError):
        shutil.rmtree(server.folder())


@pytest.mark.skipif(not os.access(shared_figures.MEMORY, os.W_OK), reason="no memory file system here")
def test_figures_of_two_workers_add_up_and_outlive_one(server):
    for _ in range(ASKED):
        get(f"{server.address}/health")
    told = [get(f"{server.address}/metrics") for _ in range(6)]
    assert {server.counted("health", text) for text in told} == {ASKED}, "each worker has only its own part"
    each = [health_requests_of(server.folder(), worker) for worker in server.workers()]
    assert len(each) == 2
    assert all(0 < part < ASKED for part in each), "both answered"
    assert sum(each) == ASKED
    assert server.figures()["muster_workers"] == 2

    os.kill(server.workers()[0], signal.SIGKILL)
    end = time.monotonic() + PATIENCE
    while len(server.workers()) != 2 or server.figures()["muster_workers"] != 2:
        assert time.monotonic() < end
        time.sleep(0.05)
    figures_now = server.figures()
    assert server.counted("health", get(f"{server.address}/metrics")) == ASKED, (
        "what the dead one counted stays"
    )
    assert figures_now["process_resident_memory_bytes"] > 20e6
    assert figures_now["muster_database_up"] == 1
    assert figures_now["muster_database_bytes"] > 100_000

    folder = server.folder()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(PATIENCE) == 0
    assert not folder.exists()


def test_without_its_database_a_server_still_has_figures(monkeypatch):
    def away(now):
        raise OperationalError("gone")

    monkeypatch.setattr(figures, "operating_figures", away)
    found = read_figures(figures.all_figures().decode())
    assert found["muster_database_up"] == 0
    assert "muster_database_bytes" not in found
    assert found["muster_info"] == 1


@pytest.mark.django_db
def test_the_last_backup_is_a_figure_once_there_was_one(monkeypatch, tmp_path):
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path))
    assert "muster_last_backup_seconds" not in read_figures(figures.all_figures().decode())
    (tmp_path / shared_figures.LAST_BACKUP).touch()
    os.utime(tmp_path / shared_figures.LAST_BACKUP, (time.time() - 7200,) * 2)
    assert 7199 < read_figures(figures.all_figures().decode())["muster_last_backup_seconds"] < 7300


def test_folders_of_servers_that_were_killed_are_removed(monkeypatch, tmp_path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left, kept = (tmp_path / f"{shared_figures.PREFIX}{number}-x" for number in (ended.pid, os.getpid()))
    left.mkdir()
    kept.mkdir()
    monkeypatch.setattr(shared_figures, "MEMORY", tmp_path)
    monkeypatch.setenv(shared_figures.FOLDER, "")
    shared_figures.share_figures()
    assert not left.exists()
    assert kept.exists()
