"""The score: where every victory point comes from, the race to the goal, and the chart of a game."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from muster.rules.campaign.library.library import library
from muster.rules.campaign.library.parts import Agenda
from muster.rules.cards.vocabulary import RANKS, display_word
from muster.rules.game.effects.agendas import agenda_of, agenda_units, marked_point
from muster.rules.game.marks import INTEREST
from muster.rules.game.phases.ending import ROUNDS, WINNING
from muster.rules.game.sides.handover import agenda_count
from muster.rules.game.special_operations.ending import ROUNDS as OPERATION_ROUNDS
from muster.rules.game.special_operations.winning import operation_of
from muster.rules.game.table import SIDES, Seat, Side, Table, View
from muster.web.game.play import words

LEFT: Final = 24
WIDE: Final = 278
HIGH: Final = 152
TOP: Final = 12
"""Where the chart's plane lies, in its own pixels."""

BESIDE: Final = 6
"""How far a dot stands from its place where both sides have as many points."""


class SideScore(NamedTuple):
    """A side on the slab. `track` has the round in which each point was scored."""

    side: Side
    name: str
    points: int
    you: bool
    track: tuple[int, ...]
    army: str = ""


class TallyLine(NamedTuple):
    """Where points come from: for each side what it scored."""

    words: str
    blue: int
    red: int


class TallyPart(NamedTuple):
    """The points of one card in one round."""

    round: int
    card: str
    lines: tuple[TallyLine, ...]


class AgendaPart(NamedTuple):
    """The agenda of a side in play, in our words, and how far it has come."""

    name: str
    whose: str
    lines: tuple[str, ...]


class Dot(NamedTuple):
    """A point of a line of the chart."""

    x: float
    y: float


class ChartLine(NamedTuple):
    """A side's victory points after each round. Its dots never cover those of the other."""

    side: Side
    name: str
    points: int
    dots: tuple[Dot, ...]
    path: str
    label_y: float


class Chart(NamedTuple):
    """Victory points by round. `marks` are the heights of the grid with their numbers."""

    lines: tuple[ChartLine, ...]
    marks: tuple[tuple[int, float], ...]
    rounds: tuple[tuple[int, float], ...]
    words: str


def goal_of(table: Table) -> int:
    """The victory points that win; 0 where a mission has none."""
    if table.mode != "special-operations":
        return WINNING
    return operation_of(table).goal


def rounds_of(table: Table) -> int:
    """How many rounds the game has; one more once an extra one is played, fewer once time is called."""
    if table.last:
        return table.last
    usual = OPERATION_ROUNDS if table.mode == "special-operations" else ROUNDS
    return max(usual, table.round)


def side_score(seen: View, side: Side) -> SideScore:
    """A side as the slab shows it."""
    table = seen.table
    seat = table.seat_of(side)
    rounds = [score.round for score in table.scores if score.side == side for _ in range(score.points)]
    you = seat == seen.audience
    name = "You" if you else words.name_of(table, seat)
    army = table.chairs[seat].army if seat in table.chairs else ""
    return SideScore(side, name, table.points(side), you, tuple(sorted(rounds)), army)


def tally(table: Table) -> Iterator[TallyPart]:
    """Newest round first, card by card, each line with what both sides scored."""
    keys = dict.fromkeys((score.round, score.card) for score in table.scores)
    for round_, card in sorted(keys, key=lambda key: -key[0]):
        lines: dict[str, list[int]] = {}
        for score in table.scores:
            if (score.round, score.card) == (round_, card):
                counts = lines.setdefault(words.reason(table, score), [0, 0])
                counts[SIDES.index(score.side)] += score.points
        tally_lines = tuple(TallyLine(text, *counts) for text, counts in lines.items())
        yield TallyPart(round_, words.card_name(card), tally_lines)


def agendas(table: Table) -> Iterator[AgendaPart]:
    """The agendas in play, Blue's first; how far they have come where units are kept."""
    for side in SIDES if table.blue else ():
        if found := library().agendas.get(agenda_of(table, side)):
            kept = table.level == "full" and table.phase != "setup"
            progress = _so_far(table, side, found) if kept else ()
            whose = words.side_name(table, side)
            yield AgendaPart(found.name, whose, tuple(filter(None, (found.setup, found.words, *progress))))


def _so_far(table: Table, side: Side, agenda: Agenda) -> Iterator[str]:
    chosen, ranks = agenda_units(table, side), (rank for rank in RANKS if INTEREST.count(table, rank, side))
    left = sum(table.units[unit].gone != "defeated" for unit in chosen)
    number = left if agenda.counted == "surviving" else agenda_count(table, side)
    counts = agenda.counts[:1].upper() + agenda.counts[1:]
    yield f"{counts} so far: {number}. Progress at {agenda.first.count}."
    if chosen:
        yield f"Units: {', '.join(words.unit_name(table, unit) for unit in chosen)}."
    yield from (f"Persons of Interest: {display_word(rank)} units." for rank in ranks)
    if point := marked_point(table, side):
        yield f"Marked: {words.marker_name(table, point.id)}."


class ScoreLine(NamedTuple):
    """A line of the score that can be corrected, by its place."""

    line: int
    words: str
    points: int


class ScoreChange(NamedTuple):
    """How somebody would have a line of the score read."""

    seat: Seat
    name: str
    words: str
    points: int
    before: int


def score_lines(table: Table) -> Iterator[ScoreLine]:
    """Every line of the score, newest first."""
    for line, score in reversed(list(enumerate(table.scores))):
        whose = words.side_name(table, score.side)
        text = f"Round {score.round}, {whose}: {words.reason(table, score)}"
        yield ScoreLine(line, text, score.points)


def proposal(table: Table) -> ScoreChange | None:
    """The correction that waits for the other."""
    if table.proposal is None:
        return None
    seat, score, line = table.proposal.seat, table.proposal.score, table.proposal.line
    text = f"Round {score.round}, {words.side_name(table, score.side)}: {words.reason(table, score)}"
    before = table.scores[line].points if 0 <= line < len(table.scores) else 0
    return ScoreChange(seat, words.name_of(table, seat), text, score.points, before)


def chart(table: Table, scores: tuple[SideScore, ...]) -> Chart | None:
    """The chart of a game that has begun to score; nothing before."""
    if not scores or not table.round or not goal_of(table):
        return None
    last = rounds_of(table)
    most = max(goal_of(table), *(side.points for side in scores))
    after = {side.side: points_after(side.track, table.round) for side in scores}
    drawn = (_line(side, after[side.side], last, most) for side in scores)
    lines = _apart(sorted(drawn, key=lambda line: SIDES.index(line.side)))
    text = ". ".join(f"{side.name}: {', '.join(map(str, after[side.side]))}" for side in scores)
    return Chart(
        tuple(lines),
        tuple((number, _y(number, most)) for number in range(0, most + 1, 4)),
        tuple((number, _x(number, last)) for number in range(1, last + 1)),
        f"Victory points after each round. {text}.",
    )


def turning_words(table: Table, scores: tuple[SideScore, ...]) -> str:
    """The round after which the winner led to the end, and how it stood before; nothing where points did not
    decide it."""
    winner = table.ended.winner if table.ended else None
    if winner is None or not goal_of(table) or not table.round:
        return ""
    first, second = sorted(scores, key=lambda side: side.side != winner)
    after = [*zip(*(points_after(side.track, table.round) for side in (first, second)), strict=True)]
    behind = max((number for number, (own, other) in enumerate(after, 1) if own <= other), default=0)
    if behind == len(after):
        return ""
    own, other = after[behind - 1] if behind else (0, 0)
    was = "were" if first.you else "was"
    stood = f"level at {own}" if own == other else f"behind, {own} to {other}"
    now = "{} to {}".format(*after[behind])
    return f"Round {behind + 1} turned it. {first.name} {was} {stood}, and led {now} after it."


def points_after(track: tuple[int, ...], rounds: int) -> tuple[int, ...]:
    """A side's victory points after each round."""
    return tuple(sum(scored_round <= number for scored_round in track) for number in range(1, rounds + 1))


def _x(number: int, last: int) -> float:
    return round(LEFT + WIDE * number / last, 1)


def _y(points: int, most: int) -> float:
    return round(TOP + HIGH * (1 - points / most), 1)


def _line(score: SideScore, after: tuple[int, ...], last: int, most: int) -> ChartLine:
    dots = tuple(Dot(_x(number, last), _y(points, most)) for number, points in enumerate(after, start=1))
    path = "M" + "L".join(f"{x} {y}" for x, y in (Dot(LEFT, _y(0, most)), *dots))
    return ChartLine(score.side, score.name, score.points, dots, path, dots[-1].y + 5)


def _apart(lines: list[ChartLine]) -> list[ChartLine]:
    """Numbers at the ends of two lines that meet stand one above the other, dots that meet side by side."""
    first, second = sorted(lines, key=lambda line: line.label_y)
    short = max(0, 24 - (second.label_y - first.label_y)) / 2
    moved = {first.side: first.label_y - short, second.side: second.label_y + short}
    both = set(first.dots) & set(second.dots)
    beside = {"blue": -BESIDE, "red": BESIDE}
    return [
        line._replace(
            label_y=round(moved[line.side], 1),
            dots=tuple(
                dot._replace(x=round(dot.x + beside[line.side] * (dot in both), 1)) for dot in line.dots
            ),
        )
        for line in lines
    ]
