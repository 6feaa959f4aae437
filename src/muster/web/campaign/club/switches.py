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


class Words(NamedTuple):
    """What is in question, and the two ways to read it."""

    question: str
    on: str
    off: str


READINGS: dict[str, Words] = {
    "resilient_and_dedicated": Words(
        "Resilient and Dedicated to the Cause on one unit",
        "Both apply to a casualty check: up to three dice are rerolled.",
        "Only one of the two applies to a casualty check.",
    ),
    "reinforcements_only_raise_limit": Words(
        "Reinforcements and the size of a battle",
        "They raise the points limit alone. The agreed size decides between Recon and Standard.",
        "They count: past 800 points with reinforcements, Standard is suggested.",
    ),
    "used_assets_may_be_bought_again": Words(
        "Buying an asset again that was used in this battle",
        "Allowed in step 7, before step 8 takes the used one away.",
        "Not in the same sequence: in step 7 it is still on the Register.",
    ),
    "drawn_turning_point_stays_open": Words(
        "A drawn turning point",
        "The story arc stays open, and the turning point can be played again.",
        "It counts as lost, and the story arc ends.",
    ),
    "heavy_weapons_are_compulsory": Words(
        "Heavy weapons that Flexible Response or Heavy Weapon Team ask for",
        "They come on top of the upgrades a unit may bring when it joins.",
        "They count against the upgrades a unit may bring when it joins.",
    ),
    "battle_forces": Words(
        "Battle forces",
        "An army may be mustered as a battle force where it fits one.",
        "Armies are mustered without battle forces.",
    ),
    "sealed_rivals": Words(
        "Naming the Most Feared Rival",
        "Both players seal a name; the names are opened together.",
        "Each names one when ready, and the other sees it at once.",
    ),
    "agreed_end_counts": Words(
        "A game that both players end early together",
        "It counts as ended: all steps are walked.",
        "It counts as conceded by both: both skip steps 2, 3 and 5.",
    ),
}


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
    words, default = words_of(switch), getattr(Switches(), switch)
    holds = getattr(club.switches, switch)
    choices = (
        Choice(on, words.on if on else words.off, on == default, on == holds) for on in (default, not default)
    )
    ruling = SWITCHES[switch].ruling
    return Reading(switch, words.question, ruling, rules_of(ruling), tuple(choices))


def words_of(switch: str) -> Words:
    """Its two readings; a switch without words of its own here is told by the rules' sentence."""
    plain = Words(switch.replace("_", " ").capitalize(), SWITCHES[switch].words, "Not so.")
    return READINGS.get(switch, plain)


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
