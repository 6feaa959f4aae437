"""`muster game random`: statistics on any number of processes, as text and as JSON."""

import json

from click.testing import CliRunner

from muster.cli import main

ASKED = [
    "game",
    "random",
    "--mode",
    "special-operations",
    "--mission",
    "the-codes",
    "--games",
    "3",
    "--seed",
    "4",
]


def test_a_line_of_json_for_each_game_the_same_on_any_number_of_processes() -> None:
    squads = ["--squads", "rebel-troopers,droid-commandos", "--json"]
    alone, two = (CliRunner().invoke(main, [*ASKED, *squads, "--jobs", jobs]) for jobs in ("1", "2"))
    assert alone.exit_code == 0 and alone.stdout == two.stdout
    games = [json.loads(line) for line in alone.stdout.splitlines()]
    assert [game["seed"] for game in games] == ["4.1", "4.2", "4.3"]
    assert {game["mission"] for game in games} == {"the-codes"}
    assert all(game["side"] in ("blue", "red", None) and game["answers"] > 10 for game in games)


def test_squads_that_are_none_are_refused_with_those_there_are() -> None:
    refused = CliRunner().invoke(main, [*ASKED, "--squads", "rebel-troopers"])
    assert refused.exit_code == 2 and "droid-commandos" in refused.stderr
    assert CliRunner().invoke(main, [*ASKED, "--squads", "rebel-troopers,nobody"]).exit_code == 2
