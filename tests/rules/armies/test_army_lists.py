"""Army lists of a tournament: contents, names that cannot be confused, the same army all day."""

import pytest
from msgspec.structs import replace

from muster.rules.armies.building.edits import duplicate, equip, move, remove_unit, set_hand, set_words
from muster.rules.armies.sheets.identify import printed_name, printed_names
from muster.rules.armies.sheets.listing import (
    TO_BRING,
    army_list,
    changed_since,
    error_found,
    missing_from,
    opponents_copy,
    still_to_bring,
)
from muster.rules.cards.naming import plain
from tests.rules.armies.army_building import CARDS, army, check, complete


@pytest.mark.rule(538)
def test_no_two_cards_print_alike():
    names = printed_names(CARDS)
    assert set(names) == set(CARDS.cards)
    assert len({plain(name) for name in names.values()}) == len(names)
    assert not [name for name in names.values() if "[" in name]


@pytest.mark.rule(539)
def test_units_with_several_versions_state_theirs():
    assert printed_name(CARDS.units["ak"], CARDS) == "Rebel Commandos (Special Forces)"
    assert printed_name(CARDS.units["al"], CARDS) == "Rebel Commandos, Strike Team"
    assert printed_name(CARDS.units["fn"], CARDS) == "Darth Vader, The Emperor's Apprentice"
    assert printed_name(CARDS.units["sm"], CARDS) == "A-A5 Speeder Truck (Heavy, Mercenary)"
    assert printed_name(CARDS.units["au"], CARDS) == "General Veers, Master Tactician"
    for unit in CARDS.data.units:
        if sum(other.name == unit.name for other in CARDS.data.units) > 1:
            assert printed_name(unit, CARDS) != unit.name


@pytest.mark.rule(538)
def test_a_name_on_several_kinds_of_card_says_which():
    assert printed_name(CARDS.upgrades["Im"], CARDS) == "Luke Skywalker (Heavy Weapon upgrade)"
    assert printed_name(CARDS.battle_cards["An"], CARDS) == "Bunker Assault (Recon objective)"
    assert printed_name(CARDS.upgrades["Cc"], CARDS).startswith("Combat Armor (Gear upgrade, Rebel Agent")


@pytest.mark.rule(537)
def test_what_a_list_holds():
    built = complete("rebels", "ak", "jg+ji", name="Echo")
    aside = replace(built, units=(replace(built.units[0], set_aside=("df",)), *built.units[1:]))
    full = army_list(aside, CARDS, "Mon Mothma")
    assert full.player == "Mon Mothma" and full.points == check(built).points
    assert [unit.name for unit in full.units][2:] == [
        "Rebel Commandos (Special Forces)",
        "R2-D2, Hero of a Thousand Devices",
    ]
    assert (
        full.units[0].set_aside == ("Tenacity",)
        and full.units[3].counterpart == "C-3PO, Human-Cyborg Relations"
    )
    assert len(full.command_hand) == 7 and sum(map(len, full.battle_deck.values())) == 9
    assert list(missing_from(full)) == []


@pytest.mark.rule(537)
def test_what_a_list_lacks_is_named():
    empty = army_list(army("rebels"), CARDS, "  ")
    assert [each.params["what"] for each in missing_from(empty)] == [
        "the player's name",
        "units",
        "command cards",
        "battle cards",
    ]


@pytest.mark.rule(437, 438, 528)
def test_the_opponents_copy_keeps_the_secrets():
    full = army_list(complete("rebels"), CARDS, "Mon Mothma")
    shown = opponents_copy(full)
    assert shown.command_hand is None and shown.battle_deck is None
    assert shown.cards_in_hand == 7 and shown.units == full.units
    assert "Sabotaged" not in repr(shown)


@pytest.mark.rule(529, 535)
def test_one_army_and_one_hand_for_the_tournament():
    built = complete("rebels", "ak:ef,li")
    for same in (
        built,
        set_words(built, name="Other", notes="x"),
        move(built, "u3", 0),
        set_hand(built, built.command_hand[::-1]),
    ):
        assert list(changed_since(built, same)) == []
    split = duplicate(
        replace(built, units=(built.units[0], replace(built.units[1], count=2), built.units[2])), "u2"
    )
    assert [each.params["what"] for each in changed_since(built, split)] == ["army"]
    for other in (remove_unit(built, "u3"), equip(built, "u1", "nq"), replace(built, battle_force="ebd")):
        assert [each.params["what"] for each in changed_since(built, other)] == ["army"]
    hand = set_hand(built, (*built.command_hand[:-1], "cs"))
    assert [each.params["what"] for each in changed_since(built, hand)] == ["command hand"]


@pytest.mark.rule(526)
def test_what_a_player_brings():
    assert still_to_bring(TO_BRING) == ()
    assert still_to_bring(["army", "dice", "order tokens", "command hand"]) == (
        "movement tools",
        "range ruler",
        "battle cards",
        "army list",
    )


@pytest.mark.rule(540)
def test_a_leader_who_finds_an_error_tells_the_head_judge():
    fine = complete("rebels")
    assert check(fine).legal
    assert error_found(army_list(fine, CARDS, "Ann"), fine, CARDS) is None
    nameless = error_found(army_list(fine, CARDS, " "), fine, CARDS)
    assert nameless.params == {"errors": 1, "tell": "Head Judge"}
    illegal = remove_unit(fine, fine.units[0].key)
    found = error_found(army_list(illegal, CARDS, "Ann"), illegal, CARDS)
    assert found.params["errors"] == len(check(illegal).violations) > 0
    assert "540" in found.source
