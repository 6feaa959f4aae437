"""The steps of an attack in words, as every table of odds names them."""

from typing import Final

STEP_NAMES: Final[dict[str, str]] = {
    "suppressed": "a die removed, suppressed",
    "roll": "rolled",
    "marksman": "after Marksman",
    "cover": "after cover",
    "backup": "after Backup",
    "dodge": "after dodge",
    "ram": "after Ram",
    "impact": "after Impact",
    "armour": "after armour",
    "shields": "after shields",
    "defence": "after the defence dice",
    "pierce": "after Pierce",
}
