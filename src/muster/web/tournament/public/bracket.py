"""The bracket drawn as a picture: boxes in columns, lines that never cross, as attributes of an SVG."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from muster.rules.tournament.bracket.columns import Box, columns
from muster.rules.tournament.bracket.cut import cut_moves
from muster.rules.tournament.bracket.round_names import bracket_round_name
from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.running.figures import bracket_of
from muster.web.tournament.public.snapshot import PublicSnapshot

WIDE: Final = 288
GAP: Final = 32
HIGH: Final = 98
STEP: Final = HIGH + 16
TOP: Final = 32
MOST_LETTERS: Final = 24


class PlayerLine(NamedTuple):
    """A player of a game on the picture, or who is still to come; the `name` fits its box. `mark`: left, or
    moved up into the cut."""

    player: Player
    name: str
    full: str = ""
    seed: int = 0
    mark: str = ""
    won: bool = False
    tokens: int | None = None


class DrawnBox(NamedTuple):
    """A game on the picture: where its upper edge is, and what stands in it."""

    top: int
    number: int
    note: str
    live: bool
    rows: tuple[PlayerLine, PlayerLine]


class DrawnColumn(NamedTuple):
    """A round of the bracket on the picture."""

    left: int
    title: str
    boxes: tuple[DrawnBox, ...]


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """Where everything stands, in pixels; `size` is how many players it began with."""

    wide: int
    high: int
    columns: tuple[DrawnColumn, ...]
    lines: tuple[str, ...]
    seeded: bool
    size: int

    @property
    def playing(self) -> int:
        """How many games are on the table now."""
        return sum(box.live for column in self.columns for box in column.boxes)


def picture(snapshot: PublicSnapshot) -> Picture | None:
    """The bracket; nothing before the first elimination round."""
    rounds = [
        round_view.round for round_view in snapshot.view.rounds if round_view.round.stage == "elimination"
    ]
    found = columns(rounds, bracket_of(snapshot.view.plan))
    if not found:
        return None
    games: list[Mapping[int, Game]] = [{game.number: game for game in played.games} for played in rounds]
    games += [{}] * (len(found) - len(games))
    tall = len(found[0]) * STEP
    return Picture(
        wide=len(found) * (WIDE + GAP) - GAP + 2,
        high=TOP + tall,
        columns=tuple(
            _column(snapshot, 1 + place * (WIDE + GAP), boxes, games[place], tall)
            for place, boxes in enumerate(found)
        ),
        lines=tuple(path for at in range(1, len(found)) for path in _lines(at, len(found[at]), tall)),
        seeded=bool(snapshot.seeds),
        size=2 * len(found[0]),
    )


def _column(
    snapshot: PublicSnapshot, left: int, boxes: Sequence[Box], games: Mapping[int, Game], tall: int
) -> DrawnColumn:
    tops = [_middle(row, len(boxes), tall) - HIGH // 2 for row in range(len(boxes))]
    drawn = [_box(snapshot, box, games.get(box.number), top) for box, top in zip(boxes, tops, strict=True)]
    return DrawnColumn(left, bracket_round_name(len(boxes)), tuple(drawn))


def _middle(row: int, rows: int, tall: int) -> int:
    return TOP + tall * (2 * row + 1) // (2 * rows)


def _lines(place: int, rows: int, tall: int) -> list[str]:
    """From the two boxes before to the one they lead to."""
    right, half = 1 + place * (WIDE + GAP) - GAP, GAP // 2
    found = []
    for row in range(rows):
        upper, lower = _middle(2 * row, 2 * rows, tall), _middle(2 * row + 1, 2 * rows, tall)
        middle = _middle(row, rows, tall)
        found.append(f"M{right} {upper}h{half}V{lower}h-{half}M{right + half} {middle}h{half}")
    return found


def _box(snapshot: PublicSnapshot, box: Box, game: Game | None, top: int) -> DrawnBox:
    live = game is not None and game.result is None
    note = "Bye" if box.bye else f"Table {box.table}" if live else "Done" if game else ""
    rows = _row(snapshot, box, 0, game), _row(snapshot, box, 1, game)
    return DrawnBox(top, box.number, note, live, rows)


def _row(snapshot: PublicSnapshot, box: Box, place: int, game: Game | None) -> PlayerLine:
    player = box.players[place]
    if not player:
        feeds = () if box.drawn else box.feeds[place : place + 1]
        return PlayerLine("", f"Winner of game {feeds[0]}" if feeds else "–")
    result, full = game.result if game and player in game.players else None, snapshot.name(player)
    return PlayerLine(
        player=player,
        name=full if len(full) <= MOST_LETTERS else f"{full[: MOST_LETTERS - 1]}…",
        full=full,
        seed=snapshot.seeds.get(player, 0),
        mark="left" if player == box.left else "moved up" if player in _joined_late(snapshot) else "",
        won=player == box.winner,
        tokens=result.tallies[game.players.index(player)].victory if result and game else None,
    )


def _joined_late(snapshot: PublicSnapshot) -> frozenset[Player]:
    """Who moved up into the cut (rule 606)."""
    return cut_moves(snapshot.view.cut_before, snapshot.view.cut).players_moved_up
