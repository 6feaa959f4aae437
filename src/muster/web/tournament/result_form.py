"""The one form of a result: what it asks for at the desk and on a phone, and the slip it is read into.

Numbers stand in the order of the players at the table, 1 and 2; a seat is said by its number.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, NamedTuple
from urllib.parse import urlencode

import msgspec

from muster.rules.cards.catalogue import shorten
from muster.rules.tournament.games import Game, How, Player, Result, Stage, Tally
from muster.rules.tournament.running.figures import profile_of
from muster.rules.tournament.running.plan import TournamentPlan, problem
from muster.rules.tournament.scoring.endings import BY_HOW, ENDINGS, TOLD_BY_PLAYERS, Ending
from muster.rules.tournament.scoring.results import MOST_SCORE, MOST_VICTORY, Slip
from muster.rules.violations import Refused, Violation, require
from muster.web.forms import whole_number
from muster.web.tournament.requests import Reason, reasons_of

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

# The field that a refused result is about, where the refusal itself names none.
FIELD_AT_FAULT: Final[Mapping[str, str]] = {
    "result.armies_needed": "army1",
    "result.blue_needed": "blue",
    "result.contradicted": "winner",
    "result.no_winner": "winner",
    "result.priority_needed": "priority",
    "result.tokens_needed": "victory1",
    "result.two_winners": "winner",
    "result.who_won": "winner",
}

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
    why nobody can be entered as missing yet, `errors` what is wrong with a field, by its name."""

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
    errors: Mapping[str, Reason] = msgspec.field(default_factory=dict)

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


def field_at_fault(violation: Violation) -> str:
    """The name of the field that a refusal is about; empty where it is about the whole result."""
    if violation.about and violation.about[0] in FIELDS:
        return violation.about[0]
    return FIELD_AT_FAULT.get(violation.code, "")


def errors_by_field(violations: Iterable[Violation], names: Mapping[Player, str]) -> dict[str, Reason]:
    """What is shown beside the fields: the first refusal about each."""
    errors: dict[str, Reason] = {}
    for violation in violations:
        if field := field_at_fault(violation):
            errors.setdefault(field, reasons_of((violation,), names)[0])
    return errors


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
    """A result as the form shows it; empty where there is none. Where numbers decide nobody is marked: other
    numbers may mean another winner."""
    if result is None:
        return dict.fromkeys(FIELDS, "") | {"how": "rounds"}
    seats = {"": "", game.players[0]: "1", game.players[1]: "2"}
    typed = dict.fromkeys(FIELDS, "") | {"how": result.how, "agreed": "on" if result.agreed else ""}
    winner = "" if BY_HOW[result.how].by_numbers else seats[result.winner]
    typed |= {"winner": winner, "blue": seats[result.blue]}
    for seat, tally in enumerate(result.tallies, 1):
        typed |= {f"victory{seat}": str(tally.victory), f"score{seat}": str(tally.score)}
    return typed


def ending_in(typed: Typed) -> Ending | None:
    """The ending that was chosen, if there is such a one."""
    return next((ending for ending in ENDINGS if ending.how == typed["how"]), None)


def slip_of(typed: Typed, game: Game) -> Slip:
    """The slip that a form describes; refused where a number is none or the ending is unknown."""
    given = shorten(typed["how"])
    unknown = problem("tournament.bad_setting", (), what="how the game ended", given=given)
    ending = require(ending_in(typed), unknown)
    return Slip(
        how=ending.how,
        tallies=None if ending.without_numbers else _tallies(typed),
        blue=_player(typed, "blue", game),
        winners=() if ending.how == "double-loss" else tuple(filter(None, (_player(typed, "winner", game),))),
        loser=_player(typed, "loser", game) if ending.asks else "",
        agreed=bool(typed["agreed"]) and ending.how == "concession",
        armies=_numbers(typed, "army"),
        priority=_player(typed, "priority", game),
    )


def _tallies(typed: Typed) -> tuple[Tally, Tally] | None:
    """Both players' numbers; nothing where none was typed. Empty VP are not 0 VP (rule 622): where only one
    is missing it is asked for."""
    if not any(typed[f"{name}{seat}"] for name in ("victory", "score") for seat in (1, 2)):
        return None
    for field in ("victory1", "victory2"):
        if not typed[field]:
            raise Refused(problem("result.tokens_needed", (field,), 622))
    return _tally(typed, 1), _tally(typed, 2)


def _tally(typed: Typed, seat: int) -> Tally:
    return Tally(victory=_number(typed, "victory", seat), score=_number(typed, "score", seat))


def _numbers(typed: Typed, name: str) -> tuple[int, int] | None:
    """Both players' number; nothing where neither was typed."""
    given = typed[f"{name}1"] or typed[f"{name}2"]
    return (_number(typed, name, 1), _number(typed, name, 2)) if given else None


def _number(typed: Typed, name: str, seat: int) -> int:
    """A number of the form; an empty score counts as 0, anything but a number is refused."""
    given = typed[f"{name}{seat}"] or "0"
    about, what = (f"{name}{seat}",), NUMBERS[name]
    none = problem("tournament.bad_setting", about, 622, what=what, given=shorten(given))
    return require(whole_number(given), none)


def _player(typed: Typed, name: str, game: Game) -> Player:
    """The player whose seat a field names."""
    return {"1": game.players[0], "2": game.players[1]}.get(typed[name], "")
