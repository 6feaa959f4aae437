"""Sharing: who may read an army, its short link with a QR, the reader's page, other formats, a picture."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods
from uuid_utils import uuid4

from muster.app.armies import saving
from muster.app.armies.saving import SavedArmy, Shared
from muster.rules.armies.exchange import FORMATS, write
from muster.rules.cards import catalogue
from muster.rules.messages import explain
from muster.store.accounts import names_of
from muster.store.armies import DatabaseArmies
from muster.web import identity
from muster.web.armies import acts, view
from muster.web.armies import picture as army_picture
from muster.web.armies.address import Open
from muster.web.armies.requests import act_of, actor, own
from muster.web.armies.view import Sheet
from muster.web.dice.dice import qr_code
from muster.web.environment import url

WAYS = (
    (Shared.ONLY_ME, "Only me", "The link opens for nobody else.", "act-lock"),
    (Shared.BY_LINK, "By link", "Whoever has the link reads it. Search engines do not.", "act-share"),
    (Shared.PUBLIC, "Public", "Anybody reads it, and search engines may show it.", "ui-person"),
)
FILES = {"json": "application/json"}


@identity.private
@require_http_methods(["GET", "POST"])
def share(request: HttpRequest, army_id: object) -> HttpResponse:
    """Choose who reads the army; the link, its QR, the text and the file."""
    saved = own(request, army_id)
    if request.method == "POST":
        way = request.POST.get("shared", "")
        if way not in list(Shared):
            raise acts.bad("armies.no_such_act", given=way[:40])
        hidden = request.POST.get("hand") != "open"
        saving.share(DatabaseArmies(), act_of(request), saved.id, Shared(way), hand_hidden=hidden)
        return redirect("army-share", saved.id)
    link = request.build_absolute_uri(url("army-shared", saved.code))
    context = {
        "saved": saved,
        "name": view.army_name(saved.army),
        "ways": WAYS,
        "link": link,
        "qr": qr_code(link),
        "formats": list(FORMATS.values()),
        "back": Open().at(saved.id),
    }
    return render(request, "armies/share.html", context)


@identity.private
@require_GET
def export(request: HttpRequest, army_id: object, format_id: str) -> HttpResponse:
    """One's own army in a format; what the format cannot carry stands above the text."""
    saved = own(request, army_id)
    return exported(request, saved, format_id, url("army-share", saved.id))


@identity.private
@require_GET
def shared_export(request: HttpRequest, code: str, format_id: str) -> HttpResponse:
    """A shared army in a format, as far as the reader may see it."""
    saved = saving.read(DatabaseArmies(), actor(request), code)
    return exported(request, saved, format_id, url("army-shared", code))


def exported(request: HttpRequest, saved: SavedArmy, format_id: str, back: str) -> HttpResponse:
    """The text to copy, or the file."""
    done = write(saved.army, format_id, catalogue())
    form = FORMATS[format_id]
    if request.GET.get("file"):
        response = HttpResponse(done.text, content_type=FILES.get(form.suffix, "text/plain; charset=utf-8"))
        response["Content-Disposition"] = f'attachment; filename="army-{saved.code}.{form.suffix}"'
        return response
    context = {
        "name": view.army_name(saved.army),
        "form": form,
        "text": done.text,
        "lost": [explain(violation) for violation in done.lost],
        "back": back,
    }
    return render(request, "armies/export.html", context)


@identity.private
@require_GET
def shared(request: HttpRequest, code: str) -> HttpResponse:
    """The reader's page; beside an army of the reader's own where `with` names one."""
    reader = actor(request)
    saved = saving.read(DatabaseArmies(), reader, code)
    mine = DatabaseArmies().owned(reader) if reader else []
    other = next((each for each in mine if each.id == request.GET.get("with", "")), None)
    hidden = saved.owner != reader and saved.hand_hidden
    theirs = view.sheet(saved.army)
    address = request.build_absolute_uri(url("army-shared", code))
    context = {
        "saved": saved,
        "sheet": theirs,
        "hidden": hidden,
        "verdict": verdict(theirs, hidden),
        "is_mine": saved.owner == reader,
        "by": names_of({saved.owner})[saved.owner],
        "mine": [each for each in mine if each.code != code],
        "beside": view.sheet(other.army) if other else None,
        "with": other,
        "beside_verdict": verdict(view.sheet(other.army), False) if other else None,
        "side": "mine" if request.GET.get("side") == "mine" else "theirs",
        "address": address,
        "picture": request.build_absolute_uri(url("army-picture", code)),
        "army_name": view.army_name,
        "key": str(uuid4()),
        "open_href": Open().at(saved.id),
    }
    return render(request, "armies/shared.html", context)


def verdict(theirs: Sheet, hidden: bool) -> dict[str, Any]:
    """What a reader may know: with the hand hidden, only whether the units are legal."""
    problems = [v for v in theirs.report.violations if not hidden or v.code.startswith("army.")]
    text = f"{len(problems)} to fix" if problems else "Units legal" if hidden else "Legal"
    reasons = [(explain(violation), violation.source) for violation in problems]
    return {"state": "illegal" if problems else "legal", "text": text, "reasons": reasons}


@require_GET
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The picture of link previews: only for shared armies, and only what everybody may see."""
    saved = saving.read(DatabaseArmies(), "", code)
    response = HttpResponse(army_picture.png(saved), content_type="image/png")
    response["Cache-Control"] = "public, max-age=600"
    return response
