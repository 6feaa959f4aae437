"""Homebrew story arcs: stored as the files they came in, and read into the library that pages play with.

An arc belongs to whoever imported it, and nobody can change what another person's Registers play: if an id
is already taken by someone else, the text is stored under ids that carry its owner's mark, and so are newer
texts of it. An arc that is put away is no longer offered, but Registers that play it continue.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from typing import Final, Protocol

import msgspec

from muster.rules.campaign.library.homebrew import own_id, read_arc, under_own_ids, with_homebrew
from muster.rules.campaign.library.library import Library, library
from muster.rules.campaign.library.parts import Arc
from muster.rules.violations import Refused, Violation, require

MOST_ARCS: Final = 20
MINE: Final = "my-"
MARK: Final = 8  # characters of an owner's mark


class OwnArc(msgspec.Struct, frozen=True, kw_only=True):
    """An arc that an account imported."""

    account: str
    arc: str
    name: str
    document: str
    offered: bool = True
    changed: datetime


class ArcStore(Protocol):
    """Where homebrew arcs are stored."""

    def arcs(self) -> list[OwnArc]:
        """All arcs, oldest first."""

    def keep(self, own: OwnArc) -> None:
        """Store an arc, replacing the same account's older one with this id."""


def import_arc(store: ArcStore, actor: str, document: str, at: datetime) -> OwnArc:
    """Import an arc or a newer text of it; refused with every problem and where it is."""
    kept = store.arcs()
    own = OwnArc(account=actor, arc="", name="", document=document, changed=at)
    if not any((own.account, own.document) == (actor, document) for own in kept):
        own = msgspec.structs.replace(own, document=_under_free_ids(document, actor, kept))
    found = read_arc(own.document).arc
    if len({own.arc for own in kept if own.account == actor} | {found.id}) > MOST_ARCS:
        raise Refused(_problem("arc.too_many", max=MOST_ARCS))
    own = msgspec.structs.replace(own, arc=found.id, name=found.name)
    store.keep(own)
    return own


def _under_free_ids(document: str, actor: str, kept: Sequence[OwnArc]) -> str:
    """The text as it came; if one of its ids belongs to someone else, with the owner's mark on every id."""
    found, mark = read_arc(document), sha256(actor.encode()).hexdigest()[:MARK]
    mine = [own for own in kept if own.account == actor]
    marked = own_id(found.arc.id, mark)
    with_homebrew(found, base=library_with(own for own in mine if own.arc not in (found.arc.id, marked)))
    if all(own.arc != marked for own in mine):
        with suppress(Refused):
            with_homebrew(found, base=library_with(own for own in kept if own not in mine))
            return document
    text = under_own_ids(document, mark)
    with_homebrew(
        read_arc(text), base=library_with(own for own in kept if (own.account, own.arc) != (actor, marked))
    )
    return text


def offer_arc(store: ArcStore, actor: str, arc: str, offered: bool, at: datetime) -> None:
    """Put one's own arc away, or offer it again."""
    found = require(
        next((own for own in store.arcs() if (own.account, own.arc) == (actor, arc)), None),
        _problem("arc.unknown", given=arc[:60]),
    )
    store.keep(msgspec.structs.replace(found, offered=offered, changed=at))


def library_with(kept: Iterable[OwnArc]) -> Library:
    """The official library with these arcs added, except any that today's rules can no longer read."""
    known, seen = library(), set()
    for own in kept:
        if own.arc not in seen:
            with suppress(Refused):
                known = with_homebrew(read_arc(own.document), base=known)
        seen.add(own.arc)
    return known


def arcs_to_choose(arcs: Iterable[Arc], kept: Sequence[OwnArc], account: str) -> list[Arc]:
    """The arcs an account may choose: the official ones, and its own that are on offer."""
    own = {own.arc for own in kept if own.account == account and own.offered}
    return [arc for arc in arcs if not arc.homebrew or arc.id in own]


def example_arc_file() -> str:
    """An official arc as a file to start from, with ids of its own."""
    known = library()
    arc = next(iter(known.arcs.values()))
    parts: dict[str, object] = {
        "arc": arc,
        "agendas": [known.agendas[agenda] for agenda in arc.agendas],
        "commendation": known.commendations[arc.commendation],
        "setback": known.setbacks[arc.setback],
        "trait": known.traits[arc.trait],
        "turning_point": known.turning_points[arc.turning_point],
    }
    text = msgspec.json.format(msgspec.json.encode(parts), indent=2).decode()
    for old in (arc.id, *arc.agendas, arc.commendation, arc.setback, arc.trait, arc.turning_point):
        text = text.replace(f'"{old}"', f'"{MINE}{old}"')
    return text


def _problem(code: str, **params: int | str) -> Violation:
    about = tuple(str(param) for name, param in params.items() if name in ("place", "given"))
    return Violation(code=code, source="homebrew arc", about=about, params=params)
