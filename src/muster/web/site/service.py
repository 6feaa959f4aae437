"""Pages for machines: health, metrics, the installable app, the offline page; and the light switch."""

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import connection
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_POST, require_safe
from prometheus_client import CONTENT_TYPE_LATEST

import muster
from muster.rules.cards import catalogue
from muster.web import identity
from muster.web.environment import static, static_file, url
from muster.web.page import Page, render_response
from muster.web.serving.figures import all_figures
from muster.web.site import errors

LOOPBACK = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
PASSED_ON = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip")
TOLD_FOR = timedelta(days=90)
YEAR = 60 * 60 * 24 * 365
# A link to /a/, /chronicle/, /event/ or /tours/join/ has a preview, for which a chat reads the page: what
# keeps search engines away from these is said by the pages themselves.
UNLISTED = (
    "/api/", "/armies/", "/battle/", "/collection", "/forgotten", "/game/", "/live/", "/look/", "/metrics",
    "/notifications", "/search", "/sign-", "/table/", "/tables/setup/", "/tours/register/", "/tours/club/",
    "/you",
)  # fmt: skip

SHORTCUTS = (("Play a game", "play"), ("My armies", "armies"), ("Events", "events"), ("Odds", "odds"))
"""What a long press on the app's icon offers."""


NARROW, WIDE = "375x500", "1280x800"
SCREENSHOTS = (
    ("army-builder", NARROW, "An army with every rule checked"),
    ("event-me", NARROW, "Your table at an event"),
    ("odds", NARROW, "The exact odds of an attack"),
    ("army-builder-wide", WIDE, "The army builder on a wide screen"),
)
"""What a browser shows before it installs the app; `tests/browser/help_pictures.py` takes them."""


class OfflinePage(Page, frozen=True, kw_only=True):
    """No network, and a page that was never seen here."""

    template: ClassVar = "offline.html"


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """200 when the database answers, and has our tables: SQLite makes an empty file where one is missing.

    Tells the version of the program and the edition of its cards."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM store_loghead")
    edition = catalogue().edition.isoformat()
    return JsonResponse({"ok": True, "version": muster.__version__, "edition": edition})


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus figures: counts per route, nothing about people. For the server's owner alone."""
    if not _asks_as_owner(request):
        text = "Ask from the server's own machine, or send MUSTER_METRICS_TOKEN as “Authorization: Bearer …”."
        return errors.problem(request, 403, "These figures are the server owner's", text)
    return HttpResponse(all_figures(), content_type=CONTENT_TYPE_LATEST)


def _asks_as_owner(request: HttpRequest) -> bool:
    """Who has the token, where there is one; else who sits at this machine. A proxy sits there too, and
    passes on what anybody asks."""
    if token := settings.METRICS_TOKEN:
        return constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {token}")
    peer = request.META.get("REMOTE_ADDR", "")
    return peer in LOOPBACK and not any(header in request.headers for header in PASSED_ON)


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to put Muster on its home screen."""
    icons = [
        {"src": static("muster/app-icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        {"src": static("muster/app-icon-192.png"), "sizes": "192x192", "type": "image/png"},
        {
            "src": static("muster/app-icon-512.png"),
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "any maskable",
        },
    ]
    body = {
        "name": "Muster",
        "short_name": "Muster",
        "description": "Companion for Star Wars: Legion. An unofficial fan tool.",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#E0ECE1",
        "theme_color": "#11221B",
        "icons": icons,
        "shortcuts": [{"name": name, "url": url(page)} for name, page in SHORTCUTS],
        "screenshots": [
            {
                "src": static(f"muster/help/{picture}.webp"),
                "sizes": size,
                "type": "image/webp",
                "form_factor": "wide" if size == WIDE else "narrow",
                "label": label,
            }
            for picture, size, label in SCREENSHOTS
        ],
    }
    return JsonResponse(body, content_type="application/manifest+json")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may keep: the books and public pages, never what a link alone opens."""
    lines = ["User-agent: *", *(f"Disallow: {start}" for start in UNLISTED), ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a hole (RFC 9116): whoever the server's owner names as contact, if anyone."""
    if not settings.CONTACT:
        raise Http404
    until = (timezone.now() + TOLD_FOR).replace(microsecond=0).isoformat().replace("+00:00", "Z")
    lines = [f"Contact: {settings.CONTACT}", f"Expires: {until}", "Preferred-Languages: en", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> FileResponse:
    """The icon, where a browser asks for it without having read a page."""
    response = FileResponse(static_file("muster/favicon.ico").open("rb"), content_type="image/x-icon")
    response["Cache-Control"] = "public, max-age=86400"
    return response


@require_safe
def service_worker(request: HttpRequest) -> FileResponse:
    """Served from the root, because a worker only rules the addresses below its own."""
    response = FileResponse(static_file("muster/sw.js").open("rb"), content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Shown by the service worker when a page was never seen and there is no network."""
    return render_response(request, OfflinePage())


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Light, dark or as the device says; a cookie keeps it, so it works for guests and without scripts."""
    chosen = request.POST.get("theme", "")
    response = redirect(identity.next_page(request, "start"))
    if chosen in ("light", "dark"):
        response.set_cookie("theme", chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure())
    else:
        response.delete_cookie("theme")
    return response
