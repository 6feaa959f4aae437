"""My collection: how many of each card I own, so that the builder can say when an army needs more."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from muster.app.armies import collection
from muster.rules.cards import Card, catalogue
from muster.rules.cards.vocabulary import FACTIONS, RANKS, SLOTS
from muster.rules.violations import Refused, Violation
from muster.store.collection import DatabaseCollection
from muster.web import identity
from muster.web.cards.words import FACTION_NAMES, sentence, words

KINDS = ("unit", "upgrade")


@require_GET
@identity.private
def page(request: HttpRequest) -> HttpResponse:
    """One faction at a time, units or upgrades, with steppers; products count everything in them at once."""
    account = identity.current(request)
    owned = DatabaseCollection().owned(str(account.pk)) if account else {}
    faction = request.GET.get("faction") if request.GET.get("faction") in FACTIONS else FACTIONS[0]
    kind = request.GET.get("kind") if request.GET.get("kind") in KINDS else "unit"
    context = {
        "owned": owned,
        "total": sum(owned.values()),
        "faction": faction,
        "factions": [(each, FACTION_NAMES[each]) for each in FACTIONS],
        "kind": kind,
        "groups": _groups(faction, kind),
        "products": [p.name for p in catalogue().data.products if p.units and p.faction in (None, faction)],
    }
    return render(request, "armies/collection/page.html", context)


@require_POST
def count(request: HttpRequest) -> HttpResponse:
    """Set the count of one card (a stepper) or of all on the page (the button without scripts)."""
    account = identity.ensure(request)
    counts = {key[5:]: _number(text) for key, text in request.POST.items() if key.startswith("card-")}
    collection.count_cards(DatabaseCollection(), str(account.pk), counts, catalogue())
    if request.htmx:  # type: ignore[attr-defined]
        total = sum(DatabaseCollection().owned(str(account.pk)).values())
        return render(request, "armies/collection/total.html", {"total": total})
    return redirect(identity.next_page(request, "collection"))


@require_POST
def product(request: HttpRequest) -> HttpResponse:
    """Count one more of everything in a product."""
    account = identity.ensure(request)
    collection.add_product(DatabaseCollection(), str(account.pk), request.POST.get("name", ""), catalogue())
    return redirect(identity.next_page(request, "collection"))


def _groups(faction: str, kind: str) -> list[tuple[str, str, list[Card]]]:
    """The cards of a faction by rank, or the upgrades it may use by slot; nothing twice."""
    if kind == "unit":
        units = [unit for unit in catalogue().data.units if faction in (unit.faction, *unit.army_factions)]
        return [_group(f"rank-{rank}", rank, (u for u in units if u.rank == rank)) for rank in RANKS]
    upgrades = [u for u in catalogue().data.upgrades if faction in catalogue().armies_for(u)]
    return [_group(f"up-{slot}", slot, (u for u in upgrades if u.slot == slot)) for slot in SLOTS]


def _group(icon: str, word: str, cards: Iterable[Card]) -> tuple[str, str, list[Card]]:
    return icon, sentence(words(word)), sorted(cards, key=lambda card: card.full_name)


def _number(text: str) -> int:
    if text == "":
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        params = {"given": text[:20], "max": collection.MOST_OWNED}
        raise Refused(Violation(code="collection.count", source="your collection", params=params))
    return int(text)
