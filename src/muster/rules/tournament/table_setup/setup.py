"""Game setup at a tournament table, step by step, with who acts now and what may be chosen.

Tournament Regulations, "Game Setup" (rules 570 to 580). Every act is a small value that can be recorded; the
two draws (who chooses, which cards are revealed) are made outside and recorded as what came of them. Only the
nine revealed cards are ever in it: the rest of Blue's decks stays hidden (rule 584).
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from muster.rules.log.changes import Changes
from muster.rules.tournament.chance import Below, shuffle
from muster.rules.tournament.games import Player
from muster.rules.violations import Refused, Source, refuse_if

SOURCE: Final = "tournament regulations: game setup"
problem = Source(SOURCE).problem
REVEALED: Final = 3
CHANCES: Final = 4

Category: TypeAlias = Literal["objective", "deployment", "condition"]
Colour: TypeAlias = Literal["blue", "red"]
Edge: TypeAlias = Literal["first", "second"]
Row: TypeAlias = tuple[str, ...]
Resolvable: TypeAlias = Literal["objective", "condition", "deployment", "units", "tokens"]
Step: TypeAlias = (
    Literal["terrain", "chooser", "colour", "edge", "reveal", "eliminate", "wait", "play"] | Resolvable
)

CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)
RESOLVED: Final[tuple[Resolvable, ...]] = get_args(Resolvable)


class Act(msgspec.Struct, frozen=True, tag_field="act", tag=lambda name: name.lower()):
    """Something done during setup."""


class TerrainAgreed(Act, frozen=True):
    """What every piece of terrain does is settled; `judge` is who decided where the players could not."""

    judge: str = ""


class ChooserDrawn(Act, frozen=True):
    """The points are equal, so chance named the one who chooses a colour."""

    player: Player


class ColourChosen(Act, frozen=True):
    """The cheaper army's player, or the one drawn, is Blue or Red."""

    player: Player
    colour: Colour


class EdgeChosen(Act, frozen=True):
    """Blue takes one of the long edges; Red has the other."""

    player: Player
    edge: Edge


class RowsRevealed(Act, frozen=True):
    """Three cards of each of Blue's decks, from left to right as Blue sees them."""

    objective: Row
    deployment: Row
    condition: Row


class CardEliminated(Act, frozen=True):
    """The leftmost card of a row goes."""

    player: Player
    category: Category


class Forfeited(Act, frozen=True):
    """The player lets an opportunity go by."""

    player: Player


class UnitPlaced(Act, frozen=True):
    """A unit stands on the table: for tables that want the app to keep the turns."""

    player: Player


class Resolved(Act, frozen=True):
    """A step that happens on the table alone is done."""

    step: Resolvable


class RoundBegun(Act, frozen=True):
    """A leader announced the start of the round: at any time, also before the setup is done."""


AnyAct: TypeAlias = (
    TerrainAgreed | ChooserDrawn | ColourChosen | EdgeChosen | RowsRevealed | CardEliminated | Forfeited
    | UnitPlaced | Resolved | RoundBegun
)  # fmt: skip


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """How far a table of two players has come. `points` and `units` stand in the order of the players; in a
    Fixed Terrain event the organiser has set the terrain up before.

    `rows` lose their leftmost cards as these are eliminated, `chances` counts the opportunities had, and
    `counter` is the round counter, which Blue sets to 1 (rule 579).
    """

    players: tuple[Player, Player]
    points: tuple[int, int]
    fixed_terrain: bool = True
    units: tuple[int, int] = (0, 0)
    step: Step = "terrain"
    chooser: Player = ""
    blue: Player = ""
    blue_edge: Edge | None = None
    rows: dict[Category, Row] = {}
    chances: int = 0
    placed: tuple[int, int] = (0, 0)
    counter: int = 0
    begun: bool = False

    @property
    def red(self) -> Player:
        """The one who is not Blue, once that is known."""
        return _other(self, self.blue) if self.blue else ""


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be done now, by whom (both, where it says two), and between what they may choose."""

    step: Step
    players: tuple[Player, ...]
    choices: tuple[str, ...] = ()


def current_prompt(setup: Setup) -> Prompt:
    """Who acts, and what they may do."""
    actors = {
        "colour": (setup.chooser,), "edge": (setup.blue,), "eliminate": (on_turn(setup),),
        "units": (next_to_place(setup),), "tokens": (setup.blue,),
    }  # fmt: skip
    choices: dict[Step, tuple[str, ...]] = {
        "colour": get_args(Colour), "edge": get_args(Edge), "eliminate": (*open_rows(setup), "forfeit"),
    }  # fmt: skip
    return Prompt(
        step=setup.step,
        players=actors.get(setup.step, setup.players),
        choices=choices.get(setup.step, ()),
    )


def advance(setup: Setup, act: AnyAct) -> Setup:
    """The table after an act, or a refusal that says whose turn it is and what is asked for."""
    if setup.step != STEPS.get(type(act), setup.step):
        raise Refused(problem("setup.not_now", step=setup.step))
    return CHANGES.after(setup, act)


# 1 and 2: terrain, colour, edge ----------------------------------------------------------------------------


def _terrain_agreed(setup: Setup, _act: TerrainAgreed) -> Setup:
    """The lower total chooses a colour; equal totals leave it to chance (rules 570 to 572)."""
    first, other = setup.points
    if first == other:
        return replace(setup, step="chooser")
    return replace(setup, step="colour", chooser=setup.players[0 if first < other else 1])


def draw_chooser(setup: Setup, below: Below) -> ChooserDrawn:
    """Chance names the one who chooses, where both armies cost the same (rule 572)."""
    return ChooserDrawn(setup.players[below(2)])


def _chooser_drawn(setup: Setup, act: ChooserDrawn) -> Setup:
    _other(setup, act.player)
    return replace(setup, step="colour", chooser=act.player)


def _colour_chosen(setup: Setup, act: ColourChosen) -> Setup:
    """Only the chooser chooses (rule 571); where the terrain is fixed an edge is chosen next (573)."""
    _only(setup, act.player, setup.chooser)
    blue = act.player if act.colour == "blue" else _other(setup, act.player)
    return replace(setup, blue=blue, step="edge" if setup.fixed_terrain else "reveal")


def _edge_chosen(setup: Setup, act: EdgeChosen) -> Setup:
    """Blue picks a long edge (rule 573)."""
    _only(setup, act.player, setup.blue)
    return replace(setup, blue_edge=act.edge, step="reveal")


# 3 and 4: the cards ----------------------------------------------------------------------------------------


def draw_rows(decks: Mapping[Category, Sequence[str]], below: Below) -> RowsRevealed:
    """Each of Blue's decks is shuffled by itself and three cards of it are revealed (rule 574)."""
    known = {category: decks.get(category, ()) for category in CATEGORIES}
    small = [category for category, deck in known.items() if len(set(deck)) < max(REVEALED, len(deck))]
    refuse_if(*(problem("setup.small_deck", about=(category,), least=REVEALED) for category in small))
    return RowsRevealed(*(tuple(shuffle(decks[category], below)[:REVEALED]) for category in CATEGORIES))


def _rows_revealed(setup: Setup, act: RowsRevealed) -> Setup:
    rows: dict[Category, Row] = {category: getattr(act, category) for category in CATEGORIES}
    wrong = [category for category, row in rows.items() if len(set(row)) != REVEALED or len(row) != REVEALED]
    if wrong:
        raise Refused(problem("setup.rows", about=tuple(wrong), cards=REVEALED))
    return replace(setup, rows=rows, step="eliminate")


def on_turn(setup: Setup) -> Player:
    """Blue and Red by turns, Blue first (rule 575)."""
    return setup.red if setup.chances % 2 else setup.blue


def open_rows(setup: Setup) -> tuple[Category, ...]:
    """The rows that can lose a card: the last of a category stays (rule 575)."""
    return tuple(category for category in CATEGORIES if len(setup.rows.get(category, ())) > 1)


def _card_eliminated(setup: Setup, act: CardEliminated) -> Setup:
    _only(setup, act.player, on_turn(setup))
    if act.category not in open_rows(setup):
        raise Refused(problem("setup.last_card", about=(act.category,), category=act.category))
    rows = {**setup.rows, act.category: setup.rows[act.category][1:]}
    return _chance_had(replace(setup, rows=rows))


def _forfeit(setup: Setup, act: Forfeited) -> Setup:
    _only(setup, act.player, on_turn(setup))
    return _chance_had(setup)


def _chance_had(setup: Setup) -> Setup:
    """Two opportunities each; then the cards are settled (rule 575)."""
    chances = setup.chances + 1
    return replace(setup, chances=chances, step="objective" if chances == CHANCES else "eliminate")


def chosen_cards(setup: Setup) -> dict[Category, str]:
    """The leftmost card left in each row is the one to play, once all opportunities are had (rule 576)."""
    if setup.chances < CHANCES:
        return {}
    return {category: row[0] for category, row in setup.rows.items()}


# 5 to 8: on the table --------------------------------------------------------------------------------------


def next_to_place(setup: Setup) -> Player:
    """Blue first, then by turns while both have units left (rule 578)."""
    left = {player: setup.units[at] - setup.placed[at] for at, player in enumerate(setup.players)}
    due = setup.red if sum(setup.placed) % 2 else setup.blue
    return due if left.get(due, 0) > 0 or not due or left[_other(setup, due)] <= 0 else _other(setup, due)


def _unit_placed(setup: Setup, act: UnitPlaced) -> Setup:
    """Only the one whose turn it is; with the last unit of both the step is done (rule 578)."""
    _only(setup, act.player, next_to_place(setup))
    at = setup.players.index(act.player)
    if setup.placed[at] >= setup.units[at]:
        raise Refused(problem("setup.no_unit_left"))
    placed = tuple(count + (where == at) for where, count in enumerate(setup.placed))
    done = placed == setup.units
    return replace(setup, placed=placed, step="tokens" if done else "units")


def _resolve(setup: Setup, act: Resolved) -> Setup:
    """Objective, condition and deployment in this order, then units, then tokens (rules 577 to 579)."""
    if setup.step != act.step:
        raise Refused(problem("setup.not_now", step=setup.step))
    if act.step == "tokens":
        return replace(setup, counter=1, step="play" if setup.begun else "wait")
    return replace(setup, step=RESOLVED[RESOLVED.index(act.step) + 1])


def _round_begun(setup: Setup, _act: RoundBegun) -> Setup:
    """Tables that are ready begin; the others begin as soon as they are (rule 580)."""
    return replace(setup, begun=True, step="play" if setup.step == "wait" else setup.step)


STEPS: Final[dict[type[Act], Step]] = {
    TerrainAgreed: "terrain",
    ChooserDrawn: "chooser",
    ColourChosen: "colour",
    EdgeChosen: "edge",
    RowsRevealed: "reveal",
    CardEliminated: "eliminate",
    Forfeited: "eliminate",
    UnitPlaced: "units",
}
"""The step an act belongs to; the others say themselves when they fit."""

CHANGES: Final = Changes[Setup]()
CHANGES.on(TerrainAgreed)(_terrain_agreed)
CHANGES.on(ChooserDrawn)(_chooser_drawn)
CHANGES.on(ColourChosen)(_colour_chosen)
CHANGES.on(EdgeChosen)(_edge_chosen)
CHANGES.on(RowsRevealed)(_rows_revealed)
CHANGES.on(CardEliminated)(_card_eliminated)
CHANGES.on(Forfeited)(_forfeit)
CHANGES.on(UnitPlaced)(_unit_placed)
CHANGES.on(Resolved)(_resolve)
CHANGES.on(RoundBegun)(_round_begun)


def _other(setup: Setup, player: Player) -> Player:
    if player not in setup.players:
        raise Refused(problem("setup.not_here", about=(player,)))
    return setup.players[1 - setup.players.index(player)]


def _only(setup: Setup, player: Player, due: Player) -> None:
    _other(setup, player)
    if player != due:
        raise Refused(problem("setup.not_your_turn", about=(due,)))
