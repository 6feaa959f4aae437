"""A result told on a phone, one decision at a time: how it ended, who, the numbers, what they come to."""

from collections.abc import Mapping
from typing import Any, Final

from muster.rules.tournament.games import Game, How, Player, Result, Tally
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.reporting import Slip, result_of
from muster.rules.tournament.running.tournament import EventRound, Tournament
from muster.rules.tournament.scoring.figures import profile_of
from muster.rules.tournament.scoring.results import BY_NUMBERS, BY_WORDS, Report, verdict
from muster.rules.violations import Refused, Violation

MOST_DIGITS: Final = 6
# What players tell themselves; game losses and missing players are for officials.
WAYS: Final[tuple[tuple[How, str, str], ...]] = (
    ("rounds", "The last round was played", "Victory tokens decide."),
    ("time", "Time was called", "Victory tokens decide."),
    ("tabled", "One side was wiped out", "The other one has won."),
    ("mutual", "Both sides were wiped out", "Victory tokens decide."),
    ("concession", "One player conceded", "The other one has won."),
)
WHO: Final = {"tabled": "Who still has units?", "concession": "Who conceded?"}


def how_of(form: Mapping[str, str]) -> How | None:
    """The way chosen, if it is one that players tell."""
    given = form.get("how", "")
    return next((way for way, _, _ in WAYS if way == given), None)


def step_of(form: Mapping[str, str], game: Game) -> str:
    """Which decision comes next: `how`, `who`, `numbers` or `check`."""
    how = how_of(form)
    if how is None:
        return "how"
    if how in WHO and form.get("who") not in game.players:
        return "who"
    return "check" if form.get("numbers") == "1" else "numbers"


def slip_of(form: Mapping[str, str], game: Game) -> Slip:
    """The slip a form describes; refused where a number is none."""
    how = how_of(form)
    if how is None:
        raise Refused(problem("tournament.no_words", ("how the game ended",), what="how the game ended"))
    who, blue = form.get("who", ""), form.get("blue", "")
    tallies = (_tally(form, 0), _tally(form, 1))
    return Slip(
        how=how,
        tallies=tallies,
        blue=blue if blue in game.players else "",
        winners=(who,) if how == "tabled" and who in game.players else (),
        loser=who if how == "concession" and who in game.players else "",
        priority=_player(form, "priority", game),
        armies=_armies(form),
    )


def _player(form: Mapping[str, str], field: str, game: Game) -> Player:
    given = form.get(field, "")
    return given if given in game.players else ""


def _armies(form: Mapping[str, str]) -> tuple[int, int] | None:
    if not (form.get("army-0") and form.get("army-1")):
        return None
    return _number(form, "army-0"), _number(form, "army-1")


def _tally(form: Mapping[str, str], place: int) -> Tally:
    return Tally(victory=_number(form, f"victory-{place}"), score=_number(form, f"score-{place}"))


def _number(form: Mapping[str, str], field: str) -> int:
    """A whole number; an empty field is nothing, anything else is told."""
    text = form.get(field, "").strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise Refused(Violation(code="result.not_a_number", source="form", params={"given": text[:20]}))
    return int(text)


def checked(now: Tournament, current: EventRound, game: Game, slip: Slip) -> dict[str, Any]:
    """What a slip comes to: the result, and what decided it."""
    result = result_of(now, current, game, slip)
    return {"result": result, "by": _ground(now, current, game, slip, result)}


def _ground(now: Tournament, current: EventRound, game: Game, slip: Slip, result: Result) -> str:
    """`more victory tokens`, where numbers decided."""
    if slip.how not in BY_NUMBERS or not result.winner:
        return ""
    report = Report(
        players=game.players,
        how=slip.how,
        tallies=slip.tallies,
        blue=slip.blue,
        winners=slip.winners,
        loser=slip.loser,
        armies=slip.armies,
        priority=slip.priority,
        stage=current.stage,
    )
    try:
        return BY_WORDS.get(verdict(profile_of(now.plan), report).by, "")
    except Refused:  # decided by the army lists, which only the event has
        return BY_WORDS["army"]
