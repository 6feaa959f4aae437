"""`muster army brings`."""

import pytest
from click.testing import CliRunner

from muster.cli import main
from muster.cli.demo.armies import full_army
from muster.rules.armies.army import to_json
from muster.rules.cards.catalogue import catalogue
from muster.web.print.armies.heading import PrintOrder
from muster.web.print.armies.sheets import army_pdf

ARMY = full_army(catalogue())


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "army.json"
    path.write_bytes(to_json(ARMY))
    return path


def brings(*words, **options):
    return CliRunner().invoke(main, ["army", "brings", *map(str, words)], **options)


def test_every_section_is_told_with_who_brings_what(file):
    result = brings(file)
    assert result.exit_code == 0
    told = " ".join(result.output.split())
    assert told.startswith("Bench Before the game - Detachment")
    assert "- Uncanny Luck 3. Defending, it may reroll" in told and "> Han Solo" in told
    assert "- Return of the Jedi, 3 pips. Luke takes a Dodge token" in told
    assert told.index("Command Phase") < told.index("Attacking") < told.index("At any time")


def test_the_two_pages_are_written_where_they_were_asked_for(file, tmp_path):
    out = tmp_path / "brings.pdf"
    result = brings(file, "--pdf", out, "--paper", "letter")
    assert (result.exit_code, result.output) == (0, "")
    assert out.read_bytes() == army_pdf(ARMY, catalogue(), PrintOrder(sheet="brings", paper="letter"))


def test_what_is_no_army_is_refused_and_what_is_not_understood_is_named():
    assert brings("-", input=b"{").exit_code == 2
    result = brings("-", input="Darth Vader Dark Lord of the Sith (175)\nStrmtroopers (44)\n")
    assert result.exit_code == 0 and "Strmtroopers" in result.stderr


def test_cards_that_nobody_knows_are_named():
    raw = b'{"schema":1,"faction":"rebels","points_date":"2026-06-19","units":[{"unit":"zzzz"}]}'
    assert "No card is known as zzzz." in brings("-", input=raw).output
