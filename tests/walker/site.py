"""Walks through the whole site by hand: `python -m tests.walker site --seeds 1-5`.

As every role of the demo world and of the one of the access tables it opens what is linked, sends what is
drawn and goes for strolls. Prints what did not hold, each once, and how much was seen.
"""

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.walker.alone import read_seeds, set_up_site


def main(given: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--seeds", default="1", help="1-5 or 1,4,9")
    parser.add_argument("--places", default="demo,everybody", help="the worlds: demo, everybody")
    parser.add_argument("--roles", default="", help="only these, by comma")
    parser.add_argument("--only", default="", help="send forms of pages whose address has this in it")
    parser.add_argument("--pages", type=int, default=1000, help="at most so many pages a role")
    parser.add_argument("--alike", type=int, default=3, help="so many pages and forms of a kind")
    parser.add_argument("--strolls", type=int, default=5, help="so many strolls a seed")
    parser.add_argument("--steps", type=int, default=80, help="so many forms a stroll")
    asked = parser.parse_args(None if given is None else list(given))
    set_up_site()
    return walked(asked)


def walked(asked: argparse.Namespace) -> int:
    from django.db import transaction

    from tests.walker.site_browser import without_limits
    from tests.walker.site_walk import Walk
    from tests.walker.site_world import PLACES

    total: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    seen: set[tuple[str, ...]] = set()
    for name in asked.places.split(","):
        with transaction.atomic(), without_limits():
            place = PLACES[name]()
            for seed in read_seeds(asked.seeds):
                walk = Walk(place, seed, most_alike=asked.alike, most_pages=asked.pages)
                roles = [role for role in place.roles if not asked.roles or role in asked.roles.split(",")]
                for role in roles:
                    began = time.process_time()
                    walk.crawl(role, re.compile(asked.only) if asked.only else None)
                    _tell(walk, seen, f"{name} {seed} {role}", began)
                for stroll in range(asked.strolls):
                    began = time.process_time()
                    walk.stroll(asked.steps)
                    _tell(walk, seen, f"{name} {seed} stroll {stroll}", began)
                total += Counter({f"{name} {what}": count for what, count in walk.counts.items()})
                refused += walk.refused
            transaction.set_rollback(True)
    for what, count in sorted(total.items()):
        print(f"{count:>7}  {what}")
    for what, count in refused.most_common():
        print(f"{count:>7}  refused as nobody could know: {what}")
    print(f"{len(seen)} faults")
    return 1 if seen else 0


def _tell(walk: Any, seen: set[tuple[str, ...]], where: str, began: float) -> None:
    for kind, fault in walk.faults.items():
        if kind not in seen:
            seen.add(kind)
            print(f"FAULT [{where}] {fault}", flush=True)
    print(f"{time.process_time() - began:6.1f} s  {where}", flush=True)
