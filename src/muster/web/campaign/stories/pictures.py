"""Pictures of battles and portraits of units: sent, shown to those who may see them, erased."""

from datetime import UTC, datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from muster.app import pictures
from muster.app.campaign.stories import Picture
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.armies.requests import id_for
from muster.web.campaign.registers.my_registers import actor, stream_of
from muster.web.campaign.stories.chronicle import stories, stream_of_battle
from muster.web.environment import url


@identity.private
@require_POST
def add(request: HttpRequest, register: str) -> HttpResponse:
    """A picture for a battle, or the portrait of a unit; the same form sent twice adds one."""
    who, stream = actor(request), stream_of(register)
    stories().link(who, stream)  # whose Register it is comes before what was sent
    battle, dossier = request.POST.get("battle", "")[:90], request.POST.get("dossier", "")[:20]
    picture = Picture(
        id=id_for(request, who),
        register=stream,
        battle=stream_of_battle(battle) if not dossier else "",
        dossier=dossier,
        caption=request.POST.get("caption", "")[:1000],
        width=0,
        height=0,
        at=datetime.now(UTC),
    )
    stories().show(who, picture, pictures.checked(sent(request)))
    messages.success(request, "The picture is in.")
    if dossier:
        return redirect("tour-register", register)
    return redirect("tour-report", register, battle)


def sent(request: HttpRequest) -> bytes:
    """The file of the form; read only as far as a picture may be long."""
    file = request.FILES.get("picture")
    if file is None:
        raise Refused(Violation(code="picture.missing", source="pictures"))
    return file.read(pictures.MOST_BYTES + 1)


@identity.private
@require_POST
def erase(request: HttpRequest, register: str, picture: str) -> HttpResponse:
    """Erase a picture of one's own."""
    who, stream = actor(request), stream_of(register)
    stories().erase(who, stream, picture)
    messages.success(request, "Erased.")
    battle = request.POST.get("battle", "")[:90]
    known = any(one.battle == stream_of_battle(battle) for one in stories().mine(who, stream).chapters)
    return redirect(
        url("tour-report", register=register, battle=battle)
        if battle and known
        else url("tour-register", register=register)
    )


@identity.private
@require_GET
def own(request: HttpRequest, register: str, picture: str) -> HttpResponse:
    """A picture of one's own Register."""
    return jpeg(stories().my_picture(actor(request), stream_of(register), picture))


@identity.private
@require_GET
def shared(request: HttpRequest, token: str, picture: str) -> HttpResponse:
    """A picture of a story that is shared."""
    response = jpeg(stories().shared_picture(token, picture))
    response["X-Robots-Tag"] = "noindex"
    return response


def jpeg(data: bytes) -> HttpResponse:
    """The picture as we wrote it."""
    return HttpResponse(data, content_type=pictures.TYPE, headers={"Content-Disposition": "inline"})
