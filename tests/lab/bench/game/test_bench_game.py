"""`muster-lab bench game` acts on a long game and waits for its frames."""

import json
import os
import subprocess
import sys

from muster_lab.bench.game.game import figures_over_limit


def figures(*more: str) -> dict[str, float]:
    """In a process of its own: the database is thrown away with it. On a busy machine it may be too slow, and
    then it says so."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    ran = subprocess.run(
        [sys.executable, "-m", "muster_lab", "bench", "game", *more, "--acts", "4", "--json"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    found: dict[str, float] = json.loads(ran.stdout)
    assert ran.returncode == bool(figures_over_limit(found)), ran.stderr
    return found


def test_what_is_above_its_limit_is_named():
    good = {"an act by the page, CPU ms": 25, "an act by the page, queries": 12, "a frame, p95 ms": 999.0}
    assert figures_over_limit(good | {"events of the game": 5000}) == []
    bad = {name: figure + 2 for name, figure in good.items()}
    assert figures_over_limit(bad) == [
        "Above 25: an act by the page, CPU ms.",
        "Above 12: an act by the page, queries.",
        "Above 1000: a frame, p95 ms.",
    ]


def test_the_figures_of_acts_and_frames():
    found = figures("--events", "200")
    for door in ("API", "page"):
        assert found[f"an act by the {door}, CPU ms"] > 0
        assert 0 < found[f"an act by the {door}, queries"] <= 12
    assert found["a frame on the other phone, p95 ms"] > 0
    assert found["a frame at the last of 20 watchers, p95 ms"] > 0


def test_an_act_in_the_last_round_of_special_operations_is_measured_too():
    """How quick it is, the bench tells; a test on a busy machine could not."""
    found = figures("--mode", "special-operations")
    assert found["events of the game"] > 500
    assert found["an act without its page, CPU ms"] > 0
    assert found["an act by the API, CPU ms"] > 0
