"""What counts as a line of code."""

from click.testing import CliRunner

from muster_lab import CHECKOUT
from muster_lab.lines import NEW, command, count_folder, count_lines

MODULE = '''
"""A module
of two lines."""

import ast
from pathlib import (
    Path,
)

NAMES = (  # a comment behind code
    "a",

    # a comment alone
    "b",
)
"""What a constant is for."""


class Box:
    """A docstring."""

    size: int = 1
    """Another."""

    def text(self) -> str:
        return """kept:

        text that a program uses"""
'''


def test_code_alone_counts():
    assert count_lines(MODULE) == 4 + 2 + 4
    assert count_lines('"""Nothing but a docstring."""\n') == 0


def test_folders_are_counted_without_what_is_left_out(tmp_path):
    for name, text in (("a.py", "A = 1\n"), ("new/b.py", "B = 1\nC = 2\n")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert count_folder(tmp_path) == 3
    assert count_folder(tmp_path, (tmp_path / "new",)) == 1
    assert count_folder(tmp_path / "new" / "b.py") == 2
    printed = CliRunner().invoke(command, ["--checkout", str(tmp_path), "new"]).output
    assert printed.split() == ["2", "new"]


def test_what_is_left_out_exists():
    assert [path for paths in NEW.values() for path in paths if not (CHECKOUT / path).exists()] == []
