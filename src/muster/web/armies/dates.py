"""An army and time: what today's points would change, and every version it ever had."""

from datetime import date
from typing import ClassVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_http_methods

from muster.app.armies import saving
from muster.app.armies.commands import Edited, army_refusal
from muster.app.armies.saving import Version
from muster.app.game.playing.results import army_results
from muster.rules.armies.building.dates import Move, PriceChange, compare_dates
from muster.rules.armies.history import change, describe_change
from muster.rules.cards import catalogue
from muster.rules.game.sides.results import ArmyResults
from muster.rules.messages import explain
from muster.rules.violations import Refused
from muster.store.armies import DatabaseArmies
from muster.web import identity
from muster.web.armies.address import Open
from muster.web.armies.forms import number, read_day
from muster.web.armies.requests import ArmyPage, head, load_own_army, version_seen
from muster.web.cards import words
from muster.web.page import render_response
from muster.web.requests import act_of, store_for
from muster.web.site import errors

MOST_VERSIONS = 300


class PointsPage(ArmyPage, frozen=True, kw_only=True):
    """What changes if the army moves to the points of another day; `prices` with card and unit by name."""

    template: ClassVar = "armies/points.html"
    move: Move
    prices: tuple[tuple[PriceChange, str, str], ...]
    changes: tuple[tuple[str, str, date], ...]
    broken: tuple[errors.Reason, ...]
    met: tuple[str, ...]
    days: tuple[date, ...]


class HistoryPage(ArmyPage, frozen=True, kw_only=True):
    """Every version of an army with what it changed, newest first."""

    template: ClassVar = "armies/history.html"
    versions: tuple[tuple[Version, str], ...]
    results: ArmyResults
    problems: tuple[errors.Reason, ...]


@identity.private
@require_GET
def points(request: HttpRequest, army_id: object) -> HttpResponse:
    """What changes if the army moves to the points of another day; today's unless a day is given."""
    saved, cards = load_own_army(request, army_id), catalogue()
    day = read_day(request.GET["day"]) if request.GET.get("day") else cards.edition
    move = compare_dates(saved.army, cards, day)
    units = {entry.key: cards.name_of(entry.unit) for entry in saved.army.units}
    dearest = sorted(move.prices, key=lambda price: -abs(price.total))
    page = PointsPage(
        head=head(saved),
        move=move,
        prices=tuple((price, cards.name_of(price.card), units[price.key]) for price in dearest),
        changes=tuple((cards.name_of(card), words.change_words(c), c.date) for card, c in move.cards),
        broken=errors.reasons_of(move.newly_broken),
        met=tuple(map(explain, move.newly_met)),
        days=cards.army.official_updates[::-1],
    )
    return render_response(request, page)


@identity.private
@require_http_methods(["GET", "POST"])
def history(request: HttpRequest, army_id: object) -> HttpResponse:
    """Every version; an older one is brought back as a new change."""
    if request.method == "POST":
        try:
            bring_back(request, str(army_id))
        except Refused as refusal:
            return versions(request, army_id, refusal)
        return redirect(f"{Open().at(str(army_id))}?done=1")
    return versions(request, army_id)


def bring_back(request: HttpRequest, army_id: str) -> None:
    """Write an older document again, on top."""
    store, wanted = DatabaseArmies(), number(request.POST.get("version", ""))
    old = store.version(load_own_army(request, army_id).id, wanted)
    if old is None:
        raise army_refusal("armies.no_version", number=wanted)
    edited = Edited(old.army, change("restored", version=wanted))
    saving.apply_edit(store, act_of(request), army_id, version_seen(request), lambda _: edited)


def versions(request: HttpRequest, army_id: object, refusal: Refused | None = None) -> HttpResponse:
    """The list of versions."""
    saved = load_own_army(request, army_id)
    problems = refusal.violations if refusal else ()
    newest, cards = DatabaseArmies().versions(saved.id)[:MOST_VERSIONS], catalogue()
    page = HistoryPage(
        head=head(saved),
        versions=tuple((version, describe_change(version.change, cards)) for version in newest),
        results=army_results(store_for(request), saved.id),
        problems=errors.reasons_of(problems),
    )
    return render_response(request, page, errors.status_of(problems))
