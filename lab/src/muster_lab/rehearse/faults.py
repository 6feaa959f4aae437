"""`muster-lab rehearse faults`: breaks, one after the other and under load, what breaks in a shop, a hall
or a cellar.

Servers, databases and disks belong to the rehearsal and are removed afterwards; nothing else on the machine
changes.
"""

import errno
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final, get_args

import click
import msgspec

from muster_lab.rehearse import full_hall
from muster_lab.rehearse.frail import Frail
from muster_lab.rehearse.link import Link, Trouble
from muster_lab.rehearse.load import Load
from muster_lab.rehearse.machines import free_ports
from muster_lab.rehearse.postgres import Postgres
from muster_lab.rehearse.power import Disk, Write, is_whole, read_trace
from muster_lab.rehearse.site import Site
from muster_lab.rehearse.stage import AFTER, BEFORE, Fault, Row, Stage, announcements_in, compare_with_log

YEAR: Final = 365 * 24 * 3600
WORKERS: Final = 2
SENDS: Final = 5
DISK: Final = "64m"
QUIET: Final = 1.0  # seconds after which an idle server has stopped writing


class Size(msgspec.Struct, frozen=True):
    """How long and how often each fault happens."""

    seconds: float
    locked: float
    kills: int
    forms: int
    cuts: int
    hall: full_hall.Size | None


# Five workers that die as soon as they start would stop the server. The short run spends most of its time
# starting servers, so it has no hall and makes a backup on only one of the databases.
FULL: Final = Size(
    seconds=5, locked=25, kills=3, forms=20, cuts=200, hall=full_hall.Size(viewers=200, players=512)
)
SHORT: Final = Size(seconds=0.25, locked=1, kills=1, forms=3, cuts=20, hall=None)


# SQLite ----------------------------------------------------------------------------------------------------


def on_sqlite(scratch: Path, size: Size) -> Iterator[Row]:
    """One server on a small disk of its own."""
    folder = scratch / "data"
    folder.mkdir()
    with small_disk(folder) as is_small:
        frail = Frail(folder, scratch)
        site = Site(folder, scratch / "log", frail.environment, WORKERS)
        try:
            stage = Stage(site, "SQLite", folder / "muster.sqlite3")
            yield from kill_server(stage, size)
            for fault in sqlite_faults(stage, frail, size, is_small):
                yield stage.rehearse(fault)
            yield send_five_times(stage, size.forms)
            yield power_cuts(stage, frail, size)
            yield restore_copy(stage, scratch / "copy")
        finally:
            site.kill()


def sqlite_faults(stage: Stage, frail: Frail, size: Size, is_small: bool) -> Iterator[Fault]:
    """All faults that are fully described by a beginning and an end."""
    folder = stage.site.folder
    ballast = folder / "ballast"
    if is_small:
        yield Fault("full disk (tmpfs)", lambda: fill_disk(ballast), ballast.unlink, size.seconds)
    yield from frail_disk(frail, size)
    other = sqlite3.connect(folder / "muster.sqlite3", isolation_level=None, check_same_thread=False)
    yield Fault(
        "locked file",
        lambda: other.execute("BEGIN IMMEDIATE"),
        lambda: other.execute("ROLLBACK"),
        size.locked,
    )
    other.close()
    yield from frail_clock(frail, size)


def kill_server(stage: Stage, size: Size) -> Iterator[Row]:
    """Kill the server, or one worker. Whatever ended is started again, as systemd would; workers are
    replaced without that."""
    yield stage.rehearse(Fault("SIGKILL", stage.site.kill, stage.site.start, 0, size.kills))
    held = min(size.seconds, 1)
    yield stage.rehearse(Fault("SIGKILL of a worker", stage.site.kill_worker, lambda: None, held, size.kills))
    if size.hall:
        yield full_hall.kill_in_a_full_hall(stage, size.hall)


def frail_disk(frail: Frail, size: Size) -> Iterator[Fault]:
    """Faults of the disk that holds the server's folder."""
    for name, error in (("full disk (ENOSPC)", errno.ENOSPC), ("read-only disk (EROFS)", errno.EROFS)):
        yield Fault(name, partial(frail.set, error=error), frail.set, size.seconds)


def frail_clock(frail: Frail, size: Size) -> Iterator[Fault]:
    """Faults of the server's clock."""
    for name, seconds in (("clock a year forward", YEAR), ("clock a year back", -YEAR)):
        yield Fault(name, partial(frail.set, seconds=seconds), frail.set, size.seconds)


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """A tmpfs small enough to fill, if this user may mount one."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "muster-rehearsal", str(folder)]
    found = os.geteuid() == 0 and shutil.which("mount")
    is_small = bool(found) and not subprocess.run(mount, capture_output=True, check=False).returncode  # noqa: S603
    try:
        yield is_small
    finally:
        if is_small:
            subprocess.run(["umount", "-l", str(folder)], check=False)  # noqa: S603, S607


def fill_disk(ballast: Path) -> None:
    """Fill the disk to the last byte."""
    with ballast.open("wb", buffering=0) as file:
        for size in (1024 * 1024, 4096):
            try:
                while file.write(bytes(size)) == size:
                    pass
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise


# Power -----------------------------------------------------------------------------------------------------


def power_cuts(stage: Stage, frail: Frail, size: Size) -> Row:
    """Trace every write and sync while people write; then check what the disk could have held at many
    moments, and let the server carry on from the last of them."""
    site = stage.site
    time.sleep(QUIET)
    frail.set(traced=True)
    disk = Disk({file.name: file.read_bytes() for file in database_files(site.folder)}, seed=13)
    with stage.load("power") as load:
        load.await_acts(size.cuts, time.monotonic())
    site.kill()
    frail.set()
    trace, looked = list(read_trace(frail.trace)), Counter[str]()
    for until, found in disks_after_power_cut(disk, trace, load, site.folder.parent / "cut", size.cuts):
        looked.update(compare_with_log(until, found))
    for file in site.folder.glob("muster.sqlite3*"):
        file.unlink()
    disk.cut(site.folder)
    over = time.monotonic()
    site.start()
    with stage.load("light") as after:
        back = after.await_acts(1, over)
    row = stage.row("power cut (simulated)", load, back and back - over)
    return msgspec.structs.replace(
        row, lost=row.lost + looked["lost"], doubled=row.doubled + looked["doubled"]
    )


def disks_after_power_cut(
    disk: Disk, trace: list[Write], load: Load, folder: Path, many: int
) -> Iterator[tuple[set[str], Counter[str]]]:
    """For each of many moments, what had been acknowledged by then and what a disk of that moment holds."""
    began = min(load.begun.values())
    moments = [place for place, write in enumerate(trace) if write.at > began]
    chosen = {*moments[:: max(1, len(moments) // many)], len(trace) - 1}
    for place, write in enumerate(trace):
        disk.take(write)
        if place in chosen:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            disk.cut(folder)
            database = folder / "muster.sqlite3"
            held = {words for words, at in load.acknowledged.items() if at < write.at}
            yield held, announcements_in(database) if is_whole(database) else Counter()


def database_files(folder: Path) -> list[Path]:
    """The database and its WAL. The shared memory (-shm) is rebuilt after a power cut."""
    return [file for file in folder.glob("muster.sqlite3*") if not file.name.endswith("-shm")]


# PostgreSQL ------------------------------------------------------------------------------------------------


def on_postgres(scratch: Path, size: Size) -> Iterator[Row]:
    """One server, its database, and a link between them."""
    home, folder = scratch / "postgres", scratch / "data"
    home.mkdir()
    folder.mkdir()
    with ExitStack() as ends:
        server = Postgres(home, *free_ports(1))
        server.start()
        ends.callback(server.stop, "immediate")
        link = Link(server.port)
        ends.callback(link.close)
        frail = Frail(folder, scratch)
        settings = {"DATABASE_URL": server.url(link.port), **frail.environment}
        site = Site(folder, scratch / "log", settings, WORKERS)
        ends.callback(site.kill)
        stage = Stage(site, "PostgreSQL", server.url())
        yield from kill_server(stage, size)
        for fault in (*frail_disk(frail, size), *frail_clock(frail, size)):
            yield stage.rehearse(fault)
        for way in ("fast", "immediate"):
            name = {"fast": "database restarted", "immediate": "database crashed"}[way]
            yield stage.rehearse(Fault(name, partial(server.stop, way), server.start, size.seconds))
        well = partial(link.set, "well")
        for mode in get_args(Trouble):
            yield stage.rehearse(Fault(f"link {mode}", partial(link.set, mode), well, size.seconds))
        yield send_five_times(stage, size.forms)
        if size.hall:
            yield restore_copy(stage, scratch / "copy")


# Phones ----------------------------------------------------------------------------------------------------


def send_five_times(stage: Stage, forms: int) -> Row:
    """A phone without network keeps a form and sends it five times at once when it is back: that must be
    one act."""
    site, load = stage.site, stage.load("forms")
    site.send(signal.SIGSTOP)  # nothing answers, and requests queue up
    leads: dict[str, set[str]] = {}
    with ThreadPoolExecutor(forms * SENDS) as senders:
        names = [f"form {number}" for number in range(forms)] * SENDS
        sent = [(name, senders.submit(stage.browser.open_table, name)) for name in names]
        time.sleep(0.5)
        over = time.monotonic()
        site.send(signal.SIGCONT)
        for name, answer in sent:
            leads.setdefault(name, set()).add(answer.result().location)
    load.acknowledged = {name: over for name, places in leads.items() if places != {""}}
    load.wrong.update(f"leads to {len(places)} places" for places in leads.values() if len(places) > 1)
    return stage.row(f"{SENDS} sends of each form", load, time.monotonic() - over)


# Copies ----------------------------------------------------------------------------------------------------


def restore_copy(stage: Stage, copy: Path) -> Row:
    """A backup made while people write must contain everything acknowledged before, and all its logs
    must fold. Restored while the server runs, it is what everybody sees and continues from."""
    with stage.load("copied") as load:
        load.await_acts(BEFORE, time.monotonic())
        acknowledged = dict(load.acknowledged)
        done = [stage.site.muster("backup", str(copy), "--no-check")]
        load.await_acts(AFTER, time.monotonic())
    over = time.monotonic()
    done.append(stage.site.muster("restore", str(copy), "--replace"))
    load.seen = stage.browser.words(load.event)  # whichever process answers, possibly from its cache
    with stage.load("restored") as after:
        back = after.await_acts(1, over)
    load.acknowledged = acknowledged | after.acknowledged
    load.wrong += after.wrong + Counter(label for is_well, label in done if not is_well)
    return stage.row("backup and restore", load, back and back - over)


# The command -----------------------------------------------------------------------------------------------


ROW: Final = "| {:<22} | {:<10} | {:>12} | {:>11} | {:>4} | {:>7} | {:>7} | {:>10} | {:>7} |"
HEAD: Final = (
    "fault", "database", "acknowledged", "turned away", "lost", "doubled", "phantom", "recovery s", "by hand",
)  # fmt: skip


@click.command("faults")
@click.option("--short", is_flag=True, help="A few seconds for each fault.")
@click.option("--database", type=click.Choice(["sqlite", "postgresql"]), help="Only on this one.")
@click.option("--json", "as_json", is_flag=True, help="Print the rows as JSON.")
def command(short: bool, database: str | None, as_json: bool) -> None:
    """Break things while people write, and count what was lost or happened twice; exit 1 if anything did."""
    found = list[Row]()
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit(143)
    )  # so that everything started here is stopped as well
    if not as_json:
        click.echo(ROW.format(*HEAD))
        click.echo(re.sub("[^|]", "-", ROW.format(*HEAD)))
    for row in rehearse_all(SHORT if short else FULL, database):
        found.append(row)
        if not as_json:
            print_row(row)
    if as_json:
        click.echo(json.dumps([msgspec.to_builtins(row) for row in found]))
    raise SystemExit(not all(row.is_well for row in found))


def rehearse_all(size: Size, database: str | None) -> Iterator[Row]:
    """Run all rehearsals and yield their rows."""
    parts = {"sqlite": on_sqlite, "postgresql": on_postgres}
    for name, part in parts.items():
        if database in (None, name):
            with tempfile.TemporaryDirectory(
                prefix="muster-rehearse-", ignore_cleanup_errors=True
            ) as scratch:
                Path(scratch).chmod(0o755)  # PostgreSQL may run as another user
                yield from part(Path(scratch), size)


def print_row(found: Row) -> None:
    """Print a line of the table, with every unexpected response."""
    seconds = "never" if found.recovery is None else f"{found.recovery:.1f}"
    numbers = (found.acknowledged, found.turned_away, found.lost, found.doubled, found.phantom)
    click.echo(ROW.format(found.fault, found.database, *numbers, seconds, "yes" if found.by_hand else "no"))
    for answer, times in found.wrong.items():
        click.echo(f"  {times} × {answer}")
