"""Names that cards had, and names the Tabletop Simulator mod gives them: each leads to its card."""

import json
from pathlib import Path

import pytest

from muster.rules.armies.exchange import Imported, read_any
from muster.rules.cards.types import CommandCard, Counterpart, Unit, Upgrade
from tests.rules.armies.exchange.random_armies import CAT

NAMES = json.loads(Path(__file__).parents[3].joinpath("golden", "former_names.json").read_text("utf-8"))
ASKED = {"Bb", "Fd", "Fs", "Ly", "eu", "fh", "ky", "pz", "qu", "xe"}
"""Misspelt in their day, a form of a few weeks, or the name of two cards: the list's owner is asked."""


def listed(card_id: str, name: str) -> Imported:
    """A list with the card by that name, in its place."""
    card = CAT.cards[card_id]
    if isinstance(card, Unit):
        written = {"armyFaction": card.faction, "units": [{"name": name}]}
    elif isinstance(card, CommandCard):
        written = {"armyFaction": card.faction or "empire", "units": [], "commandCards": [name]}
    else:
        assert isinstance(card, Upgrade | Counterpart)
        unit = CAT.equippers(card)[0] if isinstance(card, Upgrade) else CAT.units[card.of[0]]
        line = {"name": unit.full_name.replace(",", ""), "upgrades": [name]}
        written = {"armyFaction": unit.faction, "units": [line]}
    return read_any(json.dumps(written), CAT)


def cards_of(found: Imported) -> set[str]:
    lines = found.army.units
    beside = {line.counterpart.card for line in lines if line.counterpart}
    equipped = {card for line in lines for card in line.upgrades}
    return {line.unit for line in lines} | equipped | beside | set(found.army.command_hand)


@pytest.mark.parametrize(
    ("card_id", "name"), [row for row in NAMES["history"] if CAT.cards[row[0]].kind != "battle"]
)
def test_a_name_that_a_card_had_leads_to_it_or_asks_for_it(card_id, name):
    found = listed(card_id, name)
    asked = {card for note in found.unresolved for card in note.about}
    assert card_id in cards_of(found) or (card_id in ASKED and card_id in asked)


def test_more_than_the_33_of_the_last_years_are_read_without_asking():
    read = {card for card, name in NAMES["history"] if CAT.cards[card].kind != "battle" and card not in ASKED}
    assert len(read) > 60


@pytest.mark.parametrize(("card_id", "name"), NAMES["mod"])
def test_a_name_of_the_mod_leads_to_its_card(card_id, name):
    found = listed(card_id, name)
    assert card_id in cards_of(found) and not found.unresolved
