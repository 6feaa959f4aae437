"""Which worker runs which test: the tests of a file stay together, and whatever takes long begins first.

What a file builds once (a world, a server, a log) is then built once, not once by every worker.
"""

import os
from collections import Counter
from collections.abc import Iterator

import pytest


def shares(items: list[pytest.Item]) -> list[list[int]]:
    """The places of the tests that belong to one worker: those of a group (`xdist_group`), else of a file."""
    found: dict[str, list[int]] = {}
    for place, item in enumerate(items):
        group = item.get_closest_marker("xdist_group")
        found.setdefault(group.args[0] if group else str(item.path), []).append(place)
    return [*found.values()]


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
    """Workers tell tests apart by name: of several with one name a single one would run, unnoticed."""
    counted = Counter(item.nodeid for item in items)
    if twice := [name for name, count in counted.items() if count > 1]:
        raise pytest.UsageError(f"several tests of one name: {', '.join(twice[:5])}")
    yield
    longest_first(items)  # after pytest-django, which has an order of its own


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a browser or a server. Each builds worlds of its
    own, so a second one more costs what it gains."""
    return (os.cpu_count() or 1) + 1
