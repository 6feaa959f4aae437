"""What is done at a table while a game is set up: sit down, a step, a draw of the app, taking one back.

A table without an event is everybody's who has its link. At an event the two who play there act; a judge who
looks does not.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from muster.app.acting import Act, Command, Done, Handlers
from muster.app.game import setup as setups
from muster.app.game.setup import SetupTable
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.table_setup.setup import (
    CATEGORIES,
    RESOLVED,
    AnyAct,
    CardEliminated,
    Category,
    ChooserDrawn,
    ColourChosen,
    EdgeChosen,
    Forfeited,
    Resolved,
    RoundBegun,
    RowsRevealed,
    Setup,
    TerrainAgreed,
    current_prompt,
)
from muster.rules.tournament.table_setup.setup_events import SOURCE, SetupOpened, open_setup
from muster.rules.violations import Violation, refuse_unless, require

StepWord: TypeAlias = Literal["terrain", "chooser", "colour", "edge", "rows", "out", "pass", "done", "begin"]
Cards: TypeAlias = Mapping[Category, tuple[str, ...]]


class SitDown(Command, frozen=True, kw_only=True):
    """Two players begin. Names are for a table without an event; what lists say of the points stands."""

    points: tuple[int, int]
    names: tuple[str, str] = ("", "")
    fixed_terrain: bool = True


class DoStep(Command, frozen=True, kw_only=True):
    """A step of whoever's turn it is, whichever phone says so, on the table as it was `seen`.

    `choice` is the colour, the edge, the row or the player it names; `cards` are the rows as they lie there.
    """

    step: StepWord
    seen: int
    choice: str = ""
    cards: Cards | None = None


class DrawStep(Command, frozen=True, kw_only=True):
    """The app draws: who chooses a colour, or three cards of each of Blue's decks, typed or from the list."""

    seen: int
    decks: Cards | None = None
    from_list: bool = False


class UndoStep(Command, frozen=True, kw_only=True):
    """Take back the latest step, whoever of the two did it."""

    batch: str


def permit(table: SetupTable, _act: Act, _command: Command, _who: str) -> None:
    """`table`: whoever sits there."""
    refuse_unless(table.place is None or table.place.plays, problem("tournament.not_a_player"))


HANDLERS: Handlers[SetupTable] = Handlers(permit)


@HANDLERS.handles(SitDown, who="table")
def sit_down(table: SetupTable, act: Act, command: SitDown) -> Done:
    """Open the table; an event knows its players, its terrain and what their lists cost."""
    place = table.place
    if place is None:
        opened = open_setup(command.names, command.points, fixed_terrain=command.fixed_terrain)
    else:
        first, second = (known or typed for known, typed in zip(place.points, command.points, strict=True))
        opened = SetupOpened(
            place.game.players, (first, second), place.fixed_terrain, tournament=place.tournament
        )
    return setups.sit_down(table, act, opened)


@HANDLERS.handles(DoStep, who="table")
def do_step(table: SetupTable, act: Act, command: DoStep) -> Done:
    """Do a step, on the table as it was seen."""
    setup = setups.look(table.store, table.stream).setup
    return setups.write_step(table, act, command.seen, _step(setup, command))


def _step(setup: Setup, command: DoStep) -> AnyAct:  # noqa: PLR0911 - one line for each kind of step
    who, choice = current_prompt(setup).players[0], command.choice
    match command.step:
        case "terrain":
            return TerrainAgreed()
        case "chooser":
            return ChooserDrawn(choice)
        case "colour":
            return ColourChosen(who, "blue" if choice == "blue" else "red")
        case "edge":
            return EdgeChosen(who, "first" if choice == "first" else "second")
        case "rows":
            return RowsRevealed(
                **{category: (command.cards or {}).get(category, ()) for category in CATEGORIES}
            )
        case "out":
            return CardEliminated(who, _category(choice))
        case "pass":
            return Forfeited(who)
        case "done":
            return Resolved(next((option for option in RESOLVED if option == setup.step), "tokens"))
        case "begin":
            return RoundBegun()


def _category(text: str) -> Category:
    """The row that is meant."""
    return require(
        next((category for category in CATEGORIES if category == text), None),
        Violation(code="setup.not_now", source=SOURCE, params={"step": "eliminate"}),
    )


@HANDLERS.handles(DrawStep, who="table")
def draw_step(table: SetupTable, act: Act, command: DrawStep) -> Done:
    """Chance of the app: who chooses (rule 572), or the rows (rule 574)."""
    if command.decks is None and not command.from_list:
        return setups.draw_who_chooses(table, act, command.seen)
    decks: setups.Decks = command.decks or {}
    if command.from_list:
        blue = setups.look(table.store, table.stream).setup.blue
        decks = (table.lists.decks(table.place, blue) if table.lists and table.place else None) or {}
    return setups.shuffle_rows(table, act, command.seen, decks)


@HANDLERS.handles(UndoStep, who="table")
def undo_step(table: SetupTable, act: Act, command: UndoStep) -> Done:
    """The latest step is taken back; sent twice it does nothing more."""
    return setups.undo(table, act, command.batch)
