"""Everything a button of the desk does. A refusal comes back on the page it was pressed on."""

from collections.abc import Callable
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from muster.app.acting import Act
from muster.app.streams import Key
from muster.app.tournament.tournaments import Tournaments
from muster.rules.cards.catalogue import shorten
from muster.rules.tournament.running.plan import problem
from muster.rules.violations import Refused, Violation
from muster.store.accounts import Account
from muster.web import identity
from muster.web.tournament import requests
from muster.web.tournament.desk import bracket, clock, desk, pairing, player, players, roles, settings
from muster.web.tournament.desk import plan as event_desk_plan
from muster.web.tournament.public.listing import number_in

Page = Callable[[HttpRequest, str, tuple[Violation, ...]], HttpResponse]
Does = Callable[[Tournaments, Act, str, QueryDict], object]


class Action(NamedTuple):
    """What a button does, where it leads, and what is said there."""

    does: Does
    then: str = "event-desk"
    said: str = ""


PAGES: dict[str, Page] = {
    "players": players.shown,
    "player": player.shown,
    "pairing": pairing.shown,
    "clock": clock.shown,
    "bracket": bracket.shown,
    "roles": roles.shown,
    "settings": settings.shown,
}


@identity.private
@require_POST
def act(request: HttpRequest, event: str) -> HttpResponse:
    """One act; the same form sent twice acts once, also where the first one changed who may do it."""
    doing, form = requests.act_of(request), request.POST
    deed = ACTIONS.get(form.get("do", ""))
    try:
        if deed is None:
            desk.seen_by(request, event)
            raise Refused(problem("tournament.no_such_act", (), given=shorten(form.get("do", ""))))
        if not answered(doing):
            deed.does(requests.tournaments(), doing, requests.stream_of(event), form)
    except Refused as refusal:
        return refused(request, event, refusal)
    if deed.said:
        messages.success(request, deed.said)
    return on(request, event, deed)


def on(request: HttpRequest, event: str, deed: Action) -> HttpResponse:
    """Back to where it was pressed, or on to where it leads."""
    if deed.then == "event-desk-player":
        return redirect("event-desk-player", event, shorten(request.POST.get("player", "")))
    if request.POST.get("next"):
        return redirect(identity.next_page(request, "events"))
    return redirect(deed.then) if deed.then == "events" else redirect(deed.then, event)


def answered(doing: Act) -> bool:
    """Whether this very form was obeyed before: its key says everything that stood in it."""
    key = Key(doing.key) if doing.key else None
    return key is not None and requests.tournaments().store.answered(doing.actor, key) is not None


def refused(request: HttpRequest, event: str, refusal: Refused) -> HttpResponse:
    """The page the button stands on, with the reasons; whoever may not see that page gets them alone."""
    requests.hide_if_unknown(refusal)
    return PAGES.get(request.POST.get("from", ""), desk.shown)(request, event, refusal.violations)


# What a form names -----------------------------------------------------------------------------------------


def player_in(form: QueryDict) -> str:
    """The player a form names."""
    return shorten(form.get("player", ""))


def players_in(form: QueryDict) -> list[str]:
    """The players a form names."""
    return [shorten(one) for one in form.getlist("player")[:10_000]]


def account_in(form: QueryDict) -> str:
    """The account whose handle a form names; officials need one to sign in with."""
    given = form.get("handle", "").strip().removeprefix("@")
    found = Account.objects.holding(given[:100]) if given.isprintable() else None
    if found is None:
        raise Refused(problem("tournament.no_account", (), given=shorten(given)))
    return str(found.pk)


def person_in(form: QueryDict) -> str:
    """The official a form names."""
    return shorten(form.get("person", ""))


def role_in(form: QueryDict) -> str:
    """The role a form names."""
    given = form.get("role", "")
    if given not in roles.ROLES:
        raise Refused(problem("tournament.bad_setting", (), what="a role", given=shorten(given)))
    return given


def picked_in(form: QueryDict) -> tuple[str, str]:
    """The two players who change places."""
    picked = [shorten(one) for one in form.getlist("pick")]
    if len(picked) != 2:
        raise Refused(problem("tournament.two_to_swap", (), have=len(picked)))
    return picked[0], picked[1]


def why_in(form: QueryDict) -> str:
    """Why somebody leaves."""
    given = form.get("why", "asked")
    return given if given in ("asked", "unable", "components") else "asked"


def plan_in(form: QueryDict) -> tuple[str, event_desk_plan.TournamentPlan]:
    """Name and plan."""
    return form.get("name", ""), event_desk_plan.plan_of(form, switches=True)


ACTIONS: dict[str, Action] = {
    # the event
    "announce": Action(lambda my, act, at, _: my.announce(act, at), said="Announced: rounds and cut stand."),
    "plan": Action(
        lambda my, act, at, form: my.plan(act, at, *plan_in(form)), "event-desk-settings", "Kept."
    ),
    "call-off": Action(
        lambda my, act, at, form: my.call_off(act, at, form.get("words", "")), said="Called off."
    ),
    "end": Action(lambda my, act, at, _: my.end(act, at), said="The event is over."),
    "tell": Action(
        lambda my, act, at, form: my.tell(act, at, form.get("words", "")), said="Told to everybody."
    ),
    "undo": Action(
        lambda my, act, at, form: my.undo(act, at, shorten(form.get("batch", ""))), said="Taken back."
    ),
    # players
    "admit": Action(lambda my, act, at, form: my.admit(act, at, players_in(form)), "event-desk-players"),
    "check-in": Action(
        lambda my, act, at, form: my.check_in(act, at, players_in(form)), "event-desk-players"
    ),
    "check-out": Action(
        lambda my, act, at, form: my.check_in(act, at, players_in(form), present=False), "event-desk-players"
    ),
    "withdraw": Action(
        lambda my, act, at, form: my.withdraw(act, at, player_in(form)), "event-desk-players", "Off the list."
    ),
    "drop": Action(
        lambda my, act, at, form: my.drop(act, at, player_in(form), why_in(form)),  # type: ignore[arg-type]
        "event-desk-player",
        "Dropped.",
    ),
    "rejoin": Action(
        lambda my, act, at, form: my.rejoin(act, at, player_in(form)), "event-desk-player", "Back in."
    ),
    "disqualify": Action(
        lambda my, act, at, form: my.penalise(
            act, at, player_in(form), "disqualification", form.get("words", "")
        ),
        "event-desk-player",
        "Disqualified.",
    ),
    "table": Action(
        lambda my, act, at, form: my.fix_table(act, at, player_in(form), number_in(form, "table")),
        "event-desk-player",
        "Kept.",
    ),
    "rename": Action(
        lambda my, act, at, form: my.rename(act, at, player_in(form), form.get("name", "")),
        "event-desk-player",
        "Kept.",
    ),
    "unlink": Action(
        lambda my, act, at, form: my.link(act, at, player_in(form), ""),
        "event-desk-player",
        "The phone is free.",
    ),
    "erase": Action(
        lambda my, act, at, form: my.erase(act, at, player_in(form)),
        "event-desk-player",
        "The name is erased.",
    ),
    # roles
    "give-role": Action(
        lambda my, act, at, form: my.give_role(act, at, account_in(form), role_in(form)),  # type: ignore[arg-type]
        "event-desk-roles",
    ),
    "take-role": Action(
        lambda my, act, at, form: my.take_role(act, at, person_in(form), role_in(form)),  # type: ignore[arg-type]
        "event-desk-roles",
    ),
    "duty": Action(
        lambda my, act, at, form: my.set_duty(act, at, form.get("on") == "on", person_in(form)),
        "event-desk-roles",
    ),
    "hand-over": Action(
        lambda my, act, at, form: my.hand_over(act, at, account_in(form)), "events", "Handed over."
    ),
    # pairing
    "draft": Action(lambda my, act, at, _: my.draft(act, at), "event-desk-pairing"),
    "swap": Action(lambda my, act, at, form: my.swap(act, at, *picked_in(form)), "event-desk-pairing"),
    "seat": Action(
        lambda my, act, at, form: my.seat(act, at, number_in(form, "table"), number_in(form, "to")),
        "event-desk-pairing",
    ),
    "discard": Action(lambda my, act, at, _: my.discard(act, at), "event-desk-pairing"),
    "publish": Action(
        lambda my, act, at, form: my.publish(act, at, number_in(form, "draft")),
        said="Published: every phone shows it.",
    ),
    "recall": Action(
        lambda my, act, at, _: my.recall(act, at), "event-desk-pairing", "Taken back; pair again."
    ),
    "close": Action(lambda my, act, at, _: my.close_round(act, at), said="The round is closed."),
    "cut": Action(lambda my, act, at, _: my.make_cut(act, at), "event-desk-bracket"),
    # clock
    "start": Action(lambda my, act, at, _: my.start_clock(act, at), "event-desk-clock"),
    "pause": Action(lambda my, act, at, _: my.pause_clock(act, at), "event-desk-clock"),
    "resume": Action(lambda my, act, at, _: my.resume_clock(act, at), "event-desk-clock"),
    "extend": Action(
        lambda my, act, at, form: my.extend(
            act, at, number_in(form, "minutes"), number_in(form, "table") if form.get("table") else 0
        ),
        "event-desk-clock",
    ),
    "time": Action(lambda my, act, at, _: my.call_time(act, at), "event-desk-clock"),
}
