"""The one form of a result: what it asks for at the desk and on a phone, and the slip it is read into.

Numbers stand in the order of the players at the table, 1 and 2; a seat is said by its number.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple
from urllib.parse import urlencode

import msgspec

from muster.rules.cards.catalogue import shorten
from muster.rules.tournament.games import Game, How, Player, Result, Stage, Tally
from muster.rules.tournament.running.figures import profile_of
from muster.rules.tournament.running.plan import TournamentPlan, problem
from muster.rules.tournament.scoring.endings import BY_HOW, ENDINGS, TOLD_BY_PLAYERS, Ending
from muster.rules.tournament.scoring.results import MOST_SCORE, MOST_VICTORY, Slip
from muster.rules.violations import Refused
from muster.web.forms import whole_number

# Numbers are asked for once for each seat; what is wrong with one is told by its name.
NUMBERS: Final = {"victory": "VP", "score": "points", "army": "points"}
NUMBER_FIELDS: Final = tuple(f"{name}{seat}" for name in NUMBERS for seat in (1, 2))
SEAT_FIELDS: Final = ("winner", "loser", "blue", "priority")
FIELDS: Final = ("how", *NUMBER_FIELDS, *SEAT_FIELDS, "agreed")
LONGEST: Final = 20
# The letter that chooses an ending at the desk, in the order in which they stand there.
LETTERS: Final[Mapping[How, str]] = {
    "rounds": "F",
    "time": "T",
    "tabled": "K",
    "concession": "C",
    "no-show": "N",
    "left": "W",
    "mutual": "M",
    "game-loss": "L",
    "double-loss": "D",
}
# Addresses of reports begun on a phone before the two forms became one.
_FORMER: Final = {f"{name}-{seat - 1}": f"{name}{seat}" for name in NUMBERS for seat in (1, 2)}

Typed = dict[str, str]


class Choice(NamedTuple):
    """An ending on a button, with the letter that presses it; `marks` is what the player is called whom one
    marks at the desk, empty where the numbers decide."""

    how: How
    label: str
    letter: str
    marks: str


class ResultForm(msgspec.Struct, frozen=True):
    """The form for one game: what is typed in it, and what an even game of the event comes to. `waits` says
    why nobody can be entered as missing yet."""

    choices: ClassVar = tuple(
        Choice(how, BY_HOW[how].label, letter, BY_HOW[how].marks) for how, letter in LETTERS.items()
    )
    told_by_players: ClassVar = TOLD_BY_PLAYERS
    most_victory: ClassVar = MOST_VICTORY
    most_score: ClassVar = MOST_SCORE

    players: tuple[tuple[Player, str], ...]
    typed: Typed
    by_points: bool
    elimination: bool
    victory: str
    waits: str = ""

    @property
    def address(self) -> str:
        """What is typed so far, as part of an address."""
        return urlencode({name: text for name, text in self.typed.items() if text})


def result_form(
    plan: TournamentPlan, stage: Stage, game: Game, names: Mapping[Player, str], typed: Typed
) -> ResultForm:
    """The form for a game. Where a game may be drawn, points defeated always count (current rules)."""
    players = tuple((player, names.get(player, player)) for player in game.players)
    profile = profile_of(plan)
    return ResultForm(players, typed, profile.draws, stage == "elimination", profile.victory)


# Reading ----------------------------------------------------------------------------------------------------


def typed_in(form: Mapping[str, str], game: Game, *, how: str = "") -> Typed:
    """What was typed, field by field: to be read, shown again or sent along. `how` where none is said."""
    given = {_FORMER.get(name, name): text.strip()[:LONGEST] for name, text in form.items()}
    typed = {name: given.get(name, "") for name in FIELDS}
    typed["how"] = typed["how"] or how
    if "who" in given and (ending := ending_in(typed)):
        typed["loser" if ending.names_loser else "winner"] = given["who"]
    seats = {player: str(seat) for seat, player in enumerate(game.players, 1)}
    return typed | {name: seats.get(typed[name], typed[name]) for name in SEAT_FIELDS}


def typed_result(game: Game, result: Result | None) -> Typed:
    """A result as the form shows it; empty where there is none."""
    if result is None:
        return dict.fromkeys(FIELDS, "") | {"how": "rounds"}
    seats = {"": "", game.players[0]: "1", game.players[1]: "2"}
    typed = dict.fromkeys(FIELDS, "") | {"how": result.how, "agreed": "on" if result.agreed else ""}
    typed |= {"winner": seats[result.winner], "blue": seats[result.blue]}
    for seat, tally in enumerate(result.tallies, 1):
        typed |= {f"victory{seat}": str(tally.victory), f"score{seat}": str(tally.score)}
    return typed


def ending_in(typed: Typed) -> Ending | None:
    """The ending that was chosen, if there is such a one."""
    return next((ending for ending in ENDINGS if ending.how == typed["how"]), None)


def slip_of(typed: Typed, game: Game) -> Slip:
    """The slip that a form describes; refused where a number is none or the ending is unknown."""
    ending = ending_in(typed)
    if ending is None:
        given = shorten(typed["how"])
        raise Refused(problem("tournament.bad_setting", (), what="how the game ended", given=given))
    counted = not ending.without_numbers and (ending.how != "game-loss" or _numbers(typed, "victory"))
    return Slip(
        how=ending.how,
        tallies=(_tally(typed, 1), _tally(typed, 2)) if counted else None,
        blue=_player(typed, "blue", game),
        winners=tuple(filter(None, (_player(typed, "winner", game),))) if ending.asks else (),
        loser=_player(typed, "loser", game) if ending.asks else "",
        agreed=bool(typed["agreed"]) and ending.how == "concession",
        armies=_numbers(typed, "army"),
        priority=_player(typed, "priority", game),
    )


def _tally(typed: Typed, seat: int) -> Tally:
    return Tally(victory=_number(typed, "victory", seat), score=_number(typed, "score", seat))


def _numbers(typed: Typed, name: str) -> tuple[int, int] | None:
    """Both players' number; nothing where neither was typed."""
    given = typed[f"{name}1"] or typed[f"{name}2"]
    return (_number(typed, name, 1), _number(typed, name, 2)) if given else None


def _number(typed: Typed, name: str, seat: int) -> int:
    """A number of the form; an empty field counts as none, anything else is refused."""
    given = typed[f"{name}{seat}"] or "0"
    number = whole_number(given)
    if number is None:
        about = (f"{name}{seat}",)
        raise Refused(problem("tournament.bad_setting", about, 622, what=NUMBERS[name], given=shorten(given)))
    return number


def _player(typed: Typed, name: str, game: Game) -> Player:
    """The player whose seat a field names."""
    return {"1": game.players[0], "2": game.players[1]}.get(typed[name], "")
