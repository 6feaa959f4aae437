"""Which floor of the house a run is asked for: tests of the rules alone start without Django.

The rules need no Django, so neither do their tests. Where every path of the command line lies in
`tests/rules`, nothing of Django is set up. A test that needs a page or a database is none of the rules'.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

RULES: Final = Path(__file__).parent / "rules"
KEPT: Final = "MUSTER_TEST_FLOOR"
"""Tells workers what the process that started them was asked for."""


def asked_paths(arguments: Sequence[str], folder: Path) -> list[Path]:
    """The files and folders that a command line of pytest names."""
    named = (folder / argument.partition("::")[0] for argument in arguments if not argument.startswith("-"))
    return [path.resolve() for path in named if path.exists()]


def rules_alone(arguments: Sequence[str], folder: Path) -> bool:
    """Whether the tests of rules are asked for, and no others."""
    paths = asked_paths(arguments, folder)
    return bool(paths) and all(path.is_relative_to(RULES) for path in paths)


def without_django() -> bool:
    """Whether this run is one of the rules alone; remembered for its workers."""
    if KEPT not in os.environ:
        os.environ[KEPT] = "rules" if rules_alone(sys.argv[1:], Path.cwd()) else "house"
    return os.environ[KEPT] == "rules"
