"""`muster army versus`."""

import json

from click.testing import CliRunner

from muster.cli import main
from muster.rules.attack.book import Situation, book_of
from muster.rules.attack.telling import book_as_values
from muster.rules.attack.typical import typical_armies
from muster.rules.cards.catalogue import catalogue


def muster(*words):
    return CliRunner().invoke(main, list(words))


def test_two_armies_side_by_side():
    told = muster("army", "versus", "typical-empire", "typical-rebels", "--cover", "heavy", "--aims", "1")
    assert told.exit_code == 0
    for words in ("heavy cover, 1 Aim, no Dodge", "Typical Empire attacks", "to defeat", "Stormtroopers"):
        assert words in told.output


def test_json_is_the_book_itself():
    told = json.loads(muster("army", "versus", "typical-empire", "typical-rebels", "--json").output)
    armies = typical_armies()
    book = book_of(armies["typical-empire"], armies["typical-rebels"], catalogue(), Situation())
    assert told == book_as_values(book)


def test_csv_has_a_line_for_each_attack():
    lines = muster("army", "versus", "typical-empire", "typical-rebels", "--csv").output.splitlines()
    assert lines[0] == "side,attacker,target,band,wounds,defeat" and len(lines) > 400


def test_one_range_alone():
    told = muster("army", "versus", "typical-empire", "typical-rebels", "--band", "0").output
    assert "melee" in told and "range 3" not in told


def test_a_file_that_is_no_army_is_refused(tmp_path):
    wrong = tmp_path / "army.json"
    wrong.write_text("{}")
    told = muster("army", "versus", str(wrong), "typical-rebels")
    assert told.exit_code == 2 and told.stderr
