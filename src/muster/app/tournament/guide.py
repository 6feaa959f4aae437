"""Where an event stands and what its organiser should do next."""

from collections import Counter
from typing import Literal, TypeAlias

import msgspec

from muster.app.acting import obstacles
from muster.rules.tournament.running.plan import TournamentPlan
from muster.rules.tournament.running.registration import decide_announce, notes_on_structure, structure_of
from muster.rules.tournament.running.rounds import decide_end, next_stage
from muster.rules.tournament.running.structures import Structure
from muster.rules.tournament.running.tournament import EventRound, Tournament
from muster.rules.violations import Refused, Violation

Step: TypeAlias = Literal[
    "enter", "check-in", "announce", "pair", "look", "start", "results", "close", "cut", "end", "over"
]


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """The next thing to do, and the counts behind it.

    `frame` is the structure for this many players until it is locked; `problems` keep the event from being
    announced, `notes` do not but should be known. `open_tables` have no result, `reported` ones wait for
    the other player's confirmation, `disputed` ones for an official.
    """

    step: Step
    entered: int = 0
    present: int = 0
    waiting: int = 0
    round: int = 0
    frame: Structure | None = None
    problems: tuple[Violation, ...] = ()
    notes: tuple[Violation, ...] = ()
    tables: int = 0
    open_tables: tuple[int, ...] = ()
    reported: tuple[int, ...] = ()
    disputed: tuple[int, ...] = ()
    calls: int = 0


def guide(now: Tournament) -> Guide:
    """Where the event stands."""
    statuses, current = Counter(entry.status for entry in now.entries.values()), now.open_round
    planned = now.status == "planned"
    # The structure for everybody entered, or for those checked in once check-in has begun.
    expected = len(now.active) or statuses["entered"]
    reported = sorted(current.results.items()) if current else ()
    return Guide(
        step=next_step(now),
        entered=statuses["entered"],
        present=len(now.active),
        waiting=statuses["waiting"],
        round=current.number if current else len(now.rounds) + 1,
        frame=_structure_for(now.plan, expected) if planned else None,
        problems=obstacles(lambda: decide_announce(now, "lots")) if planned else (),
        notes=notes_on_structure(now.plan, expected) if planned else (),
        tables=len(current.drawn.round.games) if current else 0,
        open_tables=current.open_tables if current else (),
        reported=tuple(table for table, report in reported if not report.settled and report.disputed is None),
        disputed=tuple(table for table, report in reported if report.disputed is not None),
        calls=sum(not call.closed for call in now.calls.values()),
    )


def next_step(now: Tournament) -> Step:
    """The one thing to do next."""
    if now.status in ("ended", "called-off"):
        return "over"
    if now.status == "planned":
        return _step_before_start(now)
    if now.open_round is not None:
        return _step_in_round(now.open_round)
    if now.draft is not None:
        return "look"
    if not obstacles(lambda: decide_end(now)):
        return "end"
    cut_first = next_stage(now) == "elimination" and now.announced and now.announced.cut and not now.cut
    return "cut" if cut_first else "pair"


def _step_before_start(now: Tournament) -> Step:
    entered = [entry for entry in now.entries.values() if entry.status == "entered"]
    if len(entered) < 2:
        return "enter"
    return "announce" if now.active and all(entry.present for entry in entered) else "check-in"


def _step_in_round(current: EventRound) -> Step:
    if not current.open_tables:
        return "close"
    return "results" if current.has_begun else "start"


def _structure_for(plan: TournamentPlan, players: int) -> Structure | None:
    try:
        return structure_of(plan, players)
    except Refused:
        return None
