"""What counts as scored from a secondary objective, in every mode."""

from typing import Final

from muster.rules.game.table import Score, Side, Table

SECONDARIES: Final = {
    "wipe-them-out": ("transports", "captured"),
    "the-big-one": ("identified",),
    "the-hammer-falls": ("civilians",),
    "caught-in-the-act": ("bombs-removed", "destroyed"),
    "running-out-of-time": ("grabbed",),
    "golden-opportunity": ("escaped", "two-defeated"),
}
"""The reasons of VP that come from the secondary objective of a Turning Point."""


def secondary_scores(table: Table, side: Side) -> tuple[Score, ...]:
    """What a side scored from the secondary objective."""
    mission = table.mission
    reasons = SECONDARIES.get(mission.objective, ())
    return tuple(
        score
        for score in table.scores
        if score.side == side and (score.card == mission.secondary or score.reason in reasons)
    )
