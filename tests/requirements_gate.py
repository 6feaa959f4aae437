"""What a test needs beyond Python. Missing, it skips and says what to install; where demanded, it fails."""

import os
from typing import NoReturn

import pytest


def require(name: str, reason: str) -> NoReturn:
    """Call this when `name` ("postgres", "browser", "compiler", "typescript") is missing; `reason` says what
    to install."""
    if name in os.environ.get("MUSTER_TEST_REQUIRE", "").split(","):
        pytest.fail(f"{name} is required here, but {reason}", pytrace=False)
    pytest.skip(f"{name}: {reason}")
