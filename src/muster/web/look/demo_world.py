"""What differs inside the demo: one click makes a visitor one of its people, and nothing leaves it."""

from collections.abc import Callable
from typing import ClassVar, Final

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from muster.store.accounts import Account
from muster.web.identity import BACKEND
from muster.web.page import Page, render_page
from muster.web.site.errors import problem

PEOPLE: Final = {"ann": "Ann", "bo": "Bo", "cass": "Cass"}
"""As `muster demo` names them. Ann plays a game against Bo, Cass runs the event and the campaign."""
BARRED: Final = ("/notifications", "/webhooks/", "/you/", "/forgotten", "/admin", "/sign-up")
"""Nothing is sent from the demo, and its people keep their passwords for whoever looks next."""
NOT_HERE: Final = "Not in the demo"
WHY_NOT: Final = "The demo sends nothing to anyone and takes no accounts. Everything else works."


class Banner(Page, frozen=True, kw_only=True):
    """What every page of the demo says on top."""

    template: ClassVar = "look/banner.html"
    people: dict[str, str]
    me: str = ""


@require_GET
def enter(request: HttpRequest, handle: str) -> HttpResponse:
    """Become one of the demo's people: their password is no secret, and their world is thrown away."""
    person = Account.objects.filter(handle=handle).first() if handle in PEOPLE else None
    if person is None:
        raise Http404
    login(request, person, backend=BACKEND)
    return redirect("start")


def banner(request: HttpRequest) -> SafeString:
    """For every page: nothing on a server, the banner in the demo."""
    if not settings.DEMO_ROOT:
        return SafeString()
    me = getattr(getattr(request, "user", None), "handle", None)
    return SafeString(render_page(Banner(people=PEOPLE, me=me or "")))


class NothingLeaves:
    """Middleware of the demo alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info.removeprefix("/api/v1")
        if request.method not in ("GET", "HEAD") and path.startswith(BARRED):
            return problem(request, 403, NOT_HERE, WHY_NOT)
        return self.get_response(request)
