"""The page of a Register: the wizard while it is built, then everything it holds; and what is done there."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST
from uuid_utils import uuid4

from muster.app.acting import Act
from muster.app.campaign.keeping import Keeping
from muster.app.campaign.register_access import MyTours
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.library import charts
from muster.rules.campaign.library.parts import Asset
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.editing import not_editable
from muster.rules.campaign.register.recruiting import paragon_warning, refill_problem
from muster.rules.campaign.register.register import Register, problem
from muster.rules.cards import catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.messages import explain
from muster.rules.violations import Refused, Violation
from muster.store.stories import DatabaseShelf
from muster.web import identity
from muster.web.armies.words import RANK_NAMES
from muster.web.campaign.battle.waiting import lines_of
from muster.web.campaign.library import refuse_anothers, site_books
from muster.web.campaign.registers import building
from muster.web.campaign.registers.my_registers import act_of, actor, called, my_tours, stream_of
from muster.web.campaign.stories.sentences import last_act
from muster.web.cards.rows import address
from muster.web.cards.words import FACTION_NAMES
from muster.web.environment import url
from muster.web.site.errors import STATUS, as_reason


class UnitSummary(NamedTuple):
    """A dossier as its card shows it."""

    dossier: Dossier
    rank: str
    initials: str
    next: str
    href: str
    photo: str = ""


@identity.private
@require_GET
def page(request: HttpRequest, register: str) -> HttpResponse:
    """The Register as it stands."""
    return shown(request, register)


@identity.private
@require_POST
def act(request: HttpRequest, register: str) -> HttpResponse:
    """Everything a button of the page does; a refusal shows the page with the reasons."""
    tours, form = my_tours(), request.POST
    tours.register(actor(request), stream_of(register))
    wanted = ACTIONS.get(form.get("do", ""))
    try:
        if wanted is None:
            raise Refused(problem("register.no_such_act", (), given=shorten(form.get("do", ""))))
        wanted.does(tours, act_of(request), stream_of(register), form)
    except Refused as refusal:
        return shown(request, register, refusal.violations)
    return redirect(after(register, wanted.then, form))


@identity.private
@require_POST
def undo(request: HttpRequest, register: str) -> HttpResponse:
    """Take back one's own latest act here."""
    tours, batch = my_tours(), request.POST.get("batch", "")[:100]
    if tours.undo(act_of(request), stream_of(register), batch) is not None:
        messages.success(request, "Taken back.")
    return redirect("tour-register", register)


def shown(request: HttpRequest, register: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    tours, who, stream = my_tours(), actor(request), stream_of(register)
    now = tours.register(who, stream).state
    status = STATUS.get(problems[0].code, 422) if problems else 200
    undoes = tours.undoable(who, stream)
    photos = photos_of(register)
    context: dict[str, Any] = {
        "id": register,
        "register": now,
        "name": called(now),
        "faction": FACTION_NAMES[now.faction],
        "key": str(uuid4()),
        "reasons": [as_reason(one) for one in problems],
        "undoes": undoes,
        "redoes": Keeping(tours).redoable(who, stream),
        "did": last_act(tours.log(who, stream), undoes) if undoes else "",
        "cards": [card_of(one, photos) for one in now.dossiers if not one.paragon],
        "paragon": card_of(now.paragon, photos) if now.paragon else None,
        "library": site_books(),
        "warnings": warnings(now),
    }
    if now.status == "building":
        asked = request.GET.get("step", "") or request.POST.get("step", "")
        context |= building.wizard(now, asked, request.GET)
        return render(request, "campaign/registers/building.html", context, status=status)
    context["waiting"] = lines_of(stream)
    return render(request, "campaign/registers/register.html", context | outlook(now), status=status)


def photos_of(register: str) -> dict[str, str]:
    """Where the portraits of its units are, by dossier."""
    shown = (one for one in DatabaseShelf().pictures(stream_of(register)) if one.dossier)
    return {one.dossier: url("tour-picture", register=register, picture=one.id) for one in shown}


def as_it_was(then: Register, photos: Mapping[str, str]) -> dict[str, Any]:
    """What a page needs to show a Register that nobody can change there; photos by dossier."""
    arc = site_books().arcs.get(then.arc.id) if then.arc else None
    return {
        "register": then,
        "name": called(then),
        "faction": FACTION_NAMES[then.faction],
        "cards": [card_of(one, photos) for one in then.dossiers if not one.paragon],
        "paragon": card_of(then.paragon, photos) if then.paragon else None,
        "arc": arc,
        "library": site_books(),
        "assets": assets_of(then),
        "key": "",
    }


def assets_of(register: Register) -> list[Asset]:
    """The strategic assets it holds."""
    return [site_books().assets[one] for one in register.assets if one in site_books().assets]


def card_of(dossier: Dossier, photos: Mapping[str, str]) -> UnitSummary:
    """What the card of a dossier says besides the dossier."""
    unit = catalogue().units.get(dossier.unit)
    words = [word for word in dossier.name.split() if word[:1].isalnum() and word.lower() != "the"]
    initials = "".join(word[0] for word in words[:2]).upper() or "?"
    href = address(unit) if unit else ""
    photo = photos.get(dossier.id, "")
    return UnitSummary(dossier, RANK_NAMES[dossier.rank], initials, to_next(dossier), href, photo)


def to_next(dossier: Dossier) -> str:
    """How far the next veteran rank is."""
    at = charts.next_rank_at(dossier.experience, dossier.maximum)
    if at is None:
        return "At the top of its rank"
    return f"{at - dossier.experience} more for veteran {charts.veteran_rank(dossier.experience) + 1}"


def outlook(now: Register) -> dict[str, Any]:
    """What the arc asks for next, and whether units can join."""
    arc = site_books().arcs.get(now.arc.id) if now.arc else None
    point = site_books().turning_points.get(arc.turning_point) if arc else None
    shut = not_editable(now)
    return {
        "arc": arc,
        "climax": climax(now, point.name) if point else "",
        "assets": assets_of(now),
        "shut": explain(shut) if shut else "",
    }


def climax(now: Register, mission: str) -> str:
    """How far the turning point is (two of three agendas open it, three demand it)."""
    done = now.arc.completed if now.arc else 0
    if done == 0:
        return f"Two complete agendas open the turning point, {mission}."
    if done == 1:
        return f"One more complete agenda opens the turning point, {mission}."
    if done == 2:
        return f"The turning point may be played: {mission}."
    return f"All agendas are complete: the next battle is the turning point, {mission}."


def warnings(now: Register) -> list[dict[str, Any]]:
    """What stands out though nobody is stopped by it."""
    found = [paragon_warning(now, catalogue())]
    if now.status == "founded":
        found.append(refill_problem(now, catalogue()))
        if now.over_potential:
            found.append(problem("register.over_potential", (), 24, over=-now.left))
    return [as_reason(one) for one in found if one is not None]


def after(register: str, step: str, form: QueryDict) -> str:
    """Where to go on: the next step of the wizard, or the Register itself."""
    page = url("tour-register", register=register)
    then = step or form.get("then", "")
    return f"{page}?step={then}" if then in building.STEPS else page


class Action(NamedTuple):
    """What a button does, and the step it leads to."""

    does: Callable[[MyTours, Act, str, QueryDict], object]
    then: str = ""


ACTIONS: dict[str, Action] = {
    "name-unit": Action(
        lambda my, act, at, form: my.name_unit(act, at, form.get("dossier", ""), form.get("name", ""))
    ),
    "withdraw": Action(
        lambda my, act, at, form: my.withdraw(act, at, form.get("dossier", ""), form.get("upgrade", ""))
    ),
    "aid": Action(lambda my, act, at, form: my.request_aid(act, at, aid_of(form)), "aid"),
    "arc": Action(lambda my, act, at, form: choose_arc(my, act, at, form.get("arc", "")), "name"),
    "name": Action(lambda my, act, at, form: my.name_register(act, at, form.get("name", "")), "found"),
    "found": Action(lambda my, act, at, _: my.found(act, at)),
    "retire": Action(lambda my, act, at, _: my.retire(act, at)),
}


def choose_arc(my: MyTours, act: Act, register: str, arc: str) -> object:
    """Choose an official arc or one of one's own."""
    refuse_anothers(arc, act.actor)
    return my.choose_arc(act, register, arc)


def aid_of(form: QueryDict) -> AidRequest:
    """The aid request of a form."""
    return AidRequest(
        aid=form.get("aid", ""),
        dossier=form.get("dossier", ""),
        asset=form.get("asset", ""),
        upgrade=form.get("upgrade", ""),
    )
