"""The steps of an attack in words, as every table of odds names them."""

from typing import Final

STEP_NAMES: Final[dict[str, str]] = {
    "suppressed": "a die removed, suppressed",
    "roll": "rolled",
    "marksman": "after Marksman",
    "fatigue": "after Battle-Fatigue",
    "sniper": "after Sniper Team",
    "cover": "after cover",
    "backup": "after Backup",
    "dodge": "after dodge",
    "ram": "after Ram",
    "impact": "after Impact",
    "primitive": "after Primitive",
    "armour": "after armour",
    "guardian": "after Guardian",
    "shields": "after shields",
    "defence": "after the defence dice",
    "pierce": "after Pierce",
    "left": "as far as wounds are left",
}
