"""Points: what the army costs and may cost."""

from collections.abc import Iterator

from muster.rules.armies.checks.registry import check, note
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.report import problem
from muster.rules.armies.sources import points_source
from muster.rules.violations import Violation


@check
def points_within_limit(lineup: Lineup) -> Iterator[Violation]:
    """Rules 412, 446 and 530: the total may not exceed the limit of the format, or the cap agreed instead."""
    if (over := lineup.points - lineup.limit) > 0:
        source = points_source(lineup.format.id)
        yield problem("army.points", source, points=lineup.points, limit=lineup.limit, by=over, of="points")


@note
def points_left(lineup: Lineup) -> Iterator[Violation]:
    """Rule 530: fewer points than the limit are allowed; say how many are left."""
    if lineup.lines and (left := lineup.limit - lineup.points) > 0:
        source = points_source(lineup.format.id)
        yield problem("army.points_left", source, points=lineup.points, limit=lineup.limit, left=left)


@note
def house_rules(lineup: Lineup) -> Iterator[Violation]:
    """An event may state its own cap or rank table; say that they are not the format's."""
    army = lineup.army
    if army.limit is None and army.ranks is None:
        return
    source = points_source(lineup.format.id)
    if army.limit is not None and army.limit != lineup.format.points:
        yield problem("army.custom_limit", source, limit=army.limit, own=lineup.format.points)
    if army.ranks is not None:
        yield problem("army.custom_ranks", source, format=lineup.format.name)
