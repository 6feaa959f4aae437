"""The world of `muster demo` without the command around it, for tests that look at what it holds."""

import pytest

from muster.cli.demo import command as demo

# One worker makes it, once.
in_the_demo = pytest.mark.xdist_group("demo")


def world() -> None:
    people = demo._people()
    for part in demo.PARTS:
        part(people)
