"""A hand and a deck that are filled up: complete and legal, and what was chosen stays."""

import pytest
from msgspec.structs import replace

from muster.rules.armies.army import Deck
from muster.rules.armies.building.suggesting import with_full_deck, with_full_hand
from tests.rules.armies.army_building import CARDS, deck_problems, hand_problems, with_core

FACTIONS = ("rebels", "empire", "republic", "separatists")


@pytest.mark.rule(432)
@pytest.mark.parametrize("faction", FACTIONS)
def test_a_filled_hand_and_deck_are_legal(faction: str) -> None:
    bare = replace(with_core(faction), command_hand=(), battle_deck=Deck())
    full = with_full_deck(with_full_hand(bare, CARDS), CARDS)
    assert hand_problems(full) == [] and deck_problems(full) == []
    assert with_full_deck(with_full_hand(full, CARDS), CARDS) == full


def test_what_was_chosen_stays() -> None:
    chosen = replace(with_core("empire"), command_hand=("bl",), battle_deck=Deck(objective=("Ah",)))
    full = with_full_deck(with_full_hand(chosen, CARDS), CARDS)
    assert full.command_hand[0] == "bl" and full.battle_deck.objective[0] == "Ah"
    assert hand_problems(full) == hand_problems(chosen)[1:] and deck_problems(full) == []
