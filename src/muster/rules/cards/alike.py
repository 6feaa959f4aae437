"""Units of one name are told apart by numbers, 1 to n in their order: on Registers, in battles, at the table
(rule 301 for squads)."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

K = TypeVar("K")


@lru_cache(maxsize=256)
def numbers_of_names(names: tuple[str, ...]) -> tuple[int, ...]:
    """The number of each name; 0 for a name that occurs once. Cached, because pages of a game ask for the
    same names again and again."""
    often, seen = Counter(names), Counter[str]()
    found = []
    for name in names:
        seen[name] += 1
        found.append(seen[name] if often[name] > 1 else 0)
    return tuple(found)


def numbered_name(name: str, number: int) -> str:
    """A name with its number."""
    return f"{name} {number}" if number else name


def distinct_names(names: Mapping[K, str]) -> dict[K, str]:
    """Each by its name, and by its number where others have the same."""
    found = zip(names.items(), numbers_of_names(tuple(names.values())), strict=True)
    return {key: numbered_name(name, number) for (key, name), number in found}
