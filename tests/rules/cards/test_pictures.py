"""Facts of cards as the pictures of April 2026 show them, where our sources had something else."""

import pytest

from muster.rules.cards import catalogue
from muster.rules.cards.wording import dice_in_words, keyword_in_words, range_in_words

CARDS = catalogue()


def weapon_words(weapon):
    keywords = ", ".join(keyword_in_words(use, CARDS.keywords) for use in weapon.keywords)
    return f"{weapon.name}: {range_in_words(weapon.range)}; {dice_in_words(weapon)}; {keywords}"


@pytest.mark.parametrize(
    ("card_id", "weapons"),
    [
        ("Bv", ["Mounted Blaster: 1–2; 2 black, 2 white; Fixed: Sides"]),
        ("Ig", ["DC-15x Blaster Rifle: 1–3; 3 black, 1 white; Overwhelm"]),
        ("Io", ["Cody's DC-15 Rifle: 1–4; 1 red, 2 white; Impact 1"]),
        ("dq", ["Overcharged Generator: –; 1 black; Impact 1"]),
        ("ec", ["MPL-57 Ion Blaster: 1–3; 2 black, 1 white; Critical 1, Impact 1, Ion 1"]),
        ("ee", ["Bowcaster: 1–3; 1 red, 1 white; Impact 1, Pierce 1"]),
        ("ef", ["Proton Charge: Melee–1; 1 red, 1 black, 1 white; Blast, Impact 6"]),
        ("fr", ["Ion Rifle: 1–3; 3 black, 1 white; Fixed: Front, Rear, Critical 1, Impact 1, Ion 1"]),
        ("fs", ["RPS-6 Rocket Launcher: 2–4; 1 red, 1 black, 1 white; Impact 2"]),
        ("gq", ["RPS-6 Rocket Launcher: 2–4; 1 red, 1 black, 1 white; Impact 2"]),
        ("gr", ["A300 Blaster Rifle: 1–3; 2 white; "]),
        ("id", ["Twin Laser Cannon: 1–3; 2 black, 2 white; Fixed: Front, Rear"]),
        ("iw", ["E-5s Sniper Rifle: 1–4; 1 red, 1 white; Critical 1"]),
        ("qi", ["Heavy Bowcaster: 1–3; 2 red, 2 black; Fixed: Rear, Impact 1, Pierce 1"]),
        ("qp", ["Thermal Detonators: –; 2 red, 2 white; Overrun 2, Suppressive"]),
        ("rq", ["The Darksaber: Melee; 6 black; Impact 2, Pierce 2"]),
        (
            "wr",
            [
                "Force Pike: Melee; 1 red, 1 black; Suppressive",
                "Force Pike: –; 1 black, 2 white; Overrun 1, Suppressive",
            ],
        ),
        ("xu", ["Firepuncher Rifle: 1–5; 1 red; High Velocity, Pierce 1"]),
    ],
)
def test_weapons_are_those_of_the_picture(card_id, weapons):
    assert [weapon_words(weapon) for weapon in CARDS.upgrade(card_id).weapons] == weapons


@pytest.mark.parametrize(
    ("card_id", "keywords"),
    [
        ("In", ["Leader", "Immune: Pierce", "Sidearm: Melee, Ranged"]),
        ("uj", ["Demoralize 1", "Immune: Melee Pierce", "Impact", "Pierce"]),
        ("Il", ["Leader", "Danger Sense 2", "Dauntless", "Sidearm: Melee, Ranged"]),
        ("li", ["Outmaneuver"]),
        ("wq", ["Demoralize 1"]),
        ("fk", ["Field Commander"]),
        ("mi", []),
        ("fq", ["Infiltrate", "Permanent", "Reliable 2", "Divulge"]),
    ],
)
def test_keywords_are_those_of_the_picture(card_id, keywords):
    uses = CARDS.cards[card_id].keywords
    assert sorted(keyword_in_words(use, CARDS.keywords) for use in uses) == sorted(keywords)


def test_a_name_of_the_picture_and_the_one_on_lists_find_the_card():
    for name in ("Unstable R5 Astromech", "Unstable Astromech"):
        assert [card.id for card in CARDS.by_name(name)] == ["oz"]
    assert CARDS.upgrade("et").name == "Astromech Droid"
    assert [card.id for card in CARDS.by_name("R5 Astromech Droid")] == ["et"]


def test_who_may_equip_is_what_the_picture_prints():
    assert CARDS.upgrade("qm").restriction.unit_types == ("vehicle",)
    assert CARDS.upgrade("ew").restriction.unit_types == ("trooper",)
    assert CARDS.upgrade("ll").limit == 1
