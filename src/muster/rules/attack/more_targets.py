"""Which weapons of a unit may still be used on another target (core rulebook, page 32).

Every target has one pool, and a weapon's name stands in one pool alone; Gunslinger and Beam use one again.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from muster.rules.armies.sheets.playsheet import WeaponUse, unit_sheet
from muster.rules.attack.facts import Facts
from muster.rules.attack.sides import Side
from muster.rules.attack.weapons import Pool, throws_dice


class FurtherUse(NamedTuple):
    """A weapon for another target, and the keyword by which it is used again."""

    use: WeaponUse
    by: Literal["", "gunslinger", "beam"] = ""


def further_uses(attacker: Side, declared: Sequence[Pool], facts: Facts) -> tuple[FurtherUse, ...]:
    """The weapons that may join a pool against one more target.

    Weapons in no pool yet may. Gunslinger, once an attack: a ranged weapon that is in a pool. Beam X: its
    weapon up to X times more, each target within range 1 of the last; never together with Gunslinger. After
    Advanced Targeting there is no other target.
    """
    if facts.yes & {"advanced-targeting", "tod:conspicuous"}:
        return ()
    names = [used.weapon.name for pool in declared for used in pool]
    again = len(set(names)) < len(names)
    found = []
    for use in unit_sheet(attacker.line).weapons:
        times, beam = names.count(use.weapon.name), _beam(use)
        if not throws_dice(use.weapon):
            continue
        if not times:
            found.append(FurtherUse(use))
        elif beam and times <= beam:
            found.append(FurtherUse(use, "beam"))
        elif not (beam or again) and attacker.has("gunslinger") and _shoots(use):
            found.append(FurtherUse(use, "gunslinger"))
    return tuple(found)


def _beam(use: WeaponUse) -> int:
    """X of Beam X, 0 without it."""
    return sum(
        each.value for each in use.weapon.keywords if each.id == "beam" and isinstance(each.value, int)
    )


def _shoots(use: WeaponUse) -> bool:
    """Whether a weapon has any range but melee."""
    return use.weapon.range is not None and use.weapon.range.farthest != 0
