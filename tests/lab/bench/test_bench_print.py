"""What `muster-lab bench print` measures is a server with its typesetter beside it."""

import json

from click.testing import CliRunner

from muster_lab.cli import main


def test_it_prints_what_the_server_holds_before_and_after():
    asked = ["bench", "print", "--players", "4", "--sheets", "2"]
    figures = json.loads(CliRunner().invoke(main, [*asked, "--json"]).output)
    assert figures["server_before_mb"] > 0 and figures["server_after_mb"] > 0
    assert figures["typesetters"] == 1 and figures["typesetter_largest_mb"] > 0
    assert "server_after_mb" in CliRunner().invoke(main, asked).output
