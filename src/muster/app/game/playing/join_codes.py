"""Short codes to join a game by typing: while its lobby has an open seat, six letters lead to it.

A code is the beginning of the game's id in other letters, so nothing is stored for it. It tells 28 of the
id's 128 bits, and only of a game that waits for somebody: whoever guesses one finds an open seat, no more.
"""

from collections.abc import Callable, Iterable
from typing import Final

from muster.app.game.playing.desk import GameDesk, problem
from muster.app.game.playing.opening import CODE_LETTERS
from muster.rules.game.log.events import STREAM
from muster.rules.game.table import SEATS
from muster.rules.violations import Refused

DIGITS: Final = 7
LENGTH: Final = 6


def join_code(game: str) -> str:
    """The code of a game by its id, in two groups that are easy to read out."""
    number, letters = int(game[:DIGITS], 16), ""
    for _ in range(LENGTH):
        number, rest = divmod(number, len(CODE_LETTERS))
        letters = CODE_LETTERS[rest] + letters
    return f"{letters[: LENGTH // 2]} {letters[LENGTH // 2 :]}"


def beginning_of(code: str) -> str:
    """How the id of a code's game begins; empty where no code reads so."""
    typed = "".join(code.split()).replace("-", "").upper()
    if len(typed) != LENGTH or any(letter not in CODE_LETTERS for letter in typed):
        return ""
    number = 0
    for letter in typed:
        number = number * len(CODE_LETTERS) + CODE_LETTERS.index(letter)
    return f"{number:0{DIGITS}x}" if number < 16**DIGITS else ""


def game_to_join(
    code: str, streams: Callable[[str], Iterable[str]], desk_of: Callable[[str], GameDesk]
) -> str:
    """The id of the one game with this code that has an open seat; refused where there is none. `streams`
    finds those whose names begin so."""
    beginning = beginning_of(code)
    games = [name.removeprefix(STREAM) for name in streams(STREAM + beginning)] if beginning else []
    waiting = [game for game in games if has_open_seat(desk_of(game))]
    if len(waiting) != 1:
        raise Refused(problem("game.no_join_code"))
    return waiting[0]


def has_open_seat(desk: GameDesk) -> bool:
    """Whether a game has been opened and waits for a player."""
    table = desk.game.table
    return bool(table.chairs) and table.phase == "lobby" and len(table.chairs) < len(SEATS)
