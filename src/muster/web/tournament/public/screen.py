"""The big screen of the hall: what everybody wants to know, in big type, one page after the other.

It needs no script: each page names the next one and when it follows, unless somebody holds it. With scripts
the clock counts.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from django.http import HttpRequest, HttpResponse

from muster.web.environment import url
from muster.web.forms import whole_number
from muster.web.page import Page, render_response
from muster.web.tournament.public.bracket import Picture, picture
from muster.web.tournament.public.public import HeadPage, head_page, qr_of
from muster.web.tournament.public.rows import GameRow, StandingRow, pairing_rows, standing_rows
from muster.web.tournament.public.snapshot import PublicSnapshot, snapshot_for
from muster.web.tournament.requests import methods_only, way_in

PER_PAGE: Final = 18
PER_COLUMN: Final = 6
SECONDS: Final = 12
MOST_STANDINGS: Final = 72

Slide: TypeAlias = Literal["missing", "pairings", "bracket", "standings", "words", "welcome"]


class ScreenPage(Page, frozen=True, kw_only=True):
    """One page of the screen, under the slab of the public page: its rows in `columns` of `rows` each, and
    which tables or places they are in `words`."""

    template = "tournament/public/screen.html"

    head: HeadPage
    event: str
    turn: Slide
    pairings: Sequence[GameRow]
    standings: Sequence[StandingRow]
    missing: Sequence[str]
    picture: Picture | None
    columns: int
    rows: int
    words: str
    here: int
    next: int
    turns: int
    seconds: int
    hold: bool
    bright: bool
    address: str
    qr: str


class Rows(NamedTuple):
    """The rows of a page, and which of all tables or places they are."""

    pairings: Sequence[GameRow] = ()
    standings: Sequence[StandingRow] = ()
    missing: Sequence[str] = ()
    words: str = ""

    @property
    def columns(self) -> int:
        """One column where there are few rows, so that the letters can be as large as the screen allows."""
        return -(-len(self.pairings or self.standings or self.missing) // PER_COLUMN) or 1

    @property
    def rows(self) -> int:
        """How many rows each column holds."""
        return -(-len(self.pairings or self.standings or self.missing) // self.columns) or 1


def turns_of(snapshot: PublicSnapshot) -> list[tuple[Slide, int]]:
    """What follows what: who is missing until round 1, pairings while a round is played, standings between
    rounds, then the bracket."""
    shown = snapshot.round
    found: list[tuple[Slide, int]] = [("missing", page) for page in range(_pages(len(missing_of(snapshot))))]
    if shown is not None and not shown.closed:
        rows = len(shown.round.games) + len(shown.round.byes)
        found += [("pairings", page) for page in range(_pages(rows))]
    if any(round_view.round.stage == "elimination" for round_view in snapshot.view.rounds):
        found.append(("bracket", 0))
    if snapshot.swiss_done and (shown is None or shown.closed or shown.round.stage == "elimination"):
        rows = min(len(snapshot.standings), MOST_STANDINGS)
        found += [("standings", page) for page in range(_pages(rows))]
    if snapshot.view.words:
        found.append(("words", 0))
    return found or [("welcome", 0)]


def missing_of(snapshot: PublicSnapshot) -> list[str]:
    """Who is entered and not there yet, by name, until round 1 is published."""
    view = snapshot.view
    away = [line.player for line in view.players if line.state == "away"]
    return [] if view.rounds or view.over else sorted(map(snapshot.name, away), key=str.casefold)


def _pages(rows: int) -> int:
    return (rows + PER_PAGE - 1) // PER_PAGE


def rows_of(snapshot: PublicSnapshot, turn: Slide, page: int) -> Rows:
    """One page of a turn."""
    part = slice(page * PER_PAGE, (page + 1) * PER_PAGE)
    if turn == "pairings" and snapshot.round:
        rows = pairing_rows(snapshot, snapshot.round)
        games = sum(1 for row in rows[part] if row.table)
        return Rows(rows[part], words=_which("Tables", page, games, len(snapshot.round.round.games)))
    if turn == "standings":
        lines = snapshot.standings
        words = _which("Places", page, len(lines[part]), len(lines))
        return Rows(standings=standing_rows(snapshot, lines[part]), words=words)
    if turn == "missing":
        names = missing_of(snapshot)
        return Rows(missing=names[part], words=_which("Players", page, len(names[part]), len(names)))
    return Rows()


def _which(what: str, page: int, here: int, every: int) -> str:
    """`Tables 1 to 5 of 5`; a page with nothing but the bye has no table."""
    first = page * PER_PAGE + 1
    return f"{what} {first} to {first + here - 1} of {every}" if here else ""


@methods_only("GET")
def page(request: HttpRequest, event: str) -> HttpResponse:
    """One page of the screen; `at` counts them."""
    shown = screen_page(request, snapshot_for(request, event))
    response = render_response(request, shown)
    if not shown.hold:
        bright = "&bright=1" if shown.bright else ""
        response["Refresh"] = f"{SECONDS}; url={url('event-screen', event=event)}?at={shown.next}{bright}"
    return response


def screen_page(request: HttpRequest, snapshot: PublicSnapshot) -> ScreenPage:
    """The page whose turn it is."""
    turns = turns_of(snapshot)
    at = (whole_number(request.GET.get("at", "")) or 0) % len(turns)
    turn, number = turns[at]
    rows = rows_of(snapshot, turn, number)
    address = way_in(request, snapshot.event)
    return ScreenPage(
        head=head_page(snapshot),
        event=snapshot.event,
        turn=turn,
        pairings=rows.pairings,
        standings=rows.standings,
        missing=rows.missing,
        picture=picture(snapshot) if turn == "bracket" else None,
        columns=rows.columns,
        rows=rows.rows,
        words=rows.words,
        here=at,
        next=(at + 1) % len(turns),
        turns=len(turns),
        seconds=SECONDS,
        hold=request.GET.get("hold") == "1",
        bright=request.GET.get("bright") == "1",
        address=address.partition("://")[2],
        qr=qr_of(address),
    )
