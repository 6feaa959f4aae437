"""The panes of a game's page that seldom change: each is drawn once for what it shows (`drawn_again`)."""

from functools import lru_cache
from typing import ClassVar, NamedTuple, TypeAlias

from muster.rules.game.missions import mission_cards
from muster.rules.game.table import SEATS, Seat, Table, View
from muster.web.game.play.board import MissionMap
from muster.web.game.play.operation import OperationPart
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
    """The map, the cards of the mission and the agendas."""

    template: ClassVar = "game/play/mission_pane.html"
    map: MissionMap | None
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
    return MissionPane(map=map, operation=facts, cards=cards, agendas=tuple(agendas(seen.table)))


def score_pane(seen: View, scores: tuple[SideScore, ...], cards: Cards) -> ScorePane:
    """How it stands. Past rounds are corrected by agreement: one proposes, the other agrees."""
    table, goal = seen.table, goal_of(seen.table)
    seat: Seat | None = next((one for one in SEATS if one == seen.audience), None)
    corrects = bool((seat or seen.audience == "both") and goal and table.round)
    return ScorePane(
        scores=scores, goal=goal, round=table.round, tally=tuple(tally(table)),
        chart=chart(table, scores) if table.scores else None, late=table.mode == "special-operations",
        seat=seat, corrects=corrects and not table.closed and proposal(table) is None,
        lines=tuple(score_lines(table)) if corrects else (), cards=cards,
    )  # fmt: skip
