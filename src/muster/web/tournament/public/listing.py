"""Events to look at and one's own, and beginning a new one: one decision after the other."""

import uuid
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods
from uuid_utils import uuid4

from muster.app.tournament import commands
from muster.app.tournament.roster import TournamentSummary
from muster.rules.tournament.running.plan import TournamentPlan, words
from muster.rules.violations import Refused, Violation
from muster.store.accounts import new_id
from muster.web import identity
from muster.web.armies import requests
from muster.web.tournament import requests as events
from muster.web.tournament.desk import plan as event_desk_plan

STEPS: Final = ("name", "kind", "rules", "tier", "structure", "details")
STATUS_WORDS: Final = {
    "planned": "Players sign up",
    "announced": "About to begin",
    "running": "Being played",
    "ended": "Over",
    "called-off": "Called off",
}


@identity.private
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """Events everybody may find, and one's own."""
    page = number_in(request.GET, "page", 1, 10_000) or 1
    found, more = events.watching().public(page)
    mine = events.watching().mine(events.actor(request)) if page == 1 else []
    own = {card.tournament for card in mine}
    context = {
        "mine": [_row(card) for card in mine],
        "desks": desks_of(events.actor(request), mine),
        "public": [_row(card) for card in found if card.tournament not in own],
        "page": page,
        "more": more,
        "guest": identity.current(request) is not None and identity.member(request) is None,
    }
    return render(request, "tournament/public/index.html", context)


def desks_of(person: str, cards: list[TournamentSummary]) -> set[str]:
    """The events among these in which the person has an office: their list leads to the desk."""
    ours = (card.tournament for card in cards if card.status not in ("ended", "called-off"))
    return {stream for stream in ours if events.watching().look(person, stream).offices}


def _row(card: TournamentSummary) -> dict[str, Any]:
    return {"card": card, "id": events.id_of(card.tournament), "status": STATUS_WORDS.get(card.status, "")}


def number_in(form: QueryDict, name: str, least: int = 0, most: int = 99_999) -> int:
    """A whole number in a form, 0 where there is none that can be meant."""
    given = form.get(name, "")
    number = int(given) if given.isascii() and given.isdigit() and len(given) < 7 else 0
    return number if least <= number <= most else 0


@identity.private
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new event, asked for step by step; the answers so far travel along."""
    if request.method == "POST":
        try:
            return redirect("event-desk", opened(request))
        except Refused as refusal:
            return asked(request, request.POST, "details", refusal.violations)
    at = request.GET.get("at", "")
    return asked(request, request.GET, at if at in STEPS else STEPS[0])


def asked(
    request: HttpRequest, form: QueryDict, at: str, problems: tuple[Violation, ...] = ()
) -> HttpResponse:
    """One step of the questions; a wrong answer is told on the step it was given on."""
    try:
        plan = event_desk_plan.plan_of(form, switches="details" in form)
        if at != "name":
            words(form.get("name", ""), "the event's name", 80)
    except Refused as refusal:
        plan, problems = TournamentPlan(), (problems or refusal.violations)
        at = at if at == "details" else STEPS[max(STEPS.index(at) - 1, 0)]
    steps = steps_of(plan)
    place = steps.index(at) if at in steps else steps.index("tier")
    players = number_in(form, "players", 1, 10_000) or 12
    context = {
        "plan": plan,
        "at": steps[place],
        "place": place,
        "steps": steps,
        "before": steps[place - 1] if place else "",
        "after": steps[place + 1] if place + 1 < len(steps) else "",
        "said": said_so_far(form, steps[place]),
        "name": form.get("name", "")[:200],
        "players": players,
        "choices": event_desk_plan.choices(plan, players),
        "expected": event_desk_plan.expected(plan, players)[0],
        "too_few": [events.as_reason(one) for one in event_desk_plan.expected(plan, players)[1]],
        "minutes": event_desk_plan.minutes_words(plan),
        "aids": event_desk_plan.AIDS,
        "key": str(uuid4()),
        **events.refusals(problems),
    }
    return render(request, "tournament/desk/new.html", context, status=events.status_of(problems))


def steps_of(plan: TournamentPlan) -> tuple[str, ...]:
    """The questions of this event: Recon is always played by the current rules."""
    return tuple(step for step in STEPS if step != "rules" or plan.kind != "recon")


ASKED: Final = {
    "name": ("name", "day", "place"),
    "kind": ("kind",),
    "rules": ("profile",),
    "tier": ("tier",),
    "structure": ("structure", "rounds", "cut", "players"),
    "details": (),
}


def said_so_far(form: QueryDict, at: str) -> list[tuple[str, str]]:
    """The answers of the other steps, to be sent along."""
    names = [name for step, asked_for in ASKED.items() if step != at for name in asked_for]
    return [(name, form[name][:200]) for name in names if form.get(name)]


def opened(request: HttpRequest) -> str:
    """The id of the new event; the form sent twice begins one."""
    name, plan = request.POST.get("name", ""), event_desk_plan.plan_of(request.POST, switches=True)
    words(name, "the event's name", 80)
    owner, key = str(identity.ensure(request).pk), requests.once(request)
    made = uuid.uuid5(uuid.UUID(owner), key).hex if key else new_id().hex
    events.tournaments().do(
        events.act_of(request), events.stream_of(made), commands.Begin(name=name, plan=plan)
    )
    return made
