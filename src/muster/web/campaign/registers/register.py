"""The page of a Register: the wizard while it is built, then everything it holds; and what is done there."""

from typing import ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.app.campaign.commands import Retire, Withdraw
from muster.rules.campaign.library.story_rules import AgendaRules, MissionRules, arc_mission, rules_of
from muster.rules.campaign.register.register import Register, problem
from muster.rules.cards.catalogue import shorten
from muster.rules.messages import explain
from muster.rules.violations import Refused, Violation, refuse_unless
from muster.web.campaign.registers.building import building_page
from muster.web.campaign.registers.building_steps import STEPS
from muster.web.campaign.registers.forms import FORMS
from muster.web.campaign.registers.pages import (
    RegisterPage,
    Sheet,
    TakingBack,
    climax,
    photos_of,
    sheet_of,
    taking_back,
    warnings_of,
)
from muster.web.campaign.requests import methods_only, own_register, registers_of, stream_of
from muster.web.campaign.waiting import WaitingLine, lines_of
from muster.web.environment import url
from muster.web.identity import Page as View
from muster.web.page import render_response
from muster.web.requests import act_of
from muster.web.site.errors import Reason, reasons_of, status_of

# The step of the wizard that an act leads to; after others the form says where it stood.
LEADS_TO = {"aid": "aid", "arc": "name", "name": "found"}


class FoundedPage(RegisterPage, frozen=True, kw_only=True):
    """Everything a Register holds. `shut` says why units cannot join now; `removable` are the dossiers that
    may be taken back."""

    template: ClassVar[str] = "campaign/registers/register.html"
    sheet: Sheet
    reasons: tuple[Reason, ...]
    back: TakingBack
    climax: str
    shut: str
    removable: frozenset[str]
    agendas: tuple[AgendaRules, ...]
    mission: MissionRules | None
    warnings: tuple[Reason, ...]
    waiting: list[WaitingLine]


@methods_only("GET")
def page(request: HttpRequest, register: str) -> HttpResponse:
    """The Register as it stands."""
    return render_register(request, register)


@methods_only("POST")
def act(request: HttpRequest, register: str) -> HttpResponse:
    """Everything a button of the page does; a refusal shows the page with the reasons."""
    verb, form = request.POST.get("do", ""), request.POST
    own_register(request, register)
    try:
        refuse_unless(verb in FORMS, problem("register.no_such_act", (), given=shorten(verb)))
        registers_of(request).do(act_of(request), stream_of(register), FORMS[verb].read(form))
    except Refused as refusal:
        return render_register(request, register, refusal.violations)
    # Where to go on: the next step of the wizard, or the Register itself.
    here, then = url("tour-register", register=register), LEADS_TO.get(verb) or form.get("then", "")
    return redirect(f"{here}?step={then}" if then in STEPS else here)


def undo_view(verb: str, note: str) -> View:
    """One's own latest act here, or latest undo, taken back."""

    @methods_only("POST")
    def take(request: HttpRequest, register: str) -> HttpResponse:
        command = FORMS[verb].read(request.POST)
        if registers_of(request).do(act_of(request), stream_of(register), command) is not None:
            messages.success(request, note)
        return redirect("tour-register", register)

    return take


undo = undo_view("undo", "Undone.")
redo = undo_view("redo", "Redone.")


def render_register(
    request: HttpRequest, register: str, problems: tuple[Violation, ...] = ()
) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    now = own_register(request, register)
    build = building_page if now.status == "building" else founded_page
    return render_response(request, build(request, register, now, problems), status_of(problems))


def removable(request: HttpRequest, register: str, now: Register) -> frozenset[str]:
    """The dossiers that may be taken back before the first battle."""
    registers, act, stream = registers_of(request), act_of(request), stream_of(register)
    asked = {dossier.id: Withdraw(dossier=dossier.id) for dossier in now.dossiers} if now.free_to_undo else {}
    return frozenset(id for id, command in asked.items() if not registers.can(act, stream, command))


def founded_page(
    request: HttpRequest, register: str, now: Register, problems: tuple[Violation, ...]
) -> RegisterPage:
    """The Register with its owner's buttons."""
    registers, stream = registers_of(request), stream_of(register)
    library = registers.logs.library
    tracks = now.arc.agendas if now.arc else ()
    # Whatever keeps it from being retired keeps units from joining and points from moving (rule 128).
    shut = registers.can(act_of(request), stream, Retire())
    return FoundedPage(
        id=register,
        register=now,
        sheet=sheet_of(now, library, photos_of(register)),
        reasons=reasons_of(problems),
        back=taking_back(request, register),
        climax=climax(now, library),
        shut=explain(shut[0]) if shut else "",
        removable=removable(request, register, now),
        agendas=tuple(rules_of((track.id for track in tracks), library).values()),
        mission=arc_mission(now.arc.id, library) if now.arc else None,
        warnings=warnings_of(now),
        waiting=lines_of(registers.logs, stream),
    )
