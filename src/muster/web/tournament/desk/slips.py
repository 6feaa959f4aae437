"""A result as a form: what was typed for a table, read into a slip."""

from typing import Any, Final

from django.http import QueryDict

from muster.rules.cards.catalogue import shorten
from muster.rules.tournament.games import Game, How, Result, Tally
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.reporting import Slip
from muster.rules.violations import Refused
from muster.web.tournament.desk.words import HOW

WINNER_ASKED: Final = ("tabled", "concession", "no-show", "game-loss")
NUMBERS: Final = ("victory1", "victory2", "score1", "score2", "army1", "army2")


def slip_of(form: QueryDict, game: Game) -> Slip:
    """The slip a form describes; numbers in the order of the players at the table."""
    how = how_in(form)
    counted = how not in ("no-show", "double-loss")
    tallies = None
    if counted and (how != "game-loss" or form.get("victory1") or form.get("victory2")):
        tallies = (
            Tally(victory=number(form, "victory1"), score=number(form, "score1")),
            Tally(victory=number(form, "victory2"), score=number(form, "score2")),
        )
    armies = (number(form, "army1"), number(form, "army2")) if form.get("army1") else None
    won = seat(form, "winner", game) if how in WINNER_ASKED else ""
    return Slip(
        how=how,
        tallies=tallies,
        blue=seat(form, "blue", game),
        winners=(won,) if won else (),
        agreed="agreed" in form and how == "concession",
        armies=armies,
        priority=seat(form, "priority", game),
    )


def how_in(form: QueryDict) -> How:
    """How the game ended; by its full length where nothing else is said."""
    given = form.get("how", "rounds")
    if given not in HOW:
        raise Refused(problem("tournament.bad_setting", (), what="how the game ended", given=shorten(given)))
    return given  # type: ignore[return-value]


def number(form: QueryDict, name: str) -> int:
    """A number of the form; an empty field counts as none, anything else is refused."""
    given = form.get(name, "").strip()
    if not given:
        return 0
    if not (given.isascii() and given.isdigit() and len(given) < 7):
        what = "victory tokens" if name.startswith("victory") else "points"
        raise Refused(problem("tournament.bad_setting", (name,), 622, what=what, given=shorten(given)))
    return int(given)


def seat(form: QueryDict, name: str, game: Game) -> str:
    """The player whose seat, 1 or 2, a field names."""
    return {"1": game.players[0], "2": game.players[1]}.get(form.get(name, ""), "")


def typed(form: QueryDict) -> dict[str, Any]:
    """What was typed, to be shown again."""
    found: dict[str, Any] = {name: form.get(name, "")[:9] for name in NUMBERS}
    found |= {name: form.get(name, "")[:1] for name in ("winner", "blue", "priority")}
    return found | {"how": form.get("how", "rounds")[:20], "agreed": "agreed" in form}


def written(game: Game, result: Result | None) -> dict[str, Any]:
    """A result as the form shows it; empty where there is none."""
    if result is None:
        return typed(QueryDict())
    seats = {game.players[0]: "1", game.players[1]: "2", "": ""}
    one, two = result.tallies
    numbers = (one.victory, two.victory, one.score, two.score)
    found = dict.fromkeys(NUMBERS, "") | dict(zip(NUMBERS, map(str, numbers), strict=False))
    return found | {
        "how": result.how,
        "winner": seats[result.winner],
        "blue": seats[result.blue],
        "priority": "",
        "agreed": result.agreed,
    }
