"""Which worker runs which test: the tests of a file stay together, and whatever takes long begins first.

What a file builds once (a world, a server, a log) is then built once, not once by every worker.

How pytest-xdist splits tests and how pytest names them is their own affair, so this is a fence
(docs/decisions/0012): where that has changed, tests are handed out as `--dist loadgroup` does it.
"""

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from xdist.scheduler import LoadGroupScheduling

from tests import fences


class ByGroupOrFile(LoadGroupScheduling):
    """Hands out groups (`xdist_group`) and, for tests without one, files."""

    def _split_scope(self, nodeid: str) -> str:
        return super()._split_scope(nodeid).partition("::")[0]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByGroupOrFile | None:
    ours = fences.is_up("scheduling") and hasattr(LoadGroupScheduling, "_split_scope")
    return ByGroupOrFile(config, log) if ours and config.getoption("dist") == "loadgroup" else None


def longest_first(items: list[pytest.Item]) -> None:
    """First what has a browser, then other groups: they have a server or a database; then the files with the
    most tests."""
    tests = Counter(item.path for item in items)

    def turn(item: pytest.Item) -> tuple[bool, bool, int]:
        lacks = [item.get_closest_marker(name) is None for name in ("browser", "xdist_group")]
        return lacks[0], lacks[1], -tests[item.path]

    items.sort(key=turn)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Workers tell tests apart by name: of several with one name a single one would run, unnoticed.

    pytest-xdist 3.8 writes the group of a test into `_nodeid`, which pytest 9.2 does not read any more;
    without this every worker would start a browser, a database and a server of its own.
    """
    counted = Counter(item.nodeid for item in items)
    if twice := [name for name, count in counted.items() if count > 1]:
        raise pytest.UsageError(f"several tests of one name: {', '.join(twice[:5])}")
    yield
    longest_first(items)  # after pytest-django, which has an order of its own
    for item in items:
        if fences.is_up("scheduling") and (grouped := vars(item).get("_nodeid")):
            rename(item, grouped)


def rename(item: pytest.Item, name: str) -> None:
    """Give a test another name, as far as this pytest keeps it where we know."""
    parse = getattr(getattr(item, "_id", None), "parse", None)
    if parse is not None:
        item._id = parse(name)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a browser or a server. Each collects all tests and
    builds worlds of its own, so a second one more costs what it gains."""
    return (os.cpu_count() or 1) + 1
