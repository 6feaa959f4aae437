"""The asserts of all tests, rewritten once in a run: else every worker of a fresh checkout does it again.

pytest keeps what it rewrites beside the tests, but has no call for doing so ahead of time. So this does what
its import hook does, with the hook's own functions.
"""

import os
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

TESTS = Path(__file__).parent


def kept_as(test: Path) -> Path:
    """Where pytest looks for the rewritten test."""
    return rewrite.get_cache_dir(test) / f"{test.stem}{rewrite.PYC_TAIL}"


def unwritten(folder: Path = TESTS) -> list[Path]:
    """The tests that pytest would have to rewrite."""
    tests = [*folder.rglob("test_*.py"), *folder.rglob("conftest.py")]
    return [one for one in tests if rewrite._read_pyc(one, kept_as(one)) is None]


def write(config: pytest.Config, test: Path) -> None:
    """Rewrite one."""
    source, code = rewrite._rewrite_test(test, config)
    if rewrite.try_makedirs(kept_as(test).parent):
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, source, kept_as(test))


def write_all(config: pytest.Config) -> None:
    """All of them on all cores, before the workers of a whole run begin; where a process cannot be copied,
    they do it."""
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if not whole or rewrite.assertstate_key not in config.stash or not hasattr(os, "fork"):
        return
    tests, cores = unwritten(), os.cpu_count() or 1
    children = [_child(config, tests[number::cores]) for number in range(cores)]
    for child in children:
        os.waitpid(child, 0)


def _child(config: pytest.Config, tests: list[Path]) -> int:
    """A process that rewrites these and ends; its number."""
    if child := os.fork():
        return child
    try:
        for test in tests:
            write(config, test)
    finally:
        os._exit(0)
