"""The organiser's desk: where the event stands, the one next thing to do, and the ways to everything else."""

from typing import ClassVar, Final

from django.http import HttpRequest

from muster.web.tournament.desk.seeing import DeskFrame, DeskPage, Tab
from muster.web.tournament.tickets import ticket_for

CLOCK_WORDS: Final = {
    "waiting": "Not started",
    "running": "Running",
    "paused": "Paused",
    "time": "Time is called",
}


class StartPage(DeskFrame, frozen=True, kw_only=True):
    """The desk; `ways` lead to its other pages, each with what it holds just now."""

    template: ClassVar = "tournament/desk/desk.html"
    tab: str = "desk"
    ways: tuple[tuple[Tab, str], ...]


def start_page(request: HttpRequest, seen: DeskPage) -> StartPage:
    """The desk."""
    return StartPage(seen=seen, ways=ways_of(seen), ticket=ticket_for(request, seen.id, "event"))


def ways_of(seen: DeskPage) -> tuple[tuple[Tab, str], ...]:
    """Everything else, each with what it holds just now."""
    guide = seen.guide
    waiting = f", {guide.waiting} wait" if guide.waiting else ""
    results = f"{guide.tables - len(guide.open_tables)} of {guide.tables} tables"
    hints = {
        "players": f"{guide.present} of {guide.entered} here{waiting}",
        "pairing": "A draft waits" if guide.step == "look" else seen.round_name(guide.round),
        "results": results if guide.tables else "No round",
        "clock": clock_hint(seen),
        "bracket": f"{len(seen.view.cut)} qualified" if seen.view.cut else "After the Swiss rounds",
        "correct": "Within two rounds",
        "roles": f"{1 + len(seen.view.judges) + len(seen.view.scorekeepers)} at work",
        "settings": "Locked" if seen.view.announced else "Open until announced",
    }
    return tuple((tab, hints[tab.id]) for tab in seen.tabs if tab.id in hints)


def clock_hint(seen: DeskPage) -> str:
    """What the clock does, as everybody may know."""
    current = seen.view.open_round
    if current is None:
        return "No round"
    return CLOCK_WORDS[current.clock.state if current.clock else "waiting"]
