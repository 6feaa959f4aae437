"""`muster-lab bench desk` enters results at a desk that answers, in the first round and in the last."""

import json
import os
import subprocess
import sys


def test_the_figures_of_both_rounds_and_of_the_bye():
    """In a process of its own: the database is thrown away with it."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    ran = subprocess.run(
        [sys.executable, "-m", "muster_lab", "bench", "desk", "--players", "8", "--repeat", "1", "--json"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    figures = json.loads(ran.stdout)
    first, last = figures["a result in round 1, CPU ms"], figures["a result in round 5, CPU ms"]
    assert first > 0 and figures["ratio"] == last / first
    assert figures["round 1 of 1,023 players, CPU ms"] > 0
