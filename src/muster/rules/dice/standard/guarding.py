"""A guardian between attack and defence: it rolls its own die for each result it took."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from muster.rules.dice.questions import Guardian
from muster.rules.dice.rolling import SIX, defence_ways
from muster.rules.dice.standard.lying import Sides, State


def roll_for_guardian(sides: Sides, state: State, place: int) -> Iterator[tuple[State, int]]:
    """The guardian in this place rolls: a wound for each die without a Block. Pierce is used on its Blocks
    first and is gone for the target (K7); any surge of a guardian with Deflect wounds the attacker."""
    criticals, hits, beside = state
    guardian = sides.defence.guardians[place]
    number = beside.taken[place] if beside.taken else 0
    scale = guard_scale(guardian) // SIX ** (number * (1 + guardian.soresu))
    for (blocks, surges), ways in _blocks_of(guardian, number):
        used = 0 if guardian.immune_pierce else min(beside.pierce, blocks)
        back = guardian.deflect and bool(surges) and not sides.attack.immune_deflect
        yield (
            (
                criticals,
                hits,
                beside._replace(
                    pierce=beside.pierce - used,
                    hurt=beside.hurt + number - blocks + used,
                    back=beside.back + back,
                ),
            ),
            ways * scale,
        )


def guard_scale(guardian: Guardian) -> int:
    """What all rolls of a guardian weigh together."""
    scale: int = SIX ** (guardian.takes * (1 + guardian.soresu))
    return scale


@cache
def _blocks_of(guardian: Guardian, number: int) -> tuple[tuple[tuple[int, int], int], ...]:
    """Blocks and surges of so many dice. With Soresu, fewer Blocks than average are rolled again."""
    ways: defaultdict[tuple[int, int], int] = defaultdict(int)
    first = [((blocks + _surges_to_blocks(guardian, surges), surges), weight)
             for blocks, surges, weight in defence_ways(number, guardian.die)]  # fmt: skip
    if not guardian.soresu:
        return tuple(first)
    all_blocks = sum(blocks * weight for (blocks, _), weight in first)
    for (blocks, surges), weight in first:
        again = blocks * SIX**number < all_blocks
        for shown, more in first if again else [((blocks, surges), SIX**number)]:
            ways[shown] += weight * more
    return tuple(ways.items())


def _surges_to_blocks(guardian: Guardian, surges: int) -> int:
    """How many surges become Blocks."""
    return surges if guardian.surge or guardian.deflect else min(surges, guardian.surges)
