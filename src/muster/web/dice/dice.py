"""Dice: roll here and now, or at a table that several phones share."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.html import SafeString, mark_safe
from django.views.decorators.http import require_GET, require_POST
from uuid_utils import uuid4

from muster.app.acting import Act
from muster.app.dice import table as dice_table
from muster.app.dice.sources import fresh_roll
from muster.app.dice.table import TableView
from muster.rules.dice.faces import SIDES, Die, Roll, pool, summary, typed_roll
from muster.rules.violations import Refused, Violation
from muster.store.accounts import names_of, new_id
from muster.store.log import DatabaseStore
from muster.web import identity, live

EVERYONE = "everyone"
NAMES = {
    Die.ATTACK_RED: "Red attack",
    Die.ATTACK_BLACK: "Black attack",
    Die.ATTACK_WHITE: "White attack",
    Die.DEFENCE_RED: "Red defence",
    Die.DEFENCE_WHITE: "White defence",
}


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """Choose dice; the choice stands in the address, so it can be kept and shared."""
    counts = _counts(request.GET)
    return render(
        request, "dice/page.html", {"dice": _rows(counts), "roll": None, "chosen": sum(counts.values())}
    )


@require_POST
def roll(request: HttpRequest) -> HttpResponse:
    """Roll here: nothing is kept, and the seed is shown at once, because nobody waits to be surprised."""
    counts = _counts(request.POST)
    rolled, seed = fresh_roll(pool(counts.items()))
    context = {
        "dice": _rows(counts),
        "roll": rolled,
        "summary": _words(rolled),
        "seed": seed,
        "chosen": sum(counts.values()),
    }
    return render(request, "dice/tray.html" if request.htmx else "dice/page.html", context)  # type: ignore[attr-defined]


@require_POST
def open_table(request: HttpRequest) -> HttpResponse:
    """Lay out a shared tray; whoever gets the link rolls along."""
    table = f"{new_id().hex}"
    dice_table.open_table(DatabaseStore(), _act(request), _stream(table), request.POST.get("name", ""))
    return redirect("dice-table", table)


@require_GET
def table(request: HttpRequest, table: str) -> HttpResponse:
    """The shared tray."""
    return render(request, "dice/table.html", _table_context(request, table))


@require_GET
def table_live(request: HttpRequest, table: str) -> HttpResponse:
    """The live part alone, with a fresh ticket: what a phone fetches when its line broke."""
    return render(request, "dice/table_live.html", _table_context(request, table))


@require_POST
def table_roll(request: HttpRequest, table: str) -> HttpResponse:
    """The app rolls at the table, or asks for the faces of somebody's own dice first."""
    counts = _counts(request.POST)
    dice = pool(counts.items())
    if request.POST.get("way") == "own":
        return _ask_faces(request, table, dice)
    dice_table.roll_dice(DatabaseStore(), _act(request), _stream(table), dice, request.POST.get("note", ""))
    return _after(request, table)


@require_POST
def table_type(request: HttpRequest, table: str) -> HttpResponse:
    """Somebody's own dice: every die shows one face."""
    dice = pool(_counts(request.POST).items())
    faces = [request.POST.get(f"face-{i}", "") for i in range(len(dice))]
    note = request.POST.get("note", "")
    dice_table.type_dice(DatabaseStore(), _act(request), _stream(table), typed_roll(dice, faces), note)
    return redirect("dice-table", table)


@require_POST
def table_undo(request: HttpRequest, table: str) -> HttpResponse:
    """Take back one's own latest roll."""
    dice_table.undo_roll(DatabaseStore(), _act(request), _stream(table), request.POST.get("batch", ""))
    return _after(request, table)


@require_POST
def table_close(request: HttpRequest, table: str) -> HttpResponse:
    """Close the table and open the seeds."""
    dice_table.close_table(DatabaseStore(), _act(request), _stream(table))
    return redirect("dice-table", table)


class TableLive:
    """The dice table for the live app: everybody with the link sees the same."""

    def audience(self, stream: str, account: str) -> str | None:  # noqa: ARG002
        return EVERYONE

    def render(self, stream: str, audience: str) -> tuple[int, str]:  # noqa: ARG002
        view = dice_table.look(DatabaseStore(), stream)
        return view.version, render_to_string("dice/table_rolls.html", _shown(view))


def _after(request: HttpRequest, table: str) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "dice/table_body.html", _table_context(request, table))
    return redirect("dice-table", table)


def _ask_faces(request: HttpRequest, table: str, dice: Sequence[Die]) -> HttpResponse:
    rows = [(i, die, NAMES[die], tuple(dict.fromkeys(SIDES[die]))) for i, die in enumerate(dice)]
    context = {
        "table": table,
        "rows": rows,
        "counts": _counts(request.POST),
        "note": request.POST.get("note", ""),
        "key": request.POST.get("key", ""),
    }
    response = render(request, "dice/typed.html", context)
    response["HX-Retarget"], response["HX-Reswap"] = "#main", "innerHTML show:window:top"
    return response


def _table_context(request: HttpRequest, table: str) -> dict[str, object]:
    view = dice_table.look(DatabaseStore(), _stream(table))
    account = identity.current(request)
    me = str(account.pk) if account else ""
    address = request.build_absolute_uri(request.path_info if request.method == "GET" else f"/table/{table}")
    return _shown(view) | {
        "table": table,
        "me": account,
        "mine": view.by == me,
        "undo": view.undoable.get(me),
        "ticket": live.issue_ticket(view.stream, EVERYONE, me),
        "dice": _rows({}),
        "key": str(uuid4()),
        "address": address.removesuffix("/live"),
        "qr": qr_code(address.removesuffix("/live")),
    }


def _shown(view: TableView) -> dict[str, object]:
    names = names_of({row.by for row in view.rows} | {view.by})
    rows = [(row, names[row.by], _words(row.roll)) for row in view.rows]
    return {"view": view, "rows": rows, "opener": names[view.by]}


def qr_code(text: str) -> SafeString:
    """A QR code as SVG, black on white in both themes so that every camera reads it."""
    code = segno.make(text, error="m")
    return mark_safe(code.svg_inline(scale=4, border=2, omitsize=True, dark="#000", svgclass="qr"))  # noqa: S308


def _act(request: HttpRequest) -> Act:
    actor = str(identity.ensure(request).pk)
    key = request.POST.get("key") or None
    if key and (len(key) > 64 or not key.isascii() or not key.isprintable()):
        raise Refused(Violation(code="log.bad_name", source="form", about=("key",), params={"max": 64}))
    return Act(actor, datetime.now(UTC), str(new_id()), key)


def _stream(table: str) -> str:
    return f"table:{table}"


def _counts(values: object) -> dict[Die, int]:
    """How many of each die were asked for; words and negative numbers are refused, not guessed at."""
    return {die: _count(values.get(die.value, "")) for die in Die}  # type: ignore[attr-defined]


def _count(text: str) -> int:
    if text in ("", "0"):
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise Refused(Violation(code="dice.bad_count", source="core: dice", params={"given": text[:40]}))
    return int(text)


def _rows(counts: dict[Die, int]) -> list[tuple[Die, str, int]]:
    return [(die, NAMES[die], counts.get(die, 0)) for die in Die]


def _words(rolled: Roll) -> str:
    """2 Hits, 1 Critical"""
    return ", ".join(_several(n, face.value) for face, n in summary(rolled).items())


def _several(count: int, face: str) -> str:
    return f"{count} {face.capitalize()}{'s' if count > 1 else ''}"


def dice_in_words(dice: Iterable[Die]) -> str:
    """3 red attack, 1 white defence"""
    counted = dict.fromkeys(Die, 0)
    for die in dice:
        counted[die] += 1
    return ", ".join(f"{n} {NAMES[die].lower()}" for die, n in counted.items() if n)
