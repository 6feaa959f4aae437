"""The page of a Register: the wizard while it is built, then everything it holds; and what is done there."""

from typing import ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from muster.app.campaign.commands import Retire
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.register.register import Register, problem
from muster.rules.cards.catalogue import shorten
from muster.rules.messages import explain
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.campaign.battle.waiting import WaitingLine, lines_of
from muster.web.campaign.registers.building import STEPS, building_page
from muster.web.campaign.registers.forms import FORMS
from muster.web.campaign.registers.pages import (
    SheetPage,
    TakingBack,
    climax,
    head_of,
    photos_of,
    sheet_of,
    taking_back,
    warnings_of,
)
from muster.web.campaign.requests import Reason, reasons_of, registers_of, status_of, stream_of
from muster.web.environment import url
from muster.web.page import draw
from muster.web.requests import act_of, actor

# The step of the wizard that an act leads to; after others the form says where it stood.
LEADS_TO = {"aid": "aid", "arc": "name", "name": "found"}


class FoundedPage(SheetPage, frozen=True, kw_only=True):
    """Everything a Register holds. `shut` says why units cannot join now."""

    template: ClassVar[str] = "campaign/registers/register.html"
    reasons: list[Reason]
    back: TakingBack
    climax: str
    shut: str
    library: Library
    warnings: list[Reason]
    waiting: list[WaitingLine]


@identity.private
@require_GET
def page(request: HttpRequest, register: str) -> HttpResponse:
    """The Register as it stands."""
    return shown(request, register)


@identity.private
@require_POST
def act(request: HttpRequest, register: str) -> HttpResponse:
    """Everything a button of the page does; a refusal shows the page with the reasons."""
    verb, stream = request.POST.get("do", ""), stream_of(register)
    registers_of(request).own(actor(request), stream)
    try:
        if verb not in FORMS:
            raise Refused(problem("register.no_such_act", (), given=shorten(verb)))
        registers_of(request).do(act_of(request), stream, FORMS[verb].read(request.POST))
    except Refused as refusal:
        return shown(request, register, refusal.violations)
    return redirect(after(register, verb, request.POST))


@identity.private
@require_POST
def undo(request: HttpRequest, register: str) -> HttpResponse:
    """Take back one's own latest act here."""
    command = FORMS["undo"].read(request.POST)
    if registers_of(request).do(act_of(request), stream_of(register), command) is not None:
        messages.success(request, "Taken back.")
    return redirect("tour-register", register)


@identity.private
@require_POST
def redo(request: HttpRequest, register: str) -> HttpResponse:
    """Bring back what one's own latest undo took."""
    command = FORMS["redo"].read(request.POST)
    if registers_of(request).do(act_of(request), stream_of(register), command) is not None:
        messages.success(request, "Brought back.")
    return redirect("tour-register", register)


def shown(request: HttpRequest, register: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    now = registers_of(request).own(actor(request), stream_of(register)).state
    if now.status == "building":
        return draw(request, building_page(request, register, problems), status_of(problems))
    return draw(request, founded_page(request, register, now, problems), status_of(problems))


def founded_page(
    request: HttpRequest, register: str, now: Register, problems: tuple[Violation, ...]
) -> FoundedPage:
    """The Register with its owner's buttons."""
    registers, stream = registers_of(request), stream_of(register)
    library = registers.logs.library
    # Whatever keeps it from being retired keeps units from joining and points from moving (rule 128).
    shut = registers.can(act_of(request), stream, Retire())
    return FoundedPage(
        **head_of(register, now),
        **sheet_of(now, library, photos_of(register)),
        reasons=reasons_of(problems),
        back=taking_back(request, register),
        climax=climax(now, library),
        shut=explain(shut[0]) if shut else "",
        library=library,
        warnings=warnings_of(now),
        waiting=lines_of(registers.logs, stream),
    )


def after(register: str, verb: str, form: QueryDict) -> str:
    """Where to go on: the next step of the wizard, or the Register itself."""
    page = url("tour-register", register=register)
    then = LEADS_TO.get(verb) or form.get("then", "")
    return f"{page}?step={then}" if then in STEPS else page
