"""Cards that left the game: what is expected are the facts of the public card file."""

from datetime import date

import pytest

from muster.rules.armies.check import check_army
from muster.rules.armies.exchange import read_any, write
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.messages import explain
from tests.rules.armies.army_building import CARDS, army, with_core


@pytest.mark.parametrize(
    ("written", "kind", "name", "points", "seen"),
    [
        ("am", "unit", "Rebel Pathfinders", 56, "2025-04-15"),
        ("as", "unit", "Emperor Palpatine, Ruler of the Galactic Empire", 170, "2025-04-15"),
        ("Emperor Palpatine", "unit", "Emperor Palpatine, Ruler of the Galactic Empire", 170, "2025-04-15"),
        ("A-180 Pistol Config", "upgrade", "A-180 Rifle Config", 0, "2025-04-15"),
        ("Minefield", "battle", "Minefield", None, "2024-11-19"),
        ("Cd", "battle", "Minefield", None, "2024-11-19"),
    ],
)
def test_a_card_that_is_gone_is_found_by_id_and_by_name(written, kind, name, points, seen):
    gone = CARDS.gone.find(written, kind)
    assert (gone.full_name, gone.points, gone.seen) == (name, points, date.fromisoformat(seen))


def test_only_cards_of_the_kind_asked_for_are_found():
    assert CARDS.gone.find("Cd", "upgrade") is None, "Combat Armor has that id today"
    assert CARDS.gone.find("Emperor Palpatine", "upgrade") is None
    assert CARDS.name_of("bc") == "Imperial Royal Guards" and CARDS.name_of("?!") == "?!"


def test_an_army_counts_cards_that_are_gone_with_their_last_points():
    """Two Royal Guards of 69 points, each with an Electrostaff Guard of 25."""
    empty, built = with_core("empire"), with_core("empire", "bc*2:el")
    staff = CARDS.gone.find("el", "upgrade").points
    report = check_army(built, CARDS)
    assert report.points == check_army(empty, CARDS).points + 2 * (69 + staff)
    sentences = {
        each.params["card"]: explain(each) for each in report.violations if each.code == "army.withdrawn"
    }
    assert sentences["Imperial Royal Guards"] == (
        "Imperial Royal Guards left the game by 2025-04-15. It is counted with its last points."
    )
    assert "Electrostaff Guard" in sentences


def test_an_upgrade_that_is_gone_is_counted_on_a_unit_that_is_not():
    bare, worn = (check_army(with_core("empire", unit), CARDS) for unit in ("ay", "ay:dp"))
    assert worn.points == bare.points + CARDS.gone.find("Comms Relay", "upgrade").points


def test_before_it_left_a_card_breaks_no_rule_and_fills_its_rank():
    """Imperial Royal Guards were special forces until April 2025; nobody knows their stats any more."""
    for day, legal in ((date(2025, 4, 14), True), (date(2025, 4, 15), False)):
        built = with_core("empire", "bc", points_date=day)
        report = check_army(built, CARDS)
        assert ("army.withdrawn" not in {each.code for each in report.violations}) is legal, day
        notes = [each for each in report.uncertain if each.code == "army.left_since"]
        assert bool(notes) is legal and all("Imperial Royal Guards" in explain(each) for each in notes)
        rank = next(row for row in report.ranks if row.rank == "special-forces")
        assert rank.units == 1


@pytest.mark.parametrize("form", ["link", "tts", "text", "minimal", "tournament", "admiral"])
def test_an_army_with_a_card_that_is_gone_is_written_and_read_again(form):
    built = with_core("empire", "bc:el")
    made = write(built, form, CARDS)
    back = read_any(made.text, CARDS).army
    assert ("bc", ("el",)) in [(entry.unit, entry.upgrades) for entry in back.units]
    assert form == "link" or "Imperial Royal Guards" in made.text


def test_what_nobody_knows_is_not_counted():
    unknown = army("empire", "nobody:ej")
    assert Lineup(unknown, CARDS).points == 0 and not Lineup(unknown, CARDS).gone_units


def test_what_is_not_certain_is_said_once():
    """One sentence for all cards of a list: points, cards that came later, and what changed."""
    built = with_core("separatists", "Aw", "Aw:Ec", "ie", points_date=date(2024, 3, 1))
    notes = [each.code for each in check_army(built, CARDS).uncertain]
    assert len(notes) == len(set(notes))
    later = next(each for each in check_army(built, CARDS).uncertain if each.code == "army.not_yet")
    assert explain(later).count("Aqua Droids") == 1
