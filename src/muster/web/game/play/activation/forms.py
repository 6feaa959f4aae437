"""How the forms of an activation become answers, and what a game is opened with for it."""

from typing import Any, get_args

from django.http import QueryDict

from muster.rules.game import answers
from muster.rules.game.phases.activation import COUNTED
from muster.web.forms import whole_number, whole_text


def change_tokens(form: QueryDict) -> answers.Tokens:
    """The button names the unit and the kind of token; one more, or one less with `off`."""
    unit, kind, way = _words(form)
    token: Any = next((known for known in get_args(answers.Token) if known == kind), "aim")
    return answers.Tokens(unit=unit, token=token, number=-1 if way == "off" else 1)


def turn_card(form: QueryDict) -> answers.TurnCard:
    """The button names the unit, its upgrade, and what becomes of it."""
    unit, card, way = _words(form)
    to: Any = next((known for known in get_args(answers.CardState) if known == way), "ready")
    return answers.TurnCard(unit=unit, card=card, to=to)


def count_actions(form: QueryDict) -> answers.CountActions:
    """The button names the seat, and whether actions are counted from now on."""
    return answers.CountActions(on=_words(form)[1] == "on")


def switches_in(form: QueryDict) -> dict[str, bool]:
    """Whether a game is opened with its actions counted; Special Operations count theirs themselves."""
    counted = form.get("actions") == "on" and form.get("mode") != "special-operations"
    return {COUNTED: True} if counted else {}


def minutes_in(form: QueryDict) -> int:
    """The limit of a game: none where the field is left empty; what is no number is none there is."""
    typed = form.get("minutes", "").strip()
    number = whole_number(typed) if typed else 0
    return -1 if number is None else number


def _words(form: QueryDict) -> tuple[str, str, str]:
    _, first, second, third = (*whole_text(form, "do").split(" "), "", "", "", "")[:4]
    return first, second, third
