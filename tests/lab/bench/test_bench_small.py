"""The parts of `muster-lab bench` that measure the rules alone: cards, odds, armies."""

import json

from click.testing import CliRunner, Result

from muster.cli.demo.armies import full_army
from muster.rules.armies.check import check_army
from muster.rules.cards import catalogue
from muster_lab.bench.armies import measure
from muster_lab.cli import main


def bench(*words: str) -> Result:
    return CliRunner().invoke(main, ["bench", *words])


def test_bench_lists_only_what_exists():
    assert "cards" in bench("--help").output
    assert bench("nothing").exit_code == 2


def test_bench_cards_measures(monkeypatch):
    monkeypatch.setattr("muster_lab.bench.cards.RUNS", 1)
    told = json.loads(bench("cards", "--json").output)
    assert told["unit"] == "ms"
    assert all(took > 0 for took in told["medians"].values())


def test_bench_odds_measures_and_compares_with_enumeration(monkeypatch):
    monkeypatch.setattr("muster_lab.bench.odds.RUNS", 1)
    told = json.loads(bench("odds", "--json").output)
    assert "12 mixed, 2 aims" in told["medians"]
    assert told["ratio"] > 1


def test_bench_armies_measures_a_legal_army(monkeypatch):
    monkeypatch.setattr("muster_lab.bench.armies.RUNS", 1)
    monkeypatch.setattr("muster_lab.bench.armies.GENERATED", 2)
    monkeypatch.setattr("muster_lab.bench.armies.PICKS", 1)
    report = check_army(full_army(catalogue()), catalogue())
    assert report.legal and report.points == 990
    medians = json.loads(bench("armies", "--json").stdout)["medians"]
    assert set(medians) == set(measure()) and all(took > 0 for took in medians.values())


def test_bench_attacks_tells_multiples_of_one_question():
    told = json.loads(bench("attacks", "--advised", "5", "--json").output)
    assert told["median question, CPU ms"] > 0 and "advice, p95 × (goal 150)" in told
