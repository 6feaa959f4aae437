"""`muster army convert`: the result on stdout, what is lost on stderr, and three exit codes."""

import json

import pytest
from click.testing import CliRunner

from muster.cli import main

LINK = "https://legionhq2.com/list/empire/1000:1at0000,2ay00"


def convert(*args: str, given: str | bytes = LINK):
    return CliRunner().invoke(main, ["army", "convert", *args], input=given)


def test_nothing_lost_is_exit_code_0():
    result = convert("-", "--to", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert [unit["unit"] for unit in json.loads(result.stdout)["units"]] == ["at", "ay"]


def test_a_list_of_another_day_asks_for_cards_that_came_later():
    given = "https://legionhq2.com/list/separatists/1000:1Aw0000,3fx00000"
    assert "first on record" not in convert("-", "--to", "json", given=given).stderr
    then = convert("-", "--to", "json", "--as-of", "2024-03-01", given=given)
    assert "Aqua Droids (Aw), which is first on record" in then.stderr
    assert json.loads(then.stdout)["points_date"] == "2024-03-01"


def test_our_json_comes_through_to_the_byte(tmp_path):
    document = convert("-", "--to", "json").stdout.rstrip("\n")
    target = tmp_path / "army.json"
    assert convert("-", "--to", "json", "-o", str(target), given=document).exit_code == 0
    assert target.read_bytes() == document.encode()


@pytest.mark.parametrize("form", ["json", "link", "tts", "text", "minimal", "tournament", "admiral"])
def test_every_format_is_written_and_read_again(form):
    made = convert("-", "--to", form)
    assert made.exit_code in (0, 1)
    again = convert("-", "--to", "link", "--from", form, given=made.stdout)
    assert again.stdout.strip().split(":")[-1].startswith("1at")


def test_what_is_lost_is_listed_and_the_result_written_all_the_same():
    army = json.loads(convert("-", "--to", "json").stdout)
    result = convert("-", "--to", "link", given=json.dumps({**army, "name": "Fist", "notes": "Tape"}))
    assert result.exit_code == 1
    assert result.stdout.startswith("https://legionhq2.com/list/empire/1000:")
    assert "lost: The name of the army (Fist) isn’t included." in result.stderr
    assert "Tape" in result.stderr


def test_what_is_not_understood_is_listed_with_suggestions():
    result = convert("-", "--to", "json", given="A\n86/1000\nStormtroopers (42)\nSnowtroopres (44)\n")
    assert result.exit_code == 1
    assert "understood: line 4" in result.stderr
    assert "Snowtroopers" in result.stderr
    assert json.loads(result.stdout)["name"] == "A"


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"\x00\x01\x02\xff" * 50,
        b'{"units": [',
        b"hello there",
        b"x" * 1_000_001,
        b"https://legionhq2.com/list/rebels/:::",
        b"https://legionhq2.com/list/rebels/",
    ],
)
def test_what_cannot_be_read_is_exit_code_2_and_one_sentence(given):
    result = convert("-", "--to", "text", given=given)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.strip()
    assert "Traceback" not in result.stderr


def test_files_that_are_not_there(tmp_path):
    assert convert(str(tmp_path / "none.txt"), "--to", "json").exit_code == 2
    result = convert("-", "--to", "json", "-o", str(tmp_path / "no" / "army.json"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "can’t be written" in result.stderr


def test_the_wrong_reader_says_so():
    result = convert("-", "--to", "json", "--from", "json")
    assert result.exit_code == 2
    assert convert("-", "--to", "pdf").exit_code == 2


@pytest.mark.parametrize("source", [(), ("--from", "text")])
def test_a_card_chosen_for_a_piece_is_put_in(source):
    text = "Darth Vader Dark Lord of the Sith (175)\nStrmtroopers (44)\n"
    assert "Strmtroopers" in convert("-", "--to", "json", *source, given=text).stderr
    result = convert("-", "--to", "json", *source, "--choose", "ay Strmtroopers (44)", given=text)
    assert result.exit_code == 0 and "not understood" not in result.stderr
    assert [unit["unit"] for unit in json.loads(result.stdout)["units"]] == ["at", "ay"]
    checked = ["army", "check", "-", "--json", "--choose", "ay Strmtroopers (44)"]
    assert json.loads(CliRunner().invoke(main, checked, input=text).stdout)["unresolved"] == []
