"""What a game of Special Operations counts or remembers by name: each mark is declared here, once.

Numbers that may be none, yet have to be known, are kept one higher: 0 is *not told*.
"""

from typing import Final

from muster.rules.game.marks import Mark

CONDITION: Final = Mark("condition", ("row",))
"""A row of the condition chart, by the first of its two rounds (rules 378, 379)."""
DID: Final = Mark("did", ("unit", "action"))
"""The actions of a unit in its activation, and what else it did in it: forgotten when that is over."""
WITHDREW: Final = "withdraw"
UNABLE: Final = "unable"
STRAFED: Final = "strafing"
DEFEATED: Final = "defeat"
ACTED: Final = Mark("acted", ("unit",))
"""Who acted last, until another does: on whom enemies may stand by."""
MEASURED: Final = Mark("measured", ("what", "unit", "by"), join="+")
"""What was told of where a unit stands, one higher, until somebody moves: for which card, and from whom it
was measured, or how many units or tokens there were."""
GAUNTLET: Final = Mark("gauntlet", ("round", "side"))
"""The Gauntlet Support Run was made in this round."""

# Of missions -----------------------------------------------------------------------------------------------

POOL: Final = Mark("reinforcements")
"""Dice of the reinforcements pool (rule 342)."""
SLOT: Final = Mark("slot", ("face",))
"""Filled slots of the Transmitter card (rule 340)."""
PRIORITY: Final = Mark("priority", ("objective",), each_round=True)
"""The priority objective of a round (rule 330)."""
ZONE: Final = Mark("zone", ("zone",))
"""The zone that Blue begins with (rule 351)."""
CODES_SHOWN: Final = Mark("codes-shown", ("unit",))
"""Who showed the Codes (rule 363)."""

# Of an attack: all are forgotten when it is over -----------------------------------------------------------

IN_ATTACK: Final = Mark("bout", ("what",))
MELEE: Final = Mark("bout.melee")
RANGED: Final = Mark("bout.ranged")
GOES_ON: Final = Mark("bout.goes-on")
"""Another pool of it comes after this one."""
PARRIED: Final = Mark("bout.parried")
"""A Dodge was spent."""
GUARDED: Final = Mark("bout.guarded")
"""Wounds that Bodyguards have suffered."""
BACKED_UP: Final = Mark("bout.backup")
"""Hits that Backup cancels."""
LOOKED_FOR_BACKUP: Final = Mark("bout.told")
DODGES_TOLD: Final = Mark("bout.dodges")
SURGES_TOLD: Final = Mark("bout.surges")
"""Told on the defender's sheet to be spent, one higher."""
MORE_RED: Final = Mark("bout.red")
MORE_PRECISE: Final = Mark("bout.precise")
CONCENTRATED: Final = Mark("bout.concentrated")
MORE_CRITICAL: Final = Mark("bout.critical")
MORE_SUPPRESSIVE: Final = Mark("bout.suppressive")
"""More dice, and more of a keyword, that cards give in this attack."""
