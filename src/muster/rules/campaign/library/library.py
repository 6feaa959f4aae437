"""The library of Tours of Duty: every arc, agenda, commendation, … by its id, read once from the data files.

`library()` is the official one; `homebrew` beside it adds a club’s own arcs to a copy.
"""

from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import TypeVar

import msgspec

from muster.rules.campaign.library.parts import (
    Agenda,
    Aid,
    Arc,
    Asset,
    CampaignKeyword,
    Commendation,
    ParagonCard,
    Question,
    Setback,
    Trait,
    TurningPoint,
)

_Entry = TypeVar(
    "_Entry",
    Arc,
    Agenda,
    Commendation,
    Setback,
    Trait,
    Asset,
    Aid,
    ParagonCard,
    TurningPoint,
    CampaignKeyword,
    Question,
)


class Library(msgspec.Struct, frozen=True, kw_only=True):
    """Everything by id, in the order of the documents."""

    arcs: dict[str, Arc]
    agendas: dict[str, Agenda]
    commendations: dict[str, Commendation]
    setbacks: dict[str, Setback]
    traits: dict[str, Trait]
    assets: dict[str, Asset]
    aid: dict[str, Aid]
    paragon_cards: dict[str, ParagonCard]
    turning_points: dict[str, TurningPoint]
    keywords: dict[str, CampaignKeyword]
    questions: dict[str, Question]


@cache
def library() -> Library:
    """The official library, read once."""
    return Library(
        arcs=_read("arcs.json", Arc),
        agendas=_read("agendas.json", Agenda),
        commendations=_read("commendations.json", Commendation),
        setbacks=_read("setbacks.json", Setback),
        traits=_read("traits.json", Trait),
        assets=_read("assets.json", Asset),
        aid=_read("aid.json", Aid),
        paragon_cards=_read("paragon_cards.json", ParagonCard),
        turning_points=_read("turning_points.json", TurningPoint),
        keywords=_read("keywords.json", CampaignKeyword),
        questions=_read("questions.json", Question),
    )


def _read(name: str, kind: type[_Entry]) -> dict[str, _Entry]:
    raw = resources.files("muster.data").joinpath("campaign", name).read_bytes()
    return _by_id(msgspec.json.decode(raw, type=tuple[kind, ...]))  # type: ignore[valid-type]


def _by_id(entries: Iterable[_Entry]) -> dict[str, _Entry]:
    return {entry.id: entry for entry in entries}
