"""What `muster-lab bench pairing` measures is what it says: one Swiss event for all, and real dead ends."""

import json

import pytest
from click.testing import CliRunner

from muster.rules.tournament.pairing.check import check
from muster.rules.tournament.pairing.swiss import pair
from muster_lab.bench import pairing as bench_pairing
from muster_lab.bench.pairing import LARGEST, OTHERS, command, dead_ends, measure, states


def test_the_states_are_those_of_one_swiss_event():
    found = states(33, (1, 4))
    assert all(not entrant.met and not entrant.points for entrant in found[1])
    for entrant in found[4]:
        assert len(entrant.met) + entrant.byes == 3
        assert entrant.points <= 3
    assert sum(entrant.points for entrant in found[4]) == 3 * 17
    assert sum(entrant.byes for entrant in found[4]) == 3


@pytest.mark.parametrize("name", OTHERS)
def test_every_other_program_pairs_the_same_state(name):
    pytest.importorskip(name, reason=f"no wheel of {name} for this machine")
    entrants = states(32, (3,))[3]
    assert len(OTHERS[name](entrants)()) == 16
    line = measure(entrants, 3, [name])
    assert set(line.others) == {name} and line.ratio and line.path == "certified"


def test_a_program_is_left_out_where_it_would_take_minutes(monkeypatch):
    monkeypatch.setitem(LARGEST, "networkx", 16)
    assert measure(states(18, (2,))[2], 2, ["networkx"]).ratio is None


def test_the_dead_ends_are_dead_ends_of_1024_players_and_are_paired_right():
    for entrants in dead_ends().values():
        assert len(entrants) == 1024
        made = pair(entrants, 8, "x")
        assert check(entrants, made, 8) == []
        assert len(made.notes) > 1  # more are paired down than the plain draw would have it


def test_what_is_not_installed_is_said(monkeypatch):
    monkeypatch.setattr(bench_pairing, "find_spec", lambda name: None)
    monkeypatch.setattr(bench_pairing, "ours", lambda entrants, number, runs: 1.0)
    result = CliRunner().invoke(command, ["--players", "8"])
    assert result.exit_code == 0
    assert "Not installed, so not measured: swisspair, rustworkx, networkx" in result.output
    assert "Dead ends, 1,024 players:" in result.output


def test_the_figures_can_be_had_as_json(monkeypatch):
    monkeypatch.setattr(bench_pairing, "ours", lambda entrants, number, runs: 1.0)
    result = CliRunner().invoke(command, ["--players", "8", "--alone", "--json"])
    told = json.loads(result.output)
    assert [line["round"] for line in told["rounds"]] == [1, 3, 5, 8]
    assert {line["path"] for line in told["dead_ends"]} == {"certified", "exact"}


@pytest.mark.parametrize("players", ["1", "many", "1000000"])
def test_an_absurd_number_of_players_is_refused(players):
    assert CliRunner().invoke(command, ["--players", players]).exit_code == 2
