"""How the forms of the dice pages become commands."""

from typing import Final

from django.http import QueryDict

from muster.app.dice.commands import CloseTable, OpenTable, RollDice, TypeDice, UndoRoll
from muster.rules.dice.faces import Die, pool, shorten_typed
from muster.rules.violations import Refused, Violation
from muster.web.forms import Form, form_for, whole_number


def counts(form: QueryDict) -> dict[Die, int]:
    """How many of each die were asked for; words and negative numbers are refused, not guessed at."""
    return {die: _count(form.get(die.value, "")) for die in Die}


def _count(text: str) -> int:
    number = whole_number(text or "0")
    if number is None:
        params = {"given": shorten_typed(text)}
        raise Refused(Violation(code="dice.bad_count", source="core: dice", params=params))
    return number


def dice(form: QueryDict) -> tuple[Die, ...]:
    """The pool a form asks for."""
    return pool(counts(form).items())


def _faces(form: QueryDict) -> tuple[str, ...]:
    return tuple(form.get(f"face-{place}", "") for place in range(len(dice(form))))


FORMS: Final[dict[str, Form]] = {
    "open": form_for(OpenTable),
    "roll": form_for(RollDice, dice=dice),
    "type": form_for(TypeDice, dice=dice, faces=_faces),
    "undo": form_for(UndoRoll),
    "close": form_for(CloseTable),
}
