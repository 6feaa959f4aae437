"""The builder: one page, every state an address, every tap one request that swaps only the builder."""

from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST
from uuid_utils import uuid4

from muster.app.armies import saving
from muster.app.armies.saving import SavedArmy
from muster.rules.armies.building.collection import missing
from muster.rules.cards import catalogue
from muster.rules.messages import explain
from muster.rules.violations import Refused, Violation
from muster.store.armies import DatabaseArmies
from muster.store.collection import DatabaseCollection
from muster.web import identity
from muster.web.armies import acts, odds, words
from muster.web.armies import settings as army_settings
from muster.web.armies.address import Open, opened
from muster.web.armies.picker import choice
from muster.web.armies.reasons import reasons
from muster.web.armies.requests import act_of, own
from muster.web.armies.view import Sheet, sheet
from muster.web.cards.words import FACTION_NAMES
from muster.web.site.errors import STATUS, as_reason


@identity.private
@require_GET
def page(request: HttpRequest, army_id: object) -> HttpResponse:
    """The builder in the state that the address says; for htmx the builder alone."""
    saved = own(request, army_id)
    said = toast(saved) if request.GET.get("done") else None
    return shown(request, saved, opened(request.GET, saved.army), said=said)


@identity.private
@require_POST
def act(request: HttpRequest, army_id: object) -> HttpResponse:
    """One change. What is refused changes nothing and is explained above the army as it now stands."""
    saved = own(request, army_id)
    store, form = DatabaseArmies(), read_form(request)
    state = opened(dict(parse_qsl(form.get("at", ""))), saved.army)
    do = form.get("do", "")
    try:
        if do in ("undo", "redo"):
            step = saving.undo if do == "undo" else saving.redo
            saved = step(store, act_of(request), saved.id)
            return after(request, saved, state, away=True)
        change = acts.change(form, saved.army, state)
        saved = saving.change(store, act_of(request), saved.id, change.edit, change.label[:60])
    except Refused as refusal:
        return refused(request, refusal, state)
    return after(request, saved, change.then, away=change.away)


def read_form(request: HttpRequest) -> dict[str, str]:
    """The form's fields; several choices are one text, a line each."""
    form: dict[str, str] = request.POST.dict()
    if "choices" in form:
        form["choices"] = "\n".join(request.POST.getlist("choices"))
    return form


def after(request: HttpRequest, saved: SavedArmy, then: Open, *, away: bool) -> HttpResponse:
    """The new state: at once for htmx, else by its address, so that a reload sends nothing twice."""
    state = opened(dict(parse_qsl(then.query)), saved.army)
    if request.htmx:  # type: ignore[attr-defined]
        response = shown(request, saved, state, said=toast(saved) if away else None)
        response["HX-Replace-Url"] = state.at(saved.id)
        return response
    mark = ("&" if state.view else "?") + "done=1" if away else ""
    return redirect(state.at(saved.id) + mark)


def refused(request: HttpRequest, refusal: Refused, state: Open) -> HttpResponse:
    """The army as it stands now, with why nothing was changed."""
    saved = own(request, request.resolver_match.kwargs["army_id"])  # type: ignore[union-attr]
    state = opened(dict(parse_qsl(state.query)), saved.army)
    response = shown(request, saved, state, refusal=refusal)
    response["HX-Replace-Url"] = state.at(saved.id)
    return response


def shown(
    request: HttpRequest,
    saved: SavedArmy,
    state: Open,
    *,
    refusal: Refused | None = None,
    said: dict[str, str] | None = None,
) -> HttpResponse:
    """The builder: the fragment for htmx, the whole page otherwise and when the browser goes back."""
    htmx = request.htmx  # type: ignore[attr-defined]
    part = htmx and not htmx.history_restore_request
    problems = refusal.violations if refusal else ()
    status = STATUS.get(problems[0].code, 422) if problems else 200
    context = view(saved, state) | {"problems": [as_reason(each) for each in problems], "said": said}
    return render(request, "armies/_builder.html" if part else "armies/builder.html", context, status=status)


def view(saved: SavedArmy, state: Open) -> dict[str, Any]:
    """Everything the templates need."""
    army = saved.army
    laid_out = sheet(army)
    if not sheet_open(state, laid_out):
        state = state.below
    context: dict[str, Any] = {
        "saved": saved,
        "sheet": laid_out,
        "open": state,
        "Open": Open,
        "here": state.at(saved.id),
        "key": str(uuid4()),
        "reasons": reasons(army, laid_out.report),
        "advice": [explain(note) for note in (*laid_out.report.notes, *not_owned(saved))],
        "choice": choice(army, state),
        "out_name": words.name_of(state.out) if state.out else "",
        "words": words,
        "factions": FACTION_NAMES,
    }
    if state.view == "settings":
        context |= army_settings.settings(saved)
    if state.view == "odds":
        context |= odds.question(army, state.key)
    return context


def not_owned(saved: SavedArmy) -> tuple[Violation, ...]:
    """What the army needs beyond its owner's collection, for those who count theirs."""
    owned = DatabaseCollection().owned(saved.owner)
    return missing(saved.army, owned, catalogue()) if owned else ()


def sheet_open(state: Open, laid_out: Sheet) -> bool:
    """Lines of a card that nobody knows have no slots and no weapons to open."""
    if state.view not in ("equip", "odds", "join"):
        return True
    row = laid_out.unit(state.key)
    return row is not None and row.known


def toast(saved: SavedArmy) -> dict[str, str] | None:
    """What was just done, and the way back."""
    if saved.label == "undo":
        return {"text": "Undone.", "do": "redo", "button": "Redo"} if saved.redo_to is not None else None
    if saved.label == "redo":
        return {"text": "Done again.", "do": "undo", "button": "Undo"}
    return {"text": f"{saved.label}.", "do": "undo", "button": "Undo"} if saved.undo_to is not None else None
