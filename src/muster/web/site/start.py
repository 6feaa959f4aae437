"""The first page, and what this is."""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.rules import reference
from muster.rules.cards import catalogue
from muster.web.environment import url
from muster.web.page import Page, draw


class Way(NamedTuple):
    """Something to do here, with the figure that says how much there is."""

    href: str
    icon: str
    name: str
    text: str
    figure: str = ""


class StartPage(Page, frozen=True, kw_only=True):
    """What can be done here, in the order people want it."""

    template: ClassVar = "start.html"
    ways: tuple[Way, ...]
    secure: bool


class AboutPage(Page, frozen=True, kw_only=True):
    """Who made this, and who did not."""

    template: ClassVar = "about.html"


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """What can be done here, in the order people want it."""
    return draw(request, StartPage(ways=_ways(), secure=_is_secure(request)))


@require_GET
def about(request: HttpRequest) -> HttpResponse:
    """Who made this, and who did not."""
    return draw(request, AboutPage())


def _ways() -> tuple[Way, ...]:
    cards, rules = str(len(catalogue().cards)), str(len(reference.rules()))
    tours = "A Register for years: muster, fight, ten steps after"
    return (
        Way(url("armies"), "nav-armies", "Armies", "Build one, see why it is legal or not, share it"),
        Way(url("play"), "act-trophy", "Play", "A game on two phones: setup, secrets, scoring"),
        Way(url("tours"), "nav-tours", "Tours of Duty", tours),
        Way(url("events"), "nav-events", "Events", "Run a tournament, or follow one from your table"),
        Way(
            url("cards"),
            "nav-cards",
            "Cards",
            "Every unit, upgrade and command, with points over time",
            cards,
        ),
        Way(url("odds"), "ui-ruler", "Exact odds", "One attack, or two side by side"),
        Way(url("tables"), "ui-table", "At the table", "Set up a game, check the terrain"),
        Way(url("dice"), "nav-play", "Dice", "Roll here, or share a tray with the other phone"),
        Way(url("rules"), "act-book", "Rules", "Every rule by its number, and our rulings", rules),
    )


def _is_secure(request: HttpRequest) -> bool:
    """Browsers give camera and offline pages to secure connections and to this machine itself."""
    return request.is_secure() or request.get_host().split(":")[0] in ("localhost", "127.0.0.1")
