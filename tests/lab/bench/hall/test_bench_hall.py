"""`muster-lab bench hall` has a real server and viewers: everybody sees every row, from its frame alone."""

import json
import os
import subprocess
import sys

import pytest

SMALL = ["--viewers", "6", "--players", "16", "--keepers", "2", "--seconds", "0.1"]


@pytest.mark.xdist_group("slow-clients")
def test_every_viewer_gets_every_row_without_fetching_anything():
    """In a process of its own: the database is thrown away with it."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    command = [sys.executable, "-m", "muster_lab", "bench", "hall", *SMALL, "--json"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    figures = json.loads(ran.stdout)
    assert figures["viewers at the last version"] == figures["viewers connected"] == 6
    assert figures["results"] == 8 and figures["parts fetched per viewer"] == 0
    assert 0 < figures["bytes per viewer and result"] < 2000
    assert 0 < figures["row on the screen, ms, p50"] <= figures["row on the screen, ms, p99"]
    assert figures["public page, requests/s"] > 0 and figures["plain answer of its size, requests/s"] > 0
