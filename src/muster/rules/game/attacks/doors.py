"""What somebody has to look for in an attack by the core rules: every fact of its sheets."""

from typing import Final

from muster.rules.game.attacks.lending import LENDER
from muster.rules.game.attacks.sheet import RANGE
from muster.rules.game.measuring import HALF_RANGE, RANGE_1, RANGE_2, Door

TARGET: Final = Door("S", "sight")
"""Naming a target says that it is in range and that the leader sees it (step 1)."""
SHEET: Final[dict[str, Door]] = {
    RANGE: Door("S", "distance"), "seen": Door("S", "sight"), "in_sight": Door("S", "sight"),
    "small": Door("S", "sight"), "cover": Door("S", "cover"), "smoke": Door("S", "distance", far=RANGE_1),
    "all_see": Door("S", "sight"), "attack_arc": Door("S", "arc"), "target_arc": Door("S", "arc"),
    "higher": Door("S", "place"),
    "moved": Door("S", "place"), "engaged": Door("S", "contact"), "target_engaged": Door("S", "contact"),
    "backup": Door("S", "distance", far=HALF_RANGE), LENDER: Door("S", "distance", far=RANGE_2),
}  # fmt: skip
"""Facts with a question of their own, by their keys."""
NEAR: Final[dict[str, Door]] = {
    "complete-the-mission": Door("S", "distance", far=RANGE_1),
    "tod:unity": Door("S", "distance", far=RANGE_1),
    "tod:strongpoint-expertise": Door("S", "place"), "upgrade/dug-in": Door("S", "place"),
    "upgrade/spotter-uplink": Door("S", "distance"),
}  # fmt: skip
"""Keywords, and cards by their slugs, whose question the table answers. Others ask for a decision."""
DEFENDING: Final[dict[str, Door]] = {
    "guardian": Door("S", "distance", far=RANGE_1), LENDER: Door("S", "distance", far=RANGE_2),
}  # fmt: skip
DOORS: Final[dict[str, Door]] = {
    "Declare.target": TARGET,
    **{f"Declare.{key}": door for key, door in {**SHEET, **NEAR}.items()},
    **{f"DefendAttack.{key}": door for key, door in DEFENDING.items()},
}
