"""`muster search`."""

import json

from click.testing import CliRunner, Result

from muster.cli import main


def muster_search(*words: str) -> Result:
    return CliRunner().invoke(main, ["search", *words])


def test_a_keyword_with_its_meaning_and_source() -> None:
    shown = muster_search("pierce").output
    assert shown.startswith("Pierce  weapon keyword")
    assert "core rulebook" in shown.splitlines()[0]


def test_what_goes_on_in_the_next_line_stays_under_its_title() -> None:
    rule, *told = muster_search("rule", "313").output.splitlines()[:3]
    assert rule.startswith("Rule 313") and all(line.startswith("  ") for line in told)
    assert told == [line.rstrip() for line in told]


def test_a_typo_is_said_and_the_documents_are_named() -> None:
    shown = muster_search("panik", "--kind", "rule").output
    assert "Nothing is spelled “panik”" in shown
    assert "Special Operations, playtest" in shown
    assert "Searched: the cards, the core rulebook of 1 May 2026, and Tours of Duty" in shown.replace(
        "\n", ""
    )


def test_a_few_are_shown_unless_all_are_asked_for() -> None:
    few, every = muster_search("casualty"), muster_search("casualty", "--all")
    assert "--all shows them" in few.output
    assert len(every.output) > len(few.output)
    assert "--all shows them" not in every.output


def test_as_json() -> None:
    told = json.loads(muster_search("rule", "312", "--json").output)
    assert told[0]["entry"]["id"] == "312"
    assert told[0]["match"] == "exact"


def test_nothing_is_refused_with_a_sentence() -> None:
    result = muster_search("zzzzzzz")
    assert result.exit_code == 2 and "“zzzzzzz”" in result.output


def test_help_has_examples() -> None:
    assert "muster search pierce" in muster_search("--help").output
