"""Small checkouts to test `muster-lab coverage`: files planted in a folder, the command run on it."""

import json
from pathlib import Path
from textwrap import dedent

from click.testing import CliRunner, Result

from muster_lab.coverage.command import command


def plant(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(dedent(text), encoding="utf-8")


def plant_test(root: Path, text: str) -> None:
    plant(root, "tests/rules/test_planted.py", "import pytest\n" + dedent(text))


def plant_rule_test(root: Path, text: str) -> None:
    plant_test(root, "from muster.rules.points import limit, nobody\n" + dedent(text))


def coverage(root: Path, *args: str) -> Result:
    return CliRunner().invoke(command, ["--checkout", str(root), *args])


def counted(root: Path, document: str) -> dict:
    result = coverage(root, "--json", "--document", document)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)["documents"][0]
