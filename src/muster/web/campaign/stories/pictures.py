"""Pictures of battles and portraits of units: sent, shown to those who may see them, erased."""

from datetime import UTC, datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.app import pictures
from muster.app.campaign.stories import Picture
from muster.rules.violations import Violation, require
from muster.web.campaign.requests import battle_stream, methods_only, stories_of, stream_of
from muster.web.requests import actor, id_for
from muster.web.serving.limits import HeavyWork

PICTURE_LIMIT = HeavyWork()  # one picture is read at a time: each may take as much memory as all of Muster


@methods_only("POST")
def add(request: HttpRequest, register: str) -> HttpResponse:
    """A picture for a battle, or the portrait of a unit; the same form sent twice adds one."""
    who, stream = actor(request), stream_of(register)
    stories_of(request).link(who, stream)  # whose Register it is comes before what was sent
    battle, dossier = request.POST.get("battle", "")[:90], request.POST.get("dossier", "")[:20]
    picture = Picture(
        id=id_for(request, who),
        register=stream,
        battle=battle_stream(battle) if not dossier else "",
        dossier=dossier,
        caption=request.POST.get("caption", "")[:1000],
        width=0,
        height=0,
        at=datetime.now(UTC),
    )
    raw = uploaded_file(request)
    with PICTURE_LIMIT.slot():
        pixels = pictures.prepare_picture(raw)
    stories_of(request).show(who, picture, pixels)
    messages.success(request, "The picture is in.")
    if dossier:
        return redirect("tour-register", register)
    return redirect("tour-report", register, battle)


def uploaded_file(request: HttpRequest) -> bytes:
    """The file of the form; read only as far as a picture may be long."""
    file = require(request.FILES.get("picture"), Violation(code="picture.missing", source="pictures"))
    return bytes(file.read(pictures.MOST_BYTES + 1))


@methods_only("POST")
def erase(request: HttpRequest, register: str, picture: str) -> HttpResponse:
    """Erase a picture of one's own."""
    who, stream = actor(request), stream_of(register)
    stories_of(request).erase(who, stream, picture)
    messages.success(request, "Erased.")
    battle = request.POST.get("battle", "")[:90]
    if battle and stories_of(request).has_fought(who, stream, battle_stream(battle)):
        return redirect("tour-report", register, battle)
    return redirect("tour-register", register)


@methods_only("GET")
def own_picture(request: HttpRequest, register: str, picture: str) -> HttpResponse:
    """A picture of one's own Register."""
    return jpeg(stories_of(request).my_picture(actor(request), stream_of(register), picture))


@methods_only("GET")
def shared_picture(request: HttpRequest, token: str, picture: str) -> HttpResponse:
    """A picture of a story that is shared."""
    response = jpeg(stories_of(request).shared_picture(token, picture))
    response["X-Robots-Tag"] = "noindex"
    return response


def jpeg(data: bytes) -> HttpResponse:
    """The picture as we wrote it."""
    return HttpResponse(data, content_type=pictures.TYPE, headers={"Content-Disposition": "inline"})
