"""The JSON of Tabletop Simulator and Longshanks, in all the dialects met."""

import json

import pytest

from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit, Deck, with_keys
from muster.rules.armies.exchange import read_any, write
from muster.rules.messages import explain
from muster.rules.violations import Refused
from tests.rules.armies.exchange.random_armies import CAT

SAMPLE = {
    "author": "Legion HQ",
    "listname": "Example",
    "points": 920,
    "numActivations": 15,
    "armyFaction": "rebel",
    "commandCards": ["Son of Skywalker", "Ambush", "My Ally is the Force", "Push", "Standing Orders"],
    "contingencies": [],
    "units": [
        {
            "name": "Luke Skywalker Hero of the Rebellion",
            "upgrades": ["Burst of Speed", "Underworld Connections", "Offensive Push", "Recon Intel"],
        },
        {"name": "R2-D2 Hero of a Thousand Devices", "upgrades": ["C-3PO Human-Cyborg Relations"]},
        {"name": "AT-RT", "upgrades": ["AT-RT Laser Cannon"]},
        {"name": "AT-RT", "upgrades": ["AT-RT Laser Cannon"]},
    ],
    "battlefieldDeck": {
        "conditions": ["Advanced Intel", "Cunning Deployment", "No Time to Lose"],
        "deployment": ["Breakthrough", "Bunker Assault", "Close the Pocket"],
        "objective": ["Bring Them to Heel", "Destroy Enemy Base", "Marked Targets"],
        "scenario": "standard",
    },
}


def changed(**fields) -> str:
    return json.dumps({**SAMPLE, **fields})


def units_of(*units, **fields):
    return read_any(json.dumps({"armyFaction": "rebel", "units": list(units), **fields}), CAT)


def pieces(found) -> dict[str, str]:
    return {note.params["piece"]: note.code for note in found.unresolved}


def test_the_sample_is_read_to_the_last_card():
    found = read_any(json.dumps(SAMPLE), CAT)
    army = found.army
    assert (found.format, found.unresolved) == ("tts", ())
    assert (army.name, army.faction, army.format) == ("Example", "rebels", "standard")
    assert [(entry.unit, entry.count, entry.upgrades) for entry in army.units] == [
        ("ad", 1, ("pq", "rf", "jb", "da")),
        ("jg", 1, ()),
        ("ao", 2, ("fe",)),
    ]
    assert army.units[1].counterpart == ArmyCounterpart(card="ji")
    assert army.command_hand == ("cq", "bl", "ck", "bk", "aa")
    assert army.battle_deck == Deck(
        objective=("Ag", "Ah", "Ai"), secondary=("Aa", "Ab", "Ac"), advantage=("yu", "yv", "Eu")
    )


def test_a_deck_filed_under_the_keys_of_today_is_read_the_same():
    deck = {
        "objective": ["Breakthrough"],
        "secondary": ["Bring Them to Heel"],
        "advantage": ["Advanced Intel"],
    }
    army = read_any(changed(battlefieldDeck=deck), CAT).army
    assert army.battle_deck == Deck(objective=("Ag",), secondary=("Aa",), advantage=("yu",))


def test_other_spellings_of_the_keys():
    old = {
        key: value for key, value in SAMPLE.items() if key not in ("listname", "points", "battlefieldDeck")
    }
    deck = SAMPLE["battlefieldDeck"]
    army = read_any(json.dumps({**old, "title": "Other", "point": 920, "battleFieldDeck": deck}), CAT).army
    assert army.name == "Other"
    assert army.battle_deck.objective == ("Ag", "Ah", "Ai")


def test_line_breaks_written_as_bars():
    text = json.dumps(SAMPLE, indent=2).replace("\n", " || ")
    assert read_any(text, CAT).army == read_any(json.dumps(SAMPLE), CAT).army


def test_the_dialect_of_tabletop_admiral_keeps_its_loadout():
    unit = {
        "name": "Darth Vader Dark Lord of the Sith",
        "upgrades": ["Saber Throw"],
        "loadout": ["Force Choke"],
    }
    text = json.dumps(
        {"author": "Tabletop Admiral", "armyFaction": "empire", "battleForce": None, "units": [unit]}
    )
    (entry,) = read_any(text, CAT).army.units
    assert entry.unit == "at"
    assert entry.upgrades and entry.set_aside and entry.upgrades != entry.set_aside


@pytest.mark.parametrize(
    ("faction", "unit"), [("mercenary", "Black Sun Enforcers"), ("mandalorians", "Mandalorian Warriors")]
)
def test_an_empty_faction_is_told_by_the_units(faction, unit):
    found = units_of({"name": unit, "upgrades": []}, armyFaction="")
    assert found.army.faction == faction
    assert found.army.battle_force == CAT.army.default_battle_force[faction]
    assert {"import.assumed_faction", "import.assumed_force"} <= {note.code for note in found.notes}


def test_an_empty_faction_is_told_by_the_battle_force_or_the_link():
    unit = {"name": "Black Sun Enforcers"}
    assert units_of(unit, armyFaction="", battleForce="The Ohnaka Gang").army.battle_force == "og"
    link = "https://legionhq2.com/list/mercenary/600:og:1ri"
    army = units_of(unit, armyFaction="", listlink=link).army
    assert (army.faction, army.battle_force, army.format) == ("mercenary", "og", "recon")


def test_the_link_tells_versions_of_one_name_apart():
    unit = {"name": "The Bad Batch Clone Force 99", "upgrades": []}
    for faction, card in (("republic", "xi"), ("rebels", "xv")):
        link = f"https://legionhq2.com/list/{faction}/1000:1{card}"
        found = units_of(unit, armyFaction="", listlink=link)
        assert [entry.unit for entry in found.army.units] == [card]
        assert found.unresolved == ()
    asked = units_of(unit, armyFaction="")
    assert [note.code for note in asked.unresolved] == ["import.ambiguous"]
    assert set(asked.unresolved[0].about) == {"xi", "xv"}


def test_the_names_of_the_mod_and_old_names():
    found = units_of(
        {"name": "Din Djarin (CotW) The Mandalorian", "upgrades": ["The Darksaber (Din)"]},
        {"name": "Phase I Clone Troopers", "upgrades": ["R4 Astromech Droid"]},
        armyFaction="",
    )
    assert [(entry.unit, entry.upgrades) for entry in found.army.units] == [("tk", ("Kp",)), ("fz", ("fa",))]
    assert found.unresolved == ()


def test_nothing_unknown_is_dropped():
    found = units_of(
        {"name": "Stormtroopres", "upgrades": ["Burst of Speed"]},
        {"name": "Rebel Pathfinders", "upgrades": []},
        {"name": "Rebel Troopers", "upgrades": ["Z-6 Trooperr", 7], "colour": "red"},
        {"upgrades": ["Push"]},
        "AT-RT",
        None,
        commandCards=["Ambush", "Ambusch", "Push"],
        contingencies=["Assault"],
        battlefieldDeck={"objective": ["Key Positions"], "maps": 3},
        armyFaction="wizards",
        mood="good",
    )
    assert [entry.unit for entry in found.army.units] == ["Stormtroopres", "am", "ah", "ao"]
    assert found.army.units[0].upgrades == ("pq",)
    assert pieces(found) == {
        "Stormtroopres": "import.unknown",
        "Rebel Pathfinders": "import.withdrawn",
        "Z-6 Trooperr": "import.unknown",
        "7": "import.unread",
        "'red'": "import.unread",
        "{'upgrades': ['Push']}": "import.unread",
        "None": "import.unread",
        "Ambusch": "import.unknown",
        "Assault": "import.unread",
        "Key Positions": "import.withdrawn",
        "3": "import.unread",
        "wizards": "import.unread",
        "'good'": "import.unread",
    }
    by_piece = {note.params["piece"]: note for note in found.unresolved}
    assert "ay" in by_piece["Stormtroopres"].about
    assert by_piece["Z-6 Trooperr"].params["where"] == "units, number 3, upgrades, number 1"
    assert all(explain(note) for note in found.notes)


def test_a_unit_nobody_knows_stays_in_the_army_with_upgrades_or_without():
    found = units_of({"name": "Snow Golems", "upgrades": []}, {"name": "Ice Golems", "upgrades": ["Ice Axe"]})
    assert [(entry.unit, entry.upgrades) for entry in found.army.units] == [
        ("Snow Golems", ()),
        ("Ice Golems", ("Ice Axe",)),
    ]
    assert pieces(found) == dict.fromkeys(("Snow Golems", "Ice Golems", "Ice Axe"), "import.unknown")


def test_our_own_export_survives_with_counterpart_stack_force_and_typed_deck():
    army = Army(
        name="Old times",
        faction="empire",
        format="legacy-800",
        points_date=CAT.edition,
        battle_force="bf",
        units=with_keys(
            [
                ArmyUnit(unit="kg", counterpart=ArmyCounterpart(card="lw", upgrades=("dn",))),
                ArmyUnit(unit="ay", count=12, set_aside=("ej",)),
            ]
        ),
        command_hand=("bl", "aa"),
        battle_deck=Deck(
            objective=("Key Positions",), deployment=("Battle Lines",), condition=("Minefield",)
        ),
    )
    exported = write(army, "tts", CAT)
    assert exported.lost == ()
    assert read_any(exported.text, CAT).army == army
    assert len(json.loads(exported.text)["units"]) == 13


@pytest.mark.parametrize("faction", ["mercenary", "mandalorians"])
def test_lists_without_a_faction_of_their_own_lose_no_card(faction):
    units = [unit for unit in CAT.data.units if unit.faction == faction][:6]
    army = Army(
        faction=faction,
        points_date=CAT.edition,
        battle_force=CAT.army.default_battle_force[faction],
        units=with_keys(ArmyUnit(unit=unit.id) for unit in units),
    )
    exported = write(army, "tts", CAT)
    assert json.loads(exported.text)["armyFaction"] == ""
    assert exported.lost == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"units": [', "import.broken_json"),
        ("[1, 2]", "import.other_json"),
        ('{"a": 1}', "import.other_json"),
        ("[" * 300_000, "import.broken_json"),
        ('{"schema": 1, "points_date": "soon"}', "army.unreadable"),
    ],
)
def test_json_that_is_no_list_is_refused_with_a_reason(text, code):
    with pytest.raises(Refused) as caught:
        read_any(text, CAT)
    assert caught.value.violations[0].code == code
    assert explain(caught.value.violations[0])
