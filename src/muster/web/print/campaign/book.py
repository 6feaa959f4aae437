"""The book of a campaign on A5: standings, the chronicle with its pictures, dossiers, memorial and maps."""

from base64 import b64encode
from collections.abc import Sequence
from textwrap import wrap
from typing import Final

import msgspec

from muster.rules.campaign.library.library import Library
from muster.rules.campaign.library.story_rules import arc_mission
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.register import Register
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.vocabulary import display_word
from muster.web.print import pdf
from muster.web.print.campaign.register import DossierForm, dossier_form
from muster.web.print.campaign.story import MissionCard, mission_card

LONGEST_PIECE: Final = 500
"""What the typesetter takes in one text; a paragraph is as many of them as it needs."""


class BookRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standings."""

    name: str
    owner: str
    flag: str
    reputation: int
    battles: int
    results: str
    fallen: int


class BookHero(msgspec.Struct, frozen=True):
    """A unit with what it earned in a battle."""

    unit: str
    honours: str


class BookSide(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a battle: who, how many points, who stood out, who fell."""

    side: str
    name: str
    flag: str
    points: str
    result: str
    agenda: str
    heroes: tuple[BookHero, ...]
    fallen: tuple[str, ...]


class BookPhoto(msgspec.Struct, frozen=True):
    """A picture somebody took, by its number among those of the book, and what it shows. A `tall` picture is
    shown whole."""

    number: int
    tall: bool
    caption: str


class BookWords(msgspec.Struct, frozen=True, kw_only=True):
    """What a player wrote about a battle, in paragraphs of pieces, and the pictures they added."""

    name: str
    title: str
    paragraphs: tuple[tuple[str, ...], ...]
    photos: tuple[BookPhoto, ...]


class BookBattle(msgspec.Struct, frozen=True, kw_only=True):
    """A battle of the chronicle."""

    number: int
    about: str
    headline: str
    sides: tuple[BookSide, ...]
    words: tuple[BookWords, ...]


class BookDossier(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of a Register: the form of its dossier, and how many battles it fought."""

    form: DossierForm
    battles: int


class BookRegister(msgspec.Struct, frozen=True, kw_only=True):
    """A Register at the end of the season, or as it stands."""

    name: str
    owner: str
    faction: str
    flag: str
    arc: str
    reputation: int
    supply: int
    potential: int
    units: tuple[BookDossier, ...]


class BookEpitaph(msgspec.Struct, frozen=True):
    """Somebody who did not come home."""

    name: str
    register: str
    words: str


class CampaignBook(msgspec.Struct, frozen=True, kw_only=True):
    """The whole book. `rivalries` and `feared` are sentences."""

    name: str
    dates: str
    over: bool
    summary: str
    standings: tuple[BookRow, ...]
    rivalries: tuple[str, ...]
    feared: tuple[str, ...]
    battles: tuple[BookBattle, ...]
    registers: tuple[BookRegister, ...]
    fallen: tuple[BookEpitaph, ...]
    missions: tuple[MissionCard, ...]
    about: str


def book_pdf(book: CampaignBook, photos: Sequence[str] = ()) -> bytes:
    """The book, typeset; `photos` are its pictures as SVG."""
    return pdf("book", book, photos)


def photo_svg(jpeg: bytes, width: int, height: int) -> str:
    """A picture in the shape in which the typesetter takes one as text."""
    data = b64encode(jpeg).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><image width="{width}" height="{height}" '
        f'href="data:image/jpeg;base64,{data}"/></svg>'
    )


def paragraphs_of(text: str) -> tuple[tuple[str, ...], ...]:
    """What somebody wrote, paragraph by paragraph."""
    return tuple(tuple(wrap(line, LONGEST_PIECE)) for line in text.split("\n") if line.strip())


def book_register(register: Register, owner: str, library: Library, catalogue: Catalogue) -> BookRegister:
    """A Register with all its units, the Paragon first."""
    dossiers = sorted(register.dossiers, key=lambda dossier: not dossier.paragon)
    return BookRegister(
        name=register.called,
        owner=owner,
        faction=display_word(register.faction),
        flag=f"flag-{register.faction}",
        arc=register.arc.name if register.arc else "",
        reputation=register.reputation,
        supply=register.supply,
        potential=register.potential,
        units=tuple(_dossier(dossier, library, catalogue) for dossier in dossiers),
    )


def _dossier(dossier: Dossier, library: Library, catalogue: Catalogue) -> BookDossier:
    return BookDossier(form=dossier_form(dossier, library, catalogue), battles=dossier.battles)


def missions_played(turning_points: tuple[str, ...], library: Library) -> tuple[MissionCard, ...]:
    """The turning points that were fought, each once, with their maps."""
    wanted = dict.fromkeys(turning_points)
    found = (arc_mission(arc, library) for arc in library.arcs)
    return tuple(mission_card(rules) for rules in found if rules and rules.mission.id in wanted)
