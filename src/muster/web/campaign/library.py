"""The library this site plays with: the official one and the arcs that people brought."""

from collections.abc import Iterable
from functools import lru_cache

from muster.app.campaign import arcs as tour_arcs
from muster.rules.campaign.library.library import Library, library
from muster.rules.campaign.library.parts import Arc
from muster.store.campaign.arcs import DatabaseArcs


def site_library() -> Library:
    """Every arc that a Register on this site may be playing; read anew only when an arc came or changed."""
    signature = DatabaseArcs().signature()
    return _read_library(signature) if signature else library()


@lru_cache(maxsize=2)
def _read_library(_signature: tuple[object, ...]) -> Library:
    return tour_arcs.library_with(DatabaseArcs().arcs())


def choice_of_arcs(arcs: Iterable[Arc], account: str) -> list[Arc]:
    """What of these an account may choose: official arcs and its own."""
    found = list(arcs)
    if not any(arc.homebrew for arc in found):
        return found
    return tour_arcs.arcs_to_choose(found, DatabaseArcs().arcs(), account)
