"""An attack of Special Operations as a question of odds: what is told beforehand is what is done."""

from typing import Final

from muster.rules.dice import questions as odds
from muster.rules.game.special_operations.attacks.sheet import COLOURS, MOST_COVER
from muster.rules.game.special_operations.deciding import means
from muster.rules.game.special_operations.marks import (
    BACKED_UP,
    DID,
    MORE_CRITICAL,
    MORE_PRECISE,
    MORE_SUPPRESSIVE,
)
from muster.rules.game.special_operations.squads.squads import edition_cards
from muster.rules.game.special_operations.units import (
    ability,
    card,
    edition,
    in_force,
    is_spared,
    is_vehicle,
    suppressed,
    value,
    weapons,
)
from muster.rules.game.steps.operations import Attack
from muster.rules.game.table import Table

COVERS: Final[tuple[odds.Cover, ...]] = ("none", "light", "heavy")
MORE: Final = {"critical": MORE_CRITICAL, "suppressive": MORE_SUPPRESSIVE}
"""Keywords that cards add to."""
WEATHERPROOF: Final = (
    "low-vis-equipment", "home-territory", "environmental-gear", "portable-scanner",
)  # fmt: skip


@means("critical", "impact", "pierce", "suppressive")
def number(table: Table, attack: Attack, keyword: str) -> int:
    """The X of a keyword: of the weapons in the pool, and what cards add to it in this attack."""
    able = weapons(table, table.units[attack.by])
    own = sum(able[name].keyword(keyword) for name in attack.weapons if name in able)
    return own + (MORE[keyword].count(table) if keyword in MORE else 0)


@means("immune-melee-pierce")
def pierce(table: Table, attack: Attack) -> int:
    """Pierce X cancels Blocks (rule 323); nothing in melee against who is immune to it."""
    immune = attack.melee and ability(table, table.units[attack.on], "immune-melee-pierce")
    return 0 if immune else number(table, attack, "pierce")


@means("stealth-armor", "ignore-cover", *WEATHERPROOF)
def cover(table: Table, attack: Attack) -> int:
    """0 to 2 against ranged attacks (G30): terrain, Stealth Armor, weather unless the attacker took an Aim
    action (rule 380), one more for a Suppressed target (G4). Sharpshooter comes after."""
    unit, foe = table.units[attack.by], table.units[attack.on]
    able = weapons(table, unit)
    ignored = any(key.id == "ignore-cover" for name in attack.weapons if name in able
                  for key in able[name].keywords)  # fmt: skip
    if attack.melee or ignored or is_vehicle(foe):
        return 0
    weather = in_force(table, "inclement-weather") and not is_spared(table, unit.seat, *WEATHERPROOF)
    shaken = suppressed(foe) and table.holds_to("G4")
    more = value(table, foe, "stealth-armor") + (weather and not DID.count(table, unit.id, "aim")) + shaken
    return min(MOST_COVER, attack.terrain + more)


@means("sharpshooter", "precise")
def attack_of(table: Table, attack: Attack) -> odds.Attack:
    """The attack as the odds ask for it, without tokens."""
    unit = table.units[attack.by]
    red, black, white = (attack.dice.count(colour) for colour in COLOURS)
    return odds.Attack(
        red=red, black=black, white=white, critical=number(table, attack, "critical"),
        impact=number(table, attack, "impact"), pierce=pierce(table, attack),
        precise=value(table, unit, "precise") + MORE_PRECISE.count(table),
        sharpshooter=min(MOST_COVER, value(table, unit, "sharpshooter")),
        suppressed=takes_die(table, attack),
    )  # fmt: skip


@means("armor", "camouflage", "danger-sense", "agility-training", "combat-shields")
def defence_of(table: Table, attack: Attack) -> odds.Defence:
    """The target as the odds ask for it, with the dodges spent. Camouflage needs a ranged attack on who is
    obscured, Backup cancels Hits beside it; Danger Sense has a die for each Suppression; Combat Shields
    change Surges like tokens."""
    foe, chair = table.units[attack.on], table.chairs[table.units[attack.on].seat]
    obscured = not attack.melee and attack.terrain > 0
    return odds.Defence(
        mode="special-operations", die=card(table, foe).defence or "white",
        cover=COVERS[cover(table, attack)], dodge=attack.parried, armour=value(table, foe, "armor"),
        camouflage=(value(table, foe, "camouflage") if obscured else 0) + BACKED_UP.count(table),
        danger_sense=foe.suppression if ability(table, foe, "danger-sense") else 0,
        agile="agility-training" in chair.assets, surges=int("combat-shields" in chair.assets),
        wounds=max(1, foe.wounds - foe.lost),
    )  # fmt: skip


def takes_die(table: Table, attack: Attack) -> bool:
    """Whether the defender may take a die of the pool: the playtest leaves it the choice (rule 309)."""
    free = edition_cards(edition(table)).edition.taken_die == "any"
    return free and bool(attack.dice) and suppressed(table.units[attack.by])
