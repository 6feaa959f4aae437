"""The battle book: every cell is the single question, both ways, and the typical armies are legal."""

import pytest
from msgspec.structs import replace

from muster.rules.armies.army import ArmyUnit
from muster.rules.armies.check import check_army
from muster.rules.attack.book import Situation, book_of, rows_of
from muster.rules.attack.facts import BANDS, Facts
from muster.rules.attack.sides import Side, Tokens
from muster.rules.attack.targets import attack_at_band, best_attack, candidates_at, targets_of
from muster.rules.attack.telling import book_as_values, not_counted, percent
from muster.rules.attack.typical import typical_armies
from muster.rules.cards import catalogue
from muster.rules.cards.vocabulary import FACTIONS
from muster.rules.dice.odds import answer
from tests.rules.attack.pairs import keyword, side

EMPIRE, REBELS = typical_armies()["typical-empire"], typical_armies()["typical-rebels"]
COVERED = Situation(cover="light", aims=1, dodges=1)


@pytest.fixture(scope="module")
def book():
    return book_of(EMPIRE, REBELS, catalogue(), COVERED)


@pytest.mark.parametrize("key", sorted(typical_armies()))
def test_a_typical_army_is_legal_and_nearly_full(key):
    report = check_army(typical_armies()[key], catalogue())
    assert report.violations == () and 930 <= report.points <= 1000


def test_there_is_a_typical_army_of_every_faction():
    assert {army.faction for army in typical_armies().values()} == set(FACTIONS)
    assert len(typical_armies()) == 7


def test_every_cell_is_the_single_question(book):
    """Each pair at each band, asked by itself with the same tokens and cover."""
    for direction in (book.ours, book.theirs):
        expected = {}
        for place, attacker in enumerate(direction.attackers):
            for other, target in enumerate(direction.targets):
                armed = Side(line=attacker.line, catalogue=catalogue(), tokens=Tokens(aims=1))
                ready = Side(line=target.line, catalogue=catalogue(), tokens=Tokens(dodges=1))
                for band in BANDS:
                    if found := attack_at_band(armed, ready, band, Facts(cover=1)):
                        expected[place, other, band] = answer(found.question).mean
        shown = {(cell.attacker, cell.target, cell.band): cell.found.odds.mean for cell in direction.cells}
        assert shown == expected and len(shown) > 100


def test_units_that_are_alike_share_a_row():
    rows = rows_of(EMPIRE, catalogue())
    assert sum(row.number for row in rows) == sum(entry.count for entry in EMPIRE.units)
    assert any(row.name.startswith("3 × ") for row in rows)


def test_rows_of_the_same_unit_are_told_apart_by_their_upgrades():
    """Two units of Stormtroopers with a DLT-19, one of them with an HH-12, too, and one with neither."""
    outfits = ("ej",), ("ej", "ek"), ()
    units = tuple(
        ArmyUnit(key=f"u{number}", unit="ay", upgrades=cards) for number, cards in enumerate(outfits)
    )
    rows = rows_of(replace(EMPIRE, units=units), catalogue())
    assert [row.name for row in rows] == [
        "Stormtroopers (DLT-19 Stormtrooper)",
        "Stormtroopers (DLT-19 Stormtrooper, HH-12 Stormtrooper)",
        "Stormtroopers",
    ]
    assert [row.name for row in rows_of(replace(EMPIRE, units=units[:1]), catalogue())] == ["Stormtroopers"]


def test_best_targets_and_worst_fears_are_the_largest_shares(book):
    for place in range(len(book.ours.attackers)):
        best = book.ours.best_targets(place)
        others = [book.ours.at(place, target) for target in range(len(book.ours.targets))]
        shares = sorted((cell.share for cell in others if cell), reverse=True)
        assert [cell.share for cell in best] == shares[:3]
    fears = book.theirs.worst_fears(0)
    assert all(cell.target == 0 for cell in fears) and len({cell.attacker for cell in fears}) == len(fears)


def test_the_book_says_what_it_leaves_to_the_players(book):
    told = [not_counted(book.ours, cell, catalogue(), COVERED) for cell in book.ours.cells[:200]]
    assert any(told)


def test_plain_values_hold_exact_fractions(book):
    told = book_as_values(book)
    first = told["ours"]["attacks"][0]
    assert first["mean"] == str(book.ours.cells[0].found.odds.mean)
    assert told["situation"] == {"cover": "light", "aims": 1, "dodges": 1}


def test_targets_are_sorted_and_those_out_of_reach_say_why():
    speeder = side("Snowtroopers", gained=[keyword("immune-melee"), keyword("immune-range-1-weapons")])
    enemies = [side("Rebel Troopers"), side("Luke Skywalker, Hero of the Rebellion"), side("AT-ST")]
    rows = targets_of(side("Stormtroopers"), enemies)
    means = [row.best.odds.mean for row in rows if row.best]
    assert means == sorted(means, reverse=True)
    blade = side("Darth Vader, Dark Lord of the Sith")
    (out,) = targets_of(blade, [speeder])
    assert out.best is None and out.reason


@pytest.mark.parametrize(("chance", "told"), [(None, ""), (0, "0%"), (1, "100%")])
def test_chances_in_whole_percent(chance, told):
    assert percent(chance) == told


def test_the_best_attack_is_the_best_of_all_ranges():
    """Pools that another beats in everything, or that cannot come up to it, are left out, and nothing is lost
    by that."""
    aiming = Tokens(aims=1)
    empire = [
        Side(line=row.line, catalogue=catalogue(), tokens=aiming) for row in rows_of(EMPIRE, catalogue())
    ]
    rebels = [Side(line=row.line, catalogue=catalogue()) for row in rows_of(REBELS, catalogue())]
    for attacker in empire:
        for target in rebels:
            pools = [pool for band in BANDS for pool in candidates_at(attacker, target, band)]
            every = [pool.with_odds(answer) for pool in pools]
            best = best_attack(attacker, target)
            assert (best is None) == (not every)
            assert best is None or best.worth == max(found.worth for found in every)
