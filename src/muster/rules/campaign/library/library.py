"""The library of Tours of Duty: every arc, agenda, commendation, … by its id, read once from the data files.

`library()` is the official one; `homebrew` beside it adds a club’s own arcs to a copy.
"""

from functools import cache
from importlib import resources

import msgspec
from msgspec.structs import fields

from muster.rules.campaign.library import parts


class Library(msgspec.Struct, frozen=True, kw_only=True):
    """Everything by id, in the order of the documents."""

    arcs: dict[str, parts.Arc]
    agendas: dict[str, parts.Agenda]
    commendations: dict[str, parts.Commendation]
    setbacks: dict[str, parts.Setback]
    traits: dict[str, parts.Trait]
    assets: dict[str, parts.Asset]
    aid: dict[str, parts.Aid]
    paragon_cards: dict[str, parts.ParagonCard]
    turning_points: dict[str, parts.TurningPoint]
    keywords: dict[str, parts.CampaignKeyword]
    questions: dict[str, parts.Question]


@cache
def library() -> Library:
    """The official library, read once: each table from the file of its name."""
    return msgspec.convert({table.name: _entries(f"{table.name}.json") for table in fields(Library)}, Library)


def _entries(name: str) -> dict[str, object]:
    """The entries of the list that a file holds, by id."""
    raw = msgspec.json.decode(resources.files("muster.data").joinpath("campaign", name).read_bytes())
    return {entry["id"]: entry for entry in raw}
