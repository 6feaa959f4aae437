"""What a test needs beyond Python. Missing, it skips and says what to install; where demanded, it fails."""

import os
import shutil
from typing import Final, NoReturn

import pytest


def require(name: str, reason: str) -> NoReturn:
    """Call this when `name` ("postgres", "browser", "compiler", "deploy", "typescript") is missing; `reason`
    says what to install."""
    if name in os.environ.get("MUSTER_TEST_REQUIRE", "").split(","):
        pytest.fail(f"{name} is required here, but {reason}", pytrace=False)
    pytest.skip(f"{name}: {reason}")


PACKAGES: Final = {
    "etcd": "etcd-server",
    "nft": "nftables",
    "promtool": "prometheus",
    "systemd-analyze": "systemd",
}
"""The Debian packages of programs that are not called like them."""


def find_program(name: str) -> str:
    """The path of a program that operators use, which reads our files for them as it would on their host."""
    if found := shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin"):
        return found
    require("deploy", f"{name} was not found: install the package {PACKAGES.get(name, name)}")
