"""How a campaign reads the contested rules: both readings in plain words, and which of them holds."""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.rules import reference
from muster.rules.campaign.club.membership import Campaign
from muster.rules.campaign.club.switches import SWITCHES, Switches
from muster.rules.violations import Violation
from muster.web import identity
from muster.web.campaign.club.pages import ClubPage, head_of, seen_by
from muster.web.campaign.requests import status_of
from muster.web.page import draw


class Choice(NamedTuple):
    """One of the two readings."""

    on: bool
    words: str
    default: bool
    holds: bool


class Reading(NamedTuple):
    """A contested rule with its two readings, the ruling first."""

    id: str
    question: str
    ruling: str
    rules: tuple[int, ...]
    choices: tuple[Choice, ...]


class ReadingsPage(ClubPage, frozen=True, kw_only=True):
    """Every contested rule; members read, the arbitrator sets."""

    template: ClassVar[str] = "campaign/club/switches.html"
    readings: list[Reading]


def reading(switch: str, club: Campaign) -> Reading:
    """How the campaign reads this one."""
    words, default = SWITCHES[switch], getattr(Switches(), switch)
    holds = getattr(club.switches, switch)
    choices = (
        Choice(on, words.on if on else words.off, on == default, on == holds) for on in (default, not default)
    )
    return Reading(switch, words.question, words.ruling, rules_of(words.ruling), tuple(choices))


def rules_of(ruling: str) -> tuple[int, ...]:
    """The rules a ruling is about."""
    if ruling.startswith("rule "):
        return (int(ruling.removeprefix("rule ")),)
    return next((one.rules for one in reference.rulings() if one.id == ruling), ())


@identity.private
@require_GET
def page(request: HttpRequest, club: str) -> HttpResponse:
    """Every contested rule; members read, the arbitrator sets."""
    return shown(request, club)


def shown(request: HttpRequest, club: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    seen = seen_by(request, club)
    readings = [reading(switch, seen.club) for switch in SWITCHES]
    page = ReadingsPage(**head_of(seen, "switches", problems), readings=readings)
    return draw(request, page, status_of(problems))
