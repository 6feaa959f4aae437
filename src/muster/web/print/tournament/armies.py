"""The army lists of an event in full, for those who check them; single lists have pages of their own."""

from collections.abc import Iterator
from typing import Final

import msgspec

from muster.app.tournament.access import AudienceView, TournamentQueries
from muster.rules.cards.catalogue import Catalogue
from muster.rules.tournament.games import Player
from muster.rules.tournament.judging.lists import ArmyList
from muster.rules.tournament.running.plan import problem
from muster.rules.violations import Refused
from muster.web.print import pdf
from muster.web.print.armies.heading import SIZES, Paper, PrintOrder, written_out
from muster.web.print.armies.lists import ListSheet, list_sheet
from muster.web.print.tournament.heading import alphabetical, name_of

# So many lists are set at a time: other people want to print too.
A_PART: Final = 100
MOST_LINES: Final = 300


class PrintedList(msgspec.Struct, frozen=True, kw_only=True):
    """A player's list: the army, or its own words where no tool could read it."""

    player: str
    event: str
    day: str
    points_date: str
    sheet: ListSheet | None = None
    words: tuple[str, ...] = ()


class ArmySheets(msgspec.Struct, frozen=True, kw_only=True):
    """Lists one after the other."""

    paper: str
    lists: tuple[PrintedList, ...]


def armies_pdf(
    watching: TournamentQueries, person: str, look: AudienceView, paper: Paper, part: int = 1
) -> bytes:
    """A part of all lists by name; each is refused to whom it is not for."""
    wanted = players_of(look)[(part - 1) * A_PART : part * A_PART]
    if not wanted:
        raise Refused(problem("tournament.no_sheet", ("lists",), 537, what="army list"))
    made = tuple(_print_list(watching, person, look, key, paper) for key in wanted)
    return pdf("tournament_armies", ArmySheets(paper=SIZES[paper], lists=made))


def players_of(look: AudienceView) -> list[Player]:
    """Everybody who handed in a list, by name."""
    held = [
        player.player
        for player in look.view.players
        if player.has_list and player.status in ("entered", "waiting")
    ]
    return sorted(held, key=lambda key: alphabetical(name_of(look, key)))


def parts_of(look: AudienceView) -> Iterator[tuple[int, str]]:
    """The parts of all lists: their numbers, and which players they hold where there are several."""
    every = players_of(look)
    for part, at in enumerate(range(0, len(every), A_PART), 1):
        first, last = every[at], every[min(at + A_PART, len(every)) - 1]
        named = f", {name_of(look, first)} to {name_of(look, last)}" if len(every) > A_PART else ""
        yield part, named


def _print_list(
    watching: TournamentQueries, person: str, look: AudienceView, player: Player, paper: Paper
) -> PrintedList:
    found = watching.tournaments.army_list(person, look.tournament, player)
    order = PrintOrder(paper=paper, player=look.names.get(player, player))
    return _written_list(look, found, order, watching.tournaments.cards)


def _written_list(look: AudienceView, found: ArmyList, order: PrintOrder, cards: Catalogue) -> PrintedList:
    plan = look.view.plan
    return PrintedList(
        player=order.player,
        event=look.view.name,
        day=written_out(plan.day) if plan.day else "",
        points_date=written_out(found.army.points_date if found.army else cards.edition),
        sheet=list_sheet(found.army, cards, order) if found.army else None,
        words=tuple(line for line in found.text.splitlines() if line.strip())[:MOST_LINES],
    )
