"""Where a fault happens: a server with an event, and what its log says afterwards."""

import json
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Final, LiteralString, NamedTuple

import msgspec

from muster_lab.rehearse.load import Browser, Load
from muster_lab.rehearse.site import Site

TOLD: Final = "SELECT payload FROM store_logevent WHERE kind IN ('tournament.words_told', 'table.opened')"
VERSIONS: Final = "SELECT stream_id, max(version) FROM store_logevent GROUP BY stream_id"
BEFORE, AFTER = 8, 8  # acts done before the fault, and after it is over


class Fault(NamedTuple):
    """Something that breaks for so many seconds and must recover without manual help."""

    name: str
    breaks: Callable[[], object]
    heals: Callable[[], object]
    seconds: float
    times: int = 1


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of a fault. `phantom` acts were seen by a reader and are not in the log; `recovery` is
    the time from the end of the fault until the first act sent since then was done."""

    fault: str
    database: str
    acknowledged: int
    turned_away: int
    lost: int
    doubled: int
    phantom: int
    recovery: float | None
    wrong: dict[str, int] = {}

    @property
    def by_hand(self) -> bool:
        """Whether it did not recover by itself."""
        return self.recovery is None

    @property
    def is_well(self) -> bool:
        """Nothing lost, duplicated or invented, no manual help, and no answer other than done or try
        later."""
        return not (self.lost or self.doubled or self.phantom or self.by_hand or self.wrong)


class Stage:
    """A running site with load on it."""

    def __init__(self, site: Site, database: str, where: Path | str) -> None:
        self.site, self.database, self.where = site, database, where
        site.start()
        self.browser = Browser(site.port)

    def load(self, name: str) -> Load:
        """Have people use an event of their own."""
        return Load(self.browser, name)

    def rehearse(self, fault: Fault) -> Row:
        """Let the fault happen while people write."""
        longest: float | None = 0.0
        with self.load(fault.name) as load:
            for _ in range(fault.times):
                load.await_acts(BEFORE, time.monotonic())
                fault.breaks()
                time.sleep(fault.seconds)
                over = time.monotonic()
                fault.heals()
                back = load.await_acts(AFTER, over)
                longest = None if back is None or longest is None else max(longest, back - over)
        return self.row(fault.name, load, longest)

    def row(self, fault: str, load: Load, recovery: float | None) -> Row:
        """What the log says about everything that was acknowledged."""
        found = announcements_in(self.where)
        return Row(
            fault=fault,
            database=self.database,
            acknowledged=len(load.acknowledged),
            turned_away=load.turned_away,
            phantom=len(load.seen - found.keys()),
            recovery=recovery,
            wrong=dict(load.wrong),
            **compare_with_log(load.acknowledged, found),
        )


def compare_with_log(acknowledged: Iterable[str], found: Counter[str]) -> dict[str, int]:
    """How many acknowledged acts are missing, and how many are there more than once."""
    return {
        "lost": sum(words not in found for words in acknowledged),
        "doubled": sum(found[words] - 1 for words in acknowledged if found[words] > 1),
    }


def announcements_in(where: Path | str) -> Counter[str]:
    """Every announcement and every table name in a log."""
    payloads = (json.loads(payload) for (payload,) in _rows(where, TOLD))
    return Counter(payload.get("words") or payload.get("name") for payload in payloads)


def versions_in(where: Path | str) -> dict[str, int]:
    """The version of every stream in a log."""
    return dict(_rows(where, VERSIONS))


def _rows(where: Path | str, question: LiteralString) -> list[tuple[Any, ...]]:
    """Query a SQLite file, or the database at an address."""
    if isinstance(where, Path):
        with closing(sqlite3.connect(where)) as opened:
            return opened.execute(question).fetchall()
    import psycopg

    with psycopg.connect(where) as server:
        return server.execute(question).fetchall()
