"""An army and time: what today's points would change, and every version it ever had."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods
from uuid_utils import uuid4

from muster.app.armies import saving
from muster.rules.armies.army import Army
from muster.rules.armies.building.dates import Move, moved
from muster.rules.cards import catalogue
from muster.rules.messages import explain
from muster.rules.violations import Refused
from muster.store.armies import DatabaseArmies
from muster.web import identity
from muster.web.armies import acts, view, words
from muster.web.armies.address import Open
from muster.web.armies.requests import act_of, own
from muster.web.cards import words as card_words
from muster.web.site.errors import STATUS, as_reason

MOST_VERSIONS = 300


class Price(NamedTuple):
    """One card on one line that costs something else."""

    card: str
    unit: str
    count: int
    before: int
    after: int
    total: int


@identity.private
@require_GET
def points(request: HttpRequest, army_id: object) -> HttpResponse:
    """What changes if the army moves to the points of another day; today's unless a day is given."""
    saved = own(request, army_id)
    day = acts.read_day(request.GET["day"]) if request.GET.get("day") else catalogue().edition
    move = moved(saved.army, catalogue(), day)
    context = {
        "saved": saved,
        "name": view.army_name(saved.army),
        "move": move,
        "prices": prices(move, saved.army),
        "changes": [(words.name_of(c.card), card_words.changed(c.change), c.change.date) for c in move.cards],
        "broken": [(explain(v), v.source) for v in move.newly_broken],
        "met": [explain(v) for v in move.newly_met],
        "days": catalogue().army.official_updates[::-1],
        "key": str(uuid4()),
        "back": Open().at(saved.id),
    }
    return render(request, "armies/points.html", context)


def prices(move: Move, army: Army) -> list[Price]:
    """The price changes with names, dearest first."""
    units = {entry.key: words.name_of(entry.unit) for entry in army.units}
    rows = [
        Price(words.name_of(p.card), units[p.key], p.count, p.before, p.after, p.total) for p in move.prices
    ]
    return sorted(rows, key=lambda row: -abs(row.total))


@identity.private
@require_http_methods(["GET", "POST"])
def history(request: HttpRequest, army_id: object) -> HttpResponse:
    """Every version; an older one is brought back as a new change."""
    saved = own(request, army_id)
    if request.method == "POST":
        try:
            bring_back(request, saved.id)
        except Refused as refusal:
            return versions(request, saved.id, refusal)
        return redirect(f"{Open().at(saved.id)}?done=1")
    return versions(request, saved.id)


def bring_back(request: HttpRequest, army_id: str) -> None:
    """Write an older document again, on top."""
    number = acts.number(request.POST.get("version", ""))
    old = DatabaseArmies().version(army_id, number)
    if old is None:
        raise acts.bad("armies.no_version", number=number)
    label = f"Back to version {number}"
    saving.change(DatabaseArmies(), act_of(request), army_id, lambda _: old.army, label)


def versions(request: HttpRequest, army_id: str, refusal: Refused | None = None) -> HttpResponse:
    """The list of versions."""
    saved = own(request, army_id)
    found = saving.history(DatabaseArmies(), saved.owner, saved.id)
    problems = refusal.violations if refusal else ()
    context = {
        "saved": saved,
        "name": view.army_name(saved.army),
        "versions": found[:MOST_VERSIONS],
        "problems": [as_reason(each) for each in problems],
        "key": str(uuid4()),
        "back": Open().at(saved.id),
    }
    status = STATUS.get(problems[0].code, 422) if problems else 200
    return render(request, "armies/history.html", context, status=status)
