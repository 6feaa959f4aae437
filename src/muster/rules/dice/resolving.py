"""What follows the attack roll, exactly: Marksman, then steps 5 and 6 of the attack sequence."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from muster.rules.dice.armour import (
    after_armour,
    after_backup,
    after_dodge,
    after_impact,
    after_ram,
    after_shields,
)
from muster.rules.dice.defending import (
    after_cover,
    after_pierce,
    blocks_after_pierce,
    blocks_of_roll,
    cover_value,
)
from muster.rules.dice.questions import Attack, Defence
from muster.rules.dice.results import Result, Results, change_results, gather_results

Named = Iterator[tuple[str, Results]]


def modify_results(results: Results, attack: Attack, defence: Defence) -> Named:
    """Apply cover, Backup, dodge, Ram, Impact, armour and shields, skipping those that do nothing here."""
    groups = rolled = _by_spare(results, attack)
    for name, groups in _cancel_hits(rolled, attack, defence):
        yield name, _merge(groups)
    results = _merge(groups)
    if attack.ram:
        rammed = (
            change_results(table, partial(after_ram, attack=attack, spare=n)) for n, table in groups.items()
        )
        results = gather_results(pair for table in rammed for pair in table.items())
        yield "ram", results
    if attack.impact and defence.armour != 0:
        results = change_results(results, partial(after_impact, attack=attack, defence=defence))
        yield "impact", results
    if defence.armour != 0:
        results = change_results(results, partial(after_armour, defence=defence))
        yield "armour", results
    if defence.shields:
        yield "shields", change_results(results, partial(after_shields, defence=defence))


Groups = dict[int, Results]
"""Results by the number of dice that show nothing and that Ram can use: they stay when Hits are cancelled."""


def _by_spare(results: Results, attack: Attack) -> Groups:
    if not attack.ram:
        return {0: results}
    groups: Groups = defaultdict(dict)
    for result, weight in results.items():
        groups[min(attack.ram, sum(attack.pool) - sum(result))][result] = weight
    return groups


def _merge(groups: Groups) -> Results:
    return (
        groups[0]
        if list(groups) == [0]
        else gather_results(p for table in groups.values() for p in table.items())
    )


def _cancel_hits(groups: Groups, attack: Attack, defence: Defence) -> Iterator[tuple[str, Groups]]:
    """Step 5: the cover roll, Backup, dodges."""
    if cover_value(attack, defence) and defence.mode == "standard":
        most = max(hits for table in groups.values() for _, hits in table)
        groups = {n: after_cover(table, attack, defence, most) for n, table in groups.items()}
        yield "cover", groups
    if defence.backup:
        groups = {
            n: change_results(table, partial(after_backup, defence=defence)) for n, table in groups.items()
        }
        yield "backup", groups
    if defence.dodge or defence.camouflage:
        groups = {
            n: change_results(table, partial(after_dodge, defence=defence)) for n, table in groups.items()
        }
        yield "dodge", groups


def strikes_in(results: Results) -> dict[int, int]:
    """The weight of every number of Hits and Criticals together: as many defence dice are rolled."""
    strikes: defaultdict[int, int] = defaultdict(int)
    for result, weight in results.items():
        strikes[sum(result)] += weight
    return strikes


def piercing(attack: Attack, defence: Defence, lethal: int) -> int:
    """Pierce X with what Lethal adds; Impervious takes 1 away, never below 0."""
    return max(0, attack.pierce + lethal - defence.impervious)


def improve_results(results: Results, attack: Attack, defence: Defence, aims: int, lethal: int) -> Results:
    """Marksman: each of the `aims` makes a blank a Hit or a Hit a Critical, so that the most wounds follow on
    average; of equal choices the one with the most results."""
    worth = _worth(attack, defence, lethal)
    dice = sum(attack.pool)

    def best(criticals: int, hits: int) -> Result:
        return max(_choices(criticals, hits, dice, aims), key=lambda result: worth(*result))

    return change_results(results, best)


def _choices(criticals: int, hits: int, dice: int, aims: int) -> Iterator[Result]:
    """Every result that so many improvements can turn a roll into, most results first."""
    for raised in reversed(range(min(aims, dice - criticals - hits) + 1)):
        for turned in range(min(aims - raised, hits + raised) + 1):
            yield criticals + turned, hits + raised - turned


def _worth(attack: Attack, defence: Defence, lethal: int) -> Callable[[int, int], Fraction]:
    """The wounds that follow on average from so many Criticals and Hits."""
    pierce = piercing(attack, defence, lethal)
    by_strikes = [_mean_wounds(number, attack, defence, pierce) for number in range(sum(attack.pool) + 1)]
    known: dict[Result, Fraction] = {}

    def worth(criticals: int, hits: int) -> Fraction:
        if (criticals, hits) not in known:
            rolled: Results = {(criticals, hits): 1}
            *_, (_, left) = ("roll", rolled), *modify_results(rolled, attack, defence)
            strikes = strikes_in(left)
            total = sum((weight * by_strikes[n] for n, weight in strikes.items()), Fraction(0))
            known[criticals, hits] = total / sum(strikes.values())
        return known[criticals, hits]

    return worth


def _mean_wounds(strikes: int, attack: Attack, defence: Defence, pierce: int) -> Fraction:
    table = blocks_after_pierce(after_pierce(blocks_of_roll({strikes: 1}, attack, defence), pierce))
    lost = sum((number - blocks) * weight for (number, blocks), weight in table.items())
    return Fraction(lost, sum(table.values()))
