"""The builder: one page, every state an address, every tap one request that swaps only the builder."""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST
from uuid_utils import uuid4

from muster.app.acting import Command
from muster.app.armies import commands, saving
from muster.app.armies.saving import SavedArmy
from muster.rules.armies.army import MAX_NOTES
from muster.rules.armies.building.collection import missing_cards
from muster.rules.armies.building.picker import Picker
from muster.rules.armies.history import describe_change
from muster.rules.cards import catalogue
from muster.rules.messages import explain
from muster.rules.violations import Refused, Violation
from muster.store.armies import DatabaseArmies
from muster.store.collection import DatabaseCollection
from muster.web import identity
from muster.web.armies import forms, odds
from muster.web.armies import settings as army_settings
from muster.web.armies.address import Open, read_open, reopen
from muster.web.armies.odds import OddsQuestion
from muster.web.armies.picker import Choice, choice
from muster.web.armies.reasons import Reason, reasons
from muster.web.armies.requests import load_own_army, version_seen
from muster.web.armies.settings import Settings
from muster.web.armies.view import Sheet, sheet
from muster.web.page import Page, render_response, wants_part
from muster.web.requests import act_of
from muster.web.site import errors

# What a toast offers a way back from.
OFFERS_UNDO = (
    commands.RemoveUnit,
    commands.Unequip,
    commands.LeaveCounterpart,
    commands.DropCommand,
    commands.DropBattleCard,
    commands.FillHand,
    commands.FillDeck,
    commands.FillCards,
    commands.Undo,
    commands.Redo,
)


class Toast(NamedTuple):
    """What was just done, and the way back."""

    text: str
    do: str
    button: str


class BuilderPage(Page, frozen=True, kw_only=True):
    """An army being built; `open` says what is open in it."""

    template: ClassVar = "armies/builder.html"
    fragment: ClassVar = "armies/_builder.html"
    saved: SavedArmy
    sheet: Sheet
    open: Open
    key: str
    reasons: tuple[Reason, ...]
    advice: tuple[str, ...]
    choice: Choice | None
    out_name: str
    no_more: str
    problems: tuple[errors.Reason, ...]
    toast: Toast | None
    settings: Settings | None
    odds: OddsQuestion | None
    most_notes: int = MAX_NOTES


@identity.private
@require_GET
def page(request: HttpRequest, army_id: object) -> HttpResponse:
    """The builder in the state that the address says; for htmx the builder alone."""
    saved = load_own_army(request, army_id)
    toast = toast_of(saved) if request.GET.get("done") else None
    return render_builder(request, saved, read_open(request.GET.dict(), saved.army), toast=toast)


@identity.private
@require_POST
def act(request: HttpRequest, army_id: object) -> HttpResponse:
    """One change. What is refused changes nothing and is explained above the army as it now stands."""
    store, at = DatabaseArmies(), request.POST.get("at", "")
    try:
        command = forms.read_command(request.POST)
        saved = saving.handle(store, act_of(request), str(army_id), version_seen(request), command)
    except Refused as refusal:
        saved = load_own_army(request, army_id)
        state = reopen(at, saved.army)
        return with_url(render_builder(request, saved, state, refusal=refusal), saved, state)
    state = reopen(sheet_after(command, saved, reopen(at, saved.army)).query, saved.army)
    away = isinstance(command, OFFERS_UNDO) or (isinstance(command, commands.SetCount) and not command.count)
    if wants_part(request):
        toast = toast_of(saved) if away else None
        return with_url(render_builder(request, saved, state, toast=toast), saved, state)
    mark = ("&" if state.view else "?") + "done=1" if away else ""
    return redirect(state.at(saved.id) + mark)


def with_url(response: HttpResponse, saved: SavedArmy, state: Open) -> HttpResponse:
    """The answer with the address that opens the same state again."""
    response["HX-Replace-Url"] = state.at(saved.id)
    return response


def sheet_after(command: Command, saved: SavedArmy, state: Open) -> Open:
    """What is open after a change: sheets that did their work close."""
    match command:
        case commands.DuplicateUnit(key=key):
            keys = [entry.key for entry in saved.army.units]
            return Open("unit", key=keys[keys.index(key) + 1])
        case commands.Equip() | commands.Swap() | commands.JoinCounterpart():
            return state.below
        case commands.Unequip() if state.view == "equip":
            return state.below
        case commands.WriteNotes() | commands.MovePointsDate():
            return Open()
    return state


def render_builder(
    request: HttpRequest,
    saved: SavedArmy,
    state: Open,
    *,
    refusal: Refused | None = None,
    toast: Toast | None = None,
) -> HttpResponse:
    """The builder: the fragment for htmx, the whole page otherwise and when the browser goes back."""
    army, laid_out = saved.army, sheet(saved.army)
    if not sheet_open(state, laid_out):
        state = state.below
    notes = (*laid_out.report.notes, *units_not_owned(saved))
    problems = refusal.violations if refusal else ()
    page = BuilderPage(
        saved=saved,
        sheet=laid_out,
        open=state,
        key=str(uuid4()),
        reasons=reasons(army, laid_out.report),
        advice=tuple(map(explain, notes)),
        choice=choice(army, state),
        out_name=catalogue().name_of(state.out),
        no_more=no_more(saved, state.key),
        problems=errors.reasons_of(problems),
        toast=toast,
        settings=army_settings.settings(saved) if state.view == "settings" else None,
        odds=odds.question(army, state.key) if state.view == "odds" else None,
    )
    return render_response(request, page, errors.status_of(problems))


def no_more(saved: SavedArmy, key: str) -> str:
    """Why the open line cannot be there once more: something on it is unique or limited."""
    why = Picker(saved.army, catalogue()).another(key) if key else None
    if why is None:
        return ""
    most = (
        "unique: one in an army" if why.code == "army.unique" else f"limited: {why.params['max']} in an army"
    )
    return f"{why.params['name']} is {most} ({why.source})."


def units_not_owned(saved: SavedArmy) -> tuple[Violation, ...]:
    """What the army needs beyond its owner's collection, for those who count theirs."""
    owned = DatabaseCollection().cards_of(saved.owner)
    return missing_cards(saved.army, owned, catalogue()) if owned else ()


def sheet_open(state: Open, laid_out: Sheet) -> bool:
    """Lines of a card that nobody knows have no slots and no weapons to open."""
    if state.view not in ("equip", "odds", "join"):
        return True
    row = laid_out.unit(state.key)
    return row is not None and row.known


def toast_of(saved: SavedArmy) -> Toast | None:
    """What was just done, and the way back."""
    back, button = ("redo", "Redo") if saved.change.code == "undo" else ("undo", "Undo")
    if (saved.redo_to if back == "redo" else saved.undo_to) is None:
        return None
    return Toast(f"{describe_change(saved.change, catalogue())}.", back, button)
