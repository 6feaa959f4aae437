"""When in a game something matters: the sections of a round, where each keyword and effect belongs."""

from functools import cache
from importlib import resources

import msgspec

from muster.rules.cards.effects import Effect, When


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a game in the order of a round: the moments of effects and the keywords that belong to it."""

    id: str
    title: str
    moments: tuple[When, ...]
    keywords: tuple[str, ...]


class _RoundFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    sections: tuple[Section, ...]


@cache
def sections() -> tuple[Section, ...]:
    """Every section, in the order of a round."""
    raw = resources.files("muster.data").joinpath("rules", "round.json").read_bytes()
    return msgspec.json.decode(raw, type=_RoundFile).sections


COMMAND = "command"  # where every command card is told, whatever it changes later in the round
OTHERWISE = "always"


def section_of_keyword(keyword: str) -> str:
    """The section of a keyword."""
    return _by_keyword().get(keyword, OTHERWISE)


def section_of_effect(effect: Effect) -> str:
    """The section of an upgrade's effect: that of its moment."""
    return _by_moment()[effect.when]


@cache
def _by_keyword() -> dict[str, str]:
    return {keyword: section.id for section in sections() for keyword in section.keywords}


@cache
def _by_moment() -> dict[str, str]:
    return {moment: section.id for section in sections() for moment in section.moments}
