"""`muster army check`: exit codes, the JSON answer, bad input."""

import json
from datetime import date

import pytest
from click.testing import CliRunner

from muster.cli import main
from muster.cli.army.command import command
from muster.cli.demo.armies import full_army
from muster.rules.armies.army import Army, ArmyUnit, require_sizes, to_json
from muster.rules.armies.check import check_army
from muster.rules.armies.report import UNCERTAIN
from muster.rules.cards.catalogue import catalogue

LEGAL = full_army(catalogue())
DRAFT = require_sizes(
    Army(faction="rebels", points_date=date(2026, 6, 19), units=(ArmyUnit(unit="ad", count=2),))
)


def run(*words, stdin=None):
    """Run the command and return its exit code, output and error output."""
    result = CliRunner().invoke(main, ["army", "check", *words], input=stdin)
    assert not isinstance(result.exception, Exception) or isinstance(result.exception, SystemExit), (
        result.exception
    )
    return result


def test_a_legal_army_is_0():
    result = run("-", stdin=to_json(LEGAL))
    assert result.exit_code == 0 and result.stdout.endswith("Legal.\n")
    assert "990 of 1,000 points, 13 activations" in result.stdout


def test_an_illegal_army_is_1_and_says_why(tmp_path):
    file = tmp_path / "army.json"
    file.write_bytes(to_json(DRAFT))
    result = run(str(file))
    assert result.exit_code == 1 and result.stdout.endswith("Not legal.\n")
    assert "Luke Skywalker; it is unique" in result.stdout and "core rulebook" in result.stdout


def test_lines_end_where_the_terminal_does_and_no_name_is_near_to_none(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    said = run("-", stdin="Rebels\nXyzzyqq Plughh\nLuke Skywalker (Jedi Knight)\n").stdout
    assert max(map(len, said.splitlines())) <= 60
    assert "- line 2: no unit is called Xyzzyqq Plughh.\n  list formats" in said


def test_the_json_answer_has_exactly_these_fields():
    answer = json.loads(run("-", "--json", stdin=to_json(DRAFT)).stdout)
    assert list(answer) == ["points", "limit", "activations", "legal", "violations", "unresolved", "notes"]
    assert (answer["points"], answer["limit"], answer["activations"]) == (240, 1000, 2)
    assert answer["legal"] is False and answer["unresolved"] == []
    for violation in answer["violations"]:
        assert list(violation) == ["code", "about", "params", "message", "source"]
        assert violation["message"] and "{" not in violation["message"]
    codes = [each.code for each in check_army(DRAFT, catalogue()).violations]
    assert [violation["code"] for violation in answer["violations"]] == codes
    legal = json.loads(run("-", "--json", stdin=to_json(LEGAL)).stdout)
    assert legal["legal"] is True and legal["violations"] == []


def test_another_format_limit_and_date():
    recon = json.loads(run("-", "--json", "--format", "recon", stdin=to_json(LEGAL)).stdout)
    assert recon["limit"] == 600 and "army.points" in {each["code"] for each in recon["violations"]}
    assert json.loads(run("-", "--json", "--points", "980", stdin=to_json(LEGAL)).stdout)["limit"] == 980
    assert run("-", "--points", "980", stdin=to_json(LEGAL)).exit_code == 1
    then = json.loads(run("-", "--json", "--as-of", "2024-12-31", stdin=to_json(LEGAL)).stdout)
    assert then["points"] == 1051


def test_a_list_of_another_day_is_read_and_judged_by_its_cards():
    """Riot squads are on record since August 2024, under another name; Royal Guards left in April 2025."""
    text = "Stormtroopers (44)\nImperial Royal Guards (69)\nRiot Control Squad (60)\n"
    then = json.loads(run("-", "--json", "--as-of", "2024-03-01", stdin=text).stdout)
    assert [each["code"] for each in then["unresolved"]] == ["import.not_yet"]
    uncertain = [each["code"] for each in then["notes"] if each["code"] in UNCERTAIN]
    assert sorted(uncertain) == ["army.left_since", "army.not_yet"]
    said = run("-", "--as-of", "2024-03-01", "--choose", "xz Riot Control Squad (60)", stdin=text).stdout
    assert " ".join(said.split()).count("isn’t certain") == 2 and "was read as" not in said
    assert "Imperial Royal Guards left the game by 2025-04-15" in run("-", stdin=text).stdout


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b"hello",
        b'{"faction":"rebels"}',
        b"https://legionhq2.com/list/rebels/:::",
        to_json(LEGAL)[:200],
        b" " * 1_000_001,
    ],
)
def test_what_cannot_be_read_is_2_with_a_sentence(raw):
    result = run("-", stdin=raw)
    assert result.exit_code == 2 and result.stdout == "" and len(result.stderr) > 20
    answer = run("-", "--json", stdin=raw)
    assert answer.exit_code == 2 and json.loads(answer.stdout)["violations"][0]["message"]


def test_a_file_that_is_not_there():
    result = run("/no/such/file.json")
    assert result.exit_code == 2 and "/no/such/file.json" in result.stderr


def test_wrong_options():
    assert run("-", "--format", "megabattle", stdin=to_json(LEGAL)).exit_code == 2
    assert "standard, recon" in run("-", "--format", "megabattle", stdin=to_json(LEGAL)).stderr
    assert run("-", "--points", "0", stdin=to_json(LEGAL)).exit_code == 2
    assert run("-", "--as-of", "tomorrow", stdin=to_json(LEGAL)).exit_code == 2


def test_unknown_cards_are_named_not_dropped():
    strange = require_sizes(
        Army(faction="rebels", points_date=date(2026, 6, 19), units=(ArmyUnit(unit="AB"),))
    )
    answer = json.loads(run("-", "--json", stdin=to_json(strange)).stdout)
    found = next(each for each in answer["violations"] if each["code"] == "army.unknown_card")
    assert "AB" in found["message"] and found["about"] == ["u1", "AB"]


def test_the_group_lists_what_there_is():
    assert "check" in command.list_commands(None)
    assert CliRunner().invoke(main, ["army", "fly"]).exit_code == 2
