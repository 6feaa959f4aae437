"""What only a process of its own on a real database shows: the test database of Django is one connection in
memory. Such a process takes seconds to start: it is started once for each database, and several tests ask."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

GROUP = "live-site"
"""The tests that ask are of one worker, with others that need a PostgreSQL of their own."""


@cache
def told(cluster: str = "") -> dict[str, Any]:
    """What came of it on SQLite, or on a new database of a cluster."""
    root = Path(__file__).parents[2]
    with TemporaryDirectory() as folder, _database(cluster) as named:
        places = {"PYTHONPATH": os.pathsep.join([str(root), str(root / "src")]), "MUSTER_DATA": folder}
        ran = subprocess.run(
            [sys.executable, __file__],
            env=os.environ | places | named,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert ran.returncode == 0, ran.stderr[-3000:]
    return json.loads(ran.stdout.splitlines()[-1])


@contextmanager
def _database(cluster: str) -> Iterator[dict[str, str]]:
    from tests.postgres import own_database

    if not cluster:
        yield {}
        return
    with own_database(cluster) as url:
        yield {"DATABASE_URL": url}


def set_up() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "muster.web.settings"
    import django

    django.setup()
    from django.conf import settings

    from muster.web.serving import logs

    settings.ALLOWED_HOSTS.append("testserver")  # as Django's client calls itself

    logs.configure_logging()  # to standard error: standard output is for what is told


def main() -> None:
    set_up()
    from django.core.management import call_command

    from tests.web.codes_at_once import codes
    from tests.web.concurrent_repeats import forms, repeats
    from tests.web.game_at_once import games
    from tests.web.rolled_back_acts import seen_by_two

    call_command("migrate", verbosity=0)
    outcome = {"repeats": repeats(), "forms": forms(), "rolled back": seen_by_two(), "games": games()}
    print(json.dumps(outcome | {"codes": codes()}))


if __name__ == "__main__":
    main()
