"""Attacks between units as they are printed: keywords and dice read off the cards by hand, reckoned by brute
force, and held against the odds and against the sheet of a played attack."""

from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from muster.rules.attack.facts import SHORTEST, facts_from
from muster.rules.attack.targets import attack_at_band
from muster.rules.dice.odds import answer
from muster.rules.game.attacks.sheet import sheet_of
from muster.rules.game.minis import Losses
from tests.rules.attack.pairs import side, unit
from tests.rules.dice.attack_oracle import solved
from tests.rules.game.attack_table import AttackTable

LUKE, FIFTH = "Luke Skywalker, Hero of the Rebellion", "Fifth Brother, The Kill is Mine"
PYKES, WOOKIEES = "Pyke Syndicate Foot Soldiers", "Wookiee Warriors, Freedom Fighters"
STORM, REBELS, AT_RT = "Stormtroopers", "Rebel Troopers", "mb"


class Fighter(NamedTuple):
    """A unit with its tokens, the wounds it has suffered and how many of its miniatures have fallen."""

    name: str
    tokens: dict[str, int]
    lost: int = 0
    fallen: int = 0


class Row(NamedTuple):
    """Who attacks whom at which range with what told, and what the cards come to in the oracle's words."""

    attacker: Fighter
    target: Fighter
    range: str
    told: dict[str, str]
    attack: dict[str, Any]
    defence: dict[str, Any]


def by(name: str, lost: int = 0, fallen: int = 0, **tokens: int) -> Fighter:
    return Fighter(name, tokens, lost, fallen)


HEAVY, LIGHT = {"cover": "heavy"}, {"cover": "light"}
E11S = {"white": 4, "surge": "hit", "precise": 1}
ROWS = {
    "Long Shot, Sharpshooter 1 against heavy cover": Row(
        by(LUKE, aims=1), by(STORM), "3", HEAVY,
        {"red": 1, "black": 3, "surge": "critical", "pierce": 1, "sharpshooter": 1},
        {"die": "red", "cover": 2, "left": 4},
    ),
    "Danger Sense 3 with 2 Suppression, which is cover, too": Row(
        by(REBELS), by("Cassian Andor, Capable Intelligence Agent", suppression=2), "3", LIGHT,
        {"black": 4},
        {"die": "white", "surge": True, "cover": 2, "danger_sense": 2, "suppression": 2, "left": 6},
    ),
    "Low Profile": Row(
        by(STORM), by("Rebel Veterans"), "3", LIGHT, E11S,
        {"die": "white", "surge": True, "low_profile": True, "cover": 1, "left": 4},
    ),
    "Lethal 1 or a reroll against Uncanny Luck 3": Row(
        by("Kraken, Super Tactical Droid", aims=1), by("Han Solo, Unorthodox General"), "3", HEAVY,
        {"red": 3, "lethal": 1, "aims": 1, "surge": "critical", "sharpshooter": 1},
        {"die": "white", "surge": True, "low_profile": True, "uncanny_luck": 3, "cover": 2, "left": 6},
    ),
    "Critical 1, Impact 1 and a Weak Point 1 against Armor 5": Row(
        by(AT_RT), by("AT-ST"), "3", {"target_arc": "yes"},
        {"black": 1, "white": 2, "surge": "hit", "critical": 1, "impact": 2},
        {"die": "white", "surge": True, "armour": 5, "left": 11},
    ),
    "A Duelist's Dodge against Pierce 3": Row(
        by("Darth Vader, Dark Lord of the Sith"), by(WOOKIEES, dodges=1), SHORTEST, {},
        {"kind": "melee", "red": 6, "impact": 3, "pierce": 3},
        {"die": "white", "duelist": True, "dodges": 1, "left": 9},
    ),
    "Makashi Mastery against Immune: Pierce and Block": Row(
        by("Count Dooku, Darth Tyranus"), by(LUKE, dodges=1), SHORTEST, {},
        {"kind": "melee", "red": 5, "surge": "critical", "impact": 2, "pierce": 2, "makashi": True},
        {"die": "red", "block": True, "immune_pierce": True, "dodges": 1, "left": 6},
    ),
    "Vaapad Mastery with 2 wounds, Blast against Impervious in cover": Row(
        by("Mace Windu, Jedi Council", lost=2), by("Boba Fett, Daimyo of Mos Espa"), "1", {},
        {"black": 4, "white": 2, "surge": "critical", "blast": True},
        {"die": "red", "surge": True, "impervious": True, "cover": 2, "left": 5},
    ),
    "Vaapad Mastery with a wound, and Deflect": Row(
        by(STORM), by("Mace Windu, Jedi Council", lost=1), "3", {}, E11S,
        {"die": "red", "surge": True, "deflect": True, "extra_white": 1, "immune_pierce": True, "left": 5},
    ),
    "Soresu Mastery and Deflect": Row(
        by("Shoretroopers"), by("Obi-Wan Kenobi, Civilized Warrior"), "3", {}, {"black": 4},
        {"die": "red", "deflect": True, "soresu": True, "immune_pierce": True, "left": 6},
    ),
    "Djem So Mastery": Row(
        by(WOOKIEES), by("Anakin Skywalker, The Chosen One"), SHORTEST, {},
        {"kind": "melee", "black": 6, "surge": "hit", "duelist": True},
        {"die": "red", "djem_so": True, "deflect": True, "immune_pierce": True, "left": 6},
    ),
    "A Duelist's Aim": Row(
        by(WOOKIEES, lost=6, fallen=2, aims=1), by(STORM), SHORTEST, {},
        {"kind": "melee", "black": 2, "surge": "hit", "aims": 1, "duelist": True}, {"die": "red", "left": 4},
    ),
    "High Velocity and Marksman against Outmaneuver and Danger Sense 2": Row(
        by("Iden Versio, Inferno Squad Leader", aims=1), by(PYKES, dodges=2, suppression=1), "4", {},
        {"black": 2, "surge": "hit", "aims": 1, "marksman": True, "high_velocity": True, "pierce": 1,
         "sharpshooter": 1},
        {"die": "white", "surge": True, "dodges": 2, "outmaneuver": True, "danger_sense": 2, "suppression": 1,
         "cover": 1, "left": 4},
    ),
    "Primitive against Armor 1": Row(
        by("Ewok Slingers"), by("Range Troopers"), "2", {}, {"black": 6, "primitive": True},
        {"die": "red", "armour": 1, "left": 4},
    ),
    "Blast against Immune: Blast, Cover 1 and Armor 3": Row(
        by("Yoda, Grand Master of the Jedi Order"), by("T-47 Airspeeder"), "2", {},
        {"black": 4, "surge": "critical", "blast": True},
        {"die": "white", "surge": True, "cover": 1, "immune_blast": True, "armour": 3, "left": 7},
    ),
    "Ram 2 after any move on a round base": Row(
        by(FIFTH), by(AT_RT), SHORTEST, {"moved": "yes"},
        {"kind": "melee", "black": 5, "surge": "hit", "ram": 2, "impact": 2, "pierce": 1},
        {"die": "red", "armour": 2, "left": 6},
    ),
    "Ram 1 of two Tauntauns that did not move at full speed": Row(
        by("Tauntaun Riders"), by(STORM), SHORTEST, {"moved": "yes"},
        {"kind": "melee", "black": 4, "white": 2, "surge": "hit"}, {"die": "red", "left": 4},
    ),
    "Impact 1 and Pierce 1 against Impervious": Row(
        by("Chewbacca, Walking Carpet"), by("BX-Series Droid Commandos"), "3", LIGHT,
        {"red": 2, "white": 2, "surge": "critical", "impact": 1, "pierce": 1},
        {"die": "red", "impervious": True, "cover": 1, "left": 4},
    ),
    "Jedi Hunter and Blast": Row(
        by("Darth Vader, The Emperor's Apprentice"), by(LUKE, dodges=1), "2", {},
        {"black": 2, "surge": "critical", "blast": True},
        {"die": "red", "block": True, "immune_pierce": True, "dodges": 1, "cover": 2, "left": 6},
    ),
    "Backup": Row(
        by(STORM), by(LUKE), "3", {"backup": "yes"}, E11S,
        {"die": "red", "block": True, "immune_pierce": True, "backup": True, "left": 6},
    ),
    "A Surge token against suppressed droids in heavy cover": Row(
        by(REBELS, surges=1), by("BX-Series Droid Commandos", suppression=2), "3", HEAVY,
        {"black": 4, "surges": 1}, {"die": "red", "impervious": True, "cover": 2, "left": 4},
    ),
    "Critical 1 against a shield that is left": Row(
        by("General Grievous, Sinister Cyborg"), by("Clone Commandos"), "1", {},
        {"black": 2, "white": 2, "critical": 1, "pierce": 1}, {"die": "red", "shields": 1, "left": 4},
    ),
    "Jar'Kai Mastery with a Dodge": Row(
        by("Ahsoka Tano, Fulcrum", dodges=1), by("Snowtroopers"), SHORTEST, {"jarkai-mastery": "yes"},
        {"kind": "melee", "red": 2, "black": 2, "white": 2, "surge": "critical", "impact": 2, "pierce": 2,
         "jarkai_dodges": 1},
        {"die": "red", "left": 4},
    ),
    "An Observation token on the target": Row(
        by(REBELS), by(STORM, observation=1), "3", HEAVY, {"black": 4, "observation": 1},
        {"die": "red", "cover": 2, "left": 4},
    ),
}  # fmt: skip


def expected(row: Row) -> str:
    return str(solved({"attack": row.attack, "defence": row.defence})["mean"])


def as_side(fighter: Fighter) -> Any:
    found = side(fighter.name, lost=fighter.lost, **fighter.tokens)
    return replace(found, fallen={found.line.unit.id: fighter.fallen}) if fighter.fallen else found


@pytest.mark.parametrize("name", ROWS)
def test_odds(name: str) -> None:
    row = ROWS[name]
    facts = facts_from({"range": row.range, **row.told})
    found = attack_at_band(as_side(row.attacker), as_side(row.target), facts.band, facts)
    assert found and str(found.odds.mean) == expected(row)


def at_the_table(table: AttackTable, unit: str, fighter: Fighter) -> None:
    tokens = {token.removesuffix("s") if token != "suppression" else token: number
              for token, number in fighter.tokens.items()}  # fmt: skip
    now = table.unit(unit)
    losses = Losses({now.minis[0].card: fighter.fallen}) if fighter.fallen and now.minis else None
    table.change(unit, suppression=tokens.pop("suppression", 0), tokens=tokens, lost=fighter.lost,
                 losses=losses)  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_sheet_of_a_played_attack(name: str) -> None:
    row = ROWS[name]
    table = AttackTable((unit(row.attacker.name).id, "ay"), (unit(row.target.name).id, "ah"))
    at_the_table(table, "one.1", row.attacker)
    at_the_table(table, "two.1", row.target)
    table.begin().at("two.1", range=row.range, **row.told)
    question = sheet_of(table.table, table.step).key_for().question
    assert str(answer(question).mean) == expected(row)
