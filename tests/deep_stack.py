"""Tests run above one large frame, so that deep calls find room on Python's stack.

CPython keeps frames in pieces of 16 KiB and gives an emptied piece back to the system at once. Where a test
happens to stand at the end of a piece, every call there and back is an mmap, a page fault and a munmap: a
tenth of the time of tests of pages. A piece that begins with a frame of half a MiB has as much room behind.
A fence (docs/decisions/0012): where frames cannot be made larger, tests run as they would without it.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

SLOTS = 80_000
"""Eight bytes each: just over half of the 1 MiB that such a piece then has."""


def _above(call: Callable[..., Any], session: pytest.Session) -> Any:
    return call(session=session)


with suppress(AttributeError, TypeError, ValueError):
    _above.__code__ = _above.__code__.replace(co_stacksize=SLOTS)


class DeepStack:
    """Hands the tests to whoever runs them, from a large frame."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Any:
        others = session.config.pluginmanager.subset_hook_caller("pytest_runtestloop", [self])
        return _above(others, session)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(DeepStack(), "deep-stack")
