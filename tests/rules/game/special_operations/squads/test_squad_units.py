"""The statistics of every unit card of version 1.1, row by row as its document prints them (001; S6)."""

import re

import pytest

from muster.rules.game.special_operations.squads.cards import UnitCard, Weapon
from muster.rules.game.special_operations.squads.squads import edition_cards

HULL = (
    "heavy none 15/- 0 | - | 10 RRBB critical 2 fixed sides,rear; 18 RRRRRR critical 3 fixed front"
    " | heavy-armor front,sides, stationary, last-stand"
)
TROOPER = "danger-sense, nimble"
COMMANDO = "camouflage, scout 1, sharpshooter"
ARC = "RRBBW critical 1 suppressive 1"
MANDO = "RRBBW critical 2 suppressive 1"
SIDEARM = "8 RRBBW critical 2 versatile"
UNITS = {
    "rebel-trooper-captain": f"commander white 6/3 2 | BBB | 12 RRBBW critical 1 | inspire 1, {TROOPER}",
    "rebel-trooper": f"corps white 6/2 2 | BBB | 12 RRBB | {TROOPER}",
    "rebel-trooper-dlt-20a": f"heavy white 6/2 2 | BBB | 16 RRBBW critical 2 suppressive 1 | {TROOPER}",
    "rebel-pathfinder": f"operative white 7/2 2 | BBB | 12 RRBBB critical 2 | agile 1, {TROOPER}, valor",
    "astromech": "support white 4/1 2 | BB | - | droid, resupply",
    "rebel-commando-captain": f"commander white 6/3 2 | BBB | 14 RRBBW critical 2 | observe 1, {COMMANDO} 1",
    "rebel-commando": f"corps white 6/2 2 | BBB | 14 RRBB critical 1 | {COMMANDO} 1",
    "rebel-commando-saboteur": f"support white 6/2 2 | BBB | 14 RRBB critical 1 | {COMMANDO} 1",
    "rebel-commando-sniper": f"heavy white 6/2 2 | BBB | 18 RRRBB critical 2 pierce 1 | {COMMANDO} 2",
    "wookiee-bowcaster": "special-forces red 8/2 2 | RRRR impact 2 | 12 RRBBB critical 2 impact 1"
    " | charge, indomitable",
    "wookiee-ryyk-blades": "special-forces red 8/2 2 | RRRRRR critical 2 impact 2 pierce 1 | -"
    " | charge, disengage, indomitable",
    "ewok-hunting-leader": "commander white 6/2 2 | BBBB | - | call-the-hunt, camouflage",
    "ewok-trapper": "support white 5/2 2 | W | 10 BBBW impact 1 | camouflage",
    "ewok-hunter-stone-axe": "heavy white 6/2 2 | RRBB pierce 1 | - | camouflage, charge",
    "ewok-hunter-sling": "corps white 5/1 2 | W | 10 BBWW impact 1 | camouflage",
    "ewok-hunter-spear": "corps white 5/1 2 | BBBB | - | camouflage, charge",
    "arc-captain": "commander red 8/3 2 | RRBBWW critical 3 suppressive 1 | 8 RRBBWW critical 3"
    " | arc-training, concentrated-fire, rapid-fire, reliable 1",
    "arc-trooper": f"corps red 6/2 2 | {ARC} | 8 RRBBW critical 1 | arc-training, reliable 1",
    "arc-jet-pack": f"special-forces red 6/2 3 | {ARC} | 8 RRBBW critical 1"
    " | bound, arc-training, reliable 1",
    "arc-dc-15x": f"heavy red 6/2 3 | {ARC} | 18 RRRRWW critical 2"
    " | bound, fire-and-displace, reliable 1, sharpshooter 2",
    "clone-commander": "commander red 7/3 2 | RBBB | 12 RRBBW critical 2"
    " | spotter 2, take-cover 2, for-the-republic",
    "clone-trooper": "corps red 6/1 2 | RBBB | 12 RRBBW critical 2 | -",
    "clone-z-6": "heavy red 6/1 2 | RBBB | 10 BBWWWWWW critical 4 suppressive 1 | -",
    "clone-medic": "support red 6/1 2 | RBBB | 12 RRBBW critical 2 | heal 2",
    "astromech-droid": "support white 4/1 2 | RB | - | droid, interface-protocols",
    "tactical-droid": "commander white 5/2 2 | BBW | 8 RRBB | droid, guidance, command-node, directive 1",
    "b1-battle-droid": "corps white 4/1 2 | WW | 12 BBWW suppressive 1 | droid, ai attack",
    "b1-e-5c": "special-forces white 4/1 2 | WW | 12 RRBBWW suppressive 2 | droid, ai attack",
    "b2-super-battle-droid": "heavy red 5/2 2 | RRBB | 12 RRRW suppressive 1 critical 2"
    " | droid, ai attack, armor 1",
    "worker-droid": "support white 6/0 2 | BBBB | - | droid, ai dash, interface-protocols",
    "bx-command-droid": "commander red 6/2 2 | RRBB critical 1 impact 1 pierce 1 | 12 RRBBW critical 2"
    " | droid, pulse-scan 2, scout 1",
    "bx-deflector-shield": "corps red 5/2 2 | BBW | 12 RRBBW critical 1 | droid, armor 1, scout 1",
    "bx-vibrosword": "special-forces red 5/2 2 | RRBB impact 1 pierce 1 | 12 RRBBW critical 1"
    " | droid, charge, scout 1",
    "magnaguard": "operative red 7/3 2 | RRBBWW suppressive 2 | 8 RBB critical 1"
    " | droid, charge, immune-melee-pierce",
    "magnaguard-electrowhip": "operative red 7/3 2 | RRRWWW pierce 1 suppressive 3 | 8 RBB critical 1"
    " | droid, charge, immune-melee-pierce",
    "bx-sniper": "heavy red 5/2 2 | BBW | 18 RRRB pierce 1 | droid, scout 1",
    "imperial-officer": "commander white 5/2 2 | BW | 8 BBBB critical 1"
    " | get-them, spotter 1, chain-of-command 2",
    "stormtrooper": "corps red 6/1 2 | BBBB | 12 RBBBW | precise 1, sentinel, unrelenting-advance 1",
    "stormtrooper-dlt-19": "heavy red 6/1 2 | BBBB | 16 RRRBB impact 1 suppressive 1"
    " | precise 1, sentinel, unrelenting-advance 1",
    "death-trooper": "operative red 7/3 2 | BBBB | 12 RRBBB critical 2"
    " | bodyguard 2, stealth-armor 1, tactical 1, unrelenting-advance 1",
    "fx-9": "support white 5/1 2 | W | - | droid, medical-aid 2",
    "isf-captain": "commander red 7/3 2 | RBBB | 12 RRRBB critical 1"
    " | pulse-scan 2, threat-assessment 1, tactical 1",
    "isf-trooper": "special-forces red 6/2 2 | RBBB | 12 RRBBB critical 1 | ambush 1, tactical 1",
    "scout-trooper": "corps white 6/2 2 | BBBBB | 8 BBBBB | observe 1, ambush 1, scout 1, tactical 1",
    "scout-trooper-dlt-19x": "heavy white 6/2 2 | BBBBB | 16 RRRBB pierce 1"
    " | observe 1, ambush 1, scout 1, tactical 1",
    "id10-seeker-droid": "support white 5/1 2 | BBWW suppressive 2 | - | droid, incapacitate, observe 1",
    "mandalorian-captain": "commander red 8/2 3 | RRBBBW critical 3 suppressive 1"
    " | 8 RRBBBW critical 3 versatile | arsenal 3, bound, mandalorian-training",
    "mandalorian-gunslinger": f"heavy red 6/2 3 | {MANDO} | {SIDEARM}"
    " | arsenal 2, bound, mandalorian-training, rapid-fire",
    "mandalorian-marksman": f"support red 5/2 3 | {MANDO} | 14 RBBBB critical 2"
    " | bound, mandalorian-training, precise 2",
    "mandalorian-super-commando": f"corps red 5/2 3 | {MANDO} | {SIDEARM}"
    " | arsenal 2, bound, mandalorian-training",
    "vehicle-rebels": f"{HULL}, field-triage 3",
    "vehicle-republic": f"{HULL}, rally-point 3",
    "vehicle-separatists": f"{HULL}, command-node",
    "vehicle-empire": f"{HULL}, combined-arms",
    "vehicle-mercenary": f"{HULL}, supply-cache",
}
COLOURS = "RBW"


def weapons(told: str) -> list[tuple[int, tuple[int, ...], dict[str, str]]]:
    """Reach, dice by colour, keywords: of each weapon that is told."""
    found = []
    for row in [] if told == "-" else told.split("; "):
        words = row.split()
        far = int(words.pop(0)) if words[0].isdigit() else 0
        pool = words.pop(0)
        keys: dict[str, str] = {}
        for word in words:
            if word in ("critical", "suppressive", "impact", "pierce", "versatile", "fixed"):
                keys[word] = ""
            else:
                keys[list(keys)[-1]] = word
        found.append((far, tuple(pool.count(one) for one in COLOURS), keys))
    return found


def of(weapon: Weapon) -> tuple[int, tuple[int, ...], dict[str, str]]:
    keys = {one.id: ",".join(one.of) or (str(one.value) if one.value else "") for one in weapon.keywords}
    return weapon.inches or 0, tuple(weapon.pool), keys


def abilities(told: str) -> dict[str, str]:
    """Ids with the number or the words that are printed with them."""
    merged = re.sub(r"front,sides", "front+sides", told)
    rows = [] if told == "-" else merged.split(", ")
    return {row.split()[0]: row.partition(" ")[2].replace("+", ",") for row in rows if row != "droid"}


def gist(card: UnitCard) -> str:
    courage = "-" if card.courage is None else card.courage
    return f"{card.rank} {card.defence or 'none'} {card.wounds}/{courage} {card.speed}"


@pytest.mark.rule(285, 319)
@pytest.mark.parametrize("id", UNITS)
def test_a_unit_has_the_statistics_of_its_card(id: str) -> None:
    card = edition_cards("v1.1").units[id]
    told, melee, ranged, gifts = UNITS[id].split(" | ")
    assert gist(card) == told
    assert [of(card.melee)] == weapons(melee) if card.melee else melee == "-"
    assert [of(one) for one in card.ranged] == weapons(ranged)
    printed = abilities(gifts)
    assert {one.id for one in card.abilities} == set(printed)
    for one in card.abilities:
        assert printed[one.id] in ("", str(one.value), ",".join(one.of)), one.id
    assert (card.type == "droid-trooper") is gifts.startswith("droid")


def test_no_unit_is_without_its_row() -> None:
    assert set(UNITS) == set(edition_cards("v1.1").units) and len(UNITS) == 55
