"""Events to look at and one's own, and beginning a new one: one decision after the other."""

from collections.abc import Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect

from muster.app.tournament import commands
from muster.app.tournament.roster import TournamentSummary
from muster.rules.tournament.running.plan import TournamentPlan, required_words
from muster.rules.tournament.running.roles import offices
from muster.rules.violations import Refused
from muster.web import identity
from muster.web.forms import whole_number
from muster.web.page import Page, render_response
from muster.web.requests import id_for, store_for
from muster.web.tournament import requests
from muster.web.tournament.desk import plan as plan_form
from muster.web.tournament.public.snapshot import STATUS_WORDS
from muster.web.tournament.requests import FormPage, Problems, Reason, methods_only, reasons_of

STEPS: Final = ("name", "kind", "rules", "tier", "structure", "details")
USUAL_PLAYERS: Final = 12


class EventsPage(Page, frozen=True, kw_only=True):
    """Events everybody may find, and one's own; to whoever works at one its row leads to the desk."""

    template = "tournament/public/index.html"

    mine: list[TournamentSummary]
    public: list[TournamentSummary]
    desks: set[str]
    words: Mapping[str, str]
    page: int
    more: bool
    guest: bool


class NewEventPage(FormPage, frozen=True, kw_only=True):
    """One question about a new event; `said` are the answers of the others, sent along."""

    template = "tournament/desk/new.html"

    plan: TournamentPlan
    place: int
    steps: tuple[str, ...]
    answers: list[tuple[str, str]]
    name: str
    players: int
    choices: tuple[plan_form.Choice, ...]
    expected: str
    too_few: tuple[Reason, ...]
    minutes: str
    aids: Mapping[str, str]


@methods_only("GET")
def index(request: HttpRequest) -> HttpResponse:
    """Events everybody may find, and one's own."""
    page = number_in(request.GET, "page", 1, 10_000) or 1
    queries, person = requests.tournament_queries(request), requests.actor(request)
    found, more = queries.public(page)
    mine = queries.mine(person) if page == 1 else []
    own = {summary.tournament for summary in mine}
    shown = EventsPage(
        mine=mine,
        public=[summary for summary in found if summary.tournament not in own],
        desks=desks_of(request, person, mine),
        words=STATUS_WORDS,
        page=page,
        more=more,
        guest=identity.current(request) is not None and identity.member(request) is None,
    )
    return render_response(request, shown)


def desks_of(request: HttpRequest, person: str, mine: list[TournamentSummary]) -> set[str]:
    """The events among these in which the person has an office: their list leads to the desk."""
    ours = [summary.tournament for summary in mine if summary.status not in ("ended", "called-off")]
    store_for(request).open(ours)
    events = requests.tournaments(request)
    return {stream for stream in ours if offices(events.load(stream).state, person)}


def number_in(form: QueryDict, name: str, least: int = 0, most: int = 99_999) -> int:
    """A whole number in a form, 0 where there is none that can be meant."""
    number = whole_number(form.get(name, "")) or 0
    return number if least <= number <= most else 0


@methods_only("GET", "POST")
def new(request: HttpRequest) -> HttpResponse:
    """A new event, asked for step by step; the answers so far travel along."""
    if request.method == "POST":
        try:
            return redirect("event-desk", open_event(request))
        except Refused as refusal:
            return question(request, request.POST, "details", refusal.violations)
    at = request.GET.get("at", "")
    return question(request, request.GET, at if at in STEPS else STEPS[0])


def question(request: HttpRequest, form: QueryDict, at: str, problems: Problems = ()) -> HttpResponse:
    """One step of the questions; a wrong answer is told on the step it was given on."""
    try:
        plan = plan_form.proposed_plan(form, switches="details" in form)
        if at != "name":
            required_words(form.get("name", ""), "the event's name", 80)
    except Refused as refusal:
        plan, problems = (
            plan_form.proposed_plan(QueryDict(), switches=False),
            (problems or refusal.violations),
        )
        at = at if at == "details" else STEPS[max(STEPS.index(at) - 1, 0)]
    steps = steps_of(plan)
    place = steps.index(at) if at in steps else steps.index("tier")
    players = number_in(form, "players", 1, 10_000) or USUAL_PLAYERS
    expected, too_few = plan_form.expected_structure(plan, players)
    shown = NewEventPage(
        plan=plan,
        place=place,
        steps=steps,
        answers=said_so_far(form, steps[place]),
        name=form.get("name", "")[:200],
        players=players,
        choices=plan_form.choices(plan, players),
        expected=expected,
        too_few=reasons_of(too_few),
        minutes=plan_form.minutes_words(plan),
        aids=plan_form.AIDS,
    )
    return requests.answer(request, shown, problems)


def steps_of(plan: TournamentPlan) -> tuple[str, ...]:
    """The questions of this event: Recon is always played by the current rules."""
    return tuple(step for step in STEPS if step != "rules" or plan.kind != "recon")


ASKED: Final = {
    "name": ("name", "day", "place", "starts", "zone"),
    "kind": ("kind",),
    "rules": ("profile",),
    "tier": ("tier",),
    "structure": ("structure", "rounds", "cut", "players"),
    "details": (),
}


def said_so_far(form: QueryDict, at: str) -> list[tuple[str, str]]:
    """The answers of the other steps, to be sent along."""
    names = [name for step, asked_for in ASKED.items() if step != at for name in asked_for]
    return [(name, form.get(name, "")[:200]) for name in names if form.get(name)]


def open_event(request: HttpRequest) -> str:
    """The id of the new event; the form sent twice begins one."""
    name, plan = request.POST.get("name", ""), plan_form.proposed_plan(request.POST, switches=True)
    with identity.acting_account(request) as account:
        made = id_for(request, str(account.pk)).replace("-", "")
        act, stream = requests.act_of(request), requests.stream_of(made)
        requests.tournaments(request).do(act, stream, commands.Begin(name=name, plan=plan))
    return made
