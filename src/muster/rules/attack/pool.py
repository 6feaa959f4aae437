"""Weapons and facts become dice: step 4a, downgrades before upgrades (core rulebook, page 33)."""

from muster.rules.attack.facts import MELEE, Facts
from muster.rules.attack.sides import Side
from muster.rules.attack.weapons import Pool, Used
from muster.rules.cards.values import Weapon

Dice = list[int]
"""Red, black and white dice."""


def dice_of(pool: Pool, target: Side, facts: Facts) -> tuple[int, int, int]:
    """The dice of a whole pool; two of them upgraded by Special Munitions against a vehicle, and by One in a
    Million."""
    dice = [0, 0, 0]
    for used in pool:
        dice = [some + more for some, more in zip(dice, _weapon_dice(used, pool, target, facts), strict=True)]
    munitions = "tod:special-munitions" in facts.yes and "vehicle" in target.types
    red, black, white = _upgrade_dice(dice, 2 * munitions + 2 * ("tod:one-in-a-million" in facts.yes))
    return red, black, white


def steady_snipers(pool: Pool, facts: Facts) -> bool:
    """Whether a pool of nothing but Sniper Team weapons stayed where it was and all of its minis see the
    target."""
    return (
        bool(pool)
        and facts.moved == "no"
        and facts.all_see
        and all(_keyword_value(used.weapon, "sniper-team") for used in pool)
    )


def _weapon_dice(used: Used, pool: Pool, target: Side, facts: Facts) -> Dice:
    weapon = used.weapon
    times = 1 if facts.kind == "overrun" else used.minis
    if _keyword_value(weapon, "spray"):
        times *= facts.seen if facts.seen is not None else max(1, target.minis_left)
    dice = [weapon.red * times, weapon.black * times, weapon.white * times]
    if _keyword_value(weapon, "cumbersome") and facts.moved != "no":
        dice = [0, dice[0], dice[1] + dice[2]]
    upgrades = 0
    if facts.band in (MELEE, 1):
        upgrades += _keyword_value(weapon, "assault") * used.minis
    if "vehicle" in target.types:
        upgrades += _keyword_value(weapon, "anti-material") * used.minis
    if "trooper" in target.types:
        upgrades += _keyword_value(weapon, "anti-personnel") * used.minis
    if steady_snipers(pool, facts):
        upgrades += sum(dice)
    return _upgrade_dice(dice, upgrades)


def _upgrade_dice(dice: Dice, number: int) -> Dice:
    """White dice become black, black ones red, each by one step; both gain as much on average."""
    red, black, white = dice
    whites = min(white, number)
    blacks = min(black, number - whites)
    return [red + blacks, black - blacks + whites, white - whites]


def _keyword_value(weapon: Weapon, keyword: str) -> int:
    """The number behind a weapon's keyword, 1 where it has none, 0 without it."""
    return sum(use.value if isinstance(use.value, int) else 1 for use in weapon.keywords if use.id == keyword)
