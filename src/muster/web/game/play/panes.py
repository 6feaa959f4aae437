"""The panes of a game's page that seldom change: each is drawn once for what it shows (`drawn_again`)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar, NamedTuple, TypeAlias

from muster.rules.game.attacks.agreeing import attack_mode
from muster.rules.game.missions import mission_cards
from muster.rules.game.table import (
    SEATS,
    SIDES,
    AttackMode,
    Audience,
    DiceWay,
    Level,
    Mode,
    Phase,
    Seat,
    Table,
    View,
)
from muster.web.game.play import words
from muster.web.game.play.board import Contest, MissionMap, contests
from muster.web.game.play.handover import EarlyEnd
from muster.web.game.play.operation import OperationPart
from muster.web.game.play.prompts.prompt import Prompt
from muster.web.game.play.rows import Group, Tools
from muster.web.game.play.tally import (
    AgendaPart,
    Chart,
    ScoreLine,
    SideScore,
    TallyPart,
    agendas,
    chart,
    goal_of,
    proposal,
    rounds_of,
    score_lines,
    tally,
)
from muster.web.game.play.tray import Tray
from muster.web.game.play.words import PHASES
from muster.web.page import Page


class CardText(NamedTuple):
    """A card of the mission in our words, and what it is here: the objective, somebody's advantage."""

    id: str
    name: str
    what: str
    texts: tuple[tuple[str, str], ...]
    manual: bool
    source: str


Cards: TypeAlias = tuple[CardText, ...]


class SeatRow(NamedTuple):
    """A seat before the game begins. `wrong` is what the mode has against its army, a sentence each;
    `allowed` are the points of the mode where the army has more and no more is known."""

    seat: Seat
    number: int
    name: str
    army: str
    faction: str
    points: int
    you: bool
    open: bool
    ready: bool
    allowed: int | None
    wrong: tuple[str, ...] = ()


class SeatWay(NamedTuple):
    """How a seat resolves its attacks, and whose dice it rolls."""

    seat: Seat
    attacks: AttackMode
    dice: DiceWay


def way_of(table: Table, seat: Seat) -> SeatWay:
    """How a seat plays."""
    return SeatWay(seat, attack_mode(table, seat), table.dice_of(seat))


class SlabPane(Page, frozen=True, kw_only=True):
    """The head of the page: the way out, the name of the game and its menu. Time may be called where it
    `times`; who said so alone has `called` it, and then there is a `last` round. Of a game with a limit it
    says when that ends."""

    template: ClassVar = "game/play/slab.html"
    id: str
    title: str
    audience: Audience
    seat: Seat | None
    phase: Phase
    level: Level
    mode: Mode
    watched: bool
    has_sides: bool
    ended: bool
    reset: str
    early: EarlyEnd | None
    ends: tuple[Seat, ...]
    less: tuple[Seat, ...]
    seats: tuple[SeatRow, ...]
    counted: bool
    times: bool
    called: tuple[Seat, ...]
    last: int
    limit: int
    limit_ends: str
    ways: tuple[SeatWay, ...]
    plate: "ScorePlate"


class PromptPane(Page, frozen=True, kw_only=True):
    """What is asked, with the rows of both sides: `near` those of whoever is asked."""

    template: ClassVar = "game/play/prompt_pane.html"
    prompt: Prompt
    near: tuple[Group, ...]
    far: tuple[Group, ...]
    map: MissionMap | None
    own_dice: bool
    tools: Tools | None
    both: bool


class Tabs(Page, frozen=True, kw_only=True):
    """The tabs of the page, always the same."""

    template: ClassVar = "game/play/tabs.html"


class ScorePlate(Page, frozen=True, kw_only=True):
    """Victory points, names and the round, on the slab."""

    template: ClassVar = "game/play/scores.html"
    scores: tuple[SideScore, ...]
    goal: int
    round: int
    rounds: int
    phase: str
    operation: OperationPart | None


class MissionPane(Page, frozen=True, kw_only=True):
    """The map with who contests what, the cards of the mission and the agendas."""

    template: ClassVar = "game/play/mission_pane.html"
    map: MissionMap | None
    contests: tuple[Contest, ...]
    operation: OperationPart | None
    cards: Cards
    agendas: tuple[AgendaPart, ...]


class ScorePane(Page, frozen=True, kw_only=True):
    """Where victory points come from, and the form that corrects them while `corrects`."""

    template: ClassVar = "game/play/score_pane.html"
    scores: tuple[SideScore, ...]
    goal: int
    round: int
    tally: tuple[TallyPart, ...]
    chart: Chart | None
    late: bool
    seat: Seat | None
    corrects: bool
    lines: tuple[ScoreLine, ...]
    cards: Cards


class TrayPane(Page, frozen=True, kw_only=True):
    """The dice tray beside the prompt."""

    template: ClassVar = "game/play/tray.html"
    id: str
    seat: Seat | None
    tray: Tray


@lru_cache(maxsize=256)
def card_text(what: str, id: str) -> CardText:
    """The words of a card."""
    card = mission_cards()[id]
    heads = (
        ("Setup", card.setup), ("Scoring", card.scoring), ("Special", card.special),
        ("Secondary", card.secondary), ("Blue’s advantage", card.blue_advantage),
        ("Red’s advantage", card.red_advantage),
    )  # fmt: skip
    texts = tuple((head, text) for head, text in heads if text)
    return CardText(id, card.name, what, texts, card.manual, card.source)


def score_plate(table: Table, scores: tuple[SideScore, ...], operation: OperationPart | None) -> ScorePlate:
    """The plate of a table; of Special Operations it has the counts alone."""
    counts = operation._replace(squads=(), facts=(), secrets=(), ready=()) if operation else None
    return ScorePlate(
        scores=scores, goal=goal_of(table), round=table.round, rounds=rounds_of(table),
        phase=PHASES[table.phase], operation=counts,
    )  # fmt: skip


def mission_pane(
    seen: View, map: MissionMap | None, operation: OperationPart | None, cards: Cards
) -> MissionPane:
    """What is played."""
    facts = operation._replace(counts=(), secrets=(), ready=()) if operation else None
    return MissionPane(
        map=map, contests=contests(seen), operation=facts, cards=cards, agendas=tuple(agendas(seen.table))
    )


def score_pane(seen: View, scores: tuple[SideScore, ...], cards: Cards) -> ScorePane:
    """How it stands. Past rounds are corrected by agreement: one proposes, the other agrees."""
    table, goal = seen.table, goal_of(seen.table)
    seat: Seat | None = next((seat for seat in SEATS if seat == seen.audience), None)
    corrects = bool((seat or seen.audience == "both") and goal and table.round)
    return ScorePane(
        scores=scores, goal=goal, round=table.round, tally=tuple(tally(table)),
        chart=chart(table, scores) if table.scores else None, late=table.mode == "special-operations",
        seat=seat, corrects=corrects and not table.closed and proposal(table) is None,
        lines=tuple(score_lines(table)) if corrects else (), cards=cards,
    )  # fmt: skip


def cards_of(table: Table) -> Iterator[CardText]:
    """The cards of the mission, each once, with what it is here."""
    known, mission = mission_cards(), table.mission
    named = {"Objective": mission.objective, "Secondary": mission.secondary}
    if table.blue:
        named |= {f"{words.side_name(table, side)}’s advantage": mission.advantage(side) for side in SIDES}
    shown = set[str]()
    for name, card in named.items():
        if card in known and card not in shown:
            shown.add(card)
            yield card_text(name, card)
