"""How a campaign reads the contested rules: both readings in plain words, and which of them holds."""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest

from muster.rules import reference
from muster.rules.campaign.switches import SWITCHES, Switches, SwitchWords
from muster.web.campaign.club.pages import ClubPage, ClubRequest


class Reading(NamedTuple):
    """A contested rule with its two readings, the ruling first; `holds` is the one that counts here."""

    id: str
    words: SwitchWords
    rules: tuple[int, ...]
    default: bool
    holds: bool


class ReadingsPage(ClubPage, frozen=True, kw_only=True):
    """Every contested rule; members read, the arbitrator sets."""

    template: ClassVar[str] = "campaign/club/switches.html"
    tab: str = "switches"
    readings: list[Reading]


def readings(_: HttpRequest, seen: ClubRequest) -> ReadingsPage:
    """Every contested rule; members read, the arbitrator sets."""
    usual, here = Switches(), seen.club.switches
    found = [
        Reading(name, words, rules_of(words.ruling), getattr(usual, name), getattr(here, name))
        for name, words in SWITCHES.items()
    ]
    return ReadingsPage(seen=seen, readings=found)


def rules_of(ruling: str) -> tuple[int, ...]:
    """The rules a ruling is about."""
    if ruling.startswith("rule "):
        return (int(ruling.removeprefix("rule ")),)
    return next((known.rules for known in reference.rulings() if known.id == ruling), ())
