"""Who else takes part in a ranged attack: units that give Backup, and guardians that take Hits.

Where they stand is for the table to say; whether they may help at all is answered here.
"""

from typing import Final

from muster.rules.attack.counting import number
from muster.rules.attack.facts import can_be_backed_up
from muster.rules.attack.sides import Side
from muster.rules.cards.values import KeywordUse
from muster.rules.cards.vocabulary import display_word
from muster.rules.dice.questions import MOST_TAKEN, Guardian

ANY_NUMBER: Final = 1000
"""More tokens than any unit has."""
DIVINE: Final = 2
"""How many results an Ewok unit takes for a unit with Divine Influence."""


def can_back_up(helper: Side, target: Side) -> bool:
    """Whether a unit may give the target Backup (core rulebook, page 31): a Corps Trooper that is not
    Suppressed; units with Guardian, a Retinue of the target and its Entourage count as Corps. Incognito and
    Compromised units give none."""
    if helper.is_suppressed or helper.has("incognito") or helper.has("tod:compromised"):
        return False
    if "trooper" not in helper.types or not can_be_backed_up(target):
        return False
    serves = any(_fits(use, target) for use in helper.keywords if use.id == "retinue")
    follows = any(_fits(use, helper) for use in target.keywords if use.id == "entourage")
    return helper.rank == "corps" or helper.has("guardian") or serves or follows


def guardian_for(helper: Side, target: Side) -> Guardian | None:
    """The unit as a guardian of the target, or None where it may not guard it: the target is a Trooper
    without Guardian that fits the limit (as *2: Commander*); the guardian is neither Suppressed nor
    Compromised."""
    if helper.is_suppressed or helper.has("tod:compromised"):
        return None
    if "trooper" not in target.types or target.has("guardian"):
        return None
    divine = target.has("divine-influence") and helper.line.unit.affiliation == "ewok"
    guards = (number(use) for use in helper.keywords if use.id == "guardian" and _guards(use, target))
    takes = min(MOST_TAKEN, max(DIVINE * divine, sum(guards)))
    unit = helper.line.unit
    return Guardian(
        takes=takes, die=unit.defence, surge=unit.defence_surge is not None, surges=helper.tokens.surges,
        deflect=helper.has("deflect"), soresu=helper.has("soresu-mastery") and helper.tokens.dodges > 0,
        immune_pierce=helper.has("immune-pierce"), criticals=divine,
    ) if takes else None  # fmt: skip


def may_lend(lender: Side, borrower: Side) -> int:
    """How many of its Aims, Dodges and Surges a unit lends another in one attack: a Clone Trooper unit one to
    another such, but for those that are not regs (K3); a unit with Exemplar any number to units of its
    faction or affiliation."""
    theirs, own = lender.line.unit, borrower.line.unit
    allied = theirs.faction == own.faction or (theirs.affiliation and theirs.affiliation == own.affiliation)
    if lender.has("exemplar") and allied:
        return ANY_NUMBER
    clones = all("clone-trooper" in side.types for side in (lender, borrower))
    regs = not any(side.has("were-not-regs") for side in (lender, borrower))
    return int(clones and regs)


def _guards(use: KeywordUse, target: Side) -> bool:
    """Whether the limit behind a Guardian's number, if it has one, fits the target."""
    limit = str(use.value or "").partition(":")[2].strip()
    return not limit or _is_called(limit, target)


def _fits(use: KeywordUse, side: Side) -> bool:
    return bool(use.value) and _is_called(str(use.value), side)


def _is_called(words: str, side: Side) -> bool:
    """Whether words on a card mean this unit: its name, its rank, or one of its types."""
    unit = side.line.unit
    names = {
        unit.name,
        unit.full_name,
        display_word(side.rank),
        *(display_word(each) for each in side.types),
    }
    return words.casefold() in {name.casefold() for name in names}
