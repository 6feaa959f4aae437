"""An event on paper and as files. Who may see what is decided by the views the sheets are made from."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from muster.app.calendar import Meeting
from muster.app.calendar import calendar_file as written
from muster.app.tournament.access import AudienceView, TournamentQueries
from muster.app.tournament.export import export_tournament
from muster.app.tournament.spreadsheets import Table, as_csv, table_by_name
from muster.rules.tournament.file import write_file
from muster.rules.tournament.games import Player
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.roles import Task
from muster.rules.violations import require
from muster.web.environment import url
from muster.web.forms import whole_number
from muster.web.page import Page, render_response
from muster.web.print import shorten_text
from muster.web.print.armies.heading import Paper
from muster.web.print.armies.sheets import paper_named
from muster.web.print.tournament.armies import armies_pdf, parts_of
from muster.web.print.tournament.blank_list import blank_list_pdf
from muster.web.print.tournament.bracket import bracket_pdf
from muster.web.print.tournament.numbers import numbers_pdf
from muster.web.print.tournament.pairings import by_name_pdf, by_table_pdf
from muster.web.print.tournament.players import check_in_pdf, lists_pdf, players_pdf
from muster.web.print.tournament.silhouette import silhouette_pdf
from muster.web.print.tournament.slips import slips_pdf
from muster.web.print.tournament.standings import standings_pdf
from muster.web.tournament.requests import (
    actor,
    in_a_sentence,
    look_of,
    methods_only,
    stream_of,
    tournament_queries,
    way_in,
)

PDF: Final = "application/pdf"


class Wish(NamedTuple):
    """A sheet somebody asks for: who, of which event, on which paper, and what stood in the address. `link`
    leads into the event."""

    queries: TournamentQueries
    person: str
    stream: str
    paper: Paper
    address: Mapping[str, str]
    link: Callable[[], str]

    @property
    def look(self) -> AudienceView:
        """The event as this person may see it."""
        return self.queries.look(self.person, self.stream)

    def desk(self, task: Task = "results") -> AudienceView:
        """The event for those whose task this is."""
        return self.queries.desk(self.person, self.stream, task)

    def codes(self) -> dict[Player, str]:
        """The codes with which players claim their seats."""
        return self.queries.codes(self.person, self.stream)

    def number(self, name: str) -> int:
        """A number in the address, 0 where there is none."""
        given = self.address.get(name, "")
        return require(
            whole_number(given, 4) if given else 0,
            problem("tournament.no_such_round", (), "", round=shorten_text(given, 20)),
        )


class Sheet(NamedTuple):
    """A sheet in the list: what it is called and for, who may print it (nothing: whoever may look)."""

    name: str
    hint: str
    make: Callable[[Wish], bytes]
    task: Task | None = None
    of_round: bool = False


# The sheets ------------------------------------------------------------------------------------------------


def _slips(wish: Wish) -> bytes:
    """Everybody with an office prints slips; the codes on them are for the desk alone."""
    look, number = wish.desk(), wish.number("round")
    if not wish.address.get("codes"):
        return slips_pdf(look, wish.paper, number)
    codes, link = wish.codes(), wish.link().partition("://")[2]
    return slips_pdf(look, wish.paper, number, codes, link)


def _check_in(wish: Wish) -> bytes:
    return check_in_pdf(wish.desk("players"), wish.codes(), wish.paper)


def _standings(wish: Wish) -> bytes:
    return standings_pdf(wish.look, wish.queries.standings(wish.person, wish.stream), wish.paper)


def _armies(wish: Wish) -> bytes:
    look, part = wish.desk("judge"), max(1, wish.number("part"))
    return armies_pdf(wish.queries, wish.person, look, wish.paper, part)


SHEETS: Final[Mapping[str, Sheet]] = {
    "pairings": Sheet(
        "Pairings by table",
        "For the wall",
        lambda wish: by_table_pdf(wish.look, wish.paper, wish.number("round")),
        of_round=True,
    ),
    "names": Sheet(
        "Pairings by name",
        "For the wall: everyone finds their table",
        lambda wish: by_name_pdf(wish.look, wish.paper, wish.number("round")),
        of_round=True,
    ),
    "standings": Sheet("Standings", "Every figure of every player", _standings),
    "bracket": Sheet("Bracket", "For the wall", lambda wish: bracket_pdf(wish.look, wish.paper)),
    "players": Sheet("Players", "Everyone by name", lambda wish: players_pdf(wish.look, wish.paper)),
    "numbers": Sheet(
        "Table numbers", "Two to a page, as large as they go", lambda wish: numbers_pdf(wish.look, wish.paper)
    ),
    "slips": Sheet(
        "Result slips",
        "Three to a page; cut the stack and the slips are in order",
        _slips,
        "results",
        of_round=True,
    ),
    "check-in": Sheet("Check-in", "Names to tick, with the codes for their phones", _check_in, "players"),
    "lists": Sheet(
        "State of the army lists",
        "Who submitted a list, and its problems",
        lambda wish: lists_pdf(wish.desk("judge"), wish.paper),
        "judge",
    ),
    "armies": Sheet("Army lists", "Every list in full", _armies, "judge"),
    "blank-list": Sheet(
        "Blank army list",
        "One page to copy and fill in by hand",
        lambda wish: blank_list_pdf(wish.look, wish.paper),
    ),
}


@methods_only("GET", "HEAD")
def sheet(request: HttpRequest, event: str, sheet: str) -> HttpResponse:
    """A sheet as PDF: `?paper=letter`, `?round=2`; slips: `?codes=1`; lists: `?part=2`."""
    if sheet not in SHEETS:
        raise Http404
    paper = paper_named(request.GET.get("paper", "a4"))
    link = partial(way_in, request, event)
    wish = Wish(tournament_queries(request), actor(request), stream_of(event), paper, _address(request), link)
    return _file(SHEETS[sheet].make(wish), PDF, f"{wish.look.view.name} {sheet}.pdf", attached=False)


@methods_only("GET", "HEAD")
def table(request: HttpRequest, event: str) -> HttpResponse:
    """A table for a spreadsheet: `?of=players`, `pairings`, `results` or `standings`."""
    which = table_by_name(request.GET.get("of", "results"))
    made = as_csv(tournament_queries(request), actor(request), stream_of(event), which)
    name = f"{look_of(request, event).view.name} {which}.csv"
    return _file(made, "text/csv; charset=utf-8", name)


@methods_only("GET", "HEAD")
def event_file(request: HttpRequest, event: str) -> HttpResponse:
    """The event as the file that `muster tournament` reads."""
    made = export_tournament(tournament_queries(request), actor(request), stream_of(event))
    return _file(write_file(made), "application/json", f"{made.name}.json")


@require_safe
def calendar(request: HttpRequest, event: str) -> HttpResponse:
    """The day of the event for a calendar; refused where none is set."""
    view = look_of(request, event).view
    plan = view.plan
    day = require(plan.day, problem("tournament.no_day"))
    meeting = Meeting(
        uid=f"event-{event}@muster",
        title=view.name,
        day=day,
        starts=plan.starts,
        zone=plan.zone,
        place=plan.place,
        words=in_a_sentence(view),
        address=request.build_absolute_uri(url("event", event=event)),
        off=view.status == "called-off",
    )
    return _file(written([meeting], datetime.now(UTC)), "text/calendar; charset=utf-8", f"{view.name}.ics")


@require_safe
def silhouette(request: HttpRequest) -> HttpResponse:
    """The line of sight template, for every table."""
    paper = paper_named(request.GET.get("paper", "a4"))
    return _file(silhouette_pdf(paper), PDF, "line-of-sight.pdf", attached=False)


def _address(request: HttpRequest) -> dict[str, str]:
    return {name: request.GET.get(name, "") for name in ("round", "codes", "part")}


def _file(made: bytes, kind: str, name: str, *, attached: bool = True) -> HttpResponse:
    kept = "".join(sign if sign.isalnum() or sign in ".-" else " " for sign in name)
    shown = content_disposition_header(as_attachment=attached, filename="-".join(kept.split()).lower())
    return HttpResponse(made, content_type=kind, headers={"Content-Disposition": shown})


# The page --------------------------------------------------------------------------------------------------


class SheetRow(NamedTuple):
    """A sheet that can be printed now, with the ending of its address."""

    key: str
    name: str
    hint: str
    query: str
    of_round: bool


class PrintPage(Page, frozen=True, kw_only=True):
    """All that can be printed or taken away."""

    template = "tournament/desk/print.html"

    event: str
    look: AudienceView
    paper: Paper
    public: list[SheetRow]
    office: list[SheetRow]
    files: Mapping[Table, tuple[str, str]]


@methods_only("GET", "HEAD")
def page(request: HttpRequest, event: str) -> HttpResponse:
    """All that can be printed or taken away, with one line for each."""
    look = look_of(request, event)
    shown = PrintPage(
        event=event,
        look=look,
        paper=paper_named(request.GET.get("paper", "a4")),
        public=list(_offered_sheets(look, for_all=True)),
        office=list(_offered_sheets(look, for_all=False)),
        files=TABLE_HINTS,
    )
    return render_response(request, shown)


TABLE_HINTS: Final[Mapping[Table, tuple[str, str]]] = {
    "players": ("Players", "Names, who is here, who dropped"),
    "pairings": ("Pairings", "Every round, byes too"),
    "results": ("Results", "Every table with its numbers"),
    "standings": ("Standings", "Every figure"),
}


def _offered_sheets(look: AudienceView, *, for_all: bool) -> Iterator[SheetRow]:
    """The sheets that this person may print now: those for everybody, or those of an office."""
    for key, sheet in SHEETS.items():
        mine = sheet.task is None if for_all else sheet.task in look.tasks
        if not mine or not _ready(look, key):
            continue
        if key == "armies":
            for part, last in parts_of(look):
                yield _row(key, sheet, query=f"part={part}" if part > 1 else "", more=last)
            continue
        yield _row(key, sheet)
        if key == "slips" and "players" in look.tasks:
            more = "The slips, then a card for each player with the code for their phone"
            yield _row(key, sheet._replace(name="Result slips and phone codes", hint=more), query="codes=1")


def _ready(look: AudienceView, key: str) -> bool:
    view = look.view
    if key == "bracket":
        return any(round_view.round.stage == "elimination" for round_view in view.rounds)
    if key == "standings":
        return view.announced is not None
    if key in ("lists", "armies", "check-in", "players"):
        return bool(view.players) and (key != "armies" or any(player.has_list for player in view.players))
    return bool(view.rounds) if SHEETS[key].of_round else True


def _row(key: str, sheet: Sheet, query: str = "", more: str = "") -> SheetRow:
    return SheetRow(key, sheet.name + more, sheet.hint, query, sheet.of_round)
