"""What `muster-lab bench book` measures is a whole book of every season."""

import json
import os
import subprocess
import sys


def test_it_makes_the_book_of_each_season():
    """In a process of its own: the database is thrown away with it."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    ran = subprocess.run(
        [sys.executable, "-m", "muster_lab", "bench", "book", "--battles", "1", "--json"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    (row,) = json.loads(ran.stdout)
    assert row["battles"] == 1 and row["read_ms"] > 0 and row["set_ms"] > 0 and row["kilobytes"] > 10
