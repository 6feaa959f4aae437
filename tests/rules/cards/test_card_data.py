"""The data files: complete, strict, and in our own words."""

import json
import re

import msgspec
import pytest

from muster.rules.cards import catalogue
from muster.rules.cards.audit import SENTENCE_END, texts
from muster.rules.cards.catalogue import CardData, load_card_data, read_data_file

CARDS = catalogue()
FIELDS = {field.name: field.type for field in msgspec.structs.fields(CardData)}


@pytest.mark.parametrize(
    ("file", "count"),
    [
        ("units", 178),
        ("upgrades", 434),
        ("commands", 236),
        ("battle_cards", 43),
        ("counterparts", 5),
        ("battle_forces", 20),
        ("keywords", 218),
        ("products", 118),
        ("withdrawn", 37),
    ],
)
def test_totals(file, count):
    assert len(getattr(load_card_data(), file)) == count


def test_six_formats():
    assert [item.id for item in load_card_data().formats.formats] == [
        "standard",
        "recon",
        "escalation-800",
        "legacy-800",
        "skirmish-500",
        "grand-army",
    ]
    names = [item.name for item in load_card_data().formats.formats]
    assert len(set(names)) == len(names), "two formats of 800 points are told apart by their names"


@pytest.mark.parametrize("file", FIELDS)
def test_every_file_goes_through_the_types_and_back(file):
    value = msgspec.json.decode(read_data_file(file), type=FIELDS[file])
    assert json.loads(msgspec.json.encode(value)) == json.loads(read_data_file(file))


@pytest.mark.parametrize("file", FIELDS)
def test_an_unknown_field_is_an_error(file):
    raw = json.loads(read_data_file(file))
    (raw if isinstance(raw, dict) else raw[0])["text"] = "a copied sentence"
    with pytest.raises(msgspec.ValidationError, match="unknown field `text`"):
        msgspec.json.decode(json.dumps(raw).encode(), type=FIELDS[file])


def test_no_text_is_long_enough_to_be_a_card_text():
    data = load_card_data()
    items = (*data.everything, *data.keywords, *data.products, *data.formats.formats)
    longest = max(
        (part for item in items for text in texts(item) for part in SENTENCE_END.split(text)), key=len
    )
    assert len(longest) <= 210, longest


def test_cards_other_than_keywords_hold_no_sentences_but_notes():
    def stripped(card):
        fields = {
            k: v for k, v in msgspec.structs.asdict(card).items() if k not in ("marks", "use_note", "name")
        }
        return texts(tuple(fields.values()))

    cards = load_card_data().everything
    assert not [(card.slug, text) for card in cards for text in stripped(card) if len(text) > 90]


def test_slugs_begin_with_the_kind():
    assert all(re.fullmatch(rf"{card.kind}/[a-z0-9-]+", card.slug) for card in load_card_data().everything)


def test_exhaust_marks_unknown_to_us_stay_unknown():
    unknown = [card for card in CARDS.upgrades.values() if card.use == "unknown"]
    assert len(unknown) == 111
    assert all("use" in card.unknown for card in unknown)
    assert CARDS.upgrade("cw").use == "exhaust"
    assert CARDS.upgrade("ib").use == "expend"
    assert CARDS.upgrade("cz").use == "none"


def test_unpriced_is_not_free():
    unpriced = {card.id for card in CARDS.cards.values() if getattr(card, "points", 0) is None}
    assert unpriced == {"Hb", "Hc", "Hj", "Hk", "Hm", "Id", "Ic"}
    assert all("points" in CARDS.card(card_id).unknown for card_id in unpriced)
    assert CARDS.upgrade("kh").points == 0


def test_known_defects_are_repaired():
    melee = {weapon.name: weapon.range for weapon in CARDS.unit("bg").weapons}["Fence-Cutting Blades"]
    assert tuple(melee) == (0, 0)
    assert tuple(CARDS.counterparts["lw"].weapons[0].range) == (0, 1)
    assert CARDS.upgrade("hq").restriction.names == ("Clone Trooper Infantry",)
    assert CARDS.command("Bg").needs[0].titles == ("Padawan Commander",)
    grenades = next(w for w in CARDS.unit("we").weapons if w.name == "Grenade Launcher")
    assert [use.id for use in grenades.keywords] == ["fixed", "blast"]


def test_spellings_of_one_thing_share_their_bullets():
    sabers = ("eb", "rq", "uj", "Ko", "Kp", "Kq")
    assert {CARDS.upgrade(card_id).bullet_name for card_id in sabers} == {"The Darksaber"}
    assert CARDS.unit("vv").bullet_name == CARDS.counterparts["ji"].bullet_name == "C-3PO"
    assert CARDS.unit("my").bullet_name == "Inferno Squad"
    assert CARDS.unit("mx").limit is None


@pytest.mark.parametrize("card_id", ["ae", "sr", "gm", "hp", "sd", "Kg"])
def test_broken_histories_are_marked(card_id):
    assert any(mark.code == "points-history" for mark in CARDS.card(card_id).marks)


def test_a_battle_force_keeps_its_own_facts_though_a_card_has_its_id():
    assert CARDS.card("mc").name == "STAP Riders"
    force = CARDS.battle_force("mc")
    assert force.name == "Mandalorian Clans"
    assert not force.changes


def test_battle_force_rules_are_structured():
    blizzard = CARDS.battle_force("bf")
    assert blizzard.field_commander_forbidden
    assert [(limit.units, limit.max) for limit in blizzard.unit_limits] == [(("ay", "sr"), 2)]
    custom = CARDS.battle_force("cc")
    assert custom.choices_to_pick == 2
    assert {choice.name: choice.max_added for choice in custom.choices}["Guns for Hire"] == 1
    assert CARDS.battle_force("btv").rank_tables["standard"].commander_and_operative_max == 5


def test_formats_carry_what_armies_need():
    assert tuple(CARDS.formats["recon"].ranks.limits["corps"]) == (2, 4)
    assert len(CARDS.formats["recon"].battle_deck.fixed) == 9
    assert CARDS.formats["legacy-800"].battle_deck.typed
    assert CARDS.army.command_hand.by_pips == {1: 2, 2: 2, 3: 2, 4: 1}
    assert CARDS.army.force_sides == {
        "rebels": "light",
        "republic": "light",
        "empire": "dark",
        "separatists": "dark",
    }
    assert CARDS.army.mercenaries_max["corps"] == 2
