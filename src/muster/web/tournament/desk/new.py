"""Beginning an event: one decision after the other."""

from collections.abc import Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect

from muster.app.tournament import commands
from muster.rules.tournament.running.plan import TournamentPlan, required_words
from muster.rules.violations import Refused
from muster.web import identity
from muster.web.requests import id_for
from muster.web.tournament import requests
from muster.web.tournament.desk import plan as plan_form
from muster.web.tournament.public.listing import number_in
from muster.web.tournament.requests import FormPage, Problems, Reason, methods_only, reasons_of

STEPS: Final = ("name", "kind", "rules", "tier", "structure", "details")
USUAL_PLAYERS: Final = 12


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
