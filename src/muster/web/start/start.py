"""The first page: what is open for me, then the three main jobs; to a guest, what this is."""

from typing import ClassVar, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.rules.sources import Source, sources
from muster.web.admin.announcement import announcement_cache
from muster.web.identity import private
from muster.web.look.offer import offer_cache
from muster.web.page import Page, render_response
from muster.web.requests import actor
from muster.web.serving.response_cache import same_for_all
from muster.web.start.open_now import TURNS, OpenThing, open_now

KEPT_SECONDS: Final = 60.0


class Job(NamedTuple):
    """One of the three main jobs: one button, and the way beside it."""

    icon: str
    text: str
    button: str
    url: str
    other: str
    other_url: str


JOBS: Final = (
    Job(
        "nav-armies", "Build an army, check it, share it", "Build an army", "army-new",
        "Import a list", "army-import",
    ),
    Job(
        "act-trophy", "Two phones, one table: setup, secrets, scoring", "Play a game", "play",
        "Start a campaign", "tour-club-new",
    ),
    Job(
        "nav-events", "A tournament from sign-up to final standings", "Run an event", "event-new",
        "Find an event", "events",
    ),
)  # fmt: skip


class StartPage(Page, frozen=True, kw_only=True):
    """What is open, and what can be begun; `known` is whether somebody ever kept something here."""

    template: ClassVar = "start/page.html"
    known: bool
    open: tuple[OpenThing, ...]
    jobs: tuple[Job, ...] = JOBS
    turns: dict[str, str]
    secure: bool
    words: str = ""
    announcement: str = ""
    look_around: bool = False


class AboutPage(Page, frozen=True, kw_only=True):
    """Who made this, and who did not."""

    template: ClassVar = "start/about.html"
    sources: tuple[Source, ...] = sources()


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """What is open, then the three main jobs. Nobody keeps a copy of what is somebody's own."""
    me = actor(request)
    return private(_member_page)(request, me) if me else same_for_all(_render_start(request), KEPT_SECONDS)


def _member_page(request: HttpRequest, me: str) -> HttpResponse:
    return _render_start(request, open_now(request, me), known=True)


def _render_start(
    request: HttpRequest, found: tuple[OpenThing, ...] = (), *, known: bool = False
) -> HttpResponse:
    secure = _is_secure(request)
    announcement = announcement_cache.read()
    page = StartPage(
        known=known,
        open=found,
        turns=TURNS,
        secure=secure,
        announcement=announcement,
        look_around=offer_cache.read(),
    )
    return render_response(request, page)


@require_GET
def about(request: HttpRequest) -> HttpResponse:
    """Who made this, and who did not."""
    return render_response(request, AboutPage())


def _is_secure(request: HttpRequest) -> bool:
    """Browsers give camera and offline pages to secure connections and to this machine itself."""
    return request.is_secure() or request.get_host().split(":")[0] in ("localhost", "127.0.0.1")
