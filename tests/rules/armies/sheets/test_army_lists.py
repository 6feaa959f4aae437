"""Army lists of a tournament: contents, names that cannot be confused, the same army all day."""

import pytest
from msgspec.structs import replace

from muster.rules.armies.building.edits import remove_unit
from muster.rules.armies.sheets.identify import printed_names
from muster.rules.armies.sheets.listing import (
    army_list,
    error_found,
    missing_from,
    opponents_copy,
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
    assert printed_names(CARDS)[CARDS.units["ak"].id] == "Rebel Commandos (Special Forces)"
    assert printed_names(CARDS)[CARDS.units["al"].id] == "Rebel Commandos, Strike Team"
    assert printed_names(CARDS)[CARDS.units["fn"].id] == "Darth Vader, The Emperor's Apprentice"
    assert printed_names(CARDS)[CARDS.units["sm"].id] == "A-A5 Speeder Truck (Heavy, Mercenary)"
    assert printed_names(CARDS)[CARDS.units["au"].id] == "General Veers, Master Tactician"
    for unit in CARDS.data.units:
        if sum(other.name == unit.name for other in CARDS.data.units) > 1:
            assert printed_names(CARDS)[unit.id] != unit.name


@pytest.mark.rule(538)
def test_a_name_on_several_kinds_of_card_says_which():
    assert printed_names(CARDS)[CARDS.upgrades["Im"].id] == "Luke Skywalker (Heavy Weapon upgrade)"
    assert printed_names(CARDS)[CARDS.battle_cards["An"].id] == "Bunker Assault (Recon objective)"
    assert printed_names(CARDS)[CARDS.upgrades["Cc"].id].startswith("Combat Armor (Gear upgrade, Rebel Agent")


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
