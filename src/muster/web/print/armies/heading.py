"""What somebody wants printed, and what stands on top of every sheet of an army."""

from datetime import date
from typing import Literal, TypeAlias, get_args

import msgspec

from muster.rules.armies.army import Army
from muster.rules.armies.report import Report
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.vocabulary import display_word
from muster.rules.violations import Violation
from muster.web.print import shorten_text

Sheet: TypeAlias = Literal["tournament", "opponent", "play", "brings"]
Paper: TypeAlias = Literal["a4", "letter"]

SHEETS: tuple[Sheet, ...] = get_args(Sheet)
PAPERS: tuple[Paper, ...] = get_args(Paper)
TITLES: dict[Sheet, str] = {
    "tournament": "Army list",
    "opponent": "Opponent’s copy",
    "play": "Play sheet",
    "brings": "What my list brings",
}
SIZES: dict[Paper, str] = {"a4": "a4", "letter": "us-letter"}
LONGEST_PLAYER = 60
NO_NAME = "Unnamed army"


class PrintOrder(msgspec.Struct, frozen=True, kw_only=True):
    """Which sheet, on which paper, for whom. `unread` is what an import could not make sense of."""

    sheet: Sheet = "tournament"
    paper: Paper = "a4"
    player: str = ""
    unread: tuple[Violation, ...] = ()


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays what."""

    title: str
    paper: str
    army: str
    player: str
    faction: str
    flag: str
    battle_force: str | None
    choices: tuple[str, ...]
    format: str
    points: int
    limit: int
    activations: int
    points_date: str


def heading(order: PrintOrder, army: Army, catalogue: Catalogue, report: Report) -> Heading:
    """The heading of a sheet. A battle force or format that no card has is printed as it was written."""
    force = catalogue.battle_forces.get(army.battle_force or "")
    known = catalogue.formats.get(army.format)
    return Heading(
        title=TITLES[order.sheet],
        paper=SIZES[order.paper],
        army=army.name.strip() or NO_NAME,
        player=shorten_text(order.player.strip(), LONGEST_PLAYER),
        faction=display_word(army.faction),
        flag=f"flag-{army.faction}",
        battle_force=force.name if force else army.battle_force,
        choices=army.choices,
        format=known.name if known else army.format,
        points=report.points,
        limit=report.limit,
        activations=report.activations,
        points_date=written_out(army.points_date),
    )


def written_out(day: date) -> str:
    """19 June 2026"""
    return f"{day.day} {day:%B %Y}"
