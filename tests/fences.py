"""The fences of the test harness: what stands on private parts of pytest and its plugins can be left out.

`MUSTER_TEST_PLAIN=deep_stack,copying,transactions` runs the tests without them, to measure what they gain
and to show that the public way still works. docs/decisions/0012 lists all of them.
"""

import os


def is_up(name: str) -> bool:
    """Whether a fence is in use."""
    return name not in os.environ.get("MUSTER_TEST_PLAIN", "").split(",")
