"""Unique and limited cards: bullets count by name over every kind of card."""

from collections import defaultdict
from collections.abc import Iterator

from muster.rules.armies.checks.registry import check
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.report import problem
from muster.rules.armies.sources import core
from muster.rules.violations import Params, Violation

Bulleted = tuple[int, int, str, str]  # bullets, count, key of the line, card


@check
def bullets_by_name(lineup: Lineup) -> Iterator[Violation]:
    """Unique and limited: the bullets are the most cards of that name in the army, across card types.

    Where cards of one name have different bullets, one with a single bullet is there at most once, and all
    of them together at most as often as the most bullets say. Cards without bullets do not count.
    """
    bullets, groups = lineup.facts.bullets, defaultdict[str, list[Bulleted]](list)
    for line in lineup.lines:
        entry = line.entry
        for card in line.loadout.bulleted:
            name, limit = bullets[card]
            groups[name].append((limit, entry.count, entry.key, card))
    for name, found in groups.items():
        alone = len(found) == 1 and found[0][1] <= found[0][0]
        if not alone and (broken := broken_limit(found)) is not None:
            yield too_many(lineup, name, found, broken)


def broken_limit(found: list[Bulleted]) -> int | None:
    """The smallest number of bullets that is exceeded, or None."""
    for limit in sorted({bullets for bullets, *_ in found}):
        if sum(count for bullets, count, *_ in found if bullets <= limit) > limit:
            return limit
    return None


def too_many(lineup: Lineup, name: str, found: list[Bulleted], limit: int) -> Violation:
    """More cards of one name than its bullets allow."""
    counted = [each for each in found if each[0] <= limit]
    count = sum(each[1] for each in counted)
    about = dict.fromkeys((*(key for _, _, key, _ in counted), *(card for *_, card in counted)))
    shown = lineup.catalogue.cards[counted[0][3]]
    code, source = "army.unique" if limit == 1 else "army.limited", core("unique and limited cards")
    params: Params = {"count": count, "max": limit, "by": count - limit, "of": name}
    return problem(code, source, about, name=getattr(shown, "bullet_name", shown.name), **params)
