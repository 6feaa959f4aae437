"""What a unit's row says of its card as it stands now: courage, speed, defence die, surges."""

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from muster.rules.attack.sides import Side
from muster.rules.cards.catalogue import catalogue
from muster.rules.game.combatants import is_known, line_of
from muster.rules.game.scoring.contesting import own_courage
from muster.rules.game.table import Table, Unit

MAXIMUM_SPEED: Final = re.compile(r"maximum Speed ([+-]\d)")
"""What an upgrade that changes the speed for the whole game says; others name a moment, too."""


class Profile(NamedTuple):
    """The figures of a unit. `speed` is what Immobilize tokens leave of it; without courage there is none."""

    courage: int | None
    speed: int
    full_speed: int
    defence: Literal["red", "white"]
    attack_surge: str
    defence_surge: str


def profile_of(table: Table, unit: Unit) -> Profile | None:
    """The figures of a unit whose card is known. Each Immobilize token takes 1 from its speed, after
    increases (core: Immobilize token, page 59)."""
    if not is_known(unit):
        return None
    card = catalogue().units[unit.card]
    speed, surge = _changed(unit.card, unit.upgrades or (), unit.counterpart or ())
    left = max(0, speed - unit.tokens.get("immobilize", 0))
    return Profile(own_courage(table, unit), left, speed, card.defence, surge, card.defence_surge or "")


@lru_cache(maxsize=512)
def _changed(card: str, upgrades: tuple[str, ...], counterpart: tuple[str, ...]) -> tuple[int, str]:
    """Speed and attack surge with what upgrades change."""
    effects = (catalogue().effects.get(id) for id in upgrades)
    found = (MAXIMUM_SPEED.fullmatch(effect.stats or "") for effect in effects if effect)
    speed = catalogue().units[card].speed + sum(int(match[1]) for match in found if match)
    surge = Side(line=line_of(card, upgrades, counterpart), catalogue=catalogue()).attack_surge
    return max(0, speed), "" if surge == "none" else surge
