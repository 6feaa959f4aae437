"""The picture of a game that has ended: who played, the score by rounds and the round that turned it."""

from typing import Final

import msgspec

from muster.rules.game.table import SIDES, Game, Table, view
from muster.web.game.play import words
from muster.web.game.play.tally import goal_of, points_after, rounds_of, side_score, turning_words
from muster.web.print import shorten_text
from muster.web.site.shared_pictures import SharedPicture, picture_address

LONGEST_NAME: Final = 40
LONGEST_TITLE: Final = 70
LONGEST_ENDING: Final = 140
NO_DAY: Final = "muster-game.png"


class PicturedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player in the picture; `after` are the victory points after each round."""

    side: str
    name: str
    army: str
    points: str
    won: bool
    after: tuple[int, ...]


class GamePicture(msgspec.Struct, frozen=True, kw_only=True):
    """All that the picture shows; `goal` is 0 where no points are counted."""

    title: str
    mode: str
    ending: str
    turned: str
    goal: int
    rounds: int
    sides: tuple[PicturedPlayer, ...]


def ending_picture(game: Game) -> SharedPicture | None:
    """The picture as everybody may see it; none before the end."""
    table = game.table
    if table.ended is None or not table.blue:
        return None
    scores = tuple(side_score(view(game, "watch"), side) for side in SIDES)
    goal = goal_of(table)
    facts = GamePicture(
        title=shorten_text(words.title(table), LONGEST_TITLE),
        mode=words.MODES[table.mode],
        ending=shorten_text(words.ending(table, table.ended), LONGEST_ENDING),
        turned=turning_words(table, scores),
        goal=goal,
        rounds=rounds_of(table),
        sides=tuple(
            PicturedPlayer(
                side=score.side,
                name=shorten_text(score.name, LONGEST_NAME),
                army=shorten_text(score.army, LONGEST_NAME),
                points=str(score.points) if goal else "",
                won=table.ended.winner == score.side,
                after=points_after(score.track, table.round) if goal else (),
            )
            for score in scores
        ),
    )
    return SharedPicture(picture_address("game", facts), _in_words(table, facts), NO_DAY)


def _in_words(table: Table, facts: GamePicture) -> str:
    """The picture in sentences."""
    pair = " against ".join(side.name for side in facts.sides)
    score = f", {' to '.join(side.points for side in facts.sides)}" if facts.goal else ""
    rounds = [
        f"{side.name} after each of {table.round} rounds: {', '.join(map(str, side.after))}"
        for side in facts.sides
        if side.after
    ]
    told = [f"{facts.mode}, {facts.title}", f"{pair}{score}", facts.ending, facts.turned, *rounds]
    return ". ".join(text.rstrip(".") for text in told if text) + "."
