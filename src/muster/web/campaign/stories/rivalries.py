"""Against whom a Register fought, and who was feared, in words."""

from collections.abc import Mapping
from typing import NamedTuple

from muster.app.campaign.stories import Story
from muster.rules.campaign.register.chronicle import Rivalry
from muster.web.environment import plural

NOBODY = "Opponents without a Register"


class Rival(NamedTuple):
    """One opponent on the page."""

    name: str
    score: str
    battles: str
    feared: str
    fearsome: str


def rivals(story: Story) -> list[Rival]:
    """Every opponent, the most fought first."""
    return [told(one, story.opponents) for one in story.rivalries]


def told(one: Rivalry, names: Mapping[str, str]) -> Rival:
    """The score and the rivals named, in words."""
    name = names.get(one.register) or ("A Register without a name" if one.register else NOBODY)
    parts = ((one.won, "won"), (one.lost, "lost"), (one.drawn, "drawn"))
    score = ", ".join(f"{count} {word}" for count, word in parts if count)
    return Rival(name, score, plural(one.battles, "battle"), listed(one.feared), listed(one.fearsome))


def listed(named: Mapping[str, int]) -> str:
    """Names, with how often where it was more than once."""
    return ", ".join(f"{name} ({count} times)" if count > 1 else name for name, count in named.items())
