"""What units are called at the table: several of one name by their numbers, 1 to n (rule 301).

A unit of a Register comes with the name and the number that it has there.
"""

import re
from typing import Final

from muster.rules.cards.alike import numbered_name, numbers_of_names
from muster.rules.game.table import Table

NUMBER: Final = re.compile(r" (\d{1,3})$")


def unit_name(table: Table, unit: str) -> str:
    """A unit by its name and, where its side has several alike, its number."""
    found = table.units.get(unit)
    if found is None:
        return unit
    mine = [ally for ally in table.units.values() if ally.seat == found.seat]
    place = [ally.id for ally in mine].index(unit)
    return numbered_name(found.name, numbers_of_names(tuple(ally.name for ally in mine))[place])


def unit_number(table: Table, unit: str) -> str:
    """The number that its name ends with; empty where there is none."""
    number = NUMBER.search(unit_name(table, unit))
    return number[1] if number else ""
