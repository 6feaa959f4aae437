"""Two phones at the same instant, on both databases: one reveal, one answer, one act; and no secret told."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.web.game_at_once import GAMES, OPERATIONS, REPEATS


def done_at_once(environment: dict[str, str]) -> dict[str, Any]:
    """In a process of its own, because Django's test database is one connection in memory."""
    script = Path(__file__).parents[1] / "game_at_once.py"
    root = script.parents[2]
    places = {"PYTHONPATH": os.pathsep.join([str(root), str(root / "src")])}
    ran = subprocess.run(
        [sys.executable, script],
        env=os.environ | places | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    return json.loads(ran.stdout.splitlines()[-1])


def assert_right(found: dict[str, Any]) -> None:
    assert len(found["locked"]) == GAMES
    for answers, reveals, hands in found["locked"]:
        assert answers == [True, True] and reveals == 1 and hands == [3, 3]
    for answers, moved in found["tapped"]:
        assert answers == ["True", "['game.not_now']"] and moved
    answers, written = found["keyed"]
    assert answers == [True] * REPEATS and written == 1
    assert found["opened"] == [[[True, True], 1, True]] * OPERATIONS, "both loadouts, opened once"
    assert found["told"] == []


def test_both_at_once_on_sqlite(tmp_path: Path) -> None:
    assert_right(done_at_once({"MUSTER_DATA": str(tmp_path)}))


@pytest.mark.postgres
def test_both_at_once_on_postgresql(tmp_path: Path, empty_postgres_url: str) -> None:
    assert_right(done_at_once({"MUSTER_DATA": str(tmp_path), "DATABASE_URL": empty_postgres_url}))
