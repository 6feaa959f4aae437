"""What is made of the sources once in a run: else every worker of a fresh checkout does it again.

pytest keeps tests whose asserts are rewritten beside them, but has no call for doing so ahead of time.
So this does what its import hook does, with the hook's own functions. Hypothesis keeps the numbers and words
of the sources, which it likes to try, in a folder of its own.
"""

import os
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.assertion import rewrite
from hypothesis.internal.constants_ast import constants_from_module

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src"


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


def read_constants(source: Path) -> None:
    """Have Hypothesis read one, and keep what it finds."""
    module = ModuleType(source.stem)
    module.__file__ = str(source)
    constants_from_module(module)


def write_all(config: pytest.Config) -> None:
    """All of them on all cores, before the workers of a whole run begin; where a process cannot be copied,
    they do it."""
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if not whole or rewrite.assertstate_key not in config.stash or not hasattr(os, "fork"):
        return
    tests, cores = unwritten(), os.cpu_count() or 1
    sources = [*SOURCE.rglob("*.py"), *TESTS.rglob("*.py")]
    children = [_child(config, tests[one::cores], sources[one::cores]) for one in range(cores)]
    for child in children:
        os.waitpid(child, 0)


def _child(config: pytest.Config, tests: list[Path], sources: list[Path]) -> int:
    """A process that rewrites and reads these and ends; its number."""
    if child := os.fork():
        return child
    try:
        for test in tests:
            write(config, test)
        for source in sources:
            read_constants(source)
    finally:
        os._exit(0)
