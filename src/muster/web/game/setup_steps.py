"""The guided setup of a game on a page: what is asked now, what was done, and a pressed button as an act.

Shared by the tables of events and by tables without one.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from django.http import QueryDict

from muster.app.acting import Act
from muster.app.game import setup as setups
from muster.app.game.setup import Decks, SetupView
from muster.app.streams import EventStore
from muster.rules.game import setup as game_setup
from muster.rules.game.setup import CATEGORIES, AnyAct, Category, Setup, Step
from muster.rules.tournament.games import Player
from muster.rules.violations import Refused, Violation

NUMBERS: Final[dict[Step, int]] = {
    "terrain": 1, "chooser": 2, "colour": 2, "edge": 2, "reveal": 3, "eliminate": 4, "objective": 5,
    "condition": 5, "deployment": 6, "units": 6, "tokens": 7, "wait": 8, "play": 9,
}  # fmt: skip
TITLES: Final = ("Terrain", "Colours", "Cards laid out", "Cards removed", "Objective and condition",
                 "Deployment", "Tokens", "Wait for the start")  # fmt: skip
PLACES: Final = ("First card", "Second card", "Third card")
MOST_LINES: Final = 40


class RowCard(NamedTuple):
    """A revealed card; `state` is out, next (leftmost of those left), in play, or nothing."""

    name: str
    state: str


class Row(NamedTuple):
    """One category with its three cards, from left to right."""

    category: Category
    cards: tuple[RowCard, ...]
    open: bool


class Done(NamedTuple):
    """One of the eight steps and what came of it."""

    number: int
    title: str
    state: str
    words: str


def context(view: SetupView, names: Mapping[Player, str], decks: Decks | None = None) -> dict[str, Any]:
    """Everything the guide shows."""
    setup, prompt = view.setup, game_setup.now(view.setup)
    number = NUMBERS[setup.step]
    return {
        "view": view,
        "setup": setup,
        "names": names,
        "number": number,
        "total": len(TITLES),
        "who": [(player, names[player], side(setup, player)) for player in prompt.players],
        "rows": rows(view),
        "used": game_setup.used(setup),
        "left": game_setup.CHANCES - setup.chances,
        "steps": [Done(at, title, done_state(at, number), told(view, at, names))
                  for at, title in enumerate(TITLES, 1)],
        "listed": decks is not None,
        "categories": CATEGORIES,
        "card_places": PLACES,
    }  # fmt: skip


def side(setup: Setup, player: Player) -> str:
    """Blue or red, once it is known."""
    return "" if not setup.blue else "blue" if player == setup.blue else "red"


def done_state(at: int, number: int) -> str:
    """Where a step of the list stands."""
    return "done" if at < number else "now" if at == number else "later"


def rows(view: SetupView) -> list[Row]:
    """The rows as they were laid out, with what is out."""
    laid = next((one for one in view.acts if isinstance(one, game_setup.RowsRevealed)), None)
    if laid is None:
        return []
    return [_row(view.setup, one, getattr(laid, one)) for one in CATEGORIES]


def _row(setup: Setup, category: Category, cards: tuple[str, ...]) -> Row:
    out = len(cards) - len(setup.rows[category])
    first = "next" if setup.step == "eliminate" else "play"
    states = ["out" if at < out else first if at == out else "" for at in range(len(cards))]
    shown = tuple(map(RowCard, cards, states))
    return Row(category, shown, setup.step == "eliminate" and category in game_setup.open_rows(setup))


def told(view: SetupView, at: int, names: Mapping[Player, str]) -> str:
    """What came of a step, in a few words."""
    setup = view.setup
    if at == 2 and setup.blue:
        return f"{names[setup.blue]} is Blue, {names[setup.red]} is Red"
    if at == 4 and (played := game_setup.used(setup)):
        return ", ".join(played.values())
    return ""


# A pressed button ------------------------------------------------------------------------------------------


class Press(NamedTuple):
    """Who presses, at which table, on what they saw, with Blue's decks where a list has them."""

    store: EventStore
    act: Act
    view: SetupView
    entropy: Callable[[int], bytes]
    decks: Decks | None = None


def press(on: Press, form: QueryDict) -> None:
    """Do what the form asks; refused where it makes no sense."""
    what, seen = form.get("do", ""), number_of(form.get("seen", ""))
    stream = on.view.stream
    if what == "undo":
        setups.undo(on.store, on.act, stream, form.get("batch", "")[:64])
    elif what == "draw":
        setups.draw_who_chooses(on.store, on.act, stream, seen, on.entropy)
    elif what in ("shuffle", "shuffle-list"):
        decks = on.decks if what == "shuffle-list" else typed_decks(form)
        setups.shuffle_rows(on.store, on.act, stream, seen, decks or {}, on.entropy)
    else:
        setups.do(on.store, on.act, stream, seen, asked(what, on.view.setup, form))


def asked(what: str, setup: Setup, form: QueryDict) -> AnyAct:
    """The act behind a button; whoever's turn it is does it, whichever phone says so."""
    word, _, more = what.partition(":")
    who = game_setup.now(setup).players[0]
    made: dict[str, Callable[[], AnyAct]] = {
        "terrain": game_setup.TerrainAgreed,
        "chooser": lambda: game_setup.ChooserDrawn(more),
        "colour": lambda: game_setup.ColourChosen(who, "blue" if more == "blue" else "red"),
        "edge": lambda: game_setup.EdgeChosen(who, "first" if more == "first" else "second"),
        "rows": lambda: typed_rows(form),
        "out": lambda: game_setup.CardEliminated(who, category_of(more)),
        "pass": lambda: game_setup.Forfeited(who),
        "done": lambda: game_setup.Resolved(setup.step if setup.step in game_setup.RESOLVED else "tokens"),
        "begin": game_setup.RoundBegun,
    }
    if word not in made:
        raise Refused(_problem("setup.not_now", step=setup.step))
    return made[word]()


def typed_rows(form: QueryDict) -> game_setup.RowsRevealed:
    """The rows as they lie on the table; a card without a name goes by its place."""
    found = {one: tuple(form.get(f"{one}-{at}", "").strip() or place for at, place in enumerate(PLACES))
             for one in CATEGORIES}  # fmt: skip
    return game_setup.RowsRevealed(**found)


def typed_decks(form: QueryDict) -> Decks:
    """Blue's decks as typed, a card a line; they go into the draw and nowhere else."""
    return {one: _lines(form.get(f"deck-{one}", "")) for one in CATEGORIES}


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()][:MOST_LINES]


def category_of(text: str) -> Category:
    """The row that is meant."""
    for one in CATEGORIES:
        if one == text:
            return one
    raise Refused(_problem("setup.not_now", step="eliminate"))


def number_of(text: str) -> int:
    """A whole number of a form; anything else is -1, which fits nowhere."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1


def _problem(code: str, **params: str) -> Violation:
    return Violation(code=code, source="game setup", params=params)
