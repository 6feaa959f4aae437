"""Takes every access check out of the program, one by one: the tables of who may do what must notice each.

`python -m tests.mutate_access` prints what nothing or only a second check noticed, then the figures of
lab/docs/trust.md. What is a check is said in `access_switches`. A check behind which a second one stands is
taken out with it.
"""

import argparse
import json
import logging
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.access_switches import ABOUT_PEOPLE, NOT_ABOUT_PEOPLE, Finder, Loader, Switches, reach_into
from tests.quick_hashes import hash_quickly

ROOT = Path(__file__).parent.parent
SOME = 40
"""So many lines are asked when a second check is looked for."""


def prepared() -> Any:
    """The site with its switches on a database in memory, and the world of the tables."""
    messages = json.loads((ROOT / "src/muster/data/messages.json").read_text())
    meant = {code for code, one in messages.items() if one.get("means") in ("missing", "forbidden")}
    Loader.codes = meant - NOT_ABOUT_PEOPLE | ABOUT_PEOPLE
    sys.meta_path.insert(0, Finder())
    os.environ |= {
        "MUSTER_DATA": tempfile.mkdtemp(prefix="muster-mutate-"),
        "MUSTER_SECRET_KEY": "only for tests",
        "DATABASE_URL": "sqlite://:memory:",
        "DJANGO_SETTINGS_MODULE": "muster.web.settings",
    }
    import django
    from django.conf import settings

    settings.WHITENOISE_AUTOREFRESH = True
    hash_quickly()
    settings.LOGGING_CONFIG = None
    django.setup()
    from muster.store import compiled

    reach_into(compiled)
    from muster.web.rates import Rate

    Rate.wait = lambda *_: 0.0  # type: ignore[method-assign]  # "too often" is no answer to who asks
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    _quiet()
    from tests.web.access_world import World

    return World()


def _quiet() -> None:
    import structlog

    logging.disable(logging.CRITICAL)

    def drop(*_: object) -> Any:
        raise structlog.DropEvent

    structlog.configure(processors=[drop], cache_logger_on_first_use=False)


class Found(NamedTuple):
    """The checks that were taken out: with which other one some were noticed, and which were not."""

    tried: Sequence[str] = ()
    doubled: Mapping[str, str] = {}
    missed: Sequence[str] = ()


class Run:
    """The tables, and which of their lines come by which check. A page is a line for each role."""

    def __init__(self) -> None:
        self.world = prepared()
        from tests.web.access_asking import rows, wrong
        from tests.web.route_rows import Access

        self.wrong, self.page = wrong, Access
        table = list(rows(self.world))
        self.written = len(table)
        every = [line for name, row in table for line in self._by_role(name, row)]
        self.rows = dict(every)
        assert len(self.rows) == len(every), "each line has a name of its own"
        self.reached: dict[str, list[str]] = {}

    def _by_role(self, name: str, row: Any) -> Iterator[tuple[str, Any]]:
        if not isinstance(row, self.page):
            yield name, row
            return
        for role, status in row.statuses.items():
            yield f"{name} as {role}", row._replace(statuses={role: status})

    def ask(self, *, shut_out: bool) -> list[str]:
        """Lines with every check in its place: acts and whoever is refused a page, for without a check they
        get it; or all others. What is wrong already."""
        asked = [name for name in self.rows if self._is_shut_out(name) == shut_out]
        asked.sort(key=lambda name: isinstance(self.rows[name], self.page))  # acts cost least
        return [name for name in asked if self._comes_by(name)]

    def _is_shut_out(self, name: str) -> bool:
        row = self.rows[name]
        if not isinstance(row, self.page):
            return True
        (role, status), *_ = row.statuses.items()
        return status >= 300 or bool(row.shows and role not in row.to)

    def _comes_by(self, name: str) -> bool:
        Switches.reached.clear()
        red = self.is_red(name)
        for check in Switches.reached:
            self.reached.setdefault(check, []).append(name)
        return red

    def is_red(self, name: str) -> bool:
        try:
            return next(self.wrong(self.world, self.rows[name]), "") != ""
        except Exception:  # without the check the program breaks: that is noticed, too
            return True

    def tried(self, checks: Sequence[str]) -> Found:
        """Each taken out by itself, and those that nothing noticed with a second one."""
        left = [one for one in checks if not self._turn(self.reached.get(one, ()), one)]
        doubled = {check: second for check in left if (second := self._second(check))}
        return Found(checks, doubled, [one for one in left if one not in doubled])

    def _second(self, check: str) -> str:
        """Another check that stands behind this one: without both a line turns red, without it none."""
        lines = self.reached.get(check, ())[:SOME]
        near = [one for one, names in self.reached.items() if one != check and set(lines) & set(names)]
        near = [one for one in near if not one.startswith("permit")]
        twice = check.startswith("permit")  # the act looks up the seat or the player it needs once more
        return next(
            (one for one in near if self._turn(lines, check, one) and (twice or not self._turn(lines, one))),
            "",
        )

    def _turn(self, lines: Sequence[str], *checks: str) -> bool:
        """Whether one of these lines turns red without these checks, and is right again with them."""
        Switches.out = set(checks)
        try:
            red = next((name for name in lines if self.is_red(name)), None)
        finally:
            Switches.out = set()
        assert red is None or not self.is_red(red), f"{red} stays red"
        return red is not None


def main(given: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", default="", help="try the checks whose name holds this")
    asked = parser.parse_args(None if given is None else list(given))
    began, run, found = time.monotonic(), Run(), Found()
    for shut_out in (True, False):
        if wrong := run.ask(shut_out=shut_out):
            print("wrong before anything was taken out:", *wrong, sep="\n")
            return 1
        found = run.tried([one for one in sorted(Switches.planned) if asked.only in one])
        if not found.missed:
            break
    for check, second in found.doubled.items():
        print(f"second check {second}: {check}")
    for check in found.missed:
        print("NOT NOTICED:" if check in run.reached else "NO LINE COMES BY:", check)
    print(f"in {time.monotonic() - began:.0f} s:", *_figures(run, found), sep="\n")
    return 1 if found.missed else 0


def _figures(run: Run, found: Found) -> Iterator[str]:
    """As lab/docs/trust.md has them."""
    yield f"| checks taken out | {len(found.tried)} |"
    yield f"| noticed | {len(found.tried) - len(found.missed)} |"
    yield f"| of these, with a second check behind them that was taken out as well | {len(found.doubled)} |"
    yield f"| lines of the table | {run.written} |"


if __name__ == "__main__":
    sys.exit(main())
