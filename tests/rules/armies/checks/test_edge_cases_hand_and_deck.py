"""Cases that builders get wrong, by their number: command hand, battle deck, old documents."""

import pytest
from msgspec.structs import replace

from muster.rules.armies.army import Deck, from_json, to_json
from muster.rules.armies.building.edits import remove_unit
from tests.rules.armies.army_building import (
    CARDS,
    DECK,
    GENERIC_HAND,
    army,
    check,
    complete,
    deck_problems,
    hand_problems,
    problems,
    the,
    with_core,
)


def hand(built, *cards):
    """The problems of the army with these command cards, an unfinished hand left aside."""
    return [code for code in hand_problems(replace(built, command_hand=cards)) if code != "hand.incomplete"]


@pytest.mark.rule(432, 433, 434)
def test_edge_61_two_each_and_standing_orders():
    assert check(complete("rebels")).legal
    for dropped in GENERIC_HAND["rebels"]:
        short = tuple(card for card in GENERIC_HAND["rebels"] if card != dropped)
        assert hand_problems(with_core("rebels", command_hand=short)) == ["hand.incomplete"]
    without = with_core("rebels", command_hand=GENERIC_HAND["rebels"][:-1])
    found = the(without, "hand.incomplete")
    assert found.params["missing"] == "Standing Orders" and found.source == "Army Building, rule 434"
    eighth = (*GENERIC_HAND["rebels"], "cs")
    assert hand_problems(army("rebels", "ac", "ah*3", command_hand=eighth)) == ["hand.too_many"]
    assert hand(with_core("rebels"), "bl", "bl") == ["hand.duplicate"]


def test_edge_61_a_draft_without_a_hand_has_one_problem():
    assert hand_problems(with_core("rebels")) == ["hand.incomplete"]
    assert the(with_core("rebels"), "hand.incomplete").params["by"] == 7


@pytest.mark.rule(435)
def test_edge_61_checked_again_when_a_unit_leaves():
    built = army("rebels", "ab", "ac", "ah*3", command_hand=("cs",))
    assert hand(built, "cs") == []
    assert hand(remove_unit(built, "u2"), "cs") == ["hand.unit"]


def test_edge_61_names_are_compared_whole():
    commander = with_core("republic")
    assert CARDS.units["ns"].name == "Clone Commander"
    assert hand(commander, "va") == ["hand.unit"]
    assert hand(army("republic", "ue", "fz*3"), "va") == []
    general = army("republic", "Cz:Dc,Df", "fz*3")
    assert hand(general, "Dn", "Dm") == []  # the two cards that name both
    only_general = [card for card in CARDS.data.commands if card.needs == CARDS.commands["Dn"].needs]
    assert {card.id for card in only_general} == {"Dn", "Dm"}
    luke = army("rebels", "ad", "ah*3")
    assert hand(luke, "fp") == ["hand.unit"]  # the Jedi Knight's card needs that version
    assert hand(army("rebels", "ab", "fm", "ah*3"), "fp") == []


def test_edge_62_and_or_between_units():
    assert hand(army("rebels", "ac", "ad", "ah*3"), "Fy") == []
    assert hand(army("rebels", "ac", "ah*3"), "Fy") == ["hand.unit"]
    assert hand(army("rebels", "ad", "ah*3"), "Fy") == ["hand.unit"]
    assert the(army("rebels", "ad", "ah*3", command_hand=("Fy",)), "hand.unit").params["wanted"] == "Han Solo"
    for droid in ("qa", "pz"):
        assert hand(army("separatists", droid, "gx*3"), "qg") == []
    assert hand(with_core("separatists"), "qg") == ["hand.unit"]


@pytest.mark.rule(534)
def test_edge_64_counterparts_unlock_cards_and_upgrades_do_not():
    assert hand(with_core("rebels", "tk+tn"), "ud") == []
    assert hand(with_core("rebels", "tk"), "ud") == ["hand.unit"]
    assert hand(army("rebels", "ab", "ah*2", "ah:Im"), "cq") == ["hand.unit"]
    # A counterpart that joined the wrong unit unlocks nothing.
    assert hand(with_core("rebels", "jg+tn"), "ud") == ["hand.unit"]


def test_edge_64_grogu_joins_only_some_armies():
    assert problems(with_core("rebels", "tk+tn")) == []
    assert problems(with_core("empire", "tk+tn")) == ["army.counterpart_faction"]


def test_edge_65_mercenary_cards_need_a_mercenary_leader():
    for card in ("rw", "rx", "ry"):
        assert hand(with_core("empire"), card) == ["hand.unit"]
        assert hand(with_core("empire", "qz"), card) == ["hand.unit"]
        assert hand(with_core("empire", "aw"), card) == []
        assert hand(with_core("empire", "ra"), card) == []
        assert hand(army("mercenary", "rc:rq", "rb*2", battle_force="sc"), card) == []


def test_edge_67_three_each_without_duplicates():
    assert deck_problems(complete("rebels")) == []
    assert deck_problems(with_core("rebels")) == ["deck.incomplete"]
    twice = replace(DECK, objective=("Ag", "Ag", "Ah"))
    assert deck_problems(with_core("rebels", battle_deck=twice)) == ["deck.duplicate"]
    four = replace(DECK, objective=("Ag", "Ah", "Ai", "Aj"))
    assert deck_problems(with_core("rebels", battle_deck=four)) == ["deck.too_many"]
    misplaced = replace(DECK, objective=("Ag", "Ah", "Ad"))
    assert deck_problems(with_core("rebels", battle_deck=misplaced)) == ["deck.category"]


@pytest.mark.rule(443, 444)
def test_edge_67_the_fixed_nine_of_recon():
    nine = Deck(objective=("An", "Ao", "Ap"), secondary=("Aq", "Ar", "As"), advantage=("At", "Au", "Av"))
    recon = army("rebels", "ab", "ah*2", format="recon")
    assert deck_problems(recon) == []  # the deck is given, nothing to choose
    assert deck_problems(replace(recon, battle_deck=nine)) == []
    standard = replace(nine, objective=("Ah", "Ao", "Ap"))
    assert CARDS.battle_cards["Ah"].name == CARDS.battle_cards["An"].name == "Bunker Assault"
    assert deck_problems(replace(recon, battle_deck=standard)) == ["deck.fixed"]
    mixed = replace(DECK, objective=("Ag", "An", "Ai"))
    assert deck_problems(with_core("rebels", battle_deck=mixed)) == ["deck.recon_card"]
    both = replace(DECK, objective=("Ah", "An", "Ai"))
    assert deck_problems(with_core("rebels", battle_deck=both)) == ["deck.duplicate", "deck.recon_card"]


def test_edge_67_faction_advantages():
    ours = replace(DECK, advantage=("yu", "yv", "Eu"))
    assert deck_problems(with_core("rebels", battle_deck=ours)) == []
    assert deck_problems(with_core("empire", battle_deck=ours)) == ["deck.faction"]
    collective = army("mercenary", "ra", "rb*2", battle_force="sc", battle_deck=ours)
    assert deck_problems(collective) == ["deck.faction"]


def test_edge_68_cards_that_no_longer_exist_stay_in_the_document():
    old = Deck(
        objective=("Key Positions", "Breakthrough"),
        deployment=("Long March",),
        condition=("Rapid Reinforcements",),
    )
    built = from_json(to_json(with_core("rebels", "Emperor Palpatine", battle_deck=old)))
    assert built.battle_deck == old and built.units[2].unit == "Emperor Palpatine"
    gone = next(each for each in check(built).violations if each.code == "army.withdrawn")
    assert gone.params["since"] == "2025-04-15"
    assert "army.unknown_card" in problems(built) and "deck.too_many" in deck_problems(built)
