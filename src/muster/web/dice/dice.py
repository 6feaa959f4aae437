"""Dice: roll here and now, or at a table that several phones share."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import ClassVar, Final, NamedTuple, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET, require_POST
from uuid_utils import uuid4

from muster.app.acting import Act
from muster.app.dice import table as dice_table
from muster.app.dice.commands import CloseTable
from muster.app.dice.sources import fresh_roll
from muster.app.dice.table import HANDLERS, DiceContext, RowView, TableView
from muster.rules.dice.faces import MOST_DICE, SIDES, Die, Face, Roll, summary
from muster.rules.dice.proof import Evidence, evidence_of_roll
from muster.rules.dice.table import MOST_LETTERS
from muster.rules.violations import Violation, refuse_unless
from muster.store.accounts import Account, names_of, new_id
from muster.web import identity, live
from muster.web.dice import forms
from muster.web.dice.forms import FORMS
from muster.web.environment import url
from muster.web.page import Page, render_page, render_response, wants_part
from muster.web.qr import qr_code
from muster.web.requests import LONGEST_KEY, act_of, id_for, new_store, store_for

EVERYONE: Final = "everyone"
NAMES: Final = {
    Die.ATTACK_RED: "Red attack",
    Die.ATTACK_BLACK: "Black attack",
    Die.ATTACK_WHITE: "White attack",
    Die.DEFENCE_RED: "Red defence",
    Die.DEFENCE_WHITE: "White defence",
}


class DieChoice(NamedTuple):
    """One stepper: a kind of die and how many of it are chosen."""

    kind: Die
    name: str
    number: int


class DicePage(Page, frozen=True, kw_only=True):
    """The tray for one, with what was just rolled."""

    template: ClassVar = "dice/page.html"
    fragment: ClassVar = "dice/tray.html"
    dice: tuple[DieChoice, ...]
    key: str
    nameless: bool
    roll: Roll | None = None
    summary: str = ""
    proof: Evidence | None = None
    most_dice: int = MOST_DICE
    most_letters: int = MOST_LETTERS


class ShownRoll(NamedTuple):
    """A roll at the table, by whom, and what it shows in words."""

    row: RowView
    who: str
    words: str


class TableRolls(Page, frozen=True, kw_only=True):
    """What everybody at a table sees alike."""

    template: ClassVar = "dice/table_rolls.html"
    view: TableView
    rows: tuple[ShownRoll, ...]
    opener: str


class TablePage(TableRolls, frozen=True, kw_only=True):
    """A table as one person sees it: `undo` names the roll they may take back."""

    template: ClassVar = "dice/table.html"
    fragment: ClassVar = "dice/table_body.html"
    table: str
    me: Account | None
    may_close: bool
    undo: str | None
    ticket: str
    dice: tuple[DieChoice, ...]
    key: str
    address: str
    qr: SafeString
    nameless: bool
    most_dice: int = MOST_DICE
    most_letters: int = MOST_LETTERS


class TableLivePart(TablePage, frozen=True, kw_only=True):
    """The live part with a fresh ticket."""

    template: ClassVar = "dice/table_live.html"
    fragment: ClassVar = ""


class TypedDie(NamedTuple):
    """A die whose face is asked for."""

    number: int
    kind: Die
    name: str
    faces: tuple[Face, ...]


class TypedPage(Page, frozen=True, kw_only=True):
    """Tap what your own dice show."""

    template: ClassVar = "dice/typed.html"
    table: str
    rows: tuple[TypedDie, ...]
    counts: dict[Die, int]
    note: str
    key: str
    call_me: str


T = TypeVar("T", bound=TablePage)


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """Choose dice; the choice stands in the address, so it can be kept and shared."""
    chosen, nameless = _choices(forms.counts(request.GET)), identity.is_nameless(request)
    return render_response(request, DicePage(dice=chosen, key=str(uuid4()), nameless=nameless))


@require_POST
def roll(request: HttpRequest) -> HttpResponse:
    """Roll for oneself: nothing is stored, and the seed, which nobody has to wait for, is shown at once."""
    rolled, seed = fresh_roll(forms.dice(request.POST))
    chosen = _choices(forms.counts(request.POST))
    proof = evidence_of_roll("roll", rolled, seed)
    page = DicePage(
        dice=chosen, key=str(uuid4()), nameless=identity.is_nameless(request),
        roll=rolled, summary=_words(rolled), proof=proof,
    )  # fmt: skip
    return render_response(request, page)


@require_POST
def open_table(request: HttpRequest) -> HttpResponse:
    """Lay out a shared tray; whoever gets the link rolls along."""
    with identity.acting_account(request) as account:
        table = id_for(request, str(account.pk)).replace("-", "")
        _handle(request, table, "open")
    return redirect("dice-table", table)


@require_GET
def table(request: HttpRequest, table: str) -> HttpResponse:
    """The shared tray."""
    return render_response(request, _table_seen(request, table, TablePage))


@require_GET
def table_live(request: HttpRequest, table: str) -> HttpResponse:
    """The live part alone, with a fresh ticket, for a phone that lost its connection."""
    return render_response(request, _table_seen(request, table, TableLivePart))


@require_POST
def table_act(request: HttpRequest, table: str, verb: str) -> HttpResponse:
    """Roll, type in, take back or close; those who roll themselves are asked for the faces first."""
    if verb == "roll" and request.POST.get("way") == "own":
        return _ask_faces(request, table, forms.dice(request.POST))
    _handle(request, table, verb)
    if wants_part(request):
        return render_response(request, _table_seen(request, table, TablePage))
    return redirect("dice-table", table)


class TableLive:
    """The dice table for the live app: everybody with the link sees the same."""

    def audience(self, stream: str, account: str) -> str | None:  # noqa: ARG002
        return EVERYONE

    def render(self, stream: str, audience: str) -> tuple[int, str]:  # noqa: ARG002
        view = dice_table.table_view(new_store(), stream)
        return view.version, render_page(rolls_of(view))


def desk(request: HttpRequest, table: str) -> DiceContext:
    """The table of a request."""
    return DiceContext(store_for(request), f"table:{table}")


def _ask_faces(request: HttpRequest, table: str, dice: Sequence[Die]) -> HttpResponse:
    rows = (TypedDie(i, die, NAMES[die], tuple(dict.fromkeys(SIDES[die]))) for i, die in enumerate(dice))
    page = TypedPage(
        table=table,
        rows=tuple(rows),
        counts=forms.counts(request.POST),
        note=request.POST.get("note", ""),
        key=request.POST.get("key", ""),
        call_me=request.POST.get(identity.CALL_ME, ""),
    )
    response = render_response(request, page)
    response["HX-Retarget"], response["HX-Reswap"] = "#main", "innerHTML show:window:top"
    return response


def _table_seen(request: HttpRequest, table: str, kind: type[T]) -> T:
    here = desk(request, table)
    view = dice_table.table_view(here.store, here.stream)
    account = identity.current(request)
    address = request.build_absolute_uri(
        request.path if request.method == "GET" else url("dice-table", table=table)
    )
    address = address.removesuffix("/live")
    me = str(account.pk) if account else ""
    rolls, trying = rolls_of(view), Act(me, datetime.now(UTC), str(new_id()))
    return kind(
        view=view,
        rows=rolls.rows,
        opener=rolls.opener,
        table=table,
        me=account,
        may_close=not HANDLERS.can(here, trying, CloseTable()),
        undo=view.undoable.get(me),
        ticket=live.issue_ticket(view.stream, EVERYONE, me),
        dice=_choices({}),
        key=str(uuid4()),
        address=address,
        qr=qr_code(address),
        nameless=identity.is_nameless(request),
    )


def rolls_of(view: TableView) -> TableRolls:
    """The rolls with the names of those who made them."""
    names = names_of({row.by for row in view.rows} | {view.by})
    rows = tuple(ShownRoll(row, names[row.by], _words(row.roll)) for row in view.rows)
    return TableRolls(view=view, rows=rows, opener=names[view.by])


def _handle(request: HttpRequest, table: str, verb: str) -> None:
    """An act at the table."""
    too_long = Violation(code="log.bad_name", source="form", about=("key",), params={"max": LONGEST_KEY})
    refuse_unless(len(request.POST.get("key", "")) <= LONGEST_KEY, too_long)
    with identity.acting_account(request):
        HANDLERS.handle(desk(request, table), act_of(request), FORMS[verb].read(request.POST))


def _choices(counts: Mapping[Die, int]) -> tuple[DieChoice, ...]:
    return tuple(DieChoice(die, NAMES[die], counts.get(die, 0)) for die in Die)


def _words(rolled: Roll) -> str:
    """2 Hits, 1 Critical"""
    counted = summary(rolled).items()
    return ", ".join(f"{n} {face.value.capitalize()}{'s' if n > 1 else ''}" for face, n in counted)
