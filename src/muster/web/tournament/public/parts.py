"""The parts of the public page: pairings, standings, bracket, players, what the event is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from muster.rules.tournament.judging.calls import search_rulings
from muster.rules.tournament.running.audiences import PlayerLine, RoundView
from muster.rules.tournament.running.tournament import Ruling
from muster.web.forms import whole_number
from muster.web.page import Page, render_page
from muster.web.tournament.public.bracket import Picture, picture
from muster.web.tournament.public.rows import (
    FigureCell,
    GameRow,
    StandingRow,
    game_row,
    pairing_rows,
    standing_rows,
)
from muster.web.tournament.public.snapshot import PublicSnapshot, RestsOn
from muster.web.tournament.requests import people_of

PER_PAGE: Final = 100
BESIDE: Final = 8
_One = TypeVar("_One")


class Search(NamedTuple):
    """What the address asks for."""

    q: str = ""
    round: str = ""
    page: str = ""

    @property
    def page_number(self) -> int:
        """The page asked for, the first where none is."""
        return whole_number(self.page) or 1


class PartPage(Page, frozen=True, kw_only=True):
    """What every part knows; one of many rows is shown a hundred at a time."""

    snapshot: PublicSnapshot
    search: Search
    pages: int = 1


class PairingsPart(PartPage, frozen=True, kw_only=True):
    """The pairings of a round."""

    template = "tournament/public/pairings.html"

    shown: RoundView
    rows: Sequence[GameRow]
    beside: list[StandingRow]


class StandingsPart(PartPage, frozen=True, kw_only=True):
    """The standings, or the final ranking."""

    template = "tournament/public/standings.html"

    rows: Sequence[StandingRow]
    heads: tuple[FigureCell, ...]


class PlayersPart(PartPage, frozen=True, kw_only=True):
    """Who is in the event, before round 1."""

    template = "tournament/public/players.html"

    lines: Sequence[PlayerLine]
    count: int


class BracketPart(PartPage, frozen=True, kw_only=True):
    """The bracket as a picture."""

    template = "tournament/public/bracket.html"

    picture: Picture | None


class AboutPart(PartPage, frozen=True, kw_only=True):
    """Announcements, rulings, what players may use, how the event is played."""

    template = "tournament/public/about.html"

    rulings: tuple[Ruling, ...]
    people: Mapping[str, str]


def _page_of(rows: Sequence[_One], page: int) -> tuple[Sequence[_One], int]:
    """One page of many rows, and how many pages there are."""
    pages = max((len(rows) + PER_PAGE - 1) // PER_PAGE, 1)
    page = min(max(page, 1), pages)
    return rows[(page - 1) * PER_PAGE : page * PER_PAGE], pages


def pairings_part(snapshot: PublicSnapshot, search: Search) -> PairingsPart:
    """The pairings of a round, the latest unless another is asked for."""
    rounds = snapshot.view.rounds
    wanted = whole_number(search.round) or len(rounds)
    shown = rounds[wanted - 1] if 1 <= wanted <= len(rounds) else rounds[-1]
    rows = pairing_rows(snapshot, shown, latest=shown is rounds[-1], wanted=search.q.casefold())
    page, pages = _page_of(rows, search.page_number)
    beside = standing_rows(snapshot, snapshot.standings[:BESIDE]) if snapshot.swiss_done else []
    return PairingsPart(snapshot=snapshot, search=search, pages=pages, shown=shown, rows=page, beside=beside)


def standings_part(snapshot: PublicSnapshot, search: Search) -> StandingsPart:
    """The standings after the closed Swiss rounds, or the final ranking."""
    rows = standing_rows(snapshot, snapshot.standings)
    if snapshot.view.ranking:
        rows.sort(key=lambda row: row.place or len(snapshot.standings) + 1)
    found = [row for row in rows if search.q.casefold() in row.name.casefold()]
    page, pages = _page_of(found, search.page_number)
    heads = rows[0].figures if rows else ()
    return StandingsPart(snapshot=snapshot, search=search, pages=pages, rows=page, heads=heads)


def bracket_part(snapshot: PublicSnapshot, search: Search) -> BracketPart:
    """The bracket as a picture."""
    return BracketPart(snapshot=snapshot, search=search, picture=picture(snapshot))


def players_part(snapshot: PublicSnapshot, search: Search) -> PlayersPart:
    """Who is in the event, before round 1."""
    lines = [line for line in snapshot.view.players if line.status in ("entered", "waiting")]
    names = {line.player: snapshot.name(line.player).casefold() for line in lines}
    chosen = [line for line in lines if search.q.casefold() in names[line.player]]
    chosen.sort(key=lambda line: names[line.player])
    page, pages = _page_of(chosen, search.page_number)
    return PlayersPart(snapshot=snapshot, search=search, pages=pages, lines=page, count=len(lines))


def about_part(snapshot: PublicSnapshot, search: Search) -> AboutPart:
    """What everybody may know of the event."""
    rulings = search_rulings(snapshot.view.rulings, search.q)
    people = people_of(snapshot.look)
    return AboutPart(snapshot=snapshot, search=search, rulings=rulings, people=people)


class ChangedRows(Page, frozen=True, kw_only=True):
    """Rows of the round being played that changed, for pages that are at the screen before."""

    template = "tournament/public/changed_rows.html"

    event: str
    before: str
    screen: str
    rows: Sequence[GameRow]


def changed_rows(snapshot: PublicSnapshot, before: RestsOn) -> str:
    """What leads a page from what it rests on to now; empty where that takes more than some rows."""
    games = snapshot.rests_on.changed_games(before)
    if not games:
        return ""
    rows = [game_row(snapshot, game) for game in games]
    return render_page(
        ChangedRows(event=snapshot.event, before=before.screen, screen=snapshot.screen, rows=rows)
    )


PARTS: Final[Mapping[str, Callable[[PublicSnapshot, Search], PartPage]]] = {
    "pairings": pairings_part,
    "standings": standings_part,
    "bracket": bracket_part,
    "players": players_part,
    "about": about_part,
}


def part_html(snapshot: PublicSnapshot, tab: str, search: Search) -> str:
    """One part of the page, from memory unless somebody searches."""
    if search.q:
        return render_page(PARTS[tab](snapshot, search))
    return snapshot.cached_part((tab, search.round, search.page), lambda: PARTS[tab](snapshot, search))
