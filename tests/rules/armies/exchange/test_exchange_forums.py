"""Lists as people write them by hand in forums and chats, and texts made to be tiresome."""

import pytest

from muster.rules.armies.exchange import link_reading, read_any, text_reading, text_shapes
from muster.rules.armies.exchange.text_shapes import LONGEST_LINE, MOST_BRACKETS, MOST_JOINED, split_names
from muster.rules.cards.catalogue import spellings_of
from muster.rules.violations import Refused
from tests.rules.armies.exchange.random_armies import CAT

VADER = ["Darth Vader", ["Force Choke", "Saber Throw"]]
TROOPERS = ["Stormtroopers", ["DLT-19 Stormtrooper"]]
LINK = "https://legionhq2.com/list/empire/1000::1ak00000,3ai0000"


def named(text: str) -> list[list[object]]:
    """The units of a list and their upgrades, by name."""
    units = read_any(text, CAT).army.units
    return [[CAT.cards[unit.unit].name, [CAT.cards[card].name for card in unit.upgrades]] for unit in units]


BY_HAND = {
    "sums": """
        Darth Vader (170) + Force Choke (5) + Saber Throw (5) = 180
        Stormtroopers (44) + DLT-19 Stormtrooper (18) = 62""",
    "sums without totals": """
        Darth Vader (170) + Force Choke (5)+ Saber Throw (5)
        Stormtroopers (44) + DLT-19 Stormtrooper (18)""",
    "a card a line": """
        Darth Vader
        Force Choke
        Saber Throw
        Stormtroopers
        DLT-19 Stormtrooper""",
    "dashes": """
        Commanders:
        Darth Vader - 170
          Force Choke - 5
          Saber Throw – 5 pts
        Corps (1):
        Stormtroopers - 44
        -DLT-19 Stormtrooper - 18""",
    "bullets": """
        Commander
        • Darth Vader (170)
          – Force Choke (5)
          – Saber Throw (5)
        Corps
        • Stormtroopers (44)
          * DLT-19 Stormtrooper (18)""",
}


@pytest.mark.parametrize("text", BY_HAND.values(), ids=BY_HAND)
def test_what_people_write_by_hand_is_read(text):
    assert named(text) == [VADER, TROOPERS]
    assert read_any(text, CAT).army.name == ""


def test_cards_are_read_by_the_names_they_had():
    """Renamed: Phase I Clone Troopers, R4 Astromech Droid, Hello There!"""
    text = "Obi-Wan Kenobi\nPhase I Clone Troopers (52): R4 Astromech Droid (8)\nCommands: •Hello There!"
    army = read_any(text, CAT).army
    names = [CAT.cards[card].name for card in (*army.units[1].cards, *army.command_hand)]
    assert names[:3] == ["Clone Trooper Infantry", "R4 Astromech", "Hello There"]


def test_ranks_in_the_plural_are_headings():
    text = "Commanders:\n• Darth Vader (170)\nSupports:\n• 74-Z Speeder Bikes (75)\nHeavies:\n* AT-ST (150)"
    found = read_any(text, CAT)
    assert named(text) == [["Darth Vader", []], ["74-Z Speeder Bikes", []], ["AT-ST", []]]
    assert found.army.name == ""
    assert not [note for note in found.unresolved if note.code in ("import.unknown", "import.unread")]


def test_the_first_line_is_a_title_only_when_it_is_about_no_card():
    assert read_any("Grey Watch\nDarth Vader\nStormtroopers", CAT).army.name == "Grey Watch"
    assert named("Darth Vader (170) + Force Choke (5) = 175\nStormtroopers")[0] == [
        "Darth Vader",
        ["Force Choke"],
    ]


def test_a_title_may_carry_the_points():
    army = read_any("Grey Watch (612/800)\nDarth Vader\nStormtroopers", CAT).army
    assert (army.name, army.format) == ("Grey Watch", "escalation-800")


def test_eight_hundred_points_are_the_regulations_only_with_their_battle_cards():
    deck = "\nDeployments: Long March\nConditions: Clear Conditions\nObjectives: Breakthrough"
    assert read_any("Old\n700/800\nDarth Vader\nStormtroopers" + deck, CAT).army.format == "legacy-800"
    assert read_any(LINK.replace("/1000", "/800"), CAT).army.format == "escalation-800"


@pytest.mark.parametrize(
    "text",
    [
        LINK + "?fbclid=IwAR0x,yz",
        LINK + "?utm_source=a&b=c#top",
        f"({LINK})",
        f"{LINK}.",
        f"**{LINK}**",
        f"[it]({LINK})",
        f"look at my list {LINK} it has won twice",
    ],
)
def test_a_link_in_a_chat_is_the_same_army(text):
    found = read_any(text, CAT)
    assert found.army == read_any(LINK, CAT).army
    assert {note.code for note in found.unresolved} <= {"import.beside_link"}, "no card of it looks damaged"


@pytest.mark.parametrize("tail", ["", ":::", "1000:", "1000::"])
def test_a_link_without_a_card_is_no_list(tail):
    with pytest.raises(Refused) as refused:
        read_any(f"https://legionhq2.com/list/rebels/{tail}", CAT)
    assert refused.value.violations[0].code == "import.nothing"


# Work ----------------------------------------------------------------------------------------------------


def test_each_name_of_a_line_is_looked_at_once(monkeypatch):
    seen = []
    monkeypatch.setattr(text_shapes, "plain", lambda text: seen.append(text) or text)
    assert len(split_names("a, b," * 1000, ())) == 2000
    assert len(seen) == 2001


def test_parts_are_joined_only_as_far_as_names_of_cards_go():
    tried = []

    class Shelf(set):
        def __contains__(self, name):
            tried.append(name)
            return super().__contains__(name)

    text = "Fear, Surprise, Intimidation, " + "x, " * 500
    assert split_names(text, Shelf({"fear surprise intimidation"}))[0] == "Fear, Surprise, Intimidation"
    assert len(tried) <= 3 * 501
    names = {name for card in CAT.data.everything for name in (*spellings_of(card), card.full_name)}
    assert max(name.count(",") for name in names) < MOST_JOINED


def test_a_line_too_long_to_be_one_is_never_taken_apart(monkeypatch):
    monkeypatch.setattr(text_reading.TextReader, "unit_of", lambda *_: pytest.fail("looked into"))
    with pytest.raises(Refused):
        read_any("Stormtroopers (x" + ",x" * LONGEST_LINE + ")", CAT)


def test_few_of_many_brackets_are_tried(monkeypatch):
    seen = []
    monkeypatch.setattr(text_reading.TextReader, "is_name", lambda _, text: seen.append(text))
    with pytest.raises(Refused):
        read_any("x " + "(" * (LONGEST_LINE - 4) + ")", CAT)
    assert 0 < len(seen) <= 4 * MOST_BRACKETS


def test_the_end_of_an_endless_link_is_named_and_not_looked_into(monkeypatch):
    monkeypatch.setattr(link_reading, "MOST_SEGMENTS", 2)
    found = read_any(LINK + ",1ai0000,1ai0000", CAT)
    assert [note.params["piece"] for note in found.unresolved] == ["1ai0000,1ai0000"]
