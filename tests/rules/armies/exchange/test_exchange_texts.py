"""Text exports: Legion HQ's three, Tabletop Admiral's, and what people make of them."""

import pytest

from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit, Deck, with_keys
from muster.rules.armies.exchange import FORMATS, read_any, write
from muster.rules.messages import explain, remedy
from muster.rules.violations import Refused
from tests.rules.armies.exchange.random_armies import CAT

TEXTS = ("text", "minimal", "tournament", "admiral")
STANDARD = """Example
920/1000 (15 activations)
Commanders:
 - Luke Skywalker (120): Burst of Speed (10), Underworld Connections (5), Offensive Push (6) = 141
Operative:
 - R2-D2 (55) = 70
Counterparts:
 - C-3PO = 15
Corps:
 - 2× Rebel Veterans (48) = 96
 - Rebel Veterans (48): Smoke Grenades (3) = 51
 - 3× Mark 2 (40) = 120
Support:
 - 3× AT-RT (54): Laser Cannon (15) = 207
Commands: • Son of Skywalker, • Ambush, •• My Ally is the Force, •• Push, ••• Assault, •••• Standing Orders
"""
MINIMAL = """920/1000 (5 activations)
2× Rebel Veterans
Rebel Veterans (Smoke Grenades)
R2-D2
C-3PO
Commands: • Son of Skywalker, • Ambush, •••• Standing Orders"""
TOURNAMENT = """Example
920/1000 (15 activations)
R2-D2 (70)
C-3PO (15)
Rebel Veterans (51)
 - Smoke Grenades (3)

Commands:
•Son of Skywalker
••••Standing Orders

Battle Deck
Objectives:
 - Contact, Contact!
Secondaries:
 - Bring Them to Heel
Advantages:
 - Advanced Intel
"""
ADMIRAL = """1000/1000
12 Activations
Darth Vader (Dark Lord of the Sith) 190 + 23 = 213
--Burst of Speed (3), Force Push (10)
3x Dewback Rider 70 + 5 = 75 x 3 = 225
--T-21 Blaster Rifle (5)
Snowtroopers 44
Implacable•, Vader's Might•, New Ways to Motivate Them••, Standing Orders••••
Breakthrough, Contact, Contact!, Close the Pocket
Bring Them to Heel, Destroy Enemy Base, Marked Targets
Advanced Intel, Cunning Deployment
"""


def lines_of(text: str) -> list[tuple[str, int, tuple[str, ...]]]:
    return [(entry.unit, entry.count, entry.upgrades) for entry in read_any(text, CAT).army.units]


def codes(found) -> list[str]:
    return [note.code for note in found.unresolved]


def test_the_standard_text():
    found = read_any(STANDARD, CAT)
    assert (found.format, found.army.name, found.army.faction) == ("text", "Example", "rebels")
    assert codes(found) == []
    assert lines_of(STANDARD) == [
        ("ad", 1, ("pq", "rf", "jb")),
        ("jg", 1, ()),
        ("gv", 2, ()),
        ("gv", 1, ("ib",)),
        ("if", 3, ()),
        ("ao", 3, ("fe",)),
    ]
    assert found.army.units[1].counterpart == ArmyCounterpart(card="ji")
    assert found.army.command_hand == ("cq", "bl", "ck", "bk", "bj", "aa")


def test_the_minimal_text():
    # The site leaves a space behind every name.
    found = read_any(MINIMAL.replace("\n", " \n"), CAT)
    assert found.format == "minimal"
    assert lines_of(MINIMAL) == [("gv", 2, ()), ("gv", 1, ("ib",)), ("jg", 1, ())]
    assert found.army.units[2].counterpart == ArmyCounterpart(card="ji")
    assert found.army.command_hand == ("cq", "bl", "aa")


def test_the_tournament_text_with_a_name_that_has_a_comma():
    found = read_any(TOURNAMENT, CAT)
    assert (found.format, found.army.name, codes(found)) == ("tournament", "Example", [])
    assert lines_of(TOURNAMENT) == [("jg", 1, ()), ("gv", 1, ("ib",))]
    assert found.army.units[0].counterpart == ArmyCounterpart(card="ji")
    deck = found.army.battle_deck
    assert (deck.secondary, deck.advantage) == (("Aa",), ("yu",))
    assert [CAT.cards[card].name for card in deck.objective] == ["Contact, Contact!"]


def test_the_text_of_tabletop_admiral():
    found = read_any(ADMIRAL, CAT)
    army = found.army
    assert (found.format, army.faction) == ("admiral", "empire")
    assert (army.units[0].unit, army.units[0].count) == ("at", 1)
    assert army.units[1].count == 3
    assert CAT.cards[army.units[1].unit].name == "Dewback Rider"
    assert CAT.cards[army.units[2].unit].name == "Snowtroopers"
    assert len(army.command_hand) == 4
    assert len(army.battle_deck.objective) == len(army.battle_deck.secondary) == 3
    assert army.battle_deck.advantage == ("yu", "yv")


@pytest.mark.parametrize(("points", "card"), [(110, "Fb"), (120, "ad"), (165, "fm")])
def test_points_tell_three_lukes_apart(points, card):
    for text in (f"Luke Skywalker ({points})", f" - Luke Skywalker = {points}", f"Luke Skywalker {points}"):
        found = read_any(f"Skywalkers\n{points}/1000\n{text}\n", CAT)
        assert ([entry.unit for entry in found.army.units], codes(found)) == ([card], [])


def test_old_points_tell_them_apart_too():
    change = CAT.units["ad"].points_history[0]
    text = f"A\n1/1000\nLuke Skywalker ({change.before})"
    assert [entry.unit for entry in read_any(text, CAT).army.units] == ["ad"]


def test_without_points_the_player_is_asked():
    found = read_any("1000/1000\nLuke Skywalker (Burst of Speed)\nRebel Veterans", CAT)
    (note,) = found.unresolved
    assert (note.code, set(note.about)) == ("import.ambiguous", {"Fb", "ad", "fm"})
    assert "Jedi Knight (fm)" in explain(note)
    assert found.army.units[0].upgrades == ("pq",)


def test_the_heading_of_the_rank_helps():
    text = "0/1000\nOperative:\n - Darth Vader = 0\nCommanders:\n - Darth Vader = 0\n"
    assert [entry.unit for entry in read_any(text, CAT).army.units] == ["fn", "at"]


@pytest.mark.parametrize("sign", ["×", "x", "X"])
@pytest.mark.parametrize("pip", ["•", "*", "●"])
@pytest.mark.parametrize("dash", ["-", "–", "—"])
def test_signs_people_type(sign, pip, dash):
    hand = f"Commands: {pip} Ambush, {pip}{pip} Push"
    text = f"A\n9/1000\nCorps:\n {dash} 2{sign} Rebel Veterans (48) = 96\n{hand}"
    army = read_any(text, CAT).army
    assert [(entry.unit, entry.count) for entry in army.units] == [("gv", 2)]
    assert army.command_hand == ("bl", "bk", "aa")


def test_curly_quotes_and_old_names():
    text = "A\n1/1000\nPhase I Clone Troopers (1)\n - R4 Astromech Droid (1)\n\nCommands:\n•Vader’s Might\n"
    found = read_any(text, CAT)
    assert [(entry.unit, entry.upgrades) for entry in found.army.units] == [("fz", ("fa",))]
    assert [CAT.cards[card].name for card in found.army.command_hand] == ["Vader's Might", "Standing Orders"]


def test_upgrades_with_commas_and_brackets_stay_whole():
    unit = next(unit for unit in CAT.data.units if unit.id == "rc")
    text = f"1/1000\n{unit.name}, {unit.title} (Tools of the Trade, Jetpack Rockets, The Darksaber (Maul))\n"
    (entry,) = read_any(text, CAT).army.units
    names = [CAT.cards[card].name for card in entry.upgrades]
    assert names == ["Tools of the Trade, Jetpack Rockets", "The Darksaber (Maul)"]


def test_counterpart_points_printed_twice_join_the_right_unit():
    text = "A\n195/1000\nOperative:\n - R2-D2 (55) = 55\n - R2-D2 (55) = 70\nCounterparts:\n - C-3PO = 15\n"
    army = read_any(text + "Corps:\n - Rebel Veterans = 48\n", CAT).army
    assert [entry.counterpart is not None for entry in army.units] == [False, True, False]


def test_set_asides_of_the_older_edition():
    text = "1/800\nDarth Vader (Saber Throw, Force Reflexes)\n - Loadout: (Force Choke, none)\n"
    found = read_any(text, CAT)
    (entry,) = found.army.units
    assert [CAT.cards[card].name for card in entry.set_aside] == ["Force Choke"]
    slash = read_any("A\n1/800\nDarth Vader (170)\n - Saber Throw (5)/Force Choke (5)\n", CAT)
    assert [CAT.cards[card].name for card in slash.army.units[0].set_aside] == ["Force Choke"]


def test_old_battle_cards_are_reported_and_the_units_kept():
    old = "Objectives:\n - Key Positions\nDeployments:\n - Battle Lines\nConditions:\n - Minefield\n"
    found = read_any(f"A\n42/1000\nStormtroopers (42)\n\nBattle Deck\n{old}", CAT)
    assert [entry.unit for entry in found.army.units] == ["ay"]
    assert [note.params["piece"] for note in found.unresolved] == [
        "- Key Positions",
        "- Battle Lines",
        "- Minefield",
    ]
    typed = read_any(f"A\n42/800\nStormtroopers (42)\n\nBattle Deck\n{old}", CAT)
    assert typed.unresolved == ()
    assert typed.army.battle_deck == Deck(
        objective=("Key Positions",), deployment=("Battle Lines",), condition=("Minefield",)
    )


def test_a_list_from_before_a_card_became_unique_keeps_both_copies():
    upgrade = " - Improvised Orders (10)"
    text = f"A\n1/1000\nStormtroopers (52)\n{upgrade}\nSnowtroopers (52)\n{upgrade}\n"
    assert [entry.upgrades for entry in read_any(text, CAT).army.units] == [("cw",), ("cw",)]


def test_unknown_and_withdrawn_lines_stay_with_their_upgrades_and_are_named():
    units = "Emperor Palpatine (190)\n - Force Push (10)\nStormtroopres (44)\nStormtroopers (42)"
    text = f"A\n1/1000\n{units}\nfor fun\n"
    found = read_any(text, CAT)
    assert [entry.unit for entry in found.army.units] == ["as", "Stormtroopres", "ay"]
    assert len(found.army.units[0].upgrades) == 1
    by_line = {note.params["where"]: note for note in found.unresolved}
    assert by_line["line 3"].code == "import.withdrawn"
    assert by_line["line 5"].code == "import.unknown"
    assert "Stormtroopers (ay)" in remedy(by_line["line 5"])
    assert by_line["line 7"].params["piece"] == "for fun"


def test_a_printed_total_that_is_not_todays_is_remarked_not_unresolved():
    found = read_any("A\n43/1000\nStormtroopers (42)", CAT)
    assert [note.code for note in found.notes] == ["import.assumed_faction", "import.points_differ"]
    assert found.unresolved == ()


@pytest.mark.parametrize(
    ("encoding", "remark"), [("utf-8", False), ("utf-8-sig", False), ("utf-16", False), ("cp1252", True)]
)
def test_encodings(encoding, remark):
    text = "Café – list\r\n96/1000\r\n2× Rebel Veterans (96)\r\nCommands: • Ambush"
    found = read_any(text.encode(encoding), CAT)
    assert found.army.name == "Café – list"
    assert [(entry.unit, entry.count) for entry in found.army.units] == [("gv", 2)]
    assert ("import.encoding" in {note.code for note in found.notes}) == remark


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "import.empty"),
        (" \n\t ", "import.empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(32)) * 20, "import.not_text"),
        ("x" * 1_000_001, "import.too_big"),
        ("Dear diary,\ntoday nothing happened.\n", "import.nothing"),
        (" || ", "import.nothing"),
    ],
)
def test_what_is_no_list_is_refused_in_one_sentence(data, code):
    with pytest.raises(Refused) as caught:
        read_any(data, CAT)
    assert caught.value.violations[0].code == code
    assert explain(caught.value.violations[0])


def test_an_unknown_format_is_refused():
    with pytest.raises(Refused):
        read_any("x", CAT, "pdf")
    with pytest.raises(Refused):
        write(Army(faction="rebels", points_date=CAT.edition), "pdf", CAT)


def example() -> Army:
    return Army(
        name="Example",
        faction="rebels",
        points_date=CAT.edition,
        units=with_keys(
            [
                ArmyUnit(unit="ad", upgrades=("pq", "rf", "jb", "da")),
                ArmyUnit(unit="jg", counterpart=ArmyCounterpart(card="ji")),
                ArmyUnit(unit="gv", count=2),
                ArmyUnit(unit="gv", upgrades=("ib",)),
                ArmyUnit(unit="ao", count=12, upgrades=("fe",)),
            ]
        ),
        command_hand=("cq", "bl", "aa"),
        battle_deck=Deck(objective=("Ag",), secondary=("Aa",), advantage=("yu",)),
        notes="Hold the line.",
    )


@pytest.mark.parametrize(
    ("form", "lost"),
    [
        ("json", set()),
        ("link", {"export.name", "export.notes"}),
        ("tts", {"export.notes"}),
        ("text", {"export.notes", "export.battle_deck"}),
        ("minimal", {"export.name", "export.notes", "export.battle_deck"}),
        ("tournament", {"export.notes"}),
        ("admiral", {"export.name", "export.notes"}),
    ],
)
def test_each_format_lists_what_it_cannot_carry_of_this_army(form, lost):
    exported = write(example(), form, CAT)
    assert {violation.code for violation in exported.lost} == lost
    assert read_any(exported.text, CAT).format == form


def test_every_format_is_tried_above():
    assert {"json", "link", "tts", *TEXTS} == FORMATS.keys()


def test_the_standard_text_is_written_as_the_site_writes_it():
    lines = write(example(), "text", CAT).text.splitlines()
    assert lines[2:] == [
        "Commanders:",
        " - Luke Skywalker (120): Burst of Speed (10), Underworld Connections (5), Offensive Push (6), "
        "Recon Intel (8) = 149",
        "Operative:",
        " - R2-D2 (55) = 70",
        "Counterparts:",
        " - C-3PO = 15",
        "Corps:",
        " - 2× Rebel Veterans (48) = 96",
        " - Rebel Veterans (48): Smoke Grenades (3) = 51",
        "Support:",
        " - 12× AT-RT (54): Laser Cannon (15) = 828",
        "",
        "Commands: • Son of Skywalker, • Ambush, •••• Standing Orders",
    ]


@pytest.mark.parametrize("form", TEXTS)
def test_a_name_gets_its_title_only_where_nothing_else_tells(form):
    vader = Army(faction="empire", points_date=CAT.edition, units=with_keys([ArmyUnit(unit="fn")]))
    exported = write(vader, form, CAT)
    assert exported.lost == ()
    assert ("Apprentice" in exported.text) == (form in ("minimal", "admiral"))


@pytest.mark.parametrize("form", TEXTS)
def test_a_list_named_like_a_unit_is_not_read_as_one(form):
    army = Army(
        name="Stormtroopers",
        faction="empire",
        points_date=CAT.edition,
        units=with_keys([ArmyUnit(unit="at")]),
    )
    back = read_any(write(army, form, CAT).text, CAT).army
    assert [entry.unit for entry in back.units] == ["at"]


def test_a_choice_puts_the_card_in_for_its_piece():
    text = "800/1000\nStormtroopres (44)\n - Impct Grenades (5)\nLuke Skywalker\n"
    found = read_any(text, CAT)
    open_pieces = {each.params["piece"]: each.about for each in found.unresolved}
    unit, upgrade, luke = open_pieces
    assert "ay" in open_pieces[unit] and "fm" in open_pieces[luke]
    grenades = open_pieces[upgrade][0]
    chosen = read_any(text, CAT, choices=[f"ay {unit}", f"{grenades} {upgrade}", f"fm {luke}"])
    assert chosen.unresolved == ()
    assert [(each.unit, each.upgrades) for each in chosen.army.units] == [("ay", (grenades,)), ("fm", ())]
    # What is no piece, and no card, is no answer.
    assert read_any(text, CAT, choices=["ay nothing", "ay", "", f"zz {unit}"]).notes == found.notes
