"""The library this site plays with: the official one and the arcs that people brought."""

from collections.abc import Iterable
from functools import lru_cache

from muster.app.campaign import arcs as tour_arcs
from muster.rules.campaign.library.library import Library, library
from muster.rules.campaign.library.parts import Arc
from muster.rules.campaign.register.register import problem
from muster.rules.cards.catalogue import shorten
from muster.rules.violations import Refused
from muster.store.arcs import DatabaseArcs


def site_books() -> Library:
    """Every arc that a Register on this site may be playing; read anew only when an arc came or changed."""
    signature = DatabaseArcs().signature()
    return _read(signature) if signature else library()


@lru_cache(maxsize=2)
def _read(_signature: tuple[object, ...]) -> Library:
    return tour_arcs.books(DatabaseArcs().arcs())


def refuse_anothers(arc: str, account: str) -> None:
    """Refuse what an account may not choose: another's homebrew is as good as not there."""
    mine = [one.id for one in choice_of_arcs(site_books().arcs.values(), account)]
    if arc not in mine:
        given = shorten(arc)
        raise Refused(problem("register.no_arc", (given,), 125, given=given, known=", ".join(mine)))


def choice_of_arcs(arcs: Iterable[Arc], account: str) -> list[Arc]:
    """What of these an account may choose: official arcs and its own."""
    found = list(arcs)
    if not any(arc.homebrew for arc in found):
        return found
    return tour_arcs.choice(found, DatabaseArcs().arcs(), account)
