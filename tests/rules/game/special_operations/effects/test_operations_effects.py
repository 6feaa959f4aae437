"""No effect of Special Operations is left to be done by hand: each id has its function, in both editions."""

import re
from collections import Counter
from pathlib import Path

import pytest

import muster
from muster.rules.game import game
from muster.rules.game.engine.continuations import CHOICES
from muster.rules.game.hooks import CARDS
from muster.rules.game.special_operations.actions import ACTIONS
from muster.rules.game.special_operations.play import carriers, with_functions
from muster.rules.game.special_operations.squads.cards import EDITIONS
from muster.rules.game.special_operations.squads.squads import effect_ids

SOURCE = Path(muster.__file__).parent


@pytest.mark.rule(285)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_ability_keyword_loadout_and_command_card_has_a_function(edition: str) -> None:
    assert game
    assert set(effect_ids(edition)) - with_functions() == set(), "by hand"


def test_every_function_that_carries_a_card_is_called() -> None:
    """Outside of tests, by more than its definition and imports: else the card is done by hand after all."""
    registered = {
        *(effect for card in CARDS.values() for effect in card.effects.values()),
        *(one.follow for one in CHOICES.values()),
        *(one.settle for one in ACTIONS.values()),
    }
    folders = (SOURCE / "rules" / "game", SOURCE / "web" / "game")
    lines = [line for folder in folders for path in folder.rglob("*.py")
             for line in path.read_text().splitlines() if "import " not in line]  # fmt: skip
    used = Counter(re.findall(r"(?<!def )\b[a-z_]+\b", "\n".join(lines)))
    others = {function for _, function in carriers()} - registered
    assert {one.__name__ for one in others if not used[one.__name__]} == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_function_stands_for_a_card_that_does_not_exist(edition: str) -> None:
    """What `means` names is a card, ability or keyword of version 1.1, which has all of them."""
    del edition
    assert {id for id, _ in carriers()} - set(effect_ids("v1.1")) == set()
