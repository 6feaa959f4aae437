"""Writes the JSON that the Tabletop Simulator mod spawns and Longshanks registers."""

import json

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.armies.exchange import link_writing
from muster.rules.armies.exchange.json_reading import read_json
from muster.rules.armies.exchange.results import Format
from muster.rules.armies.exchange.spelling import stranger_name
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.cards.catalogue import Catalogue

FACTIONS = {"rebels": "rebel", "empire": "empire", "republic": "republic", "separatists": "separatist"}
# Old key by category of today; the older edition's own categories keep their own keys.
DECK_KEYS = {"advantage": "conditions", "objective": "deployment", "secondary": "objective"}
OLD_DECK_KEYS = {"condition": "conditions", "deployment": "deployment", "objective": "objective"}


def write(army: Army, catalogue: Catalogue) -> str:
    """The list as JSON: one entry per unit, names as the mod knows them, and the share link."""
    lineup = Lineup(army, catalogue)
    document: dict[str, object] = {
        "author": "Muster",
        "listname": army.name,
        "points": lineup.points,
        "numActivations": lineup.activations,
        "armyFaction": FACTIONS.get(army.faction, ""),
        "commandCards": [mod_name(card, catalogue) for card in hand_of(army, catalogue)],
        "contingencies": [],
        "units": [unit for entry in army.units for unit in unit_entries(entry, catalogue)],
        "battlefieldDeck": deck_of(army, catalogue),
    }
    if army.battle_force in catalogue.battle_forces:
        document["battleForce"] = catalogue.battle_forces[army.battle_force].name
    document["listlink"] = link_writing.write(army, catalogue)
    return json.dumps(document, ensure_ascii=False, indent=1)


def hand_of(army: Army, catalogue: Catalogue) -> list[str]:
    """The command hand; Standing Orders is in every hand."""
    standing = catalogue.army.command_hand.four_pips
    hand = list(army.command_hand)
    return hand if standing in hand or not hand else [*hand, standing]


def unit_entries(entry: ArmyUnit, catalogue: Catalogue) -> list[dict[str, object]]:
    """One entry for each unit of a stack. A counterpart stands among the upgrades, its own behind it."""
    unit: dict[str, object] = {
        "name": mod_name(entry.unit, catalogue),
        "upgrades": [mod_name(card, catalogue) for card in entry.cards[1:]],
        "loadout": [mod_name(card, catalogue) for card in entry.set_aside],
    }
    return [unit] * entry.count


def deck_of(army: Army, catalogue: Catalogue) -> dict[str, object]:
    """The battle deck under its old keys."""
    found = catalogue.formats.get(army.format)
    old = found is not None and "deployment" in found.battle_deck.categories
    keys = OLD_DECK_KEYS if old else DECK_KEYS
    deck: dict[str, object] = {
        key: [mod_name(card, catalogue) for card in army.battle_deck.of(category)]
        for category, key in keys.items()
    }
    return {**deck, "scenario": "recon" if army.format == "recon" else "standard"}


def mod_name(card_id: str, catalogue: Catalogue) -> str:
    """A card by the mod's own name, else name and title; a card nobody knows by what stands in the army."""
    card = catalogue.cards.get(card_id)
    if card is None:
        return stranger_name(card_id, catalogue)
    return card.tts_name or (
        card.full_name if card.kind == "upgrade" else f"{card.name} {card.title or ''}".strip()
    )


FORMATS = (Format("tts", "Tabletop Simulator and Longshanks JSON", read_json, write, "json", place=30),)
