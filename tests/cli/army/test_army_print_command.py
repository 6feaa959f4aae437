"""`muster army print`."""

import pytest
from click.testing import CliRunner

from muster.cli import main
from muster.cli.demo.armies import full_army
from muster.rules.armies.army import to_json
from muster.rules.cards.catalogue import catalogue
from muster.web.print.armies.heading import SHEETS, PrintOrder
from muster.web.print.armies.sheets import army_pdf

ARMY = full_army(catalogue())


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "army.json"
    path.write_bytes(to_json(ARMY))
    return path


def muster_print(*words, **options):
    return CliRunner().invoke(main, ["army", "print", *map(str, words)], **options)


@pytest.mark.parametrize("sheet", SHEETS)
def test_each_sheet_is_written_where_it_was_asked_for(file, tmp_path, sheet):
    out = tmp_path / "sheet.pdf"
    result = muster_print(file, "--sheet", sheet, "--paper", "letter", "--player", "Mira", "-o", out)
    assert (result.exit_code, result.output) == (0, "")
    order = PrintOrder(sheet=sheet, paper="letter", player="Mira")
    assert out.read_bytes() == army_pdf(ARMY, catalogue(), order)


def test_the_tournament_list_on_a4_is_what_you_get_unasked(file, tmp_path):
    out = tmp_path / "sheet.pdf"
    assert muster_print(file, "-o", out).exit_code == 0
    assert out.read_bytes() == army_pdf(ARMY, catalogue(), PrintOrder())


def test_from_the_input_to_the_output():
    result = muster_print("-", "-o", "-", input=to_json(ARMY))
    assert result.exit_code == 0
    assert result.stdout_bytes == army_pdf(ARMY, catalogue(), PrintOrder())


def test_print_is_listed_among_the_commands_on_armies():
    assert "print" in CliRunner().invoke(main, ["army", "--help"]).output


@pytest.mark.parametrize(
    "content", [b"", b"{", b'{"schema":1}', b"\xff\xfe\x00", b"[" * 5000, b"x" * 1_000_001]
)
def test_what_is_no_army_is_refused_with_a_sentence(tmp_path, content):
    path, out = tmp_path / "army.json", tmp_path / "sheet.pdf"
    path.write_bytes(content)
    result = muster_print(path, "-o", out)
    assert result.exit_code == 2
    assert result.stderr.strip()
    assert "Traceback" not in result.output
    assert not out.exists()


def test_a_file_that_is_not_there_and_a_place_that_cannot_be_written(file, tmp_path):
    missing = muster_print(tmp_path / "none.json", "-o", tmp_path / "a.pdf")
    assert missing.exit_code == 2
    assert "none.json" in missing.stderr
    for place in (tmp_path / "no" / "a.pdf", tmp_path, "a\0b.pdf"):
        result = muster_print(file, "-o", place)
        assert result.exit_code == 2
        assert "could not be written" in result.stderr


@pytest.mark.parametrize("words", [("--sheet", "poster"), ("--paper", "papyrus"), ()])
def test_unknown_choices_and_a_missing_place_are_refused(file, words):
    assert muster_print(file, *words).exit_code == 2


def test_pieces_of_another_format_that_were_not_understood_are_named(tmp_path, monkeypatch):
    from muster.cli.army import print as army_print
    from muster.rules.armies.exchange import Imported
    from muster.rules.violations import Violation

    lost = Violation(code="army.not_json", source="a list", params={"what": "Lukke Skywalker"})
    found = Imported(army=ARMY, format="text", notes=(lost,))
    monkeypatch.setattr(army_print, "read_any", lambda raw, choices: found)
    path, out = tmp_path / "list.txt", tmp_path / "sheet.pdf"
    path.write_text("anything")
    result = muster_print(path, "-o", out)
    assert result.exit_code == 0
    assert "Not on the sheet" in result.stderr
    assert "Lukke Skywalker" in result.stderr
    assert out.read_bytes() == army_pdf(ARMY, catalogue(), PrintOrder(unread=(lost,)))
