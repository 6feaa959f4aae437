"""Lists as people type them by hand: bullets of all kinds, counts anywhere, words around the army."""

import pytest

from muster.rules.armies.exchange import read_any
from muster.rules.messages import explain
from tests.rules.armies.exchange.random_armies import CAT


def read(text: str):
    """The army's lines, with the names of cards, and what needs a person."""
    found = read_any(text, CAT)
    lines = [
        (CAT.name_of(line.unit), line.count, [CAT.name_of(card) for card in line.upgrades])
        for line in found.army.units
    ]
    return lines, [note.code for note in found.unresolved]


VADER = ("Darth Vader, Dark Lord of the Sith", 1, ["Force Choke"])
TROOPERS = ("Stormtroopers", 2, ["DLT-19 Stormtrooper"])
SHAPES = {
    "sums": """
"Blizzard Watch"
Galactic Empire
Darth Vader (170 + 10 = 180)
- Force Choke (10)
2x Stormtroopers (42 + 20 = 62)
- DLT-19 Stormtrooper (20)
Total: 304 points
""",
    "pictures": """
🔹 Darth Vader, Dark Lord of the Sith (170)
  ▪ Force Choke (10)
🔹 2 Stormtroopers (42)
  ◦ DLT-19 Stormtrooper
""",
    "markdown": """
# My list
**Commander**
* Darth Vader (170)
    * Force Choke (10)
**Corps**
* 2x Stormtroopers (42)
    * DLT-19 Stormtrooper (20)

**Total: 304**
""",
    "numbers": """
1. Darth Vader [170] - Force Choke [10]
2) Stormtroopers x2 (42) + DLT-19 Stormtrooper (20)
Activations: 3
""",
    "points": """
Faction: Empire
Points: 304/1000
Darth Vader - 170pts
 + Force Choke - 10pts
(2) Stormtroopers (42 pts)
 + DLT-19 Stormtrooper - 20 pts
Subtotal: 304
""",
    "table": """
| Unit | Points |
|---|---:|
| Darth Vader with Force Choke | 180 |
| 2xStormtroopers with DLT-19 Stormtrooper | 62 |
""",
    "ranks": """
Commander: Darth Vader (170): Force Choke (10)
Corps: 2x Stormtroopers (42): DLT-19 Stormtrooper (20)
= 304
""",
    "dots": """
COMMANDERS (1)
=================
Darth Vader, Dark Lord of the Sith .... 170
  Force Choke .... 10
CORPS (2)
-----------------
2x Stormtroopers .... 42
  DLT-19 Stormtrooper .... 20
""",
    "tabs": """
Darth Vader\t170
\tForce Choke\t10
2x Stormtroopers\t42
\tDLT-19 Stormtrooper\t20
304 points
""",
    "forum": """
[b]Darth Vader[/b] (170)
[list][*]Force Choke (10)[/list]2x Stormtroopers (42)
- DLT-19 Stormtrooper
""",
    "page": """<p>Darth Vader (170)</p>&nbsp;- Force Choke<br>
2x <b>Stormtroopers</b> (42)<br>- DLT-19 Stormtrooper""",
    "unpriced": """
Darth Vader, Dark Lord of the Sith: Force Choke (10)
2x Stormtroopers (42): DLT-19 Stormtrooper (20)
""",
    "sheet": """qty,name,points,upgrades
1,"Darth Vader, Dark Lord of the Sith",170,Force Choke
2,Stormtroopers,42,DLT-19 Stormtrooper
""",
    "cells": """Count\tUnit\tUpgrades\tCost
1\tDarth Vader\tForce Choke\t170
2\tStormtroopers\tDLT-19 Stormtrooper\t42
""",
    "roster": """
++ Army Roster (Galactic Empire) [304pts] ++
+ Commander +
DARTH VADER [170pts]: FORCE CHOKE [10pts]
+ Corps [124pts] +
2x STORMTROOPERS [42pts]: DLT-19 STORMTROOPER [20pts]
++ Total: [304pts] ++
""",
    "behind": "Darth Vader\t170\n\tForce Choke\nStormtroopers\tx2\t42\n\tDLT-19 Stormtrooper\n",
    "dashes": """
- Darth Vader (170)
-- Force Choke (10)
- 2x Stormtroopers w/ DLT-19 Stormtrooper (42 + 20 = 62)
Итого: 304
""",
}
# Windows line ends, trailing blanks, and blanks of five kinds.
QUOTED = (
    "> Darth\u2003Vader\u00a0(170)\n> \u2009– Force\u202fChoke (10)  \n"
    "> Stormtroopers\u3000×2 (42) \n> – DLT-19 Stormtrooper"
)


@pytest.mark.parametrize("text", [*SHAPES.values(), QUOTED.replace("\n", "\r\n")], ids=[*SHAPES, "quoted"])
def test_shapes_people_type(text):
    lines, asked = read(text)
    assert lines == [VADER, TROOPERS] and asked == []


@pytest.mark.parametrize(
    ("written", "count"),
    [("Snowtroopers x3", 3), ("Snowtroopers ×2 (42)", 2), ("3xSnowtroopers", 3), ("(2) Snowtroopers", 2)],
)
def test_counts_may_stand_behind_the_name_or_touch_it(written, count):
    assert read(f"84/1000\nStormtroopers (42)\n{written}\n")[0][1] == ("Snowtroopers", count, [])


def test_what_is_moved_in_below_a_unit_is_an_upgrade_although_nobody_knows_it():
    found = read_any("84/1000\nStormtroopers 42\n  Aggressive Tactics 10\nStormtroopers 42\n", CAT)
    assert [note.code for note in found.unresolved] == ["import.withdrawn"]
    assert [line.count for line in found.army.units] == [1, 1]


def test_the_title_may_be_quoted_and_the_faction_a_line_of_its_own():
    army = read_any('"Grey Watch"\nGalactic Empire\nBlizzard Force\nStormtroopers (42)\n', CAT).army
    assert (army.name, army.faction, army.battle_force) == ("Grey Watch", "empire", "bf")
    assert read_any("Empire\nStormtroopers (42)\n", CAT).army.faction == "empire"


def test_a_unit_bulleted_as_the_one_above_is_a_unit_though_misspelt():
    lines, asked = read(
        "• Stormtroopers (42)\n  • DLT-19 Stormtroper\n• Snowtrooperz\n  • Flametrooper (20)\n"
    )
    assert [(name, upgrades) for name, _, upgrades in lines] == [
        ("Stormtroopers", ["DLT-19 Stormtroper"]),
        ("Snowtrooperz", ["Flametrooper"]),
    ]
    assert asked == ["import.unknown"] * 2


def test_upgrades_may_stand_behind_commas():
    lines, asked = read("Darth Vader, Dark Lord of the Sith, Force Choke\nSnowtroopers, Flametrooper\n")
    assert lines == [VADER, ("Snowtroopers", 1, ["Flametrooper"])] and asked == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("- Darth Vader", "a unit, where an upgrade belongs"),
        ("- Ambush", "a command, where an upgrade belongs"),
        ("Force Push (10)\nStormtroopers (42)", "an upgrade, where a unit belongs"),
        ("Commands: • Snowtroopers", "a unit, where a command belongs"),
    ],
)
def test_a_card_of_another_type_than_its_place_says_is_asked(line, words):
    text = f"42/1000\n{line}\n" if line.startswith("Force") else f"42/1000\nStormtroopers (42)\n{line}\n"
    (note,) = read_any(text, CAT).unresolved
    assert note.code == "import.wrong_kind" and words in explain(note) and note.about


def test_a_card_that_is_chosen_goes_to_its_place():
    """A unit among the upgrades, an upgrade among the units, a command card among the units."""
    text = "42/1000\nStormtroopers (42)\n- Darth Vader\n- Ambush\nSnowtroopers (42)\n"
    notes = read_any(text, CAT).unresolved
    assert [note.params["kind"] for note in notes] == ["unit", "command"]
    found = read_any(text, CAT, choices=["at Darth Vader", "bl Ambush"])
    assert [entry.unit for entry in found.army.units] == ["ay", "at", "az"] and found.unresolved == ()
    assert found.army.command_hand == ("bl", "aa")
    first = "62/1000\nForce Push (10)\nDarth Vader (170)\n"
    found = read_any(first, CAT, choices=["dt Force Push (10)", "at Darth Vader (170)"])
    assert [(entry.unit, entry.upgrades) for entry in found.army.units] == [("at", ("dt",))]


def test_what_a_line_says_that_it_is():
    found = read_any("Player: Ann\nList name: Grey Watch\nDate: 2024-06-01\nStormtroopers (42)\n", CAT)
    assert found.army.name == "Grey Watch"
    assert [note.params["piece"] for note in found.unresolved] == ["Date: 2024-06-01"]


def test_a_first_line_with_a_price_is_a_unit_though_misspelt():
    lines, asked = read("Darth Vadr (170)\nStormtroopers (42)\n")
    assert [line[0] for line in lines] == ["Darth Vadr", "Stormtroopers"] and asked == ["import.unknown"]


def test_a_list_of_typos_is_asked_line_by_line():
    found = read_any("Stromtroopers (42)\nSnow troopers (42)\n", CAT)
    assert [note.about[0] for note in found.unresolved] == ["ay", "az"]


def test_command_cards_by_their_pips_in_words_and_the_three_parts_of_the_deck():
    text = (
        "42/1000\nStormtroopers (42)\nCommand Cards\n1-pip: Ambush, Covert Observation\n2 pips: Push\n"
        "Battle Cards:\nPrimary: Breakthrough, Bunker Assault\nSecondary: Marked Targets\n"
        "Advantage: Advanced Intel"
    )
    found = read_any(text, CAT)
    assert found.unresolved == ()
    assert [CAT.name_of(card) for card in found.army.command_hand[:3]] == [
        "Ambush",
        "Covert Observation",
        "Push",
    ]
    deck = found.army.battle_deck
    assert [*map(len, (deck.objective, deck.secondary, deck.advantage))] == [2, 1, 1]


def test_two_hundred_lines_are_read_to_the_last():
    lines, asked = read("Long list\n" + "• Stormtroopers (42)\n  • DLT-19 Stormtrooper (20)\n" * 100)
    assert sum(count for _, count, _ in lines) == 100 and asked == []
    assert {tuple(upgrades) for *_, upgrades in lines} == {("DLT-19 Stormtrooper",)}
