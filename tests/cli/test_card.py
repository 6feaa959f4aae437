"""`muster card`."""

import json

import pytest
from click.testing import CliRunner

from muster.cli import main
from muster.rules.cards import catalogue


def muster(*words):
    return CliRunner().invoke(main, list(words))


def test_the_best_match_is_shown_and_the_others_listed():
    result = muster("card", "vader")
    assert result.exit_code == 0
    assert "Dark Lord of the Sith" in result.output
    assert "170" in result.output
    assert "Vader's Lightsaber" in result.output
    assert "fn  Darth Vader, The Emperor's Apprentice" in result.output


def test_points_on_a_date():
    told = json.loads(muster("card", "at", "--as-of", "2020-12-01", "--json").output)
    assert (told["name"], told["points"], told["as_of"]) == ("Darth Vader", 175, "2020-12-01")
    assert told["points_certain"] is True
    assert {
        "id": "fn",
        "slug": "unit/darth-vader-the-emperors-apprentice",
        "name": "Darth Vader, The Emperor's Apprentice",
    } in told["versions"]


def test_an_uncertain_price_is_told():
    assert "not certain" in " ".join(muster("card", "kg", "--as-of", "2023-01-01").output.split())


def test_what_a_card_was_is_told():
    output = " ".join(muster("card", "Aw").output.split())
    assert "Over time 65 → 78 (2025-11-15)" in output and "Before 2026-04-21 Ground Vehicle" in output
    told = json.loads(muster("card", "Aw", "--json").output)
    assert {"seen": "2026-04-21", "unit_type": "ground-vehicle"} in told["earlier"]
    kept = json.loads(muster("card", "kg", "--json").output)["points_course"]
    assert kept[0] == {"since": None, "points": 100, "certain": False}
    assert kept[-1] == {"since": "2025-04-15", "points": 115, "certain": True}


def test_unpriced_and_unknown_are_told():
    output = muster("card", "Hb").output
    assert "unpriced" in output
    assert "not known" in output


def test_ids_are_case_sensitive():
    assert json.loads(muster("card", "ab", "--json").output)["name"] == "Leia Organa"
    assert json.loads(muster("card", "Ab", "--json").output)["name"] != "Leia Organa"


@pytest.mark.parametrize("name", ["", " ", "zzzzzzzz", "x" * 100_000, "???", "[zzzzzz]"])
def test_an_unknown_card_is_a_sentence_and_exit_2(name):
    result = muster("card", name)
    assert result.exit_code == 2
    assert "There is no card" in result.stderr and "none" not in result.stderr
    assert len(result.stderr) < 600


def test_an_unknown_card_comes_with_suggestions():
    assert "Darth Vader" in muster("card", "vader of nowhere").stderr


@pytest.mark.parametrize("wanted", ["bc", "Imperial Royal Guards"])
def test_a_card_that_left_the_game_says_so(wanted):
    result = muster("card", wanted)
    assert result.exit_code == 2
    assert "Imperial Royal Guards left the game by 2025-04-15." in " ".join(result.stderr.split())


def test_an_unknown_card_as_json():
    result = muster("card", "zzzzzzzz", "--json")
    assert result.exit_code == 2
    assert json.loads(result.output)["violations"][0]["code"] == "card.unknown"


@pytest.mark.parametrize("day", ["yesterday", "2026-13-01", "", "9" * 10_000])
def test_what_is_no_date_is_refused(day):
    result = muster("card", "vader", "--as-of", day)
    assert result.exit_code == 2
    assert "a date" in result.stderr
    assert len(result.stderr) < 400


@pytest.mark.parametrize("slug", [card.slug for card in catalogue().data.everything][::9])
def test_every_kind_of_card_can_be_drawn(slug):
    result = muster("card", slug)
    assert result.exit_code == 0
    assert catalogue().by_slug(slug).id in result.output


def test_every_kind_of_card_has_json():
    for kind in ("unit", "upgrade", "command", "battle", "counterpart", "battle-force"):
        card = next(card for card in catalogue().data.everything if card.kind == kind)
        assert json.loads(muster("card", card.slug, "--json").output)["kind"] == kind
