"""What a copy of a test process needs of pytest that pytest promises nobody.

Copies keep the folder of temporary files and start capturing output anew. This is a fence
(docs/decisions/0012): where it does not stand, `pytest -n` has the workers of pytest-xdist.
"""

import os
import random
import sys
import tempfile
from typing import Any

import pytest

from tests import fences


def can_copy(config: pytest.Config) -> bool:
    """Whether this system copies processes safely, and pytest is as we know it."""
    capturing = config.pluginmanager.getplugin("capturemanager")
    return (
        fences.is_up("copying")
        and sys.platform == "linux"
        and all(hasattr(capturing, f"{verb}_global_capturing") for verb in ("start", "stop"))
    )


def make_folder(config: pytest.Config) -> None:
    """One folder of temporary files for all copies, cleared away as ever; else each makes its own."""
    if folders := getattr(config, "_tmp_path_factory", None):
        folders.getbasetemp()


def settle(config: pytest.Config, name: str) -> None:
    """Give a copy what it cannot share with the process it is a copy of."""
    config.workerinput = {"workerid": name}  # type: ignore[attr-defined]  # as plugins know it of pytest-xdist
    os.environ["MUSTER_DATA"] = tempfile.mkdtemp(prefix="data-", dir=os.environ["MUSTER_TEST_SHARED"])
    random.seed()
    config.pluginmanager.unregister(name="terminalreporter")
    capturing: Any = config.pluginmanager.getplugin("capturemanager")
    capturing.stop_global_capturing()
    capturing.start_global_capturing()
    capturing.suspend_global_capture()
