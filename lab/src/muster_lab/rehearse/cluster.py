"""`muster-lab rehearse cluster`: two app hosts and two database hosts on this machine serve a watching
hall while an app host, the standby and the primary are killed in turn. Everything is removed afterwards."""

import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Final

import click

from muster_lab import CHECKOUT
from muster_lab.rehearse import machines
from muster_lab.rehearse.full_hall import REST, call_with_settings, crowd, tally
from muster_lab.rehearse.hall import Entered, Keepers, Log, World, build_world, read_log
from muster_lab.rehearse.machines import HERE, PASSWORD, Cluster, wait_until

DEPLOY: Final = CHECKOUT / "deploy"
PACE: Final = 4.5  # seconds that a scorekeeper takes for a result
CALM: Final = 15.0
AFTER: Final = 12.0


def longest_pause(entered: Sequence[Entered], begin: float, end: float) -> float:
    """The longest gap between acknowledged writes between two moments."""
    times = [begin, *sorted(result.at for result in entered if begin < result.at < end), end]
    return max(later - sooner for sooner, later in pairwise(times))


class Story:
    """The course of the rehearsal: what was done when, and what followed."""

    def __init__(self, cluster: Cluster, world: World, say: Callable[[str], None]) -> None:
        self.cluster, self.say = cluster, say
        self.keepers = Keepers(world, cluster.fronts, PACE)
        self.figures: dict[str, float] = {}

    def calm(self) -> None:
        """Nothing breaks, and a backup is made."""
        self.keepers.start()
        began = time.monotonic()
        make_base_backup(self.cluster)
        time.sleep(max(0.0, began + CALM - time.monotonic()))
        self._pause("seconds without writes, calm", began)

    def an_app_host_dies(self) -> None:
        """Kill its HAProxy, PgBouncer and site at once, and start it again later."""
        died, host = time.monotonic(), self.cluster.apps[0]
        host.kill()
        self.say("an app host is dead")
        time.sleep(AFTER)
        self._pause("seconds without writes, app host killed", died)
        host.start()
        wait_until(
            lambda: machines.http_status(self.cluster.port["app1"], "/health") == 200, "the app host again"
        )
        self.say("the app host is back")

    def the_standby_dies(self) -> None:
        """The primary carries on alone; later the standby catches up."""
        died, primary = time.monotonic(), self.cluster.primary()
        host = next(database for database in self.cluster.databases if database is not primary)
        host.kill()
        self.say(f"the standby {host.name} is dead")
        time.sleep(AFTER)
        self._pause("seconds without writes, standby killed", died)
        host.start()
        wait_until(self.cluster.in_step, "the standby in step again")
        self.say("the standby is in step again")

    def the_primary_dies(self, frozen: bool) -> None:
        """Kill Patroni and PostgreSQL at once; the standby takes over and the old primary follows it."""
        died, host = time.monotonic(), self.cluster.primary()
        if host is None:
            raise click.ClickException("There is no primary to kill.")
        host.freeze() if frozen else host.kill()
        self.say(f"the primary {host.name} is {'silent' if frozen else 'dead'}")
        wait_until(lambda: self.cluster.primary() not in {None, host}, "a new primary")
        self.figures["seconds to a new primary"] = time.monotonic() - died
        wait_until(
            lambda: any(result.at - result.seconds > died for result in self.keepers.entered), "writes again"
        )
        self.say("the standby has taken over and takes writes")
        time.sleep(AFTER)
        self._pause(f"seconds without writes, primary {'silent' if frozen else 'killed'}", died)
        back = time.monotonic()
        host.wake() if frozen else host.start()
        wait_until(self.cluster.in_step, "the old primary as a standby in step")
        self.figures["seconds until the old primary is a standby in step"] = time.monotonic() - back
        self.say("the old primary follows the new one")

    def the_rest(self) -> None:
        """Enter whatever is left as fast as possible."""
        began, before = time.monotonic(), len(self.keepers.entered)
        self.keepers.finish(REST)
        rate = (len(self.keepers.entered) - before) / (time.monotonic() - began)
        self.figures["acts a second, as fast as it goes"] = rate
        self.say("all results are in")

    def _pause(self, name: str, since: float) -> None:
        if self.keepers.refused or not any(thread.is_alive() for thread in self.keepers.threads):
            raise click.ClickException("; ".join(self.keepers.refused) or "All results are in too early.")
        self.figures[name] = longest_pause(list(self.keepers.entered), since, time.monotonic())


def play_story(story: Story, world: World, viewers: int, frozen: bool) -> dict[str, float]:
    """Run the whole story in front of its viewers."""
    cluster, say = story.cluster, story.say
    with crowd(world, cluster.fronts, viewers) as people, closing(story.keepers):
        say(f"{people.watching} viewers watch")
        story.calm()
        story.an_app_host_dies()
        story.the_standby_dies()
        story.the_primary_dies(frozen)
        story.the_rest()
        log: Log = call_with_settings(database_settings(cluster.url(2)), read_log, world.event)
        seen = people.what_viewers_saw(log.version)
    say("the viewers have said what they saw")
    restored = version_in_backup(cluster, world.event)
    say("the backup is restored and read")
    counted = tally(story.keepers.entered, log)
    return {
        "viewers": viewers,
        "scorekeepers": len(world.tokens),
        "results to enter": world.tables,
        **counted._asdict(),
        **story.figures,
        "an act, median ms": median(result.seconds for result in story.keepers.entered) * 1000,
        "acts tried more than once": sum(result.tries > 1 for result in story.keepers.entered),
        "viewers that caught up": sum(viewer.version >= log.version for viewer in seen),
        "lines that broke": sum(viewer.breaks for viewer in seen),
        "longest time without a line, seconds": max(viewer.longest for viewer in seen),
        "events lost by a restore from the archive": log.version - restored,
    }


def database_settings(url: str) -> dict[str, str]:
    """The settings of a program that uses this database."""
    return {"DATABASE_URL": url}


# Backups --------------------------------------------------------------------------------------------------


def _run_tool(cluster: Cluster, *words: object) -> None:
    """Run one of the programs in `deploy/db` as the database user."""
    path = f"{machines.postgres_programs()}{os.pathsep}{os.environ.get('PATH', '')}"
    settings = {"MUSTER_ARCHIVE": str(cluster.archive), "PGPASSWORD": PASSWORD, "PATH": path}
    settings["HOME"] = str(cluster.folder)
    with (cluster.folder / "tools.log").open("a+") as log:
        done = subprocess.run(  # noqa: S603
            [str(word) for word in words],
            env=os.environ | settings,
            cwd=cluster.folder,
            stdout=log,
            stderr=log,
            check=False,
            timeout=REST,
            **machines.user_rights(),
        )
        if done.returncode:
            log.seek(0)
            raise click.ClickException(f"{Path(str(words[0])).name} failed: {log.read()[-1000:]}")


def make_base_backup(cluster: Cluster) -> None:
    """Make a base backup, as happens every night."""
    _run_tool(cluster, cluster.folder / "tools" / "base-backup", f"{_place(cluster)} user=replicator")


def _place(cluster: Cluster) -> str:
    host = cluster.primary()
    return f"host={HERE} port={cluster.port[host.name] if host else 0} dbname=postgres"


def version_in_backup(cluster: Cluster, event: str) -> int:
    """The event's version in a database restored from the base backup and the archived log."""
    import psycopg

    with psycopg.connect(f"{_place(cluster)} user=postgres password={PASSWORD}", autocommit=True) as line:
        (piece,) = line.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone() or ("",)
    wait_until((cluster.archive / "wal" / piece).exists, "the last piece of the log in the archive")
    data, (spare,) = cluster.folder / "restored", machines.free_ports(1)
    _run_tool(cluster, cluster.folder / "tools" / "restore", data)
    options = f"-p {spare} -k {cluster.folder} -c listen_addresses={HERE}"
    control = machines.postgres_programs() / "pg_ctl"
    _run_tool(
        cluster, control, "-w", "-D", data, "-l", cluster.folder / "restored.log", "-o", options, "start"
    )
    try:
        url = f"postgresql://muster:{PASSWORD}@{HERE}:{spare}/muster"
        found: Log = call_with_settings(database_settings(url), read_log, event)
        return found.version
    finally:
        _run_tool(cluster, control, "-m", "immediate", "-D", data, "stop")


# The command ----------------------------------------------------------------------------------------------


@contextmanager
def running_cluster(deploy: Path) -> Iterator[Cluster]:
    """A working cluster, which is removed afterwards whatever happens."""
    signal.signal(signal.SIGTERM, lambda *_: (_ for _ in ()).throw(SystemExit(143)))
    with tempfile.TemporaryDirectory(prefix="muster-cluster-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder), deploy)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()


def problems_in(figures: Mapping[str, float]) -> list[str]:
    """What went wrong, if anything."""
    wrong = [f"{name}: {figures[name]:.0f}" for name in ("lost", "doubled", "altered") if figures[name]]
    for part, whole in (("viewers that caught up", "viewers"), ("acknowledged", "results to enter")):
        if figures[part] < figures[whole]:
            wrong.append(f"{part}: {figures[part]:.0f} of {figures[whole]:.0f}")
    return wrong


@click.command("cluster")
@click.option("--viewers", type=click.IntRange(1, 2000), default=200, show_default=True)
@click.option("--players", type=click.IntRange(256, 1024), default=512, show_default=True)
@click.option("--keepers", type=click.IntRange(1, 20), default=6, show_default=True, help="Scorekeepers.")
@click.option(
    "--freeze", is_flag=True, help="The primary falls silent instead, and wakes when it is replaced."
)
@click.option("--deploy", type=click.Path(path_type=Path, exists=True), help="The folder deploy/ to try.")
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(  # noqa: PLR0913, PLR0917 - one per option
    viewers: int, players: int, keepers: int, freeze: bool, deploy: Path | None, as_json: bool
) -> None:
    """Kill an app host, the standby and the primary while a hall looks on. Takes about five minutes."""
    files = deploy or DEPLOY
    if not files.is_dir():
        raise click.UsageError("The configurations are not here. Say where they are: --deploy DIR.")
    began = time.monotonic()

    def say(words: str) -> None:
        click.echo(f"{time.monotonic() - began:6.1f} s  {words}", err=True)

    with running_cluster(files.resolve()) as cluster:
        say("two app hosts, a primary and a synchronous standby are up")
        world: World = call_with_settings(database_settings(cluster.url(1)), build_world, players, keepers)
        figures = play_story(Story(cluster, world, say), world, viewers, freeze)
    figures["seconds in all"] = time.monotonic() - began
    wrong = problems_in(figures)
    if as_json:
        click.echo(json.dumps(figures | {"wrong": wrong}))
    else:
        for name, figure in figures.items():
            click.echo(f"{name:<52}{figure:>10.1f}" if figure % 1 else f"{name:<52}{figure:>8.0f}")
    for line in wrong:
        click.echo(line, err=True)
    raise SystemExit(bool(wrong))
