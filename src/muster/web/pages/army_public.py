"""Armies that their owners let everybody find."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.app import armies
from muster.store.accounts import names_of
from muster.store.armies import DatabaseArmies
from muster.web.environment import url
from muster.web.pages import army_view
from muster.web.pages.armies import page_number
from muster.web.pages.card_words import FACTION_NAMES

PER_PAGE = 30


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """Newest change first; each leads to its reader's page."""
    number = page_number(request.GET.get("page", ""))
    found, more = armies.found_by_all(DatabaseArmies(), number, PER_PAGE)
    names = names_of({saved.owner for saved in found})
    context = {
        "rows": [(army_view.army_card(saved), names[saved.owner]) for saved in found],
        "later": number + 1 if more else None,
        "factions": FACTION_NAMES,
        "back": url("armies"),
    }
    return render(request, "armies/public.html", context)
