"""A Register on paper: its sheet and its dossiers (rules 13 and 23). The charts: `tour_charts`.

What the Register does not hold yet is printed empty, to be written on; a Register that never began gives
the blank form. All that a sheet shows stands in the values made here.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from muster.rules.armies.sheets.identify import printed_names
from muster.rules.campaign.library.charts import RANK_STARTS, experience_cap
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.library.parts import Part
from muster.rules.campaign.register.commendations import use_limits
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.register import STARTING_POTENTIAL, STARTING_SUPPLY, AgendaTrack, Register
from muster.rules.campaign.register.unit_facts import dossier_facts
from muster.rules.cards.alike import numbered_name
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.vocabulary import display_word
from muster.web.print import pdf, shorten_text
from muster.web.print.armies.heading import LONGEST_PLAYER, SIZES, Paper, written_out

SheetName: TypeAlias = Literal["register", "charts", "story"]
SHEET_NAMES: tuple[SheetName, ...] = get_args(SheetName)

ASSET_LINES: Final = 3
AGENDAS: Final = 3
AGENDA_BOXES: Final = 5
DOSSIERS_PER_PAGE: Final = 3
LONGEST_NAME: Final = 120
MOST_LINES: Final = 40


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What runs along the pages. `army` is the Register's name, as every sheet calls its subject."""

    title: str
    paper: str
    army: str
    player: str
    points_date: str


class AgendaForm(msgspec.Struct, frozen=True):
    """An agenda: so many boxes drawn, of which `needed` complete it and `marked` are ticked."""

    name: str
    words: str
    boxes: int
    needed: int
    marked: int


class Held(msgspec.Struct, frozen=True):
    """A line of a list: what it is, its number (a count, points), an icon beside it."""

    name: str
    number: str = ""
    icon: str = ""


class DossierForm(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a dossier. Numbers are None on a blank one. `cap` is where experience ends."""

    paragon: bool = False
    name: str = ""
    unit: str = ""
    rank: str = ""
    icon: str = ""
    points: int | None = None
    veteran_rank: int = 0
    maximum: int | None = None
    experience: int | None = None
    cap: int = RANK_STARTS[-1]
    setbacks: tuple[Held, ...] = ()
    trait: Held | None = None
    commendations: tuple[Held, ...] = ()
    keywords: tuple[str, ...] = ()
    cards: tuple[Held, ...] = ()
    upgrades: tuple[Held, ...] = ()


class RegisterSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The whole Register: page 1 with the Paragon under it, then three dossiers on each page."""

    heading: Heading
    name: str
    faction: str
    flag: str
    arc: str
    reputation: int | None
    potential: int | None
    spent: int | None
    supply: int | None
    potential_at_first: int
    supply_at_first: int
    assets: tuple[str, ...]
    agendas: tuple[AgendaForm, ...]
    paragon: DossierForm
    pages: tuple[tuple[DossierForm, ...], ...]
    marks: tuple[int, ...] = RANK_STARTS[1:]


def register_pdf(
    register: Register, library: Library, catalogue: Catalogue, names: Mapping[str, str], paper: Paper
) -> bytes:
    """The Register sheet and every dossier. `names` has the shown names of players by their account."""
    return pdf("register", register_sheet(register, library, catalogue, names, paper))


def register_sheet(
    register: Register, library: Library, catalogue: Catalogue, names: Mapping[str, str], paper: Paper
) -> RegisterSheet:
    """What stands on the sheet."""
    begun = register.status != "unknown"
    paragon = register.paragon
    others = [dossier for dossier in register.dossiers if dossier is not paragon]
    arc, ended = register.arc, " (at its end)" if register.arc and register.arc.ended else ""
    return RegisterSheet(
        heading=heading_of(register, catalogue, names, paper),
        name=_short(register.name),
        faction=display_word(register.faction) if begun else "",
        flag=f"flag-{register.faction}" if begun else "flag-neutral",
        arc=mark_homebrew(library.arcs.get(arc.id), arc.name) + ended if arc else "",
        reputation=register.reputation if begun else None,
        potential=register.potential if begun else None,
        spent=register.potential_spent if begun else None,
        supply=register.supply if begun else None,
        potential_at_first=STARTING_POTENTIAL,
        supply_at_first=STARTING_SUPPLY,
        assets=asset_lines(register, library),
        agendas=agenda_forms(register, library),
        paragon=dossier_form(paragon, library, catalogue) if paragon else DossierForm(paragon=True),
        pages=dossier_pages(dossier_form(dossier, library, catalogue) for dossier in others),
    )


def heading_of(
    register: Register,
    catalogue: Catalogue,
    names: Mapping[str, str],
    paper: Paper,
    title: str = "Register and dossiers",
) -> Heading:
    """What runs along the pages of a Register; a blank form goes by the newest points."""
    day = catalogue.edition if register.status == "unknown" else register.points_date
    return Heading(
        title=title,
        paper=SIZES[paper],
        army=_short(register.name) or "Register",
        player=shorten_text(names.get(register.by, "").strip(), LONGEST_PLAYER),
        points_date=written_out(day),
    )


def _short(name: str) -> str:
    return shorten_text(name.strip(), LONGEST_NAME)


def mark_homebrew(part: Part | None, name: str) -> str:
    """The name of a part of the game; a club's own is marked wherever it stands."""
    return f"{_short(name)} (homebrew)" if part is not None and part.homebrew else _short(name)


def asset_lines(register: Register, library: Library) -> tuple[str, ...]:
    """Three lines, more where more assets are held; an empty one is to be written on (rules 10, 13)."""
    listed = [(library.assets.get(asset), asset) for asset in register.assets[:MOST_LINES]]
    held = [mark_homebrew(found, found.name if found else asset) for found, asset in listed]
    return tuple(held + [""] * (ASSET_LINES - len(held)))


def agenda_forms(register: Register, library: Library) -> tuple[AgendaForm, ...]:
    """Three agendas with five boxes each (rules 12, 13)."""
    tracks = register.arc.agendas if register.arc else ()
    forms = [agenda_form(track, library) for track in tracks]
    blank = AgendaForm("", "", AGENDA_BOXES, AGENDA_BOXES, 0)
    return tuple(forms + [blank] * (AGENDAS - len(forms)))


def agenda_form(track: AgendaTrack, library: Library) -> AgendaForm:
    """An agenda with its boxes ticked (rules 69, 70)."""
    card = library.agendas.get(track.id)
    boxes = max(AGENDA_BOXES, track.needed)
    words = card.words if card else ""
    return AgendaForm(mark_homebrew(card, track.name), words, boxes, track.needed, track.marked)


def dossier_pages(forms: Iterable[DossierForm]) -> tuple[tuple[DossierForm, ...], ...]:
    """Three on each page, blank ones at the end (rule 23); a page of blank ones where there are none."""
    listed = list(forms)
    missing = -len(listed) % DOSSIERS_PER_PAGE if listed else DOSSIERS_PER_PAGE
    listed += [DossierForm()] * missing
    starts = range(0, len(listed), DOSSIERS_PER_PAGE)
    return tuple(tuple(listed[start : start + DOSSIERS_PER_PAGE]) for start in starts)


def dossier_form(dossier: Dossier, library: Library, catalogue: Catalogue) -> DossierForm:
    """A dossier as it stands (rules 15 to 22)."""
    names = printed_names(catalogue)
    unit = names.get(dossier.unit, dossier.unit_name)
    often = use_limits(dossier_facts(dossier, catalogue), library)
    return DossierForm(
        paragon=dossier.paragon,
        name=_short(dossier.name),
        unit=_short(unit if dossier.name else numbered_name(unit, dossier.number)),
        rank=display_word(dossier.rank),
        icon=f"rank-{dossier.rank}",
        points=dossier.points_spent,
        veteran_rank=dossier.veteran_rank,
        maximum=dossier.maximum,
        experience=dossier.experience,
        cap=experience_cap(dossier.maximum),
        setbacks=tuple(
            Held(
                mark_homebrew(library.setbacks.get(setback.id), setback.name),
                f"×{setback.count}" if setback.count > 1 else "",
            )
            for setback in dossier.setbacks
        ),
        trait=_trait(dossier, library),
        commendations=tuple(
            Held(
                mark_homebrew(library.commendations.get(commendation.id), commendation.name),
                f"once a {often[commendation.id]}"
                if commendation.id in often
                else "high"
                if commendation.high
                else "",
            )
            for commendation in dossier.commendations
        ),
        keywords=tuple(_short(keyword.name) for keyword in dossier.keywords),
        cards=tuple(Held(_short(card.name), "•" * min(card.pips, 4)) for card in dossier.paragon_cards),
        upgrades=upgrade_lines(dossier, names),
    )


def _trait(dossier: Dossier, library: Library) -> Held | None:
    if dossier.trait is None:
        return None
    left = dossier.trait.games_left
    name = mark_homebrew(library.traits.get(dossier.trait.id), dossier.trait.name)
    return Held(name, f"{left} game{'' if left == 1 else 's'} left")


def upgrade_lines(dossier: Dossier, names: Mapping[str, str]) -> tuple[Held, ...]:
    """Every upgrade bought, with its points; an absurd number of them ends in a count."""
    lines = [
        Held(_short(names.get(upgrade.id, upgrade.name)), str(upgrade.points), f"up-{upgrade.slot}")
        for upgrade in dossier.upgrades[:MOST_LINES]
    ]
    more = len(dossier.upgrades) - len(lines)
    return tuple([*lines, Held(f"and {more} more")] if more else lines)
