"""The guided setup of a game on a page: what is asked now, and what was done.

Shared by the tables of events and by tables without one.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from muster.app.game.setup import SetupView
from muster.rules.tournament.games import Player
from muster.rules.tournament.table_setup import setup as game_setup
from muster.rules.tournament.table_setup.setup import CATEGORIES, Category, Setup, Step
from muster.web.game.forms import PLACES
from muster.web.page import Page

NUMBERS: Final[dict[Step, int]] = {
    "terrain": 1, "chooser": 2, "colour": 2, "edge": 2, "reveal": 3, "eliminate": 4, "objective": 5,
    "condition": 5, "deployment": 6, "units": 6, "tokens": 7, "wait": 8, "play": 9,
}  # fmt: skip
TITLES: Final = ("Terrain", "Colours", "Cards laid out", "Cards removed", "Objective and condition",
                 "Deployment", "Tokens", "Wait for the start")  # fmt: skip


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


class Turn(NamedTuple):
    """Who acts now; `side` once it is known."""

    player: Player
    name: str
    side: str


class SetupSteps(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the guide shows of a table."""

    view: SetupView
    names: Mapping[Player, str]
    number: int
    who: tuple[Turn, ...]
    rows: list[Row]
    used: Mapping[Category, str]
    left: int
    steps: tuple[Done, ...]
    listed: bool
    total: int = len(TITLES)
    categories: tuple[Category, ...] = CATEGORIES
    card_places: tuple[str, ...] = PLACES


class SetupBody(Page, frozen=True, kw_only=True):
    """The steps alone, as both phones of a table follow them. `guide` is empty before anybody sat down."""

    template = "game/_setup.html"

    guide: SetupSteps | None
    key: str
    action: str
    follow: str
    seen: str
    free: bool
    plays: bool
    begun: bool


def steps_of(view: SetupView, names: Mapping[Player, str], *, listed: bool = False) -> SetupSteps:
    """Everything the guide shows; `listed` where Blue's decks can be drawn from a list."""
    setup, prompt = view.setup, game_setup.current_prompt(view.setup)
    number = NUMBERS[setup.step]
    return SetupSteps(
        view=view,
        names=names,
        number=number,
        who=tuple(Turn(player, names[player], side(setup, player)) for player in prompt.players),
        rows=rows(view),
        used=game_setup.chosen_cards(setup),
        left=game_setup.CHANCES - setup.chances,
        steps=tuple(
            Done(
                at,
                title,
                "done" if at < number else "now" if at == number else "later",
                outcome(view, at, names),
            )
            for at, title in enumerate(TITLES, 1)
        ),
        listed=listed,
    )


def side(setup: Setup, player: Player) -> str:
    """Blue or red, once it is known."""
    return "" if not setup.blue else "blue" if player == setup.blue else "red"


def rows(view: SetupView) -> list[Row]:
    """The rows as they were laid out, with what is out."""
    laid = next((act for act in view.acts if isinstance(act, game_setup.RowsRevealed)), None)
    if laid is None:
        return []
    return [_row(view.setup, category, getattr(laid, category)) for category in CATEGORIES]


def _row(setup: Setup, category: Category, cards: tuple[str, ...]) -> Row:
    out = len(cards) - len(setup.rows[category])
    first = "next" if setup.step == "eliminate" else "play"
    states = ["out" if at < out else first if at == out else "" for at in range(len(cards))]
    shown = tuple(map(RowCard, cards, states))
    return Row(category, shown, setup.step == "eliminate" and category in game_setup.open_rows(setup))


def outcome(view: SetupView, at: int, names: Mapping[Player, str]) -> str:
    """What came of a step, in a few words."""
    setup = view.setup
    if at == 2 and setup.blue:
        return f"{names[setup.blue]} is Blue, {names[setup.red]} is Red"
    if at == 4 and (played := game_setup.chosen_cards(setup)):
        return ", ".join(played.values())
    return ""
