"""Walks through the site by chance, on a database of its own that is gone afterwards.

`python -m tests.walker games --seeds 1-1000 --state FILE --jobs 2` plays games through their pages and prints
every fault with its seed; what FILE says is done is not played again. `--seeds 17` plays one again, the same
to the last die. `python -m tests.walker planted` plants faults one by one and shows that each is found.
`python -m tests.walker site --seeds 1-5` walks every page and form outside games as each role.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.walker.alone import read_seeds, set_up_site
from tests.walker.summary import summary


def main() -> int:
    told = argparse.ArgumentParser(prog="python -m tests.walker", description=__doc__)
    ways = told.add_subparsers(dest="way", required=True)
    games = ways.add_parser("games", help="games at the table, through their pages")
    games.add_argument("--seeds", default="1-1000", help="such as 1-1000 or 3,17,40-60")
    games.add_argument("--state", type=Path, help="a file that notes what is done; a run goes on from it")
    games.add_argument("--jobs", type=int, default=1, help="processes that play at the same time")
    ways.add_parser("planted", help="faults planted one by one, each of which has to be found")
    ways.add_parser("site", help="every page and form outside games, as each role", add_help=False)
    given, rest = told.parse_known_args()
    if given.way == "site":
        from tests.walker.site import main as walk_site

        return walk_site(rest)
    if rest:
        told.error(f"unknown: {' '.join(rest)}")
    if given.way == "planted":
        set_up_site()
        from tests.walker.planted import main as plant

        return plant()
    return _games(given.seeds, given.state, given.jobs)


def _games(seeds: str, state: Path | None, jobs: int) -> int:
    done = _done(state)
    left = [seed for seed in read_seeds(seeds) if seed not in done]
    if jobs > 1 and state is not None:
        _in_parts(left, state, jobs)
    else:
        set_up_site()
        for seed in left:
            _note(state, done, _played(seed))
    done = _done(state) or done
    played = [done[seed] for seed in read_seeds(seeds) if seed in done]
    print(summary(played))
    return 1 if any(one["fault"] for one in played) else 0


def _in_parts(left: list[int], state: Path, jobs: int) -> None:
    """Each process plays every so-manieth game; all note what is done in the one file."""
    command = [sys.executable, "-m", "tests.walker", "games", "--state", str(state), "--seeds"]
    parts = [",".join(map(str, left[number::jobs])) for number in range(jobs)]
    running = [subprocess.Popen([*command, part]) for part in parts if part]
    for one in running:
        one.wait()


def _played(seed: int) -> dict[str, Any]:
    from tests.walker.games_walk import walked
    from tests.walker.pages import Failure
    from tests.walker.plans import plan

    began, what = time.process_time(), plan(seed)
    note: dict[str, Any] = {"seed": seed, "name": what.name, "plan": vars(what), "fault": ""}
    try:
        walk = walked(seed)
        note |= {"acts": walk.acts, "pages": walk.pages, "refused": walk.tries, "ended": walk.ended}
        note |= {"mission": walk.mission}
    except Failure as fault:
        note["fault"] = str(fault)
        print(f"\n{fault}\n", flush=True)
    _forget()
    return note | {"seconds": round(time.process_time() - began, 2)}


def _forget() -> None:
    """Empty the tables: a thousand games would not fit into memory."""
    from django.db import connection

    from muster.web.requests import shared_logs

    kept = ("django_migrations", "django_content_type", "auth_permission")
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True):
            if table not in kept:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
    shared_logs.cache_clear()


def _done(state: Path | None) -> dict[int, dict[str, Any]]:
    lines = state.read_text().splitlines() if state is not None and state.exists() else []
    notes = (json.loads(line) for line in lines)
    return {one["seed"]: one for one in notes}


def _note(state: Path | None, done: dict[int, dict[str, Any]], note: dict[str, Any]) -> None:
    done[note["seed"]] = note
    if state is not None:
        with state.open("a") as file:
            file.write(json.dumps(note) + "\n")


if __name__ == "__main__":
    sys.exit(main())
