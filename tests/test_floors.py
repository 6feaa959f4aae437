"""A test of the rules starts without Django; all others with it."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.floors import KEPT, rules_alone

ROOT = Path(__file__).resolve().parents[1]
ONE = "tests/rules/dice/test_faces.py"


@pytest.mark.parametrize(
    ("arguments", "alone"),
    [
        ([ONE], True),
        ([f"{ONE}::test_x", "-q"], True),
        (["tests/rules/dice", "tests/rules/cards", "-k", "dice"], True),
        (["-x", "tests/rules"], True),
        ([ONE, "tests/web"], False),
        (["tests"], False),
        (["-k", "rules"], False),
        ([], False),
        (["tests/test_floors.py"], False),
    ],
)
def test_what_a_command_line_asks_for(arguments: list[str], alone: bool) -> None:
    assert rules_alone(arguments, ROOT) is alone


ASKED = "import sys, pytest; code = pytest.main(sys.argv[1:]); print('django' in sys.modules); sys.exit(code)"


@pytest.mark.parametrize(("path", "with_django"), [(ONE, False), ("tests/test_folders.py", True)])
def test_only_the_rules_start_without_django(path: str, with_django: bool) -> None:
    clean = {
        name: value for name, value in os.environ.items() if name not in (KEPT, "DJANGO_SETTINGS_MODULE")
    }
    done = subprocess.run(
        [sys.executable, "-c", ASKED, path, "-p", "no:cacheprovider"],
        cwd=ROOT,
        env=clean,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == str(with_django)


def test_one_test_asks_for_no_workers() -> None:
    """`run.py test` asks for them: to start three takes longer than most tests that are run alone."""
    ini = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    assert "-n" not in ini["addopts"].split()
