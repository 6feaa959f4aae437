"""A hall full of viewers while its server is killed, and what became of every result."""

import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple, TypeVar

import click
import msgspec

from muster_lab.rehearse.hall import (
    Entered,
    Keepers,
    Log,
    Watched,
    World,
    audience,
    build_world,
    read_log,
    scores,
)
from muster_lab.rehearse.machines import wait_until
from muster_lab.rehearse.site import HIDDEN
from muster_lab.rehearse.stage import Row, Stage, versions_in

REST: Final = 120.0
KEEPERS: Final = 6

T = TypeVar("T")


class Size(msgspec.Struct, frozen=True):
    """How many people watch, and how many play."""

    viewers: int
    players: int


class Tally(NamedTuple):
    """What became of the acknowledged acts."""

    acknowledged: int
    lost: int
    doubled: int
    altered: int


def tally(entered: Sequence[Entered], log: Log) -> Tally:
    """Each acknowledged result must be in the log exactly once, and as it was sent."""
    found = {result.table: log.entered.get(result.table, []) for result in entered}
    return Tally(
        acknowledged=len(entered),
        lost=sum(not results for results in found.values()),
        doubled=sum(max(0, len(results) - 1) for results in log.entered.values()),
        altered=sum(
            any(result != scores(table) for result in results) for table, results in log.entered.items()
        ),
    )


# The viewers -----------------------------------------------------------------------------------------------


class Crowd:
    """Viewers, in a process of their own."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self.watching: int = self._receive()

    def what_viewers_saw(self, version: int) -> list[Watched]:
        """What each viewer has seen, once all have the last version or too much time has passed."""
        self._pipe.send(version)
        seen: list[Watched] = self._receive()
        return seen

    def _receive(self) -> Any:
        if not self._pipe.poll(REST):
            raise click.ClickException("The viewers no longer answer.")
        return self._pipe.recv()


@contextmanager
def crowd(world: World, fronts: Sequence[int], viewers: int) -> Iterator[Crowd]:
    """Viewers of the live page, all connected."""
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(
        target=audience, args=(world, fronts, viewers, theirs), daemon=True
    )
    process.start()
    try:
        yield Crowd(ours)
    finally:
        process.kill()
        process.join()


def call_with_settings(settings: Mapping[str, str], function: Callable[..., T], *words: object) -> T:
    """Call a function that needs Django in a process with these database settings."""
    with get_context("spawn").Pool(1) as pool:
        answer: T = pool.apply_async(_with_django, (settings, function, words)).get(REST)
        return answer


def _with_django(settings: Mapping[str, str], function: Callable[..., T], words: Sequence[object]) -> T:
    from muster.cli.django_setup import use_django

    with tempfile.TemporaryDirectory(prefix="muster-rehearsal-") as folder:
        for name in HIDDEN:
            os.environ.pop(name, None)
        os.environ.update({"MUSTER_DATA": folder, **settings})
        use_django(None)
        return function(*words)


# Pulling the plug ------------------------------------------------------------------------------------------


def kill_in_a_full_hall(stage: Stage, size: Size) -> Row:
    """Kill every process of the server at once while scorekeepers enter a round as fast as they can;
    then start it again and finish the round."""
    site = stage.site
    world: World = call_with_settings(site.settings, build_world, size.players, KEEPERS)
    keepers = Keepers(world, [site.port], pace=0)
    with crowd(world, [site.port], size.viewers) as viewers, closing(keepers):
        keepers.start()
        wait_until(lambda: len(keepers.entered) >= world.tables // 3, "the first results of the round")
        site.kill()
        held = versions_in(stage.where)[f"tournament:{world.event}"]
        over = time.monotonic()
        site.start()
        wait_until(lambda: any(result.sent > over for result in keepers.entered), "a result after the kill")
        keepers.finish(REST)
        log: Log = call_with_settings(site.settings, read_log, world.event)
        seen = viewers.what_viewers_saw(log.version)
    return row_of_round(stage.database, world, keepers, log, seen, held=held, over=over)


def row_of_round(  # noqa: PLR0913 - what each of them saw
    database: str,
    world: World,
    keepers: Keepers,
    log: Log,
    seen: Sequence[Watched],
    *,
    held: int,
    over: float,
) -> Row:
    """What the log says about the round; `held` is the version at which the server died."""
    counted = tally(keepers.entered, log)
    late = Counter(viewer.watching for viewer in seen if viewer.version < log.version)
    wrong = {
        "result in the log, but not as it was sent": counted.altered,
        "result never acknowledged": world.tables - counted.acknowledged,
        "viewer not at the last version": late[True],
        "viewer without a line": late[False],
        **dict.fromkeys(keepers.refused, 1),
    }
    return Row(
        fault="SIGKILL in a full hall",
        database=database,
        acknowledged=counted.acknowledged,
        turned_away=sum(result.tries - 1 for result in keepers.entered),
        lost=counted.lost,
        doubled=counted.doubled,
        phantom=sum(viewer.at_break > held for viewer in seen),
        recovery=min((result.at - over for result in keepers.entered if result.sent > over), default=None),
        wrong={what: times for what, times in wrong.items() if times},
    )
