"""Lists of another day: cards that were not there yet, cards that left, names that went over to others."""

import json
from datetime import date

import pytest

from muster.rules.armies.exchange import read_any
from muster.rules.messages import explain, remedy
from tests.rules.armies.exchange.random_armies import CAT

SPRING = date(2024, 3, 1)
# The sides and names of cards in the Tabletop Simulator mod that Legion HQ never had, or has no more.
MOD_NAMES = {
    "A280, Pistol Config": "kh",
    "E-11D Grenade Launcher Config": "gn",
    "Battle Shield Wookiee (Defensive)": "pf",
    "A-180 Rifle Config": "dz",
    "A-180 Pistol Config": "dz",
    "A-300 Long Range Config": "ea",
    "A-300 Short Range Config": "ea",
    "J-19 Bo-Rifle Blaster": "np",
    "J-19 Bo-Rifle Staff": "np",
    "Saxon's ZX Flame Projector": "si",
    "Super Commando Jetpack Rockets": "sa",
    "Electro Grappling Line": "ih",
    "Sabine's Combat Shield": "gk",
    "Saxon's Combat Shield": "sp",
    "Super Commando Combat Shields": "rz",
    "Din's Flame Projector": "tq",
    "Boba's Flame Projector": "uh",
    "Defensive Stance": "nc",
}


def codes(found) -> list[str]:
    return [note.code for note in found.unresolved]


def the(found, code: str):
    return next(note for note in found.unresolved if note.code == code)


@pytest.mark.parametrize(("name", "card"), MOD_NAMES.items())
def test_names_of_the_mod_are_recognised(name, card):
    """Each is the card it is today, or the one that left the game, which the list says."""
    found = read_any(json.dumps({"units": [{"name": "AT-ST", "upgrades": [name]}]}), CAT)
    assert [entry.upgrades for entry in found.army.units] == [(card,)]
    assert (card in CAT.upgrades) is ("import.withdrawn" not in codes(found))
    assert "import.unknown" not in codes(found)


def test_the_mods_name_of_a_unit_is_recognised():
    found = read_any('{"units": [{"name": "TX-225 GAVw Occupier Combat Assault Tank"}]}', CAT)
    assert [entry.unit for entry in found.army.units] == ["bh"] and codes(found) == []


def test_a_card_that_was_not_there_on_the_day_of_the_list_is_asked_about():
    """Aqua Droids are on record since December 2024."""
    text = "48/1000\nB1 Battle Droids (38)\nAqua Droids (60)\n"
    assert codes(read_any(text, CAT)) == []
    found = read_any(text, CAT, day=SPRING)
    note = the(found, "import.not_yet")
    assert (note.about, note.params["piece"], note.params["date"]) == (
        ("Aw",),
        "Aqua Droids (60)",
        "2024-03-01",
    )
    assert found.army.points_date == SPRING and "Aqua Droids (Aw)" in explain(note)
    assert codes(read_any(text, CAT, day=SPRING, choices=["Aw Aqua Droids (60)"])) == []
    assert codes(read_any(text, CAT, day=date(2026, 1, 1))) == []


def test_links_are_asked_about_too_by_their_ids():
    link = "https://legionhq2.com/list/separatists/1000:1Aw0000,3fx00000"
    assert "import.not_yet" not in codes(read_any(link, CAT))
    note = the(read_any(link, CAT, day=SPRING), "import.not_yet")
    assert (note.about, note.params["piece"], note.params["where"]) == (("Aw",), "Aw", "segment 1")
    assert codes(read_any(link, CAT, day=SPRING, choices=["Aw Aw"])) == []


def test_on_a_day_before_it_left_a_card_is_no_question():
    text = "125/1000\nImperial Royal Guards (69)\nStormtroopers (44)\n"
    assert codes(read_any(text, CAT)) == ["import.withdrawn"]
    then = read_any(text, CAT, day=date(2025, 4, 14))
    assert codes(then) == [] and [entry.unit for entry in then.army.units] == ["bc", "ay"]
    assert codes(read_any(text, CAT, day=date(2025, 4, 15))) == ["import.withdrawn"]


def test_the_name_of_a_card_that_left_is_asked_though_another_once_had_it():
    """`All In` left the game; its id went over to Corellian Spike."""
    text = "42/1000\nRebel Troopers (40)\nCommands: • All In, • Ambush\n"
    found = read_any(text, CAT)
    note = the(found, "import.replaced")
    assert note.about[0] == "nt" and "Corellian Spike" in explain(note) and "nt" in found.army.command_hand
    assert codes(read_any(text, CAT, choices=["nt All In"])) == []
    arc = the(read_any("1/1000\nARC Troopers (72)\n - DC-15x ARC Trooper (37)\n", CAT), "import.replaced")
    assert set(arc.about) == {"lf", "Ig"} and "Gunner" in remedy(arc)


@pytest.mark.parametrize(
    ("name", "cards"),
    [("LAAT Patrol Transport", {"on", "oo"}), ("NR-N99 Persuader-class Tank Droid", {"qt", "xe"})],
)
def test_a_former_name_of_several_cards_means_any_of_them(name, cards):
    found = read_any(f"1/1000\n{name}\n", CAT)
    taken = {entry.unit for entry in found.army.units}
    asked = {card for note in found.unresolved for card in note.about}
    assert taken <= cards and (asked == cards or not asked)


@pytest.mark.parametrize("faction", ["empire", "republic"])
def test_an_old_name_of_two_factions_is_that_of_the_list(faction):
    found = read_any(json.dumps({"armyFaction": faction, "units": [{"name": "LAAT Patrol Transport"}]}), CAT)
    assert CAT.units[found.army.units[0].unit].faction == faction and codes(found) == []


def test_ids_of_battle_cards_that_others_have_now_say_that_they_left():
    """`Cd` was Minefield until November 2024; Combat Armor has the id today."""
    note = the(read_any("https://legionhq2.com/list/rebels/1000:3ah0000,Cd", CAT), "import.withdrawn")
    assert note.params["name"] == "Minefield" and "2024-11-19" in explain(note)
    gone = the(read_any("https://legionhq2.com/list/empire/1000:1as0000,3ay0000", CAT), "import.withdrawn")
    assert gone.params["name"].startswith("Emperor Palpatine")


def test_what_a_rank_was_on_the_day_tells_versions_apart():
    """Strike teams were special forces until April 2026: the heading of the rank is that of the day."""
    text = "1/1000\nSpecial Forces:\n - Scout Troopers = 0\n"
    now, then = read_any(text, CAT), read_any(text, CAT, day=date(2026, 4, 20))
    assert [entry.unit for entry in now.army.units] == ["ba"]
    assert "import.ambiguous" in codes(then)
