"""Help pages, the hints of a first visit, and what a site owes its readers: privacy, contact, licence."""

from typing import ClassVar, Final, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from muster.web.page import Page, render_response
from muster.web.site import docs
from muster.web.start.guides import Guide, guides

COOKIE: Final = "hints"
YEAR: Final = 60 * 60 * 24 * 365


class Hint(NamedTuple):
    """One sentence on the first visit to a part, and the guide to read on."""

    part: str
    text: str
    guide: str


HINTS: Final = {
    "/armies": Hint(
        "armies", "Build an army, and Muster shows every rule you break and how to fix it.", "armies"
    ),
    "/play": Hint("play", "Open a game, and your opponent joins on their own phone.", "play"),
    "/tours": Hint("tours", "A Register is your campaign force. Its units gain experience.", "campaigns"),
    "/events": Hint("events", "Run a tournament here, or find your table in one.", "events"),
    "/odds": Hint("odds", "Choose dice and keywords; the chances are exact.", "odds"),
    "/dice": Hint("dice", "Roll alone, or share a table with your opponent.", "odds"),
    "/search": Hint("search", "One search for cards, keywords, rules and what is yours.", "rules"),
}


class HelpIndexPage(Page, frozen=True, kw_only=True):
    """All guides, and a way to the docs where they are built."""

    template: ClassVar = "start/help_index.html"
    guides: tuple[Guide, ...]
    has_docs: bool


class GuidePage(Page, frozen=True, kw_only=True):
    """How one job is done, step by step."""

    template: ClassVar = "start/guide.html"
    guide: Guide
    others: tuple[Guide, ...]


class PrivacyPage(Page, frozen=True, kw_only=True):
    """What is kept of people, and what is not."""

    template: ClassVar = "start/privacy.html"
    mail: bool


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """All guides."""
    return render_response(request, HelpIndexPage(guides=guides(), has_docs=docs.is_built()))


@require_GET
def guide(request: HttpRequest, guide: str) -> HttpResponse:
    """One guide."""
    found = next((known for known in guides() if known.id == guide), None)
    if found is None:
        raise Http404
    others = tuple(guide for guide in guides() if guide is not found)
    return render_response(request, GuidePage(guide=found, others=others))


@require_GET
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of people."""
    return render_response(request, PrivacyPage(mail=settings.MAIL_CONFIGURED))


def hint_for(request: HttpRequest) -> Hint | None:
    """For templates: the hint of this page, until somebody has closed it on this device."""
    hint = HINTS.get(request.path_info) if request.method == "GET" else None
    return hint if hint and hint.part not in request.COOKIES.get(COOKIE, "").split(".") else None


@require_POST
def dismiss(request: HttpRequest) -> HttpResponse:
    """Close a hint for good on this device; a cookie keeps it, so it works for guests and without scripts."""
    hint = HINTS.get(request.POST.get("page", ""))
    if hint is None:
        raise Http404
    closed = {hint.part for hint in HINTS.values()} & set(request.COOKIES.get(COOKIE, "").split("."))
    response = redirect(
        f"{settings.DEMO_ROOT}{request.POST['page']}"
    )  # one of our own, as it is a key of HINTS
    kept = ".".join(sorted(closed | {hint.part}))
    response.set_cookie(COOKIE, kept, max_age=YEAR, samesite="Lax", secure=request.is_secure())
    return response
