"""Army lists of an event: hand one in and see what is wrong with it; officials see all and mark them read.

Who sees which copy is decided by the use cases: the owner and officials everything, the opponent of the round
a copy without hidden cards, others nothing.
"""

from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from uuid_utils import uuid4

from muster.app.tournament import commands
from muster.app.tournament.access import AudienceView
from muster.app.tournament.guide import tasks_of
from muster.rules.armies.army import Army
from muster.rules.cards import catalogue
from muster.rules.tournament.games import Player
from muster.rules.tournament.judging import lists
from muster.rules.tournament.running.audiences import PlayerLine
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.roles import may
from muster.rules.violations import Refused, Violation, refuse_unless
from muster.web.armies import view as army_view
from muster.web.identity import private
from muster.web.page import Page, draw
from muster.web.print.armies.sheets import PrintOrder, Sheet, army_pdf, file_name, paper_named
from muster.web.tournament.player import list_forms
from muster.web.tournament.requests import (
    Reason,
    act_of,
    actor,
    id_of,
    look_of,
    reasons_of,
    status_of,
    stream_of,
    tournaments,
    watching,
)

ORDER: Final = ("missing", "wrong", "problems", "unread", "fine")
STATE_WORDS: Final = {
    "missing": ("No list", "danger"),
    "wrong": ("Something is wrong", "danger"),
    "problems": ("To look at", "warn"),
    "unread": ("Not read yet", "accent"),
    "fine": ("Looked over", "success"),
    "in": ("Handed in", "accent"),
}


class ListRow(NamedTuple):
    """A player's list for the officials."""

    player: Player
    name: str
    state: str
    words: str
    tone: str
    points: int
    problems: int


class ListsPage(Page, frozen=True, kw_only=True):
    """Hand in a list, check it before, look at all of them. `player` is whose list the form is about."""

    template = "tournament/player/lists.html"

    event: str
    look: AudienceView
    player: Player
    name: str
    mine: bool
    line: PlayerLine | None
    frozen: bool
    over: bool
    format: str
    armies: list[army_view.ArmyRow]
    text: str
    chosen: str
    opponent: tuple[Player, str] | None
    judge: bool
    rows: list[ListRow]
    checked: list_forms.Checked | None
    reasons: tuple[Reason, ...]
    key: str


class ListPage(Page, frozen=True, kw_only=True):
    """One list, in the copy that somebody may see."""

    template = "tournament/public/list.html"

    event: str
    look: AudienceView
    player: Player
    name: str
    found: lists.ArmyList
    whole: bool
    line: PlayerLine
    state: tuple[str, str]
    sheet: army_view.Sheet | None
    problems: tuple[Reason, ...]
    undated: tuple[list_forms.DatedCard, ...]
    dated: tuple[list_forms.DatedCard, ...]
    plans: bool
    frozen: bool
    judge: bool
    mine: bool
    reasons: tuple[Reason, ...]
    key: str


@private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, event: str) -> HttpResponse:
    """Hand in a list, check it before, look at all of them."""
    look = _admitted(request, event)
    player = _whose(request, look)
    checked: list_forms.Checked | None = None
    problems: tuple[Violation, ...] = ()
    if request.method == "POST":
        try:
            found = list_forms.brought(request)
            if request.POST.get("do") != "check":
                command = commands.SubmitList(player=player, army=found.army, text=found.text)
                tournaments(request).do(act_of(request), stream_of(event), command)
                return redirect("event-list", event=event, player=player)
            checked = _checked(request, look, found.army)
        except Refused as refusal:
            problems = refusal.violations
    return draw(request, _lists_page(request, look, player, checked, problems), status_of(problems))


def _checked(request: HttpRequest, look: AudienceView, army: Army | None) -> list_forms.Checked | None:
    released = tournaments(request).load(look.tournament).state.released
    return list_forms.checked(army, look.view.plan, released) if army else None


def _admitted(request: HttpRequest, event: str) -> AudienceView:
    """Lists are for those who play and those who work at the event."""
    look = look_of(request, event)
    refuse_unless(look.view.player or look.offices, problem("tournament.not_a_player"))
    return look


def _whose(request: HttpRequest, look: AudienceView) -> Player:
    """Whose list the form is about: one's own, or for officials the player named in the address."""
    wanted = request.GET.get("for", "")
    there = wanted in {line.player for line in look.view.players}
    return wanted if there and "judge" in tasks_of(look.offices) else look.view.player


def _lists_page(
    request: HttpRequest,
    look: AudienceView,
    player: Player,
    checked: list_forms.Checked | None,
    problems: tuple[Violation, ...],
) -> ListsPage:
    now = tournaments(request).load(look.tournament).state
    judge, mine = "judge" in tasks_of(look.offices), player == look.view.player
    return ListsPage(
        event=id_of(look.tournament),
        look=look,
        player=player,
        name=look.names.get(player, player),
        mine=mine,
        line=next((line for line in look.view.players if line.player == player), None),
        frozen=bool(player) and mine and lists.is_frozen(now, player),
        over=look.view.status in ("ended", "called-off"),
        format=_format_name(look),
        armies=list_forms.my_armies(request) if mine and player else [],
        text=request.POST.get("text", "")[: lists.MOST_TEXT],
        chosen=request.POST.get("army", ""),
        opponent=_opponent(request, look),
        judge=judge,
        rows=rows(look, judge) if look.offices else [],
        checked=checked,
        key=str(uuid4()),
        reasons=reasons_of(problems, look.names),
    )


def _format_name(look: AudienceView) -> str:
    found = catalogue().formats.get(lists.event_format(look.view.plan))
    return found.name if found else lists.event_format(look.view.plan)


def _opponent(request: HttpRequest, look: AudienceView) -> tuple[Player, str] | None:
    """The opponent of the round, where there is a list to open."""
    if not look.view.player:
        return None
    other = watching(request).my_place(actor(request), look.tournament).opponent
    there = any(line.player == other and line.has_list for line in look.view.players)
    return (other, look.names.get(other, other)) if there else None


def rows(look: AudienceView, judge: bool) -> list[ListRow]:
    """Everybody who plays, those without a list first."""
    here = (line for line in look.view.players if line.status in ("entered", "waiting"))
    found = [_row(line, look.names.get(line.player, line.player), judge) for line in here]
    return sorted(
        found, key=lambda row: (ORDER.index(row.state) if row.state in ORDER else 9, row.name.casefold())
    )


def _row(line: PlayerLine, name: str, judge: bool) -> ListRow:
    state = list_state(line) if judge else "in" if line.has_list else "missing"
    words, tone = STATE_WORDS[state]
    held = line.list if judge else None
    return ListRow(
        line.player, name, state, words, tone, held.points if held else 0, held.problems if held else 0
    )


def list_state(line: PlayerLine) -> str:
    """Where a list stands: missing, wrong (a leader said so), with problems, not read, looked over."""
    held = line.list
    if held is None:
        return "in" if line.has_list else "missing"
    if held.reviewed:
        return "fine" if held.fine else "wrong"
    return "problems" if held.problems else "unread"


# One list --------------------------------------------------------------------------------------------------


@private
@require_GET
def one(request: HttpRequest, event: str, player: Player) -> HttpResponse:
    """The copy of a list that this person may see."""
    return _shown(request, event, player)


def _shown(request: HttpRequest, event: str, player: Player, refusal: Refused | None = None) -> HttpResponse:
    problems = refusal.violations if refusal else ()
    return draw(request, _list_page(request, event, player, problems), status_of(problems))


def _list_page(request: HttpRequest, event: str, player: Player, problems: tuple[Violation, ...]) -> ListPage:
    look, events = look_of(request, event), tournaments(request)
    found = events.army_list(actor(request), look.tournament, player)
    whole = copy_of(request, event, player) == "whole"
    line = next(line for line in look.view.players if line.player == player)
    wrong = events.list_problems(actor(request), look.tournament, player) if whole else ()
    now, army = events.load(look.tournament).state, found.army if whole else None
    tasks = tasks_of(look.offices)
    return ListPage(
        event=event,
        look=look,
        player=player,
        name=look.names.get(player, player),
        found=found,
        whole=whole,
        line=line,
        state=STATE_WORDS[list_state(line)],
        sheet=army_view.sheet(found.army) if found.army else None,
        problems=reasons_of(wrong),
        undated=list_forms.undated(army, look.view.plan, now.released) if army else (),
        dated=list_forms.dated(army, now.released) if army else (),
        plans="plan" in tasks,
        frozen=lists.is_frozen(now, player),
        judge="judge" in tasks,
        mine=player == look.view.player,
        key=str(uuid4()),
        reasons=reasons_of(problems, look.names),
    )


def copy_of(request: HttpRequest, event: str, player: Player) -> lists.Copy:
    """Which copy this person gets."""
    now, person = tournaments(request).load(stream_of(event)).state, actor(request)
    return lists.copy_for(now, player, person, may(now, person, "judge"))


@private
@require_POST
def review(request: HttpRequest, event: str, player: Player) -> HttpResponse:
    """A leader has looked a list over."""
    look_of(request, event)
    fine, words = request.POST.get("fine") == "yes", request.POST.get("words", "")
    try:
        command = commands.ReviewList(player=player, fine=fine, words=words)
        tournaments(request).do(act_of(request), stream_of(event), command)
    except Refused as refusal:
        if status_of(refusal.violations) != 422 or copy_of(request, event, player) == "none":
            raise
        return _shown(request, event, player, refusal)
    return redirect("event-lists", event=event)


@private
@require_POST
def release(request: HttpRequest, event: str, player: Player) -> HttpResponse:
    """The organiser enters when a card of a list came out, or takes it back."""
    look_of(request, event)
    card, released = request.POST.get("card", ""), request.POST.get("released", "")
    try:
        command = commands.EnterRelease(card=card, released=list_forms.day_of(released))
        tournaments(request).do(act_of(request), stream_of(event), command)
    except Refused as refusal:
        if status_of(refusal.violations) != 422 or copy_of(request, event, player) == "none":
            raise
        return _shown(request, event, player, refusal)
    return redirect("event-list", event=event, player=player)


@private
@require_GET
def printed(request: HttpRequest, event: str, player: Player, sheet: Sheet) -> HttpResponse:
    """A sheet of the copy that this person may see; an open copy is the opponent's (rule 528)."""
    look = look_of(request, event)
    found = tournaments(request).army_list(actor(request), stream_of(event), player)
    if found.army is None:
        raise Refused(problem("tournament.no_list", (player,), 537))
    whole = copy_of(request, event, player) == "whole"
    sheet = "opponent" if sheet == "tournament" and not whole else sheet
    paper = paper_named(request.GET.get("paper", "a4"))
    order = PrintOrder(sheet=sheet, paper=paper, player=look.names.get(player, ""))
    named = content_disposition_header(as_attachment=False, filename=file_name(found.army, sheet))
    made = army_pdf(found.army, catalogue(), order)
    return HttpResponse(made, content_type="application/pdf", headers={"Content-Disposition": named})
