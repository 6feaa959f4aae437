"""A game being set up as a log of its own (`setup:<hex>`), so that both phones at a table show the same.

Rules 570 to 580. The log holds what was done, never the decks it came from: of Blue's cards only the nine
revealed ones are in it (rule 584). A draw of the app that was undone is kept: drawing again shows the same.
"""

from typing import Final

import msgspec
from msgspec.structs import replace

from muster.rules.log import Decider, Event, event
from muster.rules.tournament.games import Player
from muster.rules.tournament.running.plan import MOST_POINTS, clean_words, required_words
from muster.rules.tournament.table_setup.setup import (
    CATEGORIES,
    AnyAct,
    ChooserDrawn,
    RowsRevealed,
    Setup,
    advance,
)
from muster.rules.violations import Refused, Source, refuse_if, require

SOURCE: Final = "game setup"
problem = Source(SOURCE).problem
problem_if = Source(SOURCE).problem_if
STREAM: Final = "setup:"
MOST_CARD_LETTERS: Final = 60
MOST_NAME_LETTERS: Final = 40
BOTH: Final[tuple[Player, Player]] = ("one", "two")


@event("setup.opened")
class SetupOpened(Event, frozen=True):
    """Two players sat down. `names` are typed at a table without an event; an event knows its players."""

    players: tuple[Player, Player]
    points: tuple[int, int]
    fixed_terrain: bool = True
    names: tuple[str, str] = ("", "")
    tournament: str = ""


@event("setup.done")
class StepDone(Event, frozen=True):
    """A step was done; `drawn` where chance of the app decided it."""

    act: AnyAct
    drawn: bool = False

    def step_key(self) -> str | None:
        return draw_step(self.act) if self.drawn else None


def draw_step(act: AnyAct) -> str | None:
    """The name of the draw an act holds."""
    if isinstance(act, RowsRevealed):
        return "reveal"
    return "chooser" if isinstance(act, ChooserDrawn) else None


class TableSetup(msgspec.Struct, frozen=True):
    """A table as its log tells it: nothing before somebody sat down. `done` counts the steps."""

    opened: SetupOpened | None = None
    setup: Setup | None = None
    done: int = 0


def evolve(now: TableSetup, event: Event) -> TableSetup:
    """The state after one more event; an act that fits no longer changes nothing."""
    match event:
        case SetupOpened():
            opened = Setup(players=event.players, points=event.points, fixed_terrain=event.fixed_terrain)
            return TableSetup(event, opened)
        case StepDone() if now.setup is not None:
            return replace(now, setup=_after(now.setup, event.act), done=now.done + 1)
        case _:
            return now


def _after(setup: Setup, act: AnyAct) -> Setup:
    try:
        return advance(setup, act)
    except Refused:
        return setup


SETUP: Final = Decider(name="setup", schema=1, state=TableSetup, initial=TableSetup, evolve=evolve)


# Deciding --------------------------------------------------------------------------------------------------


def decide_open(now: TableSetup, opened: SetupOpened) -> SetupOpened:
    """A table is opened once, by two different players, with totals an army can have (rule 571)."""
    odd = [points for points in opened.points if not 0 <= points <= MOST_POINTS]
    refuse_if(
        problem_if(now.opened, "setup.open_already"),
        problem_if(len(set(opened.players)) != 2, "setup.same_player"),
        problem_if(odd, "setup.no_points", most=MOST_POINTS),
    )
    return opened


def open_setup(names: tuple[str, str], points: tuple[int, int], *, fixed_terrain: bool) -> SetupOpened:
    """Two players at a table without an event, under the names they typed."""
    first, two = (required_words(name, "the name", MOST_NAME_LETTERS) for name in names)
    return SetupOpened(BOTH, points, fixed_terrain, (first, two))


def decide_step(now: TableSetup, act: AnyAct, *, drawn: bool = False) -> StepDone:
    """An act at the table, refused where it is not asked for (rules 570 to 580)."""
    setup = require(now.setup, problem("setup.unknown"))
    if isinstance(act, RowsRevealed):
        act = clean_rows(act)
    advance(setup, act)
    return StepDone(act, drawn)


def clean_rows(rows: RowsRevealed) -> RowsRevealed:
    """The rows with names as they are kept: trimmed, printable, short."""
    kept = {
        category: tuple(clean_words(card, "the card", MOST_CARD_LETTERS) for card in getattr(rows, category))
        for category in CATEGORIES
    }
    return RowsRevealed(**kept)
