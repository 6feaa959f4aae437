"""The plain pages of the desk: where the event stands and the ways to everything else; pairing a round; the
cut and the bracket; who does what; the plan until it is announced."""

from collections.abc import Mapping
from typing import ClassVar, Final

import msgspec
from django.http import HttpRequest

from muster.app.tournament.commands import MakeCut, Recall
from muster.rules.tournament.bracket.columns import Box, columns
from muster.rules.tournament.bracket.round_names import bracket_round_name
from muster.rules.tournament.games import Player, Round
from muster.rules.tournament.running.events import Role
from muster.rules.tournament.running.figures import bracket_of
from muster.rules.tournament.running.plan import TournamentPlan
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.violations import Refused
from muster.web.environment import plural
from muster.web.tournament.desk.desk_frame import DeskFrame, DeskPage, Tab
from muster.web.tournament.desk.plan import AIDS, Choice, choices, minutes_words, plan_of
from muster.web.tournament.desk.words import ROLES
from muster.web.tournament.requests import Reason, people_of
from muster.web.tournament.tickets import ticket_for

# The desk itself -----------------------------------------------------------------------------------------


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
    guide, view = seen.guide, seen.view
    waiting = f", {guide.waiting} wait" if guide.waiting else ""
    results = f"{guide.tables - len(guide.open_tables)} of {plural(guide.tables, 'table')}"
    hints = {
        "players": f"{guide.present} of {guide.entered} here{waiting}",
        "pairing": "A draft waits" if guide.step == "look" else seen.round_name(guide.round),
        "results": results if guide.tables else "No round",
        "clock": clock_hint(seen),
        "bracket": f"{len(seen.view.cut)} qualified" if seen.view.cut else "After the Swiss rounds",
        "correct": "Up to 2 rounds back",
        "roles": plural(1 + sum(map(len, (view.judges, view.scorekeepers, view.deputies))), "official"),
        "settings": "Locked" if seen.view.announced else "Open until announced",
    }
    return tuple((tab, hints[tab.id]) for tab in seen.tabs if tab.id in hints)


def clock_hint(seen: DeskPage) -> str:
    """What the clock does, as everybody may know."""
    current = seen.view.open_round
    if current is None:
        return "No round"
    return CLOCK_WORDS[current.clock.state if current.clock else "waiting"]


# Pairing -------------------------------------------------------------------------------------------------


PATHS: Final = {
    "random": "Drawn at random, as the first round is.",
    "certified": "Drawn group by group and verified: best possible pairing, ties drawn at random.",
    "exact": "The groups could not be drawn apart, so the best pairing was computed exactly.",
    "rematch": "No pairing without a rematch exists. This one has the fewest.",
    "": "It follows from the bracket.",
}
CLUBS_APART: Final = "Drawn at random, as the first round is, with clubs kept apart."


class PairingPage(DeskFrame, frozen=True, kw_only=True):
    """A draft, or the published pairing of the round, with everybody's points before it."""

    template: ClassVar = "tournament/desk/pairing.html"
    tab: str = "pairing"
    drawn: Round | None
    points: Mapping[Player, int]
    path: str
    notes: tuple[Reason, ...]
    warnings: tuple[Reason, ...]
    recallable: bool


def pairing_page(request: HttpRequest, seen: DeskPage) -> PairingPage:
    """The draft, or the published pairing."""
    my, draft, published = seen.queries.tournaments, seen.view.draft, seen.view.open_round
    drawn = draft.drawn.round if draft else published.round if published else None
    path = draft.drawn.path if draft else published.path if published else ""
    found = my.warnings(seen.stream, seen.me) if draft else ()
    known = len(draft.drawn.notes) if draft else 0  # what the draw itself said comes first
    return PairingPage(
        seen=seen,
        drawn=drawn,
        points={line.player: line.points for line in seen.standings} if drawn and seen.view.rounds else {},
        path=CLUBS_APART if _clubs_apart(seen, drawn) else PATHS.get(path, ""),
        notes=seen.reasons(found[:known]),
        warnings=seen.reasons(found[known:]),
        recallable=published is not None and not my.can(seen.act(), seen.stream, Recall()),
    )


def _clubs_apart(seen: DeskPage, drawn: Round | None) -> bool:
    return drawn is not None and drawn.stage == "swiss" and drawn.number == 1 and seen.view.plan.avoid_clubs


# Cut and bracket -----------------------------------------------------------------------------------------


NEXT_IN_LINE = 2


class BracketPage(DeskFrame, frozen=True, kw_only=True):
    """Cut and bracket: `lines` are those who go on and the next who would move up, `columns` the rounds of
    the bracket by name. The cut may be made `again` while nobody has played in it."""

    template: ClassVar = "tournament/desk/bracket.html"
    tab: str = "bracket"
    cut: int
    again: bool
    lines: tuple[Standing, ...]
    columns: tuple[tuple[str, tuple[Box, ...]], ...]


def bracket_page(request: HttpRequest, seen: DeskPage) -> BracketPage:
    """Cut and bracket."""
    view = seen.view
    rounds, cut = (
        [round_view.round for round_view in view.rounds],
        view.announced.cut if view.announced else 0,
    )
    begun = any(played.stage == "elimination" for played in rounds)
    made = bool(view.cut) and seen.guide.step != "cut" and not begun
    near = [line for line in seen.closed_standings if not line.dropped][: cut + NEXT_IN_LINE]
    return BracketPage(
        seen=seen,
        cut=cut,
        again=made and not seen.queries.tournaments.can(seen.act(), seen.stream, MakeCut()),
        lines=tuple(near) if cut and not begun else (),
        columns=tuple(
            (bracket_round_name(len(column)), column) for column in columns(rounds, bracket_of(view.plan))
        ),
    )


# Officials -----------------------------------------------------------------------------------------------


class RolesPage(DeskFrame, frozen=True, kw_only=True):
    """The officials, the organiser first: account, name, role, whether on duty. The organiser's role is not
    given or taken here: it is empty."""

    template: ClassVar = "tournament/desk/roles.html"
    tab: str = "roles"
    officials: tuple[tuple[str, str, Role | None, bool], ...]
    roles: Mapping[Role, str] = msgspec.field(default_factory=lambda: ROLES)
    handle: str
    wanted: str


def roles_page(request: HttpRequest, seen: DeskPage) -> RolesPage:
    """The officials."""
    view, people = seen.view, people_of(seen.look)
    held: list[tuple[str, Role | None]] = [(view.organiser, None)]
    held += [(account, "head-judge" if account == view.head_judge else "judge") for account in view.judges]
    held += [(account, "scorekeeper") for account in view.scorekeepers]
    held += [(account, "deputy") for account in view.deputies]
    return RolesPage(
        seen=seen,
        officials=tuple(
            (account, people[account], role, view.judges.get(account, True)) for account, role in held
        ),
        handle=request.POST.get("handle", "")[:100],
        wanted=request.POST.get("role", "judge"),
    )


# Settings ------------------------------------------------------------------------------------------------


class SettingsPage(DeskFrame, frozen=True, kw_only=True):
    """The settings, with what was typed still there."""

    template: ClassVar = "tournament/desk/settings.html"
    tab: str = "settings"
    plan: TournamentPlan
    name: str
    choices: tuple[Choice, ...]
    aids: Mapping[str, str] = msgspec.field(default_factory=lambda: AIDS)
    minutes: str


def settings_page(request: HttpRequest, seen: DeskPage) -> SettingsPage:
    """The settings."""
    plan, name = seen.view.plan, seen.view.name
    if request.POST.get("do") == "plan":
        name = request.POST.get("name", "")[:200]
        try:
            plan = plan_of(request.POST, switches=True)
        except Refused:
            plan = seen.view.plan
    return SettingsPage(
        seen=seen,
        plan=plan,
        name=name,
        choices=choices(plan, sum(line.status == "entered" for line in seen.view.players)),
        minutes=minutes_words(plan),
    )
