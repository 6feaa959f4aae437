"""The parts of the public page: pairings, standings, bracket, players, what the event is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from muster.rules.tournament.running.audiences import PlayerLine, RoundView
from muster.rules.tournament.running.tournament import Announcement, Ruling
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.forms import whole_number
from muster.web.page import Page, drawn
from muster.web.tournament.public.bracket import Picture, champion_of, picture
from muster.web.tournament.public.rows import (
    FigureCell,
    GameRow,
    StandingRow,
    pairing_rows,
    standing_rows,
)
from muster.web.tournament.public.snapshot import PublicSnapshot
from muster.web.tournament.public.words import AID_WORDS, STATUS_WORDS

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
    """What every part knows."""

    snapshot: PublicSnapshot
    event: str
    search: Search


class PagedPart(PartPage, frozen=True, kw_only=True):
    """A part of many rows, a hundred at a time."""

    page: int
    pages: int


class PairingsPart(PagedPart, frozen=True, kw_only=True):
    """The pairings of a round."""

    template = "tournament/public/pairings.html"

    shown: RoundView
    rows: Sequence[GameRow]
    rounds: tuple[int, ...]
    beside: list[StandingRow]


class StandingsPart(PagedPart, frozen=True, kw_only=True):
    """The standings, or the final ranking."""

    template = "tournament/public/standings.html"

    rows: Sequence[StandingRow]
    heads: tuple[FigureCell, ...]
    final: bool
    champion: str


class PlayersPart(PagedPart, frozen=True, kw_only=True):
    """Who is in the event, before round 1."""

    template = "tournament/public/players.html"

    lines: Sequence[PlayerLine]
    count: int


class BracketPart(PartPage, frozen=True, kw_only=True):
    """The bracket as a picture."""

    template = "tournament/public/bracket.html"

    picture: Picture | None


class AidChip(NamedTuple):
    """What players may use; `extra` where this event alone allows it."""

    words: str
    extra: bool


class AboutPart(PartPage, frozen=True, kw_only=True):
    """Announcements, rulings, what players may use, how the event is played."""

    template = "tournament/public/about.html"

    announcements: tuple[tuple[int, Announcement], ...]
    rulings: list[Ruling]
    aids: tuple[AidChip, ...]
    people: Mapping[str, str]
    status: str


def _paged(rows: Sequence[_One], page: int) -> tuple[Sequence[_One], int]:
    """One page of many rows, and how many pages there are."""
    pages = max((len(rows) + PER_PAGE - 1) // PER_PAGE, 1)
    page = min(max(page, 1), pages)
    return rows[(page - 1) * PER_PAGE : page * PER_PAGE], pages


def pairings_part(snapshot: PublicSnapshot, search: Search) -> PairingsPart:
    """The pairings of a round, the latest unless another is asked for."""
    rounds = snapshot.view.rounds
    wanted = whole_number(search.round) or len(rounds)
    shown = rounds[wanted - 1] if 1 <= wanted <= len(rounds) else rounds[-1]
    rows = pairing_rows(snapshot, shown, latest=shown is rounds[-1])
    found = [row for row in rows if _matches(row, search.q.casefold())] if search.q else rows
    page, pages = _paged(found, search.page_number)
    return PairingsPart(
        snapshot=snapshot,
        event=snapshot.event,
        search=search,
        page=search.page_number,
        pages=pages,
        shown=shown,
        rows=page,
        rounds=tuple(one.round.number for one in rounds),
        beside=standing_rows(snapshot, snapshot.standings[:BESIDE]) if snapshot.swiss_done else [],
    )


def _matches(row: GameRow, wanted: str) -> bool:
    """A table by its number, a player by any part of the name."""
    if wanted.isdecimal():
        return row.table == int(wanted)
    return any(wanted in one.name.casefold() for one in row.players)


def standings_part(snapshot: PublicSnapshot, search: Search) -> StandingsPart:
    """The standings after the closed Swiss rounds, or the final ranking."""
    rows = standing_rows(snapshot, snapshot.standings)
    final = bool(snapshot.view.ranking)
    if final:
        rows.sort(key=lambda row: row.place or len(rows) + 1)
    found = [row for row in rows if search.q.casefold() in row.name.casefold()]
    page, pages = _paged(found, search.page_number)
    champion = champion_of(snapshot)
    return StandingsPart(
        snapshot=snapshot,
        event=snapshot.event,
        search=search,
        page=search.page_number,
        pages=pages,
        rows=page,
        heads=rows[0].figures if rows else (),
        final=final,
        champion=snapshot.name(champion) if champion else "",
    )


def bracket_part(snapshot: PublicSnapshot, search: Search) -> BracketPart:
    """The bracket as a picture."""
    return BracketPart(snapshot=snapshot, event=snapshot.event, search=search, picture=picture(snapshot))


def players_part(snapshot: PublicSnapshot, search: Search) -> PlayersPart:
    """Who is in the event, before round 1."""
    lines = [line for line in snapshot.view.players if line.status in ("entered", "waiting")]
    names = {line.player: snapshot.name(line.player).casefold() for line in lines}
    chosen = [line for line in lines if search.q.casefold() in names[line.player]]
    chosen.sort(key=lambda line: names[line.player])
    page, pages = _paged(chosen, search.page_number)
    return PlayersPart(
        snapshot=snapshot,
        event=snapshot.event,
        search=search,
        page=search.page_number,
        pages=pages,
        lines=page,
        count=len(lines),
    )


def about_part(snapshot: PublicSnapshot, search: Search) -> AboutPart:
    """What everybody may know of the event."""
    view = snapshot.view
    officials = {view.organiser, view.head_judge, *view.judges} - {""}
    known = names_of(officials)
    wanted = search.q.casefold().split()
    texts = [(one, f"{one.card} {one.words}".casefold()) for one in view.rulings]
    return AboutPart(
        snapshot=snapshot,
        event=snapshot.event,
        search=search,
        announcements=tuple(enumerate(view.words, 1))[::-1],
        rulings=[one for one, text in texts if all(word in text for word in wanted)],
        aids=tuple(AidChip(AID_WORDS[aid], aid in view.plan.allowed) for aid in view.plan.aids),
        people={one: known.get(one, FORMER_PLAYER) for one in officials},
        status=STATUS_WORDS.get(view.status, ""),
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
        return drawn(PARTS[tab](snapshot, search))
    return snapshot.kept((tab, search.round, search.page), lambda: PARTS[tab](snapshot, search))
