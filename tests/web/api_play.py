"""Games played through the API, one legal answer after the other."""

from random import Random
from typing import Any

from tests.web.api_caller import Caller


def play_until(people: dict[str, Caller], game: str, until: str) -> dict[str, Any]:
    """Anything legal until a phase."""
    random, seen = Random(4), people["one"].get(game)
    for _ in range(80):
        if seen["table"]["phase"] == until:
            return seen
        mine = people[random.choice(seen["waiting"])]
        seen = mine.do(game, "speak", said=random.choice(mine.get(game)["options"]))
    raise AssertionError(f"{until} never comes")
