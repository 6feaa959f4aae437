"""`muster bench game` acts on a long game and waits for its frames."""

import json
import os
import subprocess
import sys


def test_the_figures_of_acts_and_frames():
    """In a process of its own: the database is thrown away with it."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    ran = subprocess.run(
        [sys.executable, "-m", "muster", "bench", "game", "--events", "250", "--json"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    figures = json.loads(ran.stdout)
    for door in ("API", "page"):
        assert figures[f"an act by the {door}, CPU ms"] > 0
        assert 0 < figures[f"an act by the {door}, queries"] <= 12
    assert figures["a frame on the other phone, p95 ms"] > 0
    assert figures["a frame at the last of 20 watchers, p95 ms"] > 0
