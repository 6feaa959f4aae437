"""No effect of Special Operations is left to be done by hand: each id has its function, in both editions."""

import pytest

from muster.rules.game import game
from muster.rules.game.hooks import EFFECTS
from muster.rules.game.special_operations.actions import ACTIONS
from muster.rules.game.special_operations.deciding import MEANT
from muster.rules.game.special_operations.squads.cards import EDITIONS
from muster.rules.game.special_operations.squads.squads import effect_ids


@pytest.mark.rule(285, 319)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_ability_keyword_loadout_and_command_card_has_a_function(edition: str) -> None:
    assert game
    known = {card for _, card in EFFECTS} | set(ACTIONS) | set(MEANT)
    assert set(effect_ids(edition)) - known == set(), "by hand"


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_function_stands_for_a_card_that_does_not_exist(edition: str) -> None:
    """What `means` names is a card, ability or keyword of version 1.1, which has all of them."""
    del edition
    assert set(MEANT) - set(effect_ids("v1.1")) == set()
