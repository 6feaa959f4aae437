"""What to remember in an attack, for games of which only the score is kept: a page that changes nothing."""

from typing import ClassVar, Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.rules.attack.facts import BANDS, MELEE, SHORTEST
from muster.rules.game.attacks.reminding import known_units, may_remind, reminders
from muster.rules.game.attacks.sheet import RANGE, sheet_of
from muster.rules.game.steps.attacks import DeclareAttack
from muster.rules.game.table import SEATS, Seat, Table, Unit, other
from muster.web.game.desks import desk_over
from muster.web.game.play import words
from muster.web.game.play.prompts.prompt import Line, Option
from muster.web.identity import private
from muster.web.page import Page, render_response
from muster.web.requests import actor, store_for

RANGES: Final = tuple(SHORTEST if band == MELEE else str(band) for band in BANDS)


class Choice(NamedTuple):
    """A field of the form: its name, its label, and what may be chosen."""

    field: str
    label: str
    options: tuple[Option, ...]


class RemindPage(Page, frozen=True, kw_only=True):
    """Who attacks whom at which range, and the keywords of both in the order of the steps."""

    template: ClassVar = "game/play/remind.html"
    id: str
    title: str
    choices: tuple[Choice, ...]
    lines: tuple[Line, ...]


@private
@require_GET
def remind(request: HttpRequest, game: str) -> HttpResponse:
    """The reminders of a pair of units, for everyone who may see the game."""
    desk = desk_over(store_for(request), game)
    audience = desk.audience(actor(request)) if desk.exists else None
    if audience is None or not may_remind(desk.game.table):
        raise Http404
    table = desk.game.table
    seat: Seat = next((seat for seat in SEATS if seat == audience), "one")
    by = _chosen((*known_units(table, seat), *known_units(table, other(seat))), request.GET.get("by", ""))
    on = _chosen(known_units(table, other(by.seat)), request.GET.get("on", ""))
    band = next((word for word in RANGES if word == request.GET.get(RANGE)), "")
    step = DeclareAttack(seat=by.seat, unit=by.id, target=on.id, facts={RANGE: band} if band else {})
    sheet = sheet_of(table, step)
    whose = {True: words.unit_name(table, by.id), False: words.unit_name(table, on.id)}
    lines = tuple(Line(one.name, one.effect, whose[one.attackers], "done") for one in reminders(sheet))
    told = tuple(
        Option(word, word.capitalize() if word == SHORTEST else f"Range {word}", on=word == sheet.told[RANGE])
        for word in sheet.asked[0].choices
    )
    choices = (
        Choice("by", "Attacker", _units(table, seat, by) + _units(table, other(seat), by)),
        Choice("on", "Target", _units(table, other(by.seat), on)),
        Choice(RANGE, "Range", told),
    )
    return render_response(
        request, RemindPage(id=game, title=words.title(table), choices=choices, lines=lines)
    )


def _chosen(able: tuple[Unit, ...], id: str) -> Unit:
    """The unit that was asked for, else the first."""
    return next((unit for unit in able if unit.id == id), able[0])


def _units(table: Table, seat: Seat, chosen: Unit) -> tuple[Option, ...]:
    return tuple(
        Option(unit.id, words.unit_name(table, unit.id), on=unit.id == chosen.id)
        for unit in known_units(table, seat)
    )
