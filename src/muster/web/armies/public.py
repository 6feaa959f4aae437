"""Armies that their owners let everybody find."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.app.armies import saving
from muster.store.accounts import names_of
from muster.store.armies import DatabaseArmies
from muster.web.armies import view
from muster.web.armies.my_armies import page_number
from muster.web.cards.words import FACTION_NAMES
from muster.web.environment import url

PER_PAGE = 30


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """Newest change first; each leads to its reader's page."""
    number = page_number(request.GET.get("page", ""))
    found, more = saving.found_by_all(DatabaseArmies(), number, PER_PAGE)
    names = names_of({saved.owner for saved in found})
    context = {
        "rows": [(view.army_card(saved), names[saved.owner]) for saved in found],
        "later": number + 1 if more else None,
        "factions": FACTION_NAMES,
        "back": url("armies"),
    }
    return render(request, "armies/public.html", context)
