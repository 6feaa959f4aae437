"""The big screen of the hall: what everybody wants to know, in big type, one page after the other.

It needs no script: each page names the next one and when it follows, unless somebody holds it. With scripts
the clock counts.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from django.http import HttpRequest, HttpResponse

from muster.web.environment import url
from muster.web.forms import whole_number
from muster.web.page import draw, names_in
from muster.web.tournament.public.bracket import Picture, picture
from muster.web.tournament.public.public import HeadPage, head_page
from muster.web.tournament.public.rows import GameRow, StandingRow, pairing_rows, standing_rows
from muster.web.tournament.public.snapshot import PublicSnapshot, show_of
from muster.web.tournament.requests import on

PER_PAGE: Final = 18
SECONDS: Final = 12
MOST_STANDINGS: Final = 72

Turn: TypeAlias = Literal["pairings", "bracket", "standings", "words", "welcome"]


class ScreenPage(HeadPage, frozen=True, kw_only=True):
    """One page of the screen, under the slab of the public page; `first` is the number of its first row."""

    template = "tournament/public/screen.html"

    event: str
    turn: Turn
    pairings: Sequence[GameRow]
    standings: Sequence[StandingRow]
    picture: Picture | None
    first: int
    last: int
    all: int
    here: int
    next: int
    turns: int
    seconds: int
    hold: bool
    bright: bool
    address: str


class Rows(NamedTuple):
    """The rows of a page, and how many tables or places there are in all."""

    pairings: Sequence[GameRow] = ()
    standings: Sequence[StandingRow] = ()
    all: int = 0


def turns_of(snapshot: PublicSnapshot) -> list[tuple[Turn, int]]:
    """What follows what: pairings while a round is played, standings between rounds, then the bracket."""
    shown = snapshot.round
    found: list[tuple[Turn, int]] = []
    if shown is not None and not shown.closed:
        rows = len(shown.round.games) + len(shown.round.byes)
        found += [("pairings", page) for page in range(_pages(rows))]
    if any(one.round.stage == "elimination" for one in snapshot.view.rounds):
        found.append(("bracket", 0))
    if snapshot.swiss_done and (shown is None or shown.closed or shown.round.stage == "elimination"):
        rows = min(len(snapshot.standings), MOST_STANDINGS)
        found += [("standings", page) for page in range(_pages(rows))]
    if snapshot.view.words:
        found.append(("words", 0))
    return found or [("welcome", 0)]


def _pages(rows: int) -> int:
    return (rows + PER_PAGE - 1) // PER_PAGE


def rows_of(snapshot: PublicSnapshot, turn: Turn, page: int) -> Rows:
    """One page of a turn."""
    part = slice(page * PER_PAGE, (page + 1) * PER_PAGE)
    if turn == "pairings" and snapshot.round:
        rows = pairing_rows(snapshot, snapshot.round)
        return Rows(pairings=rows[part], all=len(snapshot.round.round.games))
    if turn == "standings":
        lines = snapshot.standings
        return Rows(standings=standing_rows(snapshot, lines[part]), all=len(lines))
    return Rows()


@on("GET")
def page(request: HttpRequest, event: str) -> HttpResponse:
    """One page of the screen; `at` counts them."""
    shown = screen_page(request, show_of(request, event))
    response = draw(request, shown)
    if not shown.hold:
        bright = "&bright=1" if shown.bright else ""
        response["Refresh"] = f"{SECONDS}; url={url('event-screen', event=event)}?at={shown.next}{bright}"
    return response


def screen_page(request: HttpRequest, snapshot: PublicSnapshot) -> ScreenPage:
    """The page whose turn it is."""
    turns = turns_of(snapshot)
    at = (whole_number(request.GET.get("at", "")) or 0) % len(turns)
    turn, number = turns[at]
    head, rows = head_page(snapshot), rows_of(snapshot, turn, number)
    first = number * PER_PAGE + 1
    return ScreenPage(
        **names_in(head),
        event=snapshot.event,
        turn=turn,
        pairings=rows.pairings,
        standings=rows.standings,
        picture=picture(snapshot) if turn == "bracket" else None,
        first=first,
        last=first + len(rows.pairings) + len(rows.standings) - 1,
        all=rows.all,
        here=at,
        next=(at + 1) % len(turns),
        turns=len(turns),
        seconds=SECONDS,
        hold=request.GET.get("hold") == "1",
        bright=request.GET.get("bright") == "1",
        address=request.build_absolute_uri(f"/event/{snapshot.event}").partition("://")[2],
    )
