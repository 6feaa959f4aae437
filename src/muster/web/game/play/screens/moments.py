"""Moments of a game: what a scored round, priority, a panic or a defeated Commander shows on every phone.

All of it follows from the log. Nothing is written for it, and nobody waits until the other has looked.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from muster.app.game.playing.taking_back import Acts
from muster.rules.game.log.events import CardsRevealed, Defeated, PrioritySet, Rolled
from muster.rules.game.phases.ending import able_to_lead
from muster.rules.game.scoring.contesting import courage, panicked
from muster.rules.game.special_operations.events import Panicked
from muster.rules.game.steps import UnitActs
from muster.rules.game.table import SEATS, Seat, Side, Table, Unit, View, other
from muster.rules.log import Event
from muster.rules.log.counting import acts_holding
from muster.rules.log.views import Viewer
from muster.web.environment import plural
from muster.web.game.play import words
from muster.web.game.play.tally import SideScore, TallyPart, goal_of, rounds_of, tally
from muster.web.page import Page

NEAR: Final = 4
"""Victory points that a side may lack for its phone to say how near it is."""


class RoundScene(Page, frozen=True, kw_only=True):
    """The screen after a round was scored. `id` names it on a phone that has seen it: a round that was undone
    and scored otherwise is shown again. `gained` are Blue's points and Red's."""

    template: ClassVar = "game/play/round_scene.html"
    id: str
    title: str
    round: int
    goal: int
    scores: tuple[SideScore, ...]
    gained: tuple[int, ...]
    tally: tuple[TallyPart, ...]
    standing: str
    undo: str
    undo_name: str


class Moment(NamedTuple):
    """What stands large above the next question until somebody acts."""

    kind: str
    icon: str
    title: str
    text: str
    side: Side | None
    facts: tuple[tuple[str, str], ...] = ()


def round_scene(
    table: Table, scores: tuple[SideScore, ...], undo: str = "", undo_name: str = ""
) -> RoundScene | None:
    """The last round, from the Command Phase after it until the next begins; where only the score is kept,
    until the next is scored. A round without points has no screen."""
    last, goal = table.round - 1, goal_of(table)
    looks_back = table.phase == "command" or table.level == "score"
    gained = tuple(side.track.count(last) for side in scores)
    if not (goal and looks_back and any(gained)) or table.ended:
        return None
    return RoundScene(
        id=f"{last}.{'-'.join(map(str, gained))}", title=_round_title(last, scores, gained), round=last,
        goal=goal, scores=scores, gained=gained,
        tally=tuple(part for part in tally(table) if part.round == last),
        standing=" ".join(_standing(table, scores)), undo=undo, undo_name=undo_name,
    )  # fmt: skip


def _round_title(number: int, scores: tuple[SideScore, ...], gained: tuple[int, ...]) -> str:
    """`Round 3: you +1, Dev +3`: one's own points first."""
    sides = sorted(zip(scores, gained, strict=True), key=lambda side: not side[0].you)
    texts = (f"{'you' if side.you else side.name} +{points}" for side, points in sides)
    return f"Round {number}: {', '.join(texts)}"


def _standing(table: Table, scores: tuple[SideScore, ...]) -> Iterator[str]:
    """How it stands, whether the round that begins is the last, and who is near the goal."""
    goal = goal_of(table)
    ahead, behind = sorted(scores, key=lambda side: -side.points)
    if ahead.points == behind.points:
        yield f"Level at {ahead.points}."
    else:
        yield f"{ahead.name} {'lead' if ahead.you else 'leads'} {ahead.points} to {behind.points}."
    if table.round == rounds_of(table):
        yield f"Round {table.round} is the last."
    for side in scores:
        if 0 < (lacks := goal - side.points) <= NEAR:
            yield f"{side.name} {'need' if side.you else 'needs'} {lacks} more VP for {goal}."


def moment_now(seen: View, done: Acts) -> Moment | None:
    """What the newest act that everybody sees brought; the panic of the unit that is activated; who has
    priority, while the Command Phase lasts."""
    table, events = seen.table, _newest_events(done)
    if table.phase in ("lobby", "setup", "over"):
        return None
    for event in events:
        unit = table.units.get(event.unit) if isinstance(event, Defeated) else None
        if unit and unit.is_commander:
            return _commander_defeated(seen, unit)
    for event in events:
        if isinstance(event, Panicked):
            return _panic_rolled(table, event)
    step = table.todo[-1] if table.todo else None
    if isinstance(step, UnitActs) and panicked(table, acting := table.units[step.unit]):
        return _panic(table, acting)
    return _priority(seen, done)


def _newest_events(done: Acts) -> list[Event]:
    public = Viewer()
    found = ([event for event in act.events if public.may_see(event)] for act in reversed(done))
    return next(filter(None, found), [])


def _commander_defeated(seen: View, unit: Unit) -> Moment:
    table, mine = seen.table, unit.seat == seen.audience
    whose = "Your" if mine else f"{words.name_of(table, unit.seat)}’s"
    text = "In the End Phase a Trooper unit is promoted." if able_to_lead(table, unit.seat) else ""
    name = words.unit_name(table, unit.id)
    return Moment(
        "commander", "defeated", f"{name} is defeated", f"{whose} Commander has fallen. {text}".strip(),
        table.side_of(unit.seat),
    )  # fmt: skip


def _panic_rolled(table: Table, event: Panicked) -> Moment:
    unit = table.units[event.unit]
    name, left = words.unit_name(table, unit.id), unit.wounds - unit.lost
    wounds = "wound" if event.wounds == 1 else "wounds"
    facts = ((str(event.wounds), wounds), (str(unit.suppression), "Suppression left"))
    text = "It is defeated." if unit.gone else f"{left} of {plural(unit.wounds, 'wound')} left."
    return Moment("panic", "state-panic", f"{name} panicked", text, table.side_of(unit.seat), facts)


def _panic(table: Table, unit: Unit) -> Moment:
    """Suppression of twice the Courage it counts with, after it has rallied (core: Panic)."""
    name, side = words.unit_name(table, unit.id), table.side_of(unit.seat)
    facts = ((str(unit.suppression), "Suppression"), (str(courage(table, unit)), "Courage"), ("0", "actions"))
    return Moment("panic", "state-panic", f"{name} panics", "It takes no actions.", side, facts)


def _priority(seen: View, done: Acts) -> Moment | None:
    """Who has it, from when it is known to the end of the Command Phase."""
    table = seen.table
    act = next(acts_holding(done, PrioritySet), None)
    if act is None or table.phase != "command" or table.priority is None:
        return None
    who = "You have" if table.priority == seen.audience else f"{words.name_of(table, table.priority)} has"
    text = _why_priority(act.events, table.priority)
    return Moment("priority", "priority", f"{who} priority", text, table.side_of(table.priority))


def _why_priority(events: Sequence[Event], seat: Seat) -> str:
    """The pips that decided it, or the die; nothing where the cards are on the table."""
    if any(isinstance(event, Rolled) for event in events):
        return "Both cards have as many pips: the die decided."
    for event in events:
        if isinstance(event, CardsRevealed) and len(event.pips) == len(SEATS):
            return f"{plural(event.pips[seat], 'pip')} against {event.pips[other(seat)]}."
    return ""
