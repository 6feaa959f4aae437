"""Army lists of an event: hand one in and see what is wrong with it; officials see all and mark them read.

Who sees which copy is decided by the use cases: the owner and officials everything, the opponent of the round
a copy without hidden cards, others nothing.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from msgspec.structs import replace

from muster.app.acting import Command
from muster.app.tournament import commands
from muster.app.tournament.access import AudienceView
from muster.rules.armies.army import Army
from muster.rules.cards import catalogue
from muster.rules.tournament.games import Player
from muster.rules.tournament.judging import lists
from muster.rules.tournament.running.audiences import PlayerLine
from muster.rules.tournament.running.plan import TournamentPlan, problem
from muster.rules.tournament.running.roles import may
from muster.rules.violations import Refused, refuse_unless, require
from muster.web.armies import view as army_view
from muster.web.print.armies.heading import PrintOrder, Sheet
from muster.web.print.armies.sheets import army_pdf, file_name, paper_named
from muster.web.site.errors import status_of
from muster.web.tournament.player import list_forms
from muster.web.tournament.requests import (
    FormPage,
    Problems,
    Reason,
    actor,
    answer,
    handle_once,
    id_of,
    look_of,
    methods_only,
    reasons_of,
    stream_of,
    tournament_queries,
    tournaments,
)

ORDER: Final = ("missing", "wrong", "problems", "unread", "fine")
STATE_WORDS: Final = {
    "missing": ("No list", "danger"),
    "wrong": ("Something is wrong", "danger"),
    "problems": ("To look at", "warn"),
    "unread": ("Not read yet", "accent"),
    "fine": ("Checked", "success"),
    "in": ("Submitted", "accent"),
}


class ListRow(NamedTuple):
    """A player's list for the officials; a judge sees more of it."""

    line: PlayerLine
    name: str
    state: str
    words: str
    tone: str


class PlayersList(FormPage, frozen=True, kw_only=True):
    """`player` is whose list it is about; `frozen` when only an official changes it."""

    event: str
    look: AudienceView
    player: Player
    frozen: bool


class ListsPage(PlayersList, frozen=True, kw_only=True):
    """Hand in a list, check it before, look at all of them. The `opponent` of the round has one to open."""

    template = "tournament/player/lists.html"

    format: str
    armies: list[army_view.ArmyRow]
    text: str
    chosen: str
    opponent: Player
    rows: list[ListRow]
    checked: list_forms.Checked | None


class ListPage(PlayersList, frozen=True, kw_only=True):
    """One list, in the copy that somebody may see; `aside` are upgrades set aside for Loadout, by unit."""

    template = "tournament/public/list.html"

    found: lists.ArmyList
    whole: bool
    state: tuple[str, str]
    sheet: army_view.Sheet | None
    problems: tuple[Reason, ...]
    undated: tuple[list_forms.DatedCard, ...]
    dated: tuple[list_forms.DatedCard, ...]
    aside: tuple[tuple[str, tuple[str, ...]], ...]


@methods_only("GET", "POST")
def page(request: HttpRequest, event: str) -> HttpResponse:
    """Hand in a list, check it before, look at all of them."""
    look = _admitted_view(request, event)
    player = _whose(request, look)
    checked: list_forms.Checked | None = None
    problems: Problems = ()
    if request.method == "POST":
        try:
            found = list_forms.read_brought_list(request)
            if request.POST.get("do") != "check" and "choose" not in request.POST:
                handle_once(request, event, commands.SubmitList(player=player, **found._asdict()))
                return redirect("event-list", event=event, player=player)
            released = tournaments(request).load(look.tournament).state.released
            checked = list_forms.check_list(found, look.view.plan, released)
        except Refused as refusal:
            problems = refusal.violations
    return answer(request, _lists_page(request, look, player, checked), problems, look.names)


def _admitted_view(request: HttpRequest, event: str) -> AudienceView:
    """Lists are for those who play and those who work at the event."""
    look = look_of(request, event)
    refuse_unless(look.view.player or look.offices, problem("tournament.not_a_player"))
    return look


def _whose(request: HttpRequest, look: AudienceView) -> Player:
    """Whose list the form is about: one's own, or for officials the player named in the address."""
    wanted = request.GET.get("for", "")
    return wanted if look.view.line_of(wanted) and "judge" in look.tasks else look.view.player


def _lists_page(
    request: HttpRequest, look: AudienceView, player: Player, checked: list_forms.Checked | None
) -> ListsPage:
    now, mine = tournaments(request).load(look.tournament).state, player == look.view.player
    format_id = lists.event_format(look.view.plan)
    known = catalogue().formats.get(format_id)
    return ListsPage(
        event=id_of(look.tournament),
        look=look,
        player=player,
        frozen=bool(player) and mine and lists.is_frozen(now, player),
        format=known.name if known else format_id,
        armies=list_forms.my_armies(request) if mine and player else [],
        text=request.POST.get("text", "")[: lists.MOST_TEXT],
        chosen=request.POST.get("army", ""),
        opponent=_opponent(request, look),
        rows=rows(look) if look.offices else [],
        checked=checked,
    )


def _opponent(request: HttpRequest, look: AudienceView) -> Player:
    """The opponent of the round, where there is a list to open."""
    if not look.view.player:
        return ""
    other = tournament_queries(request).my_place(actor(request), look.tournament).opponent
    line = look.view.line_of(other)
    return other if line and line.has_list else ""


def rows(look: AudienceView) -> list[ListRow]:
    """Everybody who plays, those without a list first."""
    here = (line for line in look.view.players if line.status in ("entered", "waiting"))
    found = [_row(line, look) for line in here]
    return sorted(
        found, key=lambda row: (ORDER.index(row.state) if row.state in ORDER else 9, row.name.casefold())
    )


def _row(line: PlayerLine, look: AudienceView) -> ListRow:
    seen = line if "judge" in look.tasks else replace(line, list=None)
    state = list_state(seen)
    return ListRow(seen, look.name(line.player), state, *STATE_WORDS[state])


def list_state(line: PlayerLine) -> str:
    """Where a list stands: missing, wrong (a leader said so), with problems, not read, looked over."""
    held = line.list
    if held is None:
        return "in" if line.has_list else "missing"
    if held.reviewed:
        return "fine" if held.fine else "wrong"
    return "problems" if held.problems else "unread"


# One list --------------------------------------------------------------------------------------------------


@methods_only("GET")
def list_page(request: HttpRequest, event: str, player: Player) -> HttpResponse:
    """The copy of a list that this person may see."""
    return _render_list(request, event, player)


def _render_list(request: HttpRequest, event: str, player: Player, problems: Problems = ()) -> HttpResponse:
    look, events = look_of(request, event), tournaments(request)
    found, line = events.army_list(actor(request), look.tournament, player), look.view.line_of(player)
    whole = copy_of(request, event, player) == "whole"
    wrong = events.list_problems(actor(request), look.tournament, player) if whole else ()
    now, army = events.load(look.tournament).state, found.army if whole else None
    shown = ListPage(
        event=event,
        look=look,
        player=player,
        frozen=lists.is_frozen(now, player),
        found=found,
        whole=whole,
        state=STATE_WORDS[list_state(line) if line else "missing"],
        sheet=army_view.sheet(found.army) if found.army else None,
        problems=reasons_of(wrong),
        undated=list_forms.undated_cards(army, look.view.plan, now.released) if army else (),
        dated=list_forms.dated_cards(army, now.released) if army else (),
        aside=aside_names(found.army, look.view.plan) if found.army else (),
    )
    return answer(request, shown, problems, look.names)


def aside_names(army: Army, plan: TournamentPlan) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What the list sets aside, unit by unit, by name."""
    called = catalogue().name_of
    every = lists.upgrades_set_aside(army, plan)
    return tuple((called(unit), tuple(map(called, cards))) for unit, cards in every)


def copy_of(request: HttpRequest, event: str, player: Player) -> lists.Copy:
    """Which copy this person gets."""
    now, person = tournaments(request).load(stream_of(event)).state, actor(request)
    return lists.copy_for(now, player, person, may(now, person, "judge"))


@methods_only("POST")
def review(request: HttpRequest, event: str, player: Player) -> HttpResponse:
    """A leader has looked a list over."""
    fine, words = request.POST.get("fine") == "yes", request.POST.get("words", "")
    done = _try_act(
        request, event, player, lambda: commands.ReviewList(player=player, fine=fine, words=words)
    )
    return done or redirect("event-lists", event=event)


@methods_only("POST")
def release(request: HttpRequest, event: str, player: Player) -> HttpResponse:
    """The organiser enters when a card of a list came out, or takes it back."""
    card, released = request.POST.get("card", ""), request.POST.get("released", "")
    done = _try_act(
        request,
        event,
        player,
        lambda: commands.EnterRelease(card=card, released=list_forms.day_of(released)),
    )
    return done or redirect("event-list", event=event, player=player)


def _try_act(
    request: HttpRequest, event: str, player: Player, command: Callable[[], Command]
) -> HttpResponse | None:
    """The list with the reasons, where an act on it is refused to somebody who may see it."""
    look_of(request, event)
    try:
        handle_once(request, event, command())
    except Refused as refusal:
        if status_of(refusal.violations) != 422 or copy_of(request, event, player) == "none":
            raise
        return _render_list(request, event, player, refusal.violations)
    return None


@methods_only("GET")
def list_sheet(request: HttpRequest, event: str, player: Player, sheet: Sheet) -> HttpResponse:
    """A sheet of the copy that this person may see; an open copy is the opponent's (rule 528)."""
    look = look_of(request, event)
    found = tournaments(request).army_list(actor(request), stream_of(event), player)
    army = require(found.army, problem("tournament.no_list", (player,), 537))
    whole = copy_of(request, event, player) == "whole"
    sheet = "opponent" if sheet == "tournament" and not whole else sheet
    paper = paper_named(request.GET.get("paper", "a4"))
    order = PrintOrder(sheet=sheet, paper=paper, player=look.names.get(player, ""))
    named = content_disposition_header(as_attachment=False, filename=file_name(army, sheet))
    made = army_pdf(army, catalogue(), order)
    return HttpResponse(made, content_type="application/pdf", headers={"Content-Disposition": named})
