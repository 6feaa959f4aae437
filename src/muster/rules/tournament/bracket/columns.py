"""The bracket as a picture has it: one column for each round, the rounds to come too.

In every column the boxes stand so that the first two lead to the first box of the next column, the third and
fourth to the second, and so on; lines between them never cross, whichever way the numbers run.
"""

from collections.abc import Sequence
from itertools import chain

import msgspec
from msgspec.structs import replace

from muster.rules.tournament.bracket.elimination import Bracket, slots_of
from muster.rules.tournament.games import Bye, Game, Player, Round


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """A game number of a round. `feeds` are the numbers of a round before whose winners meet here.

    Players are empty where nobody stands, or nobody yet (`drawn` tells which); a single one has a bye. `left`
    is who left the event during the round.
    """

    number: int
    players: tuple[Player, Player] = ("", "")
    winner: Player = ""
    drawn: bool = False
    bye: bool = False
    left: Player = ""
    table: int = 0
    feeds: tuple[int, ...] = ()


def columns(rounds: Sequence[Round], bracket: Bracket = "game-numbers") -> tuple[tuple[Box, ...], ...]:
    """The elimination rounds of an event from the first to the final, those to come with empty boxes."""
    played = [each for each in rounds if each.stage == "elimination"]
    if not played:
        return ()
    sizes = _sizes(slots_of(played[0]))
    known: list[Round | None] = [*played, *[None] * (len(sizes) - len(played))]
    first, *others = (_column(*each, bracket) for each in zip(sizes, known, strict=True))
    return (tuple(replace(box, feeds=()) for box in first), *others)


def _column(size: int, played: Round | None, bracket: Bracket) -> tuple[Box, ...]:
    order = _drawing_order(size, bracket)
    if played is None:
        return tuple(Box(number=number, feeds=_feeds(number, 2 * size, bracket)) for number in order)
    boxes = {game.number: _of_game(game) for game in played.games}
    boxes |= {bye.number: _of_bye(bye) for bye in played.byes}
    empty = (Box(number=number, drawn=True) for number in order if number not in boxes)
    boxes |= {box.number: box for box in empty}
    return tuple(replace(boxes[number], feeds=_feeds(number, 2 * size, bracket)) for number in order)


def _sizes(first: int) -> list[int]:
    """How many numbers each round has: half of those before, down to one."""
    return [first >> halved for halved in range(first.bit_length())]


def _drawing_order(size: int, bracket: Bracket) -> list[int]:
    """The numbers of a round from the top of the picture: the two that lead to one box stand together."""
    order, so_far = [1], 1
    while so_far < size:
        so_far *= 2
        order = list(chain.from_iterable(_feeds(number, so_far, bracket) for number in order))
    return order


def _feeds(number: int, size: int, bracket: Bracket) -> tuple[int, ...]:
    """The two numbers of a round of this size that lead to a number of the next."""
    if bracket == "fixed":
        return (2 * number - 1, 2 * number)
    return (number, size + 1 - number)


def _of_game(game: Game) -> Box:
    won = game.result.winner if game.result else ""
    return Box(number=game.number, players=game.players, winner=won, drawn=True, table=game.table)


def _of_bye(bye: Bye) -> Box:
    """A bye, beside the one who left during the round, where one did."""
    both = (bye.player, bye.dropped)
    return Box(number=bye.number, players=both, winner=bye.player, drawn=True, bye=True, left=bye.dropped)
