"""What `muster-lab coverage` finds in this checkout, read once."""

import time
from functools import cache
from pathlib import Path

import pytest

from muster.rules import reference
from muster_lab.coverage.findings import Findings, read_checkout

ROOT = Path(__file__).parents[1]
# One worker reads it, for all tests that ask.
reads_checkout = pytest.mark.xdist_group("this-checkout")


@cache
def counted() -> tuple[Findings, float]:
    """The findings, and the seconds of computing they took."""
    start = time.process_time()
    findings = read_checkout(ROOT, (rule.number for rule in reference.rules()))
    return findings, time.process_time() - start


def here() -> Findings:
    """What is claimed, proven and shown."""
    return counted()[0]
