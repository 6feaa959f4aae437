"""What the defender does to an attack roll, exactly: steps 5 to 8 of the attack sequence."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

from muster.rules.dice.faces import SIDES, Die, Face, count_of
from muster.rules.dice.questions import COVER_VALUES, Attack, Defence, DefenceDie
from muster.rules.dice.results import Result, Results, gather_results

SIDES_OF_DEFENCE: Final = len(SIDES[Die.DEFENCE_RED])

Blocks = dict[tuple[int, int], int]
"""The weight of every pair: attack results to defend against, Blocks."""


def cover_value(attack: Attack, defence: Defence) -> int:
    """Cover as a number, 0, 1 or 2; Sharpshooter X lowers it by X, never below 0."""
    return max(0, COVER_VALUES[defence.cover] - attack.sharpshooter)


def after_cover(results: Results, attack: Attack, defence: Defence, most: int) -> Results:
    """Step 5, cover: a white defence die per Hit; light cancels a Hit per Block, heavy per Block or Surge.

    Dug In rolls red dice, Low Profile has one Block instead of a die. In Special Operations cover cancels
    nothing here (rule 318); it works on the defence dice instead. `most` Hits are weighed at one scale.
    """
    value = cover_value(attack, defence)
    if value == 0 or defence.mode == "special-operations":
        return results
    cancelling = (Face.BLOCK, Face.SURGE)[:value]
    die = Die.DEFENCE_RED if defence.dug_in else Die.DEFENCE_WHITE
    sides = sum(count_of(die, face) for face in cancelling)
    return gather_results(_cover_results(results, sides, int(defence.low_profile), most))


def _cover_results(results: Results, sides: int, sure: int, most: int) -> Iterator[tuple[Result, int]]:
    for (criticals, hits), weight in results.items():
        dice = max(0, hits - sure)
        scaled = weight * SIDES_OF_DEFENCE ** (most - dice)
        for cancelled in range(dice + 1):
            ways = comb(dice, cancelled) * sides**cancelled * (SIDES_OF_DEFENCE - sides) ** (dice - cancelled)
            yield (criticals, dice - cancelled), scaled * ways


def blocks_of_roll(strikes: dict[int, int], attack: Attack, defence: Defence) -> Blocks:
    """Step 7: roll one defence die for each Hit or Critical left, and turn the surges that become Blocks."""
    most = defence_dice(max(strikes), defence)
    table: defaultdict[tuple[int, int], int] = defaultdict(int)
    for number, weight in strikes.items():
        dice = defence_dice(number, defence)
        scaled = weight * SIDES_OF_DEFENCE ** (most - dice)
        for blocks, ways in enumerate(_block_ways(dice, attack, defence)):
            table[number, blocks] += scaled * ways
    return dict(table)


def defence_dice(strikes: int, defence: Defence) -> int:
    """One die for each Hit or Critical, plus those of Danger Sense if there is anything to defend against."""
    return strikes + defence.danger_sense if strikes else 0


def blocks_after_pierce(table: Blocks) -> Blocks:
    """The same with no more Blocks than there is to block."""
    return gather_results(
        ((number, min(number, blocks)), weight) for (number, blocks), weight in table.items()
    )


def _block_ways(dice: int, attack: Attack, defence: Defence) -> list[int]:
    """In how many ways this many defence dice give 0, 1, 2, … Blocks, after what Uncanny Luck rerolls."""
    changing = surges_to_blocks(dice, attack, defence)
    luck = defence.uncanny_luck
    ways = [0] * (dice + 1)
    for blocks, surges, weight in _faces(dice, defence.die):
        used = min(surges, changing)
        again = min(luck, dice - blocks - used)
        scaled = weight * SIDES_OF_DEFENCE ** (luck - again)
        for more, new, factor in _faces(again, defence.die):
            ways[blocks + more + min(used + new, changing)] += scaled * factor
    return ways


@cache
def _faces(dice: int, colour: DefenceDie) -> tuple[tuple[int, int, int], ...]:
    """Blocks, surges, and in how many ways this many dice show them."""
    die = Die(f"defence-{colour}")
    block, surge, blank = (count_of(die, face) for face in (Face.BLOCK, Face.SURGE, Face.BLANK))
    return tuple(
        (blocks, surges, comb(dice, blocks) * comb(dice - blocks, surges)
         * block**blocks * surge**surges * blank ** (dice - blocks - surges))
        for blocks in range(dice + 1)
        for surges in range(dice - blocks + 1)
    )  # fmt: skip


def deflect_chance(strikes: dict[int, int], defence: Defence) -> Fraction:
    """The chance that a defence die shows a surge: with Deflect the attacker suffers a wound."""
    missed = (weight * _no_surge(defence_dice(n, defence), defence) for n, weight in strikes.items())
    return 1 - sum(missed, Fraction(0)) / sum(strikes.values())


def _no_surge(dice: int, defence: Defence) -> Fraction:
    none = Fraction(0)
    for blocks, surges, weight in _faces(dice, defence.die):
        if not surges:
            again = min(defence.uncanny_luck, dice - blocks)
            still = sum(factor for _, new, factor in _faces(again, defence.die) if not new)
            none += Fraction(weight * still, SIDES_OF_DEFENCE ** (dice + again))
    return none


def surges_to_blocks(dice: int, attack: Attack, defence: Defence) -> int:
    """How many defence surges become Blocks: all for a unit with a defence surge, else none.

    In Special Operations light cover changes one and heavy cover two (rules 316 and 317); each Surge token
    changes one more.
    """
    if defence.surge:
        return dice
    by_cover = cover_value(attack, defence) if defence.mode == "special-operations" else 0
    return by_cover + defence.surges


def after_pierce(table: Blocks, pierce: int) -> Blocks:
    """Step 8: Pierce X cancels up to X Blocks."""
    pierced: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (dice, blocks), weight in table.items():
        pierced[dice, max(0, blocks - pierce)] += weight
    return dict(pierced)
