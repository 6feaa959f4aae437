"""`muster why`."""

import json

from click.testing import CliRunner, Result

from muster.cli import main


def muster_why(*words: str) -> Result:
    return CliRunner().invoke(main, ["why", *words])


def test_a_card_with_the_sources_of_what_is_on_file() -> None:
    shown = muster_why("Darth Vader").output
    assert shown.startswith("Darth Vader, Dark Lord of the Sith")
    assert "Immune: Pierce  [Core rulebook 2026]" in shown
    assert "Core rules it rests on" in shown and "[Core, 1 May 2026, page" in shown


def test_two_units_and_where_they_meet() -> None:
    told = json.loads(muster_why("Darth Vader", "AT-RT", "--json").output)
    assert told["parts"][0]["title"] == "Where the two meet"
    assert "impact" in {one["id"] for one in told["parts"][0]["reasons"]}


def test_a_keyword_by_its_name_and_a_refusal_by_its_code() -> None:
    assert "Rule 323" in muster_why("--keyword", "Pierce").output
    assert "“… of … points, … over.”" in muster_why("--refusal", "army.points").output


def test_what_is_not_known_is_refused() -> None:
    nothing, unknown = muster_why(), muster_why("zzzz qqqq")
    assert nothing.exit_code and "Nothing was asked about" in nothing.output
    assert unknown.exit_code and "zzzz qqqq" in unknown.output
