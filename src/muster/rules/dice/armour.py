"""Armour and Impact: step 6 of the attack sequence, and which Hits are worth keeping in view of it."""

from muster.rules.dice.questions import BACKUP_HITS, Attack, Defence
from muster.rules.dice.results import Result


def after_impact(criticals: int, hits: int, attack: Attack, defence: Defence) -> Result:
    """Impact X turns up to X Hits into Criticals, only against a target with armour (rule 321)."""
    turned = min(hits, attack.impact) if defence.armour != 0 else 0
    return criticals + turned, hits - turned


def after_armour(criticals: int, hits: int, defence: Defence) -> Result:
    """Armour X cancels up to X Hits, armour without a number all of them; Criticals stay."""
    return criticals, 0 if defence.armour == "all" else max(0, hits - defence.armour)


def after_shields(criticals: int, hits: int, defence: Defence) -> Result:
    """Each shield that is turned off cancels a Hit or a Critical; Hits first, it makes no difference."""
    left = max(0, defence.shields - hits)
    return max(0, criticals - left), max(0, hits - defence.shields)


def after_ram(criticals: int, hits: int, attack: Attack, spare: int) -> Result:
    """Ram X sets X dice to Criticals: the `spare` ones that show nothing first, then Hits."""
    turned = min(attack.ram - spare, hits)
    return criticals + spare + turned, hits - turned


def after_backup(criticals: int, hits: int, defence: Defence) -> Result:
    """Backup cancels two Hits."""
    return criticals, max(0, hits - BACKUP_HITS) if defence.backup else hits


def after_dodge(criticals: int, hits: int, defence: Defence) -> Result:
    """Each dodge cancels one Hit, Camouflage one more; Criticals stay, but where dodges cancel them, too."""
    parried = min(criticals, defence.dodge) if defence.agile else 0
    return criticals - parried, max(0, hits - (defence.dodge - parried) - defence.camouflage)


def surplus_hits(hits: int, attack: Attack, defence: Defence) -> int:
    """How many of the Hits count nothing: without them the attack would be the same after dodge and armour.

    With D Hits that dodges and Backup cancel, Impact I and armour A, Hits are worth nothing up to D, one each
    from there to D + I, nothing for the next A, and one each above D + I + A. The Hits since the last one
    that was worth something count nothing; above D + I + A they all count, since one less would be one result
    less. Against a target without armour every Hit counts. The cover roll is not foreseen.
    """
    if defence.armour == 0:
        return 0
    worth = [_worth(number, attack, defence) for number in range(hits + 1)]
    return hits - worth.index(worth[hits])


def _worth(hits: int, attack: Attack, defence: Defence) -> int:
    dodged = after_dodge(*after_backup(0, hits, defence), defence)
    return sum(after_armour(*after_impact(*dodged, attack, defence), defence))
