"""`muster compare`: two cards, two lists, and what is refused."""

import json

import pytest
from click.testing import CliRunner

from muster.cli import main

BEFORE = "Snow Patrol\nDarth Vader, Dark Lord of the Sith\n2x Stormtroopers\nAT-ST\n"
AFTER = (
    "Ice Patrol\nDarth Vader, Dark Lord of the Sith\nStormtroopers\nStormtroopers\n - DLT-19 Stormtrooper\n"
)


def muster(*words, **more):
    return CliRunner().invoke(main, ["compare", *words], **more)


@pytest.fixture
def lists(tmp_path):
    files = (tmp_path / "before.txt", tmp_path / "after.txt")
    for file, text in zip(files, (BEFORE, AFTER), strict=True):
        file.write_text(text)
    return tuple(map(str, files))


def test_two_cards_line_by_line():
    result = muster("stormtroopers", "ah")
    lines = [" ".join(line.split()) for line in result.output.splitlines()]
    assert result.exit_code == 0
    assert "≠ Points 42 40" in lines and "Speed 2 2" in lines and "≠ Defence die red white" in lines
    assert "Only Stormtroopers: Precise 1" in lines
    assert "Stormtroopers: E-11 Blaster Rifle, range 1–3, 1 white" in lines
    assert "each mini with its strongest weapon" in " ".join(lines)


def test_two_cards_as_json_with_exact_figures_of_a_day():
    told = json.loads(muster("ay", "az", "--as-of", "2020-01-01", "--json").output)
    lines = {line["name"]: line for line in told["lines"]}
    assert (lines["Points"]["a"]["text"], lines["Points"]["b"]["text"]) == ("44", "48")
    assert lines["Points per wound"]["a"]["exact"] == "11" and lines["Points per wound"]["differs"]
    assert lines["Range 2"]["b"]["exact"] == "1/12" and told["as_of"] == "2020-01-01"
    assert [use["id"] for use in told["keywords"]["only_b"]] == ["steady"]


def test_what_upgrades_do_is_told():
    assert "General Weiss: Gives Arsenal 2" in " ".join(muster("general weiss", "ej").output.split())


def test_two_lists(lists):
    result = muster(*lists)
    assert result.exit_code == 0, result.output
    told = [" ".join(line.split()) for line in result.output.splitlines()]
    assert "− AT-ST: 145 points" in told
    assert "≠ Stormtroopers, with DLT-19 Stormtrooper: 42 to 62 points" in told
    assert "2 units the same in both." in told
    assert any(line.startswith("≠ Activations 4 3") for line in told)


def test_two_lists_as_json(lists):
    told = json.loads(muster(*lists, "--json").output)
    assert (told["a"], told["b"], told["same"]) == ("Snow Patrol", "Ice Patrol", 2)
    assert told["removed"][0]["unit"] == {"id": "bg", "name": "AT-ST"}
    assert told["changed"][0]["gained"] == [{"id": "ej", "name": "DLT-19 Stormtrooper"}]
    assert {each["code"] for each in told["unresolved"]} == {"import.ambiguous"}  # which Stormtroopers


def test_what_was_not_understood_is_said_first(lists, tmp_path):
    (tmp_path / "odd.txt").write_text(BEFORE + "Zebra Squadron\n")
    before, _, after = muster(str(tmp_path / "odd.txt"), lists[1]).output.partition("Activations")
    assert "Zebra Squadron" in before and after


def test_a_card_and_a_list_are_not_compared(lists):
    assert muster(lists[0], "stormtroopers").exit_code == 2
    assert muster(*lists, "--as-of", "2020-01-01").exit_code == 2
    assert muster("ay", "x" * 5000).exit_code == 2
    assert "card" in muster("ay", "zzzzzz").output
