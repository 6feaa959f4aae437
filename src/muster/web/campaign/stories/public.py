"""A Register and its chronicle for everybody with the link, to be read; the owner switches it on and off."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from muster.rules.campaign.register.register import problem
from muster.rules.cards.catalogue import shorten
from muster.rules.violations import Refused
from muster.store.accounts import names_of
from muster.web import identity
from muster.web.campaign.registers.my_registers import actor, called, my_tours, stream_of
from muster.web.campaign.registers.register import as_it_was
from muster.web.campaign.stories.chronicle import chronicle_context, stories
from muster.web.cards.words import FACTION_NAMES
from muster.web.dice.dice import qr_code
from muster.web.environment import url


@identity.private
@require_http_methods(["GET", "POST"])
def share(request: HttpRequest, register: str) -> HttpResponse:
    """Switch the public page on or off; its link and QR."""
    who, stream = actor(request), stream_of(register)
    token = stories().link(who, stream)
    if request.method == "POST":
        wanted = request.POST.get("shared", "")
        if wanted not in ("on", "off"):
            raise Refused(problem("register.no_such_act", (), given=shorten(wanted)))
        stories().share(who, stream, wanted == "on")
        if wanted == "off" and token:
            messages.success(request, "The link no longer works.")
        return redirect("tour-share", register)
    now = my_tours().register(who, stream).state
    link = request.build_absolute_uri(url("tour-public", token=token)) if token else ""
    context = {
        "id": register,
        "register": now,
        "name": called(now),
        "faction": FACTION_NAMES[now.faction],
        "link": link,
        "qr": qr_code(link) if link else "",
    }
    return render(request, "campaign/stories/share.html", context)


@identity.private
@require_GET
def page(request: HttpRequest, token: str) -> HttpResponse:
    """What readers see: the Register as it stands and its chronicle."""
    story = stories().shared(token)
    photos = {
        one.dossier: url("tour-public-picture", token=token, picture=one.id)
        for one in story.portraits.values()
    }
    told = chronicle_context(
        story, request.GET, lambda one: url("tour-public-picture", token=token, picture=one.id)
    )
    owner = story.register.by
    context = as_it_was(story.register, photos) | told | {"by": names_of({owner}).get(owner, "")}
    response = render(request, "campaign/stories/public.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response
