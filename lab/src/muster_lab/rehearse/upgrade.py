"""`muster-lab rehearse upgrade`: two app hosts on one database are upgraded one after the other under load.

The release after this one is this checkout with a migration more. Four people write and two read all the
time, through a front that, as HAProxy does, asks the other host where one does not listen. Nobody may be
refused, and nothing lost.
"""

import contextlib
import socket
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final

import click

from muster_lab.rehearse.link import Link
from muster_lab.rehearse.load import Browser, Load
from muster_lab.rehearse.machines import free_ports
from muster_lab.rehearse.postgres import Postgres
from muster_lab.rehearse.releases import next_release
from muster_lab.rehearse.site import Site
from muster_lab.rehearse.stage import announcements_in, compare_with_log

ACTS: Final = 8
"""Done in each state of the hosts before the next step."""
BREATH: Final = 2.0
"""Seconds between two acts of a writer: an event holds 500, and a slow machine upgrades for minutes."""
KEY: Final = "of both hosts"


class Front(Link):
    """One port before several hosts, in turn; a host that does not listen is passed over."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports, self._turn = ports, count()
        super().__init__(0)

    def _carry(self, near: socket.socket) -> None:
        with closing(near), contextlib.suppress(OSError), closing(self._reach()) as far:
            while self._pass_on(near, far):
                pass

    def _reach(self) -> socket.socket:
        first = next(self._turn)
        for number in range(len(self.ports)):
            with contextlib.suppress(ConnectionRefusedError):
                return socket.create_connection(("127.0.0.1", self.ports[(first + number) % len(self.ports)]))
        raise OSError


class Rolling:
    """Two hosts, the way to both, and the steps of an upgrade."""

    def __init__(self, folder: Path, database: dict[str, str], say: Callable[[str], None]) -> None:
        self.folder, self.say = folder, say
        self.next = folder / "next"
        self.next.mkdir()
        next_release(self.next)
        settings = {"MUSTER_SECRET_KEY": KEY, **database}
        self.loads: list[Load] = []
        self.hosts = [Site(folder / "data", folder / f"host{n}.log", settings, 1) for n in (1, 2)]

    def start(self) -> None:
        """Both hosts with this release."""
        (self.folder / "data").mkdir(exist_ok=True)
        for host in self.hosts:
            host.start()

    def restart(self, host: Site, release: Path | None = None, *, upgrade: bool = False) -> None:
        """Stop a host as systemd does, and start it with a release; `upgrade` changes the tables before."""
        host.stop()
        host.environment["PYTHONPATH"] = str(release / "src") if release else ""
        if upgrade:
            well, told = host.muster("upgrade", "--backup", str(self.folder / "before-upgrade.backup"))
            if not well:
                raise click.ClickException(told)
        host.start()

    def play(self, browser: Browser) -> None:
        """Every state that two hosts have while they are upgraded, and the way back."""
        one, two = self.hosts
        steps: list[tuple[str, Callable[[], None]]] = [
            ("both with this release", lambda: None),
            ("the first upgraded, the second not", lambda: self.restart(one, self.next, upgrade=True)),
            ("the second started again, not upgraded", lambda: self.restart(two)),
            ("both upgraded", lambda: self.restart(two, self.next)),
            ("the first with the release before again", lambda: self.restart(one)),
        ]
        for name, step in steps:
            with Load(browser, name, BREATH) as load:
                self.loads.append(load)
                load.await_acts(1, 0.0)
                step()
                if load.await_acts(ACTS, time.monotonic()) is None:
                    raise click.ClickException(f"Nothing was done any longer: {name}.")
            self.say(f"{name}: {len(load.acknowledged)} acts, {load.turned_away + load.unread} turned away")

    def stop(self) -> None:
        """Kill both."""
        for host in self.hosts:
            host.kill()


def rehearse(
    folder: Path, database: dict[str, str], where: Path | str, say: Callable[[str], None]
) -> dict[str, int]:
    """What was acknowledged, lost, doubled, seen though it is not true, and refused."""
    rolling = Rolling(folder, database, say)
    front = Front([host.port for host in rolling.hosts])
    try:
        rolling.start()
        rolling.play(Browser(front.port))
        found = announcements_in(where)
    finally:
        rolling.stop()
        front.close()
    acknowledged = [words for load in rolling.loads for words in load.acknowledged]
    return {
        "acknowledged": len(acknowledged),
        "turned away": sum(load.turned_away + load.unread for load in rolling.loads),
        "phantom": sum(len(load.seen - found.keys()) for load in rolling.loads),
        "wrong": sum(sum(load.wrong.values()) for load in rolling.loads),
        **compare_with_log(acknowledged, found),
    }


@click.command("upgrade")
@click.option("--database", type=click.Choice(["sqlite", "postgresql"]), default="sqlite", show_default=True)
def command(database: str) -> None:
    """Upgrade two app hosts one after the other under load; exit 1 where anyone was refused."""
    began = time.monotonic()

    def say(words: str) -> None:
        click.echo(f"{time.monotonic() - began:6.1f} s  {words}")

    with tempfile.TemporaryDirectory(prefix="muster-upgrade-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if database == "sqlite":
            figures = rehearse(folder, {}, folder / "data" / "muster.sqlite3", say)
        else:
            folder.chmod(0o755)
            (folder / "postgres").mkdir()
            server = Postgres(folder / "postgres", free_ports(1)[0])
            server.start()
            try:
                figures = rehearse(folder, {"DATABASE_URL": server.url()}, server.url(), say)
            finally:
                server.stop("immediate")
    for what, figure in figures.items():
        click.echo(f"{what:<20}{figure:>8}")
    raise SystemExit(any(figure for what, figure in figures.items() if what != "acknowledged"))
