"""Everything a button of the desk does. A refusal comes back on the page it was pressed on."""

from collections.abc import Callable
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from muster.app.streams import Key
from muster.app.tournaments import Act, Tournaments
from muster.rules.cards.catalogue import shorten
from muster.rules.tournament.plan import problem
from muster.rules.violations import Refused, Violation
from muster.store.accounts import Account
from muster.web import guests
from muster.web.pages import (
    event_desk,
    event_desk_bracket,
    event_desk_clock,
    event_desk_pairing,
    event_desk_plan,
    event_desk_player,
    event_desk_players,
    event_desk_roles,
    event_desk_settings,
    events,
)
from muster.web.pages.event_list import number_in

Page = Callable[[HttpRequest, str, tuple[Violation, ...]], HttpResponse]
Does = Callable[[Tournaments, Act, str, QueryDict], object]


class Deed(NamedTuple):
    """What a button does, where it leads, and what is said there."""

    does: Does
    then: str = "event-desk"
    said: str = ""


PAGES: dict[str, Page] = {
    "players": event_desk_players.shown,
    "player": event_desk_player.shown,
    "pairing": event_desk_pairing.shown,
    "clock": event_desk_clock.shown,
    "bracket": event_desk_bracket.shown,
    "roles": event_desk_roles.shown,
    "settings": event_desk_settings.shown,
}


@guests.private
@require_POST
def act(request: HttpRequest, event: str) -> HttpResponse:
    """One act; the same form sent twice acts once, also where the first one changed who may do it."""
    doing, form = events.act_of(request), request.POST
    deed = DOES.get(form.get("do", ""))
    try:
        if deed is None:
            event_desk.seen_by(request, event)
            raise Refused(problem("tournament.no_such_act", (), given=shorten(form.get("do", ""))))
        if not answered(doing):
            deed.does(events.tournaments(), doing, events.stream_of(event), form)
    except Refused as refusal:
        return refused(request, event, refusal)
    if deed.said:
        messages.success(request, deed.said)
    return on(request, event, deed)


def on(request: HttpRequest, event: str, deed: Deed) -> HttpResponse:
    """Back to where it was pressed, or on to where it leads."""
    if deed.then == "event-desk-player":
        return redirect("event-desk-player", event, shorten(request.POST.get("player", "")))
    if request.POST.get("next"):
        return redirect(guests.next_page(request, "events"))
    return redirect(deed.then) if deed.then == "events" else redirect(deed.then, event)


def answered(doing: Act) -> bool:
    """Whether this very form was obeyed before: its key says everything that stood in it."""
    key = Key(doing.key) if doing.key else None
    return key is not None and events.tournaments().store.answered(doing.actor, key) is not None


def refused(request: HttpRequest, event: str, refusal: Refused) -> HttpResponse:
    """The page the button stands on, with the reasons; whoever may not see that page gets them alone."""
    events.hide_if_unknown(refusal)
    return PAGES.get(request.POST.get("from", ""), event_desk.shown)(request, event, refusal.violations)


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
    if given not in event_desk_roles.ROLES:
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


def plan_in(form: QueryDict) -> tuple[str, event_desk_plan.Plan]:
    """Name and plan."""
    return form.get("name", ""), event_desk_plan.plan_of(form, switches=True)


DOES: dict[str, Deed] = {
    # the event
    "announce": Deed(lambda my, act, at, _: my.announce(act, at), said="Announced: rounds and cut stand."),
    "plan": Deed(lambda my, act, at, form: my.plan(act, at, *plan_in(form)), "event-desk-settings", "Kept."),
    "call-off": Deed(
        lambda my, act, at, form: my.call_off(act, at, form.get("words", "")), said="Called off."
    ),
    "end": Deed(lambda my, act, at, _: my.end(act, at), said="The event is over."),
    "tell": Deed(
        lambda my, act, at, form: my.tell(act, at, form.get("words", "")), said="Told to everybody."
    ),
    "undo": Deed(
        lambda my, act, at, form: my.undo(act, at, shorten(form.get("batch", ""))), said="Taken back."
    ),
    # players
    "admit": Deed(lambda my, act, at, form: my.admit(act, at, players_in(form)), "event-desk-players"),
    "check-in": Deed(lambda my, act, at, form: my.check_in(act, at, players_in(form)), "event-desk-players"),
    "check-out": Deed(
        lambda my, act, at, form: my.check_in(act, at, players_in(form), present=False), "event-desk-players"
    ),
    "withdraw": Deed(
        lambda my, act, at, form: my.withdraw(act, at, player_in(form)), "event-desk-players", "Off the list."
    ),
    "drop": Deed(
        lambda my, act, at, form: my.drop(act, at, player_in(form), why_in(form)),  # type: ignore[arg-type]
        "event-desk-player",
        "Dropped.",
    ),
    "rejoin": Deed(
        lambda my, act, at, form: my.rejoin(act, at, player_in(form)), "event-desk-player", "Back in."
    ),
    "disqualify": Deed(
        lambda my, act, at, form: my.penalise(
            act, at, player_in(form), "disqualification", form.get("words", "")
        ),
        "event-desk-player",
        "Disqualified.",
    ),
    "table": Deed(
        lambda my, act, at, form: my.fix_table(act, at, player_in(form), number_in(form, "table")),
        "event-desk-player",
        "Kept.",
    ),
    "rename": Deed(
        lambda my, act, at, form: my.rename(act, at, player_in(form), form.get("name", "")),
        "event-desk-player",
        "Kept.",
    ),
    "unlink": Deed(
        lambda my, act, at, form: my.link(act, at, player_in(form), ""),
        "event-desk-player",
        "The phone is free.",
    ),
    "erase": Deed(
        lambda my, act, at, form: my.erase(act, at, player_in(form)),
        "event-desk-player",
        "The name is erased.",
    ),
    # roles
    "give-role": Deed(
        lambda my, act, at, form: my.give_role(act, at, account_in(form), role_in(form)),  # type: ignore[arg-type]
        "event-desk-roles",
    ),
    "take-role": Deed(
        lambda my, act, at, form: my.take_role(act, at, person_in(form), role_in(form)),  # type: ignore[arg-type]
        "event-desk-roles",
    ),
    "duty": Deed(
        lambda my, act, at, form: my.set_duty(act, at, form.get("on") == "on", person_in(form)),
        "event-desk-roles",
    ),
    "hand-over": Deed(
        lambda my, act, at, form: my.hand_over(act, at, account_in(form)), "events", "Handed over."
    ),
    # pairing
    "draft": Deed(lambda my, act, at, _: my.draft(act, at), "event-desk-pairing"),
    "swap": Deed(lambda my, act, at, form: my.swap(act, at, *picked_in(form)), "event-desk-pairing"),
    "seat": Deed(
        lambda my, act, at, form: my.seat(act, at, number_in(form, "table"), number_in(form, "to")),
        "event-desk-pairing",
    ),
    "discard": Deed(lambda my, act, at, _: my.discard(act, at), "event-desk-pairing"),
    "publish": Deed(
        lambda my, act, at, form: my.publish(act, at, number_in(form, "draft")),
        said="Published: every phone shows it.",
    ),
    "recall": Deed(
        lambda my, act, at, _: my.recall(act, at), "event-desk-pairing", "Taken back; pair again."
    ),
    "close": Deed(lambda my, act, at, _: my.close_round(act, at), said="The round is closed."),
    "cut": Deed(lambda my, act, at, _: my.make_cut(act, at), "event-desk-bracket"),
    # clock
    "start": Deed(lambda my, act, at, _: my.start_clock(act, at), "event-desk-clock"),
    "pause": Deed(lambda my, act, at, _: my.pause_clock(act, at), "event-desk-clock"),
    "resume": Deed(lambda my, act, at, _: my.resume_clock(act, at), "event-desk-clock"),
    "extend": Deed(
        lambda my, act, at, form: my.extend(
            act, at, number_in(form, "minutes"), number_in(form, "table") if form.get("table") else 0
        ),
        "event-desk-clock",
    ),
    "time": Deed(lambda my, act, at, _: my.call_time(act, at), "event-desk-clock"),
}
