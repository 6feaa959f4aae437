"""The figures of `/metrics`: what the workers counted, added up, and what the server itself can say."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.db import Error as DatabaseErrors
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, Gauge, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

import muster
from muster.rules.cards import catalogue
from muster.store.admin import operating_figures
from muster.web.config import data_folder
from muster.web.serving.shared_figures import FOLDER, LAST_BACKUP

WORKERS = Gauge("muster_workers", "Processes that serve", multiprocess_mode="livesum")
WHAT_IT_IS: Final = {
    "failing_webhooks": "Webhooks whose last message did not arrive",
    "waiting_messages": "Messages of webhooks that wait to be sent",
    "stalled_archives": "Archives of people's data that stopped while they were made",
    "open_reports": "Reports that no admin has closed",
    "database_bytes": "Size of the database",
    "free_bytes": "Bytes free on the disk of a SQLite database",
}


def all_figures() -> bytes:
    """Everything in the words of Prometheus."""
    registry = CollectorRegistry()
    if folder := os.environ.get(FOLDER):
        MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
        registry.register(_WorkersTogether(Path(folder)))
    else:
        registry.register(_Everything(REGISTRY))
    registry.register(_Server())
    return generate_latest(registry)


class _Everything(Collector):
    """What another registry has."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry

    def collect(self) -> Iterator[Metric]:
        yield from self._registry.collect()


class _WorkersTogether(Collector):
    """Memory, CPU and open files of all workers that live, as prometheus_client has them for one process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterator[Metric]:
        alive = [file.stem.rpartition("_")[2] for file in self._folder.glob("gauge_livesum_*.db")]
        sums: dict[str, Metric] = {}
        for process in alive:
            figures = ProcessCollector(pid=lambda process=process: process, registry=None)  # type: ignore[misc]
            for figure in figures.collect():
                _add(sums, figure)
        yield from sums.values()


def _add(sums: dict[str, Metric], figure: Metric) -> None:
    """Add to a sum; start times, which are none, are left out."""
    if figure.name == "process_start_time_seconds":
        return
    kind = CounterMetricFamily if figure.type == "counter" else GaugeMetricFamily
    before = sums[figure.name].samples[0].value if figure.name in sums else 0.0
    sums[figure.name] = kind(figure.name, figure.documentation, value=before + figure.samples[0].value)


class _Server(Collector):
    """What is the same whichever worker is asked."""

    def collect(self) -> Iterator[Metric]:
        known = {"version": muster.__version__, "edition": catalogue().edition.isoformat()}
        yield InfoMetricFamily("muster", "The program and its cards", value=known)
        yield from _backup()
        try:
            figures = operating_figures(timezone.now())
        except DatabaseErrors:
            figures = {}
        yield GaugeMetricFamily("muster_database_up", "Whether the database answers", value=bool(figures))
        for name, value in figures.items():
            if value is not None:
                yield GaugeMetricFamily(f"muster_{name}", WHAT_IT_IS[name], value=value)


def _backup() -> Iterator[Metric]:
    """When `muster backup` last ended well here; nothing where it never did."""
    try:
        made = (data_folder() / LAST_BACKUP).stat().st_mtime
    except OSError:
        return
    yield GaugeMetricFamily(
        "muster_last_backup_seconds", "Seconds since the last backup", value=time.time() - made
    )
