"""Sharing: who may read an army, its short link with a QR, the reader's page, other formats, a picture."""

from typing import ClassVar, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET, require_http_methods
from uuid_utils import uuid4

from muster.app.armies import saving
from muster.app.armies.commands import army_refusal
from muster.app.armies.saving import SavedArmy, Shared
from muster.rules.armies.army import army_name
from muster.rules.armies.exchange import FORMATS, Format, write
from muster.rules.cards import catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.messages import explain
from muster.store.accounts import names_of
from muster.store.armies import DatabaseArmies
from muster.web import identity
from muster.web.armies import picture as army_picture
from muster.web.armies import view
from muster.web.armies.address import Open
from muster.web.armies.requests import ArmyPage, head, load_own_army
from muster.web.armies.view import Sheet
from muster.web.environment import url
from muster.web.page import Page, render_response
from muster.web.qr import qr_code
from muster.web.requests import act_of, actor
from muster.web.site.errors import Reason, reasons_of

WAYS: Final = (
    (Shared.ONLY_ME, "Only me", "Only you can open the link.", "act-lock"),
    (Shared.BY_LINK, "By link", "Anyone with the link can read it. Search engines can’t.", "act-share"),
    (Shared.PUBLIC, "Public", "Anyone can read it, and search engines may show it.", "ui-person"),
)
FILES = {"json": "application/json"}


class SharePage(ArmyPage, frozen=True, kw_only=True):
    """Who may read an army, its link, and everything it can be handed on as."""

    template: ClassVar = "armies/share.html"
    link: str
    qr: SafeString
    ways: tuple[tuple[Shared, str, str, str], ...] = WAYS
    formats: tuple[Format, ...] = tuple(FORMATS.values())


class ExportPage(Page, frozen=True, kw_only=True):
    """An army in another format, and what that format cannot carry."""

    template: ClassVar = "armies/export.html"
    name: str
    form: Format
    text: str
    lost: tuple[str, ...]
    back: str


class Verdict(NamedTuple):
    """What a reader may know of an army's legality."""

    state: str
    text: str
    reasons: tuple[Reason, ...]


class SharedPage(Page, frozen=True, kw_only=True):
    """An army as its reader sees it; `beside` it one of the reader's own."""

    template: ClassVar = "armies/shared.html"
    saved: SavedArmy
    sheet: Sheet
    hidden: bool
    verdict: Verdict
    is_mine: bool
    by: str
    mine: tuple[tuple[str, str], ...]
    beside: Sheet | None
    beside_id: str
    beside_verdict: Verdict | None
    side: str
    address: str
    picture: str
    key: str
    open_href: str


@identity.private
@require_http_methods(["GET", "POST"])
def share(request: HttpRequest, army_id: object) -> HttpResponse:
    """Choose who reads the army; the link, its QR, the text and the file."""
    saved = load_own_army(request, army_id)
    if request.method == "POST":
        way = request.POST.get("shared", "")
        if way not in list(Shared):
            raise army_refusal("armies.no_such_act", given=shorten(way))
        hidden = request.POST.get("hand") != "open"
        saving.share_army(DatabaseArmies(), act_of(request), saved.id, Shared(way), hand_hidden=hidden)
        return redirect("army-share", saved.id)
    link = request.build_absolute_uri(url("army-shared", saved.code))
    return render_response(request, SharePage(head=head(saved), link=link, qr=qr_code(link)))


@identity.private
@require_GET
def export(request: HttpRequest, army_id: object, format_id: str) -> HttpResponse:
    """One's own army in a format; what the format cannot carry stands above the text."""
    saved = load_own_army(request, army_id)
    return render_export(request, saved, format_id, url("army-share", saved.id))


@identity.private
@require_GET
def shared_export(request: HttpRequest, code: str, format_id: str) -> HttpResponse:
    """A shared army in a format, as far as the reader may see it."""
    saved = saving.army_by_link(DatabaseArmies(), actor(request), code)
    return render_export(request, saved, format_id, url("army-shared", code))


def render_export(request: HttpRequest, saved: SavedArmy, format_id: str, back: str) -> HttpResponse:
    """The text to copy, or the file."""
    done = write(saved.army, format_id, catalogue())
    form = FORMATS[format_id]
    if request.GET.get("file"):
        response = HttpResponse(done.text, content_type=FILES.get(form.suffix, "text/plain; charset=utf-8"))
        response["Content-Disposition"] = f'attachment; filename="army-{saved.code}.{form.suffix}"'
        return response
    lost = tuple(map(explain, done.lost))
    page = ExportPage(name=army_name(saved.army), form=form, text=done.text, lost=lost, back=back)
    return render_response(request, page)


@identity.private
@require_GET
def shared_page(request: HttpRequest, code: str) -> HttpResponse:
    """The reader's page; beside an army of the reader's own where `with` names one."""
    reader = actor(request)
    saved = saving.army_by_link(DatabaseArmies(), reader, code)
    mine = DatabaseArmies().armies_of(reader) if reader else []
    other = next((each for each in mine if each.id == request.GET.get("with", "")), None)
    hidden = saved.owner != reader and saved.hand_hidden
    theirs, ours = view.sheet(saved.army), view.sheet(other.army) if other else None
    page = SharedPage(
        saved=saved,
        sheet=theirs,
        hidden=hidden,
        verdict=verdict(theirs, hidden),
        is_mine=saved.owner == reader,
        by=names_of({saved.owner})[saved.owner],
        mine=tuple((each.id, army_name(each.army)) for each in mine if each.code != code),
        beside=ours,
        beside_id=other.id if other else "",
        beside_verdict=verdict(ours, False) if ours else None,
        side="mine" if request.GET.get("side") == "mine" else "theirs",
        address=request.build_absolute_uri(url("army-shared", code)),
        picture=request.build_absolute_uri(url("army-picture", code)),
        key=str(uuid4()),
        open_href=Open().at(saved.id),
    )
    return render_response(request, page)


def verdict(theirs: Sheet, hidden: bool) -> Verdict:
    """What a reader may know: with the hand hidden, only whether the units are legal."""
    problems = theirs.report.unit_problems if hidden else theirs.report.violations
    text = f"{len(problems)} to fix" if problems else "Units legal" if hidden else "Legal"
    reasons = reasons_of(problems)
    return Verdict("illegal" if problems else "legal", text, reasons)


@require_GET
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The picture of link previews: only for shared armies, and only what everybody may see."""
    saved = saving.army_by_link(DatabaseArmies(), "", code)
    response = HttpResponse(army_picture.png(saved), content_type="image/png")
    response["Cache-Control"] = "public, max-age=600"
    return response
