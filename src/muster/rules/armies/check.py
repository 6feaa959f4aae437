"""`check_army`: every rule of army building, all broken ones at once."""

from collections.abc import Iterable

from muster.rules.armies.army import Army

# Each module registers its rules when it is imported; this order is the order of the answers.
from muster.rules.armies.checks import (
    battle_force,
    deck,
    detachments,
    factions,
    hand,
    known_cards,
    points,
    ranks,
    uniqueness,
    upgrades,
)
from muster.rules.armies.checks.registry import APART, CHECKS, NOTES, OF_FORCE, PER_LINE, Check
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.rank_counts import leader_count
from muster.rules.armies.report import Report
from muster.rules.cards.catalogue import Catalogue
from muster.rules.violations import Violation

ORDER = (known_cards, points, factions, battle_force, ranks, detachments, uniqueness, upgrades, hand, deck)
CHECKS.sort(key=lambda rule: [module.__name__ for module in ORDER].index(rule.__module__))
WITHOUT_FORCE = [rule for rule in CHECKS if rule not in OF_FORCE]


def check_army(army: Army, catalogue: Catalogue) -> Report:
    """Check an army against its format: points, ranks, slots, and every violation with its source."""
    lineup = Lineup(army, catalogue)
    violations = run_checks(lineup, CHECKS if lineup.force is not None else WITHOUT_FORCE)
    notes = run_checks(lineup, NOTES)
    lineup.settle()
    return Report(
        points=lineup.points,
        limit=lineup.limit,
        activations=lineup.activations,
        violations=violations,
        notes=notes,
        ranks=lineup.rank_counts,
        commanders_and_operatives=leader_count(lineup.rank_counts),
        commander_and_operative_max=lineup.ranks.commander_and_operative_max,
        units=tuple(lineup.lines),
    )


def check_openly(army: Army, catalogue: Catalogue) -> tuple[Violation, ...]:
    """What is wrong with an army, as far as an opponent may know: nothing about its command hand."""
    open_checks = [rule for rule in CHECKS if rule.__module__ != hand.__name__]
    lineup = Lineup(army, catalogue)
    return run_checks(
        lineup,
        open_checks if lineup.force is not None else [rule for rule in open_checks if rule not in OF_FORCE],
    )


def run_checks(lineup: Lineup, rules: Iterable[Check]) -> tuple[Violation, ...]:
    """The violations these rules find in a lineup.

    Rules about single lines, and rules about the hand or the deck alone, only look at what is not already
    known to be sound.
    """
    unsure = lineup.unsure()
    answers: list[Violation] = []
    for rule in rules:
        if rule in PER_LINE:
            if unsure is not None and (broken := [*rule(unsure)]):
                lineup.blamed.update(key for violation in broken for key in violation.about)
                answers += broken
        elif rule not in APART:
            answers += rule(lineup)
        elif not lineup.cards_sound and (broken := [*rule(lineup)]):
            lineup.cards_blamed = True
            answers += broken
    return tuple(answers)
