"""The chronicle of a Register: everything that happened to it, told newest first, and those who fell."""

from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.rules.campaign.register import Fallen
from muster.web import guests
from muster.web.environment import plural
from muster.web.pages.card_words import FACTION_NAMES
from muster.web.pages.tour_sentences import tell_all
from muster.web.pages.tours import actor, called, my_tours, stream_of

PER_PAGE = 200


@guests.private
@require_GET
def page(request: HttpRequest, register: str) -> HttpResponse:
    """Day by day, the newest first."""
    tours, who, stream = my_tours(), actor(request), stream_of(register)
    now = tours.register(who, stream).state
    told = list(reversed(tell_all(tours.log(who, stream))))
    part = told if request.GET.get("all") else told[:PER_PAGE]
    days = [(at, list(entries)) for at, entries in groupby(part, key=lambda pair: pair[0].at.date())]
    context = {
        "id": register,
        "register": now,
        "name": called(now),
        "faction": FACTION_NAMES[now.faction],
        "days": days,
        "more": len(told) - len(part),
        "fallen": [(one.dossier.called, epitaph(one)) for one in reversed(now.fallen)],
    }
    return render(request, "tours/chronicle.html", context)


def epitaph(fallen: Fallen) -> str:
    """What they were and how long they served."""
    unit = fallen.dossier
    served = f"{unit.unit_name}, veteran {unit.veteran_rank}, {plural(unit.battles, 'battle')}"
    return f"{served}. Reassigned" if fallen.why == "reassigned" else served
