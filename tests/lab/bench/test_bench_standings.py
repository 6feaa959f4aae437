"""What `muster-lab bench standings` measures is an event with every kind of result."""

import json
from random import Random

from click.testing import CliRunner

from muster.rules.tournament.records import record_problems
from muster.rules.tournament.scoring.profiles import current, regulations
from muster_lab.bench.standings import WAYS, Event
from muster_lab.cli import main


def test_the_event_is_real_and_holds_every_way_a_game_ends():
    for profile in (regulations(), current()):
        event = Event(301, 5, profile, Random(1))
        assert record_problems(event.rounds, event.players, profile) == ()
        assert {game.result.how for one in event.rounds for game in one.games} == {how for how, _ in WAYS}
        assert all(len(one.byes) == 1 for one in event.rounds)


def test_it_prints_milliseconds_of_cpu():
    result = CliRunner().invoke(main, ["bench", "standings", "--players", "8", "--rounds", "2", "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["regulations_cpu_ms"] > 0
    shown = CliRunner().invoke(main, ["bench", "standings", "--players", "4", "--rounds", "1"])
    assert "regulations_cpu_ms" in shown.output
