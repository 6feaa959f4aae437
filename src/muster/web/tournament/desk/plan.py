"""The plan of an event as a form: how each setting is called and read, and the structures in words."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from zoneinfo import available_timezones

import msgspec
from django.http import QueryDict

from muster.rules.cards.catalogue import shorten
from muster.rules.tournament.clock.clock import TIMES
from muster.rules.tournament.running.plan import TournamentPlan, problem
from muster.rules.tournament.running.registration import structure_of
from muster.rules.tournament.running.structures import NAMES, TABLES, Size, Structure, StructureKind
from muster.rules.tournament.running.tournament import Announced
from muster.rules.tournament.scoring.profiles import USUAL_POINTS
from muster.rules.violations import Refused, Violation
from muster.web.environment import plural

LABELS: Final = {
    "profile": "the rules",
    "structure": "the structure",
    "rounds": "Swiss rounds",
    "cut": "the cut",
    "tier": "the tier",
    "kind": "what is played",
    "points": "points",
    "minutes": "minutes of a round",
    "no_show_minutes": "minutes to wait for a player",
    "tables": "tables",
    "capacity": "the most players",
    "bye_moves": "moving the bye",
    "avoid_clubs": "keeping clubs apart",
    "allowed": "what players may use",
    "short_names": "short names",
    "public": "the public page",
    "self_entry": "signing up by link",
    "self_check_in": "checking in by phone",
    "lists": "army lists",
    "fixed_terrain": "fixed terrain",
    "day": "the day",
    "place": "the place",
    "starts": "the start",
    "zone": "the time zone",
}
SWITCHES: Final = (
    *("bye_moves", "avoid_clubs", "short_names", "public"),
    *("self_entry", "self_check_in", "fixed_terrain"),
)
AIDS: Final = {
    "army-list": "Their own army list",
    "notes": "Notes",
    "odds": "Odds",
    "dice": "The dice of the app",
}
PROPOSED: Final = "current"
BY_PROFILE: Final[Mapping[str, tuple[StructureKind, ...]]] = {
    "regulations": ("basic", "advanced", "custom"),
    "current": ("current", "current-no-cut", "custom"),
}


class PlanLine(NamedTuple):
    """A line of a structure's table; `here` is where the event stands now."""

    players: str
    plays: str
    here: bool = False


class Choice(NamedTuple):
    """A structure to choose, with its table in words."""

    id: str
    name: str
    lines: tuple[PlanLine, ...]
    chosen: bool


# Reading ---------------------------------------------------------------------------------------------------


def proposed_plan(form: QueryDict, *, switches: bool) -> TournamentPlan:
    """The plan of an event that is being begun: the current rules, where nobody has chosen others by name or
    by a structure that only those have."""
    answers, structure = form.copy(), form.get("structure", "")
    if not answers.get("profile"):
        only = [name for name, kinds in BY_PROFILE.items() if structure in kinds and structure != "custom"]
        answers["profile"] = next(iter(only), PROPOSED)
    return plan_of(answers, switches=switches)


def plan_of(form: QueryDict, *, switches: bool) -> TournamentPlan:
    """The plan a form describes. Where its switches were on the page, one that is not sent is off."""
    given: dict[str, Any] = {name: form[name] for name in LABELS if form.get(name, "") and name != "allowed"}
    if switches:
        given |= {name: name in form for name in SWITCHES}
        given["allowed"] = form.getlist("allowed")
    found, problems = {}, []
    for field in msgspec.structs.fields(TournamentPlan):
        if field.name not in given:
            continue
        if field.name == "zone" and given["zone"] not in available_timezones():
            problems.append(bad_setting("zone", given["zone"]))
            continue
        try:
            found[field.name] = msgspec.convert(given[field.name], field.type, strict=False)
        except msgspec.ValidationError:
            problems.append(bad_setting(field.name, given[field.name]))
    if problems:
        raise Refused(*problems)
    return fit_plan(TournamentPlan(**found), given)


def bad_setting(name: str, given: object) -> Violation:
    """A value that a setting cannot have."""
    return problem("tournament.bad_setting", (name,), what=LABELS[name], given=shorten(str(given)))


def fit_plan(plan: TournamentPlan, given: Mapping[str, Any]) -> TournamentPlan:
    """What follows where nothing was chosen: the profile of Recon, the points, a structure that fits."""
    if plan.kind == "recon":
        plan = msgspec.structs.replace(plan, profile="current")
    if "points" not in given:
        points = USUAL_POINTS["recon" if plan.kind == "recon" else plan.profile]
        plan = msgspec.structs.replace(plan, points=points)
    if plan.structure not in BY_PROFILE[plan.profile]:
        plan = msgspec.structs.replace(plan, structure=BY_PROFILE[plan.profile][0])
    return plan


# In words --------------------------------------------------------------------------------------------------


def choices(plan: TournamentPlan, players: int = 0) -> tuple[Choice, ...]:
    """The structures of the plan's profile; the line so many players reach is marked."""
    return tuple(
        Choice(kind, NAMES[kind], lines_of(kind, players), kind == plan.structure)
        for kind in BY_PROFILE[plan.profile]
    )


def lines_of(kind: StructureKind, players: int) -> tuple[PlanLine, ...]:
    """A structure's table in words."""
    sizes = TABLES.get(kind, ())
    found = []
    for place, size in enumerate(sizes):
        last = sizes[place + 1].players - 1 if place + 1 < len(sizes) else 0
        span = f"{size.players} to {last} players" if last else f"{size.players} players or more"
        here = size.players <= players and (not last or players <= last)
        found.append(PlanLine(span, frame_words(size), here))
    return tuple(found)


def frame_words(frame: Size | Structure | Announced | None) -> str:
    """3 Swiss rounds, then the best 2 play the final. Nothing where it cannot be said yet."""
    if frame is None:
        return ""
    swiss = plural(frame.rounds, "Swiss round") if frame.rounds else "single elimination"
    last = "the best 2 play the final" if frame.cut == 2 else f"a bracket of the best {frame.cut}"
    return f"{swiss}, then {last}" if frame.cut else swiss


def expected_structure(plan: TournamentPlan, players: int) -> tuple[str, tuple[Violation, ...]]:
    """What so many players would play, or why they cannot."""
    try:
        return frame_words(structure_of(plan, players)), ()
    except Refused as refused:
        return "", refused.violations


def minutes_words(plan: TournamentPlan) -> str:
    """How long a round is, as far as everybody may know."""
    times = TIMES[plan.timekeeping]
    base = plan.minutes or times.swiss
    if times.dice:
        return f"{base} minutes, and plus 1 hidden minute for each Block or Surge on 5 red defence dice"
    final = base + times.final - times.swiss
    return f"{base} minutes" + (f", the final {final}" if final != base else "")
