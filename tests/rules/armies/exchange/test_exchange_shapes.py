"""More shapes of lists, made up: sums in brackets, pips in brackets, upgrades in words, former names."""

import pytest

from muster.rules.armies.exchange import read_any
from muster.rules.armies.exchange.names import former_names, names_of
from tests.rules.armies.exchange.random_armies import CAT


def units(text: str) -> list[tuple[str, int, tuple[str, ...]]]:
    return [(line.unit, line.count, line.upgrades) for line in read_any(text, CAT).army.units]


def codes(text: str) -> set[str]:
    return {note.code for note in read_any(text, CAT).notes}


def test_sums_in_brackets_and_upgrades_below():
    text = (
        "Grey Watch\nDarth Vader (170 + 10 = 180)\n- Force Choke (10)\n"
        "Stormtroopers (42 + 20 = 62)\n- DLT-19 Stormtrooper (20)\nSnowtroopers (42)\n"
    )
    found = units(text)
    assert [(unit, count) for unit, count, _ in found] == [("at", 1), ("ay", 1), ("az", 1)]
    assert [len(upgrades) for *_, upgrades in found] == [1, 1, 0] and found[1][2] == ("ej",)


@pytest.mark.parametrize(
    "cards",
    [
        "Ambush (1), Push (2), Assault (3)",
        "Ambush (•), Push (••), Assault (•••)",
        "(1) Ambush\n(2) Push\n(3) Assault",
        "- Ambush [1 pip]\n- Push [2 pips]\n- Assault [3 pips]",
    ],
)
def test_command_cards_with_pips_in_brackets(cards):
    text = f"Grey Watch\nStormtroopers (42)\nCommands:\n{cards}\n"
    named = [CAT.commands[card].name for card in read_any(text, CAT).army.command_hand]
    assert named == ["Ambush", "Push", "Assault", "Standing Orders"]


def test_a_bullet_that_counts_a_unit_with_its_upgrade_in_words():
    text = "Grey Watch\nRebel Troopers (40)\n- 3x AT-RT with Laser Cannon\n"
    text += "• 2x Rebel Troopers with Z-6 Trooper\n"
    found = units(text)
    assert [(unit, count) for unit, count, _ in found] == [("ah", 1), ("ao", 3), ("ah", 2)]
    assert CAT.upgrades[found[1][2][0]].name.endswith("Laser Cannon") and found[2][2] == ("ed",)


def test_a_total_and_a_quoted_title_are_no_units():
    text = 'Empire\n"The Grey Watch"\nStormtroopers (42)\nSnowtroopers (42)\nTotal: 84 points\n'
    imported = read_any(text, CAT)
    assert [line.unit for line in imported.army.units] == ["ay", "az"]
    assert "import.unknown" not in {note.code for note in imported.notes}
    named = read_any('84/1000\n"The Grey Watch"\nStormtroopers (42)\n', CAT)
    assert named.army.name == "The Grey Watch"
    assert "import.points_differ" not in codes(text) and "import.points_differ" in codes(
        text.replace("84", "600")
    )


@pytest.mark.parametrize(
    ("written", "upgrade"),
    [
        ("Z-6 Phase I Trooper", "hp"),
        ("DC-15 Phase I Trooper", "hq"),
        ("CM-O 93 Trooper", "ig"),
        ("E-5C B1 Trooper", "ho"),
    ],
)
def test_names_that_cards_had_are_read(written, upgrade):
    unit = {"h": "Clone Trooper Infantry", "i": "Rebel Veterans"}[upgrade[0]]
    unit = "B1 Battle Droids" if upgrade == "ho" else unit
    assert units(f"Grey Watch\n{unit} (56): {written} (20) = 76\n")[0][2] == (upgrade,)


def test_every_name_that_the_card_file_had_is_known():
    book = names_of(CAT)
    once = {card.id: [*former_names(card, CAT)] for card in CAT.data.cards}
    shelves = {card.id: book.shelves[card.kind] for card in CAT.data.cards}
    assert not [name for card, names in once.items() for name in names if name not in shelves[card]]
    assert sum(bool(names) for names in once.values()) > 33


def test_the_id_of_a_card_that_is_gone_says_so():
    link = "https://legionhq2.com/list/empire/1000:1at0000,1bc00000,3ay0000"
    gone = [note for note in read_any(link, CAT).notes if note.code == "import.withdrawn"]
    assert [note.params["name"] for note in gone] == ["Imperial Royal Guards"]
