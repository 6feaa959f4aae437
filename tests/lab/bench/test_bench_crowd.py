"""What `muster-lab bench crowd` measures is a real server under attack."""

import json

import pytest
from click.testing import CliRunner

from muster_lab.cli import main


@pytest.mark.xdist_group("slow-clients")
def test_others_are_answered_while_one_client_sends_the_worst_it_can():
    figures = json.loads(CliRunner().invoke(main, ["bench", "crowd", "--questions", "1", "--json"]).output)
    for path in ("/health", "/about", "/api/v1/dice/odds", "/sign-in"):
        assert 0 < figures[f"crowd{path}_p50_ms"] <= figures[f"crowd{path}_p99_ms"] < 10_000, figures
    assert figures["picture_bytes"] < 180_000, "59 megapixels, and small to send"
    assert figures["picture_refused"], "it arrives where pictures are read, and its head is enough"
