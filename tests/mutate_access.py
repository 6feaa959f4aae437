"""Takes every access check out of the program, one by one: the tables of who may do what must notice each.

`python -m tests.mutate_access` takes some minutes and prints what was taken out, how much of it was noticed
and what was not; `--few` tries some checks of acts, pages and live lines, as the tests do. What is a check is
said in `access_switches`. A check behind which a second one stands is taken out with it.
"""

import argparse
import json
import logging
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.access_switches import ABOUT_PEOPLE, NOT_ABOUT_PEOPLE, Finder, Loader, Switches

ROOT = Path(__file__).parent.parent
SOME = 4
FEW = 3
NTH = 4
PAGES = ("GET /game/{game}/log", "GET /tours/orphans")
"""The pages that are opened where only some checks are tried; of the rest every n-th line is asked."""


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
    settings.LOGGING_CONFIG = None
    django.setup()
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


class Run:
    """The tables, and which of their lines come by which check."""

    def __init__(self, *, few: bool = False) -> None:
        self.world = prepared()
        from tests.web.access_asking import rows, wrong
        from tests.web.command_table import Asked
        from tests.web.route_rows import Access

        self.wrong, self.page, self.act = wrong, Access, Asked
        every = list(rows(self.world))
        self.rows = dict(every)
        assert len(self.rows) == len(every), "each line has a name of its own"
        if few:
            cheap = [name for name, row in every if not isinstance(row, Access)]
            self.rows = {name: self.rows[name] for name in (*cheap[::NTH], *PAGES)}
        self.reached: dict[str, list[str]] = {}

    def begin(self) -> list[str]:
        """Every line once, with every check in its place; what is wrong already. Acts are asked for first:
        they cost least."""
        found = []
        for name in sorted(self.rows, key=lambda name: isinstance(self.rows[name], self.page)):
            Switches.reached.clear()
            if self.is_red(name):
                found.append(name)
            for check in Switches.reached:
                self.reached.setdefault(check, []).append(name)
        return found

    def sample(self) -> Iterator[str]:
        """Some of the checks: who may ask for an act, then those that only live lines or pages come by."""
        kinds: dict[type, list[str]] = {}
        for check in sorted(self.reached):
            kind = type(self.rows[self.reached[check][0]])
            if kind is not self.act or check.startswith("permit"):
                kinds.setdefault(kind, []).append(check)
        for some in kinds.values():
            yield from some[:: max(1, len(some) // FEW)]

    def is_red(self, name: str) -> bool:
        try:
            return next(self.wrong(self.world, self.rows[name]), "") != ""
        except Exception:  # without the check the program breaks: that is noticed, too
            return True

    def notices(self, *checks: str) -> str:
        """The first line that turns red without these checks."""
        Switches.out = set(checks)
        try:
            lines = self.reached.get(checks[0], ())
            return next((name for name in lines if self.is_red(name)), "")
        finally:
            Switches.out = set()

    def second(self, check: str) -> str:
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
        """Whether one of these lines turns red without these checks."""
        Switches.out = set(checks)
        try:
            return any(self.is_red(name) for name in lines)
        finally:
            Switches.out = set()


def main(given: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--few", action="store_true", help="try some checks of acts, pages and live lines")
    parser.add_argument("--only", default="", help="try the checks whose name holds this")
    asked = parser.parse_args(None if given is None else list(given))
    began = time.monotonic()
    run = Run(few=asked.few)
    for line in run.begin():
        print("wrong before anything was taken out:", line)
        return 1
    known = run.sample() if asked.few else sorted(Switches.planned)
    checks = [one for one in known if asked.only in one]
    return _told(run, list(_tried(run, checks)), time.monotonic() - began)


def _tried(run: Run, checks: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    for check in checks:
        line = run.notices(check)
        second = "" if line else run.second(check)
        if not line:
            missed = "NOT NOTICED" if check in run.reached else "NO LINE COMES BY"
            print(f"{'second check ' + second if second else missed}: {check}", flush=True)
        yield check, line, second


def _kinds(run: Run, found: Sequence[tuple[str, str, str]]) -> str:
    """What kinds of lines noticed something."""
    return ", ".join(sorted({type(run.rows[line]).__name__ for _, line, _ in found if line}))


def _told(run: Run, found: Sequence[tuple[str, str, str]], seconds: float) -> int:
    missed = [check for check, line, second in found if not line and not second]
    doubled = sum(not line and bool(second) for _, line, second in found)
    print(
        f"{len(found)} checks taken out, {len(found) - len(missed)} noticed, {doubled} of them with a second "
        f"check behind them; {len(run.rows)} lines, {seconds:.0f} s; "
        f"noticed by {_kinds(run, found)}"
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
