"""What the defender does to an attack roll, exactly: steps 5 to 8 of the attack sequence."""

from collections import defaultdict
from collections.abc import Iterator
from math import comb
from typing import Final

from muster.rules.dice.faces import SIDES, Die, Face, count_of
from muster.rules.dice.questions import COVER_VALUES, Attack, Defence
from muster.rules.dice.results import Result, Results, gathered

SIDES_OF_DEFENCE: Final = len(SIDES[Die.DEFENCE_RED])

Blocks = dict[tuple[int, int], int]
"""The weight of every pair: attack results to defend against, Blocks."""


def cover_value(attack: Attack, defence: Defence) -> int:
    """Cover as a number, 0, 1 or 2; Sharpshooter X lowers it by X, never below 0."""
    return max(0, COVER_VALUES[defence.cover] - attack.sharpshooter)


def after_cover(results: Results, attack: Attack, defence: Defence) -> Results:
    """Step 5, cover: a white defence die per Hit; light cancels a Hit per Block, heavy per Block or Surge.

    In Special Operations cover cancels nothing here (rule 318); it works on the defence dice instead.
    """
    value = cover_value(attack, defence)
    if value == 0 or defence.mode == "special-operations":
        return results
    cancelling = (Face.BLOCK, Face.SURGE)[:value]
    sides = sum(count_of(Die.DEFENCE_WHITE, face) for face in cancelling)
    return gathered(_covered(results, sides))


def _covered(results: Results, sides: int) -> Iterator[tuple[Result, int]]:
    most = max(hits for _, hits in results)
    for (criticals, hits), weight in results.items():
        scaled = weight * SIDES_OF_DEFENCE ** (most - hits)
        for cancelled in range(hits + 1):
            ways = comb(hits, cancelled) * sides**cancelled * (SIDES_OF_DEFENCE - sides) ** (hits - cancelled)
            yield (criticals, hits - cancelled), scaled * ways


def blocked(strikes: dict[int, int], attack: Attack, defence: Defence) -> Blocks:
    """Step 7: one defence die per Hit or Critical left; what surges become Blocks, do."""
    most = defence_dice(max(strikes), defence)
    table: defaultdict[tuple[int, int], int] = defaultdict(int)
    for number, weight in strikes.items():
        dice = defence_dice(number, defence)
        scaled = weight * SIDES_OF_DEFENCE ** (most - dice)
        for blocks, ways in enumerate(_block_ways(dice, attack, defence)):
            table[number, blocks] += scaled * ways
    return dict(table)


def defence_dice(strikes: int, defence: Defence) -> int:
    """One for each Hit or Critical, and what Danger Sense adds to any; against nothing nobody rolls."""
    return strikes + defence.danger_sense if strikes else 0


def stopped(table: Blocks) -> Blocks:
    """The same with no more Blocks than there is to block."""
    return gathered(((number, min(number, blocks)), weight) for (number, blocks), weight in table.items())


def _block_ways(dice: int, attack: Attack, defence: Defence) -> list[int]:
    """In how many ways this many defence dice give 0, 1, 2, … Blocks."""
    die = Die(f"defence-{defence.die}")
    block, surge, blank = (count_of(die, face) for face in (Face.BLOCK, Face.SURGE, Face.BLANK))
    changing = surges_to_blocks(dice, attack, defence)
    ways = [0] * (dice + 1)
    for blocks in range(dice + 1):
        for surges in range(dice - blocks + 1):
            blanks = dice - blocks - surges
            weight = comb(dice, blocks) * comb(dice - blocks, surges) * block**blocks * surge**surges
            ways[blocks + min(surges, changing)] += weight * blank**blanks
    return ways


def surges_to_blocks(dice: int, attack: Attack, defence: Defence) -> int:
    """How many defence surges become Blocks: all for a unit with a defence surge, else none.

    In Special Operations light cover changes one and heavy cover two (rules 316 and 317); each Surge token
    changes one more.
    """
    if defence.surge:
        return dice
    by_cover = cover_value(attack, defence) if defence.mode == "special-operations" else 0
    return by_cover + defence.surges


def after_pierce(table: Blocks, attack: Attack) -> Blocks:
    """Step 8: Pierce X cancels up to X Blocks."""
    pierced: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (dice, blocks), weight in table.items():
        pierced[dice, max(0, blocks - attack.pierce)] += weight
    return dict(pierced)
