"""Ids of ours where a person reads: what pages of Tours of Duty must not show."""

import html
import re
from typing import Any

from muster.rules.campaign.library.library import library

SHELVES = (
    "agendas", "aid", "arcs", "assets", "commendations", "keywords", "paragon_cards", "questions", "setbacks",
    "traits", "turning_points",
)  # fmt: skip
IDS = {id_ for shelf in SHELVES for id_ in getattr(library(), shelf) if "-" in id_}
NAMED = "|".join(map(re.escape, sorted(IDS, reverse=True)))
RAW = re.compile(
    r"(?<![\w/.:-])(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]+(?:_[a-z]+)+"
    rf"|(?:register|battle|campaign):\w+|d\d+|guest\d+|{NAMED})(?![\w/-])"
)
UNREAD = re.compile(r"<(script|style|textarea)\b.*?</\1>", re.DOTALL)
SPOKEN = re.compile(r'\b(?:aria-label|title|alt|placeholder)="([^"]*)"')


def read(page: str) -> str:
    """What a person reads, or has read out."""
    shown = UNREAD.sub(" ", page)
    return html.unescape(" ".join([*SPOKEN.findall(shown), re.sub(r"<[^>]*>", " ", shown)]))


def raw_in(response: Any) -> set[str]:
    return set(RAW.findall(read(response.content.decode())))
