"""The bracket drawn as a picture: boxes in columns, lines that never cross, as attributes of an SVG."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from muster.rules.tournament.bracket.columns import Box, columns
from muster.rules.tournament.bracket.round_names import bracket_round_name
from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.scoring.figures import bracket_of
from muster.web.tournament.public.snapshot import PublicSnapshot, tokens

WIDE: Final = 288
GAP: Final = 32
HIGH: Final = 98
STEP: Final = HIGH + 16
TOP: Final = 32
MOST_LETTERS: Final = 24


class Column(NamedTuple):
    """A round of the bracket: how far right it stands, its boxes, its games by number."""

    place: int
    boxes: Sequence[Box]
    games: Mapping[int, Game]


def picture(show: PublicSnapshot) -> dict[str, Any] | None:
    """Where everything stands, in pixels; nothing before the first elimination round."""
    rounds = [one.round for one in show.view.rounds if one.round.stage == "elimination"]
    found = columns(rounds, bracket_of(show.view.plan))
    if not found:
        return None
    games = [{game.number: game for game in one.games} for one in rounds]
    games += [{}] * (len(found) - len(games))
    tall = len(found[0]) * STEP
    drawn = [_column(show, Column(place, boxes, games[place]), tall) for place, boxes in enumerate(found)]
    return {
        "wide": len(found) * (WIDE + GAP) - GAP + 2,
        "high": TOP + tall,
        "columns": drawn,
        "lines": [path for place in range(1, len(found)) for path in _lines(place, len(found[place]), tall)],
        "seeded": bool(show.seeds),
        "size": 2 * len(found[0]),
        "playing": sum(box["live"] for column in drawn for box in column["boxes"]),
    }


def _column(show: PublicSnapshot, column: Column, tall: int) -> dict[str, Any]:
    left, rows = 1 + column.place * (WIDE + GAP), len(column.boxes)
    boxes = [
        _box(show, box, column.games.get(box.number))
        | {"left": left, "top": _middle(row, rows, tall) - HIGH // 2}
        for row, box in enumerate(column.boxes)
    ]
    return {"left": left, "title": bracket_round_name(rows), "boxes": boxes}


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


def _box(show: PublicSnapshot, box: Box, game: Game | None) -> dict[str, Any]:
    return {
        "head": f"Game {box.number}",
        "note": _note(box, game),
        "live": game is not None and game.result is None,
        "rows": [_row(show, box, place, game) for place in (0, 1)],
    }


def _note(box: Box, game: Game | None) -> str:
    if box.bye:
        return "Bye"
    if game is None:
        return ""
    return "Done" if game.result else f"Table {game.table}"


def _row(show: PublicSnapshot, box: Box, place: int, game: Game | None) -> dict[str, Any]:
    player = box.players[place]
    result = game.result if game and player in game.players else None
    return {
        "player": player,
        "name": _short(show.name(player)) if player else _nobody(box, place),
        "full": show.name(player) if player else "",
        "seed": show.seeds.get(player, "") if player else "",
        "won": bool(player) and player == box.winner,
        "tokens": tokens(result, game, player) if result and game else "",
    }


def _nobody(box: Box, place: int) -> str:
    if box.drawn or len(box.feeds) <= place:
        return "–"
    return f"Winner of game {box.feeds[place]}"


def _short(name: str) -> str:
    """A name that fits its box; the whole one is in the title."""
    return name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1]}…"


def champion_of(show: PublicSnapshot) -> Player:
    """Who won the event, once it is over."""
    return show.view.ranking[0] if show.view.status == "ended" and show.view.ranking else ""
